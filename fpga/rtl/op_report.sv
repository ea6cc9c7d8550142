// SPDX-License-Identifier: Apache-2.0
//
// The core's report of one marked operation: spu_top's op port of one tag, played from the operation's trace entry.
// With the mark in cycle d, issued is high in cycle d + issue, xlate_busy in cycles d + 1 to d + xlate, and finished in
// cycle d + total, the last cycle of the report.
//
// The control bits come from flip-flops: they are decided one cycle ahead.

module op_report
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import bringup_pkg::*;
#(
  // Words 1 to 3 of entry_i keep their values from the cycle of the mark, so they need no flip-flops here.
  parameter bit Held
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  // op_player: the mark
  input  logic         mark_i,
  input  trace_entry_t entry_i,
  input  logic         finished_next_i,  // of entry_i: values for the cycle after the mark
  input  logic         issued_next_i,
  input  logic         xlate_next_i,
  input  logic [1:0]   el_i,             // of the target
  output logic         busy_next_o,      // the next cycle belongs to a report

  // spu_top
  output op_t          op_o
);

  logic         busy_q, finished_q, issued_q, xlate_q;
  logic [15:0]  clock_q;  // number of the next cycle, counted from the mark
  trace_entry_t entry_q;
  trace_details_t details;
  assign details     = Held ? entry_i.details : entry_q.details;
  assign busy_next_o = mark_i || (busy_q && !finished_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else         busy_q <= busy_next_o;
  end

  always_ff @(posedge clk_i) begin
    if (mark_i) begin
      entry_q    <= entry_i;
      clock_q    <= 16'd2;
      finished_q <= finished_next_i;
      issued_q   <= issued_next_i;
      xlate_q    <= xlate_next_i;
    end else begin
      clock_q    <= clock_q + 1'b1;
      finished_q <= (clock_q == details.total);
      issued_q   <= (clock_q == details.issue);
      xlate_q    <= xlate_q && (clock_q <= details.xlate);
    end
  end

  always_comb begin
    op_o              = '0;
    op_o.issued       = busy_q && issued_q;
    op_o.xlate_busy   = busy_q && xlate_q;
    op_o.completed    = busy_q && finished_q;
    op_o.finished     = busy_q && finished_q;
    op_o.how          = entry_q.how;
    op_o.kind         = entry_q.kind;
    op_o.cond         = entry_q.cond;
    op_o.indirect     = entry_q.indirect;
    op_o.store        = entry_q.store;
    op_o.acq_rel      = entry_q.acq_rel;
    op_o.exclusive    = entry_q.exclusive;
    op_o.atomic       = entry_q.atomic;
    op_o.va_valid     = entry_q.va_valid;
    op_o.va           = 64'(details.va);
    op_o.pa_valid     = entry_q.va_valid;
    op_o.pa_ns        = 1'b1;
    op_o.pa           = PaWidth'(details.va);
    op_o.target_valid = entry_q.target_valid;
    op_o.target_ns    = 1'b1;
    op_o.target_el    = el_i;
    op_o.target       = 64'(details.target);
    op_o.source_valid = entry_q.source_valid;
    op_o.source       = details.source;
    op_o.events       = 64'(details.events);
  end

endmodule
