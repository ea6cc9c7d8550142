// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // pipe2, asprintf
#include "workload/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define QEMU "qemu-aarch64"

enum {
  GUEST_TRACE_FD = 3,    // where the plugin finds the trace's descriptor; it moves it away at once
  FIXED_ARGUMENTS = 10,  // QEMU's own, the program and the final null
  ELF_HEADER_SIZE = 20,  // as far as e_machine
  ELF_MACHINE = 18,
  EM_AARCH64 = 183
};

struct workload {
  pid_t pid;
  int trace;  // our own copy of the trace's read end
  char *elf;
};

static bool check_program(const char *elf, struct tb_error *error)
{
  static const uint8_t ident[6] = {0x7F, 'E', 'L', 'F', 2, 1};  // 64 bits, little-endian
  uint8_t header[ELF_HEADER_SIZE];
  FILE *file = fopen(elf, "rb");
  if (file == NULL) {
    return tb_fail(error, "%s: %s", elf, strerror(errno));
  }
  const size_t got = fread(header, 1, sizeof header, file);
  (void)fclose(file);
  if (got < sizeof header || memcmp(header, ident, sizeof ident) != 0) {
    return tb_fail(error, "%s: not a 64-bit little-endian ELF file", elf);
  }
  if ((header[ELF_MACHINE] | header[ELF_MACHINE + 1] << 8) != EM_AARCH64) {
    return tb_fail(error, "%s: not an AArch64 program", elf);
  }
  return true;
}

// QEMU separates a plugin's options by commas; a comma in its path is doubled.
static char *plugin_argument(const char *path, uint64_t op_limit)
{
  const size_t size = 2 * strlen(path) + 64;
  char *argument = malloc(size);
  if (argument == NULL) {
    return NULL;
  }
  size_t at = 0;
  for (; *path != '\0'; path++) {
    if (*path == ',') {
      argument[at++] = ',';
    }
    argument[at++] = *path;
  }
  const int length = snprintf(argument + at, size - at, ",fd=%d", GUEST_TRACE_FD);
  at += (size_t)length;
  if (op_limit > 0) {
    (void)snprintf(argument + at, size - at, ",limit=%" PRIu64, op_limit);
  }
  return argument;
}

// The QEMU that lies beside the plugin; else the one in PATH.
static char *qemu_beside(const char *plugin_path)
{
  const char *slash = strrchr(plugin_path, '/');
  const int length = slash != NULL ? (int)(slash + 1 - plugin_path) : 0;
  char *path = NULL;
  if (asprintf(&path, "%.*s%s" QEMU, length, plugin_path, length == 0 ? "./" : "") < 0) {
    return NULL;
  }
  if (access(path, X_OK) == 0) {
    return path;
  }
  free(path);
  return strdup(QEMU);
}

// In the child: from here on only what is allowed between fork and exec. Never returns.
static _Noreturn void become_qemu(const char *qemu, const char *const arguments[], int trace, int failure)
{
  if (trace == GUEST_TRACE_FD) {
    (void)fcntl(trace, F_SETFD, 0);
  }
  if (failure == GUEST_TRACE_FD) {  // give way
    failure = fcntl(failure, F_DUPFD_CLOEXEC, GUEST_TRACE_FD + 1);
  }
  if (failure >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 && dup2(trace, GUEST_TRACE_FD) >= 0) {
    (void)execvp(qemu, (char *const *)arguments);
  }
  const int cause = errno;
  const ssize_t written = write(failure, &cause, sizeof cause);
  (void)written;
  _exit(127);
}

// Starts QEMU with `trace` as the plugin's descriptor. Returns its process, or -1 with an error.
static pid_t spawn(const char *qemu, const char *const arguments[], int trace, struct tb_error *error)
{
  int failure[2];
  if (pipe2(failure, O_CLOEXEC) != 0) {
    (void)tb_fail(error, QEMU ": cannot make a pipe: %s", strerror(errno));
    return -1;
  }
  const pid_t pid = fork();
  if (pid == 0) {
    become_qemu(qemu, arguments, trace, failure[1]);
  }
  int cause = errno;
  (void)close(failure[1]);
  // The pipe closes without a word when exec succeeds.
  bool good = pid > 0;
  if (good) {
    ssize_t got;
    do {
      got = read(failure[0], &cause, sizeof cause);
    } while (got < 0 && errno == EINTR);
    good = got == 0;
  }
  (void)close(failure[0]);
  if (good) {
    return pid;
  }
  (void)tb_fail(error, QEMU ": cannot be started: %s%s", strerror(cause),
                cause == ENOENT ? " (make programs brings it)" : "");
  if (pid > 0) {
    (void)waitpid(pid, NULL, 0);
  }
  return -1;
}

static pid_t start_qemu(const char *elf, char *const argv[], const char *plugin_path, uint64_t op_limit,
                        int trace, struct tb_error *error)
{
  if (!check_program(elf, error)) {
    return -1;
  }
  if (access(plugin_path, R_OK) != 0) {
    (void)tb_fail(error, "%s: cannot read QEMU's plugin: %s", plugin_path, strerror(errno));
    return -1;
  }
  size_t count = 0;
  while (argv != NULL && argv[count] != NULL) {
    count++;
  }
  const char **arguments = calloc(FIXED_ARGUMENTS + count + 1, sizeof *arguments);
  char *plugin = plugin_argument(plugin_path, op_limit);
  char *qemu = qemu_beside(plugin_path);
  pid_t pid = -1;
  if (arguments == NULL || plugin == NULL || qemu == NULL) {
    (void)tb_fail(error, "%s: out of memory for its arguments", elf);
  } else {
    size_t n = 0;
    arguments[n++] = QEMU;
    arguments[n++] = "-cpu";
    arguments[n++] = "max,sve=off,sme=off,pauth-impdef=on";
    arguments[n++] = "-seed";  // of the random bytes the kernel gives
    arguments[n++] = "1";
    arguments[n++] = "-plugin";
    arguments[n++] = plugin;
    arguments[n++] = "-0";
    arguments[n++] = count > 0 ? argv[0] : elf;
    arguments[n++] = elf;
    for (size_t i = 1; i < count; i++) {
      arguments[n++] = argv[i];
    }
    pid = spawn(qemu, arguments, trace, error);
  }
  free(qemu);
  free(plugin);
  free((void *)arguments);
  return pid;
}

// Waits for the process; false with an error unless it exited, with status 0 if nobody takes the status.
static bool reap(pid_t pid, const char *elf, int *exit_status, struct tb_error *error)
{
  int status;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) {
      return tb_fail(error, "%s: cannot wait for " QEMU ": %s", elf, strerror(errno));
    }
  }
  if (WIFSIGNALED(status)) {
    return tb_fail(error, "%s: ended by signal %d (%s)", elf, WTERMSIG(status), strsignal(WTERMSIG(status)));
  }
  if (exit_status != NULL) {
    *exit_status = WEXITSTATUS(status);
    return true;
  }
  return WEXITSTATUS(status) == 0 || tb_fail(error, "%s: exited with status %d", elf, WEXITSTATUS(status));
}

// True when the other side has closed the trace and everything in it was read.
static bool read_to_end(int trace)
{
  struct pollfd state = {.fd = trace, .events = POLLIN};
  return poll(&state, 1, 0) == 1 && (state.revents & POLLIN) == 0 && (state.revents & POLLHUP) != 0;
}

bool workload_finish(struct workload *workload, int *exit_status, struct tb_error *error)
{
  if (workload == NULL) {
    return true;
  }
  bool good = true;
  if (read_to_end(workload->trace)) {
    good = reap(workload->pid, workload->elf, exit_status, error);
  } else {
    struct tb_error ignored = {""};
    (void)kill(workload->pid, SIGKILL);
    (void)reap(workload->pid, workload->elf, NULL, &ignored);
  }
  (void)close(workload->trace);
  free(workload->elf);
  free(workload);
  return good;
}

// Frees a workload that could not be started. If QEMU ended by itself, how it ended says more than that no
// trace came.
static void abandon(struct workload *workload, struct tb_error *error)
{
  struct tb_error end = {""};
  if (workload->pid > 0 && read_to_end(workload->trace)) {
    if (!reap(workload->pid, workload->elf, NULL, &end)) {
      error->text[0] = '\0';
      (void)tb_fail(error, "%.400s before anything was recorded", end.text);
    }
  } else if (workload->pid > 0) {
    (void)kill(workload->pid, SIGKILL);
    (void)reap(workload->pid, workload->elf, NULL, &end);
  }
  if (workload->trace >= 0) {
    (void)close(workload->trace);
  }
  free(workload->elf);
  free(workload);
}

struct workload *workload_start(const char *elf, char *const argv[], const char *plugin_path,
                                uint64_t op_limit, struct trace_reader **reader, struct tb_error *error)
{
  *reader = NULL;
  struct workload *workload = calloc(1, sizeof *workload);
  if (workload == NULL) {
    (void)tb_fail(error, "%s: out of memory", elf);
    return NULL;
  }
  int ends[2];
  *workload = (struct workload){.pid = -1, .trace = -1, .elf = strdup(elf)};
  if (workload->elf == NULL || pipe2(ends, O_CLOEXEC) != 0) {
    (void)tb_fail(error, "%s: cannot be started: %s", elf, strerror(errno));
    abandon(workload, error);
    return NULL;
  }
  workload->trace = ends[0];
  workload->pid = start_qemu(elf, argv, plugin_path, op_limit, ends[1], error);
  (void)close(ends[1]);
  if (workload->pid > 0) {
    const int copy = fcntl(ends[0], F_DUPFD_CLOEXEC, 0);
    *reader = copy >= 0 ? trace_open(copy, elf, error) : NULL;
  }
  if (*reader == NULL) {
    (void)tb_fail(error, "%s: cannot open its trace: %s", elf,
                  strerror(errno));  // unless something failed before
    abandon(workload, error);
    return NULL;
  }
  return workload;
}

bool workload_record(const char *elf, char *const argv[], const char *plugin_path, uint64_t op_limit, int fd,
                     struct tb_error *error)
{
  const pid_t pid = start_qemu(elf, argv, plugin_path, op_limit, fd, error);
  return pid > 0 && reap(pid, elf, NULL, error);
}
