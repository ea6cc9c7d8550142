// SPDX-License-Identifier: Apache-2.0
//
// Specification of the access block: the access pseudocode of each register in Arm ARM D24.7, "Accessing ...", clause
// by clause, under the register's name (PMBMAR_EL1: D24.7.3; PMBSR_ELx: D24.7.5 to D24.7.7). The fine-grained trap bits
// are in D24.2, MDCR_EL3.NSPB in D24.3, the functions in J1. Written from the Arm documents, not from the RTL: make
// formal proves that the two agree.

package spec_access_pkg;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spec_state_pkg::*;
  import spec_enable_pkg::*;
  import spec_names_pkg::*;

  // The result of the pseudocode: the register is read or written, or the access traps or becomes a memory access.
  typedef struct packed {
    verdict_e    verdict;
    logic [5:0]  ec;
    logic [11:0] offset;
    logic [15:0] target;
  } answer_t;

  // Results of clauses.
  function automatic answer_t undefined();
    return '{verdict: AccessUndefined, ec: '0, offset: '0, target: '0};
  endfunction

  function automatic answer_t trap_to(verdict_e el);
    return '{verdict: el, ec: 6'h18, offset: '0, target: '0};
  endfunction

  function automatic answer_t memory(logic [11:0] offset);
    return '{verdict: AccessMemory, ec: '0, offset: offset, target: '0};
  endfunction

  function automatic answer_t register(logic [15:0] target);
    return '{verdict: AccessOk, ec: '0, offset: '0, target: target};
  endfunction

  // The state of the PE that the clauses use.
  typedef struct packed {
    logic [1:0] el;
    logic       el2_enabled;        // EL2Enabled()
    logic       host;               // ELIsInHost(EL2)
    logic       sdd_undef;          // EL3SDDUndef()
    logic       sdd_undef_first;    // EL3SDDUndefPriority()
    logic       nspb_trap;          // CheckMDCR_EL3_NSPBTrap()
    logic [2:0] nvx;                // EffectiveHCR_EL2_NVx(): {NV2, NV1, NV}
    logic       fgt;                // fine-grained traps are on
    logic       fgt2;               // FEAT_FGT2's fine-grained traps are on
    logic       fgt2_disabled;      // EL3 has not enabled FEAT_FGT2's traps, so every one of them traps
    logic [1:0] ee;                 // EffectivePMSCR_EL2_EE()
    logic       el1_ee_disabled;    // PMSCR_EL1.EE is 0b00
  } facts_t;

  // CheckMDCR_EL3_NSPBTrap(), from the tables of MDCR_EL3.{NSPBE, NSPB}: traps if bit 0 is 0 or the owner is in another
  // Security state.
  function automatic bit check_mdcr_el3_nspb_trap(config_t cfg, pe_t pe);
    logic [2:0] state_bits;
    state_bits = effective_mdcr_el3_nspb(cfg, pe);
    return !state_bits[0]
        || {state_bits[2] && cfg.HaveRme, state_bits[1]} != effective_scr_el3_nse_ns(cfg, pe);
  endfunction

  // EffectiveHCR_EL2_NVx().
  function automatic logic [2:0] effective_hcr_el2_nvx(config_t cfg, pe_t pe);
    if (cfg.NestedVirt == 0 || !el2_enabled(cfg, pe) || !pe.hcr_el2_nv) return 3'b000;
    return {cfg.NestedVirt == 2 && pe.hcr_el2_nv2, pe.hcr_el2_nv1, 1'b1};
  endfunction

  function automatic facts_t facts_of(config_t cfg, pe_t pe, regs_t regs);
    facts_t f;
    f.el = pe.el;
    f.el2_enabled = el2_enabled(cfg, pe);
    f.host = el_is_in_host(cfg, pe, EL2);
    f.sdd_undef = pe.debug && pe.edscr_sdd;
    f.sdd_undef_first = f.sdd_undef && cfg.El3TrapPriority;
    f.nspb_trap = check_mdcr_el3_nspb_trap(cfg, pe);
    f.nvx = effective_hcr_el2_nvx(cfg, pe);
    f.fgt = f.el2_enabled && cfg.HaveFgt && (!cfg.HaveEl3 || pe.scr_el3_fgten);
    f.fgt2 = f.el2_enabled && cfg.HaveFgt2;
    f.fgt2_disabled = cfg.HaveEl3 && !pe.scr_el3_fgten2;
    f.ee = effective_pmscr_el2_ee(cfg, pe, regs);
    f.el1_ee_disabled = regs.pmscr_el1.ee == 2'b00;
    return f;
  endfunction

  // Properties of a register.
  typedef struct packed {
    logic        exists;   // exists in this PE, for this direction
    logic        enabled;  // its enable bit in MDCR_EL3, if it has one
    logic        fine;     // the fine-grained trap is active
    logic        buffer;   // trapped by MDCR_EL2.E2PB, not TPMS
    logic        in_memory;  // NVMem[offset] while HCR_EL2.{NV2, NV1, NV} has the bits in nv
    logic [2:0]  nv;
    logic [11:0] offset;
    logic [15:0] target;
  } particular_t;

  function automatic particular_t particular(config_t cfg, pe_t pe, facts_t f, bit write, logic [15:0] addr);
    particular_t p;
    logic [63:0] trap_bits, trap_bits2;
    trap_bits = write ? pe.hdfgwtr_el2 : pe.hdfgrtr_el2;
    trap_bits2 = write ? pe.hdfgwtr2_el2 : pe.hdfgrtr2_el2;
    p = '{exists: 1, enabled: 1, fine: 0, buffer: 0, in_memory: 1, nv: 3'b101, offset: 0, target: addr};
    case (addr)
      PMSCR_EL1: begin
        p.fine = f.fgt && trap_bits[26];
        p.nv = 3'b111;
        p.offset = 12'h828;
        if (f.el == EL2 && f.host) p.target = PMSCR_EL2;
      end
      PMSNEVFR_EL1: begin
        p.exists = cfg.SpeVersion >= 2;  // FEAT_SPE_FnE
        p.enabled = pe.mdcr_el3_enpmsn;
        p.fine = f.fgt && !trap_bits[62];  // nPMSNEVFR_EL1
        p.offset = 12'h850;
      end
      PMSICR_EL1: begin
        p.fine = f.fgt && trap_bits[29];
        p.offset = 12'h838;
      end
      PMSIRR_EL1: begin
        p.fine = f.fgt && trap_bits[31];
        p.offset = 12'h840;
      end
      PMSFCR_EL1: begin
        p.fine = f.fgt && trap_bits[28];
        p.in_memory = 0;
      end
      PMSEVFR_EL1: begin
        p.fine = f.fgt && trap_bits[27];
        p.offset = 12'h830;
      end
      PMSLATFR_EL1: begin
        p.fine = f.fgt && trap_bits[32];
        p.offset = 12'h848;
      end
      PMSIDR_EL1: begin
        p.exists = !write;
        p.fine = f.fgt && trap_bits[30];
        p.in_memory = 0;
      end
      PMBLIMITR_EL1: begin
        p.fine = f.fgt && trap_bits[23];
        p.buffer = 1;
        p.offset = 12'h800;
      end
      PMBPTR_EL1: begin
        p.fine = f.fgt && trap_bits[24];
        p.buffer = 1;
        p.offset = 12'h810;
      end
      PMBSR_EL1: begin
        p.fine = f.fgt && trap_bits[25];
        p.buffer = 1;
        p.offset = 12'h820;
        // HCR_EL2.{NV2, NV1, NV} 0b1x1; 0b101 only if EL1 has no Profiling exceptions.
        if (f.ee != 2'b00 && !f.el1_ee_disabled) p.nv = 3'b111;
        if (f.el == EL2 && f.ee != 2'b00 && f.host) p.target = PMBSR_EL2;
      end
      PMBMAR_EL1: begin
        p.exists = cfg.HaveSpeNvm;
        p.enabled = pe.mdcr_el3_enpms4;
        p.fine = f.fgt2 && (f.fgt2_disabled || !trap_bits2[24]);  // nPMBMAR_EL1
        p.buffer = 1;
        p.in_memory = 0;
      end
      PMSDSFR_EL1: begin
        p.exists = cfg.HaveFds;
        p.enabled = pe.mdcr_el3_enpms3;
        // FEAT_FGT2 traps until EL3 enables it; nPMSDSFR_EL1.
        p.fine = f.el2_enabled && cfg.HaveFgt2 && ((cfg.HaveEl3 && !pe.scr_el3_fgten2) || !trap_bits2[19]);
        p.offset = 12'h858;
      end
      default: p.exists = 0;
    endcase
    return p;
  endfunction

  function automatic answer_t trap_to_el3(facts_t f);
    if (f.sdd_undef) return undefined();
    return trap_to(AccessTrapEl3);
  endfunction

  // The clauses for EL3's controls, for an access from EL2.
  function automatic answer_t at_el2(config_t cfg, facts_t f, bit enabled, logic [15:0] target);
    if (cfg.HaveEl3 && f.sdd_undef_first && (f.nspb_trap || !enabled)) return undefined();
    if (cfg.HaveEl3 && (f.nspb_trap || !enabled)) return trap_to_el3(f);
    return register(target);
  endfunction

  function automatic answer_t at_el1(config_t cfg, pe_t pe, facts_t f, particular_t p);
    if (cfg.HaveEl3 && f.sdd_undef_first && (f.nspb_trap || !p.enabled)) return undefined();
    if (p.fine) return trap_to(AccessTrapEl2);
    if (f.el2_enabled && p.buffer && !pe.mdcr_el2_e2pb[0]) return trap_to(AccessTrapEl2);
    if (f.el2_enabled && !p.buffer && pe.mdcr_el2_tpms) return trap_to(AccessTrapEl2);
    if (cfg.HaveEl3 && (f.nspb_trap || !p.enabled)) return trap_to_el3(f);
    if (p.in_memory && (f.nvx & p.nv) == p.nv) return memory(p.offset);
    return register(p.target);
  endfunction

  // Registers whose clauses differ only in their properties.
  function automatic answer_t ordinary(config_t cfg, pe_t pe, facts_t f, particular_t p);
    if (!p.exists) return undefined();
    case (f.el)
      EL0: return undefined();
      EL1: return at_el1(cfg, pe, f, p);
      EL2: return at_el2(cfg, f, p.enabled, p.target);
      default: return register(p.target);
    endcase
  endfunction

  // When FEAT_VHE is implemented.
  function automatic answer_t pmscr_el12(config_t cfg, facts_t f);
    if (!cfg.HaveVhe) return undefined();
    case (f.el)
      EL1: begin
        if (f.nvx == 3'b101) return memory(12'h828);
        if (f.nvx[0]) return trap_to(AccessTrapEl2);
        return undefined();
      end
      EL2: return f.host ? at_el2(cfg, f, 1, PMSCR_EL1) : undefined();
      EL3: return f.host ? register(PMSCR_EL1) : undefined();
      default: return undefined();
    endcase
  endfunction

  // RES0 from EL3 if EL2 is absent.
  function automatic answer_t pmscr_el2(config_t cfg, facts_t f);
    case (f.el)
      EL1: return f.nvx[0] ? trap_to(AccessTrapEl2) : undefined();
      EL2: return at_el2(cfg, f, 1, PMSCR_EL2);
      EL3: return register(PMSCR_EL2);
      default: return undefined();
    endcase
  endfunction

  // When FEAT_SPE_EXC and FEAT_VHE are implemented.
  function automatic answer_t pmbsr_el12(config_t cfg, facts_t f);
    if (!have_spe_exc(cfg) || !cfg.HaveVhe) return undefined();
    case (f.el)
      EL1: begin
        if (f.nvx == 3'b101) return memory(12'h820);
        if (f.nvx[0]) return trap_to(AccessTrapEl2);
        return undefined();
      end
      EL2: return f.host ? at_el2(cfg, f, 1, PMBSR_EL1) : undefined();
      EL3: return f.host ? register(PMBSR_EL1) : undefined();
      default: return undefined();
    endcase
  endfunction

  // RES0 from EL3 if EL2 is absent.
  function automatic answer_t pmbsr_el2_access(config_t cfg, pe_t pe, facts_t f);
    if (!have_spe_exc(cfg)) return undefined();
    case (f.el)
      EL1: return f.nvx[0] ? trap_to(AccessTrapEl2) : undefined();
      EL2: return at_el2(cfg, f, pe.mdcr_el3_pmsee != 2'b00, PMBSR_EL2);
      EL3: return register(PMBSR_EL2);
      default: return undefined();
    endcase
  endfunction

  function automatic answer_t pmbsr_el3_access(config_t cfg, facts_t f);
    if (!(have_spe_exc(cfg) && cfg.HaveEl3)) return undefined();
    return (f.el == EL3) ? register(PMBSR_EL3) : undefined();
  endfunction

  function automatic answer_t pmbidr_el1(pe_t pe, facts_t f, bit write);
    if (write || f.el == EL0) return undefined();
    if (f.el == EL1 && f.fgt && pe.hdfgrtr_el2[63]) return trap_to(AccessTrapEl2);
    return register(PMBIDR_EL1);
  endfunction

  // MRS or MSR of an encoding. All registers are AArch64 registers.
  function automatic answer_t access(config_t cfg, pe_t pe, regs_t regs, bit write, logic [15:0] addr);
    facts_t f;
    f = facts_of(cfg, pe, regs);
    if (using_aarch32(cfg, pe)) return undefined();
    case (addr)
      PMSCR_EL12: return pmscr_el12(cfg, f);
      PMSCR_EL2: return pmscr_el2(cfg, f);
      PMBSR_EL12: return pmbsr_el12(cfg, f);
      PMBSR_EL2: return pmbsr_el2_access(cfg, pe, f);
      PMBSR_EL3: return pmbsr_el3_access(cfg, f);
      PMBIDR_EL1: return pmbidr_el1(pe, f, write);
      default: return ordinary(cfg, pe, f, particular(cfg, pe, f, write, addr));
    endcase
  endfunction

  // The unit's name for a register.
  function automatic selected_t one_hot(logic [15:0] target);
    selected_t one;
    one = one_hot_of_exc_and_nvm(target);
    case (target)
      PMSCR_EL1: one.pmscr_el1 = 1;
      PMSCR_EL2: one.pmscr_el2 = 1;
      PMSICR_EL1: one.pmsicr = 1;
      PMSIRR_EL1: one.pmsirr = 1;
      PMSFCR_EL1: one.pmsfcr = 1;
      PMSEVFR_EL1: one.pmsevfr = 1;
      PMSNEVFR_EL1: one.pmsnevfr = 1;
      PMSDSFR_EL1: one.pmsdsfr = 1;
      PMSLATFR_EL1: one.pmslatfr = 1;
      PMSIDR_EL1: one.pmsidr = 1;
      PMBLIMITR_EL1: one.pmblimitr = 1;
      PMBPTR_EL1: one.pmbptr = 1;
      PMBSR_EL1: one.pmbsr = 1;
      PMBIDR_EL1: one.pmbidr = 1;
      default: ;
    endcase
    return one;
  endfunction

endpackage
