// SPDX-License-Identifier: Apache-2.0
//
// The steps of the self-test. A step finds something wrong (step_fail) or not; only a link that fails ends the test.
#ifndef FPGA_HOST_SELFTEST_H
#define FPGA_HOST_SELFTEST_H

#include "host/run.h"

enum { STEP_TEXT = 400 };

struct selftest {
  const struct board *board;
  struct player_trace trace;  // the built-in one, which the trace memory holds once `loaded`
  bool loaded;
  bool quick;
  bool failed;             // the step in progress
  char detail[STEP_TEXT];  // what it did, or the first thing that is wrong
};

// Says what the step did, unless it has failed.
void step_note(struct selftest *test, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Fails the step; the first cause is kept. Returns true: the link works, so the test goes on.
bool step_fail(struct selftest *test, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The steps. False with an error if the link failed.
bool selftest_echo(struct selftest *test, struct tb_error *error);
bool selftest_identity(struct selftest *test, struct tb_error *error);
bool selftest_registers(struct selftest *test, struct tb_error *error);
bool selftest_reset(struct selftest *test, struct tb_error *error);
bool selftest_interrupt(struct selftest *test, struct tb_error *error);
bool selftest_buffer_memory(struct selftest *test, struct tb_error *error);
bool selftest_play(struct selftest *test, struct tb_error *error);
bool selftest_random(struct selftest *test, struct tb_error *error);
bool selftest_filter(struct selftest *test, struct tb_error *error);
bool selftest_collisions(struct selftest *test, struct tb_error *error);
bool selftest_full(struct selftest *test, struct tb_error *error);
bool selftest_fault(struct selftest *test, struct tb_error *error);
bool selftest_stop(struct selftest *test, struct tb_error *error);

#endif  // FPGA_HOST_SELFTEST_H
