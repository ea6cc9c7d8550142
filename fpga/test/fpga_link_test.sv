// SPDX-License-Identifier: Apache-2.0
//
// The serial line of the FPGA bring-up, from pin to pin: uart_rx, frame_rx, host_commands, frame_tx and uart_tx
// with a host whose baud rate differs slightly. A stand-alone Verilated program; prints TAP.

`include "fpga/rtl/bringup_pkg.sv"
`include "fpga/rtl/crc16.sv"
`include "fpga/rtl/uart_rx.sv"
`include "fpga/rtl/uart_tx.sv"
`include "fpga/rtl/frame_rx.sv"
`include "fpga/rtl/frame_tx.sv"
`include "fpga/rtl/saturating_count.sv"
`include "fpga/rtl/host_commands.sv"

module fpga_link_test;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import bringup_pkg::*;

  localparam int unsigned Period = 1000;  // of the clock
  localparam int unsigned BufferWords = 512;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  always #(Period / 2) clk = !clk;

  // -------------------------------------------------------------------------------------------------------
  // The units under test: the dividers of the boards and the smallest one. The host talks to one unit at a time.

  localparam int unsigned Units = 3;
  localparam int unsigned Dividers [Units] = '{8, 12, 25};
  int unsigned unit = 0;
  logic line = 1'b1;                 // from the host
  logic [Units-1:0] answers;         // to the host
  logic running = 1'b0;              // op_player's
  verdict_e verdict = AccessOk;      // of every access

  // Effects of the host's requests.
  logic [Units-1:0][15:0] framing_errors, crc_errors;
  int unsigned words_written [Units] = '{default: 0};
  int unsigned trace_written [Units] = '{default: 0};
  int unsigned resets [Units] = '{default: 0};
  logic [63:0] last_trace [Units];
  logic [15:0] last_trace_addr [Units];
  sysreg_req_t last_access [Units];
  logic [63:0] buffer [Units][BufferWords];

  for (genvar i = 0; i < Units; i++) begin : gen_unit
    logic rx_valid, rx_error, tx_valid, tx_ready, request_valid, crc_bad, response_valid, response_ready;
    logic [7:0] rx_byte, tx_byte;
    request_t request;
    response_t response;
    logic word_we, buffer_we, trace_we, reset;
    logic [63:0] buffer_rdata;
    sysreg_req_t access;
    sysreg_rsp_t answer;

    uart_rx #(.Divider(Dividers[i])) u_uart_rx (
      .clk_i(clk), .rst_ni(rst_n), .rx_i(line || unit != i), .valid_o(rx_valid), .byte_o(rx_byte), .error_o(rx_error)
    );
    frame_rx #(.Divider(Dividers[i])) u_frame_rx (
      .clk_i(clk), .rst_ni(rst_n), .byte_valid_i(rx_valid), .byte_i(rx_byte), .byte_error_i(rx_error),
      .valid_o(request_valid), .crc_bad_o(crc_bad), .request_o(request)
    );
    host_commands #(.TraceEntries(256), .BufferBytes(8 * BufferWords)) u_host_commands (
      .clk_i(clk), .rst_ni(rst_n), .request_valid_i(request_valid), .request_crc_bad_i(crc_bad), .request_i(request),
      .response_valid_o(response_valid), .response_o(response), .response_ready_i(response_ready),
      .word_we_o(word_we), .word_rdata_i({48'h1234_5678_9abc, request.addr}), .running_i(running),
      .buffer_we_o(buffer_we), .buffer_rdata_i(buffer_rdata), .trace_we_o(trace_we),
      .reset_o(reset), .sysreg_o(access), .sysreg_i(answer)
    );
    frame_tx u_frame_tx (
      .clk_i(clk), .rst_ni(rst_n), .valid_i(response_valid), .response_i(response), .ready_o(response_ready),
      .byte_valid_o(tx_valid), .byte_o(tx_byte), .byte_ready_i(tx_ready)
    );
    uart_tx #(.Divider(Dividers[i])) u_uart_tx (
      .clk_i(clk), .rst_ni(rst_n), .valid_i(tx_valid), .byte_i(tx_byte), .ready_o(tx_ready), .tx_o(answers[i])
    );
    saturating_count #(.Width(16)) u_framing_errors (
      .clk_i(clk), .rst_ni(rst_n), .event_i(rx_error), .count_o(framing_errors[i])
    );
    saturating_count #(.Width(16)) u_crc_errors (
      .clk_i(clk), .rst_ni(rst_n), .event_i(request_valid && crc_bad), .count_o(crc_errors[i])
    );

    // The answer to an access comes in the next cycle.
    always_ff @(posedge clk) begin
      buffer_rdata <= buffer[i][request.addr[8:0]];
      answer       <= '0;
      if (access.valid) begin
        answer         <= '{done: 1'b1, verdict: verdict, ec: (verdict == AccessOk) ? 6'h00 : 6'h18, offset: '0,
                            rdata: (verdict == AccessOk && !access.write) ? {48'hfeed_0000_0000, access.addr} : '0};
        last_access[i] <= access;
      end
      if (word_we) words_written[i] <= words_written[i] + 1;
      if (reset) resets[i] <= resets[i] + 1;
      if (buffer_we) buffer[i][request.addr[8:0]] <= request.data;
      if (trace_we) begin
        trace_written[i]   <= trace_written[i] + 1;
        last_trace[i]      <= request.data;
        last_trace_addr[i] <= request.addr;
      end
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // The host: it drives `line`, and collects the bytes that the unit sends.

  typedef byte unsigned bytes_t [$];

  longint unsigned bit_time = 8 * Period;  // at the host's speed
  byte unsigned received [$];
  longint unsigned last_start = 0, between = 0;  // of the start bits of the last two bytes
  logic answer_line;
  assign answer_line = answers[unit];

  // What the tests so far must have caused in each unit.
  int unsigned framing [Units] = '{default: 0};
  int unsigned bad_crcs [Units] = '{default: 0};
  int unsigned words [Units] = '{default: 0};
  int unsigned traces [Units] = '{default: 0};

  int number = 0;
  int failures = 0;  // in this test

  function automatic void check(string what, logic [63:0] expected, logic [63:0] got);
    if (expected !== got) begin
      if (failures < 5) $display("# unit %0d: %s: expected 0x%0h, got 0x%0h", unit, what, expected, got);
      failures++;
    end
  endfunction

  task automatic result(string name);
    number++;
    if (failures != 0) $write("not ");
    $display("ok %0d - %s", number, name);
    failures = 0;
  endtask

  // The CRC-16/CCITT-FALSE of a message after one more byte, computed bit by bit.
  function automatic logic [15:0] model_crc(logic [15:0] crc, byte unsigned value);
    for (int i = 7; i >= 0; i--) begin
      logic feedback;
      feedback = crc[15] != value[i];
      crc      = 16'(crc << 1);
      if (feedback) crc = crc ^ 16'h1021;
    end
    return crc;
  endfunction

  initial begin
    byte unsigned value;
    forever begin
      @(negedge answer_line);
      between    = $time - last_start;
      last_start = $time;
      #(bit_time + bit_time / 2);
      for (int i = 0; i < 8; i++) begin
        value[i] = answer_line;
        #(bit_time);
      end
      check("stop bit", 1, 64'(answer_line));
      received.push_back(value);
    end
  end

  task automatic speak(int unsigned which, int slower_per_mille);
    unit     = which;
    bit_time = longint'(Dividers[unit] * Period) * (1000 + slower_per_mille) / 1000;
    #(30 * bit_time);
    received.delete();
  endtask

  // Bit i of bad_stops: the stop bit of byte i is low.
  task automatic send(bytes_t bytes, logic [14:0] bad_stops = '0);
    foreach (bytes[i]) begin
      for (int k = 0; k < 10; k++) begin
        line = (k == 0) ? 1'b0 : (k == 9) ? !bad_stops[i] : bytes[i][k-1];
        #(bit_time);
      end
      line = 1'b1;
      if (bad_stops[i]) #(2 * bit_time);
    end
  endtask

  task automatic hold(int bits, logic level = 1'b1);
    line = level;
    #(bit_time * bits);
    line = 1'b1;
  endtask

  task automatic silence();
    #(400 * bit_time);
    check("bytes that no request caused", 0, 64'(received.size()));
    received.delete();
  endtask

  task automatic response(byte unsigned seq, byte unsigned status, logic [63:0] data);
    logic [15:0] crc;
    logic [63:0] got;
    for (int i = 0; i < 400 && received.size() < 13; i++) #(bit_time);
    if (received.size() < 13) begin
      check("bytes of a response", 13, 64'(received.size()));
      received.delete();
    end else begin
      crc = 16'hffff;
      for (int i = 0; i < 11; i++) crc = model_crc(crc, received[i]);
      for (int i = 0; i < 8; i++) got[8*i+:8] = received[3+i];
      check("sync byte", 64'ha5, 64'(received[0]));
      check("sequence number", 64'(seq), 64'(received[1]));
      check("status", 64'(status), 64'(received[2]));
      check("data", data, got);
      check("CRC", 64'(crc), {48'h0, received[12], received[11]});
      repeat (13) void'(received.pop_front());
    end
  endtask

  function automatic bytes_t request_bytes(byte unsigned seq, byte unsigned op, logic [15:0] addr, logic [63:0] data);
    bytes_t body;
    logic [15:0] crc;
    body = {8'h5a, seq, op, addr[7:0], addr[15:8]};
    for (int i = 0; i < 8; i++) body.push_back(data[8*i+:8]);
    crc = 16'hffff;
    foreach (body[i]) crc = model_crc(crc, body[i]);
    body.push_back(crc[7:0]);
    body.push_back(crc[15:8]);
    return body;
  endfunction

  task automatic request(byte unsigned op, logic [15:0] addr, logic [63:0] data, byte unsigned status,
                         logic [63:0] answer);
    byte unsigned seq;
    seq = 8'($urandom);
    send(request_bytes(seq, op, addr, data));
    response(seq, status, answer);
  endtask

  // -------------------------------------------------------------------------------------------------------
  // Tests

  task automatic host_may_be_two_percent_off();
    for (int which = 0; which < Units; which++) begin
      for (int slower = -20; slower <= 20; slower += 20) begin
        speak(which, slower);
        repeat (6) begin
          logic [63:0] data;
          data = {$urandom, $urandom};
          request(4, 16'($urandom), data, 0, ~data);
        end
        // Bytes with the fewest and with the most edges.
        request(4, 16'h0000, 64'h0, 0, '1);
        request(4, 16'hffff, '1, 0, 64'h0);
        request(4, 16'h5555, 64'h5555_5555_5555_5555, 0, 64'haaaa_aaaa_aaaa_aaaa);
        check("framing errors", 0, 64'(framing_errors[unit]));
        check("CRC errors", 0, 64'(crc_errors[unit]));
      end
    end
    result("host_may_be_two_percent_off");
  endtask

  task automatic sixteen_requests_in_a_row_are_answered_in_order();
    for (int which = 0; which < Units; which++) begin
      logic [63:0] data [16];
      speak(which, which == 1 ? -20 : 0);
      foreach (data[i]) begin
        data[i] = {$urandom, $urandom};
        send(request_bytes(8'(i), 4, 16'(i), data[i]));
      end
      foreach (data[i]) response(8'(i), 0, ~data[i]);
      check("time of a byte over the divider", 64'(BitsPerByte * Period), 64'(between) / Dividers[unit]);
    end
    result("sixteen_requests_in_a_row_are_answered_in_order");
  endtask

  task automatic bad_crc_is_reported_and_nothing_done();
    bytes_t frame;
    speak(1, 0);
    for (int i = 1; i < 15; i++) begin  // a bit of any byte but the sync byte
      frame    = request_bytes(8'h77, 1, 16'h0004, 64'h0000_0001_0000_0001);
      frame[i] = frame[i] ^ (8'h01 << $urandom_range(7));
      send(frame);
      response(frame[1], 1, 0);
      bad_crcs[1]++;
    end
    check("words written", 64'(words[1]), 64'(words_written[unit]));
    check("CRC errors", 64'(bad_crcs[1]), 64'(crc_errors[unit]));
    request(1, 16'h0004, 64'h1, 0, 0);
    words[1]++;
    check("words written", 64'(words[1]), 64'(words_written[unit]));
    result("bad_crc_is_reported_and_nothing_done");
  endtask

  task automatic long_gap_drops_a_request_short_one_does_not();
    bytes_t frame, part;
    speak(1, 0);
    for (int i = 1; i < 15; i += 3) begin
      frame = request_bytes(8'(i), 4, 16'h0, 64'h1);
      part = {};
      for (int k = 0; k < i; k++) part.push_back(frame[k]);
      send(part);
      hold(62 * 10);
      for (int k = 0; k < i; k++) void'(frame.pop_front());
      send(frame);
      response(8'(i), 0, ~64'h1);
      send(part);
      hold(66 * 10);
      request(4, 16'h0, 64'h2, 0, ~64'h2);
    end
    silence();
    result("long_gap_drops_a_request_short_one_does_not");
  endtask

  task automatic garbage_before_a_request_is_skipped();
    bytes_t garbage;
    speak(1, 0);
    repeat (20) garbage.push_back(8'($urandom_range(8'h59)));
    send(garbage);
    request(4, 16'h0, 64'h3, 0, ~64'h3);
    // A pulse too short for a start bit.
    line = 1'b0;
    #(bit_time / 4);
    line = 1'b1;
    hold(10);
    request(4, 16'h0, 64'h4, 0, ~64'h4);
    // Half a request, then zeros until it is complete.
    garbage = {8'h5a, 8'h99, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00,
               8'h00, 8'h00};
    send(garbage);
    response(8'h99, 1, 0);
    bad_crcs[1]++;
    garbage[0] = 8'h00;
    send(garbage);
    request(4, 16'h0, 64'h5, 0, ~64'h5);
    result("garbage_before_a_request_is_skipped");
  endtask

  task automatic framing_error_drops_a_request_and_is_counted();
    speak(1, 0);
    send(request_bytes(8'h01, 4, 16'h0, 64'h1), 15'b000_0000_0100_0000);
    framing[1]++;
    silence();
    check("framing errors", 64'(framing[1]), 64'(framing_errors[unit]));
    // A break: one error, however long.
    hold(500, 1'b0);
    hold(20);
    framing[1]++;
    check("framing errors", 64'(framing[1]), 64'(framing_errors[unit]));
    request(4, 16'h0, 64'h6, 0, ~64'h6);
    result("framing_error_drops_a_request_and_is_counted");
  endtask

  task automatic addresses_reach_the_words_of_the_table();
    logic [15:0] readable, writable;
    speak(0, 0);
    readable = 16'b0011_1110_0001_1111;
    writable = 16'b0000_0011_1111_0000;
    for (int a = 0; a < 17; a++) begin
      bit can_read, can_write;
      can_read  = a < 16 && readable[a[3:0]];
      can_write = a < 16 && writable[a[3:0]];
      request(0, 16'(a), 0, can_read ? 0 : 2, can_read ? {48'h1234_5678_9abc, 16'(a)} : '0);
      request(1, 16'(a), ResetKey, can_write ? 0 : 2, 0);
      words[0] += 32'(can_write);
      check("words written", 64'(words[0]), 64'(words_written[unit]));
    end
    check("resets", 1, 64'(resets[unit]));
    request(1, 16'h0008, ResetKey ^ 64'h1, 2, 0);
    check("resets", 1, 64'(resets[unit]));
    for (int w = 0; w < BufferWords; w += 73) begin
      logic [63:0] data;
      data = {$urandom, $urandom};
      request(1, 16'h4000 + 16'(w), data, 0, 0);
      request(0, 16'h4000 + 16'(w), 0, 0, data);
    end
    request(0, 16'h4000 + 16'(BufferWords), 0, 2, 0);
    request(1, 16'h4000 + 16'(BufferWords), 0, 2, 0);
    request(0, 16'h7fff, 0, 2, 0);
    request(1, 16'h83ff, 64'habcd, 0, 0);
    traces[0]++;
    check("address of the trace word", 64'h83ff, 64'(last_trace_addr[unit]));
    check("trace word", 64'habcd, last_trace[unit]);
    request(1, 16'h8400, 0, 2, 0);
    request(0, 16'h8000, 0, 2, 0);
    request(5, 16'h0000, 0, 2, 0);
    request(255, 16'h0000, 0, 2, 0);
    check("trace words written", 64'(traces[0]), 64'(trace_written[unit]));
    result("addresses_reach_the_words_of_the_table");
  endtask

  task automatic trace_is_not_written_while_the_player_runs();
    speak(0, 0);
    running = 1'b1;
    request(1, 16'h8000, 64'h1, 4, 0);
    check("trace words written", 64'(traces[0]), 64'(trace_written[unit]));
    request(1, 16'h4000, 64'h1, 0, 0);
    running = 1'b0;
    request(1, 16'h8000, 64'h1, 0, 0);
    traces[0]++;
    check("trace words written", 64'(traces[0]), 64'(trace_written[unit]));
    result("trace_is_not_written_while_the_player_runs");
  endtask

  task automatic accesses_are_made_and_their_verdict_reported();
    logic [63:0] data;
    speak(0, 0);
    request(2, PMBPTR_EL1, 64'h0, 0, {48'hfeed_0000_0000, 16'(PMBPTR_EL1)});
    check("direction of the access", 0, 64'(last_access[unit].write));
    data = {$urandom, $urandom};
    request(3, PMBPTR_EL1, data, 0, 0);
    check("direction of the access", 1, 64'(last_access[unit].write));
    check("address of the access", 64'(PMBPTR_EL1), 64'(last_access[unit].addr));
    check("data of the access", data, last_access[unit].wdata);
    verdict = AccessTrapEl2;
    request(2, PMBPTR_EL1, 0, 3, {50'h0, 6'h18, 5'h0, 3'd3});
    request(3, PMBPTR_EL1, 0, 3, {50'h0, 6'h18, 5'h0, 3'd3});
    result("accesses_are_made_and_their_verdict_reported");
  endtask

  initial begin
    $display("1..9");
    #(10 * Period);
    rst_n = 1'b1;
    #(10 * Period);
    host_may_be_two_percent_off();
    sixteen_requests_in_a_row_are_answered_in_order();
    bad_crc_is_reported_and_nothing_done();
    long_gap_drops_a_request_short_one_does_not();
    garbage_before_a_request_is_skipped();
    framing_error_drops_a_request_and_is_counted();
    addresses_reach_the_words_of_the_table();
    trace_is_not_written_while_the_player_runs();
    accesses_are_made_and_their_verdict_reported();
    $finish;
  end

endmodule
