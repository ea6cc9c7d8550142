// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "unit/tools/progress.h"

#include <inttypes.h>
#include <time.h>

#include "unit/util/text.h"

double progress_now(void)
{
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double period(const struct progress *progress)
{
  return progress->terminal ? 0.5 : 10.0;
}

void progress_start(struct progress *progress, bool terminal)
{
  progress->terminal = terminal;
  progress->start = progress_now();
  progress->next = progress->start + period(progress);
  progress->shown = false;
}

void progress_text(struct progress *progress, uint64_t done, uint64_t total, const char *unit, char *data,
                   size_t size)
{
  struct text text = {data, size, 0};
  const double now = progress_now();
  data[0] = '\0';
  if (now < progress->next) {
    return;
  }
  progress->next = now + period(progress);
  progress->shown = progress->terminal;
  const double rate = (double)done / (now - progress->start);
  text_add(&text, "%s%" PRIu64, progress->terminal ? "\r" : "", done);
  if (total != 0) {
    text_add(&text, " of %" PRIu64 " %s (%.0f %%)", total, unit, 100.0 * (double)done / (double)total);
    if (rate >= 1) {
      text_add(&text, ", %.0f per second", rate);
    }
    if (done != 0 && done <= total) {
      text_add(&text, ", %.0f s left", (double)(total - done) / rate);
    }
  } else {
    text_add(&text, " %s, %.0f per second", unit, rate);
  }
  text_add(&text, "%s", progress->terminal ? "\033[K" : "\n");
}

const char *progress_clear(struct progress *progress)
{
  const bool shown = progress->shown;
  progress->shown = false;
  return shown ? "\r\033[K" : "";
}
