// SPDX-License-Identifier: Apache-2.0
//
// The environment's side of xlate and AXI in a replay: responds as the settings of an event list say.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENTS_PORTS_H
#define TB_UNIT_STIMULUS_EVENTS_EVENTS_PORTS_H

#include "unit/env/axi_memory.h"
#include "unit/env/mmu.h"
#include "unit/stimulus/events/events.h"
#include "unit/stimulus/events/events_bursts.h"

struct events_ports {
  struct mmu *mmu;                  // timing of responses, and the rules
  struct axi_memory *memory;        // likewise
  const struct timed_xlate *xlate;  // setting for requests from now on
  const struct timed_axi *axi;      // setting for bursts from now on
  struct timed_flip flip;           // flips in this cycle
  const struct timed_xlate *asked;  // setting of the present request
  bool xlate_waits;
  uint32_t xlate_waited;  // cycles
  uint64_t xlate_va;
  uint8_t xlate_ss;
  bool xlate_busy;  // accepted, without a response
  struct events_bursts bursts;
  const struct timed_axi *burst[EVENTS_BURSTS];  // indexed by number modulo EVENTS_BURSTS
  uint32_t aw_waited;
  uint32_t w_waited;
  bool attributes;  // responses have memory attributes: FEAT_SPE_nVM
};

// Starts with immediate responses. False if out of memory; events_ports_close() is needed even then.
bool events_ports_open(struct events_ports *ports, const struct spu_config *config);
void events_ports_close(struct events_ports *ports);

// The unit is reset. Drops pending requests, or (`alone`) lets memory and MMU respond to accepted ones.
void events_ports_reset(struct events_ports *ports, bool alone);

// Responds at once from now on, also to pending requests.
void events_ports_hurry(struct events_ports *ports);

// Fills the xlate and axi pins of a cycle.
void events_ports_drive(struct events_ports *ports, struct spu_in *in);

// False with an error if the unit broke a rule.
bool events_ports_observe(struct events_ports *ports, const struct spu_in *in, const struct dut_bus *bus,
                          struct tb_error *error);

// True if no request and no burst waits for a response.
bool events_ports_idle(const struct events_ports *ports);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENTS_PORTS_H
