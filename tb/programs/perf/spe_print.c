// SPDX-License-Identifier: Apache-2.0
#include "programs/perf/spe_print.h"

#include "unit/util/json.h"

#include <inttypes.h>
#include <string.h>

enum { BYTES_PER_LINE = 16 };

static void print_line(FILE *out, const uint8_t *data, size_t offset, size_t count, const char *text)
{
  (void)fprintf(out, "%08zx: ", offset);
  for (size_t i = 0; i < count; i++) {
    (void)fprintf(out, " %02x", data[offset + i]);
  }
  (void)fprintf(out, "%*s %s\n", count < BYTES_PER_LINE ? (int)(3 * (BYTES_PER_LINE - count)) : 0, "", text);
}

void spe_print_text(FILE *out, const uint8_t *data, size_t start, size_t end)
{
  struct spu_packet packet;
  size_t used = 0;
  for (size_t offset = start;
       spu_decode_packet(data + offset, end - offset, &packet, &used) == SPU_DECODE_OK;) {
    char text[SPU_PACKET_TEXT];
    (void)spu_packet_text(&packet, text, sizeof text);
    for (size_t count = 0; used > 0; used -= count, offset += count) {
      count = packet.type == SPU_PACKET_PADDING && used > BYTES_PER_LINE ? BYTES_PER_LINE : used;
      print_line(out, data, offset, count, text);
    }
  }
}

// Type names in JSON, by enum spu_packet_type.
static const char *type_name(enum spu_packet_type type)
{
  switch (type) {
  case SPU_PACKET_PADDING:
    return "padding";
  case SPU_PACKET_END:
    return "end";
  case SPU_PACKET_TIMESTAMP:
    return "timestamp";
  case SPU_PACKET_EVENTS:
    return "events";
  case SPU_PACKET_DATA_SOURCE:
    return "data_source";
  case SPU_PACKET_CONTEXT:
    return "context";
  case SPU_PACKET_OP_TYPE:
    return "op_type";
  case SPU_PACKET_ADDRESS:
    return "address";
  case SPU_PACKET_COUNTER:
    return "counter";
  case SPU_PACKET_UNKNOWN:
    break;
  }
  return "unknown";
}

void spe_print_json(FILE *out, const uint8_t *data, const struct spe_extent *extent)
{
  struct spu_packet packet;
  size_t used = 0;
  struct json json = json_writer(out);
  json_object(&json, NULL, JSON_INLINE);
  json_number(&json, "offset", extent->start);
  json_number(&json, "size", extent->end - extent->start);
  json_array(&json, "packets", JSON_INLINE);
  for (size_t offset = extent->start;
       spu_decode_packet(data + offset, extent->end - offset, &packet, &used) == SPU_DECODE_OK;
       offset += used) {
    char text[SPU_PACKET_TEXT];
    (void)spu_packet_text(&packet, text, sizeof text);
    json_object(&json, NULL, JSON_INLINE);
    json_number(&json, "offset", offset);
    json_text(&json, "type", type_name(packet.type));
    json_number(&json, "index", (uint64_t)packet.index);
    json_hex(&json, "value", packet.value);
    json_text(&json, "text", text);
    json_end(&json);
  }
  json_end(&json);
  json_end(&json);
}

// Columns of the CSV form: fields of a record, each as a number or as the packet's text.
enum column_form { DECIMAL, HEX, ADDRESS, ADDRESS_EL, ADDRESS_NS, TEXT };

struct column {
  const char *name;
  enum spe_field field;
  enum column_form form;
};

static const struct column columns[] = {
    {"timestamp", SPE_FIELD_TIMESTAMP, DECIMAL},
    {"pc", SPE_FIELD_PC, ADDRESS},
    {"el", SPE_FIELD_PC, ADDRESS_EL},
    {"ns", SPE_FIELD_PC, ADDRESS_NS},
    {"operation", SPE_FIELD_OPERATION, TEXT},
    {"events", SPE_FIELD_EVENTS, HEX},
    {"event_names", SPE_FIELD_EVENTS, TEXT},
    {"total", SPE_FIELD_TOTAL, DECIMAL},
    {"issue", SPE_FIELD_ISSUE, DECIMAL},
    {"translation", SPE_FIELD_TRANSLATION, DECIMAL},
    {"alternate_issue", SPE_FIELD_ALTERNATE_ISSUE, DECIMAL},
    {"exposed_latency", SPE_FIELD_EXPOSED, DECIMAL},
    {"target", SPE_FIELD_TARGET, ADDRESS},
    {"previous_target", SPE_FIELD_PREVIOUS_TARGET, ADDRESS},
    {"va", SPE_FIELD_VA, HEX},
    {"pa", SPE_FIELD_PA, ADDRESS},
    {"source", SPE_FIELD_SOURCE, HEX},
    {"context_el1", SPE_FIELD_CONTEXT_EL1, HEX},
    {"context_el2", SPE_FIELD_CONTEXT_EL2, HEX},
};

enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

void spe_print_csv_header(FILE *out)
{
  (void)fputs("offset,size", out);
  for (size_t i = 0; i < COLUMN_COUNT; i++) {
    (void)fprintf(out, ",%s", columns[i].name);
  }
  (void)fputs("\n", out);
}

static void print_value(FILE *out, const struct spu_packet *packet, enum column_form form)
{
  switch (form) {
  case DECIMAL:
    (void)fprintf(out, "%" PRIu64, packet->value);
    break;
  case HEX:
    (void)fprintf(out, "0x%" PRIx64, packet->value);
    break;
  case ADDRESS:  // bits 55:0; the top byte has other fields (D18.2.1)
    (void)fprintf(out, "0x%" PRIx64, packet->value & UINT64_C(0x00FFFFFFFFFFFFFF));
    break;
  case ADDRESS_EL:
    (void)fprintf(out, "%u", (unsigned)(packet->value >> 61 & 3));
    break;
  case ADDRESS_NS:
    (void)fprintf(out, "%u", (unsigned)(packet->value >> 63));
    break;
  case TEXT: {
    char text[SPU_PACKET_TEXT];
    (void)spu_packet_text(packet, text, sizeof text);
    // The column's name replaces the first word: "EV RETIRED" becomes "RETIRED".
    const char *words =
        packet->type == SPU_PACKET_EVENTS ? text + strcspn(text, " ") + (strchr(text, ' ') != NULL) : text;
    (void)fprintf(out, strchr(text, ',') != NULL ? "\"%s\"" : "%s", words);
    break;
  }
  }
}

void spe_print_csv(FILE *out, const uint8_t *data, const struct spe_extent *extent)
{
  const struct spe_record record = spe_gather(data + extent->start, extent->end - extent->start);
  (void)fprintf(out, "%zu,%zu", extent->start, extent->end - extent->start);
  for (size_t i = 0; i < COLUMN_COUNT; i++) {
    const struct column *column = &columns[i];
    (void)fputs(",", out);
    if ((record.have >> column->field & 1) != 0) {
      print_value(out, &record.packet[column->field], column->form);
    }
  }
  (void)fputs("\n", out);
}
