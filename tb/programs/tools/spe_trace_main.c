// SPDX-License-Identifier: Apache-2.0
//
// spe-trace: records the operations of an AArch64 program, and prints such traces (docs/trace-format.md).
#define _POSIX_C_SOURCE 200809L
#include "programs/recorder/launch.h"
#include "programs/trace/trace.h"
#include "unit/util/options.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct recording {
  const char *output;
  const char *plugin;  // null: this program's own
  const char *cpu;     // null: WORKLOAD_CPU
  uint64_t limit;
  const char **environment;
  char **program;
};

static bool take_env(void *recording, const char *text, struct tb_error *error)
{
  const char **env = ((struct recording *)recording)->environment;
  while (*env != NULL) {
    env++;
  }
  *env = text;
  return workload_is_variable(text) || tb_fail(error, "%s must be NAME=VALUE", text);
}

static const struct option_row rows[] = {
    {"output", 'o', "FILE", OPTION_TEXT_AT(struct recording, output),
     .help =
         "the trace; it appears only when it is complete. Ctrl-C ends the program and keeps the trace up to "
         "there"},
    {"limit", 'l', "N", OPTION_NUMBER_AT(struct recording, limit),
     .help = "end the program after N operations"},
    {"env", 'e', "NAME=VALUE", OPTION_TAKE_BY(take_env),
     .help = "variable of the program's environment (default: empty); repeatable"},
    {"cpu", 'c', "NAME", OPTION_TEXT_AT(struct recording, cpu),
     .help = "processor that QEMU emulates; default: " WORKLOAD_CPU},
    {"plugin", 'p', "PATH", OPTION_TEXT_AT(struct recording, plugin),
     .help = "QEMU's plugin; default: the one built or installed with this program"}};

enum { LIMIT = 1 };  // its row

static const struct option_program program = {
    .name = "spe-trace",
    .usage = "FILE\n"
             "       spe-trace record -o FILE [--limit N] [--env NAME=VALUE]... [--cpu NAME]\n"
             "                 [--plugin PATH] [--] PROGRAM [ARGUMENT...]",
    .about = "Records and prints operation traces. Prints FILE (- is stdin), one operation per\n"
             "line: PC, opcode and the first data address, or - if it accessed no memory. With\n"
             "record: traces a static, single-threaded AArch64 Linux program under\n"
             "qemu-aarch64; the program's output goes to stderr.\n",
    .status = "Status: 0 done; 2 wrong use, a bad trace, or a program that could not be run or\n"
              "failed.\n",
    .rows = rows,
    .count = sizeof rows / sizeof rows[0],
    .stops = true};

static int fail(const struct tb_error *error)
{
  (void)fprintf(stderr, "spe-trace: %s\n", error->text);
  return 2;
}

static int wrong_use(const char *cause)
{
  (void)fprintf(stderr, "spe-trace: %s; --help explains\n", cause);
  return 2;
}

// ---------------------------------------------------------------------------------------------------------
// Printing

static bool print_ops(struct trace_reader *reader, struct tb_error *error)
{
  struct trace_op op;
  enum trace_result result;
  while ((result = trace_next(reader, &op, error)) == TRACE_OP) {
    printf("0x%" PRIx64 " %08" PRIx32, op.pc, op.opcode);
    if (op.has_address) {
      printf(" 0x%" PRIx64 "\n", op.address);
    } else {
      (void)puts(" -");
    }
    if (ferror(stdout)) {  // reported at the end
      return true;
    }
  }
  return result == TRACE_END;
}

static int print_command(const char *path)
{
  struct tb_error error = {""};
  const int fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    (void)tb_fail(&error, "%s: %s", path, strerror(errno));
    return fail(&error);
  }
  struct trace_reader *reader = trace_open(fd, path, &error);
  bool good = reader != NULL && print_ops(reader, &error);
  trace_close(reader);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    good = tb_fail(&error, "stdout: %s", strerror(errno));
  }
  return good ? 0 : fail(&error);
}

// ---------------------------------------------------------------------------------------------------------
// Recording

static volatile sig_atomic_t interrupted;  // how often

static void on_interrupt(int number)
{
  (void)number;
  interrupted = interrupted == 0 ? 1 : 2;
}

// Reads the whole recording, so that only a good one appears under the requested name.
static bool check_whole(const char *path, struct tb_error *error)
{
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return tb_fail(error, "%s: %s", path, strerror(errno));
  }
  struct trace_reader *reader = trace_open(fd, path, error);
  struct trace_op op;
  enum trace_result result = reader != NULL ? TRACE_OP : TRACE_ERROR;
  while (result == TRACE_OP) {
    result = trace_next(reader, &op, error);
  }
  trace_close(reader);
  return result == TRACE_END;
}

static bool record(const struct recording *recording, char *temporary, struct tb_error *error)
{
  const int fd = mkstemp(temporary);
  if (fd < 0) {
    return tb_fail(error, "%s: %s", recording->output, strerror(errno));
  }
  const mode_t mask = umask(0);  // mkstemp makes private files; a recording gets the usual permissions
  (void)umask(mask);
  (void)fchmod(fd, 0666 & ~mask);
  const struct workload_command command = {.elf = recording->program[0],
                                           .arguments = recording->program + 1,
                                           .environment = recording->environment,
                                           .cpu = recording->cpu,
                                           .plugin = recording->plugin,
                                           .op_limit = recording->limit};
  struct workload_end end = {0};
  const struct sigaction action = {.sa_handler = on_interrupt};
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
  bool good = workload_record(&command, fd, &interrupted, &end, error);
  (void)close(fd);
  good = good && check_whole(temporary, error);
  if (good && rename(temporary, recording->output) != 0) {
    good = tb_fail(error, "%s: %s", recording->output, strerror(errno));
  }
  if (!good) {
    (void)unlink(temporary);
  } else if (interrupted != 0) {
    good = tb_fail(error, "interrupted: %s has the operations of %s up to there", recording->output,
                   recording->program[0]);
  } else if (end.signal != 0 || end.status != 0) {
    char text[64];
    workload_end_text(&end, text, sizeof text);
    (void)fprintf(stderr, "spe-trace: %s %s\n", recording->program[0], text);
  }
  return good;
}

static int record_command(const struct recording *recording)
{
  struct tb_error error = {""};
  char *temporary = malloc(strlen(recording->output) + sizeof ".XXXXXX");
  if (temporary == NULL) {
    return wrong_use("out of memory");
  }
  (void)strcat(strcpy(temporary, recording->output), ".XXXXXX");
  const bool good = record(recording, temporary, &error);
  free(temporary);
  return good ? 0 : fail(&error);
}

int main(int argc, char **argv)
{
  const bool record = argc > 1 && strcmp(argv[1], "record") == 0;  // its options follow the word
  struct tb_error error = {""};
  static struct recording recording;
  uint64_t given = 0;
  argc -= record ? 1 : 0;
  argv += record ? 1 : 0;
  recording.environment = (const char **)calloc((size_t)argc + 1, sizeof(char *));
  if (recording.environment == NULL) {
    return wrong_use("out of memory");
  }
  const int first = options_parse(&program, argc, argv, &recording, &given, &error);
  if (first == 0) {
    return fail(&error);
  }
  if (!record && given != 0) {
    return wrong_use("-o, --limit, --env, --cpu and --plugin belong to `record`");
  }
  if (!record) {
    return argc - first == 1 ? print_command(argv[first]) : wrong_use("expects one trace");
  }
  if (recording.output == NULL || first == argc) {
    return wrong_use("record needs -o FILE and a program");
  }
  if (recording.limit == 0 && (given >> LIMIT & 1) != 0) {
    return wrong_use("--limit: not a number from 1 to 2^64-1");
  }
  recording.program = argv + first;
  return record_command(&recording);
}
