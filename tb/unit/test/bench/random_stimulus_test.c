// SPDX-License-Identifier: Apache-2.0
//
// The random stimulus is legal, reproducible, and reaches the situations that it targets.

#include "spu_sysreg.h"
#include "unit/env/mmu.h"
#include "unit/stimulus/random/random_buffer.h"
#include "unit/stimulus/random/random_dispatch.h"
#include "unit/stimulus/random/random_op.h"
#include "unit/stimulus/random/random_profile.h"
#include "unit/test/bench/check_bench.h"
#include "unit/test/model/permitted.h"
#include "unit/test/test.h"

enum { CYCLES = 40000 };

// A hash of the inputs of every cycle.
static uint64_t hash_run(uint64_t seed, uint64_t cycles)
{
  const struct spu_config config = test_config("base");
  struct check_bench bench;
  struct check_cycle cycle;
  uint64_t hash = 14695981039346656037U;
  assert_true(check_bench_open_random(&bench, &config, seed, cycles, NULL));
  while (bench.cycle < cycles) {
    assert_true(check_bench_step(&bench, NULL, NULL, &cycle));
    for (size_t i = 0; i < sizeof bench.in; i++) {
      hash = (hash ^ ((const uint8_t *)&bench.in)[i]) * 1099511628211U;
    }
  }
  check_bench_close(&bench);
  return hash;
}

TEST(same_seed_gives_the_same_run)
{
  assert_true(hash_run(7, 3000) == hash_run(7, 3000));
  assert_true(hash_run(7, 3000) != hash_run(8, 3000));
}

static void check_op(const struct spu_config *config, const struct spu_op *op)
{
  assert_true(op->how <= SPU_OP_SQUASHED);
  assert_true(op->kind <= 15);
  const bool vector = op->kind == SPU_KIND_LDST_SVE || op->kind == SPU_KIND_SVE;
  assert_true(op->evl < (vector && !config->have_spe_sme ? 7 : 8) && op->ets < 16 && op->pa_tag < 16);
  assert_true(op->previous_el <= SPU_EL3);
  assert_true(op->kind != SPU_KIND_LDST_EXTENDED || op->acq_rel || op->exclusive || op->atomic);
  assert_true(op->pa >> 56 == 0);
  assert_true(op->target_el <= SPU_EL3);
}

TEST(reports_are_legal)  // D5
{
  struct rng rng;
  unsigned kinds = 0;
  int reserved = 0;
  int gcs = 0;      // branches with an access of the Guarded Control Stack
  int foreign = 0;  // no memory access, but an address on the pins
  const struct spu_config config = test_config("base");
  rng_seed(&rng, 1, 0);
  for (int i = 0; i < 20000; i++) {
    struct spu_op op;
    random_op_report(&config, &rng, &op);
    check_op(&config, &op);
    kinds |= 1U << op.kind;
    reserved += op.kind > SPU_KIND_SVE;
    gcs += op.kind == SPU_KIND_BRANCH && op.gcs && (op.call || op.ret) && op.va_valid;
    foreign += op.kind <= SPU_KIND_BRANCH && op.va_valid;
  }
  assert_int_equal(kinds, 0xFFFF);
  assert_in_range(reserved, 200, 800);
  assert_true(gcs > 200);
  assert_true(foreign > 200);
}

// As in cores whose results come with retirement, or that flush an operation directly after its dispatch.
TEST(operations_end_as_in_simple_cores)  // D3, D6
{
  struct rng rng;
  const struct spu_config config = test_config("base");
  int late = 0;
  int in_vain = 0;
  int at_once = 0;
  rng_seed(&rng, 1, 0);
  for (uint64_t cycle = 0; cycle < 20000; cycle++) {
    struct random_op op = {0};
    struct spu_op pins = {0};
    bool issued = false;
    bool completed = false;
    random_op_mark(&config, &op, &rng, cycle, 8);
    for (uint64_t now = cycle + 1; now <= op.finish; now++) {
      random_op_drive(&config, &op, &rng, now, false, &pins);
      issued = issued || (pins.issued && now < op.finish);
      completed = completed || pins.completed;
    }
    assert_true(pins.finished);
    late += issued && !completed && pins.how == SPU_OP_RETIRED;
    at_once += op.finish == cycle + 1 && pins.how == SPU_OP_SQUASHED;
    in_vain += op.finish == cycle + 1 && pins.how == SPU_OP_SQUASHED && !pins.issued && !completed;
  }
  assert_in_range(late, 1000, 4000);
  assert_in_range(in_vain, 60, 250);
  assert_true(at_once > in_vain + 30);
}

TEST(flush_ends_an_operation)  // D6
{
  struct rng rng;
  const struct spu_config config = test_config("base");
  struct random_op op = {0};
  struct spu_op pins = {0};
  rng_seed(&rng, 1, 0);
  do {
    random_op_mark(&config, &op, &rng, 100, 50);
  } while (op.finish < 110 || op.issue < 105 || op.complete < 105 || op.report.how == SPU_OP_SQUASHED);
  random_op_flush(&op, 104);
  for (uint64_t now = 101; now <= 104; now++) {
    assert_false(pins.finished);
    random_op_drive(&config, &op, &rng, now, false, &pins);
    assert_false(pins.issued || pins.completed);
  }
  assert_true(pins.finished && pins.how == SPU_OP_SQUASHED && pins.kind == op.report.kind);
}

TEST(sme_stimulus_is_frequent)  // N5
{
  struct rng rng;
  const struct spu_config config = test_config("v9.6");
  uint32_t sizes = 0;
  int sme = 0;
  int streaming = 0;
  int long_vectors = 0;
  rng_seed(&rng, 1, 0);
  for (int i = 0; i < 20000; i++) {
    struct spu_op op;
    random_op_report(&config, &rng, &op);
    check_op(&config, &op);
    sme += op.kind == SPU_KIND_SME;
    sizes |= op.kind == SPU_KIND_SME ? 1U << op.ets : 0;
    streaming += (op.events >> 24 & 3) != 0;
    long_vectors += op.kind == SPU_KIND_LDST_SVE && op.evl == 7;
  }
  assert_in_range(sme, 300, 2000);
  assert_int_equal(sizes, 0xFFFF);
  assert_true(streaming > 4000);
  assert_true(long_vectors > 50);
}

TEST(the_alternate_clock_has_every_ratio)  // N6
{
  const struct spu_config config = test_config("v9.6");
  struct random_dispatch dispatch = {0};
  struct rng rng;
  uint32_t cycles[4] = {0};
  uint32_t changes = 0;
  struct spu_in in = {0};
  rng_seed(&rng, 1, 0);
  for (uint64_t cycle = 0; cycle < 20000; cycle++) {
    const uint8_t before = in.alt_clock;
    random_dispatch_alt_clock(&dispatch, &config, &rng, cycle, &in);
    assert_true(in.alt_clock <= 3);
    cycles[in.alt_clock]++;
    changes += in.alt_clock != before;
  }
  for (unsigned ticks = 0; ticks < 4; ticks++) {
    assert_true(cycles[ticks] > 1000);
  }
  assert_true(changes > 200);
}

TEST(every_verdict_of_every_register_is_reached)  // B3, B4, B6
{
  struct spu_config config = test_config("base");
  config.have_fgt = true;
  config.nested_virt = 2;
  permit(&config);
  struct check_bench bench;
  struct check_cycle cycle;
  uint32_t verdicts[SPU_ACCESS_MEMORY + 1] = {0};
  bool pmscr_el12 = false;
  uint32_t pins = 0;
  assert_true(check_bench_open_random(&bench, &config, 3, 10 * CYCLES, NULL));
  while (bench.cycle < 10 * CYCLES) {
    assert_true(check_bench_step(&bench, NULL, NULL, &cycle));
    const struct spu_in *in = &cycle.in;
    pmscr_el12 |= in->sysreg_valid && in->sysreg_addr == 0xECC8;
    pins |= (in->edscr_sdd ? 1U : 0U) | (in->scr_el3_fgten ? 2U : 0U) | (in->hcr_el2_nv ? 4U : 0U) |
            (in->hcr_el2_nv1 ? 8U : 0U) | (in->hcr_el2_nv2 ? 16U : 0U) | (in->mdcr_el2_tpms ? 32U : 0U) |
            (in->hdfgrtr_el2 != 0 ? 64U : 0U) | (in->hdfgwtr_el2 != 0 ? 128U : 0U);
    verdicts[cycle.out.sysreg_verdict] += cycle.out.sysreg_done;
  }
  check_bench_close(&bench);
  assert_true(pmscr_el12);
  assert_int_equal(pins, 0xFF);
  for (int verdict = SPU_ACCESS_OK; verdict <= SPU_ACCESS_MEMORY; verdict++) {
    assert_true(verdicts[verdict] > 0);  // only the performance monitors trap to EL1
  }
}

// The limits are legal too.
TEST(buffers_fault_as_often_as_the_profile_says)  // G3
{
  const struct spu_config config = test_config("wide");
  struct random_buffer buffer;
  struct rng rng;
  struct mmu *mmu = mmu_create(1);
  assert_non_null(mmu);
  uint32_t aligned = 0;
  uint32_t places = 0;
  rng_seed(&rng, 1, 0);
  random_buffer_init(&buffer, &rng);
  for (uint32_t i = 0; random_profile_at(i) != NULL; i++) {
    const struct random_profile *profile = random_profile_at(i);
    uint32_t pages = 0;
    uint32_t faulting = 0;
    for (int n = 0; n < 500; n++) {
      assert_true(random_buffer_place(&buffer, &config, profile, &rng, mmu));
      assert_int_equal(buffer.limit % 4096, 0);
      aligned += buffer.pointer % (1U << config.record_align) == 0;
      places++;
      for (uint32_t page = 0; page < buffer.pages; page++) {
        uint64_t pa;
        uint8_t pas;
        pages++;
        faulting += !mmu_translate(mmu, buffer.base + 4096 * (uint64_t)page, &pa, &pas);
      }
    }
    const uint32_t percent = 100 * faulting / pages;
    assert_true(percent + 4 >= profile->faulting_pages && percent <= profile->faulting_pages + 4);
  }
  assert_true(aligned > places / 2 && aligned < places);  // mostly, as RHLXGD requires, but not always
  mmu_destroy(mmu);
}

TEST(random_stimulus_reaches_every_event)
{
  struct check_bench bench;
  assert_true(check_bench_open(&bench, "wide", CYCLES));
  assert_true(check_bench_run(&bench, NULL, NULL));
  const struct flight_counts *counts = lockstep_counts(bench.lockstep);
  assert_true(counts->marked >= CYCLES / 100);
  assert_true(counts->collided > 0);
  assert_true(counts->kept < counts->decisions);
  assert_true(counts->committed >= CYCLES / 200);
  assert_true(counts->events > 10);
  for (int reason = SPU_DISCARD_STOPPED; reason <= SPU_DISCARD_FAULT; reason++) {
    assert_true(counts->discarded[reason] > 0);
  }
  check_bench_close(&bench);
}

// What happened in the runs.
struct moved {
  struct spu_in high;  // every bit that was ever 1
  struct spu_in low;   // every bit that was ever 0
  uint64_t verdicts[SPU_ACCESS_MEMORY + 1];
  uint64_t overflows;
  uint64_t serrors;
  uint64_t aborts;
  uint64_t discards;         // in Discard mode
  uint64_t pmu_aarch32;      // accesses to the performance monitors in AArch32 state
  uint64_t events[64];       // by EC
  uint64_t moved_in_flight;  // cycles in which el3_aarch32 changed with something pending
};

static void run_and_watch(const char *config_name, uint64_t cycles, struct moved *moved)
{
  struct check_bench bench = {0};
  struct check_cycle cycle = {0};
  bool pmuirq = false;
  bool el3_aarch32 = false;
  assert_true(check_bench_open(&bench, config_name, cycles));
  while (!bench.stimulus.finished(bench.stimulus.context)) {
    if (!check_bench_step(&bench, NULL, NULL, &cycle)) {
      fail_msg("a mismatch in %s", config_name);
    }
    const struct flight_counts *counts = lockstep_counts(bench.lockstep);
    uint8_t *high = (uint8_t *)&moved->high;
    uint8_t *low = (uint8_t *)&moved->low;
    const uint8_t *in = (const uint8_t *)&cycle.in;
    for (size_t i = 0; i < sizeof cycle.in; i++) {
      high[i] |= in[i];
      low[i] |= (uint8_t)~in[i];
    }
    uint64_t ended = counts->committed;
    for (int reason = SPU_DISCARD_STOPPED; reason < SPU_DISCARD_REASONS; reason++) {
      ended += counts->discarded[reason];
    }
    const bool pending = counts->marked != counts->decisions || counts->kept != ended;
    moved->moved_in_flight += cycle.in.el3_aarch32 != el3_aarch32 && pending;
    el3_aarch32 = cycle.in.el3_aarch32;
    moved->overflows += cycle.out.pmuirq && !pmuirq;
    pmuirq = cycle.out.pmuirq;
    moved->serrors += cycle.out.serror;
    moved->aborts += cycle.in.axi_bvalid && cycle.in.axi_bresp >= 2;
    moved->discards += cycle.vif.decide_discard;
    moved->events[cycle.vif.event_pmbsr >> 26 & 0x3F] += cycle.vif.event_valid;
    moved->pmu_aarch32 +=
        cycle.in.sysreg_valid && cycle.in.pe_aarch32 && spu_sysreg_is_monitor(cycle.in.sysreg_addr);
  }
  check_bench_close(&bench);
}

// Over all configurations every bit of every pin is 0 and 1, and every outcome occurs.
TEST(every_pin_moves)
{
  static struct moved moved;
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    // Long enough for some resets, and for granule protection faults, which only a few configurations have.
    const bool few = strcmp(spu_config_name(i), "aarch32-el3") == 0 || strcmp(spu_config_name(i), "v9") == 0;
    run_and_watch(spu_config_name(i), few ? 8 * CYCLES : CYCLES, &moved);
  }
#define MOVES(field)                                                                     \
  do {                                                                                   \
    const uint8_t *high = (const uint8_t *)&moved.high + offsetof(struct spu_in, field); \
    const uint8_t *low = (const uint8_t *)&moved.low + offsetof(struct spu_in, field);   \
    bool up = false;                                                                     \
    bool stuck = false;                                                                  \
    for (size_t at = 0; at < sizeof moved.high.field; at++) {                            \
      up = up || high[at] != 0;                                                          \
      stuck = stuck || (high[at] & ~low[at]) != 0;                                       \
    }                                                                                    \
    if (!up || stuck) {                                                                  \
      fail_msg("%s is stuck", #field);                                                   \
    }                                                                                    \
  } while (false);
#define PIN_IN(name, port, low, width) MOVES(name)
#define PIN_IN_ARRAY(name, count, port) \
  for (int i = 0; i < (count); i++) {   \
    MOVES(name[i])                      \
  }
#define PIN_OP(field, low, width) MOVES(op[0].field)
#include "gen/pins.def"
#undef MOVES
  assert_true(moved.overflows > 100);
  assert_true(moved.serrors > 0);
  assert_true(moved.aborts > moved.serrors);
  assert_true(moved.discards > 20);
  assert_true(moved.pmu_aarch32 > 100);
  assert_true(moved.events[0x1E] > 0 && moved.events[0x24] > 0 && moved.events[0x25] > 0);
  assert_int_equal(moved.moved_in_flight, 0);
}

TEST(every_profile_is_picked)
{
  struct rng rng;
  uint32_t total = 0;
  rng_seed(&rng, 1, 0);
  for (uint32_t i = 0; random_profile_at(i) != NULL; i++) {
    total += random_profile_at(i)->weight;
  }
  for (uint32_t i = 0; random_profile_at(i) != NULL; i++) {
    const struct random_profile *profile = random_profile_at(i);
    uint32_t picked = 0;
    for (int n = 0; n < 20000; n++) {
      picked += random_profile_pick(&rng) == profile;
    }
    const uint32_t expected = 20000 * profile->weight / total;
    assert_in_range(picked, expected - expected / 4, expected + expected / 4);
  }
}
