// SPDX-License-Identifier: Apache-2.0
#include "cores/core_shares.h"

#include <inttypes.h>
#include <math.h>

static struct function *find(struct core_shares *shares, uint8_t mode, uint64_t pc)
{
  for (size_t i = 0; shares->programs != NULL && i < shares->programs->programs; i++) {
    struct core_code_program *program = &shares->programs->program[i];
    if ((program->modes >> mode & 1) != 0) {
      struct function *function = functions_find(&program->functions, pc);
      if (function != &program->functions.function[0]) {
        return function;
      }
    }
  }
  return &shares->unknown;
}

void core_shares_count(struct core_shares *shares, uint8_t mode, uint64_t pc, bool sampled)
{
  struct function *function = find(shares, mode, pc);
  function->executed++;
  shares->executed++;
  if (sampled) {
    function->samples++;
    shares->samples++;
  }
}

// All functions, in the order of programs and addresses; the unknown one last.
struct walk {
  const struct core_shares *shares;
  size_t program;
  size_t function;
};

static const struct function *next(struct walk *walk)
{
  const struct core_shares *shares = walk->shares;
  const size_t programs = shares->programs != NULL ? shares->programs->programs : 0;
  for (; walk->program < programs; walk->program++, walk->function = 0) {
    const struct functions *functions = &shares->programs->program[walk->program].functions;
    if (walk->function < functions->count) {
      return &functions->function[walk->function++];
    }
  }
  return walk->program++ == programs ? &shares->unknown : NULL;
}

static const char *name_of(const struct function *function)
{
  return function->name != NULL ? function->name : "[unknown]";
}

// Of `n` samples each is one of these with probability p: a binomial distribution.
static bool agrees(const struct core_shares *shares, const char *name, uint64_t executed, uint64_t samples,
                   struct tb_error *error)
{
  const double n = (double)shares->samples;
  const double p = (double)executed / (double)shares->executed;
  const double off = fabs((double)samples - n * p);
  const double deviation = sqrt(n * p * (1 - p));
  if (off <= CORE_SHARES_ERRORS * deviation + (double)shares->collisions) {
    return true;
  }
  return tb_fail(error,
                 "%s: %.2f %% of %" PRIu64 " executed operations and %.2f %% of %" PRIu64
                 " samples: %.1f standard errors, with %" PRIu64 " collisions",
                 name, 100 * p, shares->executed, 100 * (double)samples / n, shares->samples, off / deviation,
                 shares->collisions);
}

static bool is_small(const struct core_shares *shares, const struct function *function)
{
  const double expected = (double)function->executed * (double)shares->samples / (double)shares->executed;
  return expected < CORE_SHARES_EXPECTED;
}

bool core_shares_check(const struct core_shares *shares, struct tb_error *error)
{
  if (shares->samples == 0) {
    return true;
  }
  uint64_t executed = 0;
  uint64_t samples = 0;
  struct walk walk = {shares, 0, 0};
  for (const struct function *function; (function = next(&walk)) != NULL;) {
    if (is_small(shares, function)) {
      executed += function->executed;
      samples += function->samples;
    } else if (!agrees(shares, name_of(function), function->executed, function->samples, error)) {
      return false;
    }
  }
  return agrees(shares, "all small functions together", executed, samples, error);
}

void core_shares_json(const struct core_shares *shares, struct json *json)
{
  json_array(json, "functions", JSON_LINES);
  struct walk walk = {shares, 0, 0};
  for (const struct function *function; (function = next(&walk)) != NULL;) {
    if (function->executed != 0 || function->samples != 0) {
      json_object(json, NULL, JSON_INLINE);
      json_text(json, "name", name_of(function));
      json_number(json, "executed", function->executed);
      json_number(json, "samples", function->samples);
      json_bool(json, "compared_alone", shares->samples != 0 && !is_small(shares, function));
      json_end(json);
    }
  }
  json_end(json);
}
