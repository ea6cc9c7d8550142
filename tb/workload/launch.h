// SPDX-License-Identifier: Apache-2.0
//
// Runs a static AArch64 Linux program under qemu-aarch64 with our plugin, which sends what the program
// executes as an operation trace (docs/trace-format.md).
//
// The guest inherits stdin, stderr, the environment and the working directory. Its stdout goes to our
// stderr: stdout belongs to the tool that starts it. QEMU lays out its address space alike each time, and the
// random bytes that the kernel would give it are fixed, so a program with one thread gives the same trace when
// its arguments and environment are the same.
// It runs on QEMU's "max" CPU without SVE and SME, which this project's decoder does not classify.
#ifndef TB_WORKLOAD_LAUNCH_H
#define TB_WORKLOAD_LAUNCH_H

#include "util/error.h"
#include "workload/trace.h"

#include <stdbool.h>
#include <stdint.h>

struct workload;

// Starts `elf` and opens its trace.
//   argv         as for execv: argv[0] is the name the guest sees (usually elf), null-terminated; null means
//                just elf.
//   plugin_path  path of spe_trace_plugin.so; a qemu-aarch64 in the same directory comes before the one in PATH
//   op_limit     the run ends after that many operations; 0: no limit
//   *reader      receives the trace; the caller owns it and closes it with trace_close(), before or after
//                workload_finish()
// Returns null with an error if the program or the plugin cannot be read, is no AArch64 ELF file,
// qemu-aarch64 is not installed, or QEMU refused the program; nothing is left running then.
struct workload *workload_start(const char *elf, char *const argv[], const char *plugin_path,
                                uint64_t op_limit, struct trace_reader **reader, struct tb_error *error);

// Ends and frees the workload; the process is gone when this returns. If the trace was read to its end, waits
// for the guest's exit: false with an error if that was by a signal, or with a status other than 0. Where
// exit_status is not null it receives the status, and any status is good. If the trace was not read to its end,
// kills the guest and returns true: the caller stopped early on purpose. A null workload is allowed (true).
bool workload_finish(struct workload *workload, int *exit_status, struct tb_error *error);

// Runs `elf` as workload_start does, to its end, with the trace written to the open file descriptor `fd`,
// which stays open. The same errors, and those of workload_finish.
bool workload_record(const char *elf, char *const argv[], const char *plugin_path, uint64_t op_limit, int fd,
                     struct tb_error *error);

#endif  // TB_WORKLOAD_LAUNCH_H
