// SPDX-License-Identifier: Apache-2.0
#include "unit/util/shell_words.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\n';
}

// Copies text up to a closing double quote. Returns the quote's address; null if there is none.
static const char *take_quoted(const char *at, char **word)
{
  for (; *at != '"'; at++) {
    if (*at == '\\' && at[1] != '\0' && strchr("\"\\$`", at[1]) != NULL) {
      at++;
    }
    if (*at == '\0') {
      return NULL;
    }
    *(*word)++ = *at;
  }
  return at;
}

// Copies a word. Returns its end; null if a quote is not closed.
static const char *take_word(const char *at, char **word)
{
  for (; *at != '\0' && !is_blank(*at); at++) {
    if (*at == '\'') {
      const char *end = strchr(at + 1, '\'');
      if (end == NULL) {
        return NULL;
      }
      memcpy(*word, at + 1, (size_t)(end - at - 1));
      *word += end - at - 1;
      at = end;
    } else if (*at == '"') {
      at = take_quoted(at + 1, word);
      if (at == NULL) {
        return NULL;
      }
    } else {
      at += *at == '\\' && at[1] != '\0' ? 1 : 0;
      *(*word)++ = *at;
    }
  }
  *(*word)++ = '\0';
  return at;
}

char **shell_words(const char *text, bool *unclosed)
{
  const size_t length = strlen(text);
  const size_t most = length / 2 + 1;
  char **words = (char **)malloc((most + 1) * sizeof *words + length + 1);
  *unclosed = false;
  if (words == NULL) {
    return NULL;
  }
  char *to = (char *)(words + most + 1);
  size_t count = 0;
  while (*(text += strspn(text, " \t\n")) != '\0') {
    words[count++] = to;
    text = take_word(text, &to);
    if (text == NULL) {
      *unclosed = true;
      free((void *)words);
      return NULL;
    }
  }
  words[count] = NULL;
  return words;
}

void shell_add_variable(struct text *text, const char *name, const char *value)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  const size_t bare = strspn(value, plain);
  if (value[bare] == '\0') {
    text_add(text, " %s=%s", name, value);
    return;
  }
  if (strpbrk(value, "\"\\$`!'\n") == NULL) {
    text_add(text, " %s=\"%s\"", name, value);
    return;
  }
  text_add(text, " %s='", name);
  for (const char *at = value; *at != '\0'; at++) {
    if (*at == '\'') {
      text_add(text, "'\\''");
    } else {
      text_add(text, *at == '$' ? "$%c" : "%c", *at);  // make reads $$ as $
    }
  }
  text_add(text, "'");
}
