// SPDX-License-Identifier: Apache-2.0
//
// Block P: which counters count, and the overflow level. CountEvents() has four conditions, each with its own space:
// the counter is enabled, prohibited, frozen or filtered. Each space fixes the other three conditions so that this one
// decides, and includes every PE state. The first, the last and the cycle counter are compared.
#include <stdio.h>

#include "gen/block_structs.h"
#include "unit/test/exhaustive/space.h"

const char *const check_name = "count";

static bool compare_count(struct space *space, void *context)
{
  static const struct field *field;
  (void)context;
  const uint32_t counters = space->spu->config.pmu_counters;
  const uint32_t compared[] = {0, counters - 1, PMU_CYCLE_COUNTER};
  if (field == NULL) {
    field = space_field(count_result_t_fields, "count");
  }
  const uint64_t count = space_result(space, field);
  const struct spu_pmu_pe pe = spu_pmu_pe(space->spu, &space->in);
  for (size_t i = counters == 0 ? 2 : 0; i < sizeof compared / sizeof compared[0]; i++) {
    // It equals AArch64_CountEvents() where EL1 uses AArch64.
    const bool expected = AArch32_CountEvents(space->spu, &space->in, &pe, compared[i]) &&
                          !SPEFreezeOnEvent(space->spu, &space->in, compared[i]);
    if ((count >> compared[i] & 1U) != expected) {
      char what[32];
      (void)snprintf(what, sizeof what, "counter %u counts", compared[i]);
      return space_differ(space, what, expected, !expected);
    }
  }
  return true;
}

static bool compare_overflow(struct space *space, void *context)
{
  (void)context;
  const bool overflow = AArch32_CheckForPMUOverflow(space->spu, &space->in);
  const uint64_t expected[] = {overflow, overflow, 0};  // in order of count_result_t
  return SPACE_MATCHES(space, count_result_t_fields, expected, 1U << 2);
}

// Varies the compared counters' bits in a register with one bit for each counter.
static void vary_flags(struct space *space, const char *name)
{
  const uint32_t counters = space->spu->config.pmu_counters;
  const uint32_t flags[] = {PMU_CYCLE_COUNTER, 0, counters - 1};
  const size_t count = counters == 0 ? 1 : (counters == 1 ? 2 : 3);
  for (size_t i = 0; i < count; i++) {
    space_vary(space, "%s[%u]", name, flags[i]);
  }
}

static void begin(struct space *space)
{
  space_clear(space);
  SPACE_VARY(space, "pe_el", "pe_aarch32", "el3_aarch32", "scr_el3_ns", "scr_el3_nse", "scr_el3_eel2",
             "scr_el3_rw", "hcr_el2_rw", "hcr_el2_tge", "hcr_el2_e2h");
}

// Enables every compared counter, in both ranges.
static void enable(struct space *space)
{
  space_set(space, "pmu.pmcr[0]", 1);
  space_set(space, "mdcr_el2_hpme", 1);
  space_set(space, "pmu.pmcnten[31:0]",
            UINT32_C(0x80000000) | ((UINT32_C(1) << space->spu->config.pmu_counters) - 1));
}

// Permits counting everywhere, also in Secure state.
static void allow(struct space *space)
{
  static const char *const pins[] = {"mdcr_el3_spme", "dbgen",   "niden",  "spiden",
                                     "spniden",       "rlpiden", "rtpiden"};
  for (size_t i = 0; i < sizeof pins / sizeof pins[0]; i++) {
    space_set(space, pins[i], 1);
  }
}

static void enabled(struct space *space)
{
  begin(space);
  allow(space);
  SPACE_VARY(space, "pmu.pmcr[0]", "mdcr_el2_hpme", "mdcr_el2_hpmn");
  vary_flags(space, "pmu.pmcnten");
  space_run(space, "CountEvents (enabled)", compare_count, NULL);
}

static void prohibited(struct space *space)
{
  begin(space);
  enable(space);
  SPACE_VARY(space, "mdcr_el3_spme", "mdcr_el3_mpmx", "mdcr_el3_sccd", "mdcr_el3_mccd", "sder_suniden",
             "mdcr_el2_hpmd", "mdcr_el2_hccd", "pmu.pmcr[5]", "pe_debug", "dbgen", "niden", "spiden",
             "spniden", "mdcr_el2_hpmn[0]");
  if (space->spu->config.have_rme) {
    SPACE_VARY(space, "rlpiden", "rtpiden");
  }
  space_run(space, "CountEvents (prohibited)", compare_count, NULL);
}

static void frozen(struct space *space)
{
  begin(space);
  enable(space);
  allow(space);
  SPACE_VARY(space, "pmu.pmcr[9]", "pmu.pmcr[32]", "mdcr_el2_hpmfzo", "mdcr_el2_hpmfzs", "pmblimitr[0]",
             "pmblimitr[5]", "pmbsr[17]", "mdcr_el2_hpmn[2:0]", "pmu.pmcr[5]");
  vary_flags(space, "pmu.pmovs");
  space_run(space, "CountEvents (frozen)", compare_count, NULL);
}

// Varies the filter fields that are not RES0 in the configuration, of register number `n`.
static void vary_filter(struct space *space, const char *name, uint32_t n)
{
  const struct spu_config *config = &space->spu->config;
  const struct {
    uint32_t bit;
    bool exists;
  } fields[] = {{31, true},
                {30, true},
                {29, config->have_el3},
                {28, config->have_el3},
                {27, config->have_el2},
                {26, config->have_el3},
                {24, config->have_sel2},
                {22, config->have_rme},
                {21, config->have_rme},
                {20, config->have_rme}};
  if (config->have_pmu_sme) {
    space_vary(space, "pe_sm");
    space_vary(space, "%s_vs[%u:%u]", name, 2 * n + 1, 2 * n);
  }
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
    if (fields[i].exists) {
      space_vary(space, "%s[%u]", name, 32 * n + fields[i].bit);
    }
  }
}

static void filtered(struct space *space)
{
  const uint32_t counters = space->spu->config.pmu_counters;
  begin(space);
  enable(space);
  allow(space);
  vary_filter(space, "pmu.pmccfiltr", 0);
  space_run(space, "CountEvents (filter of the cycle counter)", compare_count, NULL);
  for (uint32_t n = 0; n < counters; n += counters == 1 ? 1 : counters - 1) {
    begin(space);
    enable(space);
    allow(space);
    vary_filter(space, "pmu.pmevtyper", n);
    space_run(space, "CountEvents (filter)", compare_count, NULL);
  }
}

static void overflow(struct space *space)
{
  begin(space);
  SPACE_VARY(space, "pmu.pmcr[0]", "mdcr_el2_hpme", "mdcr_el2_hpmn");
  vary_flags(space, "pmu.pminten");
  vary_flags(space, "pmu.pmovs");
  space_run(space, "CheckForPMUOverflow", compare_overflow, NULL);
}

void check_block(struct space *space)  // P1, P2, P4, P5
{
  if (space->spu->config.pmu_version == 0) {
    space->combinations = 1;  // nothing to decide
    return;
  }
  enabled(space);
  prohibited(space);
  frozen(space);
  filtered(space);
  overflow(space);
}
