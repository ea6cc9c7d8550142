// SPDX-License-Identifier: Apache-2.0
//
// Packets to bytes: SPEConstructRecord() (Arm ARM D18.1.2 for the order, D18.2 for the packets).
//
// A kept sample is taken when ready_o is high; one packet that is present is appended per clock, absent ones
// cost nothing; then the record is offered, padded, until it is taken. Latency: number of packets + 1 clocks.
// A sample can be accepted in the clock after its predecessor's record is taken.

module spu_record
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic    clk_i,
  input  logic    rst_ni,

  // filter
  input  logic    sample_valid_i,
  input  sample_t sample_i,
  output logic    ready_o,

  // buffer
  output logic    record_valid_o,
  output record_t record_o,
  input  logic    record_taken_i
);

  localparam int unsigned RecordBytes = largest_record(Cfg);
  localparam int unsigned AlignMask = (1 << Cfg.RecordAlign) - 1;
  localparam int unsigned MaxPacketBytes = 9;

  // Packets in the order of D18.1.2. The last one ends the record and is always present.
  typedef enum logic [3:0] {
    PktContextEl1,
    PktContextEl2,
    PktTotalLatency,
    PktIssueLatency,
    PktXlateLatency,
    PktPc,
    PktTarget,
    PktVa,
    PktPa,
    PktPrevious,
    PktSource,
    PktOpType,
    PktEvents,
    PktLast
  } packet_e;
  localparam int unsigned NumPackets = 14;

  typedef enum logic [1:0] {
    StIdle,  // waits for a kept sample
    StPack,  // appends a packet in each clock
    StDone   // waits for the buffer room to take the record
  } state_e;

  typedef struct packed {
    logic [3:0]                     bytes;  // header included
    logic [MaxPacketBytes-1:0][7:0] data;   // header in byte 0; zero beyond bytes
  } packet_t;

  // SPEAddPacketToRecord(): a short header {hi, SZ, lo} and 1, 2, 4 or 8 bytes of payload.
  function automatic packet_t add_packet(logic [1:0] header_hi, logic [3:0] header_lo, int unsigned payload_bytes,
                                         logic [63:0] payload);
    packet_t packet;
    packet.bytes   = 4'(1 + payload_bytes);
    packet.data    = '0;
    packet.data[0] = {header_hi, 2'($clog2(payload_bytes)), header_lo};
    for (int unsigned i = 0; i < 8; i++) begin
      if (i < payload_bytes) packet.data[1 + i] = payload[8*i +: 8];
    end
    return packet;
  endfunction

  // The End packet is a header alone.
  function automatic packet_t end_packet();
    packet_t packet;
    packet         = '0;
    packet.bytes   = 4'd1;
    packet.data[0] = 8'h01;
    return packet;
  endfunction

  function automatic logic [NumPackets-1:0] packets_of(sample_t sample);
    logic [NumPackets-1:0] present;
    present                  = '0;
    present[PktContextEl1]   = sample.origin.context_el1_valid;
    present[PktContextEl2]   = sample.origin.context_el2_valid;
    present[PktTotalLatency] = 1'b1;
    present[PktIssueLatency] = sample.issue_latency_valid;
    present[PktXlateLatency] = sample.xlate_latency_valid;
    present[PktPc]           = 1'b1;
    present[PktTarget]       = sample.target_valid;
    present[PktVa]           = sample.va_valid;
    present[PktPa]           = sample.pa_valid;
    present[PktPrevious]     = sample.previous_valid;
    present[PktSource]       = sample.source_valid;
    present[PktOpType]       = 1'b1;
    present[PktEvents]       = 1'b1;
    present[PktLast]         = 1'b1;
    return present;
  endfunction

  function automatic packet_t packet_of(packet_e which, sample_t sample);
    unique case (which)
      PktContextEl1:   return add_packet(2'b01, 4'b0100, 4, 64'(sample.origin.context_el1));
      PktContextEl2:   return add_packet(2'b01, 4'b0101, 4, 64'(sample.origin.context_el2));
      PktTotalLatency: return add_packet(2'b10, 4'b1000, 2, 64'(sample.total_latency));
      PktIssueLatency: return add_packet(2'b10, 4'b1001, 2, 64'(sample.issue_latency));
      PktXlateLatency: return add_packet(2'b10, 4'b1010, 2, 64'(sample.xlate_latency));
      PktPc:           return add_packet(2'b10, 4'b0000, 8, sample.origin.pc);
      PktTarget:       return add_packet(2'b10, 4'b0001, 8, sample.target);
      PktVa:           return add_packet(2'b10, 4'b0010, 8, sample.va);
      PktPa:           return add_packet(2'b10, 4'b0011, 8, sample.pa);
      PktPrevious:     return add_packet(2'b10, 4'b0100, 8, sample.previous);
      PktSource:       return add_packet(2'b01, 4'b0011, (Cfg.SourceBytes == 2) ? 2 : 1, 64'(sample.source));
      PktOpType:       return add_packet(2'b01, {2'b10, sample.op_class}, 1, 64'(sample.op_subclass));
      PktEvents:       return add_packet(2'b01, 4'b0010, Cfg.EventsBytes, sample.events);
      default: begin
        if (sample.origin.timestamp_valid) return add_packet(2'b01, 4'b0001, 8, sample.origin.timestamp);
        return end_packet();
      end
    endcase
  endfunction

  state_e                state_q, state_d;
  sample_t               sample_q;
  logic [NumPackets-1:0] pending_q, pending_d;
  logic [7:0]            len_q, len_d;
  logic [RecordBytes-1:0][7:0] bytes_q, bytes_d;

  packet_e next_packet;
  packet_t packet;

  always_comb begin
    next_packet = PktLast;
    for (int i = NumPackets - 1; i >= 0; i--) begin
      if (pending_q[i]) next_packet = packet_e'(i);
    end
  end

  assign packet = packet_of(next_packet, sample_q);

  always_comb begin
    state_d   = state_q;
    pending_d = pending_q;
    len_d     = len_q;
    bytes_d   = bytes_q;
    unique case (state_q)
      StIdle: begin
        if (sample_valid_i) begin
          state_d   = StPack;
          pending_d = packets_of(sample_i);
          len_d     = '0;
          bytes_d   = '0;
        end
      end
      StPack: begin
        pending_d[next_packet] = 1'b0;
        for (int unsigned i = 0; i < MaxPacketBytes; i++) begin
          if (i < 32'(packet.bytes)) bytes_d[32'(len_q) + i] = packet.data[i];
        end
        len_d = len_q + 8'(packet.bytes);
        if (next_packet == PktLast) begin
          len_d   = (len_d + 8'(AlignMask)) & ~8'(AlignMask);
          state_d = StDone;
        end
      end
      StDone: begin
        if (record_taken_i) state_d = StIdle;
      end
      default: state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= StIdle;
    else         state_q <= state_d;
  end

  always_ff @(posedge clk_i) begin
    pending_q <= pending_d;
    len_q     <= len_d;
    bytes_q   <= bytes_d;
    if (state_q == StIdle) sample_q <= sample_i;
  end

  assign ready_o        = (state_q == StIdle);
  assign record_valid_o = (state_q == StDone);
  always_comb begin
    record_o     = '0;
    record_o.len = len_q;
    record_o.bytes[RecordBytes-1:0] = bytes_q;
  end

endmodule
