// SPDX-License-Identifier: Apache-2.0
//
// The table of words (bringup_pkg::word_e) of a board with a core, except the RESET word: those of board_words, and
// what is the core's. A read gives the word's value in this cycle; a write takes effect in the next.
//
// The core is in reset unless a program runs. A program ends with its write of the exit register, with an access to
// what does not exist, or with STOP. TIME counts the cycles of the run.

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

  // host_port
  input  logic [WordBits-1:0] addr_i,
  input  logic                we_i,
  input  logic [63:0]         wdata_i,
  output logic [63:0]         rdata_o,
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

  word_e word;
  assign word = word_e'(16'(addr_i));

  logic        running_q, start, stop;
  logic [31:0] exit_q;  // what the program that ended last wrote
  logic [63:0] time_q;
  assign running_o = running_q;
  assign time_o    = time_q;

  logic [63:0] board_rdata;

  board_words #(
    .ConfigName(ConfigName),
    .Sizes     (Sizes)
  ) u_board_words (
    .clk_i,
    .rst_ni,
    .addr_i,
    .we_i,
    .wdata_i,
    .rdata_o  (board_rdata),
    .framing_errors_i,
    .crc_errors_i,
    .start_o  (start),
    .stop_o   (stop),
    .running_i(running_q),
    .cycles_i (time_q),
    .done_o,
    .drained_i(!draining_i),
    .pmu_i,
    .pmbirq_i,
    .serror_i,
    .serror_seen_o
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      exit_q    <= '0;
      time_q    <= '0;
    end else begin
      if (start) begin
        running_q <= 1'b1;
        exit_q    <= '0;
      end else if (running_q && exit_i) begin
        running_q <= 1'b0;
        exit_q    <= exit_value_i;
      end else if (stop) begin
        running_q <= 1'b0;
      end
      if (start)          time_q <= '0;
      else if (running_q) time_q <= time_q + 1'b1;
    end
  end

  always_comb begin
    unique case (word)
      WordCore: rdata_o = CoreName;
      WordExit: rdata_o = 64'(exit_q);
      default:  rdata_o = board_rdata;
    endcase
  end

endmodule
