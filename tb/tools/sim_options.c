// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "tools/sim_options.h"

#include <ctype.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/shell_words.h"
#include "util/typed_number.h"

const char sim_help[] = "usage: spu-sim [options]\n"
                        "Runs the unit in lockstep with its model and compares everything in every cycle.\n"
                        "\n"
                        "  --stimulus KIND   what drives it: program (default), random, directed or\n"
                        "                    events\n"
                        "  --out DIR         where results go (default build/sim): report.json,\n"
                        "                    records.spe, perf.data\n"
                        "  --seed N          of every random decision (default 1)\n"
                        "  --record FILE     write what happened at the pins as an event list\n"
                        "  --unchecked       without model and checks\n"
                        "  --coverage        also write coverage.json, and coverage.dat if the program\n"
                        "                    was built for it\n"
                        "  --waves FILE      write an FST waveform\n"
                        "  --waves-from N    from this cycle on\n"
                        "  --waves-to N      up to this cycle\n"
                        "  --help            this text\n"
                        "  --version         the version\n"
                        "program: a static AArch64 Linux program is executed and profiled; Ctrl-C ends it\n"
                        "as --ops does\n"
                        "  --workload ELF    the program\n"
                        "  --args \"A B\"      its arguments, separated by blanks; quotes and \\ as in a\n"
                        "                      shell\n"
                        "  --trace FILE      a trace of it that spe-trace recorded: it is not executed\n"
                        "                    again\n"
                        "  --interval N      operations between samples, a multiple of 256 (default 1024)\n"
                        "  --ops N           stop after that many operations\n"
                        "  --speculative     also keep records of operations that did not retire\n"
                        "  --axi ORDER       which ready of the memory waits for what: free (default),\n"
                        "                    together (AWREADY for WVALID), data-first (AWREADY for all\n"
                        "                    data), address-first (WREADY for the address)\n"
                        "  --perf-midr NAME  perf.data is of this core, whose Data Source codes the\n"
                        "                    records have: neoverse-n1, neoverse-n2, neoverse-v1 or\n"
                        "                    ampere1a (default: of no vendor's)\n"
                        "  --perf-metadata N version of the SPE metadata in perf.data: 1 (default), or 2\n"
                        "                    for perf from 6.13 on\n"
                        "  --plugin PATH     QEMU plugin that traces it (default: the one built or\n"
                        "                    installed with this program)\n"
                        "random: everything that can happen, at random\n"
                        "  --cycles N        how long (default 100000)\n"
                        "  --profile NAME    what it concentrates on; by default a new one every few\n"
                        "                    thousand cycles\n"
                        "directed: scripted scenarios\n"
                        "  --scenario NAME   only this one; list: the names of those that fit the\n"
                        "                    configuration\n"
                        "events: a recorded event list, as `make shrink` leaves it\n"
                        "  --events FILE     the list\n"
                        "\n"
                        "Status: 0 no mismatch, 1 mismatch or nothing compared, 2 wrong use or unreadable\n"
                        "input.\n";

enum option_id {
  OPT_STIMULUS = 256,
  OPT_WORKLOAD,
  OPT_ARGS,
  OPT_TRACE,
  OPT_PLUGIN,
  OPT_SCENARIO,
  OPT_PROFILE,
  OPT_EVENTS,
  OPT_RECORD,
  OPT_OUT,
  OPT_WAVES,
  OPT_WAVES_FROM,
  OPT_WAVES_TO,
  OPT_COVERAGE,
  OPT_INTERVAL,
  OPT_SEED,
  OPT_OPS,
  OPT_CYCLES,
  OPT_SPECULATIVE,
  OPT_AXI,
  OPT_PERF_MIDR,
  OPT_PERF_METADATA,
  OPT_UNCHECKED,
  OPT_HELP,
  OPT_VERSION
};

static const struct option long_options[] = {{"stimulus", required_argument, NULL, OPT_STIMULUS},
                                             {"workload", required_argument, NULL, OPT_WORKLOAD},
                                             {"args", required_argument, NULL, OPT_ARGS},
                                             {"trace", required_argument, NULL, OPT_TRACE},
                                             {"plugin", required_argument, NULL, OPT_PLUGIN},
                                             {"scenario", required_argument, NULL, OPT_SCENARIO},
                                             {"profile", required_argument, NULL, OPT_PROFILE},
                                             {"events", required_argument, NULL, OPT_EVENTS},
                                             {"record", required_argument, NULL, OPT_RECORD},
                                             {"out", required_argument, NULL, OPT_OUT},
                                             {"waves", required_argument, NULL, OPT_WAVES},
                                             {"waves-from", required_argument, NULL, OPT_WAVES_FROM},
                                             {"waves-to", required_argument, NULL, OPT_WAVES_TO},
                                             {"coverage", no_argument, NULL, OPT_COVERAGE},
                                             {"interval", required_argument, NULL, OPT_INTERVAL},
                                             {"seed", required_argument, NULL, OPT_SEED},
                                             {"ops", required_argument, NULL, OPT_OPS},
                                             {"cycles", required_argument, NULL, OPT_CYCLES},
                                             {"speculative", no_argument, NULL, OPT_SPECULATIVE},
                                             {"axi", required_argument, NULL, OPT_AXI},
                                             {"perf-midr", required_argument, NULL, OPT_PERF_MIDR},
                                             {"perf-metadata", required_argument, NULL, OPT_PERF_METADATA},
                                             {"unchecked", no_argument, NULL, OPT_UNCHECKED},
                                             {"help", no_argument, NULL, OPT_HELP},
                                             {"version", no_argument, NULL, OPT_VERSION},
                                             {NULL, 0, NULL, 0}};

static const char *const stimulus_names[] = {"program", "random", "directed", "events"};

const char *sim_stimulus_name(enum sim_stimulus stimulus)
{
  return stimulus_names[stimulus];
}

// An option as messages name it: with the variable of make, which may be what the user typed.
struct spelling {
  char text[48];
};

static struct spelling spell(const char *option)
{
  static const struct {
    const char *option;
    const char *variable;  // null: none
  } others[] = {{"waves-from", "FROM"}, {"waves-to", "TO"}, {"plugin", NULL}};
  struct spelling spelling;
  char upper[sizeof spelling.text / 2] = "";
  for (size_t i = 0; option[i] != '\0' && i < sizeof upper - 1; i++) {
    upper[i] = (char)(option[i] == '-' ? '_' : toupper((unsigned char)option[i]));
  }
  const char *variable = upper;
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    variable = strcmp(option, others[i].option) == 0 ? others[i].variable : variable;
  }
  struct text text = {spelling.text, sizeof spelling.text, 0};
  text_add(&text, "--%s", option);
  if (variable != NULL) {
    text_add(&text, " (%s=)", variable);
  }
  return spelling;
}

static bool parse_number(const char *name, const char *text, uint64_t *value, struct tb_error *error)
{
  return typed_number(text, value) || tb_fail(error, "%s: %s is not a number", spell(name).text, text);
}

static bool parse_stimulus(const char *text, enum sim_stimulus *stimulus, struct tb_error *error)
{
  for (int i = 0; i <= SIM_EVENTS; i++) {
    if (strcmp(text, stimulus_names[i]) == 0) {
      *stimulus = (enum sim_stimulus)i;
      return true;
    }
  }
  return tb_fail(error, "%s: %s must be program, random, directed or events", spell("stimulus").text, text);
}

static bool take_model(struct sim_options *options, const char *name, struct tb_error *error)
{
  options->model = core_model_find(name);
  if (options->model == NULL) {
    char names[128] = "";
    struct text text = {names, sizeof names, 0};
    core_model_names(&text);
    return tb_fail(error, "%s: %s must be %s", spell("perf-midr").text, name, names);
  }
  return true;
}

static bool take(int id, struct sim_options *options, uint64_t *given, struct tb_error *error)
{
  *given |= (uint64_t)1 << (id - OPT_STIMULUS);
  switch (id) {
  case OPT_STIMULUS:
    return parse_stimulus(optarg, &options->stimulus, error);
  case OPT_WORKLOAD:
    options->workload = optarg;
    return true;
  case OPT_ARGS:
    options->args = optarg;
    return true;
  case OPT_TRACE:
    options->trace = optarg;
    return true;
  case OPT_PLUGIN:
    options->plugin = optarg;
    return true;
  case OPT_SCENARIO:
    options->scenario = optarg;
    return true;
  case OPT_PROFILE:
    options->profile = optarg;
    return true;
  case OPT_EVENTS:
    options->events = optarg;
    return true;
  case OPT_RECORD:
    options->record = optarg;
    return true;
  case OPT_OUT:
    options->out = optarg;
    return true;
  case OPT_WAVES:
    options->waves = optarg;
    return true;
  case OPT_WAVES_FROM:
    return parse_number("waves-from", optarg, &options->waves_from, error);
  case OPT_WAVES_TO:
    return parse_number("waves-to", optarg, &options->waves_to, error);
  case OPT_COVERAGE:
    options->coverage = true;
    return true;
  case OPT_INTERVAL:
    return parse_number("interval", optarg, &options->interval, error);
  case OPT_SEED:
    return parse_number("seed", optarg, &options->seed, error);
  case OPT_OPS:
    return parse_number("ops", optarg, &options->ops, error);
  case OPT_CYCLES:
    return parse_number("cycles", optarg, &options->cycles, error);
  case OPT_SPECULATIVE:
    options->speculative = true;
    return true;
  case OPT_AXI:
    return axi_order_by_name(optarg, &options->axi) ||
           tb_fail(error, "%s: %s must be free, together, data-first or address-first", spell("axi").text,
                   optarg);
  case OPT_PERF_MIDR:
    return take_model(options, optarg, error);
  case OPT_PERF_METADATA:
    options->metadata = strcmp(optarg, "2") == 0 ? 2 : 1;
    return options->metadata == 2 || strcmp(optarg, "1") == 0 ||
           tb_fail(error, "%s: %s must be 1 or 2", spell("perf-metadata").text, optarg);
  case OPT_UNCHECKED:
    options->unchecked = true;
    return true;
  case OPT_VERSION:
    options->version = true;
    return true;
  default:
    options->help = true;
    return true;
  }
}

// An option that another stimulus has is a mistake, not something to ignore.
static bool check_fitting(const struct sim_options *options, uint64_t given, struct tb_error *error)
{
  static const struct {
    const char *name;
    enum option_id id;
    enum sim_stimulus stimulus;
  } rows[] = {{"workload", OPT_WORKLOAD, SIM_PROGRAM},
              {"args", OPT_ARGS, SIM_PROGRAM},
              {"trace", OPT_TRACE, SIM_PROGRAM},
              {"interval", OPT_INTERVAL, SIM_PROGRAM},
              {"ops", OPT_OPS, SIM_PROGRAM},
              {"plugin", OPT_PLUGIN, SIM_PROGRAM},
              {"speculative", OPT_SPECULATIVE, SIM_PROGRAM},
              {"axi", OPT_AXI, SIM_PROGRAM},
              {"perf-midr", OPT_PERF_MIDR, SIM_PROGRAM},
              {"perf-metadata", OPT_PERF_METADATA, SIM_PROGRAM},
              {"cycles", OPT_CYCLES, SIM_RANDOM},
              {"profile", OPT_PROFILE, SIM_RANDOM},
              {"events", OPT_EVENTS, SIM_EVENTS},
              {"scenario", OPT_SCENARIO, SIM_DIRECTED}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const bool is_given = (given >> (rows[i].id - OPT_STIMULUS) & 1) != 0;
    if (is_given && rows[i].stimulus != options->stimulus) {
      const char *stimulus = sim_stimulus_name(rows[i].stimulus);
      return tb_fail(error, "%s: only with --stimulus %s (STIMULUS=%s)", spell(rows[i].name).text, stimulus,
                     stimulus);
    }
  }
  if (options->stimulus == SIM_PROGRAM && options->workload == NULL) {
    return tb_fail(error, "--workload: missing; --help explains");
  }
  if (options->stimulus == SIM_EVENTS && options->events == NULL) {
    return tb_fail(error, "--events: missing; --help explains");
  }
  if (options->waves == NULL && (options->waves_from != 0 || options->waves_to != UINT64_MAX)) {
    return tb_fail(error, "--waves-from and --waves-to: only with --waves");
  }
  if (options->waves_to < options->waves_from) {
    return tb_fail(error, "%s: %" PRIu64 " is before %s %" PRIu64, spell("waves-to").text, options->waves_to,
                   spell("waves-from").text, options->waves_from);
  }
  if (options->trace != NULL && options->args[0] != '\0') {
    return tb_fail(error, "%s: not with %s, which is of one execution", spell("args").text,
                   spell("trace").text);
  }
  const uint64_t most = ((uint64_t)1 << 32) - 256;
  if (options->interval == 0 || options->interval % 256 != 0 || options->interval > most) {
    return tb_fail(error, "%s: %" PRIu64 " must be a multiple of 256 from 256 to %" PRIu64,
                   spell("interval").text, options->interval, most);
  }
  if (options->stimulus == SIM_RANDOM && options->cycles == 0) {
    return tb_fail(error, "%s: 0: nothing would be compared", spell("cycles").text);
  }
  if (options->cycles > SIM_CYCLES_MAX) {
    return tb_fail(error, "%s: %" PRIu64 " is more than %" PRIu64, spell("cycles").text, options->cycles,
                   SIM_CYCLES_MAX);
  }
  if (options->ops == 0 && (given >> (OPT_OPS - OPT_STIMULUS) & 1) != 0) {
    return tb_fail(error, "%s: 0: nothing would be executed", spell("ops").text);
  }
  return true;
}

bool sim_parse(int argc, char *argv[], struct sim_options *options, struct tb_error *error)
{
  uint64_t given = 0;
  *options = (struct sim_options){.args = "",
                                  .out = "build/sim",
                                  .waves_to = UINT64_MAX,
                                  .interval = 1024,
                                  .seed = 1,
                                  .cycles = 100000,
                                  .metadata = 1};
  opterr = 0;
  for (;;) {
    const int index = optind == 0 ? 1 : optind;
    const int id = getopt_long(argc, argv, ":", long_options, NULL);
    if (id == -1) {
      break;
    }
    if (id == '?' || id == ':') {
      return tb_fail(error, "%s: %s; --help explains", argv[index],
                     id == '?' ? "no such option" : "its value is missing");
    }
    if (!take(id, options, &given, error)) {
      return false;
    }
  }
  if (options->help || options->version) {
    return true;
  }
  if (optind < argc) {
    return tb_fail(error, "%s: no argument expected; --help explains", argv[optind]);
  }
  return check_fitting(options, given, error);
}

void sim_command(const struct sim_options *options, const char *config, const char *netlist, uint64_t last,
                 struct text *text)
{
  text_add(text, "make sim CONFIG=%s", config);
  if (netlist[0] != '\0') {
    text_add(text, " NETLIST=%s", netlist);
  }
  text_add(text, " STIMULUS=%s SEED=%" PRIu64, sim_stimulus_name(options->stimulus), options->seed);
  switch (options->stimulus) {
  case SIM_PROGRAM:
    shell_add_variable(text, "WORKLOAD", options->workload);
    text_add(text, " INTERVAL=%" PRIu64, options->interval);
    if (options->trace != NULL) {
      shell_add_variable(text, "TRACE", options->trace);
    }
    if (options->args[0] != '\0') {
      shell_add_variable(text, "ARGS", options->args);
    }
    if (options->ops != 0) {
      text_add(text, " OPS=%" PRIu64, options->ops);
    }
    if (options->speculative) {
      text_add(text, " SPECULATIVE=1");
    }
    if (options->axi != AXI_ORDER_FREE) {
      text_add(text, " AXI=%s", axi_order_name(options->axi));
    }
    if (options->model != NULL) {
      text_add(text, " PERF_MIDR=%s", options->model->name);
    }
    if (options->metadata != 1) {
      text_add(text, " PERF_METADATA=%" PRIu64, options->metadata);
    }
    break;
  case SIM_RANDOM:
    if (options->profile != NULL) {
      text_add(text, " PROFILE=%s", options->profile);
    }
    // A shorter run is identical to a longer one up to its last cycle.
    text_add(text, " CYCLES=%" PRIu64, last < options->cycles ? last + 1 : options->cycles);
    break;
  case SIM_DIRECTED:
    if (options->scenario != NULL) {
      text_add(text, " SCENARIO=%s", options->scenario);
    }
    break;
  case SIM_EVENTS:
    text_add(text, " EVENTS=%s", options->events);
    break;
  }
}
