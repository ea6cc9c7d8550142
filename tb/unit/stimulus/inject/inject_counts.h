// SPDX-License-Identifier: Apache-2.0
//
// Counts of injected faults in all profiles, taken at the unit's pins.
#ifndef TB_UNIT_STIMULUS_INJECT_INJECT_COUNTS_H
#define TB_UNIT_STIMULUS_INJECT_INJECT_COUNTS_H

#include <stddef.h>
#include <stdint.h>

// Classes of translation faults (Arm ARM D24.7, PMBSR_EL1.FSC).
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

// Activities in the unit when it is reset; several at once are possible.
enum inject_phase {
  INJECT_IN_FLIGHT,    // an operation in flight
  INJECT_FINISHED,     // an operation finished but not decided
  INJECT_WAITING,      // a record that waits to be written
  INJECT_ASKED,        // a translation request not accepted
  INJECT_TRANSLATING,  // a translation without a response
  INJECT_ADDRESS,      // an AXI address not accepted
  INJECT_DATA,         // a burst whose address is accepted, but not all of its data
  INJECT_RESPONSE,     // a burst without a response
  INJECT_PSB,
  INJECT_DSB,
  INJECT_IRQ,    // PMBIRQ is high
  INJECT_EMPTY,  // none of the above
  INJECT_PHASES
};

struct inject_counts {
  uint64_t faults[INJECT_FAULTS];  // translations that faulted
  uint64_t aborts[2];              // SLVERR and DECERR responses
  uint64_t interrupts;             // changes of the PE's state at a chosen cycle
  uint64_t services;               // interrupts served at a chosen cycle
  uint64_t register_writes;        // register writes at a chosen cycle
  uint64_t barriers;               // barriers requested at a chosen cycle
  uint64_t dead_phases;            // stalls of memory
  uint64_t dead_clocks;            // cycles of these stalls
  uint64_t resets;
  uint64_t reset_in[INJECT_PHASES];
  uint64_t fault_pairs;           // distinct pairs (kind of fault, byte of the record) that occurred
  uint64_t fault_pairs_possible;  // pairs in this configuration
  uint64_t shots;                 // places of the walks reached
  uint64_t missed;                // places given up: no sample was taken, or its record was too short
};

// Names as in reports: "address_size", "in_flight". Null past the end.
const char *inject_fault_name(size_t fault);
const char *inject_phase_name(size_t phase);

#endif  // TB_UNIT_STIMULUS_INJECT_INJECT_COUNTS_H
