// SPDX-License-Identifier: Apache-2.0
//
// The output formats of spe-dump. docs/perf.md documents them.
#ifndef TB_PROGRAMS_PERF_SPE_PRINT_H
#define TB_PROGRAMS_PERF_SPE_PRINT_H

#include "programs/perf/spe_record.h"

#include <stdio.h>

// The packets of data[start..end), one per line, in the words and layout of perf's raw dump: offset in the stream,
// bytes (at most 16 bytes of padding per line), text. Stops at the first byte that does not start a packet.
void spe_print_text(FILE *out, const uint8_t *data, size_t start, size_t end);

// One record as one line of JSON.
void spe_print_json(FILE *out, const uint8_t *data, const struct spe_extent *extent);

// The line of column names, and one record as one line of comma-separated values.
void spe_print_csv_header(FILE *out);
void spe_print_csv(FILE *out, const uint8_t *data, const struct spe_extent *extent);

#endif  // TB_PROGRAMS_PERF_SPE_PRINT_H
