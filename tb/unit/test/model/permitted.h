// SPDX-License-Identifier: Apache-2.0
//
// For tests that choose features: changes a configuration to a PE that the architecture permits. Keeps the chosen
// features, adds those that they need, and removes those that they exclude. rtl/data/features.toml has the rules, and
// spu_config_check() checks the result.
#ifndef TB_UNIT_TEST_MODEL_PERMITTED_H
#define TB_UNIT_TEST_MODEL_PERMITTED_H

#include "spu.h"

static inline void permit_pmu(struct spu_config *config, uint32_t version)
{
  if (config->pmu_version != 0 && config->pmu_version < version) {
    config->pmu_version = version;
  }
}

static inline void permit_spe(struct spu_config *config, uint32_t version)
{
  if (config->spe_version < version) {
    config->spe_version = version;
  }
}

static inline void permit_armv9_5(struct spu_config *config)
{
  config->have_spe_nvm = config->have_spe_nvm || config->spe_version >= 5;
  config->have_eft = config->have_eft || config->have_spe_nvm;
  config->have_pmu_sme =
      config->pmu_version != 0 && (config->have_pmu_sme || (config->have_spe_nvm && config->have_sme));
  config->have_spe_sme = config->have_spe_sme || (config->have_spe_nvm && config->have_sme);
  config->have_sme = config->have_sme || config->have_spe_sme || config->have_pmu_sme;
  if (config->have_eft || config->alt_clock != 0 || config->have_pmu_sme) {
    config->have_crr = true;
    config->have_fds = config->have_fds || config->source_bytes != 0;
    config->have_fgt2 = config->have_fgt2 || config->have_el2;
    config->aarch32_el1 = false;
    permit_pmu(config, 9);
    config->have_dpfzs = config->have_dpfzs || config->pmu_version == 9;
  }
}

static inline void permit_armv9_3(struct spu_config *config)
{
  if (config->pmu_version >= 9 &&
      (config->have_gcs || config->have_eft || config->alt_clock != 0 || config->have_pmu_sme)) {
    config->have_ebep = true;
  }
  config->have_ebep = config->have_ebep && config->pmu_version != 0;
  if (config->have_ebep) {
    permit_spe(config, 3);
    permit_pmu(config, 8);
    config->have_mops = true;
    config->have_fgt2 = config->have_fgt2 || config->have_el2;
    config->aarch32_el1 = false;
  }
}

static inline void permit_armv8_8(struct spu_config *config)
{
  if (config->have_gcs) {
    config->have_crr = true;
    config->have_pie = true;
  }
  if (config->have_crr || config->have_fds) {
    permit_spe(config, 4);
  }
  if (config->have_el2 && (config->have_fds || config->have_the)) {
    config->have_fgt2 = true;
    config->have_pie = config->have_pie || config->have_the;
  }
  if (config->pmu_version >= 9) {
    permit_spe(config, 3);
    config->have_mops = true;
    config->have_fgt2 = config->have_fgt2 || config->have_el2;
  }
  if (config->have_fgt2 || config->have_pie || config->have_poe || config->have_the) {
    permit_spe(config, 3);
    config->have_mops = true;
    permit_pmu(config, 8);
  }
  if (config->spe_version >= 4) {
    config->have_mops = true;
    permit_pmu(config, 8);
    config->have_dpfzs = config->have_dpfzs || config->pmu_version >= 9;
  }
}

static inline void permit_armv8_6(struct spu_config *config)
{
  if (config->have_mops || config->spe_version >= 3 || config->have_dpfzs) {
    permit_pmu(config, 7);
  }
  if (config->have_rme) {
    permit_pmu(config, 7);
    config->have_ecv_poff = true;
  }
  if (config->have_rme || config->have_pbt || config->have_mops || config->have_dpfzs ||
      config->pmu_version >= 8) {
    permit_spe(config, 2);
  }
  if (config->spe_version >= 2 || config->pmu_version >= 7 || config->have_ecv_poff) {
    config->have_ecv = true;
  }
  if (config->spe_version >= 2 || config->pmu_version >= 7) {
    config->have_fgt = config->have_fgt || config->have_el2 || config->have_el3;
  }
}

static inline void permit_armv8_4(struct spu_config *config)
{
  const bool secure = config->secure_only || (config->have_el3 && !config->have_rme);
  config->have_tme = config->have_tme && config->spe_version < 2;
  if (config->have_ecv || config->have_fgt || config->have_tme) {
    permit_spe(config, 1);
    permit_pmu(config, 5);
  }
  if (config->have_mte) {
    permit_pmu(config, 4);
  }
  if (config->have_ecv || config->have_fgt || config->have_mte || config->have_tme ||
      config->pmu_version >= 5) {
    config->debug_version = 4;
    config->have_sel2 = config->have_sel2 || (config->have_el2 && secure);
  }
  if (config->have_trf) {
    config->have_trace = true;
  }
  if (config->have_sel2 || config->have_trf) {
    config->debug_version = 4;
  }
  if (config->debug_version < 2 && (config->spe_version >= 1 || config->nested_virt != 0 ||
                                    config->have_sve || config->pmu_version >= 4)) {
    config->debug_version = 2;
  }
}

static inline void permit(struct spu_config *config)
{
  config->pmu_events_complete = false;  // keeps the list
  config->have_vhe = config->have_el2;
  config->secure_only = config->secure_only && !config->have_el3;
  config->have_sel2 = config->have_el2 && (config->secure_only || (config->have_sel2 && config->have_el3));
  config->nested_virt = config->have_el2 ? config->nested_virt : 0;
  config->have_ecv_poff = config->have_el2 && config->have_ecv_poff;
  permit_armv9_5(config);
  permit_armv9_3(config);
  permit_armv8_8(config);
  permit_armv8_6(config);
  permit_armv8_4(config);
  if (config->have_rme || config->have_gcs || config->have_tme) {
    config->aarch32_el1 = false;
  }
  config->aarch32_el2 = config->aarch32_el2 && config->aarch32_el1;
  config->aarch32_el3 =
      config->aarch32_el3 && config->aarch32_el1 && (config->aarch32_el2 || !config->have_el2);
  config->aarch32_el0 = config->aarch32_el0 || config->aarch32_el1;
  config->count_current_issue = config->count_current_issue || config->spe_version >= 2;
  config->trace_current_issue = config->trace_current_issue || config->spe_version >= 2;
  config->dirty_managed = config->dirty_managed || config->spe_version >= 3;
  if (config->spe_version >= 3 && (config->external_abort == SPU_ABORT_REPORTED_SYNC ||
                                   config->external_abort == SPU_ABORT_REPORTED_ASYNC)) {
    config->external_abort = SPU_ABORT_IGNORED;
  }
  config->abort_ptr_held = config->abort_ptr_held && config->external_abort == SPU_ABORT_REPORTED_SYNC;
  const bool vectors = config->have_tme || config->have_sme || (config->have_sve && config->spe_version >= 1);
  const uint32_t bytes = vectors ? 4 : config->spe_version >= 1 ? 2 : 1;
  config->events_bytes = config->events_bytes < bytes ? bytes : config->events_bytes;
  if (config->ptr_align > config->record_align) {
    config->ptr_align = config->record_align;
  }
}

#endif  // TB_UNIT_TEST_MODEL_PERMITTED_H
