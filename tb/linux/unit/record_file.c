// SPDX-License-Identifier: Apache-2.0
#include "linux/unit/record_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "linux/unit/unit.h"

FILE *spe_records_open(unsigned number)
{
  if (spe_options.records == NULL) {
    return NULL;
  }
  char path[4096];
  (void)snprintf(path, sizeof path, "%s.%u", spe_options.records, number);
  FILE *const file = fopen(path, "w");
  if (file == NULL) {
    (void)fprintf(stderr, "spe: %s: %s\n", path, strerror(errno));
    exit(2);
  }
  return file;
}

bool spe_records_close(FILE *file, unsigned number)
{
  if (file == NULL || (ferror(file) | fclose(file)) == 0) {
    return true;
  }
  (void)fprintf(stderr, "spe: records of unit %u: %s\n", number, strerror(errno));
  return false;
}
