// SPDX-License-Identifier: Apache-2.0
//
// The testbench's top: spu_top with its structs flattened to the pins of tb/dut/pins.def, at the largest sizes
// any configuration has. The configuration is chosen by the macro SPU_CONFIG (a row of spu_config_pkg).
// With the macro SPU_NETLIST the unit is the module of that name, which has no parameter: a netlist of spu_top.

`ifndef SPU_CONFIG
  `define SPU_CONFIG ConfigBase
`endif

module tb_top
  import spu_pkg::*;
(
  input  logic        clk,
  input  logic        rst_n,
  // sysreg
  input  logic        sysreg_valid,
  input  logic        sysreg_write,
  input  logic [15:0] sysreg_addr,
  input  logic [63:0] sysreg_wdata,
  output logic        sysreg_done,
  output logic [2:0]  sysreg_verdict,
  output logic [5:0]  sysreg_ec,
  output logic [11:0] sysreg_offset,
  output logic [63:0] sysreg_rdata,
  // pe
  input  logic [1:0]  pe_el,
  input  logic        pe_aarch32,
  input  logic        pe_debug,
  input  logic        el3_aarch32,
  input  logic        edscr_sdd,
  input  logic        edscr_tfo,
  input  logic        scr_el3_ns,
  input  logic        scr_el3_nse,
  input  logic        scr_el3_eel2,
  input  logic        scr_el3_rw,
  input  logic        scr_el3_fgten,
  input  logic        scr_el3_fgten2,
  input  logic        scr_el3_ecven,
  input  logic        hcr_el2_tge,
  input  logic        hcr_el2_e2h,
  input  logic        hcr_el2_rw,
  input  logic        hcr_el2_nv,
  input  logic        hcr_el2_nv1,
  input  logic        hcr_el2_nv2,
  input  logic [1:0]  mdcr_el2_e2pb,
  input  logic        mdcr_el2_tpms,
  input  logic        mdcr_el2_tpm,
  input  logic        mdcr_el2_tpmcr,
  input  logic [4:0]  mdcr_el2_hpmn,
  input  logic        mdcr_el2_hpme,
  input  logic        mdcr_el2_hpmd,
  input  logic        mdcr_el2_hccd,
  input  logic        mdcr_el2_hlp,
  input  logic        mdcr_el2_hpmfzo,
  input  logic        mdcr_el2_hpmfzs,
  input  logic [1:0]  mdcr_el3_nspb,
  input  logic        mdcr_el3_nspbe,
  input  logic        mdcr_el3_enpmsn,
  input  logic        mdcr_el3_enpms3,
  input  logic        mdcr_el3_tpm,
  input  logic        mdcr_el3_spme,
  input  logic        mdcr_el3_mpmx,
  input  logic        mdcr_el3_sccd,
  input  logic        mdcr_el3_mccd,
  input  logic        mdcr_el3_ste,
  input  logic        mdcr_el3_rlte,
  input  logic        sder_suniden,
  input  logic [63:0] hdfgrtr_el2,
  input  logic [63:0] hdfgwtr_el2,
  input  logic [63:0] hdfgrtr2_el2,
  input  logic [63:0] hdfgwtr2_el2,
  input  logic [31:0] contextidr_el1,
  input  logic [31:0] contextidr_el2,
  input  logic        cnthctl_el2_ecv,
  input  logic [63:0] cntvoff_el2,
  input  logic [63:0] cntpoff_el2,
  input  logic        trfcr_el1_e0tre,
  input  logic        trfcr_el1_e1tre,
  input  logic [1:0]  trfcr_el1_ts,
  input  logic        trfcr_el2_e0htre,
  input  logic        trfcr_el2_e2tre,
  input  logic        trfcr_el2_cx,
  input  logic [1:0]  trfcr_el2_ts,
  input  logic        dbgen,
  input  logic        niden,
  input  logic        spiden,
  input  logic        spniden,
  input  logic        rlpiden,
  input  logic        rtpiden,
  // dispatch
  input  logic [7:0]  dispatch_valid,
  input  logic [63:0] dispatch_pc [MaxDispatchWidth],
  output logic        mark_valid,
  output logic [2:0]  mark_slot,
  output logic [1:0]  mark_tag,
  // op
  input  logic        op_issued       [MaxInFlight],
  input  logic        op_xlate_busy   [MaxInFlight],
  input  logic        op_finished     [MaxInFlight],
  input  logic [1:0]  op_how          [MaxInFlight],
  input  logic [3:0]  op_kind         [MaxInFlight],
  input  logic        op_cond         [MaxInFlight],
  input  logic        op_indirect     [MaxInFlight],
  input  logic        op_store        [MaxInFlight],
  input  logic        op_acq_rel      [MaxInFlight],
  input  logic        op_exclusive    [MaxInFlight],
  input  logic        op_atomic       [MaxInFlight],
  input  logic        op_predicated      [MaxInFlight],
  input  logic        op_gather_scatter  [MaxInFlight],
  input  logic        op_fp              [MaxInFlight],
  input  logic [2:0]  op_evl             [MaxInFlight],
  input  logic        op_call            [MaxInFlight],
  input  logic        op_ret             [MaxInFlight],
  input  logic        op_gcs             [MaxInFlight],
  input  logic        op_va_valid     [MaxInFlight],
  input  logic        op_va_tbi       [MaxInFlight],
  input  logic        op_pa_valid     [MaxInFlight],
  input  logic        op_pa_ns        [MaxInFlight],
  input  logic        op_pa_nse          [MaxInFlight],
  input  logic        op_pa_checked      [MaxInFlight],
  input  logic [3:0]  op_pa_tag          [MaxInFlight],
  input  logic        op_target_valid [MaxInFlight],
  input  logic        op_target_ns    [MaxInFlight],
  input  logic        op_target_nse      [MaxInFlight],
  input  logic [1:0]  op_target_el    [MaxInFlight],
  input  logic        op_previous_valid  [MaxInFlight],
  input  logic        op_previous_ns     [MaxInFlight],
  input  logic        op_previous_nse    [MaxInFlight],
  input  logic [1:0]  op_previous_el     [MaxInFlight],
  input  logic        op_source_valid [MaxInFlight],
  input  logic [15:0] op_source       [MaxInFlight],
  input  logic [63:0] op_events       [MaxInFlight],
  input  logic [63:0] op_va           [MaxInFlight],
  input  logic [55:0] op_pa           [MaxInFlight],
  input  logic [63:0] op_target       [MaxInFlight],
  input  logic [63:0] op_previous        [MaxInFlight],
  // time
  input  logic [63:0] time_count,
  // xlate
  output logic        xlate_req_valid,
  output logic [63:0] xlate_req_va,
  output logic [1:0]  xlate_req_el,
  output logic [1:0]  xlate_req_ss,
  input  logic        xlate_req_ready,
  input  logic        xlate_rsp_valid,
  input  logic        xlate_rsp_fault,
  input  logic        xlate_rsp_stage2,
  input  logic        xlate_rsp_gpc,
  input  logic [5:0]  xlate_rsp_fsc,
  input  logic        xlate_rsp_ns,
  input  logic        xlate_rsp_nse,
  input  logic [55:0] xlate_rsp_pa,
  // axi
  output logic         axi_awvalid,
  output logic [55:0]  axi_awaddr,
  output logic [7:0]   axi_awlen,
  output logic [2:0]   axi_awsize,
  output logic [1:0]   axi_awburst,
  output logic [2:0]   axi_awprot,
  output logic         axi_awnse,
  input  logic         axi_awready,
  output logic         axi_wvalid,
  output logic [511:0] axi_wdata,
  output logic [63:0]  axi_wstrb,
  output logic         axi_wlast,
  input  logic         axi_wready,
  input  logic         axi_bvalid,
  input  logic [1:0]   axi_bresp,
  output logic         axi_bready,
  // barrier
  input  logic        psb_valid,
  input  logic        dsb_valid,
  // pmu, trace, irq
  input  logic [3:0]  pmu_event [CommonEvents],
  output logic        pmuirq,
  output logic        cti_pmu_overflow,
  output logic        trace_self_hosted,
  output logic        trace_allowed,
  output logic        trace_cx2,
  output logic [1:0]  trace_ts,
  output logic        serror,
  output logic [3:0]  sample_pop,
  output logic [3:0]  sample_collision,
  output logic        sample_feed,
  output logic        sample_filtrate,
  output logic        sample_feed_br,
  output logic        sample_feed_ld,
  output logic        sample_feed_st,
  output logic        sample_feed_op,
  output logic        sample_feed_event,
  output logic        sample_feed_lat,
  output logic        sample_buffer_full,
  output logic        pmbirq,
  // vif
  output logic [63:0]   pmsicr,
  output logic [63:0]   pmbptr,
  output logic [63:0]   pmbsr,
  output logic          profiling_enabled,
  output logic          buffer_enabled,
  output logic [31:0]   pmovs,
  output logic [63:0]   pmccntr,
  output logic [63:0]   pmevcntr [MaxEventCounters],
  output logic          mark_cx1,
  output logic          mark_cx2,
  output logic          mark_pa,
  output logic [1:0]    mark_ts,
  output logic          vif_verdict_valid,
  output logic [1:0]    vif_verdict_tag,
  output logic          vif_verdict_keep,
  output logic          vif_verdict_discard,
  output logic          vif_start_valid,
  output logic          vif_discard_valid,
  output logic [2:0]    vif_discard_reason,
  output logic          vif_commit_valid,
  output logic [7:0]    vif_commit_len,
  output logic [1023:0] vif_commit_data,
  output logic          vif_event_valid,
  output logic [63:0]   vif_event_pmbsr,
  output logic [63:0]   vif_event_pmbptr,
  output logic          vif_psb_done,
  output logic          vif_dsb_done
);

  localparam config_t Cfg = spu_config_pkg::`SPU_CONFIG;

  // sysreg
  sysreg_req_t sysreg_req;
  sysreg_rsp_t sysreg_rsp;
  assign sysreg_req = '{valid: sysreg_valid, write: sysreg_write, addr: sysreg_addr, wdata: sysreg_wdata};
  assign sysreg_done    = sysreg_rsp.done;
  assign sysreg_verdict = sysreg_rsp.verdict;
  assign sysreg_ec      = sysreg_rsp.ec;
  assign sysreg_offset  = sysreg_rsp.offset;
  assign sysreg_rdata   = sysreg_rsp.rdata;

  // pe
  pe_t pe;
  assign pe = '{
    el: pe_el, aarch32: pe_aarch32, debug: pe_debug, el3_aarch32: el3_aarch32, edscr_sdd: edscr_sdd,
    edscr_tfo: edscr_tfo, scr_el3_ns: scr_el3_ns, scr_el3_nse: scr_el3_nse, scr_el3_eel2: scr_el3_eel2,
    scr_el3_rw: scr_el3_rw, scr_el3_fgten: scr_el3_fgten, scr_el3_fgten2: scr_el3_fgten2,
    scr_el3_ecven: scr_el3_ecven, hcr_el2_tge: hcr_el2_tge, hcr_el2_e2h: hcr_el2_e2h, hcr_el2_rw: hcr_el2_rw,
    hcr_el2_nv: hcr_el2_nv, hcr_el2_nv1: hcr_el2_nv1, hcr_el2_nv2: hcr_el2_nv2, mdcr_el2_e2pb: mdcr_el2_e2pb,
    mdcr_el2_tpms: mdcr_el2_tpms, mdcr_el2_tpm: mdcr_el2_tpm, mdcr_el2_tpmcr: mdcr_el2_tpmcr,
    mdcr_el2_hpmn: mdcr_el2_hpmn, mdcr_el2_hpme: mdcr_el2_hpme, mdcr_el2_hpmd: mdcr_el2_hpmd,
    mdcr_el2_hccd: mdcr_el2_hccd, mdcr_el2_hlp: mdcr_el2_hlp, mdcr_el2_hpmfzo: mdcr_el2_hpmfzo,
    mdcr_el2_hpmfzs: mdcr_el2_hpmfzs, mdcr_el3_nspb: mdcr_el3_nspb, mdcr_el3_nspbe: mdcr_el3_nspbe,
    mdcr_el3_enpmsn: mdcr_el3_enpmsn, mdcr_el3_enpms3: mdcr_el3_enpms3, mdcr_el3_tpm: mdcr_el3_tpm,
    mdcr_el3_spme: mdcr_el3_spme, mdcr_el3_mpmx: mdcr_el3_mpmx, mdcr_el3_sccd: mdcr_el3_sccd,
    mdcr_el3_mccd: mdcr_el3_mccd, mdcr_el3_ste: mdcr_el3_ste, mdcr_el3_rlte: mdcr_el3_rlte,
    sder_suniden: sder_suniden, hdfgrtr_el2: hdfgrtr_el2, hdfgwtr_el2: hdfgwtr_el2, hdfgrtr2_el2: hdfgrtr2_el2,
    hdfgwtr2_el2: hdfgwtr2_el2, contextidr_el1: contextidr_el1, contextidr_el2: contextidr_el2,
    cnthctl_el2_ecv: cnthctl_el2_ecv, cntvoff_el2: cntvoff_el2, cntpoff_el2: cntpoff_el2,
    trfcr_el1_e0tre: trfcr_el1_e0tre, trfcr_el1_e1tre: trfcr_el1_e1tre, trfcr_el1_ts: trfcr_el1_ts,
    trfcr_el2_e0htre: trfcr_el2_e0htre, trfcr_el2_e2tre: trfcr_el2_e2tre, trfcr_el2_cx: trfcr_el2_cx,
    trfcr_el2_ts: trfcr_el2_ts, dbgen: dbgen, niden: niden, spiden: spiden, spniden: spniden, rlpiden: rlpiden,
    rtpiden: rtpiden
  };

  // dispatch
  logic [Cfg.DispatchWidth-1:0][63:0] pc;
  for (genvar i = 0; i < Cfg.DispatchWidth; i++) begin : gen_pc
    assign pc[i] = dispatch_pc[i];
  end

  // op
  op_t [Cfg.InFlight-1:0] op;
  for (genvar i = 0; i < Cfg.InFlight; i++) begin : gen_op
    assign op[i] = '{
      issued: op_issued[i], xlate_busy: op_xlate_busy[i], finished: op_finished[i], how: op_how_e'(op_how[i]),
      kind: op_kind_e'(op_kind[i]), cond: op_cond[i], indirect: op_indirect[i], store: op_store[i],
      acq_rel: op_acq_rel[i], exclusive: op_exclusive[i], atomic: op_atomic[i], predicated: op_predicated[i],
      gather_scatter: op_gather_scatter[i], fp: op_fp[i], evl: op_evl[i], call: op_call[i], ret: op_ret[i],
      gcs: op_gcs[i], va_valid: op_va_valid[i], va_tbi: op_va_tbi[i], pa_valid: op_pa_valid[i],
      pa_ns: op_pa_ns[i], pa_nse: op_pa_nse[i], pa_checked: op_pa_checked[i], pa_tag: op_pa_tag[i],
      target_valid: op_target_valid[i], target_ns: op_target_ns[i], target_nse: op_target_nse[i],
      target_el: op_target_el[i], previous_valid: op_previous_valid[i], previous_ns: op_previous_ns[i],
      previous_nse: op_previous_nse[i], previous_el: op_previous_el[i], source_valid: op_source_valid[i],
      source: op_source[i], events: op_events[i], va: op_va[i], pa: op_pa[i], target: op_target[i],
      previous: op_previous[i]
    };
  end

  // xlate
  xlate_req_t xlate_req;
  assign xlate_req_valid = xlate_req.valid;
  assign xlate_req_va    = xlate_req.va;
  assign xlate_req_el    = xlate_req.el;
  assign xlate_req_ss    = xlate_req.ss;

  // axi
  axi_aw_t aw;
  assign axi_awvalid = aw.valid;
  assign axi_awaddr  = aw.addr;
  assign axi_awlen   = aw.len;
  assign axi_awsize  = aw.size;
  assign axi_awburst = aw.burst;
  assign axi_awprot  = aw.prot;
  assign axi_awnse   = aw.nse;

  logic [Cfg.AxiDataWidth-1:0]   wdata;
  logic [Cfg.AxiDataWidth/8-1:0] wstrb;
  assign axi_wdata = 512'(wdata);
  assign axi_wstrb = 64'(wstrb);

  // pmu
  pmu_events_t pmu;
  assign sample_pop       = pmu.sample_pop;
  assign sample_collision = pmu.sample_collision;
  assign sample_feed      = pmu.sample_feed;
  assign sample_filtrate  = pmu.sample_filtrate;
  assign sample_feed_br     = pmu.sample_feed_br;
  assign sample_feed_ld     = pmu.sample_feed_ld;
  assign sample_feed_st     = pmu.sample_feed_st;
  assign sample_feed_op     = pmu.sample_feed_op;
  assign sample_feed_event  = pmu.sample_feed_event;
  assign sample_feed_lat    = pmu.sample_feed_lat;
  assign sample_buffer_full = pmu.sample_buffer_full;

  logic [CommonEvents-1:0][3:0] common_events;
  for (genvar i = 0; i < CommonEvents; i++) begin : gen_pmu_event
    assign common_events[i] = pmu_event[i];
  end

  // trace
  trace_t trace;
  assign trace_self_hosted = trace.self_hosted;
  assign trace_allowed     = trace.allowed;
  assign trace_cx2         = trace.cx2;
  assign trace_ts          = trace.ts;

  // vif
  vif_t vif;
  assign pmsicr             = vif.pmsicr;
  assign pmbptr             = vif.pmbptr;
  assign pmbsr              = vif.pmbsr;
  assign buffer_enabled     = vif.buffer_enabled;
  assign mark_cx1           = vif.mark.cx1;
  assign mark_cx2           = vif.mark.cx2;
  assign mark_pa            = vif.mark.pa;
  assign mark_ts            = vif.mark.ts;
  assign vif_verdict_valid  = vif.verdict_valid;
  assign vif_verdict_tag    = vif.verdict_tag;
  assign vif_verdict_keep   = vif.verdict_keep;
  assign vif_verdict_discard = vif.verdict_discard;
  assign pmovs              = vif.pmu.pmovs;
  assign pmccntr            = vif.pmu.pmccntr;
  for (genvar i = 0; i < MaxEventCounters; i++) begin : gen_pmevcntr
    assign pmevcntr[i] = vif.pmu.pmevcntr[i];
  end
  assign vif_start_valid    = vif.start_valid;
  assign vif_discard_valid  = vif.discard_valid;
  assign vif_discard_reason = vif.discard_reason;
  assign vif_commit_valid   = vif.commit_valid;
  assign vif_commit_len     = vif.commit_len;
  assign vif_commit_data    = vif.commit_data;
  assign vif_event_valid    = vif.event_valid;
  assign vif_event_pmbsr    = vif.event_pmbsr;
  assign vif_event_pmbptr   = vif.event_pmbptr;

`ifdef SPU_NETLIST
  `SPU_NETLIST u_spu_top (
`else
  spu_top #(
    .Cfg(Cfg)
  ) u_spu_top (
`endif
    .clk_i           (clk),
    .rst_ni          (rst_n),
    .sysreg_i        (sysreg_req),
    .sysreg_o        (sysreg_rsp),
    .pe_i            (pe),
    .dispatch_valid_i(dispatch_valid[Cfg.DispatchWidth-1:0]),
    .dispatch_pc_i   (pc),
    .mark_valid_o    (mark_valid),
    .mark_slot_o     (mark_slot),
    .mark_tag_o      (mark_tag),
    .op_i            (op),
    .time_i          (time_count),
    .xlate_o         (xlate_req),
    .xlate_ready_i   (xlate_req_ready),
    .xlate_i         (xlate_rsp_t'{valid: xlate_rsp_valid, fault: xlate_rsp_fault, stage2: xlate_rsp_stage2,
                                   gpc: xlate_rsp_gpc, fsc: xlate_rsp_fsc, nse: xlate_rsp_nse,
                                   ns: xlate_rsp_ns, pa: xlate_rsp_pa}),
    .axi_aw_o        (aw),
    .axi_awready_i   (axi_awready),
    .axi_wvalid_o    (axi_wvalid),
    .axi_wdata_o     (wdata),
    .axi_wstrb_o     (wstrb),
    .axi_wlast_o     (axi_wlast),
    .axi_wready_i    (axi_wready),
    .axi_b_i         (axi_b_t'{valid: axi_bvalid, resp: axi_bresp}),
    .axi_bready_o    (axi_bready),
    .psb_valid_i     (psb_valid),
    .psb_done_o      (vif_psb_done),
    .dsb_valid_i     (dsb_valid),
    .dsb_done_o      (vif_dsb_done),
    .pmu_o           (pmu),
    .pmu_event_i     (common_events),
    .pmuirq_o        (pmuirq),
    .cti_pmu_overflow_o(cti_pmu_overflow),
    .trace_o         (trace),
    .serror_o        (serror),
    .pmbirq_o        (pmbirq),
    .profiling_enabled_o(profiling_enabled),
    .vif_o           (vif)
  );

endmodule
