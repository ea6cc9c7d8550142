// SPDX-License-Identifier: Apache-2.0
//
// The model's pseudocode functions against the architecture's conformance vectors
// (tb/unit/test/vectors/lines/README.md). SPU_VECTORS in the environment names another directory of vectors, for
// example one with every line.
#include "unit/test/test.h"
#include "unit/test/vectors/vectors_group.h"
#include "unit/test/vectors/vectors_state.h"
#include "unit/test/vectors/vectors_texts.h"

// ---------------------------------------------------------------------------------------------------------
// Groups

static void check_helpers(struct spu *spu, struct spu_in *in, const struct line *line)
{
  char key[40];
  expect_field(line, "EL2Enabled", EL2Enabled(spu, in));
  expect_field(line, "IsSecureEL2Enabled", IsSecureEL2Enabled(spu, in));
  expect_field(line, "IsInHost", IsInHost(spu, in));
  expect_field(line, "EffectiveSCR_EL3_NS", EffectiveSCR_EL3_NS(spu, in));
  expect_state(line, "CurrentSecurityState", CurrentSecurityState(spu, in));
  for (unsigned el = 0; el <= 3; el++) {
    (void)snprintf(key, sizeof key, "SecurityStateAtEL(%u)", el);
    expect_state(line, key, SecurityStateAtEL(spu, in, (enum spu_el)el));
    (void)snprintf(key, sizeof key, "ELUsingAArch32(%u)", el);
    expect_field(line, key, ELUsingAArch32(spu, in, (enum spu_el)el));
    (void)snprintf(key, sizeof key, "ELIsInHost(%u)", el);
    expect_field(line, key, ELIsInHost(spu, in, (enum spu_el)el));
  }
}

static void check_decide(struct spu *spu, struct spu_in *in, const struct line *line)
{
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  expect_state(line, "owner_ss", owner.ss);
  expect_field(line, "owner_el", owner.el);
  expect_field(line, "buf_en", ProfilingBufferEnabled(spu, in));
  expect_field(line, "spe_en", StatisticalProfilingEnabled(spu, in));
  expect_field(line, "cx1", CollectContextIDR1(spu, in));
  expect_field(line, "cx2", CollectContextIDR2(spu, in));
  expect_field(line, "pa", CollectPhysicalAddress(spu, in));
  expect_field(line, "pmbidr_p", SPE_PMBIDR_P_Read(spu, in));
  expect_field(line, "el2_en", EL2Enabled(spu, in));
  expect_field(line, "sel2_en", IsSecureEL2Enabled(spu, in));
  expect_field(line, "in_host", IsInHost(spu, in));
  expect_field(line, "eff_ns", EffectiveSCR_EL3_NS(spu, in));
  expect_state(line, "ss", CurrentSecurityState(spu, in));
  // Without FEAT_ECV the model follows S0, where the time in a host is virtual with an offset of zero; in the vectors'
  // pseudocode it is physical. The value is the same.
  in->time_count = 1000;
  in->cntvoff_el2 = 1;
  const enum TimeStamp got = CollectTimeStamp(spu, in);
  const enum TimeStamp expected = named(line, "out.ts", time_names);
  if (!spu->config.have_ecv && IsInHost(spu, in) && expected != TimeStamp_None) {
    struct spu_sample sample = {0};
    SPESampleAddTimeStamp(spu, in, &sample);
    expect(line, "timestamp value", sample.timestamp, GetTimestamp(spu, in, expected));
  } else {
    expect(line, "ts", got, expected);
  }
}

static void check_timestamp(struct spu *spu, struct spu_in *in, const struct line *line)
{
  expect_field(line, "value", GetTimestamp(spu, in, named(line, "type", time_names)));
  expect_field(line, "physoff_valid", PhysicalOffsetIsValid(spu, in));
}

// The events are compared for every version, because the version only determines whether they are counted. The
// pseudocode of 2023 has no SAMPLE_FEED_DS.
static void check_collect(struct spu *spu, struct spu_in *in, const struct line *line)
{
  (void)in;
  const struct spu_sample sample = {.data_source_valid = flag(line, "SPESampleDataSourceValid"),
                                    .data_source = (uint16_t)number(line, "SPESampleDataSource")};
  struct spu_feed feed;
  const bool keep = SPECollectRecord(spu, number(line, "events"), (uint32_t)number(line, "latency"),
                                     (enum OpType)named(line, "optype", op_type_names), &sample, &feed);
  expect_field(line, "ret", keep);
  const struct {
    const char *name;
    bool happens;
  } events[] = {{"SAMPLE_FEED_BR", feed.br},      {"SAMPLE_FEED_LD", feed.ld},   {"SAMPLE_FEED_ST", feed.st},
                {"SAMPLE_FEED_OP", feed.op},      {"SAMPLE_FEED_LAT", feed.lat}, {"SAMPLE_FILTRATE", keep},
                {"SAMPLE_FEED_EVENT", feed.event}};
  const char *counted = text(line, "out.pmu");
  for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
    expect(line, events[i].name, events[i].happens, listed(counted, events[i].name));
  }
}

// The random bytes of a line: "byte,byte" or "step:byte,step:byte".
static uint8_t next_byte(void *context)
{
  char **cursor = context;
  const char *end = strpbrk(*cursor, ",");
  const char *colon = strchr(*cursor, ':');
  if (**cursor == '\0') {
    fail_msg("a random byte was drawn that the pseudocode does not draw");
  }
  const char *digits = colon != NULL && (end == NULL || colon < end) ? colon + 1 : *cursor;
  const unsigned long byte = strtoul(digits, NULL, 10);
  *cursor = end != NULL ? (char *)end + 1 : strchr(*cursor, '\0');
  return (uint8_t)byte;
}

// The vectors' pseudocode of 2023 decrements ECOUNT in cases where issue M.a.a of the Arm ARM (J1, D17.3.4) does not.
enum rule {
  RULE_DRAW,  // M.a.a: the operation at which COUNT expires draws ECOUNT and does not decrement it
  RULE_REST,  // M.a.a: ECOUNT counts only with PMSIRR_EL1.RND = 1 and FEAT_SPE_ERnd
  RULES
};

// One operation. Returns true if it is selected; used[] receives the rules that made a difference.
typedef bool (*collect_one)(struct spu *spu, bool used[RULES]);

static bool collect_as_now(struct spu *spu, bool used[RULES])
{
  memset(used, 0, RULES * sizeof *used);
  return SPEToCollectSample(spu);
}

// The model's function, then the additional decrement of the pseudocode of 2023.
static bool collect_as_in_2023(struct spu *spu, bool used[RULES])
{
  const bool secondary = (spu->regs.pmsirr & SPU_PMSIRR_EL1_RND) != 0 && spu->config.have_ernd;
  const bool expires = (spu->next.pmsicr & SPU_PMSICR_EL1_COUNT) == 1;
  const bool selected = SPEToCollectSample(spu);
  const bool counts_too = secondary ? expires : !selected;
  if (!counts_too || (spu->next.pmsicr & SPU_PMSICR_EL1_ECOUNT) == 0) {
    return selected;
  }
  used[secondary ? RULE_DRAW : RULE_REST] = true;
  spu->next.pmsicr -= SPU_BIT(SPU_PMSICR_EL1_ECOUNT_SHIFT);
  return (spu->next.pmsicr & SPU_PMSICR_EL1_ECOUNT) == 0;
}

struct difference {
  const char *what;  // NULL: none
  uint64_t got;
  uint64_t expected;
};

// Keeps the first difference.
static void note(struct difference *difference, const char *what, uint64_t got, uint64_t expected)
{
  if (difference->what == NULL && got != expected) {
    *difference = (struct difference){what, got, expected};
  }
}

static void compare_sequence(struct spu *spu, const struct line *line, collect_one collect, bool used[RULES],
                             struct difference *difference)
{
  const char *samples = text(line, "out.samples_at");
  const char *snap = text(line, "out.snap");
  const uint64_t steps = number(line, "steps");
  for (uint64_t step = 0; step < steps; step++) {
    char *end = NULL;
    const bool selected = collect(spu, used);
    const bool expected = *samples != '\0' && strtoull(samples, &end, 10) == step;
    note(difference, "selected", selected, expected);
    if (expected) {
      samples = *end == ',' ? end + 1 : end;
    }
    if (*snap != '\0' && strtoull(snap, &end, 10) == step) {
      note(difference, "COUNT", spu->next.pmsicr & SPU_PMSICR_EL1_COUNT, strtoull(end + 1, &end, 10));
      note(difference, "ECOUNT", spu->next.pmsicr >> 56, strtoull(end + 1, &end, 10));
      snap = *end == ',' ? end + 1 : end;
    }
  }
  note(difference, "samples left", (uint64_t)*samples, 0);
}

// The first difference of a line of kind `seq` or `step`, from its initial state.
static struct difference compare_counters(struct spu *spu, const struct line *line, collect_one collect,
                                          bool used[RULES])
{
  struct difference difference = {0};
  const char *cursor = text(line, "rnd");
  spu_set_random(spu, next_byte, &cursor);
  spu->next = spu->regs;
  if (strcmp(text(line, "kind"), "seq") == 0) {
    compare_sequence(spu, line, collect, used, &difference);
  } else {
    note(&difference, "sample", collect(spu, used), number(line, "out.sample"));
    note(&difference, "COUNT", spu->next.pmsicr & SPU_PMSICR_EL1_COUNT, number(line, "out.COUNT"));
    note(&difference, "ECOUNT", spu->next.pmsicr >> 56, number(line, "out.ECOUNT"));
  }
  note(&difference, "random bytes left", (uint64_t)*cursor, 0);
  return difference;
}

static unsigned interval_differs;
static unsigned interval_explained[RULES];

// A line may differ only if it matches with the additional decrement of 2023, and that has occurred in it.
static void check_counters(struct spu *spu, const struct line *line)
{
  bool used[RULES] = {false};
  if (compare_counters(spu, line, collect_as_now, used).what == NULL) {
    return;
  }
  const struct difference left = compare_counters(spu, line, collect_as_in_2023, used);
  if (left.what != NULL) {
    expect(line, left.what, left.got, left.expected);
  }
  interval_differs++;
  for (unsigned rule = 0; rule < RULES; rule++) {
    interval_explained[rule] += used[rule];
  }
}

static void check_samplectr(struct spu *spu, struct spu_in *in, const struct line *line)
{
  (void)in;
  if (strcmp(text(line, "kind"), "reset") != 0) {
    check_counters(spu, line);
    return;
  }
  char reset_byte[8];
  (void)snprintf(reset_byte, sizeof reset_byte, "%u", (unsigned)(number(line, "out.PMSICR_EL1") & 0xFF));
  const char *cursor = reset_byte;
  spu_set_random(spu, next_byte, &cursor);
  SPEResetSampleCounter(spu);
  expect_field(line, "PMSICR_EL1", spu->next.pmsicr);
}

// Whether the model records the data virtual address of a memory access caused by FEAT_NV2.
static bool nv2_address_recorded(struct spu *spu, const struct spu_in *in)
{
  const struct spu_op op = {.finished = true, .kind = SPU_KIND_LDST_NV2, .va_valid = true};
  struct spu_sample sample;
  spu->config.nested_virt = 2;
  spu_sample_mark(spu, in, 0, 0, &sample);
  spu_sample_report(spu, in, &op, &sample);
  return (sample.address_valid >> SPEAddrPosDataVirtual & 1U) != 0;
}

static void check_record(struct spu *spu, struct spu_in *in, const struct line *line)
{
  char key[24];
  struct spu_sample sample = {.context_el1_valid = flag(line, "SPESampleContextEL1Valid"),
                              .context_el1 = (uint32_t)number(line, "SPESampleContextEL1"),
                              .context_el2_valid = flag(line, "SPESampleContextEL2Valid"),
                              .context_el2 = (uint32_t)number(line, "SPESampleContextEL2"),
                              .data_source_valid = flag(line, "SPESampleDataSourceValid"),
                              .data_source = (uint16_t)number(line, "SPESampleDataSource"),
                              .timestamp_valid = flag(line, "SPESampleTimestampValid"),
                              .timestamp = number(line, "SPESampleTimestamp"),
                              .op_class = (uint8_t)number(line, "SPESampleClass"),
                              .op_subclass = (uint8_t)number(line, "SPESampleSubclass"),
                              .events = number(line, "SPESampleEvents")};
  for (unsigned i = 0; i < SPEMaxCounters; i++) {
    (void)snprintf(key, sizeof key, "counter.%u", i);
    sample.counter_valid |= text(line, key) != NULL ? 1U << i : 0;
    sample.counter[i] = (uint32_t)number(line, key);
    (void)snprintf(key, sizeof key, "address.%u", i);
    sample.address_valid |= text(line, key) != NULL ? 1U << i : 0;
    sample.address[i] = number(line, key);
  }
  // The pseudocode drops the address when it constructs the record, the model when the operation finishes.
  if (flag(line, "SPESampleInstIsNV2") && !nv2_address_recorded(spu, in)) {
    sample.address_valid &= ~(1U << SPEAddrPosDataVirtual);
  }
  struct spu_record record;
  SPEConstructRecord(spu, &sample, &record);
  const char *expected = text(line, "out.bytes");
  expect(line, "record size", record.size, strlen(expected) / 2);
  for (uint32_t i = 0; i < record.size; i++) {
    const char digits[3] = {expected[2 * i], expected[2 * i + 1], '\0'};
    expect(line, "record byte", record.data[i], strtoul(digits, NULL, 16));
  }
  assert_false(record.overflow);
}

static void check_fault(struct spu *spu, struct spu_in *in, const struct line *line)
{
  const struct spu_fault fault = {.fsc = (uint8_t)number(line, "fsc"),
                                  .second_stage = flag(line, "second_stage"),
                                  .gpc = flag(line, "gpc"),
                                  .mss2 = number(line, "mss2") << 32};
  DebugWriteFault(spu, in, &fault);
  expect_field(line, "PMBSR_EL1", spu->next.pmbsr);
}

static unsigned trace_explained[TRACE_REASONS];

// Where TraceAllowed() differs for a reason, TraceContextIDR2(), which calls it, may differ too.
static void check_trace_issue(struct spu *spu, struct spu_in *in, const struct line *line)
{
  struct spu_out out = {0};
  spu_trace_outputs(spu, in, &out);
  expect_field(line, "self_hosted", out.trace_self_hosted);
  const enum trace_reason reason = reason_of_trace(spu, in, out.trace_allowed);
  if (out.trace_allowed == flag(line, "out.allowed") || reason == TRACE_REASONS) {
    expect_field(line, "allowed", out.trace_allowed);
    expect_field(line, "cx2", out.trace_cx2);
  } else {
    trace_explained[reason]++;
  }
  expect(line, "ts", out.trace_ts, named(line, "out.ts", trace_time_names));
}

static void check_trace(struct spu *spu, struct spu_in *in, const struct line *line)
{
  for (int text = 0; text < 2; text++) {
    spu->config.trace_current_issue = text != 0;
    check_trace_issue(spu, in, line);
  }
}

// A1, A2, A4: the helpers of the Exception model.
TEST(helpers_match_vectors)
{
  run_group("helpers", set_state, check_helpers);
}

// A1-A4, B5, D1, D2, RWXXFL: the owner, the enables, and what may be collected.
TEST(decisions_match_vectors)
{
  run_group("decide", set_state, check_decide);
}

// D2, D18.2.9: the recorded time.
TEST(timestamp_matches_vectors)
{
  run_group("timestamp", set_state, check_timestamp);
}

// E1-E6, C4, U1: the filter and its PMU events.
TEST(filter_matches_vectors)
{
  run_group("collect", set_state, check_collect);
}

// C1: the interval counters. Every line is in the tree, and one of the two rules explains each difference.
TEST(interval_matches_vectors)
{
  interval_differs = 0;
  memset(interval_explained, 0, sizeof interval_explained);
  run_group("samplectr", set_state, check_samplectr);
  print_message(
      "# differing: %u; ECOUNT is not counted where it is drawn: %u; nor without random numbers: %u\n",
      interval_differs, interval_explained[RULE_DRAW], interval_explained[RULE_REST]);
  assert_int_equal(interval_explained[RULE_DRAW], 89);
  assert_int_equal(interval_explained[RULE_REST], 1523);
  assert_int_equal(interval_differs, 89 + 1523);
}

// F1, F2, D18.1.1, D18.1.4.1 Table D18-1, D18.2.1 header, D18.2.2, D18.2.4, D18.2.5, D18.2.9: the bytes of a record.
TEST(record_matches_vectors)
{
  run_group("record", set_state, check_record);
}

// G3, D17.8.3: the syndrome of a fault.
TEST(fault_syndrome_matches_vectors)
{
  run_group("fault", set_state, check_fault);
}

// T1-T5, U4: self-hosted trace.
TEST(trace_matches_vectors)
{
  memset(trace_explained, 0, sizeof trace_explained);
  run_group("trace", set_state, check_trace);
  for (unsigned reason = 0; reason < TRACE_REASONS; reason++) {
    print_message("# %s: %u\n", trace_reasons[reason], trace_explained[reason]);
  }
}
