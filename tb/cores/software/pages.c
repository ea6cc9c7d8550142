// SPDX-License-Identifier: Apache-2.0
#include "cores/software/pages.h"

#include "cores/software/machine.h"

// Bits of an entry. Accessed and dirty bits are left to software on this core, which does not use them: both are set at
// once.
enum { VALID = 1 << 0, READ_WRITE = 3 << 1, EXECUTE = 1 << 3, RIGHTS = 7 << 1, USER = 1 << 4, USED = 3 << 6 };
enum { LEVELS = 3, ENTRIES = 512, PAGE_SHIFT = 12, INDEX_BITS = 9, NUMBER_SHIFT = 10 };
enum { MEGAPAGE = PAGES_BYTES * ENTRIES };

#define SATP_SV39 (UINT64_C(8) << 60)

static uint64_t root[ENTRIES] __attribute__((aligned(PAGES_BYTES)));
static uintptr_t next_table, tables_end;

static uint64_t entry_of(uint64_t address, uint64_t bits)
{
  return address >> PAGE_SHIFT << NUMBER_SHIFT | VALID | bits;
}

// An entry for an empty table. Memory is initially 0.
static uint64_t new_table(void)
{
  if (next_table == tables_end) {
    machine_fail("out of memory", next_table);
  }
  next_table += PAGES_BYTES;
  return entry_of(next_table - PAGES_BYTES, 0);
}

// The entry for `va` in the table of `level`, which is made if it is missing. Level 0 has pages of 4 KB.
static uint64_t *find(uint64_t va, int level)
{
  uint64_t *table = root;
  for (int at = LEVELS - 1;; at--) {
    uint64_t *entry = &table[va >> (PAGE_SHIFT + INDEX_BITS * at) & (ENTRIES - 1)];
    if (at == level) {
      return entry;
    }
    if (*entry == 0) {
      *entry = new_table();
    } else if ((*entry & RIGHTS) != 0) {
      machine_fail("a page of memory itself", va);
    }
    table = (uint64_t *)(*entry >> NUMBER_SHIFT << PAGE_SHIFT);  // NOLINT(performance-no-int-to-ptr): a table
  }
}

void pages_create(uintptr_t first, uintptr_t limit)
{
  next_table = (first + PAGES_BYTES - 1) & ~(uintptr_t)(PAGES_BYTES - 1);
  tables_end = limit;
  for (uint64_t at = CORE_RAM; at < (uint64_t)CORE_RAM + CORE_RAM_BYTES; at += MEGAPAGE) {
    *find(at, 1) = entry_of(at, READ_WRITE | EXECUTE | USED);
  }
}

void pages_map_device(uintptr_t address, size_t bytes)
{
  for (uintptr_t at = address; at < address + bytes; at += PAGES_BYTES) {
    *find(at, 0) = entry_of(at, READ_WRITE | USED);
  }
}

void pages_turn_on(void)
{
  const uint64_t satp = SATP_SV39 | (uintptr_t)root >> PAGE_SHIFT;
  __asm__ volatile("sfence.vma\n\tcsrw satp, %0\n\tsfence.vma" ::"r"(satp) : "memory");
}

bool pages_map_user(uint64_t va, uint64_t pa)
{
  uint64_t *entry = find(va, 0);
  const bool absent = *entry == 0;
  *entry = entry_of(pa, READ_WRITE | EXECUTE | USER | USED);
  __asm__ volatile("sfence.vma %0\n\tfence.i" ::"r"(va) : "memory");
  return absent;
}
