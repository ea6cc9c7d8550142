// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // memfd_create
#include "programs/recorder/vector_length.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  QUADWORDS_MAX = 16,
  QUADWORD_BITS = 128,
  STATUS = 64,       // set in the exit status besides the number: QEMU's own statuses lack it
  PLACE = 0x400000,  // where the program is loaded
  PATH_TEXT = 32
};

// Ends with the number of quadwords of a vector in its status; without SVE, or SME, by a signal.
enum {
  RDVL = 0x04BF5020,   // rdvl x0, #1
  RDSVL = 0x04BF5820,  // rdsvl x0, #1
};
static const uint32_t code[] = {
    RDVL,
    0xD344FC00,  // lsr x0, x0, #4
    0x91010000,  // add x0, x0, #64
    0xD2800BA8,  // mov x8, #93: exit
    0xD4000001,  // svc #0
    0x00000000,  // udf #0
};

struct program {
  Elf64_Ehdr header;
  Elf64_Phdr segment;
  uint32_t code[sizeof code / sizeof code[0]];
};

static int program_file(bool streaming)
{
  struct program program = {
      .header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                 .e_type = ET_EXEC,
                 .e_machine = EM_AARCH64,
                 .e_version = EV_CURRENT,
                 .e_entry = PLACE + offsetof(struct program, code),
                 .e_phoff = offsetof(struct program, segment),
                 .e_ehsize = sizeof(Elf64_Ehdr),
                 .e_phentsize = sizeof(Elf64_Phdr),
                 .e_phnum = 1},
      .segment = {.p_type = PT_LOAD,
                  .p_flags = PF_R | PF_X,
                  .p_vaddr = PLACE,
                  .p_paddr = PLACE,
                  .p_filesz = sizeof program,
                  .p_memsz = sizeof program,
                  .p_align = 0x1000}};
  memcpy(program.code, code, sizeof code);
  program.code[0] = streaming ? RDSVL : RDVL;
  const int file = memfd_create("vector", 0);
  if (file >= 0 && write(file, &program, sizeof program) != sizeof program) {
    (void)close(file);
    return -1;
  }
  return file;
}

// In the child: only calls that are allowed between fork and exec. Never returns.
static _Noreturn void become_qemu(const char *qemu, const char *cpu, const char *path)
{
  static char *const no_environment[] = {NULL};
  const char *const arguments[] = {qemu, "-cpu", cpu, path, NULL};
  const struct rlimit none = {0, 0};
  (void)setrlimit(RLIMIT_CORE, &none);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0 &&
      dup2(nothing, STDERR_FILENO) >= 0) {
    (void)execvpe(qemu, (char *const *)arguments, no_environment);
  }
  _exit(127);
}

uint32_t vector_length(const char *qemu, const char *cpu, bool streaming)
{
  const int file = program_file(streaming);
  if (file < 0) {
    return 0;
  }
  char path[PATH_TEXT];
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  const pid_t pid = fork();
  if (pid == 0) {
    become_qemu(qemu, cpu, path);
  }
  (void)close(file);
  int status = 0;
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  const int quadwords = pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) - STATUS : 0;
  return quadwords >= 1 && quadwords <= QUADWORDS_MAX ? (uint32_t)quadwords * QUADWORD_BITS : 0;
}
