// SPDX-License-Identifier: Apache-2.0
//
// Numbers on a command line.

#include "unit/test/test.h"
#include "unit/util/typed_number.h"

static void expect(const char *text, uint64_t expected)
{
  uint64_t value = 0;
  assert_true(typed_number(text, &value));
  assert_true(value == expected);
}

TEST(number_is_decimal_or_hexadecimal)
{
  expect("0", 0);
  expect("010", 10);
  expect("09", 9);
  expect("0x10", 16);
  expect("0XfF", 255);
  expect("18446744073709551615", UINT64_MAX);
  expect("0xffffffffffffffff", UINT64_MAX);
}

TEST(malformed_number_is_refused)
{
  static const char *const texts[] = {"",    " 1", "-1",   "+1",   "1 ",   "0x",
                                      "0xg", "1k", "0x-1", "0x+1", "0x 1", "18446744073709551616"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    uint64_t value;
    assert_false(typed_number(texts[i], &value));
  }
}

TEST(text_after_the_number_is_left)
{
  const char *text = "0x10-20";
  uint64_t value;
  assert_true(typed_number_take(&text, &value));
  assert_int_equal(value, 16);
  assert_string_equal(text, "-20");
}
