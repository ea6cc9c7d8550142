// SPDX-License-Identifier: Apache-2.0
//
// Coverage of who may touch the registers (requirements B2 to B4, B6, U5). Every reason to refuse an access is
// worked out from the pins of its cycle; a case counts only if the answer, in the next cycle, is the one that it
// asks for.
#include "cover/cover_access_bins.h"
#include "cover/cover_block.h"
#include "cover/cover_sysreg.h"
#include "spu_sysreg.h"

enum { REGISTERS(COVER_BIN_ENUM) BINS(COVER_BIN_ENUM) BIN_COUNT, BIN_NONE = BIN_COUNT };

static const struct cover_bin bins[] = {REGISTERS(COVER_BIN_ROW) BINS(COVER_BIN_ROW)};

// The bins of a register: [done, trap to EL2, trap to EL3, memory access][MSR].
enum { DONE, TO_EL2, TO_EL3, TO_MEMORY, ANSWERS };
// clang-format off
#define PAIR(reg, suffix) {BIN_##reg##_mrs##suffix, BIN_##reg##_msr##suffix}
#define SINGLE(reg, suffix) {BIN_##reg##_mrs##suffix, BIN_NONE}
#define NOTHING {BIN_NONE, BIN_NONE}
#define WITH_MEMORY(reg) {PAIR(reg, ), PAIR(reg, _el2), PAIR(reg, _el3), PAIR(reg, _memory)}
static const uint16_t answers[COVER_SYSREGS][ANSWERS][2] = {
    [COVER_PMSCR_EL1] = WITH_MEMORY(pmscr_el1),
    [COVER_PMSNEVFR_EL1] = WITH_MEMORY(pmsnevfr_el1),
    [COVER_PMSICR_EL1] = WITH_MEMORY(pmsicr_el1),
    [COVER_PMSIRR_EL1] = WITH_MEMORY(pmsirr_el1),
    [COVER_PMSFCR_EL1] = {PAIR(pmsfcr_el1, ), PAIR(pmsfcr_el1, _el2), PAIR(pmsfcr_el1, _el3), NOTHING},
    [COVER_PMSEVFR_EL1] = WITH_MEMORY(pmsevfr_el1),
    [COVER_PMSLATFR_EL1] = WITH_MEMORY(pmslatfr_el1),
    [COVER_PMSIDR_EL1] = {PAIR(pmsidr_el1, ), SINGLE(pmsidr_el1, _el2), SINGLE(pmsidr_el1, _el3), NOTHING},
    [COVER_PMBLIMITR_EL1] = WITH_MEMORY(pmblimitr_el1),
    [COVER_PMBPTR_EL1] = WITH_MEMORY(pmbptr_el1),
    [COVER_PMBSR_EL1] = WITH_MEMORY(pmbsr_el1),
    [COVER_PMSDSFR_EL1] = WITH_MEMORY(pmsdsfr_el1),
    [COVER_PMBIDR_EL1] = {PAIR(pmbidr_el1, ), SINGLE(pmbidr_el1, _el2), NOTHING, NOTHING},
    [COVER_PMSCR_EL2] = {PAIR(pmscr_el2, ), PAIR(pmscr_el2, _el2), PAIR(pmscr_el2, _el3), NOTHING},
    [COVER_PMSCR_EL12] = WITH_MEMORY(pmscr_el12),
    [COVER_PMBMAR_EL1] = {PAIR(pmbmar_el1, ), PAIR(pmbmar_el1, _el2), PAIR(pmbmar_el1, _el3), NOTHING},
    [COVER_PMBSR_EL2] = {PAIR(pmbsr_el2, ), PAIR(pmbsr_el2, _el2), PAIR(pmbsr_el2, _el3), NOTHING},
    [COVER_PMBSR_EL12] = WITH_MEMORY(pmbsr_el12),
    [COVER_PMBSR_EL3] = {PAIR(pmbsr_el3, ), NOTHING, NOTHING, NOTHING},
};
// clang-format on

// The fine-grained trap of a register: its bit in HDFGRTR_EL2 and HDFGWTR_EL2, which traps when it is 1; those
// of the last three trap when they are 0, PMSDSFR_EL1's and PMBMAR_EL1's in HDFGRTR2_EL2 and HDFGWTR2_EL2. 0xFF: none.
static const uint8_t fine_bit[COVER_SYSREGS] = {
    [COVER_PMBLIMITR_EL1] = 23, [COVER_PMBPTR_EL1] = 24,  [COVER_PMBSR_EL1] = 25,
    [COVER_PMSCR_EL1] = 26,     [COVER_PMSEVFR_EL1] = 27, [COVER_PMSFCR_EL1] = 28,
    [COVER_PMSICR_EL1] = 29,    [COVER_PMSIDR_EL1] = 30,  [COVER_PMSIRR_EL1] = 31,
    [COVER_PMSLATFR_EL1] = 32,  [COVER_PMBIDR_EL1] = 63,  [COVER_PMSNEVFR_EL1] = 62,
    [COVER_PMSDSFR_EL1] = 19,   [COVER_PMSCR_EL2] = 0xFF, [COVER_PMSCR_EL12] = 0xFF,
    [COVER_PMBMAR_EL1] = 24,    [COVER_PMBSR_EL2] = 0xFF, [COVER_PMBSR_EL12] = 0xFF,
    [COVER_PMBSR_EL3] = 0xFF};

// The access of a cycle, and what was true in it.
struct access {
  bool valid;
  bool write;
  bool changes;  // a write of other data than the register holds, in a bit that can be written
  bool buffer;   // PMBLIMITR_EL1, PMBPTR_EL1, PMBSR_EL1
  bool exists;   // the configuration has the register, and it is not an MSR of a read-only one
  bool checked;  // subject to MDCR_EL2 and MDCR_EL3
  enum cover_sysreg reg;
  enum cover_sysreg target;  // that it reaches if nothing refuses it
  uint8_t ee_el2;
  uint8_t near;              // encodings one bit away that are a register's
  bool fine_set;             // the fine-grained trap bit says trap, this direction's
  bool fine_opposite;        // the other direction's
  bool fine;                 // it is in effect, for an access at EL1
  bool fgten2;               // of PMSDSFR_EL1, because SCR_EL3.FGTEn2 is 0
  bool el2;                  // MDCR_EL2.TPMS or E2PB traps, at EL1
  bool nspb0, nspb1, nspbe;  // MDCR_EL3 traps
  bool enable;               // MDCR_EL3.EnPMSN or EnPMS3 traps
  bool sdd;                  // Debug state and EDSCR.SDD
  struct cover_pe pe;
};

static void fine_grained(const struct cover_cycle *cycle, struct access *access)
{
  const struct spu_in *in = cycle->in;
  const bool second = access->reg == COVER_PMSDSFR_EL1 || access->reg == COVER_PMBMAR_EL1;
  const bool negative = access->reg == COVER_PMSNEVFR_EL1 || second;
  const uint64_t reads = (second ? in->hdfgrtr2_el2 : in->hdfgrtr_el2) ^ (negative ? ~UINT64_C(0) : 0);
  const uint64_t writes = (second ? in->hdfgwtr2_el2 : in->hdfgwtr_el2) ^ (negative ? ~UINT64_C(0) : 0);
  const uint8_t bit = fine_bit[access->reg];
  if (bit == 0xFF || !(second ? cycle->config->have_fgt2 : cycle->config->have_fgt)) {
    return;
  }
  access->fine_set = ((access->write ? writes : reads) >> bit & 1) != 0;
  access->fine_opposite = ((access->write ? reads : writes) >> bit & 1) != 0;
  access->fgten2 = second && cycle->config->have_el3 && !in->scr_el3_fgten2;
  const bool off = !second && cycle->config->have_el3 && !in->scr_el3_fgten;
  access->fine = cycle->pe->el2 && ((access->fine_set && !off) || access->fgten2);
}

static void controls(const struct cover_cycle *cycle, struct access *access)
{
  const struct spu_in *in = cycle->in;
  const struct spu_config *config = cycle->config;
  access->buffer = access->reg == COVER_PMBLIMITR_EL1 || access->reg == COVER_PMBPTR_EL1 ||
                   access->reg == COVER_PMBSR_EL1 || access->reg == COVER_PMBMAR_EL1 ||
                   access->reg == COVER_PMBSR_EL2 || access->reg == COVER_PMBSR_EL12;
  // At EL1 the two other names of PMSCR trap because of HCR_EL2.NV alone.
  access->checked = access->reg != COVER_PMBIDR_EL1 && access->reg != COVER_PMBSR_EL3 &&
                    (access->reg < COVER_PMSCR_EL2 || cycle->pe->el != SPU_EL1);
  access->el2 = cycle->pe->el2 && cycle->pe->el == SPU_EL1 && access->checked &&
                (access->buffer ? (in->mdcr_el2_e2pb & 1) == 0 : in->mdcr_el2_tpms);
  if (config->have_el3 && access->checked && cycle->pe->el != SPU_EL3) {
    uint32_t owner = in->mdcr_el3_nspb;
    if (config->have_rme) {
      owner = cycle->pe->owner_reserved ? config->reserved_nsxb : owner | (in->mdcr_el3_nspbe ? 4U : 0U);
    }
    access->nspb0 = (owner & 1) == 0;
    access->nspb1 = (owner >> 1 & 1) != in->scr_el3_ns;
    access->nspbe = config->have_rme && (owner >> 2 & 1) != in->scr_el3_nse;
    access->enable = (access->reg == COVER_PMSNEVFR_EL1 && !in->mdcr_el3_enpmsn) ||
                     (access->reg == COVER_PMSDSFR_EL1 && !in->mdcr_el3_enpms3) ||
                     (access->reg == COVER_PMBMAR_EL1 && !in->mdcr_el3_enpms4) ||
                     (access->reg == COVER_PMBSR_EL2 && (in->mdcr_el3_pmsee & 3U) == 0);
  }
  access->sdd = in->pe_debug && in->edscr_sdd;
}

static bool next_to_register(uint16_t address)
{
  for (uint32_t bit = 0; bit < 16; bit++) {
    if (cover_sysreg_at((uint16_t)(address ^ 1U << bit)) != COVER_SYSREGS) {
      return true;
    }
  }
  return false;
}

// An access begins: its answer comes in the next cycle.
static void begin(const struct cover_cycle *cycle, struct access *access)
{
  const struct spu_in *in = cycle->in;
  *access = (struct access){.valid = true, .write = in->sysreg_write, .pe = *cycle->pe};
  access->reg = cover_sysreg_at(in->sysreg_addr);
  if (access->reg == COVER_SYSREGS) {
    access->near = next_to_register(in->sysreg_addr);
    return;
  }
  const bool read_only = access->reg == COVER_PMSIDR_EL1 || access->reg == COVER_PMBIDR_EL1;
  access->exists = !(access->write && read_only) &&
                   !(access->reg == COVER_PMSNEVFR_EL1 && cycle->config->spe_version < 2) &&
                   !(access->reg == COVER_PMSDSFR_EL1 && !cycle->config->have_fds) &&
                   !(access->reg == COVER_PMBMAR_EL1 && !cycle->config->have_spe_nvm) &&
                   !(access->reg >= COVER_PMBSR_EL2 && cycle->config->spe_version < 5) &&
                   !(access->reg == COVER_PMBSR_EL3 && !cycle->config->have_el3);
  const enum cover_sysreg target = cover_sysreg_target(access->reg, cycle);
  access->target = target;
  access->ee_el2 = cycle->ee_el2;
  access->changes = access->write && ((in->sysreg_wdata ^ cover_sysreg_value(target, cycle->regs)) &
                                      cover_sysreg_mask(target, cycle->config)) != 0;
  fine_grained(cycle, access);
  controls(cycle, access);
}

static void cover_answer(const struct access *access, uint8_t verdict, uint64_t *hits)
{
  uint32_t answer = ANSWERS;
  if (verdict == SPU_ACCESS_OK ||
      (verdict == SPU_ACCESS_UNDEFINED && access->write && access->pe.el != SPU_EL0 &&
       (access->reg == COVER_PMSIDR_EL1 || access->reg == COVER_PMBIDR_EL1))) {
    answer = DONE;
  } else if (verdict == SPU_ACCESS_TRAP_EL2) {
    answer = TO_EL2;
  } else if (verdict == SPU_ACCESS_TRAP_EL3) {
    answer = TO_EL3;
  } else if (verdict == SPU_ACCESS_MEMORY) {
    answer = TO_MEMORY;
  }
  if (answer == ANSWERS) {
    return;
  }
  const uint16_t bin = answers[access->reg][answer][access->write];
  if (bin != BIN_NONE) {
    hits[bin]++;
  }
}

// Registers of PMSCR by their three names.
static void cover_names(const struct access *access, const struct cover_cycle *cycle, uint8_t verdict,
                        uint64_t *hits)
{
  const struct cover_pe *pe = &access->pe;
  const bool done = verdict == SPU_ACCESS_OK;
  const bool undefined = verdict == SPU_ACCESS_UNDEFINED;
  const bool trap3 = verdict == SPU_ACCESS_TRAP_EL3;
  const bool e2h = cycle->last_in->hcr_el2_e2h;
  switch (access->reg) {
  case COVER_PMSCR_EL1:
    hits[BIN_redirected] += done && pe->el == SPU_EL2 && pe->host;
    hits[BIN_not_redirected] += done && pe->el == SPU_EL2 && !pe->host;
    hits[BIN_not_redirected_at_el3] += done && pe->el == SPU_EL3 && pe->host;
    hits[BIN_redirected_traps] += trap3 && pe->el == SPU_EL2 && pe->host;
    hits[BIN_pmscr_el1_needs_nv1] += done && pe->el == SPU_EL1 && pe->nvx == 5;
    break;
  case COVER_PMSCR_EL12:
    hits[BIN_el12_at_el2] += done && pe->el == SPU_EL2;
    hits[BIN_el12_at_el2_no_e2h] += undefined && cycle->config->have_vhe && pe->el == SPU_EL2 && !e2h;
    hits[BIN_el12_at_el3] += done && pe->el == SPU_EL3;
    hits[BIN_el12_at_el3_no_e2h] += undefined && cycle->config->have_vhe && pe->el == SPU_EL3 && !e2h;
    hits[BIN_el12_at_el1] += undefined && pe->el == SPU_EL1 && pe->nvx == 0;
    hits[BIN_el12_nv1] += verdict == SPU_ACCESS_TRAP_EL2 && pe->nvx == 7;
    hits[BIN_el12_without_vhe] += undefined && !cycle->config->have_vhe && pe->el != SPU_EL0;
    break;
  case COVER_PMSCR_EL2:
    hits[BIN_pmscr_el2_at_el1] += undefined && pe->el == SPU_EL1 && pe->nvx == 0;
    hits[BIN_pmscr_el2_without_el2] += done && pe->el == SPU_EL3 && !cycle->config->have_el2;
    break;
  case COVER_PMBSR_EL1:
    hits[BIN_pmbsr_redirected] += done && access->target == COVER_PMBSR_EL2;
    hits[BIN_pmbsr_not_redirected] += done && pe->el == SPU_EL2 && pe->host &&
                                      access->target == COVER_PMBSR_EL1 && cycle->config->spe_version >= 5;
    hits[BIN_pmbsr_not_redirected_at_el3] += done && pe->el == SPU_EL3 && pe->host && access->ee_el2 != 0;
    hits[BIN_pmbsr_el1_needs_nv1] += done && pe->el == SPU_EL1 && pe->nvx == 5;
    hits[BIN_pmbsr_el1_with_nv1] += verdict == SPU_ACCESS_MEMORY && pe->nvx == 7 && access->ee_el2 != 0;
    break;
  case COVER_PMBSR_EL12:
    hits[BIN_pmbsr_el12_at_el2_no_e2h] += undefined && pe->el == SPU_EL2 && !e2h && access->exists;
    hits[BIN_pmbsr_el12_at_el1] += undefined && pe->el == SPU_EL1 && pe->nvx == 0;
    hits[BIN_no_pmbsr_el12] += undefined && !access->exists && pe->el != SPU_EL0;
    break;
  case COVER_PMBSR_EL2:
    hits[BIN_pmbsr_el2_at_el1] += undefined && pe->el == SPU_EL1 && pe->nvx == 0;
    hits[BIN_no_pmbsr_el2] += undefined && !access->exists && pe->el != SPU_EL0;
    break;
  case COVER_PMBSR_EL3:
    hits[BIN_pmbsr_el3_below] += undefined && pe->el == SPU_EL1 + cycle->config->have_el2 && access->exists;
    hits[BIN_no_pmbsr_el3] += undefined && !access->exists && pe->el != SPU_EL0;
    break;
  case COVER_PMBMAR_EL1:
    hits[BIN_no_pmbmar] += undefined && !access->exists && pe->el != SPU_EL0;
    break;
  case COVER_PMSNEVFR_EL1:
    hits[BIN_no_pmsnevfr] += undefined && cycle->config->spe_version < 2 && pe->el != SPU_EL0;
    break;
  case COVER_PMSDSFR_EL1:
    hits[BIN_no_pmsdsfr] += undefined && !cycle->config->have_fds && pe->el != SPU_EL0;
    break;
  default:
    break;
  }
}

static void cover_el2_traps(const struct access *access, const struct cover_cycle *cycle, uint8_t verdict,
                            uint64_t *hits)
{
  const struct cover_pe *pe = &access->pe;
  const struct spu_in *in = cycle->last_in;
  const uint32_t e2pb = in->mdcr_el2_e2pb & 3U;
  const bool trap = verdict == SPU_ACCESS_TRAP_EL2;
  const bool done = verdict == SPU_ACCESS_OK;
  const bool el1 = pe->el == SPU_EL1;
  const bool el1_off = el1 && !pe->el2 && cycle->config->have_el2;
  if (access->buffer) {
    hits[BIN_e2pb_00_traps] += trap && !access->fine && e2pb == 0;
    hits[BIN_e2pb_10_traps] += trap && !access->fine && e2pb == 2;
    hits[BIN_e2pb_01_allows] += done && el1 && pe->el2 && e2pb == 1;
    hits[BIN_e2pb_11_allows] += done && el1 && pe->el2 && e2pb == 3;
    hits[BIN_e2pb_not_at_el2] += done && pe->el == SPU_EL2 && (e2pb & 1) == 0;
    hits[BIN_e2pb_without_el2] += done && el1_off && (e2pb & 1) == 0;
    hits[BIN_tpms_not_buffer] += done && el1 && pe->el2 && in->mdcr_el2_tpms;
  } else if (access->checked) {
    hits[BIN_tpms_traps] += trap && access->el2 && !access->fine;
    hits[BIN_tpms_not_at_el2] += done && pe->el == SPU_EL2 && in->mdcr_el2_tpms;
    hits[BIN_tpms_without_el2] += done && el1_off && in->mdcr_el2_tpms;
    hits[BIN_e2pb_not_profiling] += done && el1 && pe->el2 && (e2pb & 1) == 0;
  }
  const bool only_fine = trap && el1 && access->fine && !access->el2;
  hits[BIN_fgt_traps_mrs] += only_fine && !access->write;
  hits[BIN_fgt_traps_msr] += only_fine && access->write;
  const bool fine_possible = el1 && pe->el2 && (!cycle->config->have_el3 || in->scr_el3_fgten);
  const bool opposite = done && fine_possible && access->fine_opposite && !access->fine_set;
  hits[BIN_fgt_other_direction_mrs] += opposite && !access->write;
  hits[BIN_fgt_other_direction_msr] += opposite && access->write;
  const bool first = access->reg != COVER_PMSDSFR_EL1 && access->reg != COVER_PMBMAR_EL1;
  hits[BIN_fgt_without_fgten] += done && el1 && pe->el2 && first && access->fine_set && !access->fine;
  hits[BIN_fgt_without_el2] += done && el1_off && first && access->fine_set;
  hits[BIN_fgt_not_at_el2] += done && pe->el == SPU_EL2 && access->fine_set;
  hits[BIN_fgt_npmsnevfr] += only_fine && access->reg == COVER_PMSNEVFR_EL1;
  const bool fine2 = only_fine && !first && access->fine_set && !access->fgten2;
  hits[BIN_fgt2_npmbmar] += fine2 && access->reg == COVER_PMBMAR_EL1;
  hits[BIN_fgt2_npmsdsfr] += fine2 && access->reg == COVER_PMSDSFR_EL1;
  hits[BIN_fgt2_fgten2] += only_fine && access->fgten2 && !access->fine_set;
  hits[BIN_fgt_and_control] += trap && access->fine && access->el2;
}

static void cover_el3_traps(const struct access *access, const struct cover_cycle *cycle, uint8_t verdict,
                            uint64_t *hits)
{
  const struct cover_pe *pe = &access->pe;
  const bool nspb = access->nspb0 || access->nspb1 || access->nspbe;
  const bool trap = verdict == SPU_ACCESS_TRAP_EL3;
  const bool to_el3 = nspb || access->enable;
  const bool to_el2 = pe->el == SPU_EL1 && (access->fine || access->el2);
  hits[BIN_nspb_not_at_el3] +=
      pe->el == SPU_EL3 && verdict == SPU_ACCESS_OK && (cycle->last_in->mdcr_el3_nspb & 1) == 0;
  hits[BIN_reserved_nspb_access] += pe->owner_reserved && pe->el != SPU_EL3 && pe->el != SPU_EL0;
  if (!to_el3 || pe->el == SPU_EL0) {
    return;
  }
  if (trap && !access->enable) {
    const bool only0 = access->nspb0 && !access->nspb1 && !access->nspbe;
    const bool only1 = access->nspb1 && !access->nspb0 && !access->nspbe;
    hits[BIN_nspb0_traps_el1] += only0 && pe->el == SPU_EL1;
    hits[BIN_nspb0_traps_el2] += only0 && pe->el == SPU_EL2;
    hits[BIN_nspb1_traps_el1] += only1 && pe->el == SPU_EL1;
    hits[BIN_nspb1_traps_el2] += only1 && pe->el == SPU_EL2;
    hits[BIN_nspbe_traps] += access->nspbe && !access->nspb0 && !access->nspb1;
  }
  hits[BIN_enpmsn_traps] += trap && !nspb && access->reg == COVER_PMSNEVFR_EL1;
  hits[BIN_enpms4_traps] += trap && !nspb && access->reg == COVER_PMBMAR_EL1;
  hits[BIN_pmsee_traps] += trap && !nspb && access->reg == COVER_PMBSR_EL2;
  hits[BIN_enpms3_traps] += trap && !nspb && access->reg == COVER_PMSDSFR_EL1;
  hits[BIN_debug_without_sdd] += trap && cycle->last_in->pe_debug;
  hits[BIN_sdd_without_debug] += trap && cycle->last_in->edscr_sdd;
  if (access->sdd) {
    const bool undefined = verdict == SPU_ACCESS_UNDEFINED;
    hits[BIN_sdd_el1] += undefined && pe->el == SPU_EL1 && !to_el2 && access->reg < COVER_PMSCR_EL2;
    hits[BIN_sdd_el2] += undefined && pe->el == SPU_EL2 && access->reg < COVER_PMSCR_EL2;
    hits[BIN_el3_priority_undefined] += undefined && to_el2 && access->reg < COVER_PMSCR_EL2;
    hits[BIN_el2_trap_goes_first] += verdict == SPU_ACCESS_TRAP_EL2 && to_el2;
  } else {
    hits[BIN_el2_before_el3] += verdict == SPU_ACCESS_TRAP_EL2 && to_el2;
  }
}

// HCR_EL2.{NV, NV1, NV2}.
static void cover_nested(const struct access *access, const struct cover_cycle *cycle, uint8_t verdict,
                         uint64_t *hits)
{
  const struct cover_pe *pe = &access->pe;
  const struct spu_in *in = cycle->last_in;
  const bool done = verdict == SPU_ACCESS_OK && access->reg < COVER_PMSCR_EL2 && pe->el == SPU_EL1;
  const bool memory = verdict == SPU_ACCESS_MEMORY;
  hits[BIN_nv_without_nv2] += done && (pe->nvx & 5) == 1;
  hits[BIN_nv2_without_nv] += done && pe->el2 && in->hcr_el2_nv2 && !in->hcr_el2_nv;
  hits[BIN_nv_without_el2] += done && !pe->el2 && in->hcr_el2_nv;
  hits[BIN_memory_with_nv1] += memory && (pe->nvx & 2) != 0;
  hits[BIN_memory_without_nv1] += memory && (pe->nvx & 2) == 0;
  hits[BIN_memory_with_e2h] += memory && in->hcr_el2_e2h;
  hits[BIN_memory_without_e2h] += memory && !in->hcr_el2_e2h;
  // A register that can become a memory access with these bits, and traps.
  const bool memory_bits =
      (access->reg == COVER_PMSCR_EL1 && pe->nvx == 7) ||
      (access->reg < COVER_PMSCR_EL2 && access->reg != COVER_PMSCR_EL1 && access->reg != COVER_PMSFCR_EL1 &&
       access->reg != COVER_PMSIDR_EL1 && access->reg != COVER_PMBIDR_EL1 &&
       access->reg != COVER_PMBMAR_EL1 && (pe->nvx & 5) == 5);
  hits[BIN_trap_before_memory_el2] += memory_bits && pe->el == SPU_EL1 && verdict == SPU_ACCESS_TRAP_EL2;
  hits[BIN_trap_before_memory_el3] += memory_bits && pe->el == SPU_EL1 && verdict == SPU_ACCESS_TRAP_EL3;
}

static void end(const struct cover_cycle *cycle, const struct access *access, uint64_t *hits)
{
  const uint8_t verdict = cycle->out->sysreg_verdict;
  const bool undefined = verdict == SPU_ACCESS_UNDEFINED;
  if (!cycle->out->sysreg_done) {
    return;
  }
  if (access->reg == COVER_SYSREGS) {
    hits[BIN_no_register] += undefined && !access->near;
    hits[BIN_next_to_register] += undefined && access->near;
    return;
  }
  cover_answer(access, verdict, hits);
  hits[BIN_undefined_write] += access->changes && undefined;
  hits[BIN_trapped_el2_write] += access->changes && verdict == SPU_ACCESS_TRAP_EL2;
  hits[BIN_trapped_el3_write] += access->changes && verdict == SPU_ACCESS_TRAP_EL3;
  hits[BIN_memory_write] += access->changes && verdict == SPU_ACCESS_MEMORY;
  if (access->pe.el == SPU_EL0 || cycle->last_in->pe_aarch32) {
    if (!cycle->last_in->pe_aarch32) {
      hits[access->buffer ? BIN_buffer_at_el0 : BIN_profiling_at_el0] += undefined;
    } else {
      hits[access->buffer ? BIN_buffer_in_aarch32 : BIN_profiling_in_aarch32] += undefined;
    }
    return;
  }
  cover_names(access, cycle, verdict, hits);
  if (!access->exists) {
    return;
  }
  cover_el2_traps(access, cycle, verdict, hits);
  cover_el3_traps(access, cycle, verdict, hits);
  cover_nested(access, cycle, verdict, hits);
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct access *access = context;
  if (access->valid && !cycle->after_reset) {
    end(cycle, access, hits);
    hits[BIN_back_to_back] += cycle->in->sysreg_valid && !spu_sysreg_is_monitor(cycle->in->sysreg_addr);
  }
  access->valid = false;
  if (cycle->in->sysreg_valid && !spu_sysreg_is_monitor(cycle->in->sysreg_addr)) {
    begin(cycle, access);
  }
}

const struct cover_block cover_access = {"access", bins, BIN_COUNT, step};
