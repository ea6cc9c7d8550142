// SPDX-License-Identifier: Apache-2.0
//
// Selects the PMBSR_ELx of indirect writes, for management events and for anything else.
//
// Source: ReportSPEEvent(), DefaultSPEEvent() (Arm ARM D17.8, RHJXHT, Tables D17-5 to D17-7; J1). Without FEAT_SPE_EXC
// it is always PMBSR_EL1. Combinational, from this cycle's PE state and the registers at the start of the cycle.

module spu_event_route
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  pe_t        pe_i,
  input  enable_t    enable_i,

  // buffer: the event of this cycle
  input  logic [5:0] ec_i,
  input  logic [5:0] fsc_i,        // used for faults only

  output logic [1:0] event_el_o,   // EL1, EL2 or EL3
  output logic [1:0] default_el_o
);

  // Fields of struct ports that this block does not read.
  logic unused_inputs;
  assign unused_inputs = ^{pe_i, enable_i};

  // Values of MDCR_EL3.PMSEE and of the Effective PMSCR_EL2.EE: some or all events go to the Exception level.
  localparam logic [1:0] SomeEvents = 2'b10;
  localparam logic [1:0] AllEvents  = 2'b11;

  function automatic logic is_granule_protection_fault(logic [5:0] fsc);
    return Cfg.HaveRme && fsc inside {[6'b100010 : 6'b100111], 6'b101000};
  endfunction

  // External abort on an access, or on a translation table walk or update; parity or ECC error on a walk or update.
  function automatic logic is_sync_external_abort(logic [5:0] fsc);
    return fsc inside {6'b010000, [6'b010010 : 6'b010111], 6'b011011};
  endfunction

  function automatic logic effective_ea();
    return Cfg.HaveEl3 && !pe_i.debug && pe_i.scr_el3_ea;
  endfunction

  function automatic logic effective_hcr_tea();
    return enable_i.el2_enabled && pe_i.hcr_el2_tea;
  endfunction

  function automatic logic [1:0] report_spe_event(logic [5:0] ec, logic [5:0] fsc);
    logic       s1_fault, s2_fault, gpc_fault, gp_fault, sync_ext_abort, some_to_el2, some_to_el3;
    logic [1:0] pmsee;
    if (!has_spe_exc(Cfg)) return EL1;

    s1_fault       = (ec == PmbsrEcStage1);
    s2_fault       = (ec == PmbsrEcStage2);
    gpc_fault      = Cfg.HaveRme && (ec == PmbsrEcGpc);
    gp_fault       = (s1_fault || s2_fault) && is_granule_protection_fault(fsc);
    sync_ext_abort = (s1_fault || s2_fault) && is_sync_external_abort(fsc);

    some_to_el3 = gpc_fault || (gp_fault && pe_i.scr_el3_gpf) || (sync_ext_abort && effective_ea());
    some_to_el2 = (s1_fault && enable_i.owner_el == EL2) || s2_fault || gpc_fault
               || (gp_fault && pe_i.hcr_el2_gpf) || (sync_ext_abort && effective_hcr_tea());

    pmsee = Cfg.HaveEl3 ? pe_i.mdcr_el3_pmsee : 2'b00;
    if (pmsee == AllEvents || (pmsee == SomeEvents && some_to_el3)) return EL3;
    if (enable_i.pmscr_el2_ee == AllEvents || (enable_i.pmscr_el2_ee == SomeEvents && some_to_el2)) return EL2;
    return EL1;
  endfunction

  assign event_el_o   = report_spe_event(ec_i, fsc_i);
  assign default_el_o = report_spe_event(PmbsrEcOther, '0);

endmodule
