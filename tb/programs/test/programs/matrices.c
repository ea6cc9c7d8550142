// SPDX-License-Identifier: Apache-2.0
//
// SME: outer products of floating-point numbers and of bytes; tiles that are loaded, stored, transposed and cleared;
// the array, spilled and filled outside Streaming SVE mode; SVE in that mode. Checks that vectors then have the number
// of bits in its argument, if there is one.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 400, SIDE_MOST = 64, STEPS = 20, ARRAY_MOST = 256 * 256 };

// A call in Streaming SVE mode, which clobbers the SIMD&FP registers.
__asm__(
    ".arch armv8.6-a+sve2+sme\n"
    ".macro enter\n"
    "  stp d8, d9, [sp, #-64]!\n"
    "  stp d10, d11, [sp, #16]\n"
    "  stp d12, d13, [sp, #32]\n"
    "  stp d14, d15, [sp, #48]\n"
    "  smstart\n"
    "  ptrue p0.b\n"
    ".endm\n"
    ".macro leave\n"
    "  smstop\n"
    "  ldp d14, d15, [sp, #48]\n"
    "  ldp d12, d13, [sp, #32]\n"
    "  ldp d10, d11, [sp, #16]\n"
    "  ldp d8, d9, [sp], #64\n"
    "  ret\n"
    ".endm\n"
    ".text\n"
    ".macro function name\n"
    "  .type \\name, %function\n"
    "  .global \\name\n"
    "\\name:\n"
    ".endm\n"
    ".macro end name\n"
    "  .size \\name, . - \\name\n"
    ".endm\n"

    "function streaming_bytes\n"
    "  rdsvl x0, #1\n"
    "  ret\n"
    "end streaming_bytes\n"

    // x0: columns of a; x1: rows of b; x2: their product; x3: number of columns
    "function multiply\n"
    "  enter\n"
    "  zero {za0.s}\n"
    "1: ld1w {z0.s}, p0/z, [x0]\n"
    "  ld1w {z1.s}, p0/z, [x1]\n"
    "  addvl x0, x0, #1\n"
    "  addvl x1, x1, #1\n"
    "  fmopa za0.s, p0/m, p0/m, z0.s, z1.s\n"
    "  subs x3, x3, #1\n"
    "  b.ne 1b\n"
    "  mov w12, #0\n"
    "  cntw x4\n"
    "2: st1w {za0h.s[w12, 0]}, p0, [x2]\n"
    "  addvl x2, x2, #1\n"
    "  add w12, w12, #1\n"
    "  cmp w12, w4\n"
    "  b.lt 2b\n"
    "  leave\n"
    "end multiply\n"

    // x0: source; x1: destination
    "function transpose\n"
    "  enter\n"
    "  mov w12, #0\n"
    "  mov x3, #0\n"
    "  cntw x4\n"
    "1: ld1w {za1h.s[w12, 0]}, p0/z, [x0, x3, lsl #2]\n"
    "  add x3, x3, x4\n"
    "  add w12, w12, #1\n"
    "  cmp w12, w4\n"
    "  b.lt 1b\n"
    "  mov w12, #0\n"
    "2: mova z0.s, p0/m, za1v.s[w12, 0]\n"
    "  st1w {z0.s}, p0, [x1]\n"
    "  addvl x1, x1, #1\n"
    "  add w12, w12, #1\n"
    "  cmp w12, w4\n"
    "  b.lt 2b\n"
    "  leave\n"
    "end transpose\n"

    // x0: the sum of all elements of a tile, each of which is 5. The products are unused: QEMU 7.2 computes half of
    // them.
    "function bytes\n"
    "  enter\n"
    "  zero {za}\n"
    "  dup z0.b, #2\n"
    "  dup z1.b, #3\n"
    "  smopa za3.s, p0/m, p0/m, z0.b, z1.b\n"
    "  dup z2.s, #5\n"
    "  addha za2.s, p0/m, p0/m, z2.s\n"
    "  mov w12, #0\n"
    "  cntw x4\n"
    "  mov x0, #0\n"
    "1: mova z3.s, p0/m, za2h.s[w12, 0]\n"
    "  uaddv d4, p0, z3.s\n"
    "  fmov x5, d4\n"
    "  add x0, x0, x5\n"
    "  add w12, w12, #1\n"
    "  cmp w12, w4\n"
    "  b.lt 1b\n"
    "  leave\n"
    "end bytes\n"

    // Stores the array at x0 and loads it, outside Streaming SVE mode. Returns the sum of the bytes of its last vector.
    "function spill\n"
    "  smstart za\n"
    "  rdsvl x4, #1\n"
    "  mov x1, x0\n"
    "  mov w12, #0\n"
    "1: ldr za[w12, 0], [x1]\n"
    "  add x1, x1, x4\n"
    "  add w12, w12, #1\n"
    "  cmp w12, w4\n"
    "  b.lt 1b\n"
    "  sub w12, w12, #1\n"
    "  str za[w12, 0], [x0]\n"
    "  smstop za\n"
    "  mov x5, #0\n"
    "2: ldrb w6, [x0], #1\n"
    "  add x5, x5, x6\n"
    "  subs x4, x4, #1\n"
    "  b.ne 2b\n"
    "  mov x0, x5\n"
    "  ret\n"
    "end spill\n"

    // Selects the mode by bit 0 of x0. Returns the bytes of a vector in it.
    "function length_in_mode\n"
    "  msr svcr, x0\n"
    "  cntb x0\n"
    "  msr svcr, xzr\n"
    "  ret\n"
    "end length_in_mode\n");

uint64_t streaming_bytes(void);
void multiply(const float *a, const float *b, float *product, uint64_t count);
void transpose(const uint32_t *from, uint32_t *to);
uint64_t bytes(void);
uint64_t spill(uint8_t *array);
uint64_t length_in_mode(uint64_t streaming);

static float a[STEPS * SIDE_MOST];
static float b[STEPS * SIDE_MOST];
static float product[SIDE_MOST * SIDE_MOST];
static uint32_t from[SIDE_MOST * SIDE_MOST];
static uint32_t to[SIDE_MOST * SIDE_MOST];
static uint8_t array[ARRAY_MOST];

static int wrong_products(uint64_t side)
{
  int wrong = 0;
  for (uint64_t i = 0; i < STEPS * side; i++) {
    a[i] = (float)(i % 7);
    b[i] = (float)(i % 5);
  }
  for (int round = 0; round < ROUNDS; round++) {
    multiply(a, b, product, STEPS);
  }
  for (uint64_t row = 0; row < side; row++) {
    for (uint64_t column = 0; column < side; column++) {
      float sum = 0;
      for (uint64_t i = 0; i < STEPS; i++) {
        sum += a[i * side + row] * b[i * side + column];
      }
      wrong += product[row * side + column] != sum;
    }
  }
  return wrong;
}

static int wrong_places(uint64_t side)
{
  int wrong = 0;
  for (uint64_t i = 0; i < side * side; i++) {
    from[i] = (uint32_t)i;
  }
  for (int round = 0; round < ROUNDS; round++) {
    transpose(from, to);
  }
  for (uint64_t row = 0; row < side; row++) {
    for (uint64_t column = 0; column < side; column++) {
      wrong += to[row * side + column] != column * side + row;
    }
  }
  return wrong;
}

int main(int argc, char **argv)
{
  const uint64_t size = streaming_bytes();
  const uint64_t side = size / sizeof(float);
  for (uint64_t i = 0; i < size * size; i++) {
    array[i] = i >= size * (size - 1) ? 3 : 1;
  }
  uint64_t spilled = 0;
  uint64_t summed = 0;
  for (int round = 0; round < ROUNDS; round++) {
    spilled = spill(array);
    summed = bytes();
  }
  const int differ = wrong_products(side) + wrong_places(side);
  printf("%d bits: %d %ld %ld %s\n", (int)(8 * size), differ, (long)summed, (long)spilled,
         length_in_mode(1) == size && length_in_mode(0) > 0 ? "both modes" : "one mode");
  return argc > 1 && 8 * size != strtoul(argv[1], NULL, 10) ? 1 : 0;
}
