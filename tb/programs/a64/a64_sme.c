// SPDX-License-Identifier: Apache-2.0
//
// SME (Arm ARM C4.1, SME encodings): FEAT_SME, with FEAT_SME_F64F64 and FEAT_SME_I16I64. An unallocated encoding is
// refused. Instructions of FEAT_SME that only use Z and P registers are among those of SVE.
//
// D17.6.6: an instruction that reads or writes whole tiles is a tile operation; one that moves, loads or stores slices
// of them, or vectors of the array, is a vector operation.
#include "programs/a64/a64_groups.h"

enum {
  TILE_WORDS,        // computes one tile of 32-bit elements
  TILE_DOUBLEWORDS,  // of 64-bit elements
  TILES,             // a mask of tiles of 64-bit elements
  SLICE,             // moves a slice
  LOAD,              // a slice, predicated
  STORE,             //
  LOAD_VECTOR,       // a vector of the array
  STORE_VECTOR,      //
  SHAPE = 15,
  FP = 16
};

struct sme_pattern {
  uint32_t mask;
  uint32_t value;
  uint8_t what;
};

static const struct sme_pattern patterns[] = {
    // Outer products.
    {0xFFE0000C, 0x80800000, TILE_WORDS | FP},        // FMOPA, FMOPS
    {0xFFE00008, 0x80C00000, TILE_DOUBLEWORDS | FP},  // the same of 64 bits
    {0xFFC0000C, 0x81800000, TILE_WORDS | FP},        // BFMOPA, BFMOPS; FMOPA, FMOPS, widening
    {0xFEC0000C, 0xA0800000, TILE_WORDS},             // SMOPA, UMOPA, SUMOPA, USMOPA and those that subtract
    {0xFEC00008, 0xA0C00000, TILE_DOUBLEWORDS},       // the same of 64 bits
    // Adding to columns and rows; moving; clearing.
    {0xFFFE001C, 0xC0900000, TILE_WORDS},        // ADDHA, ADDVA
    {0xFFFE0018, 0xC0D00000, TILE_DOUBLEWORDS},  // the same of 64 bits
    {0xFF3F0010, 0xC0000000, SLICE},             // MOVA (vector to tile)
    {0xFFFF0010, 0xC0C10000, SLICE},             // the same of 128 bits
    {0xFF3F0200, 0xC0020000, SLICE},             // MOVA (tile to vector)
    {0xFFFF0200, 0xC0C30000, SLICE},             // the same of 128 bits
    {0xFFFFFF00, 0xC0080000, TILES},             // ZERO
    // Memory.
    {0xFF200010, 0xE0000000, LOAD},          // LD1B, LD1H, LD1W, LD1D
    {0xFF200010, 0xE0200000, STORE},         // ST1B, ST1H, ST1W, ST1D
    {0xFFE00010, 0xE1C00000, LOAD},          // LD1Q
    {0xFFE00010, 0xE1E00000, STORE},         // ST1Q
    {0xFFFF9C10, 0xE1000000, LOAD_VECTOR},   // LDR
    {0xFFFF9C10, 0xE1200000, STORE_VECTOR},  // STR
};

static struct a64_class access(bool load, bool predicated)
{
  return (struct a64_class){.kind = SPU_KIND_LDST_SVE,
                            .unit = A64_MEMORY,
                            .load = load,
                            .store = !load,
                            .writes = !load,
                            .predicated = predicated,
                            .simd = true,
                            .za = true,
                            .vectors = 1,
                            .allocated = true};
}

static struct a64_class compute(uint8_t vectors, uint8_t tiles, uint8_t element, bool fp)
{
  struct a64_class class = a64_other(A64_FP);
  class.kind = SPU_KIND_SME;
  class.simd = true;
  class.fp = fp;
  class.za = true;
  class.vectors = vectors;
  class.tiles = tiles;
  class.tile_element = element;
  return class;
}

static struct a64_class class_of(uint32_t opcode, uint8_t what)
{
  const bool fp = (what & FP) != 0;
  switch (what & SHAPE) {
  case TILE_WORDS:
    return compute(0, 1, 2, fp);
  case TILE_DOUBLEWORDS:
    return compute(0, 1, 3, fp);
  case TILES:
    return compute(0, (uint8_t)__builtin_popcount(a64_bits(opcode, 7, 0)), 3, false);
  case SLICE:
    return compute(1, 0, 0, false);
  case LOAD:
  case STORE:
    return access((what & SHAPE) == LOAD, true);
  default:
    return access((what & SHAPE) == LOAD_VECTOR, false);
  }
}

struct a64_class a64_sme(uint32_t opcode)
{
  for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
    if ((opcode & patterns[i].mask) == patterns[i].value) {
      return class_of(opcode, patterns[i].what);
    }
  }
  return a64_unallocated();
}
