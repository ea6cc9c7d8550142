// SPDX-License-Identifier: Apache-2.0
//
// Runs the lines of one group of conformance vectors (tb/unit/test/vectors/lines/README.md). SPU_VECTORS in the
// environment names another directory of vectors, for example one with every line.
#ifndef TB_UNIT_TEST_VECTORS_VECTORS_GROUP_H
#define TB_UNIT_TEST_VECTORS_VECTORS_GROUP_H

#include <zlib.h>

#include "unit/test/vectors/vectors_line.h"

typedef void (*line_state)(struct spu *spu, struct spu_in *in, const struct line *line);
typedef void (*line_check)(struct spu *spu, struct spu_in *in, const struct line *line);

// Sets the state of every line of a group by `prepare` (which may be null) and runs `check`; a file without lines is
// a failure.
static inline void run_group(const char *group, line_state prepare, line_check check)
{
  static char buffer[MAX_LINE];
  const char *directory = getenv("SPU_VECTORS");
  char path[512];
  (void)snprintf(path, sizeof path, "%s/%s.txt.gz",
                 directory != NULL ? directory : "tb/unit/test/vectors/lines", group);
  gzFile file = gzopen(path, "rb");
  if (file == NULL) {
    fail_msg("%s: cannot be opened", path);
  }
  struct spu *spu = calloc(1, spu_size());
  assert_non_null(spu);
  struct line line = {0};
  while (gzgets(file, buffer, (int)sizeof buffer) != NULL) {
    struct spu_in in = {0};
    line.number++;
    split(buffer, &line);
    if (prepare != NULL) {
      prepare(spu, &in, &line);
    }
    check(spu, &in, &line);
  }
  free(spu);
  (void)gzclose(file);
  assert_true(line.number > 0);
  print_message("# %s: %d lines\n", group, line.number);
}

#endif  // TB_UNIT_TEST_VECTORS_VECTORS_GROUP_H
