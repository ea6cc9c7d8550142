// SPDX-License-Identifier: Apache-2.0
//
// What spu-host takes an instruction for. The words are GNU as's of the instruction beside them.

#include "host/rv32.h"
#include "test/test.h"

TEST(direct_branches_have_their_targets)
{
  // At 0x40001000: beq a0, a1, . - 4096; bgeu t0, t1, . + 4094; j . + 0xFFFFE; jal ra, . - 0x100000
  static const struct {
    uint32_t word;
    uint32_t target;
    bool conditional;
    bool call;
  } cases[] = {{0x80B50063, 0x40000000, true, false},
               {0x7E62FFE3, 0x40001FFE, true, false},
               {0x7FFFF06F, 0x40100FFE, false, false},
               {0x800000EF, 0x3FF01000, false, true}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct rv32 found = rv32_decode(cases[i].word, 0x40001000);
    assert_int_equal(found.kind, RV32_BRANCH);
    assert_int_equal(found.target, cases[i].target);
    assert_int_equal(found.conditional, cases[i].conditional);
    assert_int_equal(found.call, cases[i].call);
    assert_false(found.indirect);
  }
}

TEST(indirect_branches_are_told_apart)
{
  const struct rv32 ret = rv32_decode(0x00008067, 0);          // ret
  const struct rv32 call = rv32_decode(0x000300E7, 0);         // jalr ra, 0(t1)
  const struct rv32 jump = rv32_decode(0x00030067, 0);         // jr t1
  const struct rv32 trap_return = rv32_decode(0x30200073, 0);  // mret
  assert_true(ret.indirect && ret.returns && !ret.call && !ret.trap_return);
  assert_true(call.indirect && call.call && !call.returns);
  assert_true(jump.indirect && !jump.call && !jump.returns);
  assert_true(trap_return.indirect && trap_return.trap_return && !trap_return.returns);
}

TEST(loads_and_stores_have_size_and_base)
{
  const struct rv32 word = rv32_decode(0x00C12083, 0);  // lw ra, 12(sp)
  const struct rv32 byte = rv32_decode(0x0005C503, 0);  // lbu a0, 0(a1)
  const struct rv32 half = rv32_decode(0x00A51123, 0);  // sh a0, 2(a0)
  assert_true(word.kind == RV32_LOAD && word.bytes == 4 && word.base == 2);
  assert_true(byte.kind == RV32_LOAD && byte.bytes == 1 && byte.base == 11);
  assert_true(half.kind == RV32_STORE && half.bytes == 2 && half.base == 10);
}

TEST(the_rest_is_other)
{
  assert_true(rv32_decode(0x02B50533, 0).multiplication);         // mul a0, a0, a1
  assert_true(rv32_decode(0x02B57533, 0).division);               // remu a0, a0, a1
  assert_true(rv32_decode(0x00000073, 0).environment_call);       // ecall
  assert_int_equal(rv32_decode(0xB0202573, 0).kind, RV32_OTHER);  // csrr a0, minstret
  assert_int_equal(rv32_decode(0x0FF0000F, 0).kind, RV32_OTHER);  // fence
  assert_int_equal(rv32_decode(0x40B50533, 0).kind, RV32_OTHER);  // sub a0, a0, a1
}

TEST(what_the_core_does_not_have_is_nothing)
{
  // Zeros, ones, ld, sd, amoadd.w, fadd.s, addw; a branch and a jump with a function code that nothing has; sret.
  static const uint32_t words[] = {0x00000000, 0xFFFFFFFF, 0x00053503, 0x00A53023, 0x00A5252F,
                                   0x00B57553, 0x00B5053B, 0x00B52063, 0x00051067, 0x10200073};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    assert_int_equal(rv32_decode(words[i], 0).kind, RV32_NONE);
  }
}
