// SPDX-License-Identifier: Apache-2.0
//
// Makes a whole perf.data file out of what can be read of a damaged one.
#ifndef TB_PERF_PERF_REPAIR_H
#define TB_PERF_PERF_REPAIR_H

#include <stddef.h>
#include <stdint.h>

#include "util/error.h"

// Whether perf record came to its end: only then it writes the size of the data into the header.
bool perf_data_was_closed(const uint8_t *file, size_t size);

// Told of each place that was mended: what is wrong there, as one line without the file's name.
typedef void perf_repair_report(void *context, const char *text);

// The header and the whole records of a perf.data file, in malloc'ed memory that the caller frees; features are left out.
// Data end where the file does if the header says otherwise; behind a record that makes no sense they go on with the next
// AUX or AUXTRACE record; an AUXTRACE record has the bytes up to there. Nothing is reported of a file that is whole. False
// with an error if it is no perf.data file, or has no whole header.
bool perf_data_repair(const uint8_t *file, size_t size, const char *name, perf_repair_report *report,
                      void *context, uint8_t **repaired, size_t *repaired_size, struct tb_error *error);

#endif  // TB_PERF_PERF_REPAIR_H
