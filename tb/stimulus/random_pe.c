// SPDX-License-Identifier: Apache-2.0
#include "stimulus/random_pe.h"

// HDFGRTR_EL2 and HDFGWTR_EL2 (Arm ARM D24.2): the fields of this unit's registers. PMSIDR_EL1 (30) and PMBIDR_EL1
// (63) can only be read. PMSNEVFR_EL1's field traps when it is 0.
#define FINE_WRITE ((uint64_t)0x17F << 23 | (uint64_t)1 << 32)
#define FINE_READ (FINE_WRITE | (uint64_t)1 << 30 | (uint64_t)1 << 63)
#define FINE_NPMSNEVFR ((uint64_t)1 << 62)

static uint64_t pick_fine_traps(const struct spu_config *config, struct rng *rng, bool friendly,
                                uint64_t fields)
{
  uint64_t traps = 0;
  if (!config->have_fgt) {
    return 0;
  }
  if (rng_percent(rng, friendly ? 3 : 50)) {
    traps = fields & rng_next(rng);
  }
  if (config->spe_version >= 2 && rng_percent(rng, friendly ? 97 : 60)) {
    traps |= FINE_NPMSNEVFR;
  }
  return traps;
}

// What only decides whether an access to a register happens.
static void pick_traps(const struct spu_config *config, struct rng *rng, bool friendly, struct spu_in *in)
{
  const bool nested = config->nested_virt >= 1;
  in->mdcr_el2_tpms = config->have_el2 && rng_percent(rng, friendly ? 3 : 30);
  in->scr_el3_fgten = config->have_el3 && config->have_fgt && rng_percent(rng, 70);
  in->hdfgrtr_el2 = config->have_el2 ? pick_fine_traps(config, rng, friendly, FINE_READ) : 0;
  in->hdfgwtr_el2 = config->have_el2 ? pick_fine_traps(config, rng, friendly, FINE_WRITE) : 0;
  // NV1 and NV2 without NV do nothing.
  in->hcr_el2_nv = nested && rng_percent(rng, friendly ? 3 : 50);
  in->hcr_el2_nv1 = nested && rng_percent(rng, friendly ? 3 : 50);
  in->hcr_el2_nv2 = config->nested_virt >= 2 && rng_percent(rng, in->hcr_el2_nv ? 70 : 10);
}

static void pick_controls(const struct spu_config *config, struct rng *rng, bool friendly, struct spu_in *in)
{
  // Without Secure state, SCR_EL3.NS is RES1.
  const bool no_secure = config->have_rme && !config->have_sel2;
  in->scr_el3_ns = config->have_el3 && (no_secure || rng_percent(rng, 70));
  // {NSE, NS} = {1, 0} is reserved.
  in->scr_el3_nse = config->have_el3 && config->have_rme && in->scr_el3_ns && rng_percent(rng, 40);
  in->scr_el3_eel2 = config->have_el3 && config->have_sel2 && rng_percent(rng, 50);
  in->hcr_el2_e2h = config->have_el2 && config->have_vhe && rng_percent(rng, 50);
  in->hcr_el2_tge = config->have_el2 && rng_percent(rng, friendly ? 10 : 40);
  in->hcr_el2_rw = config->have_el2 && (!config->aarch32_el1 || rng_percent(rng, friendly ? 95 : 70));
  // With EL2 only in AArch64, RW is 1 in Non-secure state.
  const bool can_clear_rw =
      config->aarch32_el1 && (config->aarch32_el2 || !config->have_el2 || !in->scr_el3_ns);
  in->scr_el3_rw = config->have_el3 && (!can_clear_rw || rng_percent(rng, friendly ? 95 : 70));

  static const uint8_t e2pb[] = {0, 0, 0, 2, 3, 3, 3, 1};  // 1 is reserved, and rare
  in->mdcr_el2_e2pb = config->have_el2 ? e2pb[rng_below(rng, sizeof e2pb)] : 0;
  in->mdcr_el3_nspb = 0;
  in->mdcr_el3_nspbe = false;
  if (config->have_el3) {
    const bool owned = rng_percent(rng, friendly ? 97 : 50);
    // NSPB<1>: Non-secure state owns the buffer. NSPB<0>: lower levels may access the registers.
    in->mdcr_el3_nspb = (uint8_t)((owned == in->scr_el3_ns ? 2U : 0U) | rng_percent(rng, friendly ? 90 : 50));
    in->mdcr_el3_nspbe = config->have_rme && (owned ? in->scr_el3_nse : rng_percent(rng, 50));
  }
  pick_traps(config, rng, friendly, in);
}

// EL2 exists in the Security state that SCR_EL3 selects.
static bool el2_enabled(const struct spu_config *config, const struct spu_in *in)
{
  if (!config->have_el2) {
    return false;
  }
  if (!config->have_el3) {
    return !config->secure_only || config->have_sel2;
  }
  return in->scr_el3_ns || in->scr_el3_eel2;
}

static void pick_level(const struct spu_config *config, struct rng *rng, bool friendly, struct spu_in *in)
{
  const bool el2 = el2_enabled(config, in);
  const bool no_el1 = el2 && in->hcr_el2_tge;
  const bool el2_aarch32 = config->aarch32_el2 && config->have_el3 && !in->scr_el3_rw;
  const uint32_t owner = el2 && in->mdcr_el2_e2pb == 0 ? SPU_EL2 : SPU_EL1;
  // Profiling is on at the owner's level and below.
  uint8_t el = (uint8_t)rng_below(rng, friendly ? owner + 1 : 4);
  if (el == SPU_EL3 && !config->have_el3) {
    el = SPU_EL1;
  }
  if (el == SPU_EL2 && !el2) {
    el = SPU_EL1;
  }
  if (el == SPU_EL1 && no_el1) {
    el = SPU_EL2;
  }
  bool el1_aarch32 = false;
  if (config->aarch32_el1) {
    if (el2) {
      const bool host = in->hcr_el2_e2h && in->hcr_el2_tge;
      el1_aarch32 = el2_aarch32 || (!in->hcr_el2_rw && !host);
    } else {
      el1_aarch32 = config->have_el3 ? !in->scr_el3_rw : false;
    }
  }
  in->pe_el = el;
  switch (el) {
  case SPU_EL0:
    in->pe_aarch32 = el1_aarch32 || (config->aarch32_el1 && rng_percent(rng, 5));
    break;
  case SPU_EL1:
    in->pe_aarch32 = el1_aarch32;
    break;
  case SPU_EL2:
    in->pe_aarch32 = el2_aarch32;
    break;
  default:
    in->pe_aarch32 = false;
    break;
  }
}

void random_pe_any(const struct spu_config *config, struct rng *rng, bool friendly, bool controls,
                   struct spu_in *in)
{
  if (controls) {
    pick_controls(config, rng, friendly, in);
  }
  pick_level(config, rng, friendly, in);
  in->pe_debug = rng_percent(rng, friendly ? 2 : 30);
  // Debug state at EL3 means that the debugger may be there.
  in->edscr_sdd = config->have_el3 && !(in->pe_debug && in->pe_el == SPU_EL3) && rng_percent(rng, 50);
  if (rng_percent(rng, 30)) {
    in->contextidr_el1 = (uint32_t)rng_next(rng);
  }
  if (rng_percent(rng, 30)) {
    in->contextidr_el2 = config->have_el2 ? (uint32_t)rng_next(rng) : 0;
  }
  if (rng_percent(rng, 10)) {
    in->cntvoff_el2 = config->have_el2 ? rng_next(rng) : 0;
  }
}

void random_pe_highest(const struct spu_config *config, struct spu_in *in)
{
  if (config->have_el3) {
    in->pe_el = SPU_EL3;
  } else {
    in->pe_el = el2_enabled(config, in) ? SPU_EL2 : SPU_EL1;
  }
  in->pe_aarch32 = false;
  in->pe_debug = false;
}
