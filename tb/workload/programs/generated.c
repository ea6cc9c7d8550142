// SPDX-License-Identifier: Apache-2.0
//
// Writes functions while it runs, in one place, each over the one before, and calls them.
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

int main(void)
{
  uint32_t *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (code == MAP_FAILED) {
    return 1;
  }
  long sum = 0;
  for (uint32_t i = 0; i < 200; i++) {
    code[0] = 0x91000000U | i << 10;                   // add x0, x0, #i
    code[1] = i % 2 == 0 ? 0xD1000400U : 0x8B000000U;  // sub x0, x0, #1; add x0, x0, x0
    code[2] = 0xD65F03C0U;                             // ret
    __builtin___clear_cache((char *)code, (char *)(code + 3));
    sum = ((long (*)(long))(void *)code)(sum) % 1000003;
  }
  return printf("%ld\n", sum) < 0;
}
