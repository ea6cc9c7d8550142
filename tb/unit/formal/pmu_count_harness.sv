// SPDX-License-Identifier: Apache-2.0
//
// Every counter counts exactly when CountPMUEvents() or AArch32.CountEvents() returns TRUE, for every state of the PE
// and the registers. Includes the enable block. n_i selects an arbitrary event counter. Combinational.

module pmu_count_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spu_pmu_pkg::*;
  import spec_state_pkg::*;
  import spec_pmu_pkg::*;
(
  input pe_t        pe_i,
  input regs_t      spe_regs_i,
  input pmu_regs_t  regs_i,
  input logic       spe_freeze_i,
  input logic [4:0] n_i  // the event counter
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  enable_t             enable;
  logic [Counters-1:0] count;

  spu_enable #(.Cfg(Cfg)) u_enable (.pe_i, .regs_i(spe_regs_i), .enable_o(enable));
  spu_pmu_count #(.Cfg(Cfg)) u_count (.pe_i, .enable_i(enable), .regs_i, .spe_freeze_i, .count_o(count));

  // spu_pmu_regs: bits of absent counters are zero.
  localparam logic [31:0] Exist = {1'b1, implemented_counters(Cfg.PmuCounters)};
  always_comb begin
    PmuCountExist_M: assume (((regs_i.pmovs | regs_i.pminten | regs_i.pmcnten) & ~Exist) == 0);
    // The core drives only possible PE states.
    PmuCountPossible_M: assume (possible_state(Cfg, pe_i));
  end

  logic [4:0] n;
  assign n = (n_i == 5'd31) ? 5'd0 : n_i;

  logic cycles_must, event_must;
  assign cycles_must = counts(Cfg, pe_i, regs_i, spe_freeze_i, regs_i.pmccfiltr, 5'd31);
  assign event_must  = Exist[n] && counts(Cfg, pe_i, regs_i, spe_freeze_i, regs_i.pmevtyper[n], n);

  always_comb begin
    PmuCountEvents_A: assert (count[n] == event_must);
    PmuCountCycles_A: assert (count[31] == cycles_must);
  end

  always_comb begin
    PmuCounts_C: cover (count == Exist);
    PmuCountsCyclesAlone_C: cover (count[31] && count[30:0] == 0 && regs_i.pmcnten == Exist && regs_i.pmcr.e);
    PmuCountsNot_C: cover (count == 0 && regs_i.pmcnten == Exist && regs_i.pmcr.e && !pe_i.debug);
  end
  if (Cfg.HavePmuSme) begin : gen_sme
    always_comb PmuCountsByMode_C: cover (count[31] && !count[0] && regs_i.pmcnten == Exist
                                          && regs_i.pmevtyper[0] == (regs_i.pmccfiltr ^ (64'd3 << 56)));
  end

endmodule
