// SPDX-License-Identifier: Apache-2.0
//
// Constants and types of the FPGA bring-up: the frames on the serial line, the words that a host reads and writes,
// and the entries of the player's trace. docs/bring-up.md has the tables; fpga/host (link.py, board.py, player.py) and
// fpga/expect/player_trace.h define the same for the host.

package bringup_pkg;

  // -------------------------------------------------------------------------------------------------------
  // Frames. Numbers are little-endian; the CRC covers everything before it, and its low byte comes first.

  localparam logic [7:0] RequestSync = 8'h5a;
  localparam logic [7:0] ResponseSync = 8'ha5;
  localparam int unsigned RequestBodyBytes = 12;   // between sync byte and CRC
  localparam int unsigned ResponseBodyBytes = 10;
  localparam int unsigned CrcBytes = 2;
  localparam int unsigned GapByteTimes = 64;       // longest pause inside a request
  localparam int unsigned BitsPerByte = 10;        // on the line: start, eight of data, stop

  // The first field is the last on the line.
  typedef struct packed {
    logic [63:0] data;
    logic [15:0] addr;
    logic [7:0]  op;
    logic [7:0]  seq;
  } request_t;

  typedef struct packed {
    logic [63:0] data;
    logic [7:0]  status;
    logic [7:0]  seq;
  } response_t;

  // request_t.op
  localparam logic [7:0] CommandRead = 8'd0;
  localparam logic [7:0] CommandWrite = 8'd1;
  localparam logic [7:0] CommandMrs = 8'd2;
  localparam logic [7:0] CommandMsr = 8'd3;
  localparam logic [7:0] CommandEcho = 8'd4;

  // response_t.status
  typedef enum logic [7:0] {
    StatusDone    = 8'd0,
    StatusBadCrc  = 8'd1,
    StatusUnknown = 8'd2,  // no such command or address
    StatusAccess  = 8'd3,  // the register access is UNDEFINED or traps
    StatusRunning = 8'd4   // not while the player runs
  } status_e;

  // CRC-16/CCITT-FALSE: polynomial 0x1021, first bit highest, nothing reflected.
  localparam logic [15:0] CrcInit = 16'hffff;
  localparam logic [15:0] CrcPolynomial = 16'h1021;

  // -------------------------------------------------------------------------------------------------------
  // Words.

  typedef enum logic [15:0] {
    WordId         = 16'h0000,
    WordConfig     = 16'h0001,
    WordSizes      = 16'h0002,
    WordStatus     = 16'h0003,
    WordRows       = 16'h0004,
    WordStart      = 16'h0005,
    WordStop       = 16'h0006,
    WordDrain      = 16'h0007,
    WordReset      = 16'h0008,
    WordPe         = 16'h0009,
    WordCycles     = 16'h000a,
    WordPopulation = 16'h000b,
    WordCollisions = 16'h000c,
    WordKept       = 16'h000d
  } word_e;

  // By address: the words that can be read and written.
  localparam logic [15:0] Readable = 16'b0011_1110_0001_1111;
  localparam logic [15:0] Writable = 16'b0000_0011_1111_0000;

  localparam logic [63:0] ResetKey = 64'h5245_5345_5453_5055;  // the data that a write of WordReset must have
  localparam int unsigned WordBits = 4;  // of the address of a word of the table above
  localparam logic [1:0] RegionBuffer = 2'b01;  // address bits 15:14: buffer memory
  localparam logic RegionTrace = 1'b1;          // address bit 15: trace memory

  // ASCII as a word: the first character in bits 7:0, zero padded.
  function automatic logic [63:0] ascii_word(logic [63:0] text);
    logic [63:0] word;
    int unsigned length;
    word   = '0;
    length = 0;
    for (int i = 7; i >= 0; i--) begin
      if (text[8*i+:8] != '0) begin
        word[8*length+:8] = text[8*i+:8];
        length++;
      end
    end
    return word;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Trace entries. Latencies are cycles after the mark.

  localparam int unsigned EntryWords = 4;
  localparam int unsigned TraceAddressBits = 48;

  // Words 1 to 3: used only if the operation is marked.
  typedef struct packed {
    // word 3
    logic [15:0] source;
    logic [15:0] xlate;   // a translation is in progress in cycles 1 to xlate
    logic [15:0] issue;   // issued in this cycle; 0: never
    logic [15:0] total;   // finished in this cycle; 0 counts as 65536
    // word 2
    logic [15:0] zero;
    logic [TraceAddressBits-1:0] target;
    // word 1
    logic [15:0] events;
    logic [TraceAddressBits-1:0] va;
  } trace_details_t;

  typedef struct packed {
    trace_details_t details;
    // word 0
    logic        source_valid;
    logic        target_valid;
    logic        va_valid;
    spu_pins_pkg::op_how_e how;
    logic        atomic;
    logic        exclusive;
    logic        acq_rel;
    logic        store;
    logic        indirect;
    logic        cond;
    logic        valid;
    spu_pins_pkg::op_kind_e kind;
    logic [TraceAddressBits-1:0] pc;
  } trace_entry_t;

endpackage
