// SPDX-License-Identifier: Apache-2.0
//
// Every record in the store equals SPEConstructRecord() of its sample, byte for byte, including padding. It is offered
// with its length and bank when it is complete, for any sequence of samples, kept or not. Covers spu_record with
// spu_packet and spu_packer, and spu_decide, which decides when a sample leaves. The proof follows one arbitrary byte
// of each record, and asserts the invariants for induction in each stage that the byte passes.

module record_harness
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_record_pkg::*;
(
  input logic       clk_i,
  input logic       sample_valid_i,
  input sample_t    sample_i,
  input logic       keep_i,
  input logic       filter_written_i,
  input logic       discard_mode_i,
  input logic       collided_i,
  input logic       record_taken_i,
  input logic       buffer_busy_i,
  input logic [6:0] byte_i  // the followed byte of each record
);

  localparam config_t Cfg = `FORMAL_CONFIG;
  localparam int unsigned WordWidth = record_word_width(Cfg);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic                 last, decided, recorded;
  logic                 write, write_bank, record_valid, record_bank;
  logic [WordWidth-1:0] write_word;
  logic [7:0][7:0]      write_data;
  logic [7:0]           record_len;

  spu_decide #(.Cfg(Cfg)) u_decide (
    .clk_i,
    .rst_ni,
    .write_i       (filter_written_i),
    .addr_i        (spu_sysreg_pkg::PMSFCR_EL1),
    .sample_valid_i,
    .keep_i,
    .feed_i        ('0),
    .discard_mode_i,
    .collided_i,
    .last_i        (last),
    .valid_o       (decided),
    .keep_o        (),
    .recorded_o    (recorded),
    .fed_o         (),
    .feed_o        ()
  );

  spu_record #(.Cfg(Cfg)) u_record (
    .clk_i,
    .rst_ni,
    .sample_valid_i,
    .sample_i,
    .last_o        (last),
    .decide_valid_i(decided),
    .recorded_i    (recorded),
    .busy_o        (),
    .write_o       (write),
    .write_bank_o  (write_bank),
    .write_word_o  (write_word),
    .write_data_o  (write_data),
    .record_valid_o(record_valid),
    .record_len_o  (record_len),
    .record_bank_o (record_bank),
    .record_taken_i,
    .buffer_busy_i
  );

  // The sample offered in the previous cycle, if it was not accepted.
  logic    stays_q;
  sample_t offered_q;
  always_ff @(posedge clk_i) begin
    stays_q   <= rst_ni && sample_valid_i && !decided;
    offered_q <= sample_i;
    if (rst_ni) begin
      // spu_sample: OfferStays_A
      OfferStays_M: assume (!stays_q || (sample_valid_i && sample_i == offered_q));
      // spu_packet: CountersNest_A
      CountersNest_M: assume (!sample_i.xlate_latency_valid || sample_i.issue_latency_valid);
      // spu_sample: TargetIsVa_A. Without branches that access the Guarded Control Stack, an operation has either a
      // target or a data address, and the target is stored in place of the address.
      TargetIsVa_M: assume (has_gcs_branches(Cfg) || !sample_i.target_valid
                            || (!sample_i.va_valid && sample_i.va == sample_i.target));
      // spu_buffer takes only an offered record.
      TakesWhatWaits_M: assume (!record_taken_i || record_valid);
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // The specification, for the sample accepted last.

  sample_t                  sample_q;
  logic [6:0]               byte_q;
  packet_t [Packets-1:0]    packets;
  logic [Packets:0][7:0]    position;  // position of each packet; [Packets]: of the padding
  logic [Packets:0][7:0]    gathered;  // the byte, if an earlier packet contains it
  logic [7:0]               must, total, len;

  assign position[0] = '0;
  assign gathered[0] = '0;
  for (genvar n = 0; n < Packets; n++) begin : gen_packet
    assign packets[n]    = packet(Cfg, sample_q, n);
    assign position[n+1] = position[n] + 8'(packets[n].size);
    assign gathered[n+1] = gathered[n] | packet_byte(packets[n], 8'(byte_q) - position[n]);
  end
  assign must  = gathered[Packets];
  assign total = position[Packets];
  assign len   = padded(Cfg, total);

  // -------------------------------------------------------------------------------------------------------
  // The state of the byte in the record under construction, and in the offered one.

  logic       seen_q, writes_it, offered_seen_q, offered_bank_q;
  logic [7:0] offered_len_q;

  assign writes_it = write && 7'(write_word) == byte_q >> 3;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) byte_q <= byte_i;
    if (u_record.start) begin
      sample_q <= sample_i;
      seen_q   <= 1'b0;
    end else if (writes_it) begin
      seen_q <= 1'b1;
    end
    if (u_record.complete) begin
      offered_seen_q <= seen_q;
      offered_len_q  <= len;
      offered_bank_q <= write_bank;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      RecordBytes_A: assert (!writes_it || (!seen_q && write_data[byte_q[2:0]] == must));
      RecordWhole_A: assert (!record_valid || 8'(byte_q) >= offered_len_q || offered_seen_q);
      RecordLength_A: assert (!record_valid || record_len == offered_len_q);
      RecordBank_A: assert (!record_valid || record_bank == offered_bank_q);
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // For induction: the remaining packets, the packet in progress, the bytes that wait for the rest of their word.

  // spu_packet's packets: it sends the three core-clock counters as one. The alternate clock's counter and exposed
  // latency are the next ones where the configuration has them.
  localparam bit HaveAltClock = (Cfg.AltClock != 0);
  localparam int unsigned NumPackets = 12 + (HaveAltClock ? 1 : 0) + (Cfg.ExposedLatency ? 1 : 0);
  localparam int unsigned Skipped = Packets - NumPackets;
  logic [NumPackets-1:0]      present;
  logic [NumPackets-1:0][7:0] starts;
  for (genvar i = 0; i < NumPackets; i++) begin : gen_present
    localparam int unsigned N = (i <= 2) ? i : (i == 3 && HaveAltClock) ? 5 : i + Skipped;
    assign present[i] = packets[N].size != '0;
    assign starts[i]  = position[N];
  end

  logic [NumPackets-1:0] pending, chosen;
  logic                  valid, packs, flushes, rests;
  logic [3:0]            bytes;
  logic [8:0][7:0]       data;
  logic [7:0]            taken, accepted, in_words;

  assign pending  = u_record.u_spu_packet.pending_q;
  assign chosen   = u_record.u_spu_packet.chosen_q;
  assign valid    = u_record.packet_valid;
  assign bytes    = u_record.packet_bytes;
  assign data     = u_record.packet_data;
  assign packs    = (u_record.state_q == 2'd1);
  assign flushes  = (u_record.state_q == 2'd2);
  assign in_words = 8'({u_record.u_spu_packer.word_q, 3'b000});
  assign accepted = in_words + 8'(u_record.u_spu_packer.pos_q);

  // Bytes of the packets that spu_packet has sent.
  always_comb begin
    taken = packs ? 8'd0 : total;
    for (int i = 0; i < NumPackets; i++) taken |= (packs && chosen[i]) ? starts[i] : 8'd0;
  end
  assign rests = packs || (flushes && (valid || !u_record.flushing_q));  // nothing has been flushed

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      RecordSample_A: assert (!packs || (sample_valid_i && sample_i == sample_q));
      RecordOrder_A: assert (packs ? chosen != '0 && (chosen & (chosen - 1'b1)) == '0
                                     && pending == (present & ~(chosen - 1'b1))
                                   : pending == '0 && chosen == '0);
      RecordPacket_A: assert (!valid || ((packs || flushes) && bytes inside {1, 2, 3, 5, 6, 9}
                                         && (8'(byte_q) < accepted || 8'(byte_q) >= taken
                                             || data[4'(8'(byte_q) - accepted)] == must)));
      RecordPacker_A: assert (!rests || (accepted + (valid ? 8'(bytes) : 8'd0) == taken
                                         && u_record.u_spu_packer.pos_q <= 4'd8
                                         && (8'(byte_q) < in_words || 8'(byte_q) >= accepted
                                             || u_record.u_spu_packer.rest_q[byte_q[2:0]] == must)));
      RecordFlush_A: assert (!flushes || (!record_valid && 32'(total) <= largest_record(Cfg) && (valid || (data == '0
          && (!u_record.flushing_q || (u_record.len_q == len && in_words == accepted && in_words >= total
                                       && in_words <= ((len + 8'd7) & 8'hf8)))))));
      RecordSeen_A: assert (!(packs || flushes) || seen_q == (8'(byte_q) < in_words));
      RecordQuiet_A: assert (!(packs || (flushes && valid)) || !u_record.flushing_q);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      RecordOffered_C: cover (record_valid && record_len > 8'(byte_q) && byte_q > 7'd24);
      RecordSecond_C: cover (record_valid && packs && seen_q);
    end
  end
  if (HaveAltClock) begin : gen_alt_clock
    always_ff @(posedge clk_i) begin
      if (rst_ni) RecordAlternate_C: cover (writes_it && packets[5].size != '0 && 8'(byte_q) == position[5]);
    end
  end

endmodule
