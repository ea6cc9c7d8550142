// SPDX-License-Identifier: Apache-2.0
//
// Serves PMBIRQ while the player runs, as an operating system does: downloads what is in the buffer, sets PMBPTR_EL1
// back and clears PMBSR_EL1.S while PMBLIMITR_EL1.E is 0. Profiling stands still meanwhile.
#ifndef FPGA_HOST_SERVE_H
#define FPGA_HOST_SERVE_H

#include "host/run.h"

struct served {
  uint8_t *bytes;  // all records, in order
  size_t size;
  size_t first_size;  // of the first download: up to the first management event
  uint64_t first_pmbsr;
  uint32_t events;  // served
};

// Until the player ends. False with an error if the link fails, or an event is of another kind than a full buffer:
// then nothing can be done about it. Free `bytes` in any case.
bool serve_run(const struct run *run, const struct board *board, struct served *served,
               struct tb_error *error);

// Appends what a finished run left in the buffer.
bool serve_append(struct served *served, const uint8_t *bytes, size_t size, struct tb_error *error);

#endif  // FPGA_HOST_SERVE_H
