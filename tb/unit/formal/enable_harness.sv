// SPDX-License-Identifier: Apache-2.0
//
// The enable block's outputs match the specification for every state of the PE and the registers. Combinational.

module enable_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_state_pkg::*;
  import spec_enable_pkg::*;
(
  input pe_t   pe_i,
  input regs_t regs_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  enable_t enable;

  spu_enable #(.Cfg(Cfg)) u_enable (.pe_i, .regs_i, .enable_o(enable));

  // The core drives only possible PE states.
  always_comb EnablePossible_M: assume (possible_state(Cfg, pe_i));

  always_comb begin
    EnableOwnerSs_A: assert (enable.owner_ss == owning_ss(Cfg, pe_i));
    EnableOwnerEl_A: assert (enable.owner_el == owning_el(Cfg, pe_i));
    EnableCurrentSs_A: assert (enable.current_ss == current_security_state(Cfg, pe_i));
    EnableEl2Enabled_A: assert (enable.el2_enabled == el2_enabled(Cfg, pe_i));
    EnableEl1Aarch32_A: assert (enable.el1_aarch32 == el_using_aarch32(Cfg, pe_i, EL1));
    EnableEl2Aarch32_A: assert (enable.el2_aarch32 == el_using_aarch32(Cfg, pe_i, EL2));
    EnableSecure_A: assert (enable.secure == is_secure(Cfg, pe_i));
    EnableInHost_A: assert (enable.in_host == is_in_host(Cfg, pe_i));
    EnableEl2IsHost_A: assert (enable.el2_is_host == el_is_in_host(Cfg, pe_i, EL2));
    EnableNspb_A: assert (!Cfg.HaveEl3 || enable.nspb == effective_mdcr_el3_nspb(Cfg, pe_i));
    EnableBuffer_A: assert (enable.buffer_enabled == profiling_buffer_enabled(Cfg, pe_i, regs_i));
    EnableProfiling_A: assert (enable.profiling_enabled == statistical_profiling_enabled(Cfg, pe_i, regs_i));
    EnableEl2Profiled_A:
      assert (enable.el2_profiled == statistical_profiling_enabled_at(Cfg, pe_i, regs_i, EL2));
    EnableNotAllowed_A: assert (enable.programming_not_allowed == programming_not_allowed(Cfg, pe_i));
  end

  // Profiling can be enabled and disabled at each Exception level.
  for (genvar el = 0; el < 3; el++) begin : gen_profiled
    if (el != 2 || Cfg.HaveEl2) begin : gen_el
      always_comb begin
        EnableProfiles_C: cover (enable.profiling_enabled && pe_i.el == 2'(el));
        EnableProfilesNot_C: cover (!enable.profiling_enabled && enable.buffer_enabled && pe_i.el == 2'(el));
      end
    end
  end

endmodule
