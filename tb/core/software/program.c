// SPDX-License-Identifier: Apache-2.0
#include "core/software/program.h"

#include <string.h>

#include "core/software/pages.h"

// ELF, 64 bits, little-endian (System V ABI); what there is need of.
struct elf_header {
  uint8_t ident[16];
  uint16_t type, machine;
  uint32_t version;
  uint64_t entry, phoff, shoff;
  uint32_t flags;
  uint16_t ehsize, phentsize, phnum, shentsize, shnum, shstrndx;
};

struct elf_segment {
  uint32_t type, flags;
  uint64_t offset, va, pa, file_bytes, memory_bytes, align;
};

enum { ET_EXEC = 2, EM_RISCV = 243, PT_LOAD = 1, PF_X = 1, PF_W = 2, PF_R = 4 };

#define USER_END UINT64_C(0x40000000)  // of what a file may ask for

static unsigned rights_of(uint32_t flags)
{
  return ((flags & PF_R) != 0 ? (unsigned)PAGES_READ : 0) |
         ((flags & PF_W) != 0 ? (unsigned)PAGES_WRITE : 0) |
         ((flags & PF_X) != 0 ? (unsigned)PAGES_EXECUTE : 0);
}

static bool inside(uint64_t offset, uint64_t bytes, uint64_t size)
{
  return offset <= size && bytes <= size - offset;
}

static const char *add_segment(struct program *program, const uint8_t *file, uint64_t size,
                               const struct elf_segment *from)
{
  if (program->count == PROGRAM_SEGMENTS) {
    return "too many segments";
  }
  if (!inside(from->offset, from->file_bytes, size) || from->file_bytes > from->memory_bytes ||
      !inside(from->va, from->memory_bytes, USER_END)) {
    return "a segment that is not in the file or not in the user's memory";
  }
  program->segments[program->count++] = (struct program_segment){.va = from->va,
                                                                 .file_bytes = from->file_bytes,
                                                                 .memory_bytes = from->memory_bytes,
                                                                 .file = file + from->offset,
                                                                 .rights = rights_of(from->flags)};
  const uint64_t end = (from->va + from->memory_bytes + PAGES_BYTES - 1) & ~(uint64_t)(PAGES_BYTES - 1);
  program->heap = end > program->heap ? end : program->heap;
  return NULL;
}

const char *program_load(struct program *program, const uint8_t *file, uint64_t size)
{
  static const uint8_t ident[] = {0x7F, 'E', 'L', 'F', 2, 1, 1};
  struct elf_header header;
  *program = (struct program){0};
  if (size < sizeof header) {
    return "no ELF file";
  }
  memcpy(&header, file, sizeof header);
  if (memcmp(header.ident, ident, sizeof ident) != 0 || header.machine != EM_RISCV ||
      header.type != ET_EXEC || header.phentsize != sizeof(struct elf_segment) ||
      !inside(header.phoff, (uint64_t)header.phnum * sizeof(struct elf_segment), size)) {
    return "no ELF file of a program for RV64";
  }
  program->entry = header.entry;
  for (uint16_t i = 0; i < header.phnum; i++) {
    struct elf_segment segment;
    memcpy(&segment, file + header.phoff + i * sizeof segment, sizeof segment);
    const char *wrong = NULL;
    if (segment.type == PT_LOAD && segment.memory_bytes != 0) {
      wrong = add_segment(program, file, size, &segment);
    }
    if (wrong != NULL) {
      return wrong;
    }
  }
  program->brk = program->heap;
  return program->count == 0 ? "no segment" : NULL;
}

// What a page permits; 0: the program has none there.
static unsigned rights_at(const struct program *program, uint64_t page)
{
  unsigned rights = 0;
  for (size_t i = 0; i < program->count; i++) {
    const struct program_segment *segment = &program->segments[i];
    if (page + PAGES_BYTES > segment->va && page < segment->va + segment->memory_bytes) {
      rights |= segment->rights;
    }
  }
  const bool heap = page >= program->heap && page < program->brk;
  const bool stack = page >= PROGRAM_STACK_END - PROGRAM_STACK_BYTES && page < PROGRAM_STACK_END;
  return heap || stack ? (unsigned)(PAGES_READ | PAGES_WRITE) : rights;
}

// Word by word: picolibc's functions store bytes, and each store of a core with a write-through cache is one of its
// bus.
static void clear(uint8_t *to)
{
  uint64_t *words = (uint64_t *)to;
  for (size_t i = 0; i < PAGES_BYTES / sizeof *words; i++) {
    words[i] = 0;
  }
}

static void copy(uint8_t *to, const uint8_t *from, size_t size)
{
  const bool aligned = (((uintptr_t)to | (uintptr_t)from) & (sizeof(uint64_t) - 1)) == 0;
  size_t done = 0;
  for (; aligned && size - done >= sizeof(uint64_t); done += sizeof(uint64_t)) {
    *(uint64_t *)(to + done) = *(const uint64_t *)(from + done);
  }
  for (; done < size; done++) {
    to[done] = from[done];
  }
}

// What the file has of a page, and zeros.
static void fill(const struct program *program, uint64_t page, uint8_t *frame)
{
  clear(frame);
  for (size_t i = 0; i < program->count; i++) {
    const struct program_segment *segment = &program->segments[i];
    const uint64_t end = segment->va + segment->file_bytes;
    const uint64_t from = page > segment->va ? page : segment->va;
    const uint64_t to = page + PAGES_BYTES < end ? page + PAGES_BYTES : end;
    if (from < to) {
      copy(frame + (from - page), segment->file + (from - segment->va), (size_t)(to - from));
    }
  }
}

bool program_make_page(struct program *program, uint64_t va, unsigned right)
{
  const uint64_t page = va & ~(uint64_t)(PAGES_BYTES - 1);
  const unsigned rights = rights_at(program, page);
  if ((rights & right) == 0 || pages_reach(page, 0) != NULL) {
    return false;
  }
  fill(program, page, pages_map_user(page, rights));
  pages_changed(page);
  program->pages++;
  return true;
}

uint8_t *program_reach(struct program *program, uint64_t va, unsigned right)
{
  uint8_t *at = pages_reach(va, right);
  if (at == NULL && program_make_page(program, va, right)) {
    at = pages_reach(va, right);
  }
  return at;
}

uint64_t program_set_brk(struct program *program, uint64_t end)
{
  if (end >= program->heap && end - program->heap <= PROGRAM_HEAP_BYTES) {
    program->brk = end;
  }
  return program->brk;
}
