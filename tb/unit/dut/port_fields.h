// SPDX-License-Identifier: Apache-2.0
//
// Fields of packed structs. Verilator keeps a port of up to 64 bits in an unsigned integer and a wider one in 32-bit
// words, least significant first. All positions are constants, so an access compiles to a few instructions.
#ifndef TB_UNIT_DUT_PORT_FIELDS_H
#define TB_UNIT_DUT_PORT_FIELDS_H

#include <cstdint>
#include <type_traits>

#include "verilated.h"

constexpr uint64_t mask_of(unsigned width)
{
  return width < 64 ? (uint64_t{1} << width) - 1 : ~uint64_t{0};
}

template <unsigned LOW, unsigned WIDTH, typename PORT> uint64_t get_field(const PORT &port)
{
  if constexpr (std::is_integral_v<PORT>) {
    return (uint64_t{port} >> LOW) & mask_of(WIDTH);
  } else {
    constexpr unsigned first = LOW / 32;
    constexpr unsigned shift = LOW % 32;
    uint64_t value = uint64_t{port[first]} >> shift;
    if constexpr (shift + WIDTH > 32) {
      value |= uint64_t{port[first + 1]} << (32 - shift);
    }
    if constexpr (shift + WIDTH > 64) {
      value |= uint64_t{port[first + 2]} << (64 - shift);
    }
    return value & mask_of(WIDTH);
  }
}

// The field must be zero.
template <unsigned LOW, unsigned WIDTH, typename PORT> void set_field(PORT &port, uint64_t value)
{
  if constexpr (std::is_integral_v<PORT>) {
    port = static_cast<PORT>(port | (value & mask_of(WIDTH)) << LOW);
  } else if constexpr (LOW % 32 + WIDTH > 32) {
    constexpr unsigned here = 32 - LOW % 32;
    set_field<LOW, here>(port, value);
    set_field<LOW + here, WIDTH - here>(port, value >> here);
  } else {
    port[LOW / 32] |= static_cast<EData>((value & mask_of(WIDTH)) << LOW % 32);
  }
}

#endif  // TB_UNIT_DUT_PORT_FIELDS_H
