// SPDX-License-Identifier: Apache-2.0
//
// Reading the file of a program: the mappings of its code, for perf (perf_elf_mappings), and its functions.

// For mkstemp. <features.h> reads it, so it comes before every include.
#define _XOPEN_SOURCE 700

#include "programs/perf/functions.h"
#include "programs/perf/perf_data.h"
#include "unit/test/test.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char program_path[] = "build/perf_elf_test-XXXXXX";

static int make_program(void **state)
{
  (void)state;
  if (mkdir("build", 0777) != 0 && errno != EEXIST) {
    return 1;
  }
  const int fd = mkstemp(program_path);
  return fd < 0 || close(fd) != 0;
}

static int remove_program(void **state)
{
  (void)state;
  return remove(program_path);
}

// Static, with two segments, the first one executable.
struct program {
  Elf64_Ehdr header;
  Elf64_Phdr segments[2];
};

// Position independent, with a dynamic section.
struct movable_program {
  struct program program;
  Elf64_Dyn dynamic[3];
};

static struct program static_program(void)
{
  struct program program = {
      .header = {.e_ident = {0x7F, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                 .e_type = ET_EXEC,
                 .e_machine = EM_AARCH64,
                 .e_entry = 0x4010F4,
                 .e_phoff = sizeof(Elf64_Ehdr),
                 .e_phentsize = sizeof(Elf64_Phdr),
                 .e_phnum = 2},
      .segments = {{.p_type = PT_LOAD,
                    .p_flags = PF_R | PF_X,
                    .p_offset = 0x10F0,
                    .p_vaddr = 0x4010F0,
                    .p_filesz = 0x1F11,
                    .p_memsz = 0x1F11},
                   {.p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_offset = 0x4000, .p_vaddr = 0x420000}}};
  return program;
}

static struct movable_program movable_program(void)
{
  struct movable_program movable = {.program = static_program(),
                                    .dynamic = {{.d_tag = DT_DEBUG},
                                                {.d_tag = DT_FLAGS_1, .d_un.d_val = DF_1_NOW | DF_1_PIE},
                                                {.d_tag = DT_NULL}}};
  movable.program.header.e_type = ET_DYN;
  movable.program.segments[1] = (Elf64_Phdr){.p_type = PT_DYNAMIC,
                                             .p_offset = offsetof(struct movable_program, dynamic),
                                             .p_filesz = sizeof movable.dynamic};
  return movable;
}

static size_t mappings_of(const void *bytes, size_t size, struct perf_mapping *found, size_t max,
                          struct tb_error *error)
{
  uint64_t entry = 0;
  FILE *file = fopen(program_path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
  const size_t count = perf_elf_mappings(program_path, found, max, &entry, error);
  assert_int_equal(entry, count != 0 ? 0x4010F4 : 0);
  return count;
}

TEST_GROUP(make_program, remove_program)

// F3: perf names functions only inside a mapping.
TEST(executable_segment_is_mapped)
{
  struct program program = static_program();
  struct perf_mapping found[2] = {{0, 0, 0}, {0, 0, 0}};
  struct tb_error error = {""};
  assert_int_equal(mappings_of(&program, sizeof program, found, 2, &error), 1);
  assert_string_equal(error.text, "");
  assert_int_equal(found[0].address, 0x401000);
  assert_int_equal(found[0].length, 0x3000);
  assert_int_equal(found[0].file_offset, 0x1000);
  // All segments, or none.
  program.segments[1].p_flags |= PF_X;
  assert_int_equal(mappings_of(&program, sizeof program, found, 1, &error), 0);
  assert_non_null(strstr(error.text, ": more than 1 executable segments"));
  assert_int_equal(mappings_of(&program, sizeof program, found, 2, &error), 2);
  assert_int_equal(found[1].address, 0x420000);
}

static void expect_refused(const void *bytes, size_t size, const char *cause)
{
  struct perf_mapping found[2];
  struct tb_error error = {""};
  assert_int_equal(mappings_of(bytes, size, found, 2, &error), 0);
  char expected[512];
  (void)snprintf(expected, sizeof expected, "%s: %s", program_path, cause);
  assert_string_equal(error.text, expected);
}

// The file is refused with this change, which is then undone.
#define EXPECT_REFUSED(file, change, cause)       \
  do {                                            \
    static char before[sizeof(file)];             \
    memcpy(before, &(file), sizeof(file));        \
    change;                                       \
    expect_refused(&(file), sizeof(file), cause); \
    memcpy(&(file), before, sizeof(file));        \
  } while (0)

// F3: any static program can be profiled, including position-independent ones.
TEST(static_position_independent_program_is_accepted)
{
  struct movable_program movable = movable_program();
  struct perf_mapping found[2] = {{0, 0, 0}, {0, 0, 0}};
  struct tb_error error = {""};
  assert_int_equal(mappings_of(&movable, sizeof movable, found, 2, &error), 1);
  assert_string_equal(error.text, "");
  assert_int_equal(found[0].address, 0x401000);
  // Entries after DT_NULL do not count.
  movable.dynamic[0] = movable.dynamic[1];
  movable.dynamic[1].d_tag = DT_NULL;
  movable.dynamic[2].d_tag = DT_NEEDED;
  assert_int_equal(mappings_of(&movable, sizeof movable, found, 2, &error), 1);
}

TEST(shared_library_is_refused)
{
  static const char library[] = "position independent or a shared library; link it with -static -no-pie";
  static const char dynamic[] = "dynamically linked; link it with -static";
  static const char truncated[] = "the file ends inside its dynamic section";
  struct movable_program movable = movable_program();
  Elf64_Phdr *segment = &movable.program.segments[1];
  EXPECT_REFUSED(movable, movable.dynamic[1].d_un.d_val = DF_1_NOW, library);
  EXPECT_REFUSED(movable, movable.dynamic[1].d_tag = DT_FLAGS, library);  // whose bits have other meanings
  EXPECT_REFUSED(movable, segment->p_filesz = 2 * sizeof(Elf64_Dyn) - 1,
                 library);  // DF_1_PIE is after its end
  EXPECT_REFUSED(movable, movable.dynamic[0].d_tag = DT_NEEDED, dynamic);
  EXPECT_REFUSED(movable, segment->p_type = PT_INTERP, dynamic);
  EXPECT_REFUSED(movable, segment->p_offset = UINT64_MAX, truncated);
  expect_refused(&movable, sizeof movable - sizeof(Elf64_Dyn) - 1, truncated);
}

TEST(program_that_cannot_be_profiled_is_refused)
{
  struct perf_mapping found[1];
  uint64_t entry = 0;
  struct tb_error error = {""};
  assert_int_equal(perf_elf_mappings("no/such/program", found, 1, &entry, &error), 0);
  assert_string_equal(error.text, "no/such/program: No such file or directory");

  struct program program = static_program();
  for (size_t size = 0; size < sizeof program; size++) {
    expect_refused(&program, size,
                   size < sizeof program.header ? "not an ELF file: shorter than its header"
                                                : "the file ends inside its program headers");
  }
  Elf64_Ehdr *header = &program.header;
  Elf64_Phdr *segments = program.segments;
  static const char machine[] = "not a little-endian AArch64 ELF file";
  EXPECT_REFUSED(program, header->e_ident[0] = 'M', "not an ELF file");
  EXPECT_REFUSED(program, header->e_machine = EM_X86_64, machine);
  EXPECT_REFUSED(program, header->e_ident[EI_CLASS] = ELFCLASS32, machine);
  EXPECT_REFUSED(program, header->e_type = ET_DYN,
                 "position independent or a shared library; link it with -static -no-pie");
  EXPECT_REFUSED(program, header->e_type = ET_REL, "not an executable");
  EXPECT_REFUSED(program, segments[1].p_type = PT_INTERP, "dynamically linked; link it with -static");
  EXPECT_REFUSED(program, segments[0].p_flags = PF_R, "no executable segment");
  EXPECT_REFUSED(program, segments[0].p_filesz = UINT64_MAX, "an executable segment that cannot be mapped");
  EXPECT_REFUSED(program, header->e_phoff = UINT64_MAX, "the file ends inside its program headers");
  EXPECT_REFUSED(program, header->e_phentsize = 1, "program headers of 1 bytes");
}

// With a section table: no section, the symbols, their names.
struct symbol_program {
  struct program program;
  Elf64_Shdr sections[3];
  Elf64_Sym symbols[3];
  char names[16];
};

static struct symbol_program symbol_program(void)
{
  struct symbol_program symbolic = {.program = static_program(),
                                    .sections = {{.sh_type = SHT_NULL},
                                                 {.sh_type = SHT_SYMTAB,
                                                  .sh_offset = offsetof(struct symbol_program, symbols),
                                                  .sh_size = sizeof symbolic.symbols,
                                                  .sh_link = 2,
                                                  .sh_entsize = sizeof(Elf64_Sym)},
                                                 {.sh_type = SHT_STRTAB,
                                                  .sh_offset = offsetof(struct symbol_program, names),
                                                  .sh_size = sizeof symbolic.names}},
                                    .symbols = {{0},
                                                {.st_name = 1,
                                                 .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                                                 .st_value = 0x401200,
                                                 .st_size = 16},
                                                {.st_name = 6,
                                                 .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT),
                                                 .st_value = 0x420000,
                                                 .st_size = 8}},
                                    .names = "\0work\0data"};
  symbolic.program.header.e_shoff = offsetof(struct symbol_program, sections);
  symbolic.program.header.e_shentsize = sizeof(Elf64_Shdr);
  symbolic.program.header.e_shnum = 3;
  return symbolic;
}

static void expect_symbols_refused(const void *bytes, size_t size, const char *cause)
{
  struct functions functions;
  struct tb_error error = {""};
  assert_false(functions_read_image(&functions, bytes, size, "program", &error));
  assert_string_equal(error.text, cause);
}

TEST(functions_are_read_from_the_symbol_table)
{
  const struct symbol_program symbolic = symbol_program();
  struct functions functions;
  struct tb_error error = {""};
  assert_true(
      functions_read_image(&functions, (const uint8_t *)&symbolic, sizeof symbolic, "program", &error));
  assert_int_equal(functions.count, 2);  // the first one stands for addresses outside of functions
  assert_string_equal(functions.function[1].name, "work");
  assert_int_equal(functions.function[1].start, 0x401200);
  assert_int_equal(functions.function[1].end, 0x401210);
  functions_free(&functions);
}

// Each reader accepts files of its own machine only.
TEST(riscv_functions_are_read)
{
  struct symbol_program symbolic = symbol_program();
  symbolic.program.header.e_machine = EM_RISCV;
  expect_symbols_refused(&symbolic, sizeof symbolic, "program: not a little-endian AArch64 ELF file");
  for (int riscv = 0; riscv <= 1; riscv++) {
    symbolic.program.header.e_machine = riscv != 0 ? EM_RISCV : EM_AARCH64;
    FILE *file = fopen(program_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(&symbolic, sizeof symbolic, 1, file), 1);
    assert_int_equal(fclose(file), 0);
    struct functions functions;
    struct tb_error error = {""};
    assert_int_equal(functions_read_riscv(&functions, program_path, &error), riscv);
    assert_int_equal(functions.count, riscv != 0 ? 2 : 0);
    if (riscv != 0) {
      assert_string_equal(functions.function[1].name, "work");
    } else {
      assert_non_null(strstr(error.text, ": not a little-endian 64-bit RISC-V ELF file"));
    }
    functions_free(&functions);
  }
}

TEST(damaged_symbol_table_is_refused)
{
  static const char cause[] = "program: the symbol table is damaged";
  struct symbol_program symbolic = symbol_program();
  symbolic.symbols[1].st_name = sizeof symbolic.names;
  expect_symbols_refused(&symbolic, sizeof symbolic, cause);
  symbolic = symbol_program();
  symbolic.sections[1].sh_offset = sizeof symbolic - sizeof(Elf64_Sym);
  expect_symbols_refused(&symbolic, sizeof symbolic, cause);
  symbolic = symbol_program();
  symbolic.sections[1].sh_link = 3;
  expect_symbols_refused(&symbolic, sizeof symbolic, cause);
  symbolic = symbol_program();
  memset(symbolic.names, 'n', sizeof symbolic.names);
  expect_symbols_refused(&symbolic, sizeof symbolic, cause);
}

TEST(file_that_ends_before_its_section_headers_is_refused)
{
  struct symbol_program symbolic = symbol_program();
  for (size_t size = sizeof symbolic.program; size < offsetof(struct symbol_program, symbols); size++) {
    expect_symbols_refused(&symbolic, size, "program: the section headers are damaged");
  }
  symbolic.program.header.e_shoff = UINT64_MAX;
  expect_symbols_refused(&symbolic, sizeof symbolic, "program: the section headers are damaged");
}
