// SPDX-License-Identifier: Apache-2.0
//
// spu-host: talks to an FPGA board with the unit on it.
#include "host/commands.h"
#include "host/decode.h"
#include "host/report.h"
#include "host/serial.h"
#include "util/version.h"

#include <stdio.h>
#include <string.h>

enum { PROBE_ATTEMPTS = 3 };

// Whether a board answers at this rate.
static bool answers(struct link_state *link, struct tb_error *error)
{
  const struct request hello = {OP_ECHO, 0, BOARD_ID};
  struct response response;
  if (!link_resync(link, error) || !link_exchange(link, &hello, &response, 1, error)) {
    return false;
  }
  return response.data == ~BOARD_ID ||
         tb_fail(error, "%s: link: what answers does not echo", link->line.name);
}

// Opens the port at the first rate at which a board answers. Null with an error; *status says of which kind.
static struct serial *connect(const struct host_options *options, struct link_state *link, int *status,
                              struct tb_error *error)
{
  static const unsigned rates[] = {1000000, 2000000};
  const size_t count = options->baud != 0 ? 1 : sizeof rates / sizeof rates[0];
  for (size_t i = 0; i < count; i++) {
    struct tb_error cause = {""};
    const unsigned baud = options->baud != 0 ? options->baud : rates[i];
    struct serial *serial = serial_open(options->port, baud, &cause);
    if (serial == NULL) {
      *error = cause;
      *status = HOST_WRONG;
      return NULL;
    }
    const struct line line = serial_line(serial);
    link_init(link, &line,
              options->baud != 0 || options->attempts < PROBE_ATTEMPTS ? options->attempts : PROBE_ATTEMPTS);
    if (answers(link, &cause)) {
      link->attempts = options->attempts;
      return serial;
    }
    serial_close(serial);
    *error = cause;
    *status = HOST_FAILED;
  }
  return NULL;
}

int main(int argc, char **argv)
{
  struct host_options options;
  struct tb_error error = {""};
  if (!host_parse(argc, argv, &options, &error)) {
    return host_complain(&error, HOST_WRONG);
  }
  if (options.help || options.version) {
    (void)fputs(options.help ? host_usage : VERSION_TEXT("spu-host"), stdout);
    return fflush(stdout) == 0 ? HOST_DONE : HOST_WRONG;
  }
  if (strcmp(options.command, "decode") == 0) {
    return decode_file(options.arguments[0]);
  }
  struct link_state link;
  int status = HOST_FAILED;
  struct serial *serial = connect(&options, &link, &status, &error);
  if (serial == NULL) {
    return host_complain(&error, status);
  }
  struct board board;
  if (!board_identify(&board, &link, &error)) {
    status = host_complain(&error, HOST_FAILED);
  } else if (strcmp(options.command, "run") == 0) {
    status = command_run(&options, &board);
  } else if (strcmp(options.command, "profile") == 0) {
    status = command_profile(&options, &board);
  } else if (strcmp(options.command, "selftest") == 0) {
    status = command_selftest(&options, &board);
  } else {
    status = command_simple(&options, &board);
  }
  serial_close(serial);
  if (fflush(stdout) != 0 || ferror(stdout) != 0) {
    (void)tb_fail(&error, "standard output cannot be written");
    return host_complain(&error, HOST_WRONG);
  }
  return status;
}
