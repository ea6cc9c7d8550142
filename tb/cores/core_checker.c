// SPDX-License-Identifier: Apache-2.0
#include "cores/core_checker.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "unit/util/text.h"

struct core_checker_options core_checker_options_of(const struct spu_config *config)
{
  return (struct core_checker_options){.config = *config,
                                       .issue_latency = 1,
                                       .e0spe = true,
                                       .e1spe = true,
                                       .non_secure = config->have_el3 ? true : !config->secure_only};
}

void core_checker_init(struct core_checker *checker, const struct core_checker_options *options)
{
  memset(checker, 0, sizeof *checker);
  checker->options = *options;
}

void core_checker_events(struct core_checker *checker, const struct core_events *events)
{
  checker->events = *events;
}

const char *core_checker_mismatch(const struct core_checker *checker)
{
  return checker->counts.mismatches != 0 ? checker->mismatch : NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Mismatches

static void add_op(struct text *text, const struct core_sample *sample)
{
  const struct core_op *op = &sample->op;
  text_add(text, "operation at 0x%" PRIx64 " in mode %u, marked with tag %u, dispatched in cycle %" PRIu64,
           op->pc, op->mode, sample->tag, op->dispatched);
  if (sample->over) {
    const struct core_latency latency = core_op_latency(op);
    text_add(text, ", completed in %" PRIu64, op->dispatched + latency.cycles);
    if (latency.other != latency.cycles) {
      text_add(text, " or %" PRIu64, op->dispatched + latency.other);
    }
    text_add(text, ", ended in %" PRIu64 ": %s", op->ended, core_fate_name(op->fate));
  }
}

// Counts a mismatch, about a sample or null, and keeps the first.
static void mismatch(struct core_checker *checker, const struct core_sample *sample, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void mismatch(struct core_checker *checker, const struct core_sample *sample, const char *format, ...)
{
  if (checker->counts.mismatches++ != 0) {
    return;
  }
  struct text text = {checker->mismatch, sizeof checker->mismatch, 0};
  char what[256];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  text_add(&text, "cycle %" PRIu64 ": ", checker->cycle);
  if (sample != NULL) {
    add_op(&text, sample);
    text_add(&text, "; ");
  }
  text_add(&text, "%s", what);
}

// ---------------------------------------------------------------------------------------------------------
// Samples whose operation and whose record have ended

static void check_timestamp(struct core_checker *checker, const struct core_sample *sample,
                            uint64_t timestamp)
{
  if (sample->mark.ts == SPU_TIMESTAMP_NONE) {
    return;
  }
  const bool later = sample->mark.cycle > checker->timestamp_mark;
  if (checker->stamped && (later ? timestamp < checker->timestamp : timestamp > checker->timestamp)) {
    mismatch(checker, sample,
             "timestamp: the record says %" PRIu64 ", and that of the mark in cycle %" PRIu64
             " said %" PRIu64,
             timestamp, checker->timestamp_mark, checker->timestamp);
  }
  if (!checker->stamped || later) {
    checker->stamped = true;
    checker->timestamp = timestamp;
    checker->timestamp_mark = sample->mark.cycle;
  }
}

static void decide_record(struct core_checker *checker, const struct core_sample *sample)
{
  struct core_difference difference = {.field = NULL};
  uint64_t timestamp = 0;
  checker->counts.decided++;
  checker->counts.decided_by_fate[sample->op.fate]++;
  if (core_decide(&checker->options, &sample->op, &sample->mark, sample->data, sample->size, &timestamp,
                  &difference)) {
    check_timestamp(checker, sample, timestamp);
  } else {
    mismatch(checker, sample, "%s: the trace says %s, the record says %s", difference.field, difference.trace,
             difference.record);
  }
}

static bool is_recorded(const struct core_checker *checker, const struct core_op *op)
{
  return op->fate == CORE_RETIRED || op->fate == CORE_EXCEPTION || checker->options.config.squashed_recorded;
}

static void decide(struct core_checker *checker, struct core_sample *sample)
{
  const struct core_checker_options *options = &checker->options;
  const struct core_op *op = &sample->op;
  const enum spu_el el = core_mode_el(&options->config, op->mode);
  const bool asked = el == SPU_EL0 ? options->e0spe : (el == SPU_EL1 && options->e1spe);
  if ((op->fate == CORE_RETIRED || op->fate == CORE_EXCEPTION) && !asked) {
    mismatch(checker, sample, "Exception level: it is sampled, but software did not select its level");
  }
  if (sample->end == CORE_SAMPLE_NOT_KEPT && options->unfiltered && is_recorded(checker, op)) {
    mismatch(checker, sample, "decision: the trace says %s, but the sample was not kept",
             core_fate_name(op->fate));
  }
  if (sample->end == CORE_SAMPLE_WRITTEN && !is_recorded(checker, op)) {
    mismatch(checker, sample, "fate: the trace says %s, but there is a record", core_fate_name(op->fate));
  } else if (sample->end == CORE_SAMPLE_WRITTEN) {
    decide_record(checker, sample);
  }
  sample->used = false;
}

static void decide_if_known(struct core_checker *checker, struct core_sample *sample)
{
  if (sample->used && sample->over && sample->end != CORE_SAMPLE_GOING) {
    decide(checker, sample);
  }
}

// ---------------------------------------------------------------------------------------------------------
// The unit's side of a cycle

// True if the operation of this tag's sample is in flight.
static bool in_flight(const struct core_checker *checker, uint8_t tag)
{
  const uint32_t number = tag < SPU_MAX_TAGS ? checker->tag[tag] : 0;
  for (unsigned entries = checker->trace.busy; entries != 0 && number != 0; entries &= entries - 1) {
    if (checker->trace.entry[__builtin_ctz(entries)].number == checker->sample[number - 1].op.number) {
      return true;
    }
  }
  return false;
}

// The oldest kept record is committed or discarded.
static void take_end(struct core_checker *checker, const struct spu_vif *vif)
{
  if (checker->head == checker->tail) {
    mismatch(checker, NULL, "a record ends, but no sample was kept for it");
    return;
  }
  struct core_sample *sample = &checker->sample[checker->queue[checker->head++ % CORE_SAMPLES]];
  sample->end = vif->commit_valid ? CORE_SAMPLE_WRITTEN : CORE_SAMPLE_GONE;
  checker->counts.discarded += !vif->commit_valid;
  sample->size = vif->commit_len < SPU_MAX_RECORD ? vif->commit_len : SPU_MAX_RECORD;
  memcpy(sample->data, vif->commit_data, sample->size);
  decide_if_known(checker, sample);
}

// Takes a decision of the filter. early: the operation was in flight at the start of the cycle, so its end cannot have
// been reported before.
static void take_decision(struct core_checker *checker, const struct spu_out *out, const struct spu_vif *vif,
                          bool early)
{
  const uint32_t number = vif->decide_tag < SPU_MAX_TAGS ? checker->tag[vif->decide_tag] : 0;
  if (number == 0) {
    mismatch(checker, NULL, "a decision for tag %u, which no operation has", vif->decide_tag);
    return;
  }
  struct core_sample *sample = &checker->sample[number - 1];
  checker->tag[vif->decide_tag] = 0;
  sample->resolved = true;
  if (early) {
    mismatch(checker, sample, "decision: the operation has not ended");
  }
  if (out->sample_feed == 0) {
    checker->counts.collided++;
    sample->end = CORE_SAMPLE_GONE;
  } else if (!vif->decide_keep) {
    checker->counts.not_kept++;
    sample->end = CORE_SAMPLE_NOT_KEPT;
  } else if (vif->decide_discard) {
    checker->counts.discarded++;
    sample->end = CORE_SAMPLE_GONE;
  } else {
    checker->queue[checker->tail++ % CORE_SAMPLES] = number - 1;
  }
  decide_if_known(checker, sample);
}

static void take_mark(struct core_checker *checker, const struct spu_out *out)
{
  struct core_op *op = checker->trace.dispatched;
  checker->counts.marks++;
  if (op == NULL) {
    mismatch(checker, NULL, "tag %u is marked, but the core dispatched no operation", out->mark_tag);
    return;
  }
  if (!out->profiling_enabled) {
    mismatch(checker, NULL, "the operation at 0x%" PRIx64 " is marked, but profiling is not enabled", op->pc);
  }
  if (out->mark_tag >= SPU_MAX_TAGS || checker->tag[out->mark_tag] != 0) {
    mismatch(checker, NULL, "the operation at 0x%" PRIx64 " is marked with tag %u, which is in use", op->pc,
             out->mark_tag);
    return;
  }
  for (uint32_t i = 0; i < CORE_SAMPLES; i++) {
    struct core_sample *sample = &checker->sample[i];
    if (!sample->used) {
      op->sample = i + 1;
      checker->tag[out->mark_tag] = i + 1;
      *sample = (struct core_sample){
          .used = true,
          .tag = out->mark_tag,
          .mark = {checker->cycle, out->mark_cx1, out->mark_cx2, out->mark_pa, out->mark_ts},
          .op = *op,
      };
      return;
    }
  }
  mismatch(checker, NULL, "%d samples wait for their end", CORE_SAMPLES);
}

// Counts ended lives, and copies them to their samples.
static void take_lives(struct core_checker *checker)
{
  for (unsigned i = 0; i < checker->trace.overs; i++) {
    const struct core_op *op = &checker->trace.over[i];
    const bool executed = op->mode == CORE_USER && op->fate == CORE_RETIRED;
    checker->counts.exposed += op->exposed;
    checker->counts.executed += executed;
    checker->counts.unseen += executed && !op->population;
    if (op->population) {
      core_histogram_count(&checker->histogram, op);
    }
    if (checker->truth != NULL) {
      core_truth_add(checker->truth, op);
    }
    if (op->sample == 0) {
      continue;
    }
    struct core_sample *sample = &checker->sample[op->sample - 1];
    if (sample->used && sample->op.number == op->number) {  // no reset has removed it
      sample->op = *op;
      sample->over = true;
      uint32_t opcode = 0;
      if (!core_decide_code(&checker->options, &sample->op, &opcode)) {
        mismatch(checker, sample, "instruction: the trace says 0x%08" PRIx32 ", the program has 0x%08" PRIx32,
                 op->opcode, opcode);
      }
      decide_if_known(checker, sample);
    }
  }
}

static void take_population(struct core_checker *checker, const struct spu_out *out)
{
  struct core_op *op = checker->trace.dispatched;
  const bool member = op != NULL && out->profiling_enabled;
  if (member) {
    op->population = true;
    checker->counts.population++;
  }
  checker->counts.sample_pop += out->sample_pop;
  checker->histogram.collisions += out->sample_collision;
  if (out->sample_pop != (member ? 1 : 0)) {
    mismatch(checker, NULL, "SAMPLE_POP: the trace says %d, the unit says %u", member ? 1 : 0,
             out->sample_pop);
  }
}

static void step(void *context, uint64_t cycle, const struct spu_in *in, const struct spu_out *out,
                 const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker)
{
  (void)in;  // the adapter's reports are what this checks
  (void)bus;
  (void)tracker;
  struct core_checker *checker = context;
  struct tb_error error = {""};
  checker->cycle = cycle;
  if (checker->broken) {
    return;
  }
  checker->counts.cycles++;
  const bool early = vif->decide_valid && in_flight(checker, vif->decide_tag);
  if (!core_trace_step(&checker->trace, cycle, &checker->events, &error)) {
    mismatch(checker, NULL, "%s", error.text);
    checker->broken = true;
    return;
  }
  checker->events = (struct core_events){.dispatch = false};
  take_population(checker, out);
  if (vif->commit_valid || vif->discard_valid) {
    take_end(checker, vif);
  }
  if (vif->decide_valid) {
    take_decision(checker, out, vif, early);
  }
  if (out->mark_valid) {
    take_mark(checker, out);
  }
  if (checker->trace.overs != 0) {
    take_lives(checker);
  }
}

// The core continues; samples are dropped.
static void reset(void *context, uint64_t cycle, const struct dut_reset_shape *shape)
{
  (void)cycle;
  (void)shape;
  struct core_checker *checker = context;
  for (uint32_t i = 0; i < CORE_SAMPLES; i++) {
    checker->counts.lost += checker->sample[i].used && checker->sample[i].end == CORE_SAMPLE_GOING;
    checker->sample[i].used = false;
  }
  memset(checker->tag, 0, sizeof checker->tag);
  checker->head = checker->tail;
  checker->stamped = false;
}

struct observer core_checker_observer(struct core_checker *checker)
{
  return (struct observer){checker, step, reset};
}

// ---------------------------------------------------------------------------------------------------------
// The end of a run

// The filter must have decided on a sample whose operation ended long ago, and its record must be written or discarded.
static void finish_sample(struct core_checker *checker, struct core_sample *sample)
{
  if (!sample->used) {
    return;
  }
  const struct spu_config *config = &checker->options.config;
  // With exposed latency, the unit also waits for the end of the operation's cycles.
  const uint64_t bound = spu_config_bound(config) + (config->exposed_latency ? sample->op.exposed : 0);
  if (sample->over && checker->cycle - sample->op.ended > bound) {
    mismatch(checker, sample, "%s: none %" PRIu64 " cycles after its end",
             sample->resolved ? "record" : "decision", checker->cycle - sample->op.ended);
  } else {
    checker->counts.unfinished++;
  }
}

// Every cycle is one operation's, but for those that wait for the next operation.
static void finish_cycles(struct core_checker *checker)
{
  const struct core_trace *trace = &checker->trace;
  uint64_t given = checker->counts.exposed + trace->empty;
  for (unsigned entries = trace->busy; entries != 0; entries &= entries - 1) {
    given += trace->entry[__builtin_ctz(entries)].exposed;
  }
  if (given != checker->counts.cycles && !checker->broken) {
    mismatch(checker, NULL, "exposed latency over the run: operations have %" PRIu64 " of %" PRIu64 " cycles",
             given, checker->counts.cycles);
  }
}

bool core_checker_finish(struct core_checker *checker, struct tb_error *error)
{
  core_trace_finish(&checker->trace);
  take_lives(checker);
  finish_cycles(checker);
  for (uint32_t i = 0; i < CORE_SAMPLES; i++) {
    finish_sample(checker, &checker->sample[i]);
  }
  const struct core_checker_counts *counts = &checker->counts;
  if (counts->sample_pop != counts->population) {
    mismatch(checker, NULL, "SAMPLE_POP over the run: the trace says %" PRIu64 ", the unit says %" PRIu64,
             counts->population, counts->sample_pop);
  }
  struct tb_error histogram = {""};
  if (!core_histogram_check(&checker->histogram, &histogram)) {
    mismatch(checker, NULL, "shares of functions: %s", histogram.text);
  }
  if (counts->mismatches != 0) {
    return tb_fail(error, "%s", checker->mismatch);
  }
  return counts->decided != 0 || tb_fail(error, "no record was checked against the core's trace");
}

void core_checker_json(const struct core_checker *checker, struct json *json, const char *name)
{
  const struct core_checker_counts *counts = &checker->counts;
  const struct core_trace *trace = &checker->trace;
  json_object(json, name, JSON_INLINE);
  json_number(json, "operations", trace->operations);
  json_number(json, "retired", trace->retired);
  json_number(json, "squashed", trace->squashed);
  json_number(json, "exceptions", trace->exceptions);
  json_number(json, "interrupts", trace->interrupts);
  json_number(json, "population", counts->population);
  json_number(json, "executed", counts->executed);
  json_number(json, "unseen", counts->unseen);
  json_number(json, "marks", counts->marks);
  json_number(json, "collisions", checker->histogram.collisions);
  json_number(json, "decided", counts->decided);
  json_number(json, "decided_retired", counts->decided_by_fate[CORE_RETIRED]);
  json_number(json, "decided_exceptions", counts->decided_by_fate[CORE_EXCEPTION]);
  json_number(json, "decided_interrupted", counts->decided_by_fate[CORE_INTERRUPTED]);
  json_number(json, "decided_squashed", counts->decided_by_fate[CORE_SQUASHED]);
  json_number(json, "not_kept", counts->not_kept);
  json_number(json, "discarded", counts->discarded);
  json_number(json, "collided", counts->collided);
  json_number(json, "lost_to_resets", counts->lost);
  json_number(json, "unfinished", counts->unfinished);
  json_number(json, "mismatches", counts->mismatches);
  json_end(json);
}
