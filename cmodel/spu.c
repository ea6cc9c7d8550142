// SPDX-License-Identifier: Apache-2.0
//
// The top level of the model: one cycle of the verification interface, in the order of its document, and the resulting
// counts and violations.
#include <string.h>

#include "spu_internal.h"

size_t spu_size(void)
{
  return sizeof(struct spu);
}

enum spu_status spu_init(struct spu *spu, const struct spu_config *config)
{
  if (spu == NULL || config == NULL) {
    return SPU_ERR_ARGUMENT;
  }
  const enum spu_status status = spu_config_check(config, NULL);
  if (status != SPU_OK) {
    return status;
  }
  spu->config = *config;
  spu->random_next = NULL;
  spu->random_context = NULL;
  spu_reset(spu);
  return SPU_OK;
}

void spu_set_random(struct spu *spu, uint8_t (*next)(void *context), void *context)
{
  spu->random_next = next;
  spu->random_context = context;
}

void spu_reset(struct spu *spu)
{
  const struct spu_config config = spu->config;
  uint8_t (*const random_next)(void *) = spu->random_next;
  void *const random_context = spu->random_context;
  memset(spu, 0, sizeof *spu);
  spu->config = config;
  spu->random_next = random_next;
  spu->random_context = random_context;
  spu->events_exist = spu_config_events_exist(&config);
  spu->events_filter = spu_config_events_filter(&config);
  spu->counter_max = config.count_16bit ? 0xFFFF : 0xFFF;
  spu->lfsr = 1;
  spu_regs_reset(spu);
  spu_pmu_reset(spu);
}

void spu_violate(struct spu *spu, const char *rule, const char *function)
{
  if (spu->violation.rule == NULL) {
    spu->violation = (struct spu_violation){rule, function};
  }
}

struct spu_violation spu_last_violation(const struct spu *spu)
{
  return spu->violation;
}

size_t spu_last_writes(const struct spu *spu, struct spu_write writes[SPU_MAX_RECORD_PAGES])
{
  for (size_t i = 0; i < spu->write_count; i++) {
    writes[i] = spu->writes[i];
  }
  return spu->write_count;
}

struct spu_request spu_next_request(const struct spu *spu, const struct spu_in *in)
{
  struct spu_in applied;
  in = spu_pins_in(spu, in, &applied);
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  struct spu_request request = {.el = (uint8_t)owner.el, .nvm = EffectivePMBLIMITR_EL1_nVM(spu, in)};
  request.ss = owner.ss == SS_Realm ? 3 : owner.ss == SS_NonSecure ? 1 : 0;
  if (request.nvm) {
    request.sh = (uint8_t)((spu->regs.pmbmar & SPU_PMBMAR_EL1_SH) >> SPU_PMBMAR_EL1_SH_SHIFT);
    request.attr = (uint8_t)(spu->regs.pmbmar & SPU_PMBMAR_EL1_Attr);
  }
  return request;
}

bool spu_next_stopped(const struct spu *spu, const struct spu_in *in)
{
  struct spu_in applied;
  return SPEProfilingStopped(spu, spu_pins_in(spu, in, &applied));
}

struct spu_counts spu_get_counts(const struct spu *spu)
{
  struct spu_counts counts = spu->counts;
  const uint32_t tags = spu->in_flight | spu->finished;
  for (uint32_t tag = 0; tags >> tag != 0; tag++) {
    const bool used = (tags >> tag & 1U) != 0;
    counts.in_flight += used && !spu->sample[tag].collided;
    counts.collided_pending += used && spu->sample[tag].collided;
  }
  return counts;
}

static void mark(struct spu *spu, const struct spu_in *in, uint32_t slot, uint32_t empty, uint32_t tag,
                 struct spu_out *out)
{
  struct spu_sample *sample = &spu->sample[tag];
  const enum TimeStamp timestamp = CollectTimeStamp(spu, in);
  spu_sample_mark(spu, in, in->dispatch_pc[slot], empty, sample);
  spu->in_flight |= 1U << tag;
  out->mark_valid = true;
  out->mark_slot = (uint8_t)slot;
  out->mark_tag = (uint8_t)tag;
  out->mark_cx1 = sample->context_el1_valid;
  out->mark_cx2 = sample->context_el2_valid;
  out->mark_pa = sample->pa_allowed;
  out->mark_ts = (uint8_t)timestamp;
}

// Whether the buffer has room for the records of everything that may still be written, and for one more (D17.3.7,
// D17.8): nothing is sampled after the operation whose record fills it. With nothing pending, or in Discard mode, an
// operation is sampled regardless of the room.
static bool has_room(const struct spu *spu)
{
  const uint32_t pending =
      (uint32_t)__builtin_popcount(spu->in_flight | spu->finished) + spu->waiting_count + spu->write.active;
  return pending == 0 || spu_discard_mode(spu) || spu_buffer_holds(spu, spu->regs.pmbptr, pending + 1);
}

// Step 1: the dispatched operations, oldest first (SPEPreExecution). `free_tags` are the tags that were free at the
// start of the cycle.
static void dispatch(struct spu *spu, const struct spu_in *in, uint32_t free_tags, struct spu_out *out)
{
  const uint32_t valid = in->dispatch_valid & ((1U << spu->config.dispatch_width) - 1U);
  if (valid == 0) {
    return;
  }
  out->sample_pop = (uint8_t)__builtin_popcount(valid);
  spu->counts.operations += out->sample_pop;
  const uint32_t selected = spu_count_operations(spu, valid);
  if (selected == 0) {
    return;
  }
  uint32_t collided = (uint32_t)__builtin_popcount(selected);
  spu->counts.selected += collided;
  if (free_tags != 0 && has_room(spu)) {
    const uint32_t slot = (uint32_t)__builtin_ctz(selected);
    const uint32_t empty = slot == (uint32_t)__builtin_ctz(valid) ? in->dispatch_empty : 0;
    mark(spu, in, slot, empty, (uint32_t)__builtin_ctz(free_tags), out);
    collided--;
  }
  if (collided != 0) {
    out->sample_collision = (uint8_t)collided;
    spu->counts.collided += collided;
    // SPESampleCollision()
    *PMBSR_EL(&spu->next, DefaultSPEEvent(spu, in)) |= SPU_PMBSR_EL1_COLL;
  }
}

// Step 2. `tags` are the tags in flight at the start of the cycle.
static void sample_reports(struct spu *spu, const struct spu_in *in, uint32_t tags)
{
  for (uint32_t tag = 0; tags >> tag != 0; tag++) {
    if ((tags >> tag & 1U) == 0) {
      continue;
    }
    spu_sample_report(spu, in, &in->op[tag], &spu->sample[tag]);
    if (spu->sample[tag].closed) {
      spu->in_flight &= ~(1U << tag);
      spu->finished |= 1U << tag;
    }
  }
}

// Adds a kept record to the queue.
static void enqueue(struct spu *spu, const struct spu_sample *sample)
{
  if (spu->waiting_count == SPU_MAX_WAITING) {
    spu_violate(spu, "more kept records wait than an implementation may hold", "SPEConstructRecord");
    spu->counts.discarded[SPU_DISCARD_NONE]++;
    return;
  }
  struct spu_record *record = &spu->waiting[spu_waiting_index(spu, spu->waiting_count)];
  SPEConstructRecord(spu, sample, record);
  record->origin = sample->origin;
  spu->waiting_count++;
  spu->counts.waiting++;
}

// The PMU events of a decision that the version implements (D14.6). feed->ds is false without FEAT_SPE_FDS, feed->fp
// and feed->simd without FEAT_SPE_EFT.
static void count_feed(const struct spu *spu, const struct spu_feed *feed, struct spu_out *out)
{
  if (spu->config.spe_version >= 2) {
    out->sample_feed_br = feed->br;
    out->sample_feed_ld = feed->ld;
    out->sample_feed_st = feed->st;
    out->sample_feed_op = feed->op;
    out->sample_feed_event = feed->event;
    out->sample_feed_lat = feed->lat;
  }
  out->sample_feed_ds = feed->ds;
  out->sample_feed_fp = feed->fp;
  out->sample_feed_simd = feed->simd;
}

// Step 5: SPEPostExecution. `finished` are the tags whose samples were closed at the start of the cycle.
static void decide(struct spu *spu, const struct spu_vif *seen, uint32_t finished, struct spu_out *out,
                   struct spu_vif *vif)
{
  if (!seen->decide_valid) {
    return;
  }
  const uint32_t tag = seen->decide_tag;
  if (tag >= SPU_MAX_TAGS || (finished >> tag & 1U) == 0) {
    spu_violate(spu, "a decision was given for a tag whose operation has not finished", "SPEPostExecution");
    return;
  }
  const struct spu_sample *sample = &spu->sample[tag];
  spu->finished &= ~(1U << tag);
  vif->decide_valid = true;
  vif->decide_tag = (uint8_t)tag;
  if (sample->collided) {
    return;  // already counted as a collision
  }
  out->sample_feed = 1;
  struct spu_feed feed = {0};
  const bool collected = SPECollectRecord(spu, sample->events, sample->counter[SPECounterPosTotalLatency],
                                          sample->op_type, sample, &feed);
  // D14.3: discarded samples count too.
  count_feed(spu, &feed, out);
  if (sample->dropped) {
    spu->counts.dropped++;
    return;
  }
  vif->decide_keep = collected;
  if (!vif->decide_keep) {
    spu->counts.filtered++;
    return;
  }
  out->sample_filtrate = 1;
  if (spu_discard_mode(spu)) {
    vif->decide_discard = true;
    spu->counts.discarded[SPU_DISCARD_MODE]++;
  } else {
    enqueue(spu, sample);
  }
}

// Step 6: this cycle's access. The performance monitors handle their own registers.
static void access_register(struct spu *spu, const struct spu_in *in, const struct spu_out *out)
{
  if (!in->sysreg_valid || !spu_pmu_claims(spu, in->sysreg_addr)) {
    spu_regs_access(spu, in);
  }
  spu_pmu_step(spu, in, out);
}

static void state_outputs(const struct spu *spu, const struct spu_in *in, struct spu_out *out)
{
  out->pmsicr = spu->regs.pmsicr;
  out->pmbptr = spu->regs.pmbptr;
  out->pmbsr = spu->regs.pmbsr;
  out->pmbsr_el2 = spu->regs.pmbsr_el2;
  out->pmbsr_el3 = spu->regs.pmbsr_el3;
  // SPECycle()
  out->pmbirq = SPEInterruptEnabled(spu, in) && (spu->regs.pmbsr & SPU_PMBSR_EL1_S) != 0;
  CheckForSPEException(spu, in, out);
  out->sysreg_done = spu->answer.done;
  out->sysreg_verdict = (uint8_t)spu->answer.access.verdict;
  out->sysreg_ec = spu->answer.access.ec;
  out->sysreg_offset = spu->answer.access.offset;
  out->sysreg_rdata = spu->answer.rdata;
  out->filter_ft = (spu->regs.pmsfcr & SPU_PMSFCR_EL1_FT) != 0;
  out->filter_ld = (spu->regs.pmsfcr & SPU_PMSFCR_EL1_LD) != 0;
  out->filter_st = (spu->regs.pmsfcr & SPU_PMSFCR_EL1_ST) != 0;
}

void spu_step(struct spu *spu, const struct spu_in *in, const struct spu_vif *seen, struct spu_out *out,
              struct spu_vif *vif)
{
  struct spu_in applied;
  const struct spu_in *pins = in;
  in = spu_pins_in(spu, in, &applied);
  memset(out, 0, sizeof *out);
  memset(vif, 0, sizeof *vif);
  spu->violation = (struct spu_violation){NULL, NULL};
  spu->write_count = 0;
  spu->next = spu->regs;
  spu->active_cycles += !in->thread_inactive;
  state_outputs(spu, in, out);
  spu_trace_outputs(spu, in, out);
  spu_pmu_outputs(spu, in, out);
  out->buffer_enabled = ProfilingBufferEnabled(spu, in);
  out->profiling_enabled = out->buffer_enabled && StatisticalProfilingEnabled(spu, in);

  const uint32_t in_flight = spu->in_flight;
  const uint32_t finished = spu->finished;
  const uint32_t free_tags = ~(in_flight | finished) & ((1U << spu->config.in_flight) - 1U);
  // A response with no outstanding burst is ignored.
  const bool response = in->axi_bvalid && spu->responses < spu->bursts;
  spu->responses += response;
  spu_barrier_step(spu, in, seen, vif);
  spu_session_step(spu, in);
  if (out->profiling_enabled) {
    dispatch(spu, in, free_tags, out);
  }
  sample_reports(spu, in, in_flight);
  struct spu_cycle_events now = {0};
  spu_buffer_step(spu, in, seen, out->buffer_enabled, response, &now, vif);
  // SPEConstructRecord: CTI_SignalEvent(CrossTriggerIn_SPESample), for a record that is written to memory (H5.4.5)
  out->cti_spe_sample = vif->commit_valid;
  decide(spu, seen, finished, out, vif);
  spu_manage(spu, in, &now, seen, out, vif);
  access_register(spu, in, out);
  spu_pins_clock(spu, pins, out);

  spu->regs = spu->next;
}
