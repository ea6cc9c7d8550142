// SPDX-License-Identifier: Apache-2.0
#include "cores/core_truth.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PLACES = PAGE_BYTES / 2 };  // compressed instructions have two bytes

struct place {
  uint64_t executed;
  uint64_t cycles;
  bool dispatched;
  bool branch;
};

void core_truth_free(struct core_truth *truth)
{
  page_map_clear(&truth->pages, free);
}

void core_truth_add(struct core_truth *truth, const struct core_op *op)
{
  if (op->mode != CORE_USER) {
    return;
  }
  struct place *places = page_map_make(&truth->pages, op->pc >> PAGE_SHIFT, PLACES * sizeof *places);
  if (places == NULL) {
    truth->out_of_memory = true;
    return;
  }
  struct place *place = &places[op->pc % PAGE_BYTES / 2];
  place->dispatched = true;
  place->executed += op->fate == CORE_RETIRED;
  place->cycles += op->population ? op->exposed : 0;
  place->branch = place->branch || (op->known && op->insn.kind == CORE_INSN_BRANCH);
}

void core_truth_write(const struct core_truth *truth, FILE *stream)
{
  (void)fputs("pc,executed,cycles,branch\n", stream);
  for (size_t i = 0; i < truth->pages.capacity; i++) {
    const struct page_map_slot *slot = &truth->pages.slots[i];
    const struct place *places = slot->value;
    for (size_t n = 0; places != NULL && n < PLACES; n++) {
      if (places[n].dispatched) {
        (void)fprintf(stream, "0x%" PRIx64 ",%" PRIu64 ",%" PRIu64 ",%d\n", (slot->key << PAGE_SHIFT) + 2 * n,
                      places[n].executed, places[n].cycles, places[n].branch);
      }
    }
  }
}
