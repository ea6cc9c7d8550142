// SPDX-License-Identifier: Apache-2.0
//
// Numbers of Linux perf's file format that writer and reader share. All fields are little-endian.
// Source: Linux Documentation "perf.data-file-format" and the perf_event_open(2) manual page; the private fields of an
// Arm SPE recording were determined with perf 6.1 (docs/perf.md).
#ifndef TB_PROGRAMS_PERF_PERF_FORMAT_H
#define TB_PROGRAMS_PERF_PERF_FORMAT_H

enum {
  // The file's header: magic, own size, size of one attribute, then three sections (offset, size), then the
  // bitmap of the features that follow the data section.
  PERF_HEADER_SIZE = 104,
  PERF_HEADER_DATA_SECTION = 40,   // offset of the data section's (offset, size)
  PERF_PIPE_HEADER_SIZE = 16,      // size of the header of perf's pipe format
  PERF_SECTION_SIZE = 16,          // one (offset, size)
  PERF_ATTR_SIZE = 128,            // struct perf_event_attr, the fields up to sig_data
  PERF_EVENT_HEADER_SIZE = 8,      // type (4), misc (2), size (2)
  PERF_AUXTRACE_ARM_SPE = 4,       // kind of trace in an AUXTRACE_INFO
  PERF_AUXTRACE_SIZE = 48,         // a PERF_RECORD_AUXTRACE without the trace bytes after it
  PERF_FEATURE_STRING_ALIGN = 64,  // strings of features are padded with zeros to a multiple of this
  PERF_BUILD_ID_NAME = 36,         // in an entry of BUILD_ID: the file's name
  PERF_BUILD_ID_MAX = 20,
  PERF_MISC_BUILD_ID_SIZE = 1 << 15  // an entry of BUILD_ID that has the size of its build ID
};

// First 8 bytes of a perf.data file: "PERFILE2" in the byte order of the machine that wrote it.
#define PERF_MAGIC "PERFILE2"
#define PERF_MAGIC_BIG_ENDIAN "2ELIFREP"

enum {  // flags of PERF_RECORD_AUX
  PERF_AUX_TRUNCATED = 1 << 0,
  PERF_AUX_PARTIAL = 1 << 2,
  PERF_AUX_COLLISION = 1 << 3
};

enum perf_record_type {
  PERF_RECORD_COMM = 3,
  PERF_RECORD_FORK = 7,
  PERF_RECORD_SAMPLE = 9,
  PERF_RECORD_MMAP2 = 10,
  PERF_RECORD_AUX = 11,
  PERF_RECORD_FINISHED_ROUND = 68,
  PERF_RECORD_AUXTRACE_INFO = 70,
  PERF_RECORD_AUXTRACE = 71,
  PERF_RECORD_TIME_CONV = 79
};

enum perf_feature {  // bit numbers in the header's bitmap
  PERF_FEATURE_BUILD_ID = 2,
  PERF_FEATURE_HOSTNAME = 3,
  PERF_FEATURE_OSRELEASE = 4,
  PERF_FEATURE_VERSION = 5,
  PERF_FEATURE_ARCH = 6,
  PERF_FEATURE_NRCPUS = 7,
  PERF_FEATURE_CPUDESC = 8,
  PERF_FEATURE_CPUID = 9,
  PERF_FEATURE_TOTAL_MEM = 10,
  PERF_FEATURE_CMDLINE = 11,
  PERF_FEATURE_EVENT_DESC = 12,
  PERF_FEATURE_CPU_TOPOLOGY = 13,
  PERF_FEATURE_NUMA_TOPOLOGY = 14,
  PERF_FEATURE_PMU_MAPPINGS = 16,
  PERF_FEATURE_AUXTRACE = 18,
  PERF_FEATURE_SAMPLE_TIME = 21,
  PERF_FEATURE_MEM_TOPOLOGY = 22
};

#endif  // TB_PROGRAMS_PERF_PERF_FORMAT_H
