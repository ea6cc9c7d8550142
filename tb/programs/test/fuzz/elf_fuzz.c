// SPDX-License-Identifier: Apache-2.0
//
// Feeds arbitrary bytes to the readers of programs: mappings of code, and function names.
#define _DEFAULT_SOURCE  // MAP_ANONYMOUS

#include "programs/test/fuzz/fuzz.h"

#include "programs/perf/functions.h"
#include "programs/perf/perf_data.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_MAPPINGS = 4 };

static void check_code(const uint8_t *data, size_t size)
{
  struct perf_mapping found[MAX_MAPPINGS];
  uint64_t entry = 0;
  struct tb_error error = {""};
  const size_t count = perf_elf_code(data, size, "input", found, MAX_MAPPINGS, &entry, &error);
  ALWAYS(count <= MAX_MAPPINGS && (count == 0) == (error.text[0] != '\0'));
  for (size_t i = 0; i < count; i++) {
    ALWAYS(found[i].address % 4096 == 0 && found[i].length % 4096 == 0 && found[i].file_offset % 4096 == 0);
  }
}

static void check_functions(const struct functions *functions)
{
  ALWAYS(functions->count >= 1 && functions->function[0].start == 0 && functions->function[0].end == 0);
  for (size_t i = 0; i < functions->count; i++) {
    const struct function *here = functions_find(functions, functions->function[i].start);
    ALWAYS(here >= functions->function && here < functions->function + functions->count);
  }
}

// Debian's libelf has no sanitizers; here an inaccessible page follows the file.
static uint8_t *at_the_edge(const uint8_t *data, size_t size, size_t *mapped)
{
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t body = (size + page - 1) / page * page;
  *mapped = body + page;
  uint8_t *start = mmap(NULL, *mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ALWAYS(start != MAP_FAILED && mprotect(start + body, page, PROT_NONE) == 0);
  memcpy(start + body - size, data, size);
  // It must not write either.
  ALWAYS(body == 0 || mprotect(start, body, PROT_READ) == 0);
  return start + body - size;
}

static void check_file(const uint8_t *data, size_t size)
{
  struct functions functions;
  struct tb_error error = {""};
  check_code(data, size);
  const bool read = functions_read_image(&functions, data, size, "input", &error);
  ALWAYS(read == (error.text[0] == '\0'));
  if (read) {
    for (size_t i = 1; i < functions.count; i++) {
      ALWAYS(functions.function[i - 1].start <= functions.function[i].start);
    }
    check_functions(&functions);
    functions_move(&functions, UINT64_C(0x5500000000));
    check_functions(&functions);
  }
  functions_free(&functions);
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
