// SPDX-License-Identifier: Apache-2.0
//
// Block B: every register, MRS and MSR, in every combination of what its access pseudocode reads.
#include <stdio.h>

#include "gen/block_structs.h"
#include "test/exhaustive/space.h"

const char *const check_name = "access";

// Registers with their fine-grained trap bits (Arm ARM D24.2): in HDFGRTR_EL2 and HDFGWTR_EL2, or in their second
// registers.
static const struct {
  uint16_t address;
  unsigned trap;
  bool second;
} registers[] = {
    {SPU_PMSCR_EL1, 26, false},    {SPU_PMSNEVFR_EL1, 62, false}, {SPU_PMSICR_EL1, 29, false},
    {SPU_PMSIRR_EL1, 31, false},   {SPU_PMSFCR_EL1, 28, false},   {SPU_PMSEVFR_EL1, 27, false},
    {SPU_PMSLATFR_EL1, 32, false}, {SPU_PMSIDR_EL1, 30, false},   {SPU_PMBLIMITR_EL1, 23, false},
    {SPU_PMBPTR_EL1, 24, false},   {SPU_PMBSR_EL1, 25, false},    {SPU_PMSDSFR_EL1, 19, true},
    {SPU_PMBIDR_EL1, 63, false},   {SPU_PMSCR_EL2, 0, false},     {SPU_PMSCR_EL12, 0, false},
    {SPU_PMBMAR_EL1, 24, true},    {SPU_PMBSR_EL2, 0, false},     {SPU_PMBSR_EL3, 0, false},
    {SPU_PMBSR_EL12, 0, false},    {SPU_PMBIDR_EL1 + 1, 0, false}};  // the last one: an encoding that is none of these

struct access {
  uint16_t address;
  bool write;
};

static bool compare(struct space *space, void *context)
{
  static const char *const names[] = {"verdict", "ec", "offset", "target"};
  static const struct field *fields[sizeof names / sizeof names[0]];
  const struct access *access = context;
  const struct spu_access model = spu_access_check(space->spu, &space->in, access->address, access->write);
  const uint64_t expected[] = {(uint64_t)model.verdict, model.ec, model.offset, model.target};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (fields[i] == NULL) {
      fields[i] = space_field(access_result_t_fields, names[i]);
    }
    const uint64_t got = space_result(space, fields[i]);
    // The register is asked for only by an access that happens.
    if (got != expected[i] && !(i == 3 && model.verdict != SPU_ACCESS_OK)) {
      return space_differ(space, names[i], expected[i], got);
    }
  }
  return true;
}

// FEAT_SPE_EXC: what else the accesses of PMBSR_ELx read.
static void check_syndromes(struct space *space)
{
  static const uint16_t syndromes[] = {SPU_PMBSR_EL1, SPU_PMBSR_EL12, SPU_PMBSR_EL2, SPU_PMBSR_EL3};
  static const char *const variables[] = {
      "pe_el",          "pe_debug",         "edscr_sdd",     "scr_el3_ns",     "scr_el3_nse",
      "scr_el3_eel2",   "hcr_el2_tge",      "hcr_el2_e2h",   "hcr_el2_nv",     "hcr_el2_nv1",
      "hcr_el2_nv2",    "mdcr_el2_e2pb[0]", "mdcr_el3_nspb", "mdcr_el3_nspbe", "mdcr_el3_pmsee",
      "pmscr_el1[9:8]", "pmscr_el2[9:8]"};
  for (size_t i = 0; i < sizeof syndromes / sizeof syndromes[0]; i++) {
    for (int write = 0; write <= 1; write++) {
      struct access access = {syndromes[i], write != 0};
      space_clear(space);
      space_set(space, "scr_el3_rw", 1);
      space_set(space, "hcr_el2_rw", 1);
      for (size_t variable = 0; variable < sizeof variables / sizeof variables[0]; variable++) {
        space_vary(space, variables[variable]);
      }
      space->block.more[0] = (uint32_t)access.address | (uint32_t)access.write << 16;
      space_run(space, "spu_access_check", compare, &access);
    }
  }
}

void check_block(struct space *space)
{
  static const char *const variables[] = {
      "pe_el",       "pe_aarch32",    "pe_debug",      "el3_aarch32",   "edscr_sdd",     "scr_el3_ns",
      "scr_el3_nse", "scr_el3_eel2",  "hcr_el2_tge",   "hcr_el2_e2h",   "hcr_el2_nv",    "hcr_el2_nv1",
      "hcr_el2_nv2", "mdcr_el2_e2pb", "mdcr_el2_tpms", "mdcr_el3_nspb", "mdcr_el3_nspbe"};
  for (size_t i = 0; i < sizeof registers / sizeof registers[0]; i++) {
    for (int write = 0; write <= 1; write++) {
      struct access access = {registers[i].address, write != 0};
      char trap[32];
      space_clear(space);
      space_set(space, "scr_el3_rw", 1);
      space_set(space, "hcr_el2_rw", 1);
      for (size_t variable = 0; variable < sizeof variables / sizeof variables[0]; variable++) {
        space_vary(space, variables[variable]);
      }
      space_vary(space, registers[i].second ? "scr_el3_fgten2" : "scr_el3_fgten");
      if (access.address == SPU_PMSNEVFR_EL1) {
        space_vary(space, "mdcr_el3_enpmsn");
      } else if (access.address == SPU_PMSDSFR_EL1) {
        space_vary(space, "mdcr_el3_enpms3");
      } else if (access.address == SPU_PMBMAR_EL1) {
        space_vary(space, "mdcr_el3_enpms4");
      }
      (void)snprintf(trap, sizeof trap, "hdfg%ctr%s_el2[%u]", access.write ? 'w' : 'r',
                     registers[i].second ? "2" : "", registers[i].trap);
      space_vary(space, trap);
      space->block.more[0] = (uint32_t)access.address | (uint32_t)access.write << 16;
      space_run(space, "spu_access_check", compare, &access);
    }
  }
  if (space->spu->config.spe_version >= 5) {
    check_syndromes(space);
  }
}
