// SPDX-License-Identifier: Apache-2.0
//
// Room T: self-hosted trace.
#include "layout.h"
#include "vectors/vectors_room.h"

static void check_trace(struct space *space, const struct line *line)
{
  static const char *const times[] = {"TimeStamp_CoreSight", "TimeStamp_Virtual", "TimeStamp_Physical",
                                      "TimeStamp_OffsetPhysical"};
  vectors_eval(space, line);
  vectors_expect(space, line, trace_t_fields, "self_hosted", "self_hosted");
  vectors_expect(space, line, trace_t_fields, "allowed", "allowed");
  vectors_expect(space, line, trace_t_fields, "cx2", "cx2");
  expect(line, "ts", vectors_result(space, trace_t_fields, "ts"), vectors_name(line, "out.ts", times, 4));
}

const struct vectors_group vectors_groups[] = {{"trace", false, check_trace}, {NULL, false, NULL}};
