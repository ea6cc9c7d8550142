// SPDX-License-Identifier: Apache-2.0
//
// FEAT_EBEP in Arm ARM D13.3.2: rules RGWLVY and RSCBDZ, and Table D13-1 row by row. The table's columns are Effective
// values for a PE whose EL2 is enabled in its Security state; `?` is their X. The table does not cover Debug state. The
// proof `pmu-exception-tables` shows that rules and table agree with the pseudocode.

package spec_pmu_exception_tables_pkg;

  import spu_pkg::*;

  // A cell of Table D13-1: PMUIRQ is enabled (IRQ), neither is enabled (Dis), the exception is masked (Msk) or taken.
  typedef enum logic [2:0] {
    Irq = 3'd0, El1 = 3'd1, El2 = 3'd2, El3 = 3'd3, Dis = 3'd4, Msk = 3'd5, Na = 3'd6, NoRow = 3'd7
  } pmu_cell_e;

  // Cells for EL3, EL2, EL1 and EL0, in the order of the columns.
  typedef struct packed {
    pmu_cell_e el3;
    pmu_cell_e el2;
    pmu_cell_e el1;
    pmu_cell_e el0;
  } pmu_cells_t;

  function automatic pmu_cell_e pmu_cell_of(pmu_cells_t cells, logic [1:0] el);
    case (el)
      EL0: return cells.el0;
      EL1: return cells.el1;
      EL2: return cells.el2;
      default: return cells.el3;
    endcase
  endfunction

  // Table D13-1: {MDCR_EL3.PMEE, MDCR_EL2.PMEE, HCR_EL2.TGE, PMECR_EL1.PMEE, PMECR_EL1.KPME, PSTATE.PM}. Of the
  // reserved values of PMECR_EL1.PMEE it lists only 0b10.
  function automatic logic [11:0] table_d13_1(logic [1:0] el3_pmee, logic [1:0] el2_pmee, logic tge, logic [1:0] pmee,
                                              logic kpme, logic pm);
    casez ({el3_pmee, el2_pmee, tge, pmee, kpme, pm})
      9'b00_??_0_??_?_?: return {Irq, Irq, Irq, Irq};
      9'b00_??_1_??_?_?: return {Irq, Irq, Na, Irq};
      9'b01_00_0_??_?_?: return {Irq, Irq, Irq, Irq};
      9'b01_00_1_??_?_?: return {Irq, Irq, Na, Irq};
      9'b01_01_0_00_?_?: return {Irq, Irq, Irq, Irq};
      9'b01_01_0_10_?_?: return {Dis, Dis, Dis, Dis};
      9'b01_01_0_11_0_?: return {Msk, Msk, Msk, El1};
      9'b01_01_0_11_1_0: return {Msk, Msk, El1, El1};
      9'b01_01_0_11_1_1: return {Msk, Msk, Msk, El1};
      9'b01_01_1_00_?_?: return {Irq, Irq, Na, Irq};
      9'b01_01_1_10_?_?: return {Dis, Dis, Na, Dis};
      9'b01_01_1_11_?_?: return {Msk, Msk, Na, El2};
      9'b01_10_0_??_?_?: return {Dis, Dis, Dis, Dis};
      9'b01_10_1_??_?_?: return {Dis, Dis, Na, Dis};
      9'b01_11_0_??_0_?: return {Msk, Msk, El2, El2};
      9'b01_11_0_??_1_0: return {Msk, El2, El2, El2};
      9'b01_11_0_??_1_1: return {Msk, Msk, El2, El2};
      9'b01_11_1_??_0_?: return {Msk, Msk, Na, El2};
      9'b01_11_1_??_1_0: return {Msk, El2, Na, El2};
      9'b01_11_1_??_1_1: return {Msk, Msk, Na, El2};
      9'b10_??_0_??_?_?: return {Dis, Dis, Dis, Dis};
      9'b10_??_1_??_?_?: return {Dis, Dis, Na, Dis};
      9'b11_??_0_??_0_?: return {Msk, El3, El3, El3};
      9'b11_??_0_??_1_0: return {El3, El3, El3, El3};
      9'b11_??_0_??_1_1: return {Msk, El3, El3, El3};
      9'b11_??_1_??_0_?: return {Msk, El3, Na, El3};
      9'b11_??_1_??_1_0: return {El3, El3, Na, El3};
      9'b11_??_1_??_1_1: return {Msk, El3, Na, El3};
      default: return {NoRow, NoRow, NoRow, NoRow};
    endcase
  endfunction

  // RGWLVY: {enabled and taken to EL1, to EL2, to EL3}. has_el3: EL3 is implemented; el2: EL2 is implemented and
  // enabled in the current Security state.
  function automatic logic [2:0] rgwlvy(bit has_el3, bit el2, logic [1:0] el3_pmee, logic [1:0] el2_pmee, logic tge,
                                        logic [1:0] pmee);
    logic el1_all, el2_all, el3_all;
    el1_all = pmee == 2'b11 && (!el2 || el2_pmee == 2'b01) && (!el2 || !tge) && (!has_el3 || el3_pmee == 2'b01);
    el2_all = el2 && (el2_pmee == 2'b11 || (pmee == 2'b11 && el2_pmee == 2'b01 && tge))
        && (!has_el3 || el3_pmee == 2'b01);
    el3_all = has_el3 && el3_pmee == 2'b11;
    return {el1_all, el2_all, el3_all};
  endfunction

  // RSCBDZ: an enabled exception to `target` is masked.
  function automatic bit rscbdz(bit debug, logic [1:0] el, logic [1:0] target, logic [1:0] el2_pmee,
                                logic kpme, logic pm);
    return debug || el > target || (el == EL2 && target == EL2 && el2_pmee != 2'b11)
        || (el == target && (pm || !kpme));
  endfunction

endpackage
