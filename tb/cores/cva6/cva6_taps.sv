// SPDX-License-Identifier: Apache-2.0
//
// The taps, bound into CVA6 so that its source is unchanged, and the core's signal behind each. A name with dots is
// inside a block of CVA6; the others connect its blocks. There is no state here.

module cva6_taps (
  input cva6_tap_pkg::tap_t tap_i
);

endmodule

bind cva6 cva6_taps i_taps (
  .tap_i(cva6_tap_pkg::tap_t'{
    dispatched:       issue_stage_i.issue_instr_valid_sb_iro & issue_stage_i.issue_ack_iro_sb,
    dispatch_flushed: flush_unissued_instr_ctrl_id,
    instr:            issue_stage_i.issue_instr_sb_iro,
    priv_lvl:         priv_lvl,
    written:          wt_valid_ex_id,
    written_entry:    trans_id_ex_id,
    branch:           resolved_branch,
    branch_entry:     flu_trans_id_ex_id,
    lsu_entry:        lsu_addr_trans_id,
    lsu_va:           lsu_addr,
    lsu_asks:         ex_stage_i.lsu_i.translation_req,
    lsu_hits:         ex_stage_i.lsu_i.dtlb_hit,
    lsu_walks:        ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.ptw_active
                      & ~ex_stage_i.lsu_i.gen_mmu_sv39.i_cva6_mmu.walking_instr,
    lsu_faults:       ex_stage_i.lsu_i.mmu_exception.valid,
    load_sent:        dcache_req_ports_ex_cache[1].tag_valid & ~dcache_req_ports_ex_cache[1].kill_req,
    load_entry:       ex_stage_i.lsu_i.i_load_unit.load_data_q.trans_id,
    store_sent:       store_valid_ex_id & ~store_exception_ex_id.valid,
    store_entry:      store_trans_id_ex_id,
    access_pa:        ex_stage_i.lsu_i.mmu_paddr,
    translates:       en_ld_st_translation_csr_ex,
    load_refills:     i_cache_subsystem.i_wt_dcache.miss_ack[1] & ~i_cache_subsystem.i_wt_dcache.miss_nc[1],
    committed:        commit_ack,
    commit_entry:     {commit_instr_id_commit[1].trans_id, commit_instr_id_commit[0].trans_id},
    trap:             ex_commit.valid,
    trap_is_irq:      ex_commit.cause[riscv::XLEN-1],
    flush:            flush_ctrl_id,
    eret:             eret,
    eret_target:      epc_commit_pcgen,
    eret_level:       csr_regfile_i.priv_lvl_d,
    icache_miss:      icache_miss_cache_perf,
    dtlb_miss:        dtlb_miss_ex_perf,
    dcache_miss:      dcache_miss_cache_perf,
    fetch_empty:      ~fetch_valid_if_id,
    scoreboard_full:  sb_full
  })
);
