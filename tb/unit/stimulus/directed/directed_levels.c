// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/directed/directed_levels.h"

#include <string.h>

#include "spu_sysreg.h"

bool directed_exceptions(const struct spu_config *config)
{
  return config->spe_version >= 5;
}

uint64_t directed_highest(const struct directed_script *script)
{
  return script->config->have_el3 ? SPU_EL3 : script->config->have_el2 ? SPU_EL2 : SPU_EL1;
}

void directed_to_highest(struct directed_script *script)
{
  directed_add1(script, STEP_LEVEL, directed_highest(script));
}

void directed_set_enables(struct directed_script *script, const struct directed_enables *enables)
{
  const uint64_t ke = enables->ke != 0 ? SPU_PMSCR_EL1_KE : 0;
  directed_to_highest(script);
  if (script->config->have_el2) {
    directed_msr(script, SPU_PMSCR_EL2, ke | enables->ee_el2 << SPU_PMSCR_EL1_EE_SHIFT);
  }
  directed_msr(script, SPU_PMSCR_EL1, 0x3B | ke | enables->ee_el1 << SPU_PMSCR_EL1_EE_SHIFT);
  DIRECTED_PIN(script, mdcr_el3_pmsee, script->config->have_el3 ? enables->pmsee : 0);
}

void directed_set_status(struct directed_script *script, uint64_t el1, uint64_t el2, uint64_t el3)
{
  directed_to_highest(script);
  directed_msr(script, SPU_PMBSR_EL1, el1);
  if (script->config->have_el2) {
    directed_msr(script, SPU_PMBSR_EL2, el2);
  }
  if (script->config->have_el3) {
    directed_msr(script, SPU_PMBSR_EL3, el3);
  }
}

void directed_expect_status(struct directed_script *script, uint64_t el1, uint64_t el2, uint64_t el3)
{
  DIRECTED_PIN(script, pe_debug, 0);
  directed_to_highest(script);
  directed_expect(script, SPU_PMBSR_EL1, el1);
  if (script->config->have_el2) {
    directed_expect(script, SPU_PMBSR_EL2, el2);
  }
  if (script->config->have_el3) {
    directed_expect(script, SPU_PMBSR_EL3, el3);
  }
}

void directed_begin(struct directed_script *script, uint64_t pointer, const struct directed_enables *enables)
{
  DIRECTED_PIN(script, mdcr_el2_e2pb, script->config->have_el2 ? 3 : 0);
  directed_program(script, pointer, directed_end);
  directed_set_enables(script, enables);
  directed_set_status(script, 0, 0, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
}

uint64_t directed_bits(const char *bits, uint64_t others)
{
  const size_t width = strlen(bits);
  uint64_t value = 0;
  for (size_t i = 0; i < width; i++) {
    const uint64_t other = others >> (width - 1 - i) & 1;
    value = value << 1 | (bits[i] == 'X' ? other : bits[i] == '1');
  }
  return value;
}

// A register that software can write, if the configuration has it.
struct listed {
  uint16_t address;
  bool exists;
};

static size_t list_existing(const struct listed *from, size_t rows, uint16_t *list)
{
  size_t count = 0;
  for (size_t i = 0; i < rows; i++) {
    if (from[i].exists) {
      list[count++] = from[i].address;
    }
  }
  return count;
}

size_t directed_registers(const struct spu_config *config, uint16_t list[DIRECTED_REGISTERS])
{
  const struct listed registers[] = {
      {SPU_PMSNEVFR_EL1, config->spe_version >= 2},
      {SPU_PMSDSFR_EL1, config->have_fds},
      {SPU_PMSICR_EL1, true},
      {SPU_PMSIRR_EL1, true},
      {SPU_PMSFCR_EL1, true},
      {SPU_PMSEVFR_EL1, true},
      {SPU_PMSLATFR_EL1, true},
      {SPU_PMBPTR_EL1, true},
      {SPU_PMBSR_EL1, true},
      {SPU_PMBLIMITR_EL1, true},
      {SPU_PMSCR_EL1, true},
      {SPU_PMSCR_EL2, config->have_el2},
  };
  return list_existing(registers, sizeof registers / sizeof registers[0], list);
}

size_t directed_all_registers(const struct spu_config *config, uint16_t list[DIRECTED_REGISTERS])
{
  const struct listed more[] = {
      {SPU_PMBMAR_EL1, config->have_spe_nvm},
      {SPU_PMBSR_EL2, config->spe_version >= 5 && config->have_el2},
      {SPU_PMBSR_EL3, config->spe_version >= 5 && config->have_el3},
  };
  const size_t count = directed_registers(config, list);
  return count + list_existing(more, sizeof more / sizeof more[0], list + count);
}
