// SPDX-License-Identifier: Apache-2.0
//
// A driver for the unit behind rtl/spu_mmio.sv: the equivalent of Linux's arm_spe driver for a kernel of 32 or 64 bits
// without a C library. It does not allocate, print or use global variables; all state is in a struct that the caller
// owns. It only needs memcpy() and memset(), which GCC requires in any case.
//
//   spu_driver_open()    identifies the unit, and leaves it off
//   spu_driver_start()   programs a session and starts profiling
//   spu_driver_serve()   serves an interrupt (PMBIRQ), and resumes profiling
//   spu_driver_stop()    stops profiling, and hands out the remaining records
//
// It runs at EL1 and is not reentrant: call it with interrupts disabled. An error leaves profiling in an intermediate
// state; spu_driver_stop() turns it off as far as possible.
#ifndef TB_CORES_SOFTWARE_SPU_DRIVER_H
#define TB_CORES_SOFTWARE_SPU_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spu_sysreg.h"

// ---------------------------------------------------------------------------------------------------------
// The bridge, as a bus

// Offsets in the bridge (rtl/spu_mmio.sv).
enum {
  SPU_MMIO_PSB = 0x0,             // a load is PSB CSYNC
  SPU_MMIO_DSB = 0x8,             // a load is DSB
  SPU_MMIO_STATUS = 0x10,         // status of the last refused register access; a store clears it
  SPU_MMIO_STATUS_VERDICT = 0x7,  // enum spu_verdict
  SPU_MMIO_REGISTERS = 0x20000,   // + spu_mmio_register()
  SPU_MMIO_BYTES = 0x40000
};

// Offset of a register in the bridge.
static inline uint32_t spu_mmio_register(uint16_t encoding)
{
  return (uint32_t)SPU_MMIO_REGISTERS + ((uint32_t)(encoding & 0x3FFFU) << 3);
}

// The driver's access to the bridge. Accesses are made in program order; a store has reached the bridge when it
// returns. For a unit whose registers are accessed with MSR, `store` is MSR and ISB, and a load of the DSB word ends
// with an ISB.
struct spu_driver_bus {
  uint64_t (*load)(void *context, uint32_t offset);
  void (*store)(void *context, uint32_t offset, uint64_t value);
  void *context;
  uint32_t data_width;  // DataWidth of the bridge, 64 or 32: bits of an access
};

// ---------------------------------------------------------------------------------------------------------
// Errors

enum spu_driver_status {
  SPU_DRIVER_OK = 0,
  SPU_DRIVER_REFUSED,      // the unit refused a register access: refused_register, refused_status
  SPU_DRIVER_OWNED,        // PMBIDR_EL1.P is 1: another Exception level or Security state owns the buffer
  SPU_DRIVER_UNKNOWN,      // an identification register has a value that this driver does not know
  SPU_DRIVER_BUFFER,       // a buffer that is not aligned, has no room for a record, or is not one range
  SPU_DRIVER_INTERVAL,     // an interval that is not a multiple of 256, too short for the unit, or too long
  SPU_DRIVER_UNSUPPORTED,  // a filter or a field of PMSCR_EL1 that the unit or this driver does not have
  SPU_DRIVER_STATE,        // not open, already started, or not started
  SPU_DRIVER_POINTER,      // PMBPTR_EL1 is outside the buffer
  SPU_DRIVER_EVENT,        // a management event that cannot occur in a session of this driver
  SPU_DRIVER_ABORT,        // External abort on a write to the buffer: its contents are not reliable
  SPU_DRIVER_UNMAPPED,     // a fault, and hooks.map did not repair it
  SPU_DRIVER_IGNORED       // a write was ignored: refused_register does not read back as written
};

// A constant sentence; never null.
const char *spu_driver_message(enum spu_driver_status status);

// ---------------------------------------------------------------------------------------------------------
// Data

enum {
  SPU_DRIVER_LOST = 1 << 0,      // records were lost after this chunk: PMBSR_EL1.DL
  SPU_DRIVER_COLLISION = 1 << 1  // samples collided during it: PMBSR_EL1.COLL
};

// The data of the buffer at one time: whole records, and padding between them.
struct spu_driver_chunk {
  uint64_t address;  // start of the buffer
  size_t size;       // bytes
  size_t partial;    // bytes of an incomplete record after it, which do not belong to it
  unsigned flags;    // SPU_DRIVER_ bits
};

// Functions of the kernel.
struct spu_driver_hooks {
  // Takes a chunk, which has data or flags. After it returns, the unit may overwrite the buffer.
  void (*take)(void *context, const struct spu_driver_chunk *chunk);
  // Maps the page of `address`, where the unit faulted, for writes of the unit. False if that is impossible. Null:
  // faults are not repaired.
  bool (*map)(void *context, uint64_t address);
  void *context;
};

struct spu_driver_session {
  uint64_t base;   // first byte of the buffer, as the unit sees it: aligned to 2^PMBIDR_EL1.Align
  uint64_t limit;  // the first byte after it, a multiple of 4096
  const uint8_t
      *memory;  // `base` for the driver, which reads it only after data loss, to find the last whole record
  uint32_t interval;  // operations from one sample to the next, a multiple of 256
  bool random;        // PMSIRR_EL1.RND
  // For tests: also permits 0, which the architecture does not define. With `random`, and without FEAT_SPE_ERnd,
  // OpenSPU then samples 1 to 255 operations later.
  bool any_interval;
  uint64_t pmscr;   // E1SPE, CX, PA, TS and PCT as needed; E0SPE is always set
  uint64_t pmsfcr;  // filters: values of the registers
  uint64_t pmsevfr;
  uint64_t pmsnevfr;  // used with PMSFCR_EL1.FnE only
  uint64_t pmslatfr;
};

struct spu_driver_counts {
  uint64_t interrupts;  // served, with an event
  uint64_t full;        // management events, including those at the end
  uint64_t faults;
  uint64_t losses;      // with DL
  uint64_t collisions;  // with COLL
  uint64_t bytes;       // taken
  uint64_t partial;     // bytes of incomplete records
};

struct spu_driver {
  struct spu_driver_bus bus;
  struct spu_driver_hooks hooks;
  struct spu_driver_session session;
  struct spu_driver_counts counts;
  // The unit: set by spu_driver_open().
  uint64_t pmsidr;
  uint64_t pmbidr;
  uint32_t align;         // log2 of the alignment of records
  uint32_t max_record;    // bytes
  uint32_t min_interval;  // operations
  // The newest event: set by spu_driver_serve() and spu_driver_stop().
  uint64_t pmbsr;
  uint64_t pmbptr;
  unsigned flags;  // SPU_DRIVER_ bits since the last chunk
  bool opened;
  bool started;
  // The first refused access since spu_driver_open(), with SPU_DRIVER_REFUSED; with SPU_DRIVER_IGNORED the register
  // whose write was ignored.
  uint16_t refused_register;  // encoding
  uint32_t refused_status;    // STATUS of the bridge: verdict and exception class
};

// ---------------------------------------------------------------------------------------------------------
// Functions

// Identifies the unit behind `bus`, turns it off and initialises *driver; copies bus and hooks. Errors:
// SPU_DRIVER_REFUSED, _IGNORED, _OWNED, _UNKNOWN.
enum spu_driver_status spu_driver_open(struct spu_driver *driver, const struct spu_driver_bus *bus,
                                       const struct spu_driver_hooks *hooks);

// Copies and programs *session, and starts profiling. Errors: SPU_DRIVER_STATE, _BUFFER, _INTERVAL and _UNSUPPORTED
// before any register is written; _REFUSED and _IGNORED, after which nothing is profiled.
enum spu_driver_status spu_driver_start(struct spu_driver *driver, const struct spu_driver_session *session);

// Serves PMBIRQ: waits for the records of sampled operations, hands out the data in the buffer, and resumes (D17.7.4).
// A fault without data loss is repaired by hooks.map; then profiling resumes at the saved pointer, and nothing is
// handed out. *event, unless null: whether there was an event; an interrupt without one changes nothing. Errors:
// SPU_DRIVER_STATE, _REFUSED, _IGNORED, _POINTER, _EVENT, _ABORT, _UNMAPPED.
enum spu_driver_status spu_driver_serve(struct spu_driver *driver, bool *event);

// Stops profiling, waits for the records of sampled operations, hands them out, and turns the buffer off. Always ends
// the session; the unit is off even after an error, unless that access was refused. Errors: as spu_driver_serve().
enum spu_driver_status spu_driver_stop(struct spu_driver *driver);

// Size of the whole records at the start of data[0..size). The data start with a record, and each record is padded to
// a multiple of 2^align (D18.1).
size_t spu_driver_whole_records(const uint8_t *data, size_t size, uint32_t align);

#endif  // TB_CORES_SOFTWARE_SPU_DRIVER_H
