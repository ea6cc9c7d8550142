// SPDX-License-Identifier: Apache-2.0
//
// A replay drives the same pins as the recorded run in every cycle. Any part of a list is a legal stimulus.
#include "unit/stimulus/directed/directed.h"
#include "unit/stimulus/random.h"
#include "unit/test/bench/events_bench.h"
#include "unit/test/test.h"
#include "unit/util/rng.h"

enum { CYCLES = 6000, MOST = 60000 };

// A run, its recording and the list of its events, which belongs to the recorder.
struct recording {
  struct events_run run;
  struct random_stimulus *random;  // null: the caller owns the stimulus
  struct event_recorder *recorder;
  const struct event_list *list;
};

// Records at most `most` cycles of a stimulus.
static void record(struct recording *recording, const struct spu_config *config, struct stimulus stimulus,
                   uint64_t most)
{
  struct tb_error error = {""};
  *recording = (struct recording){.recorder = event_recorder_create(config)};
  recording->run = (struct events_run){.config = config, .recorder = recording->recorder, .most = most};
  recording->run.pins = calloc(most, sizeof *recording->run.pins);
  assert_non_null(recording->run.pins);
  assert_true(events_run(&recording->run, stimulus));
  recording->list = event_recorder_finish(recording->recorder, recording->run.clocks, &error);
  assert_non_null(recording->list);
  assert_string_equal(event_recorder_note(recording->recorder), "");
}

static void record_random(struct recording *recording, const struct spu_config *config, uint64_t seed,
                          uint64_t most)
{
  struct random_stimulus *random = random_create(config, seed, CYCLES, NULL);
  assert_non_null(random);
  record(recording, config, random_stimulus(random), most);
  recording->random = random;
}

static void destroy(struct recording *recording)
{
  event_recorder_destroy(recording->recorder);
  random_destroy(recording->random);
  free(recording->run.pins);
}

// Replays a recording, and compares the pins of every cycle.
static void replay_is_the_same(const struct recording *recording, bool must_match)
{
  const struct events_run *first = &recording->run;
  struct events_run second = {.config = first->config, .most = first->most};
  second.pins = calloc(first->most, sizeof *second.pins);
  assert_non_null(second.pins);
  struct event_replay *replay =
      event_replay_create(first->config, recording->list->event, recording->list->count);
  assert_non_null(replay);
  assert_true(events_run(&second, event_replay_stimulus(replay)));
  for (uint64_t i = 0; i < first->clocks && i < second.clocks; i++) {
    if (memcmp(&first->pins[i], &second.pins[i], sizeof first->pins[i]) != 0) {
      fail_msg("different pins in cycle %llu", (unsigned long long)i);
    }
  }
  assert_int_equal(first->clocks, second.clocks);
  assert_int_equal(first->finished, second.finished);
  assert_int_equal(first->resets, second.resets);
  assert_true(second.matched || !must_match);
  event_replay_destroy(replay);
  free(second.pins);
}

TEST(replay_of_a_random_run_has_the_same_pins)
{
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
      const struct spu_config config = test_config_exposed(spu_config_name(i), seed == 3);
      struct recording recording;
      record_random(&recording, &config, seed, MOST);
      replay_is_the_same(&recording, true);
      destroy(&recording);
    }
  }
}

TEST(replay_of_a_directed_run_has_the_same_pins)
{
  const struct spu_config config = test_config_exposed("base", true);
  bool known;
  struct directed_stimulus *directed = directed_create(&config, NULL, &known);
  struct recording recording;
  record(&recording, &config, directed_stimulus(directed), MOST);
  replay_is_the_same(&recording, false);
  destroy(&recording);
  directed_destroy(directed);
}

// A run that fails can end at any point. Its replay must not end anything earlier.
TEST(replay_of_a_cut_run_has_the_same_pins)
{
  struct rng rng;
  rng_seed(&rng, 1, 0);
  for (uint64_t seed = 0; seed < 40; seed++) {
    const struct spu_config config = test_config_exposed("base", seed % 2 != 0);
    struct recording recording;
    record_random(&recording, &config, seed, 100 + rng_below(&rng, 500));
    assert_int_equal(recording.run.clocks, recording.run.most);
    replay_is_the_same(&recording, false);
    destroy(&recording);
  }
}

// Copies a random part of a list, and adds resets of the unit alone or of memory and MMU too.
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
    const struct spu_config config = test_config(spu_config_name(i));
    struct recording whole;
    record_random(&whole, &config, 5, MOST);
    struct timed_event *event = calloc(2 * whole.list->count, sizeof *event);
    assert_non_null(event);
    for (uint32_t part = 0; part < 8; part++) {
      const size_t count = some_of(whole.list, 10 + 12 * part, 0, &rng, event);
      struct event_replay *replay = event_replay_create(&config, event, count);
      struct events_run run = {.config = &config, .most = MOST};
      assert_true(events_run(&run, event_replay_stimulus(replay)));
      assert_string_equal(run.error.text, "");
      assert_true(run.matched);
      assert_true(run.finished);
      // An end that comes when nothing is pending does not happen: the run is over.
      const size_t used = event_replay_used(replay);
      assert_true(used == count || (used + 1 == count && event[used].kind == TIMED_END));
      event_replay_destroy(replay);
    }
    free(event);
    destroy(&whole);
  }
}

// Records the replay of a part with resets, and replays that.
TEST(replay_with_resets_has_the_same_pins)
{
  const struct spu_config config = test_config("base");
  struct recording whole;
  struct rng rng;
  rng_seed(&rng, 3, 0);
  record_random(&whole, &config, 6, MOST);
  struct timed_event *event = calloc(2 * whole.list->count, sizeof *event);
  assert_non_null(event);
  for (uint32_t part = 0; part < 6; part++) {
    const size_t count = some_of(whole.list, 40 + 10 * part, 30, &rng, event);
    struct event_replay *replay = event_replay_create(&config, event, count);
    struct recording again;
    record(&again, &config, event_replay_stimulus(replay), MOST);
    replay_is_the_same(&again, false);
    destroy(&again);
    event_replay_destroy(replay);
  }
  free(event);
  destroy(&whole);
}

TEST(full_list_is_reported)
{
  const struct spu_config config = test_config("base");
  struct tb_error error = {""};
  struct event_recorder *recorder = event_recorder_create(&config);
  assert_null(event_recorder_finish(recorder, (uint64_t)EVENT_DELTA_MOST + 1, &error));
  assert_string_equal(error.text,
                      "the event list: more than 67108864 events, or more than 268435455 cycles without one");
  event_recorder_destroy(recorder);
}
