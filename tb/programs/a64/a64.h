// SPDX-License-Identifier: Apache-2.0
//
// Classifies A64 instructions (Arm ARM C4.1: encoding groups) into SPE's operation classes (D18.2.7), and says
// what a core model needs to time them.
#ifndef TB_PROGRAMS_A64_A64_H
#define TB_PROGRAMS_A64_A64_H

#include "spu.h"

enum a64_unit {  // what executes it
  A64_INTEGER,
  A64_MULTIPLY,
  A64_DIVIDE,
  A64_FP,         // scalar floating-point, Advanced SIMD and SVE arithmetic
  A64_FP_DIVIDE,  // divide, square root
  A64_BRANCH,
  A64_MEMORY,   // loads, stores, atomics
  A64_BARRIER,  // DMB, DSB, ISB, SB ...
  A64_SYSTEM    // MRS, MSR, SYS, hints, exception generation
};

struct a64_class {
  enum spu_op_kind kind;
  enum a64_unit unit;
  bool load;    // reads memory into registers
  bool store;   // LDST bit: 1 for stores and for atomics that return no value
  bool writes;  // writes memory: stores and all atomics
  bool acq_rel;
  bool exclusive;
  bool atomic;
  bool predicated;       // SVE: writes a vector, or stores, under a Governing predicate
  bool gather_scatter;   // SVE: gather load or scatter store
  bool simd;             // type SIMD of D17.5.1
  bool fp;               // type FP of D17.5.1: data processing, scalar loads and stores up to D registers
  bool cond;             // conditional branch, select or compare
  bool indirect;         // indirect branch
  bool branch;           // can change the PC other than by an exception
  bool call;             // branch with link
  bool ret;              // procedure return
  bool exception;        // SVC, HVC, SMC, BRK, HLT, UDF, ...: generates an exception
  uint8_t bytes;         // total bytes of the memory access; 0 if none or unknown
  bool za;               // SME: reads or writes ZA or ZT0, whose vectors have the streaming length
  uint8_t vectors;       // SVE, SME: vectors that it works on together; 0: none, or whole tiles
  uint8_t tiles;         // SME: tiles of ZA that it works on
  uint8_t tile_element;  // and their elements: 1 << tile_element bytes
  bool allocated;        // false: the encoding is unallocated in what this decoder knows; then KIND_OTHER
};

// Pure function of the opcode.
struct a64_class a64_classify(uint32_t opcode);

// Whether it is an encoding of SVE, allocated or not: the class tells those that use vectors or predicates.
bool a64_is_sve(uint32_t opcode);

// Whether it is one of SME: what uses ZA or ZT0. SMSTART, SMSTOP and RDSVL are not.
bool a64_is_sme(uint32_t opcode);

// Whether a PE without SME does not have it: those, SMSTART, SMSTOP, accesses to SVCR, RDSVL, ADDSVL, ADDSPL.
bool a64_needs_sme(uint32_t opcode);

// Whether the instruction sets PSTATE.SM to *on: SMSTART, SMSTOP and MSR SVCR from register number *from, of whose
// value it is bit 0; 32: it is none.
bool a64_sets_streaming(uint32_t opcode, bool *on, unsigned *from);

#endif  // TB_PROGRAMS_A64_A64_H
