// SPDX-License-Identifier: Apache-2.0
//
// spe-trace: records what an AArch64 program executes, and prints such records (docs/trace-format.md).
#define _POSIX_C_SOURCE 200809L
#include "util/typed_number.h"
#include "util/version.h"
#include "workload/launch.h"
#include "workload/pc_histogram.h"
#include "workload/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "usage: spe-trace [--histogram] FILE\n"
    "       spe-trace record -o FILE [--limit N] [--env NAME=VALUE]... [--cpu NAME]\n"
    "                 [--plugin PATH] [--] PROGRAM [ARGUMENT...]\n"
    "Records and prints operation traces. Prints FILE (- is stdin), one operation a\n"
    "line: thread, PC, opcode and the first data address, or - if it accessed no\n"
    "memory. With record: makes a trace of a static AArch64 Linux program under\n"
    "qemu-aarch64; the program's output goes to stderr.\n"
    "  -H, --histogram    print `PC count` for every PC instead\n"
    "  -o, --output FILE  where to record to; it appears only when the recording is\n"
    "                     whole. Ctrl-C ends the program, and what it executed up to\n"
    "                     there is recorded\n"
    "  -l, --limit N      end the program after N operations\n"
    "  -e, --env NAME=VALUE  in the program's environment, which is empty otherwise;\n"
    "                        may be given again\n"
    "  -c, --cpu NAME     QEMU's processor for it; default: " WORKLOAD_CPU "\n"
    "  -p, --plugin PATH  QEMU's plugin; default: the one built or installed with\n"
    "                     this program\n"
    "  -h, --help         this text\n"
    "  --version          the version\n"
    "Status: 0 done; 2 wrong use, a bad trace, or a program that could not be run or\n"
    "failed.\n";

static int fail(const struct tb_error *error)
{
  (void)fprintf(stderr, "spe-trace: %s\n", error->text);
  return 2;
}

static int wrong_use(const char *cause)
{
  (void)fprintf(stderr, "spe-trace: %s; spe-trace --help\n", cause);
  return 2;
}

// ---------------------------------------------------------------------------------------------------------
// Printing

static bool print_ops(struct trace_reader *reader, struct tb_error *error)
{
  struct trace_op op;
  enum trace_result result;
  while ((result = trace_next(reader, &op, error)) == TRACE_OP) {
    printf("%" PRIu32 " 0x%" PRIx64 " %08" PRIx32, op.thread, op.pc, op.opcode);
    if (op.has_address) {
      printf(" 0x%" PRIx64 "\n", op.address);
    } else {
      (void)puts(" -");
    }
    if (ferror(stdout)) {  // said at the end
      return true;
    }
  }
  return result == TRACE_END;
}

static bool print_histogram(struct trace_reader *reader, struct tb_error *error)
{
  struct pc_histogram histogram = {NULL, 0, 0};
  struct trace_op op;
  enum trace_result result = TRACE_OP;
  while ((result = trace_next(reader, &op, error)) == TRACE_OP) {
    if (!pc_histogram_add(&histogram, op.pc)) {
      result = TRACE_ERROR;
      (void)tb_fail(error, "out of memory for the histogram");
      break;
    }
  }
  if (result == TRACE_END) {
    pc_histogram_sort(&histogram);
    for (size_t i = 0; i < histogram.used; i++) {
      printf("0x%" PRIx64 " %" PRIu64 "\n", histogram.entries[i].pc, histogram.entries[i].count);
    }
  }
  pc_histogram_free(&histogram);
  return result == TRACE_END;
}

static int print_command(const char *path, bool histogram)
{
  struct tb_error error = {""};
  const int fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    (void)tb_fail(&error, "%s: %s", path, strerror(errno));
    return fail(&error);
  }
  struct trace_reader *reader = trace_open(fd, path, &error);
  bool good = reader != NULL;
  if (good) {
    good = histogram ? print_histogram(reader, &error) : print_ops(reader, &error);
  }
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

struct recording {
  const char *output;
  const char *plugin;  // null: this program's own
  const char *cpu;     // null: the usual one
  uint64_t limit;
  char **environment;
  char **program;
};

// Reads the whole of what was recorded: what appears under the name asked for is good.
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

static bool record_to(const struct recording *recording, char *temporary, struct tb_error *error)
{
  const int fd = mkstemp(temporary);
  if (fd < 0) {
    return tb_fail(error, "%s: %s", recording->output, strerror(errno));
  }
  const mode_t mask = umask(0);  // mkstemp makes private files; a recording is a file like any other
  (void)umask(mask);
  (void)fchmod(fd, 0666 & ~mask);
  const struct workload_command command = {.elf = recording->program[0],
                                           .arguments = recording->program + 1,
                                           .environment = recording->environment,
                                           .cpu = recording->cpu,
                                           .plugin = recording->plugin,
                                           .op_limit = recording->limit};
  struct workload_end end;
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
  } else if (interrupted) {
    good = tb_fail(error, "interrupted: %s has what %s executed up to there", recording->output,
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
  const bool good = record_to(recording, temporary, &error);
  free(temporary);
  return good ? 0 : fail(&error);
}

static bool take_limit(const char *text, uint64_t *limit)
{
  return typed_number(text, limit) && *limit > 0;
}

static int run(struct recording recording, bool record, int argc, char **argv)
{
  static const struct option options[] = {{"histogram", no_argument, NULL, 'H'},
                                          {"output", required_argument, NULL, 'o'},
                                          {"limit", required_argument, NULL, 'l'},
                                          {"plugin", required_argument, NULL, 'p'},
                                          {"env", required_argument, NULL, 'e'},
                                          {"cpu", required_argument, NULL, 'c'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'V'},
                                          {NULL, 0, NULL, 0}};
  bool histogram = false;
  size_t variables = 0;
  opterr = 0;
  // "+": the options end at the first other argument; what follows the program is its own.
  for (int option = 0; (option = getopt_long(argc, argv, "+:Ho:l:p:e:c:h", options, NULL)) != -1;) {
    switch (option) {
    case 'H':
      histogram = true;
      break;
    case 'o':
      recording.output = optarg;
      break;
    case 'l':
      if (!take_limit(optarg, &recording.limit)) {
        return wrong_use("--limit: not a number from 1 to 2^64-1");
      }
      break;
    case 'p':
      recording.plugin = optarg;
      break;
    case 'e':
      if (!workload_is_variable(optarg)) {
        return wrong_use("--env: must be NAME=VALUE");
      }
      recording.environment[variables++] = optarg;
      break;
    case 'c':
      recording.cpu = optarg;
      break;
    case 'h':
      (void)fputs(usage, stdout);
      return 0;
    case 'V':
      (void)fputs(VERSION_TEXT("spe-trace"), stdout);
      return 0;
    default:
      (void)fprintf(stderr, "spe-trace: %s: %s; spe-trace --help\n", argv[optind - 1],
                    option == '?' ? "no such option" : "its value is missing");
      return 2;
    }
  }
  const int left = argc - optind;
  if (!record && (recording.output != NULL || recording.plugin != NULL || recording.limit > 0 ||
                  recording.cpu != NULL || variables > 0)) {
    return wrong_use("-o, --limit, --env, --cpu and --plugin belong to `record`");
  }
  if (!record) {
    return left == 1 ? print_command(argv[optind], histogram) : wrong_use("one trace is needed");
  }
  if (recording.output == NULL || left < 1 || histogram) {
    return wrong_use("record needs -o FILE and a program");
  }
  recording.program = argv + optind;
  return record_command(&recording);
}

int main(int argc, char **argv)
{
  struct recording recording = {.environment = calloc((size_t)argc + 1, sizeof(char *))};
  if (recording.environment == NULL) {
    return wrong_use("out of memory");
  }
  const bool record = argc > 1 && strcmp(argv[1], "record") == 0;  // its options follow the word
  const int status = run(recording, record, record ? argc - 1 : argc, record ? argv + 1 : argv);
  free(recording.environment);
  return status;
}
