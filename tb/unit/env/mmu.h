// SPDX-License-Identifier: Apache-2.0
//
// Answers the unit's translation requests from a page table of 4 KB pages. Requests without stage 1 translation
// (FEAT_SPE_nVM) see the same pages as stage 2 has them, or none.
#ifndef TB_UNIT_ENV_MMU_H
#define TB_UNIT_ENV_MMU_H

#include "unit/dut/dut.h"
#include "unit/util/error.h"

struct mmu;

struct mmu_page {
  uint64_t va;    // of the page
  uint64_t pa;    // of the page, 56 bits
  uint8_t pas;    // output address space {NSE, NS}: 0 Secure, 1 Non-secure, 3 Realm (FEAT_RME)
  bool fault;     // answers with a fault instead:
  bool stage2;    //   of stage 2
  bool gpc;       //   of the Granule Protection Check, other than a Granule Protection Fault
  uint8_t fsc;    //   with this fault status code
  uint8_t cause;  //   and these of enum mmu_cause, which count for Permission faults
  // FEAT_SPE_nVM: memory type and Shareability, coded as PMBMAR_EL1.{Attr, SH}; without stage 1 translation those of
  // stage 2.
  uint8_t attr;
  uint8_t sh;
};

enum mmu_cause {
  MMU_TOP_LEVEL = 1,
  MMU_ASSURED_ONLY = 2,
  MMU_OVERLAY = 4,
  MMU_DIRTY_BIT = 8,
  MMU_CAUSES = 15
};

struct mmu_timing {
  uint8_t ready_percent;  // chance per cycle that a request is taken
  uint16_t latency_min;   // cycles from taking a request to the answer, at least 1
  uint16_t latency_max;
};

// Physical addresses have 48 bits. A wider one that the unit writes to without translation faults (D17.7.2, RQJNFT):
// up to bit 51 as FEAT_LPA has it, and what is above is the choice of a fault in RXBFCM.
enum { MMU_PA_BITS = 48 };

// What AXI says of memory.
struct mmu_memory {
  uint8_t cache;   // AWCACHE
  uint8_t domain;  // AWDOMAIN
};

// No page mapped; always ready, latency 1. Null if out of memory.
struct mmu *mmu_create(uint64_t seed);
void mmu_destroy(struct mmu *mmu);
void mmu_set_timing(struct mmu *mmu, const struct mmu_timing *timing);

// The physical address space {NSE, NS} of the answer on the pins.
static inline uint8_t mmu_address_space(const struct spu_in *in)
{
  return (uint8_t)(in->xlate_rsp_ns | in->xlate_rsp_nse << 1);
}

// The physical address space {NSE, NS} that a translation for owning Security state `ss` gives when the page says
// `pas`: Non-secure state has its own alone, Secure and Realm state theirs and the Non-secure one.
static inline uint8_t mmu_space_for(uint8_t ss, uint8_t pas)
{
  return (pas & 3U) == 1U || ss == 1U ? 1U : ss;
}

// Memory of a type and Shareability coded as PMBMAR_EL1.{Attr, SH} (D24.7.3). AXI sees the Outer attributes.
struct mmu_memory mmu_memory_of(uint8_t attr, uint8_t sh);

// The same of two stages together: what caches less, and what shares more. Allocation hints are those of stage 1.
struct mmu_memory mmu_memory_combine(struct mmu_memory stage1, struct mmu_memory stage2);

// With FEAT_SPE_nVM answers have memory attributes, and requests may be without stage 1 translation; which of those go
// through stage 2 follows from *config and the pins. Until this is called there is no FEAT_SPE_nVM.
void mmu_configure(struct mmu *mmu, const struct spu_config *config);

// HCR_EL2.VM: whether the EL1&0 regimes have stage 2 translation, where there is EL2. It is so at first.
void mmu_set_stage2(struct mmu *mmu, bool on);

// The unit was reset: requests shown or taken are forgotten. Pages and timing stay.
void mmu_reset(struct mmu *mmu);

// The unit was reset, the MMU was not: a request that was taken is answered all the same, within a few cycles, so
// before the unit can ask again (docs/integration.md).
void mmu_abandon(struct mmu *mmu);

// While held, no request is taken and none is answered.
void mmu_hold(struct mmu *mmu, bool hold);

// Adds a page or replaces it. False if out of memory.
bool mmu_map(struct mmu *mmu, const struct mmu_page *page);
// Forgets all pages. An unmapped page answers with a stage 1 translation fault, level 3 (FSC 0x07).
void mmu_unmap_all(struct mmu *mmu);
// Where va goes; false if it faults or is not mapped.
bool mmu_translate(const struct mmu *mmu, uint64_t va, uint64_t *pa, uint8_t *pas);

// Fills what an answer of this cycle would say with garbage.
void mmu_garbage(const struct mmu *mmu, struct spu_in *in);

// Fills the xlate_* fields of *in for this cycle. What the answer does not say is garbage: everything while
// xlate_rsp_valid is low, the address of a fault, the syndrome of an address.
void mmu_drive(struct mmu *mmu, struct spu_in *in);
// Takes this cycle's request. False if a waiting request was dropped or changed, a second one was made, or it says of
// FEAT_SPE_nVM what cannot be.
bool mmu_observe(struct mmu *mmu, const struct spu_in *in, const struct dut_bus *bus, struct tb_error *error);

#endif  // TB_UNIT_ENV_MMU_H
