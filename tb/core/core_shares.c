// SPDX-License-Identifier: Apache-2.0
#include "core/core_shares.h"

#include <inttypes.h>
#include <math.h>

enum { TOP_FUNCTIONS = 8 };

bool core_shares_add(struct core_shares *shares, struct functions *functions, uint8_t modes)
{
  if (shares->programs == CORE_PROGRAMS) {
    return false;
  }
  shares->program[shares->programs++] = (struct core_program){functions, modes};
  return true;
}

static struct function *find(struct core_shares *shares, uint8_t mode, uint64_t pc)
{
  for (size_t i = 0; i < shares->programs; i++) {
    const struct core_program *program = &shares->program[i];
    if ((program->modes >> mode & 1) != 0) {
      struct function *function = functions_find(program->functions, pc);
      if (function != &program->functions->function[0]) {
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
  for (; walk->program < shares->programs; walk->program++, walk->function = 0) {
    const struct functions *functions = shares->program[walk->program].functions;
    if (walk->function < functions->count) {
      return &functions->function[walk->function++];
    }
  }
  return walk->program++ == shares->programs ? &shares->unknown : NULL;
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

static bool was_there(const struct function *function)
{
  return function->executed != 0 || function->samples != 0;
}

struct core_shares_compared core_shares_compared(const struct core_shares *shares)
{
  struct core_shares_compared compared = {0, 0};
  struct walk walk = {shares, 0, 0};
  for (const struct function *function; (function = next(&walk)) != NULL;) {
    if (was_there(function) && shares->samples != 0) {
      *(is_small(shares, function) ? &compared.together : &compared.singly) += 1;
    }
  }
  return compared;
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

static void print_compared(const struct core_shares *shares, FILE *stream)
{
  const struct core_shares_compared compared = core_shares_compared(shares);
  if (compared.singly == 0) {
    (void)fprintf(stream, "too few samples to compare functions\n");
    return;
  }
  (void)fprintf(stream, "shares of %zu function%s within four standard errors, %zu smaller one%s together\n",
                compared.singly, compared.singly == 1 ? "" : "s", compared.together,
                compared.together == 1 ? "" : "s");
}

static void print_table(const struct core_shares *shares, FILE *stream)
{
  const struct function *top[TOP_FUNCTIONS + 1] = {NULL};
  struct walk walk = {shares, 0, 0};
  for (const struct function *function; (function = next(&walk)) != NULL;) {
    size_t place = TOP_FUNCTIONS;
    for (; place > 0 && (top[place - 1] == NULL || top[place - 1]->executed < function->executed); place--) {
      top[place] = top[place - 1];
    }
    top[place] = function;
  }
  if (shares->executed == 0 || shares->samples == 0) {
    return;
  }
  (void)fprintf(stream, "executed  sampled  function\n");
  for (size_t i = 0; i < TOP_FUNCTIONS && top[i] != NULL && top[i]->executed != 0; i++) {
    (void)fprintf(stream, "%6.1f %%  %5.1f %%  %s\n",
                  100.0 * (double)top[i]->executed / (double)shares->executed,
                  100.0 * (double)top[i]->samples / (double)shares->samples, name_of(top[i]));
  }
}

void core_shares_table(const struct core_shares *shares, FILE *stream)
{
  print_table(shares, stream);
  print_compared(shares, stream);
}

void core_shares_json(const struct core_shares *shares, struct json *json)
{
  const struct core_shares_compared compared = core_shares_compared(shares);
  json_number(json, "functions_compared", compared.singly);
  json_number(json, "functions_together", compared.together);
  json_array(json, "functions", JSON_LINES);
  struct walk walk = {shares, 0, 0};
  for (const struct function *function; (function = next(&walk)) != NULL;) {
    if (was_there(function)) {
      json_object(json, NULL, JSON_INLINE);
      json_text(json, "name", name_of(function));
      json_number(json, "executed", function->executed);
      json_number(json, "samples", function->samples);
      json_end(json);
    }
  }
  json_end(json);
}
