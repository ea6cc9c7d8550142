// SPDX-License-Identifier: Apache-2.0
//
// Classifies instructions of RV64IMAC into the classes of a record (Arm ARM D18.2.7; docs/integration.md has the
// mapping of operations). Instructions of other extensions are class other: the core traps them.
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
  bool returns;     // an exception return: its target and mode are not in the instruction
  bool call;        // its link goes to x1 or x5
  bool ret;         // of an address in x1 or x5, without a link there
  bool has_offset;  // its target is its own address + offset
  int64_t offset;
  // Accesses.
  bool load;   // a plain load: neither atomic nor exclusive
  bool store;  // LDST = 1: it returns no value from memory
  bool atomic;
  bool exclusive;
  bool acq_rel;
};

// Decodes an instruction as it was fetched; only bits 15:0 of a compressed one matter.
struct core_insn core_insn_decode(uint32_t insn);

#endif  // TB_CORES_CORE_INSN_H
