// SPDX-License-Identifier: Apache-2.0
//
// Specification of the collect block: what may be collected when an operation is marked, and its context. Arm ARM
// J1.1.1 CollectContextIDR1() and its neighbours, D17.6.9 (offsets, Table D17-3), D18.2.1 (address payload). Written
// from the Arm documents, not from the RTL: make formal proves that the two agree.

package spec_collect_pkg;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spec_state_pkg::*;
  import spec_enable_pkg::*;

  // CollectContextIDR1().
  function automatic bit collect_context_idr1(config_t cfg, pe_t pe, regs_t regs);
    if (!statistical_profiling_enabled(cfg, pe, regs)) return 0;
    if (pe.el == EL2) return 0;
    if (el2_enabled(cfg, pe) && pe.hcr_el2_tge) return 0;
    return regs.pmscr_el1.cx;
  endfunction

  // CollectContextIDR2().
  function automatic bit collect_context_idr2(config_t cfg, pe_t pe, regs_t regs);
    if (!statistical_profiling_enabled(cfg, pe, regs)) return 0;
    if (!el2_enabled(cfg, pe)) return 0;
    return regs.pmscr_el2.cx;
  endfunction

  // CollectPhysicalAddress().
  function automatic bit collect_physical_address(config_t cfg, pe_t pe, regs_t regs);
    if (!statistical_profiling_enabled(cfg, pe, regs)) return 0;
    if (cfg.HaveEl2 && (owning_ss(cfg, pe) != SsSecure || is_secure_el2_enabled(cfg, pe))) begin
      return regs.pmscr_el2.pa && (owning_el(cfg, pe) == EL2 || regs.pmscr_el1.pa);
    end
    return regs.pmscr_el1.pa;
  endfunction

  // PCT as CollectTimeStamp() reads it: one bit without FEAT_ECV; the reserved value acts as the chosen one.
  function automatic logic [1:0] effective_pct(config_t cfg, logic [1:0] pct);
    if (!cfg.HaveEcv) return {1'b0, pct[0]};
    if (pct == 2'b10) return 2'(cfg.ReservedPct);
    return pct;
  endfunction

  // CollectTimeStamp(). Without FEAT_ECV its older issue applies: the timestamp is virtual in a host too, where the
  // offset is zero.
  function automatic timestamp_e collect_time_stamp(config_t cfg, pe_t pe, regs_t regs);
    logic [1:0] owner, pct_el1, pct_el2;
    timestamp_e virtual_time;
    if (!statistical_profiling_enabled(cfg, pe, regs)) return TimestampNone;
    owner = owning_el(cfg, pe);
    if (owner == EL2) begin
      if (!regs.pmscr_el2.ts) return TimestampNone;
    end else begin
      if (!regs.pmscr_el1.ts) return TimestampNone;
    end
    virtual_time = (cfg.HaveEcv && is_in_host(cfg, pe)) ? TimestampPhysical : TimestampVirtual;
    pct_el1 = effective_pct(cfg, regs.pmscr_el1.pct);
    if (el2_enabled(cfg, pe)) begin
      pct_el2 = effective_pct(cfg, regs.pmscr_el2.pct);
      case (pct_el2)
        2'b00: return virtual_time;
        2'b01: if (owner == EL2) return TimestampPhysical;
        default: begin
          if (owner == EL1 && pct_el1 == 2'b00) return virtual_time;
          return TimestampOffsetPhysical;
        end
      endcase
    end
    case (pct_el1)
      2'b00: return virtual_time;
      2'b01: return TimestampPhysical;
      default: return TimestampOffsetPhysical;
    endcase
  endfunction

  // D17.6.9: the virtual offset is zero in the same cases as for a read of CNTVCT_EL0.
  function automatic logic [63:0] virtual_offset(config_t cfg, pe_t pe);
    if (!cfg.HaveEl2 || is_in_host(cfg, pe)) return 0;
    return pe.cntvoff_el2;
  endfunction

  function automatic logic [63:0] physical_offset(config_t cfg, pe_t pe);
    if (!cfg.HaveEl2 || !cfg.HaveEcvPoff || !pe.cnthctl_el2_ecv) return 0;
    if (cfg.HaveEl3 && !pe.scr_el3_ecven) return 0;
    return pe.cntpoff_el2;
  endfunction

  // GetTimestamp().
  function automatic logic [63:0] get_timestamp(config_t cfg, pe_t pe, timestamp_e ts, logic [63:0] count);
    case (ts)
      TimestampVirtual: return count - virtual_offset(cfg, pe);
      TimestampOffsetPhysical: return count - physical_offset(cfg, pe);
      default: return count;
    endcase
  endfunction

  // SPESampleAddAddressPCVirtual().
  function automatic logic [63:0] pc_payload(config_t cfg, pe_t pe, logic [63:0] pc);
    bit ns, nse;
    case (current_security_state(cfg, pe))
      SsSecure: {ns, nse} = 2'b00;
      SsNonSecure: {ns, nse} = 2'b10;
      default: {ns, nse} = 2'b11;
    endcase
    return {ns, pe.el, nse, 4'b0000, pc[55:0]};
  endfunction

endpackage
