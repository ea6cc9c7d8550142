// SPDX-License-Identifier: Apache-2.0
//
// Compares one decision block of the unit with the model's functions for every combination of its inputs.
// Status 0: no difference. 1: a difference. 2: the program does not fit its block.
#include <inttypes.h>
#include <stdio.h>

#include "unit/test/exhaustive/space.h"

int main(void)
{
  struct space space;
  space_create(&space);
  check_block(&space);
  printf("%-8s %-12s %14" PRIu64 " combinations, 0 differences", check_name, block_config_name(),
         space.combinations);
  if (space.unreachable != 0) {
    printf(" (%" PRIu64 " unreachable ones omitted)", space.unreachable);
  }
  putchar('\n');
  return space.combinations == 0 ? 1 : 0;
}
