// SPDX-License-Identifier: Apache-2.0
//
// The reference model of mmio_test.sv. For each request it determines the actions before the response, and the response
// (docs/integration.md, "Cores without MRS and MSR"); the pins in each cycle follow from these. It also generates the
// test's random numbers.
#include <stdbool.h>
#include <stdint.h>

enum { BRIDGES = 2 };

// The map: byte offsets.
enum { PSB_AT = 0x00, DSB_AT = 0x08, STATUS_AT = 0x10, REGISTERS_AT = 0x20000 };

// Counted events: mmio_test.sv has the same list.
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

struct bridge {
  unsigned width;
  bool busy;  // a request is in progress: its response has not been accepted
  enum before_response waits_for;
  bool write;
  uint32_t offset, el;
  bool error;
  uint64_t data;  // response data; before the response, the data of an MSR
  uint32_t low_written, high_read, refusal;
  unsigned count[HAPPENED];
};

static struct bridge bridges[BRIDGES];
static uint64_t random_states[BRIDGES];

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
  for (unsigned index = 0; index < BRIDGES; index++) {
    random_states[index] = seed * BRIDGES + index;
    random_states[index] = model_word(index);
  }
}

// 0 .. bound - 1
unsigned model_draw(unsigned index, unsigned bound)
{
  return (unsigned)((model_word(index) >> 32) % bound);
}

// Does not reset the event counts.
void model_reset(unsigned index, unsigned width)
{
  struct bridge *bridge = &bridges[index];
  bridge->width = width;
  bridge->busy = false;
  bridge->low_written = bridge->high_read = bridge->refusal = 0;
}

void model_pins(unsigned index, unsigned char grant, unsigned char *ready, unsigned char *respond,
                unsigned char *error, uint64_t *rdata, unsigned char *access, unsigned char *write,
                unsigned *encoding, uint64_t *wdata, unsigned *el, unsigned char *psb, unsigned char *dsb)
{
  const struct bridge *bridge = &bridges[index];
  *ready = !bridge->busy;
  *respond = bridge->busy && bridge->waits_for == NOTHING;
  *error = bridge->error;
  *rdata = bridge->data;
  *access = bridge->busy && bridge->waits_for == ACCESS && grant != 0;
  *write = bridge->write;
  *encoding = 3U << 14 | (bridge->offset - REGISTERS_AT) >> 3;
  *wdata = bridge->data;
  *el = bridge->el;
  *psb = bridge->busy && bridge->waits_for == PSB;
  *dsb = bridge->busy && bridge->waits_for == DSB;
}

static void of_a_register(struct bridge *bridge, bool high, uint64_t data)
{
  const bool halves = bridge->width == 32;
  if (!halves) {
    bridge->waits_for = ACCESS;
    bridge->data = data;
    bridge->count[bridge->write ? WRITE_WHOLE : READ_WHOLE_OR_LOW]++;
  } else if (bridge->write && high) {
    bridge->waits_for = ACCESS;
    bridge->data = data << 32 | bridge->low_written;
    bridge->count[WRITE_HIGH]++;
  } else if (bridge->write) {
    bridge->low_written = (uint32_t)data;
    bridge->count[WRITE_LOW]++;
  } else if (high) {
    bridge->data = bridge->high_read;
    bridge->count[READ_HIGH]++;
  } else {
    bridge->waits_for = ACCESS;
    bridge->count[READ_WHOLE_OR_LOW]++;
  }
}

static void below_the_registers(struct bridge *bridge, bool high)
{
  const uint32_t doubleword = bridge->offset & ~7U;
  const bool write = bridge->write;
  if (doubleword == PSB_AT || doubleword == DSB_AT) {
    const bool psb = doubleword == PSB_AT;
    if (high) {
      bridge->count[BARRIER_HIGH]++;
      return;
    }
    bridge->waits_for = psb ? PSB : DSB;
    bridge->count[psb ? (write ? PSB_STORE : PSB_LOAD) : (write ? DSB_STORE : DSB_LOAD)]++;
  } else if (doubleword == STATUS_AT && high) {
    bridge->count[write ? STATUS_WRITE_HIGH : STATUS_READ_HIGH]++;
  } else if (doubleword == STATUS_AT && write) {
    bridge->count[STATUS_CLEAR] += bridge->refusal != 0;
    bridge->refusal = 0;
  } else if (doubleword == STATUS_AT) {
    bridge->data = bridge->refusal;
    bridge->count[bridge->refusal != 0 ? STATUS_READ_REFUSAL : STATUS_READ_0]++;
  } else {
    bridge->error = true;
    bridge->count[NOWHERE]++;
  }
}

void model_request(unsigned index, unsigned char write, unsigned offset, uint64_t data, unsigned strobes,
                   unsigned el)
{
  struct bridge *bridge = &bridges[index];
  const bool high = bridge->width == 32 && (offset & 4U) != 0;
  bridge->busy = true;
  bridge->waits_for = NOTHING;
  bridge->write = write != 0;
  bridge->offset = offset;
  bridge->el = el;
  bridge->error = false;
  bridge->data = 0;
  if (write != 0 && strobes != (1U << bridge->width / 8) - 1U) {
    bridge->error = true;
    bridge->count[offset >= REGISTERS_AT ? PARTIAL_REGISTER : PARTIAL_BELOW]++;
  } else if (offset >= REGISTERS_AT) {
    of_a_register(bridge, high, data);
  } else {
    below_the_registers(bridge, high);
  }
}

void model_granted(unsigned index)
{
  struct bridge *bridge = &bridges[index];
  if (bridge->busy && bridge->waits_for == ACCESS) {
    bridge->waits_for = ANSWER;
  }
}

void model_answered(unsigned index, unsigned verdict, unsigned ec, uint64_t rdata)
{
  struct bridge *bridge = &bridges[index];
  if (!bridge->busy || bridge->waits_for != ANSWER) {
    return;
  }
  const bool refused = verdict != 0;
  bridge->waits_for = NOTHING;
  bridge->error = refused;
  if (refused) {
    bridge->refusal = ec << 8 | verdict;
    bridge->count[bridge->write ? REFUSED_WRITE : REFUSED_READ]++;
  }
  bridge->data = 0;
  if (!bridge->write) {
    const uint64_t value = refused ? 0 : rdata;
    bridge->data = bridge->width == 32 ? (uint32_t)value : value;
    bridge->high_read = (uint32_t)(value >> 32);
  }
}

// The pending barrier is done.
void model_barrier_done(unsigned index)
{
  bridges[index].waits_for = NOTHING;
}

void model_taken(unsigned index)
{
  bridges[index].busy = false;
}

unsigned model_count(unsigned index, unsigned what)
{
  return bridges[index].count[what];
}
