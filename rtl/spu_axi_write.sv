// SPDX-License-Identifier: Apache-2.0
//
// Hands the bytes of a record to an AXI4 write channel.
//
// load_i says where the record is in the store, its length and the byte lane of its first byte; then each
// burst_valid_i writes the beats that lie in one page, in order, until the record is used up. Pages keep the low
// address bits, so byte i of a record sits on lane (offset + i) modulo the beat in every page: the store gives the
// beats as they go to the bus, and here they are only counted. A burst takes one clock for its address and one per
// beat when the subordinate is ready. burst_done_o is high in the clock in which the last beat of the burst is
// accepted. Lanes without a strobe have any value.
//
// AXI4 rules kept (IHI 0022): valid does not wait for ready, payload is stable while it waits, the data of a
// burst follow its address, INCR bursts of full-width beats never cross 4 KB (a burst lies in one page).
// Responses are always accepted. There are no IDs, so they come in the order of the bursts.

module spu_axi_write
  import spu_pkg::*;
#(
  parameter config_t Cfg,
  parameter int unsigned OutstandingWidth,
  localparam int unsigned BeatBytes = Cfg.AxiDataWidth / 8,
  localparam int unsigned OffsetWidth = $clog2(BeatBytes),
  localparam int unsigned BeatWidth = $clog2(largest_record(Cfg) / BeatBytes + 2)
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,

  // A record of 1 .. MaxRecordBytes bytes; only while no burst is running.
  input  logic                            load_i,
  input  logic                            load_bank_i,
  input  logic [7:0]                      load_len_i,
  input  logic [OffsetWidth-1:0]          load_offset_i,  // byte lane of the first byte

  // store
  output logic                            read_bank_o,
  output logic [OffsetWidth-1:0]          read_offset_o,
  output logic [BeatWidth-1:0]            read_beat_o,    // of the next clock
  output logic                            read_next_o,    // it is the one after this clock's
  input  logic [Cfg.AxiDataWidth-1:0]     read_data_i,    // this clock's beat

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

  typedef enum logic [0:0] {
    StAddress,  // waits for a burst, and for its address to be accepted
    StData      // waits for its beats to be accepted
  } state_e;

  state_e                 state_q, state_d;
  logic [7:0]             beats_left_q, beats_left_d;  // of the burst
  logic [BeatWidth-1:0]   beat_q, beat_d;              // of the record
  logic                   bank_q;
  logic [OffsetWidth-1:0] offset_q;                    // lane of the record's first byte
  logic [7:0]             last_byte_q;                 // of the record, counted from lane 0 of its first beat

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
  assign axi_wdata_o  = read_data_i;
  assign axi_wlast_o  = (beats_left_q == 8'd1);
  assign burst_done_o = w_fire && axi_wlast_o;

  always_comb begin
    state_d      = state_q;
    beats_left_d = beats_left_q;
    unique case (state_q)
      StAddress: begin
        beats_left_d = burst_beats_i;
        if (aw_fire) state_d = StData;
      end
      StData: begin
        if (w_fire) beats_left_d = beats_left_q - 8'd1;
        if (burst_done_o) state_d = StAddress;
      end
      default: state_d = StAddress;
    endcase
  end

  assign beat_d = load_i ? '0 : read_beat_o;

  always_ff @(posedge clk_i) begin
    beats_left_q <= beats_left_d;
    beat_q       <= beat_d;
    if (load_i) begin
      bank_q      <= load_bank_i;
      offset_q    <= load_offset_i;
      last_byte_q <= 8'(load_offset_i) + load_len_i - 8'd1;
    end
  end

  assign read_bank_o   = bank_q;
  assign read_offset_o = offset_q;
  // Beat 0 is read in the clock after the load: there is time while the first page is translated.
  assign read_beat_o   = beat_q + BeatWidth'(w_fire);
  assign read_next_o   = w_fire;

  // Strobes: from the record's first byte in its first beat, up to its last byte.
  always_comb begin
    for (int unsigned lane = 0; lane < BeatBytes; lane++) begin
      axi_wstrb_o[lane] = (beat_q != '0 || lane >= 32'(offset_q))
                       && (8'(beat_q) != last_byte_q >> OffsetWidth
                           || lane <= 32'(last_byte_q[OffsetWidth-1:0]));
    end
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

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  localparam int unsigned OwedWidth = 9;
  localparam int unsigned PositionWidth = 12;  // of bytes, two's complement

  // What was offered in the last clock and not accepted.
  logic                      aw_waits_q, w_waits_q, last_wlast_q;
  axi_aw_t                   last_aw_q;
  logic [Cfg.AxiDataWidth-1:0] last_wdata_q;
  logic [BeatBytes-1:0]      last_wstrb_q;
  // Beats of accepted addresses that have not been accepted; bursts without a response, with room to spare.
  logic [OwedWidth-1:0]      beats_owed_q;
  logic [OutstandingWidth:0] bursts_owed_q;
  // Bytes of the record, and which of them belongs on lane 0 of the next beat (negative: before the first).
  logic [7:0]                      len_q;
  logic signed [PositionWidth-1:0] position_q;
  // Beats of the record that have not been accepted; bursts have asked for no more than there are.
  logic [7:0]                      rest_q;
  logic                            asked_right_q;

  logic aw_accepted, w_accepted;
  assign aw_accepted = axi_aw_o.valid && axi_awready_i;
  assign w_accepted  = axi_wvalid_o && axi_wready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_waits_q    <= 1'b0;
      w_waits_q     <= 1'b0;
      beats_owed_q  <= '0;
      bursts_owed_q <= '0;
      asked_right_q <= 1'b0;
    end else begin
      aw_waits_q    <= axi_aw_o.valid && !axi_awready_i;
      w_waits_q     <= axi_wvalid_o && !axi_wready_i;
      beats_owed_q  <= beats_owed_q + (aw_accepted ? OwedWidth'(axi_aw_o.len) + OwedWidth'(1) : '0)
                     - OwedWidth'(w_accepted);
      bursts_owed_q <= bursts_owed_q + (OutstandingWidth + 1)'(aw_accepted)
                     - (OutstandingWidth + 1)'(axi_b_i.valid && axi_bready_o);
      if (load_i) asked_right_q <= 1'b1;
      else if (aw_accepted && 9'(axi_aw_o.len) >= 9'(rest_q)) asked_right_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    last_aw_q      <= axi_aw_o;
    last_wdata_q   <= axi_wdata_o;
    last_wstrb_q   <= axi_wstrb_o;
    last_wlast_q   <= axi_wlast_o;
    if (load_i) begin
      len_q      <= load_len_i;
      position_q <= -PositionWidth'(load_offset_i);
      rest_q     <= 8'((9'(load_offset_i) + 9'(load_len_i) + 9'(BeatBytes - 1)) >> OffsetWidth);
    end else if (w_accepted) begin
      position_q <= position_q + PositionWidth'(BeatBytes);
      rest_q     <= rest_q - 8'd1;
    end
  end

  // The lanes that hold bytes of the record.
  logic [BeatBytes-1:0] due_strb;
  always_comb begin
    logic signed [PositionWidth-1:0] behind;  // lane of the first byte that is not the record's any more
    behind   = signed'(PositionWidth'(len_q)) - position_q;
    due_strb = '1;
    if (position_q < 0) due_strb = due_strb << unsigned'(-position_q);
    if (behind <= 0) due_strb = '0;
    else             due_strb = due_strb & ~({BeatBytes{1'b1}} << unsigned'(behind));
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Handshakes (IHI 0022 A3.2.1): what is offered stays until it is accepted.
      AwStays_A: assert (!aw_waits_q || axi_aw_o == last_aw_q);
      WStays_A: assert (!w_waits_q || (axi_wvalid_o && {axi_wstrb_o, axi_wlast_o} == {last_wstrb_q, last_wlast_q}));
      WdataStays_A: assert (!w_waits_q || axi_wdata_o == last_wdata_q);
      // Bursts (A3.4.1): full-width beats at increasing addresses, inside 4 KB; as many beats as announced.
      BurstIsIncr_A: assert (!axi_aw_o.valid || (axi_aw_o.burst == 2'b01 && axi_aw_o.size == 3'(OffsetWidth)
                             && axi_aw_o.addr[OffsetWidth-1:0] == '0));
      BurstInPage_A: assert (!axi_aw_o.valid || 14'(axi_aw_o.addr[PageBits-1:0])
                             + ((14'(axi_aw_o.len) + 14'd1) << OffsetWidth) <= 14'(1 << PageBits));
      DataFollowsAddress_A: assert (!axi_wvalid_o || beats_owed_q != '0);
      LastIsLast_A: assert (!axi_wvalid_o || axi_wlast_o == (beats_owed_q == OwedWidth'(1)));
      DoneWithLast_A: assert (burst_done_o == (w_accepted && beats_owed_q == OwedWidth'(1)));
      BeatsOwedAreCounted_A: assert (beats_owed_q == (axi_wvalid_o ? OwedWidth'(beats_left_q) : '0));
      BurstDoneIfAsked_A: assert (!burst_done_o || burst_valid_i);
      DataWhileAsked_A: assert (!axi_wvalid_o || burst_valid_i);
      OneBurstAtATime_A: assert (!aw_accepted || beats_owed_q == '0);
      // Strobes: the record's bytes and no others.
      StrobesAreTheRecord_A: assert (!axi_wvalid_o || !asked_right_q || axi_wstrb_o == due_strb);
      // After the last beat the number of the next one may have wrapped.
      BeatsAreTheRecords_A: assert (!asked_right_q
          || (len_q != '0 && 32'(len_q) <= largest_record(Cfg)
              && last_byte_q == 8'(offset_q) + len_q - 8'd1 && beats_owed_q <= OwedWidth'(rest_q)
              && (rest_q == '0
                  || (position_q == (PositionWidth'(beat_q) << OffsetWidth) - PositionWidth'(offset_q)
                      && 9'(rest_q) + 9'(beat_q) == (9'(last_byte_q) >> OffsetWidth) + 9'd1))));
      // The counter does not wrap either way, if memory answers bursts only.
      OutstandingCounts_A: assert ((OutstandingWidth + 1)'(outstanding_o) == bursts_owed_q);
      OutstandingBounded_A: assert (!aw_accepted || outstanding_o != '1);
    end
  end

endmodule
