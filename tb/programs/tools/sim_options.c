// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "programs/tools/sim_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/recorder/launch.h"
#include "unit/util/shell_words.h"

static const char *const stimulus_names[] = {"program", "random", "directed", "events"};

const char *sim_stimulus_name(enum sim_stimulus stimulus)
{
  return stimulus_names[stimulus];
}

// False with an error for an unknown stimulus.
static bool take_stimulus(void *options, const char *text, struct tb_error *error)
{
  for (int i = 0; i <= SIM_EVENTS; i++) {
    if (strcmp(text, stimulus_names[i]) == 0) {
      ((struct sim_options *)options)->stimulus = (enum sim_stimulus)i;
      return true;
    }
  }
  return tb_fail(error, "%s must be program, random, directed or events", text);
}

static bool take_axi(void *options, const char *text, struct tb_error *error)
{
  return axi_order_by_name(text, &((struct sim_options *)options)->axi) ||
         tb_fail(error, "%s must be free, together, data-first or address-first", text);
}

static bool take_model(void *options, const char *name, struct tb_error *error)
{
  const struct core_model *model = core_model_find(name);
  ((struct sim_options *)options)->model = model;
  if (model == NULL) {
    char names[128] = "";
    struct text text = {names, sizeof names, 0};
    core_model_names(&text);
    return tb_fail(error, "%s must be %s", name, names);
  }
  return true;
}

static bool take_metadata(void *options, const char *text, struct tb_error *error)
{
  const bool second = strcmp(text, "2") == 0;
  ((struct sim_options *)options)->metadata = second ? 2 : 1;
  return second || strcmp(text, "1") == 0 || tb_fail(error, "%s must be 1 or 2", text);
}

// Values with blanks are refused: make's ENV cannot express them, and every run must be repeatable through make.
static bool take_env(void *options, const char *text, struct tb_error *error)
{
  const char **env = ((struct sim_options *)options)->env;
  size_t count = 0;
  while (env[count] != NULL) {
    count++;
  }
  if (!workload_is_variable(text) || strpbrk(text, " \t\n") != NULL) {
    return tb_fail(error, "%s must be NAME=VALUE, without blanks", text);
  }
  if (count == SIM_ENV_MAX) {
    return tb_fail(error, "%s: more than %d variables", text, SIM_ENV_MAX);
  }
  env[count] = text;
  return true;
}

#define FLAG(member) OPTION_FLAG_AT(struct sim_options, member)
#define TEXT(member) OPTION_TEXT_AT(struct sim_options, member)
#define NUMBER(member) OPTION_NUMBER_AT(struct sim_options, member)
// The only stimulus that has the option.
#define ONLY(kind) .group = 1U << (kind)

static const struct option_row rows[] = {
    {"stimulus", 0, "KIND", OPTION_TAKE_BY(take_stimulus),
     .help = "kind of stimulus: program (default), random, directed or events", .variable = "STIMULUS"},
    {"out", 0, "DIR", TEXT(out),
     .help = "directory for results (default build/sim): report.json, records.spe, perf.data"},
    {"seed", 0, "N", NUMBER(seed), .help = "seed of all random decisions (default 1)", .variable = "SEED"},
    {"record", 0, "FILE", TEXT(record), .help = "write the activity at the pins as an event list"},
    {"unchecked", 0, NULL, FLAG(unchecked), .help = "run without model and checks"},
    {"coverage", 0, NULL, FLAG(coverage),
     .help = "also write coverage.json, and coverage.dat if built with COVERAGE=1"},
    {"waves", 0, "FILE", TEXT(waves), .help = "write an FST waveform", .variable = "WAVES"},
    {"waves-from", 0, "N", NUMBER(waves_from), .help = "first cycle of the waveform", .variable = "FROM"},
    {"waves-to", 0, "N", NUMBER(waves_to), .help = "last cycle of the waveform", .variable = "TO"},
    {.help = "program: executes and profiles a static AArch64 Linux program; Ctrl-C ends it\n"
             "like --ops"},
    {"workload", 0, "ELF", TEXT(workload), .help = "the program", .variable = "WORKLOAD", ONLY(SIM_PROGRAM)},
    {"args", 0, "\"A B\"", TEXT(args),
     .help = "its arguments, separated by blanks; quotes and \\ as in a shell", .variable = "ARGS",
     ONLY(SIM_PROGRAM)},
    {"env", 0, "NAME=VALUE", OPTION_TAKE_BY(take_env),
     .help = "variable of its environment (default: empty); repeatable", .variable = "ENV",
     ONLY(SIM_PROGRAM)},
    {"cpu", 0, "NAME", TEXT(cpu), .help = "processor that QEMU emulates (default " WORKLOAD_CPU ")",
     .variable = "CPU", ONLY(SIM_PROGRAM)},
    {"trace", 0, "FILE", TEXT(trace),
     .help = "a trace of it, recorded by spe-trace; it is not executed again", .variable = "TRACE",
     ONLY(SIM_PROGRAM)},
    {"interval", 0, "N", NUMBER(interval),
     .help = "operations between samples, a multiple of 256 (default 1024)", .variable = "INTERVAL",
     ONLY(SIM_PROGRAM)},
    {"ops", 0, "N", NUMBER(ops), .help = "stop after that many operations", .variable = "OPS",
     ONLY(SIM_PROGRAM)},
    {"speculative", 0, NULL, FLAG(speculative), .help = "also keep records of operations that did not retire",
     .variable = "SPECULATIVE", ONLY(SIM_PROGRAM)},
    {"steady", 0, NULL, FLAG(steady), .help = "samples at equal distances: PMSIRR_EL1.RND is 0",
     .variable = "STEADY", ONLY(SIM_PROGRAM)},
    {"in-order", 0, NULL, FLAG(in_order), .help = "the core issues operations in program order",
     .variable = "IN_ORDER", ONLY(SIM_PROGRAM)},
    {"axi", 0, "ORDER", OPTION_TAKE_BY(take_axi),
     .help =
         "what the memory's ready signals wait for: free (default, nothing), together (AWREADY for WVALID), "
         "data-first (AWREADY for all data), address-first (WREADY for the address)",
     .variable = "AXI", ONLY(SIM_PROGRAM)},
    {"perf-midr", 0, "NAME", OPTION_TAKE_BY(take_model),
     .help = "the core that perf.data names and whose Data Source codes the records use: neoverse-n1, "
             "neoverse-n2, neoverse-v1 or ampere1a (default: no vendor's)",
     .variable = "PERF_MIDR", ONLY(SIM_PROGRAM)},
    {"perf-metadata", 0, "N", OPTION_TAKE_BY(take_metadata),
     .help = "version of the SPE metadata in perf.data: 1 (default), or 2 for perf 6.13 and later",
     .variable = "PERF_METADATA", ONLY(SIM_PROGRAM)},
    {"plugin", 0, "PATH", TEXT(plugin),
     .help = "QEMU plugin that traces it (default: the one built or installed with this program)",
     ONLY(SIM_PROGRAM)},
    {.help = "random: random activity at all pins"},
    {"cycles", 0, "N", NUMBER(cycles), .help = "length of the run (default 100000)", .variable = "CYCLES",
     ONLY(SIM_RANDOM)},
    {"profile", 0, "NAME", TEXT(profile),
     .help = "emphasis of the stimulus (default: a new one every few thousand cycles)", .variable = "PROFILE",
     ONLY(SIM_RANDOM)},
    {.help = "directed: scripted scenarios"},
    {"scenario", 0, "NAME", TEXT(scenario),
     .help = "only this scenario; list: print those that fit the configuration", .variable = "SCENARIO",
     ONLY(SIM_DIRECTED)},
    {.help = "events: a recorded event list, such as `make shrink` writes"},
    {"events", 0, "FILE", TEXT(events), .help = "the list", .variable = "EVENTS", ONLY(SIM_EVENTS)}};

const struct option_program sim_program = {
    .name = "spu-sim",
    .usage = "[options]",
    .about = "Runs the unit in lockstep with its model and compares everything in every cycle.\n\n",
    .status = "\n"
              "Status: 0 no mismatch, 1 mismatch or nothing compared, 2 wrong use or unreadable\n"
              "input.\n",
    .rows = rows,
    .count = sizeof rows / sizeof rows[0]};

// The row of an option, which must exist.
static const struct option_row *row_of(const char *name)
{
  const struct option_row *row = rows;
  while (row->name == NULL || strcmp(row->name, name) != 0) {
    row++;
  }
  return row;
}

static struct option_spelling spell(const char *name)
{
  return option_spell(row_of(name));
}

static bool is_given(uint64_t given, const char *name)
{
  return (given >> (row_of(name) - rows) & 1) != 0;
}

// Refuses options of another stimulus.
static bool check_fitting(const struct sim_options *options, uint64_t given, struct tb_error *error)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if ((given >> i & 1) != 0 && rows[i].group != 0 && rows[i].group != 1U << options->stimulus) {
      const char *stimulus = sim_stimulus_name((enum sim_stimulus)__builtin_ctz(rows[i].group));
      return tb_fail(error, "%s: only with --stimulus %s (STIMULUS=%s)", option_spell(&rows[i]).text,
                     stimulus, stimulus);
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
  const char *const executed[] = {options->args[0] != '\0' ? "args" : NULL,
                                  options->env[0] != NULL ? "env" : NULL,
                                  options->cpu != NULL ? "cpu" : NULL};
  for (size_t i = 0; options->trace != NULL && i < sizeof executed / sizeof executed[0]; i++) {
    if (executed[i] != NULL) {
      return tb_fail(error, "%s: not with %s, which fixes the execution", spell(executed[i]).text,
                     spell("trace").text);
    }
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
  if (options->ops == 0 && is_given(given, "ops")) {
    return tb_fail(error, "%s: 0: nothing would be executed", spell("ops").text);
  }
  return true;
}

const struct sim_options sim_defaults = {.args = "",
                                         .out = "build/sim",
                                         .waves_to = UINT64_MAX,
                                         .interval = 1024,
                                         .seed = 1,
                                         .cycles = 100000,
                                         .metadata = 1};

bool sim_parse(const struct option_program *program, int argc, char *argv[], struct sim_options *options,
               struct tb_error *error)
{
  uint64_t given = 0;
  const int first = options_parse(program, argc, argv, options, &given, error);
  if (first != 0 && first < argc) {
    return tb_fail(error, "%s: no argument expected; --help explains", argv[first]);
  }
  return first != 0 && check_fitting(options, given, error);
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
    for (size_t i = 0; options->env[i] != NULL; i++) {
      text_add(text, "%s%s%s", i == 0 ? " ENV=\"" : " ", options->env[i],
               options->env[i + 1] == NULL ? "\"" : "");
    }
    if (options->cpu != NULL) {
      text_add(text, " CPU=%s", options->cpu);
    }
    if (options->ops != 0) {
      text_add(text, " OPS=%" PRIu64, options->ops);
    }
    if (options->speculative) {
      text_add(text, " SPECULATIVE=1");
    }
    if (options->steady) {
      text_add(text, " STEADY=1");
    }
    if (options->in_order) {
      text_add(text, " IN_ORDER=1");
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
    // A shorter run equals a longer one up to its last cycle.
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
