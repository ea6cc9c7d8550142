// SPDX-License-Identifier: Apache-2.0
//
// The pseudocode of FEAT_EBEP agrees with its printed rules and table in every PE state and for every PMECR_EL1: two
// readings of the manual, without RTL. Combinational.

module pmu_exception_tables_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_state_pkg::*;
  import spec_pmu_exception_pkg::*;
  import spec_pmu_exception_tables_pkg::*;
(
  input pe_t    pe_i,
  input pmecr_t pmecr_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  // The core drives only possible PE states.
  always_comb PmuTablesPossible_M: assume (possible_state(Cfg, pe_i));

  // The left columns, as Effective values. An absent EL3 or EL2 leaves the choice to the level below, like PMEE 0b01.
  // Both reserved values of PMECR_EL1.PMEE act like the one in the table.
  logic [1:0] el3_pmee, el2_pmee, pmee;
  logic       el2, tge;
  always_comb begin
    el2 = el2_enabled(Cfg, pe_i);
    el3_pmee = Cfg.HaveEl3 ? pe_i.mdcr_el3_pmee : 2'b01;
    el2_pmee = el2 ? pe_i.mdcr_el2_pmee : 2'b01;
    tge = el2 && pe_i.hcr_el2_tge;
    pmee = (pmecr_i.pmee == 2'b01) ? 2'b10 : pmecr_i.pmee;
  end

  pmu_cells_t           cells;
  pmu_cell_e            cell_is;
  enabled_t             exception;
  profiling_exception_t route;
  logic                 interrupts, applies;
  always_comb begin
    cells = pmu_cells_t'(table_d13_1(el3_pmee, el2_pmee, tge, pmee, pmecr_i.kpme, pe_i.pe_pm));
    cell_is = pmu_cell_of(cells, pe_i.el);
    applies = !(tge && pe_i.el == EL1);
    exception = pmu_exception_enabled(Cfg, pe_i, pmecr_i);
    route = check_for_pmu_exception(Cfg, pe_i, pmecr_i, 1);
    interrupts = pmu_interrupt_enabled(Cfg, pe_i, pmecr_i);
  end

  function automatic profiling_exception_t taken(pmu_cell_e to);
    return '{el1: to == El1, el2: to == El2, el3: to == El3};
  endfunction

  always_comb begin
    PmuTablesRow_A: assert (cell_is != NoRow && (cell_is != Na || !applies));
    PmuTablesEnabled_A:
      assert (rgwlvy(Cfg.HaveEl3, el2, pe_i.mdcr_el3_pmee, pe_i.mdcr_el2_pmee, pe_i.hcr_el2_tge, pmecr_i.pmee)
              == {exception.enabled && exception.target == EL1,
                  exception.enabled && exception.target == EL2,
                  exception.enabled && exception.target == EL3});
    PmuTablesMasked_A:
      assert (!exception.enabled
              || pmu_exception_masked(pe_i, pmecr_i, exception.target, pe_i.el, pe_i.pe_pm)
                 == rscbdz(pe_i.debug, pe_i.el, exception.target, pe_i.mdcr_el2_pmee, pmecr_i.kpme, pe_i.pe_pm));
    PmuTablesTaken_A: assert (!applies || pe_i.debug || route == taken(cell_is));
    PmuTablesDebug_A: assert (!pe_i.debug || route == '0);
    PmuTablesIrq_A: assert (!applies || interrupts == (cell_is == Irq));
    PmuTablesDisabled_A: assert (!applies || exception.enabled == (cell_is inside {El1, El2, El3, Msk}));
    // Counters overflow at 64 bits regardless of the fields if, and only if, the exception is enabled.
    PmuTablesLong_A: assert (effective_long(Cfg, pe_i, pmecr_i, 0) == exception.enabled
                             && effective_long(Cfg, pe_i, pmecr_i, 1));
  end

  always_comb begin
    PmuTablesIrq_C: cover (cell_is == Irq && !route);
    PmuTablesDisabled_C: cover (cell_is == Dis);
    PmuTablesMasked_C: cover (cell_is == Msk && pe_i.el == EL1 && pmecr_i.kpme);
    PmuTablesTakenEl1_C: cover (route.el1 && pe_i.el == EL1);
  end
  if (Cfg.HaveEl2) begin : gen_el2
    always_comb begin
      PmuTablesTakenEl2_C: cover (route.el2 && pe_i.el == EL2);
      PmuTablesHostTakes_C: cover (route.el2 && pe_i.mdcr_el2_pmee == 2'b01);
      PmuTablesHostMasks_C: cover (cell_is == Msk && pe_i.el == EL2 && pmecr_i.kpme && !pe_i.pe_pm && tge);
    end
  end
  if (Cfg.HaveEl3) begin : gen_el3
    always_comb begin
      PmuTablesTakenEl3_C: cover (route.el3 && pe_i.el == EL3);
      PmuTablesMaskedEl3_C: cover (cell_is == Msk && pe_i.el == EL3 && el3_pmee == 2'b11 && pmecr_i.kpme);
    end
  end

endmodule
