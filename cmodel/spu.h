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
#ifndef SPU_H
#define SPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spu_config.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SPU_MAX_SLOTS = 8,         // dispatch slots per clock
  SPU_MAX_TAGS = 4,          // sampled operations in flight
  SPU_MAX_RECORD = 128,      // bytes of one record, padding included
  SPU_MAX_AXI_BYTES = 64,    // bytes of one AXI beat
  SPU_MAX_RECORD_PAGES = 2,  // pages one record can touch: a record is far shorter than a page
  SPU_MAX_COUNTERS = 31      // event counters of the performance monitors
};

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

// ---------------------------------------------------------------------------------------------------------
// Input pins of one clock. The same groups, names and meanings as spu_top's (docs/integration.md).

enum spu_el { SPU_EL0 = 0, SPU_EL1 = 1, SPU_EL2 = 2, SPU_EL3 = 3 };

// How the core ended a sampled operation (D17.6.7, D17.6.10).
enum spu_op_how {
  SPU_OP_RETIRED = 0,    // architecturally executed
  SPU_OP_EXCEPTION = 1,  // completed with a synchronous exception
  SPU_OP_SQUASHED = 2    // did not retire: misspeculated
};

// What a sampled operation was, in the architecture's classes (D18.2.7). The unit derives the Operation Type
// packet and the filter type from this and the flags below.
enum spu_op_kind {
  SPU_KIND_OTHER = 0,          // cond: conditional select or compare
  SPU_KIND_BRANCH = 1,         // cond, indirect
  SPU_KIND_LDST_GENERAL = 2,   // store
  SPU_KIND_LDST_SIMD_FP = 3,   // store
  SPU_KIND_LDST_EXTENDED = 4,  // store, acq_rel, exclusive, atomic: at least one of the last three
  // The rest need features; without them they are recorded as the class that the architecture then has.
  SPU_KIND_LDST_SVE = 5,          // store, predicated, gather_scatter, evl
  SPU_KIND_LDST_UNSPECIFIED = 6,  // store
  SPU_KIND_LDST_NV2 = 7,          // store: System register access that FEAT_NV2 made a memory access
  SPU_KIND_LDST_TAG = 8,          // store: Allocation Tags
  SPU_KIND_LDST_MEM_COPY = 9,     // store: which half of a Memory Copy
  SPU_KIND_LDST_MEM_SET = 10,     // always a store
  SPU_KIND_LDST_GCS = 11,  // store: Guarded Control Stack, of no branch with link and no procedure return
  SPU_KIND_SVE = 12        // SVE data processing: predicated, fp, evl
};

// One sampled operation's report, per tag. `issued`, `xlate_busy`, `completed` and `finished` mean what they say in
// the clock they are high. The operation completes in the first clock in which `completed` or `finished` is high:
// everything below `finished` is read in that clock, but for `how` and the fields named previous, which are read in
// the clock of `finished`. Ignored for a tag that is not in flight, and in the clock the tag is marked.
struct spu_op {
  bool issued;          // the operation has left its issue queue in this clock
  bool xlate_busy;      // at least one part of it waits for the MMU in this clock
  bool completed;       // it can no longer stall a consumer (D18.2)
  bool finished;        // its fate is known: the last clock of its life
  uint8_t how;          // enum spu_op_how
  uint8_t kind;         // enum spu_op_kind
  bool cond;            // conditional branch, select or compare
  bool indirect;        // indirect branch (exception returns included)
  bool store;           // memory: not a memory-reading operation (LDST = 1)
  bool acq_rel;         // acquire or release semantics
  bool exclusive;       // load/store exclusive
  bool atomic;          // atomic
  bool predicated;      // SVE: under a Governing predicate
  bool gather_scatter;  // SVE: gather load or scatter store
  bool fp;              // SVE data processing: floating-point
  uint8_t evl;          // SVE: EVL, 3 bits: vector length 32 << evl bits
  bool call;            // branch with link
  bool ret;             // procedure return
  bool gcs;             // the branch accesses the Guarded Control Stack
  bool va_valid;        // an access was made at va
  bool va_tbi;          // the Top Byte Ignore bit that applies to va is 1
  bool pa_valid;        // va was translated: pa, pa_ns are its result
  bool pa_ns;           // pa is in the Non-secure physical address space
  bool pa_nse;          // FEAT_RME: {pa_nse, pa_ns} is the physical address space
  bool pa_checked;      // FEAT_MTE2: checked against an Allocation Tag
  uint8_t pa_tag;       // Physical Address Tag, 4 bits
  bool target_valid;    // taken branch: target, target_el, target_ns
  bool target_ns;       // Security state at the target is Non-secure
  bool target_nse;      // FEAT_RME: {target_nse, target_ns} is the Security state
  uint8_t target_el;    // Exception level at the target
  bool previous_valid;  // FEAT_SPE_PBT: the previous branch target is known and may be recorded (D17.6.3.1)
  bool previous_ns;
  bool previous_nse;
  uint8_t previous_el;
  bool source_valid;  // load: the data source is known
  uint16_t source;    // Data Source payload
  uint64_t events;    // Events packet bits as in D18.2.6; bits 0 and 1 are ignored, `how` decides them
  uint64_t va;        // data virtual address
  uint64_t pa;        // data physical address, 56 bits
  uint64_t target;    // branch target virtual address
  uint64_t previous;  // target virtual address of the last taken branch retired before this operation
};

struct spu_in {
  // sysreg: one MRS or MSR. The answer comes in the next clock.
  bool sysreg_valid;
  bool sysreg_write;
  uint16_t sysreg_addr;  // op0[15:14] op1[13:11] CRn[10:7] CRm[6:3] op2[2:0]
  uint64_t sysreg_wdata;
  // pe: the PE's state and the control fields this unit reads.
  uint8_t pe_el;    // PSTATE.EL
  bool pe_aarch32;  // PSTATE.nRW
  bool pe_debug;    // Debug state
  bool
      el3_aarch32;  // EL3 uses AArch32, and so does every level; the registers named are then SCR, SDCR, HDCR ...
  bool edscr_sdd;  // EDSCR.SDD: EL3 is not accessible to the debugger
  bool edscr_tfo;  // EDSCR.TFO: trace filter override
  bool scr_el3_ns;
  bool scr_el3_nse;
  bool scr_el3_eel2;
  bool scr_el3_rw;
  bool scr_el3_fgten;
  bool scr_el3_fgten2;
  bool scr_el3_ecven;
  bool hcr_el2_tge;
  bool hcr_el2_e2h;
  bool hcr_el2_rw;
  bool hcr_el2_nv;
  bool hcr_el2_nv1;
  bool hcr_el2_nv2;
  bool hstr_el2_t9;       // HSTR_EL2.T9, HSTR.T9: AArch32 accesses from EL1 and EL0 to registers of CRn = 9
  uint8_t mdcr_el2_e2pb;  // 2 bits
  bool mdcr_el2_tpms;
  bool mdcr_el2_tpm;
  bool mdcr_el2_tpmcr;
  uint8_t mdcr_el2_hpmn;  // 5 bits
  bool mdcr_el2_hpme;
  bool mdcr_el2_hpmd;
  bool mdcr_el2_hccd;
  bool mdcr_el2_hlp;
  bool mdcr_el2_hpmfzo;
  bool mdcr_el2_hpmfzs;
  uint8_t mdcr_el3_nspb;  // 2 bits
  bool mdcr_el3_nspbe;
  bool mdcr_el3_enpmsn;
  bool mdcr_el3_enpms3;
  bool mdcr_el3_tpm;
  bool mdcr_el3_spme;
  bool mdcr_el3_mpmx;
  bool mdcr_el3_sccd;
  bool mdcr_el3_mccd;
  bool mdcr_el3_ste;
  bool mdcr_el3_rlte;
  bool sder_suniden;
  uint64_t hdfgrtr_el2;  // fine-grained read traps, of debug and profiling registers
  uint64_t hdfgwtr_el2;  // write traps
  uint64_t hdfgrtr2_el2;
  uint64_t hdfgwtr2_el2;
  uint32_t contextidr_el1;
  uint32_t contextidr_el2;
  bool cnthctl_el2_ecv;
  uint64_t cntvoff_el2;
  uint64_t cntpoff_el2;
  bool trfcr_el1_e0tre;
  bool trfcr_el1_e1tre;
  uint8_t trfcr_el1_ts;  // 2 bits
  bool trfcr_el2_e0htre;
  bool trfcr_el2_e2tre;
  bool trfcr_el2_cx;
  uint8_t trfcr_el2_ts;  // 2 bits
  bool dbgen;            // external debug authentication
  bool niden;
  bool spiden;
  bool spniden;
  bool rlpiden;
  bool rtpiden;
  // dispatch: operations entering the pipeline in this clock, slot 0 oldest.
  uint8_t dispatch_valid;               // bit n: slot n
  uint64_t dispatch_pc[SPU_MAX_SLOTS];  // of valid slots
  // op: reports of sampled operations, by tag.
  struct spu_op op[SPU_MAX_TAGS];
  // time
  uint64_t time_count;  // the physical count
  // xlate: answer to the translation request for the Profiling Buffer.
  bool xlate_req_ready;
  bool xlate_rsp_valid;
  bool xlate_rsp_fault;
  bool xlate_rsp_stage2;  // the fault is a stage 2 fault
  bool xlate_rsp_gpc;     // it is a Granule Protection Check fault other than a Granule Protection Fault
  uint8_t xlate_rsp_fsc;  // fault status code, 6 bits
  bool xlate_rsp_ns;      // output address space is Non-secure
  bool xlate_rsp_nse;     // FEAT_RME: {xlate_rsp_nse, xlate_rsp_ns} is the output address space
  uint64_t xlate_rsp_pa;  // physical address of the byte asked for, 56 bits
  // What a fault adds to PMBSR_EL1.MSS2 (D24.7.5), each with the feature that defines it.
  bool xlate_rsp_top_level;     // FEAT_THE
  bool xlate_rsp_assured_only;  // FEAT_THE
  bool xlate_rsp_overlay;       // FEAT_S1POE or FEAT_S2POE
  bool xlate_rsp_dirty_bit;     // FEAT_S1PIE or FEAT_S2PIE
  // axi: AXI4 write channels, subordinate side.
  bool axi_awready;
  bool axi_wready;
  bool axi_bvalid;
  uint8_t axi_bresp;
  // barrier: held until the matching done.
  bool psb_valid;
  uint8_t psb_older;  // first clock of psb_valid: bit n, the operation of tag n is older than the PSB CSYNC
  bool dsb_valid;
  // pmu: how often each event of spu_config.pmu_events occurred in this clock, 0..15.
  uint8_t pmu_event[SPU_MAX_PMU_EVENTS];
};

// ---------------------------------------------------------------------------------------------------------
// Outputs that inputs and vif determine completely: compared in every clock.

enum spu_verdict {  // of a System register access
  SPU_ACCESS_OK = 0,
  SPU_ACCESS_UNDEFINED = 1,
  SPU_ACCESS_TRAP_EL1 = 2,
  SPU_ACCESS_TRAP_EL2 = 3,
  SPU_ACCESS_TRAP_EL3 = 4,
  SPU_ACCESS_MEMORY = 5  // the access becomes a memory access at sysreg_offset (FEAT_NV2)
};

enum spu_timestamp {
  SPU_TIMESTAMP_NONE = 0,
  SPU_TIMESTAMP_VIRTUAL = 1,
  SPU_TIMESTAMP_PHYSICAL = 2,
  SPU_TIMESTAMP_OFFSET_PHYSICAL = 3
};

enum spu_trace_time {
  SPU_TRACE_TIME_CORESIGHT = 0,
  SPU_TRACE_TIME_VIRTUAL = 1,
  SPU_TRACE_TIME_PHYSICAL = 2,
  SPU_TRACE_TIME_OFFSET_PHYSICAL = 3
};

// Everything that is true from the start of the clock comes first; then what this clock's inputs cause.
struct spu_out {
  // State at the start of the clock.
  uint64_t pmsicr;
  uint64_t pmbptr;
  uint64_t pmbsr;
  uint64_t sysreg_rdata;   // answer to the previous clock's access; 0 unless it was an allowed read
  uint16_t sysreg_offset;  // 12 bits; 0 unless SPU_ACCESS_MEMORY
  uint8_t sysreg_verdict;  // enum spu_verdict; SPU_ACCESS_OK when sysreg_done is low
  uint8_t sysreg_ec;       // of a trap: 0x18, or 0x03 in AArch32 state; else 0
  bool sysreg_done;        // the previous clock had an access
  bool pmbirq;             // PMBIRQ level
  bool profiling_enabled;  // StatisticalProfilingEnabled()
  bool buffer_enabled;     // ProfilingBufferEnabled()
  // Performance monitors at the start of the clock.
  bool pmuirq;                          // PMUIRQ level
  bool cti_pmu_overflow;                // cross-trigger level
  uint32_t pmovs;                       // overflow flags, 31: the cycle counter
  uint64_t pmccntr;                     // cycle counter
  uint64_t pmevcntr[SPU_MAX_COUNTERS];  // event counters
  // Self-hosted trace, from the pins of this clock.
  bool trace_self_hosted;  // SelfHostedTraceEnabled()
  bool trace_allowed;      // TraceAllowed()
  bool trace_cx2;          // TraceContextIDR2()
  uint8_t trace_ts;        // TraceTimeStamp(), enum spu_trace_time
  // Choice of operations in this clock.
  bool mark_valid;    // an operation was sampled: slot mark_slot carries tag mark_tag from now on
  uint8_t mark_slot;  // 0 when not mark_valid; likewise below
  uint8_t mark_tag;
  bool mark_cx1;    // CollectContextIDR1()
  bool mark_cx2;    // CollectContextIDR2()
  bool mark_pa;     // CollectPhysicalAddress()
  uint8_t mark_ts;  // CollectTimeStamp(), enum spu_timestamp
  // PMU events of this clock (D13, SAMPLE_*): how often each occurred.
  uint8_t sample_pop;
  uint8_t sample_collision;
  uint8_t sample_feed;
  uint8_t sample_filtrate;
  // FEAT_SPEv1p2; 0 without it.
  uint8_t sample_feed_br;
  uint8_t sample_feed_ld;
  uint8_t sample_feed_st;
  uint8_t sample_feed_op;
  uint8_t sample_feed_event;
  uint8_t sample_feed_lat;
  uint8_t sample_feed_ds;      // FEAT_SPE_FDS; 0 without it
  uint8_t sample_buffer_full;  // FEAT_SPEv1p4; 0 without it
  bool cti_spe_sample;         // a record has been written to memory: the CTI's sample trigger (H5.4.5)
  bool serror;  // an External abort on a write of the unit, for the PE to take (SPU_ABORT_SERROR)
  // PMSFCR_EL1 at the start of the clock, for the core to choose by what it reports of an operation that both loads and
  // stores (D17.6.4.3, D17.6.4.5).
  bool filter_ft;
  bool filter_ld;
  bool filter_st;
};

// ---------------------------------------------------------------------------------------------------------
// Verification interface: what happened in this clock. The *_valid flags are the implementation's to raise
// (it chooses when); the contents are then determined, and spu_step gives them.

enum spu_discard {  // why a kept record was not written
  SPU_DISCARD_NONE = 0,
  SPU_DISCARD_STOPPED = 1,      // PMBSR_EL1.S was 1, at some time since the operation was marked
  SPU_DISCARD_NOT_ENABLED = 2,  // E was 0, likewise; ProfilingBufferEnabled() is FALSE; another owner
  SPU_DISCARD_FULL = 3,         // the buffer had no room for a record: software broke RHXSYK
  SPU_DISCARD_FAULT = 4,        // the write faulted or was aborted: a management event, or S was already 1
  SPU_DISCARD_MODE = 5,         // Discard mode (D17.5.5) at the start; at the verdict it is verdict_discard
  SPU_DISCARD_COLLIDED = 6,  // lost to a management event that is reported synchronously (D17.8): a collision
  SPU_DISCARD_REASONS = 7
};

struct spu_vif {
  // A finished operation leaves its tag: SPECollectRecord() ran. The tag is free from the next clock.
  bool verdict_valid;
  uint8_t verdict_tag;
  bool verdict_keep;
  bool verdict_discard;  // kept by the filters, and discarded: Discard mode (D17.5.5)
  // The oldest kept record is taken for writing (start) or dropped before any byte is written (discard).
  bool start_valid;
  bool discard_valid;
  uint8_t discard_reason;  // enum spu_discard; also valid for a write that ended without a commit
  // The AXI write channels took the last of a burst's address and data in this clock: the bytes that the record being
  // written has in one page.
  bool burst_valid;
  // The record being written is complete in memory's hands: every byte handed to AXI.
  bool commit_valid;
  uint8_t commit_len;                   // bytes, padding included
  uint8_t commit_data[SPU_MAX_RECORD];  // zero beyond commit_len
  // A Profiling Buffer management event: register values after it.
  bool event_valid;
  uint64_t event_pmbsr;
  uint64_t event_pmbptr;
  // Barriers completing in this clock.
  bool psb_done;
  bool dsb_done;
};

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
