// SPDX-License-Identifier: Apache-2.0
#include "spu_checker_writes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void spu_checker_writes_init(struct spu_checker_writes *writes, const struct spu_config *config)
{
  memset(writes, 0, sizeof *writes);
  writes->lanes = config->axi_data_width / 8;
}

void spu_checker_writes_reset(struct spu_checker_writes *writes)
{
  const uint32_t lanes = writes->lanes;
  memset(writes, 0, sizeof *writes);
  writes->lanes = lanes;
}

static const char *space_name(uint8_t pas)
{
  static const char *const names[] = {"Secure", "Non-secure", "Root", "Realm"};
  return names[pas & 3U];
}

static void take_beat(struct spu_checker_writes *writes, const struct spu_checker_bus *bus)
{
  for (uint32_t lane = 0; lane < writes->lanes; lane++) {
    if ((bus->axi_wstrb >> lane & 1U) == 0) {
      continue;
    }
    if (writes->count == SPU_MAX_RECORD) {
      writes->too_many = true;
      return;
    }
    writes->bytes[writes->count++] = (struct spu_checker_byte){
        .at = (uint64_t)writes->beat * writes->lanes + lane, .value = bus->axi_wdata[lane]};
  }
  writes->beat++;
}

// The burst is complete: sets the addresses of its bytes.
static void end_burst(struct spu_checker_writes *writes)
{
  for (; writes->complete < writes->count; writes->complete++) {
    writes->bytes[writes->complete].at += writes->address;
    writes->bytes[writes->complete].pas = writes->pas;
  }
  writes->beat = 0;
  writes->address_taken = false;
  writes->data_taken = false;
}

// Records the address and data that the write channels accept in this cycle; returns true if this completes a burst.
static bool take(struct spu_checker_writes *writes, const struct spu_in *in,
                 const struct spu_checker_bus *bus)
{
  if (bus->axi_awvalid && in->axi_awready) {
    writes->address = bus->axi_awaddr;
    writes->pas = (uint8_t)((unsigned)bus->axi_awnse << 1 | (bus->axi_awprot >> 1 & 1U));
    writes->address_taken = true;
  }
  if (bus->axi_wvalid && in->axi_wready) {
    take_beat(writes, bus);
    writes->data_taken = bus->axi_wlast;
  }
  if (!writes->address_taken || !writes->data_taken) {
    return false;
  }
  end_burst(writes);
  return true;
}

static bool fail(struct spu_checker_writes *writes, const char *what)
{
  writes->what = what;
  return false;
}

static bool byte_matches(struct spu_checker_writes *writes, uint32_t index, const struct spu_write *write,
                         uint32_t i)
{
  const struct spu_checker_byte *byte = &writes->bytes[index];
  if (index < writes->complete && byte->at == write->pa + i && byte->pas == write->pas &&
      byte->value == write->data[i]) {
    return true;
  }
  (void)snprintf(writes->expected, sizeof writes->expected,
                 "0x%02x at %s 0x%" PRIx64 ", byte %u of the record", write->data[i], space_name(write->pas),
                 write->pa + i, index);
  if (index < writes->complete) {
    (void)snprintf(writes->got, sizeof writes->got, "0x%02x at %s 0x%" PRIx64, byte->value,
                   space_name(byte->pas), byte->at);
  } else {
    (void)snprintf(writes->got, sizeof writes->got, "%u bytes written", writes->complete);
  }
  return fail(writes, "AXI write");
}

// The record has ended. A committed record must have written exactly the model's bytes. Another record must begin with
// them: its last burst may have been aborted or may not count.
static bool end_record(struct spu_checker_writes *writes, const struct spu *model, bool committed)
{
  struct spu_write runs[SPU_MAX_RECORD_PAGES];
  const size_t count = spu_last_writes(model, runs);
  uint32_t index = 0;
  for (size_t run = 0; run < count; run++) {
    for (uint32_t i = 0; i < runs[run].len; i++) {
      if (!byte_matches(writes, index++, &runs[run], i)) {
        return false;
      }
    }
  }
  if (committed && (index != writes->count || writes->too_many)) {
    (void)snprintf(writes->expected, sizeof writes->expected, "%u bytes written", index);
    (void)snprintf(writes->got, sizeof writes->got, "%u%s", writes->count,
                   writes->too_many ? " or more" : "");
    return fail(writes, "AXI write");
  }
  writes->complete = 0;
  writes->count = 0;
  writes->too_many = false;
  return true;
}

bool spu_checker_writes_step(struct spu_checker_writes *writes, const struct spu *model,
                             const struct spu_in *in, const struct spu_checker_bus *bus,
                             const struct spu_vif *vif)
{
  const bool taken = take(writes, in, bus);
  if (taken != vif->burst_valid) {
    (void)snprintf(writes->expected, sizeof writes->expected,
                   "%u: the last of a burst's address and data is %staken", taken, taken ? "" : "not ");
    (void)snprintf(writes->got, sizeof writes->got, "%u", vif->burst_valid);
    return fail(writes, "vif_o.burst_valid");
  }
  return (!vif->commit_valid && !vif->discard_valid) || end_record(writes, model, vif->commit_valid);
}
