// SPDX-License-Identifier: Apache-2.0
//
// The state in a line of the conformance vectors: configuration, registers and input pins. A line does not determine
// which issue the configuration follows (cfg.count_current_issue, cfg.trace_current_issue): each line is run with both.
#ifndef TB_UNIT_TEST_VECTORS_VECTORS_STATE_H
#define TB_UNIT_TEST_VECTORS_VECTORS_STATE_H

#include "unit/test/vectors/vectors_line.h"

static inline void set_config(struct spu_config *config, const struct line *line)
{
  config->have_el2 = number_or(line, "cfg.have_el2", 1) != 0;
  config->have_el3 = number_or(line, "cfg.have_el3", 1) != 0;
  config->secure_only = flag(line, "cfg.secure_only");
  config->aarch32_el1 = flag(line, "cfg.aarch32_el1");
  config->aarch32_el2 = flag(line, "cfg.aarch32_el2");
  config->aarch32_el3 = flag(line, "cfg.aarch32_el3");
  config->have_sel2 = flag(line, "cfg.have_sel2");
  config->have_vhe = flag(line, "cfg.have_vhe");
  config->have_rme = flag(line, "cfg.have_rme");
  config->have_ecv = flag(line, "cfg.have_ecv");
  config->have_ecv_poff = flag(line, "cfg.have_ecv_poff");
  config->have_trf = flag(line, "cfg.have_trf");
  config->have_trace = flag(line, "IMPDEF:HaveTraceExt");
  config->count_current_issue = flag(line, "cfg.count_current_issue");
  config->trace_current_issue = flag(line, "cfg.trace_current_issue");
  config->debug_version = (uint32_t)number(line, "cfg.debug_version");
  config->have_fds = flag(line, "cfg.have_fds");
  config->squashed_recorded = true;  // PMSEVFR_EL1.E[1] is part of the pseudocode's mask
  config->have_sve = flag(line, "cfg.have_sve");
  config->have_tme = flag(line, "cfg.have_tme");
  config->spe_version = (uint32_t)number(line, "cfg.spe_version");
  config->have_ernd = flag(line, "PMSIDR_EL1.ERnd");
  config->reserved_nsxb = (uint32_t)number(line, "CU:Unpredictable_RESERVEDNSxB");
  config->reserved_pct = (uint32_t)number(line, "CU:Unpredictable_PMSCR_PCT");
  config->reserved_trf_el1 = (uint32_t)number(line, "CU:Unpredictable_EL1TIMESTAMP");
  config->reserved_trf_el2 = (uint32_t)number(line, "CU:Unpredictable_EL2TIMESTAMP");
  const bool bad_pmsfcr = flag(line, "CU:Unpredictable_BADPMSFCR");
  config->zero_events_reject = bad_pmsfcr;
  config->no_types_reject = bad_pmsfcr;
  config->zero_latency_reject = bad_pmsfcr;
  config->both_events_reject = bad_pmsfcr;
  const uint32_t optional = (uint32_t)number(line, "IMPDEF:SPE_mask_10:8,4,2");
  config->optional_filter = (optional >> 2) << 8 | (optional >> 1 & 1U) << 4 | (optional & 1U) << 2;
  config->impdef_events = number(line, "IMPDEF:SPE_mask_63:48") << 48 |
                          number(line, "IMPDEF:SPE_mask_31:24") << 24 |
                          number(line, "IMPDEF:SPE_mask_15:12") << 12;
  config->events_bytes = (uint32_t)number_or(line, "IMPDEF:SPE_Events_packet_payload_size", 8);
  config->source_bytes = (uint32_t)number(line, "IMPDEF:SPE_Data_Source_packet_payload_size");
  config->record_align = (uint32_t)number(line, "PMBIDR_EL1.Align");
}

static inline uint64_t pmscr(const struct line *line, const char *name, const char *low, const char *high)
{
  char key[40];
  uint64_t value = 0;
  const struct {
    const char *field;
    unsigned shift;
  } fields[] = {{low, 0}, {high, 1}, {"CX", 3}, {"PA", 4}, {"TS", 5}, {"PCT", 6}};
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
    (void)snprintf(key, sizeof key, "%s.%s", name, fields[i].field);
    value |= number(line, key) << fields[i].shift;
  }
  return value;
}

static inline void set_registers(struct spu *spu, const struct line *line)
{
  struct spu_registers *regs = &spu->regs;
  regs->pmscr_el1 = pmscr(line, "PMSCR_EL1", "E0SPE", "E1SPE");
  regs->pmscr_el2 = pmscr(line, "PMSCR_EL2", "E0HSPE", "E2SPE");
  regs->pmblimitr = number(line, "PMBLIMITR_EL1.E");
  regs->pmbsr = number(line, "PMBSR_EL1") | number(line, "PMBSR_EL1.S") << 17;
  regs->pmsicr =
      number(line, "PMSICR_EL1") | number(line, "PMSICR_EL1.COUNT") | number(line, "PMSICR_EL1.ECOUNT") << 56;
  regs->pmsirr = number(line, "PMSIRR_EL1.INTERVAL") << 8 | number(line, "PMSIRR_EL1.RND");
  regs->pmsfcr = number(line, "PMSFCR_EL1");
  regs->pmsfcr &= spu->config.spe_version >= 2 ? ~UINT64_C(0) : ~SPU_PMSFCR_EL1_FnE;
  regs->pmsfcr &= spu->config.have_fds ? ~UINT64_C(0) : ~SPU_PMSFCR_EL1_FDS;
  regs->pmsevfr = number(line, "PMSEVFR_EL1") & spu->events_filter;
  regs->pmsnevfr = spu->config.spe_version >= 2 ? number(line, "PMSNEVFR_EL1") & spu->events_filter : 0;
  regs->pmslatfr = number(line, "PMSLATFR_EL1") & 0xFFFF;
  regs->pmsdsfr = number(line, "PMSDSFR_EL1");
  spu->next = spu->regs;
}

static inline void set_pins(struct spu_in *in, const struct line *line)
{
  in->pe_el = (uint8_t)number(line, "PSTATE.EL");
  in->pe_aarch32 = flag(line, "PSTATE.nRW");
  in->pe_debug = number_or(line, "EDSCR.STATUS", 2) == 19;
  in->el3_aarch32 = flag(line, "cfg.aarch32_el3");
  in->edscr_tfo = flag(line, "EDSCR.TFO");
  in->scr_el3_ns = flag(line, in->el3_aarch32 ? "SCR.NS" : "SCR_EL3.NS");
  in->scr_el3_nse = flag(line, "SCR_EL3.NSE");
  in->scr_el3_eel2 = flag(line, "SCR_EL3.EEL2");
  in->scr_el3_rw = flag(line, "SCR_EL3.RW");
  in->scr_el3_ecven = flag(line, "SCR_EL3.ECVEn");
  in->hcr_el2_rw = flag(line, "HCR_EL2.RW");
  in->hcr_el2_tge = flag(line, "HCR_EL2.TGE");
  in->hcr_el2_e2h = flag(line, "HCR_EL2.E2H");
  in->mdcr_el2_e2pb = (uint8_t)number(line, "MDCR_EL2.E2PB");
  in->mdcr_el3_nspb = (uint8_t)number(line, "MDCR_EL3.NSPB");
  in->mdcr_el3_nspbe = flag(line, "MDCR_EL3.NSPBE");
  in->time_count = number(line, "PhysicalCountInt");
  in->cnthctl_el2_ecv = flag(line, "CNTHCTL_EL2.ECV");
  in->cntvoff_el2 = number(line, "CNTVOFF_EL2");
  in->cntpoff_el2 = number(line, "CNTPOFF_EL2");
  in->mdcr_el3_ste = flag(line, "MDCR_EL3.STE");
  in->mdcr_el3_rlte = flag(line, "MDCR_EL3.RLTE");
  in->sder_suniden = flag(line, "SDER32_EL2.SUNIDEN");
  in->trfcr_el1_e0tre = flag(line, "TRFCR_EL1.E0TRE");
  in->trfcr_el1_e1tre = flag(line, "TRFCR_EL1.E1TRE");
  in->trfcr_el1_ts = (uint8_t)number(line, "TRFCR_EL1.TS");
  in->trfcr_el2_e0htre = flag(line, "TRFCR_EL2.E0HTRE");
  in->trfcr_el2_e2tre = flag(line, "TRFCR_EL2.E2TRE");
  in->trfcr_el2_cx = flag(line, "TRFCR_EL2.CX");
  in->trfcr_el2_ts = (uint8_t)number(line, "TRFCR_EL2.TS");
  in->dbgen = flag(line, "SIG:DBGEN");
  in->spiden = flag(line, "SIG:SPIDEN");
  in->rlpiden = flag(line, "SIG:RLPIDEN");
  in->rtpiden = flag(line, "SIG:RTPIDEN");
}

static inline void set_state(struct spu *spu, struct spu_in *in, const struct line *line)
{
  memset(spu, 0, spu_size());
  memset(in, 0, sizeof *in);
  set_config(&spu->config, line);
  spu->counter_max = flag(line, "IMPDEF:SPE_16bit_counters") ? 0xFFFF : 0xFFF;
  spu->events_filter = spu_config_events_filter(&spu->config);
  set_registers(spu, line);
  set_pins(in, line);
}

#endif  // TB_UNIT_TEST_VECTORS_VECTORS_STATE_H
