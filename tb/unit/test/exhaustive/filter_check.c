// SPDX-License-Identifier: Apache-2.0
//
// Block E: the filters. Only the final AND combines events, types, latency and data source. Each therefore has its own
// space, and in one more space every combination of filters passes and rejects:
//
//   type     PMSFCR_EL1.{FT, ST, LD, B} x every type; with FEAT_SPE_EFT {FT, TYPEm, TYPE} x every type x {SIMD, FP}
//   events   {FE, FnE} x any two events, set or clear, x their bits in both registers
//   latency  FL x nine neighbouring bits of MINLAT and of the total latency, at every place
//   source   FDS x type x source present x source bits 6:0 (5:0 count) x each bit of PMSDSFR_EL1, alone or all but it
#include "gen/block_structs.h"
#include "unit/test/exhaustive/space.h"

const char *const check_name = "filter";

// In order of filter_result_t.
static bool compare(struct space *space, void *context)
{
  (void)context;
  if (space->sample.op_type > OpType_BranchStore) {
    return true;  // no operation has this type
  }
  const struct spu_sample sample = {.data_source_valid = space->sample.source_valid,
                                    .data_source = space->sample.source,
                                    .simd = space->sample.simd,
                                    .fp = space->sample.fp};
  struct spu_feed feed = {0};
  const bool keep = SPECollectRecord(space->spu, space->sample.events, space->sample.total_latency,
                                     (enum OpType)space->sample.op_type, &sample, &feed);
  const uint64_t expected[] = {keep,      feed.br, feed.ld,    feed.st,  feed.fp,
                               feed.simd, feed.op, feed.event, feed.lat, feed.ds};
  return SPACE_MATCHES(space, filter_result_t_fields, expected, 0);
}

static void types(struct space *space)
{
  space_clear(space);
  SPACE_VARY(space, "sample.op_type", "pmsfcr[18:16]", "pmsfcr[1]");
  // RES0 without FEAT_SPE_EFT.
  if (space->spu->config.have_eft) {
    SPACE_VARY(space, "pmsfcr[20:19]", "pmsfcr[52:48]", "sample.simd", "sample.fp");
  }
  space_run(space, "SPEFilterByType", compare, NULL);
}

static void events(struct space *space)
{
  const bool inverse = space->spu->config.spe_version >= 2;
  for (unsigned second = 1; second < 64; second++) {
    for (unsigned first = 0; first < second; first++) {
      space_clear(space);
      space_vary(space, "pmsfcr[0]");
      if (inverse) {
        space_vary(space, "pmsfcr[3]");
      }
      const unsigned pair[] = {first, second};
      for (unsigned i = 0; i < 2; i++) {
        space_vary(space, "sample.events[%u]", pair[i]);
        // The registers store only the bits of events that can be filtered.
        if ((space->spu->events_filter >> pair[i] & 1U) != 0) {
          space_vary(space, "pmsevfr[%u]", pair[i]);
          if (inverse) {
            space_vary(space, "pmsnevfr[%u]", pair[i]);
          }
        }
      }
      space_run(space, "SPEFilterByEvents", compare, NULL);
    }
  }
}

static void latency(struct space *space)
{
  const unsigned bits = space->spu->config.count_16bit ? 16 : 12;
  for (unsigned low = 0; low + 9 <= bits; low++) {
    space_clear(space);
    space_vary(space, "pmsfcr[2]");
    space_vary(space, "pmslatfr[%u:%u]", low + 8, low);
    space_vary(space, "sample.total_latency[%u:%u]", low + 8, low);
    space_run(space, "SPEFilterByLatency", compare, NULL);
  }
}

static void source(struct space *space)
{
  if (!space->spu->config.have_fds) {
    return;
  }
  for (unsigned index = 0; index < 64; index++) {
    for (int inverse = 0; inverse <= 1; inverse++) {
      const uint64_t bit = UINT64_C(1) << index;
      space_clear(space);
      space_set(space, "pmsdsfr[63:0]", inverse != 0 ? ~bit : bit);
      SPACE_VARY(space, "pmsfcr[4]", "sample.op_type", "sample.source_valid", "sample.source[6:0]");
      space_run(space, "SPEFilterByDataSource", compare, NULL);
    }
  }
}

static void together(struct space *space)
{
  space_clear(space);
  space_set(space, "pmsevfr[7]", 1);
  space_set(space, "pmslatfr[1]", 1);
  SPACE_VARY(space, "pmsfcr[2:0]", "pmsfcr[18:16]", "sample.op_type");
  if (space->spu->config.have_eft) {
    // A type of FEAT_SPE_EFT in the OR part, one in the AND part.
    SPACE_VARY(space, "pmsfcr[19]", "pmsfcr[50]", "sample.fp");
  }
  SPACE_VARY(space, "sample.events[7]", "sample.total_latency[2:0]", "sample.source_valid");
  if (space->spu->config.spe_version >= 2) {
    space_set(space, "pmsnevfr[5]", 1);
    SPACE_VARY(space, "pmsfcr[3]", "sample.events[5]");
  }
  if (space->spu->config.have_fds) {
    space_set(space, "pmsdsfr[1]", 1);
    SPACE_VARY(space, "pmsfcr[4]", "sample.source[1:0]");
  }
  space_run(space, "SPECollectRecord", compare, NULL);
}

void check_block(struct space *space)  // C4, E1-E6, U1, RYGCFK, ILVCZH
{
  types(space);
  events(space);
  latency(space);
  source(space);
  together(space);
}
