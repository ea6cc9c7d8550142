// SPDX-License-Identifier: Apache-2.0
//
// The last events of a run, as text.
#ifndef TB_UNIT_REPORT_EVENT_TEXT_H
#define TB_UNIT_REPORT_EVENT_TEXT_H

#include <stddef.h>

#include "unit/check/event_ring.h"

// One line per event, oldest first. Writes at most size bytes to data, including the terminator; returns the length.
size_t event_ring_text(const struct event_ring *ring, char *data, size_t size);

#endif  // TB_UNIT_REPORT_EVENT_TEXT_H
