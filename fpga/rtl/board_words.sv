// SPDX-License-Identifier: Apache-2.0
//
// The words (bringup_pkg::word_e) that every design has, with a player as with a core: what the design is, how run
// and unit are doing, start and stop. A read gives the word's value in this cycle; a write takes effect in the next.
// Of a word that is not among these it gives 0.
//
// A run begins with a write of START that has another number than the last one, while nothing runs: a request that is
// sent again does not begin another. The unit's PMU events are added up from then on, 32 bits wide, a cycle late.

module board_words
  import spu_pins_pkg::*;
  import bringup_pkg::*;
#(
  parameter logic [63:0] ConfigName,  // WordConfig
  parameter logic [63:0] Sizes        // WordSizes
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // host_port
  input  logic [WordBits-1:0] addr_i,
  input  logic                we_i,
  input  logic [63:0]         wdata_i,
  output logic [63:0]         rdata_o,
  input  logic [15:0]         framing_errors_i,
  input  logic [15:0]         crc_errors_i,

  // the run
  output logic                start_o,        // the next cycle is the first one of a run
  output logic                stop_o,
  input  logic                running_i,
  input  logic [63:0]         cycles_i,       // WordCycles
  output logic                done_o,         // a run was started since reset, and is over

  // the unit
  input  logic                drained_i,
  input  pmu_events_t         pmu_i,
  input  logic                pmbirq_i,
  input  logic                serror_i,
  output logic                serror_seen_o   // since reset
);

  localparam int unsigned SumWidth = 32;
  localparam logic [63:0] Id = ascii_word("OPENSPU1");

  word_e word;
  assign word = word_e'(16'(addr_i));

  logic [7:0]          run_q;      // number of the run last started; it wraps
  logic                started_q;  // a run was started since reset
  logic                serror_seen_q;
  logic [3:0]          population_q, collisions_q;
  logic                kept_q;
  logic [SumWidth-1:0] population_sum_q, collisions_sum_q, kept_sum_q;
  assign start_o       = we_i && (word == WordStart) && !running_i && (wdata_i[7:0] != run_q);
  assign stop_o        = we_i && (word == WordStop);
  assign done_o        = started_q && !running_i;
  assign serror_seen_o = serror_seen_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q            <= '0;
      started_q        <= 1'b0;
      serror_seen_q    <= 1'b0;
      population_q     <= '0;
      collisions_q     <= '0;
      kept_q           <= 1'b0;
      population_sum_q <= '0;
      collisions_sum_q <= '0;
      kept_sum_q       <= '0;
    end else begin
      if (start_o) begin
        run_q     <= wdata_i[7:0];
        started_q <= 1'b1;
      end
      serror_seen_q    <= serror_seen_q || serror_i;
      population_q     <= pmu_i.sample_pop;
      collisions_q     <= pmu_i.sample_collision;
      kept_q           <= pmu_i.sample_filtrate;
      population_sum_q <= start_o ? '0 : population_sum_q + SumWidth'(population_q);
      collisions_sum_q <= start_o ? '0 : collisions_sum_q + SumWidth'(collisions_q);
      kept_sum_q       <= start_o ? '0 : kept_sum_q + SumWidth'(kept_q);
    end
  end

  logic [15:0] status;
  assign status = {run_q, 4'h0, serror_seen_q, pmbirq_i, drained_i, running_i};

  always_comb begin
    unique case (word)
      WordId:         rdata_o = Id;
      WordConfig:     rdata_o = ConfigName;
      WordSizes:      rdata_o = Sizes;
      WordStatus:     rdata_o = {16'h0000, crc_errors_i, framing_errors_i, status};
      WordCycles:     rdata_o = cycles_i;
      WordPopulation: rdata_o = 64'(population_sum_q);
      WordCollisions: rdata_o = 64'(collisions_sum_q);
      WordKept:       rdata_o = 64'(kept_sum_q);
      default:        rdata_o = '0;
    endcase
  end

endmodule
