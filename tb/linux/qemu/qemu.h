// SPDX-License-Identifier: GPL-2.0-or-later
//
// QEMU's side of a Statistical Profiling Unit, in a plugin. It calls functions that the executable exports for its own
// modules only, and reads and writes QEMU's structures. Therefore these files, unlike the rest of the project, are
// under QEMU's licence.
//
// Functions are looked up by name, offsets are found in the running program where possible, and everything is checked
// before its first use (layout.c). A QEMU that fails a check is refused.
#ifndef TB_LINUX_QEMU_H
#define TB_LINUX_QEMU_H

#include <stdio.h>

#include "linux/spe_unit.h"

#define SPE_AT(type, base, offset) (*(type *)((char *)(base) + (offset)))

// Functions of the executable: result, name, arguments. QEMU's structures are void here.
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
  // QEMU's global lock, whose name depends on the version.
  bool (*locked)(void);
  void (*lock)(const char *file, int line);
  void (*unlock)(void);
  const struct spe_layout *layout;
};
extern struct spe_qemu qemu;

// Differences between versions that cannot be found at run time: offsets in ARMCPRegInfo and in the results of
// get_phys_addr(), and numbers.
struct spe_layout {
  const char *version;
  bool memop;          // get_phys_addr() has an argument `memop`
  bool io_before_env;  // CPUState.can_do_io is just before ARMCPU.env; otherwise it follows tcg_cflags
  unsigned opaque, reset_value, field_offset, access, read, write, reset;
  unsigned fault_level, fault_stage2, secure_bit;
  int trap_el1;  // result of an access function
};

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

// Offsets in CPUARMState, equal in both versions; each register access checks the last two.
enum { ENV_PC = 320, ENV_PSTATE = 328, ENV_AARCH64 = 332 };

// Offsets found at run time (layout.c).
struct spe_offsets {
  unsigned flags;                                            // CPUState.tcg_cflags
  unsigned fdt;                                              // MachineState.fdt
  unsigned table;                                            // ARMCPU.cp_regs
  unsigned context, elr1, elr2, tcr1, tcr2, mdcr2, cntvoff;  // registers in CPUARMState
};
extern struct spe_offsets spe_offsets;

// Ends QEMU with status 2 and one line, which names the problem and a QEMU that works.
_Noreturn void spe_refuse(const char *what);

// layout.c
bool spe_find_functions(void);
void spe_find_table(void *cpu);
void spe_find_fdt(void);
void spe_find_flags(void *cpu);  // to be called in the CPU's thread
void *spe_register(void *cpu, unsigned op1, unsigned crn, unsigned crm, unsigned op2, const char *name);
unsigned spe_field(void *cpu, unsigned op1, unsigned crn, unsigned crm, unsigned op2, const char *name);

// machine.c
void spe_machine_listen(void);
struct spe_cpu *spe_cpu_of_env(const void *env);

// registers.c
void spe_define_registers(struct spe_cpu *cpu);

#endif  // TB_LINUX_QEMU_H
