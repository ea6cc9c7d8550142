// SPDX-License-Identifier: Apache-2.0
//
// Self-test: link, identity, registers, interrupt, reset, buffer memory.
#include "host/names.h"
#include "host/selftest.h"
#include "spu_sysreg.h"
#include "util/rng.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ECHOES = 256, QUICK_WORDS = 64 };

bool selftest_echo(struct selftest *test, struct tb_error *error)
{
  // All zeros and ones, each bit alone, the frames' own sync bytes, then anything.
  static const uint64_t fixed[] = {0, UINT64_MAX, 0x5A5A5A5A5A5A5A5A, 0xA5A5A5A5A5A5A5A5, 0x5555555555555555};
  enum { FIXED = sizeof fixed / sizeof fixed[0] };
  uint64_t data[ECHOES];
  uint64_t answers[ECHOES];
  struct rng rng;
  rng_seed(&rng, 2, 0);
  for (size_t i = 0; i < ECHOES; i++) {
    data[i] = i < FIXED ? fixed[i] : i < FIXED + 64 ? UINT64_C(1) << (i - FIXED) : rng_next(&rng);
  }
  if (!board_echo(test->board, data, answers, ECHOES, error)) {
    return false;
  }
  for (size_t i = 0; i < ECHOES; i++) {
    if (answers[i] != ~data[i]) {
      return step_fail(test, "echo of 0x%016" PRIx64 " is 0x%016" PRIx64, data[i], answers[i]);
    }
  }
  step_note(test, "%d echoes", ECHOES);
  return true;
}

bool selftest_identity(struct selftest *test, struct tb_error *error)
{
  const struct board *board = test->board;
  struct board_status status;
  struct request request = {OP_READ, 0x3FFF, 0};
  struct response response;
  if (!board_get_status(board, &status, error) ||
      !link_exchange(board->link, &request, &response, 1, error)) {
    return false;
  }
  if (response.status != STATUS_NO_SUCH) {
    return step_fail(test, "a word that does not exist is answered with status %u", response.status);
  }
  request = (struct request){OP_WRITE, WORD_ID, 0};
  if (!link_exchange(board->link, &request, &response, 1, error)) {
    return false;
  }
  if (response.status != STATUS_NO_SUCH) {
    return step_fail(test, "a write of ID is answered with status %u", response.status);
  }
  step_note(test, "configuration %s", board->config_name);
  return true;
}

// A unit in software, for its registers only.
struct register_model {
  struct spu *spu;
  struct spu_in in;
};

static uint8_t model_access(struct register_model *model, uint16_t encoding, bool write, uint64_t value,
                            uint64_t *read)
{
  const struct spu_vif nothing = {.verdict_valid = false};
  struct spu_out out;
  struct spu_vif vif;
  model->in.sysreg_valid = true;
  model->in.sysreg_write = write;
  model->in.sysreg_addr = encoding;
  model->in.sysreg_wdata = value;
  spu_step(model->spu, &model->in, &nothing, &out, &vif);
  model->in.sysreg_valid = false;
  spu_step(model->spu, &model->in, &nothing, &out, &vif);
  *read = out.sysreg_rdata;
  return out.sysreg_verdict;
}

// One access to board and model.
static bool access_both(struct selftest *test, struct register_model *model, const char *name,
                        uint16_t encoding, bool write, uint64_t value, struct tb_error *error)
{
  uint64_t expected = 0;
  uint64_t got = 0;
  uint8_t verdict = 0;
  const uint8_t expected_verdict = model_access(model, encoding, write, value, &expected);
  if (write ? !board_msr(test->board, encoding, value, &verdict, error)
            : !board_mrs(test->board, encoding, &got, &verdict, error)) {
    return false;
  }
  if (verdict != expected_verdict) {
    return step_fail(test, "%s of %s: expected verdict %u, got %u", write ? "MSR" : "MRS", name,
                     expected_verdict, verdict);
  }
  if (!write && verdict == SPU_ACCESS_OK && got != expected) {
    return step_fail(test, "%s: expected 0x%016" PRIx64 ", got 0x%016" PRIx64, name, expected, got);
  }
  return true;
}

static bool model_create(struct register_model *model, const struct board *board, struct tb_error *error)
{
  model->spu = calloc(1, spu_size());
  if (model->spu == NULL || spu_init(model->spu, &board->config) != SPU_OK) {
    free(model->spu);
    model->spu = NULL;
    (void)tb_fail(error, "no model for the registers");
    return false;
  }
  expect_constants(&model->in, 0);
  return true;
}

// Every register is written with a pattern, then every register is read: a write that reaches another one shows.
static bool patterns(struct selftest *test, struct register_model *model, struct tb_error *error)
{
  static const uint64_t pattern[] = {UINT64_MAX,         0x5555555555555555, 0xAAAAAAAAAAAAAAAA,
                                     0x00FF00FF00FF00FF, 0x0F0F0F0FF0F0F0F0, 0};
  uint16_t encoding = 0;
  for (size_t p = 0; p < sizeof pattern / sizeof pattern[0]; p++) {
    for (size_t i = 0; profiling_register(i, &encoding) != NULL; i++) {
      // Different from register to register.
      const uint64_t value = pattern[p] ^ (p > 0 && p < 5 ? i * UINT64_C(0x0101010101010101) : 0);
      if (!access_both(test, model, profiling_register(i, &encoding), encoding, true, value, error)) {
        return false;
      }
    }
    for (size_t i = 0; profiling_register(i, &encoding) != NULL; i++) {
      if (!access_both(test, model, profiling_register(i, &encoding), encoding, false, 0, error)) {
        return false;
      }
    }
  }
  return true;
}

bool selftest_registers(struct selftest *test, struct tb_error *error)
{
  struct register_model model;
  if (!model_create(&model, test->board, error)) {
    return false;
  }
  const bool good = board_reset(test->board, error) && patterns(test, &model, error);
  free(model.spu);
  uint16_t encoding = 0;
  size_t count = 0;
  while (profiling_register(count, &encoding) != NULL) {
    count++;
  }
  step_note(test, "%zu registers, 6 patterns, match the model", count);
  return good;
}

bool selftest_interrupt(struct selftest *test, struct tb_error *error)
{
  struct board_status low;
  struct board_status high;
  if (!board_msr(test->board, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S, NULL, error) ||
      !board_get_status(test->board, &high, error) ||
      !board_msr(test->board, SPU_PMBSR_EL1, 0, NULL, error) || !board_get_status(test->board, &low, error)) {
    return false;
  }
  if (!high.pmbirq || low.pmbirq) {
    return step_fail(test, "PMBIRQ is %d with PMBSR_EL1.S 1, %d with 0", high.pmbirq, low.pmbirq);
  }
  step_note(test, "PMBIRQ follows PMBSR_EL1.S");
  return true;
}

bool selftest_reset(struct selftest *test, struct tb_error *error)
{
  struct register_model model;
  const uint64_t mark = UINT64_C(0x0123456789ABCDEF);
  uint64_t kept = 0;
  if (!board_msr(test->board, SPU_PMSCR_EL1, 3, NULL, error) ||
      !board_msr(test->board, SPU_PMBPTR_EL1, mark, NULL, error) ||
      !board_msr(test->board, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S, NULL, error) ||
      !board_write(test->board, WORD_BUFFER, mark, error) || !board_reset(test->board, error) ||
      !board_read(test->board, WORD_BUFFER, &kept, error) || !model_create(&model, test->board, error)) {
    return false;
  }
  bool good = true;
  uint16_t encoding = 0;
  for (size_t i = 0; good && profiling_register(i, &encoding) != NULL; i++) {
    good = access_both(test, &model, profiling_register(i, &encoding), encoding, false, 0, error);
  }
  free(model.spu);
  struct board_status status;
  if (!good || !board_get_status(test->board, &status, error)) {
    return false;
  }
  if (kept != mark) {
    return step_fail(test, "the buffer memory has 0x%016" PRIx64 " after it, not 0x%016" PRIx64, kept, mark);
  }
  if (status.running || status.pmbirq || status.run != 0) {
    return step_fail(test, "after it: running %d, PMBIRQ %d, run %u", status.running, status.pmbirq,
                     status.run);
  }
  step_note(test, "registers as after power-on, memory kept");
  return true;
}

// Whether word `index` is tested.
static bool tests_word(const struct selftest *test, size_t index)
{
  return !test->quick || index < QUICK_WORDS || (index & (index - 1)) == 0;
}

// Writes a value that depends on the address to all words, then reads all of them.
static bool fill_and_read(struct selftest *test, size_t count, uint64_t flip, struct tb_error *error)
{
  struct request *requests = calloc(count, sizeof *requests);
  struct response *responses = calloc(count, sizeof *responses);
  bool good = requests != NULL && responses != NULL;
  if (!good) {
    (void)tb_fail(error, "out of memory");
  }
  size_t number = 0;
  for (size_t i = 0; good && i < count; i++) {
    if (tests_word(test, i)) {
      const uint64_t value = (i * UINT64_C(0x0001000100010001) + UINT64_C(0x0123456789ABCDEF)) ^ flip;
      requests[number++] = (struct request){OP_WRITE, (uint16_t)(WORD_BUFFER + i), value};
    }
  }
  good = good && link_exchange(test->board->link, requests, responses, number, error);
  for (size_t i = 0; good && i < number; i++) {
    if (responses[i].status != STATUS_DONE) {
      (void)step_fail(test, "write of word 0x%04x: status %u", requests[i].addr, responses[i].status);
    }
    requests[i].op = OP_READ;
  }
  good = good && link_exchange(test->board->link, requests, responses, number, error);
  for (size_t i = 0; good && i < number; i++) {
    if (responses[i].status != STATUS_DONE || responses[i].data != requests[i].data) {
      (void)step_fail(test, "byte 0x%x: expected 0x%016" PRIx64 ", got 0x%016" PRIx64 " (status %u)",
                      (requests[i].addr - WORD_BUFFER) * 8U, requests[i].data, responses[i].data,
                      responses[i].status);
    }
  }
  free(requests);
  free(responses);
  step_note(test, "%zu words, written and read twice", number);
  return good;
}

bool selftest_buffer_memory(struct selftest *test, struct tb_error *error)
{
  const size_t count = test->board->buffer_bytes / 8;
  return fill_and_read(test, count, 0, error) && fill_and_read(test, count, UINT64_MAX, error);
}
