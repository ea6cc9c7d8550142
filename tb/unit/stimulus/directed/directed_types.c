// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for the extended type filter, for SIMD, floating-point and SME in records, and for the alternate clock
// (requirements N4, N5, N6; Arm ARM D17.5.1, D17.6.1, D17.6.6, D18.2.7).
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(types)

// Headers of packets (D18.2).
enum {
  OTHER_PACKET = 0x48,
  LOAD_STORE_PACKET = 0x49,
  ISSUE_PACKET = 0x99,
  ALTERNATE_PACKET = 0x9C,
  EXPOSED_PACKET = 0x9E
};

// Types in the order of PMSFCR_EL1: B is bit 16, Bm bit 48.
enum { B = 1, LD = 2, ST = 4, FP = 8, SIMD = 16, ALL = 31 };

static void filter(struct directed_script *script, uint64_t types, uint64_t masks)
{
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | types << 16 | masks << 48);
}

static void operation(struct directed_script *script, enum spu_op_kind kind, bool simd, bool fp)
{
  DIRECTED_OP(script, kind, kind);
  DIRECTED_OP(script, simd, simd);
  DIRECTED_OP(script, fp, fp);
}

// Samples one operation; *kept counts the records of the scenario.
static void sample(struct directed_script *script, bool keeps, uint64_t *kept)
{
  *kept += keeps;
  directed_sample_to_end(script, 0);
  directed_add1(script, STEP_COMMITTED, *kept);
}

// Operations by their types.
static const struct {
  enum spu_op_kind kind;
  bool store;
  bool simd;
  bool fp;
  uint8_t types;
} operations[] = {{SPU_KIND_OTHER, false, false, false, 0},
                  {SPU_KIND_OTHER, false, false, true, FP},
                  {SPU_KIND_OTHER, false, true, false, SIMD},
                  {SPU_KIND_OTHER, false, true, true, SIMD | FP},
                  {SPU_KIND_BRANCH, false, false, false, B},
                  {SPU_KIND_LDST_GENERAL, false, false, false, LD},
                  {SPU_KIND_LDST_GENERAL, true, false, false, ST},
                  {SPU_KIND_LDST_SIMD_FP, false, false, true, LD | FP},
                  {SPU_KIND_LDST_SIMD_FP, true, true, false, ST | SIMD},
                  {SPU_KIND_LDST_EXTENDED, false, false, true, LD | FP},
                  {SPU_KIND_LDST_UNSPECIFIED, true, true, false, ST | SIMD},
                  {SPU_KIND_LDST_SVE, false, false, false, LD | SIMD},
                  {SPU_KIND_SVE, false, false, true, SIMD | FP},
                  {SPU_KIND_SME, false, false, false, SIMD}};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

// Samples each of them, and checks whether these controls keep it (RYGCFK).
static void sample_each(struct directed_script *script, uint8_t types, uint8_t masks, uint64_t *kept)
{
  filter(script, types, masks);
  for (size_t i = 0; i < OPERATIONS; i++) {
    const unsigned any = types & ~(unsigned)masks;
    const bool or_part = any == 0 || (operations[i].types & any) != 0;
    const bool and_part = (operations[i].types & masks) == (types & masks);
    operation(script, operations[i].kind, operations[i].simd, operations[i].fp);
    DIRECTED_OP(script, store, operations[i].store);
    DIRECTED_OP(script, acq_rel, operations[i].kind == SPU_KIND_LDST_EXTENDED);
    sample(script, or_part && and_part, kept);
  }
}

// ---------------------------------------------------------------------------------------------------------
// The filter

// N4, RYGCFK: without masks, an operation with any of the types is kept.
SCENARIO_IF(type_filter_selects_simd_and_fp, config->have_eft)
{
  static const uint8_t selected[] = {B, LD, ST, FP, SIMD, SIMD | FP, B | FP, ALL};
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  for (size_t i = 0; i < sizeof selected; i++) {
    sample_each(script, selected[i], 0, &kept);
  }
}

// N4, RYGCFK: a type with its mask set must be present, or absent.
SCENARIO_IF(type_masks_select_one_type_exactly, config->have_eft)
{
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  for (unsigned type = B; type <= SIMD; type <<= 1) {
    sample_each(script, (uint8_t)type, (uint8_t)type, &kept);
    sample_each(script, 0, (uint8_t)type, &kept);
  }
}

// N4, RYGCFK: types with a mask and types without: both parts must accept.
SCENARIO_IF(both_parts_of_the_type_filter_apply, config->have_eft)
{
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  sample_each(script, LD | ST, SIMD, &kept);         // non-SIMD accesses
  sample_each(script, LD | ST | SIMD, SIMD, &kept);  // SIMD accesses
  sample_each(script, SIMD | FP, LD | ST, &kept);    // data processing
  sample_each(script, FP | LD, LD | B, &kept);       // floating-point loads
}

// N4, RYGCFK: with every mask set, the types must be exactly those in TYPE, possibly none.
SCENARIO_IF(masks_of_all_types_select_one_combination, config->have_eft)
{
  static const uint8_t types[] = {0, B, LD, ST, FP, SIMD, SIMD | FP, LD | FP, ST | SIMD, ALL};
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  for (size_t i = 0; i < sizeof types; i++) {
    sample_each(script, types[i], ALL, &kept);
  }
}

// N4, RYGCFK: with neither types nor masks nothing is rejected, whatever is CONSTRAINED UNPREDICTABLE without
// FEAT_SPE_EFT.
SCENARIO_IF(type_filter_without_types_keeps_all, config->have_eft)
{
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  sample_each(script, 0, 0, &kept);
}

// N4, D17.5.1: the pins for SIMD and floating-point apply only to some kinds of operations.
SCENARIO_IF(only_some_kinds_are_simd_or_fp, config->have_eft)
{
  static const enum spu_op_kind neither[] = {SPU_KIND_BRANCH,   SPU_KIND_LDST_GENERAL, SPU_KIND_LDST_NV2,
                                             SPU_KIND_LDST_TAG, SPU_KIND_LDST_MEM_SET, SPU_KIND_LDST_GCS};
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  filter(script, SIMD | FP, 0);
  for (size_t i = 0; i < sizeof neither / sizeof neither[0]; i++) {
    operation(script, neither[i], true, true);
    sample(script, false, &kept);
  }
  operation(script, SPU_KIND_BRANCH, true, true);
  DIRECTED_OP(script, how, SPU_OP_EXCEPTION);  // recorded in the Other format
  sample(script, false, &kept);
  DIRECTED_OP(script, how, SPU_OP_RETIRED);
  filter(script, FP, 0);
  operation(script, SPU_KIND_LDST_SVE, true, true);
  sample(script, false, &kept);
  filter(script, SIMD, 0);
  operation(script, SPU_KIND_LDST_SVE, false, false);
  sample(script, true, &kept);
  operation(script, SPU_KIND_SVE, false, false);
  sample(script, true, &kept);
  operation(script, SPU_KIND_SME, false, false);
  sample(script, true, &kept);
}

// C4, N4: counts depend on the types of operations, not on the filter.
SCENARIO_IF(sample_feed_simd_and_fp_are_counted, config->have_eft &&directed_counters(config, 1, 2))
{
  uint64_t simd = 0;
  uint64_t fp = 0;
  directed_enable_monitors(script);
  for (uint32_t n = 0; n < 2; n++) {
    directed_msr(script, spu_sysreg_pmevtyper(n), 0x8348 + n);
    directed_msr(script, spu_sysreg_pmevcntr(n), 0);
  }
  directed_msr(script, SPU_PMCNTENSET_EL0, 3);
  directed_program(script, directed_buffer, directed_end);
  filter(script, B, 0);
  for (size_t i = 0; i < OPERATIONS; i++) {
    operation(script, operations[i].kind, operations[i].simd, operations[i].fp);
    DIRECTED_OP(script, store, operations[i].store);
    DIRECTED_OP(script, acq_rel, operations[i].kind == SPU_KIND_LDST_EXTENDED);
    directed_sample_to_end(script, 0);
    simd += (operations[i].types & SIMD) != 0;
    fp += (operations[i].types & FP) != 0;
  }
  directed_expect(script, spu_sysreg_pmevcntr(0), fp);
  directed_expect(script, spu_sysreg_pmevcntr(1), simd);
}

// C4, N4: SAMPLE_FEED_OP counts what both parts select, with or without FT; nothing without types and masks.
SCENARIO_IF(sample_feed_op_follows_the_masks, config->have_eft &&directed_counters(config, 1, 1))
{
  directed_enable_monitors(script);
  directed_count(script, 0, 0x812D, 0);
  directed_program(script, directed_buffer, directed_end);
  static const struct {
    uint64_t types;
    uint64_t masks;
    uint64_t counted;
  } rows[] = {{0, 0, 0},           // a load of type FP
              {FP, 0, 1},          //
              {SIMD, 0, 1},        // not this type
              {FP | LD, SIMD, 2},  // the masked type must be absent, and is
              {LD | SIMD, SIMD, 2},
              {0, B, 3},     // only masks
              {0, LD, 3},    //
              {ALL, 0, 4}};  //
  operation(script, SPU_KIND_LDST_SIMD_FP, false, true);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    directed_msr(script, SPU_PMSFCR_EL1, rows[i].types << 16 | rows[i].masks << 48);
    directed_sample_to_end(script, 0);
    directed_expect(script, spu_sysreg_pmevcntr(0), rows[i].counted);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Packet formats and ID fields

// N4, D18.2.7, Other: ASE and FP beside COND; all zero for a branch with an exception.
SCENARIO(other_format_has_simd_and_fp)
{
  const bool eft = config->have_eft;
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  for (unsigned bits = 0; bits < 8; bits++) {
    operation(script, SPU_KIND_OTHER, (bits & 4) != 0, (bits & 2) != 0);
    DIRECTED_OP(script, cond, bits & 1);
    sample(script, true, &kept);
    directed_add(script, STEP_PACKET, OTHER_PACKET, eft ? bits : bits & 1, 0);
  }
  operation(script, SPU_KIND_BRANCH, true, true);
  DIRECTED_OP(script, how, SPU_OP_EXCEPTION);
  sample(script, true, &kept);
  directed_add(script, STEP_PACKET, OTHER_PACKET, 0, 0);
}

// B1, N4: PMSFCR_EL1's fields, which are RES0 without FEAT_SPE_EFT.
SCENARIO(filter_fields_of_v9p6_follow_the_feature)
{
  const uint64_t fields = SPU_PMSFCR_EL1_SIMD | SPU_PMSFCR_EL1_FP | (uint64_t)ALL << 48;
  directed_msr(script, SPU_PMSFCR_EL1, UINT64_MAX);
  directed_mrs(script, SPU_PMSFCR_EL1, UINT64_MAX << 19, config->have_eft ? fields : 0);
  directed_msr(script, SPU_PMSFCR_EL1, 0);
}

// B1, N4: PMSIDR_EL1.{SME, ALTCLK, FPF, EFT}.
SCENARIO(features_are_identified)
{
  const uint64_t eft = config->have_eft ? 3 : 0;
  const uint64_t sme = config->have_spe_sme ? 1 : 0;
  directed_mrs(script, SPU_PMSIDR_EL1, UINT64_C(0x1FC000000),
               sme << 32 | (uint64_t)config->alt_clock << 28 | eft << 26);
}

// N5, D18.2.7, Data processing, SME array: every ETS; Other without FEAT_SPE_SME.
SCENARIO(sme_format_has_size_and_fp)
{
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  for (uint64_t ets = 0; ets < 16; ets++) {
    for (uint64_t fp = 0; fp < 2; fp++) {
      const uint64_t array = 0x88 | ets >> 1 << 4 | (ets & 1) << 2 | fp << 1;
      const uint64_t other = config->have_eft ? 4 | fp << 1 : 0;
      operation(script, SPU_KIND_SME, false, fp != 0);
      DIRECTED_OP(script, ets, ets);
      sample(script, true, &kept);
      directed_add(script, STEP_PACKET, OTHER_PACKET, config->have_spe_sme ? array : other, 0);
    }
  }
}

// N5, D18.2.7, Load/store, SVE or SME: EVL up to 7 with FEAT_SPE_SME, with or without FEAT_SVE.
SCENARIO_IF(sve_or_sme_access_has_its_length,
            config->spe_version >= 1 && (config->have_sve || config->have_sme))
{
  const uint64_t most = config->have_spe_sme ? 7 : 6;
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  operation(script, SPU_KIND_LDST_SVE, true, false);
  for (uint64_t evl = 0; evl <= most; evl++) {
    DIRECTED_OP(script, evl, evl);
    sample(script, true, &kept);
    directed_add(script, STEP_PACKET, LOAD_STORE_PACKET, 0x08 | evl << 4, 0);
  }
}

// N5, D18.2.6: events 24 and 25 are recorded as reported; without FEAT_SPE_SME and from FEAT_SPEv1p4 on they are not
// recorded.
SCENARIO_IF(streaming_mode_and_smcu_are_recorded, config->events_bytes >= 4)
{
  const uint64_t there = config->have_spe_sme       ? UINT64_C(0x3000000)
                         : config->spe_version >= 4 ? 0
                                                    : config->impdef_events & 0x3000000;
  const uint64_t header = config->events_bytes == 8 ? 0x72 : config->events_bytes == 4 ? 0x62 : 0x52;
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  for (uint64_t events = 0; events < 4; events++) {
    DIRECTED_OP(script, events, events << 24);
    sample(script, true, &kept);
    directed_add(script, STEP_PACKET, header, (events << 24 & there) | 2, 0);
  }
}

// ---------------------------------------------------------------------------------------------------------
// The alternate clock

// N6, D17.6.1: the issue latency here is three cycles, or one; the alternate clock has 0 to 3 cycles in each.
SCENARIO(alternate_latency_counts_its_clock)
{
  const bool there = config->alt_clock != 0;
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  for (uint64_t ticks = 0; ticks < 4; ticks++) {
    DIRECTED_PIN(script, alt_clock, ticks);
    for (uint64_t issued = 0; issued < 2; issued++) {
      const uint64_t issue = issued != 0 ? 1 : 3;
      DIRECTED_OP(script, issued, issued);
      DIRECTED_OP(script, alt_clock, 1);
      sample(script, true, &kept);
      directed_add(script, STEP_PACKET, ISSUE_PACKET, issue, 0);
      directed_add(script, STEP_PACKET, ALTERNATE_PACKET, there ? issue * ticks : DIRECTED_ABSENT, 0);
      DIRECTED_OP(script, alt_clock, 0);
      sample(script, true, &kept);
      directed_add(script, STEP_PACKET, ALTERNATE_PACKET, DIRECTED_ABSENT, 0);
    }
  }
  DIRECTED_PIN(script, alt_clock, 0);
}

// Saturates like the other counters, but in a third of the time: the issue latency has not yet saturated.
SCENARIO_IF(alternate_latency_saturates, config->alt_clock != 0)  // N6
{
  enum { PART = 1000 };
  const uint64_t most = config->count_16bit ? 0xFFFF : 0xFFF;
  const uint64_t clocks = most / 3 + 30;
  directed_program(script, directed_buffer, directed_end);
  DIRECTED_PIN(script, alt_clock, 3);
  DIRECTED_OP(script, alt_clock, 1);
  directed_add1(script, STEP_LATENCY, clocks);
  directed_sample(script);
  for (uint64_t waited = 0; waited < clocks; waited += PART) {
    directed_add1(script, STEP_CLOCKS, PART);
  }
  directed_add1(script, STEP_PSB, 1);
  directed_add(script, STEP_PACKET, ISSUE_PACKET, clocks - 2, 0);
  directed_add(script, STEP_PACKET, ALTERNATE_PACKET, most, 0);
  DIRECTED_PIN(script, alt_clock, 0);
}

// ---------------------------------------------------------------------------------------------------------
// Exposed latency

// Samples an operation for which the PE waits in `oldest` cycles after the mark, in the last of them with the thread
// inactive, and after `empty` cycles without operations.
static void expose(struct directed_script *script, uint64_t oldest, uint64_t inactive, uint64_t empty)
{
  DIRECTED_PIN(script, dispatch_empty, empty);
  DIRECTED_OP(script, oldest, oldest != 0);  // in the cycle of the mark too: ignored
  directed_sample(script);
  DIRECTED_PIN(script, dispatch_empty, 99);
  if (oldest != inactive) {
    directed_add1(script, STEP_CLOCKS, oldest - inactive);
  }
  DIRECTED_PIN(script, thread_inactive, inactive != 0);
  if (inactive != 0) {
    directed_add1(script, STEP_CLOCKS, inactive);
  }
  DIRECTED_PIN(script, thread_inactive, 0);
  DIRECTED_OP(script, oldest, 0);
}

// V1, V3: exposed latency counts up to the finish and beyond it; the other latencies end at completion.
SCENARIO_IF(exposed_latency_counts_cycles, config->exposed_latency)
{
  enum { LATENCY = 6 };
  static const uint8_t rows[][3] = {{0, 0, 0},   {1, 0, 0},  {LATENCY, 0, 0}, {LATENCY + 1, 0, 0},
                                    {40, 0, 0},  {0, 0, 70}, {3, 0, 70},      {3, 3, 70},
                                    {40, 35, 0}, {40, 40, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const uint8_t *row = rows[i];
    directed_start(script, LATENCY);
    DIRECTED_PIN(script, alt_clock, 2);
    DIRECTED_OP(script, alt_clock, 1);
    expose(script, row[0], row[1], row[2]);
    directed_add1(script, STEP_PSB, i + 1);
    directed_add(script, STEP_PACKET, EXPOSED_PACKET, (uint64_t)row[0] - row[1] + row[2], 0);
    if (row[1] == 0) {
      directed_add(script, STEP_PACKET, ISSUE_PACKET, LATENCY - 2, 0);
      directed_add(script, STEP_PACKET, ALTERNATE_PACKET,
                   config->alt_clock != 0 ? 2 * (LATENCY - 2) : DIRECTED_ABSENT, 0);
    }
  }
  DIRECTED_PIN(script, alt_clock, 0);
}

SCENARIO_IF(exposed_latency_saturates, config->exposed_latency)  // V2
{
  enum { OLDEST = 9 };
  const uint64_t most = config->count_16bit ? 0xFFFF : 0xFFF;
  directed_start(script, 5);
  for (uint64_t below = 0; below < 2 * OLDEST; below += 4) {
    expose(script, OLDEST, 0, most - below);
    directed_add1(script, STEP_PSB, below / 4 + 1);
    directed_add(script, STEP_PACKET, EXPOSED_PACKET, below < OLDEST ? most : most - below + OLDEST, 0);
  }
}

// V3: cycles before the dispatch belong to the oldest operation of it, whichever is sampled.
SCENARIO_IF(empty_cycles_belong_to_the_oldest_slot, config->exposed_latency && config->dispatch_width > 1)
{
  static const struct {
    uint8_t interval;
    uint8_t slots;
    uint8_t exposed;
  } rows[] = {{1, 3, 7}, {2, 3, 0}, {1, 2, 7}};
  directed_start(script, 5);
  DIRECTED_PIN(script, dispatch_empty, 7);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    directed_msr(script, SPU_PMSICR_EL1, rows[i].interval);
    directed_add(script, STEP_DISPATCH, 1, rows[i].slots, 0);
    directed_add1(script, STEP_PSB, i + 1);
    directed_add(script, STEP_PACKET, EXPOSED_PACKET, rows[i].exposed, 0);
  }
}
