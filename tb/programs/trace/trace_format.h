// SPDX-License-Identifier: Apache-2.0
//
// Layout of operation traces, shared by writer and reader. docs/trace-format.md explains it. All numbers are
// little-endian.
#ifndef TB_PROGRAMS_TRACE_TRACE_FORMAT_H
#define TB_PROGRAMS_TRACE_TRACE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum {
  TRACE_VERSION = 1,
  TRACE_MACHINE = 183,  // ELF's number for AArch64
  // File header: magic, version, machine, CRC of what precedes.
  TRACE_HEADER_SIZE = 16,
  TRACE_HEADER_VERSION = 8,
  TRACE_HEADER_MACHINE = 10,
  TRACE_HEADER_CRC = 12,
  // Block header: type, three zero bytes, number of the block, zero, payload length, CRC of the payload, CRC of what
  // precedes.
  TRACE_BLOCK_SIZE = 24,
  TRACE_BLOCK_NUMBER = 4,
  TRACE_BLOCK_ZERO = 8,
  TRACE_BLOCK_LENGTH = 12,
  TRACE_BLOCK_PAYLOAD_CRC = 16,
  TRACE_BLOCK_CRC = 20,
  // Limits that a reader enforces.
  TRACE_MAX_PAYLOAD = 1 << 20,
  TRACE_MAX_RUN = 4096,  // operations of one run
  TRACE_RUN_SIZE = 12,   // bytes of a run's definition before its opcodes: PC, count
  // Payload of the end block: operations, runs, reason, status.
  TRACE_END_SIZE = 24,
  TRACE_END_OPS = 0,
  TRACE_END_RUNS = 8,
  TRACE_END_REASON = 16,
  TRACE_END_STATUS = 20,
  // Payload of a vector length: bits, a multiple of 128; 0: no SVE. With SME also the bits in Streaming SVE mode, and
  // whether that mode is on.
  TRACE_VECTOR_SIZE = 4,
  TRACE_VECTOR_STREAMING = 4,
  TRACE_VECTOR_MODE = 8,
  TRACE_VECTOR_SME_SIZE = 12,
  TRACE_VECTOR_STEP = 128,
  TRACE_VECTOR_MAX = 2048
};

// The length of vectors.
struct trace_vectors {
  uint32_t bits;            // of an SVE vector, in the mode that is on; 0: unknown, or there is no SVE
  uint32_t streaming_bits;  // in Streaming SVE mode, and of SME's array; 0: there is no SME
  bool streaming;           // PSTATE.SM: that mode is on
};

static inline bool trace_vectors_equal(const struct trace_vectors *a, const struct trace_vectors *b)
{
  return a->bits == b->bits && a->streaming_bits == b->streaming_bits && a->streaming == b->streaming;
}

#define TRACE_MAGIC "SPETRACE"

enum trace_block_type {
  TRACE_BLOCK_RUNS = 'R',        // definitions of runs
  TRACE_BLOCK_EXECUTIONS = 'X',  // executions of runs
  TRACE_BLOCK_VECTOR = 'V',      // length of SVE vectors in the executions that follow
  TRACE_BLOCK_END = 'E'
};

enum trace_end_reason {
  TRACE_END_EXIT = 0,   // the program exited; status is its exit status
  TRACE_END_LIMIT = 1,  // the limit of operations was reached
  TRACE_END_ABRUPT = 2  // the program ended without exiting: by a signal, or because it executed another one
};

static inline void trace_put16(uint8_t *bytes, uint16_t value)
{
  bytes[0] = (uint8_t)value;
  bytes[1] = (uint8_t)(value >> 8);
}

static inline void trace_put32(uint8_t *bytes, uint32_t value)
{
  for (unsigned i = 0; i < 4; i++) {
    bytes[i] = (uint8_t)(value >> (8U * i));
  }
}

static inline void trace_put64(uint8_t *bytes, uint64_t value)
{
  trace_put32(bytes, (uint32_t)value);
  trace_put32(bytes + 4, (uint32_t)(value >> 32));
}

static inline uint16_t trace_get16(const uint8_t *bytes)
{
  return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static inline uint32_t trace_get32(const uint8_t *bytes)
{
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint64_t trace_get64(const uint8_t *bytes)
{
  return (uint64_t)trace_get32(bytes) | (uint64_t)trace_get32(bytes + 4) << 32;
}

// Signed differences as unsigned numbers, small for small magnitudes: 0, -1, 1, -2 ... become 0, 1, 2, 3 ...
static inline uint64_t trace_zigzag(uint64_t difference)
{
  return difference << 1 ^ (0U - (difference >> 63));
}

static inline uint64_t trace_unzigzag(uint64_t value)
{
  return value >> 1 ^ (0U - (value & 1U));
}

#endif  // TB_PROGRAMS_TRACE_TRACE_FORMAT_H
