// SPDX-License-Identifier: GPL-2.0-or-later
//
// The unit's System registers in QEMU: the unit handles each access.
#include <inttypes.h>
#include <string.h>

#include "linux/qemu/qemu.h"

// The start of a register's description, the same in every version.
struct info_head {
  const char *name;
  uint8_t coprocessor, crn, crm, op0, op1, op2;
  int32_t state;   // 1: AArch64
  int32_t type;    // CP_...
  int32_t access;  // READ and WRITE, of EL1 or of EL2 and higher
};

enum { CP_IO = 0x200, CP_NO_RAW = 0x400 };
enum { EL1_READ = 0xA8, EL1_WRITE = 0x54, EL2_READ = 0xA0, EL2_WRITE = 0x50 };
enum { INFO_WORDS = 32, OK = 0, TRAP_UNCATEGORIZED = 8, TRAP_EL2 = 6, TRAP_EL3 = 7 };

static const struct {
  const char *name;
  uint8_t op1, crm, op2;
  bool read_only, el2;
} registers[] = {
    {"PMSCR_EL1", 0, 9, 0, false, false},      {"PMSNEVFR_EL1", 0, 9, 1, false, false},
    {"PMSICR_EL1", 0, 9, 2, false, false},     {"PMSIRR_EL1", 0, 9, 3, false, false},
    {"PMSFCR_EL1", 0, 9, 4, false, false},     {"PMSEVFR_EL1", 0, 9, 5, false, false},
    {"PMSLATFR_EL1", 0, 9, 6, false, false},   {"PMSIDR_EL1", 0, 9, 7, true, false},
    {"PMBLIMITR_EL1", 0, 10, 0, false, false}, {"PMBPTR_EL1", 0, 10, 1, false, false},
    {"PMBSR_EL1", 0, 10, 3, false, false},     {"PMSDSFR_EL1", 0, 10, 4, false, false},
    {"PMBMAR_EL1", 0, 10, 5, false, false},    {"PMBIDR_EL1", 0, 10, 7, true, false},
    {"PMSCR_EL2", 4, 9, 0, false, true},       {"PMBSR_EL2", 4, 10, 3, false, true},
    {"PMSCR_EL12", 5, 9, 0, false, true},      {"PMBSR_EL12", 5, 10, 3, false, true},
};

static uint16_t address_of(const struct info_head *info)
{
  return (uint16_t)(info->op0 << 14 | info->op1 << 11 | info->crn << 7 | info->crm << 3 | info->op2);
}

// Does not use the description's opaque pointer: in 7.2 a translated block has the description of the CPU that
// translated it.
static int check(void *env, const struct info_head *info, bool is_read)
{
  // QEMU only lets EL1 and higher in AArch64 state get here.
  if (SPE_AT(uint8_t, env, ENV_AARCH64) != 1 || (SPE_AT(uint32_t, env, ENV_PSTATE) >> 2 & 3) == 0) {
    spe_refuse("the state of a CPU is not where it was");
  }
  switch (spe_unit_check(spe_cpu_of_env(env)->unit, address_of(info), !is_read)) {
  case SPU_ACCESS_OK:
    return OK;
  case SPU_ACCESS_TRAP_EL1:
    return qemu.layout->trap_el1;
  case SPU_ACCESS_TRAP_EL2:
    return TRAP_EL2;
  case SPU_ACCESS_TRAP_EL3:
    return TRAP_EL3;
  default:
    return TRAP_UNCATEGORIZED;
  }
}

static uint64_t read_register(void *env, const struct info_head *info)
{
  const struct spe_cpu *cpu = spe_cpu_of_env(env);
  const uint64_t value = spe_unit_access(cpu->unit, address_of(info), false, 0);
  spe_log("cpu %u MRS %s 0x%" PRIx64, cpu->number, info->name, value);
  return value;
}

static void write_register(void *env, const struct info_head *info, uint64_t value)
{
  const struct spe_cpu *cpu = spe_cpu_of_env(env);
  spe_log("cpu %u MSR %s 0x%" PRIx64, cpu->number, info->name, value);
  (void)spe_unit_access(cpu->unit, address_of(info), true, value);
}

// The first call with the CPU's state, before the CPU runs.
static void reset(void *env, const void *info)
{
  struct spe_cpu *cpu = SPE_AT(struct spe_cpu *, info, qemu.layout->opaque);
  const ptrdiff_t offset = (char *)env - (char *)cpu->cpu;
  if (offset <= 0 || offset > 1 << 16 || (cpu->env != NULL && cpu->env != env)) {
    spe_refuse("the state of a CPU is not in it");
  }
  cpu->env = env;
}

void spe_define_registers(struct spe_cpu *cpu)
{
  for (size_t i = 0; i < sizeof registers / sizeof registers[0]; i++) {
    const bool el2 = registers[i].el2;
    uint64_t info[INFO_WORDS] = {0};
    struct info_head *head = (struct info_head *)info;
    *head = (struct info_head){.name = registers[i].name,
                               .op0 = 3,
                               .op1 = registers[i].op1,
                               .crn = 9,
                               .crm = registers[i].crm,
                               .op2 = registers[i].op2,
                               .state = 1,
                               .type = CP_IO | CP_NO_RAW,
                               .access = el2 ? EL2_READ : EL1_READ};
    head->access |= registers[i].read_only ? 0 : el2 ? EL2_WRITE : EL1_WRITE;
    SPE_AT(void *, info, qemu.layout->access) = (void *)check;
    SPE_AT(void *, info, qemu.layout->read) = (void *)read_register;
    SPE_AT(void *, info, qemu.layout->write) = (void *)write_register;
    SPE_AT(void *, info, qemu.layout->reset) = i == 0 ? (void *)reset : NULL;
    qemu.define_one_arm_cp_reg_with_opaque(cpu->cpu, info, cpu);
  }
}
