// SPDX-License-Identifier: Apache-2.0
#include "cores/core_bus.h"

#include <string.h>

// Cycles from an address to its first data, and from data to its response.
enum { WAIT_MIN = 2, WAIT_MAX = 12 };
enum { RESP_OKAY = 0, RESP_EXOKAY = 1, RESP_SLVERR = 2 };

// AWATOP (AXI5): an atomic swap; a load with one of eight operations.
enum { ATOP_SWAP = 0x30, ATOP_LOAD = 0x20, ATOP_CLASS = 0x38 };
enum { ATOP_ADD, ATOP_CLR, ATOP_EOR, ATOP_SET, ATOP_SMAX, ATOP_SMIN, ATOP_UMAX, ATOP_UMIN };

void core_bus_init(struct core_bus *bus, uint64_t seed)
{
  enum { STREAM = 0xB05 };
  rng_seed(&bus->rng, seed, STREAM);
}

static uint32_t wait_of(struct core_bus *bus)
{
  return WAIT_MIN + rng_below(&bus->rng, WAIT_MAX - WAIT_MIN + 1);
}

// ---------------------------------------------------------------------------------------------------------
// Driving

static void drive_mmio(const struct core_bus *bus, struct core_in *in)
{
  const struct core_read *read = &bus->read[0];
  const struct core_write *write = &bus->write;
  in->mmio_valid = bus->mmio == CORE_MMIO_REQUESTS;
  in->mmio_write = bus->mmio_writes;
  in->mmio_addr = (uint32_t)((bus->mmio_writes ? write->address : read->address) - CORE_MMIO);
  in->mmio_wdata = write->word;
  in->mmio_strb = bus->mmio_writes ? write->strobe : 0xFF;
}

void core_bus_drive(struct core_bus *bus, struct core_in *in)
{
  const struct core_read *read = &bus->read[0];
  const struct core_write *write = &bus->write;
  memset(in, 0, sizeof *in);
  in->ar_ready = bus->reads < CORE_READS - 1;  // one is for an atomic transaction's
  in->aw_ready = !write->addressed && bus->responses < CORE_WRITES;
  in->w_ready = write->addressed && !write->filled;
  if (bus->reads != 0 && read->known && read->wait == 0) {
    in->r_valid = true;
    in->r_id = read->id;
    in->r_data = read->word;
    in->r_resp = read->resp;
    in->r_last = read->beats == 1;
  }
  if (bus->responses != 0 && bus->response[0].wait == 0) {
    in->b_valid = true;
    in->b_id = bus->response[0].id;
    in->b_resp = bus->response[0].resp;
  }
  drive_mmio(bus, in);
  in->timer_irq = core_system_timer(bus->system);
}

// ---------------------------------------------------------------------------------------------------------
// Atomic transactions

// The word after an atomic operation on the bytes that `strobe` has: 4 or 8, aligned.
static uint64_t operate(uint8_t atop, uint64_t old, uint64_t word, uint8_t strobe)
{
  const unsigned shift = strobe == 0xF0 ? 32 : 0;
  const bool half = strobe != 0xFF;
  const uint64_t mask = (half ? UINT32_MAX : UINT64_MAX) << shift;
  const uint64_t a = half ? (uint32_t)(old >> shift) : old;
  const uint64_t b = half ? (uint32_t)(word >> shift) : word;
  const int64_t sa = half ? (int32_t)a : (int64_t)a;
  const int64_t sb = half ? (int32_t)b : (int64_t)b;
  const uint64_t results[] = {
      [ATOP_ADD] = a + b,          [ATOP_CLR] = a & ~b,           [ATOP_EOR] = a ^ b,
      [ATOP_SET] = a | b,          [ATOP_SMAX] = sa > sb ? a : b, [ATOP_SMIN] = sa < sb ? a : b,
      [ATOP_UMAX] = a > b ? a : b, [ATOP_UMIN] = a < b ? a : b};
  const uint64_t result = atop == ATOP_SWAP ? b : results[atop & 7];
  return (old & ~mask) | (result << shift & mask);
}

static bool do_atomic(struct core_bus *bus, struct tb_error *error)
{
  struct core_write *write = &bus->write;
  const uint64_t at = write->address & ~UINT64_C(7);
  uint64_t old = 0;
  if (write->atop != ATOP_SWAP && (write->atop & ATOP_CLASS) != ATOP_LOAD) {
    return tb_fail(error, "the core makes an atomic transaction 0x%x, which the bus does not support",
                   write->atop);
  }
  if (!core_system_read(bus->system, at, &old, error)) {
    return false;
  }
  const uint64_t word = operate(write->atop, old, write->word, write->strobe);
  bus->read[bus->reads++] =
      (struct core_read){.id = write->id, .beats = 1, .known = true, .wait = wait_of(bus), .word = old};
  return core_system_write(bus->system, at, word, write->strobe, error);
}

// ---------------------------------------------------------------------------------------------------------
// Memory

// Completes a write, so that the next one can begin.
static void end_write(struct core_bus *bus, uint8_t resp, uint32_t wait)
{
  bus->response[bus->responses++] = (struct core_response){.id = bus->write.id, .resp = resp, .wait = wait};
  bus->write = (struct core_write){.addressed = false};
}

static bool do_write(struct core_bus *bus, struct tb_error *error)
{
  const struct core_write done = bus->write;
  const struct core_write *write = &done;
  const uint64_t at = write->address & ~UINT64_C(7);
  if (write->atop != 0) {
    const bool did = do_atomic(bus, error);
    end_write(bus, RESP_OKAY, wait_of(bus));
    return did;
  }
  if (write->lock) {
    const bool holds = bus->reserved && bus->reservation == at;
    bus->reserved = false;
    end_write(bus, holds ? RESP_EXOKAY : RESP_OKAY, wait_of(bus));
    if (!holds) {
      return true;  // it failed, and memory is unchanged
    }
  } else {
    end_write(bus, RESP_OKAY, wait_of(bus));
  }
  return core_system_write(bus->system, at, write->word, write->strobe, error);
}

static bool do_read(struct core_bus *bus, struct tb_error *error)
{
  struct core_read *read = &bus->read[0];
  read->known = true;
  return core_system_read(bus->system, read->address & ~UINT64_C(7), &read->word, error);
}

// ---------------------------------------------------------------------------------------------------------
// Handshakes

static void take_address(struct core_bus *bus, const struct core_out *out)
{
  bus->read[bus->reads++] = (struct core_read){.id = out->ar_id,
                                               .address = out->ar_addr,
                                               .beats = out->ar_len + 1U,
                                               .resp = out->ar_lock ? RESP_EXOKAY : RESP_OKAY,
                                               .wait = wait_of(bus)};
  if (out->ar_lock) {
    bus->reserved = true;
    bus->reservation = out->ar_addr & ~UINT64_C(7);
  }
}

static void end_beat(struct core_bus *bus)
{
  struct core_read *read = &bus->read[0];
  read->beats--;
  read->known = false;
  read->address = (read->address & ~UINT64_C(7)) + 8;
  if (read->beats == 0) {
    bus->reads--;
    memmove(&bus->read[0], &bus->read[1], bus->reads * sizeof bus->read[0]);
  }
}

static void take_write(struct core_bus *bus, const struct core_in *in, const struct core_out *out)
{
  struct core_write *write = &bus->write;
  if (in->w_ready && out->w_valid) {
    write->filled = true;
    write->word = out->w_data;
    write->strobe = out->w_strb;
  }
  if (in->aw_ready && out->aw_valid) {
    *write = (struct core_write){.addressed = true,
                                 .id = out->aw_id,
                                 .atop = out->aw_atop,
                                 .lock = out->aw_lock,
                                 .address = out->aw_addr};
  }
}

// Takes the bridge's response, or a request to it.
static void step_mmio(struct core_bus *bus, const struct core_in *in, const struct core_out *out)
{
  struct core_read *read = &bus->read[0];
  if (bus->mmio == CORE_MMIO_REQUESTS && in->mmio_valid && out->mmio_ready) {
    bus->mmio = CORE_MMIO_WAITS;
  }
  if (bus->mmio == CORE_MMIO_WAITS && out->mmio_done) {
    const uint8_t resp = out->mmio_error ? RESP_SLVERR : RESP_OKAY;
    bus->mmio = CORE_MMIO_IDLE;
    if (bus->mmio_writes) {
      end_write(bus, resp, 0);
    } else {
      read->known = true;
      read->resp = resp;
      read->word = out->mmio_rdata;
    }
  }
}

static void request_mmio(struct core_bus *bus, bool writes)
{
  if (bus->mmio == CORE_MMIO_IDLE) {
    bus->mmio = CORE_MMIO_REQUESTS;
    bus->mmio_writes = writes;
  }
}

bool core_bus_observe(struct core_bus *bus, const struct core_in *in, const struct core_out *out,
                      struct tb_error *error)
{
  const struct core_write *write = &bus->write;
  step_mmio(bus, in, out);
  if (in->b_valid && out->b_ready) {
    bus->responses--;
    memmove(&bus->response[0], &bus->response[1], bus->responses * sizeof bus->response[0]);
  }
  if (in->r_valid && out->r_ready) {
    end_beat(bus);
  }
  if (in->ar_ready && out->ar_valid) {
    take_address(bus, out);
  }
  take_write(bus, in, out);
  for (unsigned n = 0; n < bus->reads; n++) {
    bus->read[n].wait -= bus->read[n].wait != 0;
  }
  for (unsigned n = 0; n < bus->responses; n++) {
    bus->response[n].wait -= bus->response[n].wait != 0;
  }
  if (write->filled) {
    if (core_is_mmio(write->address)) {
      request_mmio(bus, true);
    } else if (!do_write(bus, error)) {
      return false;
    }
  }
  if (bus->reads != 0 && !bus->read[0].known && bus->read[0].wait == 0) {
    if (core_is_mmio(bus->read[0].address)) {
      request_mmio(bus, false);
    } else if (!do_read(bus, error)) {
      return false;
    }
  }
  return true;
}
