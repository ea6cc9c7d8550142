// SPDX-License-Identifier: Apache-2.0
#include "check/signals.h"

#include <string.h>

#include "util/number.h"

#define OUT(field, function)                                                                   \
  {                                                                                            \
#field, function, offsetof(struct spu_out, field), sizeof(((struct spu_out *)NULL)->field) \
  }
#define VIF(field, function)                                                                   \
  {                                                                                            \
#field, function, offsetof(struct spu_vif, field), sizeof(((struct spu_vif *)NULL)->field) \
  }

// An access of the clock before decides what registers hold, these whether profiling is on, the interval counters
// the marks, and the marks what follows: in this order the first row that differs is the one to look at.
const struct signal out_signals[] = {
    OUT(sysreg_done, "CheckStatisticalProfilingAccess"),
    OUT(sysreg_verdict, "CheckStatisticalProfilingAccess"),
    OUT(sysreg_ec, "CheckStatisticalProfilingAccess"),
    OUT(sysreg_offset, "CheckStatisticalProfilingAccess"),
    OUT(buffer_enabled, "ProfilingBufferEnabled"),
    OUT(profiling_enabled, "StatisticalProfilingEnabled"),
    OUT(sysreg_rdata, "MRS"),
    OUT(pmsicr, "SPEToCollectSample"),
    OUT(pmbptr, "SPEWriteToBuffer"),
    OUT(pmbsr, "SPEBufferFilled"),
    OUT(pmbirq, "SPECycle"),
    OUT(sample_pop, "SPEPreExecution"),
    OUT(mark_valid, "SPEToCollectSample"),
    OUT(mark_slot, "SPEToCollectSample"),
    OUT(mark_tag, "SPEPreExecution"),
    OUT(sample_collision, "SPEPreExecution"),
    OUT(mark_cx1, "CollectContextIDR1"),
    OUT(mark_cx2, "CollectContextIDR2"),
    OUT(mark_pa, "CollectPhysicalAddress"),
    OUT(mark_ts, "CollectTimeStamp"),
    OUT(sample_feed, "SPEPostExecution"),
    OUT(sample_filtrate, "SPECollectRecord"),
    OUT(sample_feed_br, "SPECollectRecord"),
    OUT(sample_feed_ld, "SPECollectRecord"),
    OUT(sample_feed_st, "SPECollectRecord"),
    OUT(sample_feed_op, "SPECollectRecord"),
    OUT(sample_feed_event, "SPECollectRecord"),
    OUT(sample_feed_lat, "SPECollectRecord"),
    OUT(sample_feed_ds, "SPECollectRecord"),
    OUT(sample_buffer_full, "SPEBufferFilled"),
    OUT(cti_spe_sample, "SPEWriteToBuffer"),
    OUT(serror, "DebugWriteExternalAbort"),
    OUT(pmccntr, "AArch64_CountEvents"),
    OUT(pmevcntr, "AArch64_CountEvents"),
    OUT(pmovs, "AArch64_CountEvents"),
    OUT(pmuirq, "CheckForPMUOverflow"),
    OUT(cti_pmu_overflow, "CheckForPMUOverflow"),
    OUT(trace_self_hosted, "SelfHostedTraceEnabled"),
    OUT(trace_allowed, "TraceAllowed"),
    OUT(trace_cx2, "TraceContextIDR2"),
    OUT(trace_ts, "TraceTimeStamp"),
    OUT(filter_ft, "D17.6.4"),
    OUT(filter_ld, "D17.6.4"),
    OUT(filter_st, "D17.6.4"),
};
const size_t out_signal_count = sizeof out_signals / sizeof out_signals[0];

const struct signal vif_signals[] = {
    VIF(verdict_valid, "SPEPostExecution"),
    VIF(verdict_tag, "SPEPostExecution"),
    VIF(verdict_keep, "SPECollectRecord"),
    VIF(verdict_discard, "SPECollectRecord"),
    VIF(start_valid, "SPEBufferIsFull"),
    VIF(burst_valid, "SPEWriteToBuffer"),
    VIF(commit_valid, "SPEWriteToBuffer"),
    VIF(commit_len, "SPEConstructRecord"),
    VIF(commit_data, "SPEConstructRecord"),
    VIF(discard_valid, "SPEWriteToBuffer"),
    VIF(discard_reason, "ProfilingBufferEnabled"),
    VIF(event_valid, "SPEBufferFilled"),
    VIF(event_pmbsr, "SPEBufferFilled"),
    VIF(event_pmbptr, "SPEBufferFilled"),
    VIF(psb_done, "ProfilingSynchronizationBarrier"),
    VIF(dsb_done, "DataSynchronizationBarrier"),
};
const size_t vif_signal_count = sizeof vif_signals / sizeof vif_signals[0];

const struct signal *signal_first_difference(const struct signal *signals, size_t count, const void *a,
                                             const void *b)
{
  for (size_t i = 0; i < count; i++) {
    const struct signal *signal = &signals[i];
    if (memcmp((const char *)a + signal->offset, (const char *)b + signal->offset, signal->size) != 0) {
      return signal;
    }
  }
  return NULL;
}

struct signal signal_first_element(const struct signal *signal, const void *a, const void *b)
{
  struct signal element = *signal;
  element.size = sizeof(uint64_t);
  while (element.offset + element.size < signal->offset + signal->size &&
         memcmp((const char *)a + element.offset, (const char *)b + element.offset, element.size) == 0) {
    element.offset += element.size;
  }
  return element;
}

const char *signal_pin(const char *name)
{
  static const struct {
    const char *name;
    const char *pin;
  } pins[] = {
#define PIN_OUT(name, port) {#name, #port},
#define PIN_OUT_FIELD(name, port, type, field) {#name, #port "." #field},
#define PIN_OUT_ARRAY(name, count, port, type, field) {#name, #port "." #field},
#define PIN_VIF(name, port) {#name, #port},
#define PIN_VIF_FIELD(name, port, type, field) {#name, #port "." #field},
#define PIN_VIF_BYTES(name, count, port, type, field) {#name, #port "." #field},
#include "dut/pins.def"
  };
  for (size_t i = 0; name != NULL && i < sizeof pins / sizeof pins[0]; i++) {
    if (strcmp(pins[i].name, name) == 0) {
      return pins[i].pin;
    }
  }
  return NULL;
}

uint64_t signal_value(const struct signal *signal, const void *from)
{
  return number_at((const char *)from + signal->offset, signal->size);
}
