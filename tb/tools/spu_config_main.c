// SPDX-License-Identifier: Apache-2.0
//
// spu-config: checks named configurations (rtl/data/configurations.toml) with the model, and says how
// large their largest record is. The build asks it before it makes anything of a configuration.
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "spu.h"
#include "util/version.h"

static const char usage[] =
    "usage: spu-config [NAME...]\n"
    "Checks the named configurations (all of them if none is given) and prints a line\n"
    "for each: its name and the bytes of its largest record.\n"
    "  -h, --help  this text\n"
    "  --version   the version\n"
    "Status: 0 all are usable; 2 one is not, or does not exist.\n";

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
  static const struct option options[] = {
      {"help", no_argument, NULL, 'h'}, {"version", no_argument, NULL, 'V'}, {NULL, 0, NULL, 0}};
  opterr = 0;
  for (int option = 0; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    if (option != 'h' && option != 'V') {
      (void)fprintf(stderr, "spu-config: %s: no such option; spu-config --help\n", argv[optind - 1]);
      return 2;
    }
    (void)fputs(option == 'h' ? usage : VERSION_TEXT("spu-config"), stdout);
    return 0;
  }
  bool usable = true;
  for (int i = optind; i < argc; i++) {
    usable = check(argv[i]) && usable;
  }
  for (size_t i = 0; optind == argc && spu_config_name(i) != NULL; i++) {
    usable = check(spu_config_name(i)) && usable;
  }
  return usable ? 0 : 2;
}
