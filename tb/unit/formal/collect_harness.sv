// SPDX-License-Identifier: Apache-2.0
//
// The collect block, with the enable block, collects the data that the specification collects, for every state of the
// PE and the registers. Combinational.

module collect_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_state_pkg::*;
  import spec_enable_pkg::*;
  import spec_collect_pkg::*;
(
  input pe_t         pe_i,
  input regs_t       regs_i,
  input logic [63:0] pc_i,
  input logic [63:0] time_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  enable_t  enable;
  collect_t collect;
  origin_t  origin;

  spu_enable #(.Cfg(Cfg)) u_enable (.pe_i, .regs_i, .enable_o(enable));
  spu_collect #(.Cfg(Cfg)) u_collect (
    .pe_i,
    .regs_i,
    .enable_i(enable),
    .pc_i,
    .time_i,
    .collect_o(collect),
    .origin_o(origin)
  );

  always_comb begin
    // The core drives only possible PE states.
    CollectPossible_M: assume (possible_state(Cfg, pe_i));
    // spu_regs: PMSCR_EL1.PCT is read-only without EL2 (D24.7.8).
    CollectPct_M: assume (Cfg.HaveEl2 || regs_i.pmscr_el1.pct == 2'b01);
  end

  timestamp_e ts;
  assign ts = collect_time_stamp(Cfg, pe_i, regs_i);

  always_comb begin
    CollectCx1_A: assert (collect.cx1 == collect_context_idr1(Cfg, pe_i, regs_i));
    CollectCx2_A: assert (collect.cx2 == collect_context_idr2(Cfg, pe_i, regs_i));
    CollectPa_A: assert (collect.pa == collect_physical_address(Cfg, pe_i, regs_i));
    CollectTs_A: assert (collect.ts == ts);
    CollectFlags_A: assert ({origin.context_el1_valid, origin.context_el2_valid, origin.pa_allowed,
                             origin.timestamp_valid} == {collect.cx1, collect.cx2, collect.pa,
                             collect.ts != TimestampNone});
    CollectContexts_A: assert ((!collect.cx1 || origin.context_el1 == pe_i.contextidr_el1)
                               && (!collect.cx2 || origin.context_el2 == pe_i.contextidr_el2));
    // An operation is marked only while profiling is enabled.
    CollectPc_A: assert (!enable.profiling_enabled || origin.pc == pc_payload(Cfg, pe_i, pc_i));
    CollectEl2Profiled_A:
      assert (origin.el2_profiled == statistical_profiling_enabled_at(Cfg, pe_i, regs_i, EL2));
    CollectTime_A: assert (ts == TimestampNone || origin.timestamp == get_timestamp(Cfg, pe_i, ts, time_i));
  end

  always_comb begin
    CollectAll_C: cover (collect.cx1 && collect.pa && collect.ts != TimestampNone);
    CollectNothing_C: cover (enable.profiling_enabled && !collect.cx1 && !collect.cx2 && !collect.pa
                             && collect.ts == TimestampNone);
    CollectPhysical_C: cover (collect.ts == TimestampPhysical);
  end

  if (Cfg.HaveEl2) begin : gen_el2
    always_comb begin
      CollectVirtual_C: cover (collect.ts == TimestampVirtual);
      CollectCx2_C: cover (collect.cx2);
      CollectOffset_C: cover (collect.ts == TimestampVirtual && origin.timestamp != time_i);
    end
  end
  if (Cfg.HaveEcv) begin : gen_ecv
    always_comb begin
      CollectOffsetPhysical_C:
        cover (collect.ts == TimestampOffsetPhysical && origin.timestamp != time_i);
    end
  end

endmodule
