// SPDX-License-Identifier: Apache-2.0
#include "unit/check/scene.h"

#include <string.h>

#include "unit/util/text.h"

static void set(char data[SCENE_TEXT], const char *words)
{
  struct text text = {data, SCENE_TEXT, 0};
  data[0] = '\0';
  text_add(&text, "%s", words);
}

bool scene_rule(struct scene *scene, uint64_t cycle, const char *what, const char *function,
                const char *expected, const char *got)
{
  scene->difference = SCENE_RULE;
  scene->cycle = cycle;
  scene->what = what;
  scene->function = function;
  set(scene->expected, expected);
  set(scene->got, got);
  return false;
}

static bool differs(struct scene *scene, uint64_t cycle, enum scene_difference difference,
                    const struct signal *signal)
{
  scene->difference = difference;
  scene->cycle = cycle;
  scene->signal = signal;
  return false;
}

bool scene_cycle_matches(struct scene *scene, uint64_t cycle, struct spu_violation violation)
{
  const struct spu_vif *model_vif = &scene->model_vif;
  const struct spu_vif *vif = &scene->now->vif;
  const struct signal *signal =
      signal_first_difference(out_signals, out_signal_count, &scene->model_out, &scene->now->out);
  if (signal != NULL) {
    return differs(scene, cycle, SCENE_OUT, signal);
  }
  // Whether an event is allowed comes before its contents.
  if (violation.rule != NULL) {
    char got[SCENE_TEXT];
    struct text text = {got, sizeof got, 0};
    text_add(&text, "rule violated: %s", violation.rule);
    return scene_rule(scene, cycle, "rule", violation.function, "no rule violated", got);
  }
  signal = signal_first_difference(vif_signals, vif_signal_count, model_vif, vif);
  if (signal == NULL) {
    return true;
  }
  const bool record =
      strncmp(signal->name, "commit_", 7) == 0 && model_vif->commit_valid == vif->commit_valid;
  return differs(scene, cycle, record ? SCENE_RECORD : SCENE_VIF, signal);
}

bool scene_image(struct scene *scene, uint64_t cycle, const struct image *image,
                 const struct spu_write *writes, size_t count)
{
  (void)scene_rule(scene, cycle, "memory image", "SPEWriteToBuffer", image->expected, image->got);
  if (scene->now->vif.commit_valid) {
    return false;
  }
  // The bytes of an uncommitted record are visible in memory only.
  scene->difference = SCENE_BYTES;
  scene->record_size = 0;
  memset(scene->record, 0, sizeof scene->record);
  for (size_t i = 0; i < count; i++) {
    memcpy(scene->record[0] + scene->record_size, writes[i].data, writes[i].len);
    axi_memory_read(image->memory, writes[i].pa, writes[i].pas, scene->record[1] + scene->record_size,
                    writes[i].len);
    scene->record_size += writes[i].len;
  }
  return false;
}

bool scene_complaint(struct scene *scene, uint64_t cycle, const char *complaint)
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
      (void)scene_rule(scene, cycle, rows[i].signal, rows[i].function, rows[i].expected, complaint);
      return true;
    }
  }
  return false;
}
