// SPDX-License-Identifier: Apache-2.0
#include "unit/report/event_text.h"

#include <inttypes.h>

#include "unit/util/names.h"
#include "unit/util/text.h"

static void add_register(struct text *text, const char *verb, uint64_t addr)
{
  const char *name = register_name((uint16_t)addr);
  if (name != NULL) {
    text_add(text, "%s %s", verb, name);
  } else {
    text_add(text, "%s encoding 0x%04" PRIx64, verb, addr);
  }
}

static void add_event(struct text *text, const struct event *event)
{
  const uint64_t a = event->a;
  const uint64_t b = event->b;
  switch (event->kind) {
  case EVENT_MARK:
    text_add(text, "mark: slot %" PRIu64 " sampled as tag %" PRIu64, a, b);
    break;
  case EVENT_COLLISION:
    text_add(text, "collision: %" PRIu64, a);
    break;
  case EVENT_FINISH:
    text_add(text, "operation with tag %" PRIu64 " finished: %s", a,
             b == SPU_OP_RETIRED ? "retired" : (b == SPU_OP_EXCEPTION ? "exception" : "squashed"));
    break;
  case EVENT_DECISION:
    text_add(text, "decision: tag %" PRIu64 " %s", a,
             b == 0 ? "not kept" : (b == 1 ? "kept" : "kept and discarded"));
    break;
  case EVENT_START:
    text_add(text, "record started at PMBPTR_EL1 = 0x%" PRIx64, a);
    break;
  case EVENT_DISCARD:
    text_add(text, "record discarded: %s", discard_name(a));
    break;
  case EVENT_COMMIT:
    text_add(text, "record committed: %" PRIu64 " bytes", a);
    break;
  case EVENT_MANAGEMENT:
    text_add(text, "management event: PMBSR_EL1 = 0x%" PRIx64 ", PMBPTR_EL1 = 0x%" PRIx64, a, b);
    break;
  case EVENT_XLATE:
    if (b != 0) {
      text_add(text, "translation: fault, FSC 0x%02" PRIx64, b & 0x3F);
    } else {
      text_add(text, "translation: 0x%" PRIx64, a);
    }
    break;
  case EVENT_READ:
    add_register(text, "MRS", a);
    break;
  case EVENT_WRITE:
    add_register(text, "MSR", a);
    text_add(text, " = 0x%" PRIx64, b);
    break;
  case EVENT_PE:
    text_add(text, "PE at EL%" PRIu64 ": profiling %s, buffer %s", a, (b & 2) != 0 ? "on" : "off",
             (b & 1) != 0 ? "on" : "off");
    break;
  case EVENT_IRQ:
    text_add(text, "PMBIRQ %s", a != 0 ? "rises" : "falls");
    break;
  case EVENT_ABORT:
    text_add(text, "AXI response: %s", a == 3 ? "DECERR" : "SLVERR");
    break;
  case EVENT_PMUIRQ:
    text_add(text, "PMUIRQ %s", a != 0 ? "rises" : "falls");
    break;
  case EVENT_PSB:
    text_add(text, "PSB CSYNC %s", a != 0 ? "done" : "requested");
    break;
  case EVENT_DSB:
    text_add(text, "DSB %s", a != 0 ? "done" : "requested");
    break;
  }
}

size_t event_ring_text(const struct event_ring *ring, char *data, size_t size)
{
  struct text text = {data, size, 0};
  const uint64_t first = ring->count > EVENT_RING_SIZE ? ring->count - EVENT_RING_SIZE : 0;
  data[0] = '\0';
  for (uint64_t i = first; i < ring->count; i++) {
    const struct event *event = &ring->event[i % EVENT_RING_SIZE];
    text_add(&text, "  %10" PRIu64 "  ", event->cycle);
    add_event(&text, event);
    text_add(&text, "\n");
  }
  return text.length;
}
