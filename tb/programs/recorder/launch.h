// SPDX-License-Identifier: Apache-2.0
//
// Runs a static AArch64 Linux program under qemu-aarch64 with our plugin, which sends the program's operations as an
// operation trace (docs/trace-format.md).
//
// However the program ends, even by a signal, the trace has all operations that it executed.
//
// The same program, arguments and environment give the same trace everywhere, unless the program uses things that
// cannot be fixed: time, process IDs, file systems, the host's name. For that:
//   - its environment is an argument, not the caller's own; its argv[0] is the file's name without the directory, and
//     the path of the executed file does not depend on the file's place
//   - stdin is empty, and no other descriptor of the caller is open. stdout and stderr are one pipe, which goes to our
//     stderr: stdout belongs to the tool that starts it
//   - the processor, the kernel's random bytes, the kernel's release and the size of the stack are fixed, and QEMU uses
//     the same layout of the address space each time
// The working directory is the caller's.
#ifndef TB_PROGRAMS_RECORDER_LAUNCH_H
#define TB_PROGRAMS_RECORDER_LAUNCH_H

#include "programs/trace/trace.h"
#include "unit/util/error.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The default processor. It has SPE, and neither SVE nor SME. The features of QEMU's "max" change with each version of
// QEMU, and with them the code that programs choose; "max,sme=off,sve256=on" has SVE2 with 256-bit vectors, "max" also
// SME, "max,sve=off,sme=off" all other features.
#define WORKLOAD_CPU "neoverse-n1"

struct workload_command {
  const char *elf;
  char *const *arguments;          // after argv[0], null-terminated; null: none
  const char *const *environment;  // NAME=value, null-terminated; null: empty
  const char *cpu;                 // for QEMU's -cpu; null: WORKLOAD_CPU
  // Path of spe_trace_plugin.so; a qemu-aarch64 in its folder is preferred to PATH's. Null: the plugin built or
  // installed with the running program.
  const char *plugin;
  uint64_t op_limit;  // the run ends after that many operations; 0: no limit
};

// True if the text is an environment variable: NAME=value.
bool workload_is_variable(const char *text);

// How a program ended.
struct workload_end {
  int signal;  // the signal that ended it; 0: it exited
  int status;  // exit status
};

// The end in words: "exited with status 2", "was ended by signal 11 (Segmentation fault)". `size` is at least 64.
void workload_end_text(const struct workload_end *end, char *text, size_t size);

struct workload;

// Starts the program and opens its trace. *reader receives it; the caller owns it and closes it with
// trace_close(), before or after workload_finish().
// Returns null with an error if the program or the plugin cannot be read, the program is not an AArch64 ELF file,
// qemu-aarch64 is not installed, or QEMU refused the program; nothing is left running then.
struct workload *workload_start(const struct workload_command *command, struct trace_reader **reader,
                                struct tb_error *error);

// Ends and frees the workload; the process is gone when this returns. If the trace was read to its end, waits for the
// guest's end, which *end describes. Otherwise kills the guest, and *end is all zero: the caller stopped early on
// purpose. `end` may be null. False with an error if waiting for the process fails. A null workload is allowed (true).
bool workload_finish(struct workload *workload, struct workload_end *end, struct tb_error *error);

// Runs the program like workload_start, to its end, and writes the trace to the open file descriptor `fd`, which stays
// open. *end describes the program's end. The same errors; if `fd` is an empty file, also a program that ended before
// anything was recorded. A signal handler of the caller that counts in *stop (may be null) ends the program: at 1 like
// SIGTERM, at 2 unconditionally.
bool workload_record(const struct workload_command *command, int fd, const volatile sig_atomic_t *stop,
                     struct workload_end *end, struct tb_error *error);

#endif  // TB_PROGRAMS_RECORDER_LAUNCH_H
