// SPDX-License-Identifier: Apache-2.0
//
// The unit's decisions for FEAT_SPE_EXC and FEAT_SPE_nVM, with the names of tb/unit/formal/unit_event_route.sv:
// spu_event_route and spu_exception, behind block A. more[5:0] is the EC and more[13:8] the FSC of a management event.

`BLOCK(event_route_block)

  enable_t enable_i;
  spu_enable #(.Cfg(Cfg)) u_spu_enable (.pe_i, .regs_i, .enable_o(enable_i));

  profiling_exception_t exception;
  logic [1:0]           event_el, default_el;
  logic                 pmbirq;
  event_route_result_t  answer;

  spu_event_route #(
    .Cfg(Cfg)
  ) u_spu_event_route (
    .pe_i,
    .enable_i,
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
    .enable_i,
    .pmbirq_o   (pmbirq),
    .exception_o(exception)
  );

  assign answer = '{event_el: event_el, default_el: default_el, stopped: enable_i.stopped, pmbirq: pmbirq,
                    el1: exception.el1, el2: exception.el2, el3: exception.el3, nvm: enable_i.nvm,
                    addr_mode: enable_i.addr_mode};
  assign result = 256'(answer);

endmodule
