// SPDX-License-Identifier: Apache-2.0
//
// The rules of the unit's AXI4 write port (IHI 0022 A3; each rule names its section). The testbench's top instantiates
// this module beside the unit, RTL or netlist. tb/unit/formal/axi_write_harness.sv instantiates it beside spu_axi_write
// and proves the rules.
//
// The unit uses only a part of AXI4, and the rules allow only that part: one burst at a time, whose address and data
// are offered together from the first cycle on, so that neither waits for the other; the next burst after both have
// been accepted; full-width beats. The rules do not cover responses: the unit accepts and counts any response
// (spu_axi_write: OutstandingCounts_A).

module axi_write_rules
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter int unsigned DataWidth
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input axi_aw_t                axi_aw_i,
  input logic                   axi_awready_i,
  input logic                   axi_wvalid_i,
  input logic [DataWidth-1:0]   axi_wdata_i,
  input logic [DataWidth/8-1:0] axi_wstrb_i,
  input logic                   axi_wlast_i,
  input logic                   axi_wready_i
);

  localparam int unsigned OffsetWidth = $clog2(DataWidth / 8);
  localparam logic [1:0] Incr = 2'b01;
  localparam logic [2:0] PrivilegedData = 3'b001;
  localparam logic [2:0] NonSecure = 3'b010;

  // Offered and not accepted in the previous cycle.
  logic                   aw_waits_q, w_waits_q, last_wlast_q;
  axi_aw_t                last_aw_q;
  logic [DataWidth-1:0]   last_wdata_q;
  logic [DataWidth/8-1:0] last_wstrb_q;

  // For the burst in progress: whether its address has been accepted, and how many of its beats.
  logic       address_taken_q;
  logic [8:0] beats_taken_q, beats;
  logic [7:0] taken_len_q;

  logic aw_accepted, w_accepted, done;
  assign aw_accepted = axi_aw_i.valid && axi_awready_i;
  assign w_accepted  = axi_wvalid_i && axi_wready_i;
  assign beats       = (address_taken_q ? 9'(taken_len_q) : 9'(axi_aw_i.len)) + 9'd1;
  assign done        = (address_taken_q || aw_accepted) && beats_taken_q + 9'(w_accepted) == beats;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_waits_q      <= 1'b0;
      w_waits_q       <= 1'b0;
      address_taken_q <= 1'b0;
      beats_taken_q   <= '0;
    end else begin
      aw_waits_q      <= axi_aw_i.valid && !axi_awready_i;
      w_waits_q       <= axi_wvalid_i && !axi_wready_i;
      address_taken_q <= (address_taken_q || aw_accepted) && !done;
      beats_taken_q   <= done ? '0 : beats_taken_q + 9'(w_accepted);
    end
  end

  always_ff @(posedge clk_i) begin
    if (axi_aw_i.valid) begin
      last_aw_q   <= axi_aw_i;
      taken_len_q <= axi_aw_i.len;
    end
    if (axi_wvalid_i) begin
      last_wdata_q <= axi_wdata_i;
      last_wstrb_q <= axi_wstrb_i;
      last_wlast_q <= axi_wlast_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // 1, 2, 3: an offered payload is stable until it is accepted (A3.2.1).
      if (aw_waits_q) begin
        AwStays_A: assert (axi_aw_i == last_aw_q);
      end
      if (w_waits_q) begin
        WStays_A: assert (axi_wvalid_i && {axi_wstrb_i, axi_wlast_i} == {last_wstrb_q, last_wlast_q});
        WdataStays_A: assert (axi_wdata_i == last_wdata_q);
      end
      if (axi_aw_i.valid) begin
        // 4, 5: full-width beats at increasing addresses, at most 256 by the width of AWLEN, within 4 KB (A3.4.1).
        BurstIsIncr_A: assert (axi_aw_i.burst == Incr && axi_aw_i.size == 3'(OffsetWidth)
                               && axi_aw_i.addr[OffsetWidth-1:0] == '0);
        BurstInPage_A: assert (15'(axi_aw_i.addr[PageBits-1:0]) + ((15'(axi_aw_i.len) + 15'd1) << OffsetWidth)
                               <= 15'(1 << PageBits));
        // 6: a privileged data access (A4.7).
        AwIsPrivileged_A: assert ((axi_aw_i.prot & ~NonSecure) == PrivilegedData);
        // 8: each address is offered once; the next one follows when its burst is done.
        AddressOnce_A: assert (!address_taken_q);
      end
      // 7: neither address nor data waits for the other's ready (A3.3.1): both are offered until accepted. No data is
      // offered before its address.
      NeitherWaits_A: assert (axi_wvalid_i == ((axi_aw_i.valid || address_taken_q) && beats_taken_q != beats));
      // 9, 10: as many beats as AWLEN announces, with WLAST on the last one (A3.4.1).
      if (axi_wvalid_i) begin
        BeatsAsAnnounced_A: assert (beats_taken_q < beats);
        LastIsLast_A: assert (axi_wlast_i == (beats_taken_q + 9'd1 == beats));
      end
    end
  end

endmodule
