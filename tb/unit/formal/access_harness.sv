// SPDX-License-Identifier: Apache-2.0
//
// The access block, with the enable block, returns the verdict of the access pseudocode for every encoding, read and
// write, in every PE state. Combinational.

module access_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_state_pkg::*;
  import spec_enable_pkg::*;
(
  input logic        write_i,
  input logic [15:0] addr_i,
  input pe_t         pe_i,
  input regs_t       regs_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  enable_t enable_i;
  access_t access_is;
  spec_access_pkg::answer_t access_must;

  // Connected by name: the access block may take PMSCR_ELx.EE from the registers or from the enable block.
  spu_enable #(.Cfg(Cfg)) u_enable (.pe_i, .regs_i, .enable_o(enable_i));
  spu_access #(.Cfg(Cfg)) u_access (.*, .access_o(access_is));

  assign access_must = spec_access_pkg::access(Cfg, pe_i, regs_i, write_i, addr_i);

  // The core drives only possible PE states.
  always_comb AccessPossible_M: assume (possible_state(Cfg, pe_i));

  always_comb begin
    AccessVerdict_A: assert (access_is.verdict == access_must.verdict);
    AccessEc_A: assert (access_is.ec == access_must.ec);
    AccessOffset_A: assert (access_is.offset == access_must.offset);
    AccessAllowed_A: assert (access_is.allowed == ((access_must.verdict == AccessOk)
                                                   ? spec_access_pkg::one_hot(access_must.target) : '0));
    AccessSelected_A: assert (access_must.verdict != AccessOk || access_is.selected == access_is.allowed);
  end

  always_comb begin
    AccessOk_C: cover (access_is.verdict == AccessOk && pe_i.el == EL1);
    AccessUndefined_C: cover (access_is.verdict == AccessUndefined && pe_i.el == EL1 && !pe_i.aarch32);
  end
  if (Cfg.HaveEl2) begin : gen_el2
    always_comb AccessTrapEl2_C: cover (access_is.verdict == AccessTrapEl2);
  end
  if (Cfg.HaveEl3) begin : gen_el3
    always_comb AccessTrapEl3_C: cover (access_is.verdict == AccessTrapEl3);
  end
  if (Cfg.HaveVhe) begin : gen_vhe
    always_comb AccessRedirected_C: cover (addr_i == PMSCR_EL1 && access_is.allowed.pmscr_el2);
  end
  if (have_spe_exc(Cfg) && Cfg.HaveEl2) begin : gen_exc
    always_comb AccessOwnSyndrome_C: cover (addr_i == PMBSR_EL1 && access_is.verdict == AccessOk && pe_i.el == EL1
                                            && effective_pmscr_el2_ee(Cfg, pe_i, regs_i) == 2'b11);
  end
  if (have_spe_exc(Cfg) && Cfg.HaveVhe) begin : gen_exc_vhe
    always_comb AccessHostSyndrome_C: cover (addr_i == PMBSR_EL1 && access_is.verdict == AccessOk
                                             && access_must.target == PMBSR_EL2);
  end
  if (Cfg.NestedVirt == 2) begin : gen_nv2
    always_comb AccessMemory_C: cover (access_is.verdict == AccessMemory);
  end

endmodule
