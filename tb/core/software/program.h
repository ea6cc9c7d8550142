// SPDX-License-Identifier: Apache-2.0
//
// The user program: an ELF file in memory, whose pages are made as they are first used. There is one.
#ifndef TB_CORE_SOFTWARE_PROGRAM_H
#define TB_CORE_SOFTWARE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The first address above the stack.
#define PROGRAM_STACK_END UINT64_C(0x3FFFFFF000)

enum { PROGRAM_STACK_BYTES = 0x100000, PROGRAM_HEAP_BYTES = 0x1000000, PROGRAM_SEGMENTS = 8 };

struct program_segment {
  uint64_t va;
  uint64_t file_bytes;
  uint64_t memory_bytes;
  const uint8_t *file;  // its first byte
  unsigned rights;      // PAGES_ bits
};

struct program {
  struct program_segment segments[PROGRAM_SEGMENTS];
  size_t count;
  uint64_t entry;
  uint64_t heap;   // where it begins
  uint64_t brk;    // where it ends
  uint64_t pages;  // that were made
};

// Reads the file of `size` bytes at `file`, which stays where it is. Null, or what is wrong with it.
const char *program_load(struct program *program, const uint8_t *file, uint64_t size);

// Makes the page of `va` if the program has one there that permits `right` (one PAGES_ bit) and it is not there yet.
// False: it has none.
bool program_make_page(struct program *program, uint64_t va, unsigned right);

// Where the supervisor reaches the program's byte at `va` for `right`; the page is made if need be. Null: it has none.
uint8_t *program_reach(struct program *program, uint64_t va, unsigned right);

// brk() as Linux has it: ends the heap at `end` if that can be; returns where it ends.
uint64_t program_set_brk(struct program *program, uint64_t end);

#endif  // TB_CORE_SOFTWARE_PROGRAM_H
