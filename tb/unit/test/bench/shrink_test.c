// SPDX-License-Identifier: Apache-2.0
//
// Shrinking keeps only the events that a failure needs.
#include <stdio.h>

#include "spu_sysreg.h"
#include "unit/stimulus/random.h"
#include "unit/test/bench/events_bench.h"
#include "unit/test/test.h"
#include "unit/tools/shrink.h"

static bool always(void *context)
{
  (void)context;
  return true;
}

// ---------------------------------------------------------------------------------------------------------
// Failures that depend on the list alone

enum { NEEDED = 3 };

struct synthetic {
  uint64_t data[NEEDED];  // of the writes that are needed, in this order
  uint64_t distance;      // least number of cycles from the first to the last of them
  uint8_t bit;            // of dispatch_valid, needed before the last write
  uint64_t trials;
  uint64_t most;  // trials until shrinking is interrupted; 0: never
};

static bool synthetic_fails(void *context, const struct timed_event *event, size_t count,
                            struct shrink_failure *failure)
{
  struct synthetic *synthetic = context;
  size_t found = 0;
  uint64_t clock = 0;
  uint64_t first = 0;
  bool dispatched = false;
  synthetic->trials++;
  for (size_t i = 0; i < count; i++) {
    clock += event[i].delta;
    if (event[i].kind == TIMED_DISPATCH) {
      const struct timed_dispatch *dispatch = event[i].data;
      dispatched = dispatched || (dispatch->valid & synthetic->bit) != 0;
    }
    if (event[i].kind != TIMED_MSR) {
      continue;
    }
    const struct timed_access *access = event[i].data;
    const bool last = found == NEEDED - 1;
    if ((access->data & synthetic->data[found]) == synthetic->data[found] &&
        (!last || (dispatched && clock - first >= synthetic->distance))) {
      first = found == 0 ? clock : first;
      if (++found == NEEDED) {
        *failure = (struct shrink_failure){.used = i + 1, .last = clock, .cycle = clock + 2};
        return true;
      }
    }
  }
  return false;
}

static bool synthetic_continues(void *context)
{
  const struct synthetic *synthetic = context;
  return synthetic->most == 0 || synthetic->trials < synthetic->most;
}

// Thousands of writes, dispatches and settings, of which few are needed.
static struct event_list *haystack(void)
{
  struct event_list *list = event_list_create();
  for (uint32_t i = 0; i < 4000; i++) {
    if (i % 3 == 0) {
      struct timed_access *access = event_list_data(list, TIMED_MSR);
      access->reg = SPU_PMSCR_EL1;
      access->data = i;
      assert_true(event_list_add(list, TIMED_MSR, i % 5, access));
    } else if (i % 3 == 1) {
      struct timed_dispatch *dispatch = event_list_data(list, TIMED_DISPATCH);
      dispatch->valid = (uint8_t)i;
      dispatch->pc = i;
      assert_true(event_list_add(list, TIMED_DISPATCH, i % 4, dispatch));
    } else {
      assert_true(event_list_add(list, TIMED_PE, 1, event_list_data(list, TIMED_PE)));
    }
  }
  assert_true(event_list_add(list, TIMED_END, 10, NULL));
  return list;
}

TEST(shortest_list_is_found)
{
  struct synthetic synthetic = {.data = {0x400, 0x803, 0x20}, .distance = 20, .bit = 0x40};
  struct event_list *list = haystack();
  struct shrink shrink = {
      .list = list, .fails = synthetic_fails, .next_session = always, .context = &synthetic};
  assert_true(shrink_run(&shrink));
  // Three writes and a dispatch. An end is not needed.
  assert_int_equal(list->count, NEEDED + 1);
  size_t found = 0;
  for (size_t i = 0; i < list->count; i++) {
    if (list->event[i].kind == TIMED_MSR) {
      assert_int_equal(((const struct timed_access *)list->event[i].data)->data, synthetic.data[found++]);
    } else if (list->event[i].kind == TIMED_DISPATCH) {
      const struct timed_dispatch *dispatch = list->event[i].data;
      assert_int_equal(dispatch->valid, synthetic.bit);
      assert_int_equal(dispatch->pc, 0);
    }
  }
  // The first write comes in the first cycle, the last one as early as it may, and the failure two cycles later.
  assert_true(event_list_clocks(list->event, list->count) <= synthetic.distance + 1);
  assert_int_equal(shrink.cycle, event_list_clocks(list->event, list->count) + 2);
  assert_true(shrink.trials < 2000);
  event_list_destroy(list);
}

TEST(list_that_does_not_fail_is_left_alone)
{
  struct synthetic synthetic = {.data = {0x100000, 1, 1}};
  struct event_list *list = haystack();
  const size_t count = list->count;
  struct shrink shrink = {
      .list = list, .fails = synthetic_fails, .next_session = always, .context = &synthetic};
  assert_false(shrink_run(&shrink));
  assert_int_equal(list->count, count);
  event_list_destroy(list);
}

// Fails in cycle 20 of any list with an end, as an assertion that only counts cycles does: after an early end the run
// continues until the unit is empty.
static bool fails_in_cycle_20(void *context, const struct timed_event *event, size_t count,
                              struct shrink_failure *failure)
{
  (void)context;
  *failure = (struct shrink_failure){.cycle = 20};
  for (size_t i = 0; i < count && event[i].kind != TIMED_END && failure->last + event[i].delta <= 20; i++) {
    failure->used = i + 1;
    failure->last += event[i].delta;
  }
  return count != 0 && event[count - 1].kind == TIMED_END;
}

static bool a_thousand_times(void *context)
{
  uint64_t *calls = context;
  return ++*calls <= 1000;
}

// A new end in place of a removed one is not progress.
TEST(shrinking_ends_where_only_the_end_is_left)
{
  struct event_list *list = haystack();
  uint64_t calls = 0;
  struct shrink shrink = {
      .list = list, .fails = fails_in_cycle_20, .next_session = a_thousand_times, .context = &calls};
  assert_true(shrink_run(&shrink));
  assert_int_equal(list->count, 1);
  assert_int_equal(list->event[0].kind, TIMED_END);
  assert_int_equal(list->event[0].delta, 21);
  assert_true(shrink.trials < 100);
  event_list_destroy(list);
}

TEST(interrupted_list_still_fails)
{
  for (uint64_t most = 1; most < 400; most += 13) {
    struct synthetic synthetic = {.data = {0x400, 0x803, 0x20}, .distance = 20, .bit = 0x40, .most = most};
    struct shrink_failure failure = {0, 0, 0};
    struct event_list *list = haystack();
    struct shrink shrink = {
        .list = list, .fails = synthetic_fails, .next_session = synthetic_continues, .context = &synthetic};
    assert_true(shrink_run(&shrink));
    assert_true(synthetic.trials <= most);
    assert_true(synthetic_fails(&synthetic, list->event, list->count, &failure));
    assert_int_equal(failure.cycle, shrink.cycle);
    event_list_destroy(list);
  }
}

// ---------------------------------------------------------------------------------------------------------
// A unit that fails

// Inverts SAMPLE_FILTRATE of an operation that is not kept.
static void wrong_rejection(const struct spu_in *in, struct spu_out *out, const struct spu_vif *vif)
{
  (void)in;
  if (vif->decide_valid && !vif->decide_keep) {
    out->sample_filtrate ^= 1;
  }
}

struct mutant {
  struct spu_config config;
  struct mismatch mismatch;
};

static bool mutant_fails(void *context, const struct timed_event *event, size_t count,
                         struct shrink_failure *failure)
{
  const struct mutant *mutant = context;
  struct events_run run = {.config = &mutant->config, .fault = wrong_rejection, .most = 50000};
  struct event_replay *replay = event_replay_create(&mutant->config, event, count);
  assert_non_null(replay);
  assert_true(events_run(&run, event_replay_stimulus(replay)));
  *failure = (struct shrink_failure){event_replay_used(replay), event_replay_last(replay), run.clocks - 1};
  event_replay_destroy(replay);
  return run.mismatch.signal != NULL && strcmp(run.mismatch.signal, mutant->mismatch.signal) == 0 &&
         strcmp(run.mismatch.function, mutant->mismatch.function) == 0;
}

TEST(failing_stimulus_becomes_short)
{
  struct mutant mutant = {.config = test_config("base")};
  struct tb_error error = {""};
  struct shrink_failure failure = {0, 0, 0};
  struct random_stimulus *random = random_create(&mutant.config, 3, 20000, NULL);
  struct event_recorder *recorder = event_recorder_create(&mutant.config);
  struct events_run run = {
      .config = &mutant.config, .recorder = recorder, .fault = wrong_rejection, .most = 50000};
  assert_true(events_run(&run, random_stimulus(random)));
  assert_false(run.matched);
  assert_string_equal(run.mismatch.signal, "sample_filtrate");
  mutant.mismatch = run.mismatch;
  struct event_list *list = event_recorder_finish(recorder, run.clocks, &error);
  assert_non_null(list);
  struct shrink shrink = {.list = list, .fails = mutant_fails, .next_session = always, .context = &mutant};
  assert_true(shrink_run(&shrink));
  print_message("# %zu events in %llu cycles, %llu trials\n", list->count,
                (unsigned long long)shrink.cycle + 1, (unsigned long long)shrink.trials);
  assert_true(list->count <= 16);
  assert_true(shrink.cycle < 300);  // the interval of a sample can be 256 operations
  assert_true(mutant_fails(&mutant, list->event, list->count, &failure));
  event_recorder_destroy(recorder);
  random_destroy(random);
}
