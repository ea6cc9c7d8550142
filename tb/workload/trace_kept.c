// SPDX-License-Identifier: Apache-2.0
#include "workload/trace_kept.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

void kept_complete(struct kept_thread *thread)
{
  trace_block_add(&thread->block, thread->run, thread->count, thread->has_address, thread->address);
  thread->pending = false;
}

uint64_t kept_next_pc(const struct kept_thread *thread)
{
  return thread->pc + 4U * thread->count;
}

static bool has_rest(const struct kept *kept)
{
  return kept->open_ended && kept->vcpus > 0;
}

static bool write_rest(struct kept *kept, int fd, const char *name, struct tb_error *error)
{
  kept->writer.fd = fd;
  kept->writer.name = name;
  for (uint32_t i = 0; i < kept->vcpus && i < TRACE_KEPT_VCPUS; i++) {
    struct kept_thread *thread = &kept->thread[i];
    if (!thread->known) {
      continue;
    }
    if (thread->pending) {
      kept_complete(thread);
    }
    if (!trace_writer_flush(&kept->writer, &thread->block, kept_next_pc(thread), error)) {
      return false;
    }
  }
  return trace_writer_end(&kept->writer, TRACE_END_ABRUPT, 0, error);
}

bool kept_write_rest(int kept, int fd, const char *name, bool *missing, struct tb_error *error)
{
  struct kept *memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED, kept, 0);
  if (memory == MAP_FAILED) {
    return tb_fail(error, "%s: cannot read what was recorded: %s", name, strerror(errno));
  }
  *missing = has_rest(memory);
  const bool good = !*missing || write_rest(memory, fd, name, error);
  (void)munmap(memory, sizeof *memory);
  return good;
}
