// SPDX-License-Identifier: Apache-2.0
#include "core/software/pages.h"

#include "core/software/console.h"
#include "core/software/machine.h"

// Bits of an entry. This core leaves accessed and dirty to software, which never asks for them: they are set at once.
enum { VALID = 1 << 0, USER = 1 << 4, ACCESSED = 1 << 6, DIRTY = 1 << 7, RIGHTS = 0xE };
enum { LEVELS = 3, ENTRIES = 512, PAGE_SHIFT = 12, INDEX_BITS = 9, NUMBER_SHIFT = 10 };
enum { MEGAPAGE = PAGES_BYTES * ENTRIES };

#define SATP_SV39 (UINT64_C(8) << 60)

static uint64_t root[ENTRIES] __attribute__((aligned(PAGES_BYTES)));
static uintptr_t next_frame, frames_end;

static void *pointer(uint64_t address)
{
  return (void *)(uintptr_t)address;  // NOLINT(performance-no-int-to-ptr): what an entry names
}

static uintptr_t new_frame(void)
{
  if (next_frame == frames_end) {
    console_fail("out of memory", 0);
  }
  const uintptr_t frame = next_frame;
  next_frame += PAGES_BYTES;
  return frame;
}

static uint64_t entry_of(uint64_t address, uint64_t bits)
{
  return address >> PAGE_SHIFT << NUMBER_SHIFT | bits;
}

static uint64_t address_in(uint64_t entry)
{
  return entry >> NUMBER_SHIFT << PAGE_SHIFT;
}

// The entry for `va` in a table of `level`; 0 has pages of 4 KB. Null: there is no such table, and none is to be made.
static uint64_t *find(uint64_t va, int level, bool make)
{
  uint64_t *table = root;
  for (int at = LEVELS - 1;; at--) {
    uint64_t *entry = &table[va >> (PAGE_SHIFT + INDEX_BITS * at) & (ENTRIES - 1)];
    if (at == level) {
      return entry;
    }
    if ((*entry & VALID) == 0) {
      if (!make) {
        return NULL;
      }
      uint64_t *below = pointer(new_frame());
      for (int i = 0; i < ENTRIES; i++) {
        below[i] = 0;
      }
      *entry = entry_of((uintptr_t)below, VALID);
    } else if ((*entry & RIGHTS) != 0) {
      return NULL;  // a megapage
    }
    table = pointer(address_in(*entry));
  }
}

void pages_create(uintptr_t first, uintptr_t limit)
{
  next_frame = (first + PAGES_BYTES - 1) & ~(uintptr_t)(PAGES_BYTES - 1);
  frames_end = limit;
  for (uint64_t at = CORE_RAM; at < (uint64_t)CORE_RAM + CORE_RAM_BYTES; at += MEGAPAGE) {
    *find(at, 1, true) = entry_of(at, VALID | PAGES_READ | PAGES_WRITE | PAGES_EXECUTE | ACCESSED | DIRTY);
  }
}

void pages_map_device(uintptr_t address, size_t bytes)
{
  for (uintptr_t at = address; at < address + bytes; at += PAGES_BYTES) {
    *find(at, 0, true) = entry_of(at, VALID | PAGES_READ | PAGES_WRITE | ACCESSED | DIRTY);
  }
}

void pages_turn_on(void)
{
  const uint64_t satp = SATP_SV39 | (uintptr_t)root >> PAGE_SHIFT;
  __asm__ volatile("sfence.vma\n\tcsrw satp, %0\n\tsfence.vma" ::"r"(satp) : "memory");
}

uint8_t *pages_map_user(uint64_t va, unsigned rights)
{
  uint64_t *entry = find(va, 0, true);
  if (entry == NULL || *entry != 0) {
    console_fail("a page that is mapped already", va);
  }
  const uintptr_t frame = new_frame();
  *entry = entry_of(frame, VALID | USER | ACCESSED | DIRTY | rights);
  return pointer(frame);
}

void pages_changed(uint64_t va)
{
  __asm__ volatile("sfence.vma %0\n\tfence.i" ::"r"(va) : "memory");
}

uint8_t *pages_reach(uint64_t va, unsigned rights)
{
  const uint64_t *entry = find(va, 0, false);
  if (entry == NULL || (*entry & VALID) == 0 || (*entry & USER) == 0 || (*entry & rights) != rights) {
    return NULL;
  }
  return (uint8_t *)pointer(address_in(*entry)) + va % PAGES_BYTES;
}
