// SPDX-License-Identifier: Apache-2.0
//
// The frames' checksum: CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF, not reflected, not inverted). It
// finds every error of up to 16 bits in a row, and all but 1 in 65536 of others.
#ifndef FPGA_HOST_CRC16_H
#define FPGA_HOST_CRC16_H

#include <stddef.h>
#include <stdint.h>

// Of data[0..size). The CRC of "123456789" is 0x29B1.
uint16_t crc16(const uint8_t *data, size_t size);

#endif  // FPGA_HOST_CRC16_H
