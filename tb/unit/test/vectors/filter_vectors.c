// SPDX-License-Identifier: Apache-2.0
//
// Block E: the filter and its PMU events. The events are compared for every version, because the version only
// determines whether they are counted. The 2023 issue has no SAMPLE_FEED_DS.
#include "gen/block_structs.h"
#include "unit/test/vectors/vectors_block.h"

// Events that are optional, and those that are optional in the filters before FEAT_SPEv1p4.
#define IMPDEF_EVENTS UINT64_C(0xFFFF0000FF00F000)
#define OPTIONAL_EVENTS UINT64_C(0x714)

enum { SATURATED = 0xFFFF };  // of the latency counters, which have as many bits as MINLAT

// A row has either none or all of the optional events. With all, the register bits of events that the line lacks are
// cleared.
static uint64_t absent_events(const struct spu_config *config, const struct line *line)
{
  const uint64_t optional = config->spe_version < 4 ? OPTIONAL_EVENTS : 0;
  const uint64_t events = config->impdef_events | config->optional_filter;
  return flag(line, "all_events") ? (IMPDEF_EVENTS | optional) & ~events : 0;
}

static void check_collect(struct space *space, const struct line *line)
{
  static const struct {
    const char *field;
    const char *event;
  } events[] = {{"feed_br", "SAMPLE_FEED_BR"},      {"feed_ld", "SAMPLE_FEED_LD"},
                {"feed_st", "SAMPLE_FEED_ST"},      {"feed_op", "SAMPLE_FEED_OP"},
                {"feed_lat", "SAMPLE_FEED_LAT"},    {"keep", "SAMPLE_FILTRATE"},
                {"feed_event", "SAMPLE_FEED_EVENT"}};
  const struct spu_config *config = &space->spu->config;
  const uint64_t latency = number(line, "latency");
  space_set(space, "pmsevfr", number(line, "PMSEVFR_EL1") & ~absent_events(config, line));
  space_set(space, "pmsnevfr", number(line, "PMSNEVFR_EL1") & ~absent_events(config, line));
  space_set(space, "sample.events", number(line, "events"));
  space_set(space, "sample.total_latency", latency < SATURATED ? latency : SATURATED);
  space_set(space, "sample.op_type", named(line, "optype", op_type_names));
  space_set(space, "sample.source_valid", number(line, "SPESampleDataSourceValid"));
  space_set(space, "sample.source", number(line, "SPESampleDataSource"));
  vectors_eval(space, line);
  vectors_expect(space, line, filter_result_t_fields, "keep", "ret");
  for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
    expect(line, events[i].event, vectors_result(space, filter_result_t_fields, events[i].field),
           listed(text(line, "out.pmu"), events[i].event));
  }
}

// C4, E1-E6, U1
const struct vectors_group vectors_groups[] = {{"collect", false, check_collect}, {NULL, false, NULL}};
