// SPDX-License-Identifier: Apache-2.0
//
// The bins of block "report" (cover_report.c, which alone includes this).
#ifndef TB_COVER_COVER_REPORT_BINS_H
#define TB_COVER_COVER_REPORT_BINS_H

#include "cover/cover_config.h"

COVER_CONFIG(exc, config->spe_version >= 5)
COVER_CONFIG(exc_el2, cover_exc(config) && config->have_el2)
COVER_CONFIG(exc_el3, cover_exc(config) && config->have_el3)
COVER_CONFIG(exc_el2_el3, cover_exc_el2(config) && config->have_el3)
COVER_CONFIG(exc_rme, cover_exc(config) && config->have_rme)
COVER_CONFIG(exc_rme_el2, cover_exc_rme(config) && config->have_el2)
COVER_CONFIG(exc_rme_el3, cover_exc_rme(config) && config->have_el3)
COVER_CONFIG(exc_rme_el2_el3, cover_exc_rme_el2(config) && config->have_el3)
COVER_CONFIG(exc_off, cover_exc(config) && cover_el2_can_be_off(config))
COVER_CONFIG(exc_states, cover_exc(config) && cover_two_states(config))
COVER_CONFIG(exc_el2_states, cover_exc_el2(config) && cover_two_states(config))
COVER_CONFIG(exc_reserved_00, cover_exc(config) && (config->nested_virt >= 1 || config->reserved_ee == 0))
COVER_CONFIG(exc_reserved_11, cover_exc(config) && (config->nested_virt >= 1 || config->reserved_ee == 3))
COVER_CONFIG(nvm, config->have_spe_nvm)
COVER_CONFIG(nvm_el2, cover_nvm(config) && config->have_el2)
COVER_CONFIG(nvm_el3, cover_nvm(config) && config->have_el3)
COVER_CONFIG(nvm_el2_el3, cover_nvm_el2(config) && config->have_el3)
COVER_CONFIG(nvm_off, cover_nvm(config) && cover_without_el2(config))
COVER_CONFIG(nvm_secure, cover_nvm(config) && cover_secure(config))
COVER_CONFIG(nvm_rme, cover_nvm(config) && config->have_rme)
COVER_CONFIG(nvm_crosses, cover_nvm(config) && cover_crosses(config))
// PMBIDR_EL1.AddrMode can be 0 at EL1.
COVER_CONFIG(nvm_refusable, cover_nvm_el2(config) || (cover_nvm(config) && cover_two_states(config)))

// X(name, requirement, exists, meaning)
// clang-format off
#define REPORT_BINS(X) \
  X(full_to_el1, "N1", cover_exc, "a full buffer is recorded in PMBSR_EL1") \
  X(full_to_el2, "N1", cover_exc_el2, "a full buffer is recorded in PMBSR_EL2") \
  X(full_to_el3, "N1", cover_exc_el3, "a full buffer is recorded in PMBSR_EL3") \
  X(gpc_fault_to_el1, "N1", cover_exc_rme, "a GPC fault is recorded in PMBSR_EL1") \
  X(gpc_fault_to_el2, "N1", cover_exc_rme_el2, "a GPC fault is recorded in PMBSR_EL2") \
  X(gpc_fault_to_el3, "N1", cover_exc_rme_el3, "a GPC fault is recorded in PMBSR_EL3") \
  X(gpf_stage1_to_el1, "N1", cover_exc_rme, "a stage 1 GPF is recorded in PMBSR_EL1") \
  X(gpf_stage1_to_el2, "N1", cover_exc_rme_el2, "a stage 1 GPF is recorded in PMBSR_EL2") \
  X(gpf_stage1_to_el3, "N1", cover_exc_rme_el3, "a stage 1 GPF is recorded in PMBSR_EL3") \
  X(gpf_stage2_to_el1, "N1", cover_exc_rme_el2, "a stage 2 GPF is recorded in PMBSR_EL1") \
  X(gpf_stage2_to_el2, "N1", cover_exc_rme_el2, "a stage 2 GPF is recorded in PMBSR_EL2") \
  X(gpf_stage2_to_el3, "N1", cover_exc_rme_el2_el3, "a stage 2 GPF is recorded in PMBSR_EL3") \
  X(abort_stage1_to_el1, "N1", cover_exc, "an External abort of stage 1 is recorded in PMBSR_EL1") \
  X(abort_stage1_to_el2, "N1", cover_exc_el2, "an External abort of stage 1 is recorded in PMBSR_EL2") \
  X(abort_stage1_to_el3, "N1", cover_exc_el3, "an External abort of stage 1 is recorded in PMBSR_EL3") \
  X(abort_stage2_to_el1, "N1", cover_exc_el2, "an External abort of stage 2 is recorded in PMBSR_EL1") \
  X(abort_stage2_to_el2, "N1", cover_exc_el2, "an External abort of stage 2 is recorded in PMBSR_EL2") \
  X(abort_stage2_to_el3, "N1", cover_exc_el2_el3, "an External abort of stage 2 is recorded in PMBSR_EL3") \
  X(other_stage1_to_el1, "N1", cover_exc, "another stage 1 fault is recorded in PMBSR_EL1") \
  X(other_stage1_to_el2, "N1", cover_exc_el2, "another stage 1 fault is recorded in PMBSR_EL2") \
  X(other_stage1_to_el3, "N1", cover_exc_el3, "another stage 1 fault is recorded in PMBSR_EL3") \
  X(other_stage2_to_el1, "N1", cover_exc_el2, "another stage 2 fault is recorded in PMBSR_EL1") \
  X(other_stage2_to_el2, "N1", cover_exc_el2, "another stage 2 fault is recorded in PMBSR_EL2") \
  X(other_stage2_to_el3, "N1", cover_exc_el2_el3, "another stage 2 fault is recorded in PMBSR_EL3") \
  X(all_to_el3, "N1", cover_exc_el3, "PMSEE 0b11") \
  X(gpc_to_el3, "N1", cover_exc_rme_el3, "PMSEE 0b10: a GPC fault goes to EL3") \
  X(gpf_to_el3, "N1", cover_exc_rme_el3, "PMSEE 0b10 and SCR_EL3.GPF 1: a GPF goes to EL3") \
  X(gpf_not_to_el3, "N1", cover_exc_rme_el3, "PMSEE 0b10 and SCR_EL3.GPF 0: it does not") \
  X(abort_to_el3, "N1", cover_exc_el3, "PMSEE 0b10 and SCR_EL3.EA 1: an External abort goes to EL3") \
  X(abort_not_to_el3, "N1", cover_exc_el3, "PMSEE 0b10 and SCR_EL3.EA 0: it does not") \
  X(abort_not_to_el3_in_debug, "N1", cover_exc_el3, "nor in Debug state, whatever EA is") \
  X(ee_off_by_pmsee, "N1", cover_exc_el2_el3, "PMSEE 0b00: PMSCR_EL2.EE 0b1X does not count") \
  X(ee_ignored_without_el2, "N1", cover_exc_off, "EL2 is off: PMSCR_EL2.EE 0b1X does not count") \
  X(ee_00, "N1", cover_exc_el2, "PMSCR_EL2.EE 0b00") \
  X(ee_01, "N1", cover_exc_el2, "PMSCR_EL2.EE 0b01") \
  X(all_to_el2, "N1", cover_exc_el2, "PMSCR_EL2.EE 0b11") \
  X(full_with_ee_10, "N1", cover_exc_el2, "PMSCR_EL2.EE 0b10: a full buffer is for EL1") \
  X(stage1_of_el2_to_el2, "N1", cover_exc_el2, "PMSCR_EL2.EE 0b10: a stage 1 fault of a buffer of EL2 goes to EL2") \
  X(stage1_of_el1_to_el1, "N1", cover_exc_el2, "and of EL1 to EL1") \
  X(stage2_to_el2, "N1", cover_exc_el2, "PMSCR_EL2.EE 0b10: a stage 2 fault goes to EL2") \
  X(gpc_to_el2, "N1", cover_exc_rme_el2, "PMSCR_EL2.EE 0b10: a GPC fault goes to EL2") \
  X(gpf_to_el2, "N1", cover_exc_rme_el2, "HCR_EL2.GPF 1: a stage 1 GPF goes to EL2") \
  X(gpf_not_to_el2, "N1", cover_exc_rme_el2, "HCR_EL2.GPF 0: to EL1") \
  X(abort_to_el2, "N1", cover_exc_el2, "HCR_EL2.TEA 1: a stage 1 External abort goes to EL2") \
  X(abort_not_to_el2, "N1", cover_exc_el2, "HCR_EL2.TEA 0: to EL1") \
  X(coll_of_el1, "N1 x C3", cover_exc, "a collision sets PMBSR_EL1.COLL") \
  X(coll_of_el2, "N1 x C3", cover_exc_el2, "a collision sets PMBSR_EL2.COLL") \
  X(coll_of_el3, "N1 x C3", cover_exc_el3, "a collision sets PMBSR_EL3.COLL") \
  X(coll_beside_event, "N1 x C3", cover_exc_el2, "of an event that is recorded in PMBSR_EL2 COLL is in PMBSR_EL1") \
  X(stopped_by_el2_alone, "N1 x G8", cover_exc_el2, "PMBSR_EL2.S alone stops profiling") \
  X(stopped_by_el3_alone, "N1 x G8", cover_exc_el3, "PMBSR_EL3.S alone stops profiling") \
  X(s_of_el2_does_not_count, "N1 x G8", cover_exc_el2, "PMBSR_EL2.S is 1, and the buffer is enabled") \
  X(s_of_el3_does_not_count, "N1 x G8", cover_exc_el3, "PMBSR_EL3.S is 1, and the buffer is enabled") \
  X(el1_from_el0, "N2", cover_exc, "an exception to EL1 from EL0") \
  X(el1_from_el1, "N2", cover_exc, "from EL1, with KE") \
  X(el1_goes_to_host, "N2", cover_exc_el2, "TGE: it is taken to EL2") \
  X(el2_from_el0, "N2", cover_exc_el2, "an exception to EL2 from EL0") \
  X(el2_from_el1, "N2", cover_exc_el2, "from EL1") \
  X(el2_from_el2, "N2", cover_exc_el2, "from EL2, with KE") \
  X(el3_from_el0, "N2", cover_exc_el3, "an exception to EL3 from EL0") \
  X(el3_from_el1, "N2", cover_exc_el3, "from EL1") \
  X(el3_from_el2, "N2", cover_exc_el2_el3, "from EL2") \
  X(several_pending, "N2", cover_exc_el2, "exceptions to two levels are pending") \
  X(masked_in_debug, "N2", cover_exc, "Debug state masks") \
  X(el3_masked_at_el3, "N2", cover_exc_el3, "EL3 masks its own") \
  X(el1_masked_in_other_state, "N2", cover_exc_states, "an exception to EL1 waits in another Security state than the owner") \
  X(el2_masked_in_other_state, "N2", cover_exc_el2_states, "one to EL2 likewise") \
  X(el1_masked_by_ke, "N2", cover_exc, "PMSCR_EL1.KE 0 masks at EL1") \
  X(el1_masked_by_pm, "N2", cover_exc, "PSTATE.PM masks at EL1") \
  X(el1_masked_above, "N2", cover_exc_el2, "an exception to EL1 waits at EL2") \
  X(el2_masked_by_ke, "N2", cover_exc_el2, "PMSCR_EL2.KE 0 masks at EL2") \
  X(el2_masked_by_pm, "N2", cover_exc_el2, "PSTATE.PM masks at EL2") \
  X(el2_masked_by_ee_10, "N2", cover_exc_el2, "PMSCR_EL2.EE 0b10 masks at EL2") \
  X(irq_by_pmsee, "N2", cover_exc_el3, "PMSEE 0b00: PMBIRQ, whatever EL1 asks for") \
  X(irq_by_ee_of_el2, "N2", cover_exc_el2, "PMSCR_EL2.EE 0b00: PMBIRQ, whatever EL1 asks for") \
  X(irq_by_ee_of_el1, "N2", cover_exc, "PMSCR_EL1.EE 0b00: PMBIRQ") \
  X(irq_gated, "N2", cover_exc, "PMSCR_EL1.EE 0b11: no PMBIRQ") \
  X(irq_with_reserved_ee, "N2", cover_exc_reserved_00, "a reserved PMSCR_EL1.EE acts as 0b00") \
  X(irq_gated_by_reserved_ee, "N2", cover_exc_reserved_11, "a reserved PMSCR_EL1.EE acts as 0b11") \
  X(irq_at_el3, "N2", cover_exc_el3, "PMBIRQ rises at EL3") \
  X(envm_keeps_stage1, "N3", cover_nvm_el2, "nVM is 1 and EnVM 0: stage 1 translation") \
  X(nvm_clear, "N3", cover_nvm, "nVM is 0") \
  X(nvm_of_el1, "N3", cover_nvm_el2, "a buffer of EL1 has no stage 1 translation") \
  X(nvm_of_el2, "N3", cover_nvm_el2, "a buffer of EL2 likewise") \
  X(nvm_of_el2_without_envm, "N3", cover_nvm_el2, "it does not need EnVM") \
  X(nvm_without_el2, "N3", cover_nvm_off, "EL2 is off or not there") \
  X(nvm_secure, "N3", cover_nvm_secure, "a buffer of Secure state") \
  X(nvm_realm, "N3", cover_nvm_rme, "a buffer of Realm state") \
  X(nvm_device, "N3", cover_nvm, "PMBMAR_EL1.Attr: Device") \
  X(nvm_non_cacheable, "N3", cover_nvm, "Outer Non-cacheable") \
  X(nvm_write_through, "N3", cover_nvm, "Outer Write-Through") \
  X(nvm_write_back, "N3", cover_nvm, "Outer Write-Back") \
  X(nvm_non_shareable, "N3", cover_nvm, "PMBMAR_EL1.SH 0b00") \
  X(nvm_reserved_sh, "N3", cover_nvm, "reserved 0b01") \
  X(nvm_outer_shareable, "N3", cover_nvm, "0b10") \
  X(nvm_inner_shareable, "N3", cover_nvm, "0b11") \
  X(nvm_second_page, "N3", cover_nvm_crosses, "the second page of a record is asked for") \
  X(attributes_of_the_start, "N3", cover_nvm, "PMBMAR_EL1 was written after the start") \
  X(nvm_address_size_fault, "N3", cover_nvm, "Address Size fault") \
  X(nvm_stage2_fault, "N3", cover_nvm_el2, "stage 2 fault") \
  X(nvm_stage2_answer, "N3", cover_nvm_el2, "an intermediate physical address is translated") \
  X(nvm_physical_answer, "N3", cover_nvm, "a physical address is passed on") \
  X(burst_to_device, "N3", cover_nvm, "AWCACHE: Device") \
  X(burst_to_non_cacheable, "N3", cover_nvm, "AWCACHE: Normal Non-cacheable") \
  X(burst_to_cacheable, "N3", cover_nvm, "AWCACHE: cacheable") \
  X(burst_non_shareable, "N3", cover_nvm, "AWDOMAIN 0b00") \
  X(burst_inner_shareable, "N3", cover_nvm, "AWDOMAIN 0b01") \
  X(burst_outer_shareable, "N3", cover_nvm, "AWDOMAIN 0b10") \
  X(burst_system, "N3", cover_nvm, "AWDOMAIN 0b11") \
  X(virtual_only_at_el1, "N3", cover_nvm_refusable, "PMBIDR_EL1.AddrMode at EL1: virtual addresses") \
  X(both_at_el1, "N3", cover_nvm, "likewise both") \
  X(virtual_only_at_el2, "N3", cover_nvm_el2, "likewise at EL2") \
  X(both_at_el2, "N3", cover_nvm_el2, "likewise both") \
  X(virtual_only_at_el3, "N3", cover_nvm_el2_el3, "likewise at EL3") \
  X(both_at_el3, "N3", cover_nvm_el3, "likewise both")
// clang-format on

#endif  // TB_COVER_COVER_REPORT_BINS_H
