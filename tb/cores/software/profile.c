// SPDX-License-Identifier: Apache-2.0
#include "cores/software/profile.h"

#include "cores/software/machine.h"
#include "cores/software/pages.h"
#include "cores/software/spu_driver_mmio.h"

static void take(void *context, const struct spu_driver_chunk *chunk)
{
  (void)context;
  machine_take(chunk->address, chunk->size, chunk->flags);  // the flags are in the order of the machine's
}

static bool map(void *context, uint64_t address)
{
  const struct profile *profile = context;
  if (profile->map) {
    machine_map_buffer(address & ~(uint64_t)(PAGES_BYTES - 1));
  }
  return profile->map;
}

static void check(const struct profile *profile, enum spu_driver_status status)
{
  if (status == SPU_DRIVER_OK) {
    return;
  }
  if (status == SPU_DRIVER_REFUSED || status == SPU_DRIVER_IGNORED) {
    machine_say("encoding of the register", profile->driver.refused_register);
    machine_fail(spu_driver_message(status), profile->driver.refused_status);
  }
  if (profile->driver.started) {
    machine_say("PMBPTR_EL1", profile->driver.pmbptr);
  }
  machine_fail(spu_driver_message(status), profile->driver.pmbsr);
}

void profile_start(struct profile *profile)
{
  void *registers = (void *)(uintptr_t)CORE_MMIO;  // NOLINT(performance-no-int-to-ptr): a device
  const struct spu_driver_bus bus = spu_driver_mmio(registers);
  const struct spu_driver_hooks hooks = {.take = take, .map = map, .context = profile};
  const uint64_t options = machine_parameter(CORE_OPTIONS);
  const uint64_t levels = (options & CORE_EL1_TOO) != 0 ? SPU_PMSCR_EL1_E1SPE : 0;
  const struct spu_driver_session session = {
      .base = CORE_BUFFER,
      .limit = CORE_BUFFER + machine_parameter(CORE_BUFFER_SIZE),
      .memory = (const uint8_t *)(uintptr_t)CORE_BUFFER,  // NOLINT(performance-no-int-to-ptr): is there
      .interval = (uint32_t)machine_parameter(CORE_INTERVAL),
      .random = (options & CORE_PERTURB) != 0,
      .any_interval = true,
      .pmscr = levels | SPU_PMSCR_EL1_CX | SPU_PMSCR_EL1_PA | SPU_PMSCR_EL1_TS,
      .pmsfcr = machine_parameter(CORE_PMSFCR),
      .pmsevfr = machine_parameter(CORE_PMSEVFR),
      .pmslatfr = machine_parameter(CORE_PMSLATFR)};
  profile->map = (options & CORE_FAULTS) != 0;
  check(profile, spu_driver_open(&profile->driver, &bus, &hooks));
  check(profile, spu_driver_start(&profile->driver, &session));
}

void profile_interrupt(struct profile *profile)
{
  check(profile, spu_driver_serve(&profile->driver, NULL));
}

void profile_stop(struct profile *profile)
{
  check(profile, spu_driver_stop(&profile->driver));
}
