// SPDX-License-Identifier: Apache-2.0
//
// ELF files for a real core: instructions are looked up in the programs' files, and the files are loaded. No
// requirement: this checks records of a real core.

// For mkstemp. <features.h> reads it, so it comes before every include.
#define _XOPEN_SOURCE 700

#include "cores/core_code.h"
#include "cores/core_system.h"
#include "unit/test/test.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT = 0x400000, CODE_BYTES = 10 };

static const uint8_t code[CODE_BYTES] = {0x13, 0, 0, 0, 0x01, 0, 0x6F, 0, 0, 0x10};

// Writes an ELF file with a segment of code and, after it, one of data. The caller removes the file.
static void write_elf(char path[32], uint16_t machine, uint64_t entry, uint64_t text)
{
  struct {
    Elf64_Ehdr header;
    Elf64_Phdr segment[2];
    uint8_t code[CODE_BYTES];
  } file = {.header = {.e_ident = {0x7F, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                       .e_type = ET_EXEC,
                       .e_machine = machine,
                       .e_version = EV_CURRENT,
                       .e_entry = entry,
                       .e_phoff = sizeof file.header,
                       .e_ehsize = sizeof(Elf64_Ehdr),
                       .e_phentsize = sizeof(Elf64_Phdr),
                       .e_phnum = 2}};
  const Elf64_Off at = sizeof file.header + sizeof file.segment;
  for (unsigned n = 0; n < 2; n++) {  // code, data
    const uint64_t address = text + 0x1000 * (uint64_t)n;
    file.segment[n] = (Elf64_Phdr){.p_type = PT_LOAD,
                                   .p_flags = n == 0 ? PF_R | PF_X : PF_R | PF_W,
                                   .p_offset = at,
                                   .p_vaddr = address,
                                   .p_paddr = address,
                                   .p_filesz = CODE_BYTES,
                                   .p_memsz = CODE_BYTES};
  }
  memcpy(file.code, code, sizeof code);
  (void)snprintf(path, 32, "build/core_code_test-XXXXXX");
  assert_true(mkdir("build", 0777) == 0 || errno == EEXIST);
  const int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, &file, at + CODE_BYTES), at + CODE_BYTES);
  (void)close(descriptor);
}

TEST(instruction_is_that_of_the_segment)
{
  char path[32];
  struct tb_error error = {""};
  struct core_code_memory memory = {.programs = 0};
  static const struct {
    uint8_t mode;
    uint64_t pc;
    bool found;
    uint32_t opcode;
  } rows[] = {{0, TEXT, true, 0x13},           {0, TEXT + 4, true, 0x006F0001},
              {0, TEXT + 6, true, 0x1000006F}, {0, TEXT + 8, true, 0x1000},  // the last two bytes
              {0, TEXT + 9, false, 0},         {0, TEXT + 10, false, 0},
              {0, TEXT - 2, false, 0},         {0, TEXT + 0x1000, false, 0},  // data
              {1, TEXT, true, 0x13},           {3, TEXT, false, 0}};
  write_elf(path, EM_RISCV, TEXT, TEXT);
  assert_true(core_code_add(&memory, path, 1 << 0, &error));
  assert_true(core_code_add(&memory, path, 1 << 1, &error));
  assert_false(core_code_add(&memory, path, 1 << 3, &error));
  assert_non_null(strstr(error.text, ": more than 2 programs"));
  (void)unlink(path);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uint32_t opcode = 0;
    assert_int_equal(core_code_at(&memory, rows[i].mode, rows[i].pc, &opcode), rows[i].found);
    assert_int_equal(opcode, rows[i].opcode);
  }
  core_code_free(&memory);
}

TEST(file_that_is_no_program_is_an_error)
{
  char path[32];
  char words[96];
  struct tb_error error = {""};
  struct core_code_memory memory = {.programs = 0};
  assert_false(core_code_add(&memory, "/nowhere/at/all", 1, &error));
  assert_non_null(strstr(error.text, "/nowhere/at/all: "));
  write_elf(path, EM_AARCH64, TEXT, TEXT);
  error.text[0] = '\0';
  assert_false(core_code_add(&memory, path, 1, &error));
  (void)snprintf(words, sizeof words, "%s: not a little-endian 64-bit RISC-V ELF file", path);
  assert_string_equal(error.text, words);
  assert_int_equal(truncate(path, 40), 0);
  error.text[0] = '\0';
  (void)snprintf(words, sizeof words, "%s: not an ELF file: shorter than its header", path);
  assert_false(core_code_add(&memory, path, 1, &error));
  assert_string_equal(error.text, words);
  (void)unlink(path);
  core_code_free(&memory);
}

TEST(programs_are_loaded_where_the_core_finds_them)
{
  static const struct {
    bool user;
    uint64_t entry, text;
    const char *cause;  // null: it is loaded
  } rows[] = {
      {false, CORE_RAM, CORE_RAM, NULL},
      {false, CORE_RAM + 2, CORE_RAM, ": not a program that starts at 0x80000000"},
      {false, CORE_RAM, CORE_RAM + CORE_RAM_BYTES - 8, ": the segment at 0x83fffff8 is not in memory"},
      {true, CORE_PROGRAM_VA + 4, CORE_PROGRAM_VA, NULL},
      {true, 0, CORE_PROGRAM_VA + CORE_PROGRAM_BYTES - 8, ": the segment at 0x13ffff8 is not in memory"}};
  struct core_system system = {.param = {[CORE_OPTIONS] = CORE_FAULTS}};
  struct tb_error error = {""};
  assert_true(core_system_init(&system, &error));
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char path[32];
    uint64_t word = 0;
    error.text[0] = '\0';
    write_elf(path, EM_RISCV, rows[i].entry, rows[i].text);
    assert_int_equal((rows[i].user ? core_system_place : core_system_load)(&system, path, &error),
                     rows[i].cause == NULL);
    assert_non_null(strstr(error.text, rows[i].cause == NULL ? "" : rows[i].cause));
    (void)unlink(path);
    assert_true(core_system_read(&system, rows[i].user ? CORE_PROGRAM : CORE_RAM, &word, &error));
    assert_int_equal(word & UINT32_MAX, 0x13);
    assert_int_equal(system.param[CORE_ENTRY], i < 3 ? 0 : rows[i].entry);
  }
  core_system_free(&system);
}
