// SPDX-License-Identifier: Apache-2.0
//
// Decodes an MRS or MSR: whether it is permitted, traps or is UNDEFINED, and which register it reaches (Arm ARM D24.7,
// "Accessing" of each register).
//
// registers_of() in spu_sysreg_pkg lists the properties of each register. The clauses are common to all registers and
// follow the order of the documents; each decision is the pseudocode function of the same name. Combinational: the
// inputs of every cycle are decoded, whether or not there is an access.
//
// Where the documents differ:
// * The 2020 access pseudocode of PMSCR_EL1 has unconditional fine-grained traps; D24.7 requires FEAT_FGT. Without
//   HaveFgt there are none.
// * The 2020 text redirects PMSCR_EL1 at EL2 on HCR_EL2.E2H, D24.7 on ELIsInHost(EL2), which also requires FEAT_VHE.
//   The two agree while EL2 is the current Exception level. Without HaveVhe there is no redirection and no PMSCR_EL12.
// * PMBIDR_EL1 has only its fine-grained trap (D24.7.1, and the lists of MDCR_EL2.E2PB and MDCR_EL3.NSPB). The checks
//   of the older SPE pseudocode do not name the registers that they apply to.
// * CheckMDCR_EL3_NSPBTrap() reads SCR_EL3.NS directly. The field's description (D24.2) makes it 1 without Secure
//   state, and current_ss follows that.
// * PMSNEVFR_EL1, PMSDSFR_EL1, PMBMAR_EL1 and PMBSR_EL2 have a second EL3 trap, before or after the one for NSPB. The
//   answer is the same either way, so one order serves all.

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

  // Properties of each register.
  localparam register_t [Registers-1:0] Register = registers_of(Cfg);

  // -------------------------------------------------------------------------------------------------------
  // Decisions common to all registers, or to all of a kind.

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
  // value that the configuration chooses for ownership.
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

  // The current Exception level uses AArch32, which has none of these registers.
  function automatic logic using_aarch32();
    return pe_i.aarch32 || (Cfg.Aarch32El3 && Cfg.HaveEl3 && pe_i.el3_aarch32);
  endfunction

  // The EL2 traps of CheckProfilingBufferAccess() and CheckStatisticalProfilingAccess(). Their other clauses are
  // common: EL0 and AArch32 state are UNDEFINED before these traps, and the EL3 trap comes after.
  function automatic logic check_el2_trap(check_e check);
    if (!enable_i.el2_enabled) return 1'b0;
    unique case (check)
      CheckProfilingBuffer:      return pe_i.el == EL1 && !pe_i.mdcr_el2_e2pb[0];
      CheckStatisticalProfiling: return pe_i.el == EL1 && pe_i.mdcr_el2_tpms;
      default:                   return 1'b0;
    endcase
  endfunction

  localparam int unsigned El3Enables = 1 << $bits(el3_enable_e);
  localparam int unsigned Checks = 1 << $bits(check_e);

  logic [2:0]            nvx;
  logic                  no_access;          // for every register
  logic                  sdd_undef, sdd_undef_priority, nspb_trap;
  logic [El3Enables-1:0] el3_enable_traps;   // by el3_enable_e
  logic [Checks-1:0]     el2_traps;          // by check_e
  logic [63:0]           hdfgxtr, hdfgxtr2;  // HDFGRTR_EL2 or HDFGWTR_EL2, HDFGRTR2_EL2 or HDFGWTR2_EL2
  always_comb begin
    nvx                = effective_hcr_el2_nvx();
    no_access          = (pe_i.el == EL0) || using_aarch32();
    sdd_undef          = el3_sdd_undef();
    sdd_undef_priority = el3_sdd_undef_priority();
    nspb_trap          = check_mdcr_el3_nspb_trap();
    for (int unsigned kind = 0; kind < El3Enables; kind++) begin
      el3_enable_traps[kind] = check_mdcr_el3_enable_trap(el3_enable_e'(kind));
    end
    for (int unsigned kind = 0; kind < Checks; kind++) el2_traps[kind] = check_el2_trap(check_e'(kind));
    hdfgxtr  = write_i ? pe_i.hdfgwtr_el2 : pe_i.hdfgrtr_el2;
    hdfgxtr2 = write_i ? pe_i.hdfgwtr2_el2 : pe_i.hdfgrtr2_el2;
  end

  // -------------------------------------------------------------------------------------------------------
  // Decisions about one register, which is a constant in every call. Each function has a single return, so that a
  // simulator can recognize the constant and simplify the call.

  // At EL1. Registers with a bit in HDFGRTR2_EL2 or HDFGWTR2_EL2 also trap while SCR_EL3.FGTEn2 is 0.
  function automatic logic check_fine_grained_trap(register_t register);
    logic bit1, bit2, enabled, trapped;
    bit1    = hdfgxtr[register.fgt];
    bit2    = hdfgxtr2[register.fgt];
    enabled = Cfg.HaveFgt && (!Cfg.HaveEl3 || pe_i.scr_el3_fgten);
    unique case (register.fgt_kind)
      FgtSet:    trapped = enabled && bit1;
      FgtClear:  trapped = enabled && !bit1;
      Fgt2Clear: trapped = Cfg.HaveFgt2 && ((Cfg.HaveEl3 && !pe_i.scr_el3_fgten2) || !bit2);
      default:   trapped = 1'b0;
    endcase
    return pe_i.el == EL1 && enable_i.el2_enabled && trapped;
  endfunction

  // At EL1. HCR_EL2.NV1 selects whether PMSCR_EL1 or PMSCR_EL12 names the guest's register in memory (D8.14). The same
  // holds for PMBSR_EL1 once exceptions are enabled; before that, PMBSR_EL1 is in memory regardless of NV1.
  function automatic logic is_nvmem_access(register_t register);
    return nvx[2] && nvx[0] && register.nvmem != '0
        && (register.name != PMSCR_EL1 || nvx[1]) && (register.name != PMSCR_EL12 || !nvx[1])
        && (register.name != PMBSR_EL1 || nvx[1] || enable_i.pmbsr_ignores_nv1)
        && (register.name != PMBSR_EL12 || !nvx[1]);
  endfunction

  function automatic verdict_e access_verdict(register_t register, logic write);
    verdict_e answer;
    logic     nvmem, el3_trap;
    nvmem    = is_nvmem_access(register);
    el3_trap = (register.check != CheckNone && nspb_trap) || el3_enable_traps[register.el3_enable];

    if (write && register.read_only) begin
      answer = AccessUndefined;
    end else if (no_access) begin
      answer = AccessUndefined;
    end else if (register.lowest_el == EL3 && pe_i.el != EL3) begin
      answer = AccessUndefined;
    end else if (register.lowest_el == EL2 && pe_i.el == EL1) begin
      if (nvmem) answer = AccessMemory;
      else       answer = nvx[0] ? AccessTrapEl2 : AccessUndefined;
    end else if (register.name inside {PMSCR_EL12, PMBSR_EL12} && !enable_i.el2_is_host) begin
      answer = AccessUndefined;
    // With El3TrapPriority, an EL3 trap that Debug state makes UNDEFINED comes before every EL2 trap, else after.
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
  // The verdict of every register is computed from the PE's state in parallel; the address only selects one.

  // With HCR_EL2.E2H, PMSCR_EL1 reaches the hypervisor's own register, and PMSCR_EL12 the guest's. PMBSR_EL1 is
  // redirected likewise once EL2 may record events or leave exceptions to EL1.
  function automatic selected_t register_behind(register_t register);
    logic      host;
    selected_t behind;
    host   = pe_i.el == EL2 && enable_i.el2_is_host;
    behind = register.selected;
    if (register.name == PMSCR_EL1 && host) behind = '{pmscr_el2: 1'b1, default: 1'b0};
    if (register.name == PMBSR_EL1 && host && enable_i.pmscr_el2_ee != 2'b00) begin
      behind = '{pmbsr_el2: 1'b1, default: 1'b0};
    end
    return behind;
  endfunction

  logic [Registers-1:0] named;
  always_comb begin
    for (int unsigned i = 0; i < Registers; i++) named[i] = Register[i].exists && (addr_i == Register[i].name);
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
    for (int unsigned i = 0; i < Registers; i++) begin
      if (named[i]) begin
        verdict           = access_verdict(Register[i], write_i);
        behind            = register_behind(Register[i]);
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
