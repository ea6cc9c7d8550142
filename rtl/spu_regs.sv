// SPDX-License-Identifier: Apache-2.0
//
// The registers (Arm ARM D24.7): storage, reads and writes.
//
// An MRS or MSR is answered in the next cycle, as spu_access decides; only a permitted one reads or writes. Indirect
// writes by other blocks take effect at the end of their cycle; a direct write in the same cycle overrides them. RES0
// bits are not stored. Every register resets to zero.

module spu_regs
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  // sysreg
  input  sysreg_req_t        sysreg_i,
  input  logic               pmu_claims_i,      // the performance monitors answer
  output sysreg_rsp_t        sysreg_o,

  // access, enable
  input  access_t            access_i,
  input  logic               programming_not_allowed_i,
  input  logic [1:0]         addr_mode_i,       // of PMBIDR_EL1

  // Indirect writes.
  input  interval_counters_t counters_i,        // after this cycle's operations
  input  logic               collision_i,       // a collision sets COLL
  input  logic [1:0]         collision_el_i,    // in this PMBSR_ELx
  input  buffer_update_t     update_i,
  input  logic [1:0]         event_el_i,        // the PMBSR_ELx that update_i writes

  output regs_t              regs_o,
  output interval_counters_t counters_o,
  output bounds_write_t      bounds_write_o,

  // After this cycle's indirect writes, before its direct write (vif).
  output pmbsr_t             updated_pmbsr_o,   // PMBSR_ELx of event_el_i
  output logic [63:0]        updated_pmbptr_o
);

  localparam bit HaveExc = has_spe_exc(Cfg);

  regs_t              regs_q, regs_d;
  interval_counters_t counters_q, counters_d;

  // The register that this cycle's access writes; never one of the performance monitors'.
  selected_t write;
  assign write = access_i.allowed & {$bits(selected_t){sysreg_i.valid && sysreg_i.write}};


  // Read-only: spu_access permits no write of these.
  logic unused_writes;
  assign unused_writes = ^{write.pmsidr, write.pmbidr};

  // -------------------------------------------------------------------------------------------------------
  // Read

  function automatic pmsidr_t pmsidr_value();
    pmsidr_t value;
    value            = '0;
    value.sme        = Cfg.HaveSpeSme;
    value.altclk     = 4'(Cfg.AltClock);
    value.fpf        = Cfg.HaveEft;  // FEAT_SPE_FPF comes with FEAT_SPE_EFT
    value.eft        = Cfg.HaveEft;
    value.crr        = Cfg.HaveCrr;
    value.pbt        = Cfg.HavePbt;
    value.count_size = Cfg.Count16bit ? PmsidrCountSizeBits16 : PmsidrCountSizeBits12;
    value.max_size   = 4'(Cfg.MaxSize);
    value.interval   = 4'(Cfg.MinInterval);
    value.fds        = Cfg.HaveFds;
    value.fne        = Cfg.SpeVersion >= 2;  // FEAT_SPE_FnE
    value.ernd       = Cfg.HaveErnd;
    value.lds        = (Cfg.SourceBytes != 0);
    value.arch_inst  = Cfg.ArchInst;
    {value.fl, value.ft, value.fe} = '1;
    return value;
  endfunction

  function automatic pmbidr_t pmbidr_value(logic programming_not_allowed, logic [1:0] addr_mode);
    pmbidr_t value;
    value = '0;
    unique case (Cfg.ExternalAbort)
      AbortIgnored: value.ea = PmbidrEaIgnored;
      AbortSError:  value.ea = PmbidrEaSError;
      default:      value.ea = PmbidrEaNotDescribed;
    endcase
    value.addr_mode = addr_mode;
    value.f     = Cfg.DirtyManaged;
    value.p     = programming_not_allowed;
    value.align = 4'(Cfg.RecordAlign);
    return value;
  endfunction

  // Without EL2 PMSCR_EL1.PCT reads as 0b01 (D24.7.8).
  pmscr_el1_t pmscr_el1_read;
  always_comb begin
    pmscr_el1_read = regs_q.pmscr_el1;
    if (!Cfg.HaveEl2) pmscr_el1_read.pct = 2'b01;
  end

  // The value of the register, whether or not it may be read. At most one is selected, so the terms are ORed.
  function automatic logic [63:0] term(logic selected, logic [63:0] value);
    return selected ? value : '0;
  endfunction

  logic [63:0] rdata;
  assign rdata = term(access_i.selected.pmscr_el1, pmscr_el1_read)
               | term(access_i.selected.pmscr_el2, regs_q.pmscr_el2)
               | term(access_i.selected.pmsicr, counters_q.pmsicr)
               | term(access_i.selected.pmsirr, regs_q.pmsirr)
               | term(access_i.selected.pmsfcr, regs_q.pmsfcr)
               | term(access_i.selected.pmsevfr, regs_q.pmsevfr)
               | term(access_i.selected.pmsnevfr, regs_q.pmsnevfr)
               | term(access_i.selected.pmsdsfr, regs_q.pmsdsfr)
               | term(access_i.selected.pmslatfr, 64'(regs_q.minlat))
               | term(access_i.selected.pmsidr, pmsidr_value())
               | term(access_i.selected.pmblimitr, regs_q.pmblimitr)
               | term(access_i.selected.pmbptr, regs_q.pmbptr)
               | term(access_i.selected.pmbsr, regs_q.pmbsr)
               | term(access_i.selected.pmbsr_el2, regs_q.pmbsr_el2)
               | term(access_i.selected.pmbsr_el3, regs_q.pmbsr_el3)
               | term(access_i.selected.pmbmar, regs_q.pmbmar)
               | term(access_i.selected.pmbidr, pmbidr_value(programming_not_allowed_i, addr_mode_i));

  logic answers;
  assign answers = sysreg_i.valid && !pmu_claims_i;

  // The verdict is known too late to select the data in the same cycle.
  sysreg_rsp_t answer_q;
  always_comb begin
    sysreg_o = answer_q;
    if (answer_q.verdict != AccessOk) sysreg_o.rdata = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answer_q <= '0;
    end else begin
      answer_q <= '{
        done:    answers,
        verdict: answers ? access_i.verdict : AccessOk,
        ec:      answers ? access_i.ec : '0,
        offset:  answers ? access_i.offset : '0,
        rdata:   (sysreg_i.valid && !sysreg_i.write) ? rdata : '0
      };
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Write

  // RES0 bits are not stored. In PMSEVFR_EL1, PMSNEVFR_EL1 and PMBPTR_EL1 they depend on more than features.
  localparam writable_t Writable = writable(Cfg);
  logic [63:0] wdata;
  assign wdata = sysreg_i.wdata;

  logic [63:0] pmbptr_wdata;
  pmblimitr_t  pmblimitr_wdata;
  assign pmbptr_wdata    = aligned_pointer(Cfg, wdata & Writable.pmbptr);
  assign pmblimitr_wdata = wdata & Writable.pmblimitr;
  assign bounds_write_o  = '{
    pmbptr:      write.pmbptr,
    limit:       write.pmblimitr,
    pmbptr_page: pmbptr_wdata[63:PageBits],
    limit_page:  pmblimitr_wdata.limit
  };

  // PMBSR_ELx after this cycle's indirect writes.
  function automatic pmbsr_t updated_pmbsr(pmbsr_t pmbsr, logic [1:0] el);
    pmbsr_t updated;
    updated = pmbsr;
    if (collision_i && collision_el_i == el) updated.coll = 1'b1;
    if (event_el_i == el) begin
      if (update_i.dl_set) updated.dl = 1'b1;
      if (update_i.ea_set) updated.ea = 1'b1;
      if (update_i.event_valid) begin
        updated.s      = 1'b1;
        updated.ec     = update_i.ec;
        updated.status = update_i.status;
        updated.top_level    = update_i.top_level;
        updated.assured_only = update_i.assured_only;
        updated.overlay      = update_i.overlay;
        updated.dirty_bit    = update_i.dirty_bit;
      end
    end
    return updated;
  endfunction

  pmbsr_t pmbsr_el1_updated, pmbsr_el2_updated, pmbsr_el3_updated;
  always_comb begin
    updated_pmbptr_o  = aligned_pointer(Cfg, update_i.ptr_we ? update_i.ptr : regs_q.pmbptr);
    pmbsr_el1_updated = updated_pmbsr(regs_q.pmbsr, EL1);
    pmbsr_el2_updated = (HaveExc && Cfg.HaveEl2) ? updated_pmbsr(regs_q.pmbsr_el2, EL2) : '0;
    pmbsr_el3_updated = (HaveExc && Cfg.HaveEl3) ? updated_pmbsr(regs_q.pmbsr_el3, EL3) : '0;
    unique case (event_el_i)
      EL2:     updated_pmbsr_o = pmbsr_el2_updated;
      EL3:     updated_pmbsr_o = pmbsr_el3_updated;
      default: updated_pmbsr_o = pmbsr_el1_updated;
    endcase
  end

  always_comb begin
    regs_d        = regs_q;
    regs_d.pmbptr = updated_pmbptr_o;
    regs_d.pmbsr  = pmbsr_el1_updated;
    regs_d.pmbsr_el2 = pmbsr_el2_updated;
    regs_d.pmbsr_el3 = pmbsr_el3_updated;
    counters_d = counters_i;
    if (write.pmscr_el1) regs_d.pmscr_el1 = wdata & Writable.pmscr_el1;
    if (write.pmscr_el2) regs_d.pmscr_el2 = wdata & Writable.pmscr_el2;
    if (write.pmsicr)    counters_d       = interval_counters(wdata & Writable.pmsicr);
    if (write.pmsirr)    regs_d.pmsirr    = wdata & Writable.pmsirr;
    if (write.pmsfcr)    regs_d.pmsfcr    = wdata & Writable.pmsfcr;
    if (write.pmsevfr)   regs_d.pmsevfr   = wdata & Writable.pmsevfr & filterable_events(Cfg);
    if (write.pmsnevfr)  regs_d.pmsnevfr  = wdata & Writable.pmsnevfr & filterable_events(Cfg);
    if (write.pmsdsfr)   regs_d.pmsdsfr   = wdata & Writable.pmsdsfr;
    if (write.pmslatfr)  regs_d.minlat    = wdata[15:0] & Writable.pmslatfr[15:0];
    if (write.pmblimitr) regs_d.pmblimitr = pmblimitr_wdata;
    if (write.pmbptr)    regs_d.pmbptr    = pmbptr_wdata;
    if (write.pmbsr)     regs_d.pmbsr     = wdata & Writable.pmbsr;
    if (write.pmbsr_el2) regs_d.pmbsr_el2 = wdata & Writable.pmbsr_el2;
    if (write.pmbsr_el3) regs_d.pmbsr_el3 = wdata & Writable.pmbsr_el3;
    if (write.pmbmar)    regs_d.pmbmar    = wdata & Writable.pmbmar;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      regs_q     <= '0;
      counters_q <= interval_counters('0);
    end else begin
      regs_q     <= regs_d;
      counters_q <= counters_d;
    end
  end

  assign regs_o     = regs_q;
  assign counters_o = counters_q;

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      PointerIsAligned_A: assert (regs_q.pmbptr == aligned_pointer(Cfg, regs_q.pmbptr));
      NoEcountWithoutErnd_A: assert (Cfg.HaveErnd || counters_q.pmsicr.ecount == '0);
      NoPmbsrEl2WithoutEl2_A: assert ((HaveExc && Cfg.HaveEl2) || regs_q.pmbsr_el2 == '0);
      NoPmbsrEl3WithoutEl3_A: assert ((HaveExc && Cfg.HaveEl3) || regs_q.pmbsr_el3 == '0);
      ComparisonsAreStored_A: assert (counters_q == interval_counters(counters_q.pmsicr));
    end
  end

endmodule
