// SPDX-License-Identifier: Apache-2.0
//
// Command line of core-sim: errors, and the command that repeats a run. No requirement: this tests a tool.
#include "cores/core_sim_options.h"
#include "unit/test/test.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 24 };

// Parses "--program p --supervisor s" and the words of `words`.
static bool parse(const char *words, struct core_sim_options *options, struct tb_error *error)
{
  static char text[256];
  char *argv[MOST] = {"core-sim", "--program", "p", "--supervisor", "s"};
  int argc = 5;
  assert_true(strlen(words) < sizeof text);
  (void)strcpy(text, words);
  for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
    assert_true(argc < MOST - 1);
    argv[argc++] = word;
  }
  *error = (struct tb_error){""};
  return core_sim_parse(argc, argv, options, error);
}

static void refused(const char *words, const char *cause)
{
  struct core_sim_options options;
  struct tb_error error;
  assert_false(parse(words, &options, &error));
  assert_string_equal(error.text, cause);
}

static struct core_sim_options accepted(const char *words)
{
  struct core_sim_options options;
  struct tb_error error;
  if (!parse(words, &options, &error)) {
    fail_msg("%s: %s", words, error.text);
  }
  return options;
}

TEST(interval_fits_the_register)
{
  assert_int_equal(accepted("").param[CORE_INTERVAL], 256);
  assert_int_equal(accepted("--interval 512").param[CORE_INTERVAL], 512);
  assert_int_equal(accepted("--interval 4294967040").param[CORE_INTERVAL], 0xFFFFFF00);
  assert_int_equal(accepted("--interval 0 --perturb").param[CORE_INTERVAL], 0);
  refused("--interval 100", "--interval (INTERVAL=): 100 must be a multiple of 256, at most 4294967040");
  refused("--interval 257 --perturb",
          "--interval (INTERVAL=): 257 must be a multiple of 256, at most 4294967040");
  refused("--interval 4294967296",
          "--interval (INTERVAL=): 4294967296 must be a multiple of 256, at most 4294967040");
  refused("--interval 0", "--interval 0 (INTERVAL=): nothing is sampled without --perturb (PERTURB=1)");
}

TEST(options_have_their_defaults)
{
  static const uint64_t param[CORE_PARAM_COUNT] = {
      [CORE_INTERVAL] = 256, [CORE_BUFFER_SIZE] = 65536, [CORE_TICK] = 100000};
  const struct core_sim_options options = accepted("");
  assert_memory_equal(options.param, param, sizeof param);
  assert_string_equal(options.out, "build/core");
  assert_int_equal(options.seed, 1);
  assert_int_equal(options.cycles, 0);
}

TEST(unknown_argument_is_named)
{
  refused("--nonsense", "--nonsense: unknown, or lacks its argument (--help lists the options)");
  refused("--seed", "--seed: unknown, or lacks its argument (--help lists the options)");
  refused("--seed 1x", "--seed: 1x is not a number");
  refused("this", "this: not an option");
  refused("--tick 0 --late 1", "--late (LATE=): there are no timer interrupts with --tick 0");
  refused("--buffer 4097", "--buffer (BUFFER=): 4097 must be a multiple of 4096, at most 1048576");
}

TEST(cycles_of_a_waveform_need_a_waveform)
{
  const char *cause = "--waves-from (FROM=) and --waves-to (TO=): only with --waves (WAVES=)";
  refused("--waves-from 5", cause);
  refused("--waves-to 5", cause);
  refused("--waves w --waves-from 6 --waves-to 5", "--waves-from (FROM=): after --waves-to (TO=)");
  const struct core_sim_options options = accepted("--waves w --waves-from 5 --waves-to 5");
  assert_int_equal(options.waves_from, 5);
  assert_int_equal(options.waves_to, 5);
}

TEST(command_has_options_that_differ_from_the_default)
{
  static const struct {
    const char *words, *command;
  } rows[] = {{"", ""},
              {"--seed 7 --interval 256 --buffer 65536 --tick 100000", ""},
              {"--cycles 5000", " CYCLES=5000"},
              {"--interval 0 --perturb --kernel --faults", " INTERVAL=0 PERTURB=1 KERNEL=1 FAULTS=1"},
              {"--buffer 4096 --late 2 --tick 9 --pmsfcr 1 --pmsevfr 2 --pmslatfr 3",
               " BUFFER=4096 LATE=2 TICK=9 PMSFCR=1 PMSEVFR=2 PMSLATFR=3"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct core_sim_options options = accepted(rows[i].words);
    char text[512] = "";
    char expected[512];
    (void)snprintf(
        expected, sizeof expected,
        "make core-sim CONFIG=base PROGRAM=p SEED=%d%s WAVES=build/core/mismatch.fst FROM=4000 TO=5001",
        i == 1 ? 7 : 1, rows[i].command);
    core_sim_command(&options, "base", 5000, &(struct text){text, sizeof text, 0});
    assert_string_equal(text, expected);
  }
}
