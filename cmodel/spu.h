// SPDX-License-Identifier: Apache-2.0
//
// libspu: the reference model of the Statistical Profiling Unit (FEAT_SPE), and a decoder of its records.
//
// The model is the architecture's pseudocode (Arm ARM D17, D18, J1; functions keep Arm's names inside the
// library). It is stepped once per cycle beside an implementation. Each step it is given the
// implementation's input pins and the verification interface (vif: what the implementation says
// architecturally happened in this cycle); it answers with every output that those two determine. The
// caller compares. Nothing else of the implementation is ever looked at. docs/verification-interface.md is
// the contract in full.
//
// All state lives in one caller-owned `struct spu` (spu_size() bytes). The library allocates nothing, prints
// nothing, keeps no globals and never exits; every function that can fail returns an `enum spu_status`.
//
// spu_pins.h, which comes with it, has the pins of a cycle: struct spu_in, spu_op, spu_out and spu_vif.
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

// What is declared here is what the library exports; the functions that have Arm's names stay inside.
#pragma GCC visibility push(default)

enum { SPU_MAX_RECORD_PAGES = 2 };  // pages one record can touch: a record is far shorter than a page

// ---------------------------------------------------------------------------------------------------------
// Version: of everything in OpenSPU, by the rules of semantic versioning (CHANGELOG.md). These three numbers are
// where it is stated; the programs, the build and the packages read them here.

#define SPU_VERSION_MAJOR 0
#define SPU_VERSION_MINOR 1
#define SPU_VERSION_PATCH 0

#define SPU_VERSION_WORD(number) #number
#define SPU_VERSION_JOIN(major, minor, patch) \
  SPU_VERSION_WORD(major) "." SPU_VERSION_WORD(minor) "." SPU_VERSION_WORD(patch)
#define SPU_VERSION SPU_VERSION_JOIN(SPU_VERSION_MAJOR, SPU_VERSION_MINOR, SPU_VERSION_PATCH)

// The version of the library that runs, "0.1.0"; SPU_VERSION is that of the header a program was compiled with.
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
// Configuration: struct spu_config, in spu_config.h. It and the named ones are made from the table that the RTL's
// are made from, rtl/data/configurations.toml.

// The configuration `name`, from the table that RTL and model share.
// SPU_ERR_UNKNOWN_CONFIG if there is none; *config is then untouched.
enum spu_status spu_config_by_name(const char *name, struct spu_config *config);

// Name of the i-th configuration of the table, or null past its end.
const char *spu_config_name(size_t index);

// Whether the architecture permits this configuration and the unit can be built in it (requirements X1, F2;
// Arm ARM chapter A2, D24.7). SPU_ERR_CONFIG if not; *why (if not null) then says which rule it breaks first,
// in the words of the RTL's spu_config_check; it points to a constant string.
enum spu_status spu_config_check(const struct spu_config *config, const char **why);

// Bytes of the largest record this configuration can produce, padding to record_align included.
uint32_t spu_config_largest_record(const struct spu_config *config);

// The bound: cycles within which the implementation does what depends on nothing but itself
// (docs/verification-interface.md, "Bound").
uint32_t spu_config_bound(const struct spu_config *config);

enum spu_el { SPU_EL0 = 0, SPU_EL1 = 1, SPU_EL2 = 2, SPU_EL3 = 3 };

// ---------------------------------------------------------------------------------------------------------
// The model. `struct spu` is opaque: the caller provides spu_size() bytes aligned as by malloc, and owns them.

struct spu;

// Bytes of one `struct spu`.
size_t spu_size(void);

// What the implementation did that no sequence of pseudocode calls explains.
struct spu_violation {
  const char *rule;      // a sentence; null: no violation
  const char *function;  // the pseudocode function responsible
};

// One byte run written to the Profiling Buffer by a record, committed or not.
struct spu_write {
  uint64_t va;          // first byte
  uint64_t pa;          // its physical address
  uint8_t pas;          // physical address space {NSE, NS}: 0 Secure, 1 Non-secure, 3 Realm
  uint32_t len;         // bytes
  const uint8_t *data;  // inside struct spu, valid until the next spu_step
};

// Puts *spu into the reset state of `config`. SPU_ERR_CONFIG if spu_config_check fails; *spu is then unusable.
enum spu_status spu_init(struct spu *spu, const struct spu_config *config);

// Random bytes for PMSIRR_EL1.RND come from `next` (called with `context`) instead of the documented
// generator: for implementations that have their own. Null restores the documented generator.
void spu_set_random(struct spu *spu, uint8_t (*next)(void *context), void *context);

// Warm reset: registers, counters and operations in flight; the configuration stays.
void spu_reset(struct spu *spu);

// One cycle. `in` and `seen` are the implementation's pins and vif of this cycle; `out` receives every
// output they determine, `vif` the contents of each event that `seen` flags (all zero where not flagged).
// The first thing that cannot be explained is kept as the violation of this cycle.
void spu_step(struct spu *spu, const struct spu_in *in, const struct spu_vif *seen, struct spu_out *out,
              struct spu_vif *vif);

// The violation of the last step; rule is null if there was none.
struct spu_violation spu_last_violation(const struct spu *spu);

// Bytes the last step's commit, fault or synchronous External abort laid into the Profiling Buffer, in order: up
// to SPU_MAX_RECORD_PAGES runs. Returns how many were stored in writes[].
size_t spu_last_writes(const struct spu *spu, struct spu_write writes[SPU_MAX_RECORD_PAGES]);

// What a translation request for a page of a record carries.
struct spu_request {
  uint8_t el;    // owning translation regime: Exception level
  uint8_t ss;    // and Security state: 0 Secure, 1 Non-secure, 3 Realm
  bool nvm;      // without stage 1 translation: PMBLIMITR_EL1.nVM, the Effective value
  uint8_t sh;    // with nvm PMBMAR_EL1.SH; else 0
  uint8_t attr;  // with nvm PMBMAR_EL1.Attr; else 0
};

// That of a record whose write starts in the cycle after the last step, with these pins.
struct spu_request spu_next_request(const struct spu *spu, const struct spu_in *in);

// Profiling is stopped in that cycle: SPEProfilingStopped().
bool spu_next_stopped(const struct spu *spu, const struct spu_in *in);

// ---------------------------------------------------------------------------------------------------------
// The model as a unit: for a simulator of a PE that needs one rather than checks one (docs/verification-interface.md,
// "The model as a unit").

// One cycle in which the model itself does what an implementation may choose, as soon as it may: decisions, the
// writing of records, barriers. `out` and `vif` are what the unit shows; no violation follows. The caller is core and
// memory as for an implementation: the answer to an access comes in the next cycle, xlate_rsp_* answers
// spu_next_page(), and each vif.burst_valid is answered by axi_bvalid in a later cycle. A page is handed over in one
// cycle with axi_awready and axi_wready; its bytes are those of spu_last_writes() when the write ends.
void spu_act(struct spu *spu, const struct spu_in *in, struct spu_out *out, struct spu_vif *vif);

// Nothing is in flight, undecided, waiting or being written, every burst has its response and no barrier waits. A
// cycle without dispatch, access or barrier then changes nothing but performance monitors that count: it can be left
// out.
bool spu_idle(const struct spu *spu);

// The record being written needs the translation of a page, in the next cycle at the earliest: *va is the address of
// its first byte. spu_next_request() says in which regime. False, with *va untouched, if there is none.
bool spu_next_page(const struct spu *spu, uint64_t *va);

// ProfilingBufferEnabled() and StatisticalProfilingEnabled() in the next cycle, with these pins.
bool spu_next_enabled(const struct spu *spu, const struct spu_in *in);

// The answer to the access of the sysreg_* pins in the next cycle, without making it. *ec, unless null, is the
// exception class of a trap, else 0.
enum spu_verdict spu_next_access(const struct spu *spu, const struct spu_in *in, uint8_t *ec);

// How many operations may be dispatched from the next cycle on, with these pins, before the first that is selected or
// that loads an interval counter. 0 while profiling is not enabled, the unit is not idle, or a performance monitor is
// enabled.
uint64_t spu_countable(const struct spu *spu, const struct spu_in *in);

// Counts that many operations, as cycles that dispatch them would. SPU_ERR_ARGUMENT, and nothing is counted, if there
// are more than spu_countable().
enum spu_status spu_count(struct spu *spu, const struct spu_in *in, uint64_t operations);

// Operations selected so far, and what became of each (requirement C6): selected = collided + in flight +
// dropped + filtered + waiting + written + discarded[...].
struct spu_counts {
  uint64_t operations;        // members of the sample population (SAMPLE_POP)
  uint64_t selected;          // chosen by the interval counter, collisions included
  uint64_t collided;          // those of `late` included
  uint64_t late;              // sampled, and lost to an event that is reported synchronously (D17.8)
  uint64_t collided_pending;  // those of `late` that still have a tag
  uint64_t in_flight;         // marked, not yet at their decision, not collided
  uint64_t dropped;           // squashed and not recorded
  uint64_t filtered;          // rejected by SPECollectRecord()
  uint64_t waiting;           // kept, not yet committed or discarded
  uint64_t written;           // committed
  uint64_t bytes;             // of committed records
  uint64_t discarded[SPU_DISCARD_REASONS];  // by enum spu_discard
  uint64_t events;                          // Profiling Buffer management events
};
struct spu_counts spu_get_counts(const struct spu *spu);

// System register value as MRS would give it at EL3, by the sysreg_addr encoding, performance monitors included;
// false if there is no such register. PMBIDR_EL1.AddrMode is that for a buffer of EL2, whose owner the registers do
// not say. For checkers and debuggers; changes nothing.
bool spu_peek_register(const struct spu *spu, uint16_t sysreg_addr, uint64_t *value);

// ---------------------------------------------------------------------------------------------------------
// Records: a decoder of the byte stream (D18). Bounds-checked; any bytes are safe.

enum spu_packet_type {
  SPU_PACKET_PADDING,  // a run of padding bytes, between records or anywhere in one; index = 0, value = number of bytes
  SPU_PACKET_END,
  SPU_PACKET_TIMESTAMP,
  SPU_PACKET_EVENTS,
  SPU_PACKET_DATA_SOURCE,
  SPU_PACKET_CONTEXT,  // index: 0 EL1, 1 EL2
  SPU_PACKET_OP_TYPE,  // index: CLASS; value: SUBCLASS
  SPU_PACKET_ADDRESS,  // index: 0 PC, 1 branch target, 2 data VA, 3 data PA, 4 previous branch target
  SPU_PACKET_COUNTER,  // index: 0 total, 1 issue, 2 translation, 4 alternate clock issue
  SPU_PACKET_UNKNOWN   // a header with a defined length and no defined meaning
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

// Decodes one packet at data[0..size). *used receives its bytes (0 on error).
enum spu_decode_status spu_decode_packet(const uint8_t *data, size_t size, struct spu_packet *packet,
                                         size_t *used);

// A constant sentence for a decode status; never null.
const char *spu_decode_message(enum spu_decode_status status);

enum { SPU_PACKET_TEXT = 512 };  // bytes that the text of any packet and its terminator fit into

// Text of one packet, as Linux perf's raw dump of Arm SPE data words it (the text after the raw bytes).
// Writes at most size bytes including the terminator; returns the length the full text has.
size_t spu_packet_text(const struct spu_packet *packet, char *text, size_t size);

// The pseudocode function that produces this kind of packet, for mismatch reports; never null.
const char *spu_packet_function(const struct spu_packet *packet);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif  // SPU_H
