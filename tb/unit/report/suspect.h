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

// What was found out beside the signal. A row of the table that asks for SUSPECT_ANY fits all of them.
enum suspect_hint {
  SUSPECT_ANY,
  SUSPECT_FORMAT,          // record: a header, a size, the order or the padding is wrong
  SUSPECT_CUT,             // record: a payload that is the right one cut off
  SUSPECT_PRESENT,         // record: a packet that an operation's report decides on is missing or too many
  SUSPECT_SAMPLED,         // record: a payload that comes from the operation's report
  SUSPECT_COLLECTED,       // record: a payload that was captured at the mark
  SUSPECT_DIRECT_WRITE,    // the register was written by an MSR in the cycle before
  SUSPECT_CONTROL_WRITE,   // a register that controls this was
  SUSPECT_REDIRECTED,      // the control would differ if an MSR of PMSCR_EL1 had gone to the other register
  SUSPECT_UNDECIDED,       // an operation has finished and has no verdict yet, or gets it now
  SUSPECT_MERGED,          // only the way the register takes its update explains this
  SUSPECT_ROUTED,          // so does where another report of the cycle went, with FEAT_SPE_EXC
  SUSPECT_TAGS,            // both sides select the operation, and differ in whether a tag is free
  SUSPECT_SQUASHED,        // the operation did not retire, and such operations are not recorded
  SUSPECT_OTHER_REGISTER,  // the value of the register that HCR_EL2.E2H would select
  SUSPECT_MONITOR,         // a register of the performance monitors
  SUSPECT_OWNER,           // only PMBIDR_EL1.P differs: who owns the buffer
  SUSPECT_DECERR,          // an error response of the kind that is easily overlooked
  SUSPECT_WRITING,         // a record is being written
  SUSPECT_WAITING          // a record waits to be written
};

enum { SUSPECT_HINTS = SUSPECT_WAITING + 1 };

struct suspect {
  const struct suspect_block *block;
  const struct suspect_block *other;  // the second likeliest; null: none
  const char *rtl;                    // files to look at; the block's, unless the table is more precise
  const char *model;
  const char *requirement;  // IDs of docs/requirements.toml, separated by blanks
};

// Whether a signal has this name, or one that begins with what is before a * at its end.
bool suspect_fits(const char *pattern, const char *name);

// The first row that matches. `text` is what the mismatch expected or got in words (rows for
// violated rules search it). Never fails: if no row matches, block `buffer` and requirement C6.
struct suspect suspect_find(const char *signal, const char *function, enum suspect_hint hint,
                            const char *text);

// True if a row of the table names this signal and function (whatever the hint and text).
bool suspect_known(const char *signal, const char *function);

// The sentence of a requirement in docs/requirements.toml; `id` ends at a blank or at its end. Null for an unknown one.
const char *suspect_requirement(const char *id);

#endif  // TB_UNIT_REPORT_SUSPECT_H
