// SPDX-License-Identifier: Apache-2.0
#include "tools/spe_dump_options.h"

#include <getopt.h>
#include <string.h>

#include "util/typed_number.h"

const char spe_dump_usage[] =
    "usage: spe-dump [OPTION...] FILE\n"
    "Prints the Arm SPE records in FILE: the raw bytes of a Profiling Buffer, or a\n"
    "perf.data file (told apart by its first bytes). - reads standard input. By\n"
    "default one packet a line (offset in the stream, bytes, meaning) and a blank\n"
    "line between records, worded as by perf's raw dump.\n"
    "Forms:\n"
    "  --format FORM       packets (as above), json, csv or bolt\n"
    "  --json              --format json: one record a line, as a JSON object\n"
    "  --csv               --format csv: one record a line, behind a line of column\n"
    "                      names\n"
    "  --format bolt       the branches, as the pre-aggregated profile that BOLT\n"
    "                      reads: perf2bolt --pa\n"
    "  --bias ADDRESS      for BOLT: how far above the addresses in its file the\n"
    "                      program was loaded\n"
    "Damage:\n"
    "  --resync            go on where the next whole record seems to begin\n"
    "  -h, --help          this text\n"
    "  --version           the version\n"
    "Status: 0 done; 1 there is no record in FILE, or none of the branches that\n"
    "--format bolt is for; 2 wrong use, an unreadable file, or bytes that are not\n"
    "whole records: standard error says at which offset, and what was expected there;\n"
    "the records before it are printed, with --resync those behind, too.\n";

enum option_id { ID_HELP = 'h', ID_VERSION = 256, ID_JSON, ID_FORMAT, ID_CSV, ID_RESYNC, ID_BIAS };

static const struct option long_options[] = {
    {"help", no_argument, NULL, ID_HELP},       {"version", no_argument, NULL, ID_VERSION},
    {"json", no_argument, NULL, ID_JSON},       {"format", required_argument, NULL, ID_FORMAT},
    {"csv", no_argument, NULL, ID_CSV},         {"resync", no_argument, NULL, ID_RESYNC},
    {"bias", required_argument, NULL, ID_BIAS}, {NULL, 0, NULL, 0}};

// What is parsed beside the options themselves.
struct state {
  struct spe_dump_options *options;
  bool json;
  bool csv;
  const char *format;  // null: none
};

static bool number(const char *text, uint64_t *value, struct tb_error *error)
{
  const char *at = text;
  return (typed_number_take(&at, value) && *at == '\0') ||
         tb_fail(error, "%s: not a number of 64 bits", text);
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
  case ID_RESYNC:
    options->resync = true;
    return true;
  default:
    options->has_bias = true;
    return number(text, &options->bias, error);
  }
}

// The form that the options ask for, of which there is one.
static bool choose_form(struct state *state, struct tb_error *error)
{
  struct spe_dump_options *options = state->options;
  const char *given = state->json ? "--json" : "--csv";
  if (state->json && state->csv) {
    return tb_fail(error, "--csv and --json exclude each other");
  }
  if (state->json || state->csv) {
    const enum spe_dump_form form = state->json ? SPE_DUMP_JSON : SPE_DUMP_CSV;
    if (state->format != NULL && options->form != form) {
      return tb_fail(error, "--format %s and %s exclude each other", state->format, given);
    }
    options->form = form;
  }
  return true;
}

bool spe_dump_parse(int argc, char *argv[], struct spe_dump_options *options, struct tb_error *error)
{
  *options = (struct spe_dump_options){.form = SPE_DUMP_TEXT};
  struct state state = {.options = options};
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
  return choose_form(&state, error) && (!options->has_bias || options->form == SPE_DUMP_BOLT ||
                                        tb_fail(error, "--bias: only with --format bolt"));
}
