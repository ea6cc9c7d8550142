// SPDX-License-Identifier: Apache-2.0
//
// An AXI4 write subordinate with sparse memory. tb/unit/formal/axi_write_rules.sv checks the rules of the bus.
#ifndef TB_UNIT_ENV_AXI_MEMORY_H
#define TB_UNIT_ENV_AXI_MEMORY_H

#include <stddef.h>

#include "unit/dut/dut.h"
#include "unit/util/error.h"

struct axi_memory;

// What the ready signals wait for, beyond the chances in struct axi_timing (IHI 0022 A3.3.1 permits all of these).
enum axi_order {
  AXI_ORDER_FREE,           // the channels are independent
  AXI_ORDER_TOGETHER,       // an address is accepted only while data waits, and the data after it
  AXI_ORDER_DATA_FIRST,     // an address is accepted after all of its data
  AXI_ORDER_ADDRESS_FIRST,  // data is accepted after its address
  AXI_ORDERS
};

// Name of an order, as on the command line: free, together, data-first, address-first.
const char *axi_order_name(enum axi_order order);

// The order with this name. False if there is none; *order is then unchanged.
bool axi_order_by_name(const char *name, enum axi_order *order);

// Timing of the responses. Percentages are chances per cycle; latencies are in cycles, inclusive.
struct axi_timing {
  uint8_t aw_ready_percent;
  uint8_t w_ready_percent;
  uint16_t b_latency_min;
  uint16_t b_latency_max;
  uint8_t b_error_percent;   // bursts with response SLVERR or DECERR (their data is stored nevertheless)
  uint8_t b_exokay_percent;  // of the other bursts: those with response EXOKAY, which here equals OKAY
  uint8_t order;             // enum axi_order
};

// Always ready, latency 1.
extern const struct axi_timing axi_fast;

// Memory with beats of data_bytes (8..64). Null if out of memory. Its timing is axi_fast.
struct axi_memory *axi_memory_create(uint32_t data_bytes, uint64_t seed);
void axi_memory_destroy(struct axi_memory *memory);
void axi_memory_set_timing(struct axi_memory *memory, const struct axi_timing *timing);

// From now on checks AWCACHE and AWDOMAIN: with `answered` a burst must have the attributes and the page of the last
// translation response (FEAT_SPE_nVM); without it they must be 0.
void axi_memory_check_attributes(struct axi_memory *memory, bool answered);

// Gives one burst the response `resp` (2: SLVERR, 3: DECERR) regardless of the timing: the next complete one after
// `skip` others. Replaces an earlier request.
void axi_memory_fail_burst(struct axi_memory *memory, uint32_t skip, uint8_t resp);

// Like axi_memory_fail_burst(), for `count` consecutive bursts.
void axi_memory_fail_bursts(struct axi_memory *memory, uint32_t skip, uint32_t count, uint8_t resp);

// Stalled channels.
struct axi_hold {
  bool aw;  // no address is accepted
  bool w;   // no data is accepted
  bool b;   // no response is offered; pending ones come back to back afterwards
};
void axi_memory_hold(struct axi_memory *memory, struct axi_hold hold);

// The unit was reset, and the memory with it: drops pending bursts and responses. Keeps accepted bytes and the timing.
void axi_memory_reset(struct axi_memory *memory);

// The unit was reset, the memory was not: complete bursts still get their response, the others are dropped. Address and
// data are not accepted before the last of these responses, so none can be mistaken for a later burst's.
// `error_percent` of them become errors.
void axi_memory_abandon(struct axi_memory *memory, uint32_t error_percent);

// Fills the axi_* fields of *in for this cycle. axi_bresp is garbage while axi_bvalid is low.
void axi_memory_drive(struct axi_memory *memory, struct spu_in *in);

// Takes this cycle's handshakes. A W beat is in memory as soon as it is accepted. False with an error if data is
// offered before its address was offered on AW, if a burst has wrong attributes or changes them while it waits, or if
// out of memory.
bool axi_memory_observe(struct axi_memory *memory, const struct spu_in *in, const struct dut_bus *bus,
                        struct tb_error *error);

// Copies len bytes at physical address pa of address space pas ({NSE, NS}). Bytes never written read as 0xA5.
void axi_memory_read(const struct axi_memory *memory, uint64_t pa, uint8_t pas, uint8_t *data, size_t len);

// The W beat accepted in the last axi_memory_observe(), if `valid`, for checkers of write addresses.
struct axi_beat {
  bool valid;
  uint8_t pas;
  uint64_t addr;    // address of byte lane 0
  uint64_t strobe;  // bit n: byte lane n was written
};
struct axi_beat axi_memory_last_beat(const struct axi_memory *memory);

// Bursts whose address was accepted and whose response was not.
uint32_t axi_memory_outstanding(const struct axi_memory *memory);

#endif  // TB_UNIT_ENV_AXI_MEMORY_H
