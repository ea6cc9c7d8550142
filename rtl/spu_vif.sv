// SPDX-License-Identifier: Apache-2.0
//
// The verification interface: what happened architecturally in this cycle (docs/verification-interface.md).
// Combinational, except for the bytes of a committed record, which come from registers of spu_vif_record. If vif_o is
// left open, synthesis removes this module.

module spu_vif
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg,
  localparam int unsigned EventCounters = spu_pmu_pkg::existing_counters(Cfg.PmuCounters)
) (
  input  logic                           clk_i,

  // control
  input  regs_t                          regs_i,
  input  enable_t                        enable_i,
  input  logic                           discard_mode_i,
  input  interval_counters_t             counters_i,
  input  management_event_t              event_i,

  // sampler
  input  logic                           mark_valid_i,
  input  collect_t                       collect_i,
  input  decision_t                      decision_i,
  input  store_write_t                   store_i,
  input  waiting_record_t                record_i,

  // writer
  input  write_progress_t                progress_i,

  // pmu
  input  logic [MaxEventCounters:0]      pmovs_i,
  input  logic [63:0]                    pmccntr_i,
  input  logic [EventCounters-1:0][63:0] pmevcntr_i,

  output vif_t                           vif_o
);

  localparam int unsigned WordWidth = record_word_width(Cfg);

  // The record being written.
  record_t written;

  spu_vif_record #(
    .Cfg(Cfg)
  ) u_spu_vif_record (
    .clk_i,
    .write_i     (store_i.valid),
    .write_bank_i(store_i.bank),
    .write_word_i(WordWidth'(store_i.word)),
    .write_data_i(store_i.data),
    .load_i      (progress_i.load),
    .load_bank_i (record_i.bank),
    .load_len_i  (record_i.len),
    .record_o    (written)
  );

  always_comb begin
    vif_o                = '0;
    vif_o.pmsicr         = counters_i.pmsicr;
    vif_o.pmbptr         = regs_i.pmbptr;
    vif_o.pmbsr          = regs_i.pmbsr;
    vif_o.pmbsr_el2      = regs_i.pmbsr_el2;
    vif_o.pmbsr_el3      = regs_i.pmbsr_el3;
    vif_o.buffer_enabled = enable_i.buffer_enabled;
    vif_o.decide_valid   = decision_i.valid;
    vif_o.start_valid    = progress_i.start_valid;
    vif_o.discard_valid  = progress_i.discard_valid;
    vif_o.discard_reason = progress_i.discard_reason;
    vif_o.burst_valid    = progress_i.burst_done;
    vif_o.commit_valid   = progress_i.commit_valid;
    vif_o.event_valid    = event_i.valid;
    vif_o.pmu.pmccntr    = pmccntr_i;
    vif_o.pmu.pmovs      = pmovs_i;
    for (int unsigned n = 0; n < EventCounters; n++) vif_o.pmu.pmevcntr[n] = pmevcntr_i[n];
    if (mark_valid_i) vif_o.mark = collect_i;
    if (decision_i.valid) begin
      vif_o.decide_tag     = decision_i.tag;
      vif_o.decide_keep    = decision_i.keep;
      vif_o.decide_discard = decision_i.keep && discard_mode_i;
    end
    if (progress_i.commit_valid) begin
      vif_o.commit_len  = written.len;
      vif_o.commit_data = written.bytes;
    end
    if (event_i.valid) begin
      vif_o.event_el     = event_i.el;
      vif_o.event_pmbsr  = event_i.pmbsr;
      vif_o.event_pmbptr = event_i.pmbptr;
    end
  end

endmodule
