// SPDX-License-Identifier: Apache-2.0
//
// The printed tables of FEAT_SPE_EXC, row by row: Arm ARM D17.4 (Table D17-2) and D17.8 (Tables D17-5 to D17-10). Their
// columns are Effective values; `?` is their X. They do not cover other Security states and Debug state. The proof
// `event-route-tables` shows that they agree with the pseudocode.

package spec_event_route_tables_pkg;

  import spu_pkg::*;

  // The right columns of Tables D17-5 to D17-7.
  typedef enum logic [2:0] {
    GpfStage1, GpfStage2, GpcFault, ExternalStage1, ExternalStage2, AbortStage1, AbortStage2, OtherEvent
  } management_event_e;

  // Table D17-5: {PMSEE, SCR_EL3.GPF, PMSCR_EL2.EE, E2PB, HCR_EL2.GPF} to GPF at stage 1, at stage 2, and GPC fault.
  function automatic logic [5:0] table_d17_5(logic [1:0] pmsee, logic scr_gpf, logic [1:0] ee, logic [1:0] e2pb,
                                             logic hcr_gpf);
    casez ({pmsee, scr_gpf, ee, e2pb, hcr_gpf})
      8'b00_?_??_??_?: return {EL1, EL1, EL1};
      8'b01_?_0?_??_?: return {EL1, EL1, EL1};
      8'b01_?_10_00_?: return {EL2, EL2, EL2};
      8'b01_?_10_1?_0: return {EL1, EL2, EL2};
      8'b01_?_10_1?_1: return {EL2, EL2, EL2};
      8'b01_?_11_??_?: return {EL2, EL2, EL2};
      8'b10_0_0?_??_?: return {EL1, EL1, EL3};
      8'b10_0_10_00_?: return {EL2, EL2, EL3};
      8'b10_0_10_1?_0: return {EL1, EL2, EL3};
      8'b10_0_10_1?_1: return {EL2, EL2, EL3};
      8'b10_0_11_??_?: return {EL2, EL2, EL3};
      8'b10_1_??_??_?: return {EL3, EL3, EL3};
      8'b11_?_??_??_?: return {EL3, EL3, EL3};
      default: return '0;
    endcase
  endfunction

  // Table D17-6: {PMSEE, SCR_EL3.EA, PMSCR_EL2.EE, E2PB, HCR_EL2.TEA} to External aborts at stage 1 and stage 2.
  function automatic logic [3:0] table_d17_6(logic [1:0] pmsee, logic ea, logic [1:0] ee, logic [1:0] e2pb, logic tea);
    casez ({pmsee, ea, ee, e2pb, tea})
      8'b00_?_??_??_?: return {EL1, EL1};
      8'b01_?_0?_??_?: return {EL1, EL1};
      8'b01_?_10_00_?: return {EL2, EL2};
      8'b01_?_10_1?_0: return {EL1, EL2};
      8'b01_?_10_1?_1: return {EL2, EL2};
      8'b01_?_11_??_?: return {EL2, EL2};
      8'b10_0_0?_??_?: return {EL1, EL1};
      8'b10_0_10_00_?: return {EL2, EL2};
      8'b10_0_10_1?_0: return {EL1, EL2};
      8'b10_0_10_1?_1: return {EL2, EL2};
      8'b10_0_11_??_?: return {EL2, EL2};
      8'b10_1_??_??_?: return {EL3, EL3};
      8'b11_?_??_??_?: return {EL3, EL3};
      default: return '0;
    endcase
  endfunction

  // Table D17-7: {PMSEE, PMSCR_EL2.EE, E2PB} to other aborts at stage 1 and stage 2, and Other events.
  function automatic logic [5:0] table_d17_7(logic [1:0] pmsee, logic [1:0] ee, logic [1:0] e2pb);
    casez ({pmsee, ee, e2pb})
      6'b00_??_??: return {EL1, EL1, EL1};
      6'b01_0?_??: return {EL1, EL1, EL1};
      6'b01_10_00: return {EL2, EL2, EL1};
      6'b01_10_1?: return {EL1, EL2, EL1};
      6'b01_11_??: return {EL2, EL2, EL2};
      6'b10_0?_??: return {EL1, EL1, EL1};
      6'b10_10_00: return {EL2, EL2, EL1};
      6'b10_10_1?: return {EL1, EL2, EL1};
      6'b10_11_??: return {EL2, EL2, EL2};
      6'b11_??_??: return {EL3, EL3, EL3};
      default: return '0;
    endcase
  endfunction

  // The tables' register for a management event; EL0 if no row has these values.
  function automatic logic [1:0] recorded_at(management_event_e what, logic [1:0] pmsee, logic scr_gpf, logic scr_ea,
                                             logic [1:0] ee, logic [1:0] e2pb, logic hcr_gpf, logic hcr_tea);
    logic [5:0] gpf, other;
    logic [3:0] external;
    gpf = table_d17_5(pmsee, scr_gpf, ee, e2pb, hcr_gpf);
    external = table_d17_6(pmsee, scr_ea, ee, e2pb, hcr_tea);
    other = table_d17_7(pmsee, ee, e2pb);
    case (what)
      GpfStage1: return gpf[5:4];
      GpfStage2: return gpf[3:2];
      GpcFault: return gpf[1:0];
      ExternalStage1: return external[3:2];
      ExternalStage2: return external[1:0];
      AbortStage1: return other[5:4];
      AbortStage2: return other[3:2];
      default: return other[1:0];
    endcase
  endfunction

  // Table D17-2, last column, which prints True where profiling is not stopped (docs/verification.md).
  function automatic logic table_d17_2(logic el1_s, logic [1:0] pmsee, logic el3_s, logic [1:0] ee, logic el2_s);
    casez ({el1_s, pmsee, el3_s, ee, el2_s})
      7'b0_00_?_??_?: return 1;
      7'b0_01_?_0?_?: return 1;
      7'b0_01_?_1?_0: return 1;
      7'b0_01_?_1?_1: return 0;
      7'b0_1?_0_0?_?: return 1;
      7'b0_1?_0_1?_0: return 1;
      7'b0_1?_0_1?_1: return 0;
      7'b0_1?_1_??_?: return 0;
      7'b1_??_?_??_?: return 0;
      default: return 0;
    endcase
  endfunction

  // A cell of Tables D17-8 to D17-10: the level that takes the exception from an Exception level, or none (None, B, C).
  typedef enum logic [2:0] {
    CellNotTaken = 3'd0, CellEl1 = 3'd1, CellEl2 = 3'd2, CellEl3 = 3'd3, CellNotApplicable = 3'd4
  } cell_e;

  // Cells for EL0, EL1, EL2 and EL3.
  typedef struct packed {
    cell_e el0;
    cell_e el1;
    cell_e el2;
    cell_e el3;
  } cells_t;

  function automatic cell_e cell_of(cells_t cells, logic [1:0] el);
    case (el)
      EL0: return cells.el0;
      EL1: return cells.el1;
      EL2: return cells.el2;
      default: return cells.el3;
    endcase
  endfunction

  localparam cell_e No = CellNotTaken;
  localparam cell_e Na = CellNotApplicable;

  // Table D17-8, PMBSR_EL1.S is 1: {IRQ, cells}. EE and KE are PMSCR_EL1's.
  function automatic logic [12:0] table_d17_8(logic [1:0] pmsee, logic [1:0] el2_ee, logic tge, logic [1:0] ee,
                                              logic ke, logic pm);
    logic some_pmsee, some_el2_ee;
    some_pmsee = pmsee != 2'b00;
    some_el2_ee = el2_ee != 2'b00;
    casez ({some_pmsee, some_el2_ee, tge, ee, ke, pm})
      7'b0_?_0_??_?_?: return {1'b1, No, No, No, No};
      7'b0_?_1_??_?_?: return {1'b1, No, Na, No, No};
      7'b1_0_0_??_?_?: return {1'b1, No, No, No, No};
      7'b1_0_1_??_?_?: return {1'b1, No, Na, No, No};
      7'b1_1_0_0?_?_?: return {1'b1, No, No, No, No};
      7'b1_1_0_1?_0_?: return {1'b0, CellEl1, No, No, No};
      7'b1_1_0_1?_1_0: return {1'b0, CellEl1, CellEl1, No, No};
      7'b1_1_0_1?_1_1: return {1'b0, CellEl1, No, No, No};
      7'b1_1_1_0?_?_?: return {1'b1, No, Na, No, No};
      default: return {1'b0, CellEl2, Na, No, No};  // 1_1_1_1?_?_?
    endcase
  endfunction

  // Table D17-9, PMBSR_EL2.S is 1. EE and KE are PMSCR_EL2's.
  function automatic logic [11:0] table_d17_9(logic [1:0] pmsee, logic [1:0] ee, logic ke, logic tge, logic pm);
    logic some_pmsee;
    some_pmsee = pmsee != 2'b00;
    casez ({some_pmsee, ee, ke, tge, pm})
      6'b0_??_?_0_?: return {No, No, No, No};
      6'b0_??_?_1_?: return {No, Na, No, No};
      6'b1_0?_?_0_?: return {No, No, No, No};
      6'b1_0?_?_1_?: return {No, Na, No, No};
      6'b1_10_?_0_?: return {CellEl2, CellEl2, No, No};
      6'b1_10_?_1_?: return {CellEl2, Na, No, No};
      6'b1_11_0_0_?: return {CellEl2, CellEl2, No, No};
      6'b1_11_0_1_?: return {CellEl2, Na, No, No};
      6'b1_11_1_0_0: return {CellEl2, CellEl2, CellEl2, No};
      6'b1_11_1_0_1: return {CellEl2, CellEl2, No, No};
      6'b1_11_1_1_0: return {CellEl2, Na, CellEl2, No};
      default: return {CellEl2, Na, No, No};  // 1_11_1_1_1
    endcase
  endfunction

  // Table D17-10, PMBSR_EL3.S is 1.
  function automatic logic [11:0] table_d17_10(logic [1:0] pmsee, logic tge);
    casez ({pmsee, tge})
      3'b0?_0: return {No, No, No, No};
      3'b0?_1: return {No, Na, No, No};
      3'b10_0: return {CellEl3, CellEl3, CellEl3, No};
      3'b10_1: return {CellEl3, Na, CellEl3, No};
      3'b11_0: return {CellEl3, CellEl3, CellEl3, No};
      default: return {CellEl3, Na, CellEl3, No};  // 11_1
    endcase
  endfunction

endpackage
