// SPDX-License-Identifier: Apache-2.0
//
// Ends by a signal, after some work; its argument says by which.
#include <stdlib.h>
#include <string.h>

static volatile unsigned sum;

static unsigned deeper(unsigned level)
{
  volatile char frame[4096];
  frame[level % sizeof frame] = (char)level;
  return deeper(level + 1) + (unsigned)frame[level % sizeof frame];
}

int main(int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  for (unsigned i = 0; i < 5000; i++) {
    sum += i ^ sum >> 3;
  }
  if (strcmp(what, "null") == 0) {
    *(volatile int *)8 = 1;
  } else if (strcmp(what, "stack") == 0) {
    sum += deeper(0);
  } else if (strcmp(what, "abort") == 0) {
    abort();
  } else if (strcmp(what, "undefined") == 0) {
    __asm__ volatile("udf #1");
  } else if (strcmp(what, "jump") == 0) {
    ((void (*)(void))(void *)0x123450)();
  }
  return 0;
}
