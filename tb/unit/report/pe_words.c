// SPDX-License-Identifier: Apache-2.0
#include "unit/report/pe_words.h"

#include <inttypes.h>

enum { LINE = 60 };  // length after which a list continues on a new line

static const char *security_state(const struct spu_config *config, const struct spu_in *in)
{
  if (!config->have_el3) {
    return config->secure_only ? "Secure" : "Non-secure";
  }
  if (in->pe_el == SPU_EL3) {
    return config->have_rme ? "Root" : "Secure";
  }
  if (!in->scr_el3_ns) {
    return "Secure";
  }
  return config->have_rme && in->scr_el3_nse ? "Realm" : "Non-secure";
}

void pe_words(const struct spu_config *config, const struct spu_in *in, struct text *text)
{
  text_add(text, "EL%u, %s, %s%s%s", in->pe_el, security_state(config, in),
           in->pe_aarch32 || in->el3_aarch32 ? "AArch32" : "AArch64", in->el3_aarch32 ? " (EL3 too)" : "",
           in->pe_debug ? ", Debug state" : "");
}

void pe_words_owner(const struct spu_in *in, struct text *text)
{
  text_add(text, "NSPB %u NSPBE %u, E2PB %u, E2H %u TGE %u HCR.RW %u, NS %u NSE %u EEL2 %u SCR.RW %u",
           in->mdcr_el3_nspb, in->mdcr_el3_nspbe, in->mdcr_el2_e2pb, in->hcr_el2_e2h, in->hcr_el2_tge,
           in->hcr_el2_rw, in->scr_el3_ns, in->scr_el3_nse, in->scr_el3_eel2, in->scr_el3_rw);
}

void pe_words_traps(const struct spu_in *in, bool pmu, bool write, struct text *text)
{
  const struct {
    const char *name;
    uint64_t value;
    bool applies;
  } rows[] = {{"MDCR_EL2.TPMS", in->mdcr_el2_tpms, !pmu},     {"MDCR_EL2.E2PB", in->mdcr_el2_e2pb, !pmu},
              {"HSTR_EL2.T9", in->hstr_el2_t9, pmu},          {"MDCR_EL2.TPM", in->mdcr_el2_tpm, pmu},
              {"MDCR_EL2.TPMCR", in->mdcr_el2_tpmcr, pmu},    {"MDCR_EL2.HPMN", in->mdcr_el2_hpmn, pmu},
              {"MDCR_EL3.NSPB", in->mdcr_el3_nspb, !pmu},     {"MDCR_EL3.NSPBE", in->mdcr_el3_nspbe, !pmu},
              {"MDCR_EL3.EnPMSN", in->mdcr_el3_enpmsn, !pmu}, {"MDCR_EL3.EnPMS3", in->mdcr_el3_enpms3, !pmu},
              {"MDCR_EL3.TPM", in->mdcr_el3_tpm, pmu},        {"HCR_EL2.E2H", in->hcr_el2_e2h, true},
              {"HCR_EL2.TGE", in->hcr_el2_tge, true},         {"HCR_EL2.NV", in->hcr_el2_nv, true},
              {"HCR_EL2.NV1", in->hcr_el2_nv1, true},         {"HCR_EL2.NV2", in->hcr_el2_nv2, true},
              {"SCR_EL3.NS", in->scr_el3_ns, true},           {"SCR_EL3.NSE", in->scr_el3_nse, true},
              {"SCR_EL3.EEL2", in->scr_el3_eel2, true},       {"SCR_EL3.FGTEn", in->scr_el3_fgten, true},
              {"SCR_EL3.FGTEn2", in->scr_el3_fgten2, true},   {"EDSCR.SDD", in->edscr_sdd, true},
              {"HDFGRTR_EL2", in->hdfgrtr_el2, !write},       {"HDFGRTR2_EL2", in->hdfgrtr2_el2, !write},
              {"HDFGWTR_EL2", in->hdfgwtr_el2, write},        {"HDFGWTR2_EL2", in->hdfgwtr2_el2, write}};
  size_t listed = 0;
  size_t line = text->length;  // start of the list's last line
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (!rows[i].applies || rows[i].value == 0) {
      continue;
    }
    if (text->length - line > LINE) {
      line = text->length;
      text_add(text, ",\n            ");
    } else {
      text_add(text, "%s", listed == 0 ? "" : ", ");
    }
    text_add(text, "%s", rows[i].name);
    if (rows[i].value != 1) {
      text_add(text, " = 0x%" PRIx64, rows[i].value);
    }
    listed++;
  }
  text_add(text, "%s", listed == 0 ? "all zero" : "");
}
