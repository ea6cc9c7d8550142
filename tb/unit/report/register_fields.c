// SPDX-License-Identifier: Apache-2.0
#include "unit/report/register_fields.h"

#include <inttypes.h>

#include "spu.h"
#include "spu_sysreg.h"

enum { LIST = 40, VALUE = 24 };

const struct register_layout *register_layout(uint16_t addr)
{
  const uint16_t first =
      addr >= spu_sysreg_pmevcntr(0) && addr < spu_sysreg_pmevcntr(SPU_MAX_COUNTERS)
          ? spu_sysreg_pmevcntr(0)
          : (addr >= spu_sysreg_pmevtyper(0) && addr < spu_sysreg_pmevtyper(SPU_MAX_COUNTERS)
                 ? spu_sysreg_pmevtyper(0)
                 : addr);
  for (size_t i = 0; i < register_layout_count; i++) {
    if (register_layouts[i].addr == first) {
      return &register_layouts[i];
    }
  }
  return NULL;
}

static uint64_t field_mask(const struct register_field *field)
{
  const unsigned width = (unsigned)(field->high - field->low) + 1U;
  return (width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1) << field->low;
}

static uint64_t field_value(const struct register_field *field, uint64_t value)
{
  return (value & field_mask(field)) >> field->low;
}

uint64_t register_reserved(const struct register_layout *layout)
{
  uint64_t fields = 0;
  for (size_t i = 0; i < layout->count; i++) {
    fields |= field_mask(&layout->fields[i]);
  }
  return ~fields;
}

static const char *find_word(const struct register_word *words, uint64_t value)
{
  for (; words != NULL && words->word != NULL; words++) {
    if (words->value == value) {
      return words->word;
    }
  }
  return NULL;
}

// Adds the meaning of PMBSR_EL1.MSS: BSC or FSC, depending on EC (D24.7.5).
static void add_syndrome(struct text *text, uint64_t value)
{
  static const struct register_word bsc[] = {
      {0, "BSC not stopped or not allowed"}, {1, "BSC buffer filled"}, {4, "BSC size"}, {0, NULL}};
  static const struct register_word fsc[] = {{0x10, "FSC synchronous External abort"},
                                             {0x11, "FSC asynchronous External abort"},
                                             {0x21, "FSC alignment fault"},
                                             {0x28, "FSC granule protection fault"},
                                             {0x29, "FSC address size fault, level -1"},
                                             {0x2B, "FSC translation fault, level -1"},
                                             {0x30, "FSC TLB conflict abort"},
                                             {0x31, "FSC unsupported atomic update"},
                                             {0, NULL}};
  static const char *const classes[] = {"address size", "translation", "access flag", "permission"};
  const uint64_t ec = value >> SPU_PMBSR_EL1_EC_SHIFT & 0x3F;
  const uint64_t code = value & 0x3F;
  const char *word = find_word(ec == SPU_PMBSR_EL1_EC_OTHER ? bsc : fsc, code);
  if (ec != SPU_PMBSR_EL1_EC_OTHER && ec != SPU_PMBSR_EL1_EC_STAGE1 && ec != SPU_PMBSR_EL1_EC_STAGE2) {
    return;
  }
  if (word != NULL) {
    text_add(text, "%s", word);
  } else if (ec == SPU_PMBSR_EL1_EC_OTHER) {
    text_add(text, "BSC reserved");
  } else if (code < 0x10) {
    text_add(text, "FSC %s fault, level %u", classes[code >> 2], (unsigned)(code & 3U));
  } else if (code >= 0x13 && code < 0x18) {
    text_add(text, "FSC abort on a walk, level %d", (int)code - 0x14);
  } else if (code >= 0x23 && code < 0x28) {
    text_add(text, "FSC GPF on a walk, level %d", (int)code - 0x24);
  } else {
    text_add(text, "FSC reserved");
  }
}

static void add_words(struct text *text, const struct register_field *field, uint64_t value)
{
  if (field->syndrome) {
    add_syndrome(text, value);
    return;
  }
  const char *word = find_word(field->words, field_value(field, value));
  text_add(text, "%s", word != NULL ? word : "");
}

// Formats one value of a field, at most VALUE - 1 characters.
static void format_value(char buffer[VALUE], const struct register_field *field, uint64_t value)
{
  struct text text = {buffer, VALUE, 0};
  buffer[0] = '\0';
  const unsigned digits = ((unsigned)(field->high - field->low) + 4U) / 4U;
  text_add(&text, field->high == field->low ? "%0*" PRIx64 : "0x%0*" PRIx64, (int)digits,
           field_value(field, value));
}

static void add_field(struct text *text, const struct register_field *field, uint64_t expected, uint64_t got)
{
  char values[2][VALUE];
  char range[12];
  char words[2][34] = {"", ""};
  struct text range_text = {range, sizeof range, 0};
  struct text expected_words = {words[0], sizeof words[0], 0};
  struct text got_words = {words[1], sizeof words[1], 0};
  const bool differs = field_value(field, expected) != field_value(field, got);
  text_add(&range_text, field->high == field->low ? "[%u]" : "[%u:%u]", field->high, field->low);
  format_value(values[0], field, expected);
  format_value(values[1], field, got);
  add_words(&expected_words, field, expected);
  add_words(&got_words, field, got);
  text_add(text, "  %c %-11s %-7s %18s  %18s", differs ? '*' : ' ', field->name, range, values[0], values[1]);
  if (differs && words[0][0] != '\0' && words[1][0] != '\0') {
    // Both values have words: the second on its own line if they are long.
    text_add(text, "  %s /", words[0]);
    if (expected_words.length + got_words.length > 30) {
      text_add(text, "\n%63s", "");
    }
    text_add(text, " %s\n", words[1]);
  } else if (words[0][0] != '\0' || words[1][0] != '\0') {
    text_add(text, "  %.36s\n", words[0][0] != '\0' ? words[0] : words[1]);
  } else {
    text_add(text, "\n");
  }
}

// For a field of single bits: one line for each that differs, and a list of the others that are set.
static void add_bits(struct text *text, const struct register_field *field, uint64_t expected, uint64_t got)
{
  const uint64_t mask = field_mask(field);
  unsigned listed = 0;
  for (unsigned bit = field->high + 1U; bit-- > field->low;) {
    if (((expected ^ got) >> bit & 1) != 0) {
      const char *word = find_word(field->words, bit);
      text_add(text, "  * %s[%u]%*s %18u  %18u%s%s\n", field->name, bit, bit < 10 ? 14 : 13, "",
               (unsigned)(expected >> bit & 1), (unsigned)(got >> bit & 1), word != NULL ? "  " : "",
               word != NULL ? word : "");
    }
  }
  for (unsigned bit = field->high + 1U; bit-- > field->low;) {
    if ((expected & got & mask) >> bit & 1) {
      text_add(text, listed == 0 ? "    %s equal and 1:" : (listed % 24 == 0 ? "\n     " : ""), field->name);
      text_add(text, " %u", bit);
      listed++;
    }
  }
  text_add(text, listed != 0 ? "\n" : "");
}

void register_text(const struct register_layout *layout, const char *name, uint64_t expected, uint64_t got,
                   struct text *text)
{
  text_add(text, "%-24s %18s  %18s\n", name, "expected", "got");
  for (size_t i = 0; i < layout->count; i++) {
    const struct register_field *field = &layout->fields[i];
    const uint64_t mask = field_mask(field);
    if (((expected | got) & mask) == 0) {
      continue;
    }
    if (field->bits) {
      add_bits(text, field, expected, got);
    } else {
      add_field(text, field, expected, got);
    }
  }
  const uint64_t reserved = register_reserved(layout);
  if (((expected ^ got) & reserved) != 0) {
    text_add(text, "  * %-19s 0x%016" PRIx64 "  0x%016" PRIx64 "  no field: RES0\n", "other bits",
             expected & reserved, got & reserved);
  }
}
