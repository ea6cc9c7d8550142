// SPDX-License-Identifier: Apache-2.0
//
// What the board and the host say to each other. fpga/rtl/bringup_pkg.sv states the same constants; the
// document of both is docs/fpga-hardware.md.
#ifndef FPGA_HOST_PROTOCOL_H
#define FPGA_HOST_PROTOCOL_H

// Frames. Numbers are little-endian. The CRC covers everything before it, the sync byte included.
enum {
  REQUEST_SYNC = 0x5A,   // sync, seq, op, addr (2), data (8), CRC (2)
  RESPONSE_SYNC = 0xA5,  // sync, seq, status, data (8), CRC (2)
  REQUEST_BYTES = 15,
  RESPONSE_BYTES = 13,
  LINK_WINDOW = 16  // requests that may be unanswered at a time
};

enum link_op { OP_READ = 0, OP_WRITE = 1, OP_MRS = 2, OP_MSR = 3, OP_ECHO = 4 };

enum link_status {
  STATUS_DONE = 0,
  STATUS_BAD_CRC = 1,
  STATUS_NO_SUCH = 2,  // operation or address
  STATUS_NO_ACCESS =
      3,  // MRS or MSR: data[2:0] is the verdict (enum spu_verdict), data[13:8] the exception class
  STATUS_RUNNING = 4  // not while the player runs
};

// Words of 64 bits.
enum word_addr {
  WORD_ID = 0x0000,
  WORD_CONFIG = 0x0001,
  WORD_SIZES = 0x0002,
  WORD_STATUS = 0x0003,
  WORD_ROWS = 0x0004,
  WORD_START = 0x0005,
  WORD_STOP = 0x0006,
  WORD_DRAIN = 0x0007,
  WORD_RESET = 0x0008,
  WORD_PE = 0x0009,
  WORD_CYCLES = 0x000A,
  WORD_POPULATION = 0x000B,
  WORD_COLLISIONS = 0x000C,
  WORD_KEPT = 0x000D,
  WORD_CORE = 0x000E,    // boards with a core: its name
  WORD_EXIT = 0x000F,    // boards with a core: how its program ended
  WORD_BUFFER = 0x4000,  // word i: bytes 8i to 8i+7 of the buffer memory
  WORD_TRACE = 0x8000,   // entry e, word w: 4e + w
  WORD_RAM = 0x8000      // boards with a core: bytes 8i to 8i+7 of its RAM
};

#define BOARD_ID UINT64_C(0x315550534E45504F)  // "OPENSPU1"
#define RESET_MAGIC \
  UINT64_C(0x5245534554535055)  // "RESETSPU", last character in bits 7:0: what WORD_RESET takes

// Fields of WORD_STATUS.
enum {
  STATUS_BIT_RUNNING = 1 << 0,
  STATUS_BIT_DRAINED = 1 << 1,
  STATUS_BIT_PMBIRQ = 1 << 2,
  STATUS_BIT_SERROR = 1 << 3
};

// An entry of the trace memory: 4 words. Word 0 has the PC below these.
enum {
  ENTRY_WORDS = 4,
  ENTRY_KIND = 48,
  ENTRY_VALID = 52,
  ENTRY_COND = 53,
  ENTRY_INDIRECT = 54,
  ENTRY_STORE = 55,
  ENTRY_ACQ_REL = 56,
  ENTRY_EXCLUSIVE = 57,
  ENTRY_ATOMIC = 58,
  ENTRY_HOW = 59,
  ENTRY_VA_VALID = 61,
  ENTRY_TARGET_VALID = 62,
  ENTRY_SOURCE_VALID = 63
};

#endif  // FPGA_HOST_PROTOCOL_H
