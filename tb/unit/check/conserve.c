// SPDX-License-Identifier: Apache-2.0
#include "unit/check/conserve.h"

#include "unit/util/names.h"

// Adds the counts that accumulate over resets. in_flight, waiting and collided_pending are states, not sums.
static void add(struct spu_counts *sum, const struct spu_counts *counts)
{
  sum->operations += counts->operations;
  sum->selected += counts->selected;
  sum->collided += counts->collided;
  sum->late += counts->late;
  sum->dropped += counts->dropped;
  sum->filtered += counts->filtered;
  sum->written += counts->written;
  sum->bytes += counts->bytes;
  sum->events += counts->events;
  for (unsigned i = 0; i < SPU_DISCARD_REASONS; i++) {
    sum->discarded[i] += counts->discarded[i];
  }
}

void conserve_reset(struct conserve *conserve, const struct spu *model)
{
  const struct spu_counts counts = spu_get_counts(model);
  add(&conserve->before, &counts);
  conserve->lost_in_flight += counts.in_flight;
  conserve->lost_waiting += counts.waiting;
  conserve->lost_collided += counts.collided_pending;
}

struct spu_counts conserve_counts(const struct conserve *conserve, const struct spu *model)
{
  struct spu_counts counts = spu_get_counts(model);
  add(&counts, &conserve->before);
  return counts;
}

static bool equal(const char *what, uint64_t expected, uint64_t got, struct conserve_break *broken)
{
  *broken = (struct conserve_break){what, expected, got};
  return expected == got;
}

static uint64_t sum_of(const uint64_t discarded[SPU_DISCARD_REASONS])
{
  uint64_t sum = 0;
  for (unsigned i = 0; i < SPU_DISCARD_REASONS; i++) {
    sum += discarded[i];
  }
  return sum;
}

bool conserve_check(const struct conserve *conserve, const struct spu *model, const struct flight *flight,
                    const struct tracker *tracker, struct conserve_break *broken)
{
  const struct spu_counts counts = conserve_counts(conserve, model);
  const struct flight_counts *seen = &flight->counts;
  const struct flight_lost *lost = &flight->lost;
  const uint64_t lost_records = lost->waiting + lost->writing;
  const uint64_t resolved =
      counts.collided + counts.dropped + counts.filtered + counts.written + sum_of(counts.discarded);
  bool ok =
      equal("operations in flight at the end", 0, counts.in_flight, broken) &&
      equal("records waiting at the end", 0, counts.waiting, broken) &&
      equal("collided samples that still have a tag at the end", 0, counts.collided_pending, broken) &&
      equal("operations in flight and records lost to resets",
            conserve->lost_in_flight + conserve->lost_waiting + conserve->lost_collided,
            lost->in_flight + lost_records, broken) &&
      equal("selected = collided + dropped + filtered + written + discarded + lost to resets",
            counts.selected, resolved + conserve->lost_in_flight + conserve->lost_waiting, broken) &&
      equal("operations in the sample population", counts.operations, seen->operations, broken) &&
      equal("marks + collisions = selected + samples that collided", counts.selected + counts.late,
            seen->marked + seen->collided, broken) &&
      equal("samples that collided = decisions without SAMPLE_FEED + lost to resets", counts.late,
            seen->uncounted + conserve->lost_collided, broken) &&
      equal("decisions + lost to resets = marks", seen->marked, seen->decisions + lost->in_flight, broken) &&
      equal("kept = decisions - collided - dropped - filtered",
            seen->decisions - seen->uncounted - counts.dropped - counts.filtered, seen->kept, broken) &&
      equal("committed + discarded + lost to resets = kept", seen->kept,
            seen->committed + sum_of(seen->discarded) + lost_records, broken) &&
      equal("records written", counts.written, seen->committed, broken) &&
      equal("bytes written", counts.bytes, seen->bytes, broken) &&
      equal("management events", counts.events, seen->events, broken);
  for (unsigned i = 0; ok && i < SPU_DISCARD_REASONS; i++) {
    ok = equal(discard_name(i), counts.discarded[i], seen->discarded[i], broken);
  }
  return ok && equal("AXI bursts without a response", 0, tracker->outstanding, broken);
}
