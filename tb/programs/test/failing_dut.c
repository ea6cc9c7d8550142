// SPDX-License-Identifier: Apache-2.0
//
// A failing unit with the interface of the Verilated one (unit/dut/dut.h): the fake unit, with the fault that the
// variable FAILING_DUT names. spu-sim and spu-shrink are linked with it (build/unit/failing/) to test in a second,
// without RTL, how they handle a failure.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "unit/dut/coverage.h"
#include "unit/dut/dut.h"
#include "unit/dut/wave.h"
#include "unit/test/bench/fake_dut.h"

enum { WAVE_BYTES = 64 };  // of a cycle in the substitute for a waveform

struct dut {
  struct fake_dut *fake;
  struct spu_in in;
  struct spu_out out;
  struct spu_vif vif;
  struct dut_bus bus;
  bool evaluated;
  uint64_t cycle;  // last evaluated cycle, from 1 on
  uint64_t time;
  const char *fails;   // the assertion that fails at the end of this cycle; null: none
  const char *failed;  // the first one that failed
  char path[4096];
  FILE *wave;
  bool lost;
  const struct fault *fault;
  uint64_t at;  // the fault's argument
};

// ---------------------------------------------------------------------------------------------------------
// Faults. Each changes the outputs of a cycle, or makes an assertion fail in it.

struct fault {
  const char *name;
  void (*apply)(struct dut *dut);
};

// Two assertions of one file, without labels, as if the source were not readable.
static const char assertion[] = "rtl/spu_buffer.sv:436";
static const char other_assertion[] = "rtl/spu_buffer.sv:333";

static void assertion_fails(struct dut *dut)
{
  if (dut->cycle == dut->at) {
    dut->fails = assertion;
  }
}

// other_assertion fails earlier if the run leaves CONTEXTIDR_EL1 zero.
static void either_assertion_fails(struct dut *dut)
{
  if (dut->out.mark_valid && dut->in.contextidr_el1 == 0) {
    dut->fails = other_assertion;
  } else if (dut->vif.commit_valid) {
    dut->fails = assertion;
  }
}

// The same with two outputs.
static void either_output_is_wrong(struct dut *dut)
{
  if (dut->out.mark_valid && dut->in.contextidr_el1 == 0) {
    dut->out.sample_feed = !dut->out.sample_feed;
  } else if (dut->vif.commit_valid) {
    dut->out.cti_spe_sample = !dut->out.cti_spe_sample;
  }
}

// A record of a branch ends with an End packet in place of its timestamp.
static void branch_has_no_timestamp(struct dut *dut)
{
  struct spu_vif *vif = &dut->vif;
  struct spu_packet packet;
  bool branch = false;
  size_t used = 0;
  for (size_t at = 0; vif->commit_valid && at < vif->commit_len; at += used) {
    if (spu_decode_packet(vif->commit_data + at, vif->commit_len - at, &packet, &used) != SPU_DECODE_OK) {
      return;
    }
    branch = branch || (packet.type == SPU_PACKET_OP_TYPE && packet.index == 2);
    if (packet.type == SPU_PACKET_TIMESTAMP && branch) {
      memset(vif->commit_data + at, 0, used);
      vif->commit_data[at] = 1;
    }
  }
}

// PMBSR_EL1 has the exception class of stage 1 after a stage 2 fault.
static void stage_2_is_reported_as_stage_1(struct dut *dut)
{
  const uint64_t stage_2 = (uint64_t)0x25 << 26;
  if ((dut->out.pmbsr & (uint64_t)0x3F << 26) == stage_2) {
    dut->out.pmbsr ^= (uint64_t)1 << 26;
  }
}

static const struct fault faults[] = {{"assertion_fails", assertion_fails},
                                      {"either_assertion_fails", either_assertion_fails},
                                      {"either_output_is_wrong", either_output_is_wrong},
                                      {"branch_has_no_timestamp", branch_has_no_timestamp},
                                      {"stage_2_is_reported_as_stage_1", stage_2_is_reported_as_stage_1}};

// FAILING_DUT is a name, or a name, a blank and a number.
static void choose_fault(struct dut *dut)
{
  const char *chosen = getenv("FAILING_DUT");
  for (size_t i = 0; chosen != NULL && i < sizeof faults / sizeof faults[0]; i++) {
    const size_t length = strlen(faults[i].name);
    if (strncmp(chosen, faults[i].name, length) == 0 && (chosen[length] == '\0' || chosen[length] == ' ')) {
      dut->fault = &faults[i];
      dut->at = strtoull(chosen + length, NULL, 10);
    }
  }
  if (dut->fault == NULL) {
    (void)fprintf(stderr, "FAILING_DUT=%s: no such fault\n", chosen != NULL ? chosen : "");
    abort();
  }
}

// ---------------------------------------------------------------------------------------------------------
// dut.h

static struct fake_dut *fake_of_base(void)
{
  struct spu_config config;
  return spu_config_by_name("base", &config) == SPU_OK ? fake_dut_create(&config) : NULL;
}

struct dut *dut_create(void)
{
  struct dut *dut = calloc(1, sizeof *dut);
  if (dut != NULL) {
    choose_fault(dut);
    dut->fake = fake_of_base();
  }
  if (dut != NULL && dut->fake == NULL) {
    free(dut);
    return NULL;
  }
  return dut;
}

void dut_destroy(struct dut *dut)
{
  if (dut != NULL) {
    (void)dut_wave_stop(dut);
    fake_dut_destroy(dut->fake);
    free(dut);
  }
}

const char *dut_config_name(void)
{
  return "base";
}

const char *dut_netlist_name(void)
{
  return "";
}

// A cycle's assertions are checked at its end.
static void end_cycle(struct dut *dut)
{
  if (dut->failed == NULL) {
    dut->failed = dut->fails;
  }
  dut->fails = NULL;
}

struct dut_reset_shape dut_reset(struct dut *dut)
{
  end_cycle(dut);
  fake_dut_destroy(dut->fake);
  dut->fake = fake_of_base();
  dut->evaluated = false;
  dut->time += 4;
  return (struct dut_reset_shape){.from_low = true};
}

static void write_wave(struct dut *dut)
{
  static const char line[WAVE_BYTES] = "cycle";
  if (dut->wave != NULL &&
      (fwrite(line, 1, sizeof line, dut->wave) != sizeof line || fflush(dut->wave) != 0)) {
    dut->lost = true;
  }
}

void dut_clock(struct dut *dut, const struct spu_in *in)
{
  end_cycle(dut);
  if (dut->evaluated) {
    fake_dut_clock(dut->fake);
  }
  fake_dut_eval(dut->fake, in, &dut->out, &dut->vif, &dut->bus);
  dut->in = *in;
  dut->evaluated = true;
  dut->cycle++;
  dut->time += 2;
  dut->fault->apply(dut);
  write_wave(dut);
}

void dut_read(const struct dut *dut, struct spu_out *out, struct spu_vif *vif, struct dut_bus *bus)
{
  *out = dut->out;
  *vif = dut->vif;
  *bus = dut->bus;
}

const char *dut_failed_assertion(const struct dut *dut)
{
  return dut->failed;
}

// ---------------------------------------------------------------------------------------------------------
// wave.h and coverage.h

bool dut_wave_start(struct dut *dut, const char *path)
{
  (void)snprintf(dut->path, sizeof dut->path, "%s", path);
  dut->wave = fopen(path, "wb");
  return dut->wave != NULL;
}

uint64_t dut_wave_time(const struct dut *dut)
{
  return dut->time;
}

bool dut_wave_lost(const struct dut *dut)
{
  return dut->lost;
}

bool dut_wave_stop(struct dut *dut)
{
  if (dut->wave != NULL) {
    dut->lost = fclose(dut->wave) != 0 || dut->lost;
    dut->wave = NULL;
    if (dut->lost) {
      (void)unlink(dut->path);
    }
  }
  return !dut->lost;
}

bool dut_coverage_available(void)
{
  return false;
}

bool dut_coverage_write(struct dut *dut, const char *path)
{
  (void)dut;
  (void)path;
  return false;
}
