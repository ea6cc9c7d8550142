// SPDX-License-Identifier: Apache-2.0
//
// The frames' checksum (requirement: the link of the FPGA bring-up, docs/fpga-hardware.md).

#include "host/crc16.h"
#include "test/test.h"

// The check value of CRC-16/CCITT-FALSE that catalogues of CRCs list, and values worked out by another program.
TEST(crc_is_ccitt_false)
{
  static const uint8_t zeros[4] = {0};
  assert_int_equal(crc16((const uint8_t *)"123456789", 9), 0x29B1);
  assert_int_equal(crc16((const uint8_t *)"A", 1), 0xB915);
  assert_int_equal(crc16(zeros, 0), 0xFFFF);
  assert_int_equal(crc16(zeros, 4), 0x84C0);
}

TEST(every_burst_of_16_bits_is_detected)
{
  uint8_t frame[13] = {0xA5, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const uint16_t good = crc16(frame, sizeof frame);
  for (size_t at = 0; at + 16 <= 8 * sizeof frame; at++) {
    for (uint32_t pattern = 1; pattern < 0x10000; pattern += 0x0FFD) {
      for (size_t bit = 0; bit < 16; bit++) {
        frame[(at + bit) / 8] ^= (uint8_t)((pattern >> bit & 1U) << (7 - (at + bit) % 8));
      }
      assert_int_not_equal(crc16(frame, sizeof frame), good);
      for (size_t bit = 0; bit < 16; bit++) {
        frame[(at + bit) / 8] ^= (uint8_t)((pattern >> bit & 1U) << (7 - (at + bit) % 8));
      }
    }
  }
}
