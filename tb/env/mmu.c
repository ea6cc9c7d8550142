// SPDX-License-Identifier: Apache-2.0
//
// Answers the unit's translation requests, one at a time, from a page table of 4 KB pages.
#include "env/mmu.h"

#include "env/page_map.h"
#include "util/garbage.h"
#include "util/rng.h"

#include <stdlib.h>

enum {
  FSC_TRANSLATION_LEVEL_3 = 0x07,
  FSC_BITS = 0x3F,
  GARBAGE_CLOCKS = 16,  // garbage changes this often
  LAST_ANSWER = 6       // an abandoned request is answered within these cycles of the reset
};

#define PA_BITS (((uint64_t)1 << 56) - 1)

struct mmu {
  struct page_map pages;
  struct rng rng;
  struct mmu_timing timing;
  uint64_t clock;
  bool waits;  // a request was shown and not taken
  struct dut_bus waiting;
  bool busy;           // a request was taken and not answered
  uint64_t answer_at;  // cycle of the answer
  uint64_t request_va;
  uint8_t request_ss;
  bool abandoned;  // busy with a request of before a reset of the unit
  bool held;
};

struct mmu *mmu_create(uint64_t seed)
{
  struct mmu *mmu = calloc(1, sizeof *mmu);
  if (mmu == NULL) {
    return NULL;
  }
  mmu->timing = (struct mmu_timing){.ready_percent = 100, .latency_min = 1, .latency_max = 1};
  rng_seed(&mmu->rng, seed, 0xB2);
  return mmu;
}

void mmu_destroy(struct mmu *mmu)
{
  if (mmu != NULL) {
    mmu_unmap_all(mmu);
    free(mmu);
  }
}

void mmu_set_timing(struct mmu *mmu, const struct mmu_timing *timing)
{
  mmu->timing = *timing;
}

void mmu_reset(struct mmu *mmu)
{
  mmu->waits = false;
  mmu->busy = false;
  mmu->abandoned = false;
}

void mmu_abandon(struct mmu *mmu)
{
  mmu->waits = false;
  mmu->busy = mmu->busy && !mmu->held;
  mmu->abandoned = mmu->busy;
  if (mmu->answer_at > mmu->clock + LAST_ANSWER) {
    mmu->answer_at = mmu->clock + LAST_ANSWER;
  }
}

void mmu_hold(struct mmu *mmu, bool hold)
{
  mmu->held = hold;
}

bool mmu_map(struct mmu *mmu, const struct mmu_page *page)
{
  const uint64_t key = page->va >> PAGE_SHIFT;
  struct mmu_page *entry = page_map_find(&mmu->pages, key);
  if (entry == NULL) {
    entry = malloc(sizeof *entry);
    if (entry == NULL) {
      return false;
    }
    if (!page_map_put(&mmu->pages, key, entry)) {
      free(entry);
      return false;
    }
  }
  *entry = *page;
  return true;
}

void mmu_unmap_all(struct mmu *mmu)
{
  page_map_clear(&mmu->pages, free);
}

// The physical address of `va`, which lies in `page`.
static uint64_t output_address(const struct mmu_page *page, uint64_t va)
{
  return (page->pa & ~(uint64_t)(PAGE_BYTES - 1)) | (va & (PAGE_BYTES - 1));
}

bool mmu_translate(const struct mmu *mmu, uint64_t va, uint64_t *pa, uint8_t *pas)
{
  const struct mmu_page *page = page_map_find(&mmu->pages, va >> PAGE_SHIFT);
  if (page == NULL || page->fault) {
    return false;
  }
  *pa = output_address(page, va);
  *pas = page->pas;
  return true;
}

void mmu_garbage(const struct mmu *mmu, struct spu_in *in)
{
  const uint64_t any = garbage_at(mmu->clock, GARBAGE_XLATE);
  in->xlate_rsp_fault = (any >> 63 & 1) != 0;
  in->xlate_rsp_stage2 = (any >> 62 & 1) != 0;
  in->xlate_rsp_gpc = (any >> 61 & 1) != 0;
  in->xlate_rsp_ns = (any >> 60 & 1) != 0;
  in->xlate_rsp_nse = (any >> 59 & 1) != 0;
  in->xlate_rsp_fsc = (uint8_t)(any >> 53 & FSC_BITS);
  in->xlate_rsp_top_level = (any >> 52 & 1) != 0;
  in->xlate_rsp_assured_only = (any >> 51 & 1) != 0;
  in->xlate_rsp_overlay = (any >> 50 & 1) != 0;
  in->xlate_rsp_dirty_bit = (any >> 49 & 1) != 0;
  in->xlate_rsp_pa = any & PA_BITS;
}

void mmu_drive(struct mmu *mmu, struct spu_in *in)
{
  const bool had_answer = in->xlate_rsp_valid;
  in->xlate_rsp_valid = mmu->busy && mmu->clock >= mmu->answer_at && !mmu->held;
  if (in->xlate_rsp_valid || had_answer || mmu->clock % GARBAGE_CLOCKS == 0) {
    mmu_garbage(mmu, in);
  }
  if (in->xlate_rsp_valid) {
    mmu->busy = false;
    mmu->abandoned = false;
    const struct mmu_page *page = page_map_find(&mmu->pages, mmu->request_va >> PAGE_SHIFT);
    if (page == NULL) {
      in->xlate_rsp_fault = true;
      in->xlate_rsp_stage2 = false;
      in->xlate_rsp_gpc = false;
      in->xlate_rsp_fsc = FSC_TRANSLATION_LEVEL_3;
    } else if (page->fault) {
      in->xlate_rsp_fault = true;
      in->xlate_rsp_stage2 = page->stage2;
      in->xlate_rsp_gpc = page->gpc;
      in->xlate_rsp_fsc = page->fsc;
      in->xlate_rsp_top_level = (page->cause & MMU_TOP_LEVEL) != 0;
      in->xlate_rsp_assured_only = (page->cause & MMU_ASSURED_ONLY) != 0;
      in->xlate_rsp_overlay = (page->cause & MMU_OVERLAY) != 0;
      in->xlate_rsp_dirty_bit = (page->cause & MMU_DIRTY_BIT) != 0;
    } else {
      const uint8_t pas = mmu_space_for(mmu->request_ss, page->pas);
      in->xlate_rsp_fault = false;
      in->xlate_rsp_ns = (pas & 1U) != 0;
      in->xlate_rsp_nse = (pas & 2U) != 0;
      in->xlate_rsp_pa = output_address(page, mmu->request_va);
    }
  }
  in->xlate_req_ready =
      !mmu->busy && !mmu->held &&
      (mmu->timing.ready_percent >= 100 || rng_percent(&mmu->rng, mmu->timing.ready_percent));
}

bool mmu_observe(struct mmu *mmu, const struct spu_in *in, const struct dut_bus *bus, struct tb_error *error)
{
  if (mmu->waits) {
    if (!bus->xlate_req_valid) {
      return tb_fail(error, "xlate: request for 0x%llx dropped before it was taken",
                     (unsigned long long)mmu->waiting.xlate_req_va);
    }
    if (bus->xlate_req_va != mmu->waiting.xlate_req_va || bus->xlate_req_el != mmu->waiting.xlate_req_el ||
        bus->xlate_req_ss != mmu->waiting.xlate_req_ss) {
      return tb_fail(error, "xlate: request for 0x%llx changed before it was taken",
                     (unsigned long long)mmu->waiting.xlate_req_va);
    }
  }
  if (bus->xlate_req_valid && mmu->busy && !mmu->abandoned) {
    return tb_fail(error, "xlate: request for 0x%llx while 0x%llx has not been answered",
                   (unsigned long long)bus->xlate_req_va, (unsigned long long)mmu->request_va);
  }
  mmu->waits = bus->xlate_req_valid && !in->xlate_req_ready;
  if (mmu->waits) {
    mmu->waiting = *bus;
  } else if (bus->xlate_req_valid) {
    uint32_t latency = mmu->timing.latency_min < 1 ? 1 : mmu->timing.latency_min;
    if (mmu->timing.latency_max > latency) {
      latency += rng_below(&mmu->rng, mmu->timing.latency_max - latency + 1U);
    }
    mmu->busy = true;
    mmu->request_va = bus->xlate_req_va;
    mmu->request_ss = bus->xlate_req_ss;
    mmu->answer_at = mmu->clock + latency;
  }
  mmu->clock++;
  return true;
}
