// SPDX-License-Identifier: Apache-2.0
//
// The page table (Sv39): one address space for the supervisor, in which physical memory and devices are where they
// are, and the user program, in pages of 4 KB.
#ifndef TB_CORES_SOFTWARE_PAGES_H
#define TB_CORES_SOFTWARE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAGES_BYTES = 4096 };

// Tables are made in [first, limit). Maps memory, in megapages. Nothing is translated yet.
void pages_create(uintptr_t first, uintptr_t limit);

// Maps what is at `address`, a multiple of 4096, for the supervisor.
void pages_map_device(uintptr_t address, size_t bytes);

// Addresses are translated from now on.
void pages_turn_on(void);

// Maps the user's page of `va` to that of `pa`: it may read, write and execute it, from the next instruction on. False:
// it is mapped already.
bool pages_map_user(uint64_t va, uint64_t pa);

#endif  // TB_CORES_SOFTWARE_PAGES_H
