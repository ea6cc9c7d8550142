// SPDX-License-Identifier: Apache-2.0
//
// The A64 decoder against a table (requirement D5: the operation type of every class).
// Origin: the opcodes are what GNU as 2.40 makes of the text beside them; the expected classes were written
// down from that text and Arm ARM D18.2.7, D17.6.4, D17.6.5, D17.6.6, D17.6.8. Unallocated encodings: Arm ARM C4.1.

#include "programs/a64/a64.h"
#include "unit/test/test.h"

enum {
  LOAD = 1 << 0,
  STORE = 1 << 1,
  WRITES = 1 << 2,
  ACQ_REL = 1 << 3,
  EXCL = 1 << 4,
  ATOMIC = 1 << 5,
  COND = 1 << 6,
  INDIRECT = 1 << 7,
  BRANCH = 1 << 8,
  CALL = 1 << 9,
  RET = 1 << 10,
  EXCEPTION = 1 << 11,
  PRED = 1 << 12,
  GATHER = 1 << 13,  // or scatter
  FP = 1 << 14,
  SIMD = 1 << 15
};

struct row {
  uint32_t opcode;
  const char *text;
  enum spu_op_kind kind;
  enum a64_unit unit;
  unsigned bytes;
  int flags;
};

// clang-format off
static const struct row rows[] = {
    // Data processing, immediate.
    {0x10000000, "adr x0, .", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x90000001, "adrp x1, .", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x91001020, "add x0, x1, #4", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x717FFC20, "subs w0, w1, #0xfff, lsl #12", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x91810420, "addg x0, x1, #16, #1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x92401C20, "and x0, x1, #0xff", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0xD2E00020, "movz x0, #1, lsl #48", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0xD3609440, "ubfx x0, x2, #32, #6", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x93C21420, "extr x0, x1, x2, #5", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    // Branches.
    {0x54000000, "b.eq .", SPU_KIND_BRANCH, A64_BRANCH, 0, COND | BRANCH},
    {0xB4000000, "cbz x0, .", SPU_KIND_BRANCH, A64_BRANCH, 0, COND | BRANCH},
    {0x35000000, "cbnz w0, .", SPU_KIND_BRANCH, A64_BRANCH, 0, COND | BRANCH},
    {0xB6F80000, "tbz x0, #63, .", SPU_KIND_BRANCH, A64_BRANCH, 0, COND | BRANCH},
    {0x37180000, "tbnz w0, #3, .", SPU_KIND_BRANCH, A64_BRANCH, 0, COND | BRANCH},
    {0x14000000, "b .", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH},
    {0x94000000, "bl .", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | CALL},
    {0xD61F0220, "br x17", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT},
    {0xD63F0020, "blr x1", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT | CALL},
    {0xD65F03C0, "ret", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT | RET},
    {0xD65F00A0, "ret x5", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT | RET},
    {0xD69F03E0, "eret", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT},
    {0xD61F087F, "braaz x3", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT},
    {0xD71F0C64, "brab x3, x4", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT},
    {0xD73F087F, "blraa x3, sp", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT | CALL},
    {0xD63F0C7F, "blrabz x3", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT | CALL},
    {0xD65F0BFF, "retaa", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT | RET},
    {0xD65F0FFF, "retab", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT | RET},
    {0xD69F0BFF, "eretaa", SPU_KIND_BRANCH, A64_BRANCH, 0, BRANCH | INDIRECT},
    {0xD6BF03E0, "drps", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    // Exceptions and system.
    {0xD4000001, "svc #0", SPU_KIND_OTHER, A64_SYSTEM, 0, EXCEPTION},
    {0xD4000022, "hvc #1", SPU_KIND_OTHER, A64_SYSTEM, 0, EXCEPTION},
    {0xD4000043, "smc #2", SPU_KIND_OTHER, A64_SYSTEM, 0, EXCEPTION},
    {0xD4200060, "brk #3", SPU_KIND_OTHER, A64_SYSTEM, 0, EXCEPTION},
    {0xD4400080, "hlt #4", SPU_KIND_OTHER, A64_SYSTEM, 0, EXCEPTION},
    {0xD4A00001, "dcps1", SPU_KIND_OTHER, A64_SYSTEM, 0, EXCEPTION},
    {0x00000005, "udf #5", SPU_KIND_OTHER, A64_SYSTEM, 0, EXCEPTION},
    {0xD503201F, "nop", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD503203F, "yield", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD503245F, "bti c", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD503233F, "paciasp", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD503223F, "psb csync", SPU_KIND_OTHER, A64_BARRIER, 0, 0},
    {0xD503221F, "esb", SPU_KIND_OTHER, A64_BARRIER, 0, 0},
    {0xD503225F, "tsb csync", SPU_KIND_OTHER, A64_BARRIER, 0, 0},
    {0xD503229F, "csdb", SPU_KIND_OTHER, A64_BARRIER, 0, 0},
    {0xD5033BBF, "dmb ish", SPU_KIND_OTHER, A64_BARRIER, 0, 0},
    {0xD5033F9F, "dsb sy", SPU_KIND_OTHER, A64_BARRIER, 0, 0},
    {0xD5033FDF, "isb", SPU_KIND_OTHER, A64_BARRIER, 0, 0},
    {0xD50330FF, "sb", SPU_KIND_OTHER, A64_BARRIER, 0, 0},
    {0xD5033F5F, "clrex", SPU_KIND_OTHER, A64_BARRIER, 0, 0},
    {0xD53BD040, "mrs x0, tpidr_el0", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD51B4400, "msr fpcr, x0", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD50342DF, "msr daifset, #2", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD500401F, "cfinv", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD50B7420, "dc zva, x0", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD50B7520, "ic ivau, x0", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD5087800, "at s1e1r, x0", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD508871F, "tlbi vmalle1", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    // Loads and stores, general.
    {0xF9400020, "ldr x0, [x1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 8, LOAD},
    {0xB9400420, "ldr w0, [x1, #4]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 4, LOAD},
    {0x38401420, "ldrb w0, [x1], #1", SPU_KIND_LDST_GENERAL, A64_MEMORY, 1, LOAD},
    {0x78402C20, "ldrh w0, [x1, #2]!", SPU_KIND_LDST_GENERAL, A64_MEMORY, 2, LOAD},
    {0x38A26820, "ldrsb x0, [x1, x2]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 1, LOAD},
    {0x78E2D820, "ldrsh w0, [x1, w2, sxtw #1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 2, LOAD},
    {0xB9800020, "ldrsw x0, [x1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 4, LOAD},
    {0x58000000, "ldr x0, .", SPU_KIND_LDST_GENERAL, A64_MEMORY, 8, LOAD},
    {0x18000000, "ldr w0, .", SPU_KIND_LDST_GENERAL, A64_MEMORY, 4, LOAD},
    {0x98000000, "ldrsw x0, .", SPU_KIND_LDST_GENERAL, A64_MEMORY, 4, LOAD},
    {0xF85FF020, "ldur x0, [x1, #-1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 8, LOAD},
    {0xF8400820, "ldtr x0, [x1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 8, LOAD},
    {0xF8201420, "ldraa x0, [x1, #8]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 8, LOAD},
    {0xF8A01C20, "ldrab x0, [x1, #8]!", SPU_KIND_LDST_GENERAL, A64_MEMORY, 8, LOAD},
    {0xF8227820, "str x0, [x1, x2, lsl #3]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 8, STORE | WRITES},
    {0x39000020, "strb w0, [x1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 1, STORE | WRITES},
    {0x7900003F, "strh wzr, [x1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 2, STORE | WRITES},
    {0xB81FD020, "stur w0, [x1, #-3]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 4, STORE | WRITES},
    {0xB8000820, "sttr w0, [x1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 4, STORE | WRITES},
    {0xA8C107E0, "ldp x0, x1, [sp], #16", SPU_KIND_LDST_GENERAL, A64_MEMORY, 16, LOAD},
    {0x294007E0, "ldp w0, w1, [sp]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 8, LOAD},
    {0x694007E0, "ldpsw x0, x1, [sp]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 8, LOAD},
    {0xA8400440, "ldnp x0, x1, [x2]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 16, LOAD},
    {0xA9BA7BFD, "stp x29, x30, [sp, #-96]!", SPU_KIND_LDST_GENERAL, A64_MEMORY, 16, STORE | WRITES},
    {0x28000440, "stnp w0, w1, [x2]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 8, STORE | WRITES},
    {0xF9800000, "prfm pldl1keep, [x0]", SPU_KIND_OTHER, A64_MEMORY, 0, 0},
    {0xD8000013, "prfm pstl2strm, .", SPU_KIND_OTHER, A64_MEMORY, 0, 0},
    {0xF89FF000, "prfum pldl1keep, [x0, #-1]", SPU_KIND_OTHER, A64_MEMORY, 0, 0},
    {0xF8A16800, "prfm pldl1keep, [x0, x1]", SPU_KIND_OTHER, A64_MEMORY, 0, 0},
    {0xD9600020, "ldg x0, [x1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 0, LOAD},
    {0xD9200820, "stg x0, [x1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 0, STORE | WRITES},
    {0xD9601420, "stzg x0, [x1], #16", SPU_KIND_LDST_GENERAL, A64_MEMORY, 16, STORE | WRITES},
    {0xD9E00820, "stz2g x0, [x1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 32, STORE | WRITES},
    {0x69000440, "stgp x0, x1, [x2]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 16, STORE | WRITES},
    {0xF83FD020, "ld64b x0, [x1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 64, LOAD},
    {0xF829B020, "st64bv x9, x0, [x1]", SPU_KIND_LDST_GENERAL, A64_MEMORY, 64, STORE | WRITES},
    {0x19010440, "cpyfp [x0]!, [x1]!, x2!", SPU_KIND_LDST_GENERAL, A64_MEMORY, 0, LOAD | WRITES},
    {0x19C20420, "setp [x0]!, x1!, x2", SPU_KIND_LDST_GENERAL, A64_MEMORY, 0, STORE | WRITES},
    // Loads and stores, extended: exclusive and ordered.
    {0xC85F7C20, "ldxr x0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | EXCL},
    {0x085FFC20, "ldaxrb w0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 1, LOAD | EXCL | ACQ_REL},
    {0x88027C20, "stxr w2, w0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 4, STORE | WRITES | EXCL},
    {0x4802FC20, "stlxrh w2, w0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 2, STORE | WRITES | EXCL | ACQ_REL},
    {0xC87F0440, "ldxp x0, x1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 16, LOAD | EXCL},
    {0x887F8440, "ldaxp w0, w1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | EXCL | ACQ_REL},
    {0x88230440, "stxp w3, w0, w1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, STORE | WRITES | EXCL},
    {0xC8238440, "stlxp w3, x0, x1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 16, STORE | WRITES | EXCL | ACQ_REL},
    {0xC8DFFC20, "ldar x0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | ACQ_REL},
    {0x08DFFC20, "ldarb w0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 1, LOAD | ACQ_REL},
    {0x88DF7C20, "ldlar w0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 4, LOAD | ACQ_REL},
    {0x889FFC20, "stlr w0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 4, STORE | WRITES | ACQ_REL},
    {0x489F7C20, "stllrh w0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 2, STORE | WRITES | ACQ_REL},
    {0xF8BFC020, "ldapr x0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | ACQ_REL},
    {0x78BFC020, "ldaprh w0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 2, LOAD | ACQ_REL},
    {0xD95F8020, "ldapur x0, [x1, #-8]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | ACQ_REL},
    {0x19C00020, "ldapursb w0, [x1]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 1, LOAD | ACQ_REL},
    {0x99003020, "stlur w0, [x1, #3]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 4, STORE | WRITES | ACQ_REL},
    // Loads and stores, extended: atomic.
    {0xC8A07C41, "cas x0, x1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | WRITES | ATOMIC},
    {0x88E07C41, "casa w0, w1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 4, LOAD | WRITES | ATOMIC | ACQ_REL},
    {0x08A0FC41, "caslb w0, w1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 1, LOAD | WRITES | ATOMIC | ACQ_REL},
    {0x48E0FC41, "casalh w0, w1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 2, LOAD | WRITES | ATOMIC | ACQ_REL},
    {0x48207C82, "casp x0, x1, x2, x3, [x4]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 16, LOAD | WRITES | ATOMIC},
    {0x0860FC82, "caspal w0, w1, w2, w3, [x4]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8,
     LOAD | WRITES | ATOMIC | ACQ_REL},
    {0xF8208041, "swp x0, x1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | WRITES | ATOMIC},
    {0xF820805F, "swp x0, xzr, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | WRITES | ATOMIC},
    {0x38E08041, "swpalb w0, w1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 1, LOAD | WRITES | ATOMIC | ACQ_REL},
    {0xF8200041, "ldadd x0, x1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | WRITES | ATOMIC},
    {0xF8E70000, "ldaddal x7, x0, [x0]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | WRITES | ATOMIC | ACQ_REL},
    {0xF8A0005F, "ldadda x0, xzr, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | WRITES | ATOMIC},
    {0xB8601041, "ldclrl w0, w1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 4, LOAD | WRITES | ATOMIC | ACQ_REL},
    {0x78202041, "ldeorh w0, w1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 2, LOAD | WRITES | ATOMIC},
    {0x38203041, "ldsetb w0, w1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 1, LOAD | WRITES | ATOMIC},
    {0xF8204041, "ldsmax x0, x1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | WRITES | ATOMIC},
    {0xF8207041, "ldumin x0, x1, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, LOAD | WRITES | ATOMIC},
    {0xF820005F, "stadd x0, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 8, STORE | WRITES | ATOMIC},
    {0xB860005F, "staddl w0, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 4, STORE | WRITES | ATOMIC | ACQ_REL},
    {0x7820405F, "stsmaxh w0, [x2]", SPU_KIND_LDST_EXTENDED, A64_MEMORY, 2, STORE | WRITES | ATOMIC},
    // Loads and stores, SIMD&FP.
    {0x3D400020, "ldr b0, [x1]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 1, LOAD | FP},
    {0x7C402420, "ldr h0, [x1], #2", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 2, LOAD | FP},
    {0xBC626820, "ldr s0, [x1, x2]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 4, LOAD | FP},
    {0xFD400020, "ldr d0, [x1]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 8, LOAD | FP},
    {0x3DC00420, "ldr q0, [x1, #16]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 16, LOAD | SIMD},
    {0x9C000000, "ldr q0, .", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 16, LOAD | SIMD},
    {0x1C000000, "ldr s0, .", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 4, LOAD | FP},
    {0x3CC01020, "ldur q0, [x1, #1]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 16, LOAD | SIMD},
    {0x3D800020, "str q0, [x1]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 16, STORE | WRITES | SIMD},
    {0x3C001C20, "str b0, [x1, #1]!", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 1, STORE | WRITES | FP},
    {0xFC000020, "stur d0, [x1]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 8, STORE | WRITES | FP},
    {0x2D400420, "ldp s0, s1, [x1]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 8, LOAD | FP},
    {0x6D400420, "ldp d0, d1, [x1]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 16, LOAD | FP},
    {0xACC10420, "ldp q0, q1, [x1], #32", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 32, LOAD | SIMD},
    {0xAD000420, "stp q0, q1, [x1]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 32, STORE | WRITES | SIMD},
    {0x6C000420, "stnp d0, d1, [x1]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 16, STORE | WRITES | FP},
    {0x0C407000, "ld1 {v0.8b}, [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 8, LOAD | SIMD},
    {0x4CDF7000, "ld1 {v0.16b}, [x0], #16", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 16, LOAD | SIMD},
    {0x0C40AC00, "ld1 {v0.1d, v1.1d}, [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 16, LOAD | SIMD},
    {0x4C406800, "ld1 {v0.4s, v1.4s, v2.4s}, [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 48, LOAD | SIMD},
    {0x4CC12800, "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [x0], x1", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 64, LOAD | SIMD},
    {0x4C408400, "ld2 {v0.8h, v1.8h}, [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 32, LOAD | SIMD},
    {0x0C404800, "ld3 {v0.2s, v1.2s, v2.2s}, [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 24, LOAD | SIMD},
    {0x4C400C00, "ld4 {v0.2d, v1.2d, v2.2d, v3.2d}, [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 64, LOAD | SIMD},
    {0x4C007000, "st1 {v0.16b}, [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 16, STORE | WRITES | SIMD},
    {0x0C9F0000, "st4 {v0.8b, v1.8b, v2.8b, v3.8b}, [x0], #32", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 32,
     STORE | WRITES | SIMD},
    {0x4D401C00, "ld1 {v0.b}[15], [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 1, LOAD | SIMD},
    {0x4D405800, "ld1 {v0.h}[7], [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 2, LOAD | SIMD},
    {0x4D609000, "ld2 {v0.s, v1.s}[3], [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 8, LOAD | SIMD},
    {0x4D00A400, "st3 {v0.d, v1.d, v2.d}[1], [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 24, STORE | WRITES | SIMD},
    {0x0DFF7000, "ld4 {v0.h, v1.h, v2.h, v3.h}[2], [x0], #8", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 8, LOAD | SIMD},
    {0x4D40C800, "ld1r {v0.4s}, [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 4, LOAD | SIMD},
    {0x0D40E000, "ld3r {v0.8b, v1.8b, v2.8b}, [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 3, LOAD | SIMD},
    {0x4D60EC00, "ld4r {v0.2d, v1.2d, v2.2d, v3.2d}, [x0]", SPU_KIND_LDST_SIMD_FP, A64_MEMORY, 32, LOAD | SIMD},
    // Data processing, register.
    {0x8B020020, "add x0, x1, x2", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x8B224820, "add x0, x1, w2, uxtw #2", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0xCAC20C20, "eor x0, x1, x2, ror #3", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x9A020020, "adc x0, x1, x2", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x9A821020, "csel x0, x1, x2, ne", SPU_KIND_OTHER, A64_INTEGER, 0, COND},
    {0x1A82B420, "csinc w0, w1, w2, lt", SPU_KIND_OTHER, A64_INTEGER, 0, COND},
    {0x9A9F17E0, "cset x0, eq", SPU_KIND_OTHER, A64_INTEGER, 0, COND},
    {0xDA824420, "csneg x0, x1, x2, mi", SPU_KIND_OTHER, A64_INTEGER, 0, COND},
    {0xFA410000, "ccmp x0, x1, #0, eq", SPU_KIND_OTHER, A64_INTEGER, 0, COND},
    {0x3A431801, "ccmn w0, #3, #1, ne", SPU_KIND_OTHER, A64_INTEGER, 0, COND},
    {0x9AC22020, "lsl x0, x1, x2", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0xDAC00020, "rbit x0, x1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x5AC00820, "rev w0, w1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0xDAC01020, "clz x0, x1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x9AC25C20, "crc32cx w0, w1, x2", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0xDAC10020, "pacia x0, x1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0xDAC143E0, "xpaci x0", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x3A00082D, "setf8 w1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0xBA008402, "rmif x0, #1, #2", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x9B027C20, "mul x0, x1, x2", SPU_KIND_OTHER, A64_MULTIPLY, 0, 0},
    {0x1B020C20, "madd w0, w1, w2, w3", SPU_KIND_OTHER, A64_MULTIPLY, 0, 0},
    {0x9B227C20, "smull x0, w1, w2", SPU_KIND_OTHER, A64_MULTIPLY, 0, 0},
    {0x9BC27C20, "umulh x0, x1, x2", SPU_KIND_OTHER, A64_MULTIPLY, 0, 0},
    {0x9AC20820, "udiv x0, x1, x2", SPU_KIND_OTHER, A64_DIVIDE, 0, 0},
    {0x1AC20C20, "sdiv w0, w1, w2", SPU_KIND_OTHER, A64_DIVIDE, 0, 0},
    // Scalar floating-point and Advanced SIMD.
    {0x1E622820, "fadd d0, d1, d2", SPU_KIND_OTHER, A64_FP, 0, FP},
    {0x1F020C20, "fmadd s0, s1, s2, s3", SPU_KIND_OTHER, A64_FP, 0, FP},
    {0x1E621820, "fdiv d0, d1, d2", SPU_KIND_OTHER, A64_FP_DIVIDE, 0, FP},
    {0x6E22FC20, "fdiv v0.4s, v1.4s, v2.4s", SPU_KIND_OTHER, A64_FP_DIVIDE, 0, SIMD | FP},
    {0x6E423C20, "fdiv v0.8h, v1.8h, v2.8h", SPU_KIND_OTHER, A64_FP_DIVIDE, 0, SIMD | FP},
    {0x1E21C020, "fsqrt s0, s1", SPU_KIND_OTHER, A64_FP_DIVIDE, 0, FP},
    {0x6EE1F820, "fsqrt v0.2d, v1.2d", SPU_KIND_OTHER, A64_FP_DIVIDE, 0, SIMD | FP},
    {0x2EF9F820, "fsqrt v0.4h, v1.4h", SPU_KIND_OTHER, A64_FP_DIVIDE, 0, SIMD | FP},
    {0x1E602008, "fcmp d0, #0.0", SPU_KIND_OTHER, A64_FP, 0, FP},
    {0x1E610400, "fccmp d0, d1, #0, eq", SPU_KIND_OTHER, A64_FP, 0, COND | FP},
    {0x1E210410, "fccmpe s0, s1, #0, eq", SPU_KIND_OTHER, A64_FP, 0, COND | FP},
    {0x1E62CC20, "fcsel d0, d1, d2, gt", SPU_KIND_OTHER, A64_FP, 0, COND | FP},
    {0x9E660000, "fmov x0, d0", SPU_KIND_OTHER, A64_FP, 0, FP},
    {0x9EAF0000, "fmov v0.d[1], x0", SPU_KIND_OTHER, A64_FP, 0, FP},
    {0x9E780000, "fcvtzs x0, d0", SPU_KIND_OTHER, A64_FP, 0, FP},
    {0x1E42F020, "scvtf d0, w1, #4", SPU_KIND_OTHER, A64_FP, 0, FP},
    {0x1E624020, "fcvt s0, d1", SPU_KIND_OTHER, A64_FP, 0, FP},
    {0x1E674020, "frintx d0, d1", SPU_KIND_OTHER, A64_FP, 0, FP},
    {0x1E7E0020, "fjcvtzs w0, d1", SPU_KIND_OTHER, A64_FP, 0, FP},
    {0x4EA28420, "add v0.4s, v1.4s, v2.4s", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x4FC21820, "fmla v0.2d, v1.2d, v2.d[1]", SPU_KIND_OTHER, A64_FP, 0, SIMD | FP},
    {0x6F00E400, "movi v0.2d, #0", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x4E040C20, "dup v0.4s, w1", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x0E073C20, "umov w0, v1.b[3]", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x4E020020, "tbl v0.16b, {v1.16b}, v2.16b", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x4E423820, "zip1 v0.8h, v1.8h, v2.8h", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x6E021820, "ext v0.16b, v1.16b, v2.16b, #3", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x4EB1B820, "addv s0, v1.4s", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x4E209820, "cmeq v0.16b, v1.16b, #0", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x4F235420, "shl v0.4s, v1.4s, #3", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x7F7D0420, "ushr d0, d1, #3", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x5EF1B820, "addp d0, v1.2d", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x4E829420, "sdot v0.4s, v1.16b, v2.16b", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x2E22C020, "umull v0.8h, v1.8b, v2.8b", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x4E284820, "aese v0.16b, v1.16b", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x5E024020, "sha256h q0, q1, v2.4s", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0x5E280820, "sha1h s0, s1", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0xCE628020, "sha512h q0, q1, v2.2d", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0xCE020C20, "eor3 v0.16b, v1.16b, v2.16b, v3.16b", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0xCE820C20, "xar v0.2d, v1.2d, v2.2d, #3", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    {0xCEC08420, "sm4e v0.4s, v1.4s", SPU_KIND_OTHER, A64_FP, 0, SIMD},
    // SVE: data processing.
    {0x04001C20, "add z0.b, p7/m, z0.b, z1.b", SPU_KIND_SVE, A64_FP, 0, PRED | SIMD},
    {0x65A50083, "fmla z3.s, p0/m, z4.s, z5.s", SPU_KIND_SVE, A64_FP, 0, PRED | FP | SIMD},
    {0x65CD8420, "fdiv z0.d, p1/m, z0.d, z1.d", SPU_KIND_SVE, A64_FP_DIVIDE, 0, PRED | FP | SIMD},
    {0x04940420, "sdiv z0.s, p1/m, z0.s, z1.s", SPU_KIND_SVE, A64_FP_DIVIDE, 0, PRED | SIMD},
    {0x654DA420, "fsqrt z0.h, p1/m, z1.h", SPU_KIND_SVE, A64_FP_DIVIDE, 0, PRED | FP | SIMD},
    {0x65820020, "fadd z0.s, z1.s, z2.s", SPU_KIND_SVE, A64_FP, 0, FP | SIMD},
    {0x049CA020, "fabs z0.s, p0/m, z1.s", SPU_KIND_SVE, A64_FP, 0, PRED | FP | SIMD},
    {0x65802440, "faddv s0, p1, z2.s", SPU_KIND_SVE, A64_FP, 0, FP | SIMD},
    {0x0523C440, "sel z0.b, p1, z2.b, z3.b", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x05A18440, "compact z0.s, p1, z2.s", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x05A0B900, "lasta w0, p6, z8.s", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x25208440, "cntp x0, p1, p2.b", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x2518E3E0, "ptrue p0.b", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x25A20420, "whilelt p0.s, w1, w2", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x04902020, "movprfx z0.s, p0/z, z1.s", SPU_KIND_SVE, A64_FP, 0, PRED | SIMD},
    {0x0420BC20, "movprfx z0, z1", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x04BF5020, "rdvl x0, #1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x043F57FF, "addvl sp, sp, #-1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x0420E3E0, "cntb x0", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x04F1E3E0, "incd x0, all, mul #2", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x04F1C3E0, "incd z0.d, all, mul #2", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x25E12000, "ctermeq x0, x1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x252C9000, "setffr", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x2519F000, "rdffr p0.b", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x25008440, "cmpeq p0.b, p1/z, z2.b, #0", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x65834450, "fcmgt p0.s, p1/z, z2.s, z3.s", SPU_KIND_SVE, A64_FP, 0, FP | SIMD},
    {0x45A3C440, "histcnt z0.s, p1/z, z2.s, z3.s", SPU_KIND_SVE, A64_FP, 0, PRED | SIMD},
    {0x45238440, "match p0.b, p1/z, z2.b, z3.b", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x25B9CE00, "fmov z0.s, #1.0", SPU_KIND_SVE, A64_FP, 0, FP | SIMD},
    {0x0591CE00, "fmov z0.s, p1/m, #1.0", SPU_KIND_SVE, A64_FP, 0, PRED | FP | SIMD},
    {0x05A8A440, "mov z0.s, p1/m, w2", SPU_KIND_SVE, A64_FP, 0, PRED | SIMD},
    {0x65938020, "ftmad z0.s, z0.s, z1.s, #3", SPU_KIND_SVE, A64_FP, 0, FP | SIMD},
    {0x04A0B820, "fexpa z0.s, z1.s", SPU_KIND_SVE, A64_FP, 0, FP | SIMD},
    {0x64628020, "bfdot z0.s, z1.h, z2.h", SPU_KIND_SVE, A64_FP, 0, FP | SIMD},
    {0x6594A440, "scvtf z0.s, p1/m, z2.s", SPU_KIND_SVE, A64_FP, 0, PRED | FP | SIMD},
    // SVE: memory.
    {0xA4614400, "ld1b {z0.d}, p1/z, [x0, x1]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | PRED | SIMD},
    {0xA41F6400, "ldff1b {z0.b}, p1/z, [x0, xzr]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | PRED | SIMD},
    {0xA550A400, "ldnf1w {z0.s}, p1/z, [x0]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | PRED | SIMD},
    {0xA581E400, "ldnt1d {z0.d}, p1/z, [x0, #1, mul vl]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | PRED | SIMD},
    {0xA5002400, "ld1rqw {z0.s}, p1/z, [x0]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | PRED | SIMD},
    {0x85418400, "ld1rsh {z0.d}, p1/z, [x0, #2]", SPU_KIND_LDST_SVE, A64_MEMORY, 2, LOAD | PRED | SIMD},
    {0x85C0E400, "ld1rd {z0.d}, p1/z, [x0]", SPU_KIND_LDST_SVE, A64_MEMORY, 8, LOAD | PRED | SIMD},
    {0xA560E400, "ld4w {z0.s-z3.s}, p1/z, [x0]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | PRED | SIMD},
    {0x85614400, "ld1w {z0.s}, p1/z, [x0, z1.s, sxtw #2]", SPU_KIND_LDST_SVE, A64_MEMORY, 0,
     LOAD | PRED | GATHER | SIMD},
    {0xC5A1C420, "ld1d {z0.d}, p1/z, [z1.d, #8]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | PRED | GATHER | SIMD},
    {0xC4E1E400, "ldff1h {z0.d}, p1/z, [x0, z1.d, lsl #1]", SPU_KIND_LDST_SVE, A64_MEMORY, 0,
     LOAD | PRED | GATHER | SIMD},
    {0xC5028420, "ldnt1sw {z0.d}, p1/z, [z1.d, x2]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | PRED | GATHER | SIMD},
    {0x85804400, "ldr z0, [x0, #1, mul vl]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | SIMD},
    {0x85800400, "ldr p0, [x0, #1, mul vl]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | SIMD},
    {0xE4614400, "st1b {z0.d}, p1, [x0, x1]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, STORE | WRITES | PRED | SIMD},
    {0xE4C16400, "st3h {z0.h-z2.h}, p1, [x0, x1, lsl #1]", SPU_KIND_LDST_SVE, A64_MEMORY, 0,
     STORE | WRITES | PRED | SIMD},
    {0xE5418400, "st1w {z0.s}, p1, [x0, z1.s, uxtw]", SPU_KIND_LDST_SVE, A64_MEMORY, 0,
     STORE | WRITES | PRED | GATHER | SIMD},
    {0xE4422420, "stnt1b {z0.s}, p1, [z1.s, x2]", SPU_KIND_LDST_SVE, A64_MEMORY, 0,
     STORE | WRITES | PRED | GATHER | SIMD},
    {0xE490E400, "stnt1h {z0.h}, p1, [x0]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, STORE | WRITES | PRED | SIMD},
    {0xE5804000, "str z0, [x0]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, STORE | WRITES | SIMD},
    {0xE5800000, "str p0, [x0]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, STORE | WRITES | SIMD},
    {0x8401C000, "prfb pldl1keep, p0, [x0, x1]", SPU_KIND_OTHER, A64_MEMORY, 0, 0},
    {0xC581E021, "prfd pldl1strm, p0, [z1.d, #8]", SPU_KIND_OTHER, A64_MEMORY, 0, 0},
    {0xC461C00A, "prfw pstl2keep, p0, [x0, z1.d, lsl #2]", SPU_KIND_OTHER, A64_MEMORY, 0, 0},
    // SME, what it adds to SVE, and its mode.
    {0x80832043, "fmopa za3.s, p0/m, p1/m, z2.s, z3.s", SPU_KIND_SME, A64_FP, 0, FP | SIMD},
    {0x80C33FF7, "fmops za7.d, p7/m, p1/m, z31.d, z3.d", SPU_KIND_SME, A64_FP, 0, FP | SIMD},
    {0x81832041, "bfmopa za1.s, p0/m, p1/m, z2.h, z3.h", SPU_KIND_SME, A64_FP, 0, FP | SIMD},
    {0x81A32050, "fmops za0.s, p0/m, p1/m, z2.h, z3.h", SPU_KIND_SME, A64_FP, 0, FP | SIMD},
    {0xA0832040, "smopa za0.s, p0/m, p1/m, z2.b, z3.b", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xA1A32052, "umops za2.s, p0/m, p1/m, z2.b, z3.b", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xA0A32041, "sumopa za1.s, p0/m, p1/m, z2.b, z3.b", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xA1C32056, "usmops za6.d, p0/m, p1/m, z2.h, z3.h", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xC0902041, "addha za1.s, p0/m, p1/m, z2.s", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xC0D12045, "addva za5.d, p0/m, p1/m, z2.d", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xC0820C2B, "mova z11.s, p3/m, za0h.s[w12, 1]", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xC0C1EC8F, "mova za15v.q[w15, 0], p3/m, z4.q", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xC000A7EF, "mova za0v.b[w13, 15], p1/m, z31.b", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xC0C2C1E0, "mova z0.d, p0/m, za7v.d[w14, 1]", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xC00800AA, "zero {za1.h}", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xC00800FF, "zero {za}", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xC0080000, "zero {}", SPU_KIND_SME, A64_FP, 0, SIMD},
    {0xE0021023, "ld1b {za0h.b[w12, 3]}, p4/z, [x1, x2]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | PRED | SIMD},
    {0xE082B024, "ld1w {za1v.s[w13, 0]}, p4/z, [x1, x2, lsl #2]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | PRED | SIMD},
    {0xE1DF73EF, "ld1q {za15h.q[w15, 0]}, p4/z, [sp]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | PRED | SIMD},
    {0xE062902F, "st1h {za1v.h[w12, 7]}, p4, [x1, x2, lsl #1]", SPU_KIND_LDST_SVE, A64_MEMORY, 0,
     STORE | WRITES | PRED | SIMD},
    {0xE0FF102F, "st1d {za7h.d[w12, 1]}, p4, [x1]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, STORE | WRITES | PRED | SIMD},
    {0xE1E2D023, "st1q {za3v.q[w14, 0]}, p4, [x1, x2, lsl #4]", SPU_KIND_LDST_SVE, A64_MEMORY, 0,
     STORE | WRITES | PRED | SIMD},
    {0xE1000023, "ldr za[w12, 3], [x1, #3, mul vl]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, LOAD | SIMD},
    {0xE12063EF, "str za[w15, 15], [sp, #15, mul vl]", SPU_KIND_LDST_SVE, A64_MEMORY, 0, STORE | WRITES | SIMD},
    {0x04BF5820, "rdsvl x0, #1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x04615FE0, "addspl x0, x1, #-1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x04215820, "addsvl x0, x1, #1", SPU_KIND_OTHER, A64_INTEGER, 0, 0},
    {0x4482C020, "sclamp z0.s, z1.s, z2.s", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0x052E8020, "revd z0.q, p0/m, z1.q", SPU_KIND_SVE, A64_FP, 0, PRED | SIMD},
    {0x25244440, "psel p0, p1, p2.b[w12, 0]", SPU_KIND_SVE, A64_FP, 0, SIMD},
    {0xD503477F, "smstart", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD503427F, "smstop sm", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD51B4240, "msr svcr, x0", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
    {0xD53B4240, "mrs x0, svcr", SPU_KIND_OTHER, A64_SYSTEM, 0, 0},
};

static const struct {
  uint32_t opcode;
  const char *text;
} unallocated[] = {
    {0x12400000, "AND (immediate) with N in 32 bits"},
    {0x9240FC00, "AND (immediate) of a run that fills its element"},
    {0x32800000, "MOVx with opc 1"},
    {0x12C00000, "MOVN of 32 bits, shifted by 32"},
    {0x13400000, "SBFM of 32 bits with N"},
    {0x93800000, "EXTR of 64 bits without N"},
    {0x0B008000, "ADD of 32 bits, shifted by 32"},
    {0x8BC00000, "ADD with ROR"},
    {0x8B201400, "ADD extended, shifted by 5"},
    {0x1AC04C00, "CRC32X of 32 bits"},
    {0x5AC00C00, "REV (64 bits) of 32 bits"},
    {0xD61F0001, "BR with op4"},
    {0xD60F0000, "BR with op2"},
    {0xD65F081F, "RETAA with Rn"},
    {0xD4000000, "SVC without LL"},
    {0xD4200001, "BRK with LL"},
    {0x68400000, "LDNP of signed words"},
    {0xE9400000, "LDP with opc 3"},
    {0xDC000000, "LDR (literal), SIMD&FP, opc 3"},
    {0xB8C00000, "LDURSW to 32 bits"},
    {0xF8800400, "PRFM, post-indexed"},
    {0xF8602800, "LDR with a byte index"},
    {0x7C800000, "Q register of size 1"},
    {0x3C200000, "atomic of a SIMD&FP register"},
    {0x3820E000, "byte atomic with o3, opc 6"},
    {0xF8FFC000, "LDAPR with R"},
    {0x08217C00, "CASP of an odd register"},
    {0x0C401000, "LD4 with opcode 1"},
    {0x0C408C00, "LD2 of one doubleword each"},
    {0x0D00C000, "store that replicates"},
    {0x8C407000, "LD1 with bit 31"},
    {0x1E803800, "FADD of type 2"},
    {0x1E609800, "FP 2-source opcode 9"},
    {0x9E260000, "FMOV of a single to 64 bits"},
    {0x1E6E4000, "FRINT opcode 13"},
    {0x02000000, "main group 1"},
    {0x0510E000, "SVE: immediate, 15:13 = 7"},
    {0x25308000, "SVE: predicate count, 21:19 = 6"},
    {0x85000000, "SVE: gather of signed words to words"},
    {0xA41F4000, "SVE: LD1B with the zero register as its offset"},
    {0xC4608010, "SVE: prefetch with bit 4"},
    {0xC5C08000, "SVE: gather of signed doublewords"},
    {0xE4804000, "SVE: ST1H from bytes"},
    {0xE5C0E000, "SVE: ST1D from words"},
    {0x80800004, "SME: FMOPA of words to tile 4"},
    {0x80A00000, "SME: outer product of no type"},
    {0xA0C00008, "SME: SMOPA of halfwords to tile 8"},
    {0xC0000010, "SME: MOVA (vector to tile) with bit 4"},
    {0xC0900004, "SME: ADDHA of words to tile 4"},
    {0xC0010000, "SME: MOVA of 128 bits with bytes"},
    {0xC0080100, "SME: ZERO with bit 8"},
    {0xE0000010, "SME: LD1B with bit 4"},
    {0xE1400000, "SME: load of no size"},
    {0xE1008000, "SME: LDR with bit 15"},
    {0xFFFFFFFF, "all ones"},
};
// clang-format on

// On how much they work: vectors of Z or ZA, tiles and the bytes of their elements.
static const struct {
  uint32_t opcode;
  const char *text;
  unsigned vectors, tiles, bytes;
  bool za;
} sizes[] = {
    {0x80832043, "fmopa za3.s, p0/m, p1/m, z2.s, z3.s", 0, 1, 4, true},
    {0x80C33FF7, "fmops za7.d, p7/m, p1/m, z31.d, z3.d", 0, 1, 8, true},
    {0x81832041, "bfmopa za1.s, p0/m, p1/m, z2.h, z3.h", 0, 1, 4, true},
    {0xA0832040, "smopa za0.s, p0/m, p1/m, z2.b, z3.b", 0, 1, 4, true},
    {0xA1C32056, "usmops za6.d, p0/m, p1/m, z2.h, z3.h", 0, 1, 8, true},
    {0xC0902041, "addha za1.s, p0/m, p1/m, z2.s", 0, 1, 4, true},
    {0xC0D12045, "addva za5.d, p0/m, p1/m, z2.d", 0, 1, 8, true},
    {0xC0820C2B, "mova z11.s, p3/m, za0h.s[w12, 1]", 1, 0, 1, true},
    {0xC00800AA, "zero {za1.h}", 0, 4, 8, true},
    {0xC00800FF, "zero {za}", 0, 8, 8, true},
    {0xC0080000, "zero {}", 0, 0, 8, true},
    {0xE0021023, "ld1b {za0h.b[w12, 3]}, p4/z, [x1, x2]", 1, 0, 1, true},
    {0xE12063EF, "str za[w15, 15], [sp, #15, mul vl]", 1, 0, 1, true},
    {0x04001C20, "add z0.b, p7/m, z0.b, z1.b", 1, 0, 1, false},
    {0x25208440, "cntp x0, p1, p2.b", 1, 0, 1, false},
    {0xA4614400, "ld1b {z0.d}, p1/z, [x0, x1]", 1, 0, 1, false},
    {0xA581E400, "ldnt1d {z0.d}, p1/z, [x0, #1, mul vl]", 1, 0, 1, false},
    {0xA560E400, "ld4w {z0.s-z3.s}, p1/z, [x0]", 4, 0, 1, false},
    {0xA421E460, "ld2b {z0.b-z1.b}, p1/z, [x3, #2, mul vl]", 2, 0, 1, false},
    {0xE4C16400, "st3h {z0.h-z2.h}, p1, [x0, x1, lsl #1]", 3, 0, 1, false},
    {0xE5BEE460, "st2d {z0.d-z1.d}, p1, [x3, #-4, mul vl]", 2, 0, 1, false},
    {0xE467E460, "st1b {z0.d}, p1, [x3, #7, mul vl]", 1, 0, 1, false},
    {0xC5A1C420, "ld1d {z0.d}, p1/z, [z1.d, #8]", 1, 0, 1, false},
    {0x85800400, "ldr p0, [x0, #1, mul vl]", 1, 0, 1, false},
    {0x04BF5820, "rdsvl x0, #1", 0, 0, 1, false},
    {0x4EA28420, "add v0.4s, v1.4s, v2.4s", 0, 0, 1, false},
};

// What sets PSTATE.SM: to 0, to 1, to bit 0 of a register.
static const struct {
  uint32_t opcode;
  const char *text;
  bool sets, on;
  unsigned from;
} modes[] = {
    {0xD503477F, "smstart", true, true, 32},        {0xD503467F, "smstop", true, false, 32},
    {0xD503437F, "smstart sm", true, true, 32},     {0xD503427F, "smstop sm", true, false, 32},
    {0xD503457F, "smstart za", false, false, 32},   {0xD503447F, "smstop za", false, false, 32},
    {0xD51B4247, "msr svcr, x7", true, false, 7},   {0xD51B425F, "msr svcr, xzr", true, false, 31},
    {0xD53B4240, "mrs x0, svcr", false, false, 32}, {0xD50342DF, "msr daifset, #2", false, false, 32},
    {0xD503415F, "msr dit, #1", false, false, 32},  {0xD503201F, "nop", false, false, 32},
};

static int flags_of(const struct a64_class *class)
{
  return (class->load ? LOAD : 0) | (class->store ? STORE : 0) | (class->writes ? WRITES : 0) |
         (class->acq_rel ? ACQ_REL : 0) | (class->exclusive ? EXCL : 0) | (class->atomic ? ATOMIC : 0) |
         (class->cond ? COND : 0) | (class->indirect ? INDIRECT : 0) | (class->branch ? BRANCH : 0) |
         (class->call ? CALL : 0) | (class->ret ? RET : 0) | (class->exception ? EXCEPTION : 0) |
         (class->predicated ? PRED : 0) | (class->gather_scatter ? GATHER : 0) | (class->fp ? FP : 0) |
         (class->simd ? SIMD : 0);
}

// D5, N4, N5, DDSNMB
TEST(every_instruction_gets_its_class)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct row *row = &rows[i];
    const struct a64_class class = a64_classify(row->opcode);
    const int flags = flags_of(&class);
    if (!class.allocated || class.kind != row->kind || class.unit != row->unit || class.bytes != row->bytes ||
        flags != row->flags || class.za != a64_is_sme(row->opcode)) {
      fail_msg(
          "%08x %s: expected kind %d unit %d bytes %u flags %x, got kind %d unit %d bytes %u flags %x%s%s",
          row->opcode, row->text, row->kind, row->unit, row->bytes, (unsigned)row->flags, class.kind,
          class.unit, class.bytes, (unsigned)flags, class.allocated ? "" : " unallocated",
          class.za ? " of ZA" : " not of ZA");
    }
  }
}

// D5, N5
TEST(operation_has_its_vectors_and_tiles)
{
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    const struct a64_class class = a64_classify(sizes[i].opcode);
    if (class.vectors != sizes[i].vectors || class.tiles != sizes[i].tiles ||
        1U << class.tile_element != sizes[i].bytes || class.za != sizes[i].za) {
      fail_msg("%08x %s: expected %u vectors, %u tiles of %u bytes, got %u, %u of %u%s", sizes[i].opcode,
               sizes[i].text, sizes[i].vectors, sizes[i].tiles, sizes[i].bytes, class.vectors, class.tiles,
               1U << class.tile_element, class.za ? ", of ZA" : "");
    }
  }
}

// N5
TEST(instruction_that_sets_the_mode_is_known)
{
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
    bool on = false;
    unsigned from = 0;
    const bool sets = a64_sets_streaming(modes[i].opcode, &on, &from);
    if (sets != modes[i].sets || (sets && from != modes[i].from) ||
        (sets && from == 32 && on != modes[i].on)) {
      fail_msg("%08x %s: expected %d to %d from %u, got %d to %d from %u", modes[i].opcode, modes[i].text,
               modes[i].sets, modes[i].on, modes[i].from, sets, on, from);
    }
  }
}

// D5
TEST(unallocated_encoding_gets_no_class)
{
  for (size_t i = 0; i < sizeof unallocated / sizeof unallocated[0]; i++) {
    const struct a64_class class = a64_classify(unallocated[i].opcode);
    if (class.allocated || class.kind != SPU_KIND_OTHER || flags_of(&class) != 0 || class.bytes != 0) {
      fail_msg("%08x %s: expected unallocated, got kind %d flags %x", unallocated[i].opcode,
               unallocated[i].text, class.kind, (unsigned)flags_of(&class));
    }
  }
}

// What the unit's pins allow (cmodel/spu.h): checked for many opcodes, allocated or not.
// D5
TEST(class_is_consistent)
{
  for (uint32_t high = 0; high < 1U << 16; high++) {
    for (uint32_t low = 0; low < 64; low++) {
      const uint32_t opcode = high << 16 | low << 10 | 0x1F * (low & 1U);
      const struct a64_class class = a64_classify(opcode);
      const bool vector = class.kind == SPU_KIND_SVE;
      const bool vector_memory = class.kind == SPU_KIND_LDST_SVE;
      const bool array = class.kind == SPU_KIND_SME;
      const bool scalable = vector || vector_memory || array;
      const bool memory = class.kind >= SPU_KIND_LDST_GENERAL && !vector && !array;
      const bool typed = scalable || class.kind == SPU_KIND_LDST_SIMD_FP || class.unit == A64_FP ||
                         class.unit == A64_FP_DIVIDE;
      const bool extended = class.acq_rel || class.exclusive || class.atomic;
      const bool good = (class.branch == (class.kind == SPU_KIND_BRANCH)) &&
                        (!class.indirect || class.branch) &&
                        (memory ? class.load != class.store
                                : !class.load && !class.store && !class.writes && class.bytes == 0) &&
                        (!class.store || class.writes) && (!memory || class.unit == A64_MEMORY) &&
                        (class.kind == SPU_KIND_LDST_EXTENDED) == extended && !(class.call && class.ret) &&
                        (!class.cond || !memory) && (!class.predicated || vector || vector_memory) &&
                        (!class.gather_scatter || vector_memory) && (!(class.fp || class.simd) || typed) &&
                        (!vector_memory || !class.fp) && (scalable <= class.simd) &&
                        (!scalable || class.vectors != 0 || array) && (!array || class.za) &&
                        (scalable || (class.vectors == 0 && !class.za)) && class.tiles <= 8 &&
                        (class.allocated || !(memory || class.branch || class.exception));
      if (!good) {
        fail_msg("%08x: kind %d flags %x", opcode, class.kind, (unsigned)flags_of(&class));
      }
    }
  }
}
