// SPDX-License-Identifier: Apache-2.0
//
// Block D: what may be collected, and the choice of timestamp. There are too many input bits for all combinations.
// Every state of the PE and every enable (as for block A) is sorted into classes by the facts that these decisions
// read. Four states of each class are combined with every value of the register fields that control collection.
#include "gen/block_structs.h"
#include "unit/test/exhaustive/space.h"

const char *const check_name = "collect";

static uint32_t class_key(const struct spu *spu, const struct spu_in *in)
{
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  uint32_t key = StatisticalProfilingEnabled(spu, in);
  key = key << 2 | (uint32_t)owner.ss;
  key = key << 2 | (uint32_t)owner.el;
  key = key << 1 | EL2Enabled(spu, in);
  key = key << 1 | IsSecureEL2Enabled(spu, in);
  key = key << 1 | IsInHost(spu, in);
  key = key << 1 | StatisticalProfilingEnabledAtEL(spu, in, SPU_EL2);
  key = key << 1 | in->hcr_el2_tge;
  key = key << 2 | (uint32_t)CurrentSecurityState(spu, in);
  return key << 2 | in->pe_el;
}

static bool sort(struct space *space, void *context)
{
  (void)context;
  space_sort(space, class_key(space->spu, &space->in));
  return true;
}

// In order of collect_result_t.
static bool compare(struct space *space, void *context)
{
  (void)context;
  const struct spu *spu = space->spu;
  const struct spu_in *in = &space->in;
  struct spu_sample sample = {0};
  SPESampleAddAddressPCVirtual(spu, in, in->dispatch_pc[0], &sample);
  SPESampleAddTimeStamp(spu, in, &sample);
  const enum TimeStamp timestamp = CollectTimeStamp(spu, in);
  const uint64_t expected[] = {CollectContextIDR1(spu, in),         CollectContextIDR2(spu, in),
                               CollectPhysicalAddress(spu, in),     (uint64_t)timestamp,
                               sample.address[SPEAddrPosPCVirtual], sample.timestamp};
  // Without profiling there is no mark, and without a choice of time no timestamp.
  const uint32_t ignored =
      (StatisticalProfilingEnabled(spu, in) ? 0 : 1U << 4) | (timestamp == TimeStamp_None ? 1U << 5 : 0);
  return SPACE_MATCHES(space, collect_result_t_fields, expected, ignored);
}

static void set_word(uint32_t *words, uint64_t value)
{
  words[0] = (uint32_t)value;
  words[1] = (uint32_t)(value >> 32);
}

static void compare_fields(struct space *space)
{
  // Distinct sums and differences.
  space->in.time_count = UINT64_C(0x0123456789ABCDEF);
  space->in.dispatch_pc[0] = UINT64_C(0xFEDCBA9876543210);
  set_word(&space->block.more[0], space->in.dispatch_pc[0]);
  set_word(&space->block.more[2], space->in.time_count);
  space_set(space, "cntvoff_el2", UINT64_C(0x1000000020000003));
  space_set(space, "cntpoff_el2", UINT64_C(0x0400005000060000));
  // Without EL2 PMSCR_EL1.PCT is 0b01 (D24.7.8).
  if (space->spu->config.have_el2) {
    space_vary(space, "pmscr_el1[7:6]");
  } else {
    space_set(space, "pmscr_el1[7:6]", 1);
  }
  SPACE_VARY(space, "pmscr_el1[5:3]", "pmscr_el2[7:3]", "cnthctl_el2_ecv", "scr_el3_ecven");
  space_run(space, "CollectTimeStamp", compare, NULL);
}

void check_block(struct space *space)  // D1, D2, D4, U4, D17.6.9
{
  SPACE_VARY(space, "pe_el", "pe_aarch32", "pe_debug", "el3_aarch32", "scr_el3_ns", "scr_el3_nse",
             "scr_el3_eel2", "scr_el3_rw", "hcr_el2_tge", "hcr_el2_e2h", "hcr_el2_rw", "mdcr_el2_e2pb",
             "mdcr_el3_nspb", "mdcr_el3_nspbe", "pmblimitr[0]", "pmbsr[17]", "pmscr_el1[1:0]",
             "pmscr_el2[1:0]");
  space_run(space, "class of a state", sort, NULL);
  space->combinations = 0;  // sorted, not compared
  space->unreachable = 0;
  space_each(space, compare_fields);
}
