// SPDX-License-Identifier: Apache-2.0
//
// Configurations: the named ones, the check against the rules, and derived values. Also the library's version.
#include <string.h>

#include "spu_internal.h"

const char *spu_version(void)
{
  return SPU_VERSION;
}

const char *spu_status_message(enum spu_status status)
{
  switch (status) {
  case SPU_OK:
    return "no error";
  case SPU_ERR_ARGUMENT:
    return "an argument is null or out of range";
  case SPU_ERR_CONFIG:
    return "a configuration that is not permitted";
  case SPU_ERR_UNKNOWN_CONFIG:
    return "there is no configuration of that name";
  }
  return "unknown status";
}

enum spu_status spu_config_by_name(const char *name, struct spu_config *config)
{
  if (name == NULL || config == NULL) {
    return SPU_ERR_ARGUMENT;
  }
  for (size_t i = 0; i < spu_config_count; i++) {
    if (strcmp(spu_config_table[i].name, name) == 0) {
      *config = spu_config_table[i].config;
      return SPU_OK;
    }
  }
  return SPU_ERR_UNKNOWN_CONFIG;
}

const char *spu_config_name(size_t index)
{
  return index < spu_config_count ? spu_config_table[index].name : NULL;
}

#define EVENTS_IMPDEF (SPU_MASK(63, 48) | SPU_MASK(31, 24) | SPU_MASK(15, 12))
#define EVENTS_OPTIONAL (SPU_MASK(10, 8) | SPU_BIT(4) | SPU_BIT(2))

static uint64_t impdef_events(const struct spu_config *config)
{
  // From FEAT_SPEv1p4 on, events 31:24 are not IMPLEMENTATION DEFINED.
  return config->impdef_events & EVENTS_IMPDEF & ~(config->spe_version >= 4 ? SPU_MASK(31, 24) : 0);
}

// Bits of the Events packet that an implementation of this configuration can set (D18.2.6).
uint64_t spu_config_events_exist(const struct spu_config *config)
{
  uint64_t events = SPU_MASK(10, 0) | impdef_events(config);
  if (config->spe_version >= 1) {
    events |= SPU_BIT(11) | (config->have_sve || config->have_sme ? SPU_MASK(18, 17) : 0);
  }
  if (config->have_tme) {
    events |= SPU_BIT(16);
  }
  if (config->spe_version >= 4) {
    events |= SPU_MASK(23, 19);
  }
  if (config->have_spe_sme) {
    events |= SPU_MASK(25, 24);
  }
  return events & SPU_MASK(8 * config->events_bytes - 1, 0);
}

// Bits of PMSEVFR_EL1 and PMSNEVFR_EL1 (D24.7.11, D24.7.17): the filterable events. Bit 0 is reserved in both. Bit 1
// matters only for records of operations that do not retire. If all of these are discarded, the PE ignores the bit; in
// this unit it is then RAZ/WI in both registers.
uint64_t spu_config_events_filter(const struct spu_config *config)
{
  const uint64_t exist = spu_config_events_exist(config);
  uint64_t events = exist & ~(SPU_BIT(0) | SPU_BIT(6) | EVENTS_OPTIONAL);
  if (config->spe_version >= 2) {
    events |= SPU_BIT(6);
  }
  if (!config->squashed_recorded) {
    events &= ~SPU_BIT(1);
  }
  events |= config->spe_version >= 4 ? EVENTS_OPTIONAL : config->optional_filter & EVENTS_OPTIONAL;
  return events & exist;
}

// All contexts, three counters (one more with FEAT_SPE_ALTCLK, one with ExposedLatency), PC, data VA and PA, previous
// branch target, data source, operation type, events and timestamp. A branch has a target instead of the data
// addresses; a branch that accesses the Guarded Control Stack has all three.
uint32_t spu_config_largest_record(const struct spu_config *config)
{
  enum { CONTEXT = 5, COUNTER = 3, ADDRESS = 9, OP_TYPE = 2, TIMESTAMP = 9 };
  const uint32_t contexts = config->have_el2 ? 2 : 1;
  const uint32_t branch_accesses = config->have_gcs && config->spe_version >= 4 ? 1 : 0;
  const uint32_t addresses = 3 + branch_accesses + (config->have_pbt ? 1 : 0);
  const uint32_t counters = 3U + (config->alt_clock != 0) + config->exposed_latency;
  uint32_t bytes = CONTEXT * contexts + COUNTER * counters + ADDRESS * addresses + OP_TYPE +
                   (1 + config->events_bytes) + TIMESTAMP;
  if (config->source_bytes != 0) {
    bytes += 1 + config->source_bytes;
  }
  const uint32_t align = 1U << config->record_align;
  return (bytes + align - 1) / align * align;
}

uint32_t spu_config_bound(const struct spu_config *config)
{
  return 64 * (config->in_flight + 2);
}

// Whether External aborts set PMBSR_EL1.EA.
bool spu_abort_reported(const struct spu_config *config)
{
  return config->external_abort == SPU_ABORT_REPORTED_SYNC ||
         config->external_abort == SPU_ABORT_REPORTED_ASYNC;
}

// A synchronous report needs the aborted address, so the unit waits for the response to each burst.
bool spu_abort_awaited(const struct spu_config *config)
{
  return config->external_abort == SPU_ABORT_REPORTED_SYNC;
}

// SW_INCR, CPU_CYCLES, CHAIN and the SAMPLE_* events (D14.3), including those of features that the configuration does
// not have: they are not the core's events either.
bool spu_pmu_own_event(uint32_t number)
{
  switch (number) {
  case SPU_EVENT_SW_INCR:
  case SPU_EVENT_CPU_CYCLES:
  case SPU_EVENT_CHAIN:
  case SPU_EVENT_SAMPLE_POP:
  case SPU_EVENT_SAMPLE_FEED:
  case SPU_EVENT_SAMPLE_FILTRATE:
  case SPU_EVENT_SAMPLE_COLLISION:
  case SPU_EVENT_SAMPLE_FEED_DS:
  case SPU_EVENT_SAMPLE_BUFFER_FULL:
  case SPU_EVENT_SAMPLE_FEED_BR:
  case SPU_EVENT_SAMPLE_FEED_LD:
  case SPU_EVENT_SAMPLE_FEED_ST:
  case SPU_EVENT_SAMPLE_FEED_OP:
  case SPU_EVENT_SAMPLE_FEED_EVENT:
  case SPU_EVENT_SAMPLE_FEED_LAT:
  case SPU_EVENT_SAMPLE_FEED_FP:
  case SPU_EVENT_SAMPLE_FEED_SIMD:
    return true;
  default:
    return false;
  }
}

// D14.2: each of the core's PMU events has one pin, and the unit's own have none.
bool spu_config_lists_own_event(const struct spu_config *config)
{
  for (uint32_t i = 0; i < SPU_MAX_PMU_EVENTS; i++) {
    if (config->pmu_events[i] != 0 && spu_pmu_own_event(config->pmu_events[i])) {
      return true;
    }
  }
  return false;
}

bool spu_config_lists_event_twice(const struct spu_config *config)
{
  for (uint32_t i = 0; i < SPU_MAX_PMU_EVENTS; i++) {
    for (uint32_t other = 0; other < i; other++) {
      if (config->pmu_events[i] != 0 && config->pmu_events[other] == config->pmu_events[i]) {
        return true;
      }
    }
  }
  return false;
}

enum spu_status spu_config_check(const struct spu_config *config, const char **why)
{
  if (config == NULL) {
    return SPU_ERR_ARGUMENT;
  }
  const char *refusal = spu_config_refusal(config);
  if (refusal == NULL) {
    return SPU_OK;
  }
  if (why != NULL) {
    *why = refusal;
  }
  return SPU_ERR_CONFIG;
}
