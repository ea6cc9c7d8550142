// SPDX-License-Identifier: Apache-2.0
//
// What a core on a board reaches: core_bus with core_ram, against the map of docs/fpga-hardware.md, while fetches and
// the host use the same memory. A stand-alone Verilated program; prints TAP.

`include "fpga/rtl/block_ram.sv"
`include "fpga/core/core_pkg.sv"
`include "fpga/core/core_ram.sv"
`include "fpga/core/core_bus.sv"

module fpga_core_bus_test;

  localparam int unsigned Tests = 5;
  localparam int unsigned RamBytes = 4096;
  localparam int unsigned Words = RamBytes / 4;

  logic clk = 1'b0;
  logic rst_n = 1'b0;

  logic        valid = 1'b0, write = 1'b0, ack;
  logic [31:0] addr = '0, wdata = '0, rdata;
  logic [3:0]  strb = '0;
  logic        ram_valid, ram_ack, window_valid, window_ready = 1'b0, window_ack = 1'b0, leave;
  logic [31:0] ram_rdata, leave_value;
  logic        host_take = 1'b0, host_we = 1'b0;
  logic [8:0]  host_addr = '0;
  logic [63:0] host_wdata = '0, host_rdata, now = 64'h1_ffff_fff0, buffer_rdata = '0;
  logic        fetch_valid = 1'b0, fetch_ack;
  logic [9:0]  fetch_addr = '0;
  int unsigned asked = 0, left = 0;
  logic [31:0] left_with = '0;

  core_bus u_core_bus (
    .clk_i(clk), .rst_ni(rst_n), .valid_i(valid), .write_i(write), .addr_i(addr), .wdata_i(wdata), .ack_o(ack),
    .rdata_o(rdata),
    .ram_valid_o(ram_valid), .ram_ack_i(ram_ack), .ram_rdata_i(ram_rdata),
    .buffer_busy_i(host_take), .buffer_rdata_i(buffer_rdata),
    .window_valid_o(window_valid), .window_ready_i(window_ready), .window_ack_i(window_ack),
    .window_rdata_i(32'h77777777),
    .time_i(now), .exit_o(leave), .exit_value_o(leave_value)
  );

  core_ram #(.Bytes(RamBytes)) u_core_ram (
    .clk_i(clk), .rst_ni(rst_n), .host_take_i(host_take), .host_we_i(host_we), .host_addr_i(host_addr),
    .host_wdata_i(host_wdata), .host_rdata_o(host_rdata),
    .data_valid_i(ram_valid), .data_write_i(write), .data_addr_i(addr[11:2]), .data_wdata_i(wdata), .data_strb_i(strb),
    .data_ack_o(ram_ack), .fetch_valid_i(fetch_valid), .fetch_addr_i(fetch_addr), .fetch_ack_o(fetch_ack),
    .rdata_o(ram_rdata)
  );

  // What the buffer's port gives: its address in the cycle before, both halves.
  always_ff @(posedge clk) begin
    buffer_rdata <= {32'hb0000000 | 32'(addr[12:3]), 32'ha0000000 | 32'(addr[12:3])};
    asked        <= asked + 32'(window_valid && window_ready);
    now          <= now + 1'b1;
    left         <= left + 32'(leave);
    if (leave) left_with <= leave_value;
  end

  // The bytes that are in RAM, and fetches of them.
  logic [31:0] expected [Words];
  bit failed = 1'b0;
  int unsigned number = 0;
  int unsigned fetched = 0;

  task automatic check(string what, logic [63:0] wanted, logic [63:0] got);
    if (got !== wanted && !failed) $display("# %s: expected %h, got %h", what, wanted, got);
    failed |= (got !== wanted);
  endtask

  task automatic finish(string name);
    number++;
    if (failed) $write("not ");
    $display("ok %0d - %s", number, name);
    failed = 1'b0;
  endtask

  task automatic cycle();
    #5 clk = 1'b1;
    #5 clk = 1'b0;
    if (fetch_ack) begin
      check("fetch", 64'(expected[fetch_addr]), 64'(ram_rdata));
      fetched++;
    end
  endtask

  // An access of the data bus, in at most `limit` cycles; what came.
  task automatic access(logic store, logic [31:0] at, logic [31:0] data, logic [3:0] lanes, output logic [31:0] got);
    int unsigned cycles = 0;
    valid = 1'b1;
    write = store;
    addr  = at;
    wdata = data;
    strb  = lanes;
    #1;
    while (!ack && cycles < 50) begin
      cycle();
      #1 cycles++;
    end
    check("acknowledged", 64'd1, 64'(ack));
    got = rdata;
    cycle();
    valid = 1'b0;
    #1;
  endtask

  initial begin
    logic [31:0] got, low;
    int unsigned word;
    $display("1..%0d", Tests);
    for (int unsigned i = 0; i < Words; i++) expected[i] = 32'(i) * 32'h01000193;
    cycle();
    rst_n = 1'b1;

    host_take = 1'b1;
    for (int unsigned i = 0; i < Words / 2; i++) begin
      host_we    = 1'b1;
      host_addr  = 9'(i);
      host_wdata = {expected[2*i+1], expected[2*i]};
      cycle();
    end
    host_we   = 1'b0;
    host_take = 1'b0;

    // Stores of some bytes and loads, while something is fetched all the time and the host reads now and then.
    fetch_valid = 1'b1;
    for (int unsigned i = 0; i < 3000; i++) begin
      word       = $urandom_range(Words - 1);
      fetch_addr = 10'($urandom_range(Words - 1));
      if ($urandom_range(3) == 0) begin
        host_take = 1'b1;
        host_addr = 9'($urandom_range(Words / 2 - 1));
        cycle();
        check("host", {expected[2*host_addr+1], expected[2*host_addr]}, host_rdata);
        host_take = 1'b0;
        #1;
      end
      if ($urandom_range(1) == 0) begin
        fetch_valid = 1'b0;  // what is fetched does not change meanwhile
        low         = $urandom;
        strb        = 4'($urandom);
        access(1'b1, 32'h40000000 + 4 * word, low, strb, got);
        for (int lane = 0; lane < 4; lane++) if (strb[lane]) expected[word][8*lane+:8] = low[8*lane+:8];
        fetch_valid = 1'b1;
      end else begin
        access(1'b0, 32'h40000000 + 4 * word, '0, '0, got);
        check("load", 64'(expected[word]), 64'(got));
      end
    end
    fetch_valid = 1'b0;
    check("fetches", 64'd1, 64'(fetched > 1000));
    finish("ram_has_what_was_written_last");

    // The buffer, with the host in the way.
    for (int unsigned i = 0; i < 200; i++) begin
      word = $urandom_range(2047);
      host_take = 1'b1;
      cycle();
      check("the port is the host's", 64'd0, 64'(ack));
      host_take = 1'b0;
      access(1'b0, 32'h80000000 + 4 * word, '0, '0, got);
      check("buffer", 64'(((word[0] ? 32'hb0000000 : 32'ha0000000) | (word >> 1))), 64'(got));
    end
    finish("buffer_is_read_by_words");

    // The low half of the time keeps the high one that belongs to it, whatever is between the two loads.
    for (int unsigned i = 0; i < 40; i++) begin
      access(1'b0, 32'ha0000008, '0, '0, low);
      repeat (i) cycle();
      access(1'b0, 32'ha000000c, '0, '0, got);
      check("time", 64'd1, 64'({got, low} < now && {got, low} + 64'(i) + 64'd8 > now));
    end
    finish("halves_of_the_time_belong_together");

    // The window is asked once, however long it takes, and an answer that nobody waits for is none.
    for (int unsigned i = 0; i < 20; i++) begin
      asked      = 0;
      window_ack = 1'b1;
      cycle();
      window_ack   = 1'b0;
      valid        = 1'b1;
      write        = 1'b0;
      addr         = 32'h90020000;
      repeat (i % 5) cycle();
      window_ready = 1'b1;
      cycle();
      #1 check("too soon", 64'd0, 64'(ack));
      repeat (i) cycle();
      window_ready = 1'b0;
      window_ack   = 1'b1;
      #1 check("answer", {31'd0, 1'b1, 32'h77777777}, {31'd0, ack, rdata});
      cycle();
      window_ack = 1'b0;
      valid      = 1'b0;
      cycle();
      check("asked", 64'd1, 64'(asked));
    end
    finish("window_is_asked_once");

    // The exit register, and what does not exist.
    check("no exit yet", 64'd0, 64'(left));
    access(1'b1, 32'ha0000000, 32'h1234, '1, got);
    repeat (3) cycle();
    check("exit", {32'd1, 32'h1234}, {left, left_with});
    access(1'b0, 32'h00000000, '0, '0, got);
    repeat (3) cycle();
    check("nothing there", {32'd2, 32'hffffffff}, {left, left_with});
    finish("program_ends_by_its_exit_register");
    $finish;
  end

endmodule
