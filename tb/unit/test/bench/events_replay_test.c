// SPDX-License-Identifier: Apache-2.0
//
// A recorded run and its replay are the same, cycle by cycle and pin by pin; any part of a list is a legal stimulus.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>

#include "unit/stimulus/directed/directed.h"
#include "unit/stimulus/events/events_text.h"
#include "unit/stimulus/random.h"
#include "unit/test/bench/events_bench.h"
#include "unit/test/test.h"
#include "unit/util/rng.h"

enum { CYCLES = 6000, MOST = 60000 };

static struct random_stimulus *random_of(const struct spu_config *config, uint64_t seed)
{
  return random_create(config, seed, CYCLES, NULL);
}

// Records a run of `stimulus`, and replays it. The list stays with the recorder.
static struct event_list *record_and_replay(const struct spu_config *config, struct stimulus stimulus,
                                            struct event_recorder *recorder, bool must_match)
{
  struct tb_error error = {""};
  struct events_run first = {.config = config, .recorder = recorder, .most = MOST};
  struct events_run second = {.config = config, .most = MOST};
  first.pins = calloc(MOST, sizeof *first.pins);
  second.pins = calloc(MOST, sizeof *second.pins);
  assert_non_null(first.pins);
  assert_non_null(second.pins);
  assert_true(events_run(&first, stimulus));
  struct event_list *list = event_recorder_finish(recorder, first.clocks, &error);
  assert_non_null(list);
  assert_string_equal(event_recorder_note(recorder), "");
  struct event_replay *replay = event_replay_create(config, list->event, list->count);
  assert_non_null(replay);
  assert_true(events_run(&second, event_replay_stimulus(replay)));
  const uint64_t clocks = first.clocks < second.clocks ? first.clocks : second.clocks;
  for (uint64_t i = 0; i < clocks; i++) {
    if (memcmp(&first.pins[i], &second.pins[i], sizeof first.pins[i]) != 0) {
      print_message("other pins in cycle %llu\n", (unsigned long long)i);
      fail();
    }
  }
  assert_int_equal(first.clocks, second.clocks);
  assert_int_equal(first.finished, second.finished);
  assert_int_equal(first.resets, second.resets);
  assert_true(second.matched || !must_match);
  event_replay_destroy(replay);
  free(first.pins);
  free(second.pins);
  return list;
}

TEST(replay_of_a_random_run_has_the_same_pins)
{
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
      struct spu_config config;
      assert_int_equal(spu_config_by_name(spu_config_name(i), &config), SPU_OK);
      struct random_stimulus *random = random_of(&config, seed);
      struct event_recorder *recorder = event_recorder_create(&config);
      (void)record_and_replay(&config, random_stimulus(random), recorder, true);
      event_recorder_destroy(recorder);
      random_destroy(random);
    }
  }
}

TEST(replay_of_a_directed_run_has_the_same_pins)
{
  struct spu_config config;
  bool known;
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  struct directed_stimulus *directed = directed_create(&config, NULL, &known);
  struct event_recorder *recorder = event_recorder_create(&config);
  (void)record_and_replay(&config, directed_stimulus(directed), recorder, false);
  event_recorder_destroy(recorder);
  directed_destroy(directed);
}

// A run that ends anywhere, as one that fails does: nothing may end earlier in its replay.
TEST(replay_of_a_cut_run_has_the_same_pins)
{
  struct spu_config config;
  struct rng rng;
  rng_seed(&rng, 1, 0);
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  for (int i = 0; i < 40; i++) {
    struct tb_error error = {""};
    struct random_stimulus *random = random_of(&config, (uint64_t)i);
    struct event_recorder *recorder = event_recorder_create(&config);
    struct events_run first = {.config = &config, .recorder = recorder, .most = 100 + rng_below(&rng, 500)};
    struct events_run second = {.config = &config, .most = first.most};
    first.pins = calloc(first.most, sizeof *first.pins);
    second.pins = calloc(first.most, sizeof *first.pins);
    assert_true(events_run(&first, random_stimulus(random)));
    const struct event_list *list = event_recorder_finish(recorder, first.clocks, &error);
    struct event_replay *replay = event_replay_create(&config, list->event, list->count);
    assert_true(events_run(&second, event_replay_stimulus(replay)));
    assert_int_equal(second.clocks, first.most);
    assert_memory_equal(first.pins, second.pins, first.most * sizeof *first.pins);
    event_replay_destroy(replay);
    event_recorder_destroy(recorder);
    random_destroy(random);
    free(first.pins);
    free(second.pins);
  }
}

// Part of a list, chosen at random, with resets here and there, of the unit alone or of memory and MMU too.
static size_t some_of(const struct event_list *list, uint32_t percent, uint32_t resets, struct rng *rng,
                      struct timed_event *event)
{
  static const struct timed_reset whole = {.alone = false};
  static const struct timed_reset alone = {.alone = true};
  size_t count = 0;
  for (size_t i = 0; i < list->count; i++) {
    if (rng_percent(rng, percent)) {
      event[count++] = list->event[i];
    }
    if (list->event[i].kind != TIMED_END && rng_below(rng, 10000) < resets) {
      event[count++] = (struct timed_event){
          .delta = rng_below(rng, 3), .kind = TIMED_RESET, .data = rng_percent(rng, 50) ? &whole : &alone};
    }
  }
  return count;
}

TEST(any_subset_of_a_list_is_legal_and_drains)
{
  struct rng rng;
  rng_seed(&rng, 2, 0);
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    struct spu_config config;
    struct tb_error error = {""};
    assert_int_equal(spu_config_by_name(spu_config_name(i), &config), SPU_OK);
    struct random_stimulus *random = random_of(&config, 5);
    struct event_recorder *recorder = event_recorder_create(&config);
    struct events_run first = {.config = &config, .recorder = recorder, .most = MOST};
    assert_true(events_run(&first, random_stimulus(random)));
    const struct event_list *list = event_recorder_finish(recorder, first.clocks, &error);
    struct timed_event *event = calloc(2 * list->count, sizeof *event);
    assert_non_null(event);
    for (int part = 0; part < 8; part++) {
      const size_t count = some_of(list, 10 + 12 * (uint32_t)part, 0, &rng, event);
      struct event_replay *replay = event_replay_create(&config, event, count);
      struct events_run run = {.config = &config, .most = MOST};
      assert_true(events_run(&run, event_replay_stimulus(replay)));
      assert_string_equal(run.error.text, "");
      assert_true(run.matched);
      assert_true(run.finished);
      // An end that comes when nothing is on its way any more does not happen: the run is over.
      const size_t used = event_replay_used(replay);
      assert_true(used == count || (used + 1 == count && event[used].kind == TIMED_END));
      event_replay_destroy(replay);
    }
    free(event);
    event_recorder_destroy(recorder);
    random_destroy(random);
  }
}

// Recording the replay of a part with resets, and replaying that again.
TEST(replay_with_resets_has_the_same_pins)
{
  struct rng rng;
  struct spu_config config;
  struct tb_error error = {""};
  rng_seed(&rng, 3, 0);
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  struct random_stimulus *random = random_of(&config, 6);
  struct event_recorder *recorder = event_recorder_create(&config);
  struct events_run first = {.config = &config, .recorder = recorder, .most = MOST};
  assert_true(events_run(&first, random_stimulus(random)));
  const struct event_list *list = event_recorder_finish(recorder, first.clocks, &error);
  struct timed_event *event = calloc(2 * list->count, sizeof *event);
  for (uint32_t part = 0; part < 6; part++) {
    const size_t count = some_of(list, 40 + 10 * part, 30, &rng, event);
    struct event_replay *replay = event_replay_create(&config, event, count);
    struct event_recorder *again = event_recorder_create(&config);
    (void)record_and_replay(&config, event_replay_stimulus(replay), again, false);
    event_recorder_destroy(again);
    event_replay_destroy(replay);
  }
  free(event);
  event_recorder_destroy(recorder);
  random_destroy(random);
}

TEST(list_is_the_same_after_writing_and_reading)
{
  struct spu_config config;
  struct tb_error error = {""};
  assert_int_equal(spu_config_by_name("v9", &config), SPU_OK);
  struct random_stimulus *random = random_of(&config, 7);
  struct event_recorder *recorder = event_recorder_create(&config);
  struct events_run first = {.config = &config, .recorder = recorder, .most = MOST};
  assert_true(events_run(&first, random_stimulus(random)));
  const struct event_list *list = event_recorder_finish(recorder, first.clocks, &error);
  char *text[2] = {NULL, NULL};
  size_t size[2];
  FILE *file = open_memstream(&text[0], &size[0]);
  assert_true(events_write(list->event, list->count, "made by a test\n\nin three lines", file));
  (void)fclose(file);
  struct event_list *read = NULL;
  assert_true(events_read(text[0], size[0], "list", &read, &error));
  assert_int_equal(read->count, list->count);
  file = open_memstream(&text[1], &size[1]);
  assert_true(events_write(read->event, read->count, "made by a test\n\nin three lines", file));
  (void)fclose(file);
  assert_int_equal(size[0], size[1]);
  assert_memory_equal(text[0], text[1], size[0]);
  event_list_destroy(read);
  free(text[0]);
  free(text[1]);
  event_recorder_destroy(recorder);
  random_destroy(random);
}

TEST(full_list_is_reported)
{
  struct spu_config config;
  struct tb_error error = {""};
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  struct event_recorder *recorder = event_recorder_create(&config);
  assert_null(event_recorder_finish(recorder, (uint64_t)EVENT_DELTA_MOST + 1, &error));
  assert_string_equal(error.text,
                      "the event list: more than 67108864 events, or more than 268435455 cycles without one");
  event_recorder_destroy(recorder);
}
