// SPDX-License-Identifier: Apache-2.0
//
// The host's side of fpga_link_test.sv: the CRC of a frame, bit by bit as its definition says.
#include <stdint.h>

unsigned short model_crc(unsigned short crc, unsigned char byte);

// CRC-16/CCITT-FALSE: the remainder after one byte more.
unsigned short model_crc(unsigned short crc, unsigned char byte)
{
  uint32_t remainder = crc;

  for (int bit = 7; bit >= 0; bit--) {
    uint32_t feedback = (remainder >> 15 ^ (uint32_t)byte >> bit) & 1;

    remainder = (remainder << 1 & 0xffff) ^ (feedback ? 0x1021u : 0u);
  }
  return (unsigned short)remainder;
}
