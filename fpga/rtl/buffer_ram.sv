// SPDX-License-Identifier: Apache-2.0
//
// The memory of the Profiling Buffer: an AXI4 write subordinate (INCR bursts, strobes, always OKAY) on block RAM, and a
// port for the host. Physical addresses count from its first byte; higher bits are ignored.
//
// A burst takes one cycle per beat and two more. A write by the host delays a beat of the same cycle by one cycle; read
// data for the host appears in the cycle after the address.

module buffer_ram
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter int unsigned AxiDataWidth,
  parameter int unsigned Bytes,
  localparam int unsigned HostWords = Bytes / 8
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  // axi
  input  axi_aw_t                   axi_aw_i,
  output logic                      axi_awready_o,
  input  logic                      axi_wvalid_i,
  input  logic [AxiDataWidth-1:0]   axi_wdata_i,
  input  logic [AxiDataWidth/8-1:0] axi_wstrb_i,
  input  logic                      axi_wlast_i,
  output logic                      axi_wready_o,
  output axi_b_t                    axi_b_o,
  input  logic                      axi_bready_i,

  // host_commands
  input  logic                         host_we_i,
  input  logic [$clog2(HostWords)-1:0] host_addr_i,
  input  logic [63:0]                  host_wdata_i,
  output logic [63:0]                  host_rdata_o
);

  localparam int unsigned Lanes = AxiDataWidth / 8;
  localparam int unsigned LaneBits = $clog2(Lanes);
  localparam int unsigned Beats = Bytes / Lanes;  // the depth of the memory
  localparam int unsigned BeatBits = $clog2(Beats);
  localparam int unsigned WordsPerBeat = Lanes / 8;

  typedef enum logic [1:0] {
    StAddress,  // waits for the address of a burst
    StData,     // waits for its beats
    StResponse  // waits until its response is taken
  } state_e;

  state_e              state_q, state_d;
  logic [BeatBits-1:0] beat_q, beat_d;
  logic                write;
  assign write         = axi_wvalid_i && axi_wready_o;
  assign axi_awready_o = (state_q == StAddress);
  assign axi_wready_o  = (state_q == StData) && !host_we_i;
  assign axi_b_o       = '{valid: state_q == StResponse, resp: 2'b00};

  always_comb begin
    state_d = state_q;
    beat_d  = beat_q;
    unique case (state_q)
      StAddress: begin
        beat_d = axi_aw_i.addr[LaneBits+:BeatBits];
        if (axi_aw_i.valid) state_d = StData;
      end
      StData: begin
        if (write) beat_d = beat_q + 1'b1;
        if (write && axi_wlast_i) state_d = StResponse;
      end
      StResponse: begin
        if (axi_bready_i) state_d = StAddress;
      end
      default: state_d = StAddress;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= StAddress;
    else         state_q <= state_d;
  end

  always_ff @(posedge clk_i) beat_q <= beat_d;

  // The host's word: its beat, and its place in the beat.
  logic [BeatBits-1:0]           host_beat;
  logic [WordsPerBeat-1:0]       host_select;
  logic [WordsPerBeat-1:0][63:0] rdata;
  assign host_beat = host_addr_i[$clog2(HostWords)-1-:BeatBits];
  if (WordsPerBeat == 1) begin : gen_one_word
    assign host_select  = 1'b1;
    assign host_rdata_o = rdata[0];
  end else begin : gen_words
    // Selects the word of the beat that was read in the last cycle.
    logic [$clog2(WordsPerBeat)-1:0] word, word_q;
    assign word         = host_addr_i[$clog2(WordsPerBeat)-1:0];
    assign host_select  = WordsPerBeat'(1) << word;
    assign host_rdata_o = rdata[word_q];
    always_ff @(posedge clk_i) word_q <= word;
  end

  // One memory per byte lane: strobes are write enables.
  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    block_ram #(
      .Words(Beats),
      .Width(8)
    ) u_block_ram (
      .clk_i,
      .we_i   (host_we_i ? host_select[i/8] : write && axi_wstrb_i[i]),
      .waddr_i(host_we_i ? host_beat : beat_q),
      .wdata_i(host_we_i ? host_wdata_i[8*(i%8)+:8] : axi_wdata_i[8*i+:8]),
      .re_i   (1'b1),
      .raddr_i(host_beat),
      .rdata_o(rdata[i/8][8*(i%8)+:8])
    );
  end

endmodule
