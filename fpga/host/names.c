// SPDX-License-Identifier: Apache-2.0
#include "host/names.h"

#include "host/protocol.h"
#include "report/register_fields.h"
#include "spu.h"
#include "spu_sysreg.h"
#include "util/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct named {
  const char *name;
  uint16_t addr;
};

static const struct named words[] = {{"ID", WORD_ID},
                                     {"CONFIG", WORD_CONFIG},
                                     {"SIZES", WORD_SIZES},
                                     {"STATUS", WORD_STATUS},
                                     {"ROWS", WORD_ROWS},
                                     {"START", WORD_START},
                                     {"STOP", WORD_STOP},
                                     {"DRAIN", WORD_DRAIN},
                                     {"RESET", WORD_RESET},
                                     {"PE", WORD_PE},
                                     {"CYCLES", WORD_CYCLES},
                                     {"POPULATION", WORD_POPULATION},
                                     {"COLLISIONS", WORD_COLLISIONS},
                                     {"KEPT", WORD_KEPT},
                                     {"CORE", WORD_CORE},
                                     {"EXIT", WORD_EXIT}};

static const struct named profiling[] = {
#define ROW(name) {#name, SPU_##name},
    SPU_PROFILING_REGISTERS(ROW)
#undef ROW
};

static const struct named monitors[] = {
#define ROW(name) {#name, SPU_##name},
    SPU_MONITOR_REGISTERS(ROW)
#undef ROW
};

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static bool find(const struct named *table, size_t count, const char *text, uint16_t *addr)
{
  for (size_t i = 0; i < count; i++) {
    if (strcasecmp(table[i].name, text) == 0) {
      *addr = table[i].addr;
      return true;
    }
  }
  return false;
}

static const char *find_name(const struct named *table, size_t count, uint16_t addr)
{
  for (size_t i = 0; i < count; i++) {
    if (table[i].addr == addr) {
      return table[i].name;
    }
  }
  return NULL;
}

// A number below `limit` at *text, which then points behind it.
static bool number(const char **text, unsigned long limit, uint32_t *value)
{
  char *end = NULL;
  if (**text < '0' || **text > '9') {
    return false;
  }
  const unsigned long found = strtoul(*text, &end, 10);
  *text = end;
  *value = (uint32_t)found;
  return found < limit;
}

static bool expect(const char **text, const char *word)
{
  for (; *word != '\0'; word++, (*text)++) {
    if ((**text | 0x20) != (*word | 0x20)) {
      return false;
    }
  }
  return true;
}

// S<op0>_<op1>_C<n>_C<m>_<op2>
static bool generic(const char *text, uint16_t *encoding)
{
  uint32_t field[5];
  const bool good = expect(&text, "S") && number(&text, 4, &field[0]) && expect(&text, "_") &&
                    number(&text, 8, &field[1]) && expect(&text, "_C") && number(&text, 16, &field[2]) &&
                    expect(&text, "_C") && number(&text, 16, &field[3]) && expect(&text, "_") &&
                    number(&text, 8, &field[4]) && *text == '\0';
  if (good) {
    *encoding = (uint16_t)(field[0] << 14 | field[1] << 11 | field[2] << 7 | field[3] << 3 | field[4]);
  }
  return good;
}

// PMEVCNTR<n>_EL0, PMEVTYPER<n>_EL0
static bool counter(const char *text, uint16_t *encoding)
{
  uint32_t n = 0;
  const char *at = text;
  if (expect(&at, "PMEVCNTR") && number(&at, 31, &n) && strcasecmp(at, "_EL0") == 0) {
    *encoding = spu_sysreg_pmevcntr(n);
    return true;
  }
  at = text;
  if (expect(&at, "PMEVTYPER") && number(&at, 31, &n) && strcasecmp(at, "_EL0") == 0) {
    *encoding = spu_sysreg_pmevtyper(n);
    return true;
  }
  return false;
}

bool name_find(const char *text, struct name *name)
{
  *name = (struct name){.sysreg = false};
  if (find(words, COUNT(words), text, &name->addr)) {
    return true;
  }
  if (text[0] == '0' && (text[1] | 0x20) == 'x') {
    char *end = NULL;
    const unsigned long addr = strtoul(text, &end, 16);
    name->addr = (uint16_t)addr;
    return text[2] != '\0' && *end == '\0' && addr <= 0xFFFF;
  }
  name->sysreg = true;
  return find(profiling, COUNT(profiling), text, &name->addr) ||
         find(monitors, COUNT(monitors), text, &name->addr) || counter(text, &name->addr) ||
         generic(text, &name->addr);
}

void word_name(uint16_t addr, char *text)
{
  const char *known = find_name(words, COUNT(words), addr);
  if (known != NULL) {
    (void)snprintf(text, NAME_BYTES, "%s", known);
  } else {
    (void)snprintf(text, NAME_BYTES, "word 0x%04x", addr);
  }
}

void sysreg_name(uint16_t encoding, char *text)
{
  const char *known = register_name(encoding);
  if (known != NULL) {
    (void)snprintf(text, NAME_BYTES, "%s", known);
    return;
  }
  (void)snprintf(text, NAME_BYTES, "S%u_%u_C%u_C%u_%u", encoding >> 14, encoding >> 11 & 7U,
                 encoding >> 7 & 15U, encoding >> 3 & 15U, encoding & 7U);
}

const char *profiling_register(size_t index, uint16_t *encoding)
{
  if (index >= COUNT(profiling)) {
    return NULL;
  }
  *encoding = profiling[index].addr;
  return profiling[index].name;
}

const char *verdict_text(uint64_t data, uint16_t encoding, bool write)
{
  const struct register_layout *layout = register_layout(encoding);
  switch (data & 7U) {
  case SPU_ACCESS_UNDEFINED:
    if (layout != NULL && strcmp(layout->access, write ? "RO" : "WO") == 0) {
      return write ? "UNDEFINED: it is read only" : "UNDEFINED: it is write only";
    }
    return "UNDEFINED: this configuration has no such register, or EL1 may not use it";
  case SPU_ACCESS_TRAP_EL1:
    return "trapped to EL1";
  case SPU_ACCESS_TRAP_EL2:
    return "trapped to EL2";
  case SPU_ACCESS_TRAP_EL3:
    return "trapped to EL3";
  case SPU_ACCESS_MEMORY:
    return "became a memory access";
  default:
    return "refused, with a verdict that has no meaning";
  }
}
