// SPDX-License-Identifier: Apache-2.0
//
// CVA6's own trace of its operations, against which records are checked (core_checker.h). It does not use the taps: it
// observes the decoder's side of the issue stage, the scoreboard's memory, the RVFI port, the MMU with the page table
// walker, and line fetches on the bus.

module cva6_trace
  import core_trace_pkg::*;
#(
  parameter  int unsigned CommitPorts = ariane_pkg::NR_COMMIT_PORTS,
  localparam type         entry_t     = logic [EntryWidth-1:0]
) (
  input logic                          clk_i,
  input logic                          decoded_valid_i,
  input logic                          decoded_ack_i,
  input logic [riscv::VLEN-1:0]        decoded_pc_i,
  input entry_t                        issue_pointer_i,
  input entry_t                        oldest_i,
  input riscv::priv_lvl_t              level_i,
  input logic [Entries-1:0]            there_i,       // the entry is in use
  input logic [Entries-1:0]            there_next_i,
  input logic [Entries-1:0]            done_i,        // its result is in the scoreboard
  input logic [Entries-1:0]            done_next_i,
  input logic [Entries-1:0]            late_i,        // but it is executed when it commits
  input logic [Entries-1:0]            loads_i,
  input logic [Entries-1:0]            stores_i,
  input ariane_rvfi_pkg::rvfi_port_t   rvfi_i,
  input entry_t [CommitPorts-1:0]      commit_pointer_i,
  input ariane_pkg::exception_t        exception_i,
  input logic [riscv::VLEN-1:0]        oldest_pc_i,
  input logic                          flush_i,
  input logic                          flush_unissued_i,
  input entry_t                        executed_i,    // by the units of fixed latency
  input entry_t                        lsu_entry_i,
  input logic                          tlb_asked_i,   // the data TLB
  input logic                          tlb_hit_i,
  input logic                          translating_i,
  input logic                          walker_active_i,
  input logic                          walker_fetches_i,
  input logic                          walker_error_i,
  input logic                          walk_began_i,
  input logic                          mmu_valid_i,   // response to the request of the previous cycle
  input logic                          mmu_fault_i,
  input logic [riscv::VLEN-1:0]        mmu_va_i,
  input logic [riscv::PLEN-1:0]        mmu_pa_i,
  input ariane_axi::req_t              axi_req_i,
  input logic                          axi_ar_ready_i
);

  localparam int unsigned LineBits = $clog2(ariane_pkg::DCACHE_LINE_WIDTH / 8);

  // Addresses of accesses, from requests to the MMU and its responses. has_pa_q: the access is not done.
  logic   [Entries-1:0]                   has_pa_q;
  logic   [Entries-1:0][riscv::VLEN-1:0]  va_q;
  logic   [Entries-1:0][riscv::PLEN-1:0]  pa_q;
  entry_t                                 asked_entry_q;

  // The access waits for a table walk, or misses in the TLB.
  logic waits;
  assign waits = ((walker_active_i & ~walker_fetches_i) | (tlb_asked_i & translating_i & ~tlb_hit_i))
                 & ~(walker_error_i & ~walker_fetches_i);

  events_t trace;

  // A functional unit may still hold a flushed operation, so events of an unused entry are ignored.
  always_comb begin
    trace                    = '0;
    trace.dispatch           = decoded_valid_i & decoded_ack_i;
    trace.dispatch_entry     = issue_pointer_i;
    trace.dispatch_pc        = 64'(decoded_pc_i);
    trace.dispatch_mode      = level_i;
    trace.dispatch_flushed   = !there_next_i[issue_pointer_i];
    trace.dispatch_done      = done_next_i[issue_pointer_i];
    trace.completed          = there_i & ~done_i & done_next_i & ~late_i;
    for (int unsigned port = 0; port < Retires; port++) begin
      trace.retired[port].valid = rvfi_i[port].valid & ~exception_i.valid;
      trace.retired[port].entry = commit_pointer_i[port];
      trace.retired[port].pc    = 64'(rvfi_i[port].pc_rdata);
      trace.retired[port].insn  = rvfi_i[port].insn;
      trace.retired[port].addr  = 64'(va_q[commit_pointer_i[port]]);
      trace.retired[port].rmask = {8{loads_i[commit_pointer_i[port]]}};
      trace.retired[port].wmask = {8{stores_i[commit_pointer_i[port]]}};
      trace.retired[port].mode  = rvfi_i[port].mode;
    end
    trace.trap               = exception_i.valid;
    trace.trap_entry         = oldest_i;
    trace.trap_pc            = 64'(oldest_pc_i);
    trace.trap_interrupt     = exception_i.cause[riscv::XLEN-1];
    trace.flush              = flush_i;
    trace.walk_began         = (Entries'(walk_began_i) << lsu_entry_i) & there_i;
    trace.walking            = (Entries'(waits) << lsu_entry_i) & there_i;
    trace.translated         = mmu_valid_i & ~mmu_fault_i & there_i[asked_entry_q];
    trace.translated_entry   = asked_entry_q;
    trace.translated_pa      = 64'(mmu_pa_i);
    trace.translated_mapped  = translating_i;
    trace.mispredicted       = flush_unissued_i & ~flush_i;
    trace.mispredicted_entry = executed_i;
    // The data cache serves one load at a time, so a line that it fetches is for the oldest load of that line. Fetches
    // of instructions have ID 0; locked accesses, and accesses of other sizes than a line, are not cached.
    if (axi_req_i.ar_valid && axi_ar_ready_i && axi_req_i.ar.id[0] && axi_req_i.ar.len != 0 && !axi_req_i.ar.lock) begin
      for (int unsigned age = 0; age < Entries; age++) begin
        if (trace.missed == '0 && awaits_line(oldest_i + entry_t'(age))) trace.missed[oldest_i + entry_t'(age)] = 1'b1;
      end
    end
  end

  function automatic logic awaits_line(entry_t n);
    return has_pa_q[n] && there_i[n] && !done_i[n] && loads_i[n]
           && pa_q[n][riscv::PLEN-1:LineBits] == axi_req_i.ar.addr[riscv::PLEN-1:LineBits];
  endfunction

  always_ff @(posedge clk_i) begin
    asked_entry_q <= lsu_entry_i;
    has_pa_q      <= has_pa_q & there_next_i & ~done_next_i;
    if (trace.dispatch) has_pa_q[issue_pointer_i] <= 1'b0;
    if (trace.translated) begin
      has_pa_q[asked_entry_q] <= 1'b1;
      va_q[asked_entry_q]     <= mmu_va_i;
      pa_q[asked_entry_q]     <= mmu_pa_i;
    end
  end

endmodule

bind cva6 cva6_trace i_trace (
  .clk_i           (clk_i),
  .decoded_valid_i (issue_entry_valid_id_issue),
  .decoded_ack_i   (issue_instr_issue_id),
  .decoded_pc_i    (issue_entry_id_issue.pc),
  .issue_pointer_i (issue_stage_i.i_scoreboard.issue_pointer_q),
  .oldest_i        (issue_stage_i.i_scoreboard.commit_pointer_q[0]),
  .level_i         (csr_regfile_i.priv_lvl_q),
  .there_i         (issue_stage_i.i_scoreboard.i_state.there),
  .there_next_i    (issue_stage_i.i_scoreboard.i_state.there_next),
  .done_i          (issue_stage_i.i_scoreboard.i_state.done),
  .done_next_i     (issue_stage_i.i_scoreboard.i_state.done_next),
  .late_i          (issue_stage_i.i_scoreboard.i_state.late),
  .loads_i         (issue_stage_i.i_scoreboard.i_state.loads),
  .stores_i        (issue_stage_i.i_scoreboard.i_state.stores),
  .rvfi_i          (rvfi_o),
  .commit_pointer_i(issue_stage_i.i_scoreboard.commit_pointer_q),
  .exception_i     (ex_commit),
  .oldest_pc_i     (pc_commit),
  .flush_i         (flush_ctrl_ex),
  .flush_unissued_i(flush_unissued_instr_ctrl_id),
  .executed_i      (fu_data_id_ex.trans_id),
  .lsu_entry_i     (ex_stage_i.lsu_i.lsu_ctrl.trans_id),
  .tlb_asked_i     (ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.dtlb_lu_access),
  .tlb_hit_i       (ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.dtlb_lu_hit),
  .translating_i   (en_ld_st_translation_csr_ex),
  .walker_active_i (ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.ptw_active),
  .walker_fetches_i(ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.walking_instr),
  .walker_error_i  (ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.ptw_error
                    | ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.ptw_access_exception),
  .walk_began_i    (dtlb_miss_ex_perf),
  .mmu_valid_i     (ex_stage_i.lsu_i.translation_valid),
  .mmu_fault_i     (ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.lsu_exception_o.valid),
  .mmu_va_i        (ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.lsu_vaddr_q),
  .mmu_pa_i        (ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.lsu_paddr_o),
  .axi_req_i       (axi_req_o),
  .axi_ar_ready_i  (axi_resp_i.ar_ready)
);
