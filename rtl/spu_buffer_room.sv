// SPDX-License-Identifier: Apache-2.0
//
// Checks for room in the Profiling Buffer, for one more record and for the record of one more sample (Arm ARM D17.7; J1
// SPEBufferIsFull()).
//
// A record is small, so only the pointer's offset in its page matters, and how far the limit's page is. A record ends
// in the page in which it starts or in the next one, so one comparison, of PMBPTR_EL1 with the limit, serves PMBPTR_EL1
// and the end of the record being written.
//
// That comparison takes most of a cycle, and its result is registered: of the registers at the start of the previous
// cycle, or of the value that a direct write in that cycle gave one of them. The writer's own update moves PMBPTR_EL1
// by one page at most, which is added.

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
  input  bounds_write_t     bounds_write_i,
  input  logic              discard_mode_i,

  // buffer
  input  logic              page_moves_i,    // the writer moves PMBPTR_EL1 to the next page in this cycle
  input  logic              at_pmbptr_i,     // no record is being written that will move PMBPTR_EL1 to its end
  input  logic              page_written_i,  // a page of that record has been written
  input  logic [PageBits:0] next_va_i,       // the address after it, low bits
  input  logic [2:0]        pending_i,       // samples that are not committed or discarded
  output logic              full_o,          // a largest record does not fit at PMBPTR_EL1, or after that record
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

  // Of a pointer's page, from the limit: at or above it, one page below it, two pages below it.
  typedef struct packed {
    logic above;
    logic below;
    logic two_below;
  } distance_t;

  // The pages below the limit are recognized without a subtraction. Counting down by one, a bit changes if all below it
  // were 0 and become 1: if the next lower one does. Counting down by two is the same from bit 1.
  function automatic distance_t compared(logic [63:PageBits] pointer, logic [63:PageBits] limit);
    logic [63:PageBits] changed, borrowed;
    logic               few;  // above the lowest two bits, changed as by counting down, and not past 0
    changed  = pointer ^ limit;
    borrowed = pointer & ~limit;
    few      = (borrowed[63:PageBits+1] == {1'b0, changed[63:PageBits+2]});
    return '{
      above:     pointer >= limit,
      below:     few && changed[PageBits] && changed[PageBits+1] == borrowed[PageBits],
      two_below: few && !changed[PageBits] && changed[PageBits+1]
    };
  endfunction

  // Whether an MSR writes one of the registers is known later than what its data would make of them.
  distance_t distance;
  logic      moves, above_q, below_q;
  always_comb begin
    distance = compared(pmbptr_i[63:PageBits], pmblimitr_i.limit);
    if (bounds_write_i.limit)  distance = compared(pmbptr_i[63:PageBits], bounds_write_i.limit_page);
    if (bounds_write_i.pmbptr) distance = compared(bounds_write_i.pmbptr_page, pmblimitr_i.limit);
  end
  assign moves = page_moves_i && !bounds_write_i.pmbptr;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      above_q <= 1'b1;
      below_q <= 1'b0;
    end else begin
      above_q <= distance.above || (moves && distance.below);
      below_q <= moves ? distance.two_below : distance.below;
    end
  end

  // The record after the one being written leaves the page of PMBPTR_EL1 also if that one does.
  logic leaves_q;
  always_ff @(posedge clk_i) begin
    if (page_written_i) begin
      leaves_q <= (next_va_i[PageBits] != pmbptr_i[PageBits]) || leaves_page(next_va_i[PageBits-1:0], '0);
    end
  end

  assign full_o = spe_buffer_is_full(above_q, below_q,
                                     at_pmbptr_i ? leaves_page(pmbptr_i[PageBits-1:0], '0) : leaves_q);

  // A sample is permitted if its record fits after all records that may come before it, so that it is not lost when the
  // buffer fills, which is reported synchronously. With nothing pending it is always permitted: a record without room
  // raises the management event.
  assign sample_room_o = pending_i == '0 || discard_mode_i
                      || !spe_buffer_is_full(above_q, below_q, leaves_page(pmbptr_i[PageBits-1:0], pending_i));

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
