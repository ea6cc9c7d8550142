// SPDX-License-Identifier: Apache-2.0
//
// Reports where a stream stops being records, and finds where records may begin again.
#ifndef TB_PROGRAMS_PERF_SPE_DAMAGE_H
#define TB_PROGRAMS_PERF_SPE_DAMAGE_H

#include "programs/perf/spe_record.h"

#include <stdio.h>

// One line about an unfinished record: the error and its place; `text` has at most `size` bytes.
void spe_damage_text(const struct spe_extent *extent, char *text, size_t size);

// Prints some more lines: the bytes around the place, a caret under the first wrong one, and what was expected there.
void spe_damage_print(FILE *out, const uint8_t *data, size_t size, const struct spe_extent *extent);

// The first place after the damage at which a plausible record begins; `size` if there is none. A plausible record is
// complete, up to its End or Timestamp packet, in at most 256 bytes; its packets have a defined meaning, it has no
// duplicate fields, and a PC. Padding can be anywhere in it (D18.2.8), except at its beginning. A similar sequence of
// packets without a PC is the rest of the damaged record: the search continues after it. Bytes of a damaged record can
// still pass, but strict rules make that rare.
size_t spe_damage_end(const uint8_t *data, size_t size, const struct spe_extent *extent);

#endif  // TB_PROGRAMS_PERF_SPE_DAMAGE_H
