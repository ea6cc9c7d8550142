// SPDX-License-Identifier: Apache-2.0
//
// The scoreboard's memory for cva6_trace. Bound into the scoreboard, because the type of its memory is local to it.

module cva6_scoreboard_state
  import core_trace_pkg::*;
  import ariane_pkg::*;
#(
  localparam int unsigned MemBits = 2 + $bits(scoreboard_entry_t)
) (
  input logic [Entries-1:0][MemBits-1:0] mem_q_i,
  input logic [Entries-1:0][MemBits-1:0] mem_n_i
);

  typedef struct packed {
    logic              issued;
    logic              rd_is_fpr;
    scoreboard_entry_t sbe;
  } mem_t;

  logic [Entries-1:0] there, there_next;  // the entry is in use
  logic [Entries-1:0] done, done_next;    // its result is in the scoreboard
  logic [Entries-1:0] late;               // but it is executed when it commits
  logic [Entries-1:0] loads, stores;      // atomics are stores

  mem_t [Entries-1:0] mem_q, mem_n;
  assign mem_q = mem_q_i;
  assign mem_n = mem_n_i;

  always_comb begin
    for (int unsigned n = 0; n < Entries; n++) begin
      there[n]      = mem_q[n].issued;
      there_next[n] = mem_n[n].issued;
      done[n]       = mem_q[n].sbe.valid;
      done_next[n]  = mem_n[n].sbe.valid;
      loads[n]      = mem_q[n].sbe.fu == LOAD;
      stores[n]     = mem_q[n].sbe.fu == STORE;
      late[n]       = mem_q[n].sbe.fu inside {NONE, CSR} || is_amo(mem_q[n].sbe.op);
    end
  end

endmodule

bind scoreboard cva6_scoreboard_state i_state (
  .mem_q_i(mem_q),
  .mem_n_i(mem_n)
);
