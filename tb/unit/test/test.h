// SPDX-License-Identifier: Apache-2.0
//
// For unit tests in C: cmocka's assertions, and macros that define and register a test. main() in tb/unit/test/test.c
// runs a program's tests in the order of their file.
#ifndef TB_UNIT_TEST_TEST_H
#define TB_UNIT_TEST_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "spu.h"

void test_register(struct CMUnitTest test);
void test_register_group(CMFixtureFunction setup, CMFixtureFunction teardown);

// A named configuration.
struct spu_config test_config(const char *name);

// The same, and if `exposed` with ExposedLatency and room for its packet.
struct spu_config test_config_exposed(const char *name, bool exposed);

// assert_string_equal() for a row of a table; a failure prints what the row is about.
void assert_row_equal(const char *row, const char *got, const char *expected);

void assert_contains(const char *text, const char *part);

// Fails if a line is too long for a terminal of 100 columns.
void assert_fits_terminal(const char *text);

// A test; `setup` runs before it and `teardown` after it. Either may be NULL.
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
