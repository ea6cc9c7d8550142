// SPDX-License-Identifier: Apache-2.0
//
// Lookahead of the interval counters (Arm ARM D17.3): the result of SPEToCollectSample() for the first, the second, ...
// operation of this cycle, and the counters after any number of them.
//
// No counter is stepped. With COUNT = c before the cycle, operation n (0 is the oldest)
//
//   n <  c - 1   counts down
//   n == c - 1   expires: COUNT becomes zero
//   n == c       reloads: COUNT becomes {INTERVAL, 0 or a random byte}; L below
//
// and after n operations COUNT is c - n, or L + 1 + (c - n) if c - n is negative. With FEAT_SPE_ERnd the low byte of L
// is zero, so at most one operation of a cycle expires: L is either larger than the number of operations in a cycle, or
// zero, and then every further operation reloads. Without FEAT_SPE_ERnd L can be a small random number, and several
// expiries and reloads fit into a cycle; that form adds up the intervals (gen_no_ernd).
// With FEAT_SPE_ERnd and RND, an expiry sets ECOUNT to a random byte r, which later operations count down, and selects
// the r-th operation after it; r = 0 selects the expiring operation. Otherwise ECOUNT holds, and an expiry selects.
//
// All results are computed in parallel, for every number of operations, from registered state; steps_i only selects.
// Only low bytes are subtracted from; the upper 24 bits of COUNT are those of c or INTERVAL, or one less.

module spu_interval_lookahead
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::pmsicr_t;
#(
  parameter config_t Cfg,
  parameter int unsigned Draws,  // random bytes that can be drawn in a cycle
  localparam int unsigned Width = Cfg.DispatchWidth,
  localparam int unsigned StepsWidth = $clog2(Width + 1),
  localparam int unsigned DrawnWidth = $clog2(Draws + 1)
) (
  // state
  input  interval_counters_t          counters_i,
  input  logic [23:0]                 interval_i,      // PMSIRR_EL1
  input  logic                        rnd_i,
  input  logic [Draws-1:0][7:0]       random_bytes_i,
  input  logic [MaxDispatchWidth-1:0] random_is_i,     // [r]: the first of them is r
  output logic [Width-1:0]            selects_o,       // [n]: operation n, if it exists, is selected

  // number of operations
  input  logic [StepsWidth-1:0]       steps_i,
  output interval_counters_t          counters_o,      // the counters after them
  output logic [DrawnWidth-1:0]       drawn_o          // number of random bytes that they draw
);

  // The counters after some number of operations.
  typedef struct packed {
    logic                  below_16;  // COUNT is below 16
    logic                  reloaded;  // COUNT[31:8] comes from INTERVAL, not from its old value
    logic                  borrow;    // and is one less than that
    logic [7:0]            low;       // COUNT[7:0]
    logic [7:0]            ecount;
    logic [DrawnWidth-1:0] drawn;
  } ahead_t;

  // {borrow, difference} of a digit and a constant of at most 15: a table of four bits, which is faster here than the
  // carry chain of a subtraction.
  function automatic logic [4:0] digit_minus(logic [3:0] digit, int unsigned by);
    logic [4:0] difference;
    difference = '0;
    for (int unsigned value = 0; value < 16; value++) begin
      if (digit == 4'(value)) difference = difference | 5'(value - by);
    end
    return difference;
  endfunction

  function automatic logic [8:0] minus(logic [7:0] counter, int unsigned by);
    logic [4:0] low, high;
    low  = digit_minus(counter[3:0], by);
    high = low[4] ? digit_minus(counter[7:4], 1) : {1'b0, counter[7:4]};
    return {high, low[3:0]};
  endfunction

  // Subtracts a small constant, but not below zero.
  function automatic logic [7:0] down(logic [7:0] counter, int unsigned by);
    logic [8:0] difference;
    difference = minus(counter, by);
    return difference[8] ? '0 : difference[7:0];
  endfunction

  ahead_t chosen;  // after steps_i operations

  // Only with FEAT_SPE_ERnd.
  logic unused_inputs;
  assign unused_inputs = ^random_is_i;

  logic [31:0] count;
  logic [7:0]  ecount;
  assign count  = counters_i.pmsicr.count;
  assign ecount = counters_i.pmsicr.ecount;

  // COUNT is below 16 after n operations without a reload: it is now, or it is 16 to 31 and its low digit borrows.
  logic count_16_to_31;
  assign count_16_to_31 = (count[31:4] == 28'd1);
  function automatic logic small_after(int unsigned n);
    logic low_borrows;
    low_borrows = 1'b0;
    for (int unsigned low = 0; low < n; low++) low_borrows = low_borrows || (count[3:0] == 4'(low));
    return counters_i.count_small || (count_16_to_31 && low_borrows);
  endfunction

  if (Cfg.HaveErnd) begin : gen_ernd
    logic interval_zero;
    assign interval_zero = (interval_i == '0);

    // count_is[n]: COUNT is n, for each n that this cycle's operations can count down to zero.
    logic [Width:0] count_is;
    always_comb begin
      for (int unsigned n = 0; n <= Width; n++) begin
        count_is[n] = counters_i.count_small && (count[3:0] == 4'(n));
      end
    end

    logic [Width-1:0] ecount_reaches_zero;  // [n]: at operation n, if ECOUNT counts down
    always_comb begin
      for (int unsigned n = 0; n < Width; n++) ecount_reaches_zero[n] = (ecount == 8'(n + 1));
    end

    // Without RND, operation n is selected if it expires. With RND (D17.3.4.3), it is selected if it counts ECOUNT down
    // to zero, or if operation m expires and draws n - m; a draw of 0 selects operation m itself. At most one operation
    // expires.
    always_comb begin
      logic expired;  // operation n or one before it has expired
      expired   = 1'b0;
      selects_o = '0;
      for (int unsigned n = 0; n < Width; n++) begin
        expired      = expired || count_is[n+1];
        selects_o[n] = rnd_i ? !expired && ecount_reaches_zero[n] : count_is[n+1];
        for (int unsigned m = 0; m <= n; m++) begin
          if (rnd_i && count_is[m+1] && random_is_i[n-m]) selects_o[n] = 1'b1;
        end
      end
    end

    always_comb begin
      logic       expired;   // one of the n operations has expired
      logic [7:0] from_random;
      expired     = 1'b0;
      from_random = '0;
      chosen      = '0;
      for (int unsigned n = 0; n <= Width; n++) begin
        if (n != 0) expired = expired || count_is[n];

        if (steps_i == StepsWidth'(n)) begin
          chosen.reloaded = 1'b0;
          chosen.below_16 = small_after(n);
          {chosen.borrow, chosen.low} = minus(count[7:0], n);
          for (int unsigned c = 0; c < n; c++) begin
            if (count_is[c]) begin
              chosen.reloaded = 1'b1;
              chosen.below_16 = interval_zero;
              chosen.borrow   = (n - c != 1) && !interval_zero;
              chosen.low      = interval_zero ? '0 : 8'(c + 1) - 8'(n);
            end
          end

          from_random = '0;
          for (int unsigned c = 1; c <= n; c++) begin
            if (count_is[c]) from_random = down(random_bytes_i[0], n - c);
          end
          chosen.ecount = ecount;
          if (rnd_i) chosen.ecount = expired ? from_random : down(ecount, n);
          chosen.drawn = expired && rnd_i;
        end
      end
    end
  end else begin : gen_no_ernd
    // reload_at[i]: the operation that reloads for the (i+1)th time in this cycle; Width + 1: none.
    logic [Width:0][3:0] reload_at;
    logic [Width:0]      reloads;   // operation n reloads; [Width]: the first of the next cycle

    function automatic logic [3:0] at_most_width(logic [8:0] operation);
      return (operation > 9'(Width)) ? 4'(Width + 1) : 4'(operation);
    endfunction

    always_comb begin
      logic [7:0] low;
      low          = '0;
      reload_at[0] = counters_i.count_small ? at_most_width(9'(count[3:0])) : 4'(Width + 1);
      for (int unsigned i = 0; i < Width; i++) begin
        low            = rnd_i ? random_bytes_i[i] : '0;
        reload_at[i+1] = 4'(Width + 1);
        if (interval_i == '0 && low <= 8'(Width)) begin
          reload_at[i+1] = at_most_width(9'(reload_at[i]) + 9'(low) + 9'd1);
        end
      end
      reloads = '0;
      for (int unsigned n = 0; n <= Width; n++) begin
        for (int unsigned i = 0; i <= Width; i++) begin
          if (reload_at[i] == 4'(n)) reloads[n] = 1'b1;
        end
      end
    end

    // An operation expires if the next one would reload, unless it has itself just reloaded zero.
    always_comb begin
      for (int unsigned n = 0; n < Width; n++) selects_o[n] = reloads[n+1] && !reloads[n];
    end

    always_comb begin
      logic [7:0] low;
      low    = '0;
      chosen = '0;
      for (int unsigned n = 0; n <= Width; n++) begin
        if (steps_i == StepsWidth'(n)) begin
          chosen.ecount   = ecount;  // RES0
          chosen.below_16 = small_after(n);
          {chosen.borrow, chosen.low} = minus(count[7:0], n);
          for (int unsigned i = 0; i < n; i++) begin
            if (reload_at[i] < 4'(n)) begin
              low             = rnd_i ? random_bytes_i[i] : '0;
              chosen.reloaded = 1'b1;
              {chosen.borrow, chosen.low} = 9'(low) + 9'(reload_at[i]) + 9'd1 - 9'(n);
              chosen.below_16 = (interval_i == '0) && (chosen.low[7:4] == '0);
              chosen.drawn    = rnd_i ? DrawnWidth'(i + 1) : '0;
            end
          end
        end
      end
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // The result for this cycle's number of operations.

  logic [23:0] count_less_one, interval_less_one;

  assign count_less_one    = count[31:8] - 24'd1;
  assign interval_less_one = interval_i - 24'd1;
  assign drawn_o           = chosen.drawn;

  pmsicr_t after;
  always_comb begin
    after = '{ecount: chosen.ecount, res0_55_32: '0, count: {count[31:8], chosen.low}};
    unique case ({chosen.reloaded, chosen.borrow})
      2'b00: ;
      2'b01: after.count[31:8] = count_less_one;
      2'b10: after.count[31:8] = interval_i;
      2'b11: after.count[31:8] = interval_less_one;
    endcase
  end
  assign counters_o = '{pmsicr: after, count_small: chosen.below_16};

endmodule
