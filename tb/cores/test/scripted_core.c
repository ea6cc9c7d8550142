// SPDX-License-Identifier: Apache-2.0
//
// A core without RTL, with the interface of the Verilated one (cores/core_dut.h). It executes nothing and only makes
// the writes to devices that the variable CORE_WRITES lists, "OFFSET=WORD OFFSET=WORD ...". With it and failing_dut.c,
// core-sim (build/unit/scripted/) shows in a second how a run ends.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cores/core_dut.h"
#include "cores/core_map.h"

static struct {
  struct core_in in;
  const char *rest;  // of the variable; null: not read yet
  bool writes;       // a word waits for the bus
  bool addressed;    // the bus has its address
  uint64_t offset;
  uint64_t word;
} core;

static void choose_write(void)
{
  if (core.rest == NULL) {
    core.rest = getenv("CORE_WRITES") != NULL ? getenv("CORE_WRITES") : "";
  }
  if (*core.rest == '\0') {
    return;
  }
  char *end;
  core.offset = strtoull(core.rest, &end, 0);
  if (*end != '=') {
    (void)fprintf(stderr, "CORE_WRITES: %s: not OFFSET=WORD\n", core.rest);
    abort();
  }
  core.word = strtoull(end + 1, &end, 0);
  core.rest = *end == ' ' ? end + 1 : end;
  core.writes = true;
}

void core_dut_drive(struct dut *dut, const struct core_in *in)
{
  (void)dut;
  core.in = *in;
  if (!core.writes) {
    choose_write();
  }
}

void core_dut_read(struct dut *dut, struct core_out *out, struct core_events *events)
{
  (void)dut;
  memset(events, 0, sizeof *events);
  *out = (struct core_out){.r_ready = true,
                           .b_ready = true,
                           .aw_valid = core.writes && !core.addressed,
                           .aw_addr = CORE_DEVICES + core.offset,
                           .w_valid = core.writes && core.addressed,
                           .w_data = core.word,
                           .w_strb = 0xFF};
  if (out->w_valid && core.in.w_ready) {
    core.writes = false;
    core.addressed = false;
  } else if (out->aw_valid && core.in.aw_ready) {
    core.addressed = true;
  }
}

void core_dut_join(struct dut *dut, struct spu_in *in)
{
  (void)dut;
  (void)in;
}
