// SPDX-License-Identifier: Apache-2.0
//
// A few lines that behave enough like the unit to test what surrounds it: counts operations, marks every Nth,
// and writes a record for each through translation and AXI. It knows nothing of the pseudocode and has no
// second operation in flight; tests of the unit itself never use it.
#ifndef TB_TEST_BENCH_FAKE_UNIT_H
#define TB_TEST_BENCH_FAKE_UNIT_H

#include "dut/dut.h"
#include "env/mmu.h"
#include "spu_sysreg.h"

#include <string.h>

enum { FAKE_BEAT = 16, FAKE_QUEUE = 64, FAKE_MAX_RECORD = 64 };

enum fake_state { FAKE_IDLE, FAKE_ASK, FAKE_AWAIT, FAKE_ADDRESS, FAKE_DATA };

struct fake_record {
  uint64_t pc;
  uint16_t events;
  uint8_t bytes[FAKE_MAX_RECORD];
};

struct fake_unit {
  uint32_t record_bytes;  // a multiple of 8, at most 64: what a test chooses
  uint8_t refuse;         // verdict given to every write of PMBPTR_EL1
  uint64_t pmscr, pmsirr, pmbptr, pmblimitr, pmbsr;
  uint64_t interval;  // operations between marks; 0: whenever nothing is in flight
  uint64_t left;      // operations before the next mark
  bool in_flight;     // tag 0
  uint64_t pc;        // of the marked operation
  uint64_t marks;
  struct spu_op last;  // the last operation that finished, and how long it took
  uint64_t clock, marked_at, issued_at, xlate_clocks, total;
  struct fake_record queue[FAKE_QUEUE];
  uint32_t head, tail;
  uint64_t written;
  uint64_t lost;  // records discarded
  // The record being written.
  enum fake_state state;
  uint32_t done;   // bytes before the current page's piece
  uint32_t piece;  // bytes of the piece
  uint64_t pa;
  uint8_t pas;
  uint32_t beat, beats;
  uint32_t outstanding;
  bool answer;  // the previous cycle's access
  uint8_t verdict;
  uint64_t rdata;
};

static inline bool fake_profiling(const struct fake_unit *unit, const struct spu_in *in)
{
  return in->pe_el == SPU_EL0 && (unit->pmscr & 1) != 0 && (unit->pmblimitr & 1) != 0 &&
         (unit->pmbsr & SPU_PMBSR_EL1_S) == 0;
}

// A record: PC, Events, padding, End in its last byte.
static inline void fake_queue_record(struct fake_unit *unit, const struct spu_op *op)
{
  struct fake_record *record = &unit->queue[unit->tail++ % FAKE_QUEUE];
  const uint64_t how = op->how == SPU_OP_RETIRED ? 2 : op->how == SPU_OP_EXCEPTION ? 3 : 0;
  record->pc = unit->pc;
  record->events = (uint16_t)(op->events | how);
  memset(record->bytes, 0, sizeof record->bytes);
  record->bytes[0] = 0xB0;
  memcpy(record->bytes + 1, &record->pc, 8);
  record->bytes[9] = 0x52;
  memcpy(record->bytes + 10, &record->events, 2);
  record->bytes[unit->record_bytes - 1] = 0x01;
}

static inline void fake_sysreg(struct fake_unit *unit, const struct spu_in *in)
{
  unit->answer = in->sysreg_valid;
  unit->verdict = SPU_ACCESS_OK;
  unit->rdata = 0;
  if (!in->sysreg_valid) {
    return;
  }
  uint64_t ignored = 0;
  uint64_t *reg = &ignored;
  switch (in->sysreg_addr) {
  case SPU_PMSCR_EL1:
    reg = &unit->pmscr;
    break;
  case SPU_PMSIRR_EL1:
    reg = &unit->pmsirr;
    unit->interval = (in->sysreg_wdata & ~(uint64_t)0xFF) + 1;  // as the architecture counts
    unit->left = unit->interval;
    break;
  case SPU_PMBPTR_EL1:
    reg = &unit->pmbptr;
    unit->verdict = unit->refuse;
    break;
  case SPU_PMBLIMITR_EL1:
    reg = &unit->pmblimitr;
    break;
  case SPU_PMBSR_EL1:
    reg = &unit->pmbsr;
    break;
  default:
    break;
  }
  if (in->sysreg_write) {
    *reg = in->sysreg_wdata;
  } else {
    unit->rdata = *reg;
  }
}

static inline void fake_stop(struct fake_unit *unit, uint64_t pmbsr)
{
  unit->pmbsr |= SPU_PMBSR_EL1_S | pmbsr;
  unit->lost += unit->tail - unit->head;
  unit->head = unit->tail;
}

static inline void fake_translated(struct fake_unit *unit, const struct spu_in *in)
{
  const uint64_t va = unit->pmbptr + unit->done;
  if (in->xlate_rsp_fault) {
    unit->pmbptr = va;
    fake_stop(unit, (uint64_t)(in->xlate_rsp_stage2 ? 0x25 : 0x24) << 26 | in->xlate_rsp_fsc |
                        (unit->done != 0 ? SPU_PMBSR_EL1_DL : 0));
    unit->state = FAKE_IDLE;
    return;
  }
  const uint32_t in_page = (uint32_t)(4096 - va % 4096);
  unit->piece = unit->record_bytes - unit->done;
  unit->piece = unit->piece < in_page ? unit->piece : in_page;
  unit->pa = in->xlate_rsp_pa;
  unit->pas = mmu_address_space(in);
  unit->beat = 0;
  unit->beats = (uint32_t)((unit->pa % FAKE_BEAT + unit->piece + FAKE_BEAT - 1) / FAKE_BEAT);
  unit->state = FAKE_ADDRESS;
}

static inline void fake_piece_done(struct fake_unit *unit)
{
  unit->done += unit->piece;
  unit->state = FAKE_ASK;
  if (unit->done == unit->record_bytes) {
    unit->state = FAKE_IDLE;
    unit->head++;
    unit->written++;
    unit->pmbptr += unit->record_bytes;
    if (unit->pmbptr + FAKE_MAX_RECORD > (unit->pmblimitr & ~(uint64_t)0xFFF)) {
      fake_stop(unit, 1);
    }
  }
}

static inline void fake_bus(const struct fake_unit *unit, struct dut_bus *bus)
{
  *bus = (struct dut_bus){.axi_bready = true};
  bus->xlate_req_valid = unit->state == FAKE_ASK;
  bus->xlate_req_va = unit->pmbptr + unit->done;
  bus->axi_awvalid = unit->state == FAKE_ADDRESS;
  bus->axi_awaddr = unit->pa & ~(uint64_t)(FAKE_BEAT - 1);
  bus->axi_awlen = (uint8_t)(unit->beats - 1);
  bus->axi_awsize = 4;
  bus->axi_awburst = 1;
  bus->axi_awprot = (unit->pas & 1U) != 0 ? 3 : 1;
  bus->axi_awnse = (unit->pas & 2U) != 0;
  bus->axi_wvalid = unit->state == FAKE_DATA;
  if (bus->axi_wvalid) {
    bus->axi_wlast = unit->beat + 1 == unit->beats;
    const uint8_t *bytes = unit->queue[unit->head % FAKE_QUEUE].bytes;
    for (uint32_t lane = 0; lane < FAKE_BEAT; lane++) {
      const uint32_t offset = unit->beat * FAKE_BEAT + lane - (uint32_t)(unit->pa % FAKE_BEAT);
      if (offset < unit->piece) {
        bus->axi_wdata[lane] = bytes[unit->done + offset];
        bus->axi_wstrb |= (uint64_t)1 << lane;
      }
    }
  }
}

static inline void fake_write(struct fake_unit *unit, const struct spu_in *in)
{
  switch (unit->state) {
  case FAKE_IDLE:
    if (unit->head != unit->tail && (unit->pmbsr & SPU_PMBSR_EL1_S) == 0) {
      unit->done = 0;
      unit->state = FAKE_ASK;
    }
    break;
  case FAKE_ASK:
    unit->state = in->xlate_req_ready ? FAKE_AWAIT : FAKE_ASK;
    break;
  case FAKE_AWAIT:
    if (in->xlate_rsp_valid) {
      fake_translated(unit, in);
    }
    break;
  case FAKE_ADDRESS:
    if (in->axi_awready) {
      unit->outstanding++;
      unit->state = FAKE_DATA;
    }
    break;
  case FAKE_DATA:
    if (in->axi_wready && ++unit->beat == unit->beats) {
      fake_piece_done(unit);
    }
    break;
  }
  unit->outstanding -= in->axi_bvalid;
}

// Follows the marked operation, and marks the next one.
static inline void fake_sample(struct fake_unit *unit, const struct spu_in *in, struct spu_out *out)
{
  const struct spu_op *op = &in->op[0];
  const bool busy = unit->in_flight;
  if (busy) {
    unit->xlate_clocks += op->xlate_busy;
    unit->issued_at = op->issued ? unit->clock : unit->issued_at;
    if (op->finished) {
      unit->last = *op;
      unit->total = unit->clock - unit->marked_at;
      unit->in_flight = false;
      fake_queue_record(unit, op);
    }
  }
  for (uint8_t slot = 0; fake_profiling(unit, in) && slot < SPU_MAX_SLOTS; slot++) {
    if ((in->dispatch_valid >> slot & 1) == 0) {
      continue;
    }
    out->sample_pop++;
    unit->left -= unit->left > 0;
    if (unit->left == 0 && !busy && !out->mark_valid) {
      out->mark_valid = true;
      out->mark_slot = slot;
      unit->left = unit->interval;
      unit->in_flight = true;
      unit->pc = in->dispatch_pc[slot];
      unit->marks++;
      unit->marked_at = unit->issued_at = unit->clock;
      unit->xlate_clocks = 0;
    }
  }
}

// One clock: the outputs that `in` causes, then the clock edge.
static inline void fake_step(struct fake_unit *unit, const struct spu_in *in, struct spu_out *out,
                             struct spu_vif *vif, struct dut_bus *bus)
{
  *out = (struct spu_out){.pmbptr = unit->pmbptr,
                          .pmbsr = unit->pmbsr,
                          .pmbirq = (unit->pmbsr & SPU_PMBSR_EL1_S) != 0,
                          .sysreg_done = unit->answer,
                          .sysreg_verdict = unit->verdict,
                          .sysreg_rdata = unit->rdata};
  *vif = (struct spu_vif){0};
  vif->psb_done = in->psb_valid && !unit->in_flight && unit->head == unit->tail && unit->state == FAKE_IDLE;
  vif->dsb_done = in->dsb_valid && unit->outstanding == 0;
  fake_bus(unit, bus);
  fake_write(unit, in);
  fake_sample(unit, in, out);
  fake_sysreg(unit, in);
  unit->clock++;
}

#endif  // TB_TEST_BENCH_FAKE_UNIT_H
