// SPDX-License-Identifier: Apache-2.0
//
// Classifies A64 instructions (Arm ARM C4.1: encoding groups) into SPE's operation classes (D18.2.7), with the data
// that a core model needs for their timing.
#ifndef TB_PROGRAMS_A64_A64_H
#define TB_PROGRAMS_A64_A64_H

#include "spu.h"

enum a64_unit {  // the unit that executes it
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
  uint8_t vectors;       // SVE, SME: number of vectors that it processes together; 0: none, or whole tiles
  uint8_t tiles;         // SME: tiles of ZA that it works on
  uint8_t tile_element;  // and their elements: 1 << tile_element bytes
  bool allocated;        // false: unallocated among the encodings that this decoder supports; then KIND_OTHER
};

// Pure function of the opcode.
struct a64_class a64_classify(uint32_t opcode);

// True for an SVE encoding, allocated or not; the class shows whether it uses vectors or predicates.
bool a64_is_sve(uint32_t opcode);

// True for an SME encoding, which uses ZA or ZT0; false for SMSTART, SMSTOP and RDSVL.
bool a64_is_sme(uint32_t opcode);

// True if it needs SME: SME encodings, SMSTART, SMSTOP, accesses to SVCR, RDSVL, ADDSVL, ADDSPL.
bool a64_needs_sme(uint32_t opcode);

// True if the instruction sets PSTATE.SM: SMSTART and SMSTOP to *on, with *from 32; MSR SVCR to bit 0 of register
// number *from.
bool a64_sets_streaming(uint32_t opcode, bool *on, unsigned *from);

#endif  // TB_PROGRAMS_A64_A64_H
