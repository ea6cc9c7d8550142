// SPDX-License-Identifier: Apache-2.0
//
// The page table (Sv39): one address space for the supervisor, with identity mappings of memory and devices, and for
// the user program, in pages of 4 KB.
#ifndef TB_CORES_SOFTWARE_PAGES_H
#define TB_CORES_SOFTWARE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAGES_BYTES = 4096 };

// Makes tables in [first, limit), and maps memory in megapages. Does not enable translation.
void pages_create(uintptr_t first, uintptr_t limit);

// Maps the page at `address`, a multiple of 4096, for the supervisor.
void pages_map_device(uintptr_t address, size_t bytes);

// Enables translation.
void pages_turn_on(void);

// Maps the user's page of `va` to that of `pa`, for reads, writes and execution, from the next instruction on. False if
// it is already mapped.
bool pages_map_user(uint64_t va, uint64_t pa);

#endif  // TB_CORES_SOFTWARE_PAGES_H
