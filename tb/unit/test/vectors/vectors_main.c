// SPDX-License-Identifier: Apache-2.0
//
// vectors GROUP FILE: runs the lines of a group on the block of this program and stops at the first difference.
// Status 0: no difference. 1: a difference. 2: wrong use.
#include <stdio.h>
#include <string.h>

#include "unit/test/vectors/vectors_block.h"

enum { MAX_NOTES = 8, ROW_SHIFT = 16 };

static struct {
  const struct vectors_group *group;
  const char *path;
  struct space space;
  size_t notes;
  struct {
    const char *what;
    unsigned lines;
  } note[MAX_NOTES];
} run;

void vectors_note(const char *what)
{
  size_t i = 0;
  while (i < run.notes && strcmp(run.note[i].what, what) != 0) {
    i++;
  }
  assert_true(i < MAX_NOTES);
  run.note[i].what = what;
  run.note[i].lines++;
  run.notes += i == run.notes;
}

void vectors_eval(struct space *space, const struct line *line)
{
  // The row is the last half-word of `more` (the top module that scripts/vectors.py makes).
  space->block.more[BLOCK_MORE_BITS / 32 - 1] = (uint32_t)number(line, "row") << ROW_SHIFT;
  block_eval();
}

uint64_t vectors_result(const struct space *space, const struct field *fields, const char *name)
{
  return space_result(space, space_field(fields, name));
}

void vectors_expect(const struct space *space, const struct line *line, const struct field *fields,
                    const char *name, const char *what)
{
  expect_field(line, what, vectors_result(space, fields, name));
}

void vectors_expect_state(const struct space *space, const struct line *line, const struct field *fields,
                          const char *name, const char *what)
{
  expect_state(line, what, vectors_result(space, fields, name));
}

static void unit_matches_vectors(void **state)
{
  static char buffer[MAX_LINE];
  struct line line = {0};
  struct space *space = &run.space;
  unsigned lines = 0;
  (void)state;
  FILE *file = fopen(run.path, "r");
  if (file == NULL) {
    fail_msg("%s: cannot be opened", run.path);
    return;
  }
  while (fgets(buffer, (int)sizeof buffer, file) != NULL) {
    split(buffer, &line);
    line.number = (int)number(&line, "line");
    space_clear(space);
    set_state(space->spu, &space->in, &line);
    if (run.group->monitors) {
      set_monitors(space->spu, &space->in, &line);
    }
    space_follow(space);
    run.group->check(space, &line);
    lines++;
  }
  (void)fclose(file);
  assert_true(lines > 0);
  printf("lines %u\n", lines);
  for (size_t i = 0; i < run.notes; i++) {
    printf("note %u %s\n", run.note[i].lines, run.note[i].what);
  }
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(unit_matches_vectors)};
  for (run.group = vectors_groups; argc == 3 && run.group->name != NULL; run.group++) {
    if (strcmp(run.group->name, argv[1]) == 0) {
      run.path = argv[2];
      space_create(&run.space);
      return cmocka_run_group_tests(tests, NULL, NULL);
    }
  }
  fprintf(stderr, "vectors: usage: vectors GROUP FILE, with a group of this block\n");
  return 2;
}
