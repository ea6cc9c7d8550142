// SPDX-License-Identifier: Apache-2.0
//
// The decoder of the byte stream (Arm ARM D18): bytes to packets, and packets to the text of Linux perf's raw dump.
// Versions of perf differ in what they name; this decoder uses the name from any version that has one.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "spu_internal.h"

// ---------------------------------------------------------------------------------------------------------
// Bytes to packets

// Payload bytes of a header byte of 0x40 and above: SZ (D18.1.1).
static uint8_t payload_bytes(uint8_t header)
{
  return (uint8_t)(1U << (header >> 4 & 3U));
}

// Address and Counter packets share one layout; `header` is the short header or the extended one's byte 1,
// and `high` are bits 4:3 of INDEX.
static void decode_indexed(uint8_t header, uint8_t high, struct spu_packet *packet)
{
  packet->index = (uint8_t)(high << 3 | (header & 7U));
  if ((header & 0xF8U) == 0xB0) {
    packet->type = SPU_PACKET_ADDRESS;
  } else if ((header & 0xF8U) == 0x98) {
    packet->type = SPU_PACKET_COUNTER;
  } else {
    packet->type = SPU_PACKET_UNKNOWN;
    packet->index = 0;
  }
}

static void decode_short(uint8_t header, struct spu_packet *packet)
{
  if (header == 0x01) {
    packet->type = SPU_PACKET_END;
  } else if (header == 0x71) {
    packet->type = SPU_PACKET_TIMESTAMP;
  } else if ((header & 0xCFU) == 0x42) {
    packet->type = SPU_PACKET_EVENTS;
  } else if ((header & 0xCFU) == 0x43) {
    packet->type = SPU_PACKET_DATA_SOURCE;
  } else if ((header & 0xFCU) == 0x64) {
    packet->type = SPU_PACKET_CONTEXT;
    packet->index = header & 3U;
  } else if ((header & 0xFCU) == 0x48) {
    packet->type = SPU_PACKET_OP_TYPE;
    packet->index = header & 3U;
  } else {
    decode_indexed(header, 0, packet);
  }
}

static size_t decode_padding(const uint8_t *data, size_t size, struct spu_packet *packet)
{
  size_t run = 0;
  while (run < size && data[run] == 0) {
    run++;
  }
  *packet = (struct spu_packet){.type = SPU_PACKET_PADDING, .value = run};
  return run;
}

enum spu_decode_status spu_decode_packet(const uint8_t *data, size_t size, struct spu_packet *packet,
                                         size_t *used)
{
  *used = 0;
  if (size == 0) {
    return SPU_DECODE_END_OF_DATA;
  }
  if (data[0] == 0) {
    *used = decode_padding(data, size, packet);
    return SPU_DECODE_OK;
  }
  *packet = (struct spu_packet){.header = {data[0], 0}, .header_bytes = 1};
  uint8_t sized = data[0];  // the header byte that encodes the payload length
  if ((data[0] & 0xE0U) == 0x20) {
    if (size < 2) {
      return SPU_DECODE_TRUNCATED;
    }
    sized = data[1];
    packet->header[1] = sized;
    packet->header_bytes = 2;
    if ((sized & 0xE0U) == 0x20) {
      return SPU_DECODE_BAD_HEADER;
    }
  }
  packet->payload_bytes = sized >= 0x40 ? payload_bytes(sized) : 0;
  if (size - packet->header_bytes < packet->payload_bytes) {
    return SPU_DECODE_TRUNCATED;
  }
  if (packet->header_bytes == 1) {
    decode_short(data[0], packet);
  } else if ((data[0] & 0x1CU) == 0) {
    decode_indexed(sized, data[0] & 3U, packet);
  } else {
    packet->type = SPU_PACKET_UNKNOWN;
  }
  for (uint32_t i = 0; i < packet->payload_bytes; i++) {
    packet->value |= (uint64_t)data[packet->header_bytes + i] << (8 * i);
  }
  *used = (size_t)packet->header_bytes + packet->payload_bytes;
  return SPU_DECODE_OK;
}

const char *spu_decode_message(enum spu_decode_status status)
{
  switch (status) {
  case SPU_DECODE_OK:
    return "no error";
  case SPU_DECODE_END_OF_DATA:
    return "no byte left";
  case SPU_DECODE_TRUNCATED:
    return "the stream ends inside a packet";
  case SPU_DECODE_BAD_HEADER:
    return "the second byte of an extended header begins another one";
  }
  return "unknown status";
}

// ---------------------------------------------------------------------------------------------------------
// Packets to text

// A bounded text buffer; `length` is the length of the full text.
struct text {
  char *buffer;
  size_t size;
  size_t length;
};

static void add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct text *text, const char *format, ...)
{
  const size_t room = text->length < text->size ? text->size - text->length : 0;
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(room != 0 ? text->buffer + text->length : NULL, room, format, arguments);
  va_end(arguments);
  text->length += length > 0 ? (size_t)length : 0;
}

static void events_text(const struct spu_packet *packet, struct text *text)
{
  static const struct {
    uint8_t bit;
    const char *word;
  } events[] = {{0, "EXCEPTION-GEN"}, {1, "RETIRED"},           {2, "L1D-ACCESS"},
                {3, "L1D-REFILL"},    {4, "TLB-ACCESS"},        {5, "TLB-REFILL"},
                {6, "NOT-TAKEN"},     {7, "MISPRED"},           {8, "LLC-ACCESS"},
                {9, "LLC-REFILL"},    {10, "REMOTE-ACCESS"},    {11, "ALIGNMENT"},
                {16, "TXN"},          {17, "SVE-PARTIAL-PRED"}, {18, "SVE-EMPTY-PRED"},
                {19, "L2D-ACCESS"},   {20, "L2D-MISS"},         {21, "HITM"},
                {22, "LFB"},          {23, "SNOOPED"},          {24, "STREAMING-SVE"},
                {25, "SMCU"}};
  uint64_t nameless = packet->value;
  add(text, "EV");
  for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
    if ((packet->value & SPU_BIT(events[i].bit)) != 0) {
      add(text, " %s", events[i].word);
      nameless &= ~SPU_BIT(events[i].bit);
    }
  }
  // IMPLEMENTATION DEFINED and reserved events, by number.
  const char *before = " IMPDEF:";
  for (unsigned bit = 0; bit < 64; bit++) {
    if ((nameless >> bit & 1U) != 0) {
      add(text, "%s%u", before, bit);
      before = ",";
    }
  }
}

static void flag_text(struct text *text, uint64_t value, uint32_t bit, const char *word)
{
  if ((value >> bit & 1U) != 0) {
    add(text, " %s", word);
  }
}

// Vector length of an SVE operation in bits: EVL, bits 6:4.
static uint32_t vector_bits(uint64_t subclass)
{
  return 32U << (subclass >> 4 & 7U);
}

// Size in bits of the part of ZA that an SME operation uses: ETS, bits 6:4 and 2. The largest value stands for all of
// ZA, whatever its size.
static uint32_t array_bits(uint64_t subclass)
{
  return 128U << ((subclass >> 4 & 7U) << 1 | (subclass >> 2 & 1U));
}

static void other_text(uint64_t value, struct text *text)
{
  if ((value & 0x89U) == 0x08) {
    add(text, "SVE-OTHER EVLEN %" PRIu32, vector_bits(value));
    flag_text(text, value, 1, "FP");
    flag_text(text, value, 2, "PRED");
    return;
  }
  if ((value & 0x89U) == 0x88) {
    add(text, "SME-OTHER ETS %" PRIu32, array_bits(value));
    flag_text(text, value, 1, "FP");
    return;
  }
  add(text, "OTHER");
  if ((value & 0xF8U) == 0) {
    flag_text(text, value, 2, "ASE");
    flag_text(text, value, 1, "FP");
  }
  add(text, " %s", (value & 1U) != 0 ? "COND-SELECT" : "INSN-OTHER");
}

static void load_store_text(uint64_t value, struct text *text)
{
  add(text, "%s", (value & 1U) != 0 ? "ST" : "LD");
  if ((value & 0xE2U) == 0x02) {
    flag_text(text, value, 2, "AT");
    flag_text(text, value, 3, "EXCL");
    flag_text(text, value, 4, "AR");
  }
  switch (value & 0xFEU) {
  case 0x00:
    add(text, " GP-REG");
    break;
  case 0x04:
    add(text, " SIMD-FP");
    break;
  case 0x10:
    add(text, " UNSPEC-REG");
    break;
  case 0x14:
    add(text, " MTE-TAG");
    break;
  case 0x20:
    add(text, " MEMCPY");
    break;
  case 0x24:
    if ((value & 1U) != 0) {  // always a store
      add(text, " MEMSET");
    }
    break;
  case 0x30:
    add(text, " NV-SYSREG");
    break;
  default:
    break;
  }
  if ((value & 0xFAU) == 0x40) {
    add(text, " GCS");
    flag_text(text, value, 2, "COMM");
  }
  if ((value & 0x0AU) == 0x08) {
    add(text, " EVLEN %" PRIu32, vector_bits(value));
    flag_text(text, value, 2, "PRED");
    flag_text(text, value, 7, "SG");
  }
}

static void branch_text(uint64_t value, struct text *text)
{
  static const char *const call_return[] = {"", " CR-BL", " CR-RET", " CR-NON-BL-RET"};
  add(text, "B");
  flag_text(text, value, 0, "COND");
  flag_text(text, value, 1, "IND");
  flag_text(text, value, 2, "GCS");
  add(text, "%s", call_return[value >> 3 & 3U]);
}

static void op_type_text(const struct spu_packet *packet, struct text *text)
{
  switch (packet->index) {
  case 0:
    other_text(packet->value, text);
    break;
  case 1:
    load_store_text(packet->value, text);
    break;
  case 2:
    branch_text(packet->value, text);
    break;
  default:
    add(text, "OP-TYPE 0x%" PRIx64 " (%u)", packet->value, packet->index);
    break;
  }
}

static void address_text(const struct spu_packet *packet, struct text *text)
{
  const uint64_t address = packet->value & SPU_MASK(55, 0);
  const unsigned ns = (unsigned)(packet->value >> 63);
  const unsigned el = (unsigned)(packet->value >> 61 & 3U);
  switch (packet->index) {
  case SPEAddrPosPCVirtual:
    add(text, "PC 0x%" PRIx64 " el%u ns=%u", address, el, ns);
    break;
  case SPEAddrPosBranchTarget:
    add(text, "TGT 0x%" PRIx64 " el%u ns=%u", address, el, ns);
    break;
  case SPEAddrPosPrevBranchTarget:
    add(text, "PBT 0x%" PRIx64 " el%u ns=%u", address, el, ns);
    break;
  case SPEAddrPosDataVirtual:
    add(text, "VA 0x%" PRIx64, packet->value);
    break;
  case SPEAddrPosDataPhysical:
    add(text, "PA 0x%" PRIx64 " ns=%u ch=%u pat=%x", address, ns, (unsigned)(packet->value >> 62 & 1U),
        (unsigned)(packet->value >> 56 & 0xFU));
    break;
  default:
    add(text, "ADDR 0x%" PRIx64 " (%u)", packet->value, packet->index);
    break;
  }
}

static void counter_text(const struct spu_packet *packet, struct text *text)
{
  static const char *const names[] = {
      [SPECounterPosTotalLatency] = "TOT",          [SPECounterPosIssueLatency] = "ISSUE",
      [SPECounterPosTranslationLatency] = "XLAT",   [3] = "",
      [SPECounterPosAltIssueLatency] = "ALT_ISSUE", [5] = "",
      [SPECounterPosExposedLatency] = "EXPOSED"};
  add(text, "LAT %u %s", (unsigned)(packet->value & 0xFFFFU),
      packet->index < sizeof names / sizeof names[0] ? names[packet->index] : "");
}

size_t spu_packet_text(const struct spu_packet *packet, char *text, size_t size)
{
  struct text out = {text, size, 0};
  if (size != 0) {
    text[0] = '\0';
  }
  switch (packet->type) {
  case SPU_PACKET_PADDING:
    add(&out, "PAD");
    break;
  case SPU_PACKET_END:
    add(&out, "END");
    break;
  case SPU_PACKET_TIMESTAMP:
    add(&out, "TS %" PRId64, (int64_t)packet->value);
    break;
  case SPU_PACKET_EVENTS:
    events_text(packet, &out);
    break;
  case SPU_PACKET_DATA_SOURCE:
    add(&out, "DATA-SOURCE %" PRId64, (int64_t)packet->value);
    break;
  case SPU_PACKET_CONTEXT:
    add(&out, "CONTEXT 0x%" PRIx64 " el%u", packet->value, packet->index + 1U);
    break;
  case SPU_PACKET_OP_TYPE:
    op_type_text(packet, &out);
    break;
  case SPU_PACKET_ADDRESS:
    address_text(packet, &out);
    break;
  case SPU_PACKET_COUNTER:
    counter_text(packet, &out);
    break;
  case SPU_PACKET_UNKNOWN:
    add(&out, "Bad packet!");
    break;
  }
  return out.length;
}

const char *spu_packet_function(const struct spu_packet *packet)
{
  static const char *const addresses[] = {"SPESampleAddAddressPCVirtual", "SPEBranch",
                                          "SPESetDataVirtualAddress", "SPESetDataPhysicalAddress",
                                          "SPEBranch"};
  static const char *const classes[] = {"SPESampleAddOpOther", "SPESampleLoadStore", "SPEBranch"};
  switch (packet->type) {
  case SPU_PACKET_TIMESTAMP:
    return "SPESampleAddTimeStamp";
  case SPU_PACKET_EVENTS:
    return "SPEEvent";
  case SPU_PACKET_DATA_SOURCE:
    return "SPESampleLoadStore";
  case SPU_PACKET_CONTEXT:
    return packet->index == 0 ? "CollectContextIDR1" : "CollectContextIDR2";
  case SPU_PACKET_OP_TYPE:
    return packet->index < 3 ? classes[packet->index] : "SPEConstructRecord";
  case SPU_PACKET_ADDRESS:
    return packet->index < 5 ? addresses[packet->index] : "SPEConstructRecord";
  case SPU_PACKET_COUNTER:
    return "SPECycle";
  case SPU_PACKET_PADDING:
  case SPU_PACKET_END:
  case SPU_PACKET_UNKNOWN:
    break;
  }
  return "SPEConstructRecord";
}
