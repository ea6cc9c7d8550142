// SPDX-License-Identifier: Apache-2.0
//
// Specification of a sample record: SPEConstructRecord() and SPEAddPacketToRecord(), Arm ARM J1.1.1, with the headers
// and payloads of D18.1.4 and D18.2. Written from the Arm documents, not from the RTL: make formal proves that the
// two agree.
//
// The order of packets is SPEConstructRecord()'s, which the manual gives as an example; only the end of a record is
// fixed (D18.1.2).

package spec_record_pkg;

  import spu_pkg::*;

  localparam int unsigned Packets = 16;

  // A packet in memory: `size` bytes from bytes[0] on; 0 if it is absent.
  typedef struct packed {
    logic [3:0]      size;
    logic [8:0][7:0] bytes;
  } packet_t;

  // SPEAddPacketToRecord(): a payload of 1, 2, 4 or 8 bytes, little-endian.
  function automatic packet_t add(bit present, logic [1:0] hi, logic [3:0] lo, int payload_bytes, logic [63:0] payload);
    packet_t    p;
    logic [1:0] sz;
    case (payload_bytes)
      1: sz = 2'b00;
      2: sz = 2'b01;
      4: sz = 2'b10;
      default: sz = 2'b11;
    endcase
    p.size = present ? 4'(1 + payload_bytes) : 4'd0;
    p.bytes = {payload, hi, sz, lo};
    return p;
  endfunction

  // Packet n of the record, from 0.
  function automatic packet_t packet(config_t cfg, sample_t s, int n);
    case (n)
      // Context (D18.2.2): CONTEXTIDR_EL1, CONTEXTIDR_EL2.
      0: return add(s.origin.context_el1_valid, 2'b01, 4'b0100, 4, 64'(s.origin.context_el1));
      1: return add(cfg.HaveEl2 && s.origin.context_el2_valid, 2'b01, 4'b0101, 4, 64'(s.origin.context_el2));
      // Counter (D18.2.3): total, issue, translation, alternate clock issue latency, by index; exposed latency, which
      // is IMPLEMENTATION DEFINED (docs/integration.md).
      2: return add(1, 2'b10, 4'b1000, 2, 64'(s.total_latency));
      3: return add(s.issue_latency_valid, 2'b10, 4'b1001, 2, 64'(s.issue_latency));
      4: return add(s.xlate_latency_valid, 2'b10, 4'b1010, 2, 64'(s.xlate_latency));
      5: return add(cfg.AltClock != 0 && s.alt_issue_latency_valid, 2'b10, 4'b1100, 2, 64'(s.alt_issue_latency));
      6: return add(cfg.ExposedLatency, 2'b10, 4'b1110, 2, 64'(s.exposed_latency));
      // Address (D18.2.1): PC, branch target, data virtual and physical, previous branch target.
      7: return add(1, 2'b10, 4'b0000, 8, s.origin.pc);
      8: return add(s.target_valid, 2'b10, 4'b0001, 8, s.target);
      9: return add(s.va_valid, 2'b10, 4'b0010, 8, s.va);
      10: return add(s.pa_valid, 2'b10, 4'b0011, 8, s.pa);
      11: return add(cfg.HavePbt && s.previous_valid, 2'b10, 4'b0100, 8, s.previous);
      // Data Source (D18.2.4), Operation Type (D18.2.7), Events (D18.2.6).
      12: return add(cfg.SourceBytes != 0 && s.source_valid, 2'b01, 4'b0011, (cfg.SourceBytes == 1) ? 1 : 2,
                     64'(s.source));
      13: return add(1, 2'b01, {2'b10, s.op_class}, 1, 64'(s.op_subclass));
      14: return add(1, 2'b01, 4'b0010, int'(cfg.EventsBytes), s.events);
      // Timestamp (D18.2.9), or End (D18.2.5).
      default: begin
        if (s.origin.timestamp_valid) return add(1, 2'b01, 4'b0001, 8, s.origin.timestamp);
        return '{size: 4'd1, bytes: 72'h01};
      end
    endcase
  endfunction

  // Byte `index` of a packet; 0 beyond its size.
  function automatic logic [7:0] packet_byte(packet_t p, logic [7:0] index);
    return (index < 8'(p.size)) ? p.bytes[index[3:0]] : 8'h00;
  endfunction

  // Length with padding: a multiple of 2^PMBIDR_EL1.Align.
  function automatic logic [7:0] padded(config_t cfg, logic [7:0] bytes);
    logic [7:0] unit;
    unit = 8'd1 << cfg.RecordAlign;
    return (bytes % unit == 0) ? bytes : bytes + unit - bytes % unit;
  endfunction

endpackage
