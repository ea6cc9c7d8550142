// SPDX-License-Identifier: Apache-2.0
//
// Compares spu_interval at every dispatch width, with and without FEAT_SPE_ERnd, with the model's SPEToCollectSample()
// called for one operation at a time (requirements C1 and C3). A stand-alone Verilated program; prints TAP.

// C1, C3, D17.3.4.2
module interval_widths_test;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;

  // interval_widths_model.c: steps model `index` through the operations of a cycle.
  import "DPI-C" function void model_clock(input int unsigned index, input bit ernd, input longint unsigned pmsirr,
                                           input longint unsigned pmsicr, input int unsigned valid,
                                           output longint unsigned pmsicr_next, output int unsigned selected);

  localparam int unsigned Clocks = 200_000;
  localparam int unsigned Units = 2 * MaxDispatchWidth;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  int unsigned clocks = 0;
  bit [Units-1:0] done = '0;

  function automatic config_t config_of(int unsigned width, bit ernd);
    config_t cfg;
    cfg               = spu_config_pkg::ConfigBase;
    cfg.DispatchWidth = width;
    cfg.InFlight      = 2;
    cfg.HaveErnd      = ernd;
    return cfg;
  endfunction

  for (genvar i = 0; i < Units; i++) begin : gen_unit
    localparam int unsigned Width = 1 + i / 2;
    localparam bit Ernd = bit'(i % 2);

    logic                 enabled;
    logic [Width-1:0]     valid;
    pmsirr_t              pmsirr;
    pmsicr_t              pmsicr_q;
    interval_counters_t   counters_next;
    logic [1:0]           tag_free;
    logic                 mark_valid;
    logic [SlotWidth-1:0] mark_slot;
    logic [TagWidth-1:0]  mark_tag;
    logic [3:0]           population, collisions;

    spu_interval #(
      .Cfg(config_of(Width, Ernd))
    ) u_spu_interval (
      .clk_i              (clk),
      .rst_ni             (rst_n),
      .profiling_enabled_i(enabled),
      .dispatch_valid_i   (valid),
      .pmsirr_i           (pmsirr),
      .counters_i         (interval_counters(pmsicr_q)),
      .counters_o         (counters_next),
      .tag_free_i         (tag_free),
      .sample_room_i      (1'b1),
      .mark_valid_o       (mark_valid),
      .mark_slot_o        (mark_slot),
      .mark_tag_o         (mark_tag),
      .population_o       (population),
      .collisions_o       (collisions),
      .next_slot_o        (),
      .next_tag_o         (),
      .collided_o         ()
    );

    int unsigned marks = 0;
    int unsigned collided = 0;
    bit failed = 1'b0;

    task automatic check(string what, longint unsigned expected, longint unsigned got);
      if (expected != got && !failed) begin
        failed = 1'b1;
        $display("not ok %0d - interval_equals_one_operation_at_a_time width %0d ernd %0d", i + 1, Width, Ernd);
        $display("# cycle %0d: %s: expected 0x%0h, got 0x%0h (SPEToCollectSample)", clocks, what, expected, got);
      end
    endtask

    always @(negedge clk) begin
      longint unsigned next;
      int unsigned selected, chosen, first;
      if (rst_n && !done[i] && !failed) begin
        model_clock(i, Ernd, pmsirr, pmsicr_q, enabled ? 32'(valid) : 0, next, selected);
        chosen = $countones(selected);
        first  = 0;
        for (int slot = Width - 1; slot >= 0; slot--) if (selected[slot]) first = slot;
        check("PMSICR_EL1", next, counters_next.pmsicr);
        check("its comparisons", 64'(interval_counters(next)), 64'(counters_next));
        check("population", enabled ? 64'($countones(valid)) : 0, 64'(population));
        check("mark_valid", 64'(chosen != 0 && tag_free != 0), 64'(mark_valid));
        check("collisions", 64'(chosen) - 64'(mark_valid), 64'(collisions));
        if (mark_valid) begin
          check("mark_slot", 64'(first), 64'(mark_slot));
          check("mark_tag", tag_free[0] ? 0 : 1, 64'(mark_tag));
        end
        marks    += 32'(mark_valid);
        collided += 32'(collisions);
        if (clocks == Clocks) begin
          if (marks < 100 || collided < 100) begin
            $display("not ok %0d - width %0d ernd %0d: only %0d marks and %0d collisions", i + 1, Width, Ernd,
                     marks, collided);
          end else if (!failed) begin
            $display("ok %0d - interval_equals_one_operation_at_a_time width %0d ernd %0d", i + 1, Width, Ernd);
          end
          done[i] = 1'b1;
        end
      end
    end

    // Software sometimes writes the counters, mostly to values just before they expire.
    always @(posedge clk) begin
      pmsicr_q <= counters_next.pmsicr;
      if ($urandom_range(99) < 8) begin
        pmsicr_q <= '{ecount: (Ernd && $urandom_range(3) == 0) ? 8'($urandom_range(20)) : 8'h00,
                      count: 32'($urandom_range(20)), default: '0};
      end
      if (!rst_n || $urandom_range(99) < 2) begin
        pmsirr <= '{interval: 24'($urandom_range(2)), rnd: 1'($urandom), default: '0};
      end
      if (!rst_n) pmsicr_q <= '0;
      enabled  <= ($urandom_range(9) != 0);
      valid    <= Width'($urandom) | Width'($urandom);
      tag_free <= 2'($urandom);
    end
  end

  initial begin
    $display("1..%0d", Units);
    repeat (Clocks + 2) begin
      #1 clk = 1'b1;
      #1 rst_n = 1'b1;
      clocks = clocks + 1;
      #1 clk = 1'b0;
    end
    $finish;
  end

endmodule
