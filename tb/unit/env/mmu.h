// SPDX-License-Identifier: Apache-2.0
//
// Responds to the unit's translation requests from a page table of 4 KB pages. For requests without stage 1 translation
// (FEAT_SPE_nVM) the same pages are stage 2's, or none are used.
#ifndef TB_UNIT_ENV_MMU_H
#define TB_UNIT_ENV_MMU_H

#include "unit/dut/dut.h"
#include "unit/util/error.h"

struct mmu;

struct mmu_page {
  uint64_t va;    // virtual address of the page
  uint64_t pa;    // physical address of the page, 56 bits
  uint8_t pas;    // output address space {NSE, NS}: 0 Secure, 1 Non-secure, 3 Realm (FEAT_RME)
  bool fault;     // the response is a fault:
  bool stage2;    //   at stage 2
  bool gpc;       //   by the Granule Protection Check, other than a Granule Protection Fault
  uint8_t fsc;    //   with this fault status code
  uint8_t cause;  //   and these bits of enum mmu_cause, for Permission faults
  // FEAT_SPE_nVM: memory type and Shareability, encoded as PMBMAR_EL1.{Attr, SH}; stage 2's for requests without stage
  // 1 translation.
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
  uint8_t ready_percent;  // chance per cycle that a request is accepted
  uint16_t latency_min;   // cycles from accepting a request to the response, at least 1
  uint16_t latency_max;
};

// Physical addresses have 48 bits. A wider one in a request without translation faults (D17.7.2, RQJNFT): bits up to 51
// as with FEAT_LPA, bits above by the choice of a fault in RXBFCM.
enum { MMU_PA_BITS = 48 };

// Memory attributes on AXI.
struct mmu_memory {
  uint8_t cache;   // AWCACHE
  uint8_t domain;  // AWDOMAIN
};

// No page mapped; always ready, latency 1. Null if out of memory.
struct mmu *mmu_create(uint64_t seed);
void mmu_destroy(struct mmu *mmu);
void mmu_set_timing(struct mmu *mmu, const struct mmu_timing *timing);

// The physical address space {NSE, NS} in the response on the pins.
static inline uint8_t mmu_address_space(const struct spu_in *in)
{
  return (uint8_t)(in->xlate_rsp_ns | in->xlate_rsp_nse << 1);
}

// The physical address space {NSE, NS} of a translation for owning Security state `ss` if the page has `pas`:
// Non-secure state can access only its own, Secure and Realm state theirs and the Non-secure one.
static inline uint8_t mmu_space_for(uint8_t ss, uint8_t pas)
{
  return (pas & 3U) == 1U || ss == 1U ? 1U : ss;
}

// Converts PMBMAR_EL1.{Attr, SH} (D24.7.3) to AXI attributes. AXI has the Outer attributes.
struct mmu_memory mmu_memory_of(uint8_t attr, uint8_t sh);

// Combines two stages: the less cacheable and the more shareable attributes. Allocation hints are stage 1's.
struct mmu_memory mmu_memory_combine(struct mmu_memory stage1, struct mmu_memory stage2);

// With FEAT_SPE_nVM, responses have memory attributes, and requests may be without stage 1 translation; *config and the
// pins decide which of these use stage 2. Without this call there is no FEAT_SPE_nVM.
void mmu_configure(struct mmu *mmu, const struct spu_config *config);

// HCR_EL2.VM: whether the EL1&0 regimes have stage 2 translation, if EL2 exists. Initially true.
void mmu_set_stage2(struct mmu *mmu, bool on);

// The unit was reset: drops requests. Keeps pages and timing.
void mmu_reset(struct mmu *mmu);

// The unit was reset, the MMU was not: an accepted request still gets its response, within a few cycles, so before the
// unit can send another request (docs/integration.md).
void mmu_abandon(struct mmu *mmu);

// While held, accepts no request and sends no response.
void mmu_hold(struct mmu *mmu, bool hold);

// Adds a page or replaces it. False if out of memory.
bool mmu_map(struct mmu *mmu, const struct mmu_page *page);
// Removes all pages. An unmapped page gives a stage 1 translation fault, level 3 (FSC 0x07).
void mmu_unmap_all(struct mmu *mmu);
// Translates va; false if it faults or is not mapped.
bool mmu_translate(const struct mmu *mmu, uint64_t va, uint64_t *pa, uint8_t *pas);

// Fills the response pins with garbage.
void mmu_garbage(const struct mmu *mmu, struct spu_in *in);

// Fills the xlate_* fields of *in for this cycle. Unused fields are garbage: everything while xlate_rsp_valid is low,
// the address for a fault, the syndrome for an address.
void mmu_drive(struct mmu *mmu, struct spu_in *in);
// Takes this cycle's request. False if a waiting request was dropped or changed, if a second one was made, or if its
// FEAT_SPE_nVM fields are impossible.
bool mmu_observe(struct mmu *mmu, const struct spu_in *in, const struct dut_bus *bus, struct tb_error *error);

#endif  // TB_UNIT_ENV_MMU_H
