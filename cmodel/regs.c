// SPDX-License-Identifier: Apache-2.0
//
// Requirements B: the System registers (Arm ARM D24.7). An access has three separate steps: check the permission
// (access.c), read the value, write the value.
#include <string.h>

#include "spu_internal.h"

// PMBIDR_EL1.P (J1 SPE_PMBIDR_P_Read; D24.7.1): the owner is a higher Exception level than the reader, or in another
// Security state. Zero at EL3.
bool SPE_PMBIDR_P_Read(const struct spu *spu, const struct spu_in *in)
{
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  return owner.el > in->pe_el || (in->pe_el != SPU_EL3 && owner.ss != CurrentSecurityState(spu, in));
}

// PMBIDR_EL1.EA. External aborts that are reported to the unit, sync or async, are "not described" (0).
static uint64_t pmbidr_ea(const struct spu_config *config)
{
  return config->external_abort == SPU_ABORT_IGNORED || config->external_abort == SPU_ABORT_SERROR
             ? config->external_abort
             : 0;
}

// PMBIDR_EL1.AddrMode (D24.7.1): 1, virtual and physical addresses, if the reader may program the buffer and use them;
// else 0, virtual addresses only.
bool spu_pmbidr_addr_mode(const struct spu *spu, const struct spu_in *in)
{
  return spu->config.have_spe_nvm && EffectivePMSCR_EL2_EnVM(spu, in) && !SPE_PMBIDR_P_Read(spu, in);
}

static uint64_t pmbidr(const struct spu *spu, bool addr_mode, bool p)
{
  return pmbidr_ea(&spu->config) << 8 | (uint64_t)addr_mode << 6 | (uint64_t)spu->config.dirty_managed << 5 |
         (uint64_t)p << 4 | spu->config.record_align;
}

static uint64_t pmsidr(const struct spu *spu)
{
  const struct spu_config *config = &spu->config;
  const uint64_t count_size = config->count_16bit ? 3 : 2;
  const uint64_t filters = 7;  // FL, FT and FE read as one
  return (uint64_t)config->have_spe_sme << 32 | (uint64_t)config->alt_clock << 28 |
         (uint64_t)config->have_eft << 27 | (uint64_t)config->have_eft << 26 |
         (uint64_t)config->have_crr << 25 | (uint64_t)config->have_pbt << 24 | count_size << 16 |
         (uint64_t)config->max_size << 12 | (uint64_t)config->min_interval << 8 |
         (uint64_t)config->have_fds << 7 | (uint64_t)(config->spe_version >= 2) << 6 |
         (uint64_t)config->have_ernd << 5 | (uint64_t)(config->source_bytes != 0) << 4 |
         (uint64_t)config->arch_inst << 3 | filters;
}

// Fields of PMSFCR_EL1 that FEAT_SPE_EFT adds.
#define PMSFCR_EFT                                                                                           \
  (SPU_PMSFCR_EL1_SIMDm | SPU_PMSFCR_EL1_FPm | SPU_PMSFCR_EL1_STm | SPU_PMSFCR_EL1_LDm | SPU_PMSFCR_EL1_Bm | \
   SPU_PMSFCR_EL1_SIMD | SPU_PMSFCR_EL1_FP)

// Storage and writable bits of a read/write register. Other bits read as zero, except PMSCR_EL1.PCT without EL2, which
// reads as 0b01.
struct storage {
  size_t offset;  // in struct spu_registers
  uint64_t mask;
};

static bool find_storage(const struct spu *spu, uint16_t address, struct storage *storage)
{
  const struct spu_config *config = &spu->config;
  const uint64_t pct = config->have_ecv ? SPU_PMSCR_EL1_PCT : SPU_BIT(SPU_PMSCR_EL1_PCT_SHIFT);
  const bool exc = config->spe_version >= 5;  // FEAT_SPE_EXC
  const uint64_t pmscr = SPU_PMSCR_EL1_TS | SPU_PMSCR_EL1_PA | SPU_PMSCR_EL1_CX | SPU_PMSCR_EL1_E1SPE |
                         SPU_PMSCR_EL1_E0SPE | (exc ? SPU_PMSCR_EL1_KE | SPU_PMSCR_EL1_EE : 0);
  // EA is RES0 if no External abort sets it; each bit of MSS2 is RES0 without the feature that defines it.
  const uint64_t pmbsr =
      SPU_PMBSR_EL1_EC | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_COLL | SPU_PMBSR_EL1_FSC |
      (spu_abort_reported(config) ? SPU_PMBSR_EL1_EA : 0) |
      (config->have_pie ? SPU_PMBSR_EL1_MSS2_DirtyBit : 0) |
      (config->have_poe ? SPU_PMBSR_EL1_MSS2_Overlay : 0) |
      (config->have_the ? SPU_PMBSR_EL1_MSS2_AssuredOnly | SPU_PMBSR_EL1_MSS2_TopLevel : 0);
  switch (address) {
  case SPU_PMSCR_EL1:
    *storage =
        (struct storage){offsetof(struct spu_registers, pmscr_el1),
                         pmscr | (config->have_el2 ? pct : 0) |
                             (config->have_spe_nvm && config->nested_virt >= 1 ? SPU_PMSCR_EL1_EnVM : 0)};
    return true;
  case SPU_PMSCR_EL2:
    // Without EL2 the register is RES0 from EL3.
    *storage = (struct storage){
        offsetof(struct spu_registers, pmscr_el2),
        config->have_el2 ? pmscr | pct | (config->have_spe_nvm ? SPU_PMSCR_EL2_EnVM : 0) : 0};
    return true;
  case SPU_PMSICR_EL1:
    *storage = (struct storage){offsetof(struct spu_registers, pmsicr),
                                SPU_PMSICR_EL1_COUNT | (config->have_ernd ? SPU_PMSICR_EL1_ECOUNT : 0)};
    return true;
  case SPU_PMSIRR_EL1:
    *storage = (struct storage){offsetof(struct spu_registers, pmsirr),
                                SPU_PMSIRR_EL1_INTERVAL | SPU_PMSIRR_EL1_RND};
    return true;
  case SPU_PMSFCR_EL1:
    *storage = (struct storage){
        offsetof(struct spu_registers, pmsfcr),
        SPU_PMSFCR_EL1_ST | SPU_PMSFCR_EL1_LD | SPU_PMSFCR_EL1_B | SPU_PMSFCR_EL1_FL | SPU_PMSFCR_EL1_FT |
            SPU_PMSFCR_EL1_FE | (config->spe_version >= 2 ? SPU_PMSFCR_EL1_FnE : 0) |
            (config->have_fds ? SPU_PMSFCR_EL1_FDS : 0) | (config->have_eft ? PMSFCR_EFT : 0)};
    return true;
  case SPU_PMSEVFR_EL1:
    *storage = (struct storage){offsetof(struct spu_registers, pmsevfr), spu->events_filter};
    return true;
  case SPU_PMSNEVFR_EL1:
    *storage = (struct storage){offsetof(struct spu_registers, pmsnevfr), spu->events_filter};
    return config->spe_version >= 2;
  case SPU_PMSLATFR_EL1:
    *storage = (struct storage){offsetof(struct spu_registers, pmslatfr), spu->counter_max};
    return true;
  case SPU_PMSDSFR_EL1:
    *storage = (struct storage){offsetof(struct spu_registers, pmsdsfr), ~UINT64_C(0)};
    return config->have_fds;
  case SPU_PMBLIMITR_EL1:
    *storage = (struct storage){offsetof(struct spu_registers, pmblimitr),
                                SPU_PMBLIMITR_EL1_LIMIT | SPU_PMBLIMITR_EL1_FM | SPU_PMBLIMITR_EL1_E |
                                    (config->spe_version >= 2 ? SPU_PMBLIMITR_EL1_PMFZ : 0) |
                                    (config->have_spe_nvm ? SPU_PMBLIMITR_EL1_nVM : 0)};
    return true;
  case SPU_PMBPTR_EL1:
    *storage = (struct storage){offsetof(struct spu_registers, pmbptr), ~UINT64_C(0) << config->ptr_align};
    return true;
  case SPU_PMBSR_EL1:
    *storage = (struct storage){offsetof(struct spu_registers, pmbsr), pmbsr};
    return true;
  case SPU_PMBSR_EL2:
    // Without EL2 the register is RES0 from EL3.
    *storage = (struct storage){offsetof(struct spu_registers, pmbsr_el2), config->have_el2 ? pmbsr : 0};
    return exc;
  case SPU_PMBSR_EL3:
    *storage = (struct storage){offsetof(struct spu_registers, pmbsr_el3), pmbsr};
    return exc && config->have_el3;
  case SPU_PMBMAR_EL1:
    *storage =
        (struct storage){offsetof(struct spu_registers, pmbmar), SPU_PMBMAR_EL1_SH | SPU_PMBMAR_EL1_Attr};
    return config->have_spe_nvm;
  default:
    return false;
  }
}

static void store(struct spu_registers *regs, const struct storage *storage, uint64_t value)
{
  memcpy((char *)regs + storage->offset, &value, sizeof value);
}

static uint64_t load(const struct spu_registers *regs, const struct storage *storage)
{
  uint64_t value;
  memcpy(&value, (const char *)regs + storage->offset, sizeof value);
  return value;
}

void spu_regs_reset(struct spu *spu)
{
  memset(&spu->regs, 0, sizeof spu->regs);
  if (!spu->config.have_el2) {
    spu->regs.pmscr_el1 = SPU_BIT(SPU_PMSCR_EL1_PCT_SHIFT);
  }
  spu->next = spu->regs;
}

// Not for PMBIDR_EL1, whose value depends on the reader.
static uint64_t read_register(const struct spu *spu, uint16_t address)
{
  struct storage storage;
  if (address == SPU_PMSIDR_EL1) {
    return pmsidr(spu);
  }
  return find_storage(spu, address, &storage) ? load(&spu->regs, &storage) : 0;
}

static void write_register(struct spu *spu, uint16_t address, uint64_t value)
{
  struct storage storage;
  if (!find_storage(spu, address, &storage)) {
    return;
  }
  const uint64_t fixed = load(&spu->regs, &storage) & ~storage.mask;
  store(&spu->next, &storage, (value & storage.mask) | fixed);
  if (address == SPU_PMBPTR_EL1) {
    spu->write.pointer_written = true;
  }
}

// Step 6: this cycle's access, unless the performance monitors claim it. The response comes in the next cycle. A write
// overrides all other updates of the register in this cycle.
void spu_regs_access(struct spu *spu, const struct spu_in *in)
{
  spu->answer = (struct spu_sysreg_answer){.done = in->sysreg_valid};
  if (!in->sysreg_valid) {
    return;
  }
  const struct spu_access access = spu_access_check(spu, in, in->sysreg_addr, in->sysreg_write);
  spu->answer.access = access;
  if (access.verdict != SPU_ACCESS_OK) {
    return;
  }
  if (in->sysreg_write) {
    write_register(spu, access.target, in->sysreg_wdata);
  } else if (access.target == SPU_PMBIDR_EL1) {
    spu->answer.rdata = pmbidr(spu, spu_pmbidr_addr_mode(spu, in), SPE_PMBIDR_P_Read(spu, in));
  } else {
    spu->answer.rdata = read_register(spu, access.target);
  }
}

bool spu_peek_register(const struct spu *spu, uint16_t sysreg_addr, uint64_t *value)
{
  struct storage storage;
  if (spu_pmu_claims(spu, sysreg_addr)) {
    return spu_pmu_peek(spu, sysreg_addr, value);
  }
  if (sysreg_addr == SPU_PMBIDR_EL1) {
    *value = pmbidr(spu, spu->config.have_spe_nvm, false);
    return true;
  }
  if (sysreg_addr != SPU_PMSIDR_EL1 && !find_storage(spu, sysreg_addr, &storage)) {
    return false;
  }
  *value = read_register(spu, sysreg_addr);
  return true;
}
