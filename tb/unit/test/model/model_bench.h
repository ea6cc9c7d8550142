// SPDX-License-Identifier: Apache-2.0
//
// Fixture of the model's unit tests: a model whose input pins enable profiling at EL0, one call per cycle, access, and
// step of a record's write; and truth tables of single pins.
#ifndef TB_UNIT_TEST_MODEL_MODEL_BENCH_H
#define TB_UNIT_TEST_MODEL_MODEL_BENCH_H

#include <stdlib.h>
#include <string.h>

#include "spu_internal.h"
#include "unit/test/model/permitted.h"
#include "unit/test/test.h"
#include "unit/util/rng.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

// The current test's bench. bench_open() restarts it.
static struct bench {
  struct spu_in in;
  struct spu_vif seen;
  struct spu_out out;
  struct spu_vif vif;
  bool slow;          // the write channels accept no burst on their own: the test sets burst_valid
  struct spu spu[1];  // an array, so that `b.spu` is a pointer for the model's functions
} b;

static inline struct spu_config bench_named(const char *name)
{
  struct spu_config config;
  assert_int_equal(spu_config_by_name(name, &config), SPU_OK);
  return config;
}

static inline struct spu_config bench_base(void)
{
  return bench_named("base");
}

// A configuration with changes, given as assignments to `config`.
static struct spu_config config __attribute__((unused));
#define CHANGED(from, ...) (config = (from), __VA_ARGS__, config)

// Opens a PE with the features of `config` and those that they need (permit()).
static inline void bench_open(struct spu_config config)
{
  const char *why = NULL;
  permit(&config);
  if (spu_config_check(&config, &why) != SPU_OK) {
    fail_msg("%s", why);
  }
  memset(&b, 0, sizeof b);
  assert_int_equal(spu_init(b.spu, &config), SPU_OK);
  b.in.scr_el3_ns = true;
  b.in.scr_el3_rw = true;
  b.in.hcr_el2_rw = true;
  b.in.mdcr_el2_e2pb = 3;       // EL1 owns the buffer,
  b.in.mdcr_el3_nspb = 3;       // in Non-secure state,
  b.in.mdcr_el3_enpmsn = true;  // and EL3 permits every register to lower levels
  b.in.mdcr_el3_enpms3 = true;
  b.in.mdcr_el3_enpms4 = true;
  b.in.psb_older = (1U << SPU_MAX_TAGS) - 1;  // a PSB CSYNC is younger than everything in flight
}

// ---------------------------------------------------------------------------------------------------------
// Truth tables

enum { UNASKED = 0xFFFFFFFF };

// A row: a pin, register or feature that changes, and the expected result. The changes in a table accumulate.
struct step {
  const char *name;
  void *place;
  size_t size;
  uint64_t value;
  uint64_t expected;  // UNASKED: no check before the next row's change
};

#define SET(member, value) #member " = " #value, &b.member, sizeof b.member, (uint64_t)(value)
#define RUN_STEPS(function, steps) run_steps(function, steps, COUNT(steps))

static inline void run_steps(uint64_t (*function)(void), const struct step *steps, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    memcpy(steps[i].place, &steps[i].value, steps[i].size);
    const uint64_t got = steps[i].expected == UNASKED ? UNASKED : function();
    if (got != steps[i].expected) {
      fail_msg("row %zu, after %s: expected 0x%llx, got 0x%llx", i, steps[i].name,
               (unsigned long long)steps[i].expected, (unsigned long long)got);
    }
  }
}

// Sets pins, fields or conditions to the bits of a number, lowest first.
#define SET_BITS(bits, ...) set_bits((uint64_t)(bits), (bool *const[]){__VA_ARGS__, NULL})

static inline void set_bits(uint64_t bits, bool *const *places)
{
  for (; *places != NULL; places++) {
    **places = (bits & 1U) != 0;
    bits >>= 1;
  }
}

// Whether a field matches a pattern of the manual's tables: its bits from the left; X is either value.
static inline bool fits(const char *pattern, uint32_t value)
{
  const size_t width = strlen(pattern);
  if (strcmp(pattern, "!=00") == 0) {
    return value != 0;
  }
  for (size_t i = 0; i < width; i++) {
    if (pattern[i] != 'X' && (uint32_t)(pattern[i] - '0') != (value >> (width - 1 - i) & 1U)) {
      return false;
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------------------
// Cycles and accesses

// The write channels accept each burst in the cycle of its page's translation response.
static inline bool bench_takes_burst(void)
{
  const struct spu_write_state *write = &b.spu->write;
  const bool session = write->record.origin.ended == SPU_DISCARD_NONE &&
                       (b.spu->regs.pmblimitr & SPU_PMBLIMITR_EL1_E) != 0 &&
                       !SPEProfilingStopped(b.spu, &b.in);
  const bool answered = b.in.xlate_rsp_valid && !b.in.xlate_rsp_fault && session && write->active &&
                        !write->faulted && !write->aborted && write->answered < write->pages;
  return !b.slow && answered;
}

// One cycle. Pins and flags that last one cycle are cleared afterwards.
static inline void bench_clock(void)
{
  b.seen.burst_valid |= bench_takes_burst();
  spu_step(b.spu, &b.in, &b.seen, &b.out, &b.vif);
  memset(&b.seen, 0, sizeof b.seen);
  memset(b.in.op, 0, sizeof b.in.op);
  b.in.dispatch_valid = 0;
  b.in.sysreg_valid = false;
  b.in.xlate_rsp_valid = false;
  b.in.xlate_rsp_fault = false;
  b.in.xlate_rsp_gpc = false;
  b.in.axi_bvalid = false;
  b.in.axi_bresp = 0;
}

// A cycle without a violation.
static inline void bench_clean(void)
{
  bench_clock();
  const struct spu_violation violation = spu_last_violation(b.spu);
  if (violation.rule != NULL) {
    fail_msg("%s (%s)", violation.rule, violation.function);
  }
}

static inline void bench_clean_cycles(unsigned cycles)
{
  for (unsigned i = 0; i < cycles; i++) {
    bench_clean();
  }
}

// A cycle with a violation in `function`.
static inline void bench_violates(const char *function)
{
  bench_clock();
  const struct spu_violation violation = spu_last_violation(b.spu);
  assert_non_null(violation.rule);
  assert_string_equal(violation.function, function);
}

// The implementation sets `flag` in this cycle, which violates a rule of `function`.
#define VIOLATES(flag, function) \
  do {                           \
    b.seen.flag = true;          \
    bench_violates(function);    \
  } while (0)

// Steps up to 1000 cycles until one has a violation.
static inline int bench_cycles_to_violation(void)
{
  int cycles = 0;
  for (bench_clock(); cycles < 1000 && spu_last_violation(b.spu).rule == NULL; bench_clock()) {
    cycles++;
  }
  return cycles;
}

// Sets the pins of an access at the Exception level on the pins.
static inline void bench_access(uint16_t address, bool write, uint64_t value)
{
  b.in.sysreg_valid = true;
  b.in.sysreg_write = write;
  b.in.sysreg_addr = address;
  b.in.sysreg_wdata = value;
}

// An access and, in the next cycle, its response.
static inline void bench_answer(uint16_t address, bool write, uint64_t value)
{
  bench_access(address, write, value);
  bench_clean_cycles(2);
  assert_true(b.out.sysreg_done);
}

static inline uint64_t bench_read(uint16_t address)
{
  bench_answer(address, false, 0);
  return b.out.sysreg_rdata;
}

static inline void bench_msr(uint16_t address, uint64_t value)
{
  const uint8_t el = b.in.pe_el;
  b.in.pe_el = SPU_EL3;
  bench_access(address, true, value);
  bench_clean();
  b.in.pe_el = el;
}

static inline uint64_t bench_peek(uint16_t address)
{
  uint64_t value = 0;
  assert_true(spu_peek_register(b.spu, address, &value));
  return value;
}

// Decisions in tables.
#define OK SPU_ACCESS_OK
#define UN SPU_ACCESS_UNDEFINED
#define T1 SPU_ACCESS_TRAP_EL1
#define T2 SPU_ACCESS_TRAP_EL2
#define T3 SPU_ACCESS_TRAP_EL3
#define ME SPU_ACCESS_MEMORY

static inline struct spu_access check(uint16_t address, bool write)
{
  return spu_access_check(b.spu, &b.in, address, write);
}

static inline void same(struct spu_access got, struct spu_access expected, const char *what)
{
  if (got.verdict != expected.verdict || got.ec != expected.ec || got.offset != expected.offset ||
      got.target != expected.target) {
    fail_msg("%s at EL%d: expected verdict %d ec 0x%x offset 0x%x target 0x%x, got %d 0x%x 0x%x 0x%x", what,
             b.in.pe_el, expected.verdict, expected.ec, expected.offset, expected.target, got.verdict, got.ec,
             got.offset, got.target);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Samples and records

enum { BENCH_BUFFER = 0x10000, BENCH_LIMIT = 0x20000 };
enum { RESP_OKAY = 0, RESP_EXOKAY = 1, RESP_SLVERR = 2, RESP_DECERR = 3 };  // AXI responses
enum { PAGE = 4096, BEFORE = 24, SPLIT = BENCH_BUFFER + PAGE - BEFORE };  // a record from SPLIT has two pages

// PMBLIMITR_EL1.FM.
#define DISCARD_MODE ((uint64_t)SPU_PMBLIMITR_EL1_FM_DISCARD << SPU_PMBLIMITR_EL1_FM_SHIFT)
// PMBSR_EL1.EC of a Data Abort.
#define STAGE1 (UINT64_C(0x24) << 26)
#define STAGE2 (UINT64_C(0x25) << 26)

// PMBSR_EL1 after an External abort on a record's first page, with a synchronous and an asynchronous report.
static const uint64_t sync_syndrome = STAGE1 | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_S | 0x10;
static const uint64_t async_syndrome = STAGE1 | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_S | 0x11;

// Software enables profiling at EL0: one sample every 257 operations, buffer from BENCH_BUFFER to BENCH_LIMIT.
static inline void bench_enable(void)
{
  bench_msr(SPU_PMSIRR_EL1, 0x100);
  bench_msr(SPU_PMSICR_EL1, 0);
  bench_msr(SPU_PMBPTR_EL1, BENCH_BUFFER);
  bench_msr(SPU_PMBLIMITR_EL1, BENCH_LIMIT | 1);
  bench_msr(SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_E1SPE);
}

static inline void bench_open_enabled(struct spu_config config)
{
  bench_open(config);
  bench_enable();
}

// Dispatches an operation in this cycle that the interval counter selects.
static inline void bench_select(uint64_t pc)
{
  b.spu->regs.pmsicr = 1;
  b.in.dispatch_valid = 1;
  b.in.dispatch_pc[0] = pc;
}

// A cycle that dispatches these slots.
static inline void bench_dispatch(uint8_t slots)
{
  b.in.dispatch_valid = slots;
  bench_clean();
}

// Marks an operation at `pc` in this cycle; returns its tag.
static inline uint8_t bench_mark(uint64_t pc)
{
  bench_select(pc);
  bench_clean();
  assert_true(b.out.mark_valid);
  return b.out.mark_tag;
}

static inline void bench_decide(uint8_t tag)
{
  b.seen.decide_valid = true;
  b.seen.decide_tag = tag;
  bench_clean();
}

// Finishes and decides the operation of `tag`; returns whether its record is kept.
static inline bool bench_finish(uint8_t tag, struct spu_op op)
{
  b.in.op[tag] = op;
  b.in.op[tag].finished = true;
  bench_clean();
  bench_decide(tag);
  return b.vif.decide_keep;
}

// Finishes the operation of `tag`, without deciding it.
static inline void bench_end(uint8_t tag)
{
  b.in.op[tag].finished = true;
  bench_clean();
}

// Marks and finishes an operation; returns whether its record is kept.
static inline bool bench_sample(struct spu_op op)
{
  return bench_finish(bench_mark(0x400000), op);
}

// Marks and finishes an operation whose record then waits to be written.
static inline void bench_record(void)
{
  assert_true(bench_sample((struct spu_op){0}));
}

// A page's translation response in this cycle.
static inline void bench_translate(uint64_t pa)
{
  b.in.xlate_rsp_valid = true;
  b.in.xlate_rsp_pa = pa;
  b.in.xlate_rsp_ns = true;
}

static inline void bench_fault(uint8_t fsc, bool stage2)
{
  b.in.xlate_rsp_valid = true;
  b.in.xlate_rsp_fault = true;
  b.in.xlate_rsp_fsc = fsc;
  b.in.xlate_rsp_stage2 = stage2;
}

// Memory's response to one burst in this cycle: 0 is OKAY, 2 SLVERR, 3 DECERR.
static inline void bench_respond(uint8_t response)
{
  b.in.axi_bvalid = true;
  b.in.axi_bresp = response;
}

// C6: every selected operation is accounted for.
static inline void bench_expect_conservation(const struct spu *spu)
{
  const struct spu_counts counts = spu_get_counts(spu);
  uint64_t sum =
      counts.collided + counts.in_flight + counts.dropped + counts.filtered + counts.waiting + counts.written;
  for (int reason = 0; reason < SPU_DISCARD_REASONS; reason++) {
    sum += counts.discarded[reason];
  }
  assert_int_equal(counts.selected, sum);
  assert_int_equal(counts.waiting, spu->waiting_count + spu->write.active);
  const uint32_t tags = spu->in_flight | spu->finished;
  assert_int_equal(counts.in_flight + counts.collided_pending, __builtin_popcount(tags));
}

// ---------------------------------------------------------------------------------------------------------
// Block G: the steps of a record's write

// Configuration "base", except that software can write every bit of PMBPTR_EL1.
static inline struct spu_config any_pointer(void)
{
  return CHANGED(bench_base(), config.ptr_align = 0);
}

// A record waits, in configuration `config`, to be written at BENCH_BUFFER.
static inline void open_with_record(struct spu_config config)
{
  bench_open_enabled(config);
  bench_record();
}

// Likewise, after software moves PMBPTR_EL1 to `pointer`.
static inline void open_with_record_at(uint64_t pointer)
{
  open_with_record(any_pointer());
  bench_msr(SPU_PMBPTR_EL1, pointer);
}

// A record waits, with `external_abort`, to be written at `pointer`.
static inline void open_aborting(uint32_t external_abort, uint64_t pointer)
{
  struct spu_config config = any_pointer();
  config.external_abort = external_abort;
  bench_open_enabled(config);
  bench_msr(SPU_PMBPTR_EL1, pointer);
  bench_record();
}

// Starts to write the waiting record.
static inline void start_write(void)
{
  b.seen.start_valid = true;
  bench_clean();
  assert_true(b.vif.start_valid);
}

static inline void translate(uint64_t pa)
{
  bench_translate(pa);
  bench_clean();
}

static inline void respond(uint8_t response)
{
  bench_respond(response);
  bench_clean();
}

// Starts to write the waiting record and writes its first page.
static inline void start_page(uint64_t pa)
{
  start_write();
  translate(pa);
}

static inline void commit_write(void)
{
  b.seen.commit_valid = true;
  bench_clean();
  assert_true(b.vif.commit_valid);
}

// Commits, which fills the buffer.
static inline void commit_last_write(void)
{
  b.seen.event_valid = true;
  commit_write();
  assert_true(b.vif.event_valid);
}

static inline void write_waiting_record(void)
{
  start_page(0);
  commit_write();
}

// Expects `number` writes in this cycle and returns them.
static inline const struct spu_write *expect_writes(size_t number)
{
  static struct spu_write writes[SPU_MAX_RECORD_PAGES];
  assert_int_equal(spu_last_writes(b.spu, writes), number);
  return writes;
}

// Discards a record in this cycle for `reason`, with or without a management event.
static inline void discard_record(enum spu_discard reason, bool event)
{
  b.seen.discard_valid = true;
  b.seen.event_valid = event;
  bench_clean();
  assert_true(b.vif.discard_valid);
  assert_false(b.vif.commit_valid);
  assert_false(b.out.cti_spe_sample);  // P7
  assert_int_equal(b.vif.discard_reason, reason);
  assert_int_equal(b.vif.event_valid, event);
}

// Likewise for the only record.
static inline void expect_discard(enum spu_discard reason, bool event)
{
  discard_record(reason, event);
  assert_int_equal(spu_get_counts(b.spu).discarded[reason], 1);
  assert_int_equal(spu_get_counts(b.spu).waiting, 0);
}

// Its page faults.
static inline void expect_fault(uint8_t fsc, bool stage2)
{
  bench_fault(fsc, stage2);
  expect_discard(SPU_DISCARD_FAULT, true);
}

// Its management event.
static inline void expect_event(uint64_t pmbsr, uint64_t pmbptr)
{
  assert_int_equal(b.vif.event_pmbsr, pmbsr);
  assert_int_equal(b.vif.event_pmbptr, pmbptr);
}

// Expects the PMU events of a decision.
static inline void expect_fed(unsigned feed, unsigned filtrate)
{
  assert_int_equal(b.out.sample_feed, feed);
  assert_int_equal(b.out.sample_filtrate, filtrate);
}

static inline void expect_registers_of_buffer(uint64_t pmbsr, uint64_t pmbptr)
{
  assert_int_equal(bench_peek(SPU_PMBSR_EL1), pmbsr);
  assert_int_equal(bench_peek(SPU_PMBPTR_EL1), pmbptr);
}

// ---------------------------------------------------------------------------------------------------------
// Block H: barriers

// The pending PSB is done in this cycle, or must not be.
static inline void psb_is_done(void)
{
  b.in.psb_valid = true;
  b.seen.psb_done = true;
  bench_clean();
  assert_true(b.vif.psb_done);
  b.in.psb_valid = false;
}

static inline void psb_is_too_early(void)
{
  b.in.psb_valid = true;
  VIOLATES(psb_done, "ProfilingSynchronizationBarrier");
  assert_false(b.vif.psb_done);
}

// A DSB begins, and must not be done in its second cycle.
static inline void dsb_waits(void)
{
  b.in.dsb_valid = true;
  bench_clean();
  VIOLATES(dsb_done, "DataSynchronizationBarrier");
  bench_clean();
}

static inline void dsb_is_done(void)
{
  b.in.dsb_valid = true;
  b.seen.dsb_done = true;
  bench_clean();
  assert_true(b.vif.dsb_done);
  b.in.dsb_valid = false;
}

#endif  // TB_UNIT_TEST_MODEL_MODEL_BENCH_H
