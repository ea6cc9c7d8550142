// SPDX-License-Identifier: Apache-2.0
//
// Progress of a long run: a line that is rewritten on a terminal, plain lines now and then otherwise.
#ifndef TB_UNIT_TOOLS_PROGRESS_H
#define TB_UNIT_TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress {
  bool terminal;
  double start;  // seconds, monotonic
  double next;   // when the next line is due
  bool shown;    // the terminal shows a line
};

// Seconds of a monotonic clock.
double progress_now(void);

void progress_start(struct progress *progress, bool terminal);

// The text to print if one is due now, with its newline or carriage return; otherwise empty. `done` of `total` `unit`;
// total 0: unknown.
void progress_text(struct progress *progress, uint64_t done, uint64_t total, const char *unit, char *data,
                   size_t size);

// The text that clears the line, or empty if none is shown.
const char *progress_clear(struct progress *progress);

#endif  // TB_UNIT_TOOLS_PROGRESS_H
