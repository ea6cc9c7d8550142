// SPDX-License-Identifier: Apache-2.0
#include "cores/test/driver_bench.h"

#include <assert.h>
#include <string.h>

#include "unit/env/pe_pins.h"

enum { FIRST_PC = 0x400000, PROGRAM = 64, INTERVAL = 256, NON_SECURE = 1, MOST_CYCLES = 100000 };
enum { STATUS_EC_SHIFT = 8 };

// One cycle, of EL1 or EL0.
static void clock_bench(struct driver_bench *bench)
{
  struct dut_bus bus;
  axi_memory_drive(bench->memory, &bench->in);
  mmu_drive(bench->mmu, &bench->in);
  fake_dut_eval(bench->unit, &bench->in, &bench->out, &bench->vif, &bus);
  const bool kept = axi_memory_observe(bench->memory, &bench->in, &bus, &bench->error) &&
                    mmu_observe(bench->mmu, &bench->in, &bus, &bench->error);
  assert(kept);
  (void)kept;
  fake_dut_clock(bench->unit);
  bench->written += bench->vif.commit_valid;
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    bench->in_flight[tag] = bench->in_flight[tag] && !bench->in.op[tag].finished;
  }
  if (bench->out.mark_valid) {
    bench->in_flight[bench->out.mark_tag] = true;
  }
  memset(bench->in.op, 0, sizeof bench->in.op);
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    bench->in.op[tag].completed = bench->in.op[tag].finished = bench->in_flight[tag] && !bench->linger;
  }
  bench->in.time_count++;
  bench->in.dispatch_valid = 0;
  bench->in.sysreg_valid = false;
}

// ---------------------------------------------------------------------------------------------------------
// The bridge

static void barrier(struct driver_bench *bench, bool *valid, const bool *done)
{
  bench->linger = false;  // older operations finish
  *valid = true;
  uint32_t cycles = 0;
  do {
    clock_bench(bench);
    cycles++;
    assert(cycles < MOST_CYCLES);
  } while (!*done);
  *valid = false;
}

static uint64_t load_psb(struct driver_bench *bench)
{
  bench->in.psb_older = (1U << SPU_MAX_TAGS) - 1;
  barrier(bench, &bench->in.psb_valid, &bench->vif.psb_done);
  bench->psb = true;
  bench->dsb = false;
  return 0;
}

static uint64_t load_dsb(struct driver_bench *bench)
{
  barrier(bench, &bench->in.dsb_valid, &bench->vif.dsb_done);
  bench->dsb = bench->psb;
  for (uint32_t page = 0; page < DRIVER_BENCH_PAGES; page++) {
    uint64_t pa;
    uint8_t pas;
    if (mmu_translate(bench->mmu, DRIVER_BENCH_BASE + page * DRIVER_BENCH_PAGE, &pa, &pas)) {
      axi_memory_read(bench->memory, pa, pas, bench->seen + page * DRIVER_BENCH_PAGE, DRIVER_BENCH_PAGE);
    }
  }
  return 0;
}

// True if the unit ignores the write silently.
static bool ignores(struct driver_bench *bench, uint16_t encoding, uint64_t value)
{
  const bool limit = encoding == SPU_PMBLIMITR_EL1;
  const bool on = limit && (value & SPU_PMBLIMITR_EL1_E) != 0;
  const bool buffer = encoding == SPU_PMBPTR_EL1 || encoding == SPU_PMBSR_EL1 || encoding == SPU_PMBMAR_EL1;
  const bool ignored = bench->strict && bench->enabled && (buffer || on);
  bench->ignored += ignored;
  if (ignored || encoding == bench->deaf) {
    return true;
  }
  bench->enabled = limit ? on : bench->enabled;
  return false;
}

static uint64_t reach(struct driver_bench *bench, uint32_t offset, bool write, uint64_t value)
{
  const uint16_t encoding = (uint16_t)(0xC000 | (offset - SPU_MMIO_REGISTERS) >> 3);
  const bool event = encoding == SPU_PMBSR_EL1 || encoding == SPU_PMBPTR_EL1;
  bench->accesses++;
  bench->early_reads += event && !write && !bench->dsb;
  bench->psb = bench->psb && !(write && encoding == SPU_PMSCR_EL1);
  bench->dsb = bench->dsb && bench->psb;
  if (encoding == bench->forbidden) {
    bench->status = SPU_ACCESS_UNDEFINED;
    return 0;
  }
  if (write && ignores(bench, encoding, value)) {
    return 0;
  }
  bench->in.sysreg_valid = true;
  bench->in.sysreg_write = write;
  bench->in.sysreg_addr = encoding;
  bench->in.sysreg_wdata = value;
  clock_bench(bench);
  clock_bench(bench);  // the response
  assert(bench->out.sysreg_done);
  if (bench->out.sysreg_verdict != SPU_ACCESS_OK) {
    bench->status = bench->out.sysreg_verdict | (uint32_t)bench->out.sysreg_ec << STATUS_EC_SHIFT;
  }
  return bench->out.sysreg_rdata ^ (encoding == bench->falsified ? bench->falsify : 0);
}

static uint64_t mmio_load(void *context, uint32_t offset)
{
  struct driver_bench *bench = context;
  assert(offset % (bench->width / 8) == 0 && offset < SPU_MMIO_BYTES);
  switch (offset) {
  case SPU_MMIO_PSB:
    return load_psb(bench);
  case SPU_MMIO_DSB:
    return load_dsb(bench);
  case SPU_MMIO_STATUS:
    return bench->status;
  default:
    break;
  }
  assert(offset >= SPU_MMIO_REGISTERS);
  if (offset % 8 != 0) {
    return bench->held >> 32;
  }
  bench->held = reach(bench, offset, false, 0);
  return bench->width == 32 ? (uint32_t)bench->held : bench->held;
}

static void mmio_store(void *context, uint32_t offset, uint64_t value)
{
  struct driver_bench *bench = context;
  assert(offset % (bench->width / 8) == 0 && offset < SPU_MMIO_BYTES);
  assert(bench->width == 64 || value >> 32 == 0);
  if (offset == SPU_MMIO_STATUS) {
    bench->status = 0;
    return;
  }
  assert(offset >= SPU_MMIO_REGISTERS);
  if (bench->width == 64) {
    (void)reach(bench, offset, true, value);
  } else if (offset % 8 == 0) {
    bench->held = value;
  } else {
    (void)reach(bench, offset - 4, true, value << 32 | bench->held);
  }
}

// ---------------------------------------------------------------------------------------------------------
// The kernel around the driver

// Number of records in a chunk. It must only contain whole records, of operations of the program.
static uint64_t count_records(const struct driver_bench *bench, size_t size)
{
  const size_t mask = ((size_t)1 << bench->config.record_align) - 1;
  uint64_t records = 0;
  size_t offset = 0;
  while (offset < size) {
    struct spu_packet packet;
    size_t used = 0;
    const enum spu_decode_status status =
        spu_decode_packet(bench->seen + offset, size - offset, &packet, &used);
    assert(status == SPU_DECODE_OK);
    (void)status;
    offset += used;
    if (packet.type == SPU_PACKET_ADDRESS && packet.index == 0) {
      assert((packet.value & 0xFFFFFFFFFFFFFF) - FIRST_PC < 4 * PROGRAM);
    }
    if (packet.type == SPU_PACKET_END || packet.type == SPU_PACKET_TIMESTAMP) {
      offset = (offset + mask) & ~mask;
      records++;
    }
  }
  assert(offset == size);
  return records;
}

static void take(void *context, const struct spu_driver_chunk *chunk)
{
  struct driver_bench *bench = context;
  assert(chunk->address == DRIVER_BENCH_BASE);
  assert(chunk->size != 0 || chunk->flags != 0);
  bench->chunks++;
  bench->bytes += chunk->size;
  bench->records += count_records(bench, chunk->size);
  bench->lost += (chunk->flags & SPU_DRIVER_LOST) != 0;
  bench->collision += (chunk->flags & SPU_DRIVER_COLLISION) != 0;
  bench->last = *chunk;
}

static bool map_page(struct driver_bench *bench, uint64_t va)
{
  const struct mmu_page page = {.va = va, .pa = va + (UINT64_C(1) << 32), .pas = NON_SECURE};
  return mmu_map(bench->mmu, &page);
}

static bool map(void *context, uint64_t address)
{
  struct driver_bench *bench = context;
  bench->maps++;
  return !bench->refuse_map && map_page(bench, address & ~(uint64_t)(DRIVER_BENCH_PAGE - 1));
}

// ---------------------------------------------------------------------------------------------------------

bool driver_bench_create(struct driver_bench *bench, const char *name, uint32_t pages, bool mapped,
                         uint32_t width)
{
  memset(bench, 0, sizeof *bench);
  if (spu_config_by_name(name, &bench->config) != SPU_OK) {
    return false;
  }
  bench->unit = fake_dut_create(&bench->config);
  bench->mmu = mmu_create(1);
  bench->memory = axi_memory_create(bench->config.axi_data_width / 8, 1);
  if (bench->unit == NULL || bench->mmu == NULL || bench->memory == NULL) {
    return false;
  }
  mmu_configure(bench->mmu, &bench->config);
  pe_pins_open(&bench->config, &bench->in);
  bench->in.contextidr_el1 = 4711;
  bench->width = width;
  bench->session =
      (struct spu_driver_session){.base = DRIVER_BENCH_BASE,
                                  .limit = DRIVER_BENCH_BASE + pages * DRIVER_BENCH_PAGE,
                                  .memory = bench->seen,
                                  .interval = INTERVAL,
                                  .pmscr = SPU_PMSCR_EL1_CX | SPU_PMSCR_EL1_PA | SPU_PMSCR_EL1_TS};
  bool ok = true;
  for (uint32_t page = 0; page < pages && mapped; page++) {
    ok = ok && map_page(bench, DRIVER_BENCH_BASE + page * DRIVER_BENCH_PAGE);
  }
  return ok;
}

void driver_bench_destroy(struct driver_bench *bench)
{
  fake_dut_destroy(bench->unit);
  mmu_destroy(bench->mmu);
  axi_memory_destroy(bench->memory);
}

enum spu_driver_status driver_bench_open(struct driver_bench *bench)
{
  const struct spu_driver_bus bus = {
      .load = mmio_load, .store = mmio_store, .context = bench, .data_width = bench->width};
  const struct spu_driver_hooks hooks = {.take = take, .map = map, .context = bench};
  return spu_driver_open(&bench->driver, &bus, &hooks);
}

enum spu_driver_status driver_bench_start(struct driver_bench *bench)
{
  return spu_driver_start(&bench->driver, &bench->session);
}

bool driver_bench_run(struct driver_bench *bench, uint64_t operations)
{
  bench->in.pe_el = SPU_EL0;
  bench->psb = bench->dsb = false;
  for (uint64_t i = 0; i < operations && !bench->out.pmbirq; i++) {
    bench->in.dispatch_valid = 1;
    bench->in.dispatch_pc[0] = FIRST_PC + bench->executed++ % PROGRAM * 4;
    clock_bench(bench);
  }
  bench->in.pe_el = SPU_EL1;
  return bench->out.pmbirq;
}

uint64_t driver_bench_peek(struct driver_bench *bench, uint16_t encoding)
{
  bench->in.sysreg_valid = true;
  bench->in.sysreg_write = false;
  bench->in.sysreg_addr = encoding;
  clock_bench(bench);
  clock_bench(bench);
  assert(bench->out.sysreg_done && bench->out.sysreg_verdict == SPU_ACCESS_OK);
  return bench->out.sysreg_rdata;
}
