// SPDX-License-Identifier: Apache-2.0
//
// Feeds arbitrary bytes to the trace reader. Checksums precede nearly every other check, so most mutated inputs get
// correct ones.
#define _GNU_SOURCE  // memfd_create
#include "programs/test/fuzz/fuzz.h"

#include "programs/trace/trace.h"
#include "programs/trace/trace_format.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

enum { MAX_OPS = 5000 };  // a few bytes can encode millions of operations

// A descriptor of the input. The reader closes it, but the file is kept for the next input.
static int file_of(const uint8_t *data, size_t size)
{
  static int file = -1;
  if (file < 0) {
    file = memfd_create("input", MFD_CLOEXEC);
  }
  ALWAYS(file >= 0 && ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size);
  const int copy = dup(file);
  ALWAYS(copy >= 0 && lseek(copy, 0, SEEK_SET) == 0);
  return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct tb_error error = {""};
  uint64_t start = 0;
  struct trace_op op = {0};
  struct trace_reader *reader = trace_open(file_of(data, size), "input", &error);
  ALWAYS((reader == NULL) == (error.text[0] != '\0'));
  if (reader == NULL) {
    return 0;
  }
  ALWAYS(!trace_start(reader, &start));
  enum trace_result result = TRACE_OP;
  for (size_t i = 0; i < MAX_OPS && result == TRACE_OP; i++) {
    result = trace_next(reader, &op, &error);
    ALWAYS(result != TRACE_OP || trace_start(reader, &start));
  }
  ALWAYS((result == TRACE_ERROR) == (error.text[0] != '\0'));
  if (result != TRACE_OP) {  // reading on returns the same end or error
    ALWAYS(trace_next(reader, &op, &error) == result);
  }
  trace_close(reader);
  return 0;
}

static void seal(uint8_t *bytes, size_t covered)
{
  trace_put32(bytes + covered, (uint32_t)crc32(crc32(0, NULL, 0), bytes, (uInt)covered));
}

// Corrects the checksums and numbers of the blocks, as far as the chain of their lengths is intact.
static void repair(uint8_t *data, size_t size)
{
  if (size < TRACE_HEADER_SIZE) {
    return;
  }
  seal(data, TRACE_HEADER_CRC);
  uint32_t number = 0;
  for (size_t at = TRACE_HEADER_SIZE; size - at >= TRACE_BLOCK_SIZE; number++) {
    uint8_t *header = data + at;
    const size_t left = size - at - TRACE_BLOCK_SIZE;
    const size_t length = trace_get32(header + TRACE_BLOCK_LENGTH);
    if (length <= left) {
      trace_put32(header + TRACE_BLOCK_PAYLOAD_CRC,
                  (uint32_t)crc32(crc32(0, NULL, 0), header + TRACE_BLOCK_SIZE, (uInt)length));
    }
    trace_put32(header + TRACE_BLOCK_NUMBER, number);
    seal(header, TRACE_BLOCK_CRC);
    at += TRACE_BLOCK_SIZE + (length <= left ? length : left);
  }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
  const size_t changed = LLVMFuzzerMutate(data, size, max);
  if (seed % 8 != 0) {
    repair(data, changed);
  }
  return changed;
}
