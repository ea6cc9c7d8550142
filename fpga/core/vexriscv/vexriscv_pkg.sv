// SPDX-License-Identifier: Apache-2.0
//
// What is seen of VexRiscv's pipeline in a cycle.

package vexriscv_pkg;

  // An operation leaves a stage for the next one, or for good, in a cycle in which the stage is not stuck; it is
  // removed in one with remove.
  typedef struct packed {
    logic stuck;
    logic remove;     // it does not go on: flushed by an older one, or it has an exception
    logic flushed;    // by an older one
    logic exception;  // of this stage
  } stage_t;

  typedef struct packed {
    // decode: an operation goes to execute
    logic        fire;
    logic [31:0] pc;
    logic [31:0] instruction;
    // execute
    stage_t      execute;
    logic        taken;         // a branch is
    // memory
    stage_t      memory;
    logic        mispredicted;  // decode had taken a branch the other way
    logic [31:0] next_pc;       // of the program
    // write-back
    stage_t      writeback;
    logic        redo;          // a load that missed the cache is fetched again
    logic [31:0] address;       // of a load or store
    logic [31:0] mepc;
  } taps_t;

endpackage
