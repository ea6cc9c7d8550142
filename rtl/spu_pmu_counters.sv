// SPDX-License-Identifier: Apache-2.0
//
// The counters and their overflow flags.
//
// The registers are one cycle behind: they hold the values at the start of the previous cycle. The events and the
// direct write of that cycle are kept in flip-flops and applied now. pmovs_o, pmccntr_o and pmevcntr_o are therefore
// the next-state values of the registers: exact, and independent of this cycle's events and write. pm*_behind_o are the
// registers: an MRS is answered in the next cycle, when they hold the value that it reads, so no other block waits for
// a sum.
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
  input  counter_write_t            write_i,       // of this cycle

  // at the start of this cycle
  output logic [Counters-1:0]            pmovs_o,
  output logic [63:0]                    pmccntr_o,
  output logic [EventCounters-1:0][63:0] pmevcntr_o,

  // at the start of the previous cycle
  output logic [Counters-1:0]            pmovs_behind_o,
  output logic [63:0]                    pmccntr_behind_o,
  output logic [EventCounters-1:0][63:0] pmevcntr_behind_o
);

  localparam logic [Counters-1:0] Implemented = {1'b1, implemented_counters(Cfg.PmuCounters)};

  logic [Counters-1:0]       overflow;
  logic [Counters-1:0]       chain;     // overflow of a counter that overflows at bit 31

  // Inputs of unimplemented counters, and the unused chain bits of odd counters.
  logic unused_inputs;
  assign unused_inputs = ^{increments_i, write_i, chain};

  // -------------------------------------------------------------------------------------------------------
  // The direct write of the previous cycle

  counter_write_t write_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
    end else begin
      write_q             <= write_i;
      write_q.load        <= write_i.load & Implemented;
      write_q.set_flags   <= write_i.set_flags & Implemented;
      write_q.clear_flags <= write_i.clear_flags & Implemented;
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Values

  function automatic logic carry_of_low_bits(logic [3:0] value, logic [3:0] number);
    logic carry;
    carry = 1'b0;
    for (int unsigned i = 0; i < 4; i++) carry = (value[i] && number[i]) || (carry && (value[i] || number[i]));
    return carry;
  endfunction

  for (genvar n = 0; n < Counters; n++) begin : gen_counters
    if (Implemented[n]) begin : gen_counter
      // Before FEAT_PMUv3p5 event counters have 32 bits.
      localparam int unsigned Width = (n == CycleCounter || Cfg.PmuVersion >= 5) ? 64 : 32;

      logic [Width-1:0] value_q, value_d, sum;
      logic [3:0]       number;
      logic             chained, carry_31, carry_63;

      // An odd counter can count the overflows of the even one before it.
      if (n % 2 == 1 && n != CycleCounter) begin : gen_chain
        assign chained = increments_i[n].chain && chain[n-1];
      end else begin : gen_no_chain
        assign chained = 1'b0;
      end

      // Carries are computed apart from the sum: they are needed earlier than the value, the chained one earliest.
      assign carry_31 = (value_q[31:4] == '1)
                     && (carry_of_low_bits(value_q[3:0], increments_i[n].number) || (chained && value_q[3:0] == '1));
      if (Width == 64) begin : gen_long
        assign carry_63 = carry_31 && (value_q[63:32] == '1);
      end else begin : gen_short
        assign carry_63 = 1'b0;
      end

      assign overflow[n] = increments_i[n].long_overflow ? carry_63 : carry_31;
      assign chain[n]    = carry_31 && !increments_i[n].long_overflow;

      assign number        = increments_i[n].number | 4'(chained);
      assign sum           = value_q + Width'(number);
      assign value_d[31:0] = write_q.load[n] ? write_q.wdata[31:0] : sum[31:0];
      if (Width == 64) begin : gen_high
        assign value_d[63:32] = (write_q.load[n] && !write_q.low_half) ? write_q.wdata[63:32] : sum[63:32];
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) value_q <= '0;
        else         value_q <= value_d;
      end

      if (n == CycleCounter) begin : gen_cycles
        assign pmccntr_o        = value_d;
        assign pmccntr_behind_o = value_q;
      end else begin : gen_events
        assign pmevcntr_o[n]        = 64'(value_d);
        assign pmevcntr_behind_o[n] = 64'(value_q);
      end

      // Properties (checked in simulation)
      always_ff @(posedge clk_i) begin
        if (rst_ni) begin
          // Otherwise there is no carry, because `number` has four bits.
          if (value_q[31:4] == '1) begin
            CarryIsTheSums_S: assert (carry_31 == (33'(value_q[31:0]) + 33'(number) > 33'h0_ffff_ffff));
          end
          if (increments_i[n].chain) ChainAlone_S: assert (increments_i[n].number == '0);
        end
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

  logic [Counters-1:0] flags_q, flags_d;
  assign flags_d = (flags_q | overflow | write_q.set_flags) & ~write_q.clear_flags;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) flags_q <= '0;
    else         flags_q <= flags_d;
  end

  assign pmovs_o        = flags_d;
  assign pmovs_behind_o = flags_q;

endmodule
