// SPDX-License-Identifier: Apache-2.0
#include "host/run.h"

#include "spu_sysreg.h"

#include <stdlib.h>
#include <string.h>

bool run_set(struct run *run, uint16_t encoding, uint64_t value)
{
  for (size_t i = 0; i < run->setting_count; i++) {
    if (run->settings[i].encoding == encoding) {
      run->settings[i].value = value;
      return true;
    }
  }
  if (run->setting_count == RUN_SETTINGS) {
    return false;
  }
  run->settings[run->setting_count++] = (struct setting){encoding, value};
  return true;
}

void run_defaults(struct run *run, const struct board *board, const struct player_trace *trace,
                  uint32_t interval, bool randomly)
{
  *run = (struct run){.trace = trace,
                      .rows = (uint32_t)(trace->count / board->width),
                      .passes = 1,
                      .contextidr = 0x5350,
                      .limit_ms = 120000};
  (void)run_set(run, SPU_PMSIRR_EL1, interval | (randomly ? SPU_PMSIRR_EL1_RND : 0U));
  (void)run_set(run, SPU_PMSICR_EL1, 0);
  (void)run_set(run, SPU_PMSFCR_EL1, 0);
  (void)run_set(run, SPU_PMBPTR_EL1, 0);
  (void)run_set(run, SPU_PMBLIMITR_EL1, board->buffer_bytes | (unsigned)SPU_PMBLIMITR_EL1_E);
  (void)run_set(run, SPU_PMSCR_EL1,
                SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_E1SPE | SPU_PMSCR_EL1_CX | SPU_PMSCR_EL1_PA |
                    SPU_PMSCR_EL1_TS | SPU_PMSCR_EL1_PCT_PHYSICAL << SPU_PMSCR_EL1_PCT_SHIFT);
}

bool run_expect(const struct run *run, const struct board *board, struct expect_result *expected,
                struct tb_error *error)
{
  const struct expect_options options = {.config = &board->config,
                                         .buffer_bytes = board->buffer_bytes,
                                         .trace = run->trace,
                                         .rows = run->rows,
                                         .passes = run->passes,
                                         .el = run->el,
                                         .contextidr = run->contextidr,
                                         .settings = run->settings,
                                         .setting_count = run->setting_count};
  return expect_run(&options, expected, error);
}

bool run_load(const struct board *board, const struct player_trace *trace, struct tb_error *error)
{
  return board_write_words(board, WORD_TRACE, trace->entries[0], trace->count * ENTRY_WORDS, error);
}

bool run_start(const struct run *run, const struct board *board, struct tb_error *error)
{
  bool good = board_reset(board, error) && (run->keep_loaded || run_load(board, run->trace, error)) &&
              board_write(board, WORD_PE, run->el | (uint64_t)run->contextidr << 32, error);
  for (size_t i = 0; i < run->setting_count && good; i++) {
    good = board_msr(board, run->settings[i].encoding, run->settings[i].value, NULL, error);
  }
  return good && board_start(board, run->rows, run->passes, error);
}

bool run_download(const struct board *board, uint64_t first, uint64_t end, uint8_t **bytes, size_t *size,
                  struct tb_error *error)
{
  const uint64_t limit = board->buffer_bytes;
  const uint64_t last = end < limit ? end : limit;
  *size = last > first ? (size_t)(last - first) : 0;
  const uint64_t word = first / 8;
  const size_t count = *size > 0 ? (size_t)((last + 7) / 8 - word) : 0;
  uint64_t *words = calloc(count + 1, sizeof *words);
  *bytes = malloc(*size + 1);
  if (words == NULL || *bytes == NULL) {
    free(words);
    free(*bytes);
    *bytes = NULL;
    return tb_fail(error, "out of memory for the records");
  }
  const bool good = board_read_words(board, (uint16_t)(WORD_BUFFER + word), words, count, error);
  for (size_t i = 0; good && i < *size; i++) {
    const uint64_t at = first % 8 + i;
    (*bytes)[i] = (uint8_t)(words[at / 8] >> 8 * (at % 8));
  }
  free(words);
  if (!good) {
    free(*bytes);
    *bytes = NULL;
  }
  return good;
}

void observed_free(struct observed *observed)
{
  free(observed->records);
  observed->records = NULL;
}

bool run_finish(const struct run *run, const struct board *board, struct observed *observed,
                struct tb_error *error)
{
  *observed = (struct observed){.records = NULL};
  uint64_t first = 0;
  for (size_t i = 0; i < run->setting_count; i++) {
    first = run->settings[i].encoding == SPU_PMBPTR_EL1 ? run->settings[i].value : first;
  }
  uint64_t counters[WORD_KEPT - WORD_CYCLES + 1];
  if (!board_wait(board, run->limit_ms, error) || !board_drain(board, error) ||
      !board_read_words(board, WORD_CYCLES, counters, sizeof counters / sizeof counters[0], error) ||
      !board_mrs(board, SPU_PMBPTR_EL1, &observed->pmbptr, NULL, error) ||
      !board_mrs(board, SPU_PMBSR_EL1, &observed->pmbsr, NULL, error) ||
      !board_mrs(board, SPU_PMSICR_EL1, &observed->pmsicr, NULL, error)) {
    return false;
  }
  observed->cycles = counters[0];
  observed->population = counters[WORD_POPULATION - WORD_CYCLES];
  observed->collisions = counters[WORD_COLLISIONS - WORD_CYCLES];
  observed->kept = counters[WORD_KEPT - WORD_CYCLES];
  return run_download(board, first, observed->pmbptr, &observed->records, &observed->bytes, error);
}
