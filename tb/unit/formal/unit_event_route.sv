// SPDX-License-Identifier: Apache-2.0
//
// The unit's blocks that route management events, for the proof `event-route`. This module and spec/spec_names_pkg.sv
// keep the names of these blocks, ports and fields out of the harnesses.
// (tb/unit/test/exhaustive/event_route_block.sv has the same instances.) ec_i and fsc_i describe the management event.
// Combinational.

module unit_event_route
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  pe_t                  pe_i,
  input  regs_t                regs_i,
  input  logic [5:0]           ec_i,
  input  logic [5:0]           fsc_i,
  output logic [1:0]           event_el_o,    // ReportSPEEvent()
  output logic [1:0]           default_el_o,  // DefaultSPEEvent()
  output logic                 stopped_o,     // SPEProfilingStopped()
  output logic                 pmbirq_o,      // PMBSR_EL1.S and SPEInterruptEnabled()
  output profiling_exception_t exception_o,   // CheckForSPEException()
  output logic                 nvm_o,         // EffectivePMBLIMITR_EL1_nVM()
  output logic [1:0]           addr_mode_o    // PMBIDR_EL1.AddrMode
);

  enable_t enable;

  spu_enable #(.Cfg(Cfg)) u_enable (.pe_i, .regs_i, .enable_o(enable));

  spu_event_route #(
    .Cfg(Cfg)
  ) u_event_route (
    .pe_i,
    .enable_i(enable),
    .ec_i,
    .fsc_i,
    .event_el_o,
    .default_el_o
  );

  spu_exception #(
    .Cfg(Cfg)
  ) u_exception (
    .pe_i,
    .regs_i,
    .enable_i(enable),
    .pmbirq_o,
    .exception_o
  );

  assign stopped_o   = enable.stopped;
  assign nvm_o       = enable.nvm;
  assign addr_mode_o = enable.addr_mode;

endmodule
