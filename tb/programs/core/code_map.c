// SPDX-License-Identifier: Apache-2.0
#include "programs/core/code_map.h"

#include <stdlib.h>

enum { PAGE_OPERATIONS = PAGE_BYTES / 4 };

void code_map_free(struct code_map *map)
{
  page_map_clear(&map->pages, free);
  *map = (struct code_map){0};
}

// The entries of pc's page, or null.
static struct code_entry *page_of(struct code_map *map, uint64_t pc)
{
  const uint64_t page = pc >> PAGE_SHIFT;
  if (map->last == NULL || map->last_page != page) {
    struct code_entry *entries = page_map_find(&map->pages, page);
    if (entries == NULL) {
      return NULL;
    }
    map->last_page = page;
    map->last = entries;
  }
  return map->last;
}

struct code_entry *code_map_learn(struct code_map *map, uint64_t pc, uint32_t opcode)
{
  struct code_entry *entries = page_of(map, pc);
  if (entries == NULL) {
    entries = page_map_make(&map->pages, pc >> PAGE_SHIFT, PAGE_OPERATIONS * sizeof *entries);
  }
  if (entries == NULL) {
    return NULL;
  }
  struct code_entry *entry = &entries[pc % PAGE_BYTES / 4];
  if (entry->executed == 0 || entry->opcode != opcode) {
    entry->opcode = opcode;
    entry->target = 0;
    entry->class = a64_classify(opcode);
    code_entry_registers(entry);
  }
  return entry;
}

const struct code_entry *code_map_find(struct code_map *map, uint64_t pc)
{
  const struct code_entry *entries = page_of(map, pc);
  if (entries == NULL) {
    return NULL;
  }
  const struct code_entry *entry = &entries[pc % PAGE_BYTES / 4];
  return entry->executed == 0 ? NULL : entry;
}

void code_map_each(const struct code_map *map, code_visit *visit, void *context)
{
  for (size_t i = 0; i < map->pages.capacity; i++) {
    const struct page_map_slot *slot = &map->pages.slots[i];
    const struct code_entry *entries = slot->value;
    for (size_t n = 0; entries != NULL && n < PAGE_OPERATIONS; n++) {
      if (entries[n].executed != 0 || entries[n].time != 0) {
        visit(context, (slot->key << PAGE_SHIFT) + 4 * n, &entries[n]);
      }
    }
  }
}

static uint32_t field(uint32_t opcode, unsigned high, unsigned low)
{
  return opcode >> low & ((2U << (high - low)) - 1U);
}

static uint8_t x_read(uint32_t number)
{
  return number == 31 ? (uint8_t)REGISTER_NONE_READ : (uint8_t)number;
}

static uint8_t x_written(uint32_t number)
{
  return number == 31 ? (uint8_t)REGISTER_NONE_WRITTEN : (uint8_t)number;
}

static void memory_registers(struct code_entry *entry)
{
  const uint32_t op = entry->opcode;
  const bool vector = entry->class.kind == SPU_KIND_LDST_SIMD_FP;
  const uint32_t rt = field(op, 4, 0);
  const bool pair = field(op, 29, 27) == 5;
  entry->reads[0] = x_read(field(op, 9, 5));
  if (field(op, 29, 27) == 7 && field(op, 21, 21) == 1 && field(op, 11, 10) == 2) {
    entry->reads[1] = x_read(field(op, 20, 16));  // register offset
  }
  if (entry->class.load) {
    entry->writes[0] = vector ? (uint8_t)(REGISTER_V0 + rt) : x_written(rt);
    if (pair) {
      const uint32_t rt2 = field(op, 14, 10);
      entry->writes[1] = vector ? (uint8_t)(REGISTER_V0 + rt2) : x_written(rt2);
    }
  } else if (entry->class.writes) {
    entry->reads[2] = vector ? (uint8_t)(REGISTER_V0 + rt) : x_read(rt);
  }
}

// SVE, without predicates, and without the registers that elements are moved from or to.
static void sve_registers(struct code_entry *entry)
{
  const uint32_t op = entry->opcode;
  const uint8_t rd = (uint8_t)field(op, 4, 0);
  const uint8_t rn = (uint8_t)field(op, 9, 5);
  const uint8_t rm = (uint8_t)field(op, 20, 16);
  const bool predicates = field(op, 31, 29) == 1;  // compares and predicates: most set the flags
  if (entry->class.unit == A64_MEMORY) {
    const uint8_t data = (uint8_t)(REGISTER_V0 + rd);
    entry->reads[0] = x_read(rn);
    if (entry->class.gather_scatter) {
      entry->reads[0] = (uint8_t)(REGISTER_V0 + rn);  // one of the two is a vector
      entry->reads[1] = (uint8_t)(REGISTER_V0 + rm);
    }
    if (entry->class.load) {
      entry->writes[0] = data;
    } else if (entry->class.writes) {
      entry->reads[2] = data;
    }
  } else if (entry->class.unit == A64_INTEGER) {
    entry->reads[0] = x_read(rd);  // a count is added to the register
    entry->writes[0] = predicates ? (uint8_t)REGISTER_FLAGS : x_written(rd);
  } else {
    entry->reads[0] = (uint8_t)(REGISTER_V0 + rn);
    entry->reads[1] = (uint8_t)(REGISTER_V0 + rm);
    entry->writes[0] = predicates ? (uint8_t)REGISTER_FLAGS : (uint8_t)(REGISTER_V0 + rd);
  }
}

// SME. Operations that move, clear or compute ZA, and stores, wait for ZA; loads of slices write parts of it.
static void sme_registers(struct code_entry *entry)
{
  const uint32_t op = entry->opcode;
  if (entry->class.kind == SPU_KIND_LDST_SVE) {
    entry->reads[0] = x_read(field(op, 9, 5));
    if (entry->class.load) {
      entry->writes[0] = REGISTER_ZA;
    } else {
      entry->reads[2] = REGISTER_ZA;
    }
  } else if (entry->class.allocated) {
    const bool from_tile = field(op, 31, 24) == 0xC0 && field(op, 19, 17) == 1;  // MOVA (tile to vector)
    entry->reads[0] = REGISTER_ZA;
    if (from_tile) {
      entry->writes[0] = (uint8_t)(REGISTER_V0 + field(op, 4, 0));
    } else {
      const bool product = field(op, 31, 30) == 2;
      entry->reads[1] = (uint8_t)(REGISTER_V0 + field(op, 9, 5));
      entry->reads[2] = product ? (uint8_t)(REGISTER_V0 + field(op, 20, 16)) : (uint8_t)REGISTER_NONE_READ;
      entry->writes[0] = REGISTER_ZA;
    }
  }
}

static void branch_registers(struct code_entry *entry)
{
  const uint32_t op = entry->opcode;
  if (entry->class.indirect) {
    entry->reads[0] = x_read(field(op, 9, 5));
  } else if (entry->class.cond) {
    const bool on_flags = field(op, 31, 24) == 0x54;  // B.cond; otherwise compare or test a register
    entry->reads[0] = on_flags ? (uint8_t)REGISTER_FLAGS : x_read(field(op, 4, 0));
  }
  if (entry->class.call) {
    entry->writes[0] = 30;
  }
}

// Whether an integer operation sets the flags: ADDS/SUBS, ANDS/BICS, carry and conditional compare forms.
static bool sets_flags(uint32_t op)
{
  const bool add = field(op, 28, 24) == 0x11 || field(op, 28, 24) == 0x0B;
  const bool logical = field(op, 28, 23) == 0x24 || field(op, 28, 24) == 0x0A;
  const bool carry_or_compare = field(op, 28, 21) == 0xD0 || field(op, 28, 21) == 0xD2;
  return ((add || carry_or_compare) && field(op, 29, 29) == 1) || (logical && field(op, 30, 29) == 3);
}

static void integer_registers(struct code_entry *entry)
{
  const uint32_t op = entry->opcode;
  const bool immediate = field(op, 28, 26) == 4;
  const bool address = immediate && field(op, 28, 24) == 0x10;    // ADR, ADRP
  const bool move_wide = immediate && field(op, 28, 23) == 0x25;  // MOVN, MOVZ; MOVK keeps the rest
  const bool three_sources = field(op, 28, 24) == 0x1B;           // MADD and relatives
  const bool one_source = field(op, 30, 21) == 0x2D6;             // CLZ, REV and relatives
  const bool carry = field(op, 28, 21) == 0xD0;                   // ADC, SBC; RMIF, SETF8, SETF16
  const bool compare = field(op, 28, 21) == 0xD2;                 // CCMN, CCMP: nzcv is where others have Rd
  const bool flags_only = compare || (carry && field(op, 14, 10) != 0);
  if (move_wide) {
    entry->reads[0] = field(op, 30, 29) == 3 ? x_read(field(op, 4, 0)) : (uint8_t)REGISTER_NONE_READ;
  } else if (!address) {
    entry->reads[0] = x_read(field(op, 9, 5));
  }
  if (!immediate && !one_source && !(compare && field(op, 11, 11) == 1) && !(carry && flags_only)) {
    entry->reads[1] = x_read(field(op, 20, 16));
  }
  if (three_sources) {
    entry->reads[2] = x_read(field(op, 14, 10));
  } else if (entry->class.cond || carry) {
    entry->reads[2] = REGISTER_FLAGS;
  }
  if (!flags_only) {
    entry->writes[0] = x_written(field(op, 4, 0));
  }
  if (sets_flags(op)) {
    entry->writes[1] = REGISTER_FLAGS;
  }
}

void code_entry_registers(struct code_entry *entry)
{
  const uint32_t op = entry->opcode;
  for (int i = 0; i < 3; i++) {
    entry->reads[i] = REGISTER_NONE_READ;
  }
  entry->writes[0] = REGISTER_NONE_WRITTEN;
  entry->writes[1] = REGISTER_NONE_WRITTEN;
  if (a64_is_sve(op)) {
    sve_registers(entry);
    return;
  }
  if (a64_is_sme(op)) {
    sme_registers(entry);
    return;
  }
  switch (entry->class.unit) {
  case A64_MEMORY:
    memory_registers(entry);
    break;
  case A64_BRANCH:
    branch_registers(entry);
    break;
  case A64_INTEGER:
  case A64_MULTIPLY:
  case A64_DIVIDE:
    integer_registers(entry);
    break;
  case A64_FP:
  case A64_FP_DIVIDE:
    entry->reads[0] = (uint8_t)(REGISTER_V0 + field(op, 9, 5));
    entry->reads[1] = (uint8_t)(REGISTER_V0 + field(op, 20, 16));
    entry->writes[0] = (uint8_t)(REGISTER_V0 + field(op, 4, 0));
    break;
  case A64_BARRIER:
  case A64_SYSTEM:
    break;
  }
}
