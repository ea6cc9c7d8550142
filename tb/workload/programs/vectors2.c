// SPDX-License-Identifier: Apache-2.0
//
// SVE2: histograms, matching, bit permutation, widening and narrowing arithmetic.
#include <arm_sve.h>
#include <stdio.h>

enum { SIZE = 640 };

static uint32_t keys[SIZE];
static uint8_t bytes[SIZE];

int main(void)
{
  uint64_t collisions = 0;
  uint64_t matches = 0;
  uint64_t wide = 0;
  for (uint32_t i = 0; i < SIZE; i++) {
    keys[i] = i * 7 % 5;
    bytes[i] = (uint8_t)(i * 31);
  }
  for (uint32_t i = 0; i < SIZE; i += (uint32_t)svcntw()) {
    const svbool_t p = svwhilelt_b32(i, (uint32_t)SIZE);
    const svuint32_t key = svld1(p, keys + i);
    collisions += svaddv(p, svhistcnt_z(p, key, key));
    wide += svaddv(svptrue_b64(), svmlalb(svdup_u64(0), key, key));
  }
  for (uint32_t i = 0; i < SIZE; i += (uint32_t)svcntb()) {
    const svbool_t p = svwhilelt_b8(i, (uint32_t)SIZE);
    const svuint8_t part = svld1(p, bytes + i);
    matches +=
        svcntp_b8(p, svmatch(p, part, svdupq_u8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)));
    wide ^= svaddv(p, sveor3(part, svqshlu_x(p, svreinterpret_s8(part), 1), svdup_u8(3)));
  }
  return printf("%lu %lu %lu\n", (unsigned long)collisions, (unsigned long)matches, (unsigned long)wide) < 0;
}
