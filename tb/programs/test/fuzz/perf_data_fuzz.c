// SPDX-License-Identifier: Apache-2.0
//
// Feeds arbitrary bytes to the readers of perf.data files.

#include "programs/test/fuzz/fuzz.h"

#include "programs/perf/perf_data.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uint8_t *trace = NULL;
  size_t trace_size = 0;
  struct tb_error error = {""};
  struct tb_error other = {""};
  const bool read = perf_data_read_aux(data, size, "input", &trace, &trace_size, &error);
  ALWAYS(!read || (perf_data_is(data, size) && trace != NULL && trace_size <= size));
  ALWAYS(read == (error.text[0] == '\0'));
  // Both readers accept the same files.
  size_t *breaks = NULL;
  size_t break_count = 0;
  ALWAYS(perf_data_read_breaks(data, size, "input", &breaks, &break_count, &other) == read);
  ALWAYS(strcmp(error.text, other.text) == 0);
  for (size_t i = 0; i < break_count; i++) {
    ALWAYS(breaks[i] > (i > 0 ? breaks[i - 1] : 0) && breaks[i] < trace_size);
  }
  free(breaks);
  free(trace);
  return 0;
}
