// SPDX-License-Identifier: Apache-2.0
//
// Emits the packets of a finished sample in the order of SPEConstructRecord() (Arm ARM D18.1.2; packet formats: D18.2),
// one per cycle. Absent packets take no cycle, and the Counter packets of total, issue and translation latency go
// together as one packet.
//
// start_i determines which packets are present. From the next cycle on, they pass one by one through an output
// register, while ready_i is high. The sample must stay until its last packet has been taken: last_o says that this
// cycle can take it, release_i that it does. After the last packet the data is zero, as padding is.

module spu_packet
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  // sample
  input  sample_t         sample_i,
  input  logic            start_i,
  input  logic            stop_i,     // discard the remaining packets
  output logic            last_o,
  input  logic            release_i,

  // packer
  output logic            packet_valid_o,
  output logic [3:0]      packet_bytes_o,  // header included
  output logic [8:0][7:0] packet_data_o,   // header in byte 0; undefined from packet_bytes_o on
  input  logic            ready_i
);

  localparam int unsigned CounterBytes = 3;  // of one counter's packet
  localparam bit HaveGcsBranches = has_gcs_branches(Cfg);
  localparam bit HaveAltClock = (Cfg.AltClock != 0);
  localparam int unsigned BeforePc = 3 + (HaveAltClock ? 1 : 0) + (Cfg.ExposedLatency ? 1 : 0);

  // In the order of D18.1.2. The last one ends the record and is always present. Without FEAT_SPE_ALTCLK, PktAltIssue
  // is numbered after the last one and has no bit in the vectors below, and so is PktExposed without ExposedLatency.
  typedef enum logic [3:0] {
    PktContextEl1,
    PktContextEl2,
    PktCounters,
    PktAltIssue = HaveAltClock ? 4'd3 : 4'd15,
    PktExposed = Cfg.ExposedLatency ? 4'(BeforePc - 1) : 4'd14,
    PktPc = 4'(BeforePc),
    PktTarget,
    PktVa,
    PktPa,
    PktPrevious,
    PktSource,
    PktOpType,
    PktEvents,
    PktLast
  } packet_e;
  localparam int unsigned NumPackets = BeforePc + 9;

  typedef struct packed {
    logic [3:0]      bytes;
    logic [8:0][7:0] data;
  } packet_t;

  // SPEAddPacketToRecord(): a short header {hi, SZ, lo} and 1, 2, 4 or 8 bytes of payload.
  function automatic packet_t add_packet(logic [1:0] header_hi, logic [3:0] header_lo, int unsigned payload_bytes,
                                         logic [63:0] payload);
    packet_t packet;
    packet.bytes = 4'(1 + payload_bytes);
    packet.data  = {payload, header_hi, 2'($clog2(payload_bytes)), header_lo};
    return packet;
  endfunction

  // A Timestamp packet, or without a timestamp an End packet, which is only a header.
  function automatic packet_t end_packet(logic timestamp_valid, logic [63:0] timestamp);
    packet_t packet;
    packet = add_packet(2'b01, 4'b0001, 8, timestamp);
    if (!timestamp_valid) begin
      packet.bytes   = 4'd1;
      packet.data[0] = 8'h01;
    end
    return packet;
  endfunction

  // Total, issue and translation latency. A record that has one of them also has those before it.
  function automatic packet_t counter_packets(sample_t sample);
    packet_t packet;
    packet.bytes = 4'(CounterBytes);
    if (sample.issue_latency_valid) packet.bytes = 4'(2 * CounterBytes);
    if (sample.xlate_latency_valid) packet.bytes = 4'(3 * CounterBytes);
    packet.data = {sample.xlate_latency, 8'h9a, sample.issue_latency, 8'h99, sample.total_latency, 8'h98};
    return packet;
  endfunction

  function automatic logic has_packet(packet_e which, sample_t sample);
    unique case (which)
      PktContextEl1: return sample.origin.context_el1_valid;
      PktContextEl2: return Cfg.HaveEl2 && sample.origin.context_el2_valid;
      PktAltIssue:   return sample.alt_issue_latency_valid;
      PktTarget:     return sample.target_valid;
      PktVa:         return sample.va_valid;
      PktPa:         return sample.pa_valid;
      PktPrevious:   return Cfg.HavePbt && sample.previous_valid;
      PktSource:     return (Cfg.SourceBytes != 0) && sample.source_valid;
      default:       return 1'b1;
    endcase
  endfunction

  function automatic logic [NumPackets-1:0] packets_of(sample_t sample);
    logic [NumPackets-1:0] present;
    for (int unsigned i = 0; i < NumPackets; i++) present[i] = has_packet(packet_e'(i), sample);
    return present;
  endfunction

  function automatic packet_t packet_of(packet_e which, sample_t sample);
    unique case (which)
      PktContextEl1: return add_packet(2'b01, 4'b0100, 4, 64'(sample.origin.context_el1));
      PktContextEl2: return add_packet(2'b01, 4'b0101, 4, 64'(sample.origin.context_el2));
      PktCounters:   return counter_packets(sample);
      PktAltIssue:   return add_packet(2'b10, 4'b1100, 2, 64'(sample.alt_issue_latency));
      PktExposed:    return add_packet(2'b10, 4'b1110, 2, 64'(sample.exposed_latency));
      PktPc:         return add_packet(2'b10, 4'b0000, 8, sample.origin.pc);
      PktTarget:     return add_packet(2'b10, 4'b0001, 8, HaveGcsBranches ? sample.target : sample.va);
      PktVa:         return add_packet(2'b10, 4'b0010, 8, sample.va);
      PktPa:         return add_packet(2'b10, 4'b0011, 8, sample.pa);
      PktPrevious:   return add_packet(2'b10, 4'b0100, 8, sample.previous);
      PktSource:     return add_packet(2'b01, 4'b0011, (Cfg.SourceBytes == 2) ? 2 : 1, 64'(sample.source));
      PktOpType:     return add_packet(2'b01, {2'b10, sample.op_class}, 1, 64'(sample.op_subclass));
      PktEvents:     return add_packet(2'b01, 4'b0010, Cfg.EventsBytes, sample.events);
      default:       return end_packet(sample.origin.timestamp_valid, sample.origin.timestamp);
    endcase
  endfunction

  // The packets that a record of this configuration can have.
  localparam logic [NumPackets-1:0] Possible = packets_of('1);

  // Isolates the lowest set bit.
  function automatic logic [NumPackets-1:0] first_of(logic [NumPackets-1:0] packets);
    return packets & (~packets + NumPackets'(1));
  endfunction

  logic [NumPackets-1:0] pending_q, pending_d;
  logic [NumPackets-1:0] chosen_q, chosen_d;  // one-hot: the first packet pending
  logic                  valid_q, valid_d, take;
  packet_t               packet, packet_q;

  // One-hot multiplexer: the packets are gated and ORed rather than selected by number.
  always_comb begin
    packet = '0;
    for (int unsigned i = 0; i < NumPackets; i++) begin
      if (chosen_q[i]) packet |= packet_of(packet_e'(i), sample_i);
    end
  end

  assign last_o = chosen_q[PktLast] && ready_i;
  assign take   = (pending_q != '0) && ready_i && (!chosen_q[PktLast] || release_i);

  always_comb begin
    pending_d = pending_q;
    chosen_d  = chosen_q;
    if (take) begin
      pending_d = pending_q & ~chosen_q & Possible;  // the bits of other packets are always 0
      chosen_d  = first_of(pending_d);
    end
    if (start_i) begin
      pending_d = packets_of(sample_i);
      chosen_d  = first_of(packets_of(sample_i));
    end
    if (stop_i) begin
      pending_d = '0;
      chosen_d  = '0;
    end
    valid_d = (take || (valid_q && !ready_i)) && !stop_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q <= '0;
      chosen_q  <= '0;
      valid_q   <= 1'b0;
    end else begin
      pending_q <= pending_d;
      chosen_q  <= chosen_d;
      valid_q   <= valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_i) packet_q <= packet;
  end

  assign packet_valid_o = valid_q;
  assign packet_bytes_o = packet_q.bytes;
  assign packet_data_o  = packet_q.data;

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // counter_packets() takes the number of counters from the last one.
      if (start_i) CountersNest_A: assert (!sample_i.xlate_latency_valid || sample_i.issue_latency_valid);
      ChosenIsPending_A: assert ((chosen_q & ~pending_q) == '0 && (chosen_q == '0) == (pending_q == '0));
      // spu_packer: a packet has 1 to 9 bytes, but never 8.
      if (packet_valid_o) PacketSize_A: assert (packet_bytes_o inside {[1:7], 9});
    end
  end

endmodule
