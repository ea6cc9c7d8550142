// SPDX-License-Identifier: Apache-2.0
//
// The pseudocode of FEAT_SPE_EXC agrees with its printed tables in every state of the PE and the registers: two
// readings of the manual, without RTL. Combinational.

module event_route_tables_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_state_pkg::*;
  import spec_enable_pkg::*;
  import spec_names_pkg::*;
  import spec_event_route_pkg::*;
  import spec_event_route_tables_pkg::*;
(
  input pe_t        pe_i,
  input regs_t      regs_i,
  input logic [5:0] ec_i,
  input logic [5:0] fsc_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  // The core drives only possible PE states.
  always_comb TablesPossible_M: assume (possible_state(Cfg, pe_i));
  // Only FEAT_RME has Granule Protection Checks (D24.7.5).
  always_comb
    TablesGpc_M: assume (Cfg.HaveRme || !(ec_i == EcGpc || (ec_i inside {EcStage1, EcStage2}
                                                            && is_granule_protection_fault(fsc_i))));

  // The left columns, as Effective values (D24.7.8, D24.7.9). Without EL3, PMSEE cannot be 0b00 or 0b1x. EE and E2PB
  // have no effect while EL2 is disabled. A reserved EE has a meaning only with FEAT_NV.
  logic [1:0] pmsee, ee_el2, ee_el1, e2pb;
  logic       tge;
  always_comb begin
    pmsee = Cfg.HaveEl3 ? pe_i.mdcr_el3_pmsee : 2'b01;
    ee_el2 = 2'b01;
    if (Cfg.HaveEl2 && (effective_scr_el3_ns(Cfg, pe_i) || is_secure_el2_enabled(Cfg, pe_i))) begin
      ee_el2 = regs_i.pmscr_el2.ee;
    end
    ee_el1 = regs_i.pmscr_el1.ee;
    if (Cfg.NestedVirt == 0 && ee_el1 inside {2'b01, 2'b10}) ee_el1 = 2'(Cfg.ReservedEe);
    e2pb = owner_has_el2(Cfg, pe_i) ? pe_i.mdcr_el2_e2pb : 2'b10;
    tge = effective_tge(Cfg, pe_i);
  end

  // The right columns.
  management_event_e what;
  always_comb begin
    what = OtherEvent;
    if (ec_i == EcGpc) what = GpcFault;
    if (ec_i == EcStage1) begin
      what = is_granule_protection_fault(fsc_i) ? GpfStage1 : is_external_abort(fsc_i) ? ExternalStage1 : AbortStage1;
    end
    if (ec_i == EcStage2) begin
      what = is_granule_protection_fault(fsc_i) ? GpfStage2 : is_external_abort(fsc_i) ? ExternalStage2 : AbortStage2;
    end
  end

  // Tables D17-5 to D17-7 have no rows for the reserved E2PB 0b01.
  logic [1:0] event_el, event_el_of_tables;
  assign event_el = report_spe_event(Cfg, pe_i, regs_i, ec_i, fsc_i);
  assign event_el_of_tables = recorded_at(what, pmsee, pe_i.scr_el3_gpf, effective_ea(Cfg, pe_i), ee_el2, e2pb,
                                          pe_i.hcr_el2_gpf, effective_hcr_tea(Cfg, pe_i));
  always_comb begin
    TablesEvent_A: assert (e2pb == 2'b01 || event_el == event_el_of_tables);
    TablesStopped_A:
      assert (spe_profiling_stopped(Cfg, pe_i, regs_i)
              == !table_d17_2(regs_i.pmbsr.s, pmsee, pmbsr_el3_s(regs_i), ee_el2, pmbsr_el2_s(regs_i)));
  end

  // Tables D17-8 to D17-10, one for each S bit, do not cover Debug state. A PE outside the owning Security state takes
  // no exception to EL1 or EL2.
  profiling_exception_t of_el1, of_el2, of_el3;
  cells_t         cells_8, cells_9, cells_10;
  cell_e          cell_8, cell_9, cell_10;
  logic           irq_8, outside;
  always_comb begin
    of_el1 = check_for_spe_exception(Cfg, pe_i, with_services(regs_i, 1, 0, 0));
    of_el2 = check_for_spe_exception(Cfg, pe_i, with_services(regs_i, 0, 1, 0));
    of_el3 = check_for_spe_exception(Cfg, pe_i, with_services(regs_i, 0, 0, 1));
    {irq_8, cells_8} = table_d17_8(pmsee, ee_el2, tge, ee_el1, regs_i.pmscr_el1.ke, pe_i.pe_pm);
    cells_9 = cells_t'(table_d17_9(pmsee, ee_el2, regs_i.pmscr_el2.ke, tge, pe_i.pe_pm));
    cells_10 = cells_t'(table_d17_10(pmsee, tge));
    outside = current_security_state(Cfg, pe_i) != owning_ss(Cfg, pe_i);
    cell_8 = outside ? CellNotTaken : cell_of(cells_8, pe_i.el);
    cell_9 = outside ? CellNotTaken : cell_of(cells_9, pe_i.el);
    cell_10 = Cfg.HaveEl3 ? cell_of(cells_10, pe_i.el) : CellNotTaken;
  end

  function automatic profiling_exception_t taken(cell_e to);
    return '{el1: to == CellEl1, el2: to == CellEl2, el3: to == CellEl3};
  endfunction

  // {HCR_EL2.TGE, EL} = {1, EL1} is not applicable.
  always_comb begin
    TablesIrq_A: assert (pmbirq(Cfg, pe_i, with_services(regs_i, 1, 0, 0)) == irq_8);
    TablesEl1_A: assert (pe_i.debug || (tge && pe_i.el == EL1) || of_el1 == taken(cell_8));
    TablesEl2_A: assert (pe_i.debug || (tge && pe_i.el == EL1) || of_el2 == taken(cell_9));
    TablesEl3_A: assert (pe_i.debug || (tge && pe_i.el == EL1) || of_el3 == taken(cell_10));
    TablesDebug_A: assert (!pe_i.debug || {of_el1, of_el2, of_el3} == '0);
    // The S bit of the register that records an event stops profiling.
    TablesRecordedStops_A:
      assert (spe_profiling_stopped(Cfg, pe_i,
                                    with_services(regs_i, event_el == EL1, event_el == EL2, event_el == EL3)));
  end

  always_comb begin
    TablesRecordedEl1_C: cover (event_el == EL1 && ec_i == EcStage1);
    TablesTakenEl1_C: cover (of_el1.el1 && pe_i.el == EL1);
    TablesInterrupts_C: cover (irq_8);
  end
  if (Cfg.HaveEl2) begin : gen_el2
    always_comb begin
      TablesRecordedEl2_C: cover (event_el == EL2 && what == AbortStage1);
      TablesTakenEl2_C: cover (of_el2.el2 && pe_i.el == EL2);
      TablesHostTakes_C: cover (of_el1.el2);
    end
  end
  if (Cfg.HaveEl3) begin : gen_el3
    always_comb begin
      TablesRecordedEl3_C: cover (event_el == EL3 && what == ExternalStage1 && pe_i.mdcr_el3_pmsee == 2'b10);
      TablesTakenEl3_C: cover (of_el3.el3);
    end
  end

endmodule
