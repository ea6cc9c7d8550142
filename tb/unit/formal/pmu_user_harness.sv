// SPDX-License-Identifier: Apache-2.0
//
// Accesses to registers with one bit per counter, at any Exception level. Reads and writes of PMCNTENSET_EL0 and
// PMCNTENCLR_EL0 and reads of PMOVSSET_EL0 and PMOVSCLR_EL0 follow GetPMUReadMask() and GetPMUWriteMask(); PMUACR_EL1
// stores its writable bits. spu_pmu_top with the enable block, one access at a time from any state.

module pmu_user_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spu_pmu_pkg::*;
  import spec_state_pkg::*;
(
  input logic                         clk_i,
  input sysreg_req_t                  sysreg_i,
  input pe_t                          pe_i,
  input regs_t                        spe_regs_i,
  input logic                         spe_freeze_i,
  input logic [MaxPmuEvents-1:0][3:0] events_i,
  input pmu_events_t                  spe_events_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  enable_t             enable;
  sysreg_rsp_t         answer;
  logic [Counters-1:0] pmovs;

  spu_enable #(.Cfg(Cfg)) u_enable (.pe_i, .regs_i(spe_regs_i), .enable_o(enable));

  spu_pmu_top #(.Cfg(Cfg)) u_pmu (
    .clk_i,
    .rst_ni,
    .sysreg_i,
    .claims_o    (),
    .sysreg_o    (answer),
    .pe_i,
    .enable_i    (enable),
    .spe_freeze_i,
    .events_i,
    .spe_events_i,
    .pmovs_o     (pmovs),
    .pmccntr_o   (),
    .pmevcntr_o  (),
    .irq_o       (),
    .exception_o (),
    .cti_o       ()
  );

  pmu_regs_t regs;
  assign regs = u_pmu.gen_pmu.regs;

  always_comb begin
    // Driven by the core, as in pmu_access_harness.
    PmuUserPossible_M: assume (possible_state(Cfg, pe_i));
    PmuUserState_M: assume ((pe_i.el == EL0) ? pe_i.aarch32 || !el_using_aarch32(Cfg, pe_i, EL1)
                                             : pe_i.aarch32 == el_using_aarch32(Cfg, pe_i, pe_i.el));
  end

  // The expected access, and the expected read and stored values in the next cycle.
  spec_pmu_access_pkg::answer_t must;
  pmu_target_t                  reached;
  logic [31:0]                  read_mask, write_mask, data, enabled;
  assign must       = spec_pmu_access_pkg::access(Cfg, pe_i, regs, sysreg_i.write, sysreg_i.addr);
  assign reached    = sysreg_i.valid ? spec_pmu_access_pkg::one_hot(must) : '0;
  assign read_mask  = spec_pmu_access_pkg::get_pmu_access_mask(Cfg, pe_i, regs);
  assign write_mask = spec_pmu_access_pkg::get_pmu_write_mask(Cfg, pe_i, regs);
  assign data       = sysreg_i.wdata[31:0] & write_mask;

  always_comb begin
    enabled = regs.pmcnten;
    if (sysreg_i.write && reached.pmcntenset) enabled |= data;
    if (sysreg_i.write && reached.pmcntenclr) enabled &= ~data;
  end

  logic        reads_enables_q, reads_flags_q, was_reset_q = 1'b0;
  logic [31:0] enables_q, flags_q, enabled_q;
  always_ff @(posedge clk_i) begin
    was_reset_q     <= rst_ni;
    reads_enables_q <= !sysreg_i.write && (reached.pmcntenset || reached.pmcntenclr);
    reads_flags_q   <= !sysreg_i.write && (reached.pmovsset || reached.pmovsclr);
    enables_q       <= regs.pmcnten & read_mask;
    flags_q         <= pmovs & read_mask;
    enabled_q       <= enabled;
    if (rst_ni && was_reset_q) begin
      PmuUserReadsEnables_A: assert (!reads_enables_q || answer.rdata == 64'(enables_q));
      PmuUserReadsFlags_A: assert (!reads_flags_q || answer.rdata == 64'(flags_q));
      PmuUserEnables_A: assert (regs.pmcnten == enabled_q);
    end
  end

  // PMUACR_EL1's permissions for EL0.
  if (Cfg.PmuVersion >= 9) begin : gen_p9
    logic        reads_q;
    logic [31:0] given, given_q, given_read_q;
    always_comb begin
      given = regs.pmuacr;
      if (sysreg_i.write && reached.pmuacr) given = (given & ~write_mask) | data;
    end
    always_ff @(posedge clk_i) begin
      reads_q      <= !sysreg_i.write && reached.pmuacr;
      given_q      <= given;
      given_read_q <= regs.pmuacr & read_mask;
      if (rst_ni && was_reset_q) begin
        PmuUserGiven_A: assert (regs.pmuacr == given_q);
        PmuUserReadsGiven_A: assert (!reads_q || answer.rdata == 64'(given_read_q));
        PmuUserLimited_C: cover (reads_enables_q && pe_i.el == EL0 && enables_q == 32'h8000_0000 && enabled_q[0]);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (rst_ni && was_reset_q) PmuUserReads_C: cover (reads_enables_q && enables_q != '0);
  end

endmodule
