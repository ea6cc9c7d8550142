// SPDX-License-Identifier: Apache-2.0
//
// Responds to the unit's translation requests, one at a time, from a page table of 4 KB pages. There is one table: for
// a request without stage 1 translation it is stage 2's.
#include "unit/env/mmu.h"

#include "unit/env/page_map.h"
#include "unit/util/garbage.h"
#include "unit/util/rng.h"

#include <stdlib.h>

enum {
  FSC_ADDRESS_SIZE_LEVEL_0 = 0x00,
  FSC_TRANSLATION_LEVEL_3 = 0x07,
  FSC_BITS = 0x3F,
  GARBAGE_CLOCKS = 16,  // garbage changes this often
  LAST_ANSWER = 6       // an abandoned request gets its response within this many cycles of the reset
};

#define PA_BITS (((uint64_t)1 << 56) - 1)

struct mmu {
  struct page_map pages;
  struct rng rng;
  struct mmu_timing timing;
  uint64_t clock;
  bool waits;  // a request is offered and not accepted
  struct dut_bus waiting;
  bool busy;           // a request was accepted and has no response
  uint64_t answer_at;  // cycle of the response
  struct dut_bus request;
  bool request_stage2;  // for a request without stage 1 translation: it has stage 2
  bool abandoned;       // busy with a request from before a reset of the unit
  bool held;
  struct spu_config config;  // all zero: like a configuration without FEAT_SPE_nVM
  bool stage2;
};

struct mmu *mmu_create(uint64_t seed)
{
  struct mmu *mmu = calloc(1, sizeof *mmu);
  if (mmu == NULL) {
    return NULL;
  }
  mmu->timing = (struct mmu_timing){.ready_percent = 100, .latency_min = 1, .latency_max = 1};
  mmu->stage2 = true;
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

void mmu_configure(struct mmu *mmu, const struct spu_config *config)
{
  mmu->config = *config;
}

void mmu_set_stage2(struct mmu *mmu, bool on)
{
  mmu->stage2 = on;
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
  struct mmu_page *entry = page_map_make(&mmu->pages, page->va >> PAGE_SHIFT, sizeof *entry);
  if (entry != NULL) {
    *entry = *page;
  }
  return entry != NULL;
}

void mmu_unmap_all(struct mmu *mmu)
{
  page_map_clear(&mmu->pages, free);
}

// The physical address of `va`, which is in `page`.
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

// ---------------------------------------------------------------------------------------------------------
// Memory attributes

enum {
  AXI_DEVICE = 0,  // non-bufferable
  AXI_DEVICE_BUFFERABLE = 1,
  AXI_NON_CACHEABLE = 3,
  AXI_WRITE_THROUGH = 6,
  AXI_WRITE_BACK = 7,
  AXI_CACHEABLE = 4,  // set in both of the above
  AXI_ALLOCATE = 8,   // allocation on a write, for both
  AXI_NON_SHAREABLE = 0,
  AXI_INNER = 1,
  AXI_OUTER = 2,
  AXI_SYSTEM = 3,
  SH_OUTER = 2,
  SH_INNER = 3
};

struct mmu_memory mmu_memory_of(uint8_t attr, uint8_t sh)
{
  const uint32_t outer = attr >> 4;
  if (outer == 0) {  // Device-nGnRnE, else the other types of Device memory
    return (struct mmu_memory){attr >> 2 == 0 ? AXI_DEVICE : AXI_DEVICE_BUFFERABLE, AXI_SYSTEM};
  }
  if (outer == 4) {
    return (struct mmu_memory){AXI_NON_CACHEABLE, AXI_SYSTEM};
  }
  const uint32_t type = (outer & 4U) != 0 ? AXI_WRITE_BACK : AXI_WRITE_THROUGH;
  const uint8_t domain = sh == SH_INNER ? AXI_INNER : sh == SH_OUTER ? AXI_OUTER : AXI_NON_SHAREABLE;
  return (struct mmu_memory){(uint8_t)(type | ((outer & 1U) != 0 ? AXI_ALLOCATE : 0U)), domain};
}

struct mmu_memory mmu_memory_combine(struct mmu_memory stage1, struct mmu_memory stage2)
{
  const uint8_t type1 = stage1.cache & AXI_WRITE_BACK;
  const uint8_t type2 = stage2.cache & AXI_WRITE_BACK;
  const uint8_t type = type1 < type2 ? type1 : type2;
  const uint8_t allocate = (type & AXI_CACHEABLE) != 0 ? stage1.cache & AXI_ALLOCATE : 0;
  return (struct mmu_memory){type | allocate, stage1.domain > stage2.domain ? stage1.domain : stage2.domain};
}

// ---------------------------------------------------------------------------------------------------------
// Answers

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
  in->xlate_rsp_cache = (uint8_t)(any >> 45 & 15);
  in->xlate_rsp_domain = (uint8_t)(any >> 43 & 3);
  in->xlate_rsp_pa = any & PA_BITS;
}

static void answer_address(const struct mmu *mmu, uint8_t pas, uint64_t pa, struct mmu_memory memory,
                           struct spu_in *in)
{
  in->xlate_rsp_fault = false;
  in->xlate_rsp_ns = (pas & 1U) != 0;
  in->xlate_rsp_nse = (pas & 2U) != 0;
  in->xlate_rsp_pa = pa;
  if (mmu->config.have_spe_nvm) {
    in->xlate_rsp_cache = memory.cache;
    in->xlate_rsp_domain = memory.domain;
  }
}

static void answer_fault(const struct mmu_page *page, bool stage2, struct spu_in *in)
{
  in->xlate_rsp_fault = true;
  in->xlate_rsp_stage2 = stage2;
  in->xlate_rsp_gpc = page->gpc;
  in->xlate_rsp_fsc = page->fsc;
  in->xlate_rsp_top_level = (page->cause & MMU_TOP_LEVEL) != 0;
  in->xlate_rsp_assured_only = (page->cause & MMU_ASSURED_ONLY) != 0;
  in->xlate_rsp_overlay = (page->cause & MMU_OVERLAY) != 0;
  in->xlate_rsp_dirty_bit = (page->cause & MMU_DIRTY_BIT) != 0;
}

static void answer_translated(const struct mmu *mmu, const struct mmu_page *page, struct spu_in *in)
{
  static const struct mmu_page absent = {.fsc = FSC_TRANSLATION_LEVEL_3};
  if (page == NULL) {
    answer_fault(&absent, false, in);
  } else if (page->fault) {
    answer_fault(page, page->stage2, in);
  } else {
    answer_address(mmu, mmu_space_for(mmu->request.xlate_req_ss, page->pas),
                   output_address(page, mmu->request.xlate_req_va), mmu_memory_of(page->attr, page->sh), in);
  }
}

// D17.7.2, D17.7.3: stage 1 checks the size of the address and passes it on, with the attributes of the request. Then
// the page is stage 2's, or without stage 2 the physical page itself: then only Granule Protection Checks and External
// aborts can fail.
static void answer_without_stage1(const struct mmu *mmu, const struct mmu_page *page, struct spu_in *in)
{
  static const struct mmu_page too_wide = {.fsc = FSC_ADDRESS_SIZE_LEVEL_0};
  static const struct mmu_page absent = {.fsc = FSC_TRANSLATION_LEVEL_3};
  const struct dut_bus *request = &mmu->request;
  const struct mmu_memory memory = mmu_memory_of(request->xlate_req_attr, request->xlate_req_sh);
  if (request->xlate_req_va >> MMU_PA_BITS != 0) {
    answer_fault(&too_wide, false, in);
  } else if (!mmu->request_stage2) {
    const bool fault = page != NULL && page->fault && (page->gpc || page->fsc == 0x28 || page->fsc == 0x10);
    if (fault) {
      answer_fault(page, false, in);
    } else {
      answer_address(mmu, request->xlate_req_ss, request->xlate_req_va, memory, in);
    }
  } else if (page == NULL) {
    answer_fault(&absent, true, in);
  } else if (page->fault) {
    answer_fault(page, page->fsc != 0x28 && page->fsc != 0x10, in);
  } else {
    answer_address(mmu, mmu_space_for(request->xlate_req_ss, page->pas),
                   output_address(page, request->xlate_req_va),
                   mmu_memory_combine(memory, mmu_memory_of(page->attr, page->sh)), in);
  }
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
    const struct mmu_page *page = page_map_find(&mmu->pages, mmu->request.xlate_req_va >> PAGE_SHIFT);
    if (mmu->request.xlate_req_nvm) {
      answer_without_stage1(mmu, page, in);
    } else {
      answer_translated(mmu, page, in);
    }
  }
  in->xlate_req_ready =
      !mmu->busy && !mmu->held &&
      (mmu->timing.ready_percent >= 100 || rng_percent(&mmu->rng, mmu->timing.ready_percent));
}

// ---------------------------------------------------------------------------------------------------------
// Requests

// D17.7.5: the EL1&0 regime has stage 2 translation if EL2 is implemented and enabled in its Security state.
static bool has_stage2(const struct mmu *mmu, const struct spu_in *in, const struct dut_bus *bus)
{
  const struct spu_config *config = &mmu->config;
  if (!mmu->stage2 || !config->have_el2 || bus->xlate_req_el != SPU_EL1) {
    return false;
  }
  return bus->xlate_req_ss != 0 || (config->have_sel2 && (!config->have_el3 || in->scr_el3_eel2));
}

static bool same_request(const struct dut_bus *a, const struct dut_bus *b)
{
  return a->xlate_req_va == b->xlate_req_va && a->xlate_req_el == b->xlate_req_el &&
         a->xlate_req_ss == b->xlate_req_ss && a->xlate_req_nvm == b->xlate_req_nvm &&
         a->xlate_req_sh == b->xlate_req_sh && a->xlate_req_attr == b->xlate_req_attr;
}

// Only a request without stage 1 translation (FEAT_SPE_nVM) may have attributes.
static bool check_attributes(const struct mmu *mmu, const struct dut_bus *bus, struct tb_error *error)
{
  const bool may = mmu->config.have_spe_nvm;
  if (bus->xlate_req_nvm && !may) {
    return tb_fail(error, "xlate: request for 0x%llx without stage 1 translation, but without FEAT_SPE_nVM",
                   (unsigned long long)bus->xlate_req_va);
  }
  if (!bus->xlate_req_nvm && (bus->xlate_req_sh != 0 || bus->xlate_req_attr != 0)) {
    return tb_fail(error, "xlate: request for 0x%llx has attributes, but also stage 1 translation",
                   (unsigned long long)bus->xlate_req_va);
  }
  return true;
}

bool mmu_observe(struct mmu *mmu, const struct spu_in *in, const struct dut_bus *bus, struct tb_error *error)
{
  if (mmu->waits) {
    if (!bus->xlate_req_valid) {
      return tb_fail(error, "xlate: request for 0x%llx dropped before it was accepted",
                     (unsigned long long)mmu->waiting.xlate_req_va);
    }
    if (!same_request(bus, &mmu->waiting)) {
      return tb_fail(error, "xlate: request for 0x%llx changed before it was accepted",
                     (unsigned long long)mmu->waiting.xlate_req_va);
    }
  }
  if (bus->xlate_req_valid && mmu->busy && !mmu->abandoned) {
    return tb_fail(error, "xlate: request for 0x%llx while 0x%llx has no response",
                   (unsigned long long)bus->xlate_req_va, (unsigned long long)mmu->request.xlate_req_va);
  }
  if (bus->xlate_req_valid && !check_attributes(mmu, bus, error)) {
    return false;
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
    mmu->request = *bus;
    mmu->request_stage2 = bus->xlate_req_nvm && has_stage2(mmu, in, bus);
    mmu->answer_at = mmu->clock + latency;
  }
  mmu->clock++;
  return true;
}
