// SPDX-License-Identifier: Apache-2.0
//
// What a recording has not written yet: in memory that whoever started QEMU can share, so that nothing is lost if
// QEMU ends without a word to its plugin. A signal does that, and a program that executes another one.
#ifndef TB_WORKLOAD_TRACE_KEPT_H
#define TB_WORKLOAD_TRACE_KEPT_H

#include "workload/trace_writer.h"

#include <pthread.h>
#include <stdatomic.h>

enum { TRACE_KEPT_VCPUS = 4096 };

struct kept_thread {
  pthread_mutex_t lock;  // its own callbacks against whoever ends the recording
  _Atomic bool known;    // there is such a thread
  // It is in this system call of prctl's, which sets the length of vectors; 0: it is not.
  uint32_t sets_length;
  uint32_t vector_bits;  // of SVE, when it is not in Streaming SVE mode
  bool pending;          // it executed a run that is not in the block yet:
  uint64_t pc;
  uint32_t run;
  uint32_t count;
  uint32_t sve_opcode;   // of a contiguous access of SVE or SME at its end; 0: there is none
  uint32_t mode_opcode;  // of what sets PSTATE.SM at its end; 0: there is nothing
  bool has_address;
  uint64_t address;
  struct trace_block block;
};

// Pages that are never touched, most threads', take no memory.
struct kept {
  struct trace_writer writer;
  _Atomic bool open_ended;  // what is written are whole blocks, and not the end
  _Atomic uint32_t vcpus;   // threads are below
  struct kept_thread thread[TRACE_KEPT_VCPUS];
};

// Moves the thread's pending run into its block.
void kept_complete(struct kept_thread *thread);

// PC of what follows the thread's pending run if nothing jumps.
uint64_t kept_next_pc(const struct kept_thread *thread);

// After QEMU is gone: if the program ended abruptly, writes what is missing of its trace, and the end, to `fd`;
// *missing says whether it did. `kept` is the descriptor of the memory. False with an error if it cannot be read, or
// a write failed.
bool kept_write_rest(int kept, int fd, const char *name, bool *missing, struct tb_error *error);

#endif  // TB_WORKLOAD_TRACE_KEPT_H
