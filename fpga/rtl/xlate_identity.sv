// SPDX-License-Identifier: Apache-2.0
//
// Translation of Profiling Buffer addresses: the buffer memory is at virtual and physical address 0, Non-secure;
// everything else is a level 3 translation fault. Accepts requests at once and responds in the next cycle.

module xlate_identity
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter int unsigned Bytes  // of the buffer memory
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  xlate_req_t xlate_i,
  output logic       xlate_ready_o,
  output xlate_rsp_t xlate_o
);

  localparam int unsigned AddressBits = $clog2(Bytes);
  localparam logic [5:0] FscTranslationLevel3 = 6'h07;  // PMBSR_EL1.FSC (D24.7)

  logic                   valid_q, fault_q;
  logic [AddressBits-1:0] pa_q;
  assign xlate_ready_o = 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else         valid_q <= xlate_i.valid;
  end

  always_ff @(posedge clk_i) begin
    fault_q <= (xlate_i.va >> AddressBits) != '0;
    pa_q    <= xlate_i.va[AddressBits-1:0];
  end

  always_comb begin
    xlate_o       = '0;
    xlate_o.valid = valid_q;
    xlate_o.fault = fault_q;
    xlate_o.fsc   = fault_q ? FscTranslationLevel3 : '0;
    xlate_o.ns    = 1'b1;
    xlate_o.pa    = PaWidth'(pa_q);
  end

endmodule
