// SPDX-License-Identifier: Apache-2.0
//
// spu-expect: the model's side of spu-host. Reads commands and answers each with one line or more.
#define _POSIX_C_SOURCE 200809L
#include "expect/expect.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spu_sysreg.h"
#include "unit/report/register_fields.h"
#include "unit/util/version.h"

static const char usage[] =
    "usage: spu-expect CONFIG <COMMANDS\n"
    "Computes with the model what a board with that configuration must return.\n"
    "spu-host runs it. Numbers are decimal or 0x...\n"
    "\n"
    "commands\n"
    "  config           dispatch width; bytes of an AXI beat, of the largest record, of\n"
    "                   event bits and of data sources\n"
    "  registers        name, encoding, kind, access and fields of each register\n"
    "  trace FIRST MOST FILE  entries of the player for operations of a trace\n"
    "  entry W0 W1 W2 W3  one more entry\n"
    "  interval         smallest sampling interval for these entries, without and with RND\n"
    "  msr ENCODING VALUE, mrs ENCODING  an access at EL1: verdict and value\n"
    "  play ROWS PASSES EL CONTEXTIDR BYTES  a run of the entries with a buffer of BYTES\n"
    "                   bytes: counters, registers, records\n"
    "\n"
    "options\n"
    "  -h, --help       this text\n"
    "      --version    the version\n"
    "Status: 0 done; 2 wrong use, a file that cannot be used, or a run whose result the\n"
    "model does not determine.\n";

struct session {
  struct spu_config config;
  struct expect *expect;
  struct player_trace trace;
};

// Reads the numbers at the beginning of a text. Returns their end, or null if there are fewer.
static const char *numbers(const char *text, size_t count, uint64_t values[])
{
  for (size_t i = 0; i < count; i++) {
    char *end = NULL;
    values[i] = strtoull(text, &end, 0);
    if (end == text) {
      return NULL;
    }
    text = end;
  }
  return text;
}

static bool show_config(struct session *session, const char *arguments, struct tb_error *error)
{
  (void)arguments;
  (void)error;
  const struct spu_config *config = &session->config;
  printf("config %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", config->dispatch_width,
         config->axi_data_width / 8U, spu_config_largest_record(config), config->events_bytes,
         config->source_bytes);
  return true;
}

static void show_register(const char *kind, const char *name, uint16_t encoding)
{
  const struct register_layout *layout = register_layout(encoding);
  printf("register %s 0x%x %s %s", name, encoding, kind, layout != NULL ? layout->access : "RW");
  for (size_t i = 0; layout != NULL && i < layout->count; i++) {
    printf(" %s:%u:%u", layout->fields[i].name, layout->fields[i].high, layout->fields[i].low);
  }
  printf("\n");
}

static bool show_registers(struct session *session, const char *arguments, struct tb_error *error)
{
  (void)session;
  (void)arguments;
  (void)error;
#define SHOW_PROFILING(name) show_register("profiling", #name, SPU_##name);
#define SHOW_MONITOR(name) show_register("monitor", #name, SPU_##name);
  SPU_PROFILING_REGISTERS(SHOW_PROFILING)
  SPU_MONITOR_REGISTERS(SHOW_MONITOR)
  return true;
}

static bool read_trace(struct session *session, const char *arguments, struct tb_error *error)
{
  uint64_t values[2];  // first, most
  const char *end = numbers(arguments, 2, values);
  if (end == NULL || *end != ' ' || values[1] > ENTRY_MOST) {
    return tb_fail(error, "trace %s: not FIRST MOST FILE", arguments);
  }
  struct player_trace *trace = &session->trace;
  trace->count = 0;
  if (!player_trace_read(end + 1, values[0], values[1], &session->config, trace, error)) {
    return false;
  }
  for (size_t i = 0; i < trace->count; i++) {
    const uint64_t *words = trace->entries[i];
    printf("entry 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 "\n", words[0], words[1], words[2],
           words[3]);
  }
  return true;
}

static bool add_entry(struct session *session, const char *arguments, struct tb_error *error)
{
  struct player_trace *trace = &session->trace;
  if (trace->count == ENTRY_MOST) {
    return tb_fail(error, "more than %d entries", ENTRY_MOST);
  }
  const char *end = numbers(arguments, ENTRY_WORDS, trace->entries[trace->count++]);
  return (end != NULL && *end == '\0') || tb_fail(error, "entry %s: not four words", arguments);
}

static bool show_interval(struct session *session, const char *arguments, struct tb_error *error)
{
  (void)arguments;
  (void)error;
  printf("interval %" PRIu32 " %" PRIu32 "\n", expect_interval(&session->config, &session->trace, false),
         expect_interval(&session->config, &session->trace, true));
  return true;
}

static bool access_register(struct session *session, bool write, const char *arguments,
                            struct tb_error *error)
{
  uint64_t values[2] = {0, 0};  // encoding, value
  const char *end = numbers(arguments, write ? 2 : 1, values);
  if (end == NULL || *end != '\0' || values[0] > UINT16_MAX) {
    return tb_fail(error, "access %s: not an encoding%s", arguments, write ? " and a value" : "");
  }
  uint64_t read = 0;
  const uint8_t verdict = expect_access(session->expect, write, (uint16_t)values[0], values[1], &read);
  printf("access %u 0x%" PRIx64 "\n", verdict, read);
  return true;
}

static bool write_register(struct session *session, const char *arguments, struct tb_error *error)
{
  return access_register(session, true, arguments, error);
}

static bool read_register(struct session *session, const char *arguments, struct tb_error *error)
{
  return access_register(session, false, arguments, error);
}

static void show_result(const struct expect_result *result)
{
  const struct {
    const char *name;
    uint64_t value;
  } values[] = {{"operations", result->operations},
                {"population", result->population},
                {"population_most", result->population_most},
                {"collisions", result->collisions},
                {"kept", result->kept},
                {"clocks", result->clocks},
                {"cycles", result->latest},
                {"stopped", result->stopped},
                {"pmbptr", result->pmbptr},
                {"pmbsr", result->pmbsr},
                {"pmsicr", result->pmsicr}};
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    printf("%s %" PRIu64 "\n", values[i].name, values[i].value);
  }
  for (size_t i = 0; i < result->records; i++) {
    const uint64_t end = i + 1 < result->records ? result->record_at[i + 1] : result->bytes;
    printf("record ");
    for (uint64_t at = result->record_at[i]; at < end; at++) {
      printf("%02x", result->buffer[result->first + at]);
    }
    printf("\n");
  }
}

static bool play(struct session *session, const char *arguments, struct tb_error *error)
{
  enum { ROWS, PASSES, EL, CONTEXTIDR, BYTES, VALUES };
  uint64_t values[VALUES];
  const char *end = numbers(arguments, VALUES, values);
  if (end == NULL || *end != '\0' || values[ROWS] == 0 ||
      values[ROWS] > session->trace.count / session->config.dispatch_width) {
    return tb_fail(error, "play %s: not ROWS PASSES EL CONTEXTIDR BYTES", arguments);
  }
  const struct expect_options options = {.trace = &session->trace,
                                         .rows = (uint32_t)values[ROWS],
                                         .passes = (uint32_t)values[PASSES],
                                         .el = (uint8_t)values[EL],
                                         .contextidr = (uint32_t)values[CONTEXTIDR],
                                         .buffer_bytes = (uint32_t)values[BYTES]};
  struct expect_result result;
  const bool good = expect_play(session->expect, &options, &result, error);
  if (good) {
    show_result(&result);
  }
  expect_free(&result);
  return good;
}

static bool obey(struct session *session, const char *line, struct tb_error *error)
{
  static const struct {
    const char *name;
    bool (*answer)(struct session *session, const char *arguments, struct tb_error *error);
  } commands[] = {{"config", show_config},     {"registers", show_registers},
                  {"trace", read_trace},       {"entry", add_entry},
                  {"interval", show_interval}, {"msr", write_register},
                  {"mrs", read_register},      {"play", play}};
  const size_t length = strcspn(line, " ");
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (strlen(commands[i].name) == length && strncmp(commands[i].name, line, length) == 0) {
      return commands[i].answer(session, line + length + (line[length] == ' '), error);
    }
  }
  return tb_fail(error, "%s: no such command; spu-expect --help", line);
}

static bool answer_all(const char *config, struct tb_error *error)
{
  struct session session = {.trace.entries = calloc(ENTRY_MOST, sizeof *session.trace.entries)};
  bool good = spu_config_by_name(config, &session.config) == SPU_OK ||
              tb_fail(error, "unknown configuration \"%s\"", config);
  session.expect = good ? expect_create(&session.config) : NULL;
  if (good && (session.expect == NULL || session.trace.entries == NULL)) {
    good = tb_fail(error, "out of memory");
  }
  char *line = NULL;
  size_t room = 0;
  while (good && getline(&line, &room, stdin) > 0) {
    line[strcspn(line, "\n")] = '\0';
    good = obey(&session, line, error);
  }
  free(line);
  expect_destroy(session.expect);
  free(session.trace.entries);
  return good && (fflush(stdout) == 0 || tb_fail(error, "standard output cannot be written"));
}

int main(int argc, char **argv)
{
  static const struct option options[] = {
      {"help", no_argument, NULL, 'h'}, {"version", no_argument, NULL, 'V'}, {NULL, 0, NULL, 0}};
  opterr = 0;
  const int option = getopt_long(argc, argv, "h", options, NULL);
  if (option == 'h' || option == 'V') {
    (void)fputs(option == 'h' ? usage : VERSION_TEXT("spu-expect"), stdout);
    return 0;
  }
  struct tb_error error = {""};
  bool good = false;
  if (option != -1) {
    (void)tb_fail(&error, "%s: no such option; spu-expect --help", argv[optind - 1]);
  } else if (optind + 1 != argc) {
    (void)tb_fail(&error, "must have one configuration; spu-expect --help");
  } else {
    good = answer_all(argv[optind], &error);
  }
  if (!good) {
    (void)fprintf(stderr, "spu-expect: %s\n", error.text);
  }
  return good ? 0 : 2;
}
