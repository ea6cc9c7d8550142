// SPDX-License-Identifier: Apache-2.0
//
// Tables D17-5 to D17-7 of the Arm ARM (RHJXHT): the Exception level to which a management event is reported. Typed
// from the manual for scenarios and tests of the model; RTL and model do not use it.
#ifndef TB_UNIT_STIMULUS_DIRECTED_EVENT_ROUTE_TABLES_H
#define TB_UNIT_STIMULUS_DIRECTED_EVENT_ROUTE_TABLES_H

#include <stdint.h>

// A row as printed: the bits of fields, X for either value; then the targets of the three kinds of events, 0 for a
// missing column.
struct event_route_row {
  const char *pmsee;
  const char *el3_bit;  // SCR_EL3.GPF, SCR_EL3.EA
  const char *ee;
  const char *e2pb;
  const char *el2_bit;  // HCR_EL2.GPF, HCR_EL2.TEA
  uint8_t stage1;
  uint8_t stage2;
  uint8_t third;
};

// Granule Protection Checks; the third is a GPC fault.
static const struct event_route_row table_d17_5[] = {
    {"00", "X", "XX", "XX", "X", 1, 1, 1}, {"01", "X", "0X", "XX", "X", 1, 1, 1},
    {"01", "X", "10", "00", "X", 2, 2, 2}, {"01", "X", "10", "1X", "0", 1, 2, 2},
    {"01", "X", "10", "1X", "1", 2, 2, 2}, {"01", "X", "11", "XX", "X", 2, 2, 2},
    {"10", "0", "0X", "XX", "X", 1, 1, 3}, {"10", "0", "10", "00", "X", 2, 2, 3},
    {"10", "0", "10", "1X", "0", 1, 2, 3}, {"10", "0", "10", "1X", "1", 2, 2, 3},
    {"10", "0", "11", "XX", "X", 2, 2, 3}, {"10", "1", "XX", "XX", "X", 3, 3, 3},
    {"11", "X", "XX", "XX", "X", 3, 3, 3}};

// External aborts.
static const struct event_route_row table_d17_6[] = {
    {"00", "X", "XX", "XX", "X", 1, 1, 0}, {"01", "X", "0X", "XX", "X", 1, 1, 0},
    {"01", "X", "10", "00", "X", 2, 2, 0}, {"01", "X", "10", "1X", "0", 1, 2, 0},
    {"01", "X", "10", "1X", "1", 2, 2, 0}, {"01", "X", "11", "XX", "X", 2, 2, 0},
    {"10", "0", "0X", "XX", "X", 1, 1, 0}, {"10", "0", "10", "00", "X", 2, 2, 0},
    {"10", "0", "10", "1X", "0", 1, 2, 0}, {"10", "0", "10", "1X", "1", 2, 2, 0},
    {"10", "0", "11", "XX", "X", 2, 2, 0}, {"10", "1", "XX", "XX", "X", 3, 3, 0},
    {"11", "X", "XX", "XX", "X", 3, 3, 0}};

// All others; the third is an Other event.
static const struct event_route_row table_d17_7[] = {
    {"00", "X", "XX", "XX", "X", 1, 1, 1}, {"01", "X", "0X", "XX", "X", 1, 1, 1},
    {"01", "X", "10", "00", "X", 2, 2, 1}, {"01", "X", "10", "1X", "X", 1, 2, 1},
    {"01", "X", "11", "XX", "X", 2, 2, 2}, {"10", "X", "0X", "XX", "X", 1, 1, 1},
    {"10", "X", "10", "00", "X", 2, 2, 1}, {"10", "X", "10", "1X", "X", 1, 2, 1},
    {"10", "X", "11", "XX", "X", 2, 2, 2}, {"11", "X", "XX", "XX", "X", 3, 3, 3}};

#endif  // TB_UNIT_STIMULUS_DIRECTED_EVENT_ROUTE_TABLES_H
