// SPDX-License-Identifier: Apache-2.0
//
// The addresses of contiguous SVE accesses (requirement D4: the address in a record).
// Origin: the opcodes are what GNU as 2.40 makes of the text beside them; the addresses were derived from that text.

#include "programs/a64/sve_address.h"
#include "unit/test/test.h"

enum { BITS = 512, BASE = 0x10000, INDEX = 5 };

// clang-format off
static const struct {
  uint32_t opcode;
  const char *text;
  int64_t offset;  // with vectors of 512 bits and an index of 5
  unsigned index;  // register; 0: none
} rows[] = {
    {0xA40EA460, "ld1b {z0.b}, p1/z, [x3, #-2, mul vl]", -128, 0},
    {0xA467A460, "ld1b {z0.d}, p1/z, [x3, #7, mul vl]", 56, 0},
    {0xA5C1A460, "ld1sb {z0.h}, p1/z, [x3, #1, mul vl]", 32, 0},
    {0xA508A460, "ld1sh {z0.d}, p1/z, [x3, #-8, mul vl]", -128, 0},
    {0xA483A460, "ld1sw {z0.d}, p1/z, [x3, #3, mul vl]", 96, 0},
    {0xA543A460, "ld1w {z0.s}, p1/z, [x3, #3, mul vl]", 192, 0},
    {0xA5644460, "ld1w {z0.d}, p1/z, [x3, x4, lsl #2]", 20, 4},
    {0xA5E44460, "ld1d {z0.d}, p1/z, [x3, x4, lsl #3]", 40, 4},
    {0xA4444460, "ld1b {z0.s}, p1/z, [x3, x4]", 5, 4},
    {0xA5244460, "ld1sh {z0.s}, p1/z, [x3, x4, lsl #1]", 10, 4},
    {0xA4A46460, "ldff1h {z0.h}, p1/z, [x3, x4, lsl #1]", 10, 4},
    {0xA4846460, "ldff1sw {z0.d}, p1/z, [x3, x4, lsl #2]", 20, 4},
    {0xA4DFA460, "ldnf1h {z0.s}, p1/z, [x3, #-1, mul vl]", -32, 0},
    {0xA582E460, "ldnt1d {z0.d}, p1/z, [x3, #2, mul vl]", 128, 0},
    {0xA404C460, "ldnt1b {z0.b}, p1/z, [x3, x4]", 5, 4},
    {0xA421E460, "ld2b {z0.b-z1.b}, p1/z, [x3, #2, mul vl]", 128, 0},
    {0xA4CEE460, "ld3h {z0.h-z2.h}, p1/z, [x3, #-6, mul vl]", -384, 0},
    {0xA5E1E460, "ld4d {z0.d-z3.d}, p1/z, [x3, #4, mul vl]", 256, 0},
    {0xA564C460, "ld4w {z0.s-z3.s}, p1/z, [x3, x4, lsl #2]", 20, 4},
    {0xA4022460, "ld1rqb {z0.b}, p1/z, [x3, #32]", 32, 0},
    {0xA5840460, "ld1rqd {z0.d}, p1/z, [x3, x4, lsl #3]", 40, 4},
    {0xA4AE2460, "ld1roh {z0.h}, p1/z, [x3, #-64]", -64, 0},
    {0xA5240460, "ld1row {z0.s}, p1/z, [x3, x4, lsl #2]", 20, 4},
    {0xE40EE460, "st1b {z0.b}, p1, [x3, #-2, mul vl]", -128, 0},
    {0xE467E460, "st1b {z0.d}, p1, [x3, #7, mul vl]", 56, 0},
    {0xE4C2E460, "st1h {z0.s}, p1, [x3, #2, mul vl]", 64, 0},
    {0xE5E2E460, "st1d {z0.d}, p1, [x3, #2, mul vl]", 128, 0},
    {0xE5644460, "st1w {z0.d}, p1, [x3, x4, lsl #2]", 20, 4},
    {0xE4244460, "st1b {z0.h}, p1, [x3, x4]", 5, 4},
    {0xE491E460, "stnt1h {z0.h}, p1, [x3, #1, mul vl]", 64, 0},
    {0xE5046460, "stnt1w {z0.s}, p1, [x3, x4, lsl #2]", 20, 4},
    {0xE5BEE460, "st2d {z0.d-z1.d}, p1, [x3, #-4, mul vl]", -256, 0},
    {0xE451E460, "st3b {z0.b-z2.b}, p1, [x3, #3, mul vl]", 192, 0},
    {0xE4E46460, "st4h {z0.h-z3.h}, p1, [x3, x4, lsl #1]", 10, 4},
    // SME: slices, loaded and stored.
    {0xE0040463, "ld1b {za0h.b[w12, 3]}, p1/z, [x3, x4]", 5, 4},
    {0xE084A464, "ld1w {za1v.s[w13, 0]}, p1/z, [x3, x4, lsl #2]", 20, 4},
    {0xE1C4646F, "ld1q {za15h.q[w15, 0]}, p1/z, [x3, x4, lsl #4]", 80, 4},
    {0xE064846F, "st1h {za1v.h[w12, 7]}, p1, [x3, x4, lsl #1]", 10, 4},
    {0xE0E4046F, "st1d {za7h.d[w12, 1]}, p1, [x3, x4, lsl #3]", 40, 4},
    {0xE1E4C463, "st1q {za3v.q[w14, 0]}, p1, [x3, x4, lsl #4]", 80, 4},
};

static const struct {
  uint32_t opcode;
  const char *text;
} others[] = {
    {0x85804060, "ldr z0, [x3]"},
    {0x85800060, "ldr p0, [x3]"},
    {0xE1000060, "ldr za[w12, 0], [x3]"},
    {0xE1200060, "str za[w12, 0], [x3]"},
    {0x80832043, "fmopa za3.s, p0/m, p1/m, z2.s, z3.s"},
    {0xE5804060, "str z0, [x3]"},
    {0x8540C460, "ld1rw {z0.s}, p1/z, [x3]"},
    {0x85414460, "ld1w {z0.s}, p1/z, [x3, z1.s, sxtw]"},
    {0xC5A0C420, "ld1d {z0.d}, p1/z, [z1.d]"},
    {0xE5418460, "st1w {z0.s}, p1, [x3, z1.s, uxtw]"},
    {0xE4422420, "stnt1b {z0.s}, p1, [z1.s, x2]"},
    {0x8404C060, "prfb pldl1keep, p0, [x3, x4]"},
    {0x04A20020, "add z0.s, z1.s, z2.s"},
    {0xF9400060, "ldr x0, [x3]"},
    {0xA9400460, "ldp x0, x1, [x3]"},
};
// clang-format on

// D4
TEST(access_has_the_address_of_its_lowest_element)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct sve_operands operands;
    if (!sve_contiguous(rows[i].opcode, &operands)) {
      fail_msg("%08x %s: expected a contiguous access", rows[i].opcode, rows[i].text);
    }
    const uint64_t address = sve_address(rows[i].opcode, BITS, BASE, INDEX);
    if (address != (uint64_t)(BASE + rows[i].offset)) {
      fail_msg("%08x %s: expected 0x%llx, got 0x%llx", rows[i].opcode, rows[i].text,
               (unsigned long long)(BASE + rows[i].offset), (unsigned long long)address);
    }
    assert_int_equal(operands.base, 3);
    assert_int_equal(operands.indexed, rows[i].index != 0);
    assert_int_equal(operands.indexed ? operands.index : 0, rows[i].index);
  }
}

// D4
TEST(other_instruction_is_not_a_contiguous_access)
{
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    struct sve_operands operands;
    if (sve_contiguous(others[i].opcode, &operands)) {
      fail_msg("%08x %s: expected no contiguous access", others[i].opcode, others[i].text);
    }
  }
}
