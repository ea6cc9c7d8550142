// SPDX-License-Identifier: Apache-2.0
//
// Writes the bytes of a record to an AXI4 write channel.
//
// load_i loads the record's bank in the store, its length and the byte lane of its first byte. Each burst_valid_i then
// writes the beats of one page, in order, until the record is complete. Translation keeps the low address bits, so byte
// i of a record is on lane (offset + i) modulo the beat in every page: the store delivers beats as they go to the bus,
// and this block only counts them. The first beat is read in the cycle after the load, while the first page is being
// translated, and each further one in the cycle in which the beat before it is accepted: the handshake only enables
// that read, its address is known before. Address and first beat of a burst are offered in the same cycle, and a burst
// takes one cycle per beat while the subordinate is ready. burst_done_o is high in the cycle in which both the address
// and the last beat have been accepted.
//
// AXI4 rules (IHI 0022): valid does not wait for ready, and address and data do not wait for each other (A3.3.1), so
// data may be accepted before the address. The payload is stable while it waits. Bursts are INCR with full-width beats
// and never cross 4 KB, because each lies in one page. Lanes without a strobe are zero, so no bytes of an older record
// appear there. Responses are always accepted. There are no IDs, so they come in burst order. A response with no burst
// outstanding is ignored: memory may send one after a reset of this unit alone.

module spu_axi_write
  import spu_pins_pkg::*;
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

  // A record of 1 .. MaxRecordBytes bytes; only while no burst is running, and not in the cycle before one starts.
  input  logic                            load_i,
  input  logic                            load_bank_i,
  input  logic [7:0]                      load_len_i,
  input  logic [OffsetWidth-1:0]          load_offset_i,  // byte lane of the first byte

  // store
  output logic                            read_bank_o,
  output logic [OffsetWidth-1:0]          read_offset_o,
  output logic [BeatWidth-1:0]            read_beat_o,    // this cycle's beat
  output logic                            read_next_o,    // the next cycle's is the one after it
  input  logic [Cfg.AxiDataWidth-1:0]     read_data_i,    // this cycle's beat

  // A burst: starts while can_accept_o is high, and is held until burst_done_o.
  output logic                            can_accept_o,
  input  logic                            burst_valid_i,
  input  logic [PaWidth-1:0]              burst_addr_i,   // aligned to the beat
  input  logic [7:0]                      burst_len_i,    // beats - 1, at most those of a largest record at an offset
  input  logic                            burst_ns_i,
  input  logic                            burst_nse_i,
  input  logic [3:0]                      burst_cache_i,
  input  logic [1:0]                      burst_domain_i,
  output logic                            burst_done_o,

  // Bursts done and not yet answered.
  output logic [OutstandingWidth-1:0]     outstanding_o,
  output logic                            response_o,        // a response in this cycle
  output logic                            response_error_o,  // the response is SLVERR or DECERR: an External abort

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

  logic                   aw_taken_q, aw_taken_d;      // the address of this burst has been accepted
  logic                   w_taken_q, w_taken_d;        // its last beat has been accepted
  logic [BeatWidth-1:0]   w_count_q, w_count_d;        // beats of it that have been accepted, before the last one
  logic [BeatWidth-1:0]   beat_q, beat_d;              // beat of the record; all ones until the first one is read
  logic                   first_q, first_d;            // it is the record's first one
  logic                   last_q, last_d;              // it has the record's last byte
  logic                   loaded_q;                    // a record was loaded in the previous cycle
  logic                   bank_q;
  logic [OffsetWidth-1:0] offset_q;                    // lane of the record's first byte
  logic [7:0]             last_byte_q;                 // the record's last byte, counted from lane 0 of its first beat

  logic                   aw_fire, w_fire;
  assign can_accept_o = (outstanding_o != '1);
  assign aw_fire      = axi_aw_o.valid && axi_awready_i;
  assign w_fire       = axi_wvalid_o && axi_wready_i;

  assign axi_aw_o = '{
    valid:  burst_valid_i && !aw_taken_q,
    addr:   burst_addr_i,
    len:    burst_len_i,
    size:   3'(OffsetWidth),
    burst:  2'b01,
    prot:   {1'b0, burst_ns_i, 1'b1},
    nse:    burst_nse_i,
    cache:  burst_cache_i,
    domain: burst_domain_i
  };
  assign axi_wvalid_o = burst_valid_i && !w_taken_q;
  assign axi_wlast_o  = (w_count_q == BeatWidth'(burst_len_i));
  assign burst_done_o = burst_valid_i && (aw_taken_q || axi_awready_i) && (w_taken_q || (axi_wready_i && axi_wlast_o));

  assign aw_taken_d = (aw_taken_q || aw_fire) && !burst_done_o;
  assign w_taken_d  = (w_taken_q || (w_fire && axi_wlast_o)) && !burst_done_o;

  logic [BeatWidth-1:0] next_beat;
  assign next_beat   = beat_q + BeatWidth'(1);
  assign read_next_o = loaded_q || w_fire;

  always_comb begin
    w_count_d = w_count_q;
    if (w_fire) w_count_d = axi_wlast_o ? '0 : w_count_q + BeatWidth'(1);

    beat_d  = beat_q;
    first_d = first_q;
    last_d  = last_q;
    if (read_next_o) begin
      beat_d  = next_beat;
      first_d = loaded_q;
      last_d  = (8'(next_beat) == last_byte_q >> OffsetWidth);
    end
    if (load_i) beat_d = '1;
  end

  always_ff @(posedge clk_i) begin
    beat_q   <= beat_d;
    first_q  <= first_d;
    last_q   <= last_d;
    loaded_q <= load_i;
    if (load_i) begin
      bank_q      <= load_bank_i;
      offset_q    <= load_offset_i;
      last_byte_q <= 8'(load_offset_i) + load_len_i - 8'd1;
    end
  end

  assign read_bank_o   = bank_q;
  assign read_offset_o = offset_q;
  assign read_beat_o   = beat_q;

  // Strobes: from the record's first byte in its first beat, up to its last byte.
  logic [BeatBytes-1:0]        from_first_byte, after_last_byte;
  logic [Cfg.AxiDataWidth-1:0] strobed_bits;
  assign from_first_byte = first_q ? {BeatBytes{1'b1}} << offset_q : '1;
  assign after_last_byte = last_q ? {BeatBytes{1'b1}} << 1 << last_byte_q[OffsetWidth-1:0] : '0;
  assign axi_wstrb_o     = from_first_byte & ~after_last_byte;
  always_comb begin
    for (int unsigned lane = 0; lane < BeatBytes; lane++) begin
      strobed_bits[8*lane +: 8] = {8{axi_wstrb_o[lane]}};
    end
  end
  assign axi_wdata_o = read_data_i & strobed_bits;

  logic [OutstandingWidth-1:0] outstanding_q, outstanding_d;
  assign axi_bready_o     = 1'b1;
  assign response_o       = axi_b_i.valid && (outstanding_q != '0);
  assign response_error_o = response_o && axi_b_i.resp[1];
  assign outstanding_o    = outstanding_q;
  assign outstanding_d    = outstanding_q + OutstandingWidth'(burst_done_o) - OutstandingWidth'(response_o);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_taken_q    <= 1'b0;
      w_taken_q     <= 1'b0;
      w_count_q     <= '0;
      outstanding_q <= '0;
    end else begin
      aw_taken_q    <= aw_taken_d;
      w_taken_q     <= w_taken_d;
      w_count_q     <= w_count_d;
      outstanding_q <= outstanding_d;
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too). The rules of the bus are in tb/unit/formal/axi_write_rules.sv.

  localparam int unsigned PositionWidth = 12;  // byte positions, two's complement

  // Outstanding bursts, counted with one more bit.
  logic [OutstandingWidth:0] bursts_expected_q;
  // Length of the record, and the index of its byte on lane 0 of the next beat (negative: before the first byte).
  logic [7:0]                      len_q;
  logic signed [PositionWidth-1:0] position_q;
  // Beats of the record not yet accepted; whether every burst has requested no more beats than were left.
  logic [7:0]                      rest_q;
  logic                            asked_right_q, asked_right;

  assign asked_right = asked_right_q
                    && !(burst_valid_i && !w_taken_q && 9'(burst_len_i) >= 9'(rest_q) + 9'(w_count_q));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bursts_expected_q <= '0;
      asked_right_q     <= 1'b0;
    end else begin
      bursts_expected_q <= bursts_expected_q + (OutstandingWidth + 1)'(burst_done_o)
                     - (OutstandingWidth + 1)'(axi_b_i.valid && axi_bready_o && bursts_expected_q != '0);
      asked_right_q <= load_i || asked_right;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      len_q      <= load_len_i;
      position_q <= -PositionWidth'(load_offset_i);
      rest_q     <= 8'((9'(load_offset_i) + 9'(load_len_i) + 9'(BeatBytes - 1)) >> OffsetWidth);
    end else if (w_fire) begin
      position_q <= position_q + PositionWidth'(BeatBytes);
      rest_q     <= rest_q - 8'd1;
    end
  end

  // The next beat to be accepted.
  logic [BeatWidth-1:0] beat;
  assign beat = loaded_q ? '0 : beat_q;

  // Lanes that hold bytes of the record.
  logic [BeatBytes-1:0] due_strb;
  always_comb begin
    logic signed [PositionWidth-1:0] behind;  // lane of the first byte after the record
    behind   = signed'(PositionWidth'(len_q)) - position_q;
    due_strb = '1;
    if (position_q < 0) due_strb = due_strb << unsigned'(-position_q);
    if (behind <= 0) due_strb = '0;
    else             due_strb = due_strb & ~({BeatBytes{1'b1}} << unsigned'(behind));
  end

  function automatic logic other_lanes_are_zero(logic [BeatBytes-1:0] strb, logic [Cfg.AxiDataWidth-1:0] data);
    for (int unsigned lane = 0; lane < BeatBytes; lane++) begin
      if (!strb[lane] && data[8*lane +: 8] != '0) return 1'b0;
    end
    return 1'b1;
  endfunction

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      OffersWhileAsked_A: assert (burst_valid_i || (!axi_aw_o.valid && !axi_wvalid_o));
      if (burst_done_o) BurstDoneIfAsked_A: assert (burst_valid_i);
      TakenOfThisBurst_A: assert (burst_valid_i ? !w_taken_q || w_count_q == '0
                                                : !aw_taken_q && !w_taken_q && w_count_q == '0);
      // Strobes: the record's bytes and no others.
      if (axi_wvalid_o) begin
        StrobesAreTheRecord_A: assert (!asked_right || axi_wstrb_o == due_strb);
        OtherLanesAreZero_A: assert (other_lanes_are_zero(axi_wstrb_o, axi_wdata_o));
      end
      // beat_q may have wrapped after the last beat.
      if (asked_right_q) begin
        BeatsAreTheRecords_A: assert (len_q != '0 && 32'(len_q) <= largest_record(Cfg)
            && last_byte_q == 8'(offset_q) + len_q - 8'd1
            && (rest_q == '0
                || (position_q == (PositionWidth'(beat) << OffsetWidth) - PositionWidth'(offset_q)
                    && 9'(rest_q) + 9'(beat) == (9'(last_byte_q) >> OffsetWidth) + 9'd1
                    && (loaded_q ? beat_q == '1 : first_q == (beat == '0) && last_q == (rest_q == 8'd1)))));
      end
      // The counter never overflows or underflows, whatever responses memory sends.
      OutstandingCounts_A: assert ((OutstandingWidth + 1)'(outstanding_o) == bursts_expected_q);
      if (burst_done_o) OutstandingBounded_A: assert (outstanding_o != '1);
    end
  end

endmodule
