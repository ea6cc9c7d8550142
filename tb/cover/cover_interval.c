// SPDX-License-Identifier: Apache-2.0
//
// Coverage of choosing operations (requirements C1, C3 to C5): how many operations a cycle counts, where in it the
// counters run out, what is loaded, and what a selection meets. All from PMSICR_EL1 at the start of the cycle,
// the dispatch pins, and what the unit said it did.
#include "cover/cover_block.h"
#include "cover/cover_config.h"
#include "spu_sysreg.h"

#define COUNT_OF(pmsicr) ((pmsicr)&0xFFFFFFFFU)
#define ECOUNT_OF(pmsicr) ((pmsicr) >> 56)
#define INTERVAL_OF(pmsirr) ((pmsirr)&0xFFFFFF00U)

COVER_CONFIG(width_1, config->dispatch_width >= 1)
COVER_CONFIG(width_2, config->dispatch_width >= 2)
COVER_CONFIG(width_3, config->dispatch_width >= 3)
COVER_CONFIG(width_4, config->dispatch_width >= 4)
COVER_CONFIG(width_5, config->dispatch_width >= 5)
COVER_CONFIG(width_6, config->dispatch_width >= 6)
COVER_CONFIG(width_7, config->dispatch_width >= 7)
COVER_CONFIG(width_8, config->dispatch_width >= 8)
// Without a secondary counter, an operation that loads COUNT comes between two selections.
COVER_CONFIG(two_selections, config->dispatch_width >= (config->have_ernd ? 2U : 3U))
COVER_CONFIG(ernd_width_2, config->have_ernd && config->dispatch_width >= 2)
COVER_CONFIG(gcs_v1p4, config->have_gcs && config->spe_version >= 4)

// X(name, requirement, exists, meaning)
// clang-format off
#define EACH_WIDTH(X, prefix, id, text) \
  X(prefix##1, id, cover_width_1, text " 1") X(prefix##2, id, cover_width_2, text " 2") \
  X(prefix##3, id, cover_width_3, text " 3") X(prefix##4, id, cover_width_4, text " 4") \
  X(prefix##5, id, cover_width_5, text " 5") X(prefix##6, id, cover_width_6, text " 6") \
  X(prefix##7, id, cover_width_7, text " 7") X(prefix##8, id, cover_width_8, text " 8")
#define BINS(X) \
  X(operations_0, "C1", NULL, "profiling is on and no slot is valid") \
  EACH_WIDTH(X, operations_, "C1", "operations counted in a cycle:") \
  EACH_WIDTH(X, alone_in_slot_, "C1", "the only valid slot is the one of number") \
  EACH_WIDTH(X, selected_in_slot_, "C1", "the operation is selected in the slot of number") \
  EACH_WIDTH(X, zero_at_operation_, "C1", "COUNT reaches zero at the operation of number") \
  EACH_WIDTH(X, zero_in_cycle_of_, "C1", "COUNT reaches zero in a cycle whose operations are") \
  X(gap_between, "C1", cover_width_3, "valid slots with a gap between") \
  X(gap_before_selected, "C1", cover_width_2, "the selected operation comes after an empty slot") \
  X(zero_at_first, "C1", cover_width_2, "COUNT reaches zero at the first of several operations") \
  X(zero_in_the_middle, "C1", cover_width_3, "COUNT reaches zero between others") \
  X(zero_at_last, "C1", cover_width_2, "COUNT reaches zero at the last of several operations") \
  X(borrow_8, "C1", NULL, "counting borrows from COUNT bit 8") \
  X(borrow_16, "C1", NULL, "counting borrows from COUNT bit 16") \
  X(borrow_24, "C1", NULL, "counting borrows from COUNT bit 24") \
  X(load_alone, "C1", NULL, "COUNT is zero: the only operation loads it") \
  X(load_and_count, "C1", cover_width_2, "COUNT is zero: loaded and counted in one cycle") \
  X(reload_in_cycle, "C1", cover_width_2, "selected and reloaded in one cycle") \
  X(load_interval_zero, "C1", NULL, "loaded with an INTERVAL of zero") \
  X(load_interval_small, "C1", NULL, "loaded with an INTERVAL of 1") \
  X(load_interval_large, "C1", NULL, "loaded with an INTERVAL of more than 16 bits") \
  X(load_rnd_clear, "C1", NULL, "loaded with RND clear") \
  X(load_rnd_set, "C1", NULL, "loaded with RND set") \
  X(load_random_low, "C2", cover_no_ernd, "the random low byte is below 16") \
  X(load_random_high, "C2", cover_no_ernd, "the random low byte is 240 or more") \
  X(load_no_random_ernd, "C1", cover_ernd, "RND with FEAT_SPE_ERnd: the low byte is loaded as zero") \
  X(draw_selects, "C1", cover_ernd, "COUNT reaches zero and the number drawn selects at once") \
  X(draw_waits, "C1", cover_ernd, "COUNT reaches zero and a secondary count begins") \
  X(draw_low, "C2", cover_ernd, "a secondary count below 16 begins") \
  X(draw_high, "C2", cover_ernd, "a secondary count above 240 begins") \
  X(draw_selects_in_cycle, "C1", cover_ernd_width_2, "the secondary count begins and ends in one cycle") \
  X(ecount_selects, "C1", cover_ernd, "ECOUNT reaches zero: selected") \
  X(ecount_beside_count, "C1", cover_ernd, "ECOUNT and COUNT count together") \
  X(ecount_without_rnd, "C1", cover_ernd, "ECOUNT holds while RND is clear") \
  X(ecount_overtaken, "C1", cover_ernd, "COUNT reaches zero before ECOUNT, which is drawn anew") \
  X(ecount_and_count_zero, "C1", cover_ernd, "ECOUNT and COUNT reach zero at the same operation") \
  X(ecount_while_load, "C1", cover_ernd, "COUNT is zero and loaded while ECOUNT counts") \
  X(two_selected, "C1 x C3", cover_two_selections, "two operations of a cycle are selected") \
  X(hold_at_other_level, "C1", NULL, "operations, profiling off at this level: COUNT holds") \
  X(hold_while_stopped, "C1", NULL, "operations while profiling is stopped: COUNT holds") \
  X(hold_buffer_off, "C1", NULL, "operations while PMBLIMITR_EL1.E is 0: COUNT holds") \
  X(hold_in_debug, "C1 x A2", NULL, "operations in Debug state: COUNT holds") \
  X(hold_at_one, "C1", NULL, "operations, profiling off, COUNT is 1") \
  X(hold_at_zero, "C1", NULL, "operations, profiling off, COUNT is 0: not loaded") \
  X(interval_changed, "C1", NULL, "the load takes an INTERVAL that was written while COUNT ran") \
  X(count_written, "C1", NULL, "COUNT written by software counts from there") \
  X(collision, "C3", NULL, "selected while no tag is free") \
  X(no_room_for_second, "C3", NULL, "selected with a free tag, and no room behind the one that is pending") \
  X(no_room_for_third, "C3", NULL, "the same behind two") \
  X(no_room_for_fourth, "C3", cover_several_tags, "the same behind three") \
  X(collision_beside_mark, "C3", cover_two_selections, "of two selected operations the second collides") \
  X(collision_two, "C3", cover_two_selections, "two operations collide in a cycle") \
  X(collision_coll_set, "C3", NULL, "a collision while COLL is already 1") \
  X(collision_coll_clear, "C3", NULL, "a collision sets COLL") \
  X(collision_all_tags, "C3", cover_several_tags, "a collision while several operations are in flight") \
  X(collision_and_finish, "C3", NULL, "a collision in the cycle in which the tag's operation finishes") \
  X(collision_and_verdict, "C3", NULL, "a collision in the cycle of the verdict that frees the tag") \
  X(collision_then_mark, "C3", NULL, "the selection after a collision is marked") \
  X(collision_and_event, "C3 x G6", NULL, "a collision in the cycle of a management event") \
  X(collision_then_off, "C3 x A3", NULL, "profiling goes off in the cycle after a collision") \
  X(mark_then_off, "C1 x A3", NULL, "profiling goes off in the cycle after a mark") \
  X(mark_and_verdict, "C1", cover_several_tags, "a mark in the cycle of another operation's verdict") \
  X(pop_and_feed, "C4", NULL, "SAMPLE_POP and SAMPLE_FEED in one cycle") \
  X(feed_filtrate, "C4", NULL, "SAMPLE_FEED with SAMPLE_FILTRATE") \
  X(feed_rejected, "C4", NULL, "SAMPLE_FEED without SAMPLE_FILTRATE") \
  X(feed_off, "C4", NULL, "SAMPLE_FEED while profiling is off") \
  X(collision_event_1, "C4", NULL, "SAMPLE_COLLISION counts 1") \
  X(collision_event_2, "C4", cover_two_selections, "SAMPLE_COLLISION counts 2") \
  X(feed_br, "C4", cover_v1p2, "SAMPLE_FEED_BR") X(feed_ld, "C4", cover_v1p2, "SAMPLE_FEED_LD") \
  X(feed_st, "C4", cover_v1p2, "SAMPLE_FEED_ST") X(feed_op, "C4", cover_v1p2, "SAMPLE_FEED_OP") \
  X(feed_event, "C4", cover_v1p2, "SAMPLE_FEED_EVENT") X(feed_lat, "C4", cover_v1p2, "SAMPLE_FEED_LAT") \
  X(feed_no_type, "C4", cover_v1p2, "SAMPLE_FEED of no type") \
  X(feed_not_op, "C4", cover_v1p2, "SAMPLE_FEED without SAMPLE_FEED_OP") \
  X(feed_not_event, "C4", cover_v1p2, "SAMPLE_FEED without SAMPLE_FEED_EVENT") \
  X(feed_not_lat, "C4", cover_v1p2, "SAMPLE_FEED without SAMPLE_FEED_LAT") \
  X(feed_ld_and_st, "C4", cover_v1p2, "an atomic that loads: SAMPLE_FEED_LD and SAMPLE_FEED_ST") \
  X(feed_br_and_access, "C4", cover_gcs_v1p4, "a branch that accesses the GCS: SAMPLE_FEED_BR and another") \
  X(feed_op_unfiltered, "C4", cover_v1p2, "SAMPLE_FEED_OP while FT is 0") \
  X(feed_event_unfiltered, "C4", cover_v1p2, "SAMPLE_FEED_EVENT while FE and FnE are 0") \
  X(feed_lat_unfiltered, "C4", cover_v1p2, "SAMPLE_FEED_LAT while FL is 0") \
  X(feed_op_rejected, "C4 x E3", cover_v1p2, "SAMPLE_FEED_OP of a record that is filtered") \
  X(feed_ds, "C4", cover_fds, "SAMPLE_FEED_DS") \
  X(feed_ld_not_ds, "C4", cover_fds, "SAMPLE_FEED_LD without SAMPLE_FEED_DS") \
  X(feed_ds_unfiltered, "C4", cover_fds, "SAMPLE_FEED_DS while FDS is 0") \
  X(feed_ds_rejected, "C4 x E5", cover_fds, "SAMPLE_FEED_DS of a record that is filtered") \
  X(buffer_full, "C4", cover_v1p4, "SAMPLE_BUFFER_FULL") \
  X(buffer_full_and_feed, "C4", cover_v1p4, "SAMPLE_BUFFER_FULL and SAMPLE_FEED in one cycle") \
  X(dispatch_while_bus_waits, "C5", NULL, "every slot valid while AXI takes nothing") \
  X(dispatch_while_translating, "C5", NULL, "every slot valid while a translation is asked for")
// clang-format on

enum { BINS(COVER_BIN_ENUM) BIN_COUNT };

static const struct cover_bin bins[] = {BINS(COVER_BIN_ROW)};

struct state {
  bool loaded;            // the previous cycle loaded COUNT
  uint64_t loaded_with;   // INTERVAL
  uint32_t after_load;    // operations counted after the load
  bool load_random;       // SPU_PMSIRR_EL1_RND at the load
  bool drawn;             // the previous cycle's COUNT reached zero with a secondary counter
  bool collided;          // the last selection was a collision
  bool interval_written;  // PMSIRR_EL1, since COUNT was loaded
  bool count_written;     // PMSICR_EL1, in the previous cycle
};

static uint32_t ones(uint32_t bits)
{
  return (uint32_t)__builtin_popcount(bits);
}

// Slot of the n-th valid slot, n from 1.
static uint32_t slot_of(uint32_t valid, uint64_t n)
{
  while (--n != 0) {
    valid &= valid - 1;
  }
  return (uint32_t)__builtin_ctz(valid);
}

static uint32_t valid_slots(const struct cover_cycle *cycle)
{
  return cycle->in->dispatch_valid & ((1U << cycle->config->dispatch_width) - 1U);
}

static void cover_slots(uint32_t valid, const struct spu_out *out, uint64_t *hits)
{
  const uint32_t number = ones(valid);
  hits[BIN_operations_0 + number]++;
  if (number == 1) {
    hits[BIN_alone_in_slot_1 + __builtin_ctz(valid)]++;
  }
  const uint32_t from_lowest = number == 0 ? 0 : valid >> __builtin_ctz(valid);
  hits[BIN_gap_between] += (from_lowest & (from_lowest + 1)) != 0;
  if (out->mark_valid) {
    hits[BIN_selected_in_slot_1 + (out->mark_slot & 7U)]++;
    hits[BIN_gap_before_selected] += (~valid & ((1U << out->mark_slot) - 1U)) != 0;
  }
}

// The load takes effect in the next cycle: PMSICR_EL1 shows it then.
static void note_load(const struct cover_cycle *cycle, struct state *state, uint32_t after, uint64_t *hits)
{
  const uint64_t interval = INTERVAL_OF(cycle->regs->pmsirr);
  state->loaded = true;
  state->loaded_with = interval;
  state->after_load = after;
  state->load_random = (cycle->regs->pmsirr & SPU_PMSIRR_EL1_RND) != 0;
  hits[BIN_load_interval_zero] += interval == 0;
  hits[BIN_load_interval_small] += interval == 0x100;
  hits[BIN_load_interval_large] += interval > 0xFFFFFF;
  hits[state->load_random ? BIN_load_rnd_set : BIN_load_rnd_clear]++;
  hits[BIN_interval_changed] += state->interval_written;
  state->interval_written = false;
}

static void cover_loaded(const struct cover_cycle *cycle, const struct state *state, uint64_t *hits)
{
  const uint64_t low = COUNT_OF(cycle->out->pmsicr) + state->after_load - state->loaded_with;
  if (state->count_written || !state->load_random) {
    return;
  }
  if (cycle->config->have_ernd) {
    hits[BIN_load_no_random_ernd] += low == 0;
  } else {
    hits[BIN_load_random_low] += low < 16;
    hits[BIN_load_random_high] += low >= 240 && low < 256;
  }
}

// The secondary counter, where it exists.
static void cover_secondary(const struct cover_cycle *cycle, uint32_t valid, struct state *state,
                            uint64_t *hits)
{
  const uint64_t number = ones(valid);
  const uint64_t count = COUNT_OF(cycle->out->pmsicr);
  const uint64_t ecount = ECOUNT_OF(cycle->out->pmsicr);
  const bool rnd = (cycle->regs->pmsirr & SPU_PMSIRR_EL1_RND) != 0;
  const bool zero = count != 0 && count <= number;
  const bool selected = cycle->out->mark_valid;
  hits[BIN_ecount_without_rnd] += ecount != 0 && !rnd;
  if (!rnd) {
    return;
  }
  hits[BIN_ecount_selects] += ecount != 0 && ecount <= number && (!zero || ecount < count) && selected;
  hits[BIN_ecount_beside_count] += ecount > number && count > number;
  hits[BIN_ecount_while_load] += ecount != 0 && count == 0;
  if (!zero) {
    return;
  }
  hits[BIN_ecount_and_count_zero] += ecount == count;
  hits[BIN_ecount_overtaken] += ecount > count;
  const uint32_t slot = slot_of(valid, count);
  hits[BIN_draw_selects] += selected && cycle->out->mark_slot == slot;
  hits[BIN_draw_selects_in_cycle] +=
      selected && cycle->out->mark_slot > slot && (ecount == 0 || ecount > count);
  state->drawn = true;
}

static void cover_count(const struct cover_cycle *cycle, uint32_t valid, struct state *state, uint64_t *hits)
{
  const uint32_t number = ones(valid);
  const uint64_t count = COUNT_OF(cycle->out->pmsicr);
  if (count == 0) {
    hits[number == 1 ? BIN_load_alone : BIN_load_and_count]++;
    note_load(cycle, state, number - 1, hits);
  } else if (count <= number) {
    hits[BIN_zero_at_operation_1 + count - 1]++;
    hits[BIN_zero_in_cycle_of_1 + number - 1]++;
    if (number > 1) {
      hits[count == 1 ? BIN_zero_at_first : count == number ? BIN_zero_at_last : BIN_zero_in_the_middle]++;
    }
    if (count < number) {
      hits[BIN_reload_in_cycle] += cycle->out->mark_valid;
      note_load(cycle, state, number - 1 - (uint32_t)count, hits);
    }
  } else {
    hits[BIN_borrow_8] += (count & 0xFF) < number;
    hits[BIN_borrow_16] += (count & 0xFFFF) < number;
    hits[BIN_borrow_24] += (count & 0xFFFFFF) < number;
  }
  hits[BIN_count_written] += state->count_written;
  if (cycle->config->have_ernd) {
    cover_secondary(cycle, valid, state, hits);
  }
}

// Profiling is off and there are operations.
static void cover_hold(const struct cover_cycle *cycle, uint64_t *hits)
{
  const uint64_t count = COUNT_OF(cycle->out->pmsicr);
  const bool stopped = cycle->stopped;
  const bool buffer_off = (cycle->regs->pmblimitr & 1) == 0;
  if (count <= 1) {
    hits[count == 1 ? BIN_hold_at_one : BIN_hold_at_zero]++;
  }
  if (count == 0) {
    return;
  }
  hits[BIN_hold_at_other_level] += cycle->out->buffer_enabled;
  hits[BIN_hold_while_stopped] += stopped && !buffer_off && !cycle->in->pe_debug;
  hits[BIN_hold_buffer_off] += buffer_off && !stopped && !cycle->in->pe_debug;
  hits[BIN_hold_in_debug] += cycle->in->pe_debug && !stopped && !buffer_off;
}

static void cover_collision(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_out *out = cycle->out;
  const uint32_t number = out->sample_collision;
  const uint32_t tags = cycle->flight->in_flight;
  hits[BIN_collision_and_event] += cycle->vif->event_valid;
  if (cycle->vif->event_valid) {
    return;  // SAMPLE_COLLISION then also counts the samples that collide with the event
  }
  hits[BIN_two_selected] += number + (out->mark_valid ? 1U : 0U) >= 2;
  const bool tag_free = ones(tags) < cycle->config->in_flight;
  const uint32_t pending = ones(tags) + cycle->flight->waiting + cycle->flight->writing;
  hits[BIN_collision] += !out->mark_valid && !tag_free;
  if (!out->mark_valid && tag_free && pending >= 1 && pending <= (cycle->config->in_flight > 1 ? 3U : 2U)) {
    hits[BIN_no_room_for_second + pending - 1]++;
  }
  hits[BIN_collision_beside_mark] += out->mark_valid;
  hits[BIN_collision_two] += number >= 2;
  const uint64_t pmbsr = cycle->regs->pmbsr | cycle->regs->pmbsr_el2 | cycle->regs->pmbsr_el3;
  hits[(pmbsr & SPU_PMBSR_EL1_COLL) != 0 ? BIN_collision_coll_set : BIN_collision_coll_clear]++;
  hits[BIN_collision_event_1] += number == 1;
  hits[BIN_collision_event_2] += number == 2;
  hits[BIN_collision_all_tags] += !out->mark_valid && ones(tags) > 1;
  hits[BIN_collision_and_verdict] += cycle->vif->verdict_valid;
  for (uint32_t tag = 0; tags >> tag != 0; tag++) {
    if ((tags >> tag & 1) != 0 && cycle->in->op[tag].finished) {
      hits[BIN_collision_and_finish]++;
    }
  }
}

static void cover_feed(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_out *out = cycle->out;
  const uint64_t filters = cycle->regs->pmsfcr;
  hits[BIN_pop_and_feed] += out->sample_pop != 0;
  hits[out->sample_filtrate != 0 ? BIN_feed_filtrate : BIN_feed_rejected]++;
  hits[BIN_feed_off] += !out->profiling_enabled;
  if (cycle->config->spe_version < 2) {
    return;
  }
  const bool type = out->sample_feed_br || out->sample_feed_ld || out->sample_feed_st;
  hits[BIN_feed_br] += out->sample_feed_br;
  hits[BIN_feed_ld] += out->sample_feed_ld;
  hits[BIN_feed_st] += out->sample_feed_st;
  hits[BIN_feed_op] += out->sample_feed_op;
  hits[BIN_feed_event] += out->sample_feed_event;
  hits[BIN_feed_lat] += out->sample_feed_lat;
  hits[BIN_feed_no_type] += !type;
  hits[BIN_feed_not_op] += !out->sample_feed_op;
  hits[BIN_feed_not_event] += !out->sample_feed_event;
  hits[BIN_feed_not_lat] += !out->sample_feed_lat;
  hits[BIN_feed_ld_and_st] += out->sample_feed_ld && out->sample_feed_st;
  hits[BIN_feed_br_and_access] += out->sample_feed_br && (out->sample_feed_ld || out->sample_feed_st);
  hits[BIN_feed_op_unfiltered] += out->sample_feed_op && (filters & 2) == 0;
  hits[BIN_feed_event_unfiltered] += out->sample_feed_event && (filters & 9) == 0;
  hits[BIN_feed_lat_unfiltered] += out->sample_feed_lat && (filters & 4) == 0;
  hits[BIN_feed_op_rejected] += out->sample_feed_op && !out->sample_filtrate;
  hits[BIN_feed_ds] += out->sample_feed_ds;
  hits[BIN_feed_ld_not_ds] += cycle->config->have_fds && out->sample_feed_ld && !out->sample_feed_ds;
  hits[BIN_feed_ds_unfiltered] += out->sample_feed_ds && (filters & 16) == 0;
  hits[BIN_feed_ds_rejected] += out->sample_feed_ds && !out->sample_filtrate;
  hits[BIN_buffer_full_and_feed] += out->sample_buffer_full;
}

static void cover_waiting(const struct cover_cycle *cycle, uint32_t valid, uint64_t *hits)
{
  if (valid != (1U << cycle->config->dispatch_width) - 1U || !cycle->out->profiling_enabled) {
    return;
  }
  hits[BIN_dispatch_while_bus_waits] += (cycle->bus->axi_awvalid && !cycle->in->axi_awready) ||
                                        (cycle->bus->axi_wvalid && !cycle->in->axi_wready);
  hits[BIN_dispatch_while_translating] += cycle->bus->xlate_req_valid;
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  const struct spu_out *out = cycle->out;
  if (cycle->after_reset) {
    *state = (struct state){.loaded = false};
  }
  const struct spu_in *last = cycle->last_in;
  const bool wrote = last->sysreg_valid && last->sysreg_write && out->sysreg_verdict == SPU_ACCESS_OK;
  state->count_written = wrote && last->sysreg_addr == SPU_PMSICR_EL1;
  state->interval_written |= wrote && last->sysreg_addr == SPU_PMSIRR_EL1;
  if (state->loaded) {
    cover_loaded(cycle, state, hits);
    state->loaded = false;
  }
  if (state->drawn) {
    const uint64_t ecount = state->count_written ? 0 : ECOUNT_OF(out->pmsicr);
    hits[BIN_draw_waits] += ecount != 0;
    hits[BIN_draw_low] += ecount != 0 && ecount < 16;
    hits[BIN_draw_high] += ecount > 240;
    state->drawn = false;
  }
  const uint32_t valid = valid_slots(cycle);
  if (out->profiling_enabled) {
    cover_slots(valid, out, hits);
    if (valid != 0) {
      cover_count(cycle, valid, state, hits);
    }
  } else {
    hits[BIN_collision_then_off] += cycle->last_out->sample_collision != 0;
    hits[BIN_mark_then_off] += cycle->last_out->mark_valid;
    if (valid != 0) {
      cover_hold(cycle, hits);
    }
  }
  if (out->sample_collision != 0) {
    cover_collision(cycle, hits);
    state->collided = true;
  } else if (out->mark_valid) {
    hits[BIN_collision_then_mark] += state->collided;
    state->collided = false;
  }
  hits[BIN_mark_and_verdict] += out->mark_valid && cycle->vif->verdict_valid;
  if (out->sample_feed != 0) {
    cover_feed(cycle, hits);
  }
  hits[BIN_buffer_full] += out->sample_buffer_full;
  if (cycle->bus->axi_awvalid || cycle->bus->axi_wvalid || cycle->bus->xlate_req_valid) {
    cover_waiting(cycle, valid, hits);
  }
}

const struct cover_block cover_interval = {"interval", bins, BIN_COUNT, step};
