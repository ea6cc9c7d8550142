// SPDX-License-Identifier: Apache-2.0
//
// spu_mmio in both bus widths, with an arbitrary bus, core and unit: nothing is assumed. The memory map in
// docs/integration.md, "Cores without MRS and MSR", determines the actions for the last accepted request. The harness
// proves that each action is done exactly once, and that the response then reports the result.

module mmio_harness
  import spu_pins_pkg::*;
(
  input logic             clk_i,

  // [0]: 32-bit bus; [1]: 64-bit bus.
  input logic [1:0]       req_valid_i,
  input logic [1:0]       req_write_i,
  input logic [1:0][17:0] req_addr_i,
  input logic [1:0][63:0] req_wdata_i,
  input logic [1:0][7:0]  req_strb_i,
  input logic [1:0][1:0]  req_el_i,
  input logic [1:0]       rsp_ready_i,
  input logic [1:0]       grant_i,
  input sysreg_rsp_t [1:0] sysreg_i,
  input logic [1:0]       psb_done_i,
  input logic [1:0]       dsb_done_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  typedef enum logic [2:0] {
    Nowhere,
    Register,
    Psb,
    Dsb,
    Status,
    OtherHalf  // other half of PSB, DSB or STATUS
  } place_e;

  for (genvar i = 0; i < 2; i++) begin : gen_width
    localparam int unsigned Width = 32 << i;

    logic             req_ready, rsp_valid, rsp_error, psb_valid, dsb_valid;
    logic [Width-1:0] rsp_rdata;
    logic [1:0]       el;
    sysreg_req_t      access;

    spu_mmio #(
      .DataWidth(Width)
    ) u_spu_mmio (
      .clk_i,
      .rst_ni,
      .req_valid_i(req_valid_i[i]),
      .req_ready_o(req_ready),
      .req_write_i(req_write_i[i]),
      .req_addr_i (req_addr_i[i]),
      .req_wdata_i(req_wdata_i[i][Width-1:0]),
      .req_strb_i (req_strb_i[i][Width/8-1:0]),
      .req_el_i   (req_el_i[i]),
      .rsp_valid_o(rsp_valid),
      .rsp_ready_i(rsp_ready_i[i]),
      .rsp_error_o(rsp_error),
      .rsp_rdata_o(rsp_rdata),
      .grant_i    (grant_i[i]),
      .el_o       (el),
      .sysreg_o   (access),
      .sysreg_i   (sysreg_i[i]),
      .psb_valid_o(psb_valid),
      .psb_done_i (psb_done_i[i]),
      .dsb_valid_o(dsb_valid),
      .dsb_done_i (dsb_done_i[i])
    );

    // The request in progress: accepted, and its response not accepted yet.
    logic             busy = 1'b0;
    logic             write, partial, high;
    logic [17:0]      addr;
    logic [Width-1:0] wdata;
    logic [1:0]       request_el;
    // Its progress.
    logic             accessed = 1'b0, answered = 1'b0, ended = 1'b0;
    verdict_e         verdict;
    logic [63:0]      rdata;
    // State from earlier requests.
    logic [31:0]      held_low = '0, held_high = '0;
    logic [13:0]      status = '0;

    // The target of a request.
    function automatic place_e place_of(logic [17:0] offset);
      logic other;
      other = Width == 32 && offset[2];
      if (offset >= 18'h20000) return Register;
      if (offset >= 18'h00018) return Nowhere;
      if (other)               return OtherHalf;
      if (offset >= 18'h00010) return Status;
      return offset >= 18'h00008 ? Dsb : Psb;
    endfunction

    place_e place, asked_place;
    logic   asked_partial;
    assign place         = place_of(addr);
    assign asked_place   = place_of(req_addr_i[i]);
    assign asked_partial = req_write_i[i] && req_strb_i[i][Width/8-1:0] != '1;

    // The actions that the request needs.
    logic needs_access, needs_psb, needs_dsb, finished, refused;
    assign needs_access = !partial && place == Register && (Width == 64 || (write ? high : !high));
    assign needs_psb    = !partial && place == Psb;
    assign needs_dsb    = !partial && place == Dsb;
    assign finished     = needs_access ? answered : (needs_psb || needs_dsb) ? ended : 1'b1;
    assign refused      = needs_access && verdict != AccessOk;

    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        if (rsp_valid && rsp_ready_i[i]) busy <= 1'b0;
        if (req_valid_i[i] && req_ready) begin
          busy       <= 1'b1;
          write      <= req_write_i[i];
          partial    <= asked_partial;
          high       <= Width == 32 && req_addr_i[i][2];
          addr       <= req_addr_i[i];
          wdata      <= req_wdata_i[i][Width-1:0];
          request_el <= req_el_i[i];
          accessed   <= 1'b0;
          answered   <= 1'b0;
          ended      <= 1'b0;
          if (req_write_i[i] && !asked_partial) begin
            if (asked_place == Register && Width == 32 && !req_addr_i[i][2]) held_low <= req_wdata_i[i][31:0];
            if (asked_place == Status) status <= '0;
          end
        end
        if (access.valid) accessed <= 1'b1;
        if (busy && accessed && !answered && sysreg_i[i].done) begin
          answered <= 1'b1;
          verdict  <= sysreg_i[i].verdict;
          rdata    <= sysreg_i[i].rdata;
          if (sysreg_i[i].verdict != AccessOk) status <= {sysreg_i[i].ec, 5'd0, sysreg_i[i].verdict};
          if (!write) held_high <= (sysreg_i[i].verdict == AccessOk) ? sysreg_i[i].rdata[63:32] : '0;
        end
        if ((psb_valid && psb_done_i[i]) || (dsb_valid && dsb_done_i[i])) ended <= 1'b1;
      end
    end

    logic [Width-1:0] expected;
    always_comb begin
      expected = '0;
      if (!write && place == Register) expected = high ? Width'(held_high) : refused ? '0 : rdata[Width-1:0];
      if (!write && place == Status)   expected = Width'(status);
    end

    // Every request is accepted. Only the actions that it needs are done; its single response follows when all are.
    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        MmioTakesOneRequest_A: assert (req_ready == !busy);
        MmioAnswersOnce_A: assert (rsp_valid == (busy && finished));
        MmioAccessesOnce_A: assert (access.valid == (busy && needs_access && !accessed && grant_i[i]));
        MmioAccessIsTheRequest_A: assert (!access.valid
                                            || (access.write == write && access.addr == {2'b11, addr[16:3]}
                                                && el == request_el));
        MmioWritesTheValue_A: assert (!(access.valid && write)
                                        || access.wdata == (Width == 64 ? 64'(wdata) : {wdata[31:0], held_low}));
        MmioHoldsPsb_A: assert (psb_valid == (busy && needs_psb && !ended));
        MmioHoldsDsb_A: assert (dsb_valid == (busy && needs_dsb && !ended));
        MmioErrors_A: assert (!rsp_valid || rsp_error == (partial || place == Nowhere || refused));
        MmioReads_A: assert (!rsp_valid || rsp_rdata == expected);
      end
    end

    // Previous cycle: a response was accepted or waited, or an access was not granted.
    logic       taken = 1'b0, waited = 1'b0, withheld = 1'b0;
    logic [2:0] cycles = '0;  // cycles of a barrier, or of an access that waits for its response
    always_ff @(posedge clk_i) begin
      taken    <= rst_ni && rsp_valid && rsp_ready_i[i];
      waited   <= rst_ni && rsp_valid && !rsp_ready_i[i];
      withheld <= rst_ni && busy && needs_access && !accessed && !grant_i[i];
      if (req_ready) cycles <= '0;
      else if ((psb_valid || dsb_valid || (accessed && !answered)) && cycles != '1) cycles <= cycles + 3'd1;
      if (rst_ni) begin
        MmioBackToBack_C: cover (taken && req_valid_i[i] && req_ready);
        MmioReadsSomething_C: cover (rsp_valid && waited && !rsp_error && place == Register
                                       && rsp_rdata[31:0] == 32'h600d_da7a);
        MmioWritesSomething_C: cover (access.valid && withheld && write && access.wdata == 64'h0123_4567_89ab_cdef);
        MmioRefuses_C: cover (rsp_valid && rsp_error && refused && cycles == 3'd4);
        MmioTellsRefusal_C: cover (rsp_valid && place == Status && rsp_rdata[13:0] == {6'h18, 5'd0, AccessTrapEl2});
        MmioPsbWaits_C: cover (rsp_valid && needs_psb && cycles == 3'd4);
        MmioDsbEndsAtOnce_C: cover (rsp_valid && needs_dsb && cycles == 3'd1);
        MmioPartial_C: cover (rsp_valid && rsp_error && partial && place == Register);
      end
    end
  end

endmodule
