// SPDX-License-Identifier: Apache-2.0
//
// Atomics of every size: by exclusives, or by the instructions of FEAT_LSE, as it is compiled.
#include <stdatomic.h>
#include <stdio.h>

int main(void)
{
  static _Atomic unsigned char byte;
  static _Atomic unsigned short half;
  static _Atomic unsigned word;
  static _Atomic unsigned long wide;
  unsigned swapped = 0;
  for (unsigned i = 0; i < 4000; i++) {
    atomic_fetch_add(&byte, 1);
    atomic_fetch_or_explicit(&half, (unsigned short)(1U << i % 16), memory_order_relaxed);
    atomic_fetch_xor_explicit(&word, i, memory_order_release);
    unsigned long expected = i;
    swapped += atomic_compare_exchange_strong(&wide, &expected, i + 1UL);
  }
  printf("%u %x %u\n", (unsigned)byte, (unsigned)half, swapped);
  return swapped == 4000 ? 0 : 1;
}
