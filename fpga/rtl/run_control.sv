// SPDX-License-Identifier: Apache-2.0
//
// The table of words (bringup_pkg::word_e), except the RESET word: the board's identity, the player's settings, the
// state of run and unit, and the drain of the unit. A read returns the word's value in this cycle; a write takes effect
// in the next.
//
// A write of START with a number other than the last one begins a run, unless one is in progress: a repeated request
// does not begin another. From then on the unit's PMU events are counted, 32 bits wide, a cycle late.

module run_control
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import bringup_pkg::*;
#(
  parameter logic [63:0] ConfigName,  // WordConfig
  parameter logic [63:0] Sizes        // WordSizes
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // host_link, host_commands
  input  logic [WordBits-1:0] addr_i,
  input  logic                we_i,
  input  logic [63:0]         wdata_i,
  output logic [63:0]         rdata_o,
  input  logic [15:0]         framing_errors_i,
  input  logic [15:0]         crc_errors_i,

  // op_player
  output logic                start_o,         // the next cycle is the first one of a run
  output logic                stop_o,
  output logic [15:0]         rows_o,
  output logic [15:0]         passes_o,
  input  logic                running_i,
  input  logic [31:0]         time_i,

  // spu_top
  output logic [1:0]          el_o,            // while running
  output logic [31:0]         contextidr_o,
  output logic                psb_valid_o,
  input  logic                psb_done_i,
  output logic                dsb_valid_o,
  input  logic                dsb_done_i,
  input  pmu_events_t         pmu_i,
  input  logic                pmbirq_i,
  input  logic                serror_i,

  // LEDs
  output logic                drained_o,
  output logic                serror_seen_o,   // since reset
  output logic                done_o           // a run was started since reset, and is over
);

  localparam int unsigned SumWidth = 32;
  localparam logic [63:0] Id = ascii_word("OPENSPU1");

  word_e word;
  assign word = word_e'(16'(addr_i));

  // -------------------------------------------------------------------------------------------------------
  // Start and stop, and the counts of a run

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

  // -------------------------------------------------------------------------------------------------------
  // The player's settings

  logic [15:0] rows_q, passes_q;
  logic [1:0]  el_q;
  logic [31:0] contextidr_q;
  assign rows_o       = rows_q;
  assign passes_o     = passes_q;
  assign el_o         = el_q;
  assign contextidr_o = contextidr_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rows_q       <= '0;
      passes_q     <= '0;
      el_q         <= EL0;
      contextidr_q <= '0;
    end else begin
      if (we_i && (word == WordRows)) begin
        rows_q   <= wdata_i[15:0];
        passes_q <= wdata_i[47:32];
      end
      if (we_i && (word == WordPe)) begin
        el_q         <= wdata_i[1:0];
        contextidr_q <= wdata_i[63:32];
      end
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Drain: PSB CSYNC, then DSB. A drain that is requested during another one follows it.

  typedef enum logic [1:0] {
    StDrained,  // waits for the host
    StPsb,      // waits for the records
    StDsb       // waits for their writes
  } drain_e;

  drain_e drain_q, drain_d;
  logic   again_q, again_d, drain;
  assign drain       = we_i && (word == WordDrain);
  assign psb_valid_o = (drain_q == StPsb);
  assign dsb_valid_o = (drain_q == StDsb);
  assign drained_o   = (drain_q == StDrained);

  always_comb begin
    drain_d = drain_q;
    again_d = again_q || drain;
    unique case (drain_q)
      StDrained: begin
        again_d = 1'b0;
        if (drain) drain_d = StPsb;
      end
      StPsb: begin
        if (psb_done_i) drain_d = StDsb;
      end
      StDsb: begin
        if (dsb_done_i) begin
          again_d = 1'b0;
          drain_d = (again_q || drain) ? StPsb : StDrained;
        end
      end
      default: drain_d = StDrained;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      drain_q <= StDrained;
      again_q <= 1'b0;
    end else begin
      drain_q <= drain_d;
      again_q <= again_d;
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Reads

  logic [15:0] status;
  assign status = {run_q, 4'h0, serror_seen_q, pmbirq_i, drained_o, running_i};

  always_comb begin
    unique case (word)
      WordId:         rdata_o = Id;
      WordConfig:     rdata_o = ConfigName;
      WordSizes:      rdata_o = Sizes;
      WordStatus:     rdata_o = {16'h0000, crc_errors_i, framing_errors_i, status};
      WordRows:       rdata_o = {16'h0000, passes_q, 16'h0000, rows_q};
      WordPe:         rdata_o = {contextidr_q, 30'h0, el_q};
      WordCycles:     rdata_o = 64'(time_i);
      WordPopulation: rdata_o = 64'(population_sum_q);
      WordCollisions: rdata_o = 64'(collisions_sum_q);
      WordKept:       rdata_o = 64'(kept_sum_q);
      default:        rdata_o = '0;
    endcase
  end

endmodule
