// SPDX-License-Identifier: Apache-2.0
//
// Feeds arbitrary bytes to the readers of programs: where the code is, and what the functions are called.
#define _DEFAULT_SOURCE  // MAP_ANONYMOUS

#include "test/fuzz/fuzz.h"

#include "perf/perf_data.h"
#include "perf/spe_symbols.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_MAPPINGS = 4, NAME_SIZE = 64 };

static void check_code(const uint8_t *data, size_t size)
{
  struct perf_mapping found[MAX_MAPPINGS];
  struct perf_mapping any[MAX_MAPPINGS];
  uint64_t entry = 0;
  struct tb_error error = {""};
  const size_t count = perf_elf_code(data, size, "input", true, found, MAX_MAPPINGS, &entry, &error);
  ALWAYS(count <= MAX_MAPPINGS && (count == 0) == (error.text[0] != '\0'));
  // A static program is a program.
  error = (struct tb_error){""};
  const size_t all = perf_elf_code(data, size, "input", false, any, MAX_MAPPINGS, &entry, &error);
  ALWAYS(all <= MAX_MAPPINGS && (all == 0) == (error.text[0] != '\0') && (count == 0 || count == all));
  for (size_t i = 0; i < count; i++) {
    ALWAYS(found[i].address == any[i].address && found[i].length == any[i].length &&
           found[i].file_offset == any[i].file_offset);
    ALWAYS(found[i].address % 4096 == 0 && found[i].length % 4096 == 0 && found[i].file_offset % 4096 == 0);
  }
}

static void check_functions(const struct spe_symbols *symbols)
{
  const struct functions *functions = &symbols->functions;
  ALWAYS(functions->count >= 1 && functions->function[0].start == 0 && functions->function[0].end == 0);
  for (size_t i = 0; i < functions->count; i++) {
    const struct function *function = &functions->function[i];
    const uint64_t address = function->start;
    const struct function *here = spe_symbols_find(symbols, address);
    ALWAYS(here >= functions->function && here < functions->function + functions->count);
    char name[NAME_SIZE];
    spe_symbols_name(function, &address, name, sizeof name);
    for (size_t at = 0; name[at] != '\0'; at++) {
      ALWAYS(at < sizeof name - 1 && name[at] >= ' ' && name[at] <= '~');
    }
  }
}

// libelf is as Debian built it, without sanitizers: here a page that cannot be read follows the file.
static uint8_t *at_the_edge(const uint8_t *data, size_t size, size_t *mapped)
{
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t body = (size + page - 1) / page * page;
  *mapped = body + page;
  uint8_t *start = mmap(NULL, *mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ALWAYS(start != MAP_FAILED && mprotect(start + body, page, PROT_NONE) == 0);
  memcpy(start + body - size, data, size);
  // Nor may it write.
  ALWAYS(body == 0 || mprotect(start, body, PROT_READ) == 0);
  return start + body - size;
}

static void check_file(const uint8_t *data, size_t size)
{
  struct spe_symbols symbols;
  struct tb_error error = {""};
  check_code(data, size);
  const bool read = spe_symbols_read(&symbols, data, size, "input", 0, &error);
  ALWAYS(read == (error.text[0] == '\0'));
  if (read) {
    for (size_t i = 1; i < symbols.functions.count; i++) {
      ALWAYS(symbols.functions.function[i - 1].start <= symbols.functions.function[i].start);
    }
    check_functions(&symbols);
    functions_move(&symbols.functions, UINT64_C(0x5500000000));
    check_functions(&symbols);
  }
  spe_symbols_free(&symbols);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  size_t mapped = 0;
  uint8_t *file = at_the_edge(data, size, &mapped);
  check_file(file, size);
  uint8_t build_id[PERF_BUILD_ID_BYTES];
  ALWAYS(perf_elf_build_id(file, size, build_id) <= sizeof build_id);
  ALWAYS(munmap(file + size + (size_t)sysconf(_SC_PAGESIZE) - mapped, mapped) == 0);
  return 0;
}
