// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/events/events_fields.h"

#include <string.h>

#include "unit/util/number.h"

// Bits of a C type: bool has one.
#define BITS(type, field) \
  _Generic(((type *)NULL)->field, bool : 1, uint8_t : 8, uint16_t : 16, uint32_t : 32, uint64_t : 64)
#define SIZE(type, field) sizeof(((type *)NULL)->field)
#define FIELD(type, name)                                              \
  {                                                                    \
#name, offsetof(type, name), SIZE(type, name), BITS(type, name), 0 \
  }
#define FIELD_BITS(type, name, bits, standard)                    \
  {                                                               \
#name, offsetof(type, name), SIZE(type, name), bits, standard \
  }
#define ELEMENT(type, name, array, index, bits)                                               \
  {                                                                                           \
    name, offsetof(type, array) + (index)*SIZE(type, array[0]), SIZE(type, array[0]), bits, 0 \
  }

static const struct event_field pins[] = {
#define PIN_PE(name, field, low, width) \
  {#name, (uint16_t)(offsetof(struct spu_in, name) - TIMED_PE_BEGIN), SIZE(struct spu_in, name), width, 0},
#include "gen/pins.def"
};

#define REPORT(type, part, member, width) \
  {#member, offsetof(type, part) + offsetof(struct spu_op, member), SIZE(struct spu_op, member), width, 0},

static const struct event_field stray[] = {
    FIELD_BITS(struct timed_stray, tag, 2, 0),
#define PIN_OP(field, low, width) REPORT(struct timed_stray, pins, field, width)
#include "gen/pins.def"
};

// The first five fields of a report belong to the operation's life, which follows below.
static const struct event_field op[] = {
#define PIN_OP(field, low, width) REPORT(struct timed_op, report, field, width)
#include "gen/pins.def"
    FIELD_BITS(struct timed_op, finish, 20, 1),    FIELD_BITS(struct timed_op, complete, 20, 0),
    FIELD_BITS(struct timed_op, issue, 20, 0),     FIELD_BITS(struct timed_op, again, 20, 0),
    FIELD_BITS(struct timed_op, every, 20, 0),     FIELD_BITS(struct timed_op, xlate_from, 20, 0),
    FIELD_BITS(struct timed_op, xlate_to, 20, 0),  FIELD_BITS(struct timed_op, oldest_from, 20, 0),
    FIELD_BITS(struct timed_op, oldest_to, 20, 0), FIELD_BITS(struct timed_op, hold, 20, 0)};
enum { LIFE_PINS = 5 };

static const struct event_field access[] = {FIELD(struct timed_access, reg), FIELD(struct timed_access, data),
                                            FIELD_BITS(struct timed_access, el, 2, 0),
                                            FIELD(struct timed_access, aarch32),
                                            FIELD(struct timed_access, debug)};

static const struct event_field dispatch[] = {
    FIELD(struct timed_dispatch, valid), FIELD(struct timed_dispatch, pc),
    FIELD_BITS(struct timed_dispatch, clocks, 16, 1), FIELD(struct timed_dispatch, empty)};

#define SLOT(n) ELEMENT(struct timed_slots, "pc" #n, pc, n, 64)
static const struct event_field slots[] = {
    FIELD(struct timed_slots, valid), SLOT(0), SLOT(1), SLOT(2), SLOT(3), SLOT(4), SLOT(5), SLOT(6), SLOT(7),
    FIELD(struct timed_slots, empty)};

static const struct event_field xlate[] = {FIELD(struct timed_xlate, stall),
                                           FIELD_BITS(struct timed_xlate, latency, 16, 1),
                                           FIELD(struct timed_xlate, fault),
                                           FIELD(struct timed_xlate, stage2),
                                           FIELD(struct timed_xlate, gpc),
                                           FIELD_BITS(struct timed_xlate, fsc, 6, 0),
                                           FIELD(struct timed_xlate, ns),
                                           FIELD(struct timed_xlate, nse),
                                           FIELD_BITS(struct timed_xlate, pa, 56, 0),
                                           FIELD(struct timed_xlate, top_level),
                                           FIELD(struct timed_xlate, assured_only),
                                           FIELD(struct timed_xlate, overlay),
                                           FIELD(struct timed_xlate, dirty_bit),
                                           FIELD_BITS(struct timed_xlate, cache, 4, 0),
                                           FIELD_BITS(struct timed_xlate, domain, 2, 0)};

static const struct event_field psb[] = {FIELD_BITS(struct timed_psb, older, SPU_MAX_TAGS, TIMED_ALL_TAGS)};

#define BEAT(n) ELEMENT(struct timed_axi, "w" #n, w, n, 16)
#define BEATS(n)                                                                                  \
  BEAT(n##0), BEAT(n##1), BEAT(n##2), BEAT(n##3), BEAT(n##4), BEAT(n##5), BEAT(n##6), BEAT(n##7), \
      BEAT(n##8), BEAT(n##9)
static const struct event_field axi[] = {FIELD(struct timed_axi, aw),
                                         BEATS(),
                                         BEATS(1),
                                         BEATS(2),
                                         BEAT(30),
                                         BEAT(31),
                                         FIELD_BITS(struct timed_axi, b, 16, 1),
                                         FIELD_BITS(struct timed_axi, resp, 2, 0),
                                         FIELD_BITS(struct timed_axi, order, 2, 0)};

#define COUNT(n) ELEMENT(struct timed_pmu, #n, count, n, 4)
#define COUNTS(n)                                                                                         \
  COUNT(n##0), COUNT(n##1), COUNT(n##2), COUNT(n##3), COUNT(n##4), COUNT(n##5), COUNT(n##6), COUNT(n##7), \
      COUNT(n##8), COUNT(n##9), COUNT(n##A), COUNT(n##B), COUNT(n##C), COUNT(n##D), COUNT(n##E), COUNT(n##F)
static const struct event_field pmu[] = {COUNTS(0x0), COUNTS(0x1), COUNTS(0x2), COUNTS(0x3)};

static const struct event_field time[] = {FIELD(struct timed_time, count), FIELD(struct timed_time, step),
                                          FIELD(struct timed_time, next), FIELD(struct timed_time, every)};

static const struct event_field alt_clock[] = {FIELD_BITS(struct timed_alt_clock, ticks, 2, 0)};

static const struct event_field flip[] = {FIELD(struct timed_flip, xlate), FIELD(struct timed_flip, aw),
                                          FIELD(struct timed_flip, w)};

static const struct event_field reset[] = {FIELD(struct timed_reset, alone)};

#define ROWS(array) array, sizeof array / sizeof array[0]
const struct event_kind_info event_kinds[TIMED_KINDS] = {
    [TIMED_PE] = {"pe", sizeof(struct timed_pe), ROWS(pins)},
    [TIMED_MRS] = {"mrs", sizeof(struct timed_access), ROWS(access)},
    [TIMED_MSR] = {"msr", sizeof(struct timed_access), ROWS(access)},
    [TIMED_DISPATCH] = {"dispatch", sizeof(struct timed_dispatch), ROWS(dispatch)},
    [TIMED_SLOTS] = {"slots", sizeof(struct timed_slots), ROWS(slots)},
    [TIMED_OP] = {"op", sizeof(struct timed_op), op + LIFE_PINS, sizeof op / sizeof op[0] - LIFE_PINS},
    [TIMED_PSB] = {"psb", sizeof(struct timed_psb), ROWS(psb)},
    [TIMED_DSB] = {"dsb", 0, NULL, 0},
    [TIMED_XLATE] = {"xlate", sizeof(struct timed_xlate), ROWS(xlate)},
    [TIMED_AXI] = {"axi", sizeof(struct timed_axi), ROWS(axi)},
    [TIMED_PMU] = {"pmu", sizeof(struct timed_pmu), ROWS(pmu)},
    [TIMED_TIME] = {"time", sizeof(struct timed_time), ROWS(time)},
    [TIMED_ALT_CLOCK] = {"alt_clock", sizeof(struct timed_alt_clock), ROWS(alt_clock)},
    [TIMED_RESET] = {"reset", sizeof(struct timed_reset), ROWS(reset)},
    [TIMED_STRAY] = {"stray", sizeof(struct timed_stray), ROWS(stray)},
    [TIMED_FLIP] = {"flip", sizeof(struct timed_flip), ROWS(flip)},
    [TIMED_END] = {"end", 0, NULL, 0},
};

uint64_t event_field_get(const struct event_field *field, const void *data)
{
  return number_at((const char *)data + field->offset, field->size);
}

void event_field_set(const struct event_field *field, void *data, uint64_t value)
{
  number_put((char *)data + field->offset, field->size, value);
}

void event_fields_standard(enum timed_kind kind, void *data)
{
  const struct event_kind_info *info = &event_kinds[kind];
  for (size_t i = 0; i < info->count; i++) {
    event_field_set(&info->field[i], data, info->field[i].standard);
  }
}
