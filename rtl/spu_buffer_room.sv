// SPDX-License-Identifier: Apache-2.0
//
// Checks for room in the Profiling Buffer, for one more record and for the record of one more sample (Arm ARM D17.7; J1
// SPEBufferIsFull()).
//
// A record is small, so only the pointer's offset in its page matters, and whether the limit is the next page. A record
// ends in the page in which it starts or in the next one, so one comparison, of PMBPTR_EL1 with the limit, serves
// PMBPTR_EL1 and the end of the record being written.
//
// sample_room_o is combinational. full_o is registered: a direct write to one of the registers outdates it for a cycle,
// in which full_known_o is 0. The writer's own update of PMBPTR_EL1 does not.

module spu_buffer_room
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  // regs
  input  logic [63:0]       pmbptr_i,
  input  pmblimitr_t        pmblimitr_i,
  input  logic              written_i,       // a direct write to one of them in this cycle
  input  logic              discard_mode_i,

  // buffer
  input  logic              pmbptr_stays_i,  // no record is being written that will move PMBPTR_EL1 to its end
  input  logic              page_written_i,  // a page of that record has been written
  input  logic [PageBits:0] next_va_i,       // the address after it, low bits
  input  logic [2:0]        pending_i,       // samples that are not committed or discarded
  output logic              full_o,          // a largest record does not fit at PMBPTR_EL1, or after that record
  output logic              full_known_o,
  output logic              sample_room_o    // the buffer permits sampling one more operation
);

  // A largest record after `others` of the same size would run past the end of the page: that can only happen in the
  // last eight record-sized blocks of the page.
  function automatic logic leaves_page(logic [PageBits-1:0] offset, logic [2:0] others);
    logic [2:0] behind;  // record-sized blocks after the pointer's
    behind = ~offset[Cfg.MaxSize+:3];
    return (offset[PageBits-1:Cfg.MaxSize+3] == '1)
        && (others > behind || (others == behind && offset[Cfg.MaxSize-1:0] != '0));
  endfunction

  // There is no room for a record if the pointer's page is the limit's or above, or if it is the page below the limit
  // and the record would leave it: the limit is page-aligned.
  function automatic logic spe_buffer_is_full(logic above, logic below, logic leaves);
    return above || (below && leaves);
  endfunction

  // One subtraction gives both: the sign, and the distance of -1, which is all ones.
  logic                 above, below;
  logic [64:PageBits]   distance;
  assign distance = {1'b0, pmbptr_i[63:PageBits]} - {1'b0, pmblimitr_i.limit};
  assign above    = !distance[64];
  assign below    = (distance == '1);

  // The same, registered, for the next record. It leaves the page of PMBPTR_EL1 also if the one before it does.
  logic above_q, below_q, leaves_q, leaves_d, known_q;
  always_comb begin
    leaves_d = leaves_q;
    if (pmbptr_stays_i) begin
      leaves_d = leaves_page(pmbptr_i[PageBits-1:0], '0);
    end else if (page_written_i) begin
      leaves_d = (next_va_i[PageBits] != pmbptr_i[PageBits]) || leaves_page(next_va_i[PageBits-1:0], '0);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) known_q <= 1'b0;
    else         known_q <= !written_i;
  end

  always_ff @(posedge clk_i) begin
    above_q  <= above;
    below_q  <= below;
    leaves_q <= leaves_d;
  end

  assign full_o       = spe_buffer_is_full(above_q, below_q, leaves_q);
  assign full_known_o = known_q;

  // A sample is permitted if its record fits after all records that may come before it, so that it is not lost when the
  // buffer fills, which is reported synchronously. With nothing pending it is always permitted: a record without room
  // raises the management event.
  assign sample_room_o = pending_i == '0 || discard_mode_i
                      || !spe_buffer_is_full(above, below, leaves_page(pmbptr_i[PageBits-1:0], pending_i));

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too). spu_buffer has the one of full_o: FullAsSpecified_A.

  // The specification, with one more bit than an address, so that the sum does not wrap.
  function automatic logic full_as_specified(logic [63:0] pointer, pmblimitr_t limit, logic [2:0] others);
    return {1'b0, pointer} + ((65'(others) + 65'd1) << Cfg.MaxSize) > {1'b0, limit.limit, 12'h000};
  endfunction

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      RoomAsSpecified_A: assert (sample_room_o == (pending_i == '0 || discard_mode_i
                                 || !full_as_specified(pmbptr_i, pmblimitr_i, pending_i)));
    end
  end

endmodule
