// SPDX-License-Identifier: Apache-2.0
//
// The interrupt request and the SPE Profiling exceptions of management events.
//
// Source: SPEInterruptEnabled(), CheckForSPEException() (Arm ARM D17.8, RTSJRP, Tables D17-8 to D17-10; J1). Without
// FEAT_SPE_EXC there is only the interrupt request, PMBSR_EL1.S. Combinational: levels from this cycle's PE state and
// the registers at the start of the cycle. Several exceptions can be high at once; the core chooses.

module spu_exception
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  pe_t     pe_i,
  input  regs_t   regs_i,
  input  enable_t enable_i,

  output logic                 pmbirq_o,
  output profiling_exception_t exception_o
);

  // Fields of struct ports that this block does not read.
  logic unused_inputs;
  assign unused_inputs = ^{pe_i, regs_i, enable_i};

  function automatic logic spe_interrupt_enabled();
    return enable_i.pmscr_el1_ee == 2'b00;
  endfunction

  // At the target Exception level itself, an exception is masked if KE is 0, else by PSTATE.PM.
  function automatic logic masked_there(logic ke);
    return !ke || pe_i.pe_pm;
  endfunction

  function automatic profiling_exception_t check_for_spe_exception();
    profiling_exception_t route;
    logic                 in_owning_ss, masked, pending;
    route = '0;
    if (!has_spe_exc(Cfg) || pe_i.debug) return route;
    in_owning_ss = (enable_i.current_ss == enable_i.owner_ss);

    // EL3's exception is never masked below EL3.
    pending   = Cfg.HaveEl3 && pe_i.mdcr_el3_pmsee[1] && regs_i.pmbsr_el3.s;
    route.el3 = pending && pe_i.el != EL3;

    pending   = enable_i.pmscr_el2_ee[1] && regs_i.pmbsr_el2.s;
    masked    = !in_owning_ss || pe_i.el == EL3
             || (pe_i.el == EL2 && (!enable_i.pmscr_el2_ee[0] || masked_there(regs_i.pmscr_el2.ke)));
    route.el2 = pending && !masked;

    // EL1's exception goes to EL2 while HCR_EL2.TGE is set.
    pending   = (enable_i.pmscr_el1_ee == 2'b11) && regs_i.pmbsr.s;
    masked    = !in_owning_ss || pe_i.el == EL3 || pe_i.el == EL2
             || (pe_i.el == EL1 && masked_there(regs_i.pmscr_el1.ke));
    if (enable_i.el2_enabled && pe_i.hcr_el2_tge) route.el2 = route.el2 || (pending && !masked);
    else                                          route.el1 = pending && !masked;
    return route;
  endfunction

  assign pmbirq_o    = regs_i.pmbsr.s && spe_interrupt_enabled();
  assign exception_o = check_for_spe_exception();

endmodule
