// SPDX-License-Identifier: Apache-2.0
//
// What an instruction of RV64IMAC is, in the classes of a record (Arm ARM D18.2.7; docs/integration.md says which
// operation is reported as what). Instructions of other extensions are others: the core traps them.
#ifndef TB_CORES_CORE_INSN_H
#define TB_CORES_CORE_INSN_H

#include <stdbool.h>
#include <stdint.h>

enum core_insn_kind { CORE_INSN_OTHER, CORE_INSN_BRANCH, CORE_INSN_ACCESS };

struct core_insn {
  enum core_insn_kind kind;
  uint8_t bytes;  // 2 or 4
  bool late;      // executed as it retires: CSR and system instructions, fences, atomics, exclusives
  // Branches.
  bool conditional;
  bool indirect;    // exception returns too
  bool returns;     // an exception return: where it goes, and to which mode, is not in the instruction
  bool call;        // its link goes to x1 or x5
  bool ret;         // of an address in x1 or x5, without a link there
  bool has_offset;  // it goes to its own address + offset
  int64_t offset;
  // Accesses.
  bool load;   // a plain load: neither atomic nor exclusive
  bool store;  // LDST = 1: it returns nothing that was in memory
  bool atomic;
  bool exclusive;
  bool acq_rel;
};

// Of the instruction as it was fetched; of a compressed one only bits 15:0 count.
struct core_insn core_insn_decode(uint32_t insn);

#endif  // TB_CORES_CORE_INSN_H
