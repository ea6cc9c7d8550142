// SPDX-License-Identifier: Apache-2.0
//
// libspu: the reference model of the Statistical Profiling Unit (FEAT_SPE), and a decoder of its records.
//
// The model is the architecture's pseudocode (Arm ARM D17, D18, J1; functions keep Arm's names inside the library). It
// is stepped once per cycle beside an implementation. The inputs of a step are the implementation's input pins and its
// verification interface (vif), which reports the architectural events of the cycle. The outputs are all outputs of the
// implementation that these two determine; the caller compares them. The model needs nothing else from the
// implementation. docs/verification-interface.md is the full contract.
//
// All state is in one caller-owned `struct spu` (spu_size() bytes). The library allocates nothing, prints nothing,
// keeps no globals and never exits; every function that can fail returns an `enum spu_status`.
//
// spu_pins.h has the pins of a cycle: struct spu_in, spu_op, spu_out and spu_vif.
#ifndef SPU_H
#define SPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spu_config.h"
#include "spu_pins.h"
#include "spu_sysreg.h"

#ifdef __cplusplus
extern "C" {
#endif

// The library exports only what this header declares; the functions with Arm's names are internal.
#pragma GCC visibility push(default)

enum { SPU_MAX_RECORD_PAGES = 2 };  // pages that one record can touch: a record is much shorter than a page

// ---------------------------------------------------------------------------------------------------------
// Version of all of OpenSPU, by semantic versioning (CHANGELOG.md). These three numbers are its only definition: the
// programs, the build and the packages read them here.

#define SPU_VERSION_MAJOR 0
#define SPU_VERSION_MINOR 1
#define SPU_VERSION_PATCH 0

#define SPU_VERSION_WORD(number) #number
#define SPU_VERSION_JOIN(major, minor, patch) \
  SPU_VERSION_WORD(major) "." SPU_VERSION_WORD(minor) "." SPU_VERSION_WORD(patch)
#define SPU_VERSION SPU_VERSION_JOIN(SPU_VERSION_MAJOR, SPU_VERSION_MINOR, SPU_VERSION_PATCH)

// The version of the linked library, such as "0.1.0"; SPU_VERSION is that of the header at compile time.
const char *spu_version(void);

// ---------------------------------------------------------------------------------------------------------
// Status

enum spu_status {
  SPU_OK = 0,
  SPU_ERR_ARGUMENT,       // a null pointer or an argument out of its documented range
  SPU_ERR_CONFIG,         // a configuration that is not permitted (spu_config_check says why)
  SPU_ERR_UNKNOWN_CONFIG  // no configuration of that name
};

// A constant sentence for a status; never null.
const char *spu_status_message(enum spu_status status);

// ---------------------------------------------------------------------------------------------------------
// Configuration: struct spu_config, in spu_config.h. RTL and model generate the struct and the named configurations
// from the same table, rtl/data/configurations.toml.

// The configuration `name` of that table. SPU_ERR_UNKNOWN_CONFIG, with *config unchanged, if there is none.
enum spu_status spu_config_by_name(const char *name, struct spu_config *config);

// Name of configuration `index` in the table, or null past its end.
const char *spu_config_name(size_t index);

// Checks that the architecture permits this configuration and that the unit supports it (requirements X1, F2; Arm ARM
// chapter A2, D24.7). If not, returns SPU_ERR_CONFIG and sets *why, unless `why` is null, to a constant string: the
// first rule that it breaks, worded as in the RTL's spu_config_check.
enum spu_status spu_config_check(const struct spu_config *config, const char **why);

// Bytes of the largest record that this configuration can produce, including the padding to record_align.
uint32_t spu_config_largest_record(const struct spu_config *config);

// The bound: cycles within which the implementation completes work for which it need not wait for its environment
// (docs/verification-interface.md, "Bound").
uint32_t spu_config_bound(const struct spu_config *config);

enum spu_el { SPU_EL0 = 0, SPU_EL1 = 1, SPU_EL2 = 2, SPU_EL3 = 3 };

// ---------------------------------------------------------------------------------------------------------
// The model. `struct spu` is opaque: the caller provides and owns spu_size() bytes, aligned as by malloc.

struct spu;

// Bytes of one `struct spu`.
size_t spu_size(void);

// Behaviour of the implementation that no sequence of pseudocode calls explains.
struct spu_violation {
  const char *rule;      // a sentence; null: no violation
  const char *function;  // the pseudocode function responsible
};

// A run of bytes that a record, committed or not, wrote to the Profiling Buffer.
struct spu_write {
  uint64_t va;          // first byte
  uint64_t pa;          // its physical address
  uint8_t pas;          // physical address space {NSE, NS}: 0 Secure, 1 Non-secure, 3 Realm
  uint32_t len;         // bytes
  const uint8_t *data;  // inside struct spu, valid until the next spu_step
};

// Puts *spu into the reset state of `config`. SPU_ERR_CONFIG if spu_config_check fails; *spu is then unusable.
enum spu_status spu_init(struct spu *spu, const struct spu_config *config);

// Takes the random bytes for PMSIRR_EL1.RND from `next`, called with `context`, for implementations with a generator of
// their own. Null restores the documented generator.
void spu_set_random(struct spu *spu, uint8_t (*next)(void *context), void *context);

// Warm reset: clears registers, counters and operations in flight; keeps the configuration.
void spu_reset(struct spu *spu);

// One cycle. `in` and `seen` are the implementation's pins and vif in this cycle. `out` receives every output that they
// determine, `vif` the contents of each event that `seen` flags, zero for the others. The first behaviour that cannot
// be explained is stored as the violation of this cycle. With registered_pins the model has the flip-flops at the pins:
// control fields of the PE take effect in the next step, and interrupt levels are those of the last one.
void spu_step(struct spu *spu, const struct spu_in *in, const struct spu_vif *seen, struct spu_out *out,
              struct spu_vif *vif);

// The violation of the last step; rule is null if there was none.
struct spu_violation spu_last_violation(const struct spu *spu);

// The bytes that the write which ended in the last step (commit, fault or synchronous External abort) stored in the
// Profiling Buffer, in order: up to SPU_MAX_RECORD_PAGES runs. Returns the number of entries set in writes[].
size_t spu_last_writes(const struct spu *spu, struct spu_write writes[SPU_MAX_RECORD_PAGES]);

// The pins `in` as they take effect in the cycle after the last step: with registered_pins, the control fields of the
// PE are those of the last step. Writes all of *applied.
void spu_next_pins(const struct spu *spu, const struct spu_in *in, struct spu_in *applied);

// Attributes of a translation request for a page of a record.
struct spu_request {
  uint8_t el;    // owning translation regime: Exception level
  uint8_t ss;    // and Security state: 0 Secure, 1 Non-secure, 3 Realm
  bool nvm;      // no stage 1 translation: the Effective value of PMBLIMITR_EL1.nVM
  uint8_t sh;    // PMBMAR_EL1.SH with nvm; else 0
  uint8_t attr;  // PMBMAR_EL1.Attr with nvm; else 0
};

// The request for a record whose write starts in the cycle after the last step, with these pins.
struct spu_request spu_next_request(const struct spu *spu, const struct spu_in *in);

// Whether profiling is stopped in that cycle: SPEProfilingStopped().
bool spu_next_stopped(const struct spu *spu, const struct spu_in *in);

// ---------------------------------------------------------------------------------------------------------
// The model as a unit: for a simulator of a PE that needs a unit instead of checking one
// (docs/verification-interface.md, "The model as a unit").

// One cycle in which the model makes the implementation's choices itself, as early as allowed: decisions, the writing
// of records, barriers. `out` and `vif` are the unit's outputs; there is never a violation. The caller acts as core and
// memory as for an implementation: the response to an access comes in the next cycle, xlate_rsp_* answers
// spu_next_page(), and axi_bvalid answers each vif.burst_valid in a later cycle. A page is transferred in one cycle
// with axi_awready and axi_wready; spu_last_writes() returns its bytes when the write ends.
void spu_act(struct spu *spu, const struct spu_in *in, struct spu_out *out, struct spu_vif *vif);

// True if nothing is in flight, undecided, waiting or being written, every burst has its response, and no barrier
// waits. A cycle without dispatch, access or barrier then changes only performance monitors that count, so the caller
// may skip it; with registered_pins, from the fourth such cycle with the same pins on.
bool spu_idle(const struct spu *spu);

// True if the record being written needs the translation of a page, in the next cycle at the earliest; *va is then the
// address of the page's first byte, and spu_next_request() has the regime. Else false, with *va unchanged.
bool spu_next_page(const struct spu *spu, uint64_t *va);

// ProfilingBufferEnabled() and StatisticalProfilingEnabled() in the next cycle, with these pins.
bool spu_next_enabled(const struct spu *spu, const struct spu_in *in);

// The verdict that the access on the sysreg_* pins would get in the next cycle, without making the access. *ec, unless
// `ec` is null, is the exception class of a trap, else 0.
enum spu_verdict spu_next_access(const struct spu *spu, const struct spu_in *in, uint8_t *ec);

// Number of operations that can be dispatched from the next cycle on, with these pins, before one is selected or loads
// an interval counter. 0 while profiling is not enabled, the unit is not idle, a performance monitor is enabled, or,
// with registered_pins, the last step had other pins of the PE.
uint64_t spu_countable(const struct spu *spu, const struct spu_in *in);

// Counts `operations` operations as cycles that dispatch them would. SPU_ERR_ARGUMENT, and nothing is counted, if that
// exceeds spu_countable().
enum spu_status spu_count(struct spu *spu, const struct spu_in *in, uint64_t operations);

// Operations selected so far, and the outcome of each (requirement C6): selected = collided + in_flight + dropped +
// filtered + waiting + written + discarded[...].
struct spu_counts {
  uint64_t operations;        // members of the sample population (SAMPLE_POP)
  uint64_t selected;          // selected by the interval counter, including collisions
  uint64_t collided;          // includes `late`
  uint64_t late;              // sampled, then lost to an event that is reported synchronously (D17.8)
  uint64_t collided_pending;  // part of `late` that still has a tag
  uint64_t in_flight;         // marked, undecided, not collided
  uint64_t dropped;           // squashed and not recorded
  uint64_t filtered;          // rejected by SPECollectRecord()
  uint64_t waiting;           // kept, not yet committed or discarded
  uint64_t written;           // committed
  uint64_t bytes;             // of committed records
  uint64_t discarded[SPU_DISCARD_REASONS];  // by enum spu_discard
  uint64_t events;                          // Profiling Buffer management events
};
struct spu_counts spu_get_counts(const struct spu *spu);

// The value that MRS of the encoding `sysreg_addr` would return at EL3, including performance monitors; false if there
// is no such register. PMBIDR_EL1.AddrMode is returned for a buffer that EL2 owns, because the registers alone do not
// determine the owner. For checkers and debuggers; no side effects.
bool spu_peek_register(const struct spu *spu, uint16_t sysreg_addr, uint64_t *value);

// ---------------------------------------------------------------------------------------------------------
// Records: a decoder of the byte stream (D18). Bounds-checked: arbitrary bytes are safe.

enum spu_packet_type {
  SPU_PACKET_PADDING,  // a run of padding bytes, between records or anywhere in one; index = 0, value = number of bytes
  SPU_PACKET_END,
  SPU_PACKET_TIMESTAMP,
  SPU_PACKET_EVENTS,
  SPU_PACKET_DATA_SOURCE,
  SPU_PACKET_CONTEXT,  // index: 0 EL1, 1 EL2
  SPU_PACKET_OP_TYPE,  // index: CLASS; value: SUBCLASS
  SPU_PACKET_ADDRESS,  // index: 0 PC, 1 branch target, 2 data VA, 3 data PA, 4 previous branch target
  SPU_PACKET_COUNTER,  // index: 0 total, 1 issue, 2 translation, 4 alternate clock issue, 6 exposed
  SPU_PACKET_UNKNOWN   // a header of defined length without a defined meaning
};

struct spu_packet {
  enum spu_packet_type type;
  uint8_t index;
  uint8_t header[2];      // header[1] is used only by extended headers
  uint8_t header_bytes;   // 1 or 2; for padding 0
  uint8_t payload_bytes;  // 0, 1, 2, 4 or 8
  uint64_t value;         // payload, little-endian
};

enum spu_decode_status {
  SPU_DECODE_OK = 0,
  SPU_DECODE_END_OF_DATA,  // no byte left
  SPU_DECODE_TRUNCATED,    // the stream ends inside a packet
  SPU_DECODE_BAD_HEADER    // byte 1 of an extended header is itself the start of an extended header
};

// Decodes one packet from data[0..size). *used receives the packet's length in bytes, 0 on error.
enum spu_decode_status spu_decode_packet(const uint8_t *data, size_t size, struct spu_packet *packet,
                                         size_t *used);

// A constant sentence for a decode status; never null.
const char *spu_decode_message(enum spu_decode_status status);

enum { SPU_PACKET_TEXT = 512 };  // size of a buffer for the text of any packet, terminator included

// Text of one packet, worded like Linux perf's raw dump of Arm SPE data (the text after the raw bytes). Writes at most
// `size` bytes including the terminator; returns the length of the full text.
size_t spu_packet_text(const struct spu_packet *packet, char *text, size_t size);

// The pseudocode function that produces this kind of packet, for mismatch reports; never null.
const char *spu_packet_function(const struct spu_packet *packet);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif  // SPU_H
