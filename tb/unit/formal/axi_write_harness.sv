// SPDX-License-Identifier: Apache-2.0
//
// spu_axi_write with an arbitrary buffer block and an arbitrary memory, within their protocols. axi_write_rules asserts
// the bus rules; this harness proves that burst_done_o agrees with them.

module axi_write_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
#(
  localparam config_t Cfg = `FORMAL_CONFIG,
  localparam int unsigned OffsetWidth = $clog2(Cfg.AxiDataWidth / 8)
) (
  input logic                   clk_i,
  input logic                   load_i,
  input logic                   load_bank_i,
  input logic [7:0]             load_len_i,
  input logic [OffsetWidth-1:0] load_offset_i,
  input logic [Cfg.AxiDataWidth-1:0] read_data_i,
  input logic                   burst_valid_i,
  input logic [PaWidth-1:0]     burst_addr_i,
  input logic [7:0]             burst_len_i,
  input logic                   burst_ns_i,
  input logic                   burst_nse_i,
  input logic [3:0]             burst_cache_i,
  input logic [1:0]             burst_domain_i,
  input logic                   axi_awready_i,
  input logic                   axi_wready_i,
  input axi_b_t                 axi_b_i
);

  localparam int unsigned OutstandingWidth = 4;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic                        can_accept, burst_done, wvalid, wlast;
  logic [Cfg.AxiDataWidth-1:0] wdata;
  logic [OutstandingWidth-1:0] outstanding;
  axi_aw_t                     aw;
  logic [Cfg.AxiDataWidth/8-1:0] wstrb;

  spu_axi_write #(
    .Cfg             (Cfg),
    .OutstandingWidth(OutstandingWidth)
  ) u_spu_axi_write (
    .clk_i,
    .rst_ni,
    .load_i,
    .load_bank_i,
    .load_len_i,
    .load_offset_i,
    .read_bank_o     (),
    .read_offset_o   (),
    .read_beat_o     (),
    .read_next_o     (),
    .read_data_i,
    .can_accept_o          (can_accept),
    .burst_valid_i,
    .burst_addr_i,
    .burst_len_i,
    .burst_ns_i,
    .burst_nse_i,
    .burst_cache_i,
    .burst_domain_i,
    .burst_done_o    (burst_done),
    .outstanding_o   (outstanding),
    .response_o      (),
    .response_error_o(),
    .axi_aw_o        (aw),
    .axi_awready_i,
    .axi_wvalid_o    (wvalid),
    .axi_wdata_o     (wdata),
    .axi_wstrb_o     (wstrb),
    .axi_wlast_o     (wlast),
    .axi_wready_i,
    .axi_b_i,
    .axi_bready_o    ()
  );

  axi_write_rules #(
    .DataWidth(Cfg.AxiDataWidth)
  ) u_rules (
    .clk_i,
    .rst_ni,
    .axi_aw_i    (aw),
    .axi_awready_i,
    .axi_wvalid_i(wvalid),
    .axi_wdata_i (wdata),
    .axi_wstrb_i (wstrb),
    .axi_wlast_i (wlast),
    .axi_wready_i
  );

  // A burst is done when its address and all its data have been accepted. The unit's counts agree with the bus.
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      DoneWithBoth_A: assert (burst_done == u_rules.done);
      TakenIsCounted_A: assert (u_spu_axi_write.aw_taken_q == u_rules.address_taken_q
                                && u_rules.beats_taken_q == (u_spu_axi_write.w_taken_q ? 9'(burst_len_i) + 9'd1
                                                                                       : 9'(u_spu_axi_write.w_count_q))
                                && (!u_rules.address_taken_q || u_rules.taken_len_q == burst_len_i));
    end
  end

  // The burst requested in the previous cycle, if it is not done.
  logic               held = 1'b0;
  logic [PaWidth-1:0] held_addr;
  logic [7:0]         held_len;
  logic               held_ns, held_nse;
  logic [3:0]         held_cache;
  logic [1:0]         held_domain;
  logic               loaded = 1'b0;
  logic [2:0]         records = '0;
  logic [2:0]         bursts = '0;
  logic               data_waits = 1'b0;
  logic [Cfg.AxiDataWidth-1:0] last_data;
  always_ff @(posedge clk_i) begin
    held       <= rst_ni && burst_valid_i && !burst_done;
    held_addr  <= burst_addr_i;
    held_len   <= burst_len_i;
    held_ns    <= burst_ns_i;
    held_nse   <= burst_nse_i;
    held_cache  <= burst_cache_i;
    held_domain <= burst_domain_i;
    data_waits <= rst_ni && wvalid && !axi_wready_i;
    last_data  <= read_data_i;
    if (rst_ni) begin
      loaded <= loaded || load_i;
      if (load_i && records != '1) records <= records + 3'd1;
      bursts <= load_i ? '0 : bursts + 3'(burst_done && bursts != '1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // spu_buffer: AsksUntilDone_A, StartsIfAccepted_A, LoadsBetweenBursts_A, BurstFitsPage_A, BeatsOfOneRecord_A
      AsksUntilDone_M: assume (!held || (burst_valid_i && burst_addr_i == held_addr && burst_len_i == held_len
                               && burst_ns_i == held_ns && burst_nse_i == held_nse
                               && burst_cache_i == held_cache && burst_domain_i == held_domain));
      StartsIfAccepted_M: assume (!burst_valid_i || held || can_accept);
      LoadsBetweenBursts_M: assume (!burst_valid_i || (!load_i && loaded && !u_spu_axi_write.loaded_q));
      BurstFitsPage_M: assume (!burst_valid_i || (burst_addr_i[OffsetWidth-1:0] == '0
                               && 14'(burst_addr_i[PageBits-1:0]) + ((14'(burst_len_i) + 14'd1) << OffsetWidth)
                                  <= 14'(1 << PageBits)));
      BeatsOfOneRecord_M: assume (!burst_valid_i
                                  || 32'(burst_len_i) <= (largest_record(Cfg) + (1 << OffsetWidth) - 2) >> OffsetWidth);
      // spu_record: LenFits_A
      LenFits_M: assume (!load_i || (load_len_i != '0 && 32'(load_len_i) <= largest_record(Cfg)));
      // While a beat waits, spu_record_store keeps reading it, from a bank that is not being written (spu_record:
      // BankIsFree_A). WdataStays_A checks this for the whole unit in simulation.
      ReadDataStay_M: assume (!data_waits || read_data_i == last_data);
      // After another record, a record in two bursts whose last byte is not on the last lane.
      TwoRecords_C: cover (records == 3'd2 && bursts == 3'd1 && burst_done && wlast && wstrb != '1);
      Full_C: cover (outstanding == '1 && !can_accept && !burst_valid_i);
      // All data accepted before the address; a response with no burst outstanding.
      DataFirst_C: cover (burst_valid_i && aw.valid && !wvalid && burst_done);
      StrayResponse_C: cover (axi_b_i.valid && outstanding == '0);
    end
  end

endmodule
