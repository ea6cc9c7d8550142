// SPDX-License-Identifier: Apache-2.0
//
// Coverage of the selection of operations (requirements C1 to C5): random numbers, and the circumstances of a
// selection, from PMSICR_EL1 at the start of the cycle, the dispatch pins and the unit's outputs. The counters' next
// values, the selected operation and the filters' counts are proved for all inputs.
#include "spu_sysreg.h"
#include "unit/cover/cover_block.h"
#include "unit/cover/cover_config.h"

#define COUNT_OF(pmsicr) ((pmsicr)&0xFFFFFFFFU)
#define ECOUNT_OF(pmsicr) ((pmsicr) >> 56)

// Without a secondary counter, there is an operation that loads COUNT between two selections.
COVER_CONFIG(two_selections, config->dispatch_width >= (config->have_ernd ? 2U : 3U))

// X(name, requirement, exists, meaning)
// clang-format off
#define BINS(X) \
  X(load_random_low, "C2", cover_no_ernd, "the random low byte is below 16") \
  X(load_random_high, "C2", cover_no_ernd, "the random low byte is 240 or more") \
  X(draw_low, "C2", cover_ernd, "a secondary count below 16 begins") \
  X(draw_high, "C2", cover_ernd, "a secondary count above 240 begins") \
  X(two_selected, "C1 x C3", cover_two_selections, "two operations of a cycle are selected") \
  X(collision, "C3", NULL, "selected while no tag is free") \
  X(no_room_for_second, "C3", NULL, "selected with a free tag, but one record is pending and leaves no room") \
  X(no_room_for_third, "C3", NULL, "the same with two records pending") \
  X(no_room_for_fourth, "C3", cover_several_tags, "the same with three records pending") \
  X(collision_beside_mark, "C3", cover_two_selections, "the second of two selected operations collides") \
  X(collision_two, "C3", cover_two_selections, "two operations collide in a cycle") \
  X(collision_coll_set, "C3", NULL, "a collision while COLL is already 1") \
  X(collision_coll_clear, "C3", NULL, "a collision sets COLL") \
  X(collision_all_tags, "C3", cover_several_tags, "a collision while several operations are in flight") \
  X(collision_and_finish, "C3", NULL, "a collision in the cycle in which the tag's operation finishes") \
  X(collision_and_decision, "C3", NULL, "a collision in the cycle of the decision that frees the tag") \
  X(collision_then_mark, "C3", NULL, "the selection after a collision is marked") \
  X(collision_and_event, "C3 x G6", NULL, "a collision in the cycle of a management event") \
  X(collision_then_off, "C3 x A3", NULL, "profiling goes off in the cycle after a collision") \
  X(mark_then_off, "C1 x A3", NULL, "profiling goes off in the cycle after a mark") \
  X(mark_and_decision, "C1", cover_several_tags, "a mark in the cycle of another operation's decision") \
  X(pop_and_feed, "C4", NULL, "SAMPLE_POP and SAMPLE_FEED in one cycle") \
  X(feed_filtrate, "C4", NULL, "SAMPLE_FEED with SAMPLE_FILTRATE") \
  X(feed_rejected, "C4", NULL, "SAMPLE_FEED without SAMPLE_FILTRATE") \
  X(feed_off, "C4", NULL, "SAMPLE_FEED while profiling is off") \
  X(buffer_full, "C4", cover_v1p4, "SAMPLE_BUFFER_FULL") \
  X(buffer_full_and_feed, "C4", cover_v1p4, "SAMPLE_BUFFER_FULL and SAMPLE_FEED in one cycle") \
  X(dispatch_while_bus_waits, "C5", NULL, "every slot valid while AXI accepts nothing") \
  X(dispatch_while_translating, "C5", NULL, "every slot valid while a translation is requested")
// clang-format on

enum { BINS(COVER_BIN_ENUM) BIN_COUNT };

static const struct cover_bin bins[] = {BINS(COVER_BIN_ROW)};

struct state {
  bool loaded;    // the previous cycle loaded COUNT with a random byte
  uint64_t with;  // COUNT's value without that load
  bool drawn;     // the previous cycle's COUNT reached zero with a secondary counter
  bool collided;  // the last selection was a collision
};

static uint32_t ones(uint32_t bits)
{
  return (uint32_t)__builtin_popcount(bits);
}

static uint32_t valid_slots(const struct cover_cycle *cycle)
{
  return cycle->in->dispatch_valid & ((1U << cycle->config->dispatch_width) - 1U);
}

// Random numbers of the previous cycle, visible in PMSICR_EL1 now if software has not written it.
static void cover_random(const struct cover_cycle *cycle, const struct state *state, uint64_t *hits)
{
  const uint64_t low = COUNT_OF(cycle->out->pmsicr) - state->with;
  const uint64_t ecount = ECOUNT_OF(cycle->out->pmsicr);
  HIT_IF(load_random_low, state->loaded && low < 16);
  HIT_IF(load_random_high, state->loaded && low >= 240 && low < 256);
  HIT_IF(draw_low, state->drawn && ecount != 0 && ecount < 16);
  HIT_IF(draw_high, state->drawn && ecount > 240);
}

// Notes whether this cycle's operations load COUNT or begin a secondary count with a random number.
static void note_random(const struct cover_cycle *cycle, uint32_t number, struct state *state)
{
  const uint64_t count = COUNT_OF(cycle->out->pmsicr);
  const bool rnd = (cycle->regs->pmsirr & SPU_PMSIRR_EL1_RND) != 0;
  state->loaded = rnd && !cycle->config->have_ernd && (count == 0 || count < number);
  state->with = (cycle->regs->pmsirr & SPU_PMSIRR_EL1_INTERVAL) - (number - 1 - count);
  state->drawn = rnd && cycle->config->have_ernd && count != 0 && count <= number;
}

static void cover_collision(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_out *out = cycle->out;
  const uint32_t number = out->sample_collision;
  const uint32_t tags = cycle->flight->in_flight;
  HIT_IF(collision_and_event, cycle->vif->event_valid);
  if (cycle->vif->event_valid) {
    return;  // SAMPLE_COLLISION then also counts samples that collide with the management event
  }
  HIT_IF(two_selected, number + (out->mark_valid ? 1U : 0U) >= 2);
  const bool tag_free = ones(tags) < cycle->config->in_flight;
  const uint32_t pending = ones(tags) + cycle->flight->waiting + cycle->flight->writing;
  HIT_IF(collision, !out->mark_valid && !tag_free);
  if (!out->mark_valid && tag_free && pending >= 1 && pending <= (cycle->config->in_flight > 1 ? 3U : 2U)) {
    hits[BIN_no_room_for_second + pending - 1]++;
  }
  HIT_IF(collision_beside_mark, out->mark_valid);
  HIT_IF(collision_two, number >= 2);
  const uint64_t pmbsr = cycle->regs->pmbsr | cycle->regs->pmbsr_el2 | cycle->regs->pmbsr_el3;
  hits[(pmbsr & SPU_PMBSR_EL1_COLL) != 0 ? BIN_collision_coll_set : BIN_collision_coll_clear]++;
  HIT_IF(collision_all_tags, !out->mark_valid && ones(tags) > 1);
  HIT_IF(collision_and_decision, cycle->vif->decide_valid);
  for (uint32_t tag = 0; tags >> tag != 0; tag++) {
    if ((tags >> tag & 1) != 0 && cycle->in->op[tag].finished) {
      HIT(collision_and_finish);
    }
  }
}

static void cover_feed(const struct spu_out *out, uint64_t *hits)
{
  HIT_IF(pop_and_feed, out->sample_pop != 0);
  HIT_IF(feed_filtrate, out->sample_filtrate != 0);
  HIT_IF(feed_rejected, out->sample_filtrate == 0);
  HIT_IF(feed_off, !out->profiling_enabled);
  HIT_IF(buffer_full_and_feed, out->sample_buffer_full);
}

static void cover_waiting(const struct cover_cycle *cycle, uint32_t valid, uint64_t *hits)
{
  if (valid != (1U << cycle->config->dispatch_width) - 1U || !cycle->out->profiling_enabled) {
    return;
  }
  HIT_IF(dispatch_while_bus_waits, (cycle->bus->axi_awvalid && !cycle->in->axi_awready) ||
                                       (cycle->bus->axi_wvalid && !cycle->in->axi_wready));
  HIT_IF(dispatch_while_translating, cycle->bus->xlate_req_valid);
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  const struct spu_out *out = cycle->out;
  if (cycle->after_reset) {
    *state = (struct state){.loaded = false};
  }
  if (!cover_wrote(cycle, SPU_PMSICR_EL1)) {
    cover_random(cycle, state, hits);
  }
  state->loaded = state->drawn = false;
  const uint32_t valid = valid_slots(cycle);
  if (!out->profiling_enabled) {
    HIT_IF(collision_then_off, cycle->last_out->sample_collision != 0);
    HIT_IF(mark_then_off, cycle->last_out->mark_valid);
  } else if (valid != 0) {
    note_random(cycle, ones(valid), state);
  }
  if (out->sample_collision != 0) {
    cover_collision(cycle, hits);
    state->collided = true;
  } else if (out->mark_valid) {
    HIT_IF(collision_then_mark, state->collided);
    state->collided = false;
  }
  HIT_IF(mark_and_decision, out->mark_valid && cycle->vif->decide_valid);
  if (out->sample_feed != 0) {
    cover_feed(out, hits);
  }
  HIT_IF(buffer_full, out->sample_buffer_full);
  if (cycle->bus->axi_awvalid || cycle->bus->axi_wvalid || cycle->bus->xlate_req_valid) {
    cover_waiting(cycle, valid, hits);
  }
}

const struct cover_block cover_interval = {"interval", bins, BIN_COUNT, step};
