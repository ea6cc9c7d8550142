// SPDX-License-Identifier: Apache-2.0
//
// Feeds arbitrary bytes to the readers of perf.data files.

#include "test/fuzz/fuzz.h"

#include "perf/perf_data.h"
#include "perf/spe_symbols.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

// A position-independent program: the recording says where it was loaded.
struct program {
  Elf64_Ehdr header;
  Elf64_Phdr segment;
};

static struct program movable_program(void)
{
  return (struct program){.header = {.e_ident = {0x7F, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                                     .e_type = ET_DYN,
                                     .e_machine = EM_AARCH64,
                                     .e_phoff = sizeof(Elf64_Ehdr),
                                     .e_phentsize = sizeof(Elf64_Phdr),
                                     .e_phnum = 1},
                          .segment = {.p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_filesz = 0x10000}};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uint8_t *trace = NULL;
  size_t trace_size = 0;
  struct tb_error error = {""};
  struct tb_error other = {""};
  struct perf_mapped_file *mapped = NULL;
  size_t count = 0;
  const bool read = perf_data_read_aux(data, size, "input", &trace, &trace_size, &error);
  ALWAYS(!read || (perf_data_is(data, size) && trace != NULL && trace_size <= size));
  ALWAYS(read == (error.text[0] == '\0'));
  // Both readers see the same file.
  ALWAYS(perf_data_read_mappings(data, size, "input", &mapped, &count, &other) == read);
  ALWAYS(strcmp(error.text, other.text) == 0);
  for (size_t i = 0; i < count; i++) {
    const uint8_t *path = (const uint8_t *)mapped[i].path;
    ALWAYS(path >= data && path < data + size && memchr(path, '\0', (size_t)(data + size - path)) != NULL);
  }
  size_t *breaks = NULL;
  size_t break_count = 0;
  ALWAYS(perf_data_read_breaks(data, size, "input", &breaks, &break_count, &other) == read);
  for (size_t i = 0; i < break_count; i++) {
    ALWAYS(breaks[i] > (i > 0 ? breaks[i - 1] : 0) && breaks[i] < trace_size);
  }
  free(breaks);
  if (read) {
    const struct program program = movable_program();
    uint64_t bias = 0;
    other = (struct tb_error){""};
    ALWAYS(spe_symbols_bias((const uint8_t *)&program, sizeof program, "demo", mapped, count, &bias,
                            &other) == (other.text[0] == '\0'));
  }
  free(mapped);
  free(trace);
  return 0;
}
