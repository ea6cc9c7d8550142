// SPDX-License-Identifier: Apache-2.0
//
// Feeds arbitrary bytes to the reader of event lists. An accepted list is written as text that reads as the same list.
#define _POSIX_C_SOURCE 200809L  // open_memstream
#include "programs/test/fuzz/fuzz.h"

#include "unit/stimulus/events/events.h"
#include "unit/stimulus/events/events_text.h"

#include <string.h>

static char *written(const struct event_list *list, size_t *size)
{
  char *text = NULL;
  FILE *file = open_memstream(&text, size);
  ALWAYS(file != NULL && events_write(list->event, list->count, "two\nlines", file) && fclose(file) == 0);
  return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct event_list *list = NULL;
  struct tb_error error = {""};
  const bool read = events_read((const char *)data, size, "input", &list, &error);
  ALWAYS(read == (error.text[0] == '\0') && read == (list != NULL));
  if (!read) {
    return 0;
  }
  size_t size_once = 0;
  size_t size_twice = 0;
  struct event_list *again = NULL;
  char *once = written(list, &size_once);
  ALWAYS(events_read(once, size_once, "written", &again, &error));
  ALWAYS(again->count == list->count &&
         event_list_clocks(again->event, again->count) == event_list_clocks(list->event, list->count));
  char *twice = written(again, &size_twice);
  ALWAYS(size_once == size_twice && memcmp(once, twice, size_once) == 0);
  free(once);
  free(twice);
  event_list_destroy(again);
  event_list_destroy(list);
  return 0;
}
