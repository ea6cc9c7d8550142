// SPDX-License-Identifier: Apache-2.0
//
// The table of words (bringup_pkg::word_e) of a board with a core, except the RESET word: what the design is, how program
// and unit are doing, and the core's start and stop. A read gives the word's value in this cycle; a write takes effect in
// the next.
//
// The core is in reset unless a program runs. A program ends with its write of the exit register, with an access to what
// does not exist, or with STOP. TIME counts the cycles of the run.

module core_control
  import spu_pins_pkg::*;
  import bringup_pkg::*;
#(
  parameter logic [63:0] ConfigName,  // WordConfig
  parameter logic [63:0] Sizes,       // WordSizes
  parameter logic [63:0] CoreName     // WordCore
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // host_commands
  input  logic [WordBits-1:0] addr_i,
  input  logic                we_i,
  input  logic [63:0]         wdata_i,
  output logic [63:0]         rdata_o,

  // errors of the link
  input  logic [15:0]         framing_errors_i,
  input  logic [15:0]         crc_errors_i,

  // the core
  output logic                running_o,
  output logic [63:0]         time_o,
  input  logic                exit_i,          // the program ends
  input  logic [31:0]         exit_value_i,

  // spu_top
  input  logic                draining_i,      // a barrier is not done
  input  pmu_events_t         pmu_i,
  input  logic                pmbirq_i,
  input  logic                serror_i,

  // LEDs
  output logic                serror_seen_o,
  output logic                done_o           // a program was started since reset, and is over
);

  localparam int unsigned SumWidth = 32;
  localparam logic [63:0] Id = ascii_word("OPENSPU1");

  word_e word;
  assign word = word_e'(16'(addr_i));

  logic        running_q, started_q, start, stop;
  logic [7:0]  run_q;   // number of the run last started; it wraps
  logic [31:0] exit_q;  // what the program that ended last wrote
  logic [63:0] time_q;
  assign running_o = running_q;
  assign time_o    = time_q;
  assign done_o    = started_q && !running_q;
  assign start     = we_i && (word == WordStart) && !running_q && (wdata_i[7:0] != run_q);
  assign stop      = we_i && (word == WordStop);

  logic                serror_seen_q;
  logic [3:0]          population_q, collisions_q;
  logic                kept_q;
  logic [SumWidth-1:0] population_sum_q, collisions_sum_q, kept_sum_q;
  assign serror_seen_o = serror_seen_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      running_q        <= 1'b0;
      started_q        <= 1'b0;
      run_q            <= '0;
      exit_q           <= '0;
      time_q           <= '0;
      serror_seen_q    <= 1'b0;
      population_q     <= '0;
      collisions_q     <= '0;
      kept_q           <= 1'b0;
      population_sum_q <= '0;
      collisions_sum_q <= '0;
      kept_sum_q       <= '0;
    end else begin
      if (start) begin
        running_q <= 1'b1;
        started_q <= 1'b1;
        run_q     <= wdata_i[7:0];
        exit_q    <= '0;
      end else if (running_q && exit_i) begin
        running_q <= 1'b0;
        exit_q    <= exit_value_i;
      end else if (stop) begin
        running_q <= 1'b0;
      end
      if (start)          time_q <= '0;
      else if (running_q) time_q <= time_q + 1'b1;

      // The unit's events are counted a cycle later.
      serror_seen_q    <= serror_seen_q || serror_i;
      population_q     <= pmu_i.sample_pop;
      collisions_q     <= pmu_i.sample_collision;
      kept_q           <= pmu_i.sample_filtrate;
      population_sum_q <= start ? '0 : population_sum_q + SumWidth'(population_q);
      collisions_sum_q <= start ? '0 : collisions_sum_q + SumWidth'(collisions_q);
      kept_sum_q       <= start ? '0 : kept_sum_q + SumWidth'(kept_q);
    end
  end

  logic [15:0] status;
  assign status = {run_q, 4'h0, serror_seen_q, pmbirq_i, !draining_i, running_q};

  always_comb begin
    unique case (word)
      WordId:         rdata_o = Id;
      WordConfig:     rdata_o = ConfigName;
      WordSizes:      rdata_o = Sizes;
      WordStatus:     rdata_o = {16'h0000, crc_errors_i, framing_errors_i, status};
      WordCycles:     rdata_o = time_q;
      WordPopulation: rdata_o = 64'(population_sum_q);
      WordCollisions: rdata_o = 64'(collisions_sum_q);
      WordKept:       rdata_o = 64'(kept_sum_q);
      WordCore:       rdata_o = CoreName;
      default:        rdata_o = 64'(exit_q);
    endcase
  end

endmodule
