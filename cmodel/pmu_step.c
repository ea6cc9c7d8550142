// SPDX-License-Identifier: Apache-2.0
//
// Requirement P3: one cycle of the performance monitors: counting (Arm ARM D13.3, D13.12, J1 PMUCycle), and the outputs
// that show the state.
//
// - An event that the configuration does not have never counts, regardless of the pins.
// - Every counter's decision reads the state at the start of the cycle, overflow flags included. Only the CHAIN event
//   passes from one counter to the next within the cycle.
// - CHAIN from a counter of the first range to one of the second is CONSTRAINED UNPREDICTABLE: it counts.
// - PMCR_EL0.D divides only while LC is 0, and only then does the prescaler count (J1, HasElapsed64Cycles).
// - While the PMU Profiling exception is enabled, the Effective values of LC, LP and HLP are 1, in AArch32 state too
//   (D13.3); the fields read as written.
#include <string.h>

#include "spu_internal.h"

enum { EVENT_PIN_MAX = 15 };

// Sources of this cycle's events.
struct clock_events {
  const struct spu_in *in;
  const struct spu_out *out;
  uint32_t software;          // this cycle's write of PMSWINC_EL0: bit n, event counter n
  bool pmuexception_enabled;  // PMUExceptionEnabled()
};

void spu_pmu_reset(struct spu *spu)
{
  memset(&spu->pmu, 0, sizeof spu->pmu);
  spu->pmu.pmcr = spu->config.aarch32_el0 ? 0 : SPU_PMCR_EL0_LC;
}

// J1; D13.3.1, IPFDLQ.
static void CheckForPMUOverflow(const struct spu *spu, const struct spu_in *in, struct spu_out *out)
{
  const bool enabled = PMUInterruptEnabled(spu, in);
  const bool pmuirq = AArch32_CheckForPMUOverflow(spu, in);
  out->pmuirq = enabled && pmuirq;
  out->cti_pmu_overflow = pmuirq;
}

void spu_pmu_outputs(const struct spu *spu, const struct spu_in *in, struct spu_out *out)
{
  if (spu->config.pmu_version == 0) {
    return;
  }
  if ((spu->pmu.inten & spu->pmu.ovs) != 0) {
    CheckForPMUOverflow(spu, in, out);
    CheckForPMUException(spu, in, out);
  }
  out->pmovs = spu->pmu.ovs;
  out->pmccntr = spu->pmu.ccntr;
  memcpy(out->pmevcntr, spu->pmu.evcntr, spu->config.pmu_counters * sizeof out->pmevcntr[0]);
}

// Occurrences of event `number` in this cycle for event counter n, except CHAIN. D14.6 lists which of the unit's events
// exist. The core's pin is looked up when the counter's event changes, not in every cycle.
static uint32_t occurrences(struct spu *spu, const struct clock_events *clock, uint32_t number, uint32_t n)
{
  struct pmu_event_source *source = &spu->pmu.event_source[n];
  if (source->number != number) {
    const uint32_t pin = spu_pmu_event_pin(&spu->config, number);
    *source = (struct pmu_event_source){(uint16_t)number, pin < SPU_MAX_PMU_EVENTS ? (uint8_t)(pin + 1) : 0};
  }
  if (source->after_pin != 0) {
    return clock->in->pmu_event[source->after_pin - 1] & EVENT_PIN_MAX;
  }
  const struct spu_out *out = clock->out;
  const bool version2 = spu->config.spe_version >= 2;
  const bool version4 = spu->config.spe_version >= 4;
  switch (number) {
  case SPU_EVENT_SW_INCR:
    return clock->software >> n & 1U;
  case SPU_EVENT_CPU_CYCLES:
    return 1;
  case SPU_EVENT_SAMPLE_POP:
    return out->sample_pop;
  case SPU_EVENT_SAMPLE_FEED:
    return out->sample_feed;
  case SPU_EVENT_SAMPLE_FILTRATE:
    return out->sample_filtrate;
  case SPU_EVENT_SAMPLE_COLLISION:
    return out->sample_collision;
  case SPU_EVENT_SAMPLE_FEED_DS:
    return spu->config.have_fds ? out->sample_feed_ds : 0;
  case SPU_EVENT_SAMPLE_BUFFER_FULL:
    return version4 ? out->sample_buffer_full : 0;
  case SPU_EVENT_SAMPLE_FEED_BR:
    return version2 ? out->sample_feed_br : 0;
  case SPU_EVENT_SAMPLE_FEED_LD:
    return version2 ? out->sample_feed_ld : 0;
  case SPU_EVENT_SAMPLE_FEED_ST:
    return version2 ? out->sample_feed_st : 0;
  case SPU_EVENT_SAMPLE_FEED_OP:
    return version2 ? out->sample_feed_op : 0;
  case SPU_EVENT_SAMPLE_FEED_EVENT:
    return version2 ? out->sample_feed_event : 0;
  case SPU_EVENT_SAMPLE_FEED_LAT:
    return version2 ? out->sample_feed_lat : 0;
  case SPU_EVENT_SAMPLE_FEED_FP:
    return spu->config.have_eft ? out->sample_feed_fp : 0;
  case SPU_EVENT_SAMPLE_FEED_SIMD:
    return spu->config.have_eft ? out->sample_feed_simd : 0;
  default:
    return 0;
  }
}

// J1, IncrementEventCounter; D13.3. Returns whether the counter overflowed; *chain: whether counter n + 1
// sees a CHAIN event.
static bool IncrementEventCounter(struct spu *spu, const struct clock_events *clock, uint32_t n,
                                  uint32_t increment, bool *chain)
{
  const uint64_t old_value = spu->pmu.evcntr[n];
  const uint64_t new_value = old_value + increment;
  bool lp = false;
  if (spu->config.pmu_version >= 5) {
    spu->pmu.evcntr[n] = new_value;
    if (clock->pmuexception_enabled) {
      lp = true;
    } else {
      lp = spu_pmu_reserved_for_el2(spu, clock->in, n) ? clock->in->mdcr_el2_hlp
                                                       : (spu->pmu.pmcr & SPU_PMCR_EL0_LP) != 0;
    }
  } else {
    spu->pmu.evcntr[n] = (uint32_t)new_value;
  }
  const bool overflow = lp ? new_value < old_value : old_value >> 32 != new_value >> 32;
  *chain = overflow && !lp && n % 2 == 0;
  return overflow;
}

// J1, IncrementCycleCounter. Returns whether the counter overflowed.
static bool IncrementCycleCounter(struct spu *spu, const struct clock_events *clock)
{
  struct pmu *pmu = &spu->pmu;
  const bool lc = clock->pmuexception_enabled || (pmu->pmcr & SPU_PMCR_EL0_LC) != 0;
  // HasElapsed64Cycles()
  if (!lc && (pmu->pmcr & SPU_PMCR_EL0_D) != 0) {
    pmu->prescaler = (uint8_t)((pmu->prescaler + 1U) % 64U);
    if (pmu->prescaler != 0) {
      return false;
    }
  }
  pmu->ccntr++;
  return lc ? pmu->ccntr == 0 : (uint32_t)pmu->ccntr == 0;
}

// Enabled counters; the others cannot count.
static uint32_t enabled_counters(const struct spu *spu, const struct spu_in *in)
{
  const struct spu_config *config = &spu->config;
  const uint32_t second =
      config->have_el2 ? ((1U << config->pmu_counters) - 1U) & ~((1U << (in->mdcr_el2_hpmn & 31U)) - 1U) : 0;
  return spu->pmu.cnten &
         (((spu->pmu.pmcr & SPU_PMCR_EL0_E) != 0 ? ~second : 0) | (in->mdcr_el2_hpme ? second : 0));
}

// J1, PMUCycle.
static void count(struct spu *spu, const struct clock_events *clock)
{
  const struct spu_in *in = clock->in;
  uint32_t left = enabled_counters(spu, in);
  if (left == 0) {
    return;
  }
  const struct spu_pmu_pe pe = spu_pmu_pe(spu, in);
  uint32_t overflowed = 0;
  uint32_t chained = 0;  // bit n: event counter n sees a CHAIN event in this cycle
  for (; left != 0; left &= left - 1U) {
    const uint32_t n = (uint32_t)__builtin_ctz(left);
    if (n == PMU_CYCLE_COUNTER) {
      if (AArch32_CountEvents(spu, in, &pe, n) && !SPEFreezeOnEvent(spu, in, n) &&
          IncrementCycleCounter(spu, clock)) {
        overflowed |= 1U << n;
      }
      continue;
    }
    const uint32_t number = (uint32_t)(spu->pmu.evtyper[n] & SPU_PMEVTYPER_EL0_evtCount);
    const uint32_t increment =
        number == SPU_EVENT_CHAIN ? chained >> n & 1U : occurrences(spu, clock, number, n);
    if (increment == 0 || !AArch32_CountEvents(spu, in, &pe, n) || SPEFreezeOnEvent(spu, in, n)) {
      continue;
    }
    bool chain = false;
    if (IncrementEventCounter(spu, clock, n, increment, &chain)) {
      overflowed |= 1U << n;
    }
    chained |= chain ? 2U << n : 0;
  }
  spu->pmu.ovs |= overflowed;
}

// J1, PMUSwIncrement; D24.5.24.
static uint32_t PMUSwIncrement(const struct spu *spu, const struct spu_in *in, uint64_t sw_incr_in)
{
  uint32_t mask = (1U << GetNumEventCountersAccessible(spu, in)) - 1U;
  // PMUSERENR_EL0.{UEN, SW} == {1, 0}
  if (spu_pmu_user_access(spu, in) && (spu->pmu.userenr & SPU_PMUSERENR_EL0_SW) == 0) {
    mask &= spu->pmu.uacr;
  }
  return (uint32_t)sw_incr_in & mask;
}

void spu_pmu_step(struct spu *spu, const struct spu_in *in, const struct spu_out *out)
{
  if (!in->sysreg_valid || !spu_pmu_claims(spu, in->sysreg_addr)) {
    if (spu->pmu.cnten != 0) {
      count(spu, &(struct clock_events){in, out, 0, PMUExceptionEnabled(spu, in).enabled});
    }
    return;
  }
  const struct spu_access access = spu_pmu_access_check(spu, in, in->sysreg_addr, in->sysreg_write);
  const bool allowed = access.verdict == SPU_ACCESS_OK;
  struct clock_events clock = {in, out, 0, PMUExceptionEnabled(spu, in).enabled};
  spu->answer = (struct spu_sysreg_answer){.done = true, .access = access};
  if (allowed && !in->sysreg_write) {
    // An MRC reads bits 31 to 0
    spu->answer.rdata = spu_pmu_read(spu, in, access.target) & (in->pe_aarch32 ? UINT32_MAX : UINT64_MAX);
  }
  if (allowed && access.target == SPU_PMSWINC_EL0) {
    clock.software = PMUSwIncrement(spu, in, in->sysreg_wdata);
  }
  count(spu, &clock);
  if (allowed && in->sysreg_write) {
    spu_pmu_write(spu, in, access.target, in->sysreg_wdata);
  }
}
