// SPDX-License-Identifier: Apache-2.0
#include "unit/report/record_diff.h"

#include <string.h>

#include "spu.h"
#include "unit/util/text.h"

// Writes one side's packet at `at`: its bytes and its meaning. Returns its length, or the length of the rest of the
// record if the bytes form no packet.
static size_t describe(const uint8_t *record, size_t size, size_t at, char *buffer, const char **function)
{
  struct text text = {buffer, RECORD_DIFF_TEXT, 0};
  struct spu_packet packet;
  char meaning[SPU_PACKET_TEXT];
  size_t used = 0;
  buffer[0] = '\0';
  if (at >= size) {
    text_add(&text, "end of the record");
    return 0;
  }
  const enum spu_decode_status status = spu_decode_packet(record + at, size - at, &packet, &used);
  if (status == SPU_DECODE_OK) {
    (void)spu_packet_text(&packet, meaning, sizeof meaning);
    *function = spu_packet_function(&packet);
  } else {
    used = size - at;
  }
  const size_t shown = used < 10 ? used : 10;  // the longest packet; padding can be longer
  for (size_t i = 0; i < shown; i++) {
    text_add(&text, "%02x ", record[at + i]);
  }
  text_add(&text, "%s(%s)", shown < used ? "... " : "",
           status == SPU_DECODE_OK ? meaning : spu_decode_message(status));
  return used;
}

bool record_diff(const uint8_t *expected, size_t expected_size, const uint8_t *got, size_t got_size,
                 struct record_diff *diff)
{
  if (expected_size == got_size && memcmp(expected, got, expected_size) == 0) {
    return false;
  }
  const char *got_function = "SPEConstructRecord";
  size_t at = 0;
  *diff = (struct record_diff){.function = "SPEConstructRecord"};
  for (;; diff->packet++) {
    const size_t expected_used = describe(expected, expected_size, at, diff->expected, &diff->function);
    const size_t got_used = describe(got, got_size, at, diff->got, &got_function);
    const bool same = expected_used == got_used && expected_used != 0 &&
                      memcmp(expected + at, got + at, expected_used) == 0;
    if (!same) {
      // An extra packet: the expected one comes after it.
      if (expected_used != 0 && at + got_used + expected_used <= got_size &&
          memcmp(expected + at, got + at + got_used, expected_used) == 0) {
        diff->function = got_function;
      }
      break;
    }
    at += expected_used;
  }
  diff->byte = at;
  return true;
}
