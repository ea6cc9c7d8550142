// SPDX-License-Identifier: Apache-2.0
//
// SPEConstructRecord() (Arm ARM D18.1.2): builds one record at a time in the store, from a finished sample.
//
// Work on a finished sample begins while the filter is still deciding: spu_packet emits its packets, one per cycle, and
// spu_packer packs them into words. A recorded sample is decided with its last packet, so the sample block holds it
// until then and no second copy is needed; any other sample can leave earlier. The remaining words follow, padding
// included, and the record is offered until it is taken. Latency from finished to the offer: number of packets + 4
// cycles, with combined Counter packets counted as one, plus one per word of padding.
//
// The store has two banks: a record is built while the buffer block writes the one before it.

module spu_record
  import spu_pkg::*;
#(
  parameter config_t Cfg,
  localparam int unsigned WordWidth = record_word_width(Cfg)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // sample, decision
  input  logic                 sample_valid_i,
  input  sample_t              sample_i,
  output logic                 last_o,      // this cycle can take the sample's last packet
  input  logic                 decide_valid_i,  // the sample leaves
  input  logic                 recorded_i,  // and there is a record of it
  output logic                 busy_o,      // a record of a decided sample has not been taken

  // store
  output logic                 write_o,
  output logic                 write_bank_o,
  output logic [WordWidth-1:0] write_word_o,
  output logic [63:0]          write_data_o,

  // buffer
  output logic                 record_valid_o,
  output logic [7:0]           record_len_o,   // bytes, padding included
  output logic                 record_bank_o,
  input  logic                 record_taken_i,
  input  logic                 buffer_busy_i   // the record taken last is still being read
);

  localparam int unsigned RecordBytes = largest_record(Cfg);
  // All records have the same size.
  localparam bit FixedLength = (RecordBytes == (1 << Cfg.RecordAlign));

  typedef enum logic [1:0] {
    StIdle,  // waits for a finished sample and a free bank
    StPack,  // takes a packet in each cycle
    StFlush  // recorded sample: writes the remaining words and padding
  } state_e;

  state_e     state_q, state_d;
  logic       bank_q;                // bank being filled
  logic       waiting_q, waiting_d;  // the other bank has a record that has not been taken
  logic       flushing_q;            // not the first cycle of the flush
  logic [7:0] len_q;

  logic            start, packet_valid, packet_ready, packet_last, flush, flushed, complete;
  logic [3:0]      packet_bytes;
  logic [8:0][7:0] packet_data;
  logic [7:0]      len;

  assign start    = (state_q == StIdle) && sample_valid_i && !decide_valid_i && !(waiting_q && buffer_busy_i);
  assign last_o   = packet_last && !waiting_q;
  assign flush    = (state_q == StFlush) && !packet_valid;
  assign complete = flush && flushed;

  spu_packet #(
    .Cfg(Cfg)
  ) u_spu_packet (
    .clk_i,
    .rst_ni,
    .sample_i,
    .start_i       (start),
    .stop_i        (decide_valid_i && !recorded_i),
    .last_o        (packet_last),
    .release_i     (decide_valid_i),
    .packet_valid_o(packet_valid),
    .packet_bytes_o(packet_bytes),
    .packet_data_o (packet_data),
    .ready_i       (packet_ready)
  );

  spu_packer #(
    .Cfg(Cfg)
  ) u_spu_packer (
    .clk_i,
    .clear_i       (state_q == StIdle),
    .packet_valid_i(packet_valid),
    .packet_bytes_i(packet_bytes),
    .packet_data_i (packet_data),
    .ready_o       (packet_ready),
    .flush_i       (flush),
    .flushed_o     (flushed),
    .len_o         (len),
    .write_o,
    .word_o        (write_word_o),
    .data_o        (write_data_o)
  );

  always_comb begin
    state_d   = state_q;
    waiting_d = waiting_q && !record_taken_i;
    unique case (state_q)
      StIdle: begin
        if (start) state_d = StPack;
      end
      StPack: begin
        if (decide_valid_i) state_d = recorded_i ? StFlush : StIdle;
      end
      StFlush: begin
        if (complete) begin
          state_d   = StIdle;
          waiting_d = 1'b1;
        end
      end
      default: state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= StIdle;
      waiting_q <= 1'b0;
      bank_q    <= 1'b0;
    end else begin
      state_q   <= state_d;
      waiting_q <= waiting_d;
      bank_q    <= bank_q ^ complete;
    end
  end

  always_ff @(posedge clk_i) begin
    flushing_q <= flush;
    if (flush && !flushing_q) len_q <= len;
  end

  assign busy_o         = (state_q == StFlush) || waiting_q;
  assign write_bank_o   = bank_q;
  assign record_valid_o = waiting_q;
  assign record_len_o   = FixedLength ? 8'(RecordBytes) : len_q;
  assign record_bank_o  = !bank_q;

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (record_valid_o) begin
        LenFits_A: assert (record_len_o != '0 && 32'(record_len_o) <= RecordBytes);
        LenIsAligned_A: assert (aligned_pointer(Cfg, 64'(record_len_o)) == 64'(record_len_o));
      end
      // A record that waits or is being read is not overwritten, and only one record waits at a time.
      BankIsFree_A: assert (state_q == StIdle || !waiting_q || !buffer_busy_i);
      if (complete) OneWaits_A: assert (!waiting_q);
      if (record_taken_i) TakesWhatWaits_A: assert (waiting_q);
      if (flush) PaddingIsZero_A: assert (packet_data == '0);
      StaysUntilDecided_A: assert (state_q != StPack || sample_valid_i);
    end
  end

endmodule
