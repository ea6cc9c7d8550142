// SPDX-License-Identifier: Apache-2.0
//
// tb/programs/perf: perf.data files that are written, read back, damaged, and opened by Linux perf.

// For mkdtemp and popen. <features.h> reads it, so it comes before every include.
#define _XOPEN_SOURCE 700

#include "programs/perf/perf_data.h"
#include "unit/test/test.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

static char directory[] = "build/perf_data_test-XXXXXX";

static int make_directory(void **state)
{
  (void)state;
  return (mkdir("build", 0777) != 0 && errno != EEXIST) || mkdtemp(directory) == NULL;
}

static int remove_directory(void **state)
{
  (void)state;
  return rmdir(directory);  // fails if a test has left something behind
}

static const char *in_directory(const char *name)
{
  static char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", directory, name);
  return path;
}

static int remove_file(void **state)
{
  (void)state;
  return remove(in_directory("perf.data"));
}

// A test that leaves perf.data.
#define FILE_TEST(name) TEST_WITH(name, NULL, remove_file)

// perf.data, in a heap block of its exact size, so that memory checkers find every read beyond its end.
static uint8_t *read_whole(size_t *size)
{
  FILE *file = fopen(in_directory("perf.data"), "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  *size = (size_t)ftell(file);
  assert_int_equal(fseek(file, 0, SEEK_SET), 0);
  uint8_t *bytes = malloc(*size);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, *size, file), *size);
  (void)fclose(file);
  return bytes;
}

static uint64_t get_u64(const uint8_t *bytes)
{
  uint64_t value = 0;
  for (int i = 7; i >= 0; i--) {
    value = value << 8 | bytes[i];
  }
  return value;
}

// Two records of a load at 0x400120 and one of a branch, in two chunks.
static const uint8_t first_chunk[] = {
    0x64, 0xE8, 0x03, 0x00, 0x00, 0xB0, 0x20, 0x01, 0x40, 0x00, 0x00, 0x00, 0x00, 0x80, 0x98, 0x07, 0x00,
    0x49, 0x00, 0x52, 0x06, 0x00, 0x71, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x64,
    0xE8, 0x03, 0x00, 0x00, 0xB0, 0x20, 0x01, 0x40, 0x00, 0x00, 0x00, 0x00, 0x80, 0x49, 0x00, 0x01};
static const uint8_t second_chunk[] = {0x64, 0xE8, 0x03, 0x00, 0x00, 0xB0, 0x40, 0x01, 0x40,
                                       0x00, 0x00, 0x00, 0x00, 0x80, 0x4A, 0x01, 0x42, 0x02,
                                       0x71, 0x20, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
static const struct aux_chunk chunks[] = {{first_chunk, sizeof first_chunk, 0},
                                          {second_chunk, sizeof second_chunk, 0}};
static const struct perf_mapping mappings[] = {{0x400000, 0x2000, 0}, {0x410000, 0x1000, 0x2000}};

static const struct perf_recording example = {.comm = "a-command-longer-than-15",
                                              .elf = "no/such/program",
                                              .pid = 1000,
                                              .mappings = mappings,
                                              .mapping_count = 2,
                                              .chunks = chunks,
                                              .chunk_count = 2,
                                              .time_hz = 1000000000,
                                              .midr = 0xF0000,
                                              .metadata = 1};

static void write_example(const struct perf_recording *recording)
{
  struct tb_error error = {""};
  const bool written = perf_data_write(in_directory("perf.data"), recording, &error);
  assert_string_equal(error.text, "");
  assert_true(written);
}

static uint8_t *example_bytes(size_t *size)
{
  write_example(&example);
  return read_whole(size);
}

// Its SPE data, in order. The caller frees them.
static uint8_t *read_aux(size_t *aux_size)
{
  size_t size = 0;
  uint8_t *file = read_whole(&size);
  uint8_t *aux = NULL;
  struct tb_error error = {""};
  assert_true(perf_data_read_aux(file, size, "f", &aux, aux_size, &error));
  free(file);
  return aux;
}

TEST_GROUP(make_directory, remove_directory)

// F3: perf reads the bytes that the unit wrote, in order.
FILE_TEST(round_trip_keeps_bytes_in_order)
{
  size_t aux_size = 0;
  write_example(&example);
  uint8_t *aux = read_aux(&aux_size);
  assert_int_equal(aux_size, sizeof first_chunk + sizeof second_chunk);
  assert_memory_equal(aux, first_chunk, sizeof first_chunk);
  assert_memory_equal(aux + sizeof first_chunk, second_chunk, sizeof second_chunk);
  free(aux);
}

// F3: bytes after a loss do not continue the bytes before it. The same holds for bytes of another buffer, or of another
// place in it.
FILE_TEST(bytes_after_a_loss_are_a_new_stream)
{
  enum { AUXTRACE_OFFSET = 16, AUXTRACE_INDEX = 32 };
  static const struct {
    unsigned flags;   // of the first chunk
    size_t place;     // in the second AUXTRACE record, where a byte is changed; 0: nowhere
    size_t expected;  // breaks
  } cases[] = {{0, 0, 0},
               {AUX_DATA_COLLISION, 0, 0},
               {AUX_DATA_LOST, 0, 1},
               {AUX_DATA_LOST | AUX_DATA_COLLISION, 0, 1},
               {0, AUXTRACE_OFFSET, 1},
               {0, AUXTRACE_INDEX, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct aux_chunk taken[] = {{first_chunk, sizeof first_chunk, cases[i].flags},
                                      {second_chunk, sizeof second_chunk, AUX_DATA_LOST}};
    struct perf_recording recording = example;
    recording.chunks = taken;
    write_example(&recording);
    size_t size = 0;
    uint8_t *file = read_whole(&size);
    if (cases[i].place != 0) {
      size_t at = 0;
      while (memcmp(file + at, second_chunk, sizeof second_chunk) != 0) {
        at++;
      }
      file[at - 48 + cases[i].place]++;
    }
    size_t *breaks = NULL;
    size_t count = 0;
    struct tb_error error = {""};
    assert_true(perf_data_read_breaks(file, size, "f", &breaks, &count, &error));
    assert_int_equal(count, cases[i].expected);
    assert_true(count == 0 || breaks[0] == sizeof first_chunk);
    free(breaks);
    free(file);
  }
}

// F3
FILE_TEST(recording_without_samples_is_accepted)
{
  struct perf_recording empty = example;
  empty.chunk_count = 0;
  write_example(&empty);
  size_t aux_size = 1;
  free(read_aux(&aux_size));
  assert_int_equal(aux_size, 0);
}

// Lines of a perf command's output that contain `text`.
static int perf_lines(const char *arguments, const char *text)
{
  char command[512];
  (void)snprintf(command, sizeof command, "perf %s -i %s 2>/dev/null", arguments, in_directory("perf.data"));
  FILE *perf = popen(command, "r");
  assert_non_null(perf);
  char line[1024];
  int lines = 0;
  while (fgets(line, sizeof line, perf) != NULL) {
    lines += strstr(line, text) != NULL;
  }
  assert_int_equal(pclose(perf), 0);
  return lines;
}

// F3: perf itself opens the file.
FILE_TEST(perf_opens_what_is_written)
{
  write_example(&example);
  assert_int_equal(perf_lines("report -D", "ARM SPE data: size 0x32 bytes"), 1);
  assert_int_equal(perf_lines("report -D", "ARM SPE data: size 0x1b bytes"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_AUX offset: 0x32 size: 0x1b flags: 0 []"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_AUXTRACE size: 0x1b  offset: 0x32 "), 1);
  assert_int_equal(perf_lines("report -D", "PC 0x400120 el0 ns=1"), 2);
  assert_int_equal(perf_lines("report -D", "Bad packet!"), 0);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_MMAP2 1000/1000: [0x410000(0x1000) @ 0x2000 "), 1);
  assert_int_equal(perf_lines("script --itrace=i1i -F comm,tid,time,event,ip", "instructions"), 3);
  assert_int_equal(perf_lines("script --itrace=i1i -F comm,tid,time,event,ip", "a-command-longe "), 3);
  assert_int_equal(perf_lines("script --itrace=i1i -F ip", "400140"), 1);
  assert_int_equal(perf_lines("report --header-only", "cpuid : 0x00000000000f0000"), 1);
}

// A record at 0x400120 of this context, with a timestamp.
#define RECORD_OF(context, time)                                                                           \
  {                                                                                                        \
    0x64, (context), 0, 0, 0, 0xB0, 0x20, 0x01, 0x40, 0, 0, 0, 0, 0x80, 0x4A, 1, 0x71, (time), 0, 0, 0, 0, \
        0, 0, 0                                                                                            \
  }

// F3: a context other than the process is a thread of it, with the name and mappings of the process.
FILE_TEST(thread_of_each_context_is_known)
{
  static const uint8_t first[] = RECORD_OF(7, 10);
  static const uint8_t second[] = RECORD_OF(9, 20);
  static const uint8_t third[] = RECORD_OF(7, 30);
  static const uint8_t idle[] = RECORD_OF(0, 40);
  // The context of EL1 is 1000, that of EL2 is 11: perf uses the last one.
  static const uint8_t host[] = {0x64, 0xE8, 3, 0,    0,    0x65, 11,   0,  0, 0, 0xB0, 0x20, 0x01, 0x40, 0,
                                 0,    0,    0, 0x80, 0x4A, 1,    0x71, 50, 0, 0, 0,    0,    0,    0,    0};
  static const struct aux_chunk threads[] = {{first, sizeof first, 0},
                                             {second, sizeof second, 0},
                                             {third, sizeof third, 0},
                                             {idle, sizeof idle, 0},
                                             {host, sizeof host, 0}};
  struct perf_recording recording = example;
  recording.chunks = threads;
  recording.chunk_count = 5;
  write_example(&recording);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_FORK(1000:7):(1000:1000)"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_FORK(1000:9):(1000:1000)"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_FORK(1000:11):(1000:1000)"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_FORK"), 3);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_COMM exec: a-command-longe:1000/1000"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_COMM: a-command-longe:1000/7"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_COMM: a-command-longe:1000/9"), 1);
  // Names and mappings: the PC is in no/such/program.
  assert_int_equal(perf_lines("script --itrace=i1i -F comm,pid,tid,ip,sym,dso", " 1000/7 "), 2);
  assert_int_equal(perf_lines("script --itrace=i1i -F comm,pid,tid,ip,sym,dso", " 1000/9 "), 1);
  assert_int_equal(perf_lines("script --itrace=i1i -F comm,pid,tid,ip,sym,dso", " 1000/11 "), 1);
  assert_int_equal(perf_lines("script --itrace=i1i -F comm,pid,tid,ip,sym,dso", "a-command-longe "), 4);
  assert_int_equal(perf_lines("script --itrace=i1i -F comm,pid,tid,ip,sym,dso", "(no/such/program)"), 4);
}

// Version 2 of the metadata, each word; perf 6.1 cannot read it.
FILE_TEST(second_metadata_describes_the_core)
{
  static const uint64_t words[] = {70 | (uint64_t)96 << 48,      4, 2, 4,          8, 1,
                                   UINT64_C(0x1010101010101010), 0, 3, 0x410FD0C0, 8, 256};
  struct perf_recording recording = example;
  recording.metadata = 2;
  recording.midr = 0x410FD0C0;
  recording.min_interval = 256;
  write_example(&recording);
  size_t size = 0;
  uint8_t *file = read_whole(&size);
  const size_t info = (size_t)get_u64(file + 40) + 56;  // behind the conversion of times
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    assert_int_equal(get_u64(file + info + 8 * i), words[i]);
  }
  assert_int_equal(get_u64(file + info + 96) & 0xFFFF, 3);  // COMM follows
  free(file);
  assert_int_equal(perf_lines("report --header-only", "cpuid : 0x00000000410fd0c0"), 1);
}

// F3: as perf record does.
FILE_TEST(chunks_are_taken_together)
{
  struct perf_recording recording = example;
  recording.wakeup = sizeof first_chunk + 1;
  write_example(&recording);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_AUX offset: 0 size: 0x32 flags: 0 []"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_AUX offset: 0x32 size: 0x1b flags: 0 []"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_AUXTRACE size: 0x4d  offset: 0 "), 1);
  assert_int_equal(perf_lines("script --itrace=i1i -F ip", "400120"), 2);
  assert_int_equal(perf_lines("script --itrace=i1i -F ip", "400140"), 1);
  size_t aux_size = 0;
  free(read_aux(&aux_size));
  assert_int_equal(aux_size, sizeof first_chunk + sizeof second_chunk);
}

// F3: perf counts the losses and collisions that the driver reports, with data or without.
FILE_TEST(losses_and_collisions_are_flagged)
{
  static const struct aux_chunk flagged[] = {
      {first_chunk, sizeof first_chunk, AUX_DATA_COLLISION},
      {NULL, 0, AUX_DATA_LOST},
      {second_chunk, sizeof second_chunk, AUX_DATA_LOST | AUX_DATA_COLLISION}};
  struct perf_recording recording = example;
  recording.chunks = flagged;
  recording.chunk_count = 3;
  write_example(&recording);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_AUX offset: 0 size: 0x32 flags: 0x8 []"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_AUX offset: 0x32 size: 0 flags: 0x5 [TP]"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_AUX offset: 0x32 size: 0x1b flags: 0xd [TP]"), 1);
  assert_int_equal(perf_lines("report -D", "PERF_RECORD_AUXTRACE size:"), 2);
  assert_int_equal(perf_lines("script --itrace=i1i -F ip", "400120"), 2);
  assert_int_equal(perf_lines("script --itrace=i1i -F ip", "400140"), 1);
}

// F3: 10 ticks of a 100 MHz counter are 100 ns.
FILE_TEST(timestamps_are_scaled)
{
  static const uint64_t frequencies[] = {1, 62500000, 100000000, 1000000000, 4000000000};
  static const uint8_t record[] = {0xB0, 0x20, 0x01, 0x40, 0, 0, 0, 0, 0x80, 0x49,
                                   0,    0x71, 0,    0,    0, 0, 2, 0, 0,    0};
  const uint64_t ticks = UINT64_C(2) << 32;
  static const struct aux_chunk one = {record, sizeof record, 0};
  for (size_t i = 0; i < sizeof frequencies / sizeof frequencies[0]; i++) {
    struct perf_recording recording = example;
    recording.chunks = &one;
    recording.chunk_count = 1;
    recording.time_hz = frequencies[i];
    write_example(&recording);
    char expected[64];
    // To the millisecond: over such a time, a 32-bit factor is no more precise.
    (void)snprintf(expected, sizeof expected, "%llu.%03llu", (unsigned long long)(ticks / frequencies[i]),
                   (unsigned long long)(ticks % frequencies[i] * 1000 / frequencies[i]));
    assert_int_equal(perf_lines("script --itrace=i1i -F time,ip", expected), 1);
  }
}

// F3: perf prints the simulated machine and command.
FILE_TEST(features_describe_the_simulated_machine)
{
  static const char *const arguments[] = {"two words", "-x", NULL};
  static const uint8_t build_id[] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x10, 0x32,
                                     0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE, 0x11, 0x22, 0x33, 0x44};
  static const char *const lines[] = {
      "# hostname : openspu\n",
      "# os release : 6.1.0\n",
      "# perf version : 6.1.openspu\n",
      "# arch : aarch64\n",
      "# nrcpus online : 1\n",
      "# nrcpus avail : 1\n",
      "# cpudesc : OpenSPU simulation\n",
      "# total memory : 274877906944 kB\n",
      "# cmdline : perf record -e arm_spe_0/ts_enable=1/u -- no/such/program two words -x ",
      "# event : name = arm_spe_0/ts_enable=1/u, , id = { 1 }, type = 8",
      "# event : name = dummy:u, , id = { 2 }, type = 1",
      "# sibling sockets : 0\n",
      "# sibling threads : 0\n",
      "# CPU 0: Core ID 0, Socket ID 0\n",
      "# node0 meminfo  : total = 274877906944 kB, free = 274877906944 kB\n",
      "# node0 cpu list : 0\n",
      "# pmu mappings: arm_spe_0 = 8\n",
      "# contains AUX area data",
      "# time of first sample : 0.000000\n",
      "# time of last sample : 8.589934\n",
      "# memory nodes (nr 1, block size 0x1000000000000):\n",
      "#    0 [262144G]: 1\n",
  };
  // The lower of the two timestamps is in the second chunk.
  static const uint8_t late[] = {0xB0, 0x20, 0x01, 0x40, 0, 0, 0, 0, 0x80, 0x49,
                                 0,    0x71, 0,    0,    0, 0, 2, 0, 0,    0};
  static const struct aux_chunk unordered[] = {{late, sizeof late, 0},
                                               {second_chunk, sizeof second_chunk, 0}};
  struct perf_recording recording = example;
  recording.chunks = unordered;
  recording.arguments = arguments;
  recording.build_id = build_id;
  recording.build_id_size = sizeof build_id;
  write_example(&recording);
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    if (perf_lines("report --header-only -I", lines[i]) != 1) {
      fail_msg("perf report --header-only -I has not one line with: %s", lines[i]);
    }
  }
  assert_int_equal(perf_lines("buildid-list", "0123456789abcdef1032547698badcfe11223344 no/such/program\n"),
                   1);
  // A build ID of 8 bytes, and none.
  recording.build_id_size = 8;
  write_example(&recording);
  assert_int_equal(perf_lines("buildid-list", "0123456789abcdef  "), 1);
  write_example(&example);
  assert_int_equal(perf_lines("buildid-list", ""), 0);
}

// The bytes do not depend on place and time, and do not name this machine.
FILE_TEST(file_is_a_function_of_the_recording)
{
  size_t size = 0;
  size_t again = 0;
  uint8_t *file = example_bytes(&size);
  uint8_t *other = example_bytes(&again);
  struct utsname machine;
  assert_int_equal(uname(&machine), 0);
  assert_int_equal(again, size);
  assert_memory_equal(file, other, size);
  const char *const words[] = {machine.nodename, machine.release, machine.machine};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    const size_t length = strlen(words[i]);
    for (size_t at = 0; length > 3 && at + length <= size; at++) {
      assert_memory_not_equal(file + at, words[i], length);
    }
  }
  free(file);
  free(other);
}

TEST(counter_without_frequency_is_refused)
{
  struct perf_recording recording = example;
  struct tb_error error = {""};
  recording.time_hz = 0;
  assert_false(perf_data_write(in_directory("perf.data"), &recording, &error));
  assert_non_null(strstr(error.text, "perf.data: a counter of 0 Hz"));
  error.text[0] = '\0';
  recording.time_hz = UINT64_MAX;
  assert_false(perf_data_write(in_directory("perf.data"), &recording, &error));
}

// For any input the reader returns data, at most as many bytes as there are, or an error that names the file.
static bool answers_safely(const uint8_t *bytes, size_t size)
{
  uint8_t *exact = malloc(size + (size == 0));
  assert_non_null(exact);
  memcpy(exact, bytes, size);
  uint8_t *aux = NULL;
  size_t aux_size = 0;
  struct tb_error error = {""};
  const bool ok = perf_data_read_aux(exact, size, "some.data", &aux, &aux_size, &error);
  if (ok) {
    assert_string_equal(error.text, "");
    assert_true(aux_size <= size);
  } else {
    assert_int_equal(strncmp(error.text, "some.data: ", 11), 0);
    assert_null(strchr(error.text, '\n'));
  }
  free(aux);
  free(exact);
  return ok;
}

FILE_TEST(truncated_file_is_refused)
{
  size_t size = 0;
  uint8_t *file = example_bytes(&size);
  const size_t data_end = (size_t)(get_u64(file + 40) + get_u64(file + 48));
  assert_in_range(data_end, 104, size);
  for (size_t length = 0; length < size; length++) {
    assert_int_equal(answers_safely(file, length), length >= data_end);
  }
  free(file);
}

FILE_TEST(damaged_byte_does_not_crash_the_reader)
{
  size_t size = 0;
  uint8_t *file = example_bytes(&size);
  for (size_t offset = 0; offset < size; offset++) {
    const uint8_t good = file[offset];
    for (unsigned value = 0; value < 256; value++) {
      file[offset] = (uint8_t)value;
      const bool ok = answers_safely(file, size);
      assert_true(ok || value != good);
      // Magic, and the upper halves of the data section's place and size.
      const bool fatal = offset < 8 || (offset >= 44 && offset < 48) || (offset >= 52 && offset < 56);
      assert_false(ok && fatal && value != good);
    }
    file[offset] = good;
  }
  free(file);
}

TEST(wrong_kind_of_file_is_named)
{
  static const struct {
    const char *bytes;
    size_t size;
    const char *error;
  } files[] = {
      {"", 0, "f: not a perf.data file"},
      {"PERFILE", 7, "f: not a perf.data file"},
      {"\x01\x01\x01\x01\x01\x01\x01\x01\x01", 9, "f: not a perf.data file"},
      {"2ELIFREP", 8, "f: perf.data from a big-endian machine"},
      {"PERFILE2\x10\0\0\0\0\0\0\0", 16, "f: perf's pipe format; record to a file instead"},
      {"PERFILE2\x68\0\0\0\0\0\0\0", 16, "f: offset 0x10: the file ends inside its header"},
  };
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    struct tb_error error = {""};
    uint8_t *aux = NULL;
    size_t aux_size = 0;
    assert_false(
        perf_data_read_aux((const uint8_t *)files[i].bytes, files[i].size, "f", &aux, &aux_size, &error));
    assert_string_equal(error.text, files[i].error);
  }
}

TEST(failed_write_leaves_no_partial_file)
{
  struct tb_error error = {""};
  assert_false(perf_data_write("build/no/such/directory/perf.data", &example, &error));
  assert_string_equal(error.text, "build/no/such/directory/perf.data: No such file or directory");

  // The name is taken by a directory.
  assert_int_equal(mkdir(in_directory("perf.data"), 0777), 0);
  error.text[0] = '\0';
  assert_false(perf_data_write(in_directory("perf.data"), &example, &error));
  assert_non_null(strstr(error.text, "perf.data: cannot be written: "));
  assert_int_equal(rmdir(in_directory("perf.data")), 0);
  assert_int_equal(access(in_directory("perf.data.tmp"), F_OK), -1);

  // The disk is full after 700 bytes; an older file stays as it was.
  write_example(&example);
  size_t before = 0;
  free(read_whole(&before));
  struct rlimit unlimited;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &unlimited), 0);
  const struct rlimit small = {.rlim_cur = 700, .rlim_max = unlimited.rlim_max};
  (void)signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  error.text[0] = '\0';
  const bool written = perf_data_write(in_directory("perf.data"), &example, &error);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &unlimited), 0);
  (void)signal(SIGXFSZ, SIG_DFL);
  assert_false(written);
  assert_non_null(strstr(error.text, "perf.data: cannot be written: File too large"));
  assert_int_equal(access(in_directory("perf.data.tmp"), F_OK), -1);
  size_t after = 0;
  free(read_whole(&after));
  assert_int_equal(after, before);
  assert_int_equal(remove(in_directory("perf.data")), 0);
}
