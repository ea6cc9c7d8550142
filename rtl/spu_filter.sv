// SPDX-License-Identifier: Apache-2.0
//
// Keep or drop a finished sample: SPECollectRecord() (Arm ARM D17.5; the registers of D24.7.11, 12 and 16).
// The filters that are on combine as a logical AND. Combinational.

module spu_filter
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  regs_t   regs_i,
  input  sample_t sample_i,
  output logic    keep_o
);

  // D17.5.2: every event of the filter must be set.
  function automatic logic is_rejected_event(pmsfcr_t control, logic [63:0] filter, logic [63:0] events);
    logic [63:0] mask;
    mask = filter & filterable_events(Cfg);
    if (!control.fe) return 1'b0;
    if (mask == '0) return Cfg.ZeroEventsReject;
    return (~events & mask) != '0;
  endfunction

  // D17.5.1: the operation must be of a selected type. Atomics that return a value are loads and stores.
  function automatic logic is_rejected_type(pmsfcr_t control, op_type_e op_type);
    logic is_branch, is_load, is_store;
    is_branch = (op_type == OpTypeBranch);
    is_load   = (op_type == OpTypeLoad) || (op_type == OpTypeLoadAtomic);
    is_store  = (op_type == OpTypeStore) || (op_type == OpTypeLoadAtomic);
    if (!control.ft) return 1'b0;
    if ({control.b, control.ld, control.st} == '0) return Cfg.NoTypesReject;
    return !((is_branch && control.b) || (is_load && control.ld) || (is_store && control.st));
  endfunction

  // D17.5.3: total latency must reach the minimum.
  function automatic logic is_rejected_latency(pmsfcr_t control, logic [15:0] minlat, logic [15:0] latency);
    if (!control.fl) return 1'b0;
    if (minlat == '0) return Cfg.ZeroLatencyReject;
    return latency < minlat;
  endfunction

  assign keep_o = !sample_i.dropped
               && !is_rejected_event(regs_i.pmsfcr, regs_i.pmsevfr, sample_i.events)
               && !is_rejected_type(regs_i.pmsfcr, sample_i.op_type)
               && !is_rejected_latency(regs_i.pmsfcr, regs_i.minlat, sample_i.total_latency);

endmodule
