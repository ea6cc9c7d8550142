// SPDX-License-Identifier: Apache-2.0
//
// The outputs of spu_trace_control with the enable block match the specification for every state of the PE.
// Combinational.

module trace_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_state_pkg::*;
  import spec_trace_pkg::*;
(
  input pe_t   pe_i,
  input regs_t regs_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  enable_t enable;
  trace_t  trace;

  spu_enable #(.Cfg(Cfg)) u_enable (.pe_i, .regs_i, .enable_o(enable));
  spu_trace_control #(.Cfg(Cfg)) u_trace (.pe_i, .enable_i(enable), .trace_o(trace));

  // The core drives only possible PE states.
  always_comb TracePossible_M: assume (possible_state(Cfg, pe_i));

  always_comb begin
    TraceSelfHosted_A: assert (trace.self_hosted == self_hosted_trace_enabled(Cfg, pe_i));
    TraceAllowed_A: assert (trace.allowed == trace_allowed(Cfg, pe_i));
    TraceCx2_A: assert (trace.cx2 == trace_context_idr2(Cfg, pe_i));
    TraceTime_A: assert (trace.ts == trace_time_stamp(Cfg, pe_i));
  end

  always_comb begin
    TraceAny_C: cover (trace.allowed);
    TraceNone_C: cover (!trace.allowed);
  end

  if (Cfg.HaveTrf) begin : gen_trf
    always_comb begin
      TraceAllowed_C: cover (trace.self_hosted && trace.allowed);
      TraceProhibited_C: cover (trace.self_hosted && !trace.allowed);
      TraceExternal_C: cover (!trace.self_hosted && trace.allowed);
      TraceVirtual_C: cover (trace.ts == TraceTimeVirtual);
      TracePhysical_C: cover (trace.ts == TraceTimePhysical);
    end
  end

endmodule
