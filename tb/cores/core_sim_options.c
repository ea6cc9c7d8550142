// SPDX-License-Identifier: Apache-2.0
#include "cores/core_sim_options.h"

#include <argp.h>
#include <inttypes.h>
#include <stddef.h>

#include "spu_sysreg.h"
#include "unit/util/typed_number.h"

enum { FIRST_KEY = 256, PAGE = 4096, AROUND = 1000 };

// One row per option: its member, and its help.
static const struct row {
  const char *name;
  const char *argument;
  enum { TEXT, NUMBER, FLAG } kind;
  size_t at;             // of struct core_sim_options
  uint64_t usual;        // the default of a number; the bit of a flag
  const char *variable;  // of make, in the command that repeats a run; null: never there, or always
  const char *help;
} rows[] = {
#define AT(member) offsetof(struct core_sim_options, member)
    {"program", "ELF", TEXT, AT(program), 0, NULL, "program to profile"},
    {"supervisor", "ELF", TEXT, AT(supervisor), 0, NULL, "supervisor that runs it"},
    {"out", "DIR", TEXT, AT(out), 0, NULL,
     "directory for results (default build/core): report.json, records.spe, perf.data"},
    {"interval", "N", NUMBER, AT(param[CORE_INTERVAL]), 256, "INTERVAL",
     "operations between samples, a multiple of 256 (default 256); 0: 1 to 255, with --perturb in a "
     "configuration "
     "without FEAT_SPE_ERnd"},
    {"perturb", NULL, FLAG, AT(param[CORE_OPTIONS]), CORE_PERTURB, "PERTURB",
     "vary the interval (PMSIRR_EL1.RND)"},
    {"kernel", NULL, FLAG, AT(param[CORE_OPTIONS]), CORE_EL1_TOO, "KERNEL",
     "also sample the supervisor (PMSCR_EL1.E1SPE)"},
    {"buffer", "N", NUMBER, AT(param[CORE_BUFFER_SIZE]), 65536, "BUFFER",
     "bytes of the Profiling Buffer, a multiple of 4096 (default 65536)"},
    {"faults", NULL, FLAG, AT(param[CORE_OPTIONS]), CORE_FAULTS, "FAULTS",
     "map the buffer's pages only when the unit faults on them"},
    {"late", "N", NUMBER, AT(param[CORE_LATE]), 0, "LATE",
     "delay the service of PMBIRQ by N timer interrupts (default 0); not with --tick 0"},
    {"tick", "N", NUMBER, AT(param[CORE_TICK]), 100000, "TICK",
     "cycles between timer interrupts; 0: none (default 100000)"},
    {"pmsfcr", "N", NUMBER, AT(param[CORE_PMSFCR]), 0, "PMSFCR", "value of the filter register"},
    {"pmsevfr", "N", NUMBER, AT(param[CORE_PMSEVFR]), 0, "PMSEVFR", "value of the filter register"},
    {"pmslatfr", "N", NUMBER, AT(param[CORE_PMSLATFR]), 0, "PMSLATFR", "value of the filter register"},
    {"seed", "N", NUMBER, AT(seed), 1, NULL, "seed of the latencies of memory and MMU (default 1)"},
    {"cycles", "N", NUMBER, AT(cycles), 0, "CYCLES", "stop with an error after N cycles"},
    {"waves", "FILE", TEXT, AT(waves), 0, NULL, "write an FST waveform"},
    {"waves-from", "N", NUMBER, AT(waves_from), 0, NULL, "its first cycle"},
    {"waves-to", "N", NUMBER, AT(waves_to), UINT64_MAX, NULL, "its last cycle"},
    {"help", NULL, FLAG, AT(help), 1, NULL, "this text"},
#undef AT
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static uint64_t *number_at(struct core_sim_options *options, const struct row *row)
{
  return (uint64_t *)((char *)options + row->at);
}

struct parse {
  struct core_sim_options *options;
  struct tb_error *error;
};

static error_t take(int key, char *argument, struct argp_state *state)
{
  const struct parse *parse = state->input;
  if (key == ARGP_KEY_ARG) {
    (void)tb_fail(parse->error, "%s: not an option", argument);
    return EINVAL;
  }
  if (key == ARGP_KEY_ERROR) {  // of an option that is not handled below; an earlier error is kept
    (void)tb_fail(parse->error, "%s: unknown, or lacks its argument (--help lists the options)",
                  state->argv[state->next - 1]);
  }
  if (key < FIRST_KEY || key >= FIRST_KEY + ROWS) {
    return ARGP_ERR_UNKNOWN;
  }
  const struct row *row = &rows[key - FIRST_KEY];
  if (row->kind == TEXT) {
    *(const char **)((char *)parse->options + row->at) = argument;
  } else if (row->kind == FLAG) {
    *number_at(parse->options, row) |= row->usual;
  } else if (!typed_number(argument, number_at(parse->options, row))) {
    (void)tb_fail(parse->error, "--%s: %s is not a number", row->name, argument);
    return EINVAL;
  }
  return 0;
}

static struct argp_option table[ROWS + 1];
static const struct argp parser = {
    .options = table,
    .parser = take,
    .args_doc = "--program ELF --supervisor ELF",
    .doc =
        "Runs a program of RV64 on CVA6 with the unit beside it. The supervisor programs the unit and serves "
        "its "
        "interrupts; the unit runs in lockstep with its model, and the core's own trace checks every record."
        "\vStatus: 0 no mismatch, 1 one of them or nothing compared, 2 wrong use, "
        "unreadable "
        "input, or a program that ended with a status other than 0; that is not a mismatch, and its "
        "results are "
        "there."};

void core_sim_help(FILE *stream)
{
  argp_help(&parser, stream, ARGP_HELP_SHORT_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC, "core-sim");
}

static bool check(const struct core_sim_options *options, struct tb_error *error)
{
  const uint64_t buffer = options->param[CORE_BUFFER_SIZE];
  if (options->help) {
    return true;
  }
  if (options->program == NULL || options->supervisor == NULL) {
    return tb_fail(error, "--program or --supervisor is missing; see --help");
  }
  if (buffer == 0 || buffer % PAGE != 0 || buffer > CORE_BUFFER_BYTES) {
    return tb_fail(error, "--buffer (BUFFER=): %" PRIu64 " must be a multiple of %d, at most %" PRIu64,
                   buffer, PAGE, (uint64_t)CORE_BUFFER_BYTES);
  }
  if (options->param[CORE_LATE] != 0 && options->param[CORE_TICK] == 0) {
    return tb_fail(error, "--late (LATE=): there are no timer interrupts with --tick 0");
  }
  if ((options->param[CORE_INTERVAL] & ~SPU_PMSIRR_EL1_INTERVAL) != 0) {
    return tb_fail(error, "--interval (INTERVAL=): %" PRIu64 " must be a multiple of 256, at most %" PRIu64,
                   options->param[CORE_INTERVAL], SPU_PMSIRR_EL1_INTERVAL);
  }
  if (options->param[CORE_INTERVAL] == 0 && (options->param[CORE_OPTIONS] & CORE_PERTURB) == 0) {
    return tb_fail(error, "--interval 0 (INTERVAL=): nothing is sampled without --perturb (PERTURB=1)");
  }
  if (options->waves == NULL && (options->waves_from != 0 || options->waves_to != UINT64_MAX)) {
    return tb_fail(error, "--waves-from (FROM=) and --waves-to (TO=): only with --waves (WAVES=)");
  }
  return options->waves_from <= options->waves_to ||
         tb_fail(error, "--waves-from (FROM=): after --waves-to (TO=)");
}

bool core_sim_parse(int argc, char *argv[], struct core_sim_options *options, struct tb_error *error)
{
  struct parse parse = {options, error};
  *options = (struct core_sim_options){.out = "build/core"};
  for (int n = 0; n < ROWS; n++) {
    table[n] = (struct argp_option){rows[n].name, FIRST_KEY + n, rows[n].argument, 0, rows[n].help, 0};
    if (rows[n].kind == NUMBER) {
      *number_at(options, &rows[n]) = rows[n].usual;
    }
  }
  return argp_parse(&parser, argc, argv, ARGP_SILENT, NULL, &parse) == 0 && check(options, error);
}

static uint64_t number_of(const struct core_sim_options *options, const struct row *row)
{
  return *(const uint64_t *)((const char *)options + row->at);
}

void core_sim_command(const struct core_sim_options *options, const char *config, uint64_t last,
                      struct text *text)
{
  text_add(text, "make core-sim CONFIG=%s PROGRAM=%s SEED=%" PRIu64, config, options->program, options->seed);
  for (const struct row *row = rows; row < rows + ROWS; row++) {
    const uint64_t value = row->variable != NULL ? number_of(options, row) : 0;
    if (row->kind == FLAG && (value & row->usual) != 0) {
      text_add(text, " %s=1", row->variable);
    } else if (row->kind == NUMBER && row->variable != NULL && value != row->usual) {
      text_add(text, " %s=%" PRIu64, row->variable, value);
    }
  }
  text_add(text, " WAVES=%s/mismatch.fst FROM=%" PRIu64 " TO=%" PRIu64, options->out,
           last > AROUND ? last - AROUND : 0, last + 1);
}
