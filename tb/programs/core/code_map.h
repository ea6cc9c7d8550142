// SPDX-License-Identifier: Apache-2.0
//
// The known code of the workload: for each address the opcode, its class, its registers, its last branch target, and
// its count of executions.
#ifndef TB_PROGRAMS_CORE_CODE_MAP_H
#define TB_PROGRAMS_CORE_CODE_MAP_H

#include "programs/a64/a64.h"
#include "unit/env/page_map.h"

// Register numbers for the core model's dependences: X0..X30, then V0..V31, the condition flags, and ZA.
enum {
  REGISTER_V0 = 32,
  REGISTER_FLAGS = 64,
  REGISTER_ZA = 65,            // SME: all of it
  REGISTER_NONE_READ = 66,     // stands for no register in reads; never written
  REGISTER_NONE_WRITTEN = 67,  // stands for no register in writes; never read
  REGISTERS = 68
};

struct code_entry {
  uint64_t executed;  // executions; 0: unknown code
  uint64_t time;      // cycles in which the core waited for its executions
  uint64_t target;    // target of the last taken direct branch; 0: unknown
  uint32_t opcode;
  uint8_t reads[3];
  uint8_t writes[2];
  struct a64_class class;
};

struct code_map {  // all zero: empty
  struct page_map pages;
  uint64_t last_page;  // number and entries of the last used page
  struct code_entry *last;
};

void code_map_free(struct code_map *map);

// The entry of the operation at pc, decoded (again if the opcode has changed). Null if out of memory.
// Pointers to entries stay valid until code_map_free().
struct code_entry *code_map_learn(struct code_map *map, uint64_t pc, uint32_t opcode);

// The entry of pc if an operation has been executed there, else null.
const struct code_entry *code_map_find(struct code_map *map, uint64_t pc);

// Calls visit for every address with executed operations or time, in no particular order.
typedef void code_visit(void *context, uint64_t pc, const struct code_entry *code);
void code_map_each(const struct code_map *map, code_visit *visit, void *context);

// Fills entry->reads and entry->writes from its opcode and class: the fields of the large encoding groups
// (Arm ARM C4.1). Sufficient for timing: ignores address writeback, lane forms and the stack pointer.
void code_entry_registers(struct code_entry *entry);

#endif  // TB_PROGRAMS_CORE_CODE_MAP_H
