// SPDX-License-Identifier: Apache-2.0
#include "unit/test/test.h"

#include <stdio.h>
#include <stdlib.h>

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

int main(void)
{
  return _cmocka_run_group_tests("tests", program.tests, program.count, program.setup, program.teardown);
}
