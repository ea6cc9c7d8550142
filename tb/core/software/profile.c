// SPDX-License-Identifier: Apache-2.0
#include "core/software/profile.h"

#include "core/software/console.h"
#include "core/software/pages.h"
#include "core/software/spu_driver_mmio.h"

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
    console_line("encoding of the register", profile->driver.refused_register);
    console_fail(spu_driver_message(status), profile->driver.refused_status);
  }
  if (profile->driver.started) {
    console_line("PMBPTR_EL1", profile->driver.pmbptr);
  }
  console_fail(spu_driver_message(status), profile->driver.pmbsr);
}

void profile_start(struct profile *profile, const struct machine_parameters *parameters)
{
  const struct spu_driver_bus bus = spu_driver_mmio(machine_window());
  const struct spu_driver_hooks hooks = {.take = take, .map = map, .context = profile};
  const uint64_t levels = (parameters->options & CORE_EL1_TOO) != 0 ? SPU_PMSCR_EL1_E1SPE : 0;
  if (parameters->buffer_bytes > CORE_BUFFER_BYTES) {
    console_fail("a buffer that is too large", parameters->buffer_bytes);
  }
  if (parameters->interval > UINT32_MAX) {
    console_fail("an interval that is too large", parameters->interval);
  }
  const struct spu_driver_session session = {
      .base = CORE_BUFFER,
      .limit = CORE_BUFFER + parameters->buffer_bytes,
      .memory = (const uint8_t *)(uintptr_t)CORE_BUFFER,  // NOLINT(performance-no-int-to-ptr): is there
      .interval = (uint32_t)parameters->interval,
      .random = (parameters->options & CORE_PERTURB) != 0,
      .any_interval = true,
      .pmscr = levels | SPU_PMSCR_EL1_CX | SPU_PMSCR_EL1_PA | SPU_PMSCR_EL1_TS,
      .pmsfcr = parameters->pmsfcr,
      .pmsevfr = parameters->pmsevfr,
      .pmslatfr = parameters->pmslatfr};
  pages_map_device(CORE_BUFFER, CORE_BUFFER_BYTES);
  profile->map = (parameters->options & CORE_FAULTS) != 0;
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
