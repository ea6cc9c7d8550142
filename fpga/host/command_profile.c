// SPDX-License-Identifier: Apache-2.0
#include "host/commands.h"

#include "host/core_check.h"
#include "host/report.h"
#include "perf/perf_file.h"
#include "perf/spe_damage.h"
#include "perf/spe_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_INTERVAL = 512, DEFAULT_ROUNDS = 4 };

struct profile {
  const struct host_options *options;
  const struct board *board;
  uint8_t *file;
  struct core_program program;
  struct core_parameters parameters;
  struct core_results results;
  uint64_t counts[3];  // POPULATION, COLLISIONS, KEPT
  uint8_t *records;
};

// ---------------------------------------------------------------------------------------------------------
// The core's RAM. It is read and written in words of 64 bits.

static bool in_ram(const struct board *board, uint32_t address, uint32_t size)
{
  const uint32_t bytes = board->entries * BOARD_ENTRY_BYTES;
  return address - CORE_RAM < bytes && size <= bytes - (address - CORE_RAM);
}

// What `count` words of 32 bits are, from an address on that is a multiple of 4.
static bool read_ram(const struct board *board, uint32_t address, uint32_t *words, size_t count,
                     struct tb_error *error)
{
  const uint32_t first = (address - CORE_RAM) / 8;
  const uint32_t skip = (address - CORE_RAM) / 4 % 2;
  const size_t wide = (skip + count + 1) / 2;
  uint64_t *values = calloc(wide, sizeof *values);
  if (values == NULL) {
    return tb_fail(error, "out of memory");
  }
  const bool good = board_read_words(board, (uint16_t)(WORD_RAM + first), values, wide, error);
  for (size_t i = 0; i < count && good; i++) {
    words[i] = (uint32_t)(values[(skip + i) / 2] >> 32 * ((skip + i) % 2));
  }
  free(values);
  return good;
}

static bool load_segment(const struct profile *profile, const struct elf32_segment *segment,
                         struct tb_error *error)
{
  const struct board *board = profile->board;
  if (segment->address % 8 != 0 || !in_ram(board, segment->address, segment->size)) {
    return tb_fail(error, "%s: 0x%" PRIx32 " to 0x%" PRIx32 " is not RAM of the board",
                   profile->options->arguments[0], segment->address, segment->address + segment->size);
  }
  const size_t words = (segment->byte_count + 7U) / 8U;
  uint64_t *values = calloc(words > 0 ? words : 1, sizeof *values);
  if (values == NULL) {
    return tb_fail(error, "out of memory");
  }
  for (uint32_t i = 0; i < segment->byte_count; i++) {
    values[i / 8] |= (uint64_t)segment->bytes[i] << 8 * (i % 8);
  }
  const bool good = board_write_words(board, (uint16_t)(WORD_RAM + (segment->address - CORE_RAM) / 8), values,
                                      words, error);
  free(values);
  return good;
}

// ---------------------------------------------------------------------------------------------------------
// Steps

static bool prepare(struct profile *profile, struct tb_error *error)
{
  const char *path = profile->options->arguments[0];
  const char *port = profile->board->link->line.name;
  size_t size = 0;
  profile->file = perf_file_read(path, path, &size, error);
  return profile->file != NULL && core_program_open(profile->file, size, path, &profile->program, error) &&
         (profile->board->core_name[0] != '\0' || tb_fail(error, "%s: this board has no core", port));
}

static bool load(struct profile *profile, struct tb_error *error)
{
  const struct board *board = profile->board;
  if (!board_reset(board, error)) {
    return false;
  }
  struct elf32_segment segment;
  uint32_t loaded = 0;
  for (uint32_t i = 0; elf32_segment(&profile->program.elf, i, &segment); i++) {
    if (!load_segment(profile, &segment, error)) {
      return false;
    }
    loaded += segment.byte_count;
  }
  // Two of the parameters share a word with what is beside them: the program's file has that.
  const uint32_t address = profile->program.parameters.address;
  const uint32_t words[] = {profile->parameters.interval, profile->parameters.random,
                            profile->parameters.rounds};
  for (uint32_t i = 0; i < 3; i++) {
    const uint32_t at = address + 4 * i;
    uint32_t pair[2] = {0, 0};
    if (!in_ram(board, at & ~7U, 8) || !read_ram(board, at & ~7U, pair, 2, error)) {
      return false;
    }
    pair[at / 4 % 2] = words[i];
    if (!board_write(board, (uint16_t)(WORD_RAM + (at - CORE_RAM) / 8), pair[0] | (uint64_t)pair[1] << 32,
                     error)) {
      return false;
    }
  }
  printf("load        %s: %" PRIu32 " bytes\n", profile->options->arguments[0], loaded);
  printf("run         interval %" PRIu32 "%s, %" PRIu32 " rounds\n", profile->parameters.interval,
         profile->parameters.random != 0 ? " with RND" : "", profile->parameters.rounds);
  (void)fflush(stdout);
  return true;
}

// How the program ended, in words.
static bool check_exit(const struct profile *profile, struct tb_error *error)
{
  const char *port = profile->board->link->line.name;
  uint64_t value = 0;
  if (!board_read(profile->board, WORD_EXIT, &value, error)) {
    return false;
  }
  if (value == UINT32_MAX) {
    return tb_fail(error, "%s: the program accessed an address where nothing is", port);
  }
  if (value >> 8 == 1) {
    return tb_fail(error, "%s: the program ended with exception %" PRIu64, port, value & 0xFFU);
  }
  if (value >> 8 == 2) {
    return tb_fail(error, "%s: the driver failed with status %" PRIu64 " (tb/core/software/spu_driver.h)",
                   port, value & 0xFFU);
  }
  return value == 0 || tb_fail(error, "%s: the program ended with 0x%" PRIx64, port, value);
}

// The records, out of the program's archive.
static bool download(struct profile *profile, struct tb_error *error)
{
  const size_t count = profile->results.bytes / 4U;
  uint32_t *words = calloc(count + 1U, sizeof *words);
  profile->records = calloc(count + 1U, 4);
  bool good = words != NULL && profile->records != NULL;
  if (!good) {
    (void)tb_fail(error, "out of memory");
  }
  good = good && read_ram(profile->board, profile->program.archive.address, words, count, error);
  for (size_t i = 0; i < 4 * count && good; i++) {
    profile->records[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
  }
  free(words);
  return good;
}

static bool run(struct profile *profile, struct tb_error *error)
{
  const struct board *board = profile->board;
  const struct core_program *program = &profile->program;
  if (!board_start_core(board, error) ||
      !board_wait(board, (uint64_t)profile->options->limit_s * 1000U, error) || !check_exit(profile, error)) {
    return false;
  }
  uint32_t words[sizeof profile->results / 4];
  if (!in_ram(board, program->results.address, sizeof words) ||
      !read_ram(board, program->results.address, words, sizeof words / sizeof words[0], error) ||
      !board_read_words(board, WORD_POPULATION, profile->counts, 3, error)) {
    return false;
  }
  memcpy(&profile->results, words, sizeof words);
  const struct core_results *results = &profile->results;
  if (results->magic != CORE_RESULTS_MAGIC || results->bytes > program->archive.size ||
      !in_ram(board, program->archive.address, program->archive.size)) {
    return tb_fail(error, "%s: the program left no results", board->link->line.name);
  }
  return download(profile, error);
}

static void print_results(const struct profile *profile, const struct core_check *check)
{
  const struct core_results *results = &profile->results;
  const struct core_bounds bounds = core_check_bounds(results, &profile->parameters);
  char link[256];
  link_report(profile->board->link, link, sizeof link);
  printf("core        %" PRIu32 " instructions retired in %" PRIu32 " cycles, %" PRIu32 " of them in %" PRIu32
         " interrupts; checksum 0x%08" PRIx32 "\n",
         results->retired, results->cycles, results->serving, results->interrupts, results->checksum);
  printf("unit        population %" PRIu64 ", collisions %" PRIu64 ", kept %" PRIu64 "\n", profile->counts[0],
         profile->counts[1], profile->counts[2]);
  printf("records     %" PRIu64 " in %" PRIu32 " bytes; %" PRIu64 " to %" PRIu64
         " follow from the core's counters\n",
         check->records, results->bytes, bounds.least, bounds.most);
  printf("kinds      ");
  for (unsigned i = 0; i < CORE_CHECK_KINDS; i++) {
    printf("%s %s %" PRIu64, i > 0 ? "," : "", core_check_names[i], check->kinds[i]);
  }
  printf("\nchecked     %" PRIu64 " data addresses, %" PRIu64 " targets of direct branches, %" PRIu64
         " predictions\n",
         check->addresses, check->targets, check->predictions);
  printf("link        %s\n", link);
  printf("result      %" PRIu64 " contradictions\n", check->contradictions);
}

static bool check_losses(const struct profile *profile, struct tb_error *error)
{
  const struct core_results *results = &profile->results;
  return (results->losses == 0 && results->collisions == 0 && results->dropped == 0) ||
         tb_fail(error,
                 "%s: the profile is incomplete: data loss %" PRIu32 " times, collisions in %" PRIu32
                 " chunks, no room for %" PRIu32 " bytes; fewer --passes or a larger --interval fit",
                 profile->board->link->line.name, results->losses, results->collisions, results->dropped);
}

static int finish(const struct profile *profile, struct tb_error *error)
{
  const size_t size = profile->results.bytes;
  const char *output = profile->options->output;
  if (output != NULL && !host_write_file(output, profile->records, size, error)) {
    return HOST_WRONG;
  }
  struct core_check check = core_check_begin(&profile->program, &profile->results);
  struct spe_extent extent = {0};
  size_t at = 0;
  enum spe_next next = SPE_NEXT_RECORD;
  while ((next = spe_next_record(profile->records, size, at, &extent)) == SPE_NEXT_RECORD) {
    core_check_record(&check, profile->records + extent.start, extent.end - extent.start);
    at = extent.end;
  }
  core_check_end(&check, &profile->parameters);
  print_results(profile, &check);
  if (next != SPE_NEXT_END) {
    char text[256];
    spe_damage_text(&extent, text, sizeof text);
    (void)tb_fail(error, "%s: %s", profile->board->link->line.name, text);
    return HOST_FAILED;
  }
  if (check.contradictions > 0) {
    (void)tb_fail(error, "%s: %" PRIu64 " contradictions; the first: %s", profile->board->link->line.name,
                  check.contradictions, check.first.text);
    return HOST_FAILED;
  }
  return check_losses(profile, error) ? HOST_DONE : HOST_FAILED;
}

int command_profile(const struct host_options *options, const struct board *board)
{
  struct tb_error error = {""};
  struct profile profile = {
      .options = options,
      .board = board,
      .parameters = {.interval = options->interval != 0 ? options->interval : DEFAULT_INTERVAL,
                     .random = options->randomly,
                     .rounds = options->passes != 0 ? options->passes : DEFAULT_ROUNDS}};
  int status = HOST_WRONG;
  if (prepare(&profile, &error)) {
    host_print_board(board);
    status = load(&profile, &error) && run(&profile, &error) ? finish(&profile, &error) : HOST_FAILED;
  }
  free(profile.records);
  free(profile.file);
  return status == HOST_DONE ? HOST_DONE : host_complain(&error, status);
}
