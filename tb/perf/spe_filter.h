// SPDX-License-Identifier: Apache-2.0
//
// Chooses records by what they say. A record is chosen if it meets every condition; it fails a condition on a
// field that it does not have.
#ifndef TB_PERF_SPE_FILTER_H
#define TB_PERF_SPE_FILTER_H

#include "perf/spe_record.h"
#include "util/error.h"

enum {
  SPE_FILTER_RANGES = 32,  // of one field
  SPE_FILTER_WORDS = 8,    // of an operation
  SPE_FILTER_WORD = 16     // bytes of a word
};

struct spe_range {
  uint64_t low;
  uint64_t high;  // inclusive
};

struct spe_ranges {
  struct spe_range range[SPE_FILTER_RANGES];
  size_t count;  // 0: no condition; else the value is in one of them
};

// All zero: no condition.
struct spe_filter {
  struct spe_ranges field[SPE_FIELD_COUNT];  // of spe_field_value()
  struct spe_ranges context;                 // of either CONTEXTIDR_ELx
  uint64_t events;                           // all of these bits are set
  uint64_t no_events;                        // none of these is
  uint8_t levels;                            // bit n: the PC's Exception level may be n; 0: any
  char word[SPE_FILTER_WORDS][SPE_FILTER_WORD];
  size_t words;  // all of them are in the operation's text
};

// The value of a field: of a PC, branch target or physical address bits 55:0, of a latency bits 15:0.
uint64_t spe_field_value(enum spe_field field, const struct spu_packet *packet);

// The word that the text form has for an event; IMPDEF:n if it has only the number. `bit` is below 64.
void spe_event_name(unsigned bit, char *name, size_t size);

// Add conditions. Each is false with an error that names the text, without its option.
bool spe_filter_range(struct spe_ranges *ranges, uint64_t low, uint64_t high, struct tb_error *error);
bool spe_filter_range_text(struct spe_ranges *ranges, const char *text,
                           struct tb_error *error);                                           // LOW-HIGH or N
bool spe_filter_events(uint64_t *events, const char *names, struct tb_error *error);          // NAME,NAME,...
bool spe_filter_words(struct spe_filter *filter, const char *words, struct tb_error *error);  // WORD,WORD,...

bool spe_filter_takes(const struct spe_filter *filter, const struct spe_record *record);

#endif  // TB_PERF_SPE_FILTER_H
