// SPDX-License-Identifier: Apache-2.0
//
// Signals tapped from CVA6 (docs/cores.md). An entry is an index of the scoreboard, which identifies an instruction in
// flight at the core's own ports.

package cva6_tap_pkg;

  typedef logic [ariane_pkg::TRANS_ID_BITS-1:0] entry_t;
  typedef logic [riscv::VLEN-1:0] va_t;
  typedef logic [riscv::PLEN-1:0] pa_t;

  localparam int unsigned CommitPorts    = ariane_pkg::NR_COMMIT_PORTS;
  localparam int unsigned WriteBackPorts = ariane_pkg::NR_WB_PORTS;

  typedef struct packed {
    // dispatch: the issue stage takes an instruction
    logic                             dispatched;
    logic                             dispatch_flushed;  // and flushes it in the same cycle: it gets no entry
    ariane_pkg::scoreboard_entry_t    instr;             // with its entry's number
    riscv::priv_lvl_t                 priv_lvl;

    // execution
    logic   [WriteBackPorts-1:0]      written;           // a result is written back
    entry_t [WriteBackPorts-1:0]      written_entry;
    ariane_pkg::bp_resolve_t          branch;            // a branch is resolved
    entry_t                           branch_entry;

    // loads and stores
    entry_t                           lsu_entry;         // the next one to be translated
    va_t                              lsu_va;
    logic                             lsu_asks;          // it requests its translation
    logic                             lsu_hits;          // the TLB has it
    logic                             lsu_walks;         // a table walk for an access is active
    logic                             lsu_faults;        // the previous request faults
    logic                             load_sent;         // a load goes to the data cache
    entry_t                           load_entry;        // the load sent last
    logic                             store_sent;        // a store or atomic goes to its buffer
    entry_t                           store_entry;
    pa_t                              access_pa;         // of the load or store sent
    logic                             translates;        // data addresses are translated
    logic                             load_refills;      // the load sent last has its line fetched

    // fate
    logic   [CommitPorts-1:0]         committed;
    entry_t [CommitPorts-1:0]         commit_entry;
    logic                             trap;              // commit_entry[0] takes an exception
    logic                             trap_is_irq;       // it is an interrupt
    logic                             flush;             // every entry that does not commit is flushed
    logic                             eret;              // commit_entry[0] returns from an exception
    va_t                              eret_target;
    riscv::priv_lvl_t                 eret_level;

    // PMU events
    logic                             icache_miss;
    logic                             dtlb_miss;
    logic                             dcache_miss;
    logic                             fetch_empty;
    logic                             scoreboard_full;
  } tap_t;

endpackage
