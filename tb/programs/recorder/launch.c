// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // pipe2, memfd_create, close_range, execvpe, asprintf
#include "programs/recorder/launch.h"

#include "programs/recorder/vector_length.h"
#include "unit/util/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define QEMU "qemu-aarch64"
#define KERNEL_RELEASE "6.1.0"  // from uname(); start-up code of C libraries parses it

enum {
  GUEST_TRACE_FD = 3,      // the trace's descriptor, which the plugin moves away at once
  GUEST_PROGRAM_FD = 499,  // the program; the plugin's own descriptors follow (GUEST_FREE_FD there)
  GUEST_STACK = 8 << 20,   // bytes: where the stack ends depends on it
  FIXED_ARGUMENTS = 13,    // QEMU's own, the program and the final null
  PATH_TEXT = 32
};

struct workload {
  pid_t pid;                          // QEMU; -1: none
  pid_t relay;                        // forwards its output; -1: none
  int trace;                          // our own copy of the trace's read end
  const volatile sig_atomic_t *stop;  // null: never stopped
  char *elf;
};

static bool copy_program(const char *elf, FILE *from, FILE *to, struct tb_error *error)
{
  uint8_t data[1 << 16];
  size_t got = fread(data, 1, sizeof data, from);
  if (ferror(from) == 0 && !elf_file_check(data, got, elf, error)) {
    return false;
  }
  while (got > 0 && fwrite(data, 1, got, to) == got) {
    got = feof(from) != 0 || ferror(from) != 0 ? 0 : fread(data, 1, sizeof data, from);
  }
  return (ferror(from) == 0 && ferror(to) == 0 && fflush(to) == 0) ||
         tb_fail(error, "%s: cannot be read: %s", elf, strerror(errno));
}

// A copy of the program in an unnamed file, so that its path does not matter: the path of an executed file is on the
// guest's stack and in /proc/self/exe, which C libraries read. -1 with an error.
static int program_descriptor(const char *elf, struct tb_error *error)
{
  FILE *from = fopen(elf, "rb");
  if (from == NULL) {
    (void)tb_fail(error, "%s: %s", elf, strerror(errno));
    return -1;
  }
  const int made = memfd_create("program", MFD_CLOEXEC);
  FILE *to = made >= 0 ? fdopen(made, "wb") : NULL;
  int descriptor = -1;
  if (to == NULL) {
    (void)tb_fail(error, "%s: cannot be copied: %s", elf, strerror(errno));
  } else if (copy_program(elf, from, to, error)) {
    descriptor = fcntl(made, F_DUPFD_CLOEXEC, 0);
    if (descriptor < 0) {
      (void)tb_fail(error, "%s: cannot be copied: %s", elf, strerror(errno));
    }
  }
  if (to != NULL) {
    (void)fclose(to);
  } else if (made >= 0) {
    (void)close(made);
  }
  (void)fclose(from);
  return descriptor;
}

// QEMU separates a plugin's options by commas; a comma in a path is doubled. Returns where the text ends.
static size_t put_path(char *text, size_t at, const char *path)
{
  for (; *path != '\0'; path++) {
    if (*path == ',') {
      text[at++] = ',';
    }
    text[at++] = *path;
  }
  text[at] = '\0';
  return at;
}

static char *plugin_argument(const char *path, const struct trace_vectors *vectors, uint64_t op_limit)
{
  const size_t size = 2 * strlen(path) + 160;
  char *argument = malloc(size);
  if (argument == NULL) {
    return NULL;
  }
  size_t at = put_path(argument, 0, path);
  at += (size_t)snprintf(argument + at, size - at, ",fd=%d", GUEST_TRACE_FD);
  if (vectors->bits > 0) {
    at += (size_t)snprintf(argument + at, size - at, ",vector=%" PRIu32, vectors->bits);
  }
  if (vectors->streaming_bits > 0) {
    at += (size_t)snprintf(argument + at, size - at, ",streaming=%" PRIu32, vectors->streaming_bits);
  }
  if (op_limit > 0) {
    (void)snprintf(argument + at, size - at, ",limit=%" PRIu64, op_limit);
  }
  return argument;
}

// The QEMU in the plugin's folder; else the one in PATH.
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

// The plugin of the running program, in the build or else in the installation. The caller frees it; null if out of
// memory.
static char *own_plugin(void)
{
  static const char *const places[] = {"../lib", "../lib/openspu"};  // from the program's directory
  char program[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length > 0 ? length : 0] = '\0';
  const char *slash = strrchr(program, '/');
  const int directory = slash != NULL ? (int)(slash + 1 - program) : 0;
  char *path = NULL;
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    free(path);
    if (asprintf(&path, "%.*s%s/spe_trace_plugin.so", directory, program, places[i]) < 0) {
      return NULL;
    }
    if (access(path, F_OK) == 0) {
      break;
    }
  }
  return path;
}

// Forwards a program's output to our stderr. A C library buffers its output differently for a terminal, a file or a
// pipe; with a pipe every time, it behaves the same wherever our stderr goes.
static _Noreturn void become_relay(int from)
{
  char data[4096];
  ssize_t got;
  (void)signal(SIGINT, SIG_IGN);
  (void)signal(SIGTERM, SIG_IGN);
  (void)signal(SIGPIPE, SIG_IGN);  // without a reader, the program continues
  (void)dup2(from, STDIN_FILENO);
  (void)close(STDOUT_FILENO);
  (void)close_range(STDERR_FILENO + 1, ~0U, 0);
  while ((got = read(STDIN_FILENO, data, sizeof data)) > 0) {
    for (ssize_t at = 0, put = 0; at < got && put >= 0; at += put) {
      put = write(STDERR_FILENO, data + at, (size_t)(got - at));
    }
  }
  _exit(0);
}

// The process ends when the last write end is closed. False if it cannot be started.
static bool start_relay(pid_t *relay, int *write_end)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return false;
  }
  *relay = fork();
  if (*relay == 0) {
    become_relay(ends[0]);
  }
  const int cause = errno;
  (void)close(ends[0]);
  if (*relay < 0) {
    (void)close(ends[1]);
    errno = cause;
  }
  *write_end = ends[1];
  return *relay > 0;
}

// Everything that the new process needs.
struct start {
  char *qemu;
  const char **arguments;
  const char *const *environment;
  int program;
  int trace;
  int output;
  int failure;  // gets errno if exec fails; closes if it succeeds
};

static int moved_away(int descriptor)
{
  return fcntl(descriptor, F_DUPFD_CLOEXEC, GUEST_PROGRAM_FD + 1);
}

// In the child: only calls that are allowed between fork and exec. Never returns.
static _Noreturn void become_qemu(const struct start *start)
{
  // Only our process gets Ctrl-C, and ends the child.
  (void)setpgid(0, 0);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int failure = moved_away(start->failure);
  const int program = moved_away(start->program);
  const int trace = moved_away(start->trace);
  const int output = moved_away(start->output);
  const int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (program >= 0 && trace >= 0 && output >= 0 && input >= 0 && dup2(input, STDIN_FILENO) >= 0 &&
      dup2(output, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0 &&
      dup2(trace, GUEST_TRACE_FD) >= 0 && dup2(program, GUEST_PROGRAM_FD) >= 0) {
    // Other open descriptors would change the numbers that the guest's open() returns. It does not matter if the
    // kernel is too old for close_range().
    (void)close_range(GUEST_TRACE_FD + 1, GUEST_PROGRAM_FD - 1, 0);
    (void)close_range(GUEST_PROGRAM_FD + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    struct rlimit stack = {GUEST_STACK, GUEST_STACK};
    if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_max >= GUEST_STACK) {
      stack.rlim_cur = GUEST_STACK;
      (void)setrlimit(RLIMIT_STACK, &stack);
    }
    (void)execvpe(start->qemu, (char *const *)start->arguments, (char *const *)start->environment);
  }
  const int cause = errno;
  const ssize_t written = write(failure >= 0 ? failure : start->failure, &cause, sizeof cause);
  (void)written;
  _exit(127);
}

// Returns QEMU's process, or -1 with an error.
static pid_t spawn(struct start *start, struct tb_error *error)
{
  int failure[2];
  if (pipe2(failure, O_CLOEXEC) != 0) {
    (void)tb_fail(error, QEMU ": cannot make a pipe: %s", strerror(errno));
    return -1;
  }
  start->failure = failure[1];
  const pid_t pid = fork();
  if (pid == 0) {
    become_qemu(start);
  }
  int cause = errno;
  (void)close(failure[1]);
  // If exec succeeds, the pipe closes without any data.
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
                cause == ENOENT ? " (it is not in the path; in the source tree make programs installs it)"
                                : "");
  if (pid > 0) {
    (void)waitpid(pid, NULL, 0);
  }
  return -1;
}

bool workload_is_variable(const char *text)
{
  return text[0] != '=' && strchr(text, '=') != NULL;
}

static const char *name_of(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

static bool start_with_plugin(struct workload *workload, const struct workload_command *command,
                              const char *plugin_path, int trace, struct tb_error *error)
{
  static const char *const no_environment[] = {NULL};
  struct start start = {.environment = command->environment != NULL ? command->environment : no_environment,
                        .program = program_descriptor(command->elf, error),
                        .trace = trace};
  if (start.program < 0) {
    return false;
  }
  if (access(plugin_path, R_OK) != 0) {
    (void)tb_fail(error, "%s: cannot read QEMU's plugin: %s", plugin_path, strerror(errno));
    (void)close(start.program);
    return false;
  }
  size_t count = 0;
  while (command->arguments != NULL && command->arguments[count] != NULL) {
    count++;
  }
  char path[PATH_TEXT];
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", GUEST_PROGRAM_FD);
  start.qemu = qemu_beside(plugin_path);
  start.arguments = calloc(FIXED_ARGUMENTS + count, sizeof *start.arguments);
  struct trace_vectors vectors = {0};
  if (command->cpu != NULL && start.qemu != NULL) {  // the usual processor has neither SVE nor SME
    vectors.bits = vector_length(start.qemu, command->cpu, false);
    vectors.streaming_bits = vector_length(start.qemu, command->cpu, true);
  }
  char *plugin = plugin_argument(plugin_path, &vectors, command->op_limit);
  if (start.qemu == NULL || start.arguments == NULL || plugin == NULL) {
    (void)tb_fail(error, "%s: out of memory for its arguments", command->elf);
  } else if (!start_relay(&workload->relay, &start.output)) {
    (void)tb_fail(error, "cannot forward the program's output: %s", strerror(errno));
  } else {
    // -seed: of the kernel's random bytes.
    const char *const cpu = command->cpu != NULL ? command->cpu : WORKLOAD_CPU;
    const char *const fixed[] = {QEMU, "-cpu",    cpu,    "-r", KERNEL_RELEASE,        "-seed",
                                 "1",  "-plugin", plugin, "-0", name_of(command->elf), path};
    size_t n = sizeof fixed / sizeof fixed[0];
    memcpy((void *)start.arguments, (const void *)fixed, sizeof fixed);
    for (size_t i = 0; i < count; i++) {
      start.arguments[n++] = command->arguments[i];
    }
    workload->pid = spawn(&start, error);
    (void)close(start.output);
  }
  free(plugin);
  free((void *)start.arguments);
  free(start.qemu);
  (void)close(start.program);
  return workload->pid > 0;
}

static bool start_qemu(struct workload *workload, const struct workload_command *command, int trace,
                       struct tb_error *error)
{
  char *plugin = command->plugin != NULL ? strdup(command->plugin) : own_plugin();
  const bool started = plugin != NULL ? start_with_plugin(workload, command, plugin, trace, error)
                                      : tb_fail(error, "%s: out of memory", command->elf);
  free(plugin);
  return started;
}

void workload_end_text(const struct workload_end *end, char *text, size_t size)
{
  if (end->signal != 0) {
    (void)snprintf(text, size, "was ended by signal %d (%s)", end->signal, strsignal(end->signal));
  } else {
    (void)snprintf(text, size, "exited with status %d", end->status);
  }
}

// Waits for the process to end, for its output, and for the rest of its trace, whose writer keeps the output open.
static bool reap(struct workload *workload, struct workload_end *end, struct tb_error *error)
{
  int status = 0;
  pid_t got;
  do {
    if (workload->stop != NULL && *workload->stop != 0) {
      (void)kill(workload->pid, *workload->stop > 1 ? SIGKILL : SIGTERM);
    }
    got = waitpid(workload->pid, &status, 0);
  } while (got < 0 && errno == EINTR);
  const int cause = errno;
  while (workload->relay > 0 && waitpid(workload->relay, NULL, 0) < 0 && errno == EINTR) {
  }
  workload->relay = -1;
  workload->pid = -1;
  if (got < 0) {
    return tb_fail(error, "%s: cannot wait for " QEMU ": %s", workload->elf, strerror(cause));
  }
  *end = WIFSIGNALED(status) ? (struct workload_end){.signal = WTERMSIG(status)}
                             : (struct workload_end){.status = WEXITSTATUS(status)};
  return true;
}

// Reports that the program ended before anything was recorded. Returns false.
static bool nothing_recorded(const char *elf, const struct workload_end *end, struct tb_error *error)
{
  char text[64];
  workload_end_text(end, text, sizeof text);
  error->text[0] = '\0';
  return tb_fail(error, "%.400s: %s before anything was recorded", elf, text);
}

// ---------------------------------------------------------------------------------------------------------
// The interface

// True if the other side has closed the trace and everything in it was read.
static bool read_to_end(int trace)
{
  struct pollfd state = {.fd = trace, .events = POLLIN};
  return poll(&state, 1, 0) == 1 && (state.revents & POLLIN) == 0 && (state.revents & POLLHUP) != 0;
}

// Frees the workload. Kills a remaining process, and reads the rest of its trace, so that no writer blocks.
static void release(struct workload *workload)
{
  struct workload_end ignored_end;
  struct tb_error ignored = {""};
  if (workload->pid > 0) {
    uint8_t data[4096];
    (void)kill(workload->pid, SIGKILL);
    while (workload->trace >= 0 && read(workload->trace, data, sizeof data) > 0) {
    }
    (void)reap(workload, &ignored_end, &ignored);
  } else if (workload->relay > 0) {
    (void)waitpid(workload->relay, NULL, 0);
  }
  if (workload->trace >= 0) {
    (void)close(workload->trace);
  }
  free(workload->elf);
  free(workload);
}

bool workload_finish(struct workload *workload, struct workload_end *end, struct tb_error *error)
{
  struct workload_end ignored;
  end = end != NULL ? end : &ignored;
  *end = (struct workload_end){0};
  if (workload == NULL) {
    return true;
  }
  const bool good = !read_to_end(workload->trace) || reap(workload, end, error);
  release(workload);
  return good;
}

static struct workload *workload_create(const char *elf, struct tb_error *error)
{
  struct workload *workload = calloc(1, sizeof *workload);
  char *copy = strdup(elf);
  if (workload == NULL || copy == NULL) {
    (void)tb_fail(error, "%s: out of memory", elf);
    free(workload);
    free(copy);
    return NULL;
  }
  *workload = (struct workload){.pid = -1, .relay = -1, .trace = -1, .elf = copy};
  return workload;
}

static bool open_trace(struct workload *workload, const struct workload_command *command,
                       struct trace_reader **reader, struct tb_error *error)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return tb_fail(error, "%s: cannot be started: %s", workload->elf, strerror(errno));
  }
  workload->trace = ends[0];
  const bool started = start_qemu(workload, command, ends[1], error);
  (void)close(ends[1]);
  if (!started) {
    return false;
  }
  const int copy = fcntl(ends[0], F_DUPFD_CLOEXEC, 0);
  *reader = copy >= 0 ? trace_open(copy, workload->elf, error) : NULL;
  struct workload_end end;
  if (*reader == NULL && read_to_end(workload->trace) && reap(workload, &end, error)) {
    return nothing_recorded(workload->elf, &end, error);  // more specific than the missing trace
  }
  return *reader != NULL || tb_fail(error, "%s: cannot open its trace", workload->elf);
}

struct workload *workload_start(const struct workload_command *command, struct trace_reader **reader,
                                struct tb_error *error)
{
  *reader = NULL;
  struct workload *workload = workload_create(command->elf, error);
  if (workload != NULL && !open_trace(workload, command, reader, error)) {
    release(workload);
    return NULL;
  }
  return workload;
}

bool workload_record(const struct workload_command *command, int fd, const volatile sig_atomic_t *stop,
                     struct workload_end *end, struct tb_error *error)
{
  struct workload *workload = workload_create(command->elf, error);
  if (workload == NULL) {
    return false;
  }
  workload->stop = stop;
  const bool good = start_qemu(workload, command, fd, error) && reap(workload, end, error) &&
                    (lseek(fd, 0, SEEK_END) != 0 || nothing_recorded(command->elf, end, error));
  release(workload);
  return good;
}
