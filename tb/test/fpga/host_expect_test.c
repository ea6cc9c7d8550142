// SPDX-License-Identifier: Apache-2.0
//
// The player's model, against numbers worked out by hand from docs/fpga-hardware.md (The player) and
// docs/verification-interface.md: when operations are selected, what their records hold, what stops a run.
#include <stdlib.h>
#include <string.h>

#include "host/expect.h"
#include "perf/spe_record.h"
#include "spu_sysreg.h"
#include "test/test.h"

enum { BUFFER = 4096, E0SPE = 1, TS_PA_CX = 7 << 3, MOST = 16 };

struct bench {
  struct spu_config config;
  uint64_t entries[MOST][ENTRY_WORDS];
  struct player_trace trace;
  struct setting settings[8];
  struct expect_options options;
  struct expect_result result;
  struct tb_error error;
};

// `count` operations, all like `entry` but with PCs 4 apart; a sample each 257 operations.
static void prepare(struct bench *bench, const char *config, const struct player_entry *entry, size_t count,
                    uint32_t rows, uint32_t passes)
{
  memset(bench, 0, sizeof *bench);
  assert_int_equal(spu_config_by_name(config, &bench->config), SPU_OK);
  for (size_t i = 0; i < count; i++) {
    struct player_entry one = *entry;
    one.pc += 4 * i;
    player_entry_pack(&one, bench->entries[i]);
  }
  bench->trace = (struct player_trace){bench->entries, count, entry->total};
  const struct setting settings[] = {{SPU_PMSIRR_EL1, 0x100},
                                     {SPU_PMSICR_EL1, 0},
                                     {SPU_PMBPTR_EL1, 0},
                                     {SPU_PMBLIMITR_EL1, BUFFER | 1},
                                     {SPU_PMSCR_EL1, E0SPE | TS_PA_CX}};
  memcpy(bench->settings, settings, sizeof settings);
  bench->options = (struct expect_options){.config = &bench->config,
                                           .buffer_bytes = BUFFER,
                                           .trace = &bench->trace,
                                           .rows = rows,
                                           .passes = passes,
                                           .contextidr = 0x1234,
                                           .settings = bench->settings,
                                           .setting_count = 5};
}

static void run(struct bench *bench)
{
  assert_true(expect_run(&bench->options, &bench->result, &bench->error));
}

static struct spe_record record(const struct bench *bench, size_t number)
{
  const size_t at = bench->result.record_at[number];
  return spe_gather(bench->result.buffer + bench->result.first + at, 64);
}

static uint64_t field(const struct bench *bench, size_t number, enum spe_field field)
{
  const struct spe_record got = record(bench, number);
  assert_true((got.have >> field & 1U) != 0);
  return got.packet[field].value;
}

// 8 rows of one operation. Operation 0 loads the counter with 256, operations 1 to 256 count it down: number 256 is
// selected, in cycle 256, row 0; then every 257th.
static const struct player_entry load = {.valid = true,
                                         .pc = 0x400000,
                                         .kind = SPU_KIND_LDST_GENERAL,
                                         .va_valid = true,
                                         .source_valid = true,
                                         .va = 0xFFFF12345678,
                                         .events = 0x14,
                                         .total = 40,
                                         .issue = 7,
                                         .xlate = 5,
                                         .source = 8};

TEST(latencies_are_those_of_the_entries)
{
  struct bench bench;
  prepare(&bench, "small", &load, 8, 8, 100);
  run(&bench);
  assert_int_equal(bench.result.operations, 800);
  assert_int_equal(bench.result.population, 800);
  assert_int_equal(bench.result.records, 3);  // in cycles 256, 513 and 770
  assert_int_equal(bench.result.kept, 3);
  assert_int_equal(bench.result.collisions, 0);
  assert_int_equal(bench.result.pmbptr, 3 * 64);
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(field(&bench, i, SPE_FIELD_TOTAL), 40);
    assert_int_equal(field(&bench, i, SPE_FIELD_ISSUE), 7);
    assert_int_equal(field(&bench, i, SPE_FIELD_TRANSLATION), 5);
    assert_int_equal(field(&bench, i, SPE_FIELD_TIMESTAMP), 256 + 257 * i);
    assert_int_equal(field(&bench, i, SPE_FIELD_PC) & 0xFFFFFFFFFFFF, 0x400000 + 4 * ((256 + 257 * i) % 8));
    assert_int_equal(field(&bench, i, SPE_FIELD_VA), 0xFFFF12345678);
    assert_int_equal(field(&bench, i, SPE_FIELD_PA) & 0xFFFFFFFFFFFF, 0xFFFF12345678);
    assert_int_equal(field(&bench, i, SPE_FIELD_CONTEXT_EL1), 0x1234);
    assert_int_equal(field(&bench, i, SPE_FIELD_SOURCE), 8);
    assert_int_equal(field(&bench, i, SPE_FIELD_EVENTS), 0x16);  // retired, and those of the entry
  }
}

// 4 slots: operation 256 is slot 0 of cycle 64, number 513 slot 1 of cycle 128.
TEST(slots_of_a_row_are_counted_in_order)
{
  struct bench bench;
  prepare(&bench, "base", &load, 8, 2, 64 + 256 + 2);
  bench.settings[0].value = 0x400;  // 1025 operations: 256 cycles and a slot
  run(&bench);
  assert_int_equal(bench.result.records, 2);
  assert_int_equal(field(&bench, 0, SPE_FIELD_TIMESTAMP), 256);  // operation 1024: slot 0
  assert_int_equal(field(&bench, 1, SPE_FIELD_TIMESTAMP), 512);  // operation 2049: slot 1 of row 0
  assert_int_equal(field(&bench, 0, SPE_FIELD_PC) & 0xFFFFFFFFFFFF, 0x400000);
  assert_int_equal(field(&bench, 1, SPE_FIELD_PC) & 0xFFFFFFFFFFFF, 0x400004);
}

TEST(latencies_end_with_an_operation_never_issued)
{
  struct bench bench;
  struct player_entry entry = load;
  entry.issue = 0;
  entry.xlate = 100;  // longer than the operation lives
  entry.total = 33;
  prepare(&bench, "small", &entry, 4, 4, 100);
  run(&bench);
  assert_int_equal(field(&bench, 0, SPE_FIELD_ISSUE), 33);
  assert_int_equal(field(&bench, 0, SPE_FIELD_TRANSLATION), 33);
}

// Cycles 256 (marked), 513 and 770 (collide: the operation lives up to cycle 786), then 1027, 241 cycles later,
// with which 1284 and 1541 collide.
TEST(collisions_are_counted)
{
  struct bench bench;
  struct player_entry entry = load;
  entry.total = 530;
  prepare(&bench, "small", &entry, 8, 8, 200);
  run(&bench);
  assert_int_equal(bench.result.records, 2);
  assert_int_equal(bench.result.collisions, 4);
  assert_int_equal(field(&bench, 1, SPE_FIELD_TIMESTAMP), 1027);
  assert_int_equal(bench.result.latest, 1600);
}

// 192 cycles after cycle 256 + 65 an operation may still wait for its record; the next is selected 257 cycles later.
TEST(run_that_depends_on_the_unit_is_refused)
{
  struct bench bench;
  struct player_entry entry = load;
  entry.total = 65;
  prepare(&bench, "small", &entry, 8, 8, 100);
  assert_false(expect_run(&bench.options, &bench.result, &bench.error));
  assert_non_null(strstr(bench.error.text,
                         "the run is not deterministic: an operation is selected in cycle 513, only "
                         "192 cycles after"));
  entry.total = 64;
  prepare(&bench, "small", &entry, 8, 8, 100);
  run(&bench);
}

TEST(proposed_interval_is_accepted)
{
  static const char *const configs[] = {"small", "base"};
  static const uint16_t totals[] = {1, 61, 62, 63, 64, 65, 254, 318, 319, 320, 4095};
  for (size_t c = 0; c < 2; c++) {
    for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++) {
      for (uint64_t random = 0; random < 2; random++) {
        struct bench bench;
        struct player_entry entry = load;
        entry.total = totals[i];
        prepare(&bench, configs[c], &entry, 8, c == 0 ? 8 : 2, 8000);
        bench.settings[0].value = expect_interval(&bench.config, &bench.trace, random != 0) | random;
        run(&bench);
        assert_true(bench.result.records > 0);
        expect_free(&bench.result);
      }
    }
  }
}

// 64 records fill the buffer; profiling stops, the player does not.
TEST(full_buffer_stops_profiling)
{
  struct bench bench;
  prepare(&bench, "small", &load, 8, 8, 257 * 70 / 8);
  run(&bench);
  assert_int_equal(bench.result.records, 64);
  assert_true(bench.result.stopped);
  assert_int_equal(bench.result.pmbptr, BUFFER);
  assert_int_equal(bench.result.pmbsr, 1 << 17 | 1);  // S; BSC: filled
  // The 64th operation is marked in cycle 257 * 64 - 1 and lives for 40 cycles.
  assert_in_range(bench.result.population, 257 * 64 + 39, 257 * 64 + 45);
  assert_int_equal(bench.result.population_most, bench.result.population + 192);
}

TEST(fault_leaves_its_syndrome)
{
  struct bench bench;
  prepare(&bench, "small", &load, 8, 8, 100);
  bench.settings[2].value = BUFFER;
  bench.settings[3].value = 2 * BUFFER | 1;
  run(&bench);
  assert_int_equal(bench.result.records, 0);
  assert_int_equal(bench.result.pmbptr, BUFFER);
  assert_int_equal(bench.result.pmbsr, UINT64_C(0x24) << 26 | 1 << 17 | 7);  // stage 1, level 3 translation
}

TEST(empty_slot_is_not_an_operation)
{
  struct bench bench;
  prepare(&bench, "small", &load, 8, 8, 100);
  bench.entries[3][0] &= ~(UINT64_C(1) << ENTRY_VALID);
  run(&bench);
  assert_int_equal(bench.result.operations, 700);
  assert_int_equal(bench.result.population, 700);
  // Of each 8 cycles one has no operation: number 256 is in cycle 8 * 36 + 5.
  assert_int_equal(field(&bench, 0, SPE_FIELD_TIMESTAMP), 293);
}

TEST(absent_register_is_refused)
{
  struct bench bench;
  prepare(&bench, "small", &load, 8, 8, 10);
  bench.settings[5] = (struct setting){SPU_PMSCR_EL2, 1};
  bench.options.setting_count = 6;
  assert_false(expect_run(&bench.options, &bench.result, &bench.error));
  assert_non_null(strstr(bench.error.text, "PMSCR_EL2: UNDEFINED"));
}
