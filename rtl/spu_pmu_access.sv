// SPDX-License-Identifier: Apache-2.0
//
// Decodes an MRS or MSR of a performance monitors register: whether it is permitted or traps, and what it reaches.
//
// Source: Arm ARM D24.5, "Accessing" of each register; D13.11 for counters that are not accessible. spu_sysreg_pkg has
// the lists of registers; the clauses are common, in the order of the documents. Every cycle's inputs are decoded.
//
// In AArch32 state the access is an MRC or MCR of the mapped register (G8.4), with these differences:
// * a trap is reported with EC 0x03;
// * HSTR_EL2.T9 traps registers of CRn 9 to EL2, after PMUSERENR and before every other trap to EL2;
// * an access that PMUSERENR refuses at EL0 traps if the target Exception level uses AArch64, else it is UNDEFINED;
// * fine-grained traps apply to EL0 only, while EL1 uses AArch64;
// * an EL3 that uses AArch32 has no MDCR_EL3.TPM;
// * PMZR_EL0, PMUACR_EL1 and PMECR_EL1 do not exist, and while EL1 uses AArch32 PMUSERENR_EL0.UEN has no effect.
//
// With FEAT_PMUv3p9 PMUSERENR_EL0.UEN opens every register but PMCR_EL0 to EL0, and PMUACR_EL1, ER, CR and SW can hide
// counters from it: their registers then reach nothing, and registers with a bit for each counter are masked.
//
// Where the documents differ:
// * G8.4's access pseudocode tests whether EL2 uses AArch32 before it applies PMUACR_EL1. Its text, D24.5.26 and J1's
//   GetPMUAccessMask() test EL1, as implemented here.
//
// Counters that cannot be reached: with FEAT_FGT, an access to an unimplemented one is UNDEFINED, and an access to one
// reserved for EL2 traps to EL2. Without FEAT_FGT D24.5 permits a choice: PMEVCNTR<n> and PMEVTYPER<n> are UNDEFINED,
// PMXEVCNTR and PMXEVTYPER read as zero and ignore writes, at the priority of that clause.

module spu_pmu_access
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_pmu_pkg::*;
#(
  parameter config_t Cfg
) (
  // sysreg
  input  logic        write_i,
  input  logic [15:0] addr_i,

  // pe, enable
  input  pe_t         pe_i,
  input  enable_t     enable_i,
  input  pmu_regs_t   regs_i,

  output pmu_access_t access_o
);

  localparam bit HavePmuV3p9 = Cfg.PmuVersion >= 9;

  // By index; no event counter has index 31.
  logic [31:0] implemented, hyp;
  assign implemented = {1'b0, implemented_counters(Cfg.PmuCounters)};
  assign hyp         = {1'b0, pmu_counters_hyp(Cfg.HaveEl2, pe_i.mdcr_el2_hpmn)};

  // HDFGWTR_EL2 or HDFGRTR_EL2, HDFGWTR2_EL2 or HDFGRTR2_EL2.
  logic [63:0] traps, traps2;
  assign traps  = write_i ? pe_i.hdfgwtr_el2 : pe_i.hdfgrtr_el2;
  assign traps2 = write_i ? pe_i.hdfgwtr2_el2 : pe_i.hdfgrtr2_el2;

  // Fields of struct ports that this block does not read.
  logic unused_inputs;
  assign unused_inputs = ^{pe_i, enable_i, regs_i, traps, traps2};

  // -------------------------------------------------------------------------------------------------------
  // Decode: the register that the encoding names, as the traps see it, and the index of its event counter.

  localparam logic [15:0] CounterBits = 16'h001f;

  pmu_target_t named;
  logic        pmxevcntr, pmxevtyper;
  always_comb begin
    pmxevcntr       = (addr_i == PMXEVCNTR_EL0);
    pmxevtyper      = (addr_i == PMXEVTYPER_EL0);
    named           = pmu_named(addr_i, Cfg);
    named.pmevcntr  = pmxevcntr || (addr_i & ~CounterBits) == PMEVCNTR0_EL0;
    named.pmevtyper = pmxevtyper || ((addr_i & ~CounterBits) == PMEVTYPER0_EL0 && addr_i != PMCCFILTR_EL0);
  end

  // PMXEVTYPER_EL0 with SEL 31 is PMCCFILTR_EL0, but keeps its own fine-grained trap.
  logic selects_cycles;
  assign selects_cycles = pmxevtyper && (regs_i.sel == PmselrSelCycleCounter);

  // PMXEVCNTR_EL0 and PMXEVTYPER_EL0 (CRn 9) access the counter that PMSELR_EL0.SEL selects; the other registers of a
  // counter (CRn 14) encode its number. The index is meaningless for all other registers.
  logic                crn_9, indexed, selected;
  logic [4:0]          index;
  logic [Counters-1:0] at;  // index, one-hot
  assign crn_9    = !addr_i[8];
  assign indexed  = named.pmevcntr || (named.pmevtyper && !selects_cycles);
  assign selected = pmxevcntr || pmxevtyper;
  assign index    = crn_9 ? regs_i.sel : addr_i[4:0];
  assign at       = Counters'(1) << index;

  // -------------------------------------------------------------------------------------------------------
  // EL0 accesses

  // UNDEFINED at EL0 regardless of PMUSERENR_EL0, which is itself read-only there.
  function automatic pmu_target_t undefined_at_el0(logic write);
    pmu_target_t refused;
    refused           = PmuNotAtEl0;
    refused.pmuserenr = write;
    return refused;
  endfunction

  // PMUSERENR_EL0.EN or one of its other bits enables an access at EL0. UEN and TID can also refuse one.
  function automatic pmu_target_t user_access_refused(logic uen, logic write);
    pmu_target_t refused;
    logic        tid;
    tid     = HavePmuV3p9 && regs_i.pmuserenr.tid;
    refused = (regs_i.pmuserenr.en || uen) ? '0 : '1;
    if (regs_i.pmuserenr.cr && !write) refused.pmccntr  = 1'b0;
    if (regs_i.pmuserenr.er && !write) refused.pmevcntr = 1'b0;
    if (regs_i.pmuserenr.er)           refused.pmselr   = 1'b0;
    if (regs_i.pmuserenr.sw)           refused.pmswinc  = 1'b0;
    if (uen)                           refused.pmcr     = 1'b1;
    if (tid)                           refused.pmceid0  = 1'b1;
    if (tid)                           refused.pmceid1  = 1'b1;
    refused.pmuserenr = 1'b0;
    return refused;
  endfunction

  // Counters that PMUACR_EL1 and PMUSERENR_EL0 leave accessible: the part of GetPMUReadMask() and GetPMUWriteMask()
  // that depends on these registers.
  function automatic logic [Counters-1:0] user_mask(logic uen, logic write);
    logic [Counters-1:0] mask;
    mask = '1;
    if (uen) begin
      mask = regs_i.pmuacr;
      if (write && regs_i.pmuserenr.cr) mask[CycleCounter] = 1'b0;
      if (write && regs_i.pmuserenr.er) mask[MaxEventCounters-1:0] = '0;
    end
    return mask;
  endfunction

  // PMUSwIncrement() has its own rule: SW bypasses the mask, and ER has no effect.
  function automatic logic [MaxEventCounters-1:0] user_increment_mask(logic uen);
    return (uen && !regs_i.pmuserenr.sw) ? regs_i.pmuacr[MaxEventCounters-1:0] : '1;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Refusals: a bit for each register, from the state of the PE alone. Permission and decode are computed in parallel
  // and ANDed last, to keep the path to the registers short.

  logic el3_aarch32;
  assign el3_aarch32 = Cfg.HaveEl3 && Cfg.Aarch32El3 && pe_i.el3_aarch32;

  // A refused EL0 access traps to EL2 if HCR_EL2.TGE is 1, else to EL1. It is UNDEFINED if that level uses AArch32.
  function automatic verdict_e user_trap();
    if (enable_i.el2_enabled && pe_i.hcr_el2_tge) return enable_i.el2_aarch32 ? AccessUndefined : AccessTrapEl2;
    return enable_i.el1_aarch32 ? AccessUndefined : AccessTrapEl1;
  endfunction

  function automatic pmu_target_t check_fine_grained_trap(logic write);
    if (!Cfg.HaveFgt || !enable_i.el2_enabled || (Cfg.HaveEl3 && !pe_i.scr_el3_fgten)) return '0;
    if (enable_i.el1_aarch32 || (pe_i.el == EL0 && enable_i.in_host)) return '0;
    return pmu_trapped(traps, write);
  endfunction

  // While SCR_EL3.FGTEn2 is 0, accesses trap as if all bits of HDFGRTR2_EL2 and HDFGWTR2_EL2 were 0. AArch32 has no
  // register with such a trap.
  function automatic pmu_target_t check_fine_grained_trap2();
    if (!Cfg.HaveFgt2 || !enable_i.el2_enabled || (pe_i.el == EL0 && enable_i.in_host)) return '0;
    return pmu_trapped2((Cfg.HaveEl3 && !pe_i.scr_el3_fgten2) ? '0 : traps2);
  endfunction

  function automatic logic el3_sdd_undef();
    return pe_i.debug && pe_i.edscr_sdd;
  endfunction

  function automatic logic el3_sdd_undef_priority();
    return el3_sdd_undef() && Cfg.El3TrapPriority;
  endfunction

  // guest: EL2's controls apply. below_el3: MDCR_EL3's controls apply.
  logic guest, below_el3;
  assign guest     = enable_i.el2_enabled && (pe_i.el inside {EL0, EL1});
  assign below_el3 = Cfg.HaveEl3 && !el3_aarch32 && pe_i.el != EL3;

  // PMUSERENR_EL0.UEN applies to this access.
  logic uen;
  assign uen = HavePmuV3p9 && pe_i.el == EL0 && !enable_i.el1_aarch32 && regs_i.pmuserenr.uen;

  pmu_target_t other_way, not_at_el0, user, fine_grained, tpmcr, enpm2;
  logic        t9, tpm, el3;
  always_comb begin
    other_way    = (write_i ? PmuReadOnly : PmuWriteOnly) | (pe_i.aarch32 ? PmuNotInAarch32 : '0);
    not_at_el0   = (pe_i.el == EL0) ? undefined_at_el0(write_i) : '0;
    user         = (pe_i.el == EL0) ? user_access_refused(uen, write_i) : '0;
    fine_grained = guest ? check_fine_grained_trap(write_i) | check_fine_grained_trap2() : '0;
    tpmcr        = '0;
    tpmcr.pmcr   = guest && pe_i.mdcr_el2_tpmcr;
    t9           = guest && pe_i.aarch32 && !enable_i.in_host && pe_i.hstr_el2_t9 && crn_9;
    tpm          = guest && pe_i.mdcr_el2_tpm;
    enpm2        = (below_el3 && !pe_i.mdcr_el3_enpm2) ? PmuNeedsEnpm2 : '0;
    el3          = below_el3 && pe_i.mdcr_el3_tpm;
  end

  // The counter is unimplemented, reserved for EL2, or hidden from EL0.
  logic                missing, reserved, event_hidden, cycles_hidden;
  logic [Counters-1:0] counters;
  assign counters      = user_mask(uen, write_i);
  assign missing       = (at & implemented) == '0;
  assign reserved      = guest && (at & hyp) != '0;
  assign event_hidden  = HavePmuV3p9 && (at & counters) == '0;
  assign cycles_hidden = HavePmuV3p9 && !counters[CycleCounter];

  // The register that the access reaches.
  pmu_target_t permitted, reached;
  always_comb begin
    permitted = ~(other_way | not_at_el0 | user | fine_grained | tpmcr | enpm2);
    if (t9 || tpm || el3) permitted = '0;
    reached           = named & permitted;
    reached.pmevcntr  = reached.pmevcntr && !missing && !reserved && !event_hidden;
    reached.pmccntr   = reached.pmccntr && !cycles_hidden;
    reached.pmccfiltr = (reached.pmccfiltr || (reached.pmevtyper && selects_cycles)) && !cycles_hidden;
    reached.pmevtyper = reached.pmevtyper && !selects_cycles && !missing && !reserved && !event_hidden;
  end

  // -------------------------------------------------------------------------------------------------------
  // The verdict: refusals in priority order.

  typedef struct packed {
    logic no_register;   // no register with this encoding, direction and Execution state
    logic no_counter;
    logic not_at_el0;
    logic sdd_priority;  // an EL3 trap that Debug state makes UNDEFINED before every other trap
    logic user;
    logic t9;
    logic fine_grained;
    logic tpm;
    logic tpmcr;
    logic reserved;      // the counter is reserved for EL2
    logic el3;
  } refusal_t;

  refusal_t refused;
  assign refused = '{
    no_register:  (named & ~other_way) == '0,
    no_counter:   indexed && missing,
    not_at_el0:   (named & not_at_el0) != '0,
    sdd_priority: (el3 || (named & enpm2) != '0) && el3_sdd_undef_priority(),
    user:         (named & user) != '0,
    t9:           t9,
    fine_grained: (named & fine_grained) != '0,
    tpm:          tpm,
    tpmcr:        (named & tpmcr) != '0,
    reserved:     indexed && reserved,
    el3:          el3 || (named & enpm2) != '0
  };

  // Permitted, but reads as zero and ignores writes.
  logic hidden;
  assign hidden = indexed ? event_hidden : (named.pmccntr || named.pmccfiltr || selects_cycles) && cycles_hidden;

  // ConstrainUnpredictableProcedure(Unpredictable_PMUEVENTCOUNTER), or what FEAT_FGT defines instead.
  function automatic verdict_e counter_unreachable(logic by_select, verdict_e with_fgt);
    if (Cfg.HaveFgt) return with_fgt;
    return by_select ? AccessOk : AccessUndefined;
  endfunction

  function automatic verdict_e access_answer(refusal_t why, logic by_select);
    if (why.no_register)  return AccessUndefined;
    if (why.no_counter)   return counter_unreachable(by_select, AccessUndefined);
    if (why.not_at_el0)   return AccessUndefined;
    if (why.sdd_priority) return AccessUndefined;
    if (why.user)         return user_trap();
    if (why.t9)           return AccessTrapEl2;
    if (why.fine_grained) return AccessTrapEl2;
    if (why.tpm)          return AccessTrapEl2;
    if (why.tpmcr)        return AccessTrapEl2;
    if (why.reserved)     return counter_unreachable(by_select, AccessTrapEl2);
    if (why.el3)          return el3_sdd_undef() ? AccessUndefined : AccessTrapEl3;
    return AccessOk;
  endfunction

  // -------------------------------------------------------------------------------------------------------

  always_comb begin
    access_o = '{
      claimed:             named != '0,
      verdict:             access_answer(refused, selected),
      ec:                  '0,
      reached:             reached,
      at:                  at,
      user_mask:           counters,
      user_increment_mask: user_increment_mask(uen)
    };
    if (access_o.verdict inside {AccessTrapEl1, AccessTrapEl2, AccessTrapEl3}) begin
      access_o.ec = pe_i.aarch32 ? EcCp15 : EcSysreg;
    end
  end

  // Properties (checked in simulation)
  always_comb begin
    ReachesOneAtMost_S: assert ((reached & (reached - 1'b1)) == '0);
    ReachesUnlessRefused_S: assert ((reached != '0) == (refused == '0 && !hidden));
  end

endmodule
