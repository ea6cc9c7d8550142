// SPDX-License-Identifier: Apache-2.0
//
// Block D: what may be collected, and the timestamp.
#include "gen/block_structs.h"
#include "unit/test/vectors/vectors_block.h"

// time_i, which is above pc_i in `more`.
static void set_time(struct space *space, uint64_t count)
{
  space->block.more[2] = (uint32_t)count;
  space->block.more[3] = (uint32_t)(count >> 32);
}

static void check_decide(struct space *space, const struct line *line)
{
  static const uint64_t count = 1000;
  const unsigned kind = named(line, "out.ts", time_names);
  set_time(space, count);
  space_set(space, "cntvoff_el2", 1);
  vectors_eval(space, line);
  vectors_expect(space, line, collect_result_t_fields, "cx1", "cx1");
  vectors_expect(space, line, collect_result_t_fields, "cx2", "cx2");
  vectors_expect(space, line, collect_result_t_fields, "pa", "pa");
  const unsigned got = (unsigned)vectors_result(space, collect_result_t_fields, "ts");
  // D24.7.8: without EL2 PMSCR_EL1.PCT reads as one. The vectors also have lines with other values.
  if (!flag(line, "cfg.have_el2") && number(line, "PMSCR_EL1.PCT") != 1) {
    expect(line, "ts", got, kind == TimeStamp_None ? TimeStamp_None : TimeStamp_Physical);
    if (got != kind) {
      vectors_note("differ: D24.7.8, PCT is one without EL2");
    }
    return;
  }
  // Without FEAT_ECV the unit follows S0, where the time in a host is virtual with an offset of zero; in the vectors'
  // pseudocode it is physical. The value is the same.
  if (!flag(line, "cfg.have_ecv") && flag(line, "out.in_host") && kind != TimeStamp_None) {
    expect(line, "timestamp value", vectors_result(space, collect_result_t_fields, "timestamp"), count);
  } else {
    expect(line, "ts", got, kind);
  }
}

// Sets the controls of timestamps, {PMSCR_EL2.PCT, PMSCR_EL1.PCT, NSPBE, NSPB, E2PB}, from a number.
static void ask_for_time(struct space *space, const struct line *line, uint64_t way)
{
  space_set(space, "pmscr_el2[7:6]", way >> 7);
  space_set(space, "pmscr_el1[7:6]", way >> 5);
  space_set(space, "mdcr_el3_nspbe", way >> 4);
  space_set(space, "mdcr_el3_nspb", way >> 2);
  space_set(space, "mdcr_el2_e2pb", way);
  vectors_eval(space, line);
}

// The line has the value of one kind of time. The block outputs only the kind that the registers select, and only while
// profiling is enabled, so this searches for controls that select the line's kind. Group `decide` checks the selection.
static void check_timestamp(struct space *space, const struct line *line)
{
  static const uint64_t ways = 1U << 9;
  const unsigned kind = named(line, "type", time_names);
  if (kind == TimeStamp_None) {
    vectors_note("left out: no time, no value");
    return;
  }
  if (!flag(line, "cfg.have_ecv") && kind == TimeStamp_Virtual && IsInHost(space->spu, &space->in)) {
    vectors_note("left out: a host's virtual time, which without FEAT_ECV has no offset");
    return;
  }
  set_time(space, number(line, "PhysicalCountInt"));
  space_set(space, "pmblimitr[0]", 1);
  space_set(space, "pmscr_el1[1:0]", 3);
  space_set(space, "pmscr_el2[1:0]", 3);
  space_set(space, "pmscr_el1[5:5]", 1);
  space_set(space, "pmscr_el2[5:5]", 1);
  for (uint64_t way = 0; way < ways; way++) {
    ask_for_time(space, line, way);
    if (vectors_result(space, collect_result_t_fields, "ts") == kind) {
      vectors_expect(space, line, collect_result_t_fields, "timestamp", "value");
      return;
    }
  }
  vectors_note("left out: the unit never uses that time in that state");
}

// D1, D2, D17.6.9
const struct vectors_group vectors_groups[] = {
    {"decide", false, check_decide}, {"timestamp", false, check_timestamp}, {NULL, false, NULL}};
