// SPDX-License-Identifier: GPL-2.0-or-later
//
// QEMU's side of a Statistical Profiling Unit, in a plugin: it calls functions that the executable exports to
// plugins of its own kind only, and reads and writes its structures. So these files are under QEMU's licence, apart
// from the rest of the project.
//
// Nothing here is taken on trust: functions are looked up by name, offsets are found in the running program where
// they can be found, and all that is used is checked (layout.c). A QEMU that does not pass is refused.
#ifndef TB_LINUX_QEMU_H
#define TB_LINUX_QEMU_H

#include <stdio.h>

#include "linux/spe_unit.h"

#define SPE_AT(type, base, offset) (*(type *)((char *)(base) + (offset)))

// Functions of the executable: result, name, arguments. Structures of QEMU's are void here.
#define SPE_FUNCTIONS(F)                                                                                 \
  F(void, device_listener_register, (void *listener))                                                    \
  F(void *, object_dynamic_cast, (void *object, const char *type))                                       \
  F(bool, object_property_get_bool, (void *object, const char *name, void **error))                      \
  F(void *, qdev_get_machine, (void))                                                                    \
  F(int, qemu_fdt_add_subnode, (void *fdt, const char *name))                                            \
  F(int, qemu_fdt_setprop, (void *fdt, const char *node, const char *name, const void *value, int size)) \
  F(void *, qdev_get_gpio_in, (void *device, int n))                                                     \
  F(void, qemu_set_irq, (void *irq, int level))                                                          \
  F(void *, qemu_get_cpu, (int index))                                                                   \
  F(void, define_one_arm_cp_reg_with_opaque, (void *cpu, const void *info, void *opaque))                \
  F(void *, get_arm_cp_reginfo, (void *table, uint32_t key))                                             \
  F(void, arm_register_el_change_hook, (void *cpu, void (*hook)(void *cpu, void *opaque), void *opaque)) \
  F(int, arm_mmu_idx_el, (void *env, int el))                                                            \
  F(uint64_t, arm_hcr_el2_eff, (void *env))                                                              \
  F(unsigned, gt_cntfrq_period_ns, (void *cpu))                                                          \
  F(int64_t, qemu_clock_get_ns, (int clock))                                                             \
  F(void, get_phys_addr, (void))                                                                         \
  F(void *, cpu_get_address_space, (void *cpu, int index))                                               \
  F(uint32_t, address_space_write,                                                                       \
    (void *space, uint64_t address, uint64_t attributes, const void *data, uint64_t size))               \
  F(void, async_run_on_cpu, (void *cpu, void (*function)(void *cpu, void *data), void *data))            \
  F(uint32_t, curr_cflags, (void *cpu))

struct spe_qemu {
#define SPE_DECLARE(result, name, arguments) result(*name) arguments;
  SPE_FUNCTIONS(SPE_DECLARE)
#undef SPE_DECLARE
  // The lock around devices, by either of its names.
  bool (*locked)(void);
  void (*lock)(const char *file, int line);
  void (*unlock)(void);
  const struct spe_layout *layout;
};
extern struct spe_qemu qemu;

// What differs between versions and cannot be found: of ARMCPRegInfo, and of the results of get_phys_addr().
struct spe_layout {
  const char *version;
  bool memop;          // get_phys_addr() has that argument
  bool io_before_env;  // CPUState.can_do_io is just before ARMCPU.env; else behind tcg_cflags
  unsigned opaque, reset_value, field_offset, access, read, write, reset;
  unsigned fault_level, fault_stage2, secure_bit;
  int trap_el1;  // of an access function
};

// A CPU and its unit.
struct spe_cpu {
  void *cpu;  // ARMCPU
  void *env;  // CPUARMState
  void *irq;
  struct spe_unit *unit;
  unsigned number;
  bool el2;
  bool level;
  enum spe_blocks blocks, wanted;
};
extern struct spe_cpu spe_cpus[SPE_CPUS];
extern unsigned spe_cpu_count;

// In CPUARMState, in both versions; each access to a register checks the last two.
enum { ENV_PC = 320, ENV_PSTATE = 328, ENV_AARCH64 = 332 };

// Offsets that were found (layout.c).
struct spe_offsets {
  unsigned flags;                                            // CPUState.tcg_cflags
  unsigned fdt;                                              // MachineState.fdt
  unsigned table;                                            // ARMCPU.cp_regs
  unsigned context, elr1, elr2, tcr1, tcr2, mdcr2, cntvoff;  // in CPUARMState: registers of these names
};
extern struct spe_offsets spe_offsets;

// Ends QEMU with status 2 and one line: what is missing, and what to do.
_Noreturn void spe_refuse(const char *what);

// layout.c
bool spe_find_functions(void);
void spe_find_table(void *cpu);
void spe_find_fdt(void);
void spe_find_flags(void *cpu);  // in the CPU's thread
void *spe_register(void *cpu, unsigned op1, unsigned crn, unsigned crm, unsigned op2, const char *name);
unsigned spe_field(void *cpu, unsigned op1, unsigned crn, unsigned crm, unsigned op2, const char *name);

// machine.c
void spe_machine_listen(void);
struct spe_cpu *spe_cpu_of_env(const void *env);

// registers.c
void spe_define_registers(struct spe_cpu *cpu);

#endif  // TB_LINUX_QEMU_H
