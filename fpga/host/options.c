// SPDX-License-Identifier: Apache-2.0
#include "host/options.h"

#include "host/link.h"
#include "host/names.h"
#include "util/typed_number.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

const char host_usage[] = "usage: spu-host --port PATH [OPTION...] COMMAND [ARGUMENT...]\n"
                          "Talks to an FPGA board with the unit on it (docs/bring-up.md), or to a simulated\n"
                          "one.\n"
                          "\n"
                          "commands\n"
                          "  info             what board it is\n"
                          "  selftest         link, registers, memories, reset, runs compared with the\n"
                          "                   model; a line each\n"
                          "  run TRACE        all of it: reset, registers, load, play, drain, download,\n"
                          "                   compare with the model. TRACE is what `spe-trace record`\n"
                          "                   makes (docs/trace-format.md), or `builtin`\n"
                          "  profile PROGRAM  boards with a core: load the ELF file, start it, wait,\n"
                          "                   download what it profiled of itself, and check the records\n"
                          "                   against the file and the core's own counters\n"
                          "  reset            unit and player; memories keep what they hold\n"
                          "  read NAME...     words and registers: STATUS, PMBPTR_EL1, S3_0_C9_C10_1,\n"
                          "                   0x4000 (address of a word)\n"
                          "  write NAME VALUE\n"
                          "  load TRACE       into the trace memory\n"
                          "  start            the player, with what is loaded and written\n"
                          "  stop             the player: no further row\n"
                          "  drain            PSB CSYNC and DSB: all records in memory\n"
                          "  status           what the board is doing\n"
                          "  download FILE    records: the buffer from its start up to PMBPTR_EL1\n"
                          "  decode FILE      prints records in words; no board is needed\n"
                          "\n"
                          "options\n"
                          "  -p, --port PATH      serial port of the board\n"
                          "  -b, --baud N         default: 1000000 or 2000000, whichever is answered\n"
                          "      --attempts N     at a request, before the link is given up (8)\n"
                          "      --quick          selftest: parts of the memories only\n"
                          "  -n, --interval N     run, profile: PMSIRR_EL1.INTERVAL, a multiple of 256;\n"
                          "                       default: the smallest that will do\n"
                          "      --random         run, profile: with PMSIRR_EL1.RND\n"
                          "      --rows N         run, start: rows of the trace to play; default: all\n"
                          "      --passes N       run, start: how often; default of run: as many as make\n"
                          "                       --records; profile: rounds of the workload (4)\n"
                          "      --records N      run: about how many; default: three quarters of the\n"
                          "                       buffer\n"
                          "      --el N           run: Exception level of the program, 0 or 1 (0)\n"
                          "      --set NAME=VALUE run: a register before the run, after those that run\n"
                          "                       writes itself; repeatable\n"
                          "      --keep-loaded    run: the trace memory holds TRACE already\n"
                          "      --serve          run: serve PMBIRQ while the player runs\n"
                          "  -o, --output FILE    run, profile: the records\n"
                          "      --skip N         run, load: operations of the trace to leave out at its\n"
                          "                       beginning\n"
                          "      --ops N          run, load: operations to load; default: as many as there\n"
                          "                       is room for\n"
                          "      --limit S        seconds a run may take (120)\n"
                          "  -h, --help           this text\n"
                          "      --version        the version\n"
                          "Status: 0 done; 1 the link failed, the board refused, or something is not as\n"
                          "expected; 2 wrong use, or a port or file that cannot be used.\n";

enum {
  ID_ATTEMPTS = 256,
  ID_QUICK,
  ID_RANDOM,
  ID_ROWS,
  ID_PASSES,
  ID_RECORDS,
  ID_EL,
  ID_SET,
  ID_KEEP,
  ID_SERVE,
  ID_SKIP,
  ID_OPS,
  ID_LIMIT,
  ID_VERSION
};

static const struct option long_options[] = {{"port", required_argument, NULL, 'p'},
                                             {"baud", required_argument, NULL, 'b'},
                                             {"attempts", required_argument, NULL, ID_ATTEMPTS},
                                             {"quick", no_argument, NULL, ID_QUICK},
                                             {"interval", required_argument, NULL, 'n'},
                                             {"random", no_argument, NULL, ID_RANDOM},
                                             {"rows", required_argument, NULL, ID_ROWS},
                                             {"passes", required_argument, NULL, ID_PASSES},
                                             {"records", required_argument, NULL, ID_RECORDS},
                                             {"el", required_argument, NULL, ID_EL},
                                             {"set", required_argument, NULL, ID_SET},
                                             {"keep-loaded", no_argument, NULL, ID_KEEP},
                                             {"serve", no_argument, NULL, ID_SERVE},
                                             {"output", required_argument, NULL, 'o'},
                                             {"skip", required_argument, NULL, ID_SKIP},
                                             {"ops", required_argument, NULL, ID_OPS},
                                             {"limit", required_argument, NULL, ID_LIMIT},
                                             {"help", no_argument, NULL, 'h'},
                                             {"version", no_argument, NULL, ID_VERSION},
                                             {NULL, 0, NULL, 0}};

bool host_number(const char *text, uint64_t most, uint64_t *value)
{
  return typed_number(text, value) && *value <= most;
}

static bool number(const char *text, uint64_t least, uint64_t most, uint64_t *value, struct tb_error *error)
{
  return (host_number(text, most, value) && *value >= least) ||
         tb_fail(error, "%s: not a number from %" PRIu64 " to %" PRIu64, text, least, most);
}

static bool small_number(const char *text, uint32_t least, uint32_t most, uint32_t *value,
                         struct tb_error *error)
{
  uint64_t found = 0;
  const bool good = number(text, least, most, &found, error);
  *value = (uint32_t)found;
  return good;
}

static bool take_setting(struct host_options *options, const char *text, struct tb_error *error)
{
  char name[NAME_BYTES];
  struct name found;
  const char *equals = strchr(text, '=');
  const size_t length = equals != NULL ? (size_t)(equals - text) : 0;
  if (length == 0 || length >= sizeof name) {
    return tb_fail(error, "%s: not NAME=VALUE", text);
  }
  memcpy(name, text, length);
  name[length] = '\0';
  if (!name_find(name, &found) || !found.sysreg) {
    return tb_fail(error, "%s: no such register", name);
  }
  if (options->setting_count == OPTIONS_SETTINGS) {
    return tb_fail(error, "more than %d registers", OPTIONS_SETTINGS);
  }
  struct setting *setting = &options->settings[options->setting_count++];
  setting->encoding = found.addr;
  return host_number(equals + 1, UINT64_MAX, &setting->value) ||
         tb_fail(error, "%s: not a number of 64 bits", equals + 1);
}

static bool take(struct host_options *options, int id, const char *text, struct tb_error *error)
{
  uint32_t value = 0;
  bool good = true;
  switch (id) {
  case 'h':
    options->help = true;
    return true;
  case ID_VERSION:
    options->version = true;
    return true;
  case 'p':
    options->port = text;
    return true;
  case 'o':
    options->output = text;
    return true;
  case 'b':
    return small_number(text, 1, UINT32_MAX, &options->baud, error);
  case 'n':
    good = small_number(text, 256, 0xFFFF00, &options->interval, error);
    return good && (options->interval % 256 == 0 || tb_fail(error, "%s: not a multiple of 256", text));
  case ID_ATTEMPTS:
    return small_number(text, 1, 255, &options->attempts, error);
  case ID_QUICK:
    options->quick = true;
    return true;
  case ID_RANDOM:
    options->randomly = true;
    return true;
  case ID_ROWS:
    return small_number(text, 1, 0xFFFF, &options->rows, error);
  case ID_PASSES:
    return small_number(text, 1, 0xFFFF, &options->passes, error);
  case ID_RECORDS:
    return small_number(text, 1, 1000000, &options->records, error);
  case ID_EL:
    good = small_number(text, 0, 1, &value, error);
    options->el = (uint8_t)value;
    return good;
  case ID_SET:
    return take_setting(options, text, error);
  case ID_KEEP:
    options->keep_loaded = true;
    return true;
  case ID_SERVE:
    options->serve = true;
    return true;
  case ID_SKIP:
    return number(text, 0, UINT64_MAX, &options->skip, error);
  case ID_OPS:
    return number(text, 1, UINT64_MAX, &options->ops, error);
  default:
    return small_number(text, 1, 1000000, &options->limit_s, error);
  }
}

static const struct command {
  const char *name;
  int least;  // arguments
  int most;
} commands[] = {{"info", 0, 0},  {"selftest", 0, 0}, {"run", 1, 1},      {"profile", 1, 1}, {"reset", 0, 0},
                {"read", 1, 99}, {"write", 2, 2},    {"load", 1, 1},     {"start", 0, 0},   {"stop", 0, 0},
                {"drain", 0, 0}, {"status", 0, 0},   {"download", 1, 1}, {"decode", 1, 1},  {NULL, 0, 0}};

static bool check_command(const struct host_options *options, struct tb_error *error)
{
  for (const struct command *command = commands; command->name != NULL; command++) {
    if (strcmp(command->name, options->command) != 0) {
      continue;
    }
    if (options->argument_count < command->least || options->argument_count > command->most) {
      return tb_fail(error, "%s: %d argument%s, not %d; see spu-host --help", command->name, command->least,
                     command->least == 1 ? "" : "s", options->argument_count);
    }
    return options->port != NULL || strcmp(command->name, "decode") == 0 ||
           tb_fail(error, "--port PATH is needed; see spu-host --help");
  }
  return tb_fail(error, "%s: no such command; see spu-host --help", options->command);
}

bool host_parse(int argc, char *argv[], struct host_options *options, struct tb_error *error)
{
  *options = (struct host_options){.attempts = LINK_ATTEMPTS, .limit_s = 120};
  opterr = 0;
  for (;;) {
    int which = -1;
    const int id = getopt_long(argc, argv, ":p:b:n:o:h", long_options, &which);
    if (id == -1) {
      break;
    }
    if (id == '?' || id == ':') {
      // A short option may be one of several in its argument.
      const char letter[] = {'-', (char)optopt, '\0'};
      const char *name = strncmp(argv[optind - 1], "--", 2) == 0 ? argv[optind - 1] : letter;
      return tb_fail(error, "%s: %s; see spu-host --help", name,
                     id == '?' ? "no such option" : "its value is missing");
    }
    struct tb_error cause = {""};
    if (!take(options, id, optarg, &cause)) {
      return tb_fail(error, "%s%.1s%s: %s", which < 0 ? "-" : "--",
                     which < 0 ? (const char[]){(char)id, 0} : "", which < 0 ? "" : long_options[which].name,
                     cause.text);
    }
  }
  if (options->help || options->version) {
    return true;
  }
  if (optind == argc) {
    return tb_fail(error, "a command is needed; see spu-host --help");
  }
  options->command = argv[optind];
  options->arguments = argv + optind + 1;
  options->argument_count = argc - optind - 1;
  return check_command(options, error);
}
