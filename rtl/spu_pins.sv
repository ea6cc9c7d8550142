// SPDX-License-Identifier: Apache-2.0
//
// With RegisteredPins, a flip-flop behind each control field of pe and one in front of each interrupt level
// (docs/integration.md, "Registered pins"); without it, wires. The state of the PE is a wire in either case: PSTATE,
// Debug state, the Security state, and what describes one cycle or is fixed at reset. All flip-flops are 0 after reset.

module spu_pins
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  pe_t               pe_i,
  output pe_t               pe_o,      // as it takes effect

  input  interrupt_levels_t levels_i,
  output interrupt_levels_t levels_o   // as the pins show them
);

  if (Cfg.RegisteredPins) begin : gen_registered
    pe_t               pe_q;
    interrupt_levels_t levels_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        pe_q     <= '0;
        levels_q <= '0;
      end else begin
        pe_q     <= pe_i;
        levels_q <= levels_i;
      end
    end

    always_comb begin
      pe_o                 = pe_q;
      pe_o.el              = pe_i.el;
      pe_o.aarch32         = pe_i.aarch32;
      pe_o.debug           = pe_i.debug;
      pe_o.sm              = pe_i.sm;
      pe_o.pe_pm           = pe_i.pe_pm;
      pe_o.thread_inactive = pe_i.thread_inactive;
      pe_o.el3_aarch32     = pe_i.el3_aarch32;
      pe_o.scr_el3_ns      = pe_i.scr_el3_ns;
      pe_o.scr_el3_nse     = pe_i.scr_el3_nse;
    end

    assign levels_o = levels_q;
  end else begin : gen_wires
    logic unused_clock;
    assign unused_clock = ^{clk_i, rst_ni};

    assign pe_o     = pe_i;
    assign levels_o = levels_i;
  end

endmodule
