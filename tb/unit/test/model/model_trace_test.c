// SPDX-License-Identifier: Apache-2.0
//
// Block T: self-hosted trace.
#include "unit/test/model/model_bench.h"

static struct spu_config trace_config(void)
{
  return CHANGED(bench_base(), config.have_trace = true, config.have_trf = true, config.have_sel2 = true,
                 config.debug_version = 4);
}

static struct spu_config realm_config(void)
{
  return CHANGED(trace_config(), config.have_rme = true);
}

static uint64_t enabled(void)
{
  return SelfHostedTraceEnabled(b.spu, &b.in);
}

static uint64_t allowed(void)
{
  return TraceAllowed(b.spu, &b.in);
}

static uint64_t context_el2(void)
{
  return TraceContextIDR2(b.spu, &b.in);
}

static void set_all_enables(struct spu_in *in, bool value)
{
  in->trfcr_el1_e0tre = value;
  in->trfcr_el1_e1tre = value;
  in->trfcr_el2_e0htre = value;
  in->trfcr_el2_e2tre = value;
}

// T1: TFO overrides the self-hosted controls only if the external debugger may trace the states that they protect.
TEST(override_needs_authentication)
{
  static const struct step steps[] = {
      {SET(in.edscr_tfo, false), true},
      {SET(in.edscr_tfo, true), false},
      {SET(in.mdcr_el3_ste, true), true},
      {SET(in.dbgen, true), true},
      {SET(in.spiden, true), false},
      {SET(in.edscr_tfo, false), true},
      {SET(spu->config.have_trf, false), false},
      {SET(spu->config.have_trf, true), true},
      {SET(spu->config.have_trace, false), false},
  };
  bench_open(trace_config());
  RUN_STEPS(enabled, steps);
}

// T1: without EL3 the Security state of the PE decides, not MDCR_EL3.STE.
TEST(secure_override_without_el3_needs_authentication)
{
  static const struct step steps[] = {
      {SET(in.edscr_tfo, true), false},     {SET(in.mdcr_el3_ste, true), false},
      {SET(in.mdcr_el3_ste, false), false}, {SET(spu->config.secure_only, true), true},
      {SET(in.dbgen, true), true},          {SET(in.spiden, true), false},
  };
  bench_open(CHANGED(trace_config(), config.have_el3 = false));
  RUN_STEPS(enabled, steps);
}

// T1, D3.1.2: with FEAT_RME, RLTE also keeps self-hosted trace, and STE does only if Secure state exists.
TEST(realm_override_needs_authentication)
{
  static const struct step steps[] = {
      {SET(in.edscr_tfo, true), false}, {SET(in.dbgen, true), false},
      {SET(in.spiden, true), false},    {SET(in.mdcr_el3_rlte, true), true},
      {SET(in.rlpiden, true), false},   {SET(in.mdcr_el3_ste, true), false},
      {SET(in.spiden, false), true},    {SET(spu->config.have_sel2, false), false},
  };
  bench_open(realm_config());
  RUN_STEPS(enabled, steps);
}

// T1: the authentication signals that apply, by the version of the debug architecture.
TEST(authentication_uses_the_signals_of_its_version)
{
  for (uint32_t signals = 0; signals < 16; signals++) {
    for (uint32_t version = 0; version <= 4; version += 2) {
      bench_open(CHANGED(trace_config(), config.debug_version = version,
                         config.have_trf = config.have_sel2 = version == 4));
      SET_BITS(signals, &b.in.dbgen, &b.in.niden, &b.in.spiden, &b.in.spniden);
      b.in.scr_el3_ns = false;
      b.in.edscr_tfo = true;
      assert_int_equal(allowed(), version == 4 ? b.in.dbgen && b.in.spiden
                                               : (b.in.dbgen || b.in.niden) && (b.in.spiden || b.in.spniden));
      b.in.scr_el3_ns = true;
      assert_true(allowed());
    }
  }
}

// T2: each level has its own enable. Non-secure state, Table D3-1.
TEST(every_level_uses_its_enable)
{
  bench_open(trace_config());
  for (int tge = 0; tge <= 1; tge++) {
    b.in.hcr_el2_tge = tge != 0;
    bool *const enables[] = {tge != 0 ? &b.in.trfcr_el2_e0htre : &b.in.trfcr_el1_e0tre, &b.in.trfcr_el1_e1tre,
                             &b.in.trfcr_el2_e2tre};
    for (uint8_t el = 0; el <= 2; el++) {
      b.in.pe_el = el;
      set_all_enables(&b.in, true);
      assert_true(allowed());
      *enables[el] = false;
      assert_false(allowed());
      set_all_enables(&b.in, false);
      *enables[el] = true;
      assert_true(allowed());
    }
  }
}

// T2: TGE applies only if EL2 is enabled, and Secure state needs STE; EL3 in AArch64 is never traced.
TEST(secure_state_needs_ste)
{
  static const struct step at_el0[] = {
      {SET(in.pe_el, SPU_EL0), true},
      {SET(in.hcr_el2_tge, true), true},
      {SET(in.trfcr_el2_e0htre, false), true},
      {SET(in.scr_el3_eel2, true), false},
  };
  bench_open(trace_config());
  set_all_enables(&b.in, true);
  b.in.scr_el3_ns = false;
  for (uint8_t el = 0; el <= 3; el++) {
    b.in.pe_el = el;
    b.in.mdcr_el3_ste = false;
    assert_false(allowed());
    b.in.mdcr_el3_ste = true;
    assert_int_equal(allowed(), el != SPU_EL3);
  }
  RUN_STEPS(allowed, at_el0);
}

// T2, D3.2 with FEAT_RME: Realm state needs RLTE, Root state is never traced.
TEST(realm_state_needs_rlte_and_root_is_not_traced)
{
  static const struct step steps[] = {
      {SET(in.mdcr_el3_ste, true), true},
      {SET(in.scr_el3_nse, true), false},
      {SET(in.mdcr_el3_rlte, true), true},
      {SET(in.pe_el, SPU_EL3), false},
  };
  bench_open(realm_config());
  set_all_enables(&b.in, true);
  RUN_STEPS(allowed, steps);
}

// T2: while self-hosted trace is disabled, each state depends on its own signals.
TEST(external_trace_needs_the_signals_of_its_state)
{
  bench_open(realm_config());
  b.in.edscr_tfo = true;
  for (uint32_t signals = 0; signals < 16; signals++) {
    bool dbgen, spiden, rlpiden, rtpiden;
    SET_BITS(signals, &dbgen, &spiden, &rlpiden, &rtpiden);
    SET_BITS(signals, &b.in.dbgen, &b.in.spiden, &b.in.rlpiden, &b.in.rtpiden);
    b.in.pe_el = SPU_EL1;
    b.in.scr_el3_nse = false;
    b.in.scr_el3_ns = true;
    assert_true(allowed());
    b.in.scr_el3_ns = false;
    assert_int_equal(allowed(), dbgen && spiden);
    b.in.scr_el3_ns = b.in.scr_el3_nse = true;
    assert_int_equal(allowed(), dbgen && rlpiden);
    b.in.pe_el = SPU_EL3;
    assert_int_equal(allowed(), dbgen && spiden && rlpiden && rtpiden);
    b.spu->config.have_sel2 = false;
    assert_int_equal(allowed(), dbgen && rlpiden && rtpiden);
    b.spu->config.have_sel2 = true;
  }
}

// T5: only the configuration selects the issue, independently of other features.
static struct spu_config text_config(uint32_t row)
{
  struct spu_config config = trace_config();
  SET_BITS(row, &config.trace_current_issue, &config.have_ecv, &config.have_rme);
  return config;
}

static void open_with_text(uint32_t row)
{
  bench_open(trace_config());
  b.spu->config = text_config(row);
}

// T2, T5: S1 does not test Debug state; D3 prohibits trace in it, self-hosted or not.
TEST(debug_state_follows_the_chosen_text)
{
  for (uint32_t row = 0; row < 16; row++) {
    open_with_text(row / 2);
    set_all_enables(&b.in, true);
    b.in.edscr_tfo = row % 2 != 0;
    assert_true(allowed());
    b.in.pe_debug = true;
    assert_int_equal(allowed(), !b.spu->config.trace_current_issue);
  }
}

// T2, T5: in D3, SUNIDEN permits trace of Secure EL0 if EL1 uses AArch32; S1 does not have it.
TEST(suniden_follows_the_chosen_text)
{
  for (uint32_t row = 0; row < 4; row++) {
    open_with_text(row);
    b.in.edscr_tfo = true;
    b.in.scr_el3_ns = b.in.scr_el3_rw = false;
    assert_false(allowed());
    b.in.sder_suniden = true;
    assert_int_equal(allowed(), b.spu->config.trace_current_issue);
    b.in.pe_el = SPU_EL1;
    assert_false(allowed());
    b.in.pe_el = SPU_EL0;
    b.in.scr_el3_rw = true;
    assert_false(allowed());
  }
}

// T5, IRCXSF: while self-hosted trace is disabled, D3 uses ExternalNoninvasiveDebugEnabled(), also in Non-secure state;
// it is always TRUE with FEAT_TRF and with FEAT_Debugv8p4. S1 does not use it.
TEST(noninvasive_signals_follow_the_chosen_text)
{
  for (uint32_t row = 0; row < 32; row++) {
    bool debug_v8p4;
    open_with_text(row & 1U);
    struct spu_config *config = &b.spu->config;
    SET_BITS(row >> 1, &config->have_trf, &debug_v8p4, &b.in.dbgen, &b.in.niden);
    config->debug_version = debug_v8p4 ? 4 : 2;
    b.in.edscr_tfo = true;
    assert_int_equal(allowed(), !config->trace_current_issue || config->have_trf || debug_v8p4 ||
                                    b.in.dbgen || b.in.niden);
  }
}

// T2: TRFCR.E1TRE permits trace of EL3 in AArch32, with SDCR.STE.
TEST(aarch32_el3_is_traced_by_e1tre)
{
  static const struct step steps[] = {
      {SET(in.el3_aarch32, true), UNASKED},  {SET(in.pe_aarch32, true), UNASKED},
      {SET(in.pe_el, SPU_EL3), UNASKED},     {SET(in.trfcr_el1_e1tre, true), false},
      {SET(in.mdcr_el3_ste, true), true},    {SET(in.trfcr_el1_e1tre, false), false},
      {SET(in.trfcr_el1_e1tre, true), true}, {SET(in.el3_aarch32, false), false},
  };
  bench_open(CHANGED(trace_config(), config.aarch32_el2 = config.aarch32_el3 = true));
  RUN_STEPS(allowed, steps);
}

// T3: whether CONTEXTIDR_EL2 is traced.
TEST(context_el2_needs_cx_to_be_traced)
{
  static const struct step steps[] = {
      {SET(in.trfcr_el2_cx, false), false},      {SET(in.trfcr_el2_cx, true), true},
      {SET(in.trfcr_el1_e0tre, false), false},   {SET(in.trfcr_el2_cx, false), false},
      {SET(in.edscr_tfo, true), true},  // not self-hosted: CX is ignored
      {SET(spu->config.have_el2, false), false},
  };
  bench_open(trace_config());
  set_all_enables(&b.in, true);
  RUN_STEPS(context_el2, steps);
}

// T4, U4: Table D3-2 and the reserved values, for all values of both fields and of the choices.
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

// T1-T4: the outputs of a cycle; they are all zero without a trace unit.
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
