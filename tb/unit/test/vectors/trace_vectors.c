// SPDX-License-Identifier: Apache-2.0
//
// Block T: self-hosted trace. Where TraceAllowed() differs between the issues, TraceContextIDR2() may differ too.
#include "gen/block_structs.h"
#include "unit/test/vectors/vectors_block.h"
#include "unit/test/vectors/vectors_texts.h"

static void check_trace(struct space *space, const struct line *line)
{
  vectors_eval(space, line);
  vectors_expect(space, line, trace_result_t_fields, "self_hosted", "self_hosted");
  const bool allowed = vectors_result(space, trace_result_t_fields, "allowed") != 0;
  const enum trace_reason reason = reason_of_trace(space->spu, &space->in, allowed);
  if (allowed == flag(line, "out.allowed") || reason == TRACE_REASONS) {
    vectors_expect(space, line, trace_result_t_fields, "allowed", "allowed");
    vectors_expect(space, line, trace_result_t_fields, "cx2", "cx2");
  } else {
    vectors_note(trace_reasons[reason]);
  }
  expect(line, "ts", vectors_result(space, trace_result_t_fields, "ts"),
         named(line, "out.ts", trace_time_names));
}

// U4, T1-T5
const struct vectors_group vectors_groups[] = {{"trace", false, check_trace}, {NULL, false, NULL}};
