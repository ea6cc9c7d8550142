// SPDX-License-Identifier: Apache-2.0
//
// An AXI4 write subordinate with sparse memory. Bursts form one queue in address order: the address of a burst is known
// as soon as it is offered on AW (it may not change any more), so its data may be accepted first. The rules of the bus
// are in tb/unit/formal/axi_write_rules.sv; this file checks only what it needs to store a burst, and memory
// attributes.
#include "unit/env/axi_memory.h"

#include "unit/env/page_map.h"
#include "unit/util/garbage.h"
#include "unit/util/rng.h"

#include <stdlib.h>
#include <string.h>

enum {
  MAX_OUTSTANDING = 64,  // bursts in the queue; a power of two
  GARBAGE_CLOCKS = 4,    // garbage changes this often
  AXI_EXOKAY = 1,
  AXI_SLVERR = 2,
  AXI_DECERR = 3,
  PROT_NON_SECURE = 2,
  NEVER_WRITTEN = 0xA5
};

struct burst {
  uint64_t addr;
  uint64_t respond_at;  // cycle from which the response is offered; valid when `complete`
  uint32_t beats;
  uint32_t beats_taken;
  uint8_t resp;
  uint8_t pas;
  bool accepted;  // the address handshake has happened
  bool complete;  // address and all data have been accepted
};

enum attributes { ATTRIBUTES_ANY, ATTRIBUTES_ZERO, ATTRIBUTES_ANSWERED };

struct axi_memory {
  struct page_map pages;  // key: physical page number, then the address space
  struct rng rng;
  struct axi_timing timing;
  uint32_t data_bytes;
  uint64_t clock;
  struct burst bursts[MAX_OUTSTANDING];  // indexed by running numbers, masked
  uint32_t oldest;                       // the first burst without a response
  uint32_t filling;                      // the burst of the next data beat
  uint32_t next;                         // index of the next burst
  uint32_t outstanding;
  uint32_t abandoned;  // those from before a reset of the unit
  bool aw_waits;
  bool w_waits;
  struct axi_beat beat;
  uint32_t fail_in;     // bursts up to and including the one that must fail; 0: none
  uint32_t fail_count;  // number of consecutive bursts that then fail
  struct axi_hold hold;
  uint8_t fail_resp;
  enum attributes attributes;  // rule for the attributes of bursts
  uint64_t answered_page;      // physical page number in the last translation response
  uint8_t answered_cache;
  uint8_t answered_domain;
  uint8_t cache;  // attributes of the waiting burst
  uint8_t domain;
};

const struct axi_timing axi_fast = {
    .aw_ready_percent = 100, .w_ready_percent = 100, .b_latency_min = 1, .b_latency_max = 1};

static const char *const order_names[AXI_ORDERS] = {"free", "together", "data-first", "address-first"};

const char *axi_order_name(enum axi_order order)
{
  return order_names[order];
}

bool axi_order_by_name(const char *name, enum axi_order *order)
{
  for (int i = 0; i < AXI_ORDERS; i++) {
    if (strcmp(name, order_names[i]) == 0) {
      *order = (enum axi_order)i;
      return true;
    }
  }
  return false;
}

static struct burst *burst_at(struct axi_memory *memory, uint32_t index)
{
  return &memory->bursts[index % MAX_OUTSTANDING];
}

static bool chance(struct axi_memory *memory, uint8_t percent)
{
  return percent >= 100 || rng_percent(&memory->rng, percent);
}

struct axi_memory *axi_memory_create(uint32_t data_bytes, uint64_t seed)
{
  struct axi_memory *memory = calloc(1, sizeof *memory);
  if (memory == NULL) {
    return NULL;
  }
  memory->data_bytes = data_bytes;
  memory->timing = axi_fast;
  rng_seed(&memory->rng, seed, 0xA1);
  return memory;
}

void axi_memory_destroy(struct axi_memory *memory)
{
  if (memory != NULL) {
    page_map_clear(&memory->pages, free);
    free(memory);
  }
}

void axi_memory_set_timing(struct axi_memory *memory, const struct axi_timing *timing)
{
  memory->timing = *timing;
}

void axi_memory_check_attributes(struct axi_memory *memory, bool answered)
{
  memory->attributes = answered ? ATTRIBUTES_ANSWERED : ATTRIBUTES_ZERO;
}

void axi_memory_fail_burst(struct axi_memory *memory, uint32_t skip, uint8_t resp)
{
  axi_memory_fail_bursts(memory, skip, 1, resp);
}

void axi_memory_fail_bursts(struct axi_memory *memory, uint32_t skip, uint32_t count, uint8_t resp)
{
  memory->fail_in = count == 0 ? 0 : skip + 1;
  memory->fail_count = count;
  memory->fail_resp = resp;
}

void axi_memory_hold(struct axi_memory *memory, struct axi_hold hold)
{
  memory->hold = hold;
}

void axi_memory_reset(struct axi_memory *memory)
{
  memory->oldest = memory->next;
  axi_memory_abandon(memory, 0);
}

void axi_memory_abandon(struct axi_memory *memory, uint32_t error_percent)
{
  uint32_t complete = memory->oldest;
  for (; complete != memory->next && burst_at(memory, complete)->complete; complete++) {
    if (error_percent != 0 && rng_percent(&memory->rng, error_percent)) {
      burst_at(memory, complete)->resp = AXI_SLVERR;
    }
  }
  memory->filling = complete;
  memory->next = complete;
  memory->abandoned = complete - memory->oldest;
  memory->outstanding = memory->abandoned;
  memory->aw_waits = false;
  memory->w_waits = false;
  memory->beat.valid = false;
  memory->fail_in = 0;
}

// Whether the order permits accepting the present or next address. The order may have changed since data of the burst
// were accepted.
static bool address_may(struct axi_memory *memory)
{
  const struct burst *shown = burst_at(memory, memory->next - 1);
  switch ((enum axi_order)memory->timing.order) {
  case AXI_ORDER_TOGETHER:
    return memory->aw_waits && (memory->w_waits || shown->beats_taken == shown->beats);
  case AXI_ORDER_DATA_FIRST:
    return memory->aw_waits && shown->beats_taken == shown->beats;
  default:
    return true;
  }
}

// Whether the order permits accepting the next data beat.
static bool data_may(struct axi_memory *memory)
{
  const bool waits =
      memory->timing.order == AXI_ORDER_TOGETHER || memory->timing.order == AXI_ORDER_ADDRESS_FIRST;
  return !waits || (memory->filling != memory->next && burst_at(memory, memory->filling)->accepted);
}

void axi_memory_drive(struct axi_memory *memory, struct spu_in *in)
{
  const struct burst *oldest = burst_at(memory, memory->oldest);
  const bool room = memory->aw_waits || memory->next - memory->oldest < MAX_OUTSTANDING;
  bool awready = room && !memory->hold.aw && chance(memory, memory->timing.aw_ready_percent);
  bool wready = !memory->hold.w && chance(memory, memory->timing.w_ready_percent);
  if (memory->timing.order != AXI_ORDER_FREE) {
    awready = awready && address_may(memory);
    wready = wready && data_may(memory);
  }
  in->axi_awready = awready && memory->abandoned == 0;
  in->axi_wready = wready && memory->abandoned == 0;
  const bool had_response = in->axi_bvalid;
  in->axi_bvalid = memory->oldest != memory->next && oldest->complete &&
                   oldest->respond_at <= memory->clock && !memory->hold.b;
  if (in->axi_bvalid) {
    in->axi_bresp = oldest->resp;
  } else if (had_response || memory->clock % GARBAGE_CLOCKS == 0) {
    in->axi_bresp = (uint8_t)(garbage_at(memory->clock, GARBAGE_AXI) & 3);
  }
}

static uint64_t page_key(uint64_t pa, uint8_t pas)
{
  return ((pa >> PAGE_SHIFT) << 2) | pas;
}

static bool store(struct axi_memory *memory, const struct axi_beat *beat, const uint8_t *data)
{
  const uint64_t key = page_key(beat->addr, beat->pas);
  uint8_t *page = page_map_find(&memory->pages, key);
  if (page == NULL) {
    page = malloc(PAGE_BYTES);
    if (page == NULL) {
      return false;
    }
    memset(page, NEVER_WRITTEN, PAGE_BYTES);
    if (!page_map_put(&memory->pages, key, page)) {
      free(page);
      return false;
    }
  }
  uint8_t *bytes = page + (beat->addr % PAGE_BYTES);
  for (uint32_t lane = 0; lane < memory->data_bytes; lane++) {
    if ((beat->strobe >> lane & 1U) != 0) {
      bytes[lane] = data[lane];
    }
  }
  return true;
}

// Queues a burst that AW offers for the first time.
static void show_burst(struct axi_memory *memory, const struct dut_bus *bus)
{
  *burst_at(memory, memory->next++) = (struct burst){
      .addr = bus->axi_awaddr & ~(uint64_t)(memory->data_bytes - 1),
      .beats = bus->axi_awlen + 1U,
      .pas = (uint8_t)(((bus->axi_awprot & PROT_NON_SECURE) != 0 ? 1U : 0U) | (bus->axi_awnse ? 2U : 0U))};
}

// Decides time and value of a burst's response once both its address and its data are accepted.
static void complete_burst(struct axi_memory *memory, struct burst *burst)
{
  if (!burst->accepted || burst->beats_taken != burst->beats) {
    return;
  }
  const struct axi_timing *timing = &memory->timing;
  uint32_t latency = timing->b_latency_min < 1 ? 1 : timing->b_latency_min;
  if (timing->b_latency_max > latency) {
    latency += rng_below(&memory->rng, timing->b_latency_max - latency + 1U);
  }
  burst->respond_at = memory->clock + latency;
  if (timing->b_error_percent != 0 && rng_percent(&memory->rng, timing->b_error_percent)) {
    burst->resp = rng_percent(&memory->rng, 50) ? AXI_SLVERR : AXI_DECERR;
  } else if (timing->b_exokay_percent != 0 && rng_percent(&memory->rng, timing->b_exokay_percent)) {
    burst->resp = AXI_EXOKAY;
  }
  if (memory->fail_in > 1) {
    memory->fail_in--;
  } else if (memory->fail_in == 1) {
    burst->resp = memory->fail_resp;
    memory->fail_in = --memory->fail_count == 0 ? 0 : 1;
  }
  burst->complete = true;
}

// Checks AWCACHE and AWDOMAIN of the burst on AW, in its first and later cycles.
static bool check_attributes(struct axi_memory *memory, const struct dut_bus *bus, struct tb_error *error)
{
  if (memory->aw_waits) {
    if (bus->axi_awvalid && (bus->axi_awcache != memory->cache || bus->axi_awdomain != memory->domain)) {
      return tb_fail(error, "AXI AW: AWCACHE or AWDOMAIN changes while the address waits");
    }
    return true;
  }
  memory->cache = bus->axi_awcache;
  memory->domain = bus->axi_awdomain;
  const bool answered = memory->attributes == ATTRIBUTES_ANSWERED;
  const uint8_t cache = answered ? memory->answered_cache : 0;
  const uint8_t domain = answered ? memory->answered_domain : 0;
  if (memory->attributes == ATTRIBUTES_ANY) {
    return true;
  }
  if (answered && bus->axi_awaddr >> PAGE_SHIFT != memory->answered_page) {
    const unsigned long long answer = memory->answered_page << PAGE_SHIFT;
    return tb_fail(error, "AXI AW: a burst to 0x%llx, but the last translation response was page 0x%llx",
                   (unsigned long long)bus->axi_awaddr, answer);
  }
  return (bus->axi_awcache == cache && bus->axi_awdomain == domain) ||
         tb_fail(error, "AXI AW: AWCACHE %u, AWDOMAIN %u at 0x%llx: the translation response had %u, %u",
                 bus->axi_awcache, bus->axi_awdomain, (unsigned long long)bus->axi_awaddr, cache, domain);
}

// Bursts in later cycles must match this response.
static void note_answer(struct axi_memory *memory, const struct spu_in *in)
{
  if (in->xlate_rsp_valid && !in->xlate_rsp_fault) {
    memory->answered_page = in->xlate_rsp_pa >> PAGE_SHIFT;
    memory->answered_cache = in->xlate_rsp_cache;
    memory->answered_domain = in->xlate_rsp_domain;
  }
}

static bool observe_address(struct axi_memory *memory, const struct spu_in *in, const struct dut_bus *bus,
                            struct tb_error *error)
{
  if (bus->axi_awvalid && !check_attributes(memory, bus, error)) {
    return false;
  }
  if (bus->axi_awvalid && !memory->aw_waits) {
    if (memory->next - memory->oldest == MAX_OUTSTANDING) {
      return true;  // no room: AWREADY is low, and the address is not used yet
    }
    show_burst(memory, bus);
  }
  memory->aw_waits = bus->axi_awvalid && !in->axi_awready;
  if (bus->axi_awvalid && in->axi_awready) {
    struct burst *burst = burst_at(memory, memory->next - 1);
    burst->accepted = true;
    memory->outstanding++;
    complete_burst(memory, burst);
  }
  return true;
}

static bool observe_data(struct axi_memory *memory, const struct spu_in *in, const struct dut_bus *bus,
                         struct tb_error *error)
{
  struct burst *burst = burst_at(memory, memory->filling);
  memory->w_waits = bus->axi_wvalid && !in->axi_wready;
  memory->beat.valid = false;
  if (!bus->axi_wvalid) {
    return true;
  }
  if (memory->filling == memory->next) {
    return tb_fail(error, "AXI W: data before its address was offered on AW");
  }
  if (!in->axi_wready) {
    return true;
  }
  memory->beat = (struct axi_beat){.valid = true,
                                   .pas = burst->pas,
                                   .addr = burst->addr + (uint64_t)burst->beats_taken * memory->data_bytes,
                                   .strobe = bus->axi_wstrb};
  if (!store(memory, &memory->beat, bus->axi_wdata)) {
    return tb_fail(error, "AXI memory: out of memory");
  }
  burst->beats_taken++;
  if (burst->beats_taken == burst->beats) {
    memory->filling++;
    complete_burst(memory, burst);
  }
  return true;
}

bool axi_memory_observe(struct axi_memory *memory, const struct spu_in *in, const struct dut_bus *bus,
                        struct tb_error *error)
{
  if (!observe_address(memory, in, bus, error) || !observe_data(memory, in, bus, error)) {
    return false;
  }
  note_answer(memory, in);
  if (in->axi_bvalid && bus->axi_bready) {
    memory->oldest++;
    memory->outstanding--;
    memory->abandoned -= memory->abandoned != 0;
  }
  memory->clock++;
  return true;
}

void axi_memory_read(const struct axi_memory *memory, uint64_t pa, uint8_t pas, uint8_t *data, size_t len)
{
  while (len > 0) {
    const size_t offset = (size_t)(pa % PAGE_BYTES);
    const size_t run = len < PAGE_BYTES - offset ? len : PAGE_BYTES - offset;
    const uint8_t *page = page_map_find(&memory->pages, page_key(pa, pas));
    if (page == NULL) {
      memset(data, NEVER_WRITTEN, run);
    } else {
      memcpy(data, page + offset, run);
    }
    pa += run;
    data += run;
    len -= run;
  }
}

struct axi_beat axi_memory_last_beat(const struct axi_memory *memory)
{
  return memory->beat;
}

uint32_t axi_memory_outstanding(const struct axi_memory *memory)
{
  return memory->outstanding;
}
