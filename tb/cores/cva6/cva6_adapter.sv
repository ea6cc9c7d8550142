// SPDX-License-Identifier: Apache-2.0
//
// From CVA6's taps to the pins of spu_top; docs/cores.md has the mapping and the reasons for it.
//
// The unit's inputs are registered after this module: activity of the core in cycle n reaches the unit in cycle n + 1.
// The mark of an operation dispatched in cycle n is here in cycle n + 1, the first cycle in which the operation can do
// anything. All pins are late by the same cycle, so latencies are unchanged.
//
// Each tag has a slot, which follows one operation by its scoreboard entry. An operation flushed in the cycle of its
// dispatch never gets an entry, and the next operation has the same number: its slot ignores the taps.

module cva6_adapter
  import cva6_tap_pkg::*;
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t                  Cfg,
  parameter ariane_pkg::ariane_cfg_t  ArianeCfg
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,

  input  tap_t                          tap_i,

  // pe
  output logic [1:0]                    el_o,

  // dispatch
  output logic                          dispatch_valid_o,
  output logic [63:0]                   dispatch_pc_o,
  output logic [15:0]                   dispatch_empty_o,
  input  logic                          mark_valid_i,  // of the operation dispatched in the previous cycle
  input  logic [TagWidth-1:0]           mark_tag_i,

  // op
  output op_t                           op_o [MaxInFlight],

  // barrier: for a PSB CSYNC that executes as the oldest operation
  output logic [MaxInFlight-1:0]        psb_older_o,

  // pmu
  output logic [MaxPmuEvents-1:0][3:0]  pmu_event_o
);
  import ariane_pkg::*;

  // Data Source codes of Arm's cores.
  localparam logic [15:0] SourceL1   = 16'h0;
  localparam logic [15:0] SourceDram = 16'he;

  // The PE is in Non-secure state, if it has one.
  localparam logic NonSecure = Cfg.HaveEl3 || !Cfg.SecureOnly;

  // Events packet bits (D18.2.6).
  localparam int unsigned L1dAccess    = 2;
  localparam int unsigned L1dRefill    = 3;
  localparam int unsigned TlbAccess    = 4;
  localparam int unsigned TlbWalk      = 5;
  localparam int unsigned NotTaken     = 6;
  localparam int unsigned Mispredicted = 7;

  typedef struct packed {
    logic   active;   // marked, and not finished
    logic   flushed;  // in the cycle of its dispatch
    logic   late;     // its result comes when it commits
    logic   idle;     // fetched with an exception or an interrupt: never issued
    logic   last;     // finished, and no operation after it
    entry_t entry;
    op_t    op;       // pins so far
  } slot_t;

  // -------------------------------------------------------------------------------------------------------
  // Dispatch

  // Machine mode is the highest Exception level.
  function automatic logic [1:0] level_of(riscv::priv_lvl_t level);
    unique case (level)
      riscv::PRIV_LVL_U: return EL0;
      riscv::PRIV_LVL_S: return EL1;
      default:           return Cfg.HaveEl3 ? EL3 : Cfg.HaveEl2 ? EL2 : EL1;
    endcase
  endfunction

  // x1 and x5 are link registers.
  function automatic logic is_link(logic [REG_ADDR_SIZE-1:0] register);
    return register == REG_ADDR_SIZE'(1) || register == REG_ADDR_SIZE'(5);
  endfunction

  // Pins that depend on the instruction alone.
  function automatic op_t op_of(scoreboard_entry_t instr);
    op_t  op;
    logic amo, reserves;
    op       = '0;
    amo      = is_amo(instr.op);
    reserves = instr.op inside {AMO_LRW, AMO_LRD, AMO_SCW, AMO_SCD};
    unique case (1'b1)
      instr.fu == CTRL_FLOW, instr.op inside {MRET, SRET}: begin
        op.kind     = KindBranch;
        op.cond     = op_is_branch(instr.op);
        op.indirect = instr.op inside {JALR, MRET, SRET};
        op.call     = instr.fu == CTRL_FLOW && !op.cond && is_link(instr.rd);
        op.ret      = instr.op == JALR && is_link(instr.rs1) && !is_link(instr.rd);
      end
      instr.fu inside {LOAD, STORE}: begin
        op.kind      = amo ? KindLdstExtended : KindLdstGeneral;
        op.store     = instr.fu == STORE;
        op.exclusive = reserves;
        op.atomic    = amo && !reserves;
        op.acq_rel   = amo && instr.ex.tval[26:25] != 2'b00;  // aq, rl: the instruction is there until it faults
        if (instr.op inside {AMO_LRW, AMO_LRD}) op.store = 1'b0;
        if (op.atomic && instr.rd != '0) op.store = 1'b0;  // it returns a value
      end
      default: op.kind = KindOther;
    endcase
    return op;
  endfunction

  slot_t dispatched_d, dispatched_q;

  always_comb begin
    dispatched_d         = '0;
    dispatched_d.active  = 1'b1;
    dispatched_d.flushed = tap_i.dispatch_flushed;
    dispatched_d.late    = tap_i.instr.fu == CSR || is_amo(tap_i.instr.op);
    dispatched_d.idle    = tap_i.instr.ex.valid;
    dispatched_d.entry   = tap_i.instr.trans_id;
    dispatched_d.op      = op_of(tap_i.instr);
  end

  assign el_o             = level_of(tap_i.priv_lvl);
  assign dispatch_valid_o = tap_i.dispatched;
  assign dispatch_pc_o    = tap_i.instr.pc;

  // -------------------------------------------------------------------------------------------------------
  // Whose this cycle is (docs/integration.md, "Exposed latency")

  localparam int unsigned FlightWidth = $clog2(NR_SB_ENTRIES + 1);

  logic [FlightWidth-1:0] in_flight_q;  // entries in use
  logic                   behind_q;     // an operation has flushed, and none has been dispatched since
  logic [15:0]            empty_q;      // cycles for the next operation
  logic                   kept, drained, waits, ended;
  entry_t                 ended_entry;  // of the youngest operation that ends in this cycle

  assign kept        = tap_i.dispatched && !tap_i.dispatch_flushed;
  assign drained     = (in_flight_q == '0);
  assign waits       = drained && !behind_q;
  assign ended       = tap_i.committed != '0 || tap_i.trap;
  assign ended_entry = tap_i.commit_entry[(tap_i.committed[1] && !tap_i.trap) ? 1 : 0];

  assign dispatch_empty_o = (kept && waits) ? empty_q + 16'(empty_q != '1) : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_flight_q <= '0;
      behind_q    <= 1'b0;
      empty_q     <= '0;
    end else begin
      if (tap_i.trap || tap_i.flush) in_flight_q <= '0;
      else in_flight_q <= in_flight_q + FlightWidth'(kept) - FlightWidth'($countones(tap_i.committed));
      if (tap_i.trap) behind_q <= !tap_i.trap_is_irq;
      else if (tap_i.flush || (tap_i.branch.valid && tap_i.branch.is_mispredict)) behind_q <= 1'b1;
      else if (kept) behind_q <= 1'b0;
      if (kept) empty_q <= '0;
      else if (waits && empty_q != '1) empty_q <= empty_q + 16'd1;
    end
  end

  // Called for a slot that is active, or finished last.
  function automatic logic is_waited_for(slot_t s);
    if (!s.active) return drained && behind_q;
    return !s.flushed && !drained && tap_i.commit_entry[0] == s.entry;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // The life of a marked operation

  // The access waits for the MMU while it misses in the TLB, and during its table walk.
  logic lsu_waits;
  assign lsu_waits = ((tap_i.lsu_asks && !tap_i.lsu_hits) || tap_i.lsu_walks) && !tap_i.lsu_faults;

  slot_t [Cfg.InFlight-1:0] slot, slot_d, slot_q;

  always_comb begin
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
      slot[tag] = slot_q[tag];
      if (mark_valid_i && mark_tag_i == TagWidth'(tag)) slot[tag] = dispatched_q;
    end
  end

  // Pins after this cycle.
  function automatic op_t op_after(slot_t s);
    op_t op;
    op = s.op;
    if (tap_i.branch.valid && tap_i.branch_entry == s.entry) begin
      op.target_valid         = 1'b1;
      op.target               = tap_i.branch.target_address;
      op.target_el            = el_o;
      op.target_ns            = NonSecure;
      op.events[NotTaken]     = !tap_i.branch.is_taken;
      op.events[Mispredicted] = tap_i.branch.is_mispredict;
    end
    if (tap_i.eret && tap_i.commit_entry[0] == s.entry) begin
      op.target_valid = 1'b1;
      op.target       = tap_i.eret_target;
      op.target_el    = level_of(tap_i.eret_level);
      op.target_ns    = NonSecure;
    end
    if (tap_i.lsu_entry == s.entry) begin
      if (tap_i.lsu_asks) op.va = tap_i.lsu_va;
      op.xlate_busy = lsu_waits;
      if (lsu_waits) op.events[TlbWalk] = 1'b1;
    end
    if ((tap_i.load_sent && tap_i.load_entry == s.entry) || (tap_i.store_sent && tap_i.store_entry == s.entry)) begin
      op.va_valid          = 1'b1;
      op.pa_valid          = 1'b1;
      op.pa                = tap_i.access_pa;
      op.pa_ns             = NonSecure;
      op.events[TlbAccess] = tap_i.translates;
      op.source_valid      = op.kind == KindLdstGeneral && !op.store;
      // A store accesses the cache only after it has retired.
      op.events[L1dAccess] = op.source_valid && is_inside_cacheable_regions(ArianeCfg, 64'(tap_i.access_pa));
      op.source            = op.events[L1dAccess] ? SourceL1 : SourceDram;
    end
    if (tap_i.load_refills && tap_i.load_entry == s.entry && op.source_valid) begin
      op.events[L1dRefill] = 1'b1;
      op.source            = SourceDram;
    end
    return op;
  endfunction

  function automatic logic is_written(slot_t s);
    logic written;
    written = 1'b0;
    for (int unsigned port = 0; port < WriteBackPorts; port++) begin
      written |= tap_i.written[port] && tap_i.written_entry[port] == s.entry;
    end
    return written && !s.late;
  endfunction

  function automatic logic is_committed(slot_t s);
    logic committed;
    committed = 1'b0;
    for (int unsigned port = 0; port < CommitPorts; port++) begin
      committed |= tap_i.committed[port] && tap_i.commit_entry[port] == s.entry;
    end
    return committed;
  endfunction

  // An interrupted operation is executed again: it neither retired nor took an exception itself.
  function automatic op_how_e how_of(slot_t s);
    if (s.flushed) return OpSquashed;
    if (is_committed(s)) return OpRetired;
    if (tap_i.trap && !tap_i.trap_is_irq && tap_i.commit_entry[0] == s.entry) return OpException;
    return OpSquashed;
  endfunction

  always_comb begin
    for (int unsigned tag = 0; tag < MaxInFlight; tag++) op_o[tag] = '0;
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
      slot_d[tag]        = slot[tag];
      slot_d[tag].active = 1'b0;
      slot_d[tag].last   = slot[tag].last && !ended;
      if (slot[tag].active) begin
        op_o[tag]           = slot[tag].flushed ? slot[tag].op : op_after(slot[tag]);
        op_o[tag].how       = how_of(slot[tag]);
        op_o[tag].issued    = !slot[tag].flushed && !slot[tag].idle;  // the cycle after dispatch
        op_o[tag].completed = is_written(slot[tag]) && !slot[tag].flushed;
        op_o[tag].finished  = slot[tag].flushed || is_committed(slot[tag]) || tap_i.trap || tap_i.flush;
        slot_d[tag].active        = !op_o[tag].finished;
        slot_d[tag].op            = op_o[tag];
        slot_d[tag].op.xlate_busy = 1'b0;
        slot_d[tag].last          = op_o[tag].finished && op_o[tag].how != OpSquashed && ended_entry == slot[tag].entry;
      end
      op_o[tag].oldest = (slot[tag].active || slot[tag].last) && is_waited_for(slot[tag]);
    end
  end

  // The barrier executes as the oldest operation, so an operation that still has a slot is not older.
  always_comb begin
    psb_older_o = '0;
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) psb_older_o[tag] = !slot[tag].active;
  end

  // -------------------------------------------------------------------------------------------------------
  // Events of the performance monitors (D14.2); others do not occur

  logic [3:0] commits, accesses;
  assign commits  = 4'(tap_i.committed[0]) + 4'(tap_i.committed[1]);
  assign accesses = 4'(tap_i.load_sent) + 4'(tap_i.store_sent);

  for (genvar n = 0; n < MaxPmuEvents; n++) begin : gen_pmu_event
    case (Cfg.PmuEvents[n])
      16'h0001: assign pmu_event_o[n] = 4'(tap_i.icache_miss);                                 // L1I_CACHE_REFILL
      16'h0003: assign pmu_event_o[n] = 4'(tap_i.dcache_miss);                                 // L1D_CACHE_REFILL
      16'h0004: assign pmu_event_o[n] = accesses;                                              // L1D_CACHE
      16'h0005: assign pmu_event_o[n] = 4'(tap_i.dtlb_miss);                                   // L1D_TLB_REFILL
      16'h0008: assign pmu_event_o[n] = commits;                                               // INST_RETIRED
      16'h0009: assign pmu_event_o[n] = 4'(tap_i.trap);                                        // EXC_TAKEN
      16'h0010: assign pmu_event_o[n] = 4'(tap_i.branch.valid && tap_i.branch.is_mispredict);  // BR_MIS_PRED
      16'h0012: assign pmu_event_o[n] = 4'(tap_i.branch.valid);                                // BR_PRED
      16'h0013: assign pmu_event_o[n] = accesses;                                              // MEM_ACCESS
      16'h001b: assign pmu_event_o[n] = 4'(tap_i.dispatched);                                  // INST_SPEC
      16'h0023: assign pmu_event_o[n] = 4'(!tap_i.dispatched && tap_i.fetch_empty);            // STALL_FRONTEND
      16'h0024: assign pmu_event_o[n] = 4'(!tap_i.dispatched && tap_i.scoreboard_full);        // STALL_BACKEND
      16'h003a: assign pmu_event_o[n] = commits;                                               // OP_RETIRED
      16'h003b: assign pmu_event_o[n] = 4'(tap_i.dispatched);                                  // OP_SPEC
      16'h003c: assign pmu_event_o[n] = 4'(!tap_i.dispatched);                                 // STALL
      16'h0040: assign pmu_event_o[n] = 4'(tap_i.load_sent);                                   // L1D_CACHE_RD
      default:  assign pmu_event_o[n] = '0;
    endcase
  end

  // -------------------------------------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) slot_q[tag].active <= 1'b0;
    end else begin
      slot_q <= slot_d;
    end
  end

  always_ff @(posedge clk_i) dispatched_q <= dispatched_d;

  // Every mark belongs to an operation.
  logic was_dispatched_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) was_dispatched_q <= 1'b0;
    else         was_dispatched_q <= tap_i.dispatched;
  end
  always_ff @(posedge clk_i) begin
    if (rst_ni) MarkIsOfDispatch_A: assert (!mark_valid_i || was_dispatched_q);
  end

endmodule
