// SPDX-License-Identifier: Apache-2.0
//
// The model's pseudocode functions against the architecture's conformance vectors
// (tb/unit/vectors/README.md). SPU_VECTORS in the environment names another directory of vectors, for
// example one with every line.
#include <zlib.h>

#include "vectors_line.h"

typedef void (*line_check)(struct spu *spu, struct spu_in *in, const struct line *line);

static void set_state(struct spu *spu, struct spu_in *in, const struct line *line);

// Runs `check` over every line of a group; a file without lines is a failure.
static void run_group(const char *group, line_check check)
{
  static char buffer[MAX_LINE];
  const char *directory = getenv("SPU_VECTORS");
  char path[512];
  (void)snprintf(path, sizeof path, "%s/%s.txt.gz", directory != NULL ? directory : "tb/unit/vectors", group);
  gzFile file = gzopen(path, "rb");
  if (file == NULL) {
    fail_msg("%s: cannot be opened", path);
  }
  struct spu *spu = calloc(1, spu_size());
  assert_non_null(spu);
  struct line line = {0};
  while (gzgets(file, buffer, (int)sizeof buffer) != NULL) {
    struct spu_in in;
    line.number++;
    split(buffer, &line);
    set_state(spu, &in, &line);
    check(spu, &in, &line);
  }
  free(spu);
  (void)gzclose(file);
  assert_true(line.number > 0);
  print_message("# %s: %d lines\n", group, line.number);
}

// ---------------------------------------------------------------------------------------------------------
// The state a line asks about

static void set_config(struct spu_config *config, const struct line *line)
{
  config->have_el2 = number_or(line, "cfg.have_el2", 1) != 0;
  config->have_el3 = number_or(line, "cfg.have_el3", 1) != 0;
  config->secure_only = flag(line, "cfg.secure_only");
  config->aarch32_el1 = flag(line, "cfg.aarch32_el1");
  config->aarch32_el2 = flag(line, "cfg.aarch32_el2");
  config->have_sel2 = flag(line, "cfg.have_sel2");
  config->have_vhe = flag(line, "cfg.have_vhe");
  config->have_rme = flag(line, "cfg.have_rme");
  config->have_ecv = flag(line, "cfg.have_ecv");
  config->have_fds = flag(line, "cfg.have_fds");
  config->have_sve = flag(line, "cfg.have_sve");
  config->have_tme = flag(line, "cfg.have_tme");
  config->spe_version = (uint32_t)number(line, "cfg.spe_version");
  config->have_ernd = flag(line, "PMSIDR_EL1.ERnd");
  config->reserved_nsxb = (uint32_t)number(line, "CU:Unpredictable_RESERVEDNSxB");
  config->reserved_pct = (uint32_t)number(line, "CU:Unpredictable_PMSCR_PCT");
  const bool bad_pmsfcr = flag(line, "CU:Unpredictable_BADPMSFCR");
  config->zero_events_reject = bad_pmsfcr;
  config->no_types_reject = bad_pmsfcr;
  config->zero_latency_reject = bad_pmsfcr;
  const uint32_t optional = (uint32_t)number(line, "IMPDEF:SPE_mask_10:8,4,2");
  config->optional_filter = (optional >> 2) << 8 | (optional >> 1 & 1U) << 4 | (optional & 1U) << 2;
  config->impdef_events = number(line, "IMPDEF:SPE_mask_63:48") << 48 |
                          number(line, "IMPDEF:SPE_mask_31:24") << 24 |
                          number(line, "IMPDEF:SPE_mask_15:12") << 12;
  config->events_bytes = (uint32_t)number(line, "IMPDEF:SPE_Events_packet_payload_size");
  config->source_bytes = (uint32_t)number(line, "IMPDEF:SPE_Data_Source_packet_payload_size");
  config->record_align = (uint32_t)number(line, "PMBIDR_EL1.Align");
}

static uint64_t pmscr(const struct line *line, const char *name, const char *low, const char *high)
{
  char key[40];
  uint64_t value = 0;
  const struct {
    const char *field;
    unsigned shift;
  } fields[] = {{low, 0}, {high, 1}, {"CX", 3}, {"PA", 4}, {"TS", 5}, {"PCT", 6}};
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
    (void)snprintf(key, sizeof key, "%s.%s", name, fields[i].field);
    value |= number(line, key) << fields[i].shift;
  }
  return value;
}

static void set_state(struct spu *spu, struct spu_in *in, const struct line *line)
{
  memset(spu, 0, spu_size());
  memset(in, 0, sizeof *in);
  set_config(&spu->config, line);
  spu->counter_max = flag(line, "IMPDEF:SPE_16bit_counters") ? 0xFFFF : 0xFFF;
  spu->events_filter = spu_config_events_filter(&spu->config);
  struct spu_registers *regs = &spu->regs;
  regs->pmscr_el1 = pmscr(line, "PMSCR_EL1", "E0SPE", "E1SPE");
  regs->pmscr_el2 = pmscr(line, "PMSCR_EL2", "E0HSPE", "E2SPE");
  regs->pmblimitr = number(line, "PMBLIMITR_EL1.E");
  regs->pmbsr = number(line, "PMBSR_EL1") | number(line, "PMBSR_EL1.S") << 17;
  regs->pmsicr =
      number(line, "PMSICR_EL1") | number(line, "PMSICR_EL1.COUNT") | number(line, "PMSICR_EL1.ECOUNT") << 56;
  regs->pmsirr = number(line, "PMSIRR_EL1.INTERVAL") << 8 | number(line, "PMSIRR_EL1.RND");
  regs->pmsfcr = number(line, "PMSFCR_EL1");
  regs->pmsfcr &= spu->config.spe_version >= 2 ? ~UINT64_C(0) : ~PMSFCR_FnE;
  regs->pmsfcr &= spu->config.have_fds ? ~UINT64_C(0) : ~PMSFCR_FDS;
  regs->pmsevfr = number(line, "PMSEVFR_EL1") & spu->events_filter;
  regs->pmsnevfr = number(line, "PMSNEVFR_EL1") & spu->events_filter;
  regs->pmslatfr = number(line, "PMSLATFR_EL1") & 0xFFFF;
  regs->pmsdsfr = number(line, "PMSDSFR_EL1");
  spu->next = spu->regs;
  in->pe_el = (uint8_t)number(line, "PSTATE.EL");
  in->pe_aarch32 = flag(line, "PSTATE.nRW");
  in->scr_el3_ns = flag(line, "SCR_EL3.NS");
  in->scr_el3_nse = flag(line, "SCR_EL3.NSE");
  in->scr_el3_eel2 = flag(line, "SCR_EL3.EEL2");
  in->scr_el3_rw = flag(line, "SCR_EL3.RW");
  in->hcr_el2_rw = flag(line, "HCR_EL2.RW");
  in->hcr_el2_tge = flag(line, "HCR_EL2.TGE");
  in->hcr_el2_e2h = flag(line, "HCR_EL2.E2H");
  in->mdcr_el2_e2pb = (uint8_t)number(line, "MDCR_EL2.E2PB");
  in->mdcr_el3_nspb = (uint8_t)number(line, "MDCR_EL3.NSPB");
  in->mdcr_el3_nspbe = flag(line, "MDCR_EL3.NSPBE");
  in->time_count = number(line, "PhysicalCountInt");
  in->cntvoff_el2 = number(line, "CNTVOFF_EL2");
}

static const char *state_name(enum SecurityState ss)
{
  static const char *const names[] = {"SS_Secure", "SS_NonSecure", "SS_Root", "SS_Realm"};
  return names[ss];
}

static void expect_state(const struct line *line, const char *key, enum SecurityState ss)
{
  const char *expected = text(line, key);
  if (expected != NULL && strcmp(expected, state_name(ss)) != 0) {
    fail_msg("line %d: %s is %s, expected %s", line->number, key, state_name(ss), expected);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Groups

static void check_helpers(struct spu *spu, struct spu_in *in, const struct line *line)
{
  char key[40];
  expect_field(line, "EL2Enabled", EL2Enabled(spu, in));
  expect_field(line, "IsSecureEL2Enabled", IsSecureEL2Enabled(spu, in));
  expect_field(line, "IsInHost", IsInHost(spu, in));
  expect_field(line, "EffectiveSCR_EL3_NS", EffectiveSCR_EL3_NS(spu, in));
  expect_state(line, "out.CurrentSecurityState", CurrentSecurityState(spu, in));
  for (unsigned el = 0; el <= 3; el++) {
    (void)snprintf(key, sizeof key, "out.SecurityStateAtEL(%u)", el);
    expect_state(line, key, SecurityStateAtEL(spu, in, (enum spu_el)el));
    (void)snprintf(key, sizeof key, "ELUsingAArch32(%u)", el);
    expect_field(line, key, ELUsingAArch32(spu, in, (enum spu_el)el));
    (void)snprintf(key, sizeof key, "ELIsInHost(%u)", el);
    expect_field(line, key, ELIsInHost(spu, in, (enum spu_el)el));
  }
}

static enum TimeStamp timestamp_named(const char *name)
{
  static const char *const names[] = {"TimeStamp_None", "TimeStamp_Virtual", "TimeStamp_Physical",
                                      "TimeStamp_OffsetPhysical"};
  for (unsigned i = 0; i < 4; i++) {
    if (strcmp(name, names[i]) == 0) {
      return (enum TimeStamp)i;
    }
  }
  fail_msg("unknown time %s", name);
  return TimeStamp_None;
}

static void check_decide(struct spu *spu, struct spu_in *in, const struct line *line)
{
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  expect_state(line, "out.owner_ss", owner.ss);
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
  expect_state(line, "out.ss", CurrentSecurityState(spu, in));
  // Without FEAT_ECV the model follows S0, which calls the time in a host virtual, with an offset of zero;
  // the text that made the vectors calls it physical. The value is the same.
  in->time_count = 1000;
  in->cntvoff_el2 = 1;
  const enum TimeStamp got = CollectTimeStamp(spu, in);
  const enum TimeStamp expected = timestamp_named(text(line, "out.ts"));
  if (!spu->config.have_ecv && IsInHost(spu, in) && expected != TimeStamp_None) {
    struct spu_sample sample = {0};
    SPESampleAddTimeStamp(spu, in, &sample);
    expect(line, "timestamp value", sample.timestamp, GetTimestamp(in, expected));
  } else {
    expect(line, "ts", got, expected);
  }
}

static void check_timestamp(struct spu *spu, struct spu_in *in, const struct line *line)
{
  (void)spu;
  expect_field(line, "value", GetTimestamp(in, timestamp_named(text(line, "type"))));
}

static enum OpType op_type_named(const char *name)
{
  static const char *const names[] = {"OpType_Other", "OpType_Branch", "OpType_Load", "OpType_Store",
                                      "OpType_LoadAtomic"};
  for (unsigned i = 0; i < 5; i++) {
    if (strcmp(name, names[i]) == 0) {
      return (enum OpType)i;
    }
  }
  fail_msg("unknown type %s", name);
  return OpType_Other;
}

static void check_collect(struct spu *spu, struct spu_in *in, const struct line *line)
{
  (void)in;
  const struct spu_sample sample = {.data_source_valid = flag(line, "SPESampleDataSourceValid"),
                                    .data_source = (uint16_t)number(line, "SPESampleDataSource")};
  expect_field(line, "ret",
               SPECollectRecord(spu, number(line, "events"), (uint32_t)number(line, "latency"),
                                op_type_named(text(line, "optype")), &sample));
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

static void check_sequence(struct spu *spu, const struct line *line)
{
  const char *samples = text(line, "out.samples_at");
  const char *snap = text(line, "out.snap");
  const uint64_t steps = number(line, "steps");
  for (uint64_t step = 0; step < steps; step++) {
    char *end = NULL;
    const bool selected = SPEToCollectSample(spu);
    const bool expected = *samples != '\0' && strtoull(samples, &end, 10) == step;
    expect(line, "selected", selected, expected);
    if (expected) {
      samples = *end == ',' ? end + 1 : end;
    }
    if (*snap != '\0' && strtoull(snap, &end, 10) == step) {
      expect(line, "COUNT", spu->next.pmsicr & PMSICR_COUNT, strtoull(end + 1, &end, 10));
      expect(line, "ECOUNT", spu->next.pmsicr >> 56, strtoull(end + 1, &end, 10));
      snap = *end == ',' ? end + 1 : end;
    }
  }
  expect(line, "samples left", (uint64_t)*samples, 0);
}

static void check_samplectr(struct spu *spu, struct spu_in *in, const struct line *line)
{
  (void)in;
  const char *kind = text(line, "kind");
  char reset_byte[8];
  const char *random = text(line, "rnd");
  if (strcmp(kind, "reset") == 0) {
    (void)snprintf(reset_byte, sizeof reset_byte, "%u", (unsigned)(number(line, "out.PMSICR_EL1") & 0xFF));
    random = reset_byte;
  }
  const char *cursor = random;
  spu_set_random(spu, next_byte, &cursor);
  if (strcmp(kind, "reset") == 0) {
    SPEResetSampleCounter(spu);
    expect_field(line, "PMSICR_EL1", spu->next.pmsicr);
  } else if (strcmp(kind, "seq") == 0) {
    check_sequence(spu, line);
  } else {
    expect_field(line, "sample", SPEToCollectSample(spu));
    expect_field(line, "COUNT", spu->next.pmsicr & PMSICR_COUNT);
    expect_field(line, "ECOUNT", spu->next.pmsicr >> 56);
  }
  if (strcmp(kind, "reset") != 0) {
    expect(line, "random bytes left", (uint64_t)*cursor, 0);
  }
}

static void check_record(struct spu *spu, struct spu_in *in, const struct line *line)
{
  (void)in;
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
  (void)in;
  const struct spu_fault fault = {.fsc = (uint8_t)number(line, "fsc"),
                                  .second_stage = flag(line, "second_stage"),
                                  .gpc = flag(line, "gpc"),
                                  .mss2 = (uint32_t)number(line, "mss2")};
  DebugWriteFault(spu, &fault);
  expect_field(line, "PMBSR_EL1", spu->next.pmbsr);
}

// A1, A2: a helper of the Exception model differs.
static void helper_differs_from_vectors(void **state)
{
  (void)state;
  run_group("helpers", check_helpers);
}

// A1-A4, D1, D2, B5: who owns, what is enabled, what may be collected.
static void decision_differs_from_vectors(void **state)
{
  (void)state;
  run_group("decide", check_decide);
}

// D2: the recorded time.
static void timestamp_differs_from_vectors(void **state)
{
  (void)state;
  run_group("timestamp", check_timestamp);
}

// E1-E6: the filter.
static void filter_differs_from_vectors(void **state)
{
  (void)state;
  run_group("collect", check_collect);
}

// C1: the interval counters.
static void interval_differs_from_vectors(void **state)
{
  (void)state;
  run_group("samplectr", check_samplectr);
}

// F1, F2: the bytes of a record.
static void record_differs_from_vectors(void **state)
{
  (void)state;
  run_group("record", check_record);
}

// G3: the syndrome of a fault.
static void fault_syndrome_differs_from_vectors(void **state)
{
  (void)state;
  run_group("fault", check_fault);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(helper_differs_from_vectors),         cmocka_unit_test(decision_differs_from_vectors),
      cmocka_unit_test(timestamp_differs_from_vectors),      cmocka_unit_test(filter_differs_from_vectors),
      cmocka_unit_test(interval_differs_from_vectors),       cmocka_unit_test(record_differs_from_vectors),
      cmocka_unit_test(fault_syndrome_differs_from_vectors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
