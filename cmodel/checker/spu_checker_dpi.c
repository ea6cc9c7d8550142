// SPDX-License-Identifier: Apache-2.0
//
// The C side of spu_checker.sv: unpacks the pins of a cycle, steps the model with them and compares. Needs spu.h,
// libspu.a and the simulator's svdpi.h, calls no function of the simulator, and requires a little-endian host.
#include "spu_checker_dpi.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spu.h"
#include "spu_checker_pins.h"
#include "spu_checker_writes.h"

enum {
  PINS_WORDS = (SPU_CHECKER_PINS_BITS + 31) / 32,
  CONFIG_WORDS = (SPU_CHECKER_CONFIG_BITS + 31) / 32,
  SPARE = 8,  // bytes after a vector: bits_at() reads nine at a time
  TEXT = 4096
};

// A packed struct in bit order. For a bit that is X or Z, `unknown` is 1 and `known` is 0.
struct vector {
  uint8_t known[4 * PINS_WORDS + SPARE];
  uint8_t unknown[4 * PINS_WORDS + SPARE];
  bool all_known;
};

// The access of the previous cycle.
struct access {
  bool valid;
  bool write;
  uint16_t addr;
};

struct checker {
  struct spu *model;
  bool check_memory;
  bool failed;  // mismatch since the last reset: later ones are only its consequences
  uint64_t cycle;
  uint64_t compared;
  uint64_t mismatches;
  uint64_t records;
  uint64_t events;
  struct access access;
  struct spu_checker_writes writes;
  struct spu_in in;
  struct spu_checker_bus bus;
  struct spu_out out;  // the model's outputs
  struct spu_vif vif;
  struct spu_vif seen;  // the unit's vif
  char text[TEXT];
};

// A member of a C struct, and its position in the packed struct.
struct row {
  const char *pin;
  const char *function;
  size_t offset;
  size_t size;
  unsigned low;
  unsigned width;
};

#define MEMBER(type, member) offsetof(struct type, member), sizeof(((struct type *)NULL)->member)

static const struct row config_rows[] = {
#define CHECKER_CONFIG(member, low, width) {#member, "", MEMBER(spu_config, member), low, width},
#include "spu_checker_pins.def"
};

static const struct row in_rows[] = {
#define CHECKER_IN(member, low, width) {#member, "", MEMBER(spu_in, member), low, width},
#include "spu_checker_pins.def"
};

static const struct row bus_rows[] = {
#define CHECKER_BUS(member, low, width) {#member, "", MEMBER(spu_checker_bus, member), low, width},
#include "spu_checker_pins.def"
};

static const struct row out_rows[] = {
#define CHECKER_OUT(member, pin, low, width, function) {#pin, function, MEMBER(spu_out, member), low, width},
#include "spu_checker_pins.def"
};

static const struct row vif_rows[] = {
#define CHECKER_VIF(member, pin, low, width, function) {#pin, function, MEMBER(spu_vif, member), low, width},
#include "spu_checker_pins.def"
};

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

// ---------------------------------------------------------------------------------------------------------
// Packed structs

static void vector_read(struct vector *vector, const svLogicVecVal *words, size_t count)
{
  uint32_t unknown = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t known = words[i].aval & ~words[i].bval;
    memcpy(&vector->known[4 * i], &known, sizeof known);
    memcpy(&vector->unknown[4 * i], &words[i].bval, sizeof words[i].bval);
    unknown |= words[i].bval;
  }
  vector->all_known = unknown == 0;
}

static uint64_t bits_at(const uint8_t *bytes, unsigned low, unsigned width)
{
  const unsigned shift = low % 8;
  uint64_t value;
  memcpy(&value, bytes + low / 8, sizeof value);
  value >>= shift;
  if (shift + width > 64) {
    value |= (uint64_t)bytes[low / 8 + 8] << (64 - shift);
  }
  return width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
}

static uint64_t member_value(const struct row *row, const void *from)
{
  uint64_t value = 0;
  memcpy(&value, (const char *)from + row->offset, row->size);
  return value;
}

static void unpack(const struct row *rows, size_t count, const struct vector *vector, void *to)
{
  for (size_t i = 0; i < count; i++) {
    const uint64_t value = bits_at(vector->known, rows[i].low, rows[i].width);
    memcpy((char *)to + rows[i].offset, &value, rows[i].size);
  }
}

// The first row in which unit and model differ, or null.
static const struct row *first_difference(const struct row *rows, size_t count, const struct vector *unit,
                                          const void *model)
{
  for (size_t i = 0; i < count; i++) {
    const struct row *row = &rows[i];
    if (bits_at(unit->known, row->low, row->width) != member_value(row, model) ||
        (!unit->all_known && bits_at(unit->unknown, row->low, row->width) != 0)) {
      return row;
    }
  }
  return NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Text of a mismatch

static void add(struct checker *checker, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct checker *checker, const char *format, ...)
{
  const size_t used = strlen(checker->text);
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(checker->text + used, sizeof checker->text - used, format, arguments);
  va_end(arguments);
}

static void add_head(struct checker *checker, const char *what)
{
  add(checker, "mismatch in cycle %" PRIu64 "\n  signal    %s", checker->cycle, what);
}

// A hexadecimal digit with an unknown bit is x.
static void add_value(struct checker *checker, uint64_t known, uint64_t unknown, unsigned width)
{
  add(checker, "0x");
  for (unsigned digit = (width + 3) / 4; digit > 0; digit--) {
    const unsigned shift = 4 * (digit - 1);
    add(checker, (unknown >> shift & 0xF) != 0 ? "x" : "%x", (unsigned)(known >> shift & 0xF));
  }
}

static void add_packet(struct checker *checker, const char *who, const uint8_t *data, size_t length,
                       size_t at)
{
  struct spu_packet packet;
  size_t used;
  char text[SPU_PACKET_TEXT];
  if (at >= length || spu_decode_packet(data + at, length - at, &packet, &used) != SPU_DECODE_OK) {
    add(checker, "\n  %-9s no packet", who);
    return;
  }
  (void)spu_packet_text(&packet, text, sizeof text);
  add(checker, "\n  %-9s", who);
  for (size_t i = 0; i < used && packet.type != SPU_PACKET_PADDING; i++) {
    add(checker, " %02x", data[at + i]);
  }
  add(checker, " (%s)", text);
}

// Adds the packet with byte `byte` from both records, and the function that makes the model's packet.
static void add_record(struct checker *checker, size_t byte)
{
  const uint8_t *model = checker->vif.commit_data;
  const size_t length = checker->vif.commit_len;
  const char *function = "SPEConstructRecord";
  struct spu_packet packet;
  size_t used;
  size_t at = 0;
  while (at < length && spu_decode_packet(model + at, length - at, &packet, &used) == SPU_DECODE_OK) {
    if (byte < at + used) {
      function = spu_packet_function(&packet);
      break;
    }
    at += used;
  }
  add_head(checker, "vif_o.commit_data");
  add_packet(checker, "expected", model, length, at);
  add_packet(checker, "got", checker->seen.commit_data, checker->seen.commit_len, at);
  add(checker, "\n  function  %s\n  where     byte %zu of %zu", function, byte, length);
}

static void add_access(struct checker *checker)
{
  const struct access *access = &checker->access;
  const unsigned addr = access->addr;
  if (access->valid) {
    add(checker, "\n  access    %s S%u_%u_C%u_C%u_%u in the cycle before", access->write ? "MSR" : "MRS",
        addr >> 14, addr >> 11 & 7U, addr >> 7 & 15U, addr >> 3 & 15U, addr & 7U);
  }
}

static void add_difference(struct checker *checker, const struct row *row, const struct vector *unit,
                           const void *model)
{
  add_head(checker, row->pin);
  add(checker, "\n  expected  ");
  add_value(checker, member_value(row, model), 0, row->width);
  add(checker, "\n  got       ");
  add_value(checker, bits_at(unit->known, row->low, row->width), bits_at(unit->unknown, row->low, row->width),
            row->width);
  add(checker, "\n  function  %s", row->function);
  if (strncmp(row->pin, "sysreg_o.", strlen("sysreg_o.")) == 0) {
    add_access(checker);
  }
}

static void add_rule(struct checker *checker, const char *what, const char *expected, const char *got,
                     const char *function)
{
  add_head(checker, what);
  add(checker, "\n  expected  %s\n  got       %s\n  function  %s", expected, got, function);
}

// ---------------------------------------------------------------------------------------------------------
// One cycle

// A byte of a record that both sides commit, without X or Z in the unit's record.
static bool is_record_byte(const struct checker *checker, const struct row *row, const struct vector *unit)
{
  return row->offset >= offsetof(struct spu_vif, commit_data) &&
         row->offset < offsetof(struct spu_vif, commit_data) + sizeof checker->vif.commit_data &&
         checker->vif.commit_valid && checker->seen.commit_valid &&
         bits_at(unit->unknown, row->low, row->width) == 0;
}

// Checks causes before effects: the outputs, then whether the unit's vif events may happen, then their contents, then
// memory. Returns true if everything matches; else checker->text describes the mismatch.
static bool matches(struct checker *checker, const struct vector *unit)
{
  const struct row *row = first_difference(out_rows, COUNT(out_rows), unit, &checker->out);
  if (row != NULL) {
    add_difference(checker, row, unit, &checker->out);
    return false;
  }
  const struct spu_violation violation = spu_last_violation(checker->model);
  if (violation.rule != NULL) {
    add_rule(checker, "rule", "no rule violated", violation.rule, violation.function);
    return false;
  }
  row = first_difference(vif_rows, COUNT(vif_rows), unit, &checker->vif);
  if (row != NULL && is_record_byte(checker, row, unit)) {
    add_record(checker, row->offset - offsetof(struct spu_vif, commit_data));
    return false;
  }
  if (row != NULL) {
    add_difference(checker, row, unit, &checker->vif);
    return false;
  }
  if (checker->check_memory && !spu_checker_writes_step(&checker->writes, checker->model, &checker->in,
                                                        &checker->bus, &checker->vif)) {
    add_rule(checker, checker->writes.what, checker->writes.expected, checker->writes.got,
             "SPEWriteToBuffer");
    return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------------------
// Functions that spu_checker.sv imports

void *spu_checker_create(const svLogicVecVal *config_words, unsigned pins_bits, unsigned config_bits,
                         unsigned char check_memory, const char **problem)
{
  *problem = "";
  if (pins_bits != SPU_CHECKER_PINS_BITS || config_bits != SPU_CHECKER_CONFIG_BITS) {
    *problem = "spu_checker_dpi.c and the packages are of different versions";
    return NULL;
  }
  struct vector vector;
  struct spu_config config;
  memset(&vector, 0, sizeof vector);
  memset(&config, 0, sizeof config);
  vector_read(&vector, config_words, CONFIG_WORDS);
  unpack(config_rows, COUNT(config_rows), &vector, &config);
  if (spu_config_check(&config, problem) != SPU_OK) {
    return NULL;
  }
  struct checker *checker = calloc(1, sizeof *checker);
  struct spu *model = malloc(spu_size());
  if (checker == NULL || model == NULL || spu_init(model, &config) != SPU_OK) {
    free(checker);
    free(model);
    *problem = "out of memory";
    return NULL;
  }
  checker->model = model;
  checker->check_memory = check_memory != 0;
  spu_checker_writes_init(&checker->writes, &config);
  return checker;
}

void spu_checker_destroy(void *handle)
{
  struct checker *checker = handle;
  if (checker != NULL) {
    free(checker->model);
    free(checker);
  }
}

void spu_checker_reset(void *handle)
{
  struct checker *checker = handle;
  if (checker != NULL) {
    spu_reset(checker->model);
    spu_checker_writes_reset(&checker->writes);
    memset(&checker->access, 0, sizeof checker->access);
    checker->failed = false;
  }
}

int spu_checker_step(void *handle, const svLogicVecVal *pins, const char **mismatch)
{
  struct checker *checker = handle;
  *mismatch = "";
  if (checker == NULL) {
    return 1;
  }
  checker->cycle++;
  if (checker->failed) {
    return 1;
  }
  struct vector unit;
  vector_read(&unit, pins, PINS_WORDS);
  unpack(in_rows, COUNT(in_rows), &unit, &checker->in);
  unpack(bus_rows, COUNT(bus_rows), &unit, &checker->bus);
  unpack(vif_rows, COUNT(vif_rows), &unit, &checker->seen);
  spu_step(checker->model, &checker->in, &checker->seen, &checker->out, &checker->vif);
  checker->compared++;
  checker->records += checker->vif.commit_valid;
  checker->events += checker->vif.event_valid;
  checker->text[0] = '\0';
  if (!matches(checker, &unit)) {
    checker->failed = true;
    checker->mismatches++;
    *mismatch = checker->text;
    return 0;
  }
  checker->access =
      (struct access){checker->in.sysreg_valid, checker->in.sysreg_write, checker->in.sysreg_addr};
  return 1;
}

const char *spu_checker_summary(void *handle)
{
  struct checker *checker = handle;
  if (checker == NULL) {
    return "no model";
  }
  checker->text[0] = '\0';
  add(checker,
      "%" PRIu64 " mismatches in %" PRIu64 " cycles compared; %" PRIu64 " records, %" PRIu64 " events",
      checker->mismatches, checker->compared, checker->records, checker->events);
  return checker->text;
}
