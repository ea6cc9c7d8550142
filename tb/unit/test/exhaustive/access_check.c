// SPDX-License-Identifier: Apache-2.0
//
// Block B: every register, MRS and MSR, for every combination of its access pseudocode's inputs.
#include "gen/block_structs.h"
#include "unit/test/exhaustive/space.h"

const char *const check_name = "access";

// Registers and their fine-grained trap bits (Arm ARM D24.2), in HDFGRTR_EL2 and HDFGWTR_EL2 or in the second pair.
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
    {SPU_PMBSR_EL12, 0, false},    {SPU_PMBIDR_EL1 + 1, 0, false}};  // the last one: an unallocated encoding

#define ONE_MORE(name) +1
_Static_assert(sizeof registers / sizeof registers[0] == 1 SPU_PROFILING_REGISTERS(ONE_MORE),
               "a register is missing above");

struct access {
  uint16_t address;
  bool write;
};

// In order of access_result_t.
static bool compare(struct space *space, void *context)
{
  const struct access *access = context;
  const struct spu_access model = spu_access_check(space->spu, &space->in, access->address, access->write);
  const uint64_t expected[] = {(uint64_t)model.verdict, model.ec, model.offset, model.target};
  // The register is compared only for an allowed access.
  return SPACE_MATCHES(space, access_result_t_fields, expected, model.verdict != SPU_ACCESS_OK ? 1U << 3 : 0);
}

// Runs all combinations of the varying bits for one access.
static void run(struct space *space, uint16_t address, bool write)
{
  struct access access = {address, write};
  space->block.more[0] = (uint32_t)address | (uint32_t)write << 16;
  space_run(space, "spu_access_check", compare, &access);
}

// FEAT_SPE_EXC: further inputs of accesses to PMBSR_ELx.
static void check_syndromes(struct space *space)
{
  static const uint16_t syndromes[] = {SPU_PMBSR_EL1, SPU_PMBSR_EL12, SPU_PMBSR_EL2, SPU_PMBSR_EL3};
  for (size_t i = 0; i < sizeof syndromes / sizeof syndromes[0]; i++) {
    for (int write = 0; write <= 1; write++) {
      space_clear_aarch64(space);
      SPACE_VARY(space, "pe_el", "pe_debug", "edscr_sdd", "scr_el3_ns", "scr_el3_nse", "scr_el3_eel2",
                 "hcr_el2_tge", "hcr_el2_e2h", "hcr_el2_nv", "hcr_el2_nv1", "hcr_el2_nv2", "mdcr_el2_e2pb[0]",
                 "mdcr_el3_nspb", "mdcr_el3_nspbe", "mdcr_el3_pmsee", "pmscr_el1[9:8]", "pmscr_el2[9:8]");
      run(space, syndromes[i], write != 0);
    }
  }
}

void check_block(struct space *space)  // B2-B4, B6, U3, U5
{
  for (size_t i = 0; i < sizeof registers / sizeof registers[0]; i++) {
    for (int write = 0; write <= 1; write++) {
      const uint16_t address = registers[i].address;
      space_clear_aarch64(space);
      SPACE_VARY(space, "pe_el", "pe_aarch32", "pe_debug", "el3_aarch32", "edscr_sdd", "scr_el3_ns",
                 "scr_el3_nse", "scr_el3_eel2", "hcr_el2_tge", "hcr_el2_e2h", "hcr_el2_nv", "hcr_el2_nv1",
                 "hcr_el2_nv2", "mdcr_el2_e2pb", "mdcr_el2_tpms", "mdcr_el3_nspb", "mdcr_el3_nspbe");
      space_vary(space, "scr_el3_fgten%s", registers[i].second ? "2" : "");
      if (address == SPU_PMSNEVFR_EL1) {
        space_vary(space, "mdcr_el3_enpmsn");
      } else if (address == SPU_PMSDSFR_EL1) {
        space_vary(space, "mdcr_el3_enpms3");
      } else if (address == SPU_PMBMAR_EL1) {
        space_vary(space, "mdcr_el3_enpms4");
      }
      space_vary(space, "hdfg%ctr%s_el2[%u]", write != 0 ? 'w' : 'r', registers[i].second ? "2" : "",
                 registers[i].trap);
      run(space, address, write != 0);
    }
  }
  if (space->spu->config.spe_version >= 5) {
    check_syndromes(space);
  }
}
