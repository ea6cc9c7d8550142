// SPDX-License-Identifier: Apache-2.0
//
// The configuration: named ones, what is in range, and what follows from it.
#include <string.h>

#include "spu_internal.h"

const char *spu_status_message(enum spu_status status)
{
  switch (status) {
  case SPU_OK:
    return "no error";
  case SPU_ERR_ARGUMENT:
    return "an argument is null or out of range";
  case SPU_ERR_CONFIG:
    return "a configuration field is out of range";
  case SPU_ERR_RECORD_SIZE:
    return "the largest record does not fit PMSIDR_EL1.MaxSize";
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
  // FEAT_SPEv1p4 takes events 31:24 from the IMPLEMENTATION DEFINED ones; without FEAT_SPE_SME they are zero.
  return config->impdef_events & EVENTS_IMPDEF & ~(config->spe_version >= 4 ? SPU_MASK(31, 24) : 0);
}

// Bits of the Events packet that an implementation of this configuration can set (D18.2.6).
uint64_t spu_config_events_exist(const struct spu_config *config)
{
  uint64_t events = SPU_MASK(10, 0) | impdef_events(config);
  if (config->spe_version >= 1) {
    events |= SPU_BIT(11) | (config->have_sve ? SPU_MASK(18, 17) : 0);
  }
  if (config->have_tme) {
    events |= SPU_BIT(16);
  }
  if (config->spe_version >= 4) {
    events |= SPU_MASK(23, 19);
  }
  return events;
}

// Bits of PMSEVFR_EL1 and PMSNEVFR_EL1 (D24.7.11, D24.7.17): those of the events that can be filtered. Bit 0 is
// reserved in both. Bit 1 is there only for records of operations that do not retire: where all of those are
// discarded the PE ignores it, and here it is RAZ/WI in both registers.
uint64_t spu_config_events_filter(const struct spu_config *config)
{
  uint64_t events = spu_config_events_exist(config) & ~(SPU_BIT(0) | SPU_BIT(6) | EVENTS_OPTIONAL);
  if (config->spe_version >= 2) {
    events |= SPU_BIT(6);
  }
  if (!config->squashed_recorded) {
    events &= ~SPU_BIT(1);
  }
  return events | (config->spe_version >= 4 ? EVENTS_OPTIONAL : config->optional_filter & EVENTS_OPTIONAL);
}

// Both contexts, three counters, PC with data VA and PA, data source, operation type, events and a
// timestamp. A branch has a target instead of the data addresses, except that one which accesses the
// Guarded Control Stack has all of them.
uint32_t spu_config_largest_record(const struct spu_config *config)
{
  enum { CONTEXT = 5, COUNTER = 3, ADDRESS = 9, OP_TYPE = 2, TIMESTAMP = 9 };
  const uint32_t contexts = config->have_el2 ? 2 : 1;
  const uint32_t branch_accesses = config->have_gcs && config->spe_version >= 4 ? 1 : 0;
  const uint32_t addresses = 3 + branch_accesses + (config->have_pbt ? 1 : 0);
  uint32_t bytes = CONTEXT * contexts + 3 * COUNTER + ADDRESS * addresses + OP_TYPE +
                   (1 + config->events_bytes) + TIMESTAMP;
  if (config->source_bytes != 0) {
    bytes += 1 + config->source_bytes;
  }
  const uint32_t align = 1U << config->record_align;
  return (bytes + align - 1) / align * align;
}

static bool power_of_two(uint32_t value, uint32_t low, uint32_t high)
{
  return value >= low && value <= high && (value & (value - 1)) == 0;
}

// Whether {NSPBE, NSPB} = value is one that the configuration does not reserve (D24.7, MDCR_EL3).
static bool nsxb_usable(const struct spu_config *config)
{
  const uint32_t space = config->reserved_nsxb >> 1;
  return config->reserved_nsxb <= 7 && space != 2 && (space != 0 || config->have_sel2 || !config->have_rme) &&
         (space != 3 || config->have_rme);
}

// What a reserved TRFCR_ELx.TS can act as: a value that is not reserved. 0b10 is one only with FEAT_ECV,
// and 0b00 only in TRFCR_EL2, where it leaves the choice to TRFCR_EL1.
static bool trf_usable(const struct spu_config *config, uint32_t value, uint32_t lowest)
{
  return value >= lowest && value <= 3 && (value != 2 || config->have_ecv);
}

// PMSCR_ELx.PCT has its second bit with FEAT_ECV.
static bool pct_usable(const struct spu_config *config)
{
  return config->reserved_pct <= 1 || (config->reserved_pct == 3 && config->have_ecv);
}

// Whether External aborts set PMBSR_EL1.EA.
bool spu_abort_reported(const struct spu_config *config)
{
  return config->external_abort == SPU_ABORT_REPORTED_SYNC ||
         config->external_abort == SPU_ABORT_REPORTED_ASYNC;
}

// Arm ARM D17.8.4: from FEAT_SPEv1p3 an External abort is not reported to the unit.
static bool abort_permitted(const struct spu_config *config)
{
  return config->external_abort <= SPU_ABORT_REPORTED_ASYNC &&
         (!spu_abort_reported(config) || config->spe_version < 3);
}

// EL3 in AArch32 is AArch32 at every level; FEAT_RME has no such EL3.
static bool aarch32_el3_usable(const struct spu_config *config)
{
  return config->have_el3 && config->aarch32_el1 && (config->aarch32_el2 || !config->have_el2) &&
         !config->have_rme;
}

static bool pmu_version_known(uint32_t version)
{
  return version == 0 || version == 1 || version == 4 || version == 5 || version == 7 || version == 8;
}

// SW_INCR, CPU_CYCLES, CHAIN and the SAMPLE_* events (D14.3): those of features that the configuration
// does not have are no events of the core's either.
bool spu_pmu_own_event(uint32_t number)
{
  switch (number) {
  case PMU_EVENT_SW_INCR:
  case PMU_EVENT_CPU_CYCLES:
  case PMU_EVENT_CHAIN:
  case PMU_EVENT_SAMPLE_POP:
  case PMU_EVENT_SAMPLE_FEED:
  case PMU_EVENT_SAMPLE_FILTRATE:
  case PMU_EVENT_SAMPLE_COLLISION:
  case PMU_EVENT_SAMPLE_FEED_DS:
  case PMU_EVENT_SAMPLE_BUFFER_FULL:
  case PMU_EVENT_SAMPLE_FEED_BR:
  case PMU_EVENT_SAMPLE_FEED_LD:
  case PMU_EVENT_SAMPLE_FEED_ST:
  case PMU_EVENT_SAMPLE_FEED_OP:
  case PMU_EVENT_SAMPLE_FEED_EVENT:
  case PMU_EVENT_SAMPLE_FEED_LAT:
    return true;
  default:
    return false;
  }
}

// D14.2: each of the core's PMU events has one pin, and the unit's own have none.
static bool pmu_events_usable(const struct spu_config *config)
{
  for (uint32_t i = 0; i < SPU_MAX_PMU_EVENTS; i++) {
    if (config->pmu_events[i] == 0) {
      continue;
    }
    if (spu_pmu_own_event(config->pmu_events[i])) {
      return false;
    }
    for (uint32_t other = 0; other < i; other++) {
      if (config->pmu_events[other] == config->pmu_events[i]) {
        return false;
      }
    }
  }
  return true;
}

// FEAT_ECV and FEAT_RME come after FEAT_Debugv8p4.
static bool debug_version_usable(const struct spu_config *config)
{
  return config->debug_version == 4 || ((config->debug_version == 0 || config->debug_version == 2) &&
                                        !config->have_ecv && !config->have_rme);
}

struct check {
  const char *name;
  bool good;
};

static const char *first_bad(const struct check *checks, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (!checks[i].good) {
      return checks[i].name;
    }
  }
  return NULL;
}

// Sizes, Exception levels and features.
static const char *bad_feature(const struct spu_config *config)
{
  const struct check checks[] = {
      {"dispatch_width", config->dispatch_width >= 1 && config->dispatch_width <= SPU_MAX_SLOTS},
      {"axi_data_width", power_of_two(config->axi_data_width, 64, 8 * SPU_MAX_AXI_BYTES)},
      {"in_flight", config->in_flight >= 1 && config->in_flight <= SPU_MAX_TAGS},
      {"record_align", config->record_align <= 11},
      {"max_size", config->max_size >= 4 && config->max_size <= 7},
      {"min_interval", config->min_interval <= 8 && config->min_interval != 1},
      {"events_bytes", power_of_two(config->events_bytes, 1, 8)},
      {"source_bytes", config->source_bytes <= 2},
      {"secure_only", !config->secure_only || !config->have_el3},
      {"have_sel2", !config->have_sel2 || config->have_el2},
      {"have_rme", !config->have_rme || (config->have_el2 && config->have_el3)},
      {"aarch32_el2", !config->aarch32_el2 || (config->have_el2 && config->aarch32_el1)},
      {"aarch32_el3", !config->aarch32_el3 || aarch32_el3_usable(config)},
      {"spe_version", config->spe_version <= 4},
      {"have_ecv_poff", !config->have_ecv_poff || config->have_ecv},
      {"have_fgt2", !config->have_fgt2 || config->have_fgt},
      {"nested_virt", config->nested_virt <= 2 && (config->nested_virt == 0 || config->have_el2)},
      {"debug_version", debug_version_usable(config)},
      {"pmu_version", pmu_version_known(config->pmu_version)},
      {"pmu_counters", config->pmu_counters <= (config->pmu_version == 0 ? 0 : SPU_MAX_COUNTERS)},
      {"pmu_events", pmu_events_usable(config)},
      {"have_trf", !config->have_trf || config->have_trace},
  };
  return first_bad(checks, sizeof checks / sizeof checks[0]);
}

// IMPLEMENTATION DEFINED and CONSTRAINED UNPREDICTABLE choices.
static const char *bad_choice(const struct spu_config *config)
{
  const struct check checks[] = {
      {"external_abort", abort_permitted(config)},
      {"impdef_events", (config->impdef_events & ~EVENTS_IMPDEF) == 0},
      {"optional_filter", (config->optional_filter & ~(uint32_t)EVENTS_OPTIONAL) == 0},
      {"not_enabled_write", config->not_enabled_write <= SPU_NOT_ENABLED_NOT_ALLOWED},
      {"reserved_nsxb", nsxb_usable(config)},
      {"reserved_pct", pct_usable(config)},
      {"reserved_trf_el1", trf_usable(config, config->reserved_trf_el1, 1)},
      {"reserved_trf_el2", trf_usable(config, config->reserved_trf_el2, 0)},
  };
  return first_bad(checks, sizeof checks / sizeof checks[0]);
}

enum spu_status spu_config_check(const struct spu_config *config, const char **field)
{
  if (config == NULL) {
    return SPU_ERR_ARGUMENT;
  }
  const char *bad = bad_feature(config);
  if (bad == NULL) {
    bad = bad_choice(config);
  }
  enum spu_status status = SPU_OK;
  if (bad != NULL) {
    status = SPU_ERR_CONFIG;
  } else if (spu_config_largest_record(config) > 1U << config->max_size) {
    bad = "max_size";
    status = SPU_ERR_RECORD_SIZE;
  }
  if (status != SPU_OK && field != NULL) {
    *field = bad;
  }
  return status;
}
