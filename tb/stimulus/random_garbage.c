// SPDX-License-Identifier: Apache-2.0
#include "stimulus/random_garbage.h"

#include <string.h>

#include "stimulus/random_controls.h"

// Every bit of a field, where the field is absent. `bits` is 1 for a bool.
#define ABSENT(field, bits, exists) absent->field = (exists) ? 0 : (bits)

static void levels(const struct spu_config *config, bool aarch32, struct spu_in *absent)
{
  const bool el2 = config->have_el2;
  const bool el3 = config->have_el3;
  const bool scr = el3 && !aarch32;  // SCR has NS alone of these
  ABSENT(edscr_sdd, 1, el3);
  ABSENT(scr_el3_ns, 1, el3);
  ABSENT(scr_el3_nse, 1, scr && config->have_rme);
  ABSENT(scr_el3_eel2, 1, scr && config->have_sel2);
  ABSENT(scr_el3_rw, 1, scr);
  ABSENT(scr_el3_fgten, 1, scr && config->have_fgt);
  ABSENT(scr_el3_fgten2, 1, scr && config->have_fgt2);
  ABSENT(scr_el3_ecven, 1, scr && config->have_ecv_poff);
  ABSENT(hcr_el2_tge, 1, el2);
  ABSENT(hcr_el2_e2h, 1, config->have_vhe);
  ABSENT(hcr_el2_rw, 1, el2);
  ABSENT(hcr_el2_nv, 1, config->nested_virt >= 1);
  ABSENT(hcr_el2_nv1, 1, config->nested_virt >= 1);
  ABSENT(hcr_el2_nv2, 1, config->nested_virt >= 2);
  ABSENT(mdcr_el2_e2pb, 3, el2);
  ABSENT(mdcr_el2_tpms, 1, el2);
  ABSENT(mdcr_el3_nspb, 3, scr);
  ABSENT(mdcr_el3_nspbe, 1, scr && config->have_rme);
  ABSENT(mdcr_el3_enpmsn, 1, scr && config->spe_version >= 2);
  ABSENT(mdcr_el3_enpms3, 1, scr && config->have_fds);
  ABSENT(contextidr_el2, UINT32_MAX, el2);
  ABSENT(cntvoff_el2, UINT64_MAX, el2);
  ABSENT(cntpoff_el2, UINT64_MAX, el2 && config->have_ecv_poff);
  ABSENT(cnthctl_el2_ecv, 1, el2 && config->have_ecv_poff);
}

static void monitors(const struct spu_config *config, bool aarch32, struct spu_in *absent)
{
  const uint32_t version = config->pmu_version;
  const bool el2 = config->have_el2 && version != 0;
  const bool el3 = config->have_el3 && version != 0;
  const bool mdcr3 = el3 && !aarch32;  // SDCR has SPME and SCCD alone of these
  ABSENT(mdcr_el2_tpm, 1, el2);
  ABSENT(mdcr_el2_tpmcr, 1, el2);
  ABSENT(mdcr_el2_hpmn, 0x1F, el2);
  ABSENT(mdcr_el2_hpme, 1, el2);
  ABSENT(mdcr_el2_hpmd, 1, el2);
  ABSENT(mdcr_el2_hccd, 1, el2 && version >= 5);
  ABSENT(mdcr_el2_hlp, 1, el2 && version >= 5);
  ABSENT(mdcr_el2_hpmfzo, 1, el2 && version >= 7);
  ABSENT(mdcr_el2_hpmfzs, 1, el2 && config->spe_version >= 2);
  ABSENT(hstr_el2_t9, 1, el2 && config->aarch32_el0);
  ABSENT(mdcr_el3_tpm, 1, mdcr3);
  ABSENT(mdcr_el3_spme, 1, el3);
  ABSENT(mdcr_el3_mpmx, 1, mdcr3 && version >= 7);
  ABSENT(mdcr_el3_sccd, 1, el3 && version >= 5);
  ABSENT(mdcr_el3_mccd, 1, mdcr3 && version >= 7);
}

static void trace_and_debug(const struct spu_config *config, bool aarch32, struct spu_in *absent)
{
  const bool trf = config->have_trf;
  const bool trf2 = trf && config->have_el2;
  const bool secure = config->have_el3 || config->secure_only;
  ABSENT(edscr_tfo, 1, trf);
  ABSENT(mdcr_el3_ste, 1, trf && config->have_el3);
  ABSENT(mdcr_el3_rlte, 1, trf && config->have_rme && !aarch32);
  ABSENT(sder_suniden, 1, secure && config->aarch32_el1);
  ABSENT(trfcr_el1_e0tre, 1, trf);
  ABSENT(trfcr_el1_e1tre, 1, trf);
  ABSENT(trfcr_el1_ts, 3, trf);
  ABSENT(trfcr_el2_e0htre, 1, trf2);
  ABSENT(trfcr_el2_e2tre, 1, trf2);
  ABSENT(trfcr_el2_cx, 1, trf2);
  ABSENT(trfcr_el2_ts, 3, trf2);
  ABSENT(spiden, 1, secure);
  ABSENT(spniden, 1, secure);
  ABSENT(rlpiden, 1, config->have_rme);
  ABSENT(rtpiden, 1, config->have_rme);
}

void random_garbage_init(struct random_garbage *garbage, const struct spu_config *config)
{
  memset(garbage, 0, sizeof *garbage);
  for (unsigned aarch32 = 0; aarch32 <= config->aarch32_el3; aarch32++) {
    struct spu_in absent;
    memset(&absent, 0, sizeof absent);
    levels(config, aarch32 != 0, &absent);
    monitors(config, aarch32 != 0, &absent);
    trace_and_debug(config, aarch32 != 0, &absent);
    // These pins are whole registers: most of their bits are of registers of others.
    absent.hdfgrtr_el2 = ~random_controls_fine_traps(config, false);
    absent.hdfgwtr_el2 = ~random_controls_fine_traps(config, true);
    absent.hdfgrtr2_el2 = ~random_controls_fine2_traps(config);
    absent.hdfgwtr2_el2 = absent.hdfgrtr2_el2;
    memcpy(garbage->absent[aarch32], (const char *)&absent + TIMED_PE_BEGIN, TIMED_PE_BYTES);
  }
}

void random_garbage_draw(struct random_garbage *garbage, struct rng *rng)
{
  const uint64_t some = rng_percent(rng, 30) ? 0 : rng_next(rng);  // half of the fields, or none
  for (unsigned i = 0; i < RANDOM_GARBAGE_WORDS; i++) {
    garbage->bits[i] = some == 0 ? 0 : rng_next(rng);
  }
}

void random_garbage_drive(const struct random_garbage *garbage, struct spu_in *in)
{
  const uint64_t *absent = garbage->absent[in->el3_aarch32];
  uint64_t pe[RANDOM_GARBAGE_WORDS];
  memcpy(pe, (const char *)in + TIMED_PE_BEGIN, TIMED_PE_BYTES);
  for (unsigned i = 0; i < RANDOM_GARBAGE_WORDS; i++) {
    pe[i] = (pe[i] & ~absent[i]) | (garbage->bits[i] & absent[i]);
  }
  memcpy((char *)in + TIMED_PE_BEGIN, pe, TIMED_PE_BYTES);
}
