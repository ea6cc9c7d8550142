// SPDX-License-Identifier: Apache-2.0
//
// The performance monitors (Arm FEAT_PMUv3; ARM D13). This module only wires the blocks
//
//   access -> regs     an MRS or MSR, answered in the next cycle
//   regs -> count -> increment || counters     each cycle; || is a register
//   regs || counters   direct writes of counters and flags
//   counters -> regs   values of counters and flags
//   regs -> overflow -> exception   levels for interrupt, cross-trigger and exceptions
//   exception -> increment          Effective values of the fields that set the counter lengths
//
// Enables, filters and selection depend on the registers at the start of the cycle and on this cycle's pins; counters
// and flags take the cycle's events at its end. Without FEAT_PMUv3 (PmuVersion 0) nothing is claimed and every output
// is zero.

module spu_pmu_top
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_pmu_pkg::*;
#(
  parameter config_t Cfg,
  localparam int unsigned EventCounters = existing_counters(Cfg.PmuCounters)
) (
  input  logic          clk_i,
  input  logic          rst_ni,

  // sysreg
  input  sysreg_req_t   sysreg_i,
  output logic          claims_o,  // this cycle's encoding is a register of the performance monitors
  output sysreg_rsp_t   sysreg_o,  // in the next cycle; all zero unless claimed

  // pe, enable
  input  pe_t           pe_i,
  input  enable_t       enable_i,
  input  logic          spe_freeze_i,  // PMBLIMITR_EL1.{E, PMFZ} is {1, 1} and profiling is stopped

  // Occurrences of each event in this cycle.
  input  logic [MaxPmuEvents-1:0][3:0] events_i,
  input  pmu_events_t   spe_events_i,

  // state
  output logic [Counters-1:0]            pmovs_o,
  output logic [63:0]                    pmccntr_o,
  output logic [EventCounters-1:0][63:0] pmevcntr_o,

  output logic                 irq_o,
  output profiling_exception_t exception_o,
  output logic                 cti_o
);

  if (Cfg.PmuVersion == 0) begin : gen_no_pmu
    logic unused_inputs;
    assign unused_inputs =
        ^{clk_i, rst_ni, sysreg_i, pe_i, enable_i, spe_freeze_i, events_i, spe_events_i};
    assign claims_o   = 1'b0;
    assign sysreg_o   = '0;
    assign pmovs_o    = '0;
    assign pmccntr_o  = '0;
    assign pmevcntr_o = '0;
    assign irq_o      = 1'b0;
    assign cti_o      = 1'b0;
    assign exception_o = '0;
  end else begin : gen_pmu
    pmu_regs_t                         regs;
    pmu_access_t                       access;
    logic [Counters-1:0]               pmovs_behind, pmovs_held, pmovs_late;
    logic [63:0]                       pmccntr_behind;
    logic [EventCounters-1:0][63:0]    pmevcntr_behind;
    counter_write_t                    counter_write;
    increment_t [Counters-1:0]         increments;
    event_source_t [EventCounters-1:0] sources;
    logic                              clear_prescaler;
    logic [Counters-1:0]               count;
    logic [MaxEventCounters-1:0]       software_increment;
    pmcr_t                             effective_pmcr;
    logic                              effective_hlp;
    logic                              overflow;

    assign claims_o = access.claimed;

    spu_pmu_access #(
      .Cfg(Cfg)
    ) u_pmu_access (
      .write_i (sysreg_i.write),
      .addr_i  (sysreg_i.addr),
      .pe_i,
      .enable_i,
      .regs_i  (regs),
      .access_o(access)
    );

    spu_pmu_regs #(
      .Cfg(Cfg)
    ) u_pmu_regs (
      .clk_i,
      .rst_ni,
      .sysreg_i,
      .sysreg_o,
      .access_i            (access),
      .aarch32_i           (pe_i.aarch32),
      .hpmn_i              (pe_i.mdcr_el2_hpmn),
      .guest_i             (enable_i.el2_enabled && (pe_i.el inside {EL0, EL1})),
      .software_increment_o(software_increment),
      .clear_prescaler_o   (clear_prescaler),
      .pmovs_i             (pmovs_o),
      .pmovs_behind_i      (pmovs_behind),
      .pmccntr_behind_i    (pmccntr_behind),
      .pmevcntr_behind_i   (pmevcntr_behind),
      .counter_write_o     (counter_write),
      .regs_o              (regs),
      .sources_o           (sources)
    );

    spu_pmu_count #(
      .Cfg(Cfg)
    ) u_pmu_count (
      .pe_i,
      .enable_i,
      .regs_i      (regs),
      .spe_freeze_i,
      .count_o     (count)
    );

    spu_pmu_increment #(
      .Cfg(Cfg)
    ) u_pmu_increment (
      .clk_i,
      .rst_ni,
      .enabled_i           (regs.pmcnten),
      .count_i             (count),
      .pmcr_i              (effective_pmcr),
      .sources_i           (sources),
      .hpmn_i              (pe_i.mdcr_el2_hpmn),
      .hlp_i               (effective_hlp),
      .events_i,
      .spe_events_i,
      .software_increment_i(software_increment),
      .clear_prescaler_i   (clear_prescaler),
      .increments_o        (increments)
    );

    spu_pmu_counters #(
      .Cfg(Cfg)
    ) u_pmu_counters (
      .clk_i,
      .rst_ni,
      .increments_i     (increments),
      .write_i          (counter_write),
      .pmovs_o,
      .pmovs_held_o     (pmovs_held),
      .pmovs_late_o     (pmovs_late),
      .pmccntr_o,
      .pmevcntr_o,
      .pmovs_behind_o   (pmovs_behind),
      .pmccntr_behind_o (pmccntr_behind),
      .pmevcntr_behind_o(pmevcntr_behind)
    );

    spu_pmu_overflow #(
      .Cfg(Cfg)
    ) u_pmu_overflow (
      .pe_i,
      .regs_i(regs),
      .held_i(pmovs_held),
      .late_i(pmovs_late),
      .irq_o (overflow),
      .cti_o
    );

    spu_pmu_exception #(
      .Cfg(Cfg)
    ) u_pmu_exception (
      .pe_i,
      .enable_i,
      .regs_i    (regs),
      .overflow_i(overflow),
      .irq_o,
      .exception_o,
      .pmcr_o    (effective_pmcr),
      .hlp_o     (effective_hlp)
    );
  end

endmodule
