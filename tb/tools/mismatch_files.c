// SPDX-License-Identifier: Apache-2.0
#include "tools/mismatch_files.h"

#include <inttypes.h>

#include "check/signals.h"
#include "util/json.h"

static void field(FILE *stream, const char *name, const char *value)
{
  (void)fprintf(stream, "  \"%s\": ", name);
  if (value != NULL) {
    json_string(stream, value);
  } else {
    (void)fputs("null", stream);
  }
  (void)fputs(",\n", stream);
}

void mismatch_json(const struct lockstep_mismatch *mismatch, const struct sim_options *options,
                   const char *config, const char *command, FILE *stream)
{
  const struct blame *blame = &mismatch->blame;
  (void)fprintf(stream, "{\n  \"cycle\": %" PRIu64 ",\n", mismatch->cycle);
  field(stream, "signal", mismatch->signal);
  field(stream, "pin", signal_pin(mismatch->signal));
  field(stream, "function", mismatch->function);
  field(stream, "room", blame->room->name);
  field(stream, "other_room", blame->other != NULL ? blame->other->name : "");
  field(stream, "requirement", blame->requirement);
  field(stream, "expected", mismatch->expected);
  field(stream, "got", mismatch->got);
  field(stream, "note", mismatch->note);
  field(stream, "config", config);
  field(stream, "stimulus", sim_stimulus_name(options->stimulus));
  (void)fprintf(stream, "  \"seed\": %" PRIu64 ",\n", options->seed);
  field(stream, "profile", options->profile);
  (void)fprintf(stream, "  \"command\": ");
  json_string(stream, command);
  (void)fputs("\n}\n", stream);
}

bool mismatch_add_files(struct output *output, const struct lockstep_mismatch *mismatch, const char *report,
                        const struct sim_options *options, const char *config, const char *command,
                        struct tb_error *error)
{
  FILE *text = output_add(output, "mismatch.txt", error);
  FILE *json = text != NULL ? output_add(output, "mismatch.json", error) : NULL;
  if (json == NULL) {
    return false;
  }
  (void)fputs(report, text);
  mismatch_json(mismatch, options, config, command, json);
  return true;
}
