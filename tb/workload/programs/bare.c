// SPDX-License-Identifier: Apache-2.0
//
// A program without any library.
static unsigned long call(unsigned long number, unsigned long a, unsigned long b, unsigned long c)
{
  register unsigned long x0 __asm__("x0") = a;
  register unsigned long x1 __asm__("x1") = b;
  register unsigned long x2 __asm__("x2") = c;
  register unsigned long x8 __asm__("x8") = number;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
  return x0;
}

void _start(void)
{
  enum { SYS_WRITE = 64, SYS_EXIT = 93 };
  static const char text[] = "bare\n";
  volatile unsigned long sum = 0;
  for (unsigned long i = 0; i < 3000; i++) {
    sum += i;
  }
  call(SYS_WRITE, 1, (unsigned long)text, sizeof text - 1);
  call(SYS_EXIT, sum == 4498500 ? 0 : 1, 0, 0);
}
