// SPDX-License-Identifier: Apache-2.0
//
// MMU faults of every kind at every byte of a record: the pointer is placed so that a page ends after that byte of the
// next record, and the following page faults.
#include "unit/stimulus/inject/inject_method.h"

enum { PAGE = 4096 };

// FSC values of PMBSR_EL1 (Arm ARM D24.7) that a translation can return: address size, translation, Access flag and
// permission faults, External aborts and a parity error on walks, alignment, levels below 0, TLB conflict, unsupported
// atomic update. The unit accepts all of them, whichever the core has.
static const uint8_t codes[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09,
                                0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x12, 0x13, 0x14, 0x15,
                                0x16, 0x17, 0x1B, 0x21, 0x29, 0x2A, 0x2B, 0x2C, 0x30, 0x31};

// Granule Protection Faults. 0x28 is not on a walk and not at stage 2.
static const uint8_t granule_codes[] = {0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28};

enum { CODES = sizeof codes, GRANULE_CODES = sizeof granule_codes, GRANULE_WALKS = GRANULE_CODES - 1 };

static uint32_t stage1_kinds(const struct spu_config *config)
{
  return (uint32_t)CODES + (config->have_rme ? (uint32_t)GRANULE_CODES : 0U);
}

static uint32_t stage2_kinds(const struct spu_config *config)
{
  if (!config->have_el2) {
    return 0;
  }
  return (uint32_t)CODES + (config->have_rme ? (uint32_t)GRANULE_WALKS : 0U);
}

uint32_t inject_fault_kinds(const struct spu_config *config)
{
  return stage1_kinds(config) + stage2_kinds(config) + (config->have_rme ? 1U : 0U);
}

struct mmu_page inject_fault_kind(const struct spu_config *config, uint32_t i)
{
  const bool stage2 = i >= stage1_kinds(config);
  const uint32_t n = stage2 ? i - stage1_kinds(config) : i;
  if (stage2 && n >= stage2_kinds(config)) {
    return (struct mmu_page){.fault = true, .gpc = true};
  }
  return (struct mmu_page){
      .fault = true, .stage2 = stage2, .fsc = n < CODES ? codes[n] : granule_codes[n - CODES]};
}

uint32_t inject_fault_kind_of(const struct spu_config *config, const struct spu_in *in)
{
  const uint32_t kinds = inject_fault_kinds(config);
  const bool gpc = config->have_rme && in->xlate_rsp_gpc;
  for (uint32_t i = 0; i < kinds; i++) {
    const struct mmu_page kind = inject_fault_kind(config, i);
    const bool same = kind.fsc == in->xlate_rsp_fsc && kind.stage2 == in->xlate_rsp_stage2;
    if (kind.gpc == gpc && (gpc || same)) {
      return i;
    }
  }
  return kinds;
}

// ---------------------------------------------------------------------------------------------------------
// The walk: kind of fault, byte of the record

uint32_t inject_fault_places(const struct spu_config *config)
{
  return (spu_config_largest_record(config) - 1) / (1U << config->ptr_align) + 1;
}

static uint64_t places(const struct inject *inject)
{
  return inject->counts.fault_pairs_possible;
}

static void begin(struct inject *inject, uint64_t cycle)
{
  (void)cycle;
  struct random_buffer *buffer = inject->world.buffer;
  uint64_t place = inject->shot.place;
  const uint32_t bytes = inject_split(&place, inject_fault_places(inject->world.config))
                         << inject->world.config->ptr_align;
  struct mmu_page page = inject_fault_kind(inject->world.config, (uint32_t)place);
  inject_point(inject, bytes);
  page.va = buffer->base + PAGE;
  inject->shot.spare = rng_below(&inject->rng, 16) == 0;
  if (!inject->shot.spare) {
    (void)mmu_map(inject->world.mmu, &page);
  }
  // The faulting page is the last one before the limit, further inside, or beyond the limit: then the record has no
  // room, and the unit must not request the page.
  const uint32_t where = rng_below(&inject->rng, 16);
  if (where < 6) {
    buffer->limit = buffer->base + 2 * PAGE;
  } else if (where == 15) {
    buffer->limit = buffer->base + PAGE;
  }
  if (inject->shot.tries != 0 || rng_percent(&inject->rng, 10)) {
    inject_push_rich(inject);
  }
  inject_push_shot(inject);
}

static void watch(struct inject *inject, const struct spu_in *in, const struct spu_vif *vif,
                  const struct tracker *tracker)
{
  const struct inject_life *life = &inject->life;
  uint64_t place = inject->shot.place;
  const uint32_t bytes = inject_split(&place, inject_fault_places(inject->world.config))
                         << inject->world.config->ptr_align;
  if (random_sysreg_pending(inject->world.sysreg)) {
    return;
  }
  if (in->xlate_rsp_valid && in->xlate_rsp_fault && life->asked_va - tracker->now.start == bytes) {
    inject->shot.hit = true;
  } else if (vif->discard_valid || life->raised || (inject->shot.spare && vif->commit_valid)) {
    inject->shot.lost = true;  // another event ended the record
  }
}

const struct inject_method inject_faults_method = {.places = places, .begin = begin, .watch = watch};
