// SPDX-License-Identifier: Apache-2.0
#include "unit/check/failure.h"

#include <string.h>

#include "unit/util/text.h"

static void set(char data[FAILURE_TEXT], const char *words)
{
  struct text text = {data, FAILURE_TEXT, 0};
  data[0] = '\0';
  text_add(&text, "%s", words);
}

bool failure_rule(struct failure *failure, uint64_t cycle, const char *what, const char *function,
                  const char *expected, const char *got)
{
  failure->difference = FAILURE_RULE;
  failure->cycle = cycle;
  failure->what = what;
  failure->function = function;
  set(failure->expected, expected);
  set(failure->got, got);
  return false;
}

static bool differs(struct failure *failure, uint64_t cycle, enum failure_difference difference,
                    const struct signal *signal)
{
  failure->difference = difference;
  failure->cycle = cycle;
  failure->signal = signal;
  return false;
}

bool failure_cycle_matches(struct failure *failure, uint64_t cycle, struct spu_violation violation)
{
  const struct spu_vif *model_vif = &failure->model_vif;
  const struct spu_vif *vif = &failure->now->vif;
  const struct signal *signal =
      signal_first_difference(out_signals, out_signal_count, &failure->model_out, &failure->now->out);
  if (signal != NULL) {
    return differs(failure, cycle, FAILURE_OUT, signal);
  }
  // Whether an event is allowed comes before its contents.
  if (violation.rule != NULL) {
    char got[FAILURE_TEXT];
    struct text text = {got, sizeof got, 0};
    text_add(&text, "rule violated: %s", violation.rule);
    return failure_rule(failure, cycle, "rule", violation.function, "no rule violated", got);
  }
  signal = signal_first_difference(vif_signals, vif_signal_count, model_vif, vif);
  if (signal == NULL) {
    return true;
  }
  const bool record =
      strncmp(signal->name, "commit_", 7) == 0 && model_vif->commit_valid == vif->commit_valid;
  return differs(failure, cycle, record ? FAILURE_RECORD : FAILURE_VIF, signal);
}

bool failure_image(struct failure *failure, uint64_t cycle, const struct image *image,
                   const struct spu_write *writes, size_t count)
{
  (void)failure_rule(failure, cycle, "memory image", "SPEWriteToBuffer", image->expected, image->got);
  if (failure->now->vif.commit_valid) {
    return false;
  }
  // The bytes of an uncommitted record are visible in memory only.
  failure->difference = FAILURE_BYTES;
  failure->record_size = 0;
  memset(failure->record, 0, sizeof failure->record);
  for (size_t i = 0; i < count; i++) {
    memcpy(failure->record[0] + failure->record_size, writes[i].data, writes[i].len);
    axi_memory_read(image->memory, writes[i].pa, writes[i].pas, failure->record[1] + failure->record_size,
                    writes[i].len);
    failure->record_size += writes[i].len;
  }
  return false;
}

bool failure_complaint(struct failure *failure, uint64_t cycle, const char *complaint)
{
  static const struct {
    const char *start;
    const char *signal;
    const char *function;
    const char *expected;
  } rows[] = {
      {"assertion: tb/unit/formal/axi_write_rules.sv:", "bus protocol", "SPEWriteToBuffer",
       "the AXI4 protocol"},
      {"assertion: ", "assertion", "none (an assertion of the RTL)", "every RTL assertion holds"},
      {"AXI W: ", "bus protocol", "SPEWriteToBuffer", "the AXI4 protocol"},
      {"AXI AW: ", "bus protocol", "SPEWriteToBuffer",
       "the memory attributes from the translation's response"},
      {"xlate: ", "bus protocol", "SPEWriteToBuffer", "the protocol of translation requests"},
      {"mark: ", "bus protocol", "SPEPreExecution", "a mark on a dispatched operation, with a free tag"},
      {"agent: access to ", "bus protocol", "CheckStatisticalProfilingAccess", "access allowed"},
      {"the unit did not drain", "bus protocol", "SPEPostExecution", "every operation ends"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (strncmp(complaint, rows[i].start, strlen(rows[i].start)) == 0) {
      (void)failure_rule(failure, cycle, rows[i].signal, rows[i].function, rows[i].expected, complaint);
      return true;
    }
  }
  return false;
}
