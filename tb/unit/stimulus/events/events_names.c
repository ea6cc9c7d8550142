// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/events/events_names.h"

#include <stdio.h>
#include <string.h>

#include "spu.h"
#include "spu_sysreg.h"
#include "unit/util/names.h"

static const struct {
  const char *name;
  uint16_t addr;
} registers[] = {
#define REGISTER(name) {#name, SPU_##name},
    SPU_PROFILING_REGISTERS(REGISTER) SPU_MONITOR_REGISTERS(REGISTER)
#undef REGISTER
};

enum { REGISTERS = sizeof registers / sizeof registers[0] };

void events_register_name(uint16_t addr, char name[EVENTS_NAME_BYTES])
{
  const char *known = register_name(addr);
  if (known != NULL) {
    (void)snprintf(name, EVENTS_NAME_BYTES, "%s", known);
  } else {
    (void)snprintf(name, EVENTS_NAME_BYTES, "0x%x", addr);
  }
}

bool events_register_addr(const char *name, uint16_t *addr)
{
  for (size_t i = 0; i < REGISTERS; i++) {
    if (strcmp(registers[i].name, name) == 0) {
      *addr = registers[i].addr;
      return true;
    }
  }
  for (uint32_t n = 0; n < 2 * SPU_MAX_COUNTERS; n++) {
    char indexed[EVENTS_NAME_BYTES];
    const uint16_t at = n % 2 == 0 ? spu_sysreg_pmevcntr(n / 2) : spu_sysreg_pmevtyper(n / 2);
    events_register_name(at, indexed);
    if (strcmp(indexed, name) == 0) {
      *addr = at;
      return true;
    }
  }
  return false;
}
