// SPDX-License-Identifier: Apache-2.0
//
// May this MRS or MSR of a performance monitors register happen, does it trap, and what does it reach.
//
// Source: Arm ARM D24.5, "Accessing" of each register; D13.11 for counters that are not accessible. One table says
// what is particular to a register; the clauses are common, in the order of the documents. Purely combinational:
// the answer is for the access and the PE state of this clock, whether or not there is an access.
//
// In AArch32 state the access is the MRC or MCR of the register that is mapped to this one. It differs so:
// * a trap is reported with EC 0x03;
// * what PMUSERENR refuses at EL0 traps if the Exception level that would take it uses AArch64, else is UNDEFINED;
// * fine-grained traps are from EL0 only, while EL1 uses AArch64;
// * EL3 that uses AArch32 has no MDCR_EL3.TPM.
//
// Counters that cannot be reached: with FEAT_FGT, one that does not exist is UNDEFINED, one reserved for EL2 is
// trapped to EL2. Without, D24.5 leaves a choice: PMEVCNTR<n> and PMEVTYPER<n> are UNDEFINED, PMXEVCNTR and
// PMXEVTYPER read as zero and ignore writes, in the place that the clause has.

module pmu_access
  import spu_pkg::*;
  import pmu_pkg::*;
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

  localparam logic [MaxEventCounters-1:0] Implemented = implemented_counters(Cfg.PmuCounters);

  // The ports carry more than this room reads.
  logic unused_inputs;
  assign unused_inputs = ^{pe_i, enable_i, regs_i};

  // -------------------------------------------------------------------------------------------------------
  // What is particular to a register.

  // What enables an access at EL0: PMUSERENR_EL0.EN, or one of its other bits as well.
  typedef enum logic [2:0] {
    UserNever      = 3'd0,
    UserEnabled    = 3'd1,
    UserCycleRead  = 3'd2,  // CR, of reads
    UserEventRead  = 3'd3,  // ER, of reads
    UserSelect     = 3'd4,  // ER
    UserIncrement  = 3'd5,  // SW
    UserRead       = 3'd6   // always, of reads
  } user_e;

  typedef struct packed {
    logic       exists;
    logic       readable;
    logic       writable;
    user_e      user;
    logic       fgt_read;   // HDFGRTR_EL2 has the bit
    logic       fgt_write;  // HDFGWTR_EL2 has the bit
    logic [5:0] fgt;
  } register_t;

  function automatic register_t rw_register(user_e user, logic [5:0] fgt);
    return '{exists: 1'b1, readable: 1'b1, writable: 1'b1, user: user, fgt_read: 1'b1, fgt_write: 1'b1, fgt: fgt};
  endfunction

  function automatic register_t ro_register(logic exists, user_e user, logic [5:0] fgt);
    return '{exists: exists, readable: 1'b1, writable: 1'b0, user: user, fgt_read: 1'b1, fgt_write: 1'b0,
             fgt: fgt};
  endfunction

  // Bits of the fine-grained traps: D24.2, the same in both registers.
  function automatic register_t register_of(logic [15:0] target);
    localparam logic [5:0] FgtPmcr = 6'd21;
    localparam logic [5:0] FgtPmswinc = 6'd20;
    unique case (target)
      PMEVCNTR0_EL0:                  return rw_register(UserEventRead, 6'd12);
      PMEVTYPER0_EL0:                 return rw_register(UserEnabled, 6'd13);
      PMCCFILTR_EL0:                  return rw_register(UserEnabled, 6'd14);
      PMCCNTR_EL0:                    return rw_register(UserCycleRead, 6'd15);
      PMCNTENSET_EL0, PMCNTENCLR_EL0: return rw_register(UserEnabled, 6'd16);
      PMINTENSET_EL1, PMINTENCLR_EL1: return rw_register(UserNever, 6'd17);
      PMOVSSET_EL0, PMOVSCLR_EL0:     return rw_register(UserEnabled, 6'd18);
      PMSELR_EL0:                     return rw_register(UserSelect, 6'd19);
      PMMIR_EL1:                      return ro_register(Cfg.PmuVersion >= 4, UserNever, 6'd22);
      PMUSERENR_EL0:                  return rw_register(UserRead, 6'd57);
      PMCEID0_EL0, PMCEID1_EL0:       return ro_register(1'b1, UserEnabled, 6'd58);
      PMCR_EL0:
        return '{exists: 1'b1, readable: 1'b1, writable: 1'b1, user: UserEnabled, fgt_read: 1'b0,
                 fgt_write: 1'b1, fgt: FgtPmcr};
      PMSWINC_EL0:
        return '{exists: 1'b1, readable: 1'b0, writable: 1'b1, user: UserIncrement, fgt_read: 1'b0,
                 fgt_write: 1'b1, fgt: FgtPmswinc};
      default: return '0;
    endcase
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // What the encoding names: the register, and which event counter's.

  typedef struct packed {
    logic [15:0] target;
    logic        indexed;   // of event counter index
    logic        selected;  // by PMSELR_EL0.SEL
    logic [4:0]  index;
  } name_t;

  // PMXEVTYPER_EL0 with SEL 31 is PMCCFILTR_EL0, but keeps its own fine-grained trap.
  function automatic name_t name_of(logic [15:0] addr, logic [4:0] sel);
    localparam logic [15:0] CounterBits = 16'h001f;
    name_t name;
    name = '{target: addr, indexed: 1'b0, selected: 1'b0, index: addr[4:0]};
    unique case (addr)
      PMXEVCNTR_EL0: name = '{target: PMEVCNTR0_EL0, indexed: 1'b1, selected: 1'b1, index: sel};
      PMXEVTYPER_EL0: begin
        name = '{target: PMEVTYPER0_EL0, indexed: 1'b1, selected: 1'b1, index: sel};
        if (sel == SelectCycleCounter) name = '{target: PMCCFILTR_EL0, indexed: 1'b0, selected: 1'b1, index: sel};
      end
      PMCCFILTR_EL0: ;
      default: begin
        if ((addr & ~CounterBits) inside {PMEVCNTR0_EL0, PMEVTYPER0_EL0}) begin
          name.target  = addr & ~CounterBits;
          name.indexed = 1'b1;
        end
      end
    endcase
    return name;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Decisions

  logic el3_aarch32;
  assign el3_aarch32 = Cfg.HaveEl3 && Cfg.Aarch32El3 && pe_i.el3_aarch32;

  function automatic logic user_access_refused(user_e user, logic write);
    pmuserenr_t allow;
    allow = regs_i.pmuserenr;
    unique case (user)
      UserCycleRead: return !(allow.en || (allow.cr && !write));
      UserEventRead: return !(allow.en || (allow.er && !write));
      UserSelect:    return !(allow.en || allow.er);
      UserIncrement: return !(allow.en || allow.sw);
      UserRead:      return 1'b0;
      default:       return !allow.en;
    endcase
  endfunction

  // Where a refused EL0 access goes: HCR_EL2.TGE takes it to EL2.
  function automatic verdict_e user_trap();
    if (enable_i.el2_enabled && pe_i.hcr_el2_tge) return enable_i.el2_aarch32 ? AccessUndefined : AccessTrapEl2;
    return enable_i.el1_aarch32 ? AccessUndefined : AccessTrapEl1;
  endfunction

  function automatic logic check_fine_grained_trap(logic [5:0] fgt, logic write);
    if (!Cfg.HaveFgt || !enable_i.el2_enabled || (Cfg.HaveEl3 && !pe_i.scr_el3_fgten)) return 1'b0;
    if (enable_i.el1_aarch32 || (pe_i.el == EL0 && enable_i.in_host)) return 1'b0;
    return write ? pe_i.hdfgwtr_el2[fgt] : pe_i.hdfgrtr_el2[fgt];
  endfunction

  // MDCR_EL3.TPM, below EL3.
  function automatic logic el3_traps();
    return Cfg.HaveEl3 && !el3_aarch32 && pe_i.el != EL3 && pe_i.mdcr_el3_tpm;
  endfunction

  function automatic logic el3_sdd_undef();
    return pe_i.debug && pe_i.edscr_sdd;
  endfunction

  function automatic logic el3_sdd_undef_priority();
    return el3_sdd_undef() && Cfg.El3TrapPriority;
  endfunction

  typedef struct packed {
    verdict_e verdict;
    logic     ignored;
  } answer_t;

  function automatic answer_t answer(verdict_e verdict);
    return '{verdict: verdict, ignored: 1'b0};
  endfunction

  // ConstrainUnpredictableProcedure(Unpredictable_PMUEVENTCOUNTER), and what FEAT_FGT makes of it.
  function automatic answer_t counter_unreachable(logic selected, verdict_e with_fgt);
    if (Cfg.HaveFgt) return answer(with_fgt);
    return selected ? '{verdict: AccessOk, ignored: 1'b1} : answer(AccessUndefined);
  endfunction

  function automatic answer_t access_answer(register_t register, logic is_pmcr, logic indexed, logic selected,
                                            logic write, logic implemented, logic accessible);
    logic guest;    // EL2 controls the access
    logic has_fgt;  // there is a fine-grained trap for it
    guest   = enable_i.el2_enabled && (pe_i.el inside {EL0, EL1});
    has_fgt = write ? register.fgt_write : register.fgt_read;

    if (!register.exists || !(write ? register.writable : register.readable)) return answer(AccessUndefined);
    if (indexed && !implemented) return counter_unreachable(selected, AccessUndefined);
    if (pe_i.el == EL0 && (register.user == UserNever || (register.user == UserRead && write))) begin
      return answer(AccessUndefined);
    end
    // With priority, an EL3 trap that Debug state makes UNDEFINED goes before every other trap; else in its place.
    if (el3_traps() && el3_sdd_undef_priority()) return answer(AccessUndefined);
    if (pe_i.el == EL0 && user_access_refused(register.user, write)) return answer(user_trap());
    if (guest) begin
      if (has_fgt && check_fine_grained_trap(register.fgt, write)) return answer(AccessTrapEl2);
      if (pe_i.mdcr_el2_tpm) return answer(AccessTrapEl2);
      if (pe_i.mdcr_el2_tpmcr && is_pmcr) return answer(AccessTrapEl2);
      if (indexed && !accessible) return counter_unreachable(selected, AccessTrapEl2);
    end
    if (el3_traps()) return answer(el3_sdd_undef() ? AccessUndefined : AccessTrapEl3);
    return answer(AccessOk);
  endfunction

  // -------------------------------------------------------------------------------------------------------

  name_t       name;
  register_t   register;
  answer_t     decided;
  logic [31:0] implemented, accessible;  // by index; no event counter has index 31

  always_comb begin
    name        = name_of(addr_i, regs_i.sel);
    register    = register_of(addr_i == PMXEVTYPER_EL0 ? PMEVTYPER0_EL0 : name.target);
    implemented = {1'b0, Implemented};
    accessible  = {1'b0, accessible_counters(Implemented, pmu_counters_hyp(Cfg.HaveEl2, pe_i.mdcr_el2_hpmn),
                                             pe_i.el, enable_i.el2_enabled)};
    decided     = access_answer(register, addr_i == PMCR_EL0, name.indexed, name.selected, write_i,
                                implemented[name.index], accessible[name.index]);

    access_o.claimed = register.exists;
    access_o.verdict = decided.verdict;
    access_o.ignored = decided.ignored;
    access_o.target  = name.target;
    access_o.index   = name.index;
    access_o.ec      = '0;
    if (decided.verdict inside {AccessTrapEl1, AccessTrapEl2, AccessTrapEl3}) begin
      access_o.ec = pe_i.aarch32 ? EcCp15 : EcSysreg;
    end
  end

endmodule
