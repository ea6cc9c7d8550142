// SPDX-License-Identifier: Apache-2.0
//
// Checks for room in the Profiling Buffer, for one more record and for the record of one more sample (Arm ARM D17.7; J1
// SPEBufferIsFull()). Combinational.
//
// There is no address-wide adder: a record is small, so only the pointer's offset in its page matters, and whether the
// limit is the next page.

module spu_buffer_room
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic        clk_i,  // for the properties
  input  logic        rst_ni,

  // regs
  input  logic [63:0] pmbptr_i,
  input  pmblimitr_t  pmblimitr_i,
  input  logic        discard_mode_i,

  // buffer
  input  logic [63:0] va_i,              // end of the written bytes
  input  logic [2:0]  pending_i,         // samples that are not committed or discarded
  output logic        full_at_pmbptr_o,  // a largest record does not fit
  output logic        full_at_va_o,
  output logic        sample_room_o      // the buffer permits sampling one more operation
);

  // a + 1 == b, without a carry chain: the bits that differ are exactly those that receive a carry, and a bit passes a
  // carry on exactly if it is 1 in a and 0 in b.
  function automatic logic equals_plus_one(logic [51:0] b, logic [51:0] a);
    logic [51:0] carry;
    carry = {a[50:0] & ~b[50:0], 1'b1};
    return ((a ^ b) & ~carry) == '0 && (~(a ^ b) & carry) == '0;
  endfunction

  // No room for a largest record after `others` of the same size: the pointer plus their total size is beyond the
  // limit, which is page-aligned. That is so if the pointer's page is the limit's or above, or if it is the page below
  // the limit and the records would run past its end, which can only happen in the last eight record-sized blocks of
  // the page.
  function automatic logic spe_buffer_is_full(logic [63:0] pointer, pmblimitr_t limit, logic [2:0] others);
    logic       leaves_page;
    logic [2:0] behind;  // record-sized blocks after the pointer's
    behind      = ~pointer[Cfg.MaxSize+:3];
    leaves_page = (pointer[PageBits-1:Cfg.MaxSize+3] == '1)
               && (others > behind || (others == behind && pointer[Cfg.MaxSize-1:0] != '0));
    return pointer[63:PageBits] >= limit.limit
        || (leaves_page && equals_plus_one(limit.limit, pointer[63:PageBits]));
  endfunction

  assign full_at_pmbptr_o = spe_buffer_is_full(pmbptr_i, pmblimitr_i, '0);
  assign full_at_va_o     = spe_buffer_is_full(va_i, pmblimitr_i, '0);

  // A sample is permitted if its record fits after all records that may come before it, so that it is not lost when the
  // buffer fills, which is reported synchronously. With nothing pending it is always permitted: a record without room
  // raises the management event.
  assign sample_room_o = pending_i == '0 || discard_mode_i
                      || !spe_buffer_is_full(pmbptr_i, pmblimitr_i, pending_i);

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  // The specification, with one more bit than an address, so that the sum does not wrap.
  function automatic logic full_as_specified(logic [63:0] pointer, pmblimitr_t limit, logic [2:0] others);
    return {1'b0, pointer} + ((65'(others) + 65'd1) << Cfg.MaxSize) > {1'b0, limit.limit, 12'h000};
  endfunction

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      FullAsSpecified_A: assert (full_at_pmbptr_o == full_as_specified(pmbptr_i, pmblimitr_i, '0)
                                 && full_at_va_o == full_as_specified(va_i, pmblimitr_i, '0));
      RoomAsSpecified_A: assert (sample_room_o == (pending_i == '0 || discard_mode_i
                                 || !full_as_specified(pmbptr_i, pmblimitr_i, pending_i)));
    end
  end

endmodule
