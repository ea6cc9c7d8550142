// SPDX-License-Identifier: Apache-2.0
//
// The performance monitors' registers and counters (Arm ARM D24.5): reading and writing them.
//
// An MRS or MSR of one clock is answered in the next, as pmu_access decides; only an allowed one reads or writes.
// The clock's events are counted at its end, and a direct write of the same clock goes over the counted values: set
// and clear registers work on the flags after counting, PMCR_EL0.C and P zero the counted values. RES0 bits are not
// stored; a counter that is not configured has no state. Every register resets to zero.
//
// In AArch32 state an access is a 32-bit one: it reads bits [31:0] and writes leave bits [63:32] as they are.

module pmu_regs
  import spu_pkg::*;
  import pmu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic          clk_i,
  input  logic          rst_ni,

  // sysreg
  input  sysreg_req_t   sysreg_i,
  output sysreg_rsp_t   sysreg_o,  // all zero unless this room answers

  // access, pe
  input  pmu_access_t   access_i,
  input  logic          aarch32_i,
  input  logic [4:0]    hpmn_i,        // MDCR_EL2
  input  logic          guest_i,       // EL0 or EL1, with EL2 enabled

  // increment
  input  pmu_counters_t counted_i,     // after this clock's events
  input  logic [5:0]    prescaler_i,
  output logic [MaxEventCounters-1:0] software_increment_o,

  output pmu_regs_t     regs_o,
  output pmu_counters_t counters_o,
  output logic [5:0]    prescaler_o
);

  localparam bit HavePmuV3p5 = Cfg.PmuVersion >= 5;
  localparam bit HavePmuV3p7 = Cfg.PmuVersion >= 7;
  localparam logic [MaxEventCounters-1:0] Implemented = implemented_counters(Cfg.PmuCounters);
  localparam logic [Counters-1:0] CountersAndCycles = {1'b1, Implemented};
  localparam int unsigned EventCounterWidth = HavePmuV3p5 ? 64 : 32;

  pmu_regs_t     regs_q;
  pmu_counters_t counters_q;

  logic allowed, write;
  assign allowed = sysreg_i.valid && access_i.claimed && (access_i.verdict == AccessOk) && !access_i.ignored;
  assign write   = allowed && sysreg_i.write;

  // The encoding: pmu_access has made it the target. Values of counters that do not exist.
  logic unused_inputs;
  assign unused_inputs = ^{sysreg_i.addr, counted_i};

  // Event counters that this access reaches, and with the cycle counter.
  logic [MaxEventCounters-1:0] accessible;
  logic [Counters-1:0]         accessible_bits;
  assign accessible      = accessible_counters(Implemented, pmu_counters_hyp(Cfg.HaveEl2, hpmn_i), EL1, guest_i);
  assign accessible_bits = {1'b1, accessible};

  // -------------------------------------------------------------------------------------------------------
  // Fields that exist

  function automatic pmcr_t pmcr_fields();
    pmcr_t fields;
    fields     = '0;
    fields.fzs = (Cfg.SpeVersion >= 2);
    fields.fzo = HavePmuV3p7;
    fields.lp  = HavePmuV3p5;
    fields.lc  = 1'b1;
    fields.dp  = Cfg.HaveEl3 || Cfg.HaveEl2 || HavePmuV3p7;
    fields.d   = 1'b1;
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
    return fields;
  endfunction

  function automatic pmevtyper_t pmevtyper_fields();
    pmevtyper_t fields;
    fields           = pmccfiltr_fields();
    fields.evt_count = '1;
    return fields;
  endfunction

  localparam pmcr_t PmcrFields = pmcr_fields();
  localparam pmevtyper_t PmccfiltrFields = pmccfiltr_fields();
  localparam pmevtyper_t PmevtyperFields = pmevtyper_fields();

  // Common events 0x00 to 0x3F, and 0x4000 to 0x401F.
  localparam logic [CommonEvents-1:0] Events = Cfg.PmuEvents | OwnCommonEvents;

  // -------------------------------------------------------------------------------------------------------
  // Read

  // PMCR_EL0.N is the number of event counters that the access reaches.
  pmcr_t pmcr_read;
  always_comb begin
    pmcr_read   = regs_q.pmcr;
    pmcr_read.n = 5'($countones(accessible));
  end

  // No event counter has index 31.
  logic [Counters-1:0][63:0] pmevcntr;
  pmevtyper_t [Counters-1:0] pmevtyper;
  assign pmevcntr  = {64'd0, counters_q.pmevcntr};
  assign pmevtyper = {32'd0, regs_q.pmevtyper};

  logic [63:0] rdata;
  always_comb begin
    unique case (access_i.target)
      PMCR_EL0:                       rdata = pmcr_read;
      PMCNTENSET_EL0, PMCNTENCLR_EL0: rdata = {32'd0, regs_q.pmcnten & accessible_bits};
      PMINTENSET_EL1, PMINTENCLR_EL1: rdata = {32'd0, regs_q.pminten & accessible_bits};
      PMOVSSET_EL0, PMOVSCLR_EL0:     rdata = {32'd0, regs_q.pmovs & accessible_bits};
      PMSELR_EL0:                     rdata = 64'(regs_q.sel);
      PMUSERENR_EL0:                  rdata = 64'(regs_q.pmuserenr);
      PMCEID0_EL0:                    rdata = {OwnExtendedEvents, Events[31:0]};
      PMCEID1_EL0:                    rdata = {32'd0, Events[63:32]};
      PMCCNTR_EL0:                    rdata = counters_q.pmccntr;
      PMCCFILTR_EL0:                  rdata = 64'(regs_q.pmccfiltr);
      PMEVCNTR0_EL0:                  rdata = pmevcntr[access_i.index];
      PMEVTYPER0_EL0:                 rdata = 64'(pmevtyper[access_i.index]);
      default:                        rdata = '0;  // PMMIR_EL1: nothing is available
    endcase
    if (aarch32_i) rdata[63:32] = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sysreg_o <= '0;
    end else if (sysreg_i.valid && access_i.claimed) begin
      sysreg_o <= '{
        done:    1'b1,
        verdict: access_i.verdict,
        ec:      access_i.ec,
        offset:  '0,
        rdata:   (allowed && !sysreg_i.write) ? rdata : '0
      };
    end else begin
      sysreg_o <= '0;
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Write

  // What a write makes of a 64-bit register.
  function automatic logic [63:0] written(logic [31:0] old_high, logic [63:0] wdata, logic aarch32);
    return aarch32 ? {old_high, wdata[31:0]} : wdata;
  endfunction

  logic [Counters-1:0] selected;  // counters that a set or clear register, or PMSWINC_EL0, names
  pmcr_t               pmcr_wdata;

  assign selected   = sysreg_i.wdata[Counters-1:0] & accessible_bits;
  assign pmcr_wdata = written(regs_q.pmcr[63:32], sysreg_i.wdata, aarch32_i);

  assign software_increment_o =
      (write && access_i.target == PMSWINC_EL0) ? selected[MaxEventCounters-1:0] : '0;

  pmcr_t               pmcr_d;
  pmuserenr_t          pmuserenr_d;
  pmevtyper_t          pmccfiltr_d;
  logic [4:0]          sel_d;
  logic [Counters-1:0] pmcnten_d, pminten_d, pmovs_d;
  logic [63:0]         pmccntr_d;
  logic [5:0]          prescaler_d;

  always_comb begin
    pmcr_d      = regs_q.pmcr;
    pmuserenr_d = regs_q.pmuserenr;
    pmccfiltr_d = regs_q.pmccfiltr;
    sel_d       = regs_q.sel;
    pmcnten_d   = regs_q.pmcnten;
    pminten_d   = regs_q.pminten;
    pmovs_d     = counted_i.pmovs;
    pmccntr_d   = counted_i.pmccntr;
    prescaler_d = prescaler_i;
    if (write) begin
      unique case (access_i.target)
        PMCR_EL0: begin
          pmcr_d = pmcr_wdata & PmcrFields;
          if (pmcr_wdata.c) begin
            pmccntr_d   = '0;
            prescaler_d = '0;
          end
        end
        PMCNTENSET_EL0: pmcnten_d   = regs_q.pmcnten | selected;
        PMCNTENCLR_EL0: pmcnten_d   = regs_q.pmcnten & ~selected;
        PMINTENSET_EL1: pminten_d   = regs_q.pminten | selected;
        PMINTENCLR_EL1: pminten_d   = regs_q.pminten & ~selected;
        PMOVSSET_EL0:   pmovs_d     = counted_i.pmovs | selected;
        PMOVSCLR_EL0:   pmovs_d     = counted_i.pmovs & ~selected;
        PMSELR_EL0:     sel_d       = sysreg_i.wdata[4:0];
        PMUSERENR_EL0:  pmuserenr_d = sysreg_i.wdata[3:0];
        PMCCFILTR_EL0:  pmccfiltr_d = sysreg_i.wdata[31:0] & PmccfiltrFields;
        PMCCNTR_EL0:    pmccntr_d   = written(counted_i.pmccntr[63:32], sysreg_i.wdata, aarch32_i);
        default: ;  // event counters and their types: below; PMSWINC_EL0 has counted
      endcase
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // State

  pmcr_t               pmcr_q;
  pmuserenr_t          pmuserenr_q;
  pmevtyper_t          pmccfiltr_q;
  logic [4:0]          sel_q;
  logic [Counters-1:0] pmcnten_q, pminten_q, pmovs_q;
  logic [63:0]         pmccntr_q;
  logic [5:0]          prescaler_q;

  // Bits of counters that do not exist are constant.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pmcr_q      <= '0;
      pmuserenr_q <= '0;
      pmccfiltr_q <= '0;
      sel_q       <= '0;
      pmcnten_q   <= '0;
      pminten_q   <= '0;
      pmovs_q     <= '0;
      pmccntr_q   <= '0;
      prescaler_q <= '0;
    end else begin
      pmcr_q      <= pmcr_d;
      pmuserenr_q <= pmuserenr_d;
      pmccfiltr_q <= pmccfiltr_d;
      sel_q       <= sel_d;
      pmcnten_q   <= pmcnten_d & CountersAndCycles;
      pminten_q   <= pminten_d & CountersAndCycles;
      pmovs_q     <= pmovs_d & CountersAndCycles;
      pmccntr_q   <= pmccntr_d;
      prescaler_q <= prescaler_d;
    end
  end

  pmevtyper_t [MaxEventCounters-1:0] pmevtyper_q;
  logic [MaxEventCounters-1:0][63:0] pmevcntr_q;
  for (genvar n = 0; n < MaxEventCounters; n++) begin : gen_event_counter
    if (Implemented[n]) begin : gen_counter
      pmevtyper_t                   type_q;
      logic [EventCounterWidth-1:0] value_q, value_d;
      logic                         write_this;

      assign write_this = write && (access_i.index == 5'(n));

      always_comb begin
        value_d = counted_i.pmevcntr[n][EventCounterWidth-1:0];
        if (write && access_i.target == PMCR_EL0 && pmcr_wdata.p && accessible[n]) value_d = '0;
        if (write_this && access_i.target == PMEVCNTR0_EL0) begin
          value_d = EventCounterWidth'(written(counted_i.pmevcntr[n][63:32], sysreg_i.wdata, aarch32_i));
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          type_q  <= '0;
          value_q <= '0;
        end else begin
          value_q <= value_d;
          if (write_this && access_i.target == PMEVTYPER0_EL0) type_q <= sysreg_i.wdata[31:0] & PmevtyperFields;
        end
      end

      assign pmevtyper_q[n] = type_q;
      assign pmevcntr_q[n]  = 64'(value_q);
    end else begin : gen_no_counter
      assign pmevtyper_q[n] = '0;
      assign pmevcntr_q[n]  = '0;
    end
  end

  always_comb begin
    regs_q = '{
      pmcr:      pmcr_q,
      pmcnten:   pmcnten_q,
      pminten:   pminten_q,
      pmovs:     pmovs_q,
      sel:       sel_q,
      pmuserenr: pmuserenr_q,
      pmccfiltr: pmccfiltr_q,
      pmevtyper: pmevtyper_q
    };
    counters_q = '{pmccntr: pmccntr_q, pmovs: pmovs_q, pmevcntr: pmevcntr_q};
  end

  assign regs_o      = regs_q;
  assign counters_o  = counters_q;
  assign prescaler_o = prescaler_q;

endmodule
