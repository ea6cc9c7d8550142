// SPDX-License-Identifier: Apache-2.0
//
// May this MRS or MSR happen, does it trap, and where does it go (Arm ARM D24.7, "Accessing" of each register).
//
// One table says what is particular to a register; the clauses are common, in the order of the documents, and
// each decision is the pseudocode function of its name. Purely combinational: the answer is for the access and
// the PE state of this cycle, whether or not there is an access.
//
// Where the documents differ:
// * Fine-grained traps stand without a condition in the 2020 access pseudocode of PMSCR_EL1; D24.7 asks for
//   FEAT_FGT. Without HaveFgt there are none.
// * EL2 redirects PMSCR_EL1 on HCR_EL2.E2H in the 2020 text, on ELIsInHost(EL2) in D24.7, which also wants
//   FEAT_VHE. The same wherever EL2 is the current Exception level; without HaveVhe there is no redirection,
//   and no PMSCR_EL12.
// * PMBIDR_EL1 has only its fine-grained trap (D24.7.1, and the lists of MDCR_EL2.E2PB and MDCR_EL3.NSPB);
//   the checks of the older SPE pseudocode do not say which registers they are for.
// * CheckMDCR_EL3_NSPBTrap() reads SCR_EL3.NS as it is; the field's description (D24.2) makes it 1 without Secure
//   state, and so does current_ss here.
// * PMSNEVFR_EL1, PMSDSFR_EL1, PMBMAR_EL1 and PMBSR_EL2 have a second EL3 trap, before or after the one for NSPB. The
//   answer is the same, so there is one order.

module spu_access
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  // sysreg
  input  logic        write_i,
  input  logic [15:0] addr_i,

  // pe, enable
  input  pe_t         pe_i,
  input  enable_t     enable_i,

  output access_t     access_o
);

  // -------------------------------------------------------------------------------------------------------
  // What is particular to a register.

  typedef enum logic [1:0] {
    CheckNone                 = 2'd0,
    CheckProfilingBuffer      = 2'd1,
    CheckStatisticalProfiling = 2'd2
  } check_e;

  // MDCR_EL3 fields that have to be nonzero for Exception levels below EL3 to have the register.
  typedef enum logic [2:0] {
    EnableNone   = 3'd0,
    EnableEnpmsn = 3'd1,
    EnableEnpms3 = 3'd2,
    EnableEnpms4 = 3'd3,
    EnablePmsee  = 3'd4   // not 0b00
  } el3_enable_e;
  localparam int unsigned El3Enables = 5;

  // Where the fine-grained trap bit is, and the value that traps.
  typedef enum logic [1:0] {
    FgtSet    = 2'd0,  // HDFGRTR_EL2 and HDFGWTR_EL2, 1 traps
    FgtClear  = 2'd1,  // the same registers, 0 traps
    Fgt2Clear = 2'd2   // HDFGRTR2_EL2 and HDFGWTR2_EL2, 0 traps
  } fgt_e;

  typedef struct packed {
    logic        exists;
    logic        read_only;
    logic        hypervisor;  // not for EL1: there it is a guest hypervisor's access, or UNDEFINED
    logic        monitor;     // for EL3 alone
    check_e      check;
    el3_enable_e el3_enable;
    fgt_e        fgt_kind;
    logic [5:0]  fgt;         // bit number
    logic [11:0] nvmem;       // offset from VNCR_EL2 (D8.14), 0: none
  } register_t;

  // A register of EL1 that software can write.
  function automatic register_t rw_register(check_e check, logic [5:0] fgt, logic [11:0] nvmem);
    return '{exists: 1'b1, read_only: 1'b0, hypervisor: 1'b0, monitor: 1'b0, check: check, el3_enable: EnableNone,
             fgt_kind: FgtSet, fgt: fgt, nvmem: nvmem};
  endfunction

  function automatic register_t ro_register(check_e check, logic [5:0] fgt);
    return '{exists: 1'b1, read_only: 1'b1, hypervisor: 1'b0, monitor: 1'b0, check: check, el3_enable: EnableNone,
             fgt_kind: FgtSet, fgt: fgt, nvmem: '0};
  endfunction

  // One that higher Exception levels have to enable.
  function automatic register_t enabled_register(logic exists, check_e check, el3_enable_e el3_enable, fgt_e fgt_kind,
                                                 logic [5:0] fgt, logic [11:0] nvmem);
    return '{exists: exists, read_only: 1'b0, hypervisor: 1'b0, monitor: 1'b0, check: check,
             el3_enable: el3_enable, fgt_kind: fgt_kind, fgt: fgt, nvmem: nvmem};
  endfunction

  function automatic register_t hypervisor_register(logic exists, el3_enable_e el3_enable, logic [11:0] nvmem);
    return '{exists: exists, read_only: 1'b0, hypervisor: 1'b1, monitor: 1'b0, check: CheckStatisticalProfiling,
             el3_enable: el3_enable, fgt_kind: FgtSet, fgt: '0, nvmem: nvmem};
  endfunction

  function automatic register_t monitor_register(logic exists);
    return '{exists: exists, read_only: 1'b0, hypervisor: 1'b0, monitor: 1'b1, check: CheckNone,
             el3_enable: EnableNone, fgt_kind: FgtSet, fgt: '0, nvmem: '0};
  endfunction

  // Fine-grained trap bits: D24.2, the same for reads and writes. PMSFCR_EL1 has no place in memory.
  function automatic register_t register_of(logic [15:0] addr);
    unique case (addr)
      PMBLIMITR_EL1: return rw_register(CheckProfilingBuffer, TrapPmblimitrEl1, MemoryPmblimitrEl1);
      PMBPTR_EL1:    return rw_register(CheckProfilingBuffer, TrapPmbptrEl1, MemoryPmbptrEl1);
      PMBSR_EL1:     return rw_register(CheckProfilingBuffer, TrapPmbsrEl1, MemoryPmbsrEl1);
      PMSCR_EL1:     return rw_register(CheckStatisticalProfiling, TrapPmscrEl1, MemoryPmscrEl1);
      PMSEVFR_EL1:   return rw_register(CheckStatisticalProfiling, TrapPmsevfrEl1, MemoryPmsevfrEl1);
      PMSFCR_EL1:    return rw_register(CheckStatisticalProfiling, TrapPmsfcrEl1, 12'h000);
      PMSICR_EL1:    return rw_register(CheckStatisticalProfiling, TrapPmsicrEl1, MemoryPmsicrEl1);
      PMSIDR_EL1:    return ro_register(CheckStatisticalProfiling, TrapPmsidrEl1);
      PMSIRR_EL1:    return rw_register(CheckStatisticalProfiling, TrapPmsirrEl1, MemoryPmsirrEl1);
      PMSLATFR_EL1:  return rw_register(CheckStatisticalProfiling, TrapPmslatfrEl1, MemoryPmslatfrEl1);
      PMBIDR_EL1:    return ro_register(CheckNone, TrapPmbidrEl1);
      PMSNEVFR_EL1:  return enabled_register(Cfg.SpeVersion >= 2, CheckStatisticalProfiling, EnableEnpmsn, FgtClear,
                                             TrapPmsnevfrEl1, MemoryPmsnevfrEl1);
      PMSDSFR_EL1:   return enabled_register(Cfg.HaveFds, CheckStatisticalProfiling, EnableEnpms3, Fgt2Clear,
                                             TrapPmsdsfrEl1, MemoryPmsdsfrEl1);
      PMBMAR_EL1:    return enabled_register(Cfg.HaveSpeNvm, CheckProfilingBuffer, EnableEnpms4, Fgt2Clear,
                                             TrapPmbmarEl1, 12'h000);
      PMSCR_EL2:     return hypervisor_register(1'b1, EnableNone, 12'h000);
      PMSCR_EL12:    return hypervisor_register(Cfg.HaveVhe, EnableNone, MemoryPmscrEl12);
      PMBSR_EL2:     return hypervisor_register(has_spe_exc(Cfg), EnablePmsee, 12'h000);
      PMBSR_EL12:    return hypervisor_register(has_spe_exc(Cfg) && Cfg.HaveVhe, EnableNone, MemoryPmbsrEl12);
      PMBSR_EL3:     return monitor_register(has_spe_exc(Cfg) && Cfg.HaveEl3);
      default:       return '0;
    endcase
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Decisions that are the same for every register, or for every one of a kind.

  // HCR_EL2.{NV2, NV1, NV}. {NV1, NV} = {1, 0} is CONSTRAINED UNPREDICTABLE and acts as {0, 0}; NV2 = 0 stays 0.
  function automatic logic [2:0] effective_hcr_el2_nvx();
    if (Cfg.NestedVirt == 0 || !enable_i.el2_enabled || !pe_i.hcr_el2_nv) return 3'b000;
    return {Cfg.NestedVirt >= 2 && pe_i.hcr_el2_nv2, pe_i.hcr_el2_nv1, 1'b1};
  endfunction

  function automatic logic el3_sdd_undef();
    return pe_i.debug && pe_i.edscr_sdd;
  endfunction

  function automatic logic el3_sdd_undef_priority();
    return el3_sdd_undef() && Cfg.El3TrapPriority;
  endfunction

  // EL1 and EL2 trap unless {NSPBE, NSPB} is the current Security state followed by a 1. A reserved value acts as the
  // one that the configuration chooses for ownership.
  function automatic logic check_mdcr_el3_nspb_trap();
    return Cfg.HaveEl3 && pe_i.el != EL3 && enable_i.nspb != {enable_i.current_ss, 1'b1};
  endfunction

  function automatic logic check_mdcr_el3_enable_trap(el3_enable_e el3_enable);
    if (!Cfg.HaveEl3 || pe_i.el == EL3) return 1'b0;
    unique case (el3_enable)
      EnableEnpmsn: return !pe_i.mdcr_el3_enpmsn;
      EnableEnpms3: return !pe_i.mdcr_el3_enpms3;
      EnableEnpms4: return !pe_i.mdcr_el3_enpms4;
      EnablePmsee:  return pe_i.mdcr_el3_pmsee == 2'b00;
      default:      return 1'b0;
    endcase
  endfunction

  // In AArch32 state at the current Exception level: there are no such registers.
  function automatic logic using_aarch32();
    return pe_i.aarch32 || (Cfg.Aarch32El3 && Cfg.HaveEl3 && pe_i.el3_aarch32);
  endfunction

  // What traps to EL2 of CheckProfilingBufferAccess() and CheckStatisticalProfilingAccess(). Their other clauses are
  // common: EL0 and AArch32 state are UNDEFINED before, EL3's trap comes after.
  function automatic logic check_el2_trap(check_e check);
    if (!enable_i.el2_enabled) return 1'b0;
    unique case (check)
      CheckProfilingBuffer:      return pe_i.el == EL1 && !pe_i.mdcr_el2_e2pb[0];
      CheckStatisticalProfiling: return pe_i.el == EL1 && pe_i.mdcr_el2_tpms;
      default:                   return 1'b0;
    endcase
  endfunction

  logic [2:0]  nvx;
  logic        no_access;          // whatever the register
  logic        sdd_undef, sdd_undef_priority, nspb_trap;
  logic [El3Enables-1:0] el3_enable_traps;  // of each el3_enable_e
  logic [2:0]  el2_traps;          // of each check_e
  logic [63:0] hdfgxtr, hdfgxtr2;  // HDFGRTR_EL2 or HDFGWTR_EL2, HDFGRTR2_EL2 or HDFGWTR2_EL2
  always_comb begin
    nvx                = effective_hcr_el2_nvx();
    no_access          = (pe_i.el == EL0) || using_aarch32();
    sdd_undef          = el3_sdd_undef();
    sdd_undef_priority = el3_sdd_undef_priority();
    nspb_trap          = check_mdcr_el3_nspb_trap();
    for (int unsigned kind = 0; kind < El3Enables; kind++) begin
      el3_enable_traps[kind] = check_mdcr_el3_enable_trap(el3_enable_e'(kind));
    end
    for (int unsigned kind = 0; kind < 3; kind++) el2_traps[kind] = check_el2_trap(check_e'(kind));
    hdfgxtr  = write_i ? pe_i.hdfgwtr_el2 : pe_i.hdfgrtr_el2;
    hdfgxtr2 = write_i ? pe_i.hdfgwtr2_el2 : pe_i.hdfgrtr2_el2;
  end

  // -------------------------------------------------------------------------------------------------------
  // Decisions about one register, which is a constant in every call. Each function has a single return, so that a
  // simulator can see that and simplify the call.

  // At EL1. The second pair of registers traps as well when EL3 has not enabled it.
  function automatic logic check_fine_grained_trap(register_t register);
    logic bit1, bit2, trap1, trap2;
    bit1  = hdfgxtr[register.fgt];
    bit2  = hdfgxtr2[register.fgt];
    trap1 = Cfg.HaveFgt && (!Cfg.HaveEl3 || pe_i.scr_el3_fgten) && (bit1 == (register.fgt_kind == FgtSet));
    trap2 = Cfg.HaveFgt2 && ((Cfg.HaveEl3 && !pe_i.scr_el3_fgten2) || !bit2);
    return pe_i.el == EL1 && enable_i.el2_enabled && ((register.fgt_kind == Fgt2Clear) ? trap2 : trap1);
  endfunction

  // At EL1. PMSCR_EL1's place is used by whichever name means the guest's EL1 register (D8.14). So is PMBSR_EL1's once
  // exceptions are enabled; before that, PMBSR_EL1 is in memory under its own name whatever HCR_EL2.NV1.
  function automatic logic is_nvmem_access(logic [15:0] addr, register_t register);
    return nvx[2] && nvx[0] && register.nvmem != '0
        && (addr != PMSCR_EL1 || nvx[1]) && (addr != PMSCR_EL12 || !nvx[1])
        && (addr != PMBSR_EL1 || nvx[1] || enable_i.pmbsr_ignores_nv1) && (addr != PMBSR_EL12 || !nvx[1]);
  endfunction

  function automatic verdict_e access_verdict(logic [15:0] addr, register_t register, logic write);
    verdict_e answer;
    logic     nvmem, el3_trap;
    nvmem    = is_nvmem_access(addr, register);
    el3_trap = (register.check != CheckNone && nspb_trap) || el3_enable_traps[register.el3_enable];

    if (!register.exists || (write && register.read_only)) begin
      answer = AccessUndefined;
    end else if (no_access) begin
      answer = AccessUndefined;
    end else if (register.monitor && pe_i.el != EL3) begin
      answer = AccessUndefined;
    end else if (register.hypervisor && pe_i.el == EL1) begin
      if (nvmem) answer = AccessMemory;
      else       answer = nvx[0] ? AccessTrapEl2 : AccessUndefined;
    end else if (addr inside {PMSCR_EL12, PMBSR_EL12} && !enable_i.el2_is_host) begin
      answer = AccessUndefined;
    // With priority, an EL3 trap that Debug state makes UNDEFINED goes before every EL2 trap; else after.
    end else if (sdd_undef_priority && el3_trap) begin
      answer = AccessUndefined;
    end else if (check_fine_grained_trap(register)) begin
      answer = AccessTrapEl2;
    end else if (el2_traps[register.check]) begin
      answer = AccessTrapEl2;
    end else if (el3_trap) begin
      answer = sdd_undef ? AccessUndefined : AccessTrapEl3;
    end else if (pe_i.el == EL1 && nvmem) begin
      answer = AccessMemory;
    end else begin
      answer = AccessOk;
    end
    return answer;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Every register's answer is computed from the PE's state, in parallel; the address only selects one.

  // Without FEAT_SPE_nVM, and so without FEAT_SPE_EXC, the last four are UNDEFINED like any other encoding.
  localparam int unsigned Names = Cfg.HaveSpeNvm ? 19 : 15;
  localparam sysreg_e [18:0] Name = {
    PMBSR_EL2, PMBSR_EL3, PMBSR_EL12, PMBMAR_EL1,
    PMSCR_EL1, PMSCR_EL2, PMSCR_EL12, PMSICR_EL1, PMSIRR_EL1, PMSFCR_EL1, PMSEVFR_EL1, PMSNEVFR_EL1,
    PMSDSFR_EL1, PMSLATFR_EL1, PMSIDR_EL1, PMBLIMITR_EL1, PMBPTR_EL1, PMBSR_EL1, PMBIDR_EL1
  };

  function automatic register_t [Names-1:0] registers_of();
    for (int unsigned i = 0; i < Names; i++) registers_of[i] = register_of(Name[i]);
  endfunction
  localparam register_t [Names-1:0] Register = registers_of();

  function automatic selected_t register_named(sysreg_e name);
    selected_t register;
    register = '0;
    unique case (name)
      PMSCR_EL2:     register.pmscr_el2 = 1'b1;
      PMSCR_EL12:    register.pmscr_el1 = 1'b1;
      PMBSR_EL2:     register.pmbsr_el2 = 1'b1;
      PMBSR_EL3:     register.pmbsr_el3 = 1'b1;
      PMBSR_EL12:    register.pmbsr     = 1'b1;
      PMBMAR_EL1:    register.pmbmar    = 1'b1;
      PMSICR_EL1:    register.pmsicr    = 1'b1;
      PMSIRR_EL1:    register.pmsirr    = 1'b1;
      PMSFCR_EL1:    register.pmsfcr    = 1'b1;
      PMSEVFR_EL1:   register.pmsevfr   = 1'b1;
      PMSNEVFR_EL1:  register.pmsnevfr  = 1'b1;
      PMSDSFR_EL1:   register.pmsdsfr   = 1'b1;
      PMSLATFR_EL1:  register.pmslatfr  = 1'b1;
      PMSIDR_EL1:    register.pmsidr    = 1'b1;
      PMBLIMITR_EL1: register.pmblimitr = 1'b1;
      PMBPTR_EL1:    register.pmbptr    = 1'b1;
      PMBIDR_EL1:    register.pmbidr    = 1'b1;
      default: ;  // PMSCR_EL1, PMBSR_EL1: below
    endcase
    return register;
  endfunction
  function automatic selected_t [Names-1:0] registers_named();
    for (int unsigned i = 0; i < Names; i++) registers_named[i] = register_named(Name[i]);
  endfunction
  localparam selected_t [Names-1:0] Named = registers_named();

  // The register behind a name: HCR_EL2.E2H gives a hypervisor its own register under the EL1 name, and PMSCR_EL12
  // for its guest's. PMBSR_EL1 so too, once it may record events for EL2 or leave exceptions to EL1.
  function automatic selected_t register_behind(sysreg_e name, selected_t by_name);
    selected_t register;
    register = by_name;
    if (name == PMSCR_EL1) begin
      if (pe_i.el == EL2 && enable_i.el2_is_host) register.pmscr_el2 = 1'b1;
      else                                        register.pmscr_el1 = 1'b1;
    end
    if (name == PMBSR_EL1) begin
      if (pe_i.el == EL2 && enable_i.el2_is_host && enable_i.pmscr_el2_ee != 2'b00) register.pmbsr_el2 = 1'b1;
      else                                                                          register.pmbsr = 1'b1;
    end
    return register;
  endfunction

  logic [Names-1:0] named;
  always_comb begin
    for (int unsigned i = 0; i < Names; i++) named[i] = (addr_i == Name[i]);
  end

  // At most one name matches, so the terms are ORed.
  verdict_e    chosen;
  logic [11:0] nvmem;
  always_comb begin
    verdict_e  verdict;
    selected_t behind;
    verdict           = AccessOk;
    behind            = '0;
    chosen            = (named == '0) ? AccessUndefined : verdict_e'(0);
    nvmem             = '0;
    access_o.selected = '0;
    access_o.allowed  = '0;
    for (int unsigned i = 0; i < Names; i++) begin
      if (named[i]) begin
        verdict           = access_verdict(Name[i], Register[i], write_i);
        behind            = register_behind(Name[i], Named[i]);
        chosen            = verdict_e'(chosen | verdict);
        nvmem             = nvmem | Register[i].nvmem;
        access_o.selected = access_o.selected | behind;
        if (verdict == AccessOk) access_o.allowed = access_o.allowed | behind;
      end
    end
    access_o.verdict = chosen;
    access_o.ec      = '0;
    access_o.offset  = '0;
    if (chosen inside {AccessTrapEl1, AccessTrapEl2, AccessTrapEl3}) access_o.ec = EcSysreg;
    if (chosen == AccessMemory) access_o.offset = nvmem;
  end

endmodule
