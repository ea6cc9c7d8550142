// SPDX-License-Identifier: Apache-2.0
//
// LZ4, which nobody here wrote: packs and unpacks what is made here, with its fast compressor and with its thorough
// one. Prints sizes and a checksum of what was packed, a line for each; status 1 if what comes out is not what went in.
// a compressor whose state is not cleared every time: that would be most of this program
#define LZ4_HC_STATIC_LINKING_ONLY
#include <lz4.h>
#include <lz4hc.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/software/user/runtime.h"

enum { SIZE = 10000, THOROUGH = 4500, LEVEL = 4 };

static char data[SIZE];
static char packed[LZ4_COMPRESSBOUND(SIZE)];
static char unpacked[SIZE];
static LZ4_streamHC_t thorough;  // all zero is what LZ4_initStreamHC() makes it

// Sentences of random words.
static void make_text(void)
{
  static const char *const words[] = {"the",    "unit", "samples",  "an",     "operation", "and",
                                      "writes", "its",  "record",   "when",   "it",        "retires",
                                      "buffer", "of",   "interval", "counter"};
  uint64_t state = 1;
  size_t used = 0;
  while (used < SIZE) {
    const uint32_t random = runtime_random(&state);
    const char *word = words[(random & 15U) * (random >> 4 & 15U) / 15U % 16];
    for (; *word != '\0' && used < SIZE; word++) {
      data[used++] = *word;
    }
    if (used < SIZE) {
      data[used++] = random >> 28 == 0 ? '\n' : ' ';
    }
  }
}

// Records of fields that change slowly.
static void make_records(void)
{
  uint64_t state = 2;
  for (size_t i = 0; i < SIZE; i++) {
    const uint32_t random = runtime_random(&state);
    data[i] = '\0';
    if (i % 16 < 10) {
      data[i] = (char)(i / 512 + i % 16);
    } else if (i % 16 >= 14) {
      data[i] = (char)(random >> 27);
    }
  }
}

static void make_noise(void)
{
  uint64_t state = 3;
  for (size_t i = 0; i < SIZE; i++) {
    data[i] = (char)(runtime_random(&state) >> 24);
  }
}

static uint64_t checksum(const char *bytes, int size)
{
  uint64_t sum = UINT64_C(14695981039346656037);
  for (int i = 0; i < size; i++) {
    sum = (sum ^ (uint8_t)bytes[i]) * UINT64_C(1099511628211);
  }
  return sum;
}

static bool unpacks(const char *name, int size, int packed_size)
{
  memset(unpacked, 0, sizeof unpacked);
  const int back = packed_size > 0 ? LZ4_decompress_safe(packed, unpacked, packed_size, SIZE) : -1;
  const bool good = back == size && memcmp(data, unpacked, (size_t)size) == 0 &&
                    LZ4_decompress_safe(packed, unpacked, packed_size, size - 1) < 0;
  (void)printf("%-18s %d -> %d\n", name, size, packed_size);
  return runtime_report(name, checksum(packed, packed_size), good);
}

static bool pack(const char *name, void (*make)(void), int size)
{
  char words[32];
  make();
  const int quick = LZ4_compress_default(data, packed, SIZE, sizeof packed);
  (void)snprintf(words, sizeof words, "%s", name);
  bool good = unpacks(words, SIZE, quick);
  const int slow = LZ4_compress_HC_extStateHC_fastReset(&thorough, data, packed, size, sizeof packed, LEVEL);
  (void)snprintf(words, sizeof words, "%s, thorough", name);
  return unpacks(words, size, slow) && good;
}

int main(void)
{
  bool good = pack("text", make_text, THOROUGH);
  good = pack("records", make_records, THOROUGH) && good;
  good = pack("noise", make_noise, THOROUGH / 2) && good;
  return good ? 0 : 1;
}
