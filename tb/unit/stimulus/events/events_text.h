// SPDX-License-Identifier: Apache-2.0
//
// Event lists as text (docs/event-list.md): "events 1", then one event per line, `+CYCLES KIND NAME=VALUE ...`.
// Fields at their standard values are omitted. Lines that begin with # are comments.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENTS_TEXT_H
#define TB_UNIT_STIMULUS_EVENTS_EVENTS_TEXT_H

#include <stdio.h>

#include "unit/stimulus/events/events.h"

enum { EVENTS_TEXT_MOST = 1 << 28 };  // maximum size of a text

// Reads a list from memory; the bytes can be arbitrary. Errors call the text `name`. False with an error
// "name:line: cause", and *list is then null.
bool events_read(const char *text, size_t size, const char *name, struct event_list **list,
                 struct tb_error *error);

// Reads a file. False with an error.
bool events_read_file(const char *path, struct event_list **list, struct tb_error *error);

// Writes a list after `comment`, whose lines get a # (null: none). False if writing failed.
bool events_write(const struct timed_event *event, size_t count, const char *comment, FILE *file);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENTS_TEXT_H
