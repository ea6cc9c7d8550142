// SPDX-License-Identifier: Apache-2.0
#include "tools/spe_dump_options.h"

#include <ctype.h>
#include <getopt.h>
#include <inttypes.h>
#include <string.h>

const char spe_dump_usage[] =
    "usage: spe-dump [OPTION...] FILE\n"
    "Prints the Arm SPE records in FILE: the raw bytes of a Profiling Buffer, or a perf.data file (told "
    "apart by\n"
    "its first bytes). - reads standard input. By default one packet a line (offset in the stream, bytes, "
    "meaning)\n"
    "and a blank line between records, worded as by perf's raw dump.\n"
    "Forms:\n"
    "  --format FORM       packets (as above), json, csv or bolt\n"
    "  --json              --format json: one record a line, as a JSON object\n"
    "  --csv               --format csv: one record a line, behind a line of column names\n"
    "  --format bolt       the branches, as the pre-aggregated profile that BOLT reads: perf2bolt --pa; with "
    "--elf,\n"
    "                      at the addresses that they have in that file\n"
    "  --stats             statistics of the records instead; with --json as one JSON object\n"
    "  --top N             rows of the tables of PCs and functions in the statistics (10)\n"
    "Names for code:\n"
    "  --elf FILE          the program that was sampled\n"
    "  --bias ADDRESS      how far above the addresses in FILE it was loaded; by default what a perf.data "
    "file\n"
    "                      says, or 0\n"
    "Which records (all conditions have to hold; RANGE is LOW-HIGH, both included, or one number; an option "
    "with a\n"
    "RANGE can be given again, for records in any of its ranges):\n"
    "  --pc RANGE|NAME     address of the operation; NAME is a function of --elf\n"
    "  --va RANGE          data virtual address, all 64 bits\n"
    "  --pa RANGE          data physical address\n"
    "  --event NAME,...    with all these events: words as printed, or numbers\n"
    "  --no-event NAME,... with none of these\n"
    "  --op WORD,...       with all these words in the operation: LD, ST, B, OTHER, AT, EXCL, AR, COND, IND "
    "...\n"
    "  --min-latency N     total latency, in cycles\n"
    "  --max-latency N\n"
    "  --el N              Exception level of the operation; again: any of them\n"
    "  --context RANGE     CONTEXTIDR_EL1 or CONTEXTIDR_EL2\n"
    "  --source RANGE      Data Source\n"
    "  --from-time N       timestamp\n"
    "  --to-time N\n"
    "  --limit N           no more than N records\n"
    "Damage:\n"
    "  --resync            go on where the next whole record seems to begin\n"
    "  -h, --help          this text\n"
    "  --version           the version\n"
    "Status: 0 done; 1 there is no record in FILE, or none of the branches that --format bolt is for; 2 "
    "wrong "
    "use, an\n"
    "unreadable file, or bytes that are not whole records: standard error says at which offset, and what was "
    "expected\n"
    "there; the records before it are printed, with --resync those behind, too.\n";

enum option_id {
  ID_HELP = 'h',
  ID_VERSION = 256,
  ID_JSON,
  ID_FORMAT,
  ID_CSV,
  ID_STATS,
  ID_RESYNC,
  ID_TOP,
  ID_ELF,
  ID_BIAS,
  ID_FILTERS,  // from here on: what leaves records out
  ID_PC = ID_FILTERS,
  ID_VA,
  ID_PA,
  ID_EVENT,
  ID_NO_EVENT,
  ID_OP,
  ID_MIN_LATENCY,
  ID_MAX_LATENCY,
  ID_EL,
  ID_CONTEXT,
  ID_SOURCE,
  ID_FROM_TIME,
  ID_TO_TIME,
  ID_LIMIT
};

static const struct option long_options[] = {{"help", no_argument, NULL, ID_HELP},
                                             {"version", no_argument, NULL, ID_VERSION},
                                             {"json", no_argument, NULL, ID_JSON},
                                             {"format", required_argument, NULL, ID_FORMAT},
                                             {"csv", no_argument, NULL, ID_CSV},
                                             {"stats", no_argument, NULL, ID_STATS},
                                             {"resync", no_argument, NULL, ID_RESYNC},
                                             {"top", required_argument, NULL, ID_TOP},
                                             {"elf", required_argument, NULL, ID_ELF},
                                             {"bias", required_argument, NULL, ID_BIAS},
                                             {"pc", required_argument, NULL, ID_PC},
                                             {"va", required_argument, NULL, ID_VA},
                                             {"pa", required_argument, NULL, ID_PA},
                                             {"event", required_argument, NULL, ID_EVENT},
                                             {"no-event", required_argument, NULL, ID_NO_EVENT},
                                             {"op", required_argument, NULL, ID_OP},
                                             {"min-latency", required_argument, NULL, ID_MIN_LATENCY},
                                             {"max-latency", required_argument, NULL, ID_MAX_LATENCY},
                                             {"el", required_argument, NULL, ID_EL},
                                             {"context", required_argument, NULL, ID_CONTEXT},
                                             {"source", required_argument, NULL, ID_SOURCE},
                                             {"from-time", required_argument, NULL, ID_FROM_TIME},
                                             {"to-time", required_argument, NULL, ID_TO_TIME},
                                             {"limit", required_argument, NULL, ID_LIMIT},
                                             {NULL, 0, NULL, 0}};

// What is parsed beside the options themselves.
struct state {
  struct spe_dump_options *options;
  bool json;
  bool csv;
  const char *format;  // null: none
  bool top;
  bool has_latency;
  bool has_time;
  struct spe_range latency;
  struct spe_range time;
};

static bool number(const char *text, uint64_t most, uint64_t *value, struct tb_error *error)
{
  struct spe_ranges one = {.count = 0};
  struct tb_error ignored = {""};
  if (strchr(text, '-') != NULL || !spe_filter_range_text(&one, text, &ignored) || one.range[0].low > most) {
    return most == UINT64_MAX ? tb_fail(error, "%s: not a number of 64 bits", text)
                              : tb_fail(error, "%s: not a number up to %" PRIu64, text, most);
  }
  *value = one.range[0].low;
  return true;
}

static bool take_pc(struct spe_dump_options *options, const char *text, struct tb_error *error)
{
  if (isdigit((unsigned char)text[0])) {
    return spe_filter_range_text(&options->filter.field[SPE_FIELD_PC], text, error);
  }
  if (options->pc_names == SPE_FILTER_RANGES) {
    return tb_fail(error, "more than %d names", SPE_FILTER_RANGES);
  }
  options->pc_name[options->pc_names++] = text;
  return true;
}

static bool take_level(struct spe_filter *filter, const char *text, struct tb_error *error)
{
  uint64_t level = 0;
  const bool good = number(text, 3, &level, error);
  filter->levels |= good ? (uint8_t)(1U << level) : 0;
  return good;
}

static bool take_filter(struct state *state, int id, const char *text, struct tb_error *error)
{
  struct spe_dump_options *options = state->options;
  struct spe_filter *filter = &options->filter;
  options->filtered = true;
  state->has_latency = state->has_latency || id == ID_MIN_LATENCY || id == ID_MAX_LATENCY;
  state->has_time = state->has_time || id == ID_FROM_TIME || id == ID_TO_TIME;
  switch (id) {
  case ID_PC:
    return take_pc(options, text, error);
  case ID_VA:
    return spe_filter_range_text(&filter->field[SPE_FIELD_VA], text, error);
  case ID_PA:
    return spe_filter_range_text(&filter->field[SPE_FIELD_PA], text, error);
  case ID_EVENT:
    return spe_filter_events(&filter->events, text, error);
  case ID_NO_EVENT:
    return spe_filter_events(&filter->no_events, text, error);
  case ID_OP:
    return spe_filter_words(filter, text, error);
  case ID_MIN_LATENCY:
    return number(text, UINT64_MAX, &state->latency.low, error);
  case ID_MAX_LATENCY:
    return number(text, UINT64_MAX, &state->latency.high, error);
  case ID_EL:
    return take_level(filter, text, error);
  case ID_CONTEXT:
    return spe_filter_range_text(&filter->context, text, error);
  case ID_SOURCE:
    return spe_filter_range_text(&filter->field[SPE_FIELD_SOURCE], text, error);
  case ID_FROM_TIME:
    return number(text, UINT64_MAX, &state->time.low, error);
  case ID_TO_TIME:
    return number(text, UINT64_MAX, &state->time.high, error);
  default:
    return number(text, UINT64_MAX, &options->limit, error);
  }
}

static const char *const formats[] = {
    [SPE_DUMP_TEXT] = "packets", [SPE_DUMP_JSON] = "json", [SPE_DUMP_CSV] = "csv", [SPE_DUMP_BOLT] = "bolt"};

enum { FORMATS = sizeof formats / sizeof formats[0] };

static bool take_format(struct state *state, const char *text, struct tb_error *error)
{
  unsigned form = 0;
  while (form < FORMATS && strcmp(formats[form], text) != 0) {
    form++;
  }
  if (form == FORMATS) {
    return tb_fail(error, "%s: no such form; there are packets, json, csv and bolt", text);
  }
  if (state->format != NULL && strcmp(state->format, text) != 0) {
    return tb_fail(error, "%s and %s exclude each other", state->format, text);
  }
  state->format = formats[form];
  state->options->form = (enum spe_dump_form)form;
  return true;
}

static bool take(struct state *state, int id, const char *text, struct tb_error *error)
{
  struct spe_dump_options *options = state->options;
  switch (id) {
  case ID_HELP:
    options->help = true;
    return true;
  case ID_VERSION:
    options->version = true;
    return true;
  case ID_JSON:
    state->json = true;
    return true;
  case ID_CSV:
    state->csv = true;
    return true;
  case ID_FORMAT:
    return take_format(state, text, error);
  case ID_STATS:
    options->stats = true;
    return true;
  case ID_RESYNC:
    options->resync = true;
    return true;
  case ID_TOP:
    state->top = true;
    return number(text, SIZE_MAX, &options->top, error);
  case ID_ELF:
    options->elf = text;
    return true;
  case ID_BIAS:
    options->has_bias = true;
    return number(text, UINT64_MAX, &options->bias, error);
  default:
    return take_filter(state, id, text, error);
  }
}

// The form that the options ask for, of which there is one.
static bool choose_form(struct state *state, struct tb_error *error)
{
  struct spe_dump_options *options = state->options;
  const char *given = state->json ? "--json" : "--csv";
  if (state->csv && (state->json || options->stats)) {
    return tb_fail(error, "--csv and %s exclude each other", state->json ? "--json" : "--stats");
  }
  if (state->json || state->csv) {
    const enum spe_dump_form form = state->json ? SPE_DUMP_JSON : SPE_DUMP_CSV;
    if (state->format != NULL && options->form != form) {
      return tb_fail(error, "--format %s and %s exclude each other", state->format, given);
    }
    options->form = form;
  }
  return !options->stats || options->form == SPE_DUMP_TEXT || options->form == SPE_DUMP_JSON ||
         tb_fail(error, "--format %s and --stats exclude each other", state->format);
}

// Whether the options go together; puts together what two of them make.
static bool finish(struct state *state, struct tb_error *error)
{
  struct spe_dump_options *options = state->options;
  struct spe_filter *filter = &options->filter;
  if (state->top && !options->stats) {
    return tb_fail(error, "--top: only with --stats");
  }
  if (options->has_bias && options->elf == NULL) {
    return tb_fail(error, "--bias: only with --elf");
  }
  if (options->pc_names > 0 && options->elf == NULL) {
    return tb_fail(error, "--pc %s: not a number; names need --elf", options->pc_name[0]);
  }
  if (state->latency.low > state->latency.high || state->time.low > state->time.high) {
    return tb_fail(error, "%s: ends before it begins",
                   state->time.low > state->time.high ? "--to-time" : "--max-latency");
  }
  return choose_form(state, error) &&
         (!state->has_latency || spe_filter_range(&filter->field[SPE_FIELD_TOTAL], state->latency.low,
                                                  state->latency.high, error)) &&
         (!state->has_time ||
          spe_filter_range(&filter->field[SPE_FIELD_TIMESTAMP], state->time.low, state->time.high, error));
}

bool spe_dump_parse(int argc, char *argv[], struct spe_dump_options *options, struct tb_error *error)
{
  *options = (struct spe_dump_options){.limit = UINT64_MAX, .top = 10};
  struct state state = {.options = options, .latency = {0, UINT64_MAX}, .time = {0, UINT64_MAX}};
  opterr = 0;
  for (;;) {
    const int index = optind == 0 ? 1 : optind;
    int which = -1;
    const int id = getopt_long(argc, argv, ":h", long_options, &which);
    if (id == -1) {
      break;
    }
    if (id == '?' || id == ':') {
      return tb_fail(error, "%s: %s; see spe-dump --help", argv[index],
                     id == '?' ? "no such option" : "its value is missing");
    }
    struct tb_error cause = {""};
    if (!take(&state, id, optarg, &cause)) {
      return tb_fail(error, "--%s: %s", long_options[which].name, cause.text);
    }
  }
  if (options->help || options->version) {
    return true;
  }
  if (optind + 1 != argc) {
    return tb_fail(error, "one FILE is needed; see spe-dump --help");
  }
  options->path = argv[optind];
  return finish(&state, error);
}

bool spe_dump_name_pcs(struct spe_dump_options *options, const struct spe_symbols *symbols,
                       struct tb_error *error)
{
  for (size_t i = 0; i < options->pc_names; i++) {
    bool found = false;
    for (size_t j = 1; j < symbols->functions.count; j++) {
      const struct function *function = &symbols->functions.function[j];
      if (function->start >= function->end || !spe_symbols_is_named(function, options->pc_name[i])) {
        continue;
      }
      found = true;
      // Addresses as packets have them: bits 55:0.
      const uint64_t low = function->start & (UINT64_MAX >> 8);
      if (!spe_filter_range(&options->filter.field[SPE_FIELD_PC], low,
                            low + (function->end - 1 - function->start), error)) {
        return tb_fail(error, "--pc %s", options->pc_name[i]);
      }
    }
    if (!found) {
      return tb_fail(error, "--pc %s: no such function in %s", options->pc_name[i], options->elf);
    }
  }
  return true;
}
