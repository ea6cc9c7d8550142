// SPDX-License-Identifier: Apache-2.0
//
// Rooms P: the performance monitors (Arm ARM D13, D24.5; document S3). Registers, and what the files pmu*.c
// offer each other and the rest of the library.
//
// pmu.c         which counters count, the overflow interrupt, and counting
// pmu_access.c  who may touch the registers
// pmu_regs.c    reading and writing them
//
// In a clock the monitors are last: every decision reads the registers at the start of the clock (`struct
// pmu` before spu_pmu_step) and the pins; the events counted are those of the clock.
#ifndef SPU_PMU_H
#define SPU_PMU_H

#include "spu.h"

// ---------------------------------------------------------------------------------------------------------
// Register fields (D24.5; SPU_BIT is spu_internal.h's)

#define PMCR_E SPU_BIT(0)
#define PMCR_P SPU_BIT(1)
#define PMCR_C SPU_BIT(2)
#define PMCR_D SPU_BIT(3)
#define PMCR_DP SPU_BIT(5)
#define PMCR_LC SPU_BIT(6)
#define PMCR_LP SPU_BIT(7)
#define PMCR_FZO SPU_BIT(9)
#define PMCR_N_SHIFT 11
#define PMCR_FZS SPU_BIT(32)

// PMEVTYPER<n>_EL0 and PMCCFILTR_EL0.
#define PMEVTYPER_P SPU_BIT(31)
#define PMEVTYPER_U SPU_BIT(30)
#define PMEVTYPER_NSK SPU_BIT(29)
#define PMEVTYPER_NSU SPU_BIT(28)
#define PMEVTYPER_NSH SPU_BIT(27)
#define PMEVTYPER_M SPU_BIT(26)
#define PMEVTYPER_SH SPU_BIT(24)
#define PMEVTYPER_RLK SPU_BIT(22)
#define PMEVTYPER_RLU SPU_BIT(21)
#define PMEVTYPER_RLH SPU_BIT(20)
#define PMEVTYPER_EVENT UINT64_C(0xFFFF)

#define PMUSERENR_EN 1U
#define PMUSERENR_SW 2U
#define PMUSERENR_CR 4U
#define PMUSERENR_ER 8U

enum {
  PMU_CYCLE_COUNTER = 31,      // index of the cycle counter in flags, enables and CountEvents
  PMU_EVENT_SW_INCR = 0x0000,  // events that the monitors make themselves
  PMU_EVENT_CPU_CYCLES = 0x0011,
  PMU_EVENT_CHAIN = 0x001E,
  PMU_EVENT_SAMPLE_POP = 0x4000,
  PMU_EVENT_SAMPLE_FEED = 0x4001,
  PMU_EVENT_SAMPLE_FILTRATE = 0x4002,
  PMU_EVENT_SAMPLE_COLLISION = 0x4003,
  PMU_EVENT_SAMPLE_FEED_DS = 0x8122,      // FEAT_SPE_FDS
  PMU_EVENT_SAMPLE_BUFFER_FULL = 0x8123,  // FEAT_SPEv1p4
  PMU_EVENT_SAMPLE_FEED_BR = 0x812A,      // FEAT_SPEv1p2, this and the rest
  PMU_EVENT_SAMPLE_FEED_LD = 0x812B,
  PMU_EVENT_SAMPLE_FEED_ST = 0x812C,
  PMU_EVENT_SAMPLE_FEED_OP = 0x812D,
  PMU_EVENT_SAMPLE_FEED_EVENT = 0x812E,
  PMU_EVENT_SAMPLE_FEED_LAT = 0x812F
};

// System register encodings: op0[15:14] op1[13:11] CRn[10:7] CRm[6:3] op2[2:0].
#define PMU_SYSREG(op1, crn, crm, op2) (uint16_t)(3U << 14 | (op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))
#define PMU_SYSREG_CRN(address) ((uint32_t)(address) >> 7 & 15U)
enum pmu_sysreg {
  PMU_PMINTENSET_EL1 = PMU_SYSREG(0U, 9U, 14U, 1U),
  PMU_PMINTENCLR_EL1 = PMU_SYSREG(0U, 9U, 14U, 2U),
  PMU_PMMIR_EL1 = PMU_SYSREG(0U, 9U, 14U, 6U),
  PMU_PMCR_EL0 = PMU_SYSREG(3U, 9U, 12U, 0U),
  PMU_PMCNTENSET_EL0 = PMU_SYSREG(3U, 9U, 12U, 1U),
  PMU_PMCNTENCLR_EL0 = PMU_SYSREG(3U, 9U, 12U, 2U),
  PMU_PMOVSCLR_EL0 = PMU_SYSREG(3U, 9U, 12U, 3U),
  PMU_PMSWINC_EL0 = PMU_SYSREG(3U, 9U, 12U, 4U),
  PMU_PMSELR_EL0 = PMU_SYSREG(3U, 9U, 12U, 5U),
  PMU_PMCEID0_EL0 = PMU_SYSREG(3U, 9U, 12U, 6U),
  PMU_PMCEID1_EL0 = PMU_SYSREG(3U, 9U, 12U, 7U),
  PMU_PMCCNTR_EL0 = PMU_SYSREG(3U, 9U, 13U, 0U),
  PMU_PMXEVTYPER_EL0 = PMU_SYSREG(3U, 9U, 13U, 1U),
  PMU_PMXEVCNTR_EL0 = PMU_SYSREG(3U, 9U, 13U, 2U),
  PMU_PMUSERENR_EL0 = PMU_SYSREG(3U, 9U, 14U, 0U),
  PMU_PMOVSSET_EL0 = PMU_SYSREG(3U, 9U, 14U, 3U),
  PMU_PMEVCNTR0_EL0 = PMU_SYSREG(3U, 14U, 8U, 0U),    // + n, n = 0..30
  PMU_PMEVTYPER0_EL0 = PMU_SYSREG(3U, 14U, 12U, 0U),  // + n, n = 0..30
  PMU_PMCCFILTR_EL0 = PMU_SYSREG(3U, 14U, 15U, 7U)
};

// ---------------------------------------------------------------------------------------------------------
// State

struct pmu {
  uint64_t pmcr;      // as it reads, without N: E, D, DP, LC, LP, FZO, FZS
  uint32_t cnten;     // PMCNTENSET/CLR: bit n event counter n, 31 the cycle counter
  uint32_t inten;     // PMINTENSET/CLR
  uint32_t ovs;       // PMOVSSET/CLR
  uint8_t sel;        // PMSELR_EL0.SEL
  uint8_t userenr;    // PMUSERENR_EL0.{ER, CR, SW, EN}
  uint8_t prescaler;  // clocks of 64 that PMCR_EL0.D has swallowed
  uint64_t ccntr;
  uint64_t ccfiltr;
  uint64_t evcntr[SPU_MAX_COUNTERS];  // 32 bits before FEAT_PMUv3p5
  uint64_t evtyper[SPU_MAX_COUNTERS];
};

struct spu_access;

// ---------------------------------------------------------------------------------------------------------
// For the model as a whole (spu.c)

// Warm reset: every field zero, but PMCR_EL0.LC where it is RES1.
void spu_pmu_reset(struct spu *spu);

// Whether the encoding is a register of this room: its accesses are answered here, not by spu_regs_access().
bool spu_pmu_claims(const struct spu *spu, uint16_t address);

// The outputs that hold from the start of the clock: pmuirq, cti_pmu_overflow, pmovs, pmccntr, pmevcntr.
void spu_pmu_outputs(const struct spu *spu, const struct spu_in *in, struct spu_out *out);

// One clock, after everything else of it, while spu->regs still is the state at its start: counts the events
// of the clock (pins, and `out`'s sample_*), then performs the clock's access, if it is one of these
// registers, and sets spu->answer.
void spu_pmu_step(struct spu *spu, const struct spu_in *in, const struct spu_out *out);

// As spu_peek_register(), for the registers of this room.
bool spu_pmu_peek(const struct spu *spu, uint16_t address, uint64_t *value);

// ---------------------------------------------------------------------------------------------------------
// Rooms

// pmu.c; n is an event counter below config.pmu_counters, or PMU_CYCLE_COUNTER.

// What of the PE's state the functions that say whether a counter counts need: the same for all counters.
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
bool AArch64_CheckForPMUOverflow(const struct spu *spu, const struct spu_in *in);
bool AArch32_CheckForPMUOverflow(const struct spu *spu, const struct spu_in *in);

// pmu_access.c
uint32_t GetNumEventCountersAccessible(const struct spu *spu, const struct spu_in *in);
struct spu_access spu_pmu_access_check(const struct spu *spu, const struct spu_in *in, uint16_t address,
                                       bool write);

// pmu_regs.c; `target` as spu_pmu_access_check() gives it. PMSWINC_EL0's write is an event (spu_pmu_step).
uint64_t spu_pmu_read(const struct spu *spu, const struct spu_in *in, uint16_t target);
void spu_pmu_write(struct spu *spu, const struct spu_in *in, uint16_t target, uint64_t value);

#endif  // SPU_PMU_H
