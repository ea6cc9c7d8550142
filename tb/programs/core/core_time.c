// SPDX-License-Identifier: Apache-2.0
#include "programs/core/core_time.h"

uint64_t core_time_add(struct core_time *time, struct code_entry *code, struct life *life, uint64_t now,
                       bool flushes)
{
  uint64_t empty = 0;
  life->number = ++time->numbers;
  if (now >= time->next) {
    const uint64_t idle = now + 1 - time->next;
    if (time->flusher != NULL) {
      time->flusher->time += idle;
    } else {
      empty = time->empty + idle;
      time->empty = 0;
    }
    time->next = now + 1;
  }
  life->oldest = time->next;
  if (life->how != SPU_OP_SQUASHED || life->retire >= time->next) {  // otherwise the flusher squashes it
    time->flusher = flushes ? code : NULL;
    time->flusher_number = life->number;
  }
  if (life->retire >= time->next) {
    code->time += life->retire + 1 - time->next;
    time->next = life->retire + 1;
  }
  code->time += empty;
  return empty;
}

void core_time_stop(struct core_time *time, uint64_t now)
{
  if (now >= time->next) {
    uint64_t *idle = time->flusher != NULL ? &time->flusher->time : &time->empty;
    *idle += now - time->next;
    time->stopped++;
    time->next = now + 1;
    time->flusher = NULL;
  }
}

bool core_time_waits(const struct core_time *time, const struct life *life, uint64_t now)
{
  if (time->flusher != NULL && time->flusher_number == life->number && now >= time->next) {
    return true;
  }
  return life->number != 0 && now >= life->oldest && now <= life->retire;
}
