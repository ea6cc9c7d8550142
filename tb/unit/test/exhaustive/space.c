// SPDX-License-Identifier: Apache-2.0
#include "unit/test/exhaustive/space.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/block_structs.h"

// The position of a variable in the model.
struct place {
  const char *name;
  size_t offset;
  size_t size;
};

#define PLACE(name, from, member)                                          \
  {                                                                        \
#name, offsetof(struct from, member), sizeof((struct from *)0)->member \
  }
#define REGISTER(name) PLACE(name, spu_registers, name)
#define SAMPLE(name) PLACE(name, space_sample, name)
#define MONITOR(name, member) PLACE(name, pmu, member)

static const struct place pins[] = {
#define PIN_PE(name, field, low, width) PLACE(name, spu_in, name),
#include "gen/pins.def"
    {NULL, 0, 0}};

// The positions of the same variables in the unit's pe_i.
static const struct field pin_fields[] = {
#define PIN_PE(name, field, low, width) {#name, low, width},
#include "gen/pins.def"
    {NULL, 0, 0}};

static const struct place registers[] = {
    REGISTER(pmscr_el1), REGISTER(pmscr_el2), REGISTER(pmsirr),    REGISTER(pmsfcr),    REGISTER(pmsevfr),
    REGISTER(pmsnevfr),  REGISTER(pmslatfr),  REGISTER(pmsdsfr),   REGISTER(pmblimitr), REGISTER(pmbptr),
    REGISTER(pmbsr),     REGISTER(pmbsr_el2), REGISTER(pmbsr_el3), {NULL, 0, 0}};

static const struct place samples[] = {SAMPLE(events),  SAMPLE(total_latency), SAMPLE(source),
                                       SAMPLE(op_type), SAMPLE(source_valid),  SAMPLE(simd),
                                       SAMPLE(fp),      {NULL, 0, 0}};

static const struct place monitors[] = {MONITOR(pmcr, pmcr),
                                        MONITOR(pmcnten, cnten),
                                        MONITOR(pminten, inten),
                                        MONITOR(pmovs, ovs),
                                        MONITOR(pmccfiltr, ccfiltr),
                                        MONITOR(pmevtyper, evtyper),
                                        MONITOR(pmccfiltr_vs, ccfiltr),
                                        MONITOR(pmevtyper_vs, evtyper),
                                        {NULL, 0, 0}};

static const struct place *find_place(const struct place *places, const char *name)
{
  for (; places->name != NULL; places++) {
    if (strcmp(places->name, name) == 0) {
      return places;
    }
  }
  return NULL;
}

static const struct field *find_field(const struct field *fields, const char *name)
{
  for (; fields->name != NULL; fields++) {
    if (strcmp(fields->name, name) == 0) {
      return fields;
    }
  }
  return NULL;
}

static void fail(const char *variable, const char *cause)
{
  fprintf(stderr, "exhaustive: %s: %s\n", variable, cause);
  exit(2);
}

// A variable's position on both sides.
struct variable {
  uint32_t *words;  // of the block
  unsigned low;     // its lowest bit in them
  unsigned width;
  uint8_t *bytes;  // of the model
  unsigned first;  // its lowest bit in them
};

// Splits `name`, `name[bit]` or `name[high:low]`. False for anything else.
static bool split_bits(const char *text, char name[64], bool *bits, unsigned *high, unsigned *low)
{
  const size_t length = strcspn(text, "[");
  if (length == 0 || length >= 64) {
    return false;
  }
  memcpy(name, text, length);
  name[length] = '\0';
  *bits = text[length] == '[';
  if (!*bits) {
    return true;
  }
  char *end;
  *high = (unsigned)strtoul(text + length + 1, &end, 10);
  *low = *end == ':' ? (unsigned)strtoul(end + 1, &end, 10) : *high;
  return *end == ']' && *high >= *low;
}

static struct variable find_variable(struct space *space, const char *text)
{
  const struct {
    const char *prefix;
    const struct place *places;
    const struct field *fields;
    uint32_t *words;
    void *model;
  } groups[] = {
      {"sample.", samples, block_sample_t_fields, space->block.more, &space->sample},
      {"pmu.", monitors, block_pmu_t_fields, space->block.more, &space->spu->pmu},
      {"", registers, block_regs_t_fields, space->block.regs, &space->spu->regs},
      {"", pins, pin_fields, space->block.pe, &space->in},
  };
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
    const size_t prefix = strlen(groups[i].prefix);
    char name[64] = "";
    unsigned high = 0;
    unsigned low = 0;
    bool bits = false;
    if (strncmp(text, groups[i].prefix, prefix) != 0 ||
        !split_bits(text + prefix, name, &bits, &high, &low)) {
      continue;
    }
    const struct place *place = find_place(groups[i].places, name);
    const struct field *field = find_field(groups[i].fields, name);
    if (place == NULL || field == NULL || (bits && high >= field->width)) {
      continue;
    }
    struct variable variable = {.words = groups[i].words,
                                .low = field->low + low,
                                .width = bits ? high - low + 1 : field->width,
                                .bytes = (uint8_t *)groups[i].model + place->offset,
                                .first = low};
    // A filter has 32 bits and VS in the block, 64 bits in the model.
    if (strcmp(name, "pmevtyper") == 0) {
      variable.first = low / 32 * 64 + low % 32;
    } else if (strstr(name, "_vs") != NULL) {
      variable.first = low / 2 * 64 + SPU_PMEVTYPER_EL0_VS_SHIFT + low % 2;
    }
    return variable;
  }
  fail(text, "no such variable");
  return (struct variable){0};
}

static struct space_bit bit_of(const struct variable *variable, const char *name, unsigned index)
{
  const unsigned block = variable->low + index;
  const unsigned model = variable->first + index;
  struct space_bit bit = {.index = index,
                          .block = &variable->words[block / 32],
                          .block_bit = (uint32_t)1 << block % 32,
                          .model = &variable->bytes[model / 8],
                          .model_bit = (uint8_t)(1U << model % 8)};
  (void)snprintf(bit.name, sizeof bit.name, "%s", name);
  return bit;
}

void space_create(struct space *space)
{
  memset(space, 0, sizeof *space);
  space->block = block_create();
  space->spu = calloc(1, spu_size());
  struct spu_config config;
  if (space->spu == NULL || spu_config_by_name(block_config_name(), &config) != SPU_OK ||
      spu_init(space->spu, &config) != SPU_OK) {
    fail(block_config_name(), "no model of this configuration");
  }
  space_clear(space);
}

void space_clear(struct space *space)
{
  space->bits = 0;
  memset(&space->in, 0, sizeof space->in);
  memset(&space->sample, 0, sizeof space->sample);
  memset(&space->spu->pmu, 0, sizeof space->spu->pmu);
  memset(&space->spu->regs, 0, sizeof space->spu->regs);
  memset(space->block.pe, 0, BLOCK_STATE_BITS / 8);
  memset(space->block.regs, 0, BLOCK_STATE_BITS / 8);
  memset(space->block.more, 0, BLOCK_MORE_BITS / 8);
}

void space_vary(struct space *space, const char *format, ...)
{
  char name[SPACE_NAME_BYTES];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(name, sizeof name, format, arguments);
  va_end(arguments);
  const struct variable variable = find_variable(space, name);
  for (unsigned i = 0; i < variable.width; i++) {
    if (space->bits == SPACE_MAX_BITS) {
      fail(name, "too many bits vary");
    }
    space->bit[space->bits++] = bit_of(&variable, name, i);
  }
}

void space_vary_all(struct space *space, const char *const *names)
{
  for (; *names != NULL; names++) {
    space_vary(space, "%s", *names);
  }
}

static void set_bit(const struct space_bit *bit, bool value)
{
  *bit->block = value ? *bit->block | bit->block_bit : *bit->block & ~bit->block_bit;
  *bit->model = (uint8_t)(value ? *bit->model | bit->model_bit : *bit->model & ~bit->model_bit);
}

void space_set(struct space *space, const char *name, uint64_t value)
{
  const struct variable variable = find_variable(space, name);
  for (unsigned i = 0; i < variable.width; i++) {
    const struct space_bit bit = bit_of(&variable, name, i);
    set_bit(&bit, (value >> i & 1U) != 0);
  }
}

void space_clear_aarch64(struct space *space)
{
  space_clear(space);
  space_set(space, "scr_el3_rw", 1);
  space_set(space, "hcr_el2_rw", 1);
}

static void follow(struct space *space, const struct place *place, const void *model)
{
  uint64_t value = 0;
  memcpy(&value, (const uint8_t *)model + place->offset, place->size);
  space_set(space, place->name, value);
}

void space_follow(struct space *space)
{
  for (const struct place *place = pins; place->name != NULL; place++) {
    follow(space, place, &space->in);
  }
  for (const struct place *place = registers; place->name != NULL; place++) {
    follow(space, place, &space->spu->regs);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Classes

enum { CLASSES = 1 << 16, STATES_PER_CLASS = 4, MAX_STATES = 1 << 14 };

static struct {
  uint8_t of_class[CLASSES];
  unsigned count;
  struct {
    struct spu_in in;
    struct spu_registers regs;
    uint32_t pe[BLOCK_STATE_BITS / 32];
    uint32_t block_regs[BLOCK_STATE_BITS / 32];
  } state[MAX_STATES];
} sorted;

void space_sort(struct space *space, uint32_t key)
{
  if (sorted.of_class[key] == STATES_PER_CLASS) {
    return;
  }
  if (sorted.count == MAX_STATES) {
    fail("states", "too many classes");
  }
  const unsigned i = sorted.count++;
  sorted.of_class[key]++;
  sorted.state[i].in = space->in;
  sorted.state[i].regs = space->spu->regs;
  memcpy(sorted.state[i].pe, space->block.pe, sizeof sorted.state[i].pe);
  memcpy(sorted.state[i].block_regs, space->block.regs, sizeof sorted.state[i].block_regs);
}

void space_each(struct space *space, void (*run)(struct space *space))
{
  for (unsigned i = 0; i < sorted.count; i++) {
    space_clear(space);
    space->in = sorted.state[i].in;
    space->spu->regs = sorted.state[i].regs;
    memcpy(space->block.pe, sorted.state[i].pe, sizeof sorted.state[i].pe);
    memcpy(space->block.regs, sorted.state[i].block_regs, sizeof sorted.state[i].block_regs);
    run(space);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Results

const struct field *space_field(const struct field *fields, const char *name)
{
  const struct field *field = find_field(fields, name);
  if (field == NULL) {
    fail(name, "no such result");
  }
  return field;
}

uint64_t space_result(const struct space *space, const struct field *field)
{
  const unsigned word = field->low / 32;
  const unsigned shift = field->low % 32;
  uint64_t value = (uint64_t)space->block.result[word + 1] << 32 | space->block.result[word];
  value >>= shift;
  if (shift + field->width > 64) {
    value |= (uint64_t)space->block.result[word + 2] << (64 - shift);
  }
  return field->width == 64 ? value : value & ((UINT64_C(1) << field->width) - 1);
}

bool space_matches(const struct space *space, const struct field *fields, const uint64_t *expected,
                   size_t count, uint32_t ignored)
{
  for (size_t i = 0; i < count; i++) {
    const uint64_t got = space_result(space, &fields[i]);
    if (got != expected[i] && (ignored >> i & 1U) == 0) {
      return space_differ(space, fields[i].name, expected[i], got);
    }
  }
  if (fields[count].name != NULL) {
    fail(fields[count].name, "no expected value of this result");
  }
  return true;
}

// The PE is never at an absent Exception level, and SCR_EL3.{NSE, NS} = {1, 0} is reserved: the pseudocode has no
// Security state for it.
static bool reachable(const struct space *space)
{
  const struct spu_config *config = &space->spu->config;
  if ((space->in.pe_el == SPU_EL3 && !config->have_el3) ||
      (space->in.pe_el == SPU_EL2 && !config->have_el2)) {
    return false;
  }
  return !(config->have_rme && space->in.scr_el3_nse && !space->in.scr_el3_ns);
}

void space_run(struct space *space, const char *function, space_compare compare, void *context)
{
  const uint64_t combinations = UINT64_C(1) << space->bits;
  for (unsigned i = 0; i < space->bits; i++) {
    set_bit(&space->bit[i], false);
  }
  for (uint64_t i = 0;;) {
    if (!reachable(space)) {
      space->unreachable++;
    } else {
      space->combinations++;
      block_eval();
      if (!compare(space, context)) {
        fprintf(stderr, "exhaustive: %s: %s differs\n", block_config_name(), function);
        exit(1);
      }
    }
    if (++i == combinations) {
      break;
    }
    const struct space_bit *bit = &space->bit[__builtin_ctzll(i)];
    *bit->block ^= bit->block_bit;
    *bit->model ^= bit->model_bit;
  }
}

bool space_differ(const struct space *space, const char *what, uint64_t expected, uint64_t got)
{
  fprintf(stderr, "DIFFERENCE in %s\n  model     0x%" PRIx64 "\n  unit      0x%" PRIx64 "\n  with     ", what,
          expected, got);
  for (unsigned i = 0; i < space->bits; i++) {
    const struct space_bit *bit = &space->bit[i];
    if (bit->index == 0) {
      fprintf(stderr, " %s=", bit->name);
    }
    fputc((*bit->block & bit->block_bit) != 0 ? '1' : '0', stderr);
  }
  fputs("  (lowest bit first)\n", stderr);
  return false;
}
