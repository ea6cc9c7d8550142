// SPDX-License-Identifier: Apache-2.0
//
// What was injected in a run, counted where it reached the unit's pins, in every profile.
#ifndef TB_UNIT_STIMULUS_INJECT_INJECT_COUNTS_H
#define TB_UNIT_STIMULUS_INJECT_INJECT_COUNTS_H

#include <stddef.h>
#include <stdint.h>

// Classes of faults that a translation can be answered with (Arm ARM D24.7, PMBSR_EL1.FSC).
enum inject_fault {
  INJECT_ADDRESS_SIZE,
  INJECT_TRANSLATION,
  INJECT_ACCESS_FLAG,
  INJECT_PERMISSION,
  INJECT_EXTERNAL_ABORT,  // on a table walk
  INJECT_PARITY,          // on a table walk
  INJECT_ALIGNMENT,
  INJECT_GRANULE_FAULT,  // Granule Protection Fault
  INJECT_TLB_CONFLICT,
  INJECT_UNSUPPORTED,    // atomic hardware update
  INJECT_GRANULE_CHECK,  // Granule Protection Check fault other than a Granule Protection Fault
  INJECT_FAULTS
};

// What is going on in the unit when it is reset; several can be.
enum inject_phase {
  INJECT_IN_FLIGHT,    // an operation
  INJECT_FINISHED,     // one that waits for its verdict
  INJECT_WAITING,      // a record that waits to be written
  INJECT_ASKED,        // a translation request that is not taken
  INJECT_TRANSLATING,  // a translation that is not answered
  INJECT_ADDRESS,      // an AXI address that is not taken
  INJECT_DATA,         // a burst with its address taken and not all of its data
  INJECT_RESPONSE,     // a burst without its response
  INJECT_PSB,
  INJECT_DSB,
  INJECT_IRQ,    // PMBIRQ is high
  INJECT_EMPTY,  // none of the above
  INJECT_PHASES
};

struct inject_counts {
  uint64_t faults[INJECT_FAULTS];  // translations that faulted
  uint64_t aborts[2];              // bursts answered with SLVERR, DECERR
  uint64_t interrupts;             // times that the PE was moved at a chosen cycle
  uint64_t services;               // interrupts served at a chosen cycle
  uint64_t register_writes;        // at a chosen cycle
  uint64_t barriers;               // asked for at a chosen cycle
  uint64_t dead_phases;            // memory stood still
  uint64_t dead_clocks;            // for so long
  uint64_t resets;
  uint64_t reset_in[INJECT_PHASES];
  uint64_t fault_pairs;           // (kind of fault, byte of the record) that happened, each once
  uint64_t fault_pairs_possible;  // in this configuration
  uint64_t shots;                 // places of the walks that were reached
  uint64_t missed;                // places given up: no sample came, or its record was too short
};

// Names as in reports: "address_size", "in_flight". Null past the end.
const char *inject_fault_name(size_t fault);
const char *inject_phase_name(size_t phase);

#endif  // TB_UNIT_STIMULUS_INJECT_INJECT_COUNTS_H
