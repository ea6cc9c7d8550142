// SPDX-License-Identifier: Apache-2.0
//
// spu-config: checks named configurations (rtl/data/configurations.toml) with the model, and prints the size of their
// largest record. The build runs it before it builds anything for a configuration.
#include <inttypes.h>
#include <stdio.h>

#include "spu.h"
#include "unit/util/options.h"

static const struct option_program program = {
    .name = "spu-config",
    .usage = "[NAME...]",
    .about = "Checks the named configurations (default: all) and prints a line for each: its\n"
             "name and the size of its largest record.\n",
    .status = "Status: 0 all are usable; 2 one is not, or does not exist.\n"};

// False, after a line on stderr, if the configuration cannot be used.
static bool check(const char *name)
{
  struct spu_config config;
  const char *why = NULL;
  enum spu_status status = spu_config_by_name(name, &config);
  if (status == SPU_OK) {
    status = spu_config_check(&config, &why);
  }
  if (status != SPU_OK) {
    (void)fprintf(stderr, "spu-config: configuration %s: %s\n", name,
                  why != NULL ? why : spu_status_message(status));
    return false;
  }
  printf("%s: largest record %" PRIu32 " bytes\n", name, spu_config_largest_record(&config));
  return true;
}

int main(int argc, char **argv)
{
  struct tb_error error = {""};
  const int first = options_parse(&program, argc, argv, NULL, NULL, &error);
  if (first == 0) {
    (void)fprintf(stderr, "spu-config: %s\n", error.text);
    return 2;
  }
  bool usable = true;
  for (int i = first; i < argc; i++) {
    usable = check(argv[i]) && usable;
  }
  for (size_t i = 0; first == argc && spu_config_name(i) != NULL; i++) {
    usable = check(spu_config_name(i)) && usable;
  }
  return usable ? 0 : 2;
}
