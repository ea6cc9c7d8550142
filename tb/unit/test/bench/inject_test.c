// SPDX-License-Identifier: Apache-2.0
//
// Injections reach the states that they target, and everything that a reset discards is counted.
#include <stdlib.h>
#include <string.h>

#include "unit/check/conserve.h"
#include "unit/check/shadow.h"
#include "unit/stimulus/inject/inject_life.h"
#include "unit/stimulus/inject/inject_method.h"
#include "unit/test/bench/check_bench.h"
#include "unit/test/test.h"

static void open_bench(struct check_bench *bench, const char *config_name, const char *profile,
                       uint64_t cycles)
{
  const struct spu_config config = test_config(config_name);
  assert_non_null(random_profile_find(profile));
  assert_true(check_bench_open_random(bench, &config, 1, cycles, random_profile_find(profile)));
  bench->may_reset = true;
}

// The unit runs to the end of the profile without a mismatch.
static const struct inject_counts *run(struct check_bench *bench, const char *config_name,
                                       const char *profile, uint64_t cycles)
{
  open_bench(bench, config_name, profile, cycles);
  assert_true(check_bench_run(bench, NULL, NULL));
  return random_injected(bench->random);
}

// A reset compares memory with the records committed before it. The report shows the events before the reset.
TEST(record_lost_before_a_reset_is_reported)  // C6, H4
{
  struct check_bench bench;
  struct axi_beat record = {0};
  struct tb_error error = {""};
  struct check_cycle cycle;
  open_bench(&bench, "base", "steady", 100000);
  struct axi_memory *memory;  // const in the stimulus
  memcpy(&memory, &bench.stimulus.memory, sizeof(void *));
  while (!record.valid || bench.tracker.now.writing || axi_memory_outstanding(memory) != 0) {
    assert_true(check_bench_step(&bench, NULL, NULL, &cycle));
    const struct axi_beat beat = axi_memory_last_beat(memory);
    record = beat.valid ? beat : record;
  }
  // Another AXI manager overwrites a byte of the record.
  axi_memory_reset(memory);
  axi_memory_hold(memory, (struct axi_hold){false, false, false});
  struct dut_bus bus = {.axi_awvalid = true,
                        .axi_awaddr = record.addr,
                        .axi_awsize = 4,
                        .axi_awburst = 1,
                        .axi_awprot = record.pas == 1 ? 3 : 1,
                        .axi_wvalid = true,
                        .axi_wlast = true,
                        .axi_bready = true};
  memset(bus.axi_wdata, 0x5C, sizeof bus.axi_wdata);
  bus.axi_wstrb = record.strobe & -record.strobe;
  struct spu_in in = {.axi_awready = true, .axi_wready = true};
  assert_true(axi_memory_observe(memory, &in, &bus, &error));
  lockstep_reset(bench.lockstep, &bench.tracker);
  const struct failure *failure = lockstep_failure(bench.lockstep);
  assert_non_null(failure);
  mismatch_text(failure, "make sim", check_report, sizeof check_report);
  assert_contains(check_report, "memory image");
  assert_contains(check_report, "0x5c in memory");
  assert_contains(check_report, "last events");
  assert_contains(check_report, "record started at PMBPTR_EL1");
  assert_false(check_bench_step(&bench, NULL, NULL, &cycle));
  check_bench_close(&bench);
}

TEST(phase_of_a_burst_follows_its_beats)  // H4
{
  struct inject_life life = {0};
  const struct tracker tracker = {.outstanding = 1};
  const struct spu_out out = {0};
  const struct spu_vif vif = {0};
  const struct spu_in ready = {.axi_awready = true, .axi_wready = true};
  const struct spu_in no_address = {.axi_wready = true};
  const struct dut_bus both = {.axi_awvalid = true, .axi_awlen = 1, .axi_wvalid = true};
  const struct dut_bus data = {.axi_wvalid = true};
  // The first beat with the address, the second alone.
  inject_life_step(&life, &ready, &out, &vif, &both);
  assert_true(inject_phase_is(&life, &tracker, INJECT_DATA));
  inject_life_step(&life, &ready, &out, &vif, &data);
  assert_false(inject_phase_is(&life, &tracker, INJECT_DATA));
  assert_true(inject_phase_is(&life, &tracker, INJECT_RESPONSE));
  // Both beats before the address.
  inject_life_step(&life, &no_address, &out, &vif, &both);
  inject_life_step(&life, &no_address, &out, &vif, &both);
  assert_true(inject_phase_is(&life, &tracker, INJECT_ADDRESS));
  assert_false(inject_phase_is(&life, &tracker, INJECT_DATA));
  inject_life_step(&life, &ready, &out, &vif, &(struct dut_bus){.axi_awvalid = true, .axi_awlen = 1});
  assert_false(inject_phase_is(&life, &tracker, INJECT_DATA));
  assert_true(inject_phase_is(&life, &tracker, INJECT_RESPONSE));
}

TEST(every_fault_hits_every_possible_byte)  // G3, G4
{
  struct check_bench bench;
  const struct inject_counts *counts = run(&bench, "el1only", "fault-sweep", 150000);
  // The pointer is a multiple of 16, so that four bytes of a record can be the first of a page.
  assert_int_equal(counts->fault_pairs_possible, 30 * 4);
  assert_true(counts->fault_pairs >= counts->fault_pairs_possible - 2);
  check_bench_close(&bench);
}

TEST(every_granule_fault_is_injected)  // G4
{
  struct check_bench bench;
  const struct inject_counts *counts = run(&bench, "v9", "fault sweep", 60000);
  for (int fault = 0; fault < INJECT_FAULTS; fault++) {
    assert_true(counts->faults[fault] > 0);
  }
  check_bench_close(&bench);
}

TEST(injections_reach_their_targets)
{
  static const char *const profiles[] = {"bus-sweep", "interrupted", "register-timing"};
  for (size_t i = 0; i < sizeof profiles / sizeof profiles[0]; i++) {
    struct check_bench bench;
    const struct inject_counts *counts = run(&bench, "v8.7", profiles[i], 40000);
    assert_true(counts->shots > 250);
    assert_true(counts->missed * 20 < counts->shots);
    check_bench_close(&bench);
  }
}

TEST(bursty_memory_stalls)  // G2
{
  struct check_bench bench;
  const struct inject_counts *counts = run(&bench, "wide", "bursty-memory", 40000);
  assert_true(counts->dead_phases > 50);
  assert_true(counts->dead_clocks > 40 * counts->dead_phases);
  assert_true(lockstep_counts(bench.lockstep)->committed > 100);
  check_bench_close(&bench);
}

TEST(everything_that_a_reset_discards_is_counted)  // C6
{
  struct check_bench bench;
  const struct inject_counts *counts = run(&bench, "v9", "resets", 100000);
  const struct flight_lost *lost = lockstep_lost(bench.lockstep);
  assert_int_equal(counts->resets, bench.resets);
  assert_int_equal(lost->resets, bench.resets);
  for (int phase = 0; phase < INJECT_PHASES; phase++) {
    assert_true(counts->reset_in[phase] > 0);
  }
  assert_true(lost->in_flight > 0 && lost->waiting > 0 && lost->writing > 0 && lost->bursts > 0);
  // The model's counts continue over resets, and add up with the losses.
  const struct spu_counts model = lockstep_model_counts(bench.lockstep);
  uint64_t became = model.collided + model.dropped + model.filtered + model.written;
  for (int i = 0; i <= SPU_DISCARD_MODE; i++) {
    became += model.discarded[i];
  }
  // An operation that collided and was then lost to a reset is counted as collided already.
  const struct flight_counts *seen = lockstep_counts(bench.lockstep);
  const uint64_t held = model.late - seen->uncounted;
  assert_int_equal(model.selected + held, became + lost->in_flight + lost->waiting + lost->writing);
  check_bench_close(&bench);
}

TEST(reset_unknown_to_the_checker_is_caught)
{
  struct check_bench bench;
  open_bench(&bench, "base", "resets", 20000);
  bench.forget = 3;
  assert_false(check_bench_run(&bench, NULL, NULL));
  check_bench_close(&bench);
}

TEST(uncounted_lost_operation_is_caught)  // C6
{
  const struct spu_config config = test_config("base");
  struct flight flight;
  struct tracker tracker = {.head = 0};
  struct conserve conserve = {0};
  struct conserve_break broken;
  struct spu *model = malloc(spu_size());
  assert_non_null(model);
  assert_int_equal(spu_init(model, &config), SPU_OK);
  flight_init(&flight, &config);
  assert_true(conserve_check(&conserve, model, &flight, &tracker, &broken));
  tracker.now.in_flight = 1;
  flight.counts.marked = 1;
  flight_reset(&flight, &tracker);
  tracker_reset(&tracker);
  assert_int_equal(flight.lost.in_flight, 1);
  assert_false(conserve_check(&conserve, model, &flight, &tracker, &broken));
  assert_string_equal(broken.what, "operations in flight and records lost to resets");
  conserve.lost_in_flight = 1;
  conserve.before.selected = 1;
  assert_true(conserve_check(&conserve, model, &flight, &tracker, &broken));
  conserve.lost_waiting = 1;
  assert_false(conserve_check(&conserve, model, &flight, &tracker, &broken));
  free(model);
}

TEST(committed_bytes_that_vanish_are_caught)  // G1
{
  static const uint8_t data[3] = {1, 2, 3};
  const struct spu_write write = {.va = 0x5FFE, .pa = 0x1FFD, .pas = 1, .len = 3, .data = data};
  struct axi_memory *memory = axi_memory_create(8, 1);
  struct shadow shadow = {0};
  struct shadow_break broken;
  assert_non_null(memory);
  assert_true(shadow_check(&shadow, memory, &broken));
  shadow_keep(&shadow, &write);
  assert_false(shadow_check(&shadow, memory, &broken));
  assert_int_equal(broken.pa, 0x1FFD);
  assert_int_equal(broken.expected, 1);
  assert_int_equal(broken.got, 0xA5);
  // Another write to these bytes is in progress: their contents are unknown.
  shadow_keep(&shadow, &write);
  shadow_forget(&shadow, &(struct axi_beat){.valid = true, .pas = 1, .addr = 0x1FF8, .strobe = 0xE0});
  assert_true(shadow_check(&shadow, memory, &broken));
  assert_false(shadow.incomplete);
  shadow_free(&shadow);
  axi_memory_destroy(memory);
}

TEST(every_profile_is_found_by_its_name)
{
  char names[256] = "";
  struct text text = {names, sizeof names, 0};
  random_profile_names(&text);
  for (uint32_t i = 0; random_profile_at(i) != NULL; i++) {
    assert_ptr_equal(random_profile_find(random_profile_at(i)->name), random_profile_at(i));
  }
  assert_non_null(random_profile_find("fault-sweep"));
  assert_ptr_equal(random_profile_find("fault sweep"), random_profile_find("fault-sweep"));
  assert_null(random_profile_find("fault"));
  assert_null(random_profile_find("fault-sweeps"));
  assert_null(random_profile_find(""));
  assert_contains(names, "slow-memory, bus-errors");
  assert_true(strlen(names) < sizeof names - 20);
}
