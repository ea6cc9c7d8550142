// SPDX-License-Identifier: Apache-2.0
//
// The reference for window_test.sv. For each request it knows the actions before the response, and the response
// (docs/integration.md, "Cores without MRS and MSR"); the pins in a cycle follow from these. Also the test's random
// numbers.
#include <stdbool.h>
#include <stdint.h>

enum { WINDOWS = 2 };

// The map: byte offsets.
enum { PSB_AT = 0x00, DSB_AT = 0x08, STATUS_AT = 0x10, REGISTERS_AT = 0x20000 };

// Counted events: window_test.sv has the same list.
enum happened {
  READ_WHOLE_OR_LOW,
  READ_HIGH,
  WRITE_WHOLE,
  WRITE_LOW,
  WRITE_HIGH,
  PSB_LOAD,
  PSB_STORE,
  DSB_LOAD,
  DSB_STORE,
  BARRIER_HIGH,
  STATUS_READ_0,
  STATUS_READ_REFUSAL,
  STATUS_READ_HIGH,
  STATUS_CLEAR,
  STATUS_WRITE_HIGH,
  NOWHERE,
  PARTIAL_REGISTER,
  PARTIAL_BELOW,
  REFUSED_READ,
  REFUSED_WRITE,
  HAPPENED
};

enum before_response { NOTHING, ACCESS, ANSWER, PSB, DSB };

struct window {
  unsigned width;
  bool busy;  // with a request whose response has not been accepted
  enum before_response waits_for;
  bool write;
  uint32_t offset, el;
  bool error;
  uint64_t data;  // data of the response; until then of an MSR
  uint32_t low_written, high_read, refusal;
  unsigned count[HAPPENED];
};

static struct window windows[WINDOWS];
static uint64_t random_states[WINDOWS];

// splitmix64
uint64_t model_word(unsigned index)
{
  uint64_t word = random_states[index] += 0x9e3779b97f4a7c15U;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31);
}

void model_seed(uint64_t seed)
{
  for (unsigned index = 0; index < WINDOWS; index++) {
    random_states[index] = seed * WINDOWS + index;
    random_states[index] = model_word(index);
  }
}

// 0 .. bound - 1
unsigned model_draw(unsigned index, unsigned bound)
{
  return (unsigned)((model_word(index) >> 32) % bound);
}

// Keeps the counts.
void model_reset(unsigned index, unsigned width)
{
  struct window *window = &windows[index];
  window->width = width;
  window->busy = false;
  window->low_written = window->high_read = window->refusal = 0;
}

void model_pins(unsigned index, unsigned char grant, unsigned char *ready, unsigned char *respond,
                unsigned char *error, uint64_t *rdata, unsigned char *access, unsigned char *write,
                unsigned *encoding, uint64_t *wdata, unsigned *el, unsigned char *psb, unsigned char *dsb)
{
  const struct window *window = &windows[index];
  *ready = !window->busy;
  *respond = window->busy && window->waits_for == NOTHING;
  *error = window->error;
  *rdata = window->data;
  *access = window->busy && window->waits_for == ACCESS && grant != 0;
  *write = window->write;
  *encoding = 3U << 14 | (window->offset - REGISTERS_AT) >> 3;
  *wdata = window->data;
  *el = window->el;
  *psb = window->busy && window->waits_for == PSB;
  *dsb = window->busy && window->waits_for == DSB;
}

static void of_a_register(struct window *window, bool high, uint64_t data)
{
  const bool halves = window->width == 32;
  if (!halves) {
    window->waits_for = ACCESS;
    window->data = data;
    window->count[window->write ? WRITE_WHOLE : READ_WHOLE_OR_LOW]++;
  } else if (window->write && high) {
    window->waits_for = ACCESS;
    window->data = data << 32 | window->low_written;
    window->count[WRITE_HIGH]++;
  } else if (window->write) {
    window->low_written = (uint32_t)data;
    window->count[WRITE_LOW]++;
  } else if (high) {
    window->data = window->high_read;
    window->count[READ_HIGH]++;
  } else {
    window->waits_for = ACCESS;
    window->count[READ_WHOLE_OR_LOW]++;
  }
}

static void below_the_registers(struct window *window, bool high)
{
  const uint32_t doubleword = window->offset & ~7U;
  const bool write = window->write;
  if (doubleword == PSB_AT || doubleword == DSB_AT) {
    const bool psb = doubleword == PSB_AT;
    if (high) {
      window->count[BARRIER_HIGH]++;
      return;
    }
    window->waits_for = psb ? PSB : DSB;
    window->count[psb ? (write ? PSB_STORE : PSB_LOAD) : (write ? DSB_STORE : DSB_LOAD)]++;
  } else if (doubleword == STATUS_AT && high) {
    window->count[write ? STATUS_WRITE_HIGH : STATUS_READ_HIGH]++;
  } else if (doubleword == STATUS_AT && write) {
    window->count[STATUS_CLEAR] += window->refusal != 0;
    window->refusal = 0;
  } else if (doubleword == STATUS_AT) {
    window->data = window->refusal;
    window->count[window->refusal != 0 ? STATUS_READ_REFUSAL : STATUS_READ_0]++;
  } else {
    window->error = true;
    window->count[NOWHERE]++;
  }
}

void model_request(unsigned index, unsigned char write, unsigned offset, uint64_t data, unsigned strobes,
                   unsigned el)
{
  struct window *window = &windows[index];
  const bool high = window->width == 32 && (offset & 4U) != 0;
  window->busy = true;
  window->waits_for = NOTHING;
  window->write = write != 0;
  window->offset = offset;
  window->el = el;
  window->error = false;
  window->data = 0;
  if (write != 0 && strobes != (1U << window->width / 8) - 1U) {
    window->error = true;
    window->count[offset >= REGISTERS_AT ? PARTIAL_REGISTER : PARTIAL_BELOW]++;
  } else if (offset >= REGISTERS_AT) {
    of_a_register(window, high, data);
  } else {
    below_the_registers(window, high);
  }
}

void model_granted(unsigned index)
{
  struct window *window = &windows[index];
  if (window->busy && window->waits_for == ACCESS) {
    window->waits_for = ANSWER;
  }
}

void model_answered(unsigned index, unsigned verdict, unsigned ec, uint64_t rdata)
{
  struct window *window = &windows[index];
  if (!window->busy || window->waits_for != ANSWER) {
    return;
  }
  const bool refused = verdict != 0;
  window->waits_for = NOTHING;
  window->error = refused;
  if (refused) {
    window->refusal = ec << 8 | verdict;
    window->count[window->write ? REFUSED_WRITE : REFUSED_READ]++;
  }
  window->data = 0;
  if (!window->write) {
    const uint64_t value = refused ? 0 : rdata;
    window->data = window->width == 32 ? (uint32_t)value : value;
    window->high_read = (uint32_t)(value >> 32);
  }
}

// The pending barrier is done.
void model_barrier_done(unsigned index)
{
  windows[index].waits_for = NOTHING;
}

void model_taken(unsigned index)
{
  windows[index].busy = false;
}

unsigned model_count(unsigned index, unsigned what)
{
  return windows[index].count[what];
}
