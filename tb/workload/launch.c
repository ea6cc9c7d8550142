// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // pipe2, memfd_create, close_range, execvpe, asprintf
#include "workload/launch.h"

#include "util/elf_file.h"
#include "workload/relay.h"
#include "workload/trace_kept.h"
#include "workload/vector_length.h"

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
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define QEMU "qemu-aarch64"
#define KERNEL_RELEASE "6.1.0"  // that uname() gives; start-up code of C libraries takes it apart

enum {
  GUEST_TRACE_FD = 3,      // where the plugin finds the trace's descriptor; it moves it away at once
  GUEST_KEPT_FD = 4,       // and the memory of what it has not written yet; it closes it at once
  GUEST_PROGRAM_FD = 499,  // the program; the plugin's own descriptors follow (GUEST_FREE_FD there)
  GUEST_STACK = 8 << 20,   // bytes: where the stack ends depends on it
  FIXED_ARGUMENTS = 13,    // QEMU's own, the program and the final null
  PATH_TEXT = 32
};

struct workload {
  pid_t pid;  // 0: it was waited for
  struct workload_end end;
  int kept;   // descriptor of the memory that the plugin records in
  int trace;  // our own copy of the trace's read end
  struct relay *output;
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

// A copy of the program in a file without a name, so that its path tells nothing: the path of an executed file is
// on the guest's stack and in /proc/self/exe, which C libraries read. -1 with an error.
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
  const int length = snprintf(argument + at, size - at, ",fd=%d,kept=%d", GUEST_TRACE_FD, GUEST_KEPT_FD);
  at += (size_t)length;
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

// The plugin of the program that runs: where it is built, or else where it is installed. The caller frees it; null: out
// of memory.
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

// Everything that the new process is made of.
struct start {
  char *qemu;
  const char **arguments;
  char *const *environment;
  int program;
  int trace;
  int kept;
  int output;
  int failure;  // gets errno if there is no new process; closes when there is one
};

static int moved_away(int descriptor)
{
  return fcntl(descriptor, F_DUPFD_CLOEXEC, GUEST_PROGRAM_FD + 1);
}

// In the child: from here on only what is allowed between fork and exec. Never returns.
static _Noreturn void become_qemu(const struct start *start)
{
  const int failure = moved_away(start->failure);
  const int program = moved_away(start->program);
  const int trace = moved_away(start->trace);
  const int kept = moved_away(start->kept);
  const int output = moved_away(start->output);
  const int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (program >= 0 && trace >= 0 && kept >= 0 && output >= 0 && input >= 0 &&
      dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
      dup2(output, STDERR_FILENO) >= 0 && dup2(trace, GUEST_TRACE_FD) >= 0 &&
      dup2(kept, GUEST_KEPT_FD) >= 0 && dup2(program, GUEST_PROGRAM_FD) >= 0) {
    // Other open descriptors would change the numbers that the guest's open() returns. It does not matter if the
    // kernel is too old for close_range().
    (void)close_range(GUEST_KEPT_FD + 1, GUEST_PROGRAM_FD - 1, 0);
    (void)close_range(GUEST_PROGRAM_FD + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    struct rlimit stack = {GUEST_STACK, GUEST_STACK};
    if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_max >= GUEST_STACK) {
      stack.rlim_cur = GUEST_STACK;
      (void)setrlimit(RLIMIT_STACK, &stack);
    }
    (void)execvpe(start->qemu, (char *const *)start->arguments, start->environment);
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
                cause == ENOENT ? " (it is not in the path; in the source tree make programs brings it)"
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

static pid_t start_with_plugin(const struct workload_command *command, int trace, int kept,
                               struct relay **output, struct tb_error *error)
{
  static char *const no_environment[] = {NULL};
  struct start start = {.program = program_descriptor(command->elf, error), .trace = trace, .kept = kept};
  if (start.program < 0) {
    return -1;
  }
  if (access(command->plugin, R_OK) != 0) {
    (void)tb_fail(error, "%s: cannot read QEMU's plugin: %s", command->plugin, strerror(errno));
    (void)close(start.program);
    return -1;
  }
  size_t count = 0;
  while (command->arguments != NULL && command->arguments[count] != NULL) {
    count++;
  }
  char path[PATH_TEXT];
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", GUEST_PROGRAM_FD);
  start.environment = command->environment != NULL ? command->environment : no_environment;
  start.qemu = qemu_beside(command->plugin);
  start.arguments = calloc(FIXED_ARGUMENTS + count, sizeof *start.arguments);
  struct trace_vectors vectors = {0};
  if (command->cpu != NULL && start.qemu != NULL) {  // the usual processor has neither SVE nor SME
    vectors.bits = vector_length(start.qemu, command->cpu, false);
    vectors.streaming_bits = vector_length(start.qemu, command->cpu, true);
  }
  char *plugin = plugin_argument(command->plugin, &vectors, command->op_limit);
  pid_t pid = -1;
  if (start.qemu == NULL || start.arguments == NULL || plugin == NULL) {
    (void)tb_fail(error, "%s: out of memory for its arguments", command->elf);
  } else if (relay_start(output, &start.output, error)) {
    const char *const fixed[] = {QEMU,
                                 "-cpu",
                                 command->cpu != NULL ? command->cpu : WORKLOAD_CPU,
                                 "-r",
                                 KERNEL_RELEASE,
                                 "-seed",
                                 "1",  // of the random bytes the kernel gives
                                 "-plugin",
                                 plugin,
                                 "-0",
                                 name_of(command->elf),
                                 path};
    size_t n = sizeof fixed / sizeof fixed[0];
    memcpy((void *)start.arguments, (const void *)fixed, sizeof fixed);
    for (size_t i = 0; i < count; i++) {
      start.arguments[n++] = command->arguments[i];
    }
    pid = spawn(&start, error);
    (void)close(start.output);
  }
  free(plugin);
  free((void *)start.arguments);
  free(start.qemu);
  (void)close(start.program);
  return pid;
}

static pid_t start_qemu(const struct workload_command *command, int trace, int kept, struct relay **output,
                        struct tb_error *error)
{
  if (command->plugin != NULL) {
    return start_with_plugin(command, trace, kept, output, error);
  }
  char *plugin = own_plugin();
  struct workload_command with_plugin = *command;
  with_plugin.plugin = plugin;
  pid_t pid = -1;
  if (plugin == NULL) {
    (void)tb_fail(error, "%s: out of memory for the path of QEMU's plugin", command->elf);
  } else {
    pid = start_with_plugin(&with_plugin, trace, kept, output, error);
  }
  free(plugin);
  return pid;
}

void workload_end_text(const struct workload_end *end, char *text, size_t size)
{
  if (end->signal != 0) {
    (void)snprintf(text, size, "was ended by signal %d (%s)", end->signal, strsignal(end->signal));
  } else {
    (void)snprintf(text, size, "exited with status %d", end->status);
  }
}

// Waits for the process, which is told to end once *stop is nonzero, and killed when it is more than 1.
static bool reap(pid_t pid, const char *elf, const volatile sig_atomic_t *stop, struct workload_end *end,
                 struct tb_error *error)
{
  int status;
  pid_t got;
  do {
    if (stop != NULL && *stop != 0) {
      (void)kill(pid, *stop > 1 ? SIGKILL : SIGTERM);
    }
    got = waitpid(pid, &status, 0);
  } while (got < 0 && errno == EINTR);
  if (got < 0) {
    return tb_fail(error, "%s: cannot wait for " QEMU ": %s", elf, strerror(errno));
  }
  *end = WIFSIGNALED(status) ? (struct workload_end){.signal = WTERMSIG(status)}
                             : (struct workload_end){.status = WEXITSTATUS(status)};
  return true;
}

// False: it ended before it had recorded anything.
static bool nothing_recorded(const char *elf, const struct workload_end *end, struct tb_error *error)
{
  char text[64];
  workload_end_text(end, text, sizeof text);
  error->text[0] = '\0';
  return tb_fail(error, "%.400s: %s before anything was recorded", elf, text);
}

static bool reap_workload(struct workload *workload, struct tb_error *error)
{
  const pid_t pid = workload->pid;
  workload->pid = 0;
  return pid == 0 || reap(pid, workload->elf, NULL, &workload->end, error);
}

// ---------------------------------------------------------------------------------------------------------
// What the plugin did not come to write

// Memory of zeros that the plugin records in. -1 with an error.
static int kept_memory(const char *elf, struct tb_error *error)
{
  const int kept = memfd_create("kept", MFD_CLOEXEC);
  if (kept >= 0 && ftruncate(kept, sizeof(struct kept)) == 0) {
    return kept;
  }
  (void)tb_fail(error, "%s: no memory to record in: %s", elf, strerror(errno));
  if (kept >= 0) {
    (void)close(kept);
  }
  return -1;
}

// The trace after what came through the pipe: nothing, unless the program ended abruptly.
static int rest_of_trace(void *context)
{
  struct workload *workload = context;
  struct tb_error ignored = {""};  // the reader says that the trace is cut short
  bool missing = false;
  const int rest = memfd_create("rest", MFD_CLOEXEC);
  if (rest >= 0 && reap_workload(workload, &ignored) &&
      kept_write_rest(workload->kept, rest, workload->elf, &missing, &ignored) && missing &&
      lseek(rest, 0, SEEK_SET) == 0) {
    return rest;
  }
  if (rest >= 0) {
    (void)close(rest);
  }
  return -1;
}

// ---------------------------------------------------------------------------------------------------------
// The interface

// True when the other side has closed the trace and everything in it was read.
static bool read_to_end(int trace)
{
  struct pollfd state = {.fd = trace, .events = POLLIN};
  return poll(&state, 1, 0) == 1 && (state.revents & POLLIN) == 0 && (state.revents & POLLHUP) != 0;
}

// Frees it after its process is gone.
static void release(struct workload *workload)
{
  relay_finish(workload->output);
  if (workload->trace >= 0) {
    (void)close(workload->trace);
  }
  if (workload->kept >= 0) {
    (void)close(workload->kept);
  }
  free(workload->elf);
  free(workload);
}

bool workload_finish(struct workload *workload, struct workload_end *end, struct tb_error *error)
{
  if (end != NULL) {
    *end = (struct workload_end){0};
  }
  if (workload == NULL) {
    return true;
  }
  bool good = true;
  if (workload->pid == 0 || read_to_end(workload->trace)) {
    good = reap_workload(workload, error);
    if (end != NULL) {
      *end = workload->end;
    }
  } else {
    struct tb_error ignored = {""};
    (void)kill(workload->pid, SIGKILL);
    (void)reap_workload(workload, &ignored);
  }
  release(workload);
  return good;
}

// Frees a workload that could not be started. If QEMU ended by itself, how it ended says more than that no
// trace came.
static void abandon(struct workload *workload, struct tb_error *error)
{
  struct tb_error ignored = {""};
  if (workload->pid > 0 && !read_to_end(workload->trace)) {
    (void)kill(workload->pid, SIGKILL);
    (void)reap_workload(workload, &ignored);
  } else if (workload->pid >= 0 && reap_workload(workload, &ignored) &&
             (workload->end.signal != 0 || workload->end.status != 0)) {
    (void)nothing_recorded(workload->elf, &workload->end, error);
  }
  release(workload);
}

struct workload *workload_start(const struct workload_command *command, struct trace_reader **reader,
                                struct tb_error *error)
{
  const char *elf = command->elf;
  *reader = NULL;
  struct workload *workload = calloc(1, sizeof *workload);
  if (workload == NULL) {
    (void)tb_fail(error, "%s: out of memory", elf);
    return NULL;
  }
  int ends[2];
  *workload = (struct workload){.pid = -1, .kept = kept_memory(elf, error), .trace = -1, .elf = strdup(elf)};
  if (workload->kept < 0 || workload->elf == NULL || pipe2(ends, O_CLOEXEC) != 0) {
    (void)tb_fail(error, "%s: cannot be started: %s", elf, strerror(errno));
    abandon(workload, error);
    return NULL;
  }
  workload->trace = ends[0];
  workload->pid = start_qemu(command, ends[1], workload->kept, &workload->output, error);
  (void)close(ends[1]);
  if (workload->pid > 0) {
    const int copy = fcntl(ends[0], F_DUPFD_CLOEXEC, 0);
    *reader = copy >= 0 ? trace_open_parts(copy, elf, rest_of_trace, workload, error) : NULL;
  }
  if (*reader == NULL) {
    (void)tb_fail(error, "%s: cannot open its trace: %s", elf,
                  strerror(errno));  // unless something failed before
    abandon(workload, error);
    return NULL;
  }
  return workload;
}

bool workload_record(const struct workload_command *command, int fd, const volatile sig_atomic_t *stop,
                     struct workload_end *end, struct tb_error *error)
{
  *end = (struct workload_end){0};
  const int kept = kept_memory(command->elf, error);
  if (kept < 0) {
    return false;
  }
  struct relay *output = NULL;
  bool missing = false;
  const pid_t pid = start_qemu(command, fd, kept, &output, error);
  const bool good =
      pid > 0 && reap(pid, command->elf, stop, end, error) &&
      (stop == NULL || *stop < 2 || tb_fail(error, "%s: killed; its trace is lost", command->elf)) &&
      kept_write_rest(kept, fd, command->elf, &missing, error) &&
      (lseek(fd, 0, SEEK_END) != 0 || nothing_recorded(command->elf, end, error));
  relay_finish(output);
  (void)close(kept);
  return good;
}
