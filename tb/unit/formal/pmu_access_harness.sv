// SPDX-License-Identifier: Apache-2.0
//
// The access block of the performance monitors, with the enable block, returns the verdict of the access pseudocode for
// every encoding, read and write, in every state of the PE and the registers. Combinational.

module pmu_access_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spu_pmu_pkg::*;
  import spec_state_pkg::*;
(
  input logic        write_i,
  input logic [15:0] addr_i,
  input pe_t         pe_i,
  input regs_t       spe_regs_i,
  input pmu_regs_t   regs_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  enable_t     enable;
  pmu_access_t access_is;
  spec_pmu_access_pkg::answer_t access_must;

  spu_enable #(.Cfg(Cfg)) u_enable (.pe_i, .regs_i(spe_regs_i), .enable_o(enable));
  spu_pmu_access #(.Cfg(Cfg)) u_access (.write_i, .addr_i, .pe_i, .enable_i(enable), .regs_i, .access_o(access_is));

  assign access_must = spec_pmu_access_pkg::access(Cfg, pe_i, regs_i, write_i, addr_i);

  always_comb begin
    // The core drives only possible PE states.
    PmuAccessPossible_M: assume (possible_state(Cfg, pe_i));
    // Also driven by the core: the Execution state matches the Exception level. EL0 can use AArch32 while EL1 uses
    // AArch64, but not the reverse.
    PmuAccessState_M: assume ((pe_i.el == EL0) ? pe_i.aarch32 || !el_using_aarch32(Cfg, pe_i, EL1)
                                               : pe_i.aarch32 == el_using_aarch32(Cfg, pe_i, pe_i.el));
  end

  always_comb begin
    PmuAccessClaimed_A: assert (access_is.claimed == spec_pmu_access_pkg::claimed(Cfg, pe_i, regs_i, addr_i));
    PmuAccessVerdict_A: assert (access_is.verdict == access_must.verdict);
    PmuAccessEc_A: assert (access_is.ec == access_must.ec);
    PmuAccessReached_A: assert (access_is.reached == spec_pmu_access_pkg::one_hot(access_must));
    PmuAccessIndex_A: assert (!(access_is.reached.pmevcntr || access_is.reached.pmevtyper)
                              || access_is.at == 32'd1 << access_must.n);
  end

  always_comb begin
    PmuAccessUser_C: cover (access_is.reached.pmevcntr && pe_i.el == EL0 && !regs_i.pmuserenr.en);
    PmuAccessTrapEl1_C: cover (access_is.verdict == AccessTrapEl1);
    PmuAccessSelected_C: cover (addr_i == PMXEVTYPER_EL0 && access_is.reached.pmccfiltr);
  end
  // With PMUSERENR_EL0.UEN: a counter that EL0 may only read, one that it may not access, and zeroing of counters.
  if (Cfg.PmuVersion >= 9) begin : gen_p9
    always_comb begin
      PmuAccessReadOnly_C: cover (addr_i == PMCCNTR_EL0 && write_i && pe_i.el == EL0 && access_is.verdict == AccessOk
                                  && access_is.reached == '0 && regs_i.pmuacr[31]);
      PmuAccessWithheld_C: cover (addr_i == PMXEVCNTR_EL0 && !write_i && pe_i.el == EL0 && access_is.verdict == AccessOk
                                  && access_is.reached == '0 && regs_i.pmuserenr.er);
      PmuAccessZeroes_C: cover (access_is.reached.pmzr && pe_i.el == EL0 && !regs_i.pmuserenr.en);
      PmuAccessAllows_C: cover (access_is.reached.pmuacr && pe_i.el == EL1 && write_i);
      PmuAccessIds_C: cover (addr_i == PMCEID1_EL0 && !write_i && access_is.verdict == AccessTrapEl1
                             && regs_i.pmuserenr.en);
    end
  end
  // PMECR_EL1: at EL1, reads and writes each trap by their own bit, not by the other's.
  if (Cfg.HaveEbep) begin : gen_ebep
    always_comb begin
      PmuAccessEbep_C: cover (addr_i == PMECR_EL1 && pe_i.el == EL1 && write_i && access_is.verdict == AccessOk);
      PmuAccessEbepUser_C: cover (addr_i == PMECR_EL1 && pe_i.el == EL0 && access_is.verdict == AccessUndefined);
    end
    if (Cfg.HaveEl2) begin : gen_ebep_el2
      always_comb PmuAccessEbepFine_C: cover (addr_i == PMECR_EL1 && !write_i && access_is.verdict == AccessTrapEl2
                                              && !pe_i.mdcr_el2_tpm && pe_i.hdfgwtr2_el2[0]);
    end
  end
  if (Cfg.HaveEl2) begin : gen_el2
    always_comb begin
      PmuAccessTrapEl2_C: cover (access_is.verdict == AccessTrapEl2);
      PmuAccessReserved_C: cover (addr_i == PMEVCNTR0_EL0 && access_is.reached.pmevcntr
                                  && pe_i.mdcr_el2_hpmn == 0 && pe_i.el == EL1);
    end
  end
  if (Cfg.HaveEl3) begin : gen_el3
    always_comb PmuAccessTrapEl3_C: cover (access_is.verdict == AccessTrapEl3);
  end
  if (Cfg.HaveFgt) begin : gen_fgt
    always_comb PmuAccessFine_C: cover (access_is.verdict == AccessTrapEl2 && access_is.ec == EcCp15
                                        && !pe_i.mdcr_el2_tpm && regs_i.pmuserenr.en && addr_i == PMCCNTR_EL0);
  end else begin : gen_no_fgt
    always_comb PmuAccessZero_C: cover (access_is.verdict == AccessOk && access_is.reached == '0);
  end

endmodule
