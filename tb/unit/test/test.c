// SPDX-License-Identifier: Apache-2.0
#include "unit/test/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };  // tests of a program

static struct {
  struct CMUnitTest tests[MOST];
  size_t count;
  CMFixtureFunction setup, teardown;
} program;

void test_register(struct CMUnitTest test)
{
  if (program.count == MOST) {
    (void)fprintf(stderr, "%s: more than %d tests\n", test.name, MOST);
    exit(2);
  }
  program.tests[program.count++] = test;
}

void test_register_group(CMFixtureFunction setup, CMFixtureFunction teardown)
{
  program.setup = setup;
  program.teardown = teardown;
}

struct spu_config test_config(const char *name)
{
  struct spu_config config;
  assert_int_equal(spu_config_by_name(name, &config), SPU_OK);
  return config;
}

struct spu_config test_config_exposed(const char *name, bool exposed)
{
  struct spu_config config = test_config(name);
  config.exposed_latency = exposed;
  config.max_size = exposed ? 7 : config.max_size;
  return config;
}

void assert_row_equal(const char *row, const char *got, const char *expected)
{
  if (strcmp(got, expected) != 0) {
    fail_msg("%s: %s instead of %s", row, got, expected);
  }
}

void assert_contains(const char *text, const char *part)
{
  if (strstr(text, part) == NULL) {
    fail_msg("no \"%s\" in: %s", part, text);
  }
}

void assert_fits_terminal(const char *text)
{
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n");
    if (length > 100) {
      fail_msg("%zu columns: %.*s", length, (int)length, text);
    }
    text += length + (text[length] == '\n' ? 1 : 0);
  }
}

int main(void)
{
  return _cmocka_run_group_tests("tests", program.tests, program.count, program.setup, program.teardown);
}
