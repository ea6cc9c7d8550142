// SPDX-License-Identifier: Apache-2.0
//
// The taps: bound into CVA6, so that the core stays as it is. The list at the end says which of the core's signals each
// is. Those with dots in their names are inside a block; all others connect CVA6's blocks. Nothing is changed here, and
// nothing is remembered.

module cva6_taps
  import cva6_tap_pkg::*;
(
  input logic                             dispatch_valid_i,
  input logic                             dispatch_ack_i,
  input logic                             flush_unissued_i,
  input ariane_pkg::scoreboard_entry_t    dispatch_instr_i,
  input riscv::priv_lvl_t                 priv_lvl_i,
  input logic   [WriteBackPorts-1:0]      written_i,
  input entry_t [WriteBackPorts-1:0]      written_entry_i,
  input ariane_pkg::bp_resolve_t          branch_i,
  input entry_t                           branch_entry_i,
  input entry_t                           lsu_entry_i,
  input va_t                              lsu_va_i,
  input logic                             lsu_asks_i,
  input logic                             lsu_hits_i,
  input logic                             walker_active_i,
  input logic                             walker_fetches_i,
  input logic                             lsu_faults_i,
  input logic                             load_tag_valid_i,
  input logic                             load_killed_i,
  input entry_t                           load_entry_i,
  input logic                             store_valid_i,
  input logic                             store_faults_i,
  input entry_t                           store_entry_i,
  input pa_t                              access_pa_i,
  input logic                             translates_i,
  input logic                             load_miss_taken_i,
  input logic                             load_miss_uncached_i,
  input logic   [CommitPorts-1:0]         committed_i,
  input entry_t                           commit_entry0_i,
  input entry_t                           commit_entry1_i,
  input ariane_pkg::exception_t           exception_i,
  input logic                             flush_i,
  input logic                             eret_i,
  input va_t                              eret_target_i,
  input riscv::priv_lvl_t                 eret_level_i,
  input logic                             icache_miss_i,
  input logic                             dtlb_miss_i,
  input logic                             dcache_miss_i,
  input logic                             fetch_valid_i,
  input logic                             scoreboard_full_i
);

  tap_t tap;

  always_comb begin
    tap.dispatched       = dispatch_valid_i & dispatch_ack_i;
    tap.dispatch_flushed = flush_unissued_i;
    tap.instr            = dispatch_instr_i;
    tap.priv_lvl         = priv_lvl_i;
    tap.written          = written_i;
    tap.written_entry    = written_entry_i;
    tap.branch           = branch_i;
    tap.branch_entry     = branch_entry_i;
    tap.lsu_entry        = lsu_entry_i;
    tap.lsu_va           = lsu_va_i;
    tap.lsu_asks         = lsu_asks_i;
    tap.lsu_hits         = lsu_hits_i;
    tap.lsu_walks        = walker_active_i & ~walker_fetches_i;
    tap.lsu_faults       = lsu_faults_i;
    tap.load_sent        = load_tag_valid_i & ~load_killed_i;
    tap.load_entry       = load_entry_i;
    tap.store_sent       = store_valid_i & ~store_faults_i;
    tap.store_entry      = store_entry_i;
    tap.access_pa        = access_pa_i;
    tap.translates       = translates_i;
    tap.load_refills     = load_miss_taken_i & ~load_miss_uncached_i;
    tap.committed        = committed_i;
    tap.commit_entry     = {commit_entry1_i, commit_entry0_i};
    tap.trap             = exception_i.valid;
    tap.trap_is_irq      = exception_i.cause[riscv::XLEN-1];
    tap.flush            = flush_i;
    tap.eret             = eret_i;
    tap.eret_target      = eret_target_i;
    tap.eret_level       = eret_level_i;
    tap.icache_miss      = icache_miss_i;
    tap.dtlb_miss        = dtlb_miss_i;
    tap.dcache_miss      = dcache_miss_i;
    tap.fetch_empty      = ~fetch_valid_i;
    tap.scoreboard_full  = scoreboard_full_i;
  end

endmodule

bind cva6 cva6_taps i_taps (
  .dispatch_valid_i    (issue_stage_i.issue_instr_valid_sb_iro),
  .dispatch_ack_i      (issue_stage_i.issue_ack_iro_sb),
  .flush_unissued_i    (flush_unissued_instr_ctrl_id),
  .dispatch_instr_i    (issue_stage_i.issue_instr_sb_iro),
  .priv_lvl_i          (priv_lvl),
  .written_i           (wt_valid_ex_id),
  .written_entry_i     (trans_id_ex_id),
  .branch_i            (resolved_branch),
  .branch_entry_i      (flu_trans_id_ex_id),
  .lsu_entry_i         (lsu_addr_trans_id),
  .lsu_va_i            (lsu_addr),
  .lsu_asks_i          (ex_stage_i.lsu_i.translation_req),
  .lsu_hits_i          (ex_stage_i.lsu_i.dtlb_hit),
  .walker_active_i     (ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.ptw_active),
  .walker_fetches_i    (ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.walking_instr),
  .lsu_faults_i        (ex_stage_i.lsu_i.mmu_exception.valid),
  .load_tag_valid_i    (dcache_req_ports_ex_cache[1].tag_valid),
  .load_killed_i       (dcache_req_ports_ex_cache[1].kill_req),
  .load_entry_i        (ex_stage_i.lsu_i.i_load_unit.load_data_q.trans_id),
  .store_valid_i       (store_valid_ex_id),
  .store_faults_i      (store_exception_ex_id.valid),
  .store_entry_i       (store_trans_id_ex_id),
  .access_pa_i         (ex_stage_i.lsu_i.mmu_paddr),
  .translates_i        (en_ld_st_translation_csr_ex),
  .load_miss_taken_i   (i_cache_subsystem.i_wt_dcache.miss_ack[1]),
  .load_miss_uncached_i(i_cache_subsystem.i_wt_dcache.miss_nc[1]),
  .committed_i         (commit_ack),
  .commit_entry0_i     (commit_instr_id_commit[0].trans_id),
  .commit_entry1_i     (commit_instr_id_commit[1].trans_id),
  .exception_i         (ex_commit),
  .flush_i             (flush_ctrl_id),
  .eret_i              (eret),
  .eret_target_i       (epc_commit_pcgen),
  .eret_level_i        (csr_regfile_i.priv_lvl_d),
  .icache_miss_i       (icache_miss_cache_perf),
  .dtlb_miss_i         (dtlb_miss_ex_perf),
  .dcache_miss_i       (dcache_miss_cache_perf),
  .fetch_valid_i       (fetch_valid_if_id),
  .scoreboard_full_i   (sb_full)
);
