// SPDX-License-Identifier: GPL-2.0-or-later
//
// QEMU's part of the interface in spe_unit.h: the functions under "What QEMU does for a unit".
#define _GNU_SOURCE
#include <dlfcn.h>

#include "linux/qemu/qemu.h"

enum { CLOCK_VIRTUAL = 1 };
enum {
  HCR_TGE = 27,
  HCR_RW = 31,
  HCR_E2H = 34,
  MDCR_E2PB = 12,
  MDCR_TPMS = 14,
  TCR_TBI0 = 37,
  TCR_TBI1 = 38
};
enum { EL2_INDEX = 22 };  // MMU index of EL2 without VHE

static bool bit(uint64_t value, unsigned n)
{
  return (value >> n & 1) != 0;
}

static uint64_t field(const struct spe_cpu *cpu, unsigned offset)
{
  return SPE_AT(uint64_t, cpu->env, offset);
}

static uint64_t hcr(const struct spe_cpu *cpu)
{
  return cpu->el2 ? qemu.arm_hcr_el2_eff(cpu->env) : UINT64_C(1) << HCR_RW;
}

static unsigned current_el(const struct spe_cpu *cpu)
{
  return SPE_AT(bool, cpu->env, ENV_AARCH64) ? SPE_AT(uint32_t, cpu->env, ENV_PSTATE) >> 2 & 3 : 0;
}

bool spe_qemu_open(void)
{
  if (!spe_find_functions()) {
    return false;
  }
  spe_machine_listen();
  return true;
}

// QEMU's variable is thread-local, so each thread looks up its own.
static void *current_cpu(void)
{
  static __thread void **variable;
  if (variable == NULL) {
    variable = dlsym(RTLD_DEFAULT, "current_cpu");
  }
  return *variable;
}

unsigned spe_cpu_current(void)
{
  void *const current = current_cpu();
  if (spe_offsets.flags == 0 && current != NULL) {
    spe_find_flags(current);
  }
  for (unsigned i = 0; i < spe_cpu_count; i++) {
    if (spe_cpus[i].cpu == current) {
      return i;
    }
  }
  return 0;
}

// With -icount, QEMU permits device accesses only at the end of a block; the value 1 permits them. Returns the old
// value.
static uint8_t open_io(const struct spe_cpu *cpu, uint8_t value)
{
  uint8_t *const can_do_io =
      qemu.layout->io_before_env ? (uint8_t *)cpu->env - 4 : (uint8_t *)cpu->cpu + spe_offsets.flags + 8;
  const uint8_t before = *can_do_io;
  if (before > 1) {
    spe_refuse("CPUState.can_do_io");
  }
  *can_do_io = value;
  return before;
}

uint64_t spe_cpu_time(struct spe_cpu *cpu)
{
  const uint8_t before = open_io(cpu, 1);
  const uint64_t count = (uint64_t)qemu.qemu_clock_get_ns(CLOCK_VIRTUAL) / qemu.gt_cntfrq_period_ns(cpu->cpu);
  (void)open_io(cpu, before);
  return count;
}

void spe_cpu_pins(struct spe_cpu *cpu, struct spu_in *in)
{
  in->pe_el = (uint8_t)current_el(cpu);
  in->pe_aarch32 = !SPE_AT(bool, cpu->env, ENV_AARCH64);
  in->contextidr_el1 = (uint32_t)field(cpu, spe_offsets.context);
  in->hcr_el2_rw = true;
  if (cpu->el2) {
    const uint64_t value = hcr(cpu);
    const uint64_t mdcr = field(cpu, spe_offsets.mdcr2);
    in->contextidr_el2 = (uint32_t)field(cpu, spe_offsets.context + 8);
    in->hcr_el2_tge = bit(value, HCR_TGE);
    in->hcr_el2_e2h = bit(value, HCR_E2H);
    in->hcr_el2_rw = bit(value, HCR_RW) || (in->hcr_el2_tge && in->hcr_el2_e2h);
    in->mdcr_el2_e2pb = mdcr >> MDCR_E2PB & 3;
    in->mdcr_el2_tpms = bit(mdcr, MDCR_TPMS);
    in->cntvoff_el2 = field(cpu, spe_offsets.cntvoff);
  }
}

uint64_t spe_cpu_pc(struct spe_cpu *cpu)
{
  return field(cpu, ENV_PC);
}

uint64_t spe_cpu_return_pc(struct spe_cpu *cpu)
{
  return field(cpu, cpu->el2 && current_el(cpu) == 2 ? spe_offsets.elr2 : spe_offsets.elr1);
}

bool spe_cpu_ignores_top_byte(struct spe_cpu *cpu, uint64_t va)
{
  const bool host = cpu->el2 && (current_el(cpu) == 2 || (bit(hcr(cpu), HCR_TGE) && bit(hcr(cpu), HCR_E2H)));
  return bit(field(cpu, host ? spe_offsets.tcr2 : spe_offsets.tcr1), bit(va, 55) ? TCR_TBI1 : TCR_TBI0);
}

void spe_cpu_interrupt(struct spe_cpu *cpu, bool level)
{
  if (level == cpu->level) {
    return;
  }
  cpu->level = level;
  spe_log("cpu %u PMBIRQ %d", cpu->number, level);
  const bool locked = qemu.locked();
  if (!locked) {
    qemu.lock(__FILE__, __LINE__);
  }
  const uint8_t before = open_io(cpu, 1);
  qemu.qemu_set_irq(cpu->irq, level);
  (void)open_io(cpu, before);
  if (!locked) {
    qemu.unlock();
  }
}

// A unit's choice is in the two top bits of the cluster's number. Translated blocks of different numbers are separate.
static void choose(void *cpu, void *data)
{
  struct spe_cpu *self = data;
  SPE_AT(uint32_t, cpu, spe_offsets.flags) ^= (uint32_t)(self->blocks ^ self->wanted) << 30;
  self->blocks = self->wanted;
}

void spe_cpu_choose(struct spe_cpu *cpu, enum spe_blocks blocks, bool now)
{
  cpu->wanted = blocks;
  if (now) {
    choose(cpu->cpu, cpu);
  } else {
    qemu.async_run_on_cpu(cpu->cpu, choose, cpu);
  }
}

// PMBSR_ELx.FSC for QEMU's fault type and level.
static uint8_t fault_status(unsigned kind, unsigned level)
{
  enum { ACCESS_FLAG = 1, PERMISSION = 5, TRANSLATION = 6, ADDRESS_SIZE = 7, EXTERNAL_ABORT = 0x10 };
  switch (kind) {
  case TRANSLATION:
    return (uint8_t)(0x04 | (level & 3));
  case ACCESS_FLAG:
    return (uint8_t)(0x08 | (level & 3));
  case PERMISSION:
    return (uint8_t)(0x0C | (level & 3));
  case ADDRESS_SIZE:
    return (uint8_t)(level & 3);
  default:
    return EXTERNAL_ABORT;
  }
}

struct spe_translation spe_cpu_translate(struct spe_cpu *cpu, unsigned el, uint64_t va, bool store)
{
  enum { PAGE = 4096 };
  uint64_t result[32] = {0};
  uint64_t info[16] = {0};
  const int index = el == 2 && !bit(hcr(cpu), HCR_E2H) ? EL2_INDEX : qemu.arm_mmu_idx_el(cpu->env, (int)el);
  bool (*const short_form)(void *, uint64_t, int, int, void *, void *) =
      (bool (*)(void *, uint64_t, int, int, void *, void *))qemu.get_phys_addr;
  bool (*const long_form)(void *, uint64_t, int, int, int, void *, void *) =
      (bool (*)(void *, uint64_t, int, int, int, void *, void *))qemu.get_phys_addr;
  struct spe_translation answer = {0};
  answer.fault = qemu.layout->memop ? long_form(cpu->env, va, store, 0, index, result, info)
                                    : short_form(cpu->env, va, store, index, result, info);
  if (answer.fault) {
    answer.fsc = fault_status((unsigned)info[0], (unsigned)SPE_AT(int, info, qemu.layout->fault_level));
    answer.stage2 = SPE_AT(bool, info, qemu.layout->fault_stage2);
  } else {
    answer.pa = (result[1] & ~(uint64_t)(PAGE - 1)) | (va & (PAGE - 1));
    answer.ns = !bit(result[2], qemu.layout->secure_bit);
  }
  return answer;
}

bool spe_cpu_write(struct spe_cpu *cpu, uint64_t pa, bool ns, const void *data, size_t size)
{
  const uint64_t attributes = ns ? 0 : UINT64_C(1) << qemu.layout->secure_bit;
  return qemu.address_space_write(qemu.cpu_get_address_space(cpu->cpu, ns ? 0 : 1), pa, attributes, data,
                                  size) == 0;
}
