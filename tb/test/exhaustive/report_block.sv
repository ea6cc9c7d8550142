// SPDX-License-Identifier: Apache-2.0
//
// What the unit decides of FEAT_SPE_EXC and FEAT_SPE_nVM, by the names that tb/formal/unit_report.sv has too:
// spu_report and spu_exception, behind block A. more[5:0] is the EC and more[13:8] the FSC of a management event.

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

  pe_t                  pe_i;
  regs_t                regs_i;
  enable_t              enable;
  profiling_exception_t exception;
  logic [1:0]           event_el, default_el;
  logic                 pmbirq;
  report_result_t       answer;

  assign pe_i   = pe_t'(pe[$bits(pe_t)-1:0]);
  assign regs_i = regs_of(regs);

  spu_enable #(
    .Cfg(Cfg)
  ) u_spu_enable (
    .pe_i,
    .regs_i,
    .enable_o(enable)
  );

  spu_report #(
    .Cfg(Cfg)
  ) u_spu_report (
    .pe_i,
    .enable_i    (enable),
    .ec_i        (more[5:0]),
    .fsc_i       (more[13:8]),
    .event_el_o  (event_el),
    .default_el_o(default_el)
  );

  spu_exception #(
    .Cfg(Cfg)
  ) u_spu_exception (
    .pe_i,
    .regs_i,
    .enable_i   (enable),
    .pmbirq_o   (pmbirq),
    .exception_o(exception)
  );

  assign answer = '{event_el: event_el, default_el: default_el, stopped: enable.stopped, pmbirq: pmbirq,
                    el1: exception.el1, el2: exception.el2, el3: exception.el3, nvm: enable.nvm,
                    addr_mode: enable.addr_mode};
  assign result = 256'(answer);

endmodule
