// SPDX-License-Identifier: Apache-2.0
#include "host/compare.h"

#include "report/record_align.h"
#include "report/record_diff.h"
#include "report/register_fields.h"
#include "spu_sysreg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static unsigned counter(const char *name, uint64_t least, uint64_t most, uint64_t got, struct text *text)
{
  if (got >= least && got <= most) {
    return 0;
  }
  text_add(text, "%s: expected %" PRIu64, name, least);
  if (most != least) {
    text_add(text, " to %" PRIu64, most);
  }
  text_add(text, ", got %" PRIu64 "\n", got);
  return 1;
}

static unsigned sysreg(const char *name, uint16_t encoding, uint64_t expected, uint64_t got,
                       struct text *text)
{
  if (expected == got) {
    return 0;
  }
  text_add(text, "%s: expected 0x%" PRIx64 ", got 0x%" PRIx64 "\n", name, expected, got);
  const struct register_layout *layout = register_layout(encoding);
  if (layout != NULL) {
    register_text(layout, name, expected, got, text);
  }
  return 1;
}

unsigned compare_counters(const struct expect_result *expected, const struct observed *observed,
                          struct text *text)
{
  unsigned wrong = 0;
  wrong += counter("POPULATION", expected->population, expected->population_most, observed->population, text);
  wrong += counter("COLLISIONS", expected->collisions, expected->collisions, observed->collisions, text);
  wrong += counter("KEPT", expected->kept, expected->kept, observed->kept, text);
  wrong += counter("CYCLES", expected->latest, expected->latest, observed->cycles, text);
  wrong += sysreg("PMBPTR_EL1", SPU_PMBPTR_EL1, expected->pmbptr, observed->pmbptr, text);
  wrong += sysreg("PMBSR_EL1", SPU_PMBSR_EL1, expected->pmbsr, observed->pmbsr, text);
  if (!expected->stopped) {
    wrong += sysreg("PMSICR_EL1", SPU_PMSICR_EL1, expected->pmsicr, observed->pmsicr, text);
  }
  return wrong;
}

bool compare_records(const struct expect_result *expected, const struct observed *observed, struct text *text)
{
  const uint8_t *wanted = expected->buffer + expected->first;
  const size_t both = expected->bytes < observed->bytes ? (size_t)expected->bytes : observed->bytes;
  size_t at = 0;
  while (at < both && wanted[at] == observed->records[at]) {
    at++;
  }
  if (at == expected->bytes && at == observed->bytes) {
    return true;
  }
  size_t record = 0;
  while (record + 1 < expected->records && expected->record_at[record + 1] <= at) {
    record++;
  }
  if (expected->records == 0 || at == expected->bytes) {
    text_add(text, "records: expected %zu, and %zu bytes behind them that were not expected\n",
             expected->records, observed->bytes - at);
    return false;
  }
  if (at == observed->bytes) {
    text_add(text, "records: expected %zu, got only %zu bytes: the first that is missing is number %zu\n",
             expected->records, observed->bytes, record + 1);
    return false;
  }
  const size_t start = expected->record_at[record];
  const size_t end =
      record + 1 < expected->records ? expected->record_at[record + 1] : (size_t)expected->bytes;
  const size_t size = end - start;
  const size_t got = observed->bytes - start < size ? observed->bytes - start : size;
  struct record_diff diff;
  (void)record_diff(wanted + start, size, observed->records + start, got, &diff);
  text_add(text,
           "record %zu of %zu differs: byte %zu of it (offset 0x%zx of the records), in packet %zu\n  "
           "expected %s\n"
           "  got      %s\n",
           record + 1, expected->records, at - start, at, diff.packet + 1, diff.expected, diff.got);
  struct record_alignment *alignment = calloc(1, sizeof *alignment);
  if (alignment != NULL && size <= SPU_MAX_RECORD) {
    record_align(wanted + start, size, observed->records + start, got, alignment);
    record_align_text(alignment, text);
  }
  free(alignment);
  return false;
}
