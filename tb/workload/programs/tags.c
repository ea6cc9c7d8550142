// SPDX-License-Identifier: Apache-2.0
//
// Memory tags: allocates tagged memory, and is stopped where pointer and memory differ.
#include <arm_acle.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#define CONTROL (PR_TAGGED_ADDR_ENABLE | PR_MTE_TCF_SYNC | (0xFFFEUL << PR_MTE_TAG_SHIFT))
enum { PROTECTION_TAGS = 0x20 };

int main(void)
{
  if (prctl(PR_SET_TAGGED_ADDR_CTRL, CONTROL, 0, 0, 0) != 0) {
    return 1;
  }
  int *memory =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROTECTION_TAGS, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int *first = __arm_mte_create_random_tag(memory, 0);
  __arm_mte_set_tag(first);
  for (int i = 0; i < 4000; i++) {
    *(volatile int *)first += i;
  }
  printf("%d\n", *first);
  fflush(stdout);
  first[4] = 1;  // the next granule has another tag
  return 0;
}
