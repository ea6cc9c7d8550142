// SPDX-License-Identifier: Apache-2.0
//
// The reference model as the unit.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "linux/unit/implementation.h"
#include "linux/unit/record_file.h"
#include "linux/unit/unit.h"

struct spe_implementation {
  struct spe_cpu *cpu;
  unsigned number;
  struct spu *spu;
  uint32_t unanswered;  // bursts
  FILE *records;
  uint64_t broken;
};

struct spu_config spe_implementation_config(bool el2, bool el3)
{
  struct spu_config config = spe_options.config;
  if (!el2) {
    config.have_el2 = config.have_vhe = config.have_ecv_poff = config.aarch32_el2 = false;
    config.nested_virt = 0;
  }
  if (!el3) {
    config.have_el3 = config.aarch32_el3 = false;
  }
  if (!el2 || !el3) {
    config.have_sel2 = config.have_rme = false;
    config.reserved_nsxb = 2;
  }
  return config;
}

struct spe_implementation *spe_implementation_create(struct spe_cpu *cpu, unsigned number,
                                                     const struct spu_config *config)
{
  const char *why = "out of memory";
  struct spe_implementation *implementation = calloc(1, sizeof *implementation);
  struct spu *spu = calloc(1, spu_size());
  if (implementation == NULL || spu == NULL || spu_config_check(config, &why) != SPU_OK) {
    (void)fprintf(stderr, "spe: config: in a machine %s EL2 and %s EL3: %s\n",
                  config->have_el2 ? "with" : "without", config->have_el3 ? "with" : "without", why);
    exit(2);
  }
  *implementation = (struct spe_implementation){
      .cpu = cpu, .number = number, .spu = spu, .records = spe_records_open(number)};
  (void)spu_init(spu, config);  // cannot fail: checked above
  return implementation;
}

static void answer_memory(struct spe_implementation *implementation, struct spu_in *in)
{
  uint64_t va = 0;
  in->axi_awready = in->axi_wready = true;
  in->axi_bvalid = implementation->unanswered != 0;
  implementation->unanswered -= in->axi_bvalid;
  in->xlate_rsp_valid = spu_next_page(implementation->spu, &va);
  if (!in->xlate_rsp_valid) {
    return;
  }
  const struct spe_translation translation =
      spe_cpu_translate(implementation->cpu, spu_next_request(implementation->spu, in).el, va, true);
  in->xlate_rsp_fault = translation.fault;
  in->xlate_rsp_stage2 = translation.stage2;
  in->xlate_rsp_fsc = translation.fsc;
  in->xlate_rsp_ns = translation.ns;
  in->xlate_rsp_pa = translation.pa;
}

static void store(struct spe_implementation *implementation)
{
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
  const size_t count = spu_last_writes(implementation->spu, writes);
  for (size_t i = 0; i < count; i++) {
    const struct spu_write *write = &writes[i];
    if (!spe_cpu_write(implementation->cpu, write->pa, write->pas == 1, write->data, write->len)) {
      implementation->broken++;
      (void)fprintf(stderr, "spe: unit %u: the bus refuses a record at 0x%" PRIx64 "\n",
                    implementation->number, write->pa);
    }
    if (implementation->records != NULL) {
      (void)fwrite(write->data, 1, write->len, implementation->records);
    }
  }
}

bool spe_implementation_step(struct spe_implementation *implementation, struct spu_in *in,
                             struct spu_out *out)
{
  struct spu_vif vif;
  answer_memory(implementation, in);
  spu_act(implementation->spu, in, out, &vif);
  const struct spu_violation violation = spu_last_violation(implementation->spu);
  if (violation.rule != NULL && implementation->broken++ == 0) {
    (void)fprintf(stderr, "spe: unit %u: %s (%s)\n", implementation->number, violation.rule,
                  violation.function);
  }
  implementation->unanswered += vif.burst_valid;
  if (vif.commit_valid || vif.discard_valid) {
    store(implementation);
  }
  return vif.psb_done;
}

const struct spu *spe_implementation_model(const struct spe_implementation *implementation)
{
  return implementation->spu;
}

uint64_t spe_implementation_countable(const struct spe_implementation *implementation,
                                      const struct spu_in *in)
{
  return spu_countable(implementation->spu, in);
}

bool spe_implementation_count(struct spe_implementation *implementation, const struct spu_in *in,
                              uint64_t operations)
{
  return spu_count(implementation->spu, in, operations) == SPU_OK;
}

bool spe_implementation_finish(struct spe_implementation *implementation)
{
  return spe_records_close(implementation->records, implementation->number) && implementation->broken == 0;
}
