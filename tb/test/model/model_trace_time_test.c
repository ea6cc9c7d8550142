// SPDX-License-Identifier: Apache-2.0
//
// Block T: the time of trace, and the outputs of a cycle.
#include "model_bench.h"

static struct spu_config trace_config(void)
{
  struct spu_config config = bench_base();
  config.have_trace = true;
  config.have_trf = true;
  return config;
}

// T4, U4: Table D3-2 and the reserved values, for every value of both fields and of the choices.
TEST(trace_time_follows_table_d3_2)
{
  static const enum spu_trace_time times[] = {SPU_TRACE_TIME_CORESIGHT, SPU_TRACE_TIME_VIRTUAL,
                                              SPU_TRACE_TIME_OFFSET_PHYSICAL, SPU_TRACE_TIME_PHYSICAL};
  bench_open(trace_config());
  for (uint32_t bits = 0; bits < 1U << 10; bits++) {
    struct spu_config *c = &b.spu->config;
    SET_BITS(bits, &c->have_el2, &c->have_ecv);
    c->reserved_trf_el1 = bits >> 2 & 3U;
    c->reserved_trf_el2 = bits >> 4 & 3U;
    if (c->reserved_trf_el1 == 0 ||
        (!c->have_ecv && (c->reserved_trf_el1 == 2 || c->reserved_trf_el2 == 2))) {
      continue;  // not a configuration
    }
    const uint32_t el1 = bits >> 6 & 3U;
    const uint32_t el2 = bits >> 8 & 3U;
    b.in.trfcr_el1_ts = (uint8_t)el1;
    b.in.trfcr_el2_ts = (uint8_t)el2;
    uint32_t time = el1 == 0 || (el1 == 2 && !c->have_ecv) ? c->reserved_trf_el1 : el1;
    const uint32_t over = el2 == 2 && !c->have_ecv ? c->reserved_trf_el2 : el2;
    time = c->have_el2 && over != 0 ? over : time;
    b.in.edscr_tfo = false;
    assert_int_equal(TraceTimeStamp(b.spu, &b.in), times[time]);
    b.in.edscr_tfo = true;
    assert_int_equal(TraceTimeStamp(b.spu, &b.in), SPU_TRACE_TIME_CORESIGHT);
  }
}

// T1-T4: the outputs of a cycle, and that they are all zero without a trace unit.
TEST(outputs_follow_the_pins)
{
  bench_open(trace_config());
  b.in.trfcr_el1_e0tre = true;
  b.in.trfcr_el2_ts = 3;
  b.in.trfcr_el2_cx = true;
  struct spu_out out = {0};
  spu_trace_outputs(b.spu, &b.in, &out);
  assert_true(out.trace_self_hosted && out.trace_allowed && out.trace_cx2);
  assert_int_equal(out.trace_ts, SPU_TRACE_TIME_PHYSICAL);
  b.spu->config.have_trace = false;
  spu_trace_outputs(b.spu, &b.in, &out);
  assert_false(out.trace_self_hosted || out.trace_allowed || out.trace_cx2);
  assert_int_equal(out.trace_ts, SPU_TRACE_TIME_CORESIGHT);
}
