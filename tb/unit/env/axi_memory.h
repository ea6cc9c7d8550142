// SPDX-License-Identifier: Apache-2.0
//
// An AXI4 write subordinate with sparse memory behind it. The rules of the bus are tb/unit/formal/axi_write_rules.sv's.
#ifndef TB_UNIT_ENV_AXI_MEMORY_H
#define TB_UNIT_ENV_AXI_MEMORY_H

#include <stddef.h>

#include "unit/dut/dut.h"
#include "unit/util/error.h"

struct axi_memory;

// Which ready waits for what, beyond the chances of struct axi_timing (IHI 0022 A3.3.1 permits all of them).
enum axi_order {
  AXI_ORDER_FREE,           // neither: each channel is ready when it likes
  AXI_ORDER_TOGETHER,       // an address is taken while data waits only, and the data after it
  AXI_ORDER_DATA_FIRST,     // an address is taken after all of its data
  AXI_ORDER_ADDRESS_FIRST,  // data is taken after its address
  AXI_ORDERS
};

// Name of an order, as on the command line: free, together, data-first, address-first.
const char *axi_order_name(enum axi_order order);

// The order of that name. False if there is none; *order is then untouched.
bool axi_order_by_name(const char *name, enum axi_order *order);

// How fast it answers. Percentages are chances per cycle; latencies are cycles, inclusive.
struct axi_timing {
  uint8_t aw_ready_percent;
  uint8_t w_ready_percent;
  uint16_t b_latency_min;
  uint16_t b_latency_max;
  uint8_t b_error_percent;   // bursts answered with SLVERR or DECERR (their data is stored all the same)
  uint8_t b_exokay_percent;  // of the other bursts: answered with EXOKAY, which says no more than OKAY here
  uint8_t order;             // enum axi_order
};

// Always ready, latency 1.
extern const struct axi_timing axi_fast;

// Memory with beats of data_bytes (8..64). Null if out of memory. Its timing is axi_fast.
struct axi_memory *axi_memory_create(uint32_t data_bytes, uint64_t seed);
void axi_memory_destroy(struct axi_memory *memory);
void axi_memory_set_timing(struct axi_memory *memory, const struct axi_timing *timing);

// From now on AWCACHE and AWDOMAIN are checked: with `answered` a burst has what the last answer of the translation
// says (FEAT_SPE_nVM), and is to its page; without it they are 0.
void axi_memory_check_attributes(struct axi_memory *memory, bool answered);

// One burst is answered with `resp` (2: SLVERR, 3: DECERR), whatever the timing says: the next one that is
// complete, after `skip` others. Replaces what was asked for before.
void axi_memory_fail_burst(struct axi_memory *memory, uint32_t skip, uint8_t resp);

// As axi_memory_fail_burst(), of `count` bursts in a row.
void axi_memory_fail_bursts(struct axi_memory *memory, uint32_t skip, uint32_t count, uint8_t resp);

// Channels that stand still.
struct axi_hold {
  bool aw;  // no address is taken
  bool w;   // no data
  bool b;   // no response is given; those due come back to back afterwards
};
void axi_memory_hold(struct axi_memory *memory, struct axi_hold hold);

// The unit was reset, and the memory with it: bursts on their way are forgotten, and so are their responses.
// Bytes accepted so far stay, and so does the timing.
void axi_memory_reset(struct axi_memory *memory);

// The unit was reset, the memory was not: bursts that are complete are answered all the same, the others are forgotten.
// Neither address nor data is taken before the last of those answers, so none can be mistaken for a later burst's.
// `error_percent` of them turn into errors.
void axi_memory_abandon(struct axi_memory *memory, uint32_t error_percent);

// Fills the axi_* fields of *in for this cycle. axi_bresp is garbage while axi_bvalid is low.
void axi_memory_drive(struct axi_memory *memory, struct spu_in *in);

// Takes this cycle's handshakes. A W beat is in memory as soon as it is accepted. False with an error if data
// is offered before its address was shown on AW, if a burst has other attributes than it must, or changes them while it
// waits, or if out of memory.
bool axi_memory_observe(struct axi_memory *memory, const struct spu_in *in, const struct dut_bus *bus,
                        struct tb_error *error);

// Copies len bytes at physical address pa of address space pas ({NSE, NS}). Bytes never written read as 0xA5.
void axi_memory_read(const struct axi_memory *memory, uint64_t pa, uint8_t pas, uint8_t *data, size_t len);

// The W beat accepted in the last axi_memory_observe(), if `valid`: for checkers of where bytes may go.
struct axi_beat {
  bool valid;
  uint8_t pas;
  uint64_t addr;    // of byte lane 0
  uint64_t strobe;  // bit n: byte lane n was written
};
struct axi_beat axi_memory_last_beat(const struct axi_memory *memory);

// Bursts whose address was accepted and whose response has not been taken.
uint32_t axi_memory_outstanding(const struct axi_memory *memory);

#endif  // TB_UNIT_ENV_AXI_MEMORY_H
