// SPDX-License-Identifier: Apache-2.0
//
// Requirements P: the performance monitors (Arm ARM D13, D24.5; document S3). Registers, and the functions of pmu*.c
// for each other and for the rest of the library.
//
// pmu.c         which counters count, and the overflow interrupt
// pmu_except.c  PMU Profiling exceptions
// pmu_step.c    counting
// pmu_access.c  access permissions of the registers
// pmu_regs.c    reading and writing them
//
// The monitors come last in a cycle. Every decision reads the pins and the registers at the start of the cycle (`struct
// pmu` before spu_pmu_step); the events counted are those of the same cycle.
#ifndef SPU_PMU_H
#define SPU_PMU_H

#include "spu.h"

enum { PMU_CYCLE_COUNTER = 31 };  // index of the cycle counter in flags, enables and CountEvents

// ---------------------------------------------------------------------------------------------------------
// State

// The source of an event. Event 0 is not the core's.
struct pmu_event_source {
  uint16_t number;    // event number
  uint8_t after_pin;  // index of its pin in spu_in.pmu_event, plus 1; 0: not an event of the core
};

struct pmu {
  uint64_t pmcr;      // as read, without N: E, D, DP, LC, LP, FZO, FZS
  uint32_t cnten;     // PMCNTENSET/CLR: bit n event counter n, 31 the cycle counter
  uint32_t inten;     // PMINTENSET/CLR
  uint32_t ovs;       // PMOVSSET/CLR
  uint8_t sel;        // PMSELR_EL0.SEL
  uint8_t userenr;    // PMUSERENR_EL0.{ER, CR, SW, EN}; {TID, UEN} from FEAT_PMUv3p9
  uint32_t uacr;      // PMUACR_EL1: FEAT_PMUv3p9; bits as in cnten
  uint8_t pmecr;      // PMECR_EL1.{KPME, PMEE}: FEAT_EBEP
  uint8_t prescaler;  // PMCR_EL0.D: counted cycles since the last increment, 0 to 63
  uint64_t ccntr;
  uint64_t ccfiltr;
  uint64_t evcntr[SPU_MAX_COUNTERS];  // 32 bits before FEAT_PMUv3p5
  uint64_t evtyper[SPU_MAX_COUNTERS];
  struct pmu_event_source event_source[SPU_MAX_COUNTERS];  // cache: source of each counter's event
};

struct spu_access;

// ---------------------------------------------------------------------------------------------------------
// For the model as a whole (spu.c)

// Warm reset: every field zero, except PMCR_EL0.LC where it is RES1.
void spu_pmu_reset(struct spu *spu);

// Whether the encoding is a register of this block, whose accesses are handled here and not by spu_regs_access().
bool spu_pmu_claims(const struct spu *spu, uint16_t address);

// The outputs that depend on the state at the start of the cycle: pmuirq, pmu_exception_*, cti_pmu_overflow, pmovs,
// pmccntr, pmevcntr.
void spu_pmu_outputs(const struct spu *spu, const struct spu_in *in, struct spu_out *out);

// One cycle. Runs last in the cycle, while spu->regs is still the state at its start. Counts the cycle's events (pins,
// and sample_* of `out`), then performs the cycle's access if it is to one of these registers, and sets spu->answer.
void spu_pmu_step(struct spu *spu, const struct spu_in *in, const struct spu_out *out);

// Like spu_peek_register(), for the registers of this block.
bool spu_pmu_peek(const struct spu *spu, uint16_t address, uint64_t *value);

// ---------------------------------------------------------------------------------------------------------
// Blocks

// pmu.c; n is an event counter below config.pmu_counters, or PMU_CYCLE_COUNTER.

// Index of the pin for the core's event `number`; SPU_MAX_PMU_EVENTS if the configuration does not have the event.
uint32_t spu_pmu_event_pin(const struct spu_config *config, uint32_t number);

// The PE state that AArch64_CountEvents() and AArch32_CountEvents() need; the same for all counters.
struct spu_pmu_pe {
  uint8_t ss;        // CurrentSecurityState(), enum SecurityState
  bool el1_aarch32;  // ELUsingAArch32(EL1)
  bool el3_aarch32;  // ELUsingAArch32(EL3)
};
struct spu_pmu_pe spu_pmu_pe(const struct spu *spu, const struct spu_in *in);

bool spu_pmu_reserved_for_el2(const struct spu *spu, const struct spu_in *in, uint32_t n);
bool ExternalSecureNoninvasiveDebugEnabled(const struct spu *spu, const struct spu_in *in);
bool AArch64_CountEvents(const struct spu *spu, const struct spu_in *in, const struct spu_pmu_pe *pe,
                         uint32_t n);
bool AArch32_CountEvents(const struct spu *spu, const struct spu_in *in, const struct spu_pmu_pe *pe,
                         uint32_t n);
bool SPEFreezeOnEvent(const struct spu *spu, const struct spu_in *in, uint32_t n);
// The condition for PMUIRQ (if PMUInterruptEnabled()), for the cross-trigger, and for PMU Profiling exceptions.
bool CheckPMUOverflowCondition(const struct spu *spu, const struct spu_in *in);
bool AArch64_CheckForPMUOverflow(const struct spu *spu, const struct spu_in *in);
bool AArch32_CheckForPMUOverflow(const struct spu *spu, const struct spu_in *in);

// pmu_except.c
struct spu_pmu_exception {
  bool enabled;
  enum spu_el target;  // valid if enabled
};
struct spu_pmu_exception PMUExceptionEnabled(const struct spu *spu, const struct spu_in *in);
bool PMUInterruptEnabled(const struct spu *spu, const struct spu_in *in);
void CheckForPMUException(const struct spu *spu, const struct spu_in *in, struct spu_out *out);

// pmu_access.c
uint32_t GetNumEventCountersAccessible(const struct spu *spu, const struct spu_in *in);
// Whether PMUACR_EL1 applies: the PE is at EL0 and the Effective value of PMUSERENR_EL0.UEN is 1.
bool spu_pmu_user_access(const struct spu *spu, const struct spu_in *in);
struct spu_access spu_pmu_access_check(const struct spu *spu, const struct spu_in *in, uint16_t address,
                                       bool write);

// pmu_regs.c; `target` is from spu_pmu_access_check(). A write of PMSWINC_EL0 is an event (spu_pmu_step). Counter masks
// have the bits of cnten.
uint32_t GetPMUAccessMask(const struct spu *spu, const struct spu_in *in);
uint32_t GetPMUWriteMask(const struct spu *spu, const struct spu_in *in);
uint64_t spu_pmu_read(const struct spu *spu, const struct spu_in *in, uint16_t target);
void spu_pmu_write(struct spu *spu, const struct spu_in *in, uint16_t target, uint64_t value);

#endif  // SPU_PMU_H
