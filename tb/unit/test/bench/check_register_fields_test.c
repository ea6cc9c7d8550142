// SPDX-License-Identifier: Apache-2.0
//
// The tables of register fields are consistent, and two values of a register are compared field by field. B1
#include <string.h>

#include "spu.h"
#include "spu_sysreg.h"
#include "unit/report/register_fields.h"
#include "unit/test/test.h"
#include "unit/util/names.h"

TEST(fields_lie_in_the_register_and_do_not_overlap)
{
  for (size_t i = 0; i < register_layout_count; i++) {
    const struct register_layout *layout = &register_layouts[i];
    uint64_t taken = 0;
    assert_true(layout->count > 0);
    for (size_t f = 0; f < layout->count; f++) {
      const struct register_field *field = &layout->fields[f];
      assert_true(field->low <= field->high && field->high < 64);
      const unsigned width = (unsigned)(field->high - field->low) + 1U;
      const uint64_t mask = (width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1) << field->low;
      assert_int_equal(taken & mask, 0);
      assert_true(f == 0 || field->high < layout->fields[f - 1].low);  // highest first
      taken |= mask;
    }
    assert_true(register_reserved(layout) == ~taken);
  }
}

TEST(every_register_has_a_layout)
{
  unsigned registers = 0;
  for (uint32_t addr = 0; addr <= UINT16_MAX; addr++) {
    const char *name = register_name((uint16_t)addr);
    const struct register_layout *layout = register_layout((uint16_t)addr);
    assert_true((name != NULL) == (layout != NULL));
    if (name != NULL && layout != NULL) {
      const size_t same = strcspn(layout->name, "<");  // one layout for every PMEVCNTR<n>_EL0
      assert_true(layout->name[same] == '\0' ? strcmp(layout->name, name) == 0
                                             : strncmp(layout->name, name, same) == 0);
      registers++;
    }
  }
  assert_string_equal(register_name(spu_sysreg_pmevcntr(0)), "PMEVCNTR0_EL0");
  assert_string_equal(register_name(spu_sysreg_pmevtyper(30)), "PMEVTYPER30_EL0");
  assert_int_equal(registers, 19 + 20 + 2 * SPU_MAX_COUNTERS);
}

// A report must not call a bit RES0 that the model can store.
TEST(every_stored_bit_has_a_field)
{
  struct spu *spu = test_malloc(spu_size());
  for (size_t c = 0; spu_config_name(c) != NULL; c++) {
    const struct spu_config config = test_config(spu_config_name(c));
    assert_int_equal(spu_init(spu, &config), SPU_OK);
    for (size_t i = 0; i < register_layout_count; i++) {
      struct spu_in in = {.sysreg_valid = true,
                          .sysreg_write = true,
                          .sysreg_addr = register_layouts[i].addr,
                          .sysreg_wdata = ~UINT64_C(0),
                          .pe_el = config.have_el3 ? SPU_EL3 : SPU_EL1,
                          .mdcr_el2_e2pb = 3,
                          .mdcr_el3_nspb = 3,
                          .scr_el3_ns = true};
      struct spu_out out;
      struct spu_vif vif;
      const struct spu_vif nothing = {0};
      uint64_t value = 0;
      spu_step(spu, &in, &nothing, &out, &vif);
      if (spu_peek_register(spu, register_layouts[i].addr, &value)) {
        assert_int_equal(value & register_reserved(&register_layouts[i]), 0);
      }
    }
  }
  test_free(spu);
}

static const char *diff(uint16_t addr, uint64_t expected, uint64_t got)
{
  static char buffer[4096];
  struct text text = {buffer, sizeof buffer, 0};
  const struct register_layout *layout = register_layout(addr);
  buffer[0] = '\0';
  register_text(layout, layout->name, expected, got, &text);
  assert_fits_terminal(buffer);
  return buffer;
}

TEST(differing_field_is_marked)
{
  const uint64_t stage1 = UINT64_C(0x24) << 26 | 1U << 17 | 7U;
  const uint64_t stage2 = UINT64_C(0x25) << 26 | 1U << 17 | 7U;
  const char *text = diff(SPU_PMBSR_EL1, stage1, stage2);
  assert_contains(text, "* EC ");
  assert_contains(text, "stage 1 abort / stage 2 abort");
  assert_contains(text, "    S ");  // equal
  assert_contains(text, "FSC translation fault, level 3");
  assert_null(strstr(text, "DL"));  // zero on both sides
  text = diff(SPU_PMBSR_EL1, 1U << 17 | 1U, 1U << 17);
  assert_contains(text, "* MSS ");
  assert_contains(text, "BSC buffer filled");
  text = diff(SPU_PMSICR_EL1, UINT64_C(5) << 56 | 17, UINT64_C(5) << 56 | 16);
  assert_contains(text, "* COUNT ");
  assert_contains(text, "    ECOUNT ");
}

TEST(differing_bit_of_many_is_named)
{
  const char *text = diff(SPU_PMSEVFR_EL1, 1U << 3 | 1U << 1, 1U << 1);
  assert_contains(text, "* E[3] ");
  assert_contains(text, "L1D refill");
  assert_contains(text, "E equal and 1: 1\n");
  text = diff(SPU_PMOVSSET_EL0, 1U << 31 | 1U << 4, 1U << 4);
  assert_contains(text, "* C ");
  assert_contains(text, "P equal and 1: 4\n");
}

TEST(differing_reserved_bit_is_shown)
{
  assert_contains(diff(SPU_PMSFCR_EL1, 0, 1U << 9), "RES0");
  assert_null(strstr(diff(SPU_PMSFCR_EL1, 1, 0), "RES0"));
}
