// SPDX-License-Identifier: Apache-2.0
//
// Where a stream stops being records: what to say of the place, and where records may begin again.
#ifndef TB_PROGRAMS_PERF_SPE_DAMAGE_H
#define TB_PROGRAMS_PERF_SPE_DAMAGE_H

#include "programs/perf/spe_record.h"

#include <stdio.h>

// For an unfinished record. One line: what was found and where; `text` of at most `size` bytes.
void spe_damage_text(const struct spe_extent *extent, char *text, size_t size);

// Some lines below it: the bytes around the place, a caret under the first that makes no sense, and what was
// expected there.
void spe_damage_print(FILE *out, const uint8_t *data, size_t size, const struct spe_extent *extent);

// The first place after the damage where a plausible record begins; `size` if there is none. A plausible record is
// whole, up to its End or Timestamp packet, in at most 256 bytes; its packets have a defined meaning, it has no field
// twice, and a PC. Padding can be anywhere in it (D18.2.8), but does not begin it. A sequence of packets that is like
// one and has no PC is the rest of the damaged record: the next one is looked for behind it. Bytes of a damaged record
// can still pass: the stricter the rules, the less often.
size_t spe_damage_end(const uint8_t *data, size_t size, const struct spe_extent *extent);

#endif  // TB_PROGRAMS_PERF_SPE_DAMAGE_H
