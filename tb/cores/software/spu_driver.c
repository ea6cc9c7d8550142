// SPDX-License-Identifier: Apache-2.0
#include "cores/software/spu_driver.h"

// Where the architecture wants an ISB there is none: a store has reached the bridge when it returns, and a load is made
// when it is asked for (spu_driver.h).
//
// A PE may ignore writes of PMBPTR_EL1, PMBSR_EL1 and PMBLIMITR_EL1 while PMBLIMITR_EL1.E is 1, except one that clears
// E (DEN0154, SFDXJJ). So E is cleared before the others are written and set after them, and what they have to be then
// is read back.

enum { PAGE = 4096 };

const char *spu_driver_message(enum spu_driver_status status)
{
  static const char *const messages[] = {
      [SPU_DRIVER_OK] = "no error",
      [SPU_DRIVER_REFUSED] = "the unit refused an access to a register",
      [SPU_DRIVER_OWNED] = "the Profiling Buffer belongs to another Exception level or Security state",
      [SPU_DRIVER_UNKNOWN] = "an identification register has an unknown value",
      [SPU_DRIVER_BUFFER] = "not a Profiling Buffer: its alignment, its size or its end",
      [SPU_DRIVER_INTERVAL] = "not an interval: a multiple of 256 expected, not below the unit's shortest",
      [SPU_DRIVER_UNSUPPORTED] = "a filter or a control that the unit does not have",
      [SPU_DRIVER_STATE] = "the driver is not open, or there is already or not yet a session",
      [SPU_DRIVER_POINTER] = "PMBPTR_EL1 is outside the Profiling Buffer",
      [SPU_DRIVER_EVENT] = "an unexpected Profiling Buffer management event",
      [SPU_DRIVER_ABORT] = "External abort on a write to the Profiling Buffer",
      [SPU_DRIVER_IGNORED] = "the unit ignored a write to a register",
      [SPU_DRIVER_UNMAPPED] = "a page of the Profiling Buffer could not be mapped",
  };
  return status < sizeof messages / sizeof messages[0] ? messages[status] : "unknown status";
}

// ---------------------------------------------------------------------------------------------------------
// Access to the bridge

static uint64_t load(const struct spu_driver *driver, uint32_t offset)
{
  return driver->bus.load(driver->bus.context, offset);
}

static void store(const struct spu_driver *driver, uint32_t offset, uint64_t value)
{
  driver->bus.store(driver->bus.context, offset, value);
}

// The status of the last register access.
static enum spu_driver_status answer(struct spu_driver *driver, uint16_t encoding)
{
  const uint32_t status = (uint32_t)load(driver, SPU_MMIO_STATUS);
  if ((status & SPU_MMIO_STATUS_VERDICT) == 0) {
    return SPU_DRIVER_OK;
  }
  if (driver->refused_status == 0) {
    driver->refused_register = encoding;
    driver->refused_status = status;
  }
  store(driver, SPU_MMIO_STATUS, 0);
  return SPU_DRIVER_REFUSED;
}

// MSR. With 32 bits the low word is held, and the high word performs the access.
static enum spu_driver_status write(struct spu_driver *driver, uint16_t encoding, uint64_t value)
{
  const uint32_t offset = spu_mmio_register(encoding);
  if (driver->bus.data_width == 32) {
    store(driver, offset, (uint32_t)value);
    store(driver, offset + 4, value >> 32);
  } else {
    store(driver, offset, value);
  }
  return answer(driver, encoding);
}

// MRS. With 32 bits the low word performs the access, and the high word is held.
static enum spu_driver_status read(struct spu_driver *driver, uint16_t encoding, uint64_t *value)
{
  const uint32_t offset = spu_mmio_register(encoding);
  *value = load(driver, offset);
  if (driver->bus.data_width == 32) {
    *value = (uint32_t)*value | load(driver, offset + 4) << 32;
  }
  return answer(driver, encoding);
}

struct setting {
  uint16_t encoding;
  uint64_t value;
  uint64_t kept;  // bits that must read back as written; 0: no read
};

// Writes them in order, up to the first one that is refused or ignored.
static enum spu_driver_status write_all(struct spu_driver *driver, const struct setting *settings,
                                        size_t count)
{
  enum spu_driver_status status = SPU_DRIVER_OK;
  for (size_t i = 0; i < count && status == SPU_DRIVER_OK; i++) {
    uint64_t value = settings[i].value;
    status = write(driver, settings[i].encoding, settings[i].value);
    if (status == SPU_DRIVER_OK && settings[i].kept != 0) {
      status = read(driver, settings[i].encoding, &value);
    }
    if (status == SPU_DRIVER_OK && ((value ^ settings[i].value) & settings[i].kept) != 0) {
      driver->refused_register = settings[i].encoding;
      status = SPU_DRIVER_IGNORED;
    }
  }
  return status;
}

// Only after drain(), or a record in flight would be discarded.
static enum spu_driver_status buffer_off(struct spu_driver *driver)
{
  static const struct setting off[] = {{SPU_PMBLIMITR_EL1, 0, SPU_PMBLIMITR_EL1_E},
                                       {SPU_PMBSR_EL1, 0, SPU_PMBSR_EL1_S}};
  return write_all(driver, off, sizeof off / sizeof off[0]);
}

// Turns the buffer on, from `pointer` to the session's limit.
static enum spu_driver_status buffer_on(struct spu_driver *driver, uint64_t pointer)
{
  const struct setting on[] = {{SPU_PMBPTR_EL1, pointer, UINT64_MAX},
                               {SPU_PMBLIMITR_EL1, driver->session.limit | SPU_PMBLIMITR_EL1_E, UINT64_MAX}};
  return write_all(driver, on, sizeof on / sizeof on[0]);
}

// Returns when the record of every sampled operation is in memory, or lost.
static void drain(const struct spu_driver *driver)
{
  (void)load(driver, SPU_MMIO_PSB);
  (void)load(driver, SPU_MMIO_DSB);
}

// ---------------------------------------------------------------------------------------------------------
// Identification

// PMSIDR_EL1.Interval: the smallest recommended interval, in operations; 0: not a value that is defined.
static uint32_t interval_of(uint64_t pmsidr)
{
  static const uint16_t intervals[] = {256, 0, 512, 768, 1024, 1536, 2048, 3072, 4096};
  const size_t field = (size_t)((pmsidr & SPU_PMSIDR_EL1_Interval) >> SPU_PMSIDR_EL1_Interval_SHIFT);
  return field < sizeof intervals / sizeof intervals[0] ? intervals[field] : 0;
}

static enum spu_driver_status identify(struct spu_driver *driver)
{
  enum { LARGEST = 11, SMALLEST = 4 };  // log2 of a record
  const uint32_t size = (uint32_t)((driver->pmsidr & SPU_PMSIDR_EL1_MaxSize) >> SPU_PMSIDR_EL1_MaxSize_SHIFT);
  const uint32_t counter =
      (uint32_t)((driver->pmsidr & SPU_PMSIDR_EL1_CountSize) >> SPU_PMSIDR_EL1_CountSize_SHIFT);
  driver->align = (uint32_t)((driver->pmbidr & SPU_PMBIDR_EL1_Align) >> SPU_PMBIDR_EL1_Align_SHIFT);
  driver->min_interval = interval_of(driver->pmsidr);
  if (driver->align > LARGEST || size < SMALLEST || size > LARGEST || driver->align > size ||
      driver->min_interval == 0 || (driver->pmsidr & SPU_PMSIDR_EL1_Format) != 0 ||
      (counter != SPU_PMSIDR_EL1_CountSize_BITS12 && counter != SPU_PMSIDR_EL1_CountSize_BITS16)) {
    return SPU_DRIVER_UNKNOWN;
  }
  driver->max_record = UINT32_C(1) << size;
  return SPU_DRIVER_OK;
}

enum spu_driver_status spu_driver_open(struct spu_driver *driver, const struct spu_driver_bus *bus,
                                       const struct spu_driver_hooks *hooks)
{
  *driver = (struct spu_driver){.bus = *bus, .hooks = *hooks};
  store(driver, SPU_MMIO_STATUS, 0);
  enum spu_driver_status status = read(driver, SPU_PMBIDR_EL1, &driver->pmbidr);
  if (status == SPU_DRIVER_OK && (driver->pmbidr & SPU_PMBIDR_EL1_P) != 0) {
    return SPU_DRIVER_OWNED;
  }
  if (status == SPU_DRIVER_OK) {
    status = read(driver, SPU_PMSIDR_EL1, &driver->pmsidr);
  }
  if (status == SPU_DRIVER_OK) {
    status = identify(driver);
  }
  // Ends an earlier session.
  if (status == SPU_DRIVER_OK) {
    status = write(driver, SPU_PMSCR_EL1, 0);
  }
  if (status == SPU_DRIVER_OK) {
    drain(driver);
    status = buffer_off(driver);
  }
  driver->opened = status == SPU_DRIVER_OK;
  return status;
}

// ---------------------------------------------------------------------------------------------------------
// A session

static bool supported(const struct spu_driver *driver, const struct spu_driver_session *session)
{
  const uint64_t extended = SPU_PMSFCR_EL1_SIMDm | SPU_PMSFCR_EL1_FPm | SPU_PMSFCR_EL1_STm |
                            SPU_PMSFCR_EL1_LDm | SPU_PMSFCR_EL1_Bm | SPU_PMSFCR_EL1_SIMD | SPU_PMSFCR_EL1_FP;
  const uint64_t controls = SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_E1SPE | SPU_PMSCR_EL1_CX | SPU_PMSCR_EL1_PA |
                            SPU_PMSCR_EL1_TS | SPU_PMSCR_EL1_PCT;
  const uint64_t filters = SPU_PMSFCR_EL1_ST | SPU_PMSFCR_EL1_LD | SPU_PMSFCR_EL1_B |
                           ((driver->pmsidr & SPU_PMSIDR_EL1_FE) != 0 ? SPU_PMSFCR_EL1_FE : 0) |
                           ((driver->pmsidr & SPU_PMSIDR_EL1_FT) != 0 ? SPU_PMSFCR_EL1_FT : 0) |
                           ((driver->pmsidr & SPU_PMSIDR_EL1_FL) != 0 ? SPU_PMSFCR_EL1_FL : 0) |
                           ((driver->pmsidr & SPU_PMSIDR_EL1_FnE) != 0 ? SPU_PMSFCR_EL1_FnE : 0) |
                           ((driver->pmsidr & SPU_PMSIDR_EL1_EFT) != 0 ? extended : 0);
  return (session->pmscr & ~controls) == 0 && (session->pmsfcr & ~filters) == 0;
}

// Requirements of a buffer: steps 3 and 4 of a session in docs/programmers-guide.md.
static bool usable(const struct spu_driver *driver, const struct spu_driver_session *session)
{
  const uint32_t mask = (UINT32_C(1) << driver->align) - 1;
  return (session->base & mask) == 0 && session->limit % PAGE == 0 && session->base < session->limit &&
         session->limit - session->base >= driver->max_record &&
         session->base >> 56 == session->limit >> 56 && session->limit - session->base <= SIZE_MAX;
}

static bool is_interval(const struct spu_driver *driver, const struct spu_driver_session *session)
{
  if (session->interval == 0) {
    return session->any_interval && session->random && (driver->pmsidr & SPU_PMSIDR_EL1_ERnd) == 0;
  }
  return (session->interval & ~(uint32_t)SPU_PMSIRR_EL1_INTERVAL) == 0 &&
         session->interval >= driver->min_interval;
}

enum spu_driver_status spu_driver_start(struct spu_driver *driver, const struct spu_driver_session *session)
{
  if (!driver->opened || driver->started) {
    return SPU_DRIVER_STATE;
  }
  if (!usable(driver, session)) {
    return SPU_DRIVER_BUFFER;
  }
  if (!is_interval(driver, session)) {
    return SPU_DRIVER_INTERVAL;
  }
  if (!supported(driver, session)) {
    return SPU_DRIVER_UNSUPPORTED;
  }
  driver->session = *session;
  driver->flags = 0;
  const struct setting settings[] = {
      {SPU_PMSNEVFR_EL1, session->pmsnevfr, 0},  // if the unit has it
      {SPU_PMSFCR_EL1, session->pmsfcr, 0},
      {SPU_PMSEVFR_EL1, session->pmsevfr, 0},
      {SPU_PMSLATFR_EL1, session->pmslatfr, 0},
      {SPU_PMSIRR_EL1, session->interval | (session->random ? SPU_PMSIRR_EL1_RND : 0), 0},
      {SPU_PMSICR_EL1, 0, 0}};
  const size_t left_out = (session->pmsfcr & SPU_PMSFCR_EL1_FnE) != 0 ? 0 : 1;
  enum spu_driver_status status =
      write_all(driver, settings + left_out, sizeof settings / sizeof settings[0] - left_out);
  if (status == SPU_DRIVER_OK) {
    status = buffer_off(driver);
  }
  if (status == SPU_DRIVER_OK) {
    status = buffer_on(driver, session->base);
  }
  if (status == SPU_DRIVER_OK) {
    status = write(driver, SPU_PMSCR_EL1, session->pmscr | SPU_PMSCR_EL1_E0SPE);
  }
  driver->started = status == SPU_DRIVER_OK;
  if (!driver->started) {
    (void)buffer_off(driver);
  }
  return status;
}

// ---------------------------------------------------------------------------------------------------------
// Data

// Size of the packet at data[0..size), size > 0; 0 if it is incomplete or not a packet. *last: it ends a record.
static size_t packet_bytes(const uint8_t *data, size_t size, bool *last)
{
  const size_t headers = (data[0] & 0xE0U) == 0x20 ? 2 : 1;  // extended, or short
  if (size < headers) {
    return 0;
  }
  const uint8_t sized = data[headers - 1];  // the header byte with the size of the payload
  if (headers == 2 && (sized & 0xE0U) == 0x20) {
    return 0;
  }
  const size_t payload = sized >= 0x40 ? (size_t)1 << (sized >> 4 & 3U) : 0;
  *last = data[0] == 0x01 || data[0] == 0x71;  // End, Timestamp
  return size - headers < payload ? 0 : headers + payload;
}

size_t spu_driver_whole_records(const uint8_t *data, size_t size, uint32_t align)
{
  const size_t mask = ((size_t)1 << align) - 1;
  size_t whole = 0;
  size_t offset = 0;
  while (offset < size) {
    bool last = false;
    const size_t bytes = packet_bytes(data + offset, size - offset, &last);
    if (bytes == 0) {
      break;
    }
    offset += bytes;
    if (last) {
      offset = (offset + mask) & ~mask;
      whole = offset <= size ? offset : whole;
    }
  }
  return whole;
}

// Hands out [base, PMBPTR_EL1), without a partial record at its end.
static void hand_out(struct spu_driver *driver, bool lost)
{
  const size_t size = (size_t)(driver->pmbptr - driver->session.base);
  const size_t whole = lost ? spu_driver_whole_records(driver->session.memory, size, driver->align) : size;
  const struct spu_driver_chunk chunk = {
      .address = driver->session.base, .size = whole, .partial = size - whole, .flags = driver->flags};
  driver->counts.bytes += whole;
  driver->counts.partial += size - whole;
  driver->flags = 0;
  if (chunk.size != 0 || chunk.flags != 0) {
    driver->hooks.take(driver->hooks.context, &chunk);
  }
}

// Reads the state of the buffer. Only after drain() (D17.9).
static enum spu_driver_status read_event(struct spu_driver *driver)
{
  drain(driver);
  const enum spu_driver_status status = read(driver, SPU_PMBSR_EL1, &driver->pmbsr);
  return status == SPU_DRIVER_OK ? read(driver, SPU_PMBPTR_EL1, &driver->pmbptr) : status;
}

// Handles the event in PMBSR_EL1: repairs a fault, or hands out the data. *resume: the next write pointer (D17.7.4).
static enum spu_driver_status act(struct spu_driver *driver, bool stopping, uint64_t *resume)
{
  const uint32_t class = (uint32_t)((driver->pmbsr & SPU_PMBSR_EL1_EC) >> SPU_PMBSR_EL1_EC_SHIFT);
  const uint32_t code = (uint32_t)((driver->pmbsr & SPU_PMBSR_EL1_BSC) >> SPU_PMBSR_EL1_BSC_SHIFT);
  const bool stopped = (driver->pmbsr & SPU_PMBSR_EL1_S) != 0;
  const bool lost = (driver->pmbsr & SPU_PMBSR_EL1_DL) != 0;
  const bool collision = (driver->pmbsr & SPU_PMBSR_EL1_COLL) != 0;
  const bool fault = stopped && (class == SPU_PMBSR_EL1_EC_STAGE1 || class == SPU_PMBSR_EL1_EC_STAGE2);
  const bool full = stopped && class == SPU_PMBSR_EL1_EC_OTHER && code == SPU_PMBSR_EL1_BSC_FILLED;
  if ((driver->pmbsr & SPU_PMBSR_EL1_EA) != 0) {
    return SPU_DRIVER_ABORT;
  }
  if (stopped && !full && !fault) {
    return SPU_DRIVER_EVENT;
  }
  if (driver->pmbptr < driver->session.base || driver->pmbptr > driver->session.limit ||
      (fault && driver->pmbptr == driver->session.limit)) {
    return SPU_DRIVER_POINTER;
  }
  if (fault && !stopping &&
      (driver->hooks.map == NULL || !driver->hooks.map(driver->hooks.context, driver->pmbptr))) {
    return SPU_DRIVER_UNMAPPED;  // spu_driver_stop() hands out the data
  }
  driver->counts.full += full;
  driver->counts.faults += fault;
  driver->counts.losses += lost;
  driver->counts.collisions += collision;
  driver->flags |= (lost ? (unsigned)SPU_DRIVER_LOST : 0) | (collision ? (unsigned)SPU_DRIVER_COLLISION : 0);
  if (fault && !lost && !stopping) {
    *resume = driver->pmbptr;
  } else {
    hand_out(driver, lost);
    *resume = driver->session.base;
  }
  return SPU_DRIVER_OK;
}

enum spu_driver_status spu_driver_serve(struct spu_driver *driver, bool *event)
{
  if (event != NULL) {
    *event = false;
  }
  if (!driver->started) {
    return SPU_DRIVER_STATE;
  }
  enum spu_driver_status status = read_event(driver);
  if (status != SPU_DRIVER_OK || (driver->pmbsr & SPU_PMBSR_EL1_S) == 0) {
    return status;
  }
  if (event != NULL) {
    *event = true;
  }
  driver->counts.interrupts++;
  uint64_t resume = 0;
  status = act(driver, false, &resume);
  if (status == SPU_DRIVER_OK) {
    status = buffer_off(driver);
  }
  return status == SPU_DRIVER_OK ? buffer_on(driver, resume) : status;
}

enum spu_driver_status spu_driver_stop(struct spu_driver *driver)
{
  if (!driver->started) {
    return SPU_DRIVER_STATE;
  }
  driver->started = false;
  uint64_t resume = 0;
  enum spu_driver_status status = write(driver, SPU_PMSCR_EL1, 0);
  if (status == SPU_DRIVER_OK) {
    status = read_event(driver);
  }
  if (status == SPU_DRIVER_OK) {
    status = act(driver, true, &resume);
  }
  const enum spu_driver_status last = buffer_off(driver);
  return status != SPU_DRIVER_OK ? status : last;
}
