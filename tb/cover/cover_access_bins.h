// SPDX-License-Identifier: Apache-2.0
//
// The bins of block access (cover_access.c), as X(name, requirement, exists, meaning).
#ifndef TB_COVER_COVER_ACCESS_BINS_H
#define TB_COVER_COVER_ACCESS_BINS_H

#include "cover/cover_config.h"

COVER_CONFIG(has_pmscr_el2, config->have_el2 || config->have_el3)
COVER_CONFIG(no_el2_el3, !config->have_el2 && config->have_el3)
COVER_CONFIG(v1p2_el3, config->spe_version >= 2 && config->have_el3)
COVER_CONFIG(v1p2_el2, config->spe_version >= 2 && config->have_el2)
COVER_CONFIG(v1p2_fgt, config->spe_version >= 2 && cover_fgt(config))
COVER_CONFIG(v1p2_nv2, config->spe_version >= 2 && config->nested_virt >= 2)
COVER_CONFIG(fds_el3, config->have_fds && config->have_el3)
COVER_CONFIG(fds_el2, config->have_fds && config->have_el2)
COVER_CONFIG(fds_fgt2, config->have_fds && config->have_fgt2 && config->have_el2)
COVER_CONFIG(fds_fgt2_el3, cover_fds_fgt2(config) && config->have_el3)
COVER_CONFIG(fds_nv2, config->have_fds && config->nested_virt >= 2)
COVER_CONFIG(exc_el2, config->spe_version >= 5 && config->have_el2)
COVER_CONFIG(exc_el3, config->spe_version >= 5 && config->have_el3)
COVER_CONFIG(exc_el2_el3, cover_exc_el2(config) && config->have_el3)
COVER_CONFIG(exc_pmbsr_el2, cover_exc_el2(config) || cover_exc_el3(config))
COVER_CONFIG(exc_nv, cover_exc_el2(config) && config->nested_virt >= 1)
COVER_CONFIG(exc_nv2, cover_exc_el2(config) && config->nested_virt >= 2)
COVER_CONFIG(exc_vhe, config->spe_version >= 5 && config->have_vhe)
COVER_CONFIG(exc_vhe_el3, cover_exc_vhe(config) && config->have_el3)
COVER_CONFIG(exc_vhe_nv, cover_exc_vhe(config) && config->nested_virt >= 1)
COVER_CONFIG(exc_vhe_nv2, cover_exc_vhe(config) && config->nested_virt >= 2)
COVER_CONFIG(exc_present, config->spe_version >= 5)
COVER_CONFIG(exc_absent, config->spe_version < 5)
COVER_CONFIG(exc_el3_absent, config->spe_version < 5 || !config->have_el3)
COVER_CONFIG(nvm_present, config->have_spe_nvm)
COVER_CONFIG(nvm_absent, !config->have_spe_nvm)
COVER_CONFIG(nvm_el2, config->have_spe_nvm && config->have_el2)
COVER_CONFIG(nvm_el3, config->have_spe_nvm && config->have_el3)
COVER_CONFIG(nvm_fgt2, cover_nvm_el2(config) && config->have_fgt2)
COVER_CONFIG(vhe_nv, config->have_vhe && config->nested_virt >= 1)
COVER_CONFIG(vhe_nv2, config->have_vhe && config->nested_virt >= 2)
COVER_CONFIG(fgt_el2_off, cover_fgt(config) && cover_el2_can_be_off(config))
COVER_CONFIG(nv_el2_off, config->nested_virt >= 1 && cover_el2_can_be_off(config))
COVER_CONFIG(el3_first, config->have_el2 && config->have_el3 && config->el3_trap_priority)
COVER_CONFIG(el2_first, config->have_el2 && config->have_el3 && !config->el3_trap_priority)
// NSPB<1> can name another state than SCR_EL3.NS: there are two of them.
COVER_CONFIG(two_states_el2, cover_two_states(config) && config->have_el2)
COVER_CONFIG(nv2_el3, config->nested_virt >= 2 && config->have_el3)

// Per register: allowed, trapped to EL2, trapped to EL3, made a memory access; reads and writes.
// clang-format off
#define OK_(X, reg, id, exists) \
  X(reg##_mrs, id, exists, "MRS " #reg " is done") X(reg##_msr, id, exists, "MSR " #reg " is done")
#define RO(X, reg, id, exists) \
  X(reg##_mrs, id, exists, "MRS " #reg " is done") X(reg##_msr, "B6", exists, "MSR " #reg " is UNDEFINED: read only")
#define T2(X, reg, id, exists) \
  X(reg##_mrs_el2, id, exists, "MRS " #reg " traps to EL2") X(reg##_msr_el2, id, exists, "MSR " #reg " traps to EL2")
#define T2_RO(X, reg, id, exists) X(reg##_mrs_el2, id, exists, "MRS " #reg " traps to EL2")
#define T3(X, reg, id, exists) \
  X(reg##_mrs_el3, id, exists, "MRS " #reg " traps to EL3") X(reg##_msr_el3, id, exists, "MSR " #reg " traps to EL3")
#define T3_RO(X, reg, id, exists) X(reg##_mrs_el3, id, exists, "MRS " #reg " traps to EL3")
#define NV(X, reg, id, exists) \
  X(reg##_mrs_memory, id, exists, "MRS " #reg " becomes a load") X(reg##_msr_memory, id, exists, "MSR " #reg " becomes a store")
#define REG(X, reg, id) \
  OK_(X, reg, id, NULL) T2(X, reg, id, cover_el2) T3(X, reg, id, cover_el3)
#define REGISTERS(X) \
  REG(X, pmscr_el1, "B3") NV(X, pmscr_el1, "B3", cover_nv2) \
  OK_(X, pmsnevfr_el1, "B4", cover_v1p2) T2(X, pmsnevfr_el1, "B4", cover_v1p2_el2) \
  T3(X, pmsnevfr_el1, "B4", cover_v1p2_el3) NV(X, pmsnevfr_el1, "B4", cover_v1p2_nv2) \
  REG(X, pmsicr_el1, "B4") NV(X, pmsicr_el1, "B4", cover_nv2) \
  REG(X, pmsirr_el1, "B4") NV(X, pmsirr_el1, "B4", cover_nv2) \
  REG(X, pmsfcr_el1, "B4") \
  REG(X, pmsevfr_el1, "B4") NV(X, pmsevfr_el1, "B4", cover_nv2) \
  REG(X, pmslatfr_el1, "B4") NV(X, pmslatfr_el1, "B4", cover_nv2) \
  RO(X, pmsidr_el1, "B4", NULL) T2_RO(X, pmsidr_el1, "B4", cover_el2) T3_RO(X, pmsidr_el1, "B4", cover_el3) \
  REG(X, pmblimitr_el1, "B4") NV(X, pmblimitr_el1, "B4", cover_nv2) \
  REG(X, pmbptr_el1, "B4") NV(X, pmbptr_el1, "B4", cover_nv2) \
  REG(X, pmbsr_el1, "B4") NV(X, pmbsr_el1, "B4", cover_nv2) \
  OK_(X, pmsdsfr_el1, "B4", cover_fds) T2(X, pmsdsfr_el1, "B4", cover_fds_el2) \
  T3(X, pmsdsfr_el1, "B4", cover_fds_el3) NV(X, pmsdsfr_el1, "B4", cover_fds_nv2) \
  RO(X, pmbidr_el1, "B4", NULL) T2_RO(X, pmbidr_el1, "B4", cover_fgt) \
  OK_(X, pmscr_el2, "B4", cover_has_pmscr_el2) T2(X, pmscr_el2, "B4", cover_nv) T3(X, pmscr_el2, "B4", cover_el2_el3) \
  OK_(X, pmscr_el12, "B3", cover_vhe) T2(X, pmscr_el12, "B3", cover_vhe_nv) \
  T3(X, pmscr_el12, "B3", cover_vhe_el3) NV(X, pmscr_el12, "B3", cover_vhe_nv2) \
  OK_(X, pmbmar_el1, "N3", cover_nvm_present) T2(X, pmbmar_el1, "N3", cover_nvm_el2) T3(X, pmbmar_el1, "N3", cover_nvm_el3) \
  OK_(X, pmbsr_el2, "N1", cover_exc_pmbsr_el2) T2(X, pmbsr_el2, "N1", cover_exc_nv) T3(X, pmbsr_el2, "N1", cover_exc_el2_el3) \
  OK_(X, pmbsr_el12, "N1", cover_exc_vhe) T2(X, pmbsr_el12, "N1", cover_exc_vhe_nv) \
  T3(X, pmbsr_el12, "N1", cover_exc_vhe_el3) NV(X, pmbsr_el12, "N1", cover_exc_vhe_nv2) \
  OK_(X, pmbsr_el3, "N1", cover_exc_el3)

#define BINS(X) \
  X(buffer_at_el0, "B2", NULL, "a buffer register at EL0 is UNDEFINED") \
  X(profiling_at_el0, "B2", NULL, "a profiling register at EL0 is UNDEFINED") \
  X(buffer_in_aarch32, "B2", cover_aarch32_el3, "a buffer register in AArch32 is UNDEFINED") \
  X(profiling_in_aarch32, "B2", cover_aarch32_el3, "a profiling register in AArch32 is UNDEFINED") \
  X(e2pb_00_traps, "B2", cover_el2, "buffer register at EL1, E2PB 0b00: trap to EL2") \
  X(e2pb_10_traps, "B2", cover_el2, "buffer register at EL1, E2PB 0b10: trap to EL2") \
  X(e2pb_01_allows, "B2", cover_el2, "buffer register at EL1, E2PB 0b01: done") \
  X(e2pb_11_allows, "B2", cover_el2, "buffer register at EL1, E2PB 0b11: done") \
  X(e2pb_not_at_el2, "B2", cover_el2, "buffer register at EL2: E2PB does not trap") \
  X(e2pb_without_el2, "B2", cover_el2_can_be_off, "buffer register at EL1, EL2 off: E2PB does not trap") \
  X(e2pb_not_profiling, "B2", cover_el2, "E2PB does not trap a profiling register") \
  X(tpms_traps, "B2", cover_el2, "profiling register at EL1, TPMS: trap to EL2") \
  X(tpms_not_at_el2, "B2", cover_el2, "profiling register at EL2: TPMS does not trap") \
  X(tpms_without_el2, "B2", cover_el2_can_be_off, "profiling register at EL1, EL2 off: TPMS does not trap") \
  X(tpms_not_buffer, "B2", cover_el2, "TPMS does not trap a buffer register") \
  X(nspb0_traps_el1, "B2", cover_el3, "at EL1 only NSPB<0> traps to EL3") \
  X(nspb0_traps_el2, "B2", cover_el2_el3, "at EL2 only NSPB<0> traps to EL3") \
  X(nspb1_traps_el1, "B2", cover_two_states, "at EL1 only NSPB<1> against NS traps to EL3") \
  X(nspb1_traps_el2, "B2", cover_two_states_el2, "at EL2 only NSPB<1> against NS traps to EL3") \
  X(nspbe_traps, "B2", cover_rme, "only NSPBE against NSE traps to EL3") \
  X(reserved_nspb_access, "B2 x U3", cover_rme, "access below EL3 with a reserved {NSPBE, NSPB}") \
  X(nspb_not_at_el3, "B2", cover_el3, "at EL3 NSPB does not trap") \
  X(fgt_traps_mrs, "B3", cover_fgt, "only the fine-grained trap: an MRS traps to EL2") \
  X(fgt_traps_msr, "B3", cover_fgt, "only the fine-grained trap: an MSR traps to EL2") \
  X(fgt_other_direction_mrs, "B3", cover_fgt, "the fine-grained trap of writes does not trap an MRS") \
  X(fgt_other_direction_msr, "B3", cover_fgt, "the fine-grained trap of reads does not trap an MSR") \
  X(fgt_without_fgten, "B3", cover_fgt_el3, "SCR_EL3.FGTEn is 0: no fine-grained trap") \
  X(fgt_without_el2, "B3", cover_fgt_el2_off, "EL2 is off: no fine-grained trap") \
  X(fgt_not_at_el2, "B3", cover_fgt, "at EL2 no fine-grained trap") \
  X(fgt_npmsnevfr, "B4", cover_v1p2_fgt, "nPMSNEVFR_EL1 is 0: fine-grained trap") \
  X(fgt2_npmsdsfr, "B4", cover_fds_fgt2, "nPMSDSFR_EL1 is 0: fine-grained trap") \
  X(fgt2_fgten2, "B4", cover_fds_fgt2_el3, "SCR_EL3.FGTEn2 is 0: trap of PMSDSFR_EL1") \
  X(enpmsn_traps, "B4", cover_v1p2_el3, "only EnPMSN traps PMSNEVFR_EL1 to EL3") \
  X(enpms3_traps, "B4", cover_fds_el3, "only EnPMS3 traps PMSDSFR_EL1 to EL3") \
  X(sdd_el1, "B3", cover_el3, "Debug state with SDD at EL1: a trap to EL3 is UNDEFINED") \
  X(sdd_el2, "B3", cover_el2_el3, "Debug state with SDD at EL2: a trap to EL3 is UNDEFINED") \
  X(debug_without_sdd, "B3", cover_el3, "Debug state without SDD: a trap to EL3 is one") \
  X(sdd_without_debug, "B3", cover_el3, "SDD in Non-debug state: a trap to EL3 is one") \
  X(el3_priority_undefined, "U5", cover_el3_first, "SDD, traps to EL2 and EL3: UNDEFINED goes first") \
  X(el2_trap_goes_first, "U5", cover_el2_first, "SDD, traps to EL2 and EL3: the trap to EL2 goes first") \
  X(el2_before_el3, "B2", cover_el2_el3, "traps to EL2 and EL3 both apply: EL2") \
  X(fgt_and_control, "B2 x B3", cover_fgt, "a fine-grained trap and one by MDCR_EL2 both apply") \
  X(trap_before_memory_el2, "B3", cover_nv2, "a trap to EL2 goes before a memory access") \
  X(trap_before_memory_el3, "B3", cover_nv2_el3, "a trap to EL3 goes before a memory access") \
  X(nv_without_nv2, "B3", cover_nv, "NV without NV2: the register itself") \
  X(nv2_without_nv, "B3", cover_nv2, "NV2 without NV: the register itself") \
  X(nv_without_el2, "B3", cover_nv_el2_off, "NV while EL2 is off does nothing") \
  X(pmscr_el1_needs_nv1, "B3", cover_nv2, "PMSCR_EL1 with NV and NV2 but not NV1: the register itself") \
  X(memory_with_nv1, "B4", cover_nv2, "a memory access with NV1") \
  X(memory_without_nv1, "B4", cover_nv2, "a memory access without NV1") \
  X(memory_with_e2h, "B3 x A3", cover_vhe_nv2, "a memory access while E2H is 1") \
  X(memory_without_e2h, "B3 x A3", cover_nv2, "a memory access while E2H is 0") \
  X(redirected, "B3", cover_vhe, "PMSCR_EL1 at EL2 with E2H is PMSCR_EL2") \
  X(not_redirected, "B3", cover_el2, "PMSCR_EL1 at EL2 without E2H is itself") \
  X(not_redirected_at_el3, "B3", cover_vhe_el3, "PMSCR_EL1 at EL3 with E2H is itself") \
  X(redirected_traps, "B3", cover_vhe_el3, "PMSCR_EL1 at EL2 with E2H traps to EL3") \
  X(el12_at_el2, "B3", cover_vhe, "PMSCR_EL12 at EL2 with E2H is PMSCR_EL1") \
  X(el12_at_el2_no_e2h, "B3", cover_vhe, "PMSCR_EL12 at EL2 without E2H is UNDEFINED") \
  X(el12_at_el3, "B3", cover_vhe_el3, "PMSCR_EL12 at EL3 with E2H is PMSCR_EL1") \
  X(el12_at_el3_no_e2h, "B3", cover_vhe_el3, "PMSCR_EL12 at EL3 without E2H is UNDEFINED") \
  X(el12_at_el1, "B3", NULL, "PMSCR_EL12 at EL1 without NV is UNDEFINED") \
  X(el12_nv1, "B3", cover_vhe_nv2, "PMSCR_EL12 at EL1 with NV2 and NV1 traps to EL2") \
  X(el12_without_vhe, "B3", cover_no_vhe, "PMSCR_EL12 without FEAT_VHE is UNDEFINED") \
  X(pmscr_el2_at_el1, "B4", NULL, "PMSCR_EL2 at EL1 without NV is UNDEFINED") \
  X(pmscr_el2_without_el2, "B4", cover_no_el2_el3, "PMSCR_EL2 at EL3 without EL2 is RES0") \
  X(no_register, "B6", NULL, "an encoding of no register is UNDEFINED") \
  X(next_to_register, "B6", NULL, "an encoding one bit from a register's is UNDEFINED") \
  X(pmbsr_redirected, "N1", cover_exc_vhe, "PMBSR_EL1 at EL2 with E2H and exceptions is PMBSR_EL2") \
  X(pmbsr_not_redirected, "N1", cover_exc_vhe, "PMBSR_EL1 at EL2 with E2H and no exceptions is itself") \
  X(pmbsr_not_redirected_at_el3, "N1", cover_exc_vhe_el3, "PMBSR_EL1 at EL3 with E2H and exceptions is itself") \
  X(pmbsr_el1_needs_nv1, "N1", cover_exc_nv2, "PMBSR_EL1 with exceptions, NV and NV2 but not NV1: the register itself") \
  X(pmbsr_el1_with_nv1, "N1", cover_exc_nv2, "PMBSR_EL1 with exceptions and NV, NV1 and NV2: a memory access") \
  X(pmbsr_el12_at_el2_no_e2h, "N1", cover_exc_vhe, "PMBSR_EL12 at EL2 without E2H is UNDEFINED") \
  X(pmbsr_el12_at_el1, "N1", NULL, "PMBSR_EL12 at EL1 without NV is UNDEFINED") \
  X(pmbsr_el2_at_el1, "N1", NULL, "PMBSR_EL2 at EL1 without NV is UNDEFINED") \
  X(pmbsr_el3_below, "N1", cover_exc_el3, "PMBSR_EL3 below EL3 is UNDEFINED") \
  X(pmsee_traps, "N1", cover_exc_el2_el3, "only PMSEE traps PMBSR_EL2 to EL3") \
  X(enpms4_traps, "N3", cover_nvm_el3, "only EnPMS4 traps PMBMAR_EL1 to EL3") \
  X(fgt2_npmbmar, "N3", cover_nvm_fgt2, "nPMBMAR_EL1 is 0: fine-grained trap") \
  X(no_pmbsr_el2, "B6", cover_exc_absent, "PMBSR_EL2 without FEAT_SPE_EXC is UNDEFINED") \
  X(no_pmbsr_el12, "B6", cover_exc_absent, "PMBSR_EL12 without FEAT_SPE_EXC is UNDEFINED") \
  X(no_pmbsr_el3, "B6", cover_exc_el3_absent, "PMBSR_EL3 without FEAT_SPE_EXC or EL3 is UNDEFINED") \
  X(no_pmbmar, "B6", cover_nvm_absent, "PMBMAR_EL1 without FEAT_SPE_nVM is UNDEFINED") \
  X(no_pmsnevfr, "B6", cover_before_v1p2, "PMSNEVFR_EL1 before FEAT_SPEv1p2 is UNDEFINED") \
  X(no_pmsdsfr, "B6", cover_no_fds, "PMSDSFR_EL1 without FEAT_SPE_FDS is UNDEFINED") \
  X(undefined_write, "B6", NULL, "an UNDEFINED write of other data than the register holds") \
  X(trapped_el2_write, "B6", cover_el2, "a write of other data than the register holds traps to EL2") \
  X(trapped_el3_write, "B6", cover_el3, "a write of other data than the register holds traps to EL3") \
  X(memory_write, "B6", cover_nv2, "a write of other data than the register holds becomes a store") \
  X(back_to_back, "B6", NULL, "accesses in two cycles on end")
// clang-format on

#endif  // TB_COVER_COVER_ACCESS_BINS_H
