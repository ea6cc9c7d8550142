// SPDX-License-Identifier: Apache-2.0
//
// What a unit test in C is written with: cmocka's assertions, and macros that register a test where it stands. main is
// that of tb/unit/test/test.c, which runs a program's tests in the order of their file.
#ifndef TB_UNIT_TEST_TEST_H
#define TB_UNIT_TEST_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

void test_register(struct CMUnitTest test);
void test_register_group(CMFixtureFunction setup, CMFixtureFunction teardown);

// A test; `setup` runs before it and `teardown` after it. Each may be NULL.
#define TEST_WITH(name, setup, teardown)                                    \
  static void name(void **state);                                           \
  __attribute__((constructor)) static void register_test_##name(void)       \
  {                                                                         \
    test_register((struct CMUnitTest){#name, name, setup, teardown, NULL}); \
  }                                                                         \
  static void name(__attribute__((unused)) void **state)

#define TEST(name) TEST_WITH(name, NULL, NULL)

// Functions that run before the first and after the last test of the program.
#define TEST_GROUP(setup, teardown)                             \
  __attribute__((constructor)) static void register_group(void) \
  {                                                             \
    test_register_group(setup, teardown);                       \
  }

#endif  // TB_UNIT_TEST_TEST_H
