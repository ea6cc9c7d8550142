// SPDX-License-Identifier: Apache-2.0
//
// These match the pseudocode for every state of the PE and the registers: the PMBSR_ELx that records a management
// event, whether profiling is stopped, PMBIRQ, the Profiling exceptions, and whether the Profiling Buffer is
// translated. Combinational. unit_event_route.sv instantiates the unit's blocks.

module event_route_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_state_pkg::*;
  import spec_enable_pkg::*;
  import spec_event_route_pkg::*;
(
  input pe_t        pe_i,
  input regs_t      regs_i,
  input logic [5:0] ec_i,
  input logic [5:0] fsc_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  logic [1:0]           event_el, default_el, addr_mode_is;
  logic                 stopped, pmbirq_is, nvm;
  profiling_exception_t exception;

  unit_event_route #(
    .Cfg(Cfg)
  ) u_unit (
    .pe_i,
    .regs_i,
    .ec_i,
    .fsc_i,
    .event_el_o  (event_el),
    .default_el_o(default_el),
    .stopped_o   (stopped),
    .pmbirq_o    (pmbirq_is),
    .exception_o (exception),
    .nvm_o       (nvm),
    .addr_mode_o (addr_mode_is)
  );

  // The core drives only possible PE states.
  always_comb EventRoutePossible_M: assume (possible_state(Cfg, pe_i));
  // docs/integration.md: xlate_i.gpc needs FEAT_RME.
  always_comb
    EventRouteGpc_M: assume (Cfg.HaveRme || !(ec_i == EcGpc || (ec_i inside {EcStage1, EcStage2}
                                                            && is_granule_protection_fault(fsc_i))));

  always_comb begin
    EventRouteEvent_A: assert (event_el == report_spe_event(Cfg, pe_i, regs_i, ec_i, fsc_i));
    EventRouteDefault_A: assert (default_el == default_spe_event(Cfg, pe_i, regs_i));
    EventRouteStopped_A: assert (stopped == spe_profiling_stopped(Cfg, pe_i, regs_i));
    EventRouteIrq_A: assert (pmbirq_is == pmbirq(Cfg, pe_i, regs_i));
    EventRouteException_A: assert (exception == check_for_spe_exception(Cfg, pe_i, regs_i));
    EventRouteNvm_A: assert (nvm == effective_pmblimitr_el1_nvm(Cfg, pe_i, regs_i));
    EventRouteAddrMode_A: assert (addr_mode_is == addr_mode(Cfg, pe_i, regs_i));
  end

  always_comb begin
    EventRouteEl1_C: cover (event_el == EL1);
    EventRouteStopped_C: cover (stopped);
  end
  if (have_spe_exc(Cfg)) begin : gen_exc
    always_comb begin
      EventRouteTakenEl1_C: cover (exception.el1);
      EventRouteNoIrq_C: cover (stopped && !pmbirq_is);
    end
    if (Cfg.HaveEl2) begin : gen_el2
      always_comb begin
        EventRouteEl2_C: cover (event_el == EL2 && default_el == EL1);
        EventRouteTakenEl2_C: cover (exception.el2);
      end
    end
    if (Cfg.HaveEl3) begin : gen_el3
      always_comb begin
        EventRouteEl3_C: cover (event_el == EL3 && default_el == EL1);
        EventRouteTakenEl3_C: cover (exception.el3);
      end
    end
  end
  if (Cfg.HaveSpeNvm) begin : gen_nvm
    always_comb EventRouteNvm_C: cover (nvm && addr_mode_is == 2'b01);
  end

endmodule
