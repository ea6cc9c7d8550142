// SPDX-License-Identifier: Apache-2.0
//
// RegisteredPins: the flip-flops at the pins (docs/integration.md, "Registered pins").
#include "unit/test/model/model_bench.h"

static struct spu_config registered(const char *name)
{
  return CHANGED(bench_named(name), config.registered_pins = true);
}

static enum spu_verdict verdict(uint16_t address)
{
  bench_answer(address, false, 0);
  return (enum spu_verdict)b.out.sysreg_verdict;
}

TEST(control_field_takes_effect_a_cycle_later)
{
  bench_open(registered("base"));
  bench_clean_cycles(2);
  b.in.pe_el = SPU_EL1;
  b.in.mdcr_el2_tpms = true;
  bench_access(SPU_PMSIRR_EL1, false, 0);
  assert_int_equal(spu_next_access(b.spu, &b.in, NULL), SPU_ACCESS_OK);
  assert_int_equal(verdict(SPU_PMSIRR_EL1), SPU_ACCESS_OK);
  assert_int_equal(verdict(SPU_PMSIRR_EL1), SPU_ACCESS_TRAP_EL2);
  b.in.mdcr_el2_tpms = false;
  assert_int_equal(verdict(SPU_PMSIRR_EL1), SPU_ACCESS_TRAP_EL2);
  assert_int_equal(verdict(SPU_PMSIRR_EL1), SPU_ACCESS_OK);
}

TEST(control_fields_are_zero_in_the_first_cycle_after_reset)
{
  bench_open(registered("base"));
  b.in.pe_el = SPU_EL1;
  b.in.mdcr_el2_tpms = true;
  bench_clean_cycles(2);
  spu_reset(b.spu);
  // E2PB and NSPB are 0: EL2 owns the buffer, in Secure state.
  assert_int_equal(verdict(SPU_PMSIRR_EL1), SPU_ACCESS_TRAP_EL3);
  assert_int_equal(verdict(SPU_PMSIRR_EL1), SPU_ACCESS_TRAP_EL2);
}

TEST(state_takes_effect_at_once)
{
  bench_open(registered("base"));
  bench_clean_cycles(2);
  assert_int_equal(verdict(SPU_PMSIRR_EL1), SPU_ACCESS_UNDEFINED);
  b.in.pe_el = SPU_EL1;
  assert_int_equal(verdict(SPU_PMSIRR_EL1), SPU_ACCESS_OK);
  b.in.scr_el3_ns = false;  // another Security state than the owner's
  assert_int_equal(verdict(SPU_PMSIRR_EL1), SPU_ACCESS_TRAP_EL3);
}

TEST(interrupt_level_is_shown_a_cycle_later)
{
  bench_open(registered("base"));
  bench_msr(SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  bench_clean();
  assert_true(b.out.pmbsr == SPU_PMBSR_EL1_S && !b.out.pmbirq);
  bench_clean();
  assert_true(b.out.pmbirq);
  bench_msr(SPU_PMBSR_EL1, 0);
  bench_clean();
  assert_true(b.out.pmbsr == 0 && b.out.pmbirq);
  bench_clean();
  assert_false(b.out.pmbirq);
}

TEST(interrupt_level_is_low_after_reset)
{
  bench_open(registered("base"));
  bench_msr(SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  bench_clean_cycles(2);
  assert_true(b.out.pmbirq);
  spu_reset(b.spu);
  bench_clean();
  assert_false(b.out.pmbirq);
}

// A level and the exceptions that read the same fields: the exceptions stay in their cycle.
TEST(exception_is_not_delayed)
{
  bench_open(registered("v9.6"));
  b.in.mdcr_el3_pmsee = 3;  // exceptions to EL3
  bench_msr(SPU_PMBSR_EL3, SPU_PMBSR_EL1_S);
  bench_clean();
  assert_true(b.out.exception_el3);
  assert_false(b.out.pmbirq);
}

TEST(count_waits_for_the_control_fields)
{
  bench_open_enabled(registered("base"));
  bench_dispatch(1);
  const uint64_t most = spu_countable(b.spu, &b.in);
  assert_true(most != 0);
  b.in.hcr_el2_tge = true;
  assert_int_equal(spu_countable(b.spu, &b.in), 0);
  b.in.hcr_el2_tge = false;
  assert_int_equal(spu_countable(b.spu, &b.in), most);
}

// ---------------------------------------------------------------------------------------------------------
// Every pin, beside a model without these flip-flops that gets the fields a cycle later

static struct rng rng;

static void draw_pe(struct spu_in *in)
{
#define PIN_PE(name, field, low, width) \
  in->name = (__typeof__(in->name))(rng_next(&rng) & (~UINT64_C(0) >> (64 - (width))));
#include "gen/pins.def"
  in->el3_aarch32 = in->el3_aarch32 && rng_percent(&rng, 10);
  if (rng_percent(&rng, 70)) {  // EL1 owns the buffer, and can be profiled
    in->pe_el &= 1;
    in->pe_aarch32 = in->pe_debug = in->el3_aarch32 = in->hcr_el2_tge = false;
    in->scr_el3_ns = in->scr_el3_rw = in->hcr_el2_rw = true;
    in->scr_el3_nse = in->mdcr_el3_nspbe = false;
    in->mdcr_el2_e2pb = in->mdcr_el3_nspb = 3;
  }
}

static void draw_rest(struct spu_in *in)
{
  uint64_t va = 0;
  static const uint16_t addresses[] = {
      SPU_PMSCR_EL1,      SPU_PMSCR_EL2,  SPU_PMBLIMITR_EL1,  SPU_PMBSR_EL1,   SPU_PMBSR_EL2,
      SPU_PMBSR_EL3,      SPU_PMCR_EL0,   SPU_PMCNTENSET_EL0, SPU_PMSIRR_EL1,  SPU_PMOVSSET_EL0,
      SPU_PMINTENSET_EL1, SPU_PMBIDR_EL1, SPU_PMECR_EL1,      SPU_PMCCNTR_EL0, SPU_PMCCFILTR_EL0,
      SPU_PMBMAR_EL1,     SPU_PMSDSFR_EL1};
  in->sysreg_valid = rng_percent(&rng, 20);
  in->sysreg_write = rng_percent(&rng, 40);
  in->sysreg_addr = addresses[rng_below(&rng, COUNT(addresses))];
  in->sysreg_wdata = rng_next(&rng);
  in->dispatch_valid = (uint8_t)rng_next(&rng);
  in->time_count = rng_next(&rng);
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    in->op[tag].finished = rng_percent(&rng, 30);
  }
  in->axi_bvalid = b.vif.burst_valid;
  in->axi_awready = in->axi_wready = true;
  in->xlate_rsp_valid = spu_next_page(b.spu, &va);
  in->xlate_rsp_fault = rng_percent(&rng, 20);
  in->xlate_rsp_fsc = (uint8_t)rng_below(&rng, 64);
}

// The pins as a unit without the flip-flops must see them.
static struct spu_in as_applied(const struct spu_in *now, const struct spu_in *before)
{
  struct spu_in in = *now;
#define PIN_PE(name, field, low, width) in.name = before->name;
#include "gen/pins.def"
#define OF_THE_CYCLE(name) in.name = now->name
  OF_THE_CYCLE(pe_el);
  OF_THE_CYCLE(pe_aarch32);
  OF_THE_CYCLE(pe_debug);
  OF_THE_CYCLE(pe_sm);
  OF_THE_CYCLE(pe_pm);
  OF_THE_CYCLE(thread_inactive);
  OF_THE_CYCLE(el3_aarch32);
  OF_THE_CYCLE(scr_el3_ns);
  OF_THE_CYCLE(scr_el3_nse);
  return in;
}

static void expect_applied(const struct spu *direct, const struct spu_in *applied)
{
  struct spu_in in;
  spu_next_pins(b.spu, &b.in, &in);
  assert_memory_equal(&in, applied, sizeof in);
  const struct spu_request got = spu_next_request(b.spu, &b.in);
  const struct spu_request expected = spu_next_request(direct, applied);
  assert_memory_equal(&got, &expected, sizeof got);
  assert_int_equal(spu_next_stopped(b.spu, &b.in), spu_next_stopped(direct, applied));
  assert_int_equal(spu_next_enabled(b.spu, &b.in), spu_next_enabled(direct, applied));
  assert_int_equal(spu_next_access(b.spu, &b.in, NULL), spu_next_access(direct, applied, NULL));
}

// Software begins to profile.
static void enable(struct spu *spu)
{
  spu->regs.pmblimitr = BENCH_LIMIT | SPU_PMBLIMITR_EL1_E;
  spu->regs.pmbptr = BENCH_BUFFER;
  spu->regs.pmscr_el1 |= SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_E1SPE;
  spu->regs.pmbsr = spu->regs.pmbsr_el2 = spu->regs.pmbsr_el3 = 0;
  spu->regs.pmsfcr = 0;
  spu->regs.pmsicr = 1;
}

static void run_beside(const char *name, uint64_t seed)
{
  static struct spu direct;
  static struct spu_in before;
  struct spu_out out;
  struct spu_out last;
  struct spu_vif vif;
  unsigned levels[3] = {0};
  unsigned written = 0;
  rng_seed(&rng, seed, 0);
  bench_open(registered(name));
  struct spu_config plain = b.spu->config;
  plain.registered_pins = false;
  assert_int_equal(spu_init(&direct, &plain), SPU_OK);
  memset(&before, 0, sizeof before);
  memset(&last, 0, sizeof last);
  for (int i = 0; i < 100000; i++) {
    if (rng_percent(&rng, 10)) {
      draw_pe(&b.in);
    }
    draw_rest(&b.in);
    if (rng_percent(&rng, 4)) {
      enable(b.spu);
      enable(&direct);
    }
    const struct spu_in applied = as_applied(&b.in, &before);
    expect_applied(&direct, &applied);
    spu_act(b.spu, &b.in, &b.out, &b.vif);
    spu_act(&direct, &applied, &out, &vif);
    written += vif.commit_valid;
    levels[0] += out.pmbirq;
    levels[1] += out.pmuirq;
    levels[2] += out.cti_pmu_overflow;
    const struct spu_out shown = out;
    out.pmbirq = last.pmbirq;
    out.pmuirq = last.pmuirq;
    out.cti_pmu_overflow = last.cti_pmu_overflow;
    assert_memory_equal(&b.out, &out, sizeof out);
    assert_memory_equal(&b.vif, &vif, sizeof vif);
    last = shown;
    before = b.in;
    if (rng_below(&rng, 5000) == 0) {
      spu_reset(b.spu);
      spu_reset(&direct);
      memset(&before, 0, sizeof before);
      memset(&last, 0, sizeof last);
    }
  }
  assert_true(written > 100 && levels[0] > 100 && levels[1] > 100 && levels[2] > 100);
}

TEST(registered_unit_is_the_other_one_with_fields_and_levels_later)
{
  run_beside("base", 1);
  run_beside("v8.7", 2);
  run_beside("v9.6", 3);
  run_beside("aarch32-el3", 4);
}
