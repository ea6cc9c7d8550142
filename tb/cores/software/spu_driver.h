// SPDX-License-Identifier: Apache-2.0
//
// A driver for the unit behind rtl/spu_mmio.sv: what Linux's arm_spe driver does, for a kernel without a C library,
// of 32 or 64 bits. It allocates nothing, prints nothing and keeps no globals; all state is in a struct that the
// caller owns. What it needs is memcpy() and memset(), which GCC wants of every program.
//
//   spu_driver_open()    looks at the unit, and leaves it off
//   spu_driver_start()   programs a session; the unit profiles from then on
//   spu_driver_serve()   at each interrupt (PMBIRQ), and then profiling goes on
//   spu_driver_stop()    profiling off; what is still in the unit and in the buffer comes out
//
// It acts as EL1 and is not reentrant: call it with interrupts disabled. After an error, profiling is where the error
// left it; spu_driver_stop() turns it off as far as it can.
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
  SPU_MMIO_STATUS = 0x10,         // of the last register access that was refused; a store clears it
  SPU_MMIO_STATUS_VERDICT = 0x7,  // enum spu_verdict
  SPU_MMIO_REGISTERS = 0x20000,   // + spu_mmio_register()
  SPU_MMIO_BYTES = 0x40000
};

// Offset of a register in the bridge.
static inline uint32_t spu_mmio_register(uint16_t encoding)
{
  return (uint32_t)SPU_MMIO_REGISTERS + ((uint32_t)(encoding & 0x3FFFU) << 3);
}

// How the driver reaches the bridge. Accesses are made in program order; a store has reached the bridge when it
// returns. Where the registers are reached by MSR instead, `store` is MSR and ISB, and a load of the DSB word ends
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
  SPU_DRIVER_OWNED,        // PMBIDR_EL1.P is 1: the buffer is another Exception level's or Security state's
  SPU_DRIVER_UNKNOWN,      // an identification register has a value that this driver does not know
  SPU_DRIVER_BUFFER,       // a buffer that is not aligned, has no room for a record, or is not one range
  SPU_DRIVER_INTERVAL,     // an interval that is no multiple of 256, too short for the unit, or too long
  SPU_DRIVER_UNSUPPORTED,  // a filter or a field of PMSCR_EL1 that the unit or this driver does not have
  SPU_DRIVER_STATE,        // not open, already started, or not started
  SPU_DRIVER_POINTER,      // PMBPTR_EL1 is outside the buffer
  SPU_DRIVER_EVENT,        // a management event that no session of this driver can have
  SPU_DRIVER_ABORT,        // External abort on a write to the buffer: its contents cannot be relied on
  SPU_DRIVER_UNMAPPED,     // a fault, and hooks.map did not repair it
  SPU_DRIVER_IGNORED       // a write did not take: refused_register does not read as it was written
};

// A constant sentence; never null.
const char *spu_driver_message(enum spu_driver_status status);

// ---------------------------------------------------------------------------------------------------------
// Data

enum {
  SPU_DRIVER_LOST = 1 << 0,      // records were lost after this chunk: PMBSR_EL1.DL
  SPU_DRIVER_COLLISION = 1 << 1  // samples collided during it: PMBSR_EL1.COLL
};

// What is taken out of the buffer at once: whole records, and padding between them.
struct spu_driver_chunk {
  uint64_t address;  // of its first byte; the buffer's first
  size_t size;       // bytes
  size_t partial;    // bytes behind it of a record that is not whole, and is not part of it
  unsigned flags;    // SPU_DRIVER_ bits
};

// What the driver asks of the kernel around it.
struct spu_driver_hooks {
  // Takes a chunk: when it returns, the unit may write the buffer again. Called for chunks with data or flags only.
  void (*take)(void *context, const struct spu_driver_chunk *chunk);
  // Maps the page of `address`, at which the unit faulted, for the unit to write. False if that cannot be. Null: no
  // fault can be repaired.
  bool (*map)(void *context, uint64_t address);
  void *context;
};

// What a session is.
struct spu_driver_session {
  uint64_t base;          // first byte of the buffer, as the unit sees it: aligned to 2^PMBIDR_EL1.Align
  uint64_t limit;         // the first byte after it, a multiple of 4096
  const uint8_t *memory;  // where this code reads `base`; only after data loss, to find the last whole record
  uint32_t interval;      // operations from one sample to the next, a multiple of 256
  bool random;            // PMSIRR_EL1.RND
  // To test a unit: 0 too, of which the architecture promises nothing. With `random`, and without FEAT_SPE_ERnd,
  // OpenSPU then samples 1 to 255 operations later.
  bool any_interval;
  uint64_t pmscr;   // of E1SPE, CX, PA, TS and PCT those that are wanted; E0SPE always is
  uint64_t pmsfcr;  // filters, as the registers have them
  uint64_t pmsevfr;
  uint64_t pmsnevfr;  // used with PMSFCR_EL1.FnE only
  uint64_t pmslatfr;
};

struct spu_driver_counts {
  uint64_t interrupts;  // served, for a reason
  uint64_t full;        // management events, those of the end included
  uint64_t faults;
  uint64_t losses;      // with DL
  uint64_t collisions;  // with COLL
  uint64_t bytes;       // taken
  uint64_t partial;     // bytes of records that were not whole
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
  // Of the first access that was refused since spu_driver_open(), with SPU_DRIVER_REFUSED; with SPU_DRIVER_IGNORED the
  // register whose write was ignored.
  uint16_t refused_register;  // encoding
  uint32_t refused_status;    // STATUS of the bridge: verdict and exception class
};

// ---------------------------------------------------------------------------------------------------------
// Functions

// Looks at the unit behind `bus`, turns it off and fills in *driver, whatever was in it; bus and hooks are copied.
// SPU_DRIVER_REFUSED, _IGNORED, _OWNED, _UNKNOWN.
enum spu_driver_status spu_driver_open(struct spu_driver *driver, const struct spu_driver_bus *bus,
                                       const struct spu_driver_hooks *hooks);

// Programs *session, which is copied, and starts to profile. SPU_DRIVER_STATE, _BUFFER, _INTERVAL and _UNSUPPORTED
// before anything is written; _REFUSED, _IGNORED: nothing is profiled.
enum spu_driver_status spu_driver_start(struct spu_driver *driver, const struct spu_driver_session *session);

// Serves PMBIRQ: waits for the records of what was sampled, hands out what is in the buffer, and resumes (D17.7.4). A
// fault without data loss is repaired by hooks.map, and profiling resumes at the saved pointer; nothing is handed out
// then.
// *event, unless null: whether there was an event; an interrupt without one changes nothing. SPU_DRIVER_STATE,
// _REFUSED,
// _IGNORED, _POINTER, _EVENT, _ABORT, _UNMAPPED.
enum spu_driver_status spu_driver_serve(struct spu_driver *driver, bool *event);

// Turns profiling off, waits for the records of what was sampled, hands them out, and turns the buffer off. Always
// leaves the session; after an error too the unit is off, unless that was refused. Errors as spu_driver_serve().
enum spu_driver_status spu_driver_stop(struct spu_driver *driver);

// Bytes of the whole records at the start of data[0..size), which starts with a record; each ends at a multiple of
// 2^align from there (D18.1).
size_t spu_driver_whole_records(const uint8_t *data, size_t size, uint32_t align);

#endif  // TB_CORES_SOFTWARE_SPU_DRIVER_H
