// SPDX-License-Identifier: GPL-2.0-or-later
//
// Adds units to the machine: a unit to each CPU that QEMU realizes, a node to the device tree, and PPI 21 to the
// interrupt controller.
#include <string.h>

#include "linux/qemu/qemu.h"

struct spe_cpu spe_cpus[SPE_CPUS];
unsigned spe_cpu_count;

enum { PPI = 21, FIRST_PPI = 16, SPIS = 256, PPIS = 32 };  // SPIS: shared interrupts of machine virt

static void *controller;

struct spe_cpu *spe_cpu_of_env(const void *env)
{
  for (unsigned i = 0; i < spe_cpu_count; i++) {
    if (spe_cpus[i].env == env) {
      return &spe_cpus[i];
    }
  }
  spe_refuse("a CPU that was never reset accesses a register");
}

struct spe_unit *spe_cpu_unit(unsigned number)
{
  return number < spe_cpu_count ? spe_cpus[number].unit : NULL;
}

static bool has(void *cpu, const char *property)
{
  void *error = NULL;
  return qemu.object_property_get_bool(cpu, property, &error) && error == NULL;
}

static void exception(void *cpu, void *opaque)
{
  (void)cpu;
  struct spe_cpu *self = opaque;
  if (self->env != NULL) {
    spe_unit_exception(self->unit);
  }
}

static void describe(void)
{
  static const char compatible[] = "arm,statistical-profiling-extension-v1";
  static const uint8_t interrupts[] = {0, 0, 0, 1, 0, 0, 0, PPI - FIRST_PPI, 0, 0, 0, 4};  // PPI, level
  void *const fdt = SPE_AT(void *, qemu.qdev_get_machine(), spe_offsets.fdt);
  if (qemu.qemu_fdt_add_subnode(fdt, "/spe-pmu") < 0 ||
      qemu.qemu_fdt_setprop(fdt, "/spe-pmu", "compatible", compatible, sizeof compatible) < 0 ||
      qemu.qemu_fdt_setprop(fdt, "/spe-pmu", "interrupts", interrupts, sizeof interrupts) < 0) {
    spe_refuse("the device tree has no room");
  }
}

// ID_AA64DFR0_EL1.PMSVer.
static void identify(void *cpu)
{
  enum { SHIFT = 32 };
  uint64_t *const value =
      &SPE_AT(uint64_t, spe_register(cpu, 0, 0, 5, 0, "ID_AA64DFR0_EL1"), qemu.layout->reset_value);
  if ((*value >> SHIFT & 15) != 0 || (*value & 15) < 6) {  // no SPE yet; DebugVer
    spe_refuse("ID_AA64DFR0_EL1");
  }
  *value |= (uint64_t)spe_unit_version() << SHIFT;
}

static void attach(void *cpu)
{
  if (spe_cpu_count == SPE_CPUS || qemu.qemu_get_cpu((int)spe_cpu_count) != cpu) {
    spe_refuse("it has more than 8 CPUs, or realizes them out of order");
  }
  const unsigned number = spe_cpu_count++;
  struct spe_cpu *self = &spe_cpus[number];
  *self = (struct spe_cpu){.cpu = cpu, .number = number, .el2 = has(cpu, "has_el2")};
  if (number == 0) {
    spe_find_table(cpu);
    spe_find_fdt();
    spe_offsets.context = spe_field(cpu, 0, 13, 0, 1, "CONTEXTIDR_EL1");
    spe_offsets.elr1 = spe_field(cpu, 0, 4, 0, 1, "ELR_EL1");
    spe_offsets.tcr1 = spe_field(cpu, 0, 2, 0, 2, "TCR_EL1");
    describe();
  }
  if (number == 0 && self->el2) {
    spe_offsets.elr2 = spe_field(cpu, 4, 4, 0, 1, "ELR_EL2");
    spe_offsets.tcr2 = spe_field(cpu, 4, 2, 0, 2, "TCR_EL2");
    spe_offsets.mdcr2 = spe_field(cpu, 4, 1, 1, 1, "MDCR_EL2");
    spe_offsets.cntvoff = spe_field(cpu, 4, 14, 0, 3, "CNTVOFF_EL2");
  }
  identify(cpu);
  self->unit = spe_unit_create(self, number, self->el2, has(cpu, "has_el3"));
  spe_define_registers(self);
  qemu.arm_register_el_change_hook(cpu, exception, self);
}

static void connect(void)
{
  for (unsigned i = 0; i < spe_cpu_count; i++) {
    spe_cpus[i].irq = qemu.qdev_get_gpio_in(controller, SPIS + PPIS * (int)i + PPI);
  }
}

static void realized(void *listener, void *device)
{
  (void)listener;
  if (qemu.object_dynamic_cast(device, "arm-cpu") != NULL) {
    attach(device);
  } else if (qemu.object_dynamic_cast(device, "arm-gicv3-common") != NULL) {
    controller = device;
    connect();
  } else if (qemu.object_dynamic_cast(device, "arm_gic_common") != NULL) {
    spe_refuse("its interrupt controller is not a GICv3: -M virt,gic-version=3");
  }
}

void spe_machine_listen(void)
{
  static void *listener[16];  // a DeviceListener with only `realize`
  listener[0] = (void *)realized;
  qemu.device_listener_register(listener);
}
