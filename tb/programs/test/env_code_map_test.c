// SPDX-License-Identifier: Apache-2.0
//
// The core model's map of code: class, registers and number of executions of each address. The registers determine the
// issue latency (requirement D3).
#include "programs/core/code_map.h"
#include "unit/test/test.h"

static struct code_map map;

static int teardown(void **state)
{
  (void)state;
  code_map_free(&map);
  return 0;
}

TEST_WITH(only_executed_code_is_found, NULL, teardown)
{
  assert_null(code_map_find(&map, 0x400000));
  struct code_entry *entry = code_map_learn(&map, 0x400000, 0x8B010000);
  assert_non_null(entry);
  assert_null(code_map_find(&map, 0x400000));  // learned, but never executed
  entry->executed = 1;
  assert_ptr_equal(code_map_find(&map, 0x400000), entry);
  assert_null(code_map_find(&map, 0x400004));
  assert_null(code_map_find(&map, 0x401000));
}

TEST_WITH(changed_code_changes_its_class, NULL, teardown)
{
  struct code_entry *entry = code_map_learn(&map, 0x400000, 0x8B010000);  // ADD
  entry->executed = 5;
  assert_int_equal(entry->class.kind, SPU_KIND_OTHER);
  assert_ptr_equal(code_map_learn(&map, 0x400000, 0xF9400041), entry);  // LDR
  assert_int_equal(entry->class.kind, SPU_KIND_LDST_GENERAL);
  assert_int_equal(entry->executed, 5);
}

TEST_WITH(entry_stays_when_the_map_grows, NULL, teardown)
{
  struct code_entry *first = code_map_learn(&map, 0x1000, 0x8B010000);
  first->executed = 1;
  for (uint64_t page = 2; page < 300; page++) {
    assert_non_null(code_map_learn(&map, page << 12, 0x8B010000));
  }
  assert_ptr_equal(code_map_find(&map, 0x1000), first);
}

struct expectation {
  uint32_t opcode;
  uint8_t reads[3];  // in any order; NONE for no register
  uint8_t writes[2];
};

enum { NONE = REGISTER_NONE_READ, V = REGISTER_V0, FLAGS = REGISTER_FLAGS };

static bool contains(const uint8_t *registers, size_t count, uint8_t wanted)
{
  for (size_t i = 0; i < count; i++) {
    if (registers[i] == wanted) {
      return true;
    }
  }
  return false;
}

TEST_WITH(every_dependence_is_found_and_no_other, NULL, teardown)  // D3
{
  static const struct expectation expectations[] = {
      {0x8B030041, {2, 3, NONE}, {1, 0xFF}},               // ADD X1, X2, X3
      {0x91001041, {2, NONE, NONE}, {1, 0xFF}},            // ADD X1, X2, #4
      {0xEB03005F, {2, 3, NONE}, {FLAGS, 0xFF}},           // CMP X2, X3
      {0xAA0303E1, {3, NONE, NONE}, {1, 0xFF}},            // MOV X1, X3 (ORR)
      {0xD2800021, {NONE, NONE, NONE}, {1, 0xFF}},         // MOVZ X1, #1
      {0xF2A00021, {1, NONE, NONE}, {1, 0xFF}},            // MOVK X1, #1, LSL #16
      {0x9B031041, {2, 3, 4}, {1, 0xFF}},                  // MADD X1, X2, X3, X4
      {0x9A830041, {2, 3, FLAGS}, {1, 0xFF}},              // CSEL X1, X2, X3, EQ
      {0xFA430044, {2, 3, FLAGS}, {FLAGS, 0xFF}},          // CCMP X2, X3, #4, EQ
      {0xFA430844, {2, NONE, FLAGS}, {FLAGS, 0xFF}},       // CCMP X2, #3, #4, EQ
      {0x9A030041, {2, 3, FLAGS}, {1, 0xFF}},              // ADC X1, X2, X3
      {0xBA030041, {2, 3, FLAGS}, {1, FLAGS}},             // ADCS X1, X2, X3
      {0xBA030441, {2, NONE, FLAGS}, {FLAGS, 0xFF}},       // RMIF X2, #6, #1: changes one flag
      {0x3A00084D, {2, NONE, FLAGS}, {FLAGS, 0xFF}},       // SETF8 W2: keeps C
      {0xDAC00C41, {2, NONE, NONE}, {1, 0xFF}},            // REV X1, X2
      {0xF9400041, {2, NONE, NONE}, {1, 0xFF}},            // LDR X1, [X2]
      {0xF8637841, {2, 3, NONE}, {1, 0xFF}},               // LDR X1, [X2, X3, LSL #3]
      {0xA9400C41, {2, NONE, NONE}, {1, 3}},               // LDP X1, X3, [X2]
      {0xF9000041, {1, 2, NONE}, {0xFF, 0xFF}},            // STR X1, [X2]
      {0xFD400041, {2, NONE, NONE}, {V + 1, 0xFF}},        // LDR D1, [X2]
      {0x1E632841, {V + 2, V + 3, NONE}, {V + 1, 0xFF}},   // FADD D1, D2, D3
      {0x04A30041, {V + 2, V + 3, NONE}, {V + 1, 0xFF}},   // ADD Z1.S, Z2.S, Z3.S
      {0xA5434441, {2, NONE, NONE}, {V + 1, 0xFF}},        // LD1W {Z1.S}, P1/Z, [X2, X3, LSL #2]
      {0xE5434441, {V + 1, 2, NONE}, {0xFF, 0xFF}},        // ST1W {Z1.S}, P1, [X2, X3, LSL #2]
      {0xC5A3C441, {V + 2, V + 3, NONE}, {V + 1, 0xFF}},   // LD1D {Z1.D}, P1/Z, [Z2.D, #24]
      {0x04B0E3E1, {1, NONE, NONE}, {1, 0xFF}},            // INCW X1
      {0x25AA1C20, {V + 1, V + 10, NONE}, {FLAGS, 0xFF}},  // WHILELO P0.S, X1, X10
      {0x54000040, {FLAGS, NONE, NONE}, {0xFF, 0xFF}},     // B.EQ
      {0xB4000041, {1, NONE, NONE}, {0xFF, 0xFF}},         // CBZ X1
      {0xD63F0040, {2, NONE, NONE}, {30, 0xFF}},           // BLR X2
  };
  for (size_t i = 0; i < sizeof expectations / sizeof expectations[0]; i++) {
    const struct expectation *wanted = &expectations[i];
    struct code_entry entry = {.opcode = wanted->opcode, .class = a64_classify(wanted->opcode)};
    code_entry_registers(&entry);
    for (int r = 0; r < 3; r++) {
      if (!contains(entry.reads, 3, wanted->reads[r])) {
        fail_msg("opcode 0x%08x does not read register %u", wanted->opcode, wanted->reads[r]);
      }
      if (!contains(wanted->reads, 3, entry.reads[r]) && entry.reads[r] != NONE) {
        fail_msg("opcode 0x%08x reads register %u", wanted->opcode, entry.reads[r]);
      }
    }
    for (int w = 0; w < 2; w++) {
      if (wanted->writes[w] != 0xFF && !contains(entry.writes, 2, wanted->writes[w])) {
        fail_msg("opcode 0x%08x does not write register %u", wanted->opcode, wanted->writes[w]);
      }
      if (!contains(wanted->writes, 2, entry.writes[w]) && entry.writes[w] != REGISTER_NONE_WRITTEN) {
        fail_msg("opcode 0x%08x writes register %u", wanted->opcode, entry.writes[w]);
      }
    }
  }
}
