// SPDX-License-Identifier: Apache-2.0
//
// SVE: predicated loops, gather and scatter, first-faulting and non-faulting loads, structures, reductions. Checks that
// vectors have the number of bits in its argument, if there is one.
#include <arm_sve.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1000 };

static float x[SIZE];
static float y[SIZE];
static int32_t table[SIZE];
static uint8_t text[SIZE];

static float scale_and_add(void)
{
  svfloat32_t sum = svdup_f32(0);
  for (int32_t i = 0; i < SIZE; i += (int32_t)svcntw()) {
    const svbool_t p = svwhilelt_b32(i, SIZE);
    const svfloat32_t value = svmla_m(p, svld1(p, y + i), svld1(p, x + i), 2.0F);
    svst1(p, y + i, value);
    sum = svadd_m(p, sum, value);
  }
  return svaddv(svptrue_b32(), sum);
}

static int64_t gather(void)
{
  int64_t sum = 0;
  for (int32_t i = 0; i < SIZE; i += (int32_t)svcntw()) {
    const svbool_t p = svwhilelt_b32(i, SIZE);
    const svint32_t index = svmul_x(p, svindex_s32(i, 1), 7);
    const svint32_t place = svsub_x(p, index, svmul_x(p, svdiv_x(p, index, svdup_s32(SIZE)), SIZE));
    const svint32_t value = svld1_gather_index(p, table, place);
    svst1_scatter_index(p, table, place, svadd_x(p, value, 1));
    sum += svaddv(p, value);
  }
  return sum;
}

// A first-faulting load may omit all elements but the first, as QEMU does at the end of a page.
static uint64_t length(void)
{
  const svbool_t all = svptrue_b8();
  for (uint64_t i = 0;;) {
    svsetffr();
    const svuint8_t part = svldff1(all, text + i);
    const svbool_t read = svrdffr();
    const svbool_t end = svcmpeq(read, part, 0);
    if (svptest_any(read, end)) {
      return i + svcntp_b8(all, svbrkb_z(read, end));
    }
    i += svcntp_b8(all, read);
  }
}

static int32_t deinterleave(void)
{
  const svbool_t p = svptrue_b32();
  const svint32x2_t pair = svld2(p, table);
  svprfw(p, table + 512, SV_PLDL1KEEP);
  const svint32_t far = svldnf1(p, table + 512);
  svst2(p, table, pair);
  svstnt1(p, table + 512, svadd_x(p, far, svldnt1(p, table + 256)));
  return svmaxv(p, svsub_x(p, svget2(pair, 1), svget2(pair, 0)));
}

int main(int argc, char **argv)
{
  for (int i = 0; i < SIZE; i++) {
    x[i] = (float)i;
    table[i] = i;
    text[i] = i < 700 ? 'a' : 0;
  }
  const float sum = scale_and_add();
  const int64_t gathered = gather();
  const uint64_t bits = 8 * svcntb();
  printf("%d bits: %.0f %ld %ld %d\n", (int)bits, (double)sum, (long)gathered, (long)length(),
         (int)deinterleave());
  return argc > 1 && bits != strtoul(argv[1], NULL, 10) ? 1 : 0;
}
