// SPDX-License-Identifier: Apache-2.0
#include "host/serve.h"

#include "spu_sysreg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool serve_append(struct served *served, const uint8_t *bytes, size_t size, struct tb_error *error)
{
  uint8_t *more = realloc(served->bytes, served->size + size + 1);
  if (more == NULL) {
    return tb_fail(error, "out of memory for the records");
  }
  served->bytes = more;
  memcpy(more + served->size, bytes, size);
  served->size += size;
  return true;
}

static bool serve_event(const struct board *board, struct served *served, struct tb_error *error)
{
  uint64_t pmbsr = 0;
  uint64_t pmbptr = 0;
  uint64_t pmblimitr = 0;
  if (!board_mrs(board, SPU_PMBSR_EL1, &pmbsr, NULL, error) ||
      !board_mrs(board, SPU_PMBLIMITR_EL1, &pmblimitr, NULL, error) ||
      !board_mrs(board, SPU_PMBPTR_EL1, &pmbptr, NULL, error)) {
    return false;
  }
  if ((pmbsr & SPU_PMBSR_EL1_EC) != 0 || (pmbsr & SPU_PMBSR_EL1_BSC) != SPU_PMBSR_EL1_BSC_FILLED) {
    return tb_fail(error,
                   "%s: a management event that is no full buffer: PMBSR_EL1 0x%" PRIx64
                   ", PMBPTR_EL1 0x%" PRIx64,
                   board->link->line.name, pmbsr, pmbptr);
  }
  uint8_t *bytes = NULL;
  size_t size = 0;
  if (!run_download(board, 0, pmbptr, &bytes, &size, error)) {
    return false;
  }
  const bool good = serve_append(served, bytes, size, error);
  free(bytes);
  if (served->events++ == 0) {
    served->first_size = served->size;
    served->first_pmbsr = pmbsr;
  }
  // As docs/programmers-guide.md has it: nothing is written while E is 1, and E last.
  const uint64_t limit = pmblimitr & ~(uint64_t)SPU_PMBLIMITR_EL1_E;
  return good && board_msr(board, SPU_PMBLIMITR_EL1, limit, NULL, error) &&
         board_msr(board, SPU_PMBPTR_EL1, 0, NULL, error) &&
         board_msr(board, SPU_PMBSR_EL1, 0, NULL, error) &&
         board_msr(board, SPU_PMBLIMITR_EL1, pmblimitr, NULL, error);
}

bool serve_run(const struct run *run, const struct board *board, struct served *served,
               struct tb_error *error)
{
  *served = (struct served){.bytes = NULL};
  const struct line *line = &board->link->line;
  const uint64_t end = line->now(line->context) + run->limit_ms;
  for (;;) {
    struct board_status status;
    if (!board_get_status(board, &status, error)) {
      return false;
    }
    if (!status.running) {
      return true;
    }
    if (status.pmbirq && !serve_event(board, served, error)) {
      return false;
    }
    if (line->now(line->context) > end) {
      return tb_fail(error, "%s: the player did not end in %" PRIu64 " s", line->name, run->limit_ms / 1000);
    }
  }
}
