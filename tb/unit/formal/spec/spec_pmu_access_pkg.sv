// SPDX-License-Identifier: Apache-2.0
//
// Specification of the access block of the performance monitors: the access pseudocode of each register in Arm ARM
// D24.5, "Accessing ...", and for MRC and MCR in G8.4 and G8.3.34 (PMMIR). One function for each Exception level, with
// the clauses in the order of the documents, and both forms side by side where AArch32 differs. The fine-grained trap
// bits are in D24.2, the functions in J1, inaccessible event counters in D13.11. docs/verification.md settles what
// D24.5 leaves open without FEAT_FGT. Then the readable and writable bits of registers with one bit per counter: the
// fields' "Accessing this field", J1.3 GetPMUReadMask(), GetPMUWriteMask(), PMUSwIncrement() and ZeroPMUCounters().
// Written from the Arm documents, not from the RTL: make formal proves that the two agree.

package spec_pmu_access_pkg;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_pmu_pkg::*;
  import spec_state_pkg::*;
  import spec_pmu_names_pkg::*;

  // The result of the pseudocode: a trap, UNDEFINED, or an access to a register. There is no register if the access is
  // RAZ/WI.
  typedef struct packed {
    verdict_e    verdict;
    logic [5:0]  ec;
    logic        left;
    logic [15:0] target;  // for PMEVCNTR<n> and PMEVTYPER<n> the first
    logic [4:0]  n;
  } answer_t;

  // Results of clauses.
  function automatic answer_t undefined();
    return '{verdict: AccessUndefined, ec: '0, left: 0, target: '0, n: '0};
  endfunction

  function automatic answer_t raz_wi();
    return '{verdict: AccessOk, ec: '0, left: 0, target: '0, n: '0};
  endfunction

  function automatic answer_t register(logic [15:0] target, logic [4:0] n);
    return '{verdict: AccessOk, ec: '0, left: 1, target: target, n: n};
  endfunction

  // AArch64.SystemAccessTrap(); AArch64.AArch32SystemAccessTrap() and AArch32.TakeHypTrapException(0x03).
  function automatic answer_t trap_to(config_t cfg, pe_t pe, verdict_e el);
    return '{verdict: el, ec: using_aarch32(cfg, pe) ? 6'h03 : 6'h18, left: 0, target: '0, n: '0};
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Properties of a register for reads or writes.

  typedef struct packed {
    logic        exists;        // exists in this direction
    logic        a64_only;      // has no AArch32 form
    logic        undef_at_el0;
    logic        user;          // PMUSERENR permits access from EL0
    // trap bit in FEAT_FGT2's HDFGRTR2_EL2 and HDFGWTR2_EL2, not in HDFGRTR_EL2 and HDFGWTR_EL2
    logic        fgt2;
    logic        fine;          // that trap bit is active
    logic        tpmcr;         // MDCR_EL2.TPMCR traps it
    logic        enpm2;         // needs MDCR_EL3.EnPM2
    logic        c9;            // CRn of MRC and MCR: HSTR_EL2.T9 traps them
    logic        counter;       // belongs to event counter n
    logic        selected;      // n is PMSELR_EL0.SEL
    logic [4:0]  n;
    logic        hidden;        // RAZ/WI at EL0
    logic [15:0] target;
  } particular_t;

  // The Effective value of PMUSERENR_EL0.UEN (D24.5.26).
  function automatic bit effective_uen(config_t cfg, pe_t pe, pmu_regs_t regs);
    return cfg.PmuVersion >= 9 && !el_using_aarch32(cfg, pe, EL1) && regs.pmuserenr.uen;
  endfunction

  // With UEN, for a counter and its event type: PMUACR_EL1 denies EL0 the counter, or CR or ER makes it read-only.
  function automatic bit withheld(pmu_regs_t regs, bit write, logic [4:0] n);
    return !regs.pmuacr[n] || (write && (n == 31 ? regs.pmuserenr.cr : regs.pmuserenr.er));
  endfunction

  function automatic particular_t particular(config_t cfg, pe_t pe, pmu_regs_t regs, bit write, logic [15:0] addr);
    particular_t p;
    pmuserenr_t user;
    bit uen, cycles, events;
    logic [63:0] trap_bits, trap_bits2;
    user = regs.pmuserenr;
    uen = effective_uen(cfg, pe, regs);
    trap_bits = write ? pe.hdfgwtr_el2 : pe.hdfgrtr_el2;
    trap_bits2 = write ? pe.hdfgwtr2_el2 : pe.hdfgrtr2_el2;
    p = '{exists: 1, a64_only: 0, undef_at_el0: 0, user: user.en || uen, fgt2: 0, fine: 0, tpmcr: 0, enpm2: 0, c9: 1,
          counter: 0, selected: 0, n: '0, hidden: 0, target: addr};
    cycles = 0;
    events = 0;
    case (addr)
      PMCCFILTR_EL0: begin
        p.fine = trap_bits[14];
        p.c9 = 0;
        cycles = 1;
      end
      PMCCNTR_EL0: begin
        p.user = user.en || uen || (!write && user.cr);
        p.fine = trap_bits[15];
        cycles = 1;
      end
      PMCEID0_EL0, PMCEID1_EL0: begin
        p.exists = !write;
        p.user = (user.en || uen) && !(cfg.PmuVersion >= 9 && user.tid);
        p.fine = trap_bits[58];
      end
      PMCNTENCLR_EL0, PMCNTENSET_EL0: p.fine = trap_bits[16];
      PMCR_EL0: begin
        p.user = user.en && !uen;
        p.fine = write && trap_bits[21];  // no trap for reads
        p.tpmcr = 1;
      end
      PMINTENCLR_EL1, PMINTENSET_EL1: begin
        p.undef_at_el0 = 1;
        p.fine = trap_bits[17];
      end
      PMMIR_EL1: begin
        p.exists = !write && cfg.PmuVersion >= 4;
        p.undef_at_el0 = 1;
        p.fine = trap_bits[22];
      end
      PMOVSCLR_EL0, PMOVSSET_EL0: p.fine = trap_bits[18];
      PMSELR_EL0: begin
        p.user = user.en || uen || user.er;
        p.fine = trap_bits[19];
      end
      PMSWINC_EL0: begin
        p.exists = write;
        p.user = user.en || uen || user.sw;
        p.fine = trap_bits[20];
      end
      PMUACR_EL1: begin
        p.exists = cfg.PmuVersion >= 9;
        p.a64_only = 1;
        p.undef_at_el0 = 1;
        p.fgt2 = 1;
        p.fine = !trap_bits2[4];  // nPMUACR_EL1
        p.enpm2 = 1;
      end
      PMECR_EL1: begin
        p.exists = cfg.HaveEbep;
        p.a64_only = 1;
        p.undef_at_el0 = 1;
        p.fgt2 = 1;
        p.fine = !trap_bits2[0];  // nPMECR_EL1
        p.enpm2 = 1;
      end
      PMZR_EL0: begin
        p.exists = cfg.PmuVersion >= 9 && write;
        p.a64_only = 1;
        p.fgt2 = 1;
        p.fine = !trap_bits2[21];  // nPMZR_EL0
      end
      PMUSERENR_EL0: begin
        p.undef_at_el0 = write;
        p.user = 1;
        p.fine = trap_bits[57];
      end
      PMXEVCNTR_EL0: begin
        p.user = user.en || uen || (!write && user.er);
        p.fine = trap_bits[12];
        events = 1;
        p.counter = 1;
        p.selected = 1;
        p.n = regs.sel;
        p.target = PMEVCNTR0_EL0;
      end
      // SEL = 31 selects the cycle counter's filter, but still uses the fine-grained trap of PMEVTYPER<n>.
      PMXEVTYPER_EL0: begin
        p.fine = trap_bits[13];
        if (regs.sel == 31) begin
          cycles = 1;
          p.target = PMCCFILTR_EL0;
        end else begin
          events = 1;
          p.counter = 1;
          p.selected = 1;
          p.n = regs.sel;
          p.target = PMEVTYPER0_EL0;
        end
      end
      default: begin
        p.c9 = 0;
        events = 1;
        p.counter = 1;
        p.n = addr[4:0];  // CRm[1:0]:op2
        p.target = addr & ~16'h1f;
        case (p.target)
          PMEVCNTR0_EL0: begin
            p.exists = p.n <= 30;
            p.user = user.en || uen || (!write && user.er);
            p.fine = trap_bits[12];
          end
          PMEVTYPER0_EL0: p.fine = trap_bits[13];  // n = 31 is PMCCFILTR_EL0
          default: p.exists = 0;
        endcase
      end
    endcase
    if (cfg.PmuVersion == 0) p.exists = 0;
    p.hidden = uen && (cycles || events) && withheld(regs, write, cycles ? 5'd31 : p.n);
    return p;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Clauses.

  // GetNumEventCountersSelfHosted(), without FEAT_PMUv3_EXTPMN.
  function automatic bit implemented(config_t cfg, logic [4:0] n);
    return 32'(n) < cfg.PmuCounters;
  endfunction

  // GetNumEventCountersAccessible(), at EL1 and EL0 with EL2 enabled.
  function automatic bit accessible(pe_t pe, logic [4:0] n);
    return n < pe.mdcr_el2_hpmn;
  endfunction

  // Unpredictable_PMUEVENTCOUNTER: this unit's choice.
  function automatic answer_t unpredictable_pmueventcounter(particular_t p);
    return p.selected ? raz_wi() : undefined();
  endfunction

  // MDCR_EL3.TPM == 1 or, for a register that needs it, EnPM2 == 0. An EL3 in AArch32 has neither bit. Each bit has two
  // consecutive clauses with the same result.
  function automatic bit el3_traps(config_t cfg, pe_t pe, particular_t p);
    return cfg.HaveEl3 && !el_using_aarch32(cfg, pe, EL3) && (pe.mdcr_el3_tpm || (p.enpm2 && !pe.mdcr_el3_enpm2));
  endfunction

  // EL3SDDUndef(), EL3SDDUndefPriority().
  function automatic bit el3_sdd_undef(pe_t pe);
    return pe.debug && pe.edscr_sdd;
  endfunction

  function automatic bit el3_sdd_undef_priority(config_t cfg, pe_t pe);
    return el3_sdd_undef(pe) && cfg.El3TrapPriority;
  endfunction

  // The last clauses for EL0, EL1 and EL2.
  function automatic answer_t below_el3(config_t cfg, pe_t pe, particular_t p);
    if (el3_traps(cfg, pe, p)) return el3_sdd_undef(pe) ? undefined() : trap_to(cfg, pe, AccessTrapEl3);
    return register(p.target, p.n);
  endfunction

  // The fine-grained trap. Until EL3 enables it, FEAT_FGT's does not trap, and FEAT_FGT2's traps every access.
  function automatic bit fine_grained_trap(config_t cfg, pe_t pe, particular_t p);
    if (!el2_enabled(cfg, pe)) return 0;
    if (p.fgt2) return cfg.HaveFgt2 && ((cfg.HaveEl3 && !pe.scr_el3_fgten2) || p.fine);
    return cfg.HaveFgt && (!cfg.HaveEl3 || pe.scr_el3_fgten) && p.fine;
  endfunction

  // HSTR_EL2.T9, or HSTR.T9 if EL2 uses AArch32, where E2H does not exist.
  function automatic bit hstr_t9(config_t cfg, pe_t pe, particular_t p);
    if (!using_aarch32(cfg, pe) || !p.c9 || !el2_enabled(cfg, pe)) return 0;
    if (pe.el == EL0 && !el_using_aarch32(cfg, pe, EL2) && el_is_in_host(cfg, pe, EL0)) return 0;
    return pe.hstr_el2_t9;
  endfunction

  // The clauses for EL0 and EL1 after the fine-grained trap.
  function automatic answer_t below_el2(config_t cfg, pe_t pe, particular_t p);
    if (el2_enabled(cfg, pe)) begin
      if (pe.mdcr_el2_tpm) return trap_to(cfg, pe, AccessTrapEl2);
      if (p.tpmcr && pe.mdcr_el2_tpmcr) return trap_to(cfg, pe, AccessTrapEl2);
      if (p.counter && !accessible(pe, p.n)) begin
        if (!cfg.HaveFgt) return unpredictable_pmueventcounter(p);
        return trap_to(cfg, pe, AccessTrapEl2);
      end
    end
    return below_el3(cfg, pe, p);
  endfunction

  // Access denied by PMUSERENR. With EL1 in AArch32 and HCR.TGE this is AArch32.TakeHypTrapException(0x00), as for an
  // UNDEFINED instruction there.
  function automatic answer_t not_for_user(config_t cfg, pe_t pe);
    bit tge;
    tge = el2_enabled(cfg, pe) && pe.hcr_el2_tge;
    if (using_aarch32(cfg, pe) && el_using_aarch32(cfg, pe, EL1)) begin
      if (tge && !el_using_aarch32(cfg, pe, EL2)) return trap_to(cfg, pe, AccessTrapEl2);
      return undefined();
    end
    return trap_to(cfg, pe, tge ? AccessTrapEl2 : AccessTrapEl1);
  endfunction

  function automatic answer_t at_el0(config_t cfg, pe_t pe, particular_t p);
    bit fine;
    answer_t answer;
    if (p.undef_at_el0) return undefined();
    if (el3_traps(cfg, pe, p) && el3_sdd_undef_priority(cfg, pe)) return undefined();
    if (!p.user) return not_for_user(cfg, pe);
    if (hstr_t9(cfg, pe, p)) return trap_to(cfg, pe, AccessTrapEl2);
    fine = fine_grained_trap(cfg, pe, p) && !el_is_in_host(cfg, pe, EL0);
    if (using_aarch32(cfg, pe)) fine = fine && !el_using_aarch32(cfg, pe, EL1);
    if (fine) return trap_to(cfg, pe, AccessTrapEl2);
    answer = below_el2(cfg, pe, p);
    return (answer.left && p.hidden) ? raz_wi() : answer;
  endfunction

  function automatic answer_t at_el1(config_t cfg, pe_t pe, particular_t p);
    if (el3_traps(cfg, pe, p) && el3_sdd_undef_priority(cfg, pe)) return undefined();
    if (hstr_t9(cfg, pe, p)) return trap_to(cfg, pe, AccessTrapEl2);
    if (!using_aarch32(cfg, pe) && fine_grained_trap(cfg, pe, p)) return trap_to(cfg, pe, AccessTrapEl2);
    return below_el2(cfg, pe, p);
  endfunction

  function automatic answer_t at_el2(config_t cfg, pe_t pe, particular_t p);
    if (el3_traps(cfg, pe, p) && el3_sdd_undef_priority(cfg, pe)) return undefined();
    return below_el3(cfg, pe, p);
  endfunction

  // MRS, MSR, MRC or MCR; an AArch32 register has the encoding of the AArch64 register to which it is mapped.
  function automatic answer_t access(config_t cfg, pe_t pe, pmu_regs_t regs, bit write, logic [15:0] addr);
    particular_t p;
    p = particular(cfg, pe, regs, write, addr);
    if (!p.exists || (p.a64_only && using_aarch32(cfg, pe))) return undefined();
    if (p.counter && !implemented(cfg, p.n)) begin
      if (cfg.HaveFgt) return undefined();
      return unpredictable_pmueventcounter(p);
    end
    case (pe.el)
      EL0: return at_el0(cfg, pe, p);
      EL1: return at_el1(cfg, pe, p);
      EL2: return at_el2(cfg, pe, p);
      default: return register(p.target, p.n);
    endcase
  endfunction

  // Whether the encoding is a register of the performance monitors, for reads or writes. PMEVCNTR<n> ends with 30; the
  // unallocated encoding for 31 is UNDEFINED and counts as part of this range.
  function automatic bit claimed(config_t cfg, pe_t pe, pmu_regs_t regs, logic [15:0] addr);
    particular_t read, written;
    read = particular(cfg, pe, regs, 0, addr);
    written = particular(cfg, pe, regs, 1, addr);
    return read.exists || written.exists || (cfg.PmuVersion != 0 && addr == (PMEVCNTR0_EL0 | 16'd31));
  endfunction

  // The unit's name for a register.
  function automatic pmu_target_t one_hot(answer_t answer);
    pmu_target_t one;
    one = '0;
    if (answer.left) begin
      one = one_hot_of_ebep(answer.target);
      case (answer.target)
        PMCR_EL0: one.pmcr = 1;
        PMCNTENSET_EL0: one.pmcntenset = 1;
        PMCNTENCLR_EL0: one.pmcntenclr = 1;
        PMOVSCLR_EL0: one.pmovsclr = 1;
        PMOVSSET_EL0: one.pmovsset = 1;
        PMSWINC_EL0: one.pmswinc = 1;
        PMSELR_EL0: one.pmselr = 1;
        PMCEID0_EL0: one.pmceid0 = 1;
        PMCEID1_EL0: one.pmceid1 = 1;
        PMCCNTR_EL0: one.pmccntr = 1;
        PMUSERENR_EL0: one.pmuserenr = 1;
        PMEVCNTR0_EL0: one.pmevcntr = 1;
        PMEVTYPER0_EL0: one.pmevtyper = 1;
        PMCCFILTR_EL0: one.pmccfiltr = 1;
        PMINTENSET_EL1: one.pmintenset = 1;
        PMINTENCLR_EL1: one.pmintenclr = 1;
        PMMIR_EL1: one.pmmir = 1;
        PMUACR_EL1: one.pmuacr = 1;
        PMZR_EL0: one.pmzr = 1;
        default: ;
      endcase
    end
    return one;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Registers with one bit per counter: bit 31 is the cycle counter.

  // Whether event counter n is among GetNumEventCountersAccessible().
  function automatic bit is_accessible(config_t cfg, pe_t pe, logic [4:0] n);
    if (!implemented(cfg, n)) return 0;
    return !(pe.el inside {EL0, EL1} && el2_enabled(cfg, pe)) || accessible(pe, n);
  endfunction

  // PMUACR_EL1 applies: at EL0, with UEN.
  function automatic bit limited(config_t cfg, pe_t pe, pmu_regs_t regs);
    return pe.el == EL0 && effective_uen(cfg, pe, regs);
  endfunction

  // GetPMUAccessMask(), and GetPMUReadMask(), which is the same without FEAT_PMUv3_ICNTR.
  function automatic logic [31:0] get_pmu_access_mask(config_t cfg, pe_t pe, pmu_regs_t regs);
    logic [31:0] mask;
    mask[31] = 1;
    for (int n = 0; n < 31; n++) mask[n] = is_accessible(cfg, pe, 5'(n));
    if (limited(cfg, pe, regs)) mask &= regs.pmuacr;
    return mask;
  endfunction

  // GetPMUWriteMask(), for a counter's controls and for PMZR_EL0.
  function automatic logic [31:0] get_pmu_write_mask(config_t cfg, pe_t pe, pmu_regs_t regs);
    logic [31:0] mask;
    mask = get_pmu_access_mask(cfg, pe, regs);
    if (limited(cfg, pe, regs)) begin
      if (regs.pmuserenr.cr) mask[31] = 0;
      if (regs.pmuserenr.er) mask[30:0] = 0;
    end
    return mask;
  endfunction

  // PMUSwIncrement(): PMUACR_EL1 applies only while SW is 0, and ER has no effect.
  function automatic logic [30:0] sw_increment_mask(config_t cfg, pe_t pe, pmu_regs_t regs);
    logic [30:0] mask;
    for (int n = 0; n < 31; n++) mask[n] = is_accessible(cfg, pe, 5'(n));
    if (limited(cfg, pe, regs) && !regs.pmuserenr.sw) mask &= regs.pmuacr[30:0];
    return mask;
  endfunction

endpackage
