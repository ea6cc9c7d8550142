// SPDX-License-Identifier: Apache-2.0
//
// Event lists as text: a list that was written is read back unchanged, and an error names its line.
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "spu_sysreg.h"
#include "unit/stimulus/events/events_fields.h"
#include "unit/stimulus/events/events_names.h"
#include "unit/stimulus/events/events_text.h"
#include "unit/test/test.h"
#include "unit/util/rng.h"

static uint64_t largest(const struct event_field *field)
{
  const unsigned bits = field->bits;
  return bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

// Writes the list, reads it, and compares it event by event and field by field.
static void same_after_text(const struct event_list *list, const char *comment)
{
  struct tb_error error = {""};
  struct event_list *read = NULL;
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  assert_true(events_write(list->event, list->count, comment, file));
  (void)fclose(file);
  if (!events_read(text, size, "list", &read, &error)) {
    fail_msg("%s", error.text);
  }
  assert_int_equal(read->count, list->count);
  for (size_t i = 0; i < list->count; i++) {
    const struct timed_event *a = &list->event[i];
    const struct timed_event *b = &read->event[i];
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->delta, b->delta);
    if (event_kinds[a->kind].bytes != 0) {
      assert_memory_equal(a->data, b->data, event_kinds[a->kind].bytes);
    }
  }
  event_list_destroy(read);
  free(text);
}

TEST(every_field_of_every_kind_is_kept)
{
  struct event_list *list = event_list_create();
  for (int kind = 0; kind < TIMED_END; kind++) {
    const struct event_kind_info *info = &event_kinds[kind];
    assert_true(event_list_add(list, (enum timed_kind)kind, (uint32_t)kind,
                               event_list_data(list, (enum timed_kind)kind)));
    for (size_t f = 0; f < info->count; f++) {
      void *data = event_list_data(list, (enum timed_kind)kind);
      event_field_set(&info->field[f], data, largest(&info->field[f]));
      assert_true(event_list_add(list, (enum timed_kind)kind, EVENT_DELTA_MOST, data));
    }
  }
  assert_true(event_list_add(list, TIMED_END, 1, NULL));
  same_after_text(list, NULL);
  event_list_destroy(list);
}

TEST(random_values_are_kept)
{
  struct event_list *list = event_list_create();
  struct rng rng;
  rng_seed(&rng, 1, 0);
  for (int i = 0; i < 5000; i++) {
    const enum timed_kind kind = (enum timed_kind)rng_below(&rng, TIMED_END);
    const struct event_kind_info *info = &event_kinds[kind];
    void *data = event_list_data(list, kind);
    for (size_t f = 0; f < info->count; f++) {
      event_field_set(&info->field[f], data, rng_next(&rng) & rng_next(&rng) & largest(&info->field[f]));
    }
    assert_true(event_list_add(list, kind, rng_below(&rng, 1000), data));
  }
  same_after_text(list, "made by a test\n\nin three lines");
  event_list_destroy(list);
}

TEST(every_register_has_one_name)
{
  for (uint32_t addr = 0; addr <= UINT16_MAX; addr++) {
    char name[EVENTS_NAME_BYTES];
    uint16_t back = 0;
    events_register_name((uint16_t)addr, name);
    if (strncmp(name, "0x", 2) != 0) {
      assert_true(events_register_addr(name, &back));
      assert_int_equal(back, addr);
    }
  }
  char name[EVENTS_NAME_BYTES];
  events_register_name(SPU_PMBSR_EL1, name);
  assert_string_equal(name, "PMBSR_EL1");
  events_register_name(spu_sysreg_pmevtyper(7), name);
  assert_string_equal(name, "PMEVTYPER7_EL0");
}

TEST(comments_and_blank_lines_are_skipped)
{
  static const char text[] =
      "# first\n\n  # blanks\nevents 1\n#\n+5\tmsr  reg=PMSCR_EL1 data=0x10 el=3\n\n+0 psb";
  struct tb_error error = {""};
  struct event_list *list;
  assert_true(events_read(text, sizeof text - 1, "list", &list, &error));
  assert_int_equal(list->count, 2);
  const struct timed_access *access = list->event[0].data;
  assert_int_equal(list->event[0].kind, TIMED_MSR);
  assert_int_equal(list->event[0].delta, 5);
  assert_int_equal(access->reg, SPU_PMSCR_EL1);
  assert_int_equal(access->data, 0x10);
  assert_int_equal(access->el, 3);
  assert_int_equal(list->event[1].kind, TIMED_PSB);
  event_list_destroy(list);
}

TEST(bad_lines_are_refused_with_file_and_line)
{
  static const struct {
    const char *text;
    const char *error;
  } rows[] = {
      {"", "list:1: not an event list: empty"},
      {"# nothing\n", "list:1: not an event list: empty"},
      {"+0 psb\n", "list:1: not an event list: does not begin with \"events 1\": +0"},
      {"events\n", "list:1: version 1 of the format expected"},
      {"events 2\n", "list:1: version 1 of the format expected: 2"},
      {"events 1 2\n", "list:1: version 1 of the format expected: 1"},
      {"events 1\n\n+0 psb\n0 psb\n", "list:4: not +CYCLES: 0"},
      {"events 1\n+ psb\n", "list:2: not +CYCLES: +"},
      {"events 1\n+-1 psb\n", "list:2: not +CYCLES: +-1"},
      {"events 1\n+268435456 psb\n", "list:2: not +CYCLES: +268435456"},
      {"events 1\n+0\n", "list:2: missing kind of event"},
      {"events 1\n+0 nothing\n", "list:2: unknown kind of event: nothing"},
      {"events 1\n+0 psb x=1\n", "list:2: psb has no such field: x"},
      {"events 1\n+0 pe el\n", "list:2: not NAME=VALUE: el"},
      {"events 1\n+0 pe el=1\n", "list:2: pe has no such field: el"},
      {"events 1\n+0 pe pe_el=4\n", "list:2: pe_el has 2 bits: 4"},
      {"events 1\n+0 pe dbgen=2\n", "list:2: dbgen has 1 bit: 2"},
      {"events 1\n+0 pe pe_el=1 pe_el=1\n", "list:2: given twice: pe_el"},
      {"events 1\n+0 pe pe_el=\n", "list:2: not a number"},
      {"events 1\n+0 pe pe_el=0x\n", "list:2: not a number: 0x"},
      {"events 1\n+0 pe pe_el=1x\n", "list:2: not a number: 1x"},
      {"events 1\n+0 msr data=0x1ffffffffffffffff reg=1\n", "list:2: not a number: 0x1ffffffffffffffff"},
      {"events 1\n+0 msr data=1\n", "list:2: reg is missing"},
      {"events 1\n+0 msr reg=PMSCR\n", "list:2: not a number: PMSCR"},
      {"events 1\n+0 msr reg=0x10000\n", "list:2: reg has 16 bits: 0x10000"},
      {"events 1\n+0 pmu 0x40=1\n", "list:2: pmu has no such field: 0x40"},
      {"events 1\n+0 op finish=0x100000\n", "list:2: finish has 20 bits: 0x100000"},
      {"events 1\n+0 op kind=16\n", "list:2: kind has 4 bits: 16"},
      {"events 1\n+0 end\n+0 psb\n", "list:3: event after the end"},
      {"events 1\r\n", "list:1: version 1 of the format expected: 1?"},
      {"events 1\n+0 \x01\x02psb\n", "list:2: unknown kind of event: ??psb"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct tb_error error = {""};
    struct event_list *list;
    const bool read = events_read(rows[i].text, strlen(rows[i].text), "list", &list, &error);
    assert_row_equal(rows[i].text, error.text, rows[i].error);
    assert_false(read);
    assert_null(list);
  }
  static const char zero[] = "events 1\n+0 psb\0x\n";
  struct tb_error error = {""};
  struct event_list *list;
  assert_false(events_read(zero, sizeof zero - 1, "list", &list, &error));
  assert_string_equal(error.text, "list: not text: contains a zero byte");
}

// Changes bytes of a correct text and cuts it: no crash, and an error is one line.
TEST(changed_text_is_read_or_refused)
{
  static const char good[] =
      "events 1\n+0 pe pe_el=1 hdfgrtr_el2=0x4000\n+3 msr reg=PMSICR_EL1 data=0x10 el=3\n"
      "+1 dispatch valid=0xf pc=0x1000 clocks=12\n+0 op finish=7 kind=2\n+1 axi w3=2 b=9\n"
      "+1 pmu 0x08=3 0x3F=15\n+9 end\n";
  struct rng rng;
  rng_seed(&rng, 4, 0);
  for (int i = 0; i < 20000; i++) {
    char text[sizeof good];
    struct tb_error error = {""};
    struct event_list *list;
    memcpy(text, good, sizeof good);
    for (uint32_t n = 1 + rng_below(&rng, 3); n != 0; n--) {
      const char other = good[rng_below(&rng, sizeof good)];
      const uint64_t bits = rng_next(&rng);
      memcpy(&text[rng_below(&rng, sizeof good - 1)], rng_percent(&rng, 50) ? (const void *)&other : &bits,
             1);
    }
    const bool read = events_read(text, rng_below(&rng, sizeof good), "list", &list, &error);
    assert_int_equal(read, list != NULL);
    assert_int_equal(read, error.text[0] == '\0');
    assert_null(strchr(error.text, '\n'));
    event_list_destroy(list);
  }
}

TEST(missing_file_is_named)
{
  struct tb_error error = {""};
  struct event_list *list;
  assert_false(events_read_file("/no/such/list", &list, &error));
  assert_string_equal(error.text, "/no/such/list: No such file or directory");
  error.text[0] = '\0';
  assert_false(events_read_file("/", &list, &error));
  assert_contains(error.text, "/: ");
}
