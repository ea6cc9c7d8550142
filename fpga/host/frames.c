// SPDX-License-Identifier: Apache-2.0
#include "host/frames.h"

#include "host/crc16.h"

#include <string.h>

static void put(uint8_t *bytes, uint64_t value, size_t size)
{
  for (size_t i = 0; i < size; i++) {
    bytes[i] = (uint8_t)(value >> 8 * i);
  }
}

static uint64_t get(const uint8_t *bytes, size_t size)
{
  uint64_t value = 0;
  for (size_t i = 0; i < size; i++) {
    value |= (uint64_t)bytes[i] << 8 * i;
  }
  return value;
}

void request_encode(const struct request *request, uint8_t seq, uint8_t bytes[REQUEST_BYTES])
{
  bytes[0] = REQUEST_SYNC;
  bytes[1] = seq;
  bytes[2] = request->op;
  put(bytes + 3, request->addr, 2);
  put(bytes + 5, request->data, 8);
  put(bytes + 13, crc16(bytes, 13), 2);
}

// Drops the frame's sync byte and whatever follows it up to the next one.
static void hunt(struct response_finder *finder)
{
  const uint8_t *next = finder->used > 1 ? memchr(finder->bytes + 1, RESPONSE_SYNC, finder->used - 1) : NULL;
  const size_t dropped = next != NULL ? (size_t)(next - finder->bytes) : finder->used;
  finder->skipped += dropped;
  finder->used -= dropped;
  memmove(finder->bytes, finder->bytes + dropped, finder->used);
}

bool response_find(struct response_finder *finder, uint8_t byte, struct response *response)
{
  finder->bytes[finder->used++] = byte;
  if (finder->bytes[0] != RESPONSE_SYNC) {
    hunt(finder);
  }
  if (finder->used < RESPONSE_BYTES) {
    return false;
  }
  if (crc16(finder->bytes, RESPONSE_BYTES - 2) != get(finder->bytes + RESPONSE_BYTES - 2, 2)) {
    finder->bad_crc++;
    hunt(finder);
    return false;
  }
  *response = (struct response){finder->bytes[1], finder->bytes[2], get(finder->bytes + 3, 8)};
  finder->used = 0;
  return true;
}
