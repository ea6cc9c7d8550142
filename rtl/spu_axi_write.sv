// SPDX-License-Identifier: Apache-2.0
//
// Hands the bytes of a record to an AXI4 write channel.
//
// A record is loaded once, with the byte lane of its first byte; then each burst_valid_i writes the beats that
// lie in one page, in order, until the record is used up. Pages keep the low address bits, so byte i of a record
// sits on lane (offset + i) modulo the beat in every page, and one beat-wide window over the bytes serves all
// bursts. A burst takes one clock for its address and one per beat when the subordinate is ready.
// burst_done_o is high in the clock in which the last beat of the burst is accepted.
//
// AXI4 rules kept (IHI 0022): valid does not wait for ready, payload is stable while it waits, the data of a
// burst follow its address, INCR bursts of full-width beats never cross 4 KB (a burst lies in one page).
// Responses are always accepted. There are no IDs, so they come in the order of the bursts.

module spu_axi_write
  import spu_pkg::*;
#(
  parameter config_t Cfg,
  parameter int unsigned OutstandingWidth
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,

  // A record of 1 .. MaxRecordBytes bytes; only while no burst is running.
  input  logic                            load_i,
  input  record_t                         load_record_i,
  input  logic [$clog2(Cfg.AxiDataWidth/8)-1:0] load_offset_i,  // byte lane of the first byte

  // A burst: held until burst_done_o.
  input  logic                            burst_valid_i,
  input  logic [PaWidth-1:0]              burst_addr_i,   // aligned to the beat
  input  logic [7:0]                      burst_beats_i,  // 1 ..
  input  logic                            burst_ns_i,
  input  logic                            burst_nse_i,
  output logic                            burst_done_o,

  // Bursts whose address was accepted and whose response has not come.
  output logic [OutstandingWidth-1:0]     outstanding_o,
  output logic                            response_o,        // one came in this clock
  output logic                            response_error_o,  // and it is SLVERR or DECERR: an External abort

  // axi
  output axi_aw_t                         axi_aw_o,
  input  logic                            axi_awready_i,
  output logic                            axi_wvalid_o,
  output logic [Cfg.AxiDataWidth-1:0]     axi_wdata_o,
  output logic [Cfg.AxiDataWidth/8-1:0]   axi_wstrb_o,
  output logic                            axi_wlast_o,
  input  logic                            axi_wready_i,
  input  axi_b_t                          axi_b_i,
  output logic                            axi_bready_o
);

  localparam int unsigned BeatBytes = Cfg.AxiDataWidth / 8;
  localparam int unsigned OffsetWidth = $clog2(BeatBytes);

  typedef enum logic [0:0] {
    StAddress,  // waits for a burst, and for its address to be accepted
    StData      // waits for its beats to be accepted
  } state_e;

  state_e                          state_q, state_d;
  logic [7:0]                      beats_left_q, beats_left_d;
  logic [MaxRecordBytes-1:0][7:0]  bytes_q, bytes_d;          // from the next byte lane 0 on
  logic [BeatBytes-1:0][7:0]       previous_q, previous_d;    // the beat's worth of bytes before those
  logic [7:0]                      bytes_left_q, bytes_left_d;  // of the record, from the current beat on
  logic [OffsetWidth-1:0]          offset_q;                  // lane of the record's first byte
  logic                            first_q, first_d;          // the current beat is the record's first

  logic aw_fire, w_fire, room;
  assign room    = (outstanding_o != '1);
  assign aw_fire = axi_aw_o.valid && axi_awready_i;
  assign w_fire  = axi_wvalid_o && axi_wready_i;

  assign axi_aw_o = '{
    valid: (state_q == StAddress) && burst_valid_i && room,
    addr:  burst_addr_i,
    len:   burst_beats_i - 8'd1,
    size:  3'(OffsetWidth),
    burst: 2'b01,
    prot:  {1'b0, burst_ns_i, 1'b1},
    nse:   burst_nse_i
  };
  assign axi_wvalid_o = (state_q == StData);
  assign axi_wlast_o  = (beats_left_q == 8'd1);
  assign burst_done_o = w_fire && axi_wlast_o;

  // Lanes of the current beat: from the record's first byte in its first beat, up to its last byte.
  logic [7:0] first_lane, end_lane, lanes_used;
  always_comb begin
    first_lane = first_q ? 8'(offset_q) : '0;
    end_lane   = (9'(first_lane) + 9'(bytes_left_q) > 9'(BeatBytes)) ? 8'(BeatBytes) : first_lane + bytes_left_q;
    lanes_used = end_lane - first_lane;
    for (int unsigned lane = 0; lane < BeatBytes; lane++) begin
      axi_wstrb_o[lane] = (8'(lane) >= first_lane) && (8'(lane) < end_lane);
      axi_wdata_o[8*lane +: 8] = '0;
      if (axi_wstrb_o[lane]) begin
        axi_wdata_o[8*lane +: 8] = (lane >= 32'(offset_q)) ? bytes_q[lane - 32'(offset_q)]
                                                           : previous_q[BeatBytes + lane - 32'(offset_q)];
      end
    end
  end

  always_comb begin
    state_d      = state_q;
    beats_left_d = beats_left_q;
    unique case (state_q)
      StAddress: begin
        if (aw_fire) begin
          state_d      = StData;
          beats_left_d = burst_beats_i;
        end
      end
      StData: begin
        if (w_fire) beats_left_d = beats_left_q - 8'd1;
        if (burst_done_o) state_d = StAddress;
      end
      default: state_d = StAddress;
    endcase
  end

  always_comb begin
    bytes_d      = bytes_q;
    previous_d   = previous_q;
    bytes_left_d = bytes_left_q;
    first_d      = first_q;
    if (load_i) begin
      bytes_d      = load_record_i.bytes;
      bytes_left_d = load_record_i.len;
      first_d      = 1'b1;
    end else if (w_fire) begin
      previous_d   = bytes_q[BeatBytes-1:0];
      bytes_d      = bytes_q >> Cfg.AxiDataWidth;
      bytes_left_d = bytes_left_q - lanes_used;
      first_d      = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    beats_left_q <= beats_left_d;
    bytes_q      <= bytes_d;
    previous_q   <= previous_d;
    bytes_left_q <= bytes_left_d;
    first_q      <= first_d;
    if (load_i) offset_q <= load_offset_i;
  end

  logic [OutstandingWidth-1:0] outstanding_q, outstanding_d;
  assign axi_bready_o     = 1'b1;
  assign response_o       = axi_b_i.valid;
  assign response_error_o = axi_b_i.valid && axi_b_i.resp[1];
  assign outstanding_o    = outstanding_q;
  assign outstanding_d    = outstanding_q + OutstandingWidth'(aw_fire) - OutstandingWidth'(response_o);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q       <= StAddress;
      outstanding_q <= '0;
    end else begin
      state_q       <= state_d;
      outstanding_q <= outstanding_d;
    end
  end

endmodule
