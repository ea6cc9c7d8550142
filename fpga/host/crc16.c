// SPDX-License-Identifier: Apache-2.0
#include "host/crc16.h"

uint16_t crc16(const uint8_t *data, size_t size)
{
  uint32_t crc = 0xFFFF;
  for (size_t i = 0; i < size; i++) {
    crc ^= (uint32_t)data[i] << 8;
    for (int bit = 0; bit < 8; bit++) {
      crc = (crc & 0x8000U) != 0 ? crc << 1 ^ 0x1021U : crc << 1;
    }
    crc &= 0xFFFFU;
  }
  return (uint16_t)crc;
}
