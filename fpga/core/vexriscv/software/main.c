// SPDX-License-Identifier: Apache-2.0
//
// Profiles a workload of its own on a board with VexRiscv: opens the unit, starts a session, serves PMBIRQ, keeps the
// records in RAM, and leaves its results beside them.
#include "board.h"
#include "core/software/spu_driver.h"
#include "core/software/spu_driver_mmio.h"
#include "workload.h"

enum {
  CAUSE_CALL = 11,  // mcause of an environment call from machine mode
  INTERRUPT_EXTERNAL = 1 << 11
};

#define CAUSE_EXTERNAL (UINT32_C(1) << 31 | 11)

// VexRiscv's array of interrupts: which of them reach mip.MEIP.
#define CSR_INTERRUPT_MASK "0xBC0"

#define READ_CSR(name)                                           \
  ({                                                             \
    uint32_t value_;                                             \
    __asm__ volatile("csrr %0, " name : "=r"(value_)::"memory"); \
    value_;                                                      \
  })
#define WRITE_CSR(name, value) __asm__ volatile("csrw " name ", %0" ::"r"((uint32_t)(value)) : "memory")

struct parameters parameters = {.interval = 512, .rounds = 4};
volatile struct results results;
uint8_t archive[BOARD_ARCHIVE_BYTES] __attribute__((section(".noinit"), aligned(64)));

static struct spu_driver driver;
static struct spu_driver_bus mmio;

// The core's counters when profiling was turned on, and retired instructions when it was resumed last.
static struct {
  bool profiling;
  bool turning_on;
  uint32_t cycles;
  uint32_t retired;
  uint32_t resumed;
} count;

static volatile struct board_devices *devices(void)
{
  return (volatile struct board_devices *)BOARD_DEVICES;
}

// start.S; the end.
uint32_t trap(uint32_t cause, uint32_t address);
void board_exit(uint32_t value) __attribute__((noreturn));
int main(void);
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);

void board_exit(uint32_t value)
{
  devices()->exit = value;
  for (;;) {
  }
}

// GCC must not make these of themselves.
__attribute__((optimize("no-tree-loop-distribute-patterns"))) void *memcpy(void *to, const void *from,
                                                                           size_t size)
{
  uint8_t *out = to;
  const uint8_t *in = from;
  for (size_t i = 0; i < size; i++) {
    out[i] = in[i];
  }
  return to;
}

__attribute__((optimize("no-tree-loop-distribute-patterns"))) void *memset(void *to, int value, size_t size)
{
  uint8_t *out = to;
  for (size_t i = 0; i < size; i++) {
    out[i] = (uint8_t)value;
  }
  return to;
}

// A chunk of records is kept, a word at a time: the buffer is not cached.
static void take(void *context, const struct spu_driver_chunk *chunk)
{
  (void)context;
  const uint32_t room = BOARD_ARCHIVE_BYTES - results.bytes;
  const uint32_t size = chunk->size < room ? (uint32_t)chunk->size : room;
  const volatile uint32_t *from = (const volatile uint32_t *)(uintptr_t)chunk->address;
  uint32_t *to = (uint32_t *)(void *)(archive + results.bytes);
  for (uint32_t i = 0; i < size / 4; i++) {
    to[i] = from[i];
  }
  results.bytes += size;
  results.dropped += (uint32_t)chunk->size - size;
}

// The driver's way to the window, which reads the core's counters as near as can be to the stores that turn profiling
// on (PMSCR_EL1), resume it (PMBLIMITR_EL1) and turn it off.
static uint64_t load(void *context, uint32_t offset)
{
  return mmio.load(context, offset);
}

static void store(void *context, uint32_t offset, uint64_t value)
{
  const uint32_t control = spu_window_register(SPU_PMSCR_EL1);
  const bool off = offset == control + 4 && count.profiling && !count.turning_on;
  const bool on = offset == control + 4 && count.turning_on;
  if (offset == control) {
    count.turning_on = value != 0;
  }
  if (off) {
    results.retired = READ_CSR("minstret") - count.retired;
  }
  mmio.store(context, offset, value);
  if (off) {
    results.cycles = READ_CSR("mcycle") - count.cycles;
    count.profiling = false;
  }
  if (on) {
    count.profiling = true;
    count.cycles = READ_CSR("mcycle");
    count.retired = READ_CSR("minstret");
  }
  if (offset == spu_window_register(SPU_PMBLIMITR_EL1) + 4) {
    count.resumed = READ_CSR("minstret");
  }
}

static void demand(enum spu_driver_status status)
{
  if (status != SPU_DRIVER_OK) {
    board_exit(0x200U + (uint32_t)status);
  }
}

// Where to go on.
uint32_t trap(uint32_t cause, uint32_t address)
{
  if (cause == CAUSE_EXTERNAL) {
    const uint32_t before = READ_CSR("minstret");
    bool event = false;
    demand(spu_driver_serve(&driver, &event));
    results.interrupts += event;
    results.serving += count.resumed - before;
    return address;
  }
  if (cause == CAUSE_CALL) {
    results.calls++;
    return address + 4;
  }
  board_exit(0x100U + cause);
}

int main(void)
{
  mmio = spu_driver_mmio((void *)BOARD_WINDOW);
  const struct spu_driver_bus bus = {
      .load = load, .store = store, .context = mmio.context, .data_width = mmio.data_width};
  const struct spu_driver_hooks hooks = {.take = take};
  demand(spu_driver_open(&driver, &bus, &hooks));
  const struct spu_driver_session session = {.base = BOARD_BUFFER,
                                             .limit = BOARD_BUFFER + BOARD_BUFFER_BYTES,
                                             .memory = (const uint8_t *)BOARD_BUFFER,
                                             .interval = parameters.interval,
                                             .random = parameters.random != 0,
                                             .pmscr = SPU_PMSCR_EL1_E1SPE | SPU_PMSCR_EL1_PA |
                                                      SPU_PMSCR_EL1_TS |
                                                      (UINT64_C(1) << SPU_PMSCR_EL1_PCT_SHIFT)};
  WRITE_CSR(CSR_INTERRUPT_MASK, 1);
  WRITE_CSR("mie", INTERRUPT_EXTERNAL);
  const uint32_t time_start = devices()->time;
  demand(spu_driver_start(&driver, &session));
  __asm__ volatile("csrsi mstatus, 8" ::: "memory");  // MIE
  uint32_t checksum = 0;
  for (uint32_t round = 0; round < parameters.rounds; round++) {
    checksum = checksum * 31U + workload_round(round);
  }
  __asm__ volatile("csrci mstatus, 8" ::: "memory");
  demand(spu_driver_stop(&driver));
  results.time_start = time_start;
  results.time_end = devices()->time;
  results.checksum = checksum;
  results.losses = (uint32_t)driver.counts.losses;
  results.collisions = (uint32_t)driver.counts.collisions;
  results.magic = RESULTS_MAGIC;
  return 0;
}
