// SPDX-License-Identifier: Apache-2.0
//
// Classes of instructions, with encodings from the GNU assembler. No requirement: this checks records of a real core.
#include "cores/test/core_bench.h"
#include "unit/test/test.h"

struct row {
  uint32_t insn;
  struct core_insn is;
};

#define OTHER(n) .kind = CORE_INSN_OTHER, .bytes = (n)
#define BRANCH(n) .kind = CORE_INSN_BRANCH, .bytes = (n)
#define ACCESS(n) .kind = CORE_INSN_ACCESS, .bytes = (n)

static void expect(const struct row *row)
{
  const struct core_insn got = core_insn_decode(row->insn);
  const struct core_insn *is = &row->is;
  if (got.kind != is->kind || got.bytes != is->bytes || got.late != is->late ||
      got.conditional != is->conditional || got.indirect != is->indirect || got.returns != is->returns ||
      got.call != is->call || got.ret != is->ret || got.has_offset != is->has_offset ||
      got.offset != is->offset || got.load != is->load || got.store != is->store ||
      got.atomic != is->atomic || got.exclusive != is->exclusive || got.acq_rel != is->acq_rel) {
    fail_msg("0x%08x gets another class", row->insn);
  }
}

TEST(class_of_32_bit_instructions)
{
  static const struct row rows[] = {
      {0x00000013, {OTHER(4)}},                                                     // nop
      {0x02B50533, {OTHER(4)}},                                                     // mul a0, a0, a1
      {0x00000517, {OTHER(4)}},                                                     // auipc a0, 0
      {0x0000A503, {ACCESS(4), .load = true}},                                      // lw a0, 0(ra)
      {0x0004B503, {ACCESS(4), .load = true}},                                      // ld a0, 0(s1)
      {0x00A4B023, {ACCESS(4), .store = true}},                                     // sd a0, 0(s1)
      {0x00A50023, {ACCESS(4), .store = true}},                                     // sb a0, 0(a0)
      {0x1004B52F, {ACCESS(4), .late = true, .exclusive = true}},                   // lr.d a0, (s1)
      {0x1404B52F, {ACCESS(4), .late = true, .exclusive = true, .acq_rel = true}},  // lr.d.aq
      {0x18A4B5AF, {ACCESS(4), .late = true, .exclusive = true, .store = true}},    // sc.d a1, a0, (s1)
      {0x1AA4B5AF, {ACCESS(4), .late = true, .exclusive = true, .store = true, .acq_rel = true}},  // sc.d.rl
      {0x00A4B52F, {ACCESS(4), .late = true, .atomic = true}},                   // amoadd.d a0, a0, (s1)
      {0x00A4B02F, {ACCESS(4), .late = true, .atomic = true, .store = true}},    // amoadd.d zero, a0, (s1)
      {0x0CA4A52F, {ACCESS(4), .late = true, .atomic = true, .acq_rel = true}},  // amoswap.w.aq a0, a0, (s1)
      {0x00A58863, {BRANCH(4), .conditional = true, .has_offset = true, .offset = 16}},  // beq a1, a0, +16
      {0xFEA59EE3, {BRANCH(4), .conditional = true, .has_offset = true, .offset = -4}},  // bne a1, a0, -4
      {0x80A59063, {BRANCH(4), .conditional = true, .has_offset = true, .offset = -4096}},
      {0x7EA59FE3, {BRANCH(4), .conditional = true, .has_offset = true, .offset = 4094}},
      {0x0000006F, {BRANCH(4), .has_offset = true}},                               // j .
      {0x100000EF, {BRANCH(4), .call = true, .has_offset = true, .offset = 256}},  // jal ra, +256
      {0xFF5FF2EF, {BRANCH(4), .call = true, .has_offset = true, .offset = -12}},  // jal t0, -12
      {0x8000006F, {BRANCH(4), .has_offset = true, .offset = -1048576}},
      {0x7FFFF06F, {BRANCH(4), .has_offset = true, .offset = 1048574}},
      {0x00008067, {BRANCH(4), .indirect = true, .ret = true}},                    // ret
      {0x00028067, {BRANCH(4), .indirect = true, .ret = true}},                    // jr t0
      {0x00050067, {BRANCH(4), .indirect = true}},                                 // jr a0
      {0x000500E7, {BRANCH(4), .indirect = true, .call = true}},                   // jalr a0
      {0x000082E7, {BRANCH(4), .indirect = true, .call = true}},                   // jalr t0, 0(ra)
      {0x10200073, {BRANCH(4), .late = true, .indirect = true, .returns = true}},  // sret
      {0x30200073, {BRANCH(4), .late = true, .indirect = true, .returns = true}},  // mret
      {0x14202573, {OTHER(4), .late = true}},                                      // csrr a0, scause
      {0x10500073, {OTHER(4), .late = true}},                                      // wfi
      {0x12000073, {OTHER(4), .late = true}},                                      // sfence.vma
      {0x00000073, {OTHER(4), .late = true}},                                      // ecall
      {0x0FF0000F, {OTHER(4), .late = true}},                                      // fence
      {0x0000100F, {OTHER(4), .late = true}},                                      // fence.i
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    expect(&rows[i]);
  }
}

TEST(class_of_16_bit_instructions)
{
  static const struct row rows[] = {
      {0x0001, {OTHER(2)}},                                        // c.nop
      {0xDEAD0001, {OTHER(2)}},                                    // the upper half does not matter
      {0x4505, {OTHER(2)}},                                        // c.li a0, 1
      {0x2505, {OTHER(2)}},                                        // c.addiw a0, 1
      {0x852E, {OTHER(2)}},                                        // c.mv a0, a1
      {0x952E, {OTHER(2)}},                                        // c.add a0, a1
      {0x4088, {ACCESS(2), .load = true}},                         // c.lw a0, 0(s1)
      {0x6088, {ACCESS(2), .load = true}},                         // c.ld a0, 0(s1)
      {0x4502, {ACCESS(2), .load = true}},                         // c.lwsp a0, 0
      {0x6502, {ACCESS(2), .load = true}},                         // c.ldsp a0, 0
      {0xC088, {ACCESS(2), .store = true}},                        // c.sw a0, 0(s1)
      {0xE088, {ACCESS(2), .store = true}},                        // c.sd a0, 0(s1)
      {0xC02A, {ACCESS(2), .store = true}},                        // c.swsp a0, 0
      {0xE02A, {ACCESS(2), .store = true}},                        // c.sdsp a0, 0
      {0xA001, {BRANCH(2), .has_offset = true}},                   // c.j .
      {0xBFFD, {BRANCH(2), .has_offset = true, .offset = -2}},     // c.j -2
      {0xB001, {BRANCH(2), .has_offset = true, .offset = -2048}},  // c.j -2048
      {0xAFFD, {BRANCH(2), .has_offset = true, .offset = 2046}},   // c.j +2046
      {0xC111, {BRANCH(2), .conditional = true, .has_offset = true, .offset = 4}},     // c.beqz a0, +4
      {0xFD75, {BRANCH(2), .conditional = true, .has_offset = true, .offset = -4}},    // c.bnez a0, -4
      {0xD101, {BRANCH(2), .conditional = true, .has_offset = true, .offset = -256}},  // c.beqz a0, -256
      {0x8082, {BRANCH(2), .indirect = true, .ret = true}},                            // ret
      {0x8502, {BRANCH(2), .indirect = true}},                                         // c.jr a0
      {0x9502, {BRANCH(2), .indirect = true, .call = true}},                           // c.jalr a0
      {0x9002, {OTHER(2), .late = true}},                                              // c.ebreak
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    expect(&rows[i]);
  }
}
