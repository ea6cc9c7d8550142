// SPDX-License-Identifier: Apache-2.0
//
// Converts a block's inputs (block_structs.toml) to the unit's structs, and defines the common module header of blocks.

// Header of a block: a module with the ports of block.h. The block ends with `endmodule`.
`define BLOCK(name)                                      \
  module name                                            \
    import spu_pins_pkg::*;                              \
    import spu_pkg::*;                                   \
    import spu_pmu_pkg::*;                               \
    import spu_sysreg_pkg::*;                            \
    import block_inputs_pkg::*;                          \
    import block_structs_pkg::*;                         \
  #(                                                     \
    parameter config_t Cfg = spu_config_pkg::`SPU_CONFIG \
  ) (                                                    \
    input  logic [1023:0] pe,                            \
    input  logic [1023:0] regs,                          \
    input  logic [2047:0] more,                          \
    output logic [255:0]  result                         \
  );                                                     \
    pe_t   pe_i;                                         \
    regs_t regs_i;                                       \
    assign pe_i   = pe_t'(pe[$bits(pe_t)-1:0]);          \
    assign regs_i = regs_of(regs);

package block_inputs_pkg;
  import spu_pkg::*;
  import spu_pmu_pkg::*;
  import block_structs_pkg::*;

  function automatic regs_t regs_of(logic [1023:0] bits);
    block_regs_t from;
    from = block_regs_t'(bits[$bits(block_regs_t)-1:0]);
    return '{pmscr_el1: from.pmscr_el1, pmscr_el2: from.pmscr_el2, pmsirr: from.pmsirr, pmsfcr: from.pmsfcr,
             pmsevfr: from.pmsevfr, pmsnevfr: from.pmsnevfr, pmsdsfr: from.pmsdsfr, minlat: from.pmslatfr,
             pmblimitr: from.pmblimitr, pmbptr: from.pmbptr, pmbsr: from.pmbsr, pmbsr_el2: from.pmbsr_el2,
             pmbsr_el3: from.pmbsr_el3, default: '0};
  endfunction

  function automatic sample_t sample_of(logic [2047:0] bits);
    block_sample_t from;
    from = block_sample_t'(bits[$bits(block_sample_t)-1:0]);
    sample_of = '0;
    sample_of.op_type       = op_type_e'(from.op_type);
    sample_of.simd          = from.simd;
    sample_of.fp            = from.fp;
    sample_of.events        = from.events;
    sample_of.total_latency = from.total_latency;
    sample_of.source_valid  = from.source_valid;
    sample_of.source        = from.source;
  endfunction

  function automatic pmu_regs_t pmu_of(logic [2047:0] bits);
    block_pmu_t from;
    from = block_pmu_t'(bits[$bits(block_pmu_t)-1:0]);
    pmu_of = '{pmcr: from.pmcr, pmcnten: from.pmcnten, pminten: from.pminten, pmovs: from.pmovs, default: '0};
    pmu_of.pmccfiltr = {6'b0, from.pmccfiltr_vs, 24'b0, from.pmccfiltr};
    foreach (pmu_of.pmevtyper[n]) begin
      pmu_of.pmevtyper[n] = {6'b0, from.pmevtyper_vs[n], 24'b0, from.pmevtyper[n]};
    end
  endfunction

endpackage
