// SPDX-License-Identifier: Apache-2.0
#include "host/commands.h"

#include "host/names.h"
#include "host/report.h"
#include "host/run.h"
#include "report/register_fields.h"
#include "spu_sysreg.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool show(const struct board *board, const char *text, struct tb_error *error)
{
  struct name name;
  uint64_t value = 0;
  (void)name_find(text, &name);
  char full[NAME_BYTES];
  (name.sysreg ? sysreg_name : word_name)(name.addr, full);
  if (name.sysreg ? !board_mrs(board, name.addr, &value, NULL, error)
                  : !board_read(board, name.addr, &value, error)) {
    return false;
  }
  printf("%s 0x%016" PRIx64 "\n", full, value);
  const struct register_layout *layout = name.sysreg ? register_layout(name.addr) : NULL;
  if (layout != NULL) {
    for (size_t i = 0; i < layout->count; i++) {
      const struct register_field *field = &layout->fields[i];
      const unsigned width = field->high - field->low + 1U;
      const uint64_t bits = value >> field->low & (width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1);
      if (bits != 0) {
        printf("  %s %" PRIu64 " (0x%" PRIx64 ")\n", field->name, bits, bits);
      }
    }
  }
  return true;
}

static bool command_read(const struct host_options *options, const struct board *board,
                         struct tb_error *error)
{
  for (int i = 0; i < options->argument_count; i++) {
    if (!show(board, options->arguments[i], error)) {
      return false;
    }
  }
  return true;
}

static bool command_write(const struct host_options *options, const struct board *board,
                          struct tb_error *error)
{
  struct name name;
  uint64_t value = 0;
  (void)name_find(options->arguments[0], &name);
  (void)host_number(options->arguments[1], UINT64_MAX, &value);
  return name.sysreg ? board_msr(board, name.addr, value, NULL, error)
                     : board_write(board, name.addr, value, error);
}

static bool print_status(const struct board *board, struct tb_error *error)
{
  struct board_status status;
  if (!board_get_status(board, &status, error)) {
    return false;
  }
  printf("player      %s, run %u\n", status.running ? "running" : "idle", status.run);
  printf("records     %s\n", status.drained ? "drained" : "not drained since the last run");
  printf("PMBIRQ      %s\n", status.pmbirq ? "high: a management event is to be served" : "low");
  printf("SError      %s\n", status.serror ? "seen since reset" : "none");
  printf("receiver    %u framing errors, %u requests with a bad CRC since power-on\n", status.framing_errors,
         status.bad_requests);
  return true;
}

static bool download(const struct host_options *options, const struct board *board, struct tb_error *error)
{
  uint64_t pmbptr = 0;
  uint8_t *bytes = NULL;
  size_t size = 0;
  if (!board_mrs(board, SPU_PMBPTR_EL1, &pmbptr, NULL, error) ||
      !run_download(board, 0, pmbptr, &bytes, &size, error)) {
    return false;
  }
  const bool good = host_write_file(options->arguments[0], bytes, size, error);
  free(bytes);
  if (good) {
    printf("download    %zu bytes to %s\n", size, options->arguments[0]);
  }
  return good;
}

static bool start(const struct host_options *options, const struct board *board, struct tb_error *error)
{
  uint64_t rows = 0;
  if (!board_read(board, WORD_ROWS, &rows, error)) {
    return false;
  }
  const uint32_t most = board->entries / board->width;
  const uint32_t set = (uint32_t)(rows & 0xFFFFU);
  const uint32_t number = options->rows != 0 ? options->rows : set != 0 ? set : most;
  if (number > most) {
    return tb_fail(error, "--rows: the board has room for %u", most);
  }
  const uint32_t passes = options->passes != 0 ? options->passes : 1;
  if (!board_start(board, number, passes, error)) {
    return false;
  }
  printf("start       %u rows, %u passes\n", number, passes);
  return true;
}

static int load(const struct host_options *options, const struct board *board, struct tb_error *error)
{
  struct player_trace trace;
  const size_t limit =
      options->ops != 0 && options->ops < board->entries ? (size_t)options->ops : board->entries;
  const char *path = options->arguments[0];
  const bool read = strcmp(path, "builtin") == 0
                        ? player_trace_builtin(limit, &board->config, &trace, error)
                        : player_trace_read(path, options->skip, limit, &board->config, &trace, error);
  if (!read) {
    return HOST_WRONG;
  }
  const bool good = run_load(board, &trace, error) &&
                    board_write(board, WORD_ROWS, trace.count / board->width | UINT64_C(1) << 32, error);
  if (good) {
    printf("load        %zu operations\n", trace.count);
  }
  player_trace_free(&trace);
  return good ? HOST_DONE : HOST_FAILED;
}

// Whether the arguments of read and write mean something.
static bool check_arguments(const struct host_options *options, struct tb_error *error)
{
  const bool write = strcmp(options->command, "write") == 0;
  const int names = write ? 1 : strcmp(options->command, "read") == 0 ? options->argument_count : 0;
  for (int i = 0; i < names; i++) {
    struct name name;
    if (!name_find(options->arguments[i], &name)) {
      return tb_fail(error, "%s: no word and no register of that name", options->arguments[i]);
    }
  }
  uint64_t value = 0;
  return !write || host_number(options->arguments[1], UINT64_MAX, &value) ||
         tb_fail(error, "%s: not a number of 64 bits", options->arguments[1]);
}

int command_simple(const struct host_options *options, const struct board *board)
{
  struct tb_error error = {""};
  const char *command = options->command;
  if (!check_arguments(options, &error)) {
    return host_complain(&error, HOST_WRONG);
  }
  int status = HOST_FAILED;
  if (strcmp(command, "load") == 0) {
    status = load(options, board, &error);
  } else {
    const bool good = strcmp(command, "read") == 0       ? command_read(options, board, &error)
                      : strcmp(command, "write") == 0    ? command_write(options, board, &error)
                      : strcmp(command, "reset") == 0    ? board_reset(board, &error)
                      : strcmp(command, "start") == 0    ? start(options, board, &error)
                      : strcmp(command, "stop") == 0     ? board_write(board, WORD_STOP, 0, &error)
                      : strcmp(command, "drain") == 0    ? board_drain(board, &error)
                      : strcmp(command, "status") == 0   ? print_status(board, &error)
                      : strcmp(command, "download") == 0 ? download(options, board, &error)
                                                         : true;
    status = good ? HOST_DONE : HOST_FAILED;
  }
  if (strcmp(command, "info") == 0) {
    host_print_board(board);
  }
  return status == HOST_DONE ? HOST_DONE : host_complain(&error, status);
}
