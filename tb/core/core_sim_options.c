// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "core/core_sim_options.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

#include "spu_sysreg.h"
#include "util/typed_number.h"

enum { DEFAULT_INTERVAL = 256, DEFAULT_BUFFER = 65536, DEFAULT_TICK = 100000, PAGE = 4096, AROUND = 1000 };

const char core_sim_help[] =
    "usage: core-sim --program ELF --supervisor ELF [options]\n"
    "Runs a program of RV64 on CVA6 with the unit beside it. The supervisor programs\n"
    "the unit and serves its interrupts; the unit runs in lockstep with its model,\n"
    "and the core's own trace decides every record.\n"
    "\n"
    "  --out DIR         where results go (default build/core): report.json,\n"
    "                    records.spe, perf.data\n"
    "  --interval N      operations between samples, a multiple of 256 (default 256);\n"
    "                    0: 1 to 255, with --perturb in a configuration without\n"
    "                    FEAT_SPE_ERnd\n"
    "  --perturb         vary the interval (PMSIRR_EL1.RND)\n"
    "  --kernel          sample the supervisor too (PMSCR_EL1.E1SPE)\n"
    "  --buffer N        bytes of the Profiling Buffer, a multiple of 4096 (default\n"
    "                    65536)\n"
    "  --faults          the buffer's pages are mapped when the unit faults on them\n"
    "  --late N          serve PMBIRQ that many timer interrupts late (default 0);\n"
    "                    not with --tick 0\n"
    "  --tick N          cycles between timer interrupts; 0: none (default 100000)\n"
    "  --pmsfcr N, --pmsevfr N, --pmslatfr N\n"
    "                    filters, as the registers have them\n"
    "  --seed N          of the latencies of memory and MMU (default 1)\n"
    "  --cycles N        stop with an error after that many\n"
    "  --unchecked       without the model\n"
    "  --waves FILE      write an FST waveform, --waves-from N and --waves-to N: of\n"
    "                    these cycles\n"
    "  --help            this text\n"
    "\n"
    "Status: 0 no mismatch and no contradiction, 1 one of them or nothing compared, 2\n"
    "wrong use, unreadable input, or a program that ended with another status than 0;\n"
    "that is no contradiction, and its results are there.\n";

enum option_id {
  OPT_PROGRAM = 256,
  OPT_SUPERVISOR,
  OPT_OUT,
  OPT_INTERVAL,
  OPT_PERTURB,
  OPT_KERNEL,
  OPT_BUFFER,
  OPT_FAULTS,
  OPT_LATE,
  OPT_TICK,
  OPT_PMSFCR,
  OPT_PMSEVFR,
  OPT_PMSLATFR,
  OPT_SEED,
  OPT_CYCLES,
  OPT_UNCHECKED,
  OPT_WAVES,
  OPT_WAVES_FROM,
  OPT_WAVES_TO,
  OPT_HELP
};

static const struct option long_options[] = {{"program", required_argument, NULL, OPT_PROGRAM},
                                             {"supervisor", required_argument, NULL, OPT_SUPERVISOR},
                                             {"out", required_argument, NULL, OPT_OUT},
                                             {"interval", required_argument, NULL, OPT_INTERVAL},
                                             {"perturb", no_argument, NULL, OPT_PERTURB},
                                             {"kernel", no_argument, NULL, OPT_KERNEL},
                                             {"buffer", required_argument, NULL, OPT_BUFFER},
                                             {"faults", no_argument, NULL, OPT_FAULTS},
                                             {"late", required_argument, NULL, OPT_LATE},
                                             {"tick", required_argument, NULL, OPT_TICK},
                                             {"pmsfcr", required_argument, NULL, OPT_PMSFCR},
                                             {"pmsevfr", required_argument, NULL, OPT_PMSEVFR},
                                             {"pmslatfr", required_argument, NULL, OPT_PMSLATFR},
                                             {"seed", required_argument, NULL, OPT_SEED},
                                             {"cycles", required_argument, NULL, OPT_CYCLES},
                                             {"unchecked", no_argument, NULL, OPT_UNCHECKED},
                                             {"waves", required_argument, NULL, OPT_WAVES},
                                             {"waves-from", required_argument, NULL, OPT_WAVES_FROM},
                                             {"waves-to", required_argument, NULL, OPT_WAVES_TO},
                                             {"help", no_argument, NULL, OPT_HELP},
                                             {NULL, 0, NULL, 0}};

// Where an option's number goes; null if it has none.
static uint64_t *number_of(struct core_sim_options *options, int id)
{
  switch (id) {
  case OPT_INTERVAL:
    return &options->param[CORE_INTERVAL];
  case OPT_BUFFER:
    return &options->param[CORE_BUFFER_SIZE];
  case OPT_LATE:
    return &options->param[CORE_LATE];
  case OPT_TICK:
    return &options->param[CORE_TICK];
  case OPT_PMSFCR:
    return &options->param[CORE_PMSFCR];
  case OPT_PMSEVFR:
    return &options->param[CORE_PMSEVFR];
  case OPT_PMSLATFR:
    return &options->param[CORE_PMSLATFR];
  case OPT_SEED:
    return &options->seed;
  case OPT_CYCLES:
    return &options->cycles;
  case OPT_WAVES_FROM:
    return &options->waves_from;
  case OPT_WAVES_TO:
    return &options->waves_to;
  default:
    return NULL;
  }
}

static void take_word(struct core_sim_options *options, int id, const char *argument)
{
  switch (id) {
  case OPT_PROGRAM:
    options->program = argument;
    break;
  case OPT_SUPERVISOR:
    options->supervisor = argument;
    break;
  case OPT_OUT:
    options->out = argument;
    break;
  case OPT_WAVES:
    options->waves = argument;
    break;
  case OPT_PERTURB:
    options->param[CORE_OPTIONS] |= CORE_PERTURB;
    break;
  case OPT_KERNEL:
    options->param[CORE_OPTIONS] |= CORE_EL1_TOO;
    break;
  case OPT_FAULTS:
    options->param[CORE_OPTIONS] |= CORE_FAULTS;
    break;
  case OPT_UNCHECKED:
    options->unchecked = true;
    break;
  default:
    options->help = true;
    break;
  }
}

static bool check(const struct core_sim_options *options, struct tb_error *error)
{
  const uint64_t buffer = options->param[CORE_BUFFER_SIZE];
  if (options->help) {
    return true;
  }
  if (options->program == NULL || options->supervisor == NULL) {
    return tb_fail(error, "--program and --supervisor must be given (--help says more)");
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
  *options = (struct core_sim_options){.out = "build/core", .seed = 1, .waves_to = UINT64_MAX};
  options->param[CORE_INTERVAL] = DEFAULT_INTERVAL;
  options->param[CORE_BUFFER_SIZE] = DEFAULT_BUFFER;
  options->param[CORE_TICK] = DEFAULT_TICK;
  opterr = 0;
  int index = 0;
  int id;
  while ((id = getopt_long(argc, argv, "", long_options, &index)) != -1) {
    if (id == '?' || id == ':') {
      return tb_fail(error, "%s: unknown, or without its argument (--help lists the options)",
                     argv[optind - 1]);
    }
    uint64_t *number = number_of(options, id);
    if (number == NULL) {
      take_word(options, id, optarg);
    } else if (!typed_number(optarg, number)) {
      return tb_fail(error, "--%s: %s is not a number", long_options[index].name, optarg);
    }
  }
  if (optind < argc) {
    return tb_fail(error, "%s: not an option", argv[optind]);
  }
  return check(options, error);
}

void core_sim_command(const struct core_sim_options *options, const char *config, uint64_t last,
                      struct text *text)
{
  static const struct {
    enum core_param param;
    uint64_t usual;
    const char *variable;
  } numbers[] = {{CORE_INTERVAL, DEFAULT_INTERVAL, "INTERVAL"},
                 {CORE_BUFFER_SIZE, DEFAULT_BUFFER, "BUFFER"},
                 {CORE_LATE, 0, "LATE"},
                 {CORE_TICK, DEFAULT_TICK, "TICK"},
                 {CORE_PMSFCR, 0, "PMSFCR"},
                 {CORE_PMSEVFR, 0, "PMSEVFR"},
                 {CORE_PMSLATFR, 0, "PMSLATFR"}};
  const uint64_t flags = options->param[CORE_OPTIONS];
  text_add(text, "make core-sim CONFIG=%s PROGRAM=%s SEED=%" PRIu64, config, options->program, options->seed);
  for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
    const uint64_t value = options->param[numbers[n].param];
    if (value != numbers[n].usual) {
      text_add(text, " %s=%" PRIu64, numbers[n].variable, value);
    }
  }
  if (options->cycles != 0) {
    text_add(text, " CYCLES=%" PRIu64, options->cycles);
  }
  text_add(text, "%s%s%s", (flags & CORE_PERTURB) != 0 ? " PERTURB=1" : "",
           (flags & CORE_EL1_TOO) != 0 ? " KERNEL=1" : "", (flags & CORE_FAULTS) != 0 ? " FAULTS=1" : "");
  text_add(text, " WAVES=%s/mismatch.fst FROM=%" PRIu64 " TO=%" PRIu64, options->out,
           last > AROUND ? last - AROUND : 0, last + 1);
}
