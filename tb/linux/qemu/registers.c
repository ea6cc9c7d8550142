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
enum { OP1_EL3 = 6, INFO_WORDS = 32, OK = 0, TRAP_UNCATEGORIZED = 8, TRAP_EL2 = 6, TRAP_EL3 = 7 };

static const struct {
  const char *name;
  uint16_t address;
} registers[] = {
#define ROW(name) {#name, SPU_##name},
    SPU_PROFILING_REGISTERS(ROW)
#undef ROW
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
    const uint16_t address = registers[i].address;
    const uint32_t op1 = address >> 11 & 7U;
    if (op1 == OP1_EL3) {
      continue;  // the guest does not run there
    }
    const bool read_only = address == SPU_PMSIDR_EL1 || address == SPU_PMBIDR_EL1;
    uint64_t info[INFO_WORDS] = {0};
    struct info_head *head = (struct info_head *)info;
    *head = (struct info_head){.name = registers[i].name,
                               .op0 = (uint8_t)(address >> 14),
                               .op1 = (uint8_t)op1,
                               .crn = (uint8_t)spu_sysreg_crn(address),
                               .crm = address >> 3 & 15U,
                               .op2 = address & 7U,
                               .state = 1,
                               .type = CP_IO | CP_NO_RAW,
                               .access = op1 == 0 ? EL1_READ : EL2_READ};
    head->access |= read_only ? 0 : op1 == 0 ? EL1_WRITE : EL2_WRITE;
    SPE_AT(void *, info, qemu.layout->access) = (void *)check;
    SPE_AT(void *, info, qemu.layout->read) = (void *)read_register;
    SPE_AT(void *, info, qemu.layout->write) = (void *)write_register;
    SPE_AT(void *, info, qemu.layout->reset) = i == 0 ? (void *)reset : NULL;
    qemu.define_one_arm_cp_reg_with_opaque(cpu->cpu, info, cpu);
  }
}
