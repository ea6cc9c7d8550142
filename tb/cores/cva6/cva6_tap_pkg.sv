// SPDX-License-Identifier: Apache-2.0
//
// What is tapped of CVA6 (docs/cores.md). An entry is one of the scoreboard: the number by which the core's own ports
// name an instruction on its way.

package cva6_tap_pkg;

  typedef logic [ariane_pkg::TRANS_ID_BITS-1:0] entry_t;
  typedef logic [riscv::VLEN-1:0] va_t;
  typedef logic [riscv::PLEN-1:0] pa_t;

  localparam int unsigned CommitPorts    = ariane_pkg::NR_COMMIT_PORTS;
  localparam int unsigned WriteBackPorts = ariane_pkg::NR_WB_PORTS;

  typedef struct packed {
    // dispatch: the issue stage takes an instruction
    logic                             dispatched;
    logic                             dispatch_flushed;  // and drops it in the same cycle: there is no such entry
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
    logic                             lsu_asks;          // for its translation
    logic                             lsu_hits;          // which the TLB has
    logic                             lsu_walks;         // the walker walks for an access
    logic                             lsu_faults;        // the one that asked before faults
    logic                             load_sent;         // a load goes to the data cache
    entry_t                           load_entry;        // the one sent last
    logic                             store_sent;        // a store or atomic goes to its buffer
    entry_t                           store_entry;
    pa_t                              access_pa;         // of either
    logic                             translates;        // data addresses are translated
    logic                             load_refills;      // the load sent last has its line fetched

    // fate
    logic   [CommitPorts-1:0]         committed;
    entry_t [CommitPorts-1:0]         commit_entry;
    logic                             trap;              // commit_entry[0] takes an exception
    logic                             trap_is_irq;       // which is an interrupt
    logic                             flush;             // every entry that does not commit is dropped
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
