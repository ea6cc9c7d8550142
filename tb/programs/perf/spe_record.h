// SPDX-License-Identifier: Apache-2.0
//
// Splits a stream of SPE bytes into records, and collects the fields of a record's packets. Any bytes are safe.
// Source: Arm ARM D18.1.2 (records), D18.1.3 (padding between records), D18.2 (packets), D18.2.8 (padding, also in
// records).
#ifndef TB_PROGRAMS_PERF_SPE_RECORD_H
#define TB_PROGRAMS_PERF_SPE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spu.h"

enum spe_next {
  SPE_NEXT_RECORD,     // a whole record
  SPE_NEXT_END,        // only padding was left
  SPE_NEXT_UNFINISHED  // the stream ends, or stops being packets, inside a record
};

// A record's place in the stream; padding inside it belongs to it, padding before and after it does not.
struct spe_extent {
  size_t start;
  size_t end;                     // first byte after it; in an unfinished record, where decoding stopped
  enum spu_decode_status status;  // for an unfinished record, what was found at `end`
};

// Finds the record at or after data[offset]; offset <= size.
enum spe_next spe_next_record(const uint8_t *data, size_t size, size_t offset, struct spe_extent *extent);

// The address in the payload of an address packet; the rest says of what it is (D18.2.1).
#define SPE_ADDRESS_BITS ((UINT64_C(1) << 56) - 1)

// The fields of one record. A bit of `have` says which of them it has.
enum spe_field {
  SPE_FIELD_CONTEXT_EL1,
  SPE_FIELD_CONTEXT_EL2,
  SPE_FIELD_TOTAL,
  SPE_FIELD_ISSUE,
  SPE_FIELD_TRANSLATION,
  SPE_FIELD_ALTERNATE_ISSUE,
  SPE_FIELD_EXPOSED,
  SPE_FIELD_PC,
  SPE_FIELD_TARGET,
  SPE_FIELD_VA,
  SPE_FIELD_PA,
  SPE_FIELD_PREVIOUS_TARGET,
  SPE_FIELD_SOURCE,
  SPE_FIELD_OPERATION,
  SPE_FIELD_EVENTS,
  SPE_FIELD_TIMESTAMP,
  SPE_FIELD_COUNT
};

// The field of a packet; SPE_FIELD_COUNT for padding, End and packets without a field.
enum spe_field spe_packet_field(const struct spu_packet *packet);

// The first packet of each field in the record data[0..size).
struct spe_record {
  uint32_t have;  // bit n: field n
  struct spu_packet packet[SPE_FIELD_COUNT];
};
struct spe_record spe_gather(const uint8_t *data, size_t size);

#endif  // TB_PROGRAMS_PERF_SPE_RECORD_H
