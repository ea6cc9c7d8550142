// Made by scripts/generate.py from rtl/data/configurations.toml.
// SPDX-License-Identifier: Apache-2.0
//
// The configuration of the unit, for spu.h. Field for field the RTL's config_t (CamelCase there, snake_case here).
#ifndef SPU_CONFIG_H
#define SPU_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off

enum {
  SPU_MAX_PMU_EVENTS = 64  // PMU events that the core can report
};

// The effect of an error response to a write (D17.8.4). It does not matter how a translation
// faults: an External abort on a table walk is a fault that xlate reports.
enum spu_external_abort {
  // Reported to the unit, with the address; PMBIDR_EL1.EA is 0. Only before FEAT_SPEv1p3.
  SPU_ABORT_REPORTED_SYNC = 0,
  SPU_ABORT_IGNORED = 1,  // PMBIDR_EL1.EA is 1
  SPU_ABORT_SERROR = 2,  // the PE takes an SError exception (pin serror); PMBIDR_EL1.EA is 2
  // Reported to the unit whenever the response comes; otherwise like 0.
  SPU_ABORT_REPORTED_ASYNC = 3
};

// What happens to a record if the buffer is not enabled when it is about to be written (D17.9.1,
// RSXWCP, RVCYWL).
enum spu_not_enabled_write {
  SPU_NOT_ENABLED_WRITE = 0,  // written
  SPU_NOT_ENABLED_DISCARD = 1,  // silently discarded
  SPU_NOT_ENABLED_NOT_ALLOWED = 2  // discarded, with an Access not allowed management event
};

// Ranges are what spu_config_check() takes of a field by itself; it has rules between fields too.
struct spu_config {

  // Size and timing of the implementation.

  uint32_t dispatch_width;  // 1 to 8: operations that can enter the pipeline in a cycle
  uint32_t axi_data_width;  // 64, 128, 256, 512: bits of an AXI beat
  uint32_t in_flight;  // 1 to 4: sampled operations at a time
  uint32_t record_align;  // 0 to 7: PMBIDR_EL1.Align: records start at multiples of 2^n bytes
  uint32_t ptr_align;  // 0 to record_align: PMBPTR_EL1[n-1:0] are RES0 (D24.7.4)
  uint32_t max_size;  // 6, 7: PMSIDR_EL1.MaxSize: the largest record is at most 2^n bytes
  // 0, 2 to 8: PMSIDR_EL1.Interval, the encoded 4-bit value; only for information.
  uint32_t min_interval;
  // 1, 2, 4, 8: bytes of an Events packet's payload; an event beyond it does not exist.
  uint32_t events_bytes;
  // 0 to 2: bytes of a Data Source packet's payload; 0: no data source (PMSIDR_EL1.LDS is 0).
  uint32_t source_bytes;
  // flip-flops at the pins: control fields of pe_i take effect one cycle later, and the interrupt
  // levels change one cycle later, without glitches.
  bool registered_pins;
  bool exposed_latency;  // records count the cycles in which the PE waited for the operation

  // Exception levels and Security states.

  bool have_el2;  // EL2 is implemented
  bool have_el3;  // EL3 is implemented
  bool secure_only;  // without EL3: the PE is in Secure state, otherwise in Non-secure state
  bool have_sel2;  // FEAT_SEL2; with FEAT_RME: Secure state exists
  bool have_vhe;  // FEAT_VHE: HCR_EL2.E2H exists
  bool have_rme;  // FEAT_RME
  bool aarch32_el0;  // EL0 can use AArch32. Otherwise PMCR_EL0.LC is RES1 and PMCR_EL0.D is RES0
  bool aarch32_el1;  // EL1 can use AArch32
  bool aarch32_el2;  // EL2 can use AArch32
  bool aarch32_el3;  // EL3 can use AArch32; pin el3_aarch32 shows whether it does

  // Features.

  uint32_t spe_version;  // 0 to 5; 0: FEAT_SPE, 1: FEAT_SPEv1p1, ... 5: FEAT_SPEv1p5
  bool have_ernd;  // FEAT_SPE_ERnd
  bool have_pbt;  // FEAT_SPE_PBT: previous branch target
  bool have_fds;  // FEAT_SPE_FDS: data source filter
  bool have_crr;  // FEAT_SPE_CRR: records distinguish calls and returns
  bool have_eft;  // FEAT_SPE_EFT and FEAT_SPE_FPF: SIMD and floating-point in records and filter
  bool have_sme;  // FEAT_SME: events 17 and 18, as with FEAT_SVE
  bool have_spe_sme;  // FEAT_SPE_SME: formats and events 24 and 25
  uint32_t alt_clock;  // 0, 1, 15: PMSIDR_EL1.ALTCLK: FEAT_SPE_ALTCLK, and its clock
  bool have_spe_nvm;  // FEAT_SPE_nVM: a Profiling Buffer without stage 1 translation
  bool have_dpfzs;  // FEAT_SPE_DPFZS: PMCR_EL0.{FZS, DP} freeze the cycle counter
  bool have_ecv;  // FEAT_ECV
  bool have_ecv_poff;  // FEAT_ECV_POFF: CNTPOFF_EL2, the offset of physical time
  bool have_fgt;  // FEAT_FGT
  bool have_fgt2;  // FEAT_FGT2
  uint32_t nested_virt;  // 0 to 2; 0: none, 1: FEAT_NV, 2: FEAT_NV2
  bool have_sve;  // FEAT_SVE: formats and events from SPEv1p1
  bool have_tme;  // FEAT_TME: event 16
  bool have_mte;  // FEAT_MTE2: tags of physical addresses; from SPEv1p3 a format
  bool have_mops;  // FEAT_MOPS: formats from SPEv1p3
  bool have_gcs;  // FEAT_GCS: formats from SPEv1p4
  bool have_pie;  // FEAT_S1PIE or FEAT_S2PIE: PMBSR_EL1.MSS2.DirtyBit
  bool have_poe;  // FEAT_S1POE or FEAT_S2POE: PMBSR_EL1.MSS2.Overlay
  bool have_the;  // FEAT_THE: PMBSR_EL1.MSS2.TopLevel and AssuredOnly
  // 0, 2, 4: debug authentication: 0: Armv8.0's, 2: FEAT_Debugv8p2, 4: FEAT_Debugv8p4.
  uint32_t debug_version;
  uint32_t pmu_version;  // 0, 1, 4, 5, 7, 8, 9: n of FEAT_PMUv3pn; 0: no performance monitors
  bool have_ebep;  // FEAT_EBEP: PMU Profiling exceptions
  bool have_pmu_sme;  // FEAT_PMUv3_SME: counting depends on Streaming SVE mode
  uint32_t pmu_counters;  // 0 to 31: PMCR_EL0.N: event counters
  // Element n: the number of the event of pin pmu_event[n]; 0: none. Each at most once, and none
  // that the unit counts itself (D14).
  uint16_t pmu_events[SPU_MAX_PMU_EVENTS];
  // PmuEvents has every event that the architecture requires of such a PE (D14.6).
  bool pmu_events_complete;
  // The text that counting follows while EL1 uses AArch32. 0: AArch32.CountEvents() of an older
  // issue (S3). 1: D13.5, the manual's text from SPEv1p2 on.
  bool count_current_issue;
  bool have_trace;  // the PE has a trace unit
  bool have_trf;  // FEAT_TRF: self-hosted trace controls
  // The text that trace control (trace_o.allowed) follows. 0: Armv8.4's (S1), which tests neither
  // Debug state nor SDER.SUNIDEN, nor, in Non-secure state, the authentication signals. 1: D3.
  bool trace_current_issue;
  bool count_16bit;  // PMSIDR_EL1.CountSize: latency counters have 16 bits instead of 12

  // IMPLEMENTATION DEFINED choices.

  // PMSIDR_EL1.ArchInst: dispatched operations are instructions; 0: micro-operations. Only for
  // information.
  bool arch_inst;
  // Operations that do not retire are recorded; 0: they are dropped, and event 1 cannot be filtered
  // (D17.6.7).
  bool squashed_recorded;
  // The top byte of a data virtual address packet is zero unless Top Byte Ignore applies.
  bool va_top_byte_zero;
  bool dirty_managed;  // PMBIDR_EL1.F: xlate manages Access flags and dirty state
  uint32_t external_abort;  // 0 to 3: enum spu_external_abort
  // A synchronous External abort of a record whose session has ended leaves PMBPTR_EL1 unchanged.
  // 0: PMBPTR_EL1 becomes the aborted address (RBPFPN) (D17.4, IBRTKK).
  bool abort_ptr_held;
  // The events among 12 to 15, 24 to 31 (before SPEv1p4) and 48 to 63 that exist: bit n is event n.
  uint64_t impdef_events;
  // Before SPEv1p4: the events among 2, 4, 8, 9 and 10 that can be filtered: bit n is event n.
  uint32_t optional_filter;

  // CONSTRAINED UNPREDICTABLE choices.

  // FE = 1 or FnE = 1 with an event filter register of zero rejects every record; 0: acts as off.
  bool zero_events_reject;
  bool no_types_reject;  // the same for FT = 1 with B, LD and ST all zero
  bool zero_latency_reject;  // the same for FL = 1 with a MINLAT of zero
  // FE = 1 and FnE = 1 with an event in both registers reject every record; 0: both act as off.
  bool both_events_reject;
  uint32_t not_enabled_write;  // 0 to 2: enum spu_not_enabled_write
  // 0 to 3, 6, 7: the value that a reserved MDCR_EL3.{NSPBE, NSPB} acts as (3 bits: 0xx, 01x, 11x).
  uint32_t reserved_nsxb;
  uint32_t reserved_pct;  // 0, 1, 3: the value that a reserved PMSCR_ELx.PCT (0b10) acts as
  uint32_t reserved_ee;  // 0, 3: the value that a reserved PMSCR_EL1.EE acts as without FEAT_NV
  // 1 to 3: the value that a reserved TRFCR_EL1.TS acts as; 2 only with FEAT_ECV.
  uint32_t reserved_trf_el1;
  // 0 to 3: the value that a reserved TRFCR_EL2.TS acts as; 2 only with FEAT_ECV.
  uint32_t reserved_trf_el2;
  // In Debug state with EDSCR.SDD = 1, an access that would trap to EL3 is UNDEFINED, with priority
  // over any trap to EL2.
  bool el3_trap_priority;
};

// clang-format on

#endif  // SPU_CONFIG_H
