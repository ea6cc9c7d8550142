// SPDX-License-Identifier: Apache-2.0
//
// The page table (Sv39): one address space for the supervisor, in which physical memory and devices are where they
// are, and the user program, in pages of 4 KB from frames that are handed out here.
#ifndef TB_CORE_SOFTWARE_PAGES_H
#define TB_CORE_SOFTWARE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAGES_BYTES = 4096 };

// What a page of the user permits.
enum { PAGES_READ = 1 << 1, PAGES_WRITE = 1 << 2, PAGES_EXECUTE = 1 << 3 };

// Frames are handed out of [first, limit). Maps memory, in megapages. Nothing is translated yet.
void pages_create(uintptr_t first, uintptr_t limit);

// Maps what is at `address`, a multiple of 4096, for the supervisor.
void pages_map_device(uintptr_t address, size_t bytes);

// Addresses are translated from now on.
void pages_turn_on(void);

// A frame for the user's page of `va`, which permits `rights` (PAGES_ bits) and has none: its contents, which are not
// defined, at the address at which the supervisor reaches them. pages_changed() is needed after they were written.
uint8_t *pages_map_user(uint64_t va, unsigned rights);

// The page of `va` has changed: the next access and the next instruction see it.
void pages_changed(uint64_t va);

// Where the supervisor reaches the user's byte at `va`; null if its page is not there, or does not permit all of
// `rights`.
uint8_t *pages_reach(uint64_t va, unsigned rights);

#endif  // TB_CORE_SOFTWARE_PAGES_H
