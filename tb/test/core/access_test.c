// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores that the supervisor of tb/core/software emulates: which instructions they are, and what a load
// returns. The words are those of the assembler.
#include "core/software/access.h"
#include "test/test.h"

TEST(loads_and_stores_are_known)
{
  static const struct {
    uint32_t instruction;
    struct access access;
  } rows[] = {{0x00D58503, {false, true, 1, 10}},   // lb a0, 13(a1)
              {0x00D59503, {false, true, 2, 10}},   // lh a0, 13(a1)
              {0x00D5AF83, {false, true, 4, 31}},   // lw t6, 13(a1)
              {0x00D5B083, {false, true, 8, 1}},    // ld ra, 13(a1)
              {0x00D5C503, {false, false, 1, 10}},  // lbu a0, 13(a1)
              {0x00D5D503, {false, false, 2, 10}},  // lhu a0, 13(a1)
              {0x00D5E503, {false, false, 4, 10}},  // lwu a0, 13(a1)
              {0x00D586A3, {true, true, 1, 13}},    // sb a3, 13(a1)
              {0x00D596A3, {true, true, 2, 13}},    // sh a3, 13(a1)
              {0x01F5A6A3, {true, true, 4, 31}},    // sw t6, 13(a1)
              {0x0005B6A3, {true, true, 8, 0}},     // sd zero, 13(a1)
              {0x41C8, {false, true, 4, 10}},       // c.lw a0, 4(a1)
              {0x6588, {false, true, 8, 10}},       // c.ld a0, 8(a1)
              {0xC1DC, {true, true, 4, 15}},        // c.sw a5, 4(a1)
              {0xE580, {true, true, 8, 8}},         // c.sd s0, 8(a1)
              {0x4FA2, {false, true, 4, 31}},       // c.lwsp t6, 8(sp)
              {0x6522, {false, true, 8, 10}},       // c.ldsp a0, 8(sp)
              {0xC47E, {true, true, 4, 31}},        // c.swsp t6, 8(sp)
              {0xE402, {true, true, 8, 0}}};        // c.sdsp zero, 8(sp)
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct access access;
    assert_true(access_decode(rows[i].instruction, &access));
    assert_int_equal(access.store, rows[i].access.store);
    assert_int_equal(access.bytes, rows[i].access.bytes);
    assert_int_equal(access.reg, rows[i].access.reg);
    assert_true(access.store || access.is_signed == rows[i].access.is_signed);
    assert_int_equal(access_instruction_bytes((uint16_t)rows[i].instruction),
                     rows[i].instruction >> 16 != 0 ? 4 : 2);
  }
}

TEST(others_are_not)
{
  static const uint32_t words[] = {0x0005F503,  // of loads, funct3 7
                                   0x00D5C6A3,  // of stores, funct3 4
                                   0x00B50533,  // add a0, a0, a1
                                   0x0005B507,  // fld fa0, 0(a1)
                                   0x1005B52F,  // lr.d a0, (a1)
                                   0x00D5B52F,  // amoadd.d a0, a3, (a1)
                                   0x2588,      // c.fld fa0, 8(a1)
                                   0xA588,      // c.fsd fa0, 8(a1)
                                   0x2522,      // c.fldsp fa0, 8(sp)
                                   0x0588,      // c.addi4spn
                                   0x4022,      // c.lwsp zero, 8(sp): reserved
                                   0x6505,      // c.lui a0, 1
                                   0x852E,      // c.mv a0, a1
                                   0x0000,     0xFFFFFFFF};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    struct access access;
    assert_false(access_decode(words[i], &access));
  }
}

TEST(load_extends_as_asked)
{
  static const uint8_t bytes[] = {0x81, 0x92, 0xA3, 0xB4, 0xC5, 0xD6, 0xE7, 0xF8};
  static const struct {
    struct access access;
    uint64_t value;
  } rows[] = {{{.is_signed = true, .bytes = 1}, UINT64_C(0xFFFFFFFFFFFFFF81)},
              {{.is_signed = true, .bytes = 2}, UINT64_C(0xFFFFFFFFFFFF9281)},
              {{.is_signed = true, .bytes = 4}, UINT64_C(0xFFFFFFFFB4A39281)},
              {{.is_signed = true, .bytes = 8}, UINT64_C(0xF8E7D6C5B4A39281)},
              {{.is_signed = false, .bytes = 1}, 0x81},
              {{.is_signed = false, .bytes = 2}, 0x9281},
              {{.is_signed = false, .bytes = 4}, 0xB4A39281}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_int_equal(access_loaded(&rows[i].access, bytes), rows[i].value);
  }
  assert_int_equal(access_loaded(&rows[2].access, bytes + 4), UINT64_C(0xFFFFFFFFF8E7D6C5));
  const struct access word = {.is_signed = true, .bytes = 2};
  assert_int_equal(access_loaded(&word, (const uint8_t[]){0x81, 0x12}), 0x1281);
}
