// SPDX-License-Identifier: Apache-2.0
#include "cores/software/spu_driver_mmio.h"

#include <limits.h>

// Stores may be posted, and loads may overtake them. The first fence waits for earlier stores; the second one delays
// accesses that depend on this one, such as loads of records after PSB CSYNC and DSB.
static void fence(void)
{
  __asm__ volatile("fence iorw, iorw" ::: "memory");
}

static uint64_t load(void *context, uint32_t offset)
{
  const volatile unsigned long *word =
      (const volatile unsigned long *)((const unsigned char *)context + offset);
  fence();
  const unsigned long value = *word;
  fence();
  return value;
}

static void store(void *context, uint32_t offset, uint64_t value)
{
  volatile unsigned long *word = (volatile unsigned long *)((unsigned char *)context + offset);
  fence();
  *word = (unsigned long)value;
  fence();
}

struct spu_driver_bus spu_driver_mmio(void *registers)
{
  return (struct spu_driver_bus){
      .load = load, .store = store, .context = registers, .data_width = sizeof(unsigned long) * CHAR_BIT};
}
