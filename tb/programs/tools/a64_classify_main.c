// SPDX-License-Identifier: Apache-2.0
//
// a64-classify: prints the decoder's classes of A64 opcodes.
#include "programs/a64/a64.h"
#include "unit/util/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_program program = {
    .name = "a64-classify",
    .usage = "[OPCODE...]",
    .about = "Classifies A64 opcodes, in hexadecimal, from the arguments or, without\n"
             "arguments, from stdin, one per line. Prints a line for each: opcode, class\n"
             "(other, branch, general, simd-fp, extended, sve-memory, sve, sme), unit, bytes\n"
             "of the memory access (0 if unknown), and the flags that are set.\n",
    .status = "Status: 0 done; 2 an argument or line is not an opcode.\n"};

static bool classify(const char *text)
{
  static const char *const kinds[] = {[SPU_KIND_OTHER] = "other",
                                      [SPU_KIND_BRANCH] = "branch",
                                      [SPU_KIND_LDST_GENERAL] = "general",
                                      [SPU_KIND_LDST_SIMD_FP] = "simd-fp",
                                      [SPU_KIND_LDST_EXTENDED] = "extended",
                                      [SPU_KIND_LDST_SVE] = "sve-memory",
                                      [SPU_KIND_SVE] = "sve",
                                      [SPU_KIND_SME] = "sme"};
  static const char *const units[] = {"integer", "multiply", "divide",  "fp",    "fp-divide",
                                      "branch",  "memory",   "barrier", "system"};
  char *end = NULL;
  errno = 0;
  const unsigned long long number = strtoull(text, &end, 16);
  if (errno != 0 || end == text || *end != '\0' || number > UINT32_MAX || text[0] == '-') {
    (void)fprintf(stderr, "a64-classify: %s: not an opcode of 32 bits in hexadecimal\n", text);
    return false;
  }
  const struct a64_class class = a64_classify((uint32_t)number);
  const struct {
    bool set;
    const char *name;
  } flags[] = {{class.load, "load"},
               {class.store, "store"},
               {class.writes, "writes"},
               {class.acq_rel, "acq-rel"},
               {class.exclusive, "exclusive"},
               {class.atomic, "atomic"},
               {class.predicated, "predicated"},
               {class.gather_scatter, "gather-scatter"},
               {class.simd, "simd"},
               {class.fp, "floating-point"},
               {class.cond, "cond"},
               {class.indirect, "indirect"},
               {class.branch, "branch"},
               {class.call, "call"},
               {class.ret, "return"},
               {class.exception, "exception"},
               {!class.allocated, "unallocated"}};
  printf("%08llx %s %s %u", number, kinds[class.kind], units[class.unit], class.bytes);
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
    if (flags[i].set) {
      printf(" %s", flags[i].name);
    }
  }
  (void)putchar('\n');
  return true;
}

static bool classify_lines(void)
{
  char line[64];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\r\n")] = '\0';
    if (!classify(line)) {
      return false;
    }
  }
  return ferror(stdin) == 0;
}

int main(int argc, char **argv)
{
  struct tb_error error = {""};
  const int first = options_parse(&program, argc, argv, NULL, NULL, &error);
  bool good = first != 0;
  for (int i = first; good && i < argc; i++) {
    good = classify(argv[i]);
  }
  if (first == argc) {
    good = classify_lines();
  }
  if (fflush(stdout) != 0 || ferror(stdout)) {
    good = tb_fail(&error, "stdout: %s", strerror(errno));
  }
  if (error.text[0] != '\0') {
    (void)fprintf(stderr, "a64-classify: %s\n", error.text);
  }
  return good ? 0 : 2;
}
