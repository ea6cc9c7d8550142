// SPDX-License-Identifier: Apache-2.0
//
// Reads its input to the end. Simulated programs have none.
#include <stdio.h>

int main(void)
{
  long bytes = 0;
  while (getchar() != EOF) {
    bytes++;
  }
  return printf("%ld bytes of input\n", bytes) < 0;
}
