// SPDX-License-Identifier: Apache-2.0
//
// The counters and their overflow flags.
//
// The registers are one cycle behind: they hold the values at the start of the previous cycle. The events and the
// direct write of that cycle come from flip-flops and are applied now. pmovs_o, pmccntr_o and pmevcntr_o are therefore
// the next-state values of the registers: exact, and independent of this cycle's events and write. pm*_behind_o are the
// registers: an MRS is answered in the next cycle, when they hold the value that it reads, so no other block waits for
// a sum.
//
// Only the low four bits of a counter are added; the parts above them count carries (spu_pmu_counter_part). A counter
// that neither counts nor is written keeps its value by clock enable.
//
// CHAIN counts the overflows at bit 31 of the even counter before it, in the same cycle, unless that counter overflows
// at bit 63 (PMCR_EL0.LP, MDCR_EL2.HLP). It also counts if the two are in different ranges, or if the even counter's
// value or flag is written in the cycle. Source: AArch64.IncrementEventCounter() and AArch64.IncrementCycleCounter()
// (Arm ARM D13.3; J1).

module spu_pmu_counters
  import spu_pkg::*;
  import spu_pmu_pkg::*;
#(
  parameter config_t Cfg,
  localparam int unsigned EventCounters = existing_counters(Cfg.PmuCounters)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  increment_t [Counters-1:0] increments_i,  // of the previous cycle
  input  counter_write_t            write_i,       // likewise

  // at the start of this cycle
  output logic [Counters-1:0]            pmovs_o,
  output logic [Counters-1:0]            pmovs_held_o,  // of pmovs_o: known early, from flip-flops,
  output logic [Counters-1:0]            pmovs_late_o,  // and late, from the sums
  output logic [63:0]                    pmccntr_o,
  output logic [EventCounters-1:0][63:0] pmevcntr_o,

  // at the start of the previous cycle
  output logic [Counters-1:0]            pmovs_behind_o,
  output logic [63:0]                    pmccntr_behind_o,
  output logic [EventCounters-1:0][63:0] pmevcntr_behind_o
);

  localparam logic [Counters-1:0] Implemented = {1'b1, implemented_counters(Cfg.PmuCounters)};

  logic [Counters-1:0] overflow;
  logic [Counters-1:0] chain;     // overflow of a counter that overflows at bit 31

  // Inputs of unimplemented counters, and the unused chain bits of odd counters.
  logic unused_inputs;
  assign unused_inputs = ^{increments_i, write_i, chain};

  // -------------------------------------------------------------------------------------------------------
  // Values

  for (genvar n = 0; n < Counters; n++) begin : gen_counters
    if (Implemented[n]) begin : gen_counter
      // An odd counter can count the overflows of the even one before it.
      logic chained, counts, changes;
      if (n % 2 == 1 && n != CycleCounter) begin : gen_chain
        assign chained = chain[n-1];
      end else begin : gen_no_chain
        assign chained = 1'b0;
      end
      assign counts  = increments_i[n].counts && (!increments_i[n].chain || chained);
      assign changes = counts || write_i.load[n];

      logic [3:0] low_q, low_d;  // bits [3:0]
      logic [4:0] sum;
      logic       carry_3, carry_31, carry_63;
      assign sum     = 5'(low_q) + 5'(increments_i[n].number);
      assign carry_3 = counts && sum[4];
      assign low_d   = write_i.load[n] ? write_i.wdata[3:0] : sum[3:0];

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)      low_q <= '0;
        else if (changes) low_q <= low_d;
      end

      logic [63:0] value, value_behind;
      assign value[3:0]        = changes ? low_d : low_q;
      assign value_behind[3:0] = low_q;

      spu_pmu_counter_part #(
        .Width(28)
      ) u_middle (
        .clk_i,
        .rst_ni,
        .carry_i (carry_3),
        .carry_o (carry_31),
        .load_i  (write_i.load[n]),
        .wdata_i (write_i.wdata[31:4]),
        .value_o (value[31:4]),
        .behind_o(value_behind[31:4])
      );

      // Before FEAT_PMUv3p5 event counters have 32 bits.
      if (n == CycleCounter || Cfg.PmuVersion >= 5) begin : gen_long
        spu_pmu_counter_part #(
          .Width(32)
        ) u_high (
          .clk_i,
          .rst_ni,
          .carry_i (carry_31),
          .carry_o (carry_63),
          .load_i  (write_i.load[n] && !write_i.low_half),
          .wdata_i (write_i.wdata[63:32]),
          .value_o (value[63:32]),
          .behind_o(value_behind[63:32])
        );
      end else begin : gen_short
        assign carry_63            = 1'b0;
        assign value[63:32]        = '0;
        assign value_behind[63:32] = '0;
      end

      assign overflow[n] = increments_i[n].long_overflow ? carry_63 : carry_31;
      assign chain[n]    = carry_31 && !increments_i[n].long_overflow;

      if (n == CycleCounter) begin : gen_cycles
        assign pmccntr_o        = value;
        assign pmccntr_behind_o = value_behind;
      end else begin : gen_events
        assign pmevcntr_o[n]        = value;
        assign pmevcntr_behind_o[n] = value_behind;
      end
    end else begin : gen_no_counter
      assign overflow[n] = 1'b0;
      assign chain[n]    = 1'b0;
      if (n < EventCounters) begin : gen_zero
        assign pmevcntr_o[n]        = '0;
        assign pmevcntr_behind_o[n] = '0;
      end
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Overflow flags

  logic [Counters-1:0] flags_q;
  assign pmovs_held_o = (flags_q | (write_i.set_flags & Implemented)) & ~write_i.clear_flags;
  assign pmovs_late_o = overflow & ~write_i.clear_flags;
  assign pmovs_o      = pmovs_held_o | pmovs_late_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) flags_q <= '0;
    else         flags_q <= pmovs_o;
  end

  assign pmovs_behind_o = flags_q;

endmodule
