// SPDX-License-Identifier: Apache-2.0
//
// Computes a little, and ends with a status that is not 0.
#include <stdlib.h>

static volatile unsigned sum;

int main(int argc, char **argv)
{
  for (unsigned i = 0; i < 5000; i++) {
    sum += i * i;
  }
  return argc > 1 ? atoi(argv[1]) : 0;
}
