// SPDX-License-Identifier: Apache-2.0
#include "host/board.h"

#include "host/names.h"

#include <string.h>

enum { CHUNK = 256, DRAIN_LIMIT_MS = 5000 };

static const char *port(const struct board *board)
{
  return board->link->line.name;
}

// Checks the answer to a request that has to succeed.
static bool check(const struct board *board, const struct request *request, const struct response *response,
                  struct tb_error *error)
{
  static const char *const did[] = {"read of", "write of", "MRS of", "MSR of", "echo of"};
  char name[NAME_BYTES];
  const bool sysreg = request->op == OP_MRS || request->op == OP_MSR;
  (sysreg ? sysreg_name : word_name)(request->addr, name);
  switch (response->status) {
  case STATUS_DONE:
    return true;
  case STATUS_NO_SUCH:
    return tb_fail(error, "%s: %s %s: the board has no such word, or does not take this value", port(board),
                   did[request->op], name);
  case STATUS_NO_ACCESS:
    return tb_fail(error, "%s: %s %s: %s", port(board), did[request->op], name,
                   verdict_text(response->data, request->addr, request->op == OP_MSR));
  case STATUS_RUNNING:
    return tb_fail(error, "%s: %s %s: not while the %s runs", port(board), did[request->op], name,
                   board->core_name[0] != '\0' ? "core" : "player");
  default:
    return tb_fail(error, "%s: %s %s: the board answers with status %u, which has no meaning", port(board),
                   did[request->op], name, response->status);
  }
}

static bool perform(const struct board *board, struct request request, struct response *response,
                    struct tb_error *error)
{
  return link_exchange(board->link, &request, response, 1, error);
}

bool board_read(const struct board *board, uint16_t addr, uint64_t *value, struct tb_error *error)
{
  return board_read_words(board, addr, value, 1, error);
}

bool board_write(const struct board *board, uint16_t addr, uint64_t value, struct tb_error *error)
{
  return board_write_words(board, addr, &value, 1, error);
}

static bool many(const struct board *board, uint8_t op, uint16_t addr, bool same_addr, const uint64_t *sent,
                 uint64_t *received, size_t count, struct tb_error *error)
{
  for (size_t at = 0; at < count; at += CHUNK) {
    struct request requests[CHUNK];
    struct response responses[CHUNK];
    const size_t number = count - at < CHUNK ? count - at : CHUNK;
    for (size_t i = 0; i < number; i++) {
      const uint16_t place = same_addr ? addr : (uint16_t)(addr + at + i);
      requests[i] = (struct request){op, place, sent != NULL ? sent[at + i] : 0};
    }
    if (!link_exchange(board->link, requests, responses, number, error)) {
      return false;
    }
    for (size_t i = 0; i < number; i++) {
      if (!check(board, &requests[i], &responses[i], error)) {
        return false;
      }
      if (received != NULL) {
        received[at + i] = responses[i].data;
      }
    }
  }
  return true;
}

bool board_read_words(const struct board *board, uint16_t addr, uint64_t *values, size_t count,
                      struct tb_error *error)
{
  return many(board, OP_READ, addr, false, NULL, values, count, error);
}

bool board_write_words(const struct board *board, uint16_t addr, const uint64_t *values, size_t count,
                       struct tb_error *error)
{
  return many(board, OP_WRITE, addr, false, values, NULL, count, error);
}

bool board_echo(const struct board *board, const uint64_t *data, uint64_t *answers, size_t count,
                struct tb_error *error)
{
  return many(board, OP_ECHO, 0, true, data, answers, count, error);
}

static bool sysreg_access(const struct board *board, const struct request *request, uint64_t *value,
                          uint8_t *verdict, struct tb_error *error)
{
  struct response response;
  if (!perform(board, *request, &response, error)) {
    return false;
  }
  if (verdict != NULL && response.status == STATUS_NO_ACCESS) {
    *verdict = (uint8_t)(response.data & 7U);
    return true;
  }
  if (!check(board, request, &response, error)) {
    return false;
  }
  if (verdict != NULL) {
    *verdict = SPU_ACCESS_OK;
  }
  if (value != NULL) {
    *value = response.data;
  }
  return true;
}

bool board_mrs(const struct board *board, uint16_t encoding, uint64_t *value, uint8_t *verdict,
               struct tb_error *error)
{
  return sysreg_access(board, &(struct request){OP_MRS, encoding, 0}, value, verdict, error);
}

bool board_msr(const struct board *board, uint16_t encoding, uint64_t value, uint8_t *verdict,
               struct tb_error *error)
{
  return sysreg_access(board, &(struct request){OP_MSR, encoding, value}, NULL, verdict, error);
}

bool board_get_status(const struct board *board, struct board_status *status, struct tb_error *error)
{
  uint64_t word = 0;
  if (!board_read(board, WORD_STATUS, &word, error)) {
    return false;
  }
  *status = (struct board_status){.running = (word & STATUS_BIT_RUNNING) != 0,
                                  .drained = (word & STATUS_BIT_DRAINED) != 0,
                                  .pmbirq = (word & STATUS_BIT_PMBIRQ) != 0,
                                  .serror = (word & STATUS_BIT_SERROR) != 0,
                                  .run = (uint8_t)(word >> 8),
                                  .framing_errors = (uint32_t)(word >> 16 & 0xFFFFU),
                                  .bad_requests = (uint32_t)(word >> 32 & 0xFFFFU)};
  return true;
}

// The name of the core, if there is one: boards without have no such word.
static bool find_core(struct board *board, struct tb_error *error)
{
  struct response response;
  if (!perform(board, (struct request){OP_READ, WORD_CORE, 0}, &response, error)) {
    return false;
  }
  for (size_t i = 0; i < 8 && response.status == STATUS_DONE; i++) {
    board->core_name[i] = (char)(response.data >> 8 * i & 0xFFU);
  }
  return true;
}

bool board_identify(struct board *board, struct link_state *link, struct tb_error *error)
{
  uint64_t word[3];
  *board = (struct board){.link = link};
  if (!board_read(board, WORD_ID, &word[0], error)) {
    return false;
  }
  if (word[0] != BOARD_ID) {
    return tb_fail(error, "%s: what answers is no board of this project (its ID is 0x%016llx)", port(board),
                   (unsigned long long)word[0]);
  }
  if (!board_read_words(board, WORD_CONFIG, word + 1, 2, error)) {
    return false;
  }
  for (size_t i = 0; i < 8; i++) {
    board->config_name[i] = (char)(word[1] >> 8 * i & 0xFFU);
  }
  const uint64_t sizes = word[2];
  board->width = (uint32_t)(sizes & 0xFFU);
  board->axi_bytes = (uint32_t)(sizes >> 24 & 0xFFU);
  board->clock_hz = (uint32_t)(sizes >> 32);
  const uint32_t entries_log2 = (uint32_t)(sizes >> 8 & 0xFFU);
  const uint32_t buffer_log2 = (uint32_t)(sizes >> 16 & 0xFFU);
  if (spu_config_by_name(board->config_name, &board->config) != SPU_OK) {
    return tb_fail(
        error, "%s: the board's configuration \"%s\" is not known to this program; build both from one tree",
        port(board), board->config_name);
  }
  // The address space has 0x8000 words for the trace memory and 0x4000 for the buffer.
  if (board->width != board->config.dispatch_width || board->axi_bytes * 8 != board->config.axi_data_width ||
      entries_log2 > 13 || 1U << entries_log2 < board->width || buffer_log2 < 12 || buffer_log2 > 17) {
    return tb_fail(error, "%s: the board's sizes 0x%016llx are not those of configuration \"%s\"",
                   port(board), (unsigned long long)sizes, board->config_name);
  }
  board->entries = 1U << entries_log2;
  board->buffer_bytes = 1U << buffer_log2;
  return find_core(board, error);
}

bool board_reset(const struct board *board, struct tb_error *error)
{
  return board_write(board, WORD_RESET, RESET_MAGIC, error);
}

// Starts the next run, after a word that it needs.
static bool start(const struct board *board, bool with_rows, uint64_t rows, const char *what,
                  struct tb_error *error)
{
  struct board_status status;
  return board_get_status(board, &status, error) &&
         (!status.running || tb_fail(error, "%s: the %s runs already", port(board), what)) &&
         (!with_rows || board_write(board, WORD_ROWS, rows, error)) &&
         board_write(board, WORD_START, (status.run + 1U) & 0xFFU, error);
}

bool board_start_core(const struct board *board, struct tb_error *error)
{
  return start(board, false, 0, "core", error);
}

bool board_start(const struct board *board, uint32_t rows, uint32_t passes, struct tb_error *error)
{
  return start(board, true, rows | (uint64_t)passes << 32, "player", error);
}

// Polls until `bits` of the status are `wanted`.
static bool wait_for(const struct board *board, uint64_t bits, uint64_t wanted, uint64_t limit_ms,
                     const char *what, struct tb_error *error)
{
  const struct line *line = &board->link->line;
  const uint64_t end = line->now(line->context) + limit_ms;
  for (;;) {
    uint64_t word = 0;
    if (!board_read(board, WORD_STATUS, &word, error)) {
      return false;
    }
    if ((word & bits) == wanted) {
      return true;
    }
    if (line->now(line->context) > end) {
      return tb_fail(error, "%s: %s in %llu s", port(board), what, (unsigned long long)limit_ms / 1000U);
    }
  }
}

bool board_wait(const struct board *board, uint64_t limit_ms, struct tb_error *error)
{
  return wait_for(board, STATUS_BIT_RUNNING, 0, limit_ms,
                  board->core_name[0] != '\0' ? "the program did not end" : "the player did not end", error);
}

bool board_drain(const struct board *board, struct tb_error *error)
{
  return board_write(board, WORD_DRAIN, 0, error) &&
         wait_for(board, STATUS_BIT_DRAINED, STATUS_BIT_DRAINED, DRAIN_LIMIT_MS, "PSB and DSB were not done",
                  error);
}
