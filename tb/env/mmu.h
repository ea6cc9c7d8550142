// SPDX-License-Identifier: Apache-2.0
//
// Answers the unit's translation requests from a page table of 4 KB pages.
#ifndef TB_ENV_MMU_H
#define TB_ENV_MMU_H

#include "dut/dut.h"
#include "util/error.h"

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

// The unit was reset: requests shown or taken are forgotten. Pages and timing stay.
void mmu_reset(struct mmu *mmu);

// The unit was reset, the MMU was not: a request that was taken is answered all the same, within a few cycles, so before
// the unit can ask again (docs/integration.md).
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
// Takes this cycle's request. False if a waiting request was dropped or changed, or a second one was made.
bool mmu_observe(struct mmu *mmu, const struct spu_in *in, const struct dut_bus *bus, struct tb_error *error);

#endif  // TB_ENV_MMU_H
