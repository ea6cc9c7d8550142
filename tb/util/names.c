// SPDX-License-Identifier: Apache-2.0
#include "util/names.h"

#include <stddef.h>

#include "spu.h"
#include "spu_sysreg.h"

const char *discard_name(uint64_t reason)
{
  static const char *const names[] = {"none",  "stopped",      "not enabled", "full",
                                      "fault", "discard mode", "collided"};
  return reason < sizeof names / sizeof names[0] ? names[reason] : "?";
}

const char *register_name(uint16_t addr)
{
  switch (addr) {
#define REGISTER_NAME(name) \
  case SPU_##name:          \
    return #name;
    SPU_PROFILING_REGISTERS(REGISTER_NAME)
    SPU_MONITOR_REGISTERS(REGISTER_NAME)
#undef REGISTER_NAME
  default:
    break;
  }
  if (addr >= spu_sysreg_pmevcntr(0) && addr < spu_sysreg_pmevcntr(SPU_MAX_COUNTERS)) {
    return "PMEVCNTR<n>_EL0";
  }
  if (addr >= spu_sysreg_pmevtyper(0) && addr < spu_sysreg_pmevtyper(SPU_MAX_COUNTERS)) {
    return "PMEVTYPER<n>_EL0";
  }
  return NULL;
}
