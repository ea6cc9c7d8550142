// SPDX-License-Identifier: Apache-2.0
//
// The mismatch report (mismatch.h).
#include <inttypes.h>
#include <string.h>

#include "unit/report/event_text.h"
#include "unit/report/life_draw.h"
#include "unit/report/mismatch.h"

enum { COLUMN = 12, WIDTH = 100 };

void mismatch_line(struct text *text, const char *label, const char *words)
{
  text_add(text, "  %-10s", label);
  while (strlen(words) > WIDTH - COLUMN) {
    size_t cut = WIDTH - COLUMN;
    while (cut > 1 && words[cut] != ' ') {
      cut--;
    }
    cut = cut > 1 ? cut : WIDTH - COLUMN;
    text_add(text, "%.*s\n%*s", (int)cut, words, COLUMN, "");
    words += words[cut] == ' ' ? cut + 1 : cut;
  }
  text_add(text, "%s\n", words);
}

static void add_block(const struct suspect *suspect, struct text *text)
{
  text_add(text, "  block     %s", suspect->block->name);
  if (suspect->other != NULL) {
    text_add(text, " or %s", suspect->other->name);
  }
  text_add(text, "\n");
  mismatch_line(text, "RTL", suspect->rtl);
  mismatch_line(text, "model", suspect->model);
}

static void add_requirements(const char *ids, struct text *text)
{
  const char *label = "violates";
  while (*ids != '\0') {
    const size_t length = strcspn(ids, " ");
    const char *sentence = suspect_requirement(ids);
    text_add(text, "  %-9s %.*s: %s\n", label, (int)length, ids, sentence != NULL ? sentence : "?");
    label = "";
    ids += length + (ids[length] == ' ' ? 1 : 0);
  }
}

// The part of an operation's life that a signal belongs to; the first match applies.
static const struct {
  const char *signal;
  enum life_about about;
} lives[] = {{"mark_*", LIFE_MARK},        {"decide_*", LIFE_DECISION},   {"sample_f*", LIFE_DECISION},
             {"commit_*", LIFE_RECORD},    {"discard_*", LIFE_RECORD},    {"event_*", LIFE_RECORD},
             {"start_valid", LIFE_RECORD}, {"memory image", LIFE_RECORD}, {"AXI write", LIFE_RECORD}};

static enum life_about about(const struct mismatch *mismatch)
{
  for (size_t i = 0; i < sizeof lives / sizeof lives[0]; i++) {
    if (mismatch_is(mismatch, lives[i].signal)) {
      return lives[i].about;
    }
  }
  return mismatch->recorded ? LIFE_RECORD : LIFE_ALL;
}

// False for signals that belong to no operation: accesses, PMU and trace.
static bool has_lives(const struct mismatch *mismatch)
{
  static const char *const without[] = {"sysreg_*", "trace_*", "pmu*", "pmcc*", "pmev*", "pmov*", "cti*"};
  for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
    if (mismatch_is(mismatch, without[i])) {
      return false;
    }
  }
  return true;
}

static void add_lives(const struct failure *failure, const struct mismatch *mismatch, struct text *text)
{
  const struct life_op *list[LIFE_SHOWN];
  const size_t count =
      has_lives(mismatch) ? life_pick(failure->life, failure->tracker, about(mismatch), list) : 0;
  for (size_t i = 0; i < count; i++) {
    life_text(list[i], mismatch->cycle, text);
  }
}

void mismatch_report(const struct failure *failure, const struct mismatch *mismatch, const char *command,
                     struct text *text)
{
  text_add(text, "MISMATCH in cycle %" PRIu64 "\n", mismatch->cycle);
  text_add(text, "  signal    %s\n", mismatch->signal);
  mismatch_line(text, "expected", mismatch->expected);
  mismatch_line(text, "got", mismatch->got);
  text_add(text, "  function  %s\n", mismatch->function);
  add_block(&mismatch->suspect, text);
  add_requirements(mismatch->suspect.requirement, text);
  if (mismatch->note[0] != '\0') {
    mismatch_line(text, "where", mismatch->note);
  }
  mismatch_details(failure, mismatch, text);
  add_lives(failure, mismatch, text);
  text_add(text, "last events (cycle, event):\n");
  if (text->size - text->length > 1) {
    text->length += event_ring_text(failure->ring, text->data + text->length, text->size - text->length);
  }
  text_add(text, "reproduce with:\n  %s\n", command);
}

void mismatch_text(const struct failure *failure, const char *command, char *data, size_t size)
{
  struct text text = {data, size, 0};
  struct mismatch mismatch;
  data[0] = '\0';
  if (failure != NULL) {
    mismatch_explain(failure, &mismatch);
    mismatch_report(failure, &mismatch, command, &text);
  }
}
