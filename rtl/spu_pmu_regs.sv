// SPDX-License-Identifier: Apache-2.0
//
// The performance monitors' registers (Arm ARM D24.5): reading and writing them. Counters and overflow flags are in
// spu_pmu_counters, which does what counter_write_o says.
//
// An MRS or MSR of one cycle is answered in the next, as spu_pmu_access decides; only an allowed one reads or writes.
// The cycle's events are counted at its end, and a direct write of the same cycle goes over the counted values: set
// and clear registers work on the flags after counting, PMCR_EL0.C and P zero the counted values. RES0 bits are not
// stored; a counter that is not configured has no state. Every field resets to zero.
//
// What an event counter's evtCount means is worked out when it is written, and stored beside it.
//
// In AArch32 state an access is a 32-bit one: it reads bits [31:0] and writes leave bits [63:32] as they are.

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
  output logic                        clear_prescaler_o,

  // counters
  input  logic [Counters-1:0]         pmovs_i,   // at the start of the cycle
  // at the start of the cycle before
  input  logic [Counters-1:0]            pmovs_behind_i,
  input  logic [63:0]                    pmccntr_behind_i,
  input  logic [EventCounters-1:0][63:0] pmevcntr_behind_i,
  output counter_write_t              counter_write_o,

  output pmu_regs_t                   regs_o,
  output event_source_t [EventCounters-1:0] sources_o  // what the event counters count
);

  localparam bit HavePmuV3p5 = Cfg.PmuVersion >= 5;
  localparam bit HavePmuV3p7 = Cfg.PmuVersion >= 7;
  localparam bit HavePmuV3p9 = Cfg.PmuVersion >= 9;
  localparam logic [MaxEventCounters-1:0] Implemented = implemented_counters(Cfg.PmuCounters);
  localparam logic [Counters-1:0] CountersAndCycles = {1'b1, Implemented};

  pmu_regs_t regs;

  // The register that is read or written, if any.
  pmu_target_t reads, writes;
  assign reads  = (sysreg_i.valid && !sysreg_i.write) ? access_i.reached : '0;
  assign writes = (sysreg_i.valid && sysreg_i.write) ? access_i.reached : '0;

  // The encoding: spu_pmu_access has made it the register. Some are not read, or not written.
  logic unused_inputs;
  assign unused_inputs = ^{sysreg_i.addr, reads, writes};

  // Event counters that this access reaches; and with the cycle counter, in a register with a bit for each, those that
  // EL0 may use.
  logic [MaxEventCounters-1:0] accessible;
  logic [Counters-1:0]         accessible_bits;
  assign accessible      = accessible_counters(Implemented, pmu_counters_hyp(Cfg.HaveEl2, hpmn_i), EL1, guest_i);
  assign accessible_bits = {1'b1, accessible} & (HavePmuV3p9 ? access_i.user_mask : '1);

  // -------------------------------------------------------------------------------------------------------
  // Fields that exist

  function automatic pmcr_t pmcr_fields();
    pmcr_t fields;
    fields     = '0;
    fields.fzs = (Cfg.SpeVersion >= 2);
    fields.fzo = HavePmuV3p7;
    fields.lp  = HavePmuV3p5;
    fields.lc  = Cfg.Aarch32El0;
    fields.dp  = Cfg.HaveEl3 || Cfg.HaveEl2 || HavePmuV3p7;
    fields.d   = Cfg.Aarch32El0;
    fields.e   = 1'b1;
    return fields;
  endfunction

  function automatic pmevtyper_t pmccfiltr_fields();
    pmevtyper_t fields;
    fields     = '0;
    fields.p   = 1'b1;
    fields.u   = 1'b1;
    fields.nsk = Cfg.HaveEl3;
    fields.nsu = Cfg.HaveEl3;
    fields.nsh = Cfg.HaveEl2;
    fields.m   = Cfg.HaveEl3;
    fields.sh  = Cfg.HaveEl3 && Cfg.HaveSel2;
    fields.rlk = Cfg.HaveRme;
    fields.rlu = Cfg.HaveRme;
    fields.rlh = Cfg.HaveRme;
    if (Cfg.HavePmuSme) fields.vs = '1;
    return fields;
  endfunction

  function automatic pmevtyper_t pmevtyper_fields();
    pmevtyper_t fields;
    fields           = pmccfiltr_fields();
    fields.evt_count = '1;
    return fields;
  endfunction

  function automatic pmuserenr_t pmuserenr_fields();
    pmuserenr_t fields;
    fields     = '0;
    fields.tid = HavePmuV3p9;
    fields.uen = HavePmuV3p9;
    fields.er  = 1'b1;
    fields.cr  = 1'b1;
    fields.sw  = 1'b1;
    fields.en  = 1'b1;
    return fields;
  endfunction

  function automatic pmecr_t pmecr_fields();
    pmecr_t fields;
    fields = '0;
    if (Cfg.HaveEbep) begin
      fields.kpme = 1'b1;
      fields.pmee = '1;
    end
    return fields;
  endfunction

  // PMMIR_EL1 (D24.5.19): dispatch is where STALL_SLOT counts slots.
  localparam logic [63:0] Pmmir = (64'(Cfg.HavePmuSme) << 28) | 64'(Cfg.DispatchWidth);

  // LC is RES1 in a PE that has no AArch32 state.
  function automatic pmcr_t pmcr_ones();
    pmcr_t fields;
    fields    = '0;
    fields.lc = !Cfg.Aarch32El0;
    return fields;
  endfunction

  localparam pmcr_t PmcrFields = pmcr_fields();
  localparam pmcr_t PmcrOnes = pmcr_ones();
  localparam pmuserenr_t PmuserenrFields = pmuserenr_fields();
  localparam pmecr_t PmecrFields = pmecr_fields();
  localparam pmevtyper_t PmccfiltrFields = pmccfiltr_fields();
  localparam pmevtyper_t PmevtyperFields = pmevtyper_fields();

  localparam logic [1:0][63:0] Pmceid = '{
    {common_event_ids(Cfg.PmuEvents, 16'h4020), common_event_ids(Cfg.PmuEvents, 16'h0020)},
    {common_event_ids(Cfg.PmuEvents, 16'h4000), common_event_ids(Cfg.PmuEvents, 16'h0000)}
  };

  // -------------------------------------------------------------------------------------------------------
  // Read

  // PMCR_EL0.N is the number of event counters that the access reaches.
  pmcr_t pmcr_read;
  always_comb begin
    pmcr_read   = regs.pmcr;
    pmcr_read.n = 5'($countones(accessible));
  end

  // No event counter has index 31.
  pmevtyper_t [EventCounters-1:0] pmevtyper_q;
  function automatic pmevtyper_t event_type(logic [4:0] index);
    pmevtyper_t [Counters-1:0] types;
    types = '0;
    for (int unsigned n = 0; n < EventCounters; n++) types[n] = pmevtyper_q[n];
    return types[index];
  endfunction

  logic [63:0] rdata;
  always_comb begin
    unique case (1'b1)
      reads.pmcr:                          rdata = pmcr_read;
      reads.pmcntenset, reads.pmcntenclr:  rdata = {32'd0, regs.pmcnten & accessible_bits};
      reads.pmintenset, reads.pmintenclr:  rdata = {32'd0, regs.pminten & accessible_bits};
      reads.pmselr:                        rdata = 64'(regs.sel);
      reads.pmuserenr:                     rdata = 64'(regs.pmuserenr);
      reads.pmuacr:                        rdata = {32'd0, regs.pmuacr & accessible_bits};
      reads.pmecr:                         rdata = regs.pmecr;
      reads.pmceid0:                       rdata = Pmceid[0];
      reads.pmceid1:                       rdata = Pmceid[1];
      reads.pmccfiltr:                     rdata = 64'(regs.pmccfiltr);
      reads.pmevtyper:                     rdata = 64'(event_type(access_i.index));
      reads.pmmir:                         rdata = Pmmir;
      default:                             rdata = '0;  // counters, flags: below
    endcase
  end

  // Counters and flags are read in the cycle of the answer, from the registers that then hold what they were in the
  // cycle of the MRS.
  typedef struct packed {
    logic                event_counter;
    logic                cycle_counter;
    logic [4:0]          index;
    logic [Counters-1:0] flags;
    logic                low_half;
  } counter_read_t;

  counter_read_t read_q, read_d;
  always_comb begin
    read_d = '{index: access_i.index, low_half: aarch32_i, default: '0};
    read_d.event_counter = reads.pmevcntr;
    read_d.cycle_counter = reads.pmccntr;
    if (reads.pmovsset || reads.pmovsclr) read_d.flags = accessible_bits;
  end

  sysreg_rsp_t answer_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answer_q <= '0;
      read_q   <= '0;
    end else begin
      answer_q <= '0;
      read_q   <= read_d;
      if (sysreg_i.valid && access_i.claimed) begin
        answer_q <= '{
          done:    1'b1,
          verdict: access_i.verdict,
          ec:      access_i.ec,
          offset:  '0,
          rdata:   aarch32_i ? 64'(rdata[31:0]) : rdata
        };
      end
    end
  end

  function automatic logic [63:0] event_counter(logic [4:0] index);
    logic [Counters-1:0][63:0] values;
    values = '0;
    for (int unsigned n = 0; n < EventCounters; n++) values[n] = pmevcntr_behind_i[n];
    return values[index];
  endfunction

  logic [63:0] counter_rdata;
  always_comb begin
    counter_rdata = {32'd0, pmovs_behind_i & read_q.flags};
    if (read_q.event_counter) counter_rdata = event_counter(read_q.index);
    if (read_q.cycle_counter) counter_rdata = pmccntr_behind_i;
    if (read_q.low_half) counter_rdata[63:32] = '0;
    sysreg_o       = answer_q;
    sysreg_o.rdata = answer_q.rdata | counter_rdata;
  end

  // -------------------------------------------------------------------------------------------------------
  // Write

  logic [Counters-1:0] selected;  // counters that a set or clear register, PMUACR_EL1 or PMZR_EL0 names
  pmcr_t               pmcr_wdata;

  // What a write makes of a register of 64 bits with this high half.
  function automatic logic [63:0] written(logic [31:0] high);
    return {aarch32_i ? high : sysreg_i.wdata[63:32], sysreg_i.wdata[31:0]};
  endfunction

  assign selected   = sysreg_i.wdata[Counters-1:0] & accessible_bits;
  assign pmcr_wdata = written(regs.pmcr[63:32]);

  // What PMSWINC_EL0 names
  logic [MaxEventCounters-1:0] selected_increments;
  assign selected_increments  = sysreg_i.wdata[MaxEventCounters-1:0] & accessible
                              & (HavePmuV3p9 ? access_i.user_increment_mask : '1);
  assign software_increment_o = writes.pmswinc ? selected_increments : '0;

  pmcr_t               pmcr_d;
  pmuserenr_t          pmuserenr_d;
  pmevtyper_t          pmccfiltr_d;
  logic [4:0]          sel_d;
  logic [Counters-1:0] pmcnten_d, pminten_d, pmuacr_d;
  pmecr_t              pmecr_d;

  always_comb begin
    pmcr_d      = regs.pmcr;
    pmuserenr_d = regs.pmuserenr;
    pmccfiltr_d = regs.pmccfiltr;
    sel_d       = regs.sel;
    pmcnten_d   = regs.pmcnten;
    pminten_d   = regs.pminten;
    pmuacr_d    = regs.pmuacr;
    pmecr_d     = regs.pmecr;
    unique case (1'b1)
      writes.pmcr:       pmcr_d      = pmcr_t'(pmcr_wdata & PmcrFields);
      writes.pmcntenset: pmcnten_d   = regs.pmcnten | selected;
      writes.pmcntenclr: pmcnten_d   = regs.pmcnten & ~selected;
      writes.pmintenset: pminten_d   = regs.pminten | selected;
      writes.pmintenclr: pminten_d   = regs.pminten & ~selected;
      writes.pmselr:     sel_d       = sysreg_i.wdata[4:0];
      writes.pmuserenr:  pmuserenr_d = sysreg_i.wdata[6:0] & PmuserenrFields;
      writes.pmuacr:     pmuacr_d    = (regs.pmuacr & ~accessible_bits) | selected;
      writes.pmecr:      pmecr_d     = sysreg_i.wdata & PmecrFields;
      writes.pmccfiltr:  pmccfiltr_d = written(regs.pmccfiltr[63:32]) & PmccfiltrFields;
      default: ;  // counters, flags and event types: below; PMSWINC_EL0 counts
    endcase
  end

  // Counters and flags. PMCR_EL0 and PMZR_EL0 write zero, all of it, to those that they reset. ZeroPMUCounters() does
  // this for both, so both reset the prescaler with the cycle counter.
  logic zeroes;
  assign zeroes            = HavePmuV3p9 && writes.pmzr;
  assign clear_prescaler_o = (writes.pmcr && pmcr_wdata.c) || (zeroes && selected[CycleCounter]);

  always_comb begin
    counter_write_o = '{wdata: sysreg_i.wdata, low_half: aarch32_i, default: '0};
    if (writes.pmcr) begin
      counter_write_o.wdata    = '0;
      counter_write_o.low_half = 1'b0;
      counter_write_o.load     = {pmcr_wdata.c, accessible & {MaxEventCounters{pmcr_wdata.p}}};
    end
    if (zeroes) begin
      counter_write_o.wdata = '0;
      counter_write_o.load  = selected;
    end
    if (writes.pmccntr) counter_write_o.load[CycleCounter] = 1'b1;
    if (writes.pmevcntr) counter_write_o.load[access_i.index] = 1'b1;
    if (writes.pmovsset) counter_write_o.set_flags = selected;
    if (writes.pmovsclr) counter_write_o.clear_flags = selected;
  end

  // -------------------------------------------------------------------------------------------------------
  // State

  pmcr_t               pmcr_q;
  pmuserenr_t          pmuserenr_q;
  pmevtyper_t          pmccfiltr_q;
  logic [4:0]          sel_q;
  logic [Counters-1:0] pmcnten_q, pminten_q, pmuacr_q;
  pmecr_t              pmecr_q;

  // Bits of counters that do not exist are constant.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pmcr_q      <= '0;
      pmuserenr_q <= '0;
      pmccfiltr_q <= '0;
      sel_q       <= '0;
      pmcnten_q   <= '0;
      pminten_q   <= '0;
      pmuacr_q    <= '0;
      pmecr_q     <= '0;
    end else begin
      pmcr_q      <= pmcr_d & PmcrFields;
      pmuserenr_q <= pmuserenr_d & PmuserenrFields;
      pmccfiltr_q <= pmccfiltr_d;
      sel_q       <= sel_d;
      pmcnten_q   <= pmcnten_d & CountersAndCycles;
      pminten_q   <= pminten_d & CountersAndCycles;
      pmuacr_q    <= HavePmuV3p9 ? pmuacr_d & CountersAndCycles : '0;
      pmecr_q     <= pmecr_d & PmecrFields;
    end
  end

  for (genvar n = 0; n < EventCounters; n++) begin : gen_event_counter
    if (Implemented[n]) begin : gen_counter
      pmevtyper_t    type_q;
      event_source_t source_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          type_q   <= '0;
          source_q <= event_source('0, Cfg.PmuEvents, Cfg.SpeVersion, Cfg.HaveFds, Cfg.HaveEft);
        end else if (writes.pmevtyper && access_i.index == 5'(n)) begin
          type_q   <= written(type_q[63:32]) & PmevtyperFields;
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
    regs.pmcr      = pmcr_q | PmcrOnes;
    regs.pmcnten   = pmcnten_q;
    regs.pminten   = pminten_q;
    regs.pmovs     = pmovs_i;
    regs.sel       = sel_q;
    regs.pmuserenr = pmuserenr_q;
    regs.pmuacr    = pmuacr_q;
    regs.pmecr     = pmecr_q;
    regs.pmccfiltr = pmccfiltr_q;
    for (int unsigned n = 0; n < Cfg.PmuCounters; n++) regs.pmevtyper[n] = pmevtyper_q[n];
  end

  assign regs_o = regs;

endmodule
