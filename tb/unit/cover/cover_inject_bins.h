// SPDX-License-Identifier: Apache-2.0
//
// The bins of block "inject", for cover_inject.c only.
#ifndef TB_UNIT_COVER_COVER_INJECT_BINS_H
#define TB_UNIT_COVER_COVER_INJECT_BINS_H

#include "unit/cover/cover_block.h"
#include "unit/cover/cover_config.h"

// ---------------------------------------------------------------------------------------------------------
// Lists. F(stage, FSC), H(one hexadecimal digit), BYTE(two of them), R(register, exists)
// clang-format off

#define FAULT_CODES(F, stage) \
  F(stage, 00) F(stage, 01) F(stage, 02) F(stage, 03) F(stage, 04) F(stage, 05) F(stage, 06) \
  F(stage, 07) F(stage, 08) F(stage, 09) F(stage, 0A) F(stage, 0B) F(stage, 0C) F(stage, 0D) \
  F(stage, 0E) F(stage, 0F) F(stage, 12) F(stage, 13) F(stage, 14) F(stage, 15) F(stage, 16) \
  F(stage, 17) F(stage, 1B) F(stage, 21) F(stage, 29) F(stage, 2A) F(stage, 2B) F(stage, 2C) \
  F(stage, 30) F(stage, 31)
#define GRANULE_CODES(F, stage) \
  F(stage, 22) F(stage, 23) F(stage, 24) F(stage, 25) F(stage, 26) F(stage, 27)
#define AFTER_0(H) H(1) H(2) H(3) H(4) H(5) H(6) H(7) H(8) H(9) H(A) H(B) H(C) H(D) H(E) H(F)
#define FROM_0(H) H(0) AFTER_0(H)
#define BYTES_OF(BYTE, h) \
  BYTE(h, 0) BYTE(h, 1) BYTE(h, 2) BYTE(h, 3) BYTE(h, 4) BYTE(h, 5) BYTE(h, 6) BYTE(h, 7) \
  BYTE(h, 8) BYTE(h, 9) BYTE(h, A) BYTE(h, B) BYTE(h, C) BYTE(h, D) BYTE(h, E) BYTE(h, F)
#define BYTES(BYTE) \
  BYTES_OF(BYTE, 0) BYTES_OF(BYTE, 1) BYTES_OF(BYTE, 2) BYTES_OF(BYTE, 3) BYTES_OF(BYTE, 4) \
  BYTES_OF(BYTE, 5) BYTES_OF(BYTE, 6) BYTES_OF(BYTE, 7)
#define REGISTERS(R) \
  R(PMSCR_EL1, NULL) R(PMSCR_EL2, cover_el2) R(PMSCR_EL12, cover_vhe) R(PMSICR_EL1, NULL) \
  R(PMSIRR_EL1, NULL) R(PMSFCR_EL1, NULL) R(PMSEVFR_EL1, NULL) R(PMSNEVFR_EL1, cover_v1p2) \
  R(PMSLATFR_EL1, NULL) R(PMSDSFR_EL1, cover_fds) R(PMBLIMITR_EL1, NULL) R(PMBPTR_EL1, NULL) \
  R(PMBSR_EL1, NULL)
// clang-format on

// X(name, exists, meaning)
#define RESETS(X)                                                        \
  X(in_flight, NULL, "an operation is in flight")                        \
  X(finished, NULL, "an operation has finished and is not decided")      \
  X(waiting, NULL, "a record waits to be written")                       \
  X(asked, NULL, "a translation request is not accepted")                \
  X(translating, NULL, "a translation has no response")                  \
  X(address, NULL, "an AXI address is not accepted")                     \
  X(data, NULL, "a burst has its address accepted but not all its data") \
  X(response, NULL, "a burst has no response yet")                       \
  X(psb, NULL, "PSB CSYNC is not done")                                  \
  X(dsb, NULL, "DSB is not done")                                        \
  X(irq, NULL, "PMBIRQ is high")                                         \
  X(nothing, NULL, "the unit is idle")

#define ABORTS(X)                                                                              \
  X(first_slverr, NULL, "SLVERR to the first burst of a record")                               \
  X(first_decerr, NULL, "DECERR to the first burst of a record")                               \
  X(second_slverr, cover_crosses, "SLVERR to the second burst of a record")                    \
  X(second_decerr, cover_crosses, "DECERR to the second burst of a record")                    \
  X(both, cover_crosses_late, "errors to both bursts of a record")                             \
  X(beside_a_fault, cover_crosses_late, "an error and a fault in one record")                  \
  X(with_start, cover_late_responses, "an error in the cycle in which the next record starts") \
  X(with_decision, NULL, "an error in the cycle of a decision")                                \
  X(with_commit, cover_late_responses, "an error in the cycle in which a record is committed") \
  X(with_psb, NULL, "an error while PSB CSYNC waits")                                          \
  X(with_dsb, NULL, "an error while DSB waits")                                                \
  X(with_status, NULL, "an error in the cycle in which software writes PMBSR_EL1")             \
  X(after_status, NULL, "an error in the cycle after software wrote PMBSR_EL1")                \
  X(before_status, NULL, "an error in the cycle before software writes PMBSR_EL1")             \
  X(stopped, NULL, "an error while PMBSR_EL1.S is 1")                                          \
  X(latency_1, NULL, "an error one cycle after the burst")                                     \
  X(latency_2_to_4, NULL, "an error two to four cycles after the burst")                       \
  X(latency_5_to_16, NULL, "an error 5 to 16 cycles after the burst")                          \
  X(latency_17_to_32, NULL, "an error 17 to 32 cycles after the burst")

#define MEMORY(X)                                                      \
  X(address_stalls, NULL, "an AXI address waits for 64 cycles")        \
  X(data_stalls, NULL, "AXI data wait for 64 cycles")                  \
  X(response_stalls, NULL, "no response for 64 cycles")                \
  X(request_stalls, NULL, "a translation request waits for 64 cycles") \
  X(answer_stalls, NULL, "no translation for 64 cycles")               \
  X(full, cover_late_responses, "15 bursts without a response")        \
  X(back_to_back, cover_late_responses, "responses in four cycles in a row")

// ---------------------------------------------------------------------------------------------------------
// Bins

#define FAULT_ENUM(stage, fsc) BIN_fault_##stage##_0x##fsc,
#define BYTE_ENUM(h, l) BIN_byte_0x##h##l,
#define START_ENUM(h) BIN_interrupt_start_##h,
#define MARK_ENUM(h) BIN_interrupt_mark_##h,
#define FINISH_ENUM(h) BIN_interrupt_finish_##h,
#define SERVICE_ENUM(h) BIN_service_##h,
#define WRITE_MARK_ENUM(h) BIN_write_mark_##h,
#define WRITE_FINISH_ENUM(h) BIN_write_finish_##h,
#define WRITE_DECISION_ENUM(h) BIN_write_decision_##h,
#define WRITE_START_ENUM(h) BIN_write_start_##h,
#define REGISTER_ENUM(name, exists) \
  BIN_##name##_mark, BIN_##name##_finish, BIN_##name##_decision, BIN_##name##_start,
#define RESET_ENUM(name, exists, meaning) BIN_reset_##name,
#define ABORT_ENUM(name, exists, meaning) BIN_abort_##name,
#define MEMORY_ENUM(name, exists, meaning) BIN_memory_##name,

// clang-format off
enum bin {
  FAULT_CODES(FAULT_ENUM, s1) GRANULE_CODES(FAULT_ENUM, s1) FAULT_ENUM(s1, 28)
  FAULT_CODES(FAULT_ENUM, s2) GRANULE_CODES(FAULT_ENUM, s2)
  BIN_fault_gpc,
  BYTES(BYTE_ENUM)
  FROM_0(START_ENUM) AFTER_0(MARK_ENUM) FROM_0(FINISH_ENUM)
  AFTER_0(SERVICE_ENUM)
  FROM_0(WRITE_MARK_ENUM) FROM_0(WRITE_FINISH_ENUM) FROM_0(WRITE_DECISION_ENUM) FROM_0(WRITE_START_ENUM)
  REGISTERS(REGISTER_ENUM)
  RESETS(RESET_ENUM) ABORTS(ABORT_ENUM) MEMORY(MEMORY_ENUM)
  BINS
};

#define BYTE_EXISTS(h, l)                                                                                     \
  static bool byte_0x##h##l(const struct spu_config *config)                                                  \
  {                                                                                                           \
    return spu_config_largest_record(config) > 0x##h##l && 0x##h##l % (1U << config->ptr_align) == 0; \
  }
BYTES(BYTE_EXISTS)

#define FAULT_S1(stage, fsc) {"G4", "fault_s1_0x" #fsc, "PMBSR_EL1 has a stage 1 fault with FSC 0x" #fsc, NULL},
#define FAULT_S2(stage, fsc) {"G4", "fault_s2_0x" #fsc, "PMBSR_EL1 has a stage 2 fault with FSC 0x" #fsc, cover_el2},
#define FAULT_G1(stage, fsc) {"G4", "fault_s1_0x" #fsc, "PMBSR_EL1 has a stage 1 fault with FSC 0x" #fsc, cover_rme},
#define FAULT_G2(stage, fsc) \
  {"G4", "fault_s2_0x" #fsc, "PMBSR_EL1 has a stage 2 fault with FSC 0x" #fsc, cover_rme_el2},
#define BYTE_ROW(h, l) {"G3", "fault_at_byte_0x" #h #l, "the record's byte 0x" #h #l " faults", byte_0x##h##l},
#define START_ROW(h) {"C5", "interrupt_start_0x" #h, "profiling goes off 0x" #h " cycles after a record started", NULL},
#define MARK_ROW(h) {"C5", "interrupt_mark_0x" #h, "profiling goes off 0x" #h " cycles after a mark", NULL},
#define FINISH_ROW(h) {"C5", "interrupt_finish_0x" #h, \
                       "profiling goes off 0x" #h " cycles after an operation finished", NULL},
#define SERVICE_ROW(h) {"G7", "service_0x" #h, "S is cleared 0x" #h " cycles after PMBIRQ rose", NULL},
#define WRITE_MARK_ROW(h) {"B1", "write_mark_0x" #h, "a register is written 0x" #h " cycles after a mark", NULL},
#define WRITE_FINISH_ROW(h) {"B1", "write_finish_0x" #h, \
                             "a register is written 0x" #h " cycles after an operation finished", NULL},
#define WRITE_DECISION_ROW(h) {"B1", "write_decision_0x" #h, \
                              "a register is written 0x" #h " cycles after a decision", NULL},
#define WRITE_START_ROW(h) {"B1", "write_start_0x" #h, \
                            "a register is written 0x" #h " cycles after a record started", NULL},
#define REGISTER_ROW(name, exists)                                                                            \
  {"B1", #name "_mark", #name " is written at most 15 cycles after a mark", exists},                          \
  {"B1", #name "_finish", #name " is written at most 15 cycles after an operation finished", exists},         \
  {"B1", #name "_decision", #name " is written at most 15 cycles after a decision", exists},                   \
  {"B1", #name "_start", #name " is written at most 15 cycles after a record started", exists},
#define RESET_ROW(name, exists, meaning) {"C6", "reset_" #name, "reset while " meaning, exists},
#define ABORT_ROW(name, exists, meaning) {"G5", "abort_" #name, meaning, exists},
#define MEMORY_ROW(name, exists, meaning) {"G2", "memory_" #name, meaning, exists},

static const struct cover_bin bins[BINS] = {
  FAULT_CODES(FAULT_S1, s1) GRANULE_CODES(FAULT_G1, s1) FAULT_G1(s1, 28)
  FAULT_CODES(FAULT_S2, s2) GRANULE_CODES(FAULT_G2, s2)
  {"G4", "fault_gpc", "PMBSR_EL1 has EC 0x1E: Granule Protection Check fault", cover_rme},
  BYTES(BYTE_ROW)
  FROM_0(START_ROW) AFTER_0(MARK_ROW) FROM_0(FINISH_ROW)
  AFTER_0(SERVICE_ROW)
  FROM_0(WRITE_MARK_ROW) FROM_0(WRITE_FINISH_ROW) FROM_0(WRITE_DECISION_ROW) FROM_0(WRITE_START_ROW)
  REGISTERS(REGISTER_ROW)
  RESETS(RESET_ROW) ABORTS(ABORT_ROW) MEMORY(MEMORY_ROW)
};
// clang-format on

_Static_assert((int)BINS <= (int)COVER_BLOCK_BINS, "too many bins");

#endif  // TB_UNIT_COVER_COVER_INJECT_BINS_H
