// SPDX-License-Identifier: Apache-2.0
#include "unit/check/image.h"

#include <inttypes.h>
#include <string.h>

#include "unit/env/mmu.h"
#include "unit/util/text.h"

// Indexed by {NSE, NS}.
static const char *space_name(uint8_t pas)
{
  static const char *const names[] = {"s", "ns", "root", "realm"};
  return names[pas & 3U];
}

enum { PAGE = 4096 };

void image_init(struct image *image, const struct spu_config *config, const struct axi_memory *memory)
{
  memset(image, 0, sizeof *image);
  image->memory = memory;
  image->largest = spu_config_largest_record(config);
  image->lanes = config->axi_data_width / 8;
}

void image_free(struct image *image)
{
  shadow_free(&image->shadow);
}

void image_start(struct image *image, uint64_t pmbptr, uint64_t limit, const struct spu_request *request)
{
  image->request = *request;
  const uint64_t end = pmbptr + image->largest;
  image->end = end > limit ? limit : end;
  image->windows = 0;
}

static void open_window(struct image *image, const struct spu_in *in)
{
  if (image->windows == SPU_MAX_RECORD_PAGES || image->va >= image->end) {
    return;
  }
  const uint64_t page_end = (image->va | (PAGE - 1)) + 1;
  const uint64_t end = page_end < image->end ? page_end : image->end;
  image->window[image->windows++] =
      (struct image_window){.pa = in->xlate_rsp_pa, .len = end - image->va, .pas = mmu_address_space(in)};
}

static bool beat_allowed(const struct image *image, const struct axi_beat *beat)
{
  if (beat->strobe == 0) {
    return true;
  }
  const uint64_t first = beat->addr + (uint64_t)__builtin_ctzll(beat->strobe);
  const uint64_t last = beat->addr + 63U - (uint64_t)__builtin_clzll(beat->strobe);
  for (uint32_t i = 0; i < image->windows; i++) {
    const struct image_window *window = &image->window[i];
    if (beat->pas == window->pas && first >= window->pa && last < window->pa + window->len) {
      return true;
    }
  }
  return false;
}

static void report_beat(struct image *image, const struct axi_beat *beat)
{
  struct text expected = {image->expected, sizeof image->expected, 0};
  struct text got = {image->got, sizeof image->got, 0};
  text_add(&expected,
           image->windows == 0 ? "no write: no record in progress has a translated page" : "within");
  for (uint32_t i = 0; i < image->windows; i++) {
    const struct image_window *window = &image->window[i];
    text_add(&expected, " %s:0x%" PRIx64 "..0x%" PRIx64, space_name(window->pas), window->pa,
             window->pa + window->len - 1);
  }
  struct axi_beat moved = *beat;
  bool elsewhere = true;  // forbidden also in the address space of a translated page
  for (uint32_t i = 0; i < image->windows; i++) {
    moved.pas = image->window[i].pas;
    elsewhere = elsewhere && !beat_allowed(image, &moved);
  }
  text_add(&got, "beat at %s:0x%" PRIx64 " strobe 0x%" PRIx64 "%s", space_name(beat->pas), beat->addr,
           beat->strobe, elsewhere ? "" : ": another address space, AWPROT[1] and AWNSE");
}

// Whether a burst begins: its address or its first beat, whichever is first, is offered.
static bool burst_begins(struct image *image, const struct spu_in *in, const struct dut_bus *bus)
{
  const bool address = bus->axi_awvalid && !image->address_held;
  const bool data = bus->axi_wvalid && !image->data_held && !image->in_burst;
  const bool begins = (address && image->ahead >= 0) || (data && image->ahead <= 0);
  image->ahead += address;
  image->ahead -= data;
  image->address_held = bus->axi_awvalid && !in->axi_awready;
  image->data_held = bus->axi_wvalid && !in->axi_wready;
  if (bus->axi_wvalid) {
    image->in_burst = image->data_held || !bus->axi_wlast;
  }
  return begins;
}

static void add_request(struct text *text, const struct spu_request *request)
{
  text_add(text, "a translation request for EL%u of %s state", request->el,
           request->ss == 0   ? "Secure"
           : request->ss == 1 ? "Non-secure"
                              : "Realm");
  if (request->nvm) {
    text_add(text, " without stage 1, SH %u, Attr 0x%02x", request->sh, request->attr);
  }
}

// Compares a translation request with the one expected since the record's start.
static bool check_request(struct image *image, const struct dut_bus *bus)
{
  const struct spu_request *to_be = &image->request;
  const struct spu_request asked = {.el = bus->xlate_req_el,
                                    .ss = bus->xlate_req_ss,
                                    .nvm = bus->xlate_req_nvm,
                                    .sh = bus->xlate_req_sh,
                                    .attr = bus->xlate_req_attr};
  if (asked.el == to_be->el && asked.ss == to_be->ss && asked.nvm == to_be->nvm && asked.sh == to_be->sh &&
      asked.attr == to_be->attr) {
    return true;
  }
  image->function = "ProfilingBufferOwner";
  struct text expected = {image->expected, sizeof image->expected, 0};
  struct text got = {image->got, sizeof image->got, 0};
  add_request(&expected, to_be);
  add_request(&got, &asked);
  return false;
}

bool image_begin(struct image *image, const struct spu_in *in, const struct dut_bus *bus, bool session)
{
  const bool request = bus->xlate_req_valid && !image->request_held;
  image->request_held = bus->xlate_req_valid && !in->xlate_req_ready;
  const bool burst = burst_begins(image, in, bus);
  if (session || (!request && !burst)) {
    return !request || check_request(image, bus);
  }
  image->function = "ProfilingBufferEnabled";
  struct text expected = {image->expected, sizeof image->expected, 0};
  struct text got = {image->got, sizeof image->got, 0};
  text_add(&expected, "no new request or burst: PMBLIMITR_EL1.E is 0 or profiling is stopped");
  text_add(&got, request ? "a translation request, for 0x%" PRIx64 : "a burst at 0x%" PRIx64,
           request ? bus->xlate_req_va : bus->axi_awaddr);
  return false;
}

bool image_burst(struct image *image, const struct spu_in *in, const struct dut_bus *bus, bool burst_valid)
{
  const bool address = bus->axi_awvalid && in->axi_awready;
  const bool last = bus->axi_wvalid && in->axi_wready && bus->axi_wlast;
  const bool taken = (address && (last || image->taken_ahead < 0)) || (last && image->taken_ahead > 0);
  image->taken_ahead += address;
  image->taken_ahead -= last;
  if (taken == burst_valid) {
    return true;
  }
  struct text expected = {image->expected, sizeof image->expected, 0};
  struct text got = {image->got, sizeof image->got, 0};
  text_add(&expected, "burst_valid %u: 1 when the later of a burst's address and last beat is accepted",
           taken);
  text_add(&got, "%u", burst_valid);
  return false;
}

// Whether all lanes that the beat does not write are zero.
static bool lanes_clear(struct image *image, const struct dut_bus *bus)
{
  for (uint32_t lane = 0; lane < image->lanes; lane++) {
    if ((bus->axi_wstrb >> lane & 1U) == 0 && bus->axi_wdata[lane] != 0) {
      struct text expected = {image->expected, sizeof image->expected, 0};
      struct text got = {image->got, sizeof image->got, 0};
      text_add(&expected, "0 in lane %u, which strobe 0x%" PRIx64 " does not write", lane, bus->axi_wstrb);
      text_add(&got, "0x%02x", bus->axi_wdata[lane]);
      return false;
    }
  }
  return true;
}

bool image_step(struct image *image, const struct spu_in *in, const struct dut_bus *bus)
{
  if (bus->xlate_req_valid && in->xlate_req_ready) {
    image->va = bus->xlate_req_va;
  }
  if (bus->axi_wvalid && !lanes_clear(image, bus)) {
    return false;
  }
  if (bus->axi_wvalid && in->axi_wready && image->memory != NULL) {
    const struct axi_beat beat = axi_memory_last_beat(image->memory);
    if (beat.valid) {
      shadow_forget(&image->shadow, &beat);
    }
    if (beat.valid && !beat_allowed(image, &beat)) {
      report_beat(image, &beat);
      return false;
    }
  }
  if (in->xlate_rsp_valid && !in->xlate_rsp_fault) {
    open_window(image, in);
  }
  return true;
}

bool image_end(struct image *image, const struct spu_write *writes, size_t count)
{
  uint8_t data[SPU_MAX_RECORD];
  image->windows = 0;
  if (image->memory == NULL) {
    return true;
  }
  for (size_t i = 0; i < count; i++) {
    const struct spu_write *write = &writes[i];
    axi_memory_read(image->memory, write->pa, write->pas, data, write->len);
    if (memcmp(data, write->data, write->len) == 0) {
      shadow_keep(&image->shadow, write);
      continue;
    }
    size_t at = 0;
    while (data[at] == write->data[at]) {
      at++;
    }
    struct text expected = {image->expected, sizeof image->expected, 0};
    struct text got = {image->got, sizeof image->got, 0};
    text_add(&expected, "0x%02x at %s:0x%" PRIx64 " (VA 0x%" PRIx64 ", byte %zu of %u)", write->data[at],
             space_name(write->pas), write->pa + at, write->va + at, at, (unsigned)write->len);
    text_add(&got, "0x%02x in memory", data[at]);
    return false;
  }
  return true;
}

bool image_check(struct image *image)
{
  struct shadow_break broken;
  if (image->memory == NULL || shadow_check(&image->shadow, image->memory, &broken)) {
    return true;
  }
  struct text expected = {image->expected, sizeof image->expected, 0};
  struct text got = {image->got, sizeof image->got, 0};
  text_add(&expected, "0x%02x at %s:0x%" PRIx64 ", from an earlier record", broken.expected,
           space_name(broken.pas), broken.pa);
  text_add(&got, "0x%02x in memory", broken.got);
  return false;
}

bool image_reset(struct image *image)
{
  image->windows = 0;
  image->request_held = false;
  image->address_held = false;
  image->data_held = false;
  image->in_burst = false;
  image->ahead = 0;
  image->taken_ahead = 0;
  return image_check(image);
}
