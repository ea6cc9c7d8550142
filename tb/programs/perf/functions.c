// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "programs/perf/functions.h"

#include <stdlib.h>
#include <string.h>

#include "programs/perf/perf_file.h"
#include "programs/perf/spe_record.h"
#include "spu.h"
#include "unit/util/elf_file.h"

enum { TOP_FUNCTIONS = 8 };  // that are printed

// The list to which the symbols are added.
struct growing {
  struct functions *functions;
  size_t capacity;
};

static bool add(void *context, const GElf_Sym *symbol, const char *name)
{
  struct growing *growing = context;
  struct functions *functions = growing->functions;
  if (functions->count == growing->capacity) {
    const size_t size = growing->capacity == 0 ? 256 : 2 * growing->capacity;
    struct function *function = realloc(functions->function, size * sizeof *function);
    if (function == NULL) {
      return false;
    }
    functions->function = function;
    growing->capacity = size;
  }
  char *copy = strdup(name);
  if (copy == NULL) {
    return false;
  }
  functions->function[functions->count++] =
      (struct function){.start = symbol->st_value, .end = symbol->st_value + symbol->st_size, .name = copy};
  return true;
}

static bool add_function(void *context, const GElf_Sym *symbol, const char *name)
{
  return GELF_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_size == 0 || add(context, symbol, name);
}

static int by_address(const void *a, const void *b)
{
  const struct function *x = a;
  const struct function *y = b;
  if (x->start != y->start) {
    return x->start < y->start ? -1 : 1;
  }
  return strcmp(x->name, y->name);
}

typedef bool open_elf(struct elf_file *file, const uint8_t *bytes, size_t size, const char *name,
                      struct tb_error *error);

static bool read_image(struct functions *functions, const uint8_t *file, size_t size, open_elf *open,
                       const char *name, struct tb_error *error)
{
  static const GElf_Sym nowhere = {0};
  struct growing growing = {functions, 0};
  struct elf_file elf;
  *functions = (struct functions){NULL, 0};
  if (!open(&elf, file, size, name, error)) {
    return false;
  }
  const bool read =
      add(&growing, &nowhere, "[unknown]") && elf_file_symbols(&elf, add_function, &growing, error);
  elf_file_close(&elf);
  if (!read) {
    functions_free(functions);
    return tb_fail(error, "%s: out of memory", name);  // unless something failed before
  }
  // Except the first, which stands for no function.
  qsort(functions->function + 1, functions->count - 1, sizeof *functions->function, by_address);
  return true;
}

bool functions_read_image(struct functions *functions, const uint8_t *file, size_t size, const char *name,
                          struct tb_error *error)
{
  return read_image(functions, file, size, elf_file_open, name, error);
}

static bool read_file(struct functions *functions, const char *elf, open_elf *open, struct tb_error *error)
{
  size_t size = 0;
  *functions = (struct functions){NULL, 0};
  uint8_t *file = perf_file_read(elf, elf, &size, error);
  const bool read = file != NULL && read_image(functions, file, size, open, elf, error);
  free(file);
  return read;
}

bool functions_read(struct functions *functions, const char *elf, struct tb_error *error)
{
  return read_file(functions, elf, elf_file_open, error);
}

bool functions_read_riscv(struct functions *functions, const char *elf, struct tb_error *error)
{
  return read_file(functions, elf, elf_file_open_riscv, error);
}

void functions_free(struct functions *functions)
{
  for (size_t i = 0; i < functions->count; i++) {
    free(functions->function[i].name);
  }
  free(functions->function);
  *functions = (struct functions){NULL, 0};
}

void functions_move(struct functions *functions, uint64_t bias)
{
  for (size_t i = 1; i < functions->count; i++) {  // [0] has no address
    functions->function[i].start += bias;
    functions->function[i].end += bias;
  }
}

struct function *functions_find(const struct functions *functions, uint64_t address)
{
  size_t low = 0;
  size_t high = functions->count;
  while (high - low > 1) {  // start of [low] <= address < start of [high]
    const size_t middle = low + (high - low) / 2;
    if (functions->function[middle].start <= address) {
      low = middle;
    } else {
      high = middle;
    }
  }
  struct function *function = &functions->function[low];
  return address >= function->start && address < function->end ? function : &functions->function[0];
}

bool functions_count_samples(const struct functions *functions, const uint8_t *data, size_t size,
                             uint64_t interval)
{
  uint64_t exposed = 0;  // of the record; its counters precede its addresses (D18.1.2)
  while (size > 0) {
    struct spu_packet packet;
    size_t used = 0;
    if (spu_decode_packet(data, size, &packet, &used) != SPU_DECODE_OK) {
      return false;
    }
    const enum spe_field field = spe_packet_field(&packet);
    if (field == SPE_FIELD_EXPOSED) {
      exposed = packet.value;
    } else if (field == SPE_FIELD_PC) {
      struct function *function = functions_find(functions, packet.value & SPE_ADDRESS_BITS);
      function->samples++;
      function->estimated += exposed * interval;
      exposed = 0;
    }
    data += used;
    size -= used;
  }
  return true;
}

static int by_executed(const void *a, const void *b)
{
  const struct function *x = a;
  const struct function *y = b;
  if (x->executed != y->executed) {
    return x->executed > y->executed ? -1 : 1;
  }
  return by_address(a, b);
}

void functions_sort(struct functions *functions)
{
  qsort(functions->function, functions->count, sizeof *functions->function, by_executed);
}

static double percent(uint64_t part, uint64_t whole)
{
  return 100.0 * (double)part / (double)whole;
}

void functions_print(const struct functions *functions, FILE *stream)
{
  struct function all = {.executed = 0};
  for (size_t i = 0; i < functions->count; i++) {
    all.executed += functions->function[i].executed;
    all.samples += functions->function[i].samples;
    all.time += functions->function[i].time;
    all.estimated += functions->function[i].estimated;
  }
  if (all.executed == 0 || all.samples == 0) {
    return;
  }
  (void)fprintf(stream, "executed  sampled  %sfunction\n", all.estimated != 0 ? "  time  estimated  " : "");
  for (size_t i = 0; i < functions->count && i < TOP_FUNCTIONS; i++) {
    const struct function *function = &functions->function[i];
    if (function->executed == 0) {
      break;
    }
    (void)fprintf(stream, "%6.1f %%  %5.1f %%  ", percent(function->executed, all.executed),
                  percent(function->samples, all.samples));
    if (all.estimated != 0) {
      (void)fprintf(stream, "%4.1f %%     %4.1f %%  ", percent(function->time, all.time),
                    percent(function->estimated, all.estimated));
    }
    (void)fprintf(stream, "%s\n", function->name);
  }
}
