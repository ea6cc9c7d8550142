// SPDX-License-Identifier: Apache-2.0
#include "unit/util/names.h"

#include <stddef.h>

#include "spu.h"
#include "spu_sysreg.h"

const char *discard_name(uint64_t reason)
{
  static const char *const names[] = {"none", "stopped", "not enabled", "full", "fault", "discard mode"};
  return reason < sizeof names / sizeof names[0] ? names[reason] : "?";
}

// clang-format off
#define EACH_COUNTER(X) \
  X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8), X(9), X(10), X(11), X(12), X(13), X(14), X(15), X(16), X(17), \
  X(18), X(19), X(20), X(21), X(22), X(23), X(24), X(25), X(26), X(27), X(28), X(29), X(30)
// clang-format on
#define COUNTER_NAME(n) "PMEVCNTR" #n "_EL0"
#define TYPE_NAME(n) "PMEVTYPER" #n "_EL0"
static const char *const counters[SPU_MAX_COUNTERS] = {EACH_COUNTER(COUNTER_NAME)};
static const char *const types[SPU_MAX_COUNTERS] = {EACH_COUNTER(TYPE_NAME)};

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
  for (uint32_t n = 0; n < SPU_MAX_COUNTERS; n++) {
    if (addr == spu_sysreg_pmevcntr(n)) {
      return counters[n];
    }
    if (addr == spu_sysreg_pmevtyper(n)) {
      return types[n];
    }
  }
  return NULL;
}
