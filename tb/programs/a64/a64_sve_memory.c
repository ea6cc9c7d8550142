// SPDX-License-Identifier: Apache-2.0
//
// SVE loads, stores and prefetches (Arm ARM C4.1, SVE encodings, bit 31 = 1): SVE and SVE2, without later additions. An
// unallocated encoding is refused. The number of accessed bytes depends on the vector length and on the predicate.
#include "programs/a64/a64_groups.h"

enum {
  NONE,            // unallocated
  LOAD,            // contiguous or of structures, predicated
  STORE,           //
  GATHER,          // the address is in a vector, at least in part
  SCATTER,         //
  BROADCAST,       // one element, to all
  LOAD_REGISTER,   // a whole vector or predicate
  STORE_REGISTER,  //
  PREFETCH,
};

struct memory_pattern {
  uint32_t mask;
  uint32_t value;
  uint8_t what;
};

// The first pattern that an opcode matches gives its class.
static const struct memory_pattern patterns[] = {
    // Bits 31:25 = 100 0010: 32-bit gather, unsized contiguous, prefetch.
    {0xFFA08010, 0x84200000, PREFETCH},       // scalar plus scaled offsets
    {0xFFA08000, 0x84A00000, GATHER},         // halfwords, scaled offsets
    {0xFFA0C000, 0x85204000, GATHER},         // words, scaled offsets
    {0xFFC0E010, 0x85800000, LOAD_REGISTER},  // LDR (predicate)
    {0xFFC0E000, 0x85804000, LOAD_REGISTER},  // LDR (vector)
    {0xFFC08010, 0x85C00000, PREFETCH},       // scalar plus immediate
    {0xFFE0C000, 0x85808000, NONE},           // LDNT1 (vector plus scalar) of doublewords,
    {0xFFE0E000, 0x85008000, NONE},           // and of signed words
    {0xFE60C000, 0x84008000, GATHER},
    {0xFE7FE000, 0x841FC000, NONE},       // without a scalar offset
    {0xFE60E010, 0x8400C000, PREFETCH},   // scalar plus scalar
    {0xFE60E010, 0x8400E000, PREFETCH},   // vector plus immediate
    {0xFFE08000, 0x85A08000, NONE},       // gather (vector plus immediate) of doublewords,
    {0xFFE0C000, 0x85208000, NONE},       // and of signed words
    {0xFE608000, 0x84208000, GATHER},     //
    {0xFE408000, 0x84408000, BROADCAST},  // LD1R
    {0xFFA08000, 0x85800000, NONE},       // gather (unscaled offsets) of doublewords,
    {0xFFA0C000, 0x85000000, NONE},       // and of signed words
    {0xFE208000, 0x84000000, GATHER},
    // 101 0010: contiguous loads. A scalar offset is never the zero register, except in a first-faulting load.
    {0xFE1FE000, 0xA41F0000, NONE},
    {0xFE1FE000, 0xA41F4000, NONE},
    {0xFE1FE000, 0xA41FC000, NONE},
    {0xFE40E000, 0xA4000000, LOAD},  // LD1RQ, LD1RO (scalar plus scalar)
    {0xFE50E000, 0xA4002000, LOAD},  // LD1RQ, LD1RO (scalar plus immediate)
    {0xFE00E000, 0xA4004000, LOAD},  // LD1 (scalar plus scalar)
    {0xFE00E000, 0xA4006000, LOAD},  // LDFF1
    {0xFE00E000, 0xA400A000, LOAD},  // LD1 (scalar plus immediate), LDNF1
    {0xFE00E000, 0xA400C000, LOAD},  // LDNT1, LD2, LD3, LD4 (scalar plus scalar)
    {0xFE10E000, 0xA400E000, LOAD},  // the same (scalar plus immediate)
    // 110 0010: 64-bit gather, prefetch.
    {0xFFE08010, 0xC4608000, PREFETCH},  // scalar plus scaled offsets
    {0xFFA08010, 0xC4200000, PREFETCH},  // scalar plus unpacked scaled offsets
    {0xFE60E010, 0xC400E000, PREFETCH},  // vector plus immediate
    {0xFFE0C000, 0xC5808000, NONE},      // of signed doublewords: here and below
    {0xFE60A000, 0xC4008000, GATHER},    // LDNT1 (vector plus scalar)
    {0xFFE0C000, 0xC5A08000, NONE},
    {0xFE608000, 0xC4208000, GATHER},  // vector plus immediate
    {0xFFE0C000, 0xC5C08000, NONE},
    {0xFE608000, 0xC4408000, GATHER},  // scalar plus unscaled offsets
    {0xFFA0C000, 0xC5800000, NONE},
    {0xFE208000, 0xC4000000, GATHER},  // scalar plus unpacked unscaled offsets
    {0xFFE08000, 0xC4608000, NONE},    // scaled offsets of bytes: here and below
    {0xFFE0C000, 0xC5E08000, NONE},
    {0xFE608000, 0xC4608000, GATHER},  // scalar plus scaled offsets
    {0xFFA08000, 0xC4200000, NONE},
    {0xFFA0C000, 0xC5A00000, NONE},
    {0xFE208000, 0xC4200000, GATHER},  // scalar plus unpacked scaled offsets
    // 111 0010: stores.
    {0xFFE0E000, 0xE5C02000, NONE},            // STNT1 (vector plus scalar) of doublewords from words
    {0xFE20E000, 0xE4002000, SCATTER},         //
    {0xFE1FE000, 0xE41F6000, NONE},            // a scalar offset is never the zero register
    {0xFE00E000, 0xE4006000, STORE},           // STNT1, ST2, ST3, ST4 (scalar plus scalar)
    {0xFFC0E010, 0xE5800000, STORE_REGISTER},  // STR (predicate)
    {0xFFC0E000, 0xE5804000, STORE_REGISTER},  // STR (vector)
    {0xFE1FE000, 0xE41F4000, NONE},
    {0xFFE0E000, 0xE4804000, NONE},     // ST1H from bytes
    {0xFFC0E000, 0xE5004000, NONE},     // ST1W from bytes or halfwords
    {0xFFE0E000, 0xE5C04000, NONE},     // ST1D from words
    {0xFE00E000, 0xE4004000, STORE},    // ST1 (scalar plus scalar)
    {0xFFE0E000, 0xE420A000, NONE},     // scaled offsets of bytes
    {0xFFE0E000, 0xE5E0A000, NONE},     // vector plus immediate of doublewords from words
    {0xFE00E000, 0xE400A000, SCATTER},  // 64-bit offsets; vector plus immediate
    {0xFFF0E000, 0xE480E000, NONE},     // ST1H from bytes
    {0xFFD0E000, 0xE500E000, NONE},     // ST1W from bytes or halfwords
    {0xFFD0E000, 0xE580E000, NONE},     // ST1D from bytes or halfwords,
    {0xFFF0E000, 0xE5C0E000, NONE},     // or words
    {0xFE00E000, 0xE400E000, STORE},    // ST1, STNT1, ST2, ST3, ST4 (scalar plus immediate)
    {0xFFA0A000, 0xE4208000, NONE},     // scaled 32-bit offsets of bytes
    {0xFFC0A000, 0xE5C08000, NONE},     // 32-bit offsets of doublewords from words
    {0xFE00A000, 0xE4008000, SCATTER},  // 32-bit offsets
};

// LD2, ST2 and so on; 1 for everything else.
static uint8_t registers_of(uint32_t opcode)
{
  const uint32_t mode = a64_bits(opcode, 15, 13);
  const bool loads = a64_bits(opcode, 31, 25) == 0x52 && mode >= 6;
  const bool stores = a64_bits(opcode, 31, 25) == 0x72 && (mode == 3 || (mode == 7 && a64_bit(opcode, 20)));
  return (uint8_t)(loads || stores ? a64_bits(opcode, 22, 21) + 1 : 1);
}

static struct a64_class access(uint32_t opcode, bool load, bool predicated, bool gather_scatter)
{
  return (struct a64_class){.kind = SPU_KIND_LDST_SVE,
                            .unit = A64_MEMORY,
                            .load = load,
                            .store = !load,
                            .writes = !load,
                            .predicated = predicated,
                            .gather_scatter = gather_scatter,
                            .simd = true,
                            .vectors = registers_of(opcode),
                            .allocated = true};
}

// LD1R: the bytes of its element in memory, by dtypeh and dtypel. Along the codes, the register's elements grow for
// unsigned loads and shrink for signed ones; the code of a signed element that is as large as the register's is a
// larger unsigned load.
static struct a64_class broadcast(uint32_t opcode)
{
  static const uint8_t bytes[16] = {1, 1, 1, 1, 4, 2, 2, 2, 2, 2, 4, 4, 1, 1, 1, 8};
  struct a64_class class = access(opcode, true, true, false);
  class.bytes = bytes[a64_bits(opcode, 24, 23) << 2 | a64_bits(opcode, 14, 13)];
  return class;
}

struct a64_class a64_sve_memory(uint32_t opcode)
{
  for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
    if ((opcode & patterns[i].mask) != patterns[i].value) {
      continue;
    }
    switch (patterns[i].what) {
    case LOAD:
    case GATHER:
      return access(opcode, true, true, patterns[i].what == GATHER);
    case STORE:
    case SCATTER:
      return access(opcode, false, true, patterns[i].what == SCATTER);
    case BROADCAST:
      return broadcast(opcode);
    case LOAD_REGISTER:
    case STORE_REGISTER:
      return access(opcode, patterns[i].what == LOAD_REGISTER, false, false);
    case PREFETCH:  // D17.6.6: another operation, like prefetches of general registers
      return a64_other(A64_MEMORY);
    default:
      return a64_unallocated();
    }
  }
  return a64_unallocated();
}
