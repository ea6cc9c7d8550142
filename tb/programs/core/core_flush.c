// SPDX-License-Identifier: Apache-2.0
#include "programs/core/core_flush.h"

void core_flush_cut(struct life *life, uint64_t at)
{
  life->how = SPU_OP_SQUASHED;
  life->retire = at;
  life->previous_known = false;
  life->late = life->late || life->finish > at;
  life->finish = life->late ? at : life->finish;
}

void core_flush_forget(struct life *life)
{
  if (life->late) {
    life->access = false;
    life->taken = false;
    life->events &= EVENT_STREAMING | EVENT_SMCU;
  }
}

struct life core_flush_at_dispatch(const struct code_entry *code, uint64_t now)
{
  return (struct life){.code = code,
                       .issue = UINT64_MAX,
                       .finish = now + 1,
                       .retire = now + 1,
                       .late = true,
                       .how = SPU_OP_SQUASHED};
}
