// SPDX-License-Identifier: Apache-2.0
//
// Localizes a mismatch: the suspected block of the unit, its files, and the violated requirement.
// One table, indexed by the signal, the pseudocode function and what the cycles around the mismatch
// showed (unit/report/mismatch.h).
#ifndef TB_UNIT_REPORT_SUSPECT_H
#define TB_UNIT_REPORT_SUSPECT_H

#include <stdbool.h>
#include <stddef.h>

// A block of the unit: those of rtl/data/blocks.toml, in its order.
struct suspect_block {
  const char *name;
  const char *rtl;    // its files, separated by blanks
  const char *model;  // likewise
};

extern const struct suspect_block suspect_blocks[];
extern const size_t suspect_block_count;

// What is known beyond the signal. A row of the table with SUSPECT_ANY matches every hint.
enum suspect_hint {
  SUSPECT_ANY,
  SUSPECT_FORMAT,          // record: a header, a size, the order or the padding is wrong
  SUSPECT_CUT,             // record: a payload is right but cut off
  SUSPECT_PRESENT,         // record: a packet that the operation's report decides is missing or extra
  SUSPECT_SAMPLED,         // record: a payload that the operation's report gives
  SUSPECT_COLLECTED,       // record: a payload that was captured at the mark
  SUSPECT_DIRECT_WRITE,    // the register was written by an MSR in the previous cycle
  SUSPECT_CONTROL_WRITE,   // a register that controls the signal was written in the previous cycle
  SUSPECT_REDIRECTED,      // the control would differ if an MSR to PMSCR_EL1 had written the other register
  SUSPECT_UNDECIDED,       // an operation has finished and is not decided, or was just decided
  SUSPECT_MERGED,          // the register merged a correct update wrongly
  SUSPECT_ROUTED,          // FEAT_SPE_EXC: only a collision reported to the wrong register explains this
  SUSPECT_TAGS,            // both sides select the operation but differ in whether a tag is free
  SUSPECT_SQUASHED,        // the operation was squashed, and squashed operations are not recorded
  SUSPECT_OTHER_REGISTER,  // the value of the other register under HCR_EL2.E2H
  SUSPECT_MONITOR,         // a register of the performance monitors
  SUSPECT_OWNER,           // only PMBIDR_EL1.P differs, which depends on the buffer's owner
  SUSPECT_DECERR,          // the error response was DECERR
  SUSPECT_WRITING,         // a record is being written
  SUSPECT_WAITING          // a record waits to be written
};

enum { SUSPECT_HINTS = SUSPECT_WAITING + 1 };

struct suspect {
  const struct suspect_block *block;
  const struct suspect_block *other;  // the next most likely; null: none
  const char *rtl;                    // files to read: the block's, unless the table is more precise
  const char *model;
  const char *requirement;  // IDs of docs/requirements.toml, separated by blanks
};

// Whether a signal matches a pattern: its name, or a prefix followed by *.
bool suspect_fits(const char *pattern, const char *name);

// The first row that matches. `text` is the mismatch's expected and actual text (rows for violated rules search it).
// Never fails: if no row matches, returns block `buffer` and requirement C6.
struct suspect suspect_find(const char *signal, const char *function, enum suspect_hint hint,
                            const char *text);

// True if a row of the table matches this signal and function with some hint and text.
bool suspect_known(const char *signal, const char *function);

// The sentence of a requirement in docs/requirements.toml; `id` ends at a blank or its terminator. Null if unknown.
const char *suspect_requirement(const char *id);

#endif  // TB_UNIT_REPORT_SUSPECT_H
