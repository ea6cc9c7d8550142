// SPDX-License-Identifier: Apache-2.0
#include "host/core_program.h"

enum { CLAIM_BYTES = 12 };

bool core_program_open(const uint8_t *data, size_t size, const char *name, struct core_program *program,
                       struct tb_error *error)
{
  *program = (struct core_program){.stack_start = 0};
  if (!elf32_open(data, size, name, &program->elf, error)) {
    return false;
  }
  struct elf32_symbol start = {NULL, 0, 0};
  struct elf32_symbol end = {NULL, 0, 0};
  const struct {
    const char *name;
    struct elf32_symbol *symbol;
    uint32_t least;  // bytes
  } needed[] = {{"parameters", &program->parameters, sizeof(struct core_parameters)},
                {"results", &program->results, sizeof(struct core_results)},
                {"archive", &program->archive, 64},
                {"claims", &program->claims, CLAIM_BYTES},
                {"wrong_path", &program->wrong_path, 4},
                {"stack_start", &start, 0},
                {"stack_end", &end, 0}};
  for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
    if (!elf32_find(&program->elf, needed[i].name, needed[i].symbol) ||
        needed[i].symbol->size < needed[i].least || needed[i].symbol->address % 4 != 0) {
      return tb_fail(error, "%s: no program for the core of a board: it has no %s, or another one", name,
                     needed[i].name);
    }
  }
  program->stack_start = start.address;
  program->stack_end = end.address;
  return true;
}

enum core_claim core_program_claims(const struct core_program *program, uint32_t function, uint32_t address,
                                    uint32_t bytes)
{
  enum core_claim found = CORE_CLAIM_NONE;
  for (uint32_t at = 0; at + CLAIM_BYTES <= program->claims.size; at += CLAIM_BYTES) {
    uint32_t claim[3] = {0, 0, 0};
    for (uint32_t i = 0; i < 3; i++) {
      (void)elf32_word(&program->elf, program->claims.address + at + 4 * i, &claim[i]);
    }
    const uint32_t offset = address - claim[1];
    if (claim[0] == function && offset < claim[2] && claim[2] - offset >= bytes) {
      return CORE_CLAIM_INSIDE;
    }
    found = claim[0] == function ? CORE_CLAIM_OUTSIDE : found;
  }
  return found;
}
