// SPDX-License-Identifier: Apache-2.0
//
// Operation traces as entries of the board's player, entries as words, and names (fpga/host/protocol.h).
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/names.h"
#include "host/player_trace.h"
#include "spu_sysreg.h"
#include "test/test.h"
#include "workload/trace_writer.h"

enum {
  NOP = 0xD503201F,
  LDR_X0_X1 = 0xF9400020,   // ldr x0, [x1]
  ADD_X2_X0 = 0x8B000002,   // add x2, x0, x0: waits for the load
  STR_X2_X1 = 0xF9000022,   // str x2, [x1]
  LDAXR_X3_X1 = 0xC85FFC23  // ldaxr x3, [x1]
};
#define B_NE_BACK 0x54FFFFE1U  // b.ne pc-4
#define SVC 0xD4000001U

static struct spu_config configuration(const char *name)
{
  struct spu_config config;
  assert_int_equal(spu_config_by_name(name, &config), SPU_OK);
  return config;
}

// A trace of three runs of operations, each executed once, in a file; `path` gets its name.
static void write_trace(char path[32])
{
  static const uint32_t memory[] = {NOP, LDR_X0_X1};
  static const uint32_t store[] = {ADD_X2_X0, STR_X2_X1};
  static const uint32_t rest[] = {B_NE_BACK, SVC};
  struct tb_error error = {""};
  (void)strcpy(path, "build/host_trace_test-XXXXXX");
  const int fd = mkstemp(path);
  assert_true(fd >= 0);
  static struct trace_writer written;
  struct trace_writer *const writer = &written;
  trace_writer_init(writer, fd, path);
  uint32_t run[3];
  assert_true(trace_writer_define(writer, 0x1000, memory, 2, &run[0], &error));
  assert_true(trace_writer_define(writer, 0x1008, store, 2, &run[1], &error));
  assert_true(trace_writer_define(writer, 0x1010, rest, 2, &run[2], &error));
  trace_writer_add(writer, run[0], 2, true, 0xFF00123456789AB0);
  trace_writer_add(writer, run[1], 2, true, 0x2000);
  trace_writer_add(writer, run[2], 2, false, 0);
  assert_true(trace_writer_flush(writer, 0x1018, &error));
  assert_true(trace_writer_end(writer, TRACE_END_EXIT, 0, &error));
  assert_int_equal(close(fd), 0);
}

static struct player_entry entry(const struct player_trace *trace, size_t number)
{
  return player_entry_unpack(trace->entries[number]);
}

TEST(operations_become_their_entries)
{
  char path[32];
  struct player_trace trace;
  struct tb_error error = {""};
  const struct spu_config config = configuration("small");
  write_trace(path);
  assert_true(player_trace_read(path, 0, 100, &config, &trace, &error));
  assert_int_equal(unlink(path), 0);
  assert_int_equal(trace.count, 6);
  for (size_t i = 0; i < 6; i++) {
    assert_true(entry(&trace, i).valid);
    assert_int_equal(entry(&trace, i).pc, 0x1000 + 4 * i);
    assert_true(entry(&trace, i).total >= 1);
    assert_true(entry(&trace, i).issue >= 1 && entry(&trace, i).issue <= entry(&trace, i).total);
    assert_true(entry(&trace, i).total <= trace.longest);
  }
  const struct player_entry nop = entry(&trace, 0);
  assert_int_equal(nop.kind, SPU_KIND_OTHER);
  assert_false(nop.va_valid || nop.target_valid || nop.source_valid);
  // A first access: a walk, and memory itself. Bits 63:48 of the address have no room.
  const struct player_entry load = entry(&trace, 1);
  assert_int_equal(load.kind, SPU_KIND_LDST_GENERAL);
  assert_true(load.va_valid && load.source_valid && !load.store);
  assert_int_equal(load.va, 0x123456789AB0);
  assert_int_equal(load.events, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 8 | 1 << 9);
  assert_int_equal(load.source, 0xE);
  assert_true(load.xlate > 0);
  assert_int_equal(load.issue, 1);
  assert_true(load.total >= load.xlate + 160);
  // It waits for the load, which was dispatched a cycle before.
  assert_int_equal(entry(&trace, 2).issue, load.total - 1);
  const struct player_entry store = entry(&trace, 3);
  assert_true(store.store && store.va_valid && !store.source_valid);
  const struct player_entry branch = entry(&trace, 4);
  assert_int_equal(branch.kind, SPU_KIND_BRANCH);
  assert_true(branch.cond && !branch.target_valid);
  assert_int_equal(branch.events & 1 << 6, 1 << 6);  // not taken
  assert_int_equal(entry(&trace, 5).how, SPU_OP_EXCEPTION);
  player_trace_free(&trace);
}

TEST(only_whole_rows_are_loaded)
{
  char path[32];
  struct player_trace trace;
  struct tb_error error = {""};
  const struct spu_config config = configuration("base");
  write_trace(path);
  assert_true(player_trace_read(path, 1, 100, &config, &trace, &error));
  assert_int_equal(trace.count, 4);
  assert_int_equal(entry(&trace, 0).pc, 0x1004);
  player_trace_free(&trace);
  assert_false(player_trace_read(path, 3, 100, &config, &trace, &error));
  assert_non_null(strstr(error.text, "has no 4 operations from number 3 on"));
  assert_int_equal(unlink(path), 0);
}

TEST(file_that_is_no_trace_is_refused)
{
  struct player_trace trace;
  struct tb_error error = {""};
  const struct spu_config config = configuration("small");
  assert_false(player_trace_read("/proc/self/exe", 0, 100, &config, &trace, &error));
  assert_non_null(strstr(error.text, "/proc/self/exe"));
  error.text[0] = '\0';
  assert_false(player_trace_read("/nonexistent", 0, 100, &config, &trace, &error));
  assert_string_equal(error.text, "/nonexistent: No such file or directory");
}

TEST(packing_keeps_every_bit)
{
  for (unsigned word = 0; word < ENTRY_WORDS; word++) {
    for (unsigned bit = 0; bit < 64; bit++) {
      uint64_t words[ENTRY_WORDS] = {0};
      uint64_t again[ENTRY_WORDS];
      words[word] = UINT64_C(1) << bit;
      const struct player_entry entry = player_entry_unpack(words);
      player_entry_pack(&entry, again);
      // Word 2 has 48 bits.
      assert_int_equal(again[word], word == 2 && bit >= 48 ? 0 : words[word]);
    }
  }
}

TEST(builtin_trace_has_every_kind)
{
  struct player_trace trace;
  struct tb_error error = {""};
  const struct spu_config config = configuration("small");
  assert_true(player_trace_builtin(256, &config, &trace, &error));
  assert_int_equal(trace.count, 256);
  uint32_t kinds = 0;
  uint32_t hows = 0;
  uint64_t set[ENTRY_WORDS] = {0};
  for (size_t i = 0; i < trace.count; i++) {
    kinds |= 1U << entry(&trace, i).kind;
    hows |= 1U << entry(&trace, i).how;
    for (size_t word = 0; word < ENTRY_WORDS; word++) {
      set[word] |= trace.entries[i][word];
    }
    for (size_t j = 0; j < i; j++) {
      assert_memory_not_equal(trace.entries[i], trace.entries[j], sizeof trace.entries[i]);
    }
  }
  assert_int_equal(kinds, 0x1F);
  assert_int_equal(hows, 7);
  assert_int_equal(set[0] >> 52, 0xFFF);
  assert_int_equal(set[1], 0xFFFCFFFFFFFFFFFF);
  assert_int_equal(set[2], 0x0000FFFFFFFFFFFC);
  player_trace_free(&trace);
}

TEST(names_mean_their_registers)
{
  static const struct {
    const char *text;
    bool sysreg;
    uint16_t addr;
  } good[] = {{"STATUS", false, 3},
              {"status", false, 3},
              {"0x4001", false, 0x4001},
              {"PMSCR_EL1", true, SPU_PMSCR_EL1},
              {"pmbptr_el1", true, SPU_PMBPTR_EL1},
              {"S3_0_C9_C10_1", true, SPU_PMBPTR_EL1},
              {"PMCR_EL0", true, SPU_PMCR_EL0},
              {"PMEVCNTR5_EL0", true, 0xDF45},
              {"PMEVTYPER30_EL0", true, 0xDF7E}};
  static const char *const bad[] = {
      "",  "STATU", "0x", "0x10000", "0x12g", "S4_0_C9_C9_0", "S3_0_C9_C9", "PMEVCNTR31_EL0", "S3_0_C16_C9_0",
      "17"};
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    struct name name;
    assert_true(name_find(good[i].text, &name));
    assert_int_equal(name.sysreg, good[i].sysreg);
    assert_int_equal(name.addr, good[i].addr);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct name name;
    assert_false(name_find(bad[i], &name));
  }
}
