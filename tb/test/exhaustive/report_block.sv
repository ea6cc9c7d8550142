// SPDX-License-Identifier: Apache-2.0
//
// What the unit decides of FEAT_SPE_EXC and FEAT_SPE_nVM, as tb/formal/unit_report.sv has it. more[5:0] is the EC and
// more[13:8] the FSC of a management event.

module report_block
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import block_inputs_pkg::*;
  import block_structs_pkg::*;
#(
  parameter config_t Cfg = spu_config_pkg::`SPU_CONFIG
) (
  input  logic [1023:0] pe,
  input  logic [1023:0] regs,
  input  logic [2047:0] more,
  output logic [255:0]  result
);

  report_result_t answer;
  spe_exception_t exception;
  logic [1:0]     event_el, default_el, addr_mode;
  logic           stopped, pmbirq, nvm;

  unit_report #(
    .Cfg(Cfg)
  ) u_unit (
    .pe_i        (pe_t'(pe[$bits(pe_t)-1:0])),
    .regs_i      (regs_of(regs)),
    .ec_i        (more[5:0]),
    .fsc_i       (more[13:8]),
    .event_el_o  (event_el),
    .default_el_o(default_el),
    .stopped_o   (stopped),
    .pmbirq_o    (pmbirq),
    .exception_o (exception),
    .nvm_o       (nvm),
    .addr_mode_o (addr_mode)
  );

  assign answer = '{event_el: event_el, default_el: default_el, stopped: stopped, pmbirq: pmbirq,
                    el1: exception.el1, el2: exception.el2, el3: exception.el3, nvm: nvm, addr_mode: addr_mode};
  assign result = 256'(answer);

endmodule
