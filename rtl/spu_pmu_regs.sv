// SPDX-License-Identifier: Apache-2.0
//
// The performance monitors' registers (Arm ARM D24.5): storage, reads and writes. Counters and overflow flags are in
// spu_pmu_counters, which applies counter_write_o one cycle later.
//
// An MRS or MSR is answered in the next cycle, as spu_pmu_access decides; only a permitted one reads or writes. The
// cycle's events are counted at its end, and a direct write in the same cycle overrides the counted values: set and
// clear registers work on the flags after counting, PMCR_EL0.C and P zero the counted values. RES0 bits are not stored;
// a counter that is not configured has no state. Every field resets to zero.
//
// The evtCount of an event counter is decoded when it is written, and the result is stored beside it.
//
// In AArch32 state accesses are 32-bit: a read returns bits [31:0], and a write leaves bits [63:32] unchanged.

module spu_pmu_regs
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_pmu_pkg::*;
#(
  parameter config_t Cfg,
  localparam int unsigned EventCounters = existing_counters(Cfg.PmuCounters)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  // sysreg
  input  sysreg_req_t                 sysreg_i,
  output sysreg_rsp_t                 sysreg_o,  // all zero unless this block answers

  // access, pe
  input  pmu_access_t                 access_i,
  input  logic                        aarch32_i,
  input  logic [4:0]                  hpmn_i,    // MDCR_EL2
  input  logic                        guest_i,   // EL0 or EL1, with EL2 enabled

  // increment
  output logic [MaxEventCounters-1:0] software_increment_o,
  output logic                        clear_prescaler_o,  // by a direct write of the previous cycle

  // counters
  input  logic [Counters-1:0]            pmovs_i,         // at the start of the cycle
  input  logic [Counters-1:0]            pmovs_behind_i,  // this one and the next two: of the previous cycle
  input  logic [63:0]                    pmccntr_behind_i,
  input  logic [EventCounters-1:0][63:0] pmevcntr_behind_i,
  output counter_write_t                 counter_write_o,  // of the previous cycle
  output pmu_regs_t                      regs_o,
  output event_source_t [EventCounters-1:0] sources_o      // what the event counters count
);

  localparam bit HavePmuV3p9 = Cfg.PmuVersion >= 9;
  localparam logic [MaxEventCounters-1:0] Implemented = implemented_counters(Cfg.PmuCounters);
  localparam logic [Counters-1:0] CountersAndCycles = {1'b1, Implemented};

  pmu_regs_t   regs;
  pmu_target_t writes;  // the register that is written, if any
  assign writes = (sysreg_i.valid && sysreg_i.write) ? access_i.reached : '0;

  // Event counters that this access reaches. accessible_bits, for registers with a bit for each counter: with the cycle
  // counter, and without counters hidden from EL0.
  logic [MaxEventCounters-1:0] accessible;
  logic [Counters-1:0]         accessible_bits;
  assign accessible      = accessible_counters(Implemented, pmu_counters_hyp(Cfg.HaveEl2, hpmn_i), EL1, guest_i);
  assign accessible_bits = {1'b1, accessible} & (HavePmuV3p9 ? access_i.user_mask : '1);

  // -------------------------------------------------------------------------------------------------------
  // Constants

  localparam writable_t Writable = writable(Cfg);

  // Registers stored here. Event types are stored separately, below; counters and flags in spu_pmu_counters.
  typedef struct packed {
    pmcr_t               pmcr;
    logic [Counters-1:0] pmcnten;
    logic [Counters-1:0] pminten;
    logic [4:0]          sel;
    pmuserenr_t          pmuserenr;
    logic [Counters-1:0] pmuacr;
    pmecr_t              pmecr;
    pmevtyper_t          pmccfiltr;
  } state_t;

  // Implemented bits of state_t.
  localparam state_t Stored = '{
    pmcr:      Writable.pmcr,
    pmcnten:   CountersAndCycles,
    pminten:   CountersAndCycles,
    sel:       '1,
    pmuserenr: Writable.pmuserenr,
    pmuacr:    HavePmuV3p9 ? CountersAndCycles : '0,
    pmecr:     Writable.pmecr,
    pmccfiltr: Writable.pmccfiltr
  };

  // PMMIR_EL1 (D24.5.19): STALL_SLOT counts slots at dispatch.
  localparam logic [63:0] Pmmir = (64'(Cfg.HavePmuSme) << 28) | 64'(Cfg.DispatchWidth);

  // LC is RES1 in a PE that has no AArch32 state.
  localparam pmcr_t PmcrOnes = '{lc: !Cfg.Aarch32El0, default: '0};

  localparam logic [1:0][63:0] Pmceid = '{
    {common_event_ids(Cfg.PmuEvents, 16'h4020), common_event_ids(Cfg.PmuEvents, 16'h0020)},
    {common_event_ids(Cfg.PmuEvents, 16'h4000), common_event_ids(Cfg.PmuEvents, 16'h0000)}
  };

  // -------------------------------------------------------------------------------------------------------
  // The access of the previous cycle

  // The register that it reads or writes, if any.
  pmu_target_t reads_q, writes_q;

  // These keep the values of the last access, and wdata_q that of the last MSR.
  typedef struct packed {
    logic [Counters-1:0] at;
    logic [Counters-1:0] accessible;
    logic                low_half;
  } last_t;

  last_t       last_q;
  logic [63:0] wdata_q;
  sysreg_rsp_t answer_q;  // without the data
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answer_q <= '0;
      reads_q  <= '0;
      writes_q <= '0;
      last_q   <= '0;
    end else begin
      answer_q <= '0;
      reads_q  <= (sysreg_i.valid && !sysreg_i.write) ? access_i.reached : '0;
      writes_q <= writes;
      if (sysreg_i.valid && access_i.claimed) begin
        answer_q <= '{done: 1'b1, verdict: access_i.verdict, ec: access_i.ec, default: '0};
      end
      if (sysreg_i.valid) last_q <= '{at: access_i.at, accessible: accessible_bits, low_half: aarch32_i};
    end
  end

  always_ff @(posedge clk_i) begin
    if (sysreg_i.valid && sysreg_i.write) wdata_q <= sysreg_i.wdata;
  end

  // -------------------------------------------------------------------------------------------------------
  // Read

  // In the cycle of the answer, because the verdict is known late. The registers hold the values of the MRS's cycle.

  // PMCR_EL0.N is the number of event counters that the access reaches; PMUACR_EL1 never limits an access to PMCR_EL0.
  pmcr_t pmcr_read;
  always_comb begin
    pmcr_read   = regs.pmcr;
    pmcr_read.n = 5'($countones(last_q.accessible[MaxEventCounters-1:0]));
  end

  // The value for the event counter that is read; 0 if it is not implemented.
  function automatic logic [63:0] of_counter(logic [EventCounters-1:0][63:0] values, logic [Counters-1:0] at);
    logic [63:0] value;
    value = '0;
    for (int unsigned n = 0; n < EventCounters; n++) begin
      if (at[n]) value |= values[n];
    end
    return value;
  endfunction

  pmevtyper_t [EventCounters-1:0] pmevtyper_q;
  logic [63:0] rdata;
  always_comb begin
    rdata = '0;
    if (reads_q.pmcr)                           rdata |= pmcr_read;
    if (reads_q.pmcntenset || reads_q.pmcntenclr) rdata |= {32'd0, regs.pmcnten & last_q.accessible};
    if (reads_q.pmintenset || reads_q.pmintenclr) rdata |= {32'd0, regs.pminten & last_q.accessible};
    if (reads_q.pmovsset || reads_q.pmovsclr)     rdata |= {32'd0, pmovs_behind_i & last_q.accessible};
    if (reads_q.pmselr)                         rdata |= 64'(regs.sel);
    if (reads_q.pmuserenr)                      rdata |= 64'(regs.pmuserenr);
    if (reads_q.pmuacr)                         rdata |= {32'd0, regs.pmuacr & last_q.accessible};
    if (reads_q.pmecr)                          rdata |= regs.pmecr;
    if (reads_q.pmceid0)                        rdata |= Pmceid[0];
    if (reads_q.pmceid1)                        rdata |= Pmceid[1];
    if (reads_q.pmccntr)                        rdata |= pmccntr_behind_i;
    if (reads_q.pmccfiltr)                      rdata |= 64'(regs.pmccfiltr);
    if (reads_q.pmevcntr)                       rdata |= of_counter(pmevcntr_behind_i, last_q.at);
    if (reads_q.pmevtyper)                      rdata |= of_counter(pmevtyper_q, last_q.at);
    if (reads_q.pmmir)                          rdata |= Pmmir;
    sysreg_o              = answer_q;
    sysreg_o.rdata[31:0]  = rdata[31:0];
    sysreg_o.rdata[63:32] = last_q.low_half ? '0 : rdata[63:32];
  end

  // -------------------------------------------------------------------------------------------------------
  // Write

  logic [Counters-1:0] selected;  // counters that a set or clear register, PMUACR_EL1 or PMZR_EL0 names
  pmcr_t               pmcr_wdata;

  // The new value of a 64-bit register with this high half.
  function automatic logic [63:0] written(logic [31:0] high);
    return {aarch32_i ? high : sysreg_i.wdata[63:32], sysreg_i.wdata[31:0]};
  endfunction

  assign selected   = sysreg_i.wdata[Counters-1:0] & accessible_bits;
  assign pmcr_wdata = written(regs.pmcr[63:32]);

  assign software_increment_o = sysreg_i.wdata[MaxEventCounters-1:0] & accessible
                              & (HavePmuV3p9 ? access_i.user_increment_mask : '1) & {MaxEventCounters{writes.pmswinc}};

  state_t state_q, state_d;
  always_comb begin
    state_d = state_q;
    unique case (1'b1)
      writes.pmcr:       state_d.pmcr      = pmcr_wdata;
      writes.pmcntenset: state_d.pmcnten   = regs.pmcnten | selected;
      writes.pmcntenclr: state_d.pmcnten   = regs.pmcnten & ~selected;
      writes.pmintenset: state_d.pminten   = regs.pminten | selected;
      writes.pmintenclr: state_d.pminten   = regs.pminten & ~selected;
      writes.pmselr:     state_d.sel       = sysreg_i.wdata[4:0];
      writes.pmuserenr:  state_d.pmuserenr = sysreg_i.wdata[6:0];
      writes.pmuacr:     state_d.pmuacr    = (regs.pmuacr & ~accessible_bits) | selected;
      writes.pmecr:      state_d.pmecr     = sysreg_i.wdata;
      writes.pmccfiltr:  state_d.pmccfiltr = written(regs.pmccfiltr[63:32]);
      default: ;  // counters, flags and event types: below; PMSWINC_EL0 counts
    endcase
  end

  // Counters and flags, one cycle later. PMCR_EL0 and PMZR_EL0 write zero to all bits of the counters that they reset.
  // Both use ZeroPMUCounters(), so both reset the prescaler with the cycle counter.
  logic [Counters-1:0] selected_q, zeroed;
  pmcr_t               pmcr_wdata_q;
  assign selected_q        = wdata_q[Counters-1:0] & last_q.accessible;
  assign pmcr_wdata_q      = wdata_q;  // only C and P
  assign clear_prescaler_o = zeroed[CycleCounter];

  logic unused_wdata;
  assign unused_wdata = ^pmcr_wdata_q;

  always_comb begin
    zeroed = '0;
    if (writes_q.pmcr) begin
      zeroed[CycleCounter]         = pmcr_wdata_q.c;
      zeroed[MaxEventCounters-1:0] = last_q.accessible[MaxEventCounters-1:0] & {MaxEventCounters{pmcr_wdata_q.p}};
    end
    if (writes_q.pmzr) zeroed = selected_q;

    counter_write_o = '{load: zeroed, low_half: last_q.low_half, wdata: wdata_q, default: '0};
    if (writes_q.pmcr || writes_q.pmzr) begin
      counter_write_o.low_half = 1'b0;
      counter_write_o.wdata    = '0;
    end
    if (writes_q.pmccntr)  counter_write_o.load[CycleCounter] = 1'b1;
    if (writes_q.pmevcntr) counter_write_o.load |= last_q.at;
    if (writes_q.pmovsset) counter_write_o.set_flags = selected_q;
    if (writes_q.pmovsclr) counter_write_o.clear_flags = selected_q;
  end

  // -------------------------------------------------------------------------------------------------------
  // State

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= '0;
    else         state_q <= state_d & Stored;
  end

  for (genvar n = 0; n < EventCounters; n++) begin : gen_event_counter
    if (Implemented[n]) begin : gen_counter
      pmevtyper_t    type_q;
      event_source_t source_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          type_q   <= '0;
          source_q <= event_source('0, Cfg.PmuEvents, Cfg.SpeVersion, Cfg.HaveFds, Cfg.HaveEft);
        end else if (writes.pmevtyper && access_i.at[n]) begin
          type_q   <= written(type_q[63:32]) & Writable.pmevtyper;
          source_q <= event_source(sysreg_i.wdata[15:0], Cfg.PmuEvents, Cfg.SpeVersion, Cfg.HaveFds, Cfg.HaveEft);
        end
      end
      assign sources_o[n] = source_q;
      assign pmevtyper_q[n] = type_q;
    end else begin : gen_no_counter
      assign pmevtyper_q[n] = '0;
      assign sources_o[n]   = '0;
    end
  end

  always_comb begin
    regs           = '0;
    regs.pmcr      = state_q.pmcr | PmcrOnes;
    regs.pmcnten   = state_q.pmcnten;
    regs.pminten   = state_q.pminten;
    regs.pmovs     = pmovs_i;
    regs.sel       = state_q.sel;
    regs.pmuserenr = state_q.pmuserenr;
    regs.pmuacr    = state_q.pmuacr;
    regs.pmecr     = state_q.pmecr;
    regs.pmccfiltr = state_q.pmccfiltr;
    for (int unsigned n = 0; n < Cfg.PmuCounters; n++) regs.pmevtyper[n] = pmevtyper_q[n];
  end

  assign regs_o = regs;

endmodule
