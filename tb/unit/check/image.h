// SPDX-License-Identifier: Apache-2.0
//
// Checks the unit's writes: committed bytes are in memory, and nothing else is written.
#ifndef TB_UNIT_CHECK_IMAGE_H
#define TB_UNIT_CHECK_IMAGE_H

#include "spu.h"
#include "unit/check/shadow.h"
#include "unit/dut/dut.h"
#include "unit/env/axi_memory.h"

enum { IMAGE_TEXT = 160 };

// Physical bytes that the record in progress may write: the part of a translated page below both the end of a record
// of maximum size and PMBLIMITR_EL1.LIMIT.
struct image_window {
  uint64_t pa;
  uint64_t len;
  uint8_t pas;
};

struct image {
  const struct axi_memory *memory;
  uint64_t largest;            // maximum size of a record, in bytes
  uint64_t end;                // virtual address that the record in progress must stay below
  uint64_t va;                 // virtual address of the requested translation
  struct spu_request request;  // expected attributes of the record's translation requests
  struct image_window window[SPU_MAX_RECORD_PAGES];
  uint32_t windows;
  uint32_t lanes;  // bytes per beat
  // What the unit has been offering since an earlier cycle. `ahead`: burst addresses minus first beats offered so far.
  bool request_held;
  bool address_held;
  bool data_held;
  bool in_burst;
  int32_t ahead;
  int32_t taken_ahead;  // burst addresses minus last beats accepted so far
  struct shadow shadow;
  const char *function;       // pseudocode function of the rule that image_begin() found broken
  char expected[IMAGE_TEXT];  // values of the check that failed
  char got[IMAGE_TEXT];
};

void image_init(struct image *image, const struct spu_config *config, const struct axi_memory *memory);
void image_free(struct image *image);

// A record starts at address pmbptr, below limit. Its translation requests must carry `request`.
void image_start(struct image *image, uint64_t pmbptr, uint64_t limit, const struct spu_request *request);

// First call of a cycle. `session`: PMBLIMITR_EL1.E is 1 at its start and profiling is not stopped.
// False (with expected and got) if a translation is requested or a burst begins although `session` is false, or if the
// request differs from image_start()'s.
bool image_begin(struct image *image, const struct spu_in *in, const struct dut_bus *bus, bool session);

// One cycle: burst_valid must be 1 exactly when the later of a burst's address and last beat is accepted. Else false,
// with expected and got.
bool image_burst(struct image *image, const struct spu_in *in, const struct dut_bus *bus, bool burst_valid);

// One cycle: takes the translation handshakes and the beat that the memory accepted. False (with expected and got) if
// the beat writes outside the windows of the record in progress, or a lane that it does not write is not zero.
bool image_step(struct image *image, const struct spu_in *in, const struct dut_bus *bus);

// The record ended; `writes` are the model's writes. False if one of their bytes is not in memory.
bool image_end(struct image *image, const struct spu_write *writes, size_t count);

// The unit was reset: no record is in progress any more. Checks memory as image_check() does.
bool image_reset(struct image *image);

// False if memory no longer holds a byte that an earlier record wrote.
bool image_check(struct image *image);

#endif  // TB_UNIT_CHECK_IMAGE_H
