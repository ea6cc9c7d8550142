// SPDX-License-Identifier: Apache-2.0
//
// For tests of the driver of tb/cores/software: a unit without RTL, a bridge like rtl/spu_mmio.sv, and a core that
// executes operations at EL0 between calls of the driver at EL1.
#ifndef TB_CORES_TEST_DRIVER_BENCH_H
#define TB_CORES_TEST_DRIVER_BENCH_H

#include "cores/software/spu_driver.h"
#include "unit/env/axi_memory.h"
#include "unit/env/mmu.h"
#include "unit/test/bench/fake_dut.h"

enum { DRIVER_BENCH_BASE = 0x40000000, DRIVER_BENCH_PAGES = 16, DRIVER_BENCH_PAGE = 4096 };

struct driver_bench {
  struct spu_config config;
  struct fake_dut *unit;
  struct mmu *mmu;
  struct axi_memory *memory;
  struct tb_error error;
  struct spu_in in;
  struct spu_out out;  // of the last cycle
  struct spu_vif vif;
  uint64_t written;   // records
  uint64_t executed;  // operations
  bool linger;        // sampled operations do not finish
  bool in_flight[SPU_MAX_TAGS];
  // The bridge.
  uint32_t width;
  uint64_t held;
  uint32_t status;
  uint16_t falsified;  // register
  uint64_t falsify;    // bits that are inverted when it is read
  uint16_t forbidden;  // register whose accesses are refused
  uint16_t deaf;       // register whose writes are ignored
  bool strict;         // ignores writes that a PE may ignore while PMBLIMITR_EL1.E is 1 (DEN0154, SFDXJJ)
  bool enabled;        // PMBLIMITR_EL1.E
  uint32_t ignored;    // writes ignored for that reason
  uint32_t accesses;   // MRS and MSR
  // Reads of PMBSR_EL1 or PMBPTR_EL1 without PSB CSYNC and then DSB since EL0 or an MSR of PMSCR_EL1.
  uint32_t early_reads;
  bool psb, dsb;
  // The driver's side.
  struct spu_driver driver;
  struct spu_driver_session session;
  // The buffer for the driver: its contents at the last DSB.
  uint8_t seen[DRIVER_BENCH_PAGES * DRIVER_BENCH_PAGE];
  bool refuse_map;
  // Handed-out data.
  uint32_t chunks;
  uint32_t maps;
  uint64_t records;
  uint64_t bytes;
  uint32_t lost;       // chunks with this flag
  uint32_t collision;  // likewise
  struct spu_driver_chunk last;
};

// Configuration `name`, a buffer of `pages` pages, mapped or not, and a bridge of `width` bits. Does not open the
// driver; the session samples everything at EL0 with the shortest interval. False if out of memory.
bool driver_bench_create(struct driver_bench *bench, const char *name, uint32_t pages, bool mapped,
                         uint32_t width);
void driver_bench_destroy(struct driver_bench *bench);

enum spu_driver_status driver_bench_open(struct driver_bench *bench);
enum spu_driver_status driver_bench_start(struct driver_bench *bench);

// Executes at EL0 until PMBIRQ, or for this number of operations. True at PMBIRQ.
bool driver_bench_run(struct driver_bench *bench, uint64_t operations);

// The value of a register.
uint64_t driver_bench_peek(struct driver_bench *bench, uint16_t encoding);

#endif  // TB_CORES_TEST_DRIVER_BENCH_H
