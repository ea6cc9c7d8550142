// SPDX-License-Identifier: Apache-2.0
//
// The Verilated RTL as the unit, in lockstep with the model: a run of the testbench (unit/check/run.h) whose stimulus
// is the guest. A difference ends QEMU after the report, and leaves an event list that repeats it without QEMU.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "linux/unit/implementation.h"
#include "linux/unit/record_file.h"
#include "linux/unit/unit.h"
#include "unit/check/run.h"
#include "unit/dut/wave.h"
#include "unit/env/axi_memory.h"
#include "unit/env/mmu.h"
#include "unit/report/mismatch.h"
#include "unit/stimulus/events/event_recorder.h"
#include "unit/stimulus/events/events_text.h"

enum {
  LANES = 64,  // of the widest bus
  PATH = 4096,
  MISMATCH_STATUS = 3  // of QEMU; linux.py evaluates it
};

struct spe_implementation {
  struct spe_cpu *cpu;
  unsigned number;
  struct run run;
  struct mmu *mmu;
  struct axi_memory *memory;
  struct event_recorder *recorder;
  FILE *records;
  // Of the current cycle.
  const struct spu_in *in;
  struct spu_out *out;
  bool psb_done;
};

// ---------------------------------------------------------------------------------------------------------
// The guest as a stimulus

static void drive(void *context, uint64_t cycle, struct spu_in *in)
{
  (void)cycle;
  struct spe_implementation *implementation = context;
  *in = *implementation->in;
  mmu_drive(implementation->mmu, in);
  axi_memory_drive(implementation->memory, in);
}

// Maps the page of a translation request as in the guest's tables.
static bool map_page(struct spe_implementation *implementation, const struct spu_in *in, uint64_t va,
                     struct tb_error *error)
{
  const struct spu_request request = spu_next_request(lockstep_model(implementation->run.lockstep), in);
  const struct spe_translation translation = spe_cpu_translate(implementation->cpu, request.el, va, true);
  mmu_unmap_all(implementation->mmu);
  const struct mmu_page page = {.va = va & ~UINT64_C(0xFFF),
                                .pa = translation.pa & ~UINT64_C(0xFFF),
                                .pas = translation.ns,
                                .fault = translation.fault,
                                .stage2 = translation.stage2,
                                .fsc = translation.fsc};
  return mmu_map(implementation->mmu, &page) || tb_fail(error, "out of memory");
}

// Writes the bytes of the accepted beat to the guest's memory.
static bool store_beat(const struct spe_implementation *implementation, struct tb_error *error)
{
  const struct axi_beat beat = axi_memory_last_beat(implementation->memory);
  for (unsigned lane = 0; beat.valid && lane < LANES; lane++) {
    const uint64_t pa = beat.addr + lane;
    uint8_t byte = 0;
    if ((beat.strobe >> lane & 1) != 0) {
      axi_memory_read(implementation->memory, pa, beat.pas, &byte, 1);
      if (!spe_cpu_write(implementation->cpu, pa, beat.pas == 1, &byte, 1)) {
        return tb_fail(error, "the bus refuses a record at 0x%" PRIx64, pa);
      }
    }
  }
  return true;
}

static bool observe(void *context, const struct spu_in *in, const struct spu_out *out,
                    const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker,
                    struct tb_error *error)
{
  (void)tracker;
  struct spe_implementation *implementation = context;
  *implementation->out = *out;
  implementation->psb_done = vif->psb_done;
  return (!bus->xlate_req_valid || map_page(implementation, in, bus->xlate_req_va, error)) &&
         mmu_observe(implementation->mmu, in, bus, error) &&
         axi_memory_observe(implementation->memory, in, bus, error) && store_beat(implementation, error);
}

static bool never(const void *context)
{
  (void)context;
  return false;
}

static bool keep_record(void *context, const uint8_t *data, size_t size)
{
  const struct spe_implementation *implementation = context;
  return implementation->records == NULL || fwrite(data, 1, size, implementation->records) == size;
}

// ---------------------------------------------------------------------------------------------------------
// Waveforms: of the unit of CPU 0

// Before the next cycle.
static bool wave(struct spe_implementation *implementation, struct tb_error *error)
{
  const struct run *run = &implementation->run;
  if (spe_options.waves == NULL || implementation->number != 0) {
    return true;
  }
  if (run->cycle == spe_options.from && !dut_wave_start(run->dut, spe_options.waves)) {
    return tb_fail(error, "%s: cannot write the waveform", spe_options.waves);
  }
  const bool ended = run->cycle > spe_options.from && run->cycle - 1 == spe_options.to;
  return !(ended ? !dut_wave_stop(run->dut) : dut_wave_lost(run->dut)) ||
         tb_fail(error, "%s: no space left for the waveform", spe_options.waves);
}

// ---------------------------------------------------------------------------------------------------------
// A failure

// Writes the event list of the run to a file. False after a line on stderr.
static bool write_events(struct spe_implementation *implementation, const char *path)
{
  struct tb_error error = {""};
  const struct event_list *list =
      event_recorder_finish(implementation->recorder, implementation->run.cycle + 1, &error);
  const char *note = event_recorder_note(implementation->recorder);
  FILE *file = list != NULL ? fopen(path, "w") : NULL;
  const bool written =
      file != NULL && events_write(list->event, list->count, note[0] != '\0' ? note : NULL, file);
  if (file != NULL && (fclose(file) == 0) & written) {
    return true;
  }
  (void)fprintf(stderr, "spe: %s: cannot write the event list: %s\n", path,
                list != NULL ? strerror(errno) : error.text);
  return false;
}

static _Noreturn void fail(struct spe_implementation *implementation, enum run_state state,
                           const struct tb_error *error)
{
  char path[PATH];
  char command[PATH + 128] = "";
  struct run *run = &implementation->run;
  (void)snprintf(path, sizeof path, "%s.%u", spe_options.events, implementation->number);
  const bool differs = state == RUN_MISMATCH ||
                       (state == RUN_BROKEN && lockstep_broken(run->lockstep, run->cycle, error->text));
  (void)dut_wave_stop(run->dut);
  if (spe_options.events != NULL && write_events(implementation, path)) {
    (void)snprintf(command, sizeof command, "make sim CONFIG=%s STIMULUS=events EVENTS=%s", dut_config_name(),
                   path);
  }
  (void)fprintf(stderr, "spe: unit %u:\n", implementation->number);
  if (differs) {
    char words[MISMATCH_REPORT];
    mismatch_text(lockstep_failure(run->lockstep), command, words, sizeof words);
    (void)fputs(words, stderr);
  } else {
    (void)fprintf(stderr, "spe: cycle %" PRIu64 ": %s\nspe: again: %s\n", run->cycle, error->text, command);
  }
  (void)fflush(NULL);
  _exit(MISMATCH_STATUS);
}

// ---------------------------------------------------------------------------------------------------------
// The implementation

struct spu_config spe_implementation_config(bool el2, bool el3)
{
  struct spu_config config;
  // Its pins are driven so that levels that the machine lacks permit everything.
  (void)el2;
  (void)el3;
  (void)spu_config_by_name(dut_config_name(), &config);
  if (memcmp(&config, &spe_options.config, sizeof config) != 0) {
    (void)fprintf(stderr, "spe: config: this is the RTL of %s\n", dut_config_name());
    exit(2);
  }
  return config;
}

struct spe_implementation *spe_implementation_create(struct spe_cpu *cpu, unsigned number,
                                                     const struct spu_config *config)
{
  enum spu_status status = SPU_OK;
  struct spe_implementation *implementation = calloc(1, sizeof *implementation);
  struct mmu *mmu = mmu_create(1);
  struct axi_memory *memory = axi_memory_create(config->axi_data_width / 8, 1);
  struct event_recorder *recorder = event_recorder_create(config);
  struct dut *dut = dut_create();
  struct lockstep *lockstep = memory != NULL ? lockstep_create(config, memory, &status) : NULL;
  if (implementation == NULL || mmu == NULL || recorder == NULL || dut == NULL || lockstep == NULL) {
    (void)fprintf(stderr, "spe: %s\n", status == SPU_OK ? "out of memory" : spu_status_message(status));
    exit(2);
  }
  mmu_configure(mmu, config);
  axi_memory_check_attributes(memory, config->have_spe_nvm);
  *implementation = (struct spe_implementation){.cpu = cpu,
                                                .number = number,
                                                .mmu = mmu,
                                                .memory = memory,
                                                .recorder = recorder,
                                                .records = spe_records_open(number)};
  struct run *run = &implementation->run;
  run->dut = dut;
  run->lockstep = lockstep;
  run->stimulus = (struct stimulus){
      .context = implementation, .drive = drive, .observe = observe, .finished = never, .memory = memory};
  run->sink = keep_record;
  run->sink_context = implementation;
  const struct observer observer = event_recorder_observer(recorder);
  run_observe(run, &observer);
  return implementation;
}

bool spe_implementation_step(struct spe_implementation *implementation, struct spu_in *in,
                             struct spu_out *out)
{
  struct tb_error error = {""};
  implementation->in = in;
  implementation->out = out;
  enum run_state state = RUN_BROKEN;
  if (wave(implementation, &error)) {
    state = run_clocks(&implementation->run, 1, &error);
  }
  if (state != RUN_GOING) {
    fail(implementation, state, &error);
  }
  return implementation->psb_done;
}

const struct spu *spe_implementation_model(const struct spe_implementation *implementation)
{
  return lockstep_model(implementation->run.lockstep);
}

uint64_t spe_implementation_countable(const struct spe_implementation *implementation,
                                      const struct spu_in *in)
{
  (void)implementation;
  (void)in;
  return 0;
}

bool spe_implementation_count(struct spe_implementation *implementation, const struct spu_in *in,
                              uint64_t operations)
{
  (void)implementation;
  (void)in;
  return operations == 0;
}

bool spe_implementation_finish(struct spe_implementation *implementation)
{
  struct run *run = &implementation->run;
  const struct tb_error none = {""};
  if (!lockstep_finish(run->lockstep, run->cycle)) {
    fail(implementation, RUN_MISMATCH, &none);
  }
  spe_log("cpu %u: 0 mismatches in %" PRIu64 " cycles, %" PRIu64 " records", implementation->number,
          lockstep_compared(run->lockstep), run->counts.records);
  const bool waved = dut_wave_stop(run->dut) || spe_options.waves == NULL;
  return spe_records_close(implementation->records, implementation->number) && waved;
}
