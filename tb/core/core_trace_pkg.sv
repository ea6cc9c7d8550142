// SPDX-License-Identifier: Apache-2.0
//
// What a core's own trace says of one cycle: struct core_events of core_trace.h, which explains the fields.

package core_trace_pkg;

  localparam int unsigned Entries = 8;  // CORE_ENTRIES
  localparam int unsigned Retires = 2;  // CORE_RETIRES

  typedef logic [$clog2(Entries)-1:0] entry_t;

  typedef struct packed {
    logic        valid;
    entry_t      entry;
    logic [63:0] pc;
    logic [31:0] insn;
    logic [63:0] addr;
    logic [7:0]  rmask;
    logic [7:0]  wmask;
    logic [1:0]  mode;
  } retired_t;

  typedef struct packed {
    logic                 dispatch;
    entry_t               dispatch_entry;
    logic [63:0]          dispatch_pc;
    logic [1:0]           dispatch_mode;
    logic                 dispatch_flushed;
    logic [Entries-1:0]   completed;
    retired_t [Retires-1:0] retired;
    logic                 trap;
    entry_t               trap_entry;
    logic [63:0]          trap_pc;
    logic                 trap_interrupt;
    logic                 flush;
    logic [Entries-1:0]   missed;
    logic [Entries-1:0]   walk_began;
    logic [Entries-1:0]   walking;
    logic                 translated;
    entry_t               translated_entry;
    logic [63:0]          translated_pa;
    logic                 mispredicted;
    entry_t               mispredicted_entry;
  } events_t;

endpackage
