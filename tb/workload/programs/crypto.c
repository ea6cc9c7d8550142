// SPDX-License-Identifier: Apache-2.0
//
// Instructions for cryptography: AES rounds, SHA-256, polynomial multiplication, checksums.
#include <arm_acle.h>
#include <arm_neon.h>
#include <stdio.h>

int main(void)
{
  uint8x16_t state = vdupq_n_u8(7);
  uint32x4_t hash = vdupq_n_u32(1);
  poly64_t product = 3;
  uint32_t sum = 0;
  for (uint32_t i = 0; i < 2000; i++) {
    state = vaesmcq_u8(vaeseq_u8(state, vdupq_n_u8((uint8_t)i)));
    hash = vsha256hq_u32(hash, hash, vdupq_n_u32(i));
    product = (poly64_t)vgetq_lane_u64(vreinterpretq_u64_p128(vmull_p64(product | 1, (poly64_t)i + 5)), 0);
    sum = __crc32cw(sum, i);
  }
  return printf("%u %u %llu %u\n", vgetq_lane_u8(state, 0), vgetq_lane_u32(hash, 0),
                (unsigned long long)product, sum) < 0;
}
