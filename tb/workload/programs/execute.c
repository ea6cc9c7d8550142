// SPDX-License-Identifier: Apache-2.0
//
// Replaces itself with another program, which is of the machine that simulates.
#include <unistd.h>

static volatile unsigned sum;

int main(void)
{
  for (unsigned i = 0; i < 5000; i++) {
    sum += i;
  }
  execl("/bin/true", "true", (char *)NULL);
  return 1;
}
