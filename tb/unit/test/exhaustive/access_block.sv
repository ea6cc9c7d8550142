// SPDX-License-Identifier: Apache-2.0
//
// Block B's decision, with block A: spu_access. more[15:0] is the encoding, more[16] is high for MSR.

`BLOCK(access_block)

  enable_t enable_i;
  spu_enable #(.Cfg(Cfg)) u_spu_enable (.pe_i, .regs_i, .enable_o(enable_i));

  function automatic logic [15:0] address_of(selected_t which);
    unique case (1'b1)
      which.pmscr_el1: return PMSCR_EL1;
      which.pmscr_el2: return PMSCR_EL2;
      which.pmsicr:    return PMSICR_EL1;
      which.pmsirr:    return PMSIRR_EL1;
      which.pmsfcr:    return PMSFCR_EL1;
      which.pmsevfr:   return PMSEVFR_EL1;
      which.pmsnevfr:  return PMSNEVFR_EL1;
      which.pmsdsfr:   return PMSDSFR_EL1;
      which.pmslatfr:  return PMSLATFR_EL1;
      which.pmsidr:    return PMSIDR_EL1;
      which.pmblimitr: return PMBLIMITR_EL1;
      which.pmbptr:    return PMBPTR_EL1;
      which.pmbsr:     return PMBSR_EL1;
      which.pmbsr_el2: return PMBSR_EL2;
      which.pmbsr_el3: return PMBSR_EL3;
      which.pmbmar:    return PMBMAR_EL1;
      which.pmbidr:    return PMBIDR_EL1;
      default:         return '0;
    endcase
  endfunction

  // All inputs are connected by name: the block may take PMSCR_ELx.EE from the registers or from block A.
  logic           write_i;
  logic [15:0]    addr_i;
  access_t        access;
  access_result_t answer;

  assign write_i = more[16];
  assign addr_i  = more[15:0];

  spu_access #(
    .Cfg(Cfg)
  ) u_spu_access (
    .*,
    .access_o(access)
  );

  assign answer = '{verdict: access.verdict, ec: access.ec, offset: access.offset,
                    target: address_of(access.allowed)};
  assign result = 256'(answer);

endmodule
