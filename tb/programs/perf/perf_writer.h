// SPDX-License-Identifier: Apache-2.0
//
// Shared by the parts of the writer of perf.data: its two events, and the data for the features.
#ifndef TB_PROGRAMS_PERF_PERF_WRITER_H
#define TB_PROGRAMS_PERF_PERF_WRITER_H

#include "programs/perf/perf_data.h"
#include "programs/perf/perf_output.h"
#include "programs/perf/perf_summary.h"

enum { PERF_PMU_TYPE = 8 };  // above the kernel's fixed event types; the feature PMU_MAPPINGS names it

// The SPE event, and the dummy event that carries COMM and MMAP2; or the event of a profile of time.
enum perf_event_id { PERF_ID_SPE = 1, PERF_ID_DUMMY = 2, PERF_ID_TIME = 3 };

struct perf_time_conversion {  // nanoseconds are (count * mult) >> shift
  uint64_t mult;
  uint64_t shift;
};

struct perf_written {
  const struct perf_recording *recording;
  const char *path;  // of the workload
  bool samples;      // a profile of time: samples instead of SPE data
  struct perf_time_conversion time;
  struct perf_summary summary;
  uint64_t *auxtrace;  // file offset of each PERF_RECORD_AUXTRACE
  size_t auxtrace_count;
};

// struct perf_event_attr of one of the events.
void perf_put_attribute(struct perf_output *output, enum perf_event_id id);

// The bitmap of the features that perf_put_features() writes.
uint64_t perf_features_bitmap(const struct perf_written *written);

// Sections and contents of the features, which follow the data section.
void perf_put_features(struct perf_output *output, const struct perf_written *written);

#endif  // TB_PROGRAMS_PERF_PERF_WRITER_H
