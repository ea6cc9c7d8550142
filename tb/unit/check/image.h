// SPDX-License-Identifier: Apache-2.0
//
// Where the unit's bytes go: what was committed is in memory, and nothing is written anywhere else.
#ifndef TB_UNIT_CHECK_IMAGE_H
#define TB_UNIT_CHECK_IMAGE_H

#include "spu.h"
#include "unit/check/shadow.h"
#include "unit/dut/dut.h"
#include "unit/env/axi_memory.h"

enum { IMAGE_TEXT = 160 };

// Physical bytes that the record in progress may write: the part of a translated page that is below both the
// end of a largest record and PMBLIMITR_EL1.LIMIT.
struct image_window {
  uint64_t pa;
  uint64_t len;
  uint8_t pas;
};

struct image {
  const struct axi_memory *memory;
  uint64_t largest;            // bytes of a largest record
  uint64_t end;                // virtual address that the record in progress must stay below
  uint64_t va;                 // of the translation asked for
  struct spu_request request;  // what the pages of the record in progress are asked for with
  struct image_window window[SPU_MAX_RECORD_PAGES];
  uint32_t windows;
  uint32_t lanes;  // bytes of a beat
  // What the unit has been offering since an earlier cycle, and how many more addresses of bursts than first
  // beats it has offered.
  bool request_held;
  bool address_held;
  bool data_held;
  bool in_burst;
  int32_t ahead;
  int32_t taken_ahead;  // the same of addresses and last beats that were taken
  struct shadow shadow;
  const char *function;       // of the pseudocode, that what image_begin() refused breaks
  char expected[IMAGE_TEXT];  // of the check that failed
  char got[IMAGE_TEXT];
};

void image_init(struct image *image, const struct spu_config *config, const struct axi_memory *memory);
void image_free(struct image *image);

// A record starts at address pmbptr, below limit. Its pages are to be asked for with `request`.
void image_start(struct image *image, uint64_t pmbptr, uint64_t limit, const struct spu_request *request);

// One cycle, before any other call for it. `session`: PMBLIMITR_EL1.E is 1 at its start and profiling is not stopped.
// False (with expected and got) if a translation is requested or a burst begins although `session` is false, or if a
// translation is requested with something else than image_start() said.
bool image_begin(struct image *image, const struct spu_in *in, const struct dut_bus *bus, bool session);

// One cycle: whether the last of a burst's address and data is taken in it. False (with expected and got) if
// burst_valid says otherwise.
bool image_burst(struct image *image, const struct spu_in *in, const struct dut_bus *bus, bool burst_valid);

// One cycle: takes the translation's handshakes and the beat that the memory accepted. False (with expected and
// got) if the beat writes outside the windows of a record in progress, or has anything in lanes that it does not write.
bool image_step(struct image *image, const struct spu_in *in, const struct dut_bus *bus);

// The record ended; `writes` is what the model says was laid down. False if a byte is not in memory.
bool image_end(struct image *image, const struct spu_write *writes, size_t count);

// The unit was reset: no record is in progress any more. False if a byte that earlier records laid down is not in
// memory.
bool image_reset(struct image *image);

// False if a byte that records laid down is not in memory.
bool image_check(struct image *image);

#endif  // TB_UNIT_CHECK_IMAGE_H
