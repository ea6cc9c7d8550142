// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for FEAT_SPE_nVM: a Profiling Buffer without stage 1 translation (requirement N3; Arm ARM D17.7.2, D17.7.3,
// D17.8.3, D24.7.1 to D24.7.3, D24.7.9). The testbench's MMU has 48-bit physical addresses.
#include "spu_sysreg.h"
#include "unit/env/mmu.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(nvm)

enum { EC_SYSTEM = 0x18, AXI_SYSTEM = 3, AXI_OUTER = 2, AXI_INNER = 1 };

// Sets PMSCR_EL2.EnVM, if EL2 exists, then the standard setup with these attributes and nVM. Ends at EL1.
static void begin(struct directed_script *script, uint64_t pointer, uint64_t limit, bool envm, uint64_t attr,
                  uint64_t sh)
{
  if (script->config->have_el2) {
    DIRECTED_PIN(script, mdcr_el2_e2pb, 3);
    directed_add1(script, STEP_LEVEL, SPU_EL2);
    directed_msr(script, SPU_PMSCR_EL2, envm ? SPU_PMSCR_EL2_EnVM : 0);
  }
  directed_program(script, pointer, limit);
  directed_msr(script, SPU_PMBMAR_EL1, sh << SPU_PMBMAR_EL1_SH_SHIFT | attr);
  directed_msr(script, SPU_PMBLIMITR_EL1, limit | SPU_PMBLIMITR_EL1_nVM | 1);
}

// Address of the first burst of a record.
static uint64_t beat_of(const struct directed_script *script, uint64_t pa)
{
  return pa & ~(uint64_t)(script->config->axi_data_width / 8 - 1);
}

// N3, D17.7.2, RSDWFC: without stage 2 the pointer is a physical address: the record is written there, with the
// attributes of PMBMAR_EL1.
SCENARIO_IF(buffer_without_translation_is_written_at_physical_addresses, config->have_spe_nvm)
{
  // PMBMAR_EL1.{Attr, SH} (D24.7.3) and their AXI encoding: Outer attributes; all Device and Non-cacheable memory has
  // the System domain.
  static const struct {
    uint8_t attr, sh, cache, domain;
  } rows[] = {
      {0xFF, 3, 15, AXI_INNER}, {0xFF, 2, 15, AXI_OUTER}, {0xFF, 0, 15, 0},         {0xEE, 3, 7, AXI_INNER},
      {0xBB, 2, 14, AXI_OUTER}, {0xAA, 0, 6, 0},          {0x77, 3, 15, AXI_INNER}, {0x33, 0, 14, 0},
      {0x44, 0, 3, AXI_SYSTEM}, {0x44, 3, 3, AXI_SYSTEM}, {0x4F, 2, 3, AXI_SYSTEM}, {0xF4, 2, 15, AXI_OUTER},
      {0x00, 0, 0, AXI_SYSTEM}, {0x04, 3, 1, AXI_SYSTEM}, {0x08, 2, 1, AXI_SYSTEM}, {0x0C, 0, 1, AXI_SYSTEM}};
  uint64_t committed = 0;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    begin(script, directed_second, directed_end, true, rows[i].attr, rows[i].sh);
    // Stage 2 is off, or EL2 owns the buffer and has no stage 2 (D17.7.5).
    directed_add1(script, STEP_STAGE2, i % 2);
    DIRECTED_PIN(script, mdcr_el2_e2pb, config->have_el2 && i % 2 == 0 ? 3 : 0);
    directed_sample_written(script, ++committed);
    directed_add(script, STEP_REQUEST, directed_second, 1, DIRECTED_MEMORY(rows[i].attr, rows[i].sh));
    directed_add(script, STEP_BURST, beat_of(script, directed_second), rows[i].cache, rows[i].domain);
  }
}

// N3, D17.7.3: with stage 2 the pointer is an intermediate physical address: stage 2 translates it, and its attributes
// are combined with PMBMAR_EL1's.
SCENARIO_IF(buffer_without_stage1_is_translated_by_stage2, config->have_spe_nvm && config->have_el2)
{
  static const struct {
    uint8_t attr, sh, attr2, sh2, cache, domain;
  } rows[] = {{0xFF, 0, 0xFF, 0, 15, 0},         {0xFF, 0, 0xFF, 3, 15, AXI_INNER},
              {0xFF, 2, 0xFF, 3, 15, AXI_OUTER}, {0xFF, 3, 0x44, 0, 3, AXI_SYSTEM},
              {0x44, 0, 0xFF, 0, 3, AXI_SYSTEM}, {0xFF, 3, 0xAA, 3, 14, AXI_INNER},
              {0xFF, 3, 0x00, 0, 0, AXI_SYSTEM}, {0x04, 0, 0xFF, 3, 1, AXI_SYSTEM}};
  uint64_t committed = 0;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    begin(script, directed_second, directed_end, true, rows[i].attr, rows[i].sh);
    directed_add(script, STEP_MAP, directed_second, 0, DIRECTED_MEMORY(rows[i].attr2, rows[i].sh2));
    directed_sample_written(script, ++committed);
    directed_add(script, STEP_REQUEST, directed_second, 1, DIRECTED_MEMORY(rows[i].attr, rows[i].sh));
    // directed_drive.c maps a page to the low half of its address.
    directed_add(script, STEP_BURST, beat_of(script, directed_second & 0xFFFFFFFF), rows[i].cache,
                 rows[i].domain);
  }
}

// N3, D17.7.2: the requests for all pages of a record are alike, and each page has its own response.
SCENARIO_IF(record_without_stage1_crosses_a_page,
            config->have_spe_nvm && config->have_el2 && directed_crosses(config))
{
  const uint64_t pointer = directed_second - directed_before(script);
  begin(script, pointer, directed_end, true, 0xFF, 3);
  directed_add(script, STEP_MAP, directed_buffer, 0, DIRECTED_MEMORY(0xFF, 0));
  directed_add(script, STEP_MAP, directed_second, 0, DIRECTED_MEMORY(0x44, 0));
  directed_sample_started(script, 1);
  // Attributes and regime are fixed at the record's start.
  directed_msr(script, SPU_PMBMAR_EL1, 0);
  directed_written(script, 1);
  directed_add(script, STEP_REQUEST, directed_second, 1, DIRECTED_MEMORY(0xFF, 3));
  directed_add(script, STEP_BURST, directed_second & 0xFFFFFFFF, 3, AXI_SYSTEM);
  directed_add(script, STEP_POINTER, pointer, 1, 0);
}

// N3, RQJNFT: an address wider than physical addresses is a stage 1 Address Size fault, level 0, at the first byte.
// RXBFCM: here the same holds for bits that no physical address can have.
SCENARIO_IF(wide_address_is_an_address_size_fault, config->have_spe_nvm)
{
  uint64_t discarded = 0;
  for (uint64_t bit = MMU_PA_BITS - 1; bit < 64; bit++) {
    const bool wide = bit >= MMU_PA_BITS;
    const uint64_t pointer = (uint64_t)1 << bit;
    begin(script, pointer, pointer + DIRECTED_PAGE, true, 0xFF, 3);
    directed_add1(script, STEP_STAGE2, 0);
    directed_sample_to_end(script, discarded + 1);
    discarded += wide;
    directed_add(script, STEP_DISCARDED, SPU_DISCARD_FAULT, discarded, 0);
    directed_expect(script, SPU_PMBSR_EL1, wide ? directed_ec(0x24) | SPU_PMBSR_EL1_S : 0);
    if (wide) {
      directed_expect(script, SPU_PMBPTR_EL1, pointer);
    }
  }
}

// N3, D17.7.3, D17.8.3: faults are stage 2 faults, also for an unmapped page.
SCENARIO_IF(fault_without_stage1_is_a_stage2_fault, config->have_spe_nvm && config->have_el2)
{
  const uint64_t elsewhere = 0x0000500000000000;
  begin(script, elsewhere, elsewhere + DIRECTED_PAGE, true, 0xFF, 3);
  directed_sample_to_end(script, 1);
  directed_expect(script, SPU_PMBSR_EL1, directed_ec(0x25) | SPU_PMBSR_EL1_S | 0x07);
  begin(script, directed_buffer, directed_end, true, 0xFF, 3);
  directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE2 + 0x0F, MMU_ASSURED_ONLY);
  directed_sample_to_end(script, 2);
  directed_expect(script, SPU_PMBSR_EL1,
                  (config->have_the ? UINT64_C(1) << 39 : 0) | directed_ec(0x25) | SPU_PMBSR_EL1_S | 0x0F);
}

// N3, D24.7.9, IJXFJK, RPSLVX: if EL1 owns the buffer, nVM needs PMSCR_EL2.EnVM while EL2 is enabled in the owning
// Security state. PMBIDR_EL1.AddrMode (D24.7.1) shows this if the reader may program the buffer, for either nVM; else
// it is 0.
SCENARIO_IF(addresses_without_stage1_need_envm, config->have_spe_nvm)
{
  uint64_t committed = 0;
  for (uint64_t bits = 0; bits < 8; bits++) {
    const bool envm = (bits & 1) != 0;
    const bool owner_el2 = (bits & 2) != 0;
    const bool nvm = (bits & 4) != 0;
    const bool may = envm || owner_el2 || !config->have_el2;
    if (!config->have_el2 && (envm || owner_el2)) {
      continue;
    }
    begin(script, directed_buffer, directed_end, envm, 0xFF, 2);
    if (!nvm) {
      directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 1);
    }
    DIRECTED_PIN(script, mdcr_el2_e2pb, config->have_el2 && !owner_el2 ? 3 : 0);
    directed_sample_written(script, ++committed);
    directed_add(script, STEP_REQUEST, directed_buffer, nvm && may,
                 nvm && may ? DIRECTED_MEMORY(0xFF, 2) : 0);
    for (uint64_t el = SPU_EL1; el <= SPU_EL3; el++) {
      if ((el == SPU_EL2 && !config->have_el2) || (el == SPU_EL3 && !config->have_el3)) {
        continue;
      }
      directed_add1(script, STEP_LEVEL, el);
      const bool above = owner_el2 && el == SPU_EL1;  // P
      directed_mrs(script, SPU_PMBIDR_EL1, 0xD0, above ? 0x10 : may ? 0x40 : 0);
    }
    if (config->have_el3) {  // another Security state: at EL3 only the owner decides
      DIRECTED_PIN(script, mdcr_el3_nspb, 1);
      directed_add1(script, STEP_LEVEL, SPU_EL1);
      directed_mrs(script, SPU_PMBIDR_EL1, 0xD0, 0x10);
      DIRECTED_PIN(script, mdcr_el3_nspb, 3);
    }
  }
}

// N3, D24.7.3, D24.2, RSDWFC: PMBMAR_EL1 has its two fields; MDCR_EL3.EnPMS4, MDCR_EL2.E2PB and the fine-grained trap
// refuse it to lower levels. Without FEAT_SPE_nVM it does not exist, nor do PMBLIMITR_EL1.nVM and EnVM.
SCENARIO(memory_attributes_follow_the_feature)
{
  const uint64_t pmbmar = SPU_PMBMAR_EL1_SH | SPU_PMBMAR_EL1_Attr;
  DIRECTED_PIN(script, mdcr_el2_e2pb, config->have_el2 ? 3 : 0);
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | SPU_PMBLIMITR_EL1_nVM);
  directed_mrs(script, SPU_PMBLIMITR_EL1, 0xFC0, config->have_spe_nvm ? SPU_PMBLIMITR_EL1_nVM : 0);
  if (!config->have_spe_nvm) {
    directed_refuse(script, SPU_PMBMAR_EL1, SPU_ACCESS_UNDEFINED, 0);
    directed_mrs(script, SPU_PMBIDR_EL1, 0xC0, 0);
    return;
  }
  directed_msr(script, SPU_PMBMAR_EL1, UINT64_MAX);
  directed_expect(script, SPU_PMBMAR_EL1, pmbmar);
  directed_msr(script, SPU_PMBMAR_EL1, 0x2A5);
  if (config->have_el3) {
    DIRECTED_PIN(script, mdcr_el3_enpms4, 0);
    for (uint64_t el = SPU_EL1; el <= (config->have_el2 ? SPU_EL2 : SPU_EL1); el++) {
      directed_add1(script, STEP_LEVEL, el);
      directed_refuse(script, SPU_PMBMAR_EL1, SPU_ACCESS_TRAP_EL3, EC_SYSTEM);
    }
    directed_add1(script, STEP_LEVEL, SPU_EL3);
    directed_expect(script, SPU_PMBMAR_EL1, 0x2A5);
    DIRECTED_PIN(script, mdcr_el3_enpms4, 1);
  }
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  if (config->have_el2) {
    DIRECTED_PIN(script, mdcr_el2_e2pb, 2);
    directed_refuse(script, SPU_PMBMAR_EL1, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
    DIRECTED_PIN(script, mdcr_el2_e2pb, 3);
  }
  if (config->have_el2 && config->have_fgt2) {
    DIRECTED_PIN(script, hdfgrtr2_el2, ~SPU_PMBMAR_EL1_TRAP);
    directed_add(script, STEP_VERDICT, SPU_PMBMAR_EL1, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
    directed_msr(script, SPU_PMBMAR_EL1, 0x2A5);
    DIRECTED_PIN(script, hdfgrtr2_el2, UINT64_MAX);
    DIRECTED_PIN(script, hdfgwtr2_el2, ~SPU_PMBMAR_EL1_TRAP);
    directed_add(script, STEP_REFUSED, SPU_PMBMAR_EL1, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
    DIRECTED_PIN(script, hdfgwtr2_el2, UINT64_MAX);
  }
  directed_expect(script, SPU_PMBMAR_EL1, 0x2A5);
}
