// SPDX-License-Identifier: Apache-2.0
#include "unit/tools/mismatch_files.h"

#include "unit/check/signals.h"
#include "unit/util/json.h"

void mismatch_json(const struct mismatch *mismatch, const struct mismatch_run *run, FILE *stream)
{
  const struct suspect *suspect = &mismatch->suspect;
  struct json json = json_writer(stream);
  json_object(&json, NULL, JSON_LINES);
  json_number(&json, "cycle", mismatch->cycle);
  json_text(&json, "signal", mismatch->signal);
  json_text(&json, "pin", signal_pin(mismatch->signal));
  json_text(&json, "function", mismatch->function);
  json_text(&json, "block", suspect->block->name);
  json_text(&json, "other_block", suspect->other != NULL ? suspect->other->name : "");
  json_text(&json, "requirement", suspect->requirement);
  json_text(&json, "expected", mismatch->expected);
  json_text(&json, "got", mismatch->got);
  json_text(&json, "note", mismatch->note);
  json_text(&json, "config", run->config);
  json_text(&json, "stimulus", run->stimulus);
  json_number(&json, "seed", run->seed);
  json_text(&json, "profile", run->profile);
  json_text(&json, "command", run->command);
  json_end(&json);
}

bool mismatch_add_files(struct output *output, const struct mismatch *mismatch, const char *report,
                        const struct mismatch_run *run, struct tb_error *error)
{
  FILE *text = output_add(output, "mismatch.txt", error);
  FILE *json = text != NULL ? output_add(output, "mismatch.json", error) : NULL;
  if (json == NULL) {
    return false;
  }
  (void)fputs(report, text);
  mismatch_json(mismatch, run, json);
  return true;
}
