// SPDX-License-Identifier: Apache-2.0
#include "unit/check/signals.h"

#include <string.h>

#include "unit/util/number.h"

#define ROW(type, name, function)                                                     \
  {                                                                                   \
#name, function, offsetof(struct type, name), sizeof(((struct type *)NULL)->name) \
  }

const struct signal out_signals[] = {
#define PIN_OUT(name, pin, port, low, width, function) ROW(spu_out, name, function),
#include "gen/pins.def"
};
const size_t out_signal_count = sizeof out_signals / sizeof out_signals[0];

const struct signal vif_signals[] = {
#define PIN_VIF(name, pin, port, low, width, function) ROW(spu_vif, name, function),
#include "gen/pins.def"
};
const size_t vif_signal_count = sizeof vif_signals / sizeof vif_signals[0];

const struct signal *signal_first_difference(const struct signal *signals, size_t count, const void *a,
                                             const void *b)
{
  for (size_t i = 0; i < count; i++) {
    const struct signal *signal = &signals[i];
    if (memcmp((const char *)a + signal->offset, (const char *)b + signal->offset, signal->size) != 0) {
      return signal;
    }
  }
  return NULL;
}

struct signal signal_first_element(const struct signal *signal, const void *a, const void *b)
{
  struct signal element = *signal;
  element.size = sizeof(uint64_t);
  while (element.offset + element.size < signal->offset + signal->size &&
         memcmp((const char *)a + element.offset, (const char *)b + element.offset, element.size) == 0) {
    element.offset += element.size;
  }
  return element;
}

const char *signal_pin(const char *name)
{
  static const struct {
    const char *name;
    const char *pin;
  } pins[] = {
#define PIN_OUT(name, pin, port, low, width, function) {#name, #pin},
#define PIN_VIF(name, pin, port, low, width, function) {#name, #pin},
#include "gen/pins.def"
  };
  for (size_t i = 0; name != NULL && i < sizeof pins / sizeof pins[0]; i++) {
    if (strcmp(pins[i].name, name) == 0) {
      return pins[i].pin;
    }
  }
  return NULL;
}

uint64_t signal_value(const struct signal *signal, const void *from)
{
  return number_at((const char *)from + signal->offset, signal->size);
}
