// SPDX-License-Identifier: Apache-2.0
//
// What spu-host says of records of a program on a board's core: right ones pass, and whatever is wrong with one is a
// contradiction. The program is an ELF file that is made here.
#include <string.h>

#include "host/core_check.h"
#include "test/test.h"

enum { CODE = 0x40000000, TABLE = 0x40001000, OTHER = 0x40001010, STACK = 0x40002000, FILE_BYTES = 2048 };

// Instructions, from CODE on.
enum {
  AT_LOAD,      // lw a0, 0(a1)
  AT_STORE,     // sb a0, 0(a1)
  AT_PUSH,      // sw ra, 12(sp)
  AT_ADD,       // add a0, a0, a1
  AT_DIVIDE,    // div a0, a0, a1
  AT_FORWARD,   // beq a0, a1, . + 8
  AT_BACKWARD,  // bne a0, a1, . - 8
  AT_CALL,      // jal ra, . + 8
  AT_BEHIND,    // nop: behind the call
  AT_RETURN,    // ret
  AT_ECALL,     // ecall
  AT_DEAD,      // nop: the wrong path
  AT_NOTHING,   // no instruction
  AT_COUNT
};
static const uint32_t code[AT_COUNT] = {0x0005A503, 0x00A58023, 0x00112623, 0x00B50533, 0x02B54533,
                                        0x00B50463, 0xFEB51CE3, 0x008000EF, 0x00000013, 0x00008067,
                                        0x00000073, 0x00000013, 0x00000000};

struct fixture {
  uint8_t file[FILE_BYTES];
  struct core_program program;
  struct core_results results;
};

static void put(uint8_t *at, uint32_t value, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; i++) {
    at[i] = (uint8_t)(value >> 8 * i);
  }
}

static void put_section(uint8_t *at, uint32_t type, uint32_t flags, uint32_t address, uint32_t offset,
                        uint32_t size, uint32_t link)
{
  const uint32_t fields[10] = {0, type, flags, address, offset, size, link, 0, 4, 0};
  for (unsigned i = 0; i < 10; i++) {
    put(at + (size_t)4 * i, fields[i], 4);
  }
}

// The file: header, code and claims, symbols, names, sections.
static void make_file(struct fixture *fixture)
{
  enum { AT_CODE = 64, AT_CLAIMS = 256, AT_SYMBOLS = 512, AT_NAMES = 1024, AT_SECTIONS = 1536, SECTIONS = 5 };
  static const struct {
    const char *name;
    uint32_t address;
    uint32_t size;
    uint8_t kind;
  } symbols[] = {{"", 0, 0, 0},
                 {"work", CODE, 4 * AT_DEAD, ELF32_FUNCTION},
                 {"wrong_path", CODE + 4 * AT_DEAD, 4, ELF32_OBJECT},
                 {"table", TABLE, 16, ELF32_OBJECT},
                 {"other", OTHER, 16, ELF32_OBJECT},
                 {"parameters", TABLE + 64, 12, ELF32_OBJECT},
                 {"results", TABLE + 128, sizeof(struct core_results), ELF32_OBJECT},
                 {"archive", TABLE + 256, 64, ELF32_OBJECT},
                 {"claims", TABLE + 512, 12, ELF32_OBJECT},
                 {"stack_start", STACK, 0, 0},
                 {"stack_end", STACK + 256, 0, 0}};
  enum { SYMBOLS = sizeof symbols / sizeof symbols[0] };
  static const uint8_t start[] = {0x7F, 'E', 'L', 'F', 1, 1, 1};
  uint8_t *file = fixture->file;
  memset(file, 0, FILE_BYTES);
  memcpy(file, start, sizeof start);
  put(file + 18, 243, 2);
  put(file + 28, 64, 4);
  put(file + 32, AT_SECTIONS, 4);
  put(file + 48, SECTIONS, 2);
  for (unsigned i = 0; i < AT_COUNT; i++) {
    put(file + AT_CODE + (size_t)4 * i, code[i], 4);
  }
  put(file + AT_CLAIMS, CODE, 4);
  put(file + AT_CLAIMS + 4, TABLE, 4);
  put(file + AT_CLAIMS + 8, 16, 4);
  uint32_t name = 0;
  for (unsigned i = 0; i < SYMBOLS; i++) {
    uint8_t *symbol = file + AT_SYMBOLS + (size_t)16 * i;
    put(symbol, name, 4);
    put(symbol + 4, symbols[i].address, 4);
    put(symbol + 8, symbols[i].size, 4);
    symbol[12] = symbols[i].kind;
    memcpy(file + AT_NAMES + name, symbols[i].name, strlen(symbols[i].name) + 1);
    name += (uint32_t)strlen(symbols[i].name) + 1;
  }
  uint8_t *sections = file + AT_SECTIONS;
  put_section(sections + 40, 1, 6, CODE, AT_CODE, 4 * AT_COUNT, 0);
  put_section(sections + 80, 1, 2, TABLE + 512, AT_CLAIMS, 12, 0);
  put_section(sections + 120, 2, 0, 0, AT_SYMBOLS, 16 * SYMBOLS, 4);
  put_section(sections + 160, 3, 0, 0, AT_NAMES, name, 0);
}

static int setup(void **state)
{
  static struct fixture fixture;
  struct tb_error error = {""};
  make_file(&fixture);
  fixture.results = (struct core_results){.time_start = 100, .time_end = 200};
  *state = &fixture;
  return core_program_open(fixture.file, FILE_BYTES, "file", &fixture.program, &error) ? 0 : -1;
}

// A record; what is 0 is not in it, unless it is the PC or a number of the operation.
struct made {
  uint64_t pc;
  uint32_t total;
  uint32_t issue;
  uint32_t class;
  uint32_t subclass;
  uint32_t events;
  uint64_t target;
  uint64_t va;
  uint64_t pa;
  uint32_t source;  // and 0x100: there is one
  uint32_t time;
};

static size_t put_packet(uint8_t *at, uint8_t header, uint64_t value, unsigned bytes)
{
  at[0] = header;
  for (unsigned i = 0; i < bytes; i++) {
    at[1 + i] = (uint8_t)(value >> 8 * i);
  }
  return 1U + bytes;
}

static size_t encode(const struct made *made, uint8_t *data)
{
  size_t size = 0;
  size += put_packet(data + size, 0xB0, made->pc, 8);
  size += made->total != 0 ? put_packet(data + size, 0x98, made->total, 2) : 0;
  size += made->issue != 0 ? put_packet(data + size, 0x99, made->issue, 2) : 0;
  size += made->target != 0 ? put_packet(data + size, 0xB1, made->target, 8) : 0;
  size += made->va != 0 ? put_packet(data + size, 0xB2, made->va, 8) : 0;
  size += made->pa != 0 ? put_packet(data + size, 0xB3, made->pa, 8) : 0;
  size += put_packet(data + size, (uint8_t)(0x48 | made->class), made->subclass, 1);
  size += put_packet(data + size, 0x52, made->events, 2);
  size += made->source != 0 ? put_packet(data + size, 0x43, made->source & 0xFFU, 1) : 0;
  return size + put_packet(data + size, 0x71, made->time, 8);
}

#define NS_EL1 (UINT64_C(5) << 61)
#define PC(place) (NS_EL1 | (CODE + 4U * (place)))
#define PHYSICAL(address) (UINT64_C(1) << 63 | (address))

// One right record of each kind.
static const struct made right[] = {
    {PC(AT_LOAD), 3, 1, 1, 0, 0x06, 0, TABLE + 4, PHYSICAL(TABLE + 4), 0x100, 150},
    {PC(AT_LOAD), 3, 1, 1, 0, 0x06, 0, STACK + 4, PHYSICAL(STACK + 4), 0x100, 150},
    {PC(AT_LOAD), 9, 1, 1, 0, 0x02, 0, CORE_BUFFER, PHYSICAL(CORE_BUFFER), 0x101, 150},
    {PC(AT_STORE), 3, 1, 1, 1, 0x06, 0, TABLE + 15, PHYSICAL(TABLE + 15), 0, 150},
    {PC(AT_PUSH), 3, 1, 1, 1, 0x06, 0, STACK + 8, PHYSICAL(STACK + 8), 0, 150},
    {PC(AT_ADD), 2, 1, 0, 0, 0x02, 0, 0, 0, 0, 150},
    {PC(AT_DIVIDE), 34, 1, 0, 0, 0x02, 0, 0, 0, 0, 150},
    {PC(AT_FORWARD), 2, 1, 2, 1, 0x82, PC(AT_CALL), 0, 0, 0, 150},
    {PC(AT_FORWARD), 2, 1, 2, 1, 0x42, 0, 0, 0, 0, 150},
    {PC(AT_BACKWARD), 2, 1, 2, 1, 0x02, PC(AT_DIVIDE), 0, 0, 0, 150},
    {PC(AT_BACKWARD), 2, 1, 2, 1, 0xC2, 0, 0, 0, 0, 150},
    {PC(AT_CALL), 2, 1, 2, 0, 0x02, PC(AT_RETURN), 0, 0, 0, 150},
    {PC(AT_RETURN), 2, 1, 2, 2, 0x82, PC(AT_BEHIND), 0, 0, 0, 150},
    {PC(AT_ECALL), 1, 1, 0, 0, 0x01, 0, 0, 0, 0, 150},
    {PC(AT_DEAD), 1, 1, 0, 0, 0x00, 0, 0, 0, 0, 150}};

// How many contradictions the record is.
static uint64_t contradictions(const struct fixture *fixture, const struct made *made)
{
  uint8_t data[128];
  struct core_check check = core_check_begin(&fixture->program, &fixture->results);
  core_check_record(&check, data, encode(made, data));
  assert_int_equal(check.records, 1);
  return check.contradictions;
}

TEST_WITH(right_records_contradict_nothing, setup, NULL)
{
  for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
    assert_int_equal(contradictions(*state, &right[i]), 0);
  }
}

TEST_WITH(every_wrong_field_is_a_contradiction, setup, NULL)
{
  static const struct made wrong[] = {
      // PCs: of another level, not aligned, outside the program, no instruction
      {CODE + 4U * AT_ADD, 2, 1, 0, 0, 0x02, 0, 0, 0, 0, 150},
      {PC(AT_ADD) + 2, 2, 1, 0, 0, 0x02, 0, 0, 0, 0, 150},
      {PC(AT_COUNT), 2, 1, 0, 0, 0x02, 0, 0, 0, 0, 150},
      {PC(AT_NOTHING), 2, 1, 0, 0, 0x02, 0, 0, 0, 0, 150},
      // what it was
      {PC(AT_ADD), 2, 1, 1, 0, 0x02, 0, 0, 0, 0, 150},
      {PC(AT_LOAD), 3, 1, 1, 1, 0x06, 0, TABLE + 4, PHYSICAL(TABLE + 4), 0x100, 150},
      {PC(AT_STORE), 3, 1, 1, 0, 0x06, 0, TABLE + 15, PHYSICAL(TABLE + 15), 0, 150},
      {PC(AT_FORWARD), 2, 1, 2, 0, 0x42, 0, 0, 0, 0, 150},
      {PC(AT_RETURN), 2, 1, 2, 0, 0x82, PC(AT_BEHIND), 0, 0, 0, 150},
      // latencies
      {PC(AT_ADD), 1, 1, 0, 0, 0x02, 0, 0, 0, 0, 150},
      {PC(AT_ADD), 2, 2, 0, 0, 0x02, 0, 0, 0, 0, 150},
      {PC(AT_ADD), 2, 0, 0, 0, 0x02, 0, 0, 0, 0, 150},
      {PC(AT_DIVIDE), 33, 1, 0, 0, 0x02, 0, 0, 0, 0, 150},
      {PC(AT_STORE), 2, 1, 1, 1, 0x06, 0, TABLE + 15, PHYSICAL(TABLE + 15), 0, 150},
      // times
      {PC(AT_ADD), 2, 1, 0, 0, 0x02, 0, 0, 0, 0, 99},
      {PC(AT_ADD), 2, 1, 0, 0, 0x02, 0, 0, 0, 0, 201},
      // data addresses: none, not aligned, another PA, another object, behind an object, a stack access elsewhere, a
      // store to the buffer, nothing at all
      {PC(AT_LOAD), 3, 1, 1, 0, 0x06, 0, 0, 0, 0x100, 150},
      {PC(AT_LOAD), 3, 1, 1, 0, 0x06, 0, TABLE + 2, PHYSICAL(TABLE + 2), 0x100, 150},
      {PC(AT_LOAD), 3, 1, 1, 0, 0x06, 0, TABLE + 4, PHYSICAL(TABLE + 8), 0x100, 150},
      {PC(AT_LOAD), 3, 1, 1, 0, 0x06, 0, OTHER, PHYSICAL(OTHER), 0x100, 150},
      {PC(AT_STORE), 3, 1, 1, 1, 0x06, 0, TABLE + 16, PHYSICAL(TABLE + 16), 0, 150},
      {PC(AT_PUSH), 3, 1, 1, 1, 0x06, 0, TABLE, PHYSICAL(TABLE), 0, 150},
      {PC(AT_STORE), 3, 1, 1, 1, 0x02, 0, CORE_BUFFER, PHYSICAL(CORE_BUFFER), 0, 150},
      {PC(AT_LOAD), 3, 1, 1, 0, 0x02, 0, 0xB0000000, PHYSICAL(0xB0000000), 0x101, 150},
      {PC(AT_ADD), 2, 1, 0, 0, 0x02, 0, TABLE, PHYSICAL(TABLE), 0, 150},
      // cache events and data source
      {PC(AT_LOAD), 3, 1, 1, 0, 0x02, 0, TABLE + 4, PHYSICAL(TABLE + 4), 0x100, 150},
      {PC(AT_LOAD), 3, 1, 1, 0, 0x0E, 0, TABLE + 4, PHYSICAL(TABLE + 4), 0x100, 150},
      {PC(AT_LOAD), 3, 1, 1, 0, 0x06, 0, TABLE + 4, PHYSICAL(TABLE + 4), 0x101, 150},
      {PC(AT_LOAD), 3, 1, 1, 0, 0x06, 0, TABLE + 4, PHYSICAL(TABLE + 4), 0, 150},
      // branches: another target, none, one that was not taken, one outside the program, a return to what is behind
      // no call
      {PC(AT_FORWARD), 2, 1, 2, 1, 0x82, PC(AT_BACKWARD), 0, 0, 0, 150},
      {PC(AT_FORWARD), 2, 1, 2, 1, 0x82, 0, 0, 0, 0, 150},
      {PC(AT_FORWARD), 2, 1, 2, 1, 0x42, PC(AT_CALL), 0, 0, 0, 150},
      {PC(AT_RETURN), 2, 1, 2, 2, 0x82, PC(AT_COUNT), 0, 0, 0, 150},
      {PC(AT_RETURN), 2, 1, 2, 2, 0x82, PC(AT_RETURN), 0, 0, 0, 150},
      {PC(AT_CALL), 2, 1, 2, 0, 0x42, 0, 0, 0, 0, 150},
      {PC(AT_ADD), 2, 1, 0, 0, 0x02, PC(AT_CALL), 0, 0, 0, 150},
      // predictions
      {PC(AT_FORWARD), 2, 1, 2, 1, 0x02, PC(AT_CALL), 0, 0, 0, 150},
      {PC(AT_BACKWARD), 2, 1, 2, 1, 0x42, 0, 0, 0, 0, 150},
      {PC(AT_CALL), 2, 1, 2, 0, 0x82, PC(AT_RETURN), 0, 0, 0, 150},
      {PC(AT_RETURN), 2, 1, 2, 2, 0x02, PC(AT_BEHIND), 0, 0, 0, 150},
      {PC(AT_ADD), 2, 1, 0, 0, 0x82, 0, 0, 0, 0, 150},
      // what became of it
      {PC(AT_DEAD), 2, 1, 0, 0, 0x02, 0, 0, 0, 0, 150},
      {PC(AT_ECALL), 2, 1, 0, 0, 0x02, 0, 0, 0, 0, 150},
      {PC(AT_ADD), 2, 1, 0, 0, 0x01, 0, 0, 0, 0, 150},
      {PC(AT_ADD), 2, 1, 0, 0, 0x03, 0, 0, 0, 0, 150},
      {PC(AT_STORE), 3, 1, 1, 1, 0x00, 0, TABLE, PHYSICAL(TABLE), 0, 150}};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    if (contradictions(*state, &wrong[i]) == 0) {
      fail_msg("wrong record %zu passes", i);
    }
  }
}

TEST_WITH(number_of_records_follows_from_the_counters, setup, NULL)
{
  const struct fixture *fixture = *state;
  const struct core_parameters parameters = {.interval = 255};
  struct core_results results = fixture->results;
  results.retired = 256 * 20 + 1000 + 2 * 64;
  results.serving = 1000;
  results.interrupts = 2;
  results.cycles = 256 * 40;
  const struct core_bounds bounds = core_check_bounds(&results, &parameters);
  assert_int_equal(bounds.least, 17);
  assert_int_equal(bounds.most, 41);
  for (uint64_t records = 16; records <= 42; records++) {
    struct core_check check = core_check_begin(&fixture->program, &results);
    for (unsigned i = 0; i < CORE_CHECK_KINDS; i++) {
      check.kinds[i] = 1;
    }
    check.records = records;
    core_check_end(&check, &parameters);
    assert_int_equal(check.contradictions, records < 17 || records > 41);
  }
}

TEST_WITH(kind_that_never_came_is_a_contradiction, setup, NULL)
{
  const struct fixture *fixture = *state;
  const struct core_parameters parameters = {.interval = 255};
  struct core_results results = fixture->results;
  results.cycles = 256 * 40;
  for (unsigned missing = 0; missing < CORE_CHECK_KINDS; missing++) {
    struct core_check check = core_check_begin(&fixture->program, &results);
    for (unsigned i = 0; i < CORE_CHECK_KINDS; i++) {
      check.kinds[i] = i != missing;
    }
    check.records = 1;
    core_check_end(&check, &parameters);
    assert_int_equal(check.contradictions, missing != CORE_CHECK_EXCEPTION);
  }
}

// Cut anywhere, or with any byte changed, the file is taken or refused, and nothing else happens.
TEST_WITH(damaged_file_is_safe, setup, NULL)
{
  struct fixture *fixture = *state;
  struct tb_error error = {""};
  struct core_program program;
  uint8_t copy[FILE_BYTES];
  for (size_t size = 0; size < FILE_BYTES; size++) {
    assert_false(size < 1700 && core_program_open(fixture->file, size, "file", &program, &error));
  }
  for (size_t at = 0; at < FILE_BYTES; at++) {
    memcpy(copy, fixture->file, FILE_BYTES);
    copy[at] ^= 0xFF;
    if (core_program_open(copy, FILE_BYTES, "file", &program, &error)) {
      uint32_t word = 0;
      struct elf32_symbol symbol = {NULL, 0, 0};
      (void)elf32_instruction(&program.elf, CODE, &word);
      (void)elf32_at(&program.elf, TABLE, ELF32_OBJECT, &symbol);
      (void)core_program_claims(&program, CODE, TABLE, 4);
    }
  }
}
