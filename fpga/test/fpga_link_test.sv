// SPDX-License-Identifier: Apache-2.0
//
// The serial line of the FPGA bring-up, from pin to pin: uart_rx, frame_rx, host_commands, frame_tx and uart_tx
// against a host that sends and receives bits at a speed of its own. A stand-alone Verilated program; prints TAP.

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

  // fpga_link_model.c
  import "DPI-C" function shortint unsigned model_crc(input shortint unsigned crc, input byte unsigned value);

  localparam int unsigned Period = 1000;  // of the clock
  localparam int unsigned BufferWords = 512;
  localparam int unsigned Tests = 9;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  always #(Period / 2) clk = !clk;

  // -------------------------------------------------------------------------------------------------------
  // The hardware, with the dividers of the boards and the smallest one; the host talks to one of them.

  localparam int unsigned Units = 3;
  localparam int unsigned Dividers [Units] = '{8, 12, 25};
  int unsigned unit = 0;
  logic line = 1'b1;                 // to the hardware
  logic [Units-1:0] answers;         // from it
  logic running = 1'b0;              // op_player's
  verdict_e verdict = AccessOk;      // what the unit says of accesses

  // What the host has made happen.
  logic [Units-1:0][15:0] framing_errors, crc_errors;
  int unsigned words_written [Units], trace_written [Units], resets [Units];
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

    // Answers of the unit come in the cycle after the access, and in no other.
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
  // A test is a list of steps. Building it takes no simulation time; one process then carries out all steps.

  typedef byte unsigned bytes_t [$];

  typedef enum {
    DoSpeak,    // talk to unit `number`, `amount` per mille slower than it
    DoSend,     // bytes; bit i of bad_stops: the stop bit of byte i is low
    DoWait,     // `amount` hundredths of a bit, with the line at `level`
    DoExpect,   // wait for a response: seq, status, data
    DoSilence,  // nothing comes in 40 byte times
    DoCompare,  // the value `what` of the hardware must be `data`
    DoSet,      // the player runs: level; the unit's verdict: amount
    DoResult    // end of a test
  } do_e;

  typedef enum {
    FramingErrors, CrcErrors, WordsWritten, TraceWritten, Resets, LastTrace, LastTraceAddress, AccessWrite,
    AccessAddress,
    AccessData, LineRate
  } what_e;

  typedef struct {
    do_e          kind;
    int unsigned  number;
    int           amount;
    bit           level;
    int           first;  // of the bytes
    int           count;
    logic [14:0]  bad_stops;
    byte unsigned seq;
    byte unsigned status;
    logic [63:0]  data;
    what_e        what;
  } step_t;

  class script;
    step_t steps [$];
    string names [$];        // of the tests
    byte unsigned sent [$];  // by all steps
    // What the steps so far add up to.
    int unsigned framing [Units], bad_crcs [Units], words [Units], traces [Units];
    int unsigned building = 0;  // the unit they talk to

    function void add(do_e kind, int amount = 0, logic [63:0] data = '0, what_e what = FramingErrors,
                                byte unsigned seq = 0, byte unsigned status = 0, bit level = 1'b1);
      step_t step;
      step.kind      = kind;
      step.number    = building;
      step.amount    = amount;
      step.level     = level;
      step.bad_stops = '0;
      step.seq       = seq;
      step.status    = status;
      step.data      = data;
      step.what      = what;
      steps.push_back(step);
    endfunction

    function void send(bytes_t bytes, logic [14:0] bad_stops = '0);
      step_t step;
      step.kind      = DoSend;
      step.first     = sent.size();
      step.count     = bytes.size();
      foreach (bytes[i]) sent.push_back(bytes[i]);
      step.bad_stops = bad_stops;
      steps.push_back(step);
    endfunction

    function void result(string name);
      names.push_back(name);
      add(DoResult);
    endfunction

    function void speak(int unsigned which, int slower_per_mille);
      building = which;
      add(DoSpeak, slower_per_mille);
    endfunction

    function void bits(int amount, bit level = 1'b1);
      add(DoWait, 100 * amount, .level(level));
    endfunction

    function void compare(what_e what, logic [63:0] data);
      add(DoCompare, .data(data), .what(what));
    endfunction

    function void response(byte unsigned seq, byte unsigned status, logic [63:0] data);
      add(DoExpect, .data(data), .seq(seq), .status(status));
    endfunction

    function bytes_t request_bytes(byte unsigned seq, byte unsigned op, logic [15:0] addr, logic [63:0] data);
      bytes_t body;
      shortint unsigned crc;
      body = {8'h5a, seq, op, addr[7:0], addr[15:8]};
      for (int i = 0; i < 8; i++) body.push_back(data[8*i+:8]);
      crc = 16'hffff;
      foreach (body[i]) crc = model_crc(crc, body[i]);
      body.push_back(crc[7:0]);
      body.push_back(crc[15:8]);
      return body;
    endfunction

    function void ask(byte unsigned op, logic [15:0] addr, logic [63:0] data, byte unsigned status,
                                logic [63:0] answer);
      byte unsigned seq;
      seq = 8'($urandom);
      send(request_bytes(seq, op, addr, data));
      response(seq, status, answer);
    endfunction

    // The tests.

    function void host_may_be_two_percent_off();
      for (int which = 0; which < Units; which++) begin
        for (int slower = -20; slower <= 20; slower += 20) begin
          speak(which, slower);
          repeat (6) begin
            logic [63:0] data;
            data = {$urandom, $urandom};
            ask(4, 16'($urandom), data, 0, ~data);
          end
          // Bytes without an edge, and with the most.
          ask(4, 16'h0000, 64'h0, 0, '1);
          ask(4, 16'hffff, '1, 0, 64'h0);
          ask(4, 16'h5555, 64'h5555_5555_5555_5555, 0, 64'haaaa_aaaa_aaaa_aaaa);
          compare(FramingErrors, 0);
          compare(CrcErrors, 0);
        end
      end
      result("host_may_be_two_percent_off");
    endfunction

    function void sixteen_requests_in_a_row_are_answered_in_order();
      for (int which = 0; which < Units; which++) begin
        logic [63:0] data [16];
        speak(which, which == 1 ? -20 : 0);
        foreach (data[i]) begin
          data[i] = {$urandom, $urandom};
          send(request_bytes(8'(i), 4, 16'(i), data[i]));
        end
        foreach (data[i]) response(8'(i), 0, ~data[i]);
        compare(LineRate, 64'(BitsPerByte * Period));
      end
      result("sixteen_requests_in_a_row_are_answered_in_order");
    endfunction

    function void bad_crc_is_reported_and_nothing_done();
      bytes_t frame;
      speak(1, 0);
      for (int i = 1; i < 15; i++) begin  // a bit of any byte but the sync byte
        frame    = request_bytes(8'h77, 1, 16'h0004, 64'h0000_0001_0000_0001);
        frame[i] = frame[i] ^ (8'h01 << $urandom_range(7));
        send(frame);
        response(frame[1], 1, 0);
        bad_crcs[1]++;
      end
      compare(WordsWritten, 64'(words[1]));
      compare(CrcErrors, 64'(bad_crcs[1]));
      ask(1, 16'h0004, 64'h1, 0, 0);
      words[1]++;
      compare(WordsWritten, 64'(words[1]));
      result("bad_crc_is_reported_and_nothing_done");
    endfunction

    function void long_gap_drops_a_request_short_one_does_not();
      bytes_t frame, part;
      speak(1, 0);
      for (int i = 1; i < 15; i += 3) begin
        frame = request_bytes(8'(i), 4, 16'h0, 64'h1);
        part = {};
        for (int k = 0; k < i; k++) part.push_back(frame[k]);
        send(part);
        bits(62 * 10);
        for (int k = 0; k < i; k++) void'(frame.pop_front());
        send(frame);
        response(8'(i), 0, ~64'h1);
        send(part);
        bits(66 * 10);
        ask(4, 16'h0, 64'h2, 0, ~64'h2);
      end
      add(DoSilence);
      result("long_gap_drops_a_request_short_one_does_not");
    endfunction

    function void garbage_before_a_request_is_skipped();
      bytes_t garbage;
      speak(1, 0);
      repeat (20) garbage.push_back(8'($urandom_range(8'h59)));
      send(garbage);
      ask(4, 16'h0, 64'h3, 0, ~64'h3);
      // Too short for a start bit.
      add(DoWait, 25, .level(1'b0));
      bits(10);
      ask(4, 16'h0, 64'h4, 0, ~64'h4);
      // Half a request, then zeros until it is complete.
      garbage = {8'h5a, 8'h99, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00, 8'h00,
                 8'h00, 8'h00};
      send(garbage);
      response(8'h99, 1, 0);
      bad_crcs[1]++;
      garbage[0] = 8'h00;
      send(garbage);
      ask(4, 16'h0, 64'h5, 0, ~64'h5);
      result("garbage_before_a_request_is_skipped");
    endfunction

    function void framing_error_drops_a_request_and_is_counted();
      speak(1, 0);
      send(request_bytes(8'h01, 4, 16'h0, 64'h1), 15'b000_0000_0100_0000);
      framing[1]++;
      add(DoSilence);
      compare(FramingErrors, 64'(framing[1]));
      // A break: one error, however long.
      bits(500, 1'b0);
      bits(20);
      framing[1]++;
      compare(FramingErrors, 64'(framing[1]));
      ask(4, 16'h0, 64'h6, 0, ~64'h6);
      result("framing_error_drops_a_request_and_is_counted");
    endfunction

    function void addresses_reach_the_words_of_the_table();
      logic [15:0] readable, writable;
      speak(0, 0);
      readable = 16'b0011_1110_0001_1111;
      writable = 16'b0000_0011_1111_0000;
      for (int a = 0; a < 17; a++) begin
        bit can_read, can_write;
        can_read  = a < 16 && readable[a[3:0]];
        can_write = a < 16 && writable[a[3:0]];
        ask(0, 16'(a), 0, can_read ? 0 : 2, can_read ? {48'h1234_5678_9abc, 16'(a)} : '0);
        ask(1, 16'(a), ResetKey, can_write ? 0 : 2, 0);
        words[0] += 32'(can_write);
        compare(WordsWritten, 64'(words[0]));
      end
      compare(Resets, 1);
      ask(1, 16'h0008, ResetKey ^ 64'h1, 2, 0);
      compare(Resets, 1);
      for (int w = 0; w < BufferWords; w += 73) begin
        logic [63:0] data;
        data = {$urandom, $urandom};
        ask(1, 16'h4000 + 16'(w), data, 0, 0);
        ask(0, 16'h4000 + 16'(w), 0, 0, data);
      end
      ask(0, 16'h4000 + 16'(BufferWords), 0, 2, 0);
      ask(1, 16'h4000 + 16'(BufferWords), 0, 2, 0);
      ask(0, 16'h7fff, 0, 2, 0);
      ask(1, 16'h83ff, 64'habcd, 0, 0);
      traces[0]++;
      compare(LastTraceAddress, 64'h83ff);
      compare(LastTrace, 64'habcd);
      ask(1, 16'h8400, 0, 2, 0);
      ask(0, 16'h8000, 0, 2, 0);
      ask(5, 16'h0000, 0, 2, 0);
      ask(255, 16'h0000, 0, 2, 0);
      compare(TraceWritten, 64'(traces[0]));
      result("addresses_reach_the_words_of_the_table");
    endfunction

    function void trace_is_not_written_while_the_player_runs();
      speak(0, 0);
      add(DoSet, .level(1'b1));
      ask(1, 16'h8000, 64'h1, 4, 0);
      compare(TraceWritten, 64'(traces[0]));
      ask(1, 16'h4000, 64'h1, 0, 0);
      add(DoSet, .level(1'b0));
      ask(1, 16'h8000, 64'h1, 0, 0);
      traces[0]++;
      compare(TraceWritten, 64'(traces[0]));
      result("trace_is_not_written_while_the_player_runs");
    endfunction

    function void accesses_are_made_and_their_verdict_reported();
      logic [63:0] data;
      speak(0, 0);
      add(DoSet, 0, .level(1'b0));
      ask(2, PMBPTR_EL1, 64'h0, 0, {48'hfeed_0000_0000, 16'(PMBPTR_EL1)});
      compare(AccessWrite, 0);
      data = {$urandom, $urandom};
      ask(3, PMBPTR_EL1, data, 0, 0);
      compare(AccessWrite, 1);
      compare(AccessAddress, 64'(PMBPTR_EL1));
      compare(AccessData, data);
      add(DoSet, int'(AccessTrapEl2), .level(1'b0));
      ask(2, PMBPTR_EL1, 0, 3, {50'h0, 6'h18, 5'h0, 3'd3});
      ask(3, PMBPTR_EL1, 0, 3, {50'h0, 6'h18, 5'h0, 3'd3});
      result("accesses_are_made_and_their_verdict_reported");
    endfunction

    function new();
      for (int i = 0; i < Units; i++) begin
        framing[i]  = 0;
        bad_crcs[i] = 0;
        words[i]    = 0;
        traces[i]   = 0;
      end
    endfunction

  endclass

  // -------------------------------------------------------------------------------------------------------
  // Carrying out

  longint unsigned bit_time = 8 * Period;  // the host's idea of it
  int number = 0;
  bit failed = 1'b0;
  int failures = 0;  // of the test; the first few are shown
  int unsigned at = 0;
  step_t step;  // number `at`
  script todo;

  function automatic void check(string what, logic [63:0] expected, logic [63:0] got);
    if (expected !== got) begin
      if (failures < 5) $display("# step %0d (unit %0d): %s: expected 0x%0h, got 0x%0h", at, unit, what, expected, got);
      failed = 1'b1;
      failures++;
    end
  endfunction

  // Bytes that arrive, with the time between the start bits of the last two.
  byte unsigned received [$];
  longint unsigned last_start = 0, between = 0;
  byte unsigned value;
  logic answer_line;
  assign answer_line = answers[unit];

  initial begin
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

  function automatic void check_response(step_t step);
    shortint unsigned crc;
    logic [63:0] got;
    if (received.size() < 13) begin
      check("bytes of a response", 13, 64'(received.size()));
      received.delete();
    end else begin
      crc = 16'hffff;
      for (int i = 0; i < 11; i++) crc = model_crc(crc, received[i]);
      for (int i = 0; i < 8; i++) got[8*i+:8] = received[3+i];
      check("sync byte", 64'ha5, 64'(received[0]));
      check("sequence number", 64'(step.seq), 64'(received[1]));
      check("status", 64'(step.status), 64'(received[2]));
      check("data", step.data, got);
      check("CRC", 64'(crc), {48'h0, received[12], received[11]});
      repeat (13) void'(received.pop_front());
    end
  endfunction

  function automatic logic [63:0] value_of(what_e what);
    case (what)
      FramingErrors:    return 64'(framing_errors[unit]);
      CrcErrors:        return 64'(crc_errors[unit]);
      WordsWritten:     return 64'(words_written[unit]);
      TraceWritten:     return 64'(trace_written[unit]);
      Resets:           return 64'(resets[unit]);
      LastTrace:        return last_trace[unit];
      LastTraceAddress: return 64'(last_trace_addr[unit]);
      AccessWrite:      return 64'(last_access[unit].write);
      AccessAddress:    return 64'(last_access[unit].addr);
      AccessData:       return last_access[unit].wdata;
      default:          return 64'(between) / Dividers[unit];
    endcase
  endfunction

  initial begin
    for (int i = 0; i < Units; i++) begin
      words_written[i] = 0;
      trace_written[i] = 0;
      resets[i]        = 0;
    end
    todo = new();
    todo.host_may_be_two_percent_off();
    todo.sixteen_requests_in_a_row_are_answered_in_order();
    todo.bad_crc_is_reported_and_nothing_done();
    todo.long_gap_drops_a_request_short_one_does_not();
    todo.garbage_before_a_request_is_skipped();
    todo.framing_error_drops_a_request_and_is_counted();
    todo.addresses_reach_the_words_of_the_table();
    todo.trace_is_not_written_while_the_player_runs();
    todo.accesses_are_made_and_their_verdict_reported();
    $display("1..%0d", Tests);
    #(10 * Period);
    rst_n = 1'b1;
    #(10 * Period);
    for (at = 0; at < todo.steps.size(); at++) begin
      step = todo.steps[at];
      case (step.kind)
        DoSpeak: begin
          unit     = step.number;
          bit_time = longint'(Dividers[unit] * Period) * (1000 + step.amount) / 1000;
          #(30 * bit_time);
          received.delete();
        end
        DoSend: begin
          for (int i = 0; i < step.count; i++) begin
            for (int k = 0; k < 10; k++) begin
              line = (k == 0) ? 1'b0 : (k == 9) ? !step.bad_stops[i] : todo.sent[step.first+i][k-1];
              #(bit_time);
            end
            line = 1'b1;
            if (step.bad_stops[i]) #(2 * bit_time);
          end
        end
        DoWait: begin
          line = step.level;
          #(bit_time * step.amount / 100);
          line = 1'b1;
        end
        DoExpect: begin
          for (int i = 0; i < 400 && received.size() < 13; i++) #(bit_time);
          check_response(step);
        end
        DoSilence: begin
          #(400 * bit_time);
          check("bytes where none should come", 0, 64'(received.size()));
          received.delete();
        end
        DoCompare: check(step.what.name(), step.data, value_of(step.what));
        DoSet: begin
          running = step.level;
          verdict = verdict_e'(step.amount[2:0]);
        end
        default: begin
          number++;
          if (failed) $write("not ");
          $display("ok %0d - %s", number, todo.names[number-1]);
          failed = 1'b0;
          failures = 0;
        end
      endcase
    end
    if (number != Tests) $display("Bail out! %0d tests of %0d", number, Tests);
    $finish;
  end

endmodule
