// SPDX-License-Identifier: Apache-2.0
//
// libspu: the golden model of the Statistical Profiling Unit (FEAT_SPE), and a decoder of its records.
//
// The model is the architecture's pseudocode (Arm ARM D17, D18, J1; functions keep Arm's names inside the
// library). It is stepped once per clock beside an implementation. Each step it is given the
// implementation's input pins and the verification interface (vif: what the implementation says
// architecturally happened in this clock); it answers with every output that those two determine. The
// caller compares. Nothing else of the implementation is ever looked at. docs/verification-interface.md is
// the contract in full.
//
// All state lives in one caller-owned `struct spu` (spu_size() bytes). The library allocates nothing, prints nothing, keeps no
// globals and never exits; every function that can fail returns an `enum spu_status`.
//
// spu_pins.h, which comes with it, has the pins of a cycle: struct spu_in, spu_op, spu_out and spu_vif.
#ifndef SPU_H
#define SPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spu_pins.h"
#include "spu_sysreg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SPU_MAX_RECORD_PAGES = 2 };  // pages one record can touch: a record is far shorter than a page

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
// Configuration. Field for field the RTL's spu_pkg::config_t (CamelCase there, snake_case here); the named
// configurations are the table in rtl/spu_config_pkg.sv, from which the C table is generated.

// What happens to a record when the Profiling Buffer is not enabled as the record is about to be written
// (Arm ARM D17.9.1 RSXWCP, RVCYWL).
enum spu_not_enabled_write {
  SPU_NOT_ENABLED_WRITE = 0,       // written
  SPU_NOT_ENABLED_DISCARD = 1,     // silently discarded
  SPU_NOT_ENABLED_NOT_ALLOWED = 2  // discarded, with an Access not allowed management event
};

// What an error response to a write of the unit does (Arm ARM D17.8.4). The unit does not look at how a translation
// faults: an External abort on a table walk is a fault that xlate reports.
enum spu_external_abort {
  SPU_ABORT_REPORTED_SYNC =
      0,                  // reported to the unit, with the address; PMBIDR_EL1.EA is 0. Not from FEAT_SPEv1p3
  SPU_ABORT_IGNORED = 1,  // PMBIDR_EL1.EA is 1
  SPU_ABORT_SERROR = 2,   // the PE takes an SError exception (pin serror); PMBIDR_EL1.EA is 2
  SPU_ABORT_REPORTED_ASYNC = 3  // reported to the unit when the response comes; as SPU_ABORT_REPORTED_SYNC
};

struct spu_config {
  // Size of the implementation.
  uint32_t dispatch_width;  // 1..8 operations per clock
  uint32_t axi_data_width;  // 64, 128, 256 or 512 bits
  uint32_t in_flight;       // 1..4 sampled operations in flight
  uint32_t record_align;    // PMBIDR_EL1.Align, log2 bytes, 0..11
  uint32_t ptr_align;       // PMBPTR_EL1[ptr_align-1:0] are RES0 (D24.7.4), 0..record_align
  uint32_t max_size;        // PMSIDR_EL1.MaxSize, log2 bytes, 4..7
  uint32_t min_interval;    // PMSIDR_EL1.Interval, the encoded 4-bit value
  uint32_t events_bytes;    // Events packet payload: 1, 2, 4 or 8
  uint32_t source_bytes;    // Data Source packet payload: 1 or 2; 0: no data source (PMSIDR_EL1.LDS = 0)
  // Exception levels and Security states.
  bool have_el2;
  bool have_el3;
  bool secure_only;  // without EL3: the PE executes in Secure state only
  bool have_sel2;    // FEAT_SEL2
  bool have_vhe;     // FEAT_VHE: HCR_EL2.E2H exists
  bool have_rme;     // FEAT_RME
  bool aarch32_el0;  // EL0 can use AArch32
  bool aarch32_el1;  // EL1 can use AArch32
  bool aarch32_el2;  // EL2 can use AArch32
  bool aarch32_el3;  // EL3 can use AArch32, as pin el3_aarch32 says
  // Features.
  uint32_t spe_version;    // 0: FEAT_SPE, 1: FEAT_SPEv1p1, ... 4: FEAT_SPEv1p4
  bool have_ernd;          // FEAT_SPE_ERnd
  bool have_pbt;           // FEAT_SPE_PBT
  bool have_fds;           // FEAT_SPE_FDS
  bool have_crr;           // FEAT_SPE_CRR
  bool have_ecv;           // FEAT_ECV
  bool have_ecv_poff;      // FEAT_ECV_POFF: CNTPOFF_EL2
  bool have_fgt;           // FEAT_FGT
  bool have_fgt2;          // FEAT_FGT2
  uint32_t nested_virt;    // 0: none, 1: FEAT_NV, 2: FEAT_NV2
  bool have_sve;           // FEAT_SVE
  bool have_tme;           // FEAT_TME
  bool have_mte;           // FEAT_MTE2
  bool have_mops;          // FEAT_MOPS
  bool have_gcs;           // FEAT_GCS
  bool have_pie;           // FEAT_S1PIE or FEAT_S2PIE: PMBSR_EL1.MSS2.DirtyBit
  bool have_poe;           // FEAT_S1POE or FEAT_S2POE: PMBSR_EL1.MSS2.Overlay
  bool have_the;           // FEAT_THE: PMBSR_EL1.MSS2.{TopLevel, AssuredOnly}
  uint32_t debug_version;  // 0: Armv8.0's, 2: FEAT_Debugv8p2, 4: FEAT_Debugv8p4
  uint32_t pmu_version;    // n of FEAT_PMUv3pn: 1, 4, 5, 7 or 8; 0: no performance monitors
  uint32_t pmu_counters;   // PMCR_EL0.N, 0..31 event counters
  // Numbers of the PMU events that the core reports (D14), 0 where there is none: pin pmu_event[n] is of event
  // pmu_events[n]. Each at most once, and none that the unit counts itself.
  uint16_t pmu_events[SPU_MAX_PMU_EVENTS];
  bool count_text;   // counting follows: false S3, true Arm ARM D13.5
  bool have_trace;   // there is a trace unit
  bool have_trf;     // FEAT_TRF: self-hosted trace controls
  bool trace_text;   // trace control follows: false S1, true Arm ARM D3
  bool count_16bit;  // PMSIDR_EL1.CountSize: 16-bit counters instead of 12-bit
  // IMPLEMENTATION DEFINED choices.
  bool arch_inst;            // PMSIDR_EL1.ArchInst: architecture instructions are sampled, not micro-ops
  bool squashed_recorded;    // operations that do not retire are recorded (D17.6.7), not dropped
  bool va_top_byte_zero;     // data VA packet: top byte reads as zero when TBI does not apply
  bool dirty_managed;        // PMBIDR_EL1.F
  uint32_t external_abort;   // enum spu_external_abort
  uint64_t impdef_events;    // events 63:48, 31:24, 15:12 that exist
  uint32_t optional_filter;  // which of events {10,9,8,4,2} can be filtered before v1p4: bit n = event n
  // CONSTRAINED UNPREDICTABLE choices.
  bool zero_events_reject;   // FE=1 with a zero PMSEVFR_EL1: true rejects every record, false acts as FE=0
  bool no_types_reject;      // FT=1 with B, LD, ST all zero: likewise
  bool zero_latency_reject;  // FL=1 with MINLAT zero: likewise
  bool
      both_events_reject;  // FE=1 and FnE=1 with a bit set in both registers: likewise, of both event filters
  uint32_t not_enabled_write;  // enum spu_not_enabled_write
  uint32_t reserved_nsxb;      // value that a reserved MDCR_EL3.{NSPBE,NSPB} acts as (3 bits: 0xx, 01x, 11x)
  uint32_t reserved_pct;       // value that a reserved PMSCR_ELx.PCT (0b10) acts as: 0, 1 or 3
  uint32_t reserved_trf_el1;   // value that a reserved TRFCR_EL1.TS acts as: 1, 3, or 2 with FEAT_ECV
  uint32_t reserved_trf_el2;   // value that a reserved TRFCR_EL2.TS acts as: 0, 1, 3, or 2 with FEAT_ECV
  bool el3_trap_priority;      // EDSCR.SDD = 1 in Debug state: an EL3 trap is UNDEFINED before any EL2 trap
};

// The named configuration `name`, from the one table both languages use.
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

// One clock. `in` and `seen` are the implementation's pins and vif of this clock; `out` receives every
// output they determine, `vif` the contents of each event that `seen` flags (all zero where not flagged).
// The first thing that cannot be explained is kept as the violation of this clock.
void spu_step(struct spu *spu, const struct spu_in *in, const struct spu_vif *seen, struct spu_out *out,
              struct spu_vif *vif);

// The violation of the last step; rule is null if there was none.
struct spu_violation spu_last_violation(const struct spu *spu);

// Bytes the last step's commit, fault or synchronous External abort laid into the Profiling Buffer, in order: up
// to SPU_MAX_RECORD_PAGES runs. Returns how many were stored in writes[].
size_t spu_last_writes(const struct spu *spu, struct spu_write writes[SPU_MAX_RECORD_PAGES]);

// Operations selected so far, and what became of each (requirement C6): selected = collided + in flight +
// dropped + filtered + waiting + written + discarded[...].
struct spu_counts {
  uint64_t operations;  // members of the sample population (SAMPLE_POP)
  uint64_t selected;    // chosen by the interval counter, collisions included
  uint64_t collided;    // those of `late` included
  uint64_t late;        // sampled, and lost to an event that is reported synchronously (D17.8)
  uint64_t held;        // of those, the ones that keep a tag or a place in the queue
  uint64_t in_flight;   // marked, not yet at their verdict, not collided
  uint64_t dropped;     // squashed and not recorded
  uint64_t filtered;    // rejected by SPECollectRecord()
  uint64_t waiting;     // kept, not yet committed or discarded, not collided
  uint64_t written;     // committed
  uint64_t bytes;       // of committed records
  uint64_t discarded[SPU_DISCARD_REASONS];  // by enum spu_discard; a collided record is in `collided`
  uint64_t events;                          // Profiling Buffer management events
};
struct spu_counts spu_get_counts(const struct spu *spu);

// System register value as MRS would give it at EL3, by the sysreg_addr encoding, performance monitors included;
// false if there is no such register. For checkers and debuggers; changes nothing.
bool spu_peek_register(const struct spu *spu, uint16_t sysreg_addr, uint64_t *value);

// ---------------------------------------------------------------------------------------------------------
// Records: a decoder of the byte stream (D18). Bounds-checked; any bytes are safe.

enum spu_packet_type {
  SPU_PACKET_PADDING,  // a run of padding bytes; index = 0, value = number of bytes
  SPU_PACKET_END,
  SPU_PACKET_TIMESTAMP,
  SPU_PACKET_EVENTS,
  SPU_PACKET_DATA_SOURCE,
  SPU_PACKET_CONTEXT,  // index: 0 EL1, 1 EL2
  SPU_PACKET_OP_TYPE,  // index: CLASS; value: SUBCLASS
  SPU_PACKET_ADDRESS,  // index: 0 PC, 1 branch target, 2 data VA, 3 data PA, 4 previous branch target
  SPU_PACKET_COUNTER,  // index: 0 total, 1 issue, 2 translation
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
  SPU_DECODE_BAD_HEADER    // no header starts with this byte
};

// Decodes one packet at data[0..size). *used receives its bytes (0 on error).
enum spu_decode_status spu_decode_packet(const uint8_t *data, size_t size, struct spu_packet *packet,
                                         size_t *used);

// A constant sentence for a decode status; never null.
const char *spu_decode_message(enum spu_decode_status status);

// Text of one packet, as Linux perf's raw dump of Arm SPE data words it (the text after the raw bytes).
// Writes at most size bytes including the terminator; returns the length the full text has.
size_t spu_packet_text(const struct spu_packet *packet, char *text, size_t size);

// The pseudocode function that produces this kind of packet, for mismatch reports; never null.
const char *spu_packet_function(const struct spu_packet *packet);

#ifdef __cplusplus
}
#endif

#endif  // SPU_H
