// SPDX-License-Identifier: Apache-2.0
//
// What a record will say, for the model's writer.
#ifndef TB_TEST_CORE_CORE_RECORD_BENCH_H
#define TB_TEST_CORE_CORE_RECORD_BENCH_H

#include "core_bench.h"

#include "spu_internal.h"

#define NS (UINT64_C(1) << 63)
#define PC UINT64_C(0xFFFFFFC000001000)
#define PC_PACKET (NS | UINT64_C(0xFFFFC000001000))
#define EL1 (UINT64_C(1) << 61)
#define BIT(n) (1U << (n))

enum { DISPATCH = 100, RESULT = 109, END = 120 };

// A record of an operation that completed in cycle 109.
static inline struct spu_sample sample_of(uint8_t class, uint8_t subclass, uint64_t events)
{
  struct spu_sample sample = {.timestamp_valid = true,
                              .timestamp = 5000,
                              .op_class = class,
                              .op_subclass = subclass,
                              .events = events,
                              .counter_valid =
                                  BIT(SPECounterPosTotalLatency) | BIT(SPECounterPosIssueLatency),
                              .address_valid = BIT(SPEAddrPosPCVirtual)};
  sample.counter[SPECounterPosTotalLatency] = RESULT - DISPATCH;
  sample.counter[SPECounterPosIssueLatency] = 1;
  sample.address[SPEAddrPosPCVirtual] = PC_PACKET;
  return sample;
}

static inline void set_counter(struct spu_sample *sample, unsigned index, uint32_t value)
{
  sample->counter[index] = value;
  sample->counter_valid |= BIT(index);
}

static inline void set_address(struct spu_sample *sample, unsigned index, uint64_t value)
{
  sample->address[index] = value;
  sample->address_valid |= BIT(index);
}

#endif  // TB_TEST_CORE_CORE_RECORD_BENCH_H
