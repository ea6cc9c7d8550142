// SPDX-License-Identifier: Apache-2.0
//
// Specification of FEAT_SPE_EXC: the PMBSR_ELx that records a management event, PMBIRQ, and the Profiling exceptions
// that are taken. Arm ARM D17.8, J1.1.1 ReportSPEEvent(), DefaultSPEEvent(), SPEInterruptEnabled() and
// CheckForSPEException(), J1.3 EffectiveEA(), EffectiveHCR_TEA() and EffectiveTGE(), each under Arm's name, with its
// clauses in Arm's order. spec_event_route_tables_pkg is a second reading, from the tables of D17.8. Written from the
// Arm documents, not from the RTL: make formal proves that the two agree.

package spec_event_route_pkg;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spec_state_pkg::*;
  import spec_enable_pkg::*;
  import spec_names_pkg::*;

  // PMBSR_ELx.EC (D24.7.5).
  localparam logic [5:0] EcOther = 6'b000000;
  localparam logic [5:0] EcGpc = 6'b011110;
  localparam logic [5:0] EcStage1 = 6'b100100;
  localparam logic [5:0] EcStage2 = 6'b100101;

  // EffectiveEA(): 0 in Debug state.
  function automatic bit effective_ea(config_t cfg, pe_t pe);
    if (!cfg.HaveEl3 || pe.debug) return 0;
    return pe.scr_el3_ea;
  endfunction

  // EffectiveHCR_TEA(). FEAT_SPE_EXC implies FEAT_RAS (Armv8.2).
  function automatic bit effective_hcr_tea(config_t cfg, pe_t pe);
    return el2_enabled(cfg, pe) && pe.hcr_el2_tea;
  endfunction

  // EffectiveTGE().
  function automatic bit effective_tge(config_t cfg, pe_t pe);
    return el2_enabled(cfg, pe) && pe.hcr_el2_tge;
  endfunction

  // Decodes the FSC of a Data Abort.
  function automatic bit is_granule_protection_fault(logic [5:0] fsc);
    return fsc inside {6'b10001?, 6'b1001??, 6'b101000};
  endfunction

  function automatic bit is_external_abort(logic [5:0] fsc);
    return fsc inside {6'b010000, 6'b01001?, 6'b0101??, 6'b011011};
  endfunction

  // ReportSPEEvent(): the x of PMBSR_ELx.
  function automatic logic [1:0] report_spe_event(config_t cfg, pe_t pe, regs_t regs, logic [5:0] ec, logic [5:0] fsc);
    bit s1fault, s2fault, gpcfault, gpfault, sync_ext_abort, route_to_el3, route_to_el2;
    logic [1:0] ee;
    if (!have_spe_exc(cfg)) return EL1;
    s1fault = ec == EcStage1;
    s2fault = ec == EcStage2;
    gpcfault = cfg.HaveRme && ec == EcGpc;
    gpfault = cfg.HaveRme && (s1fault || s2fault) && is_granule_protection_fault(fsc);
    sync_ext_abort = (s1fault || s2fault) && is_external_abort(fsc);
    route_to_el3 = 0;
    if (cfg.HaveEl3 && pe.mdcr_el3_pmsee[1]) begin
      route_to_el3 = pe.mdcr_el3_pmsee == 2'b11 || gpcfault || (gpfault && pe.scr_el3_gpf)
          || (sync_ext_abort && effective_ea(cfg, pe));
    end
    route_to_el2 = 0;
    ee = effective_pmscr_el2_ee(cfg, pe, regs);
    if (ee[1]) begin
      route_to_el2 = ee == 2'b11 || (s1fault && owning_el(cfg, pe) == EL2) || s2fault || gpcfault
          || (gpfault && pe.hcr_el2_gpf) || (sync_ext_abort && effective_hcr_tea(cfg, pe));
    end
    if (route_to_el3) return EL3;
    return route_to_el2 ? EL2 : EL1;
  endfunction

  // DefaultSPEEvent().
  function automatic logic [1:0] default_spe_event(config_t cfg, pe_t pe, regs_t regs);
    return report_spe_event(cfg, pe, regs, EcOther, 6'b000000);
  endfunction

  // SPEInterruptEnabled().
  function automatic bit spe_interrupt_enabled(config_t cfg, pe_t pe, regs_t regs);
    return effective_pmscr_el1_ee(cfg, pe, regs) == 2'b00;
  endfunction

  // PMBIRQ (D17.8, RTSJRP).
  function automatic bit pmbirq(config_t cfg, pe_t pe, regs_t regs);
    return regs.pmbsr.s && spe_interrupt_enabled(cfg, pe, regs);
  endfunction

  // CheckForSPEException(), without the choice among several exceptions. Restarting is Debug state for the unit.
  function automatic profiling_exception_t check_for_spe_exception(config_t cfg, pe_t pe, regs_t regs);
    profiling_exception_t route;
    bit in_owning_ss, pending, masked;
    route = '0;
    if (!have_spe_exc(cfg) || pe.debug) return route;
    if (cfg.HaveEl3 && pe.mdcr_el3_pmsee[1]) begin
      pending = pmbsr_el3_s(regs);
      masked = pe.el == EL3;
      route.el3 = pending && !masked;
    end
    in_owning_ss = current_security_state(cfg, pe) == owning_ss(cfg, pe);
    if (effective_pmscr_el2_ee(cfg, pe, regs) inside {2'b10, 2'b11}) begin
      pending = pmbsr_el2_s(regs);
      masked = !in_owning_ss || pe.el == EL3
          || (pe.el == EL2 && (regs.pmscr_el2.ee != 2'b11 || !regs.pmscr_el2.ke || pe.pe_pm));
      route.el2 = pending && !masked;
    end
    if (effective_pmscr_el1_ee(cfg, pe, regs) == 2'b11) begin
      pending = regs.pmbsr.s;
      masked = !in_owning_ss || pe.el inside {EL3, EL2}
          || (pe.el == EL1 && (!regs.pmscr_el1.ke || pe.pe_pm));
      if (effective_tge(cfg, pe)) route.el2 = route.el2 || (pending && !masked);
      else route.el1 = pending && !masked;
    end
    return route;
  endfunction

endpackage
