// SPDX-License-Identifier: Apache-2.0
//
// Executes one request after the other: words, buffer and trace memory, MRS and MSR. A request takes four cycles after
// the last response has been sent, far fewer than a byte takes on the line.

module host_commands
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import bringup_pkg::*;
#(
  parameter int unsigned TraceEntries,
  parameter int unsigned BufferBytes,
  localparam int unsigned BufferBits = $clog2(BufferBytes / 8)
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // frame_rx: a request is stable until long after its response has begun
  input  logic                request_valid_i,
  input  logic                request_crc_bad_i,
  input  request_t            request_i,

  // frame_tx
  output logic                response_valid_o,
  output response_t           response_o,
  input  logic                response_ready_i,

  // run_control
  output logic                word_we_o,
  input  logic [63:0]         word_rdata_i,
  input  logic                running_i,

  // buffer_ram, trace_ram
  output logic                buffer_we_o,
  input  logic [63:0]         buffer_rdata_i,
  output logic                trace_we_o,

  // unit and player
  output logic                reset_o,
  output sysreg_req_t         sysreg_o,
  input  sysreg_rsp_t         sysreg_i
);

  localparam int unsigned TraceBits = $clog2(TraceEntries * EntryWords);

  typedef enum logic [1:0] {
    StIdle,     // waits for a request
    StExecute,  // decides what the request does
    StAccess,   // the write, or the register access, takes place
    StAnswer    // read data is valid: sends the response
  } state_e;

  state_e state_q, state_d;
  logic   pending_q, crc_bad_q;

  // Decodes the address.
  logic [15:0] addr;
  logic        in_trace, in_buffer, in_table;
  assign addr      = request_i.addr;
  assign in_trace  = (addr[15] == RegionTrace) && (addr[14:0] >> TraceBits == '0);
  assign in_buffer = (addr[15:14] == RegionBuffer) && (addr[13:0] >> BufferBits == '0);
  assign in_table  = (addr[15:WordBits] == '0);

  logic is_read, is_write, is_access, is_reset;
  assign is_read   = (request_i.op == CommandRead);
  assign is_write  = (request_i.op == CommandWrite);
  assign is_access = (request_i.op == CommandMrs) || (request_i.op == CommandMsr);
  assign is_reset  = in_table && (addr[WordBits-1:0] == WordReset[WordBits-1:0]);

  status_e status, status_q;
  always_comb begin
    status = StatusUnknown;
    if (crc_bad_q) begin
      status = StatusBadCrc;
    end else if (is_read) begin
      if (in_buffer)                                     status = StatusDone;
      if (in_table && Readable[addr[WordBits-1:0]])      status = StatusDone;
    end else if (is_write) begin
      if (in_trace)                                      status = running_i ? StatusRunning : StatusDone;
      if (in_buffer)                                     status = StatusDone;
      if (in_table && Writable[addr[WordBits-1:0]])      status = StatusDone;
      if (is_reset && request_i.data != ResetKey)        status = StatusUnknown;
    end else if (is_access || request_i.op == CommandEcho) begin
      status = StatusDone;
    end
  end

  logic execute, write;
  assign execute = (state_q == StExecute) && (status == StatusDone);
  assign write   = execute && is_write;

  // Writes and accesses are made in StAccess, from flip-flops, because the memories are spread over the whole FPGA.
  logic access_q;
  assign sysreg_o = '{valid: access_q, write: request_i.op[0], addr: addr, wdata: request_i.data};

  logic [63:0] data;
  status_e     final_status;
  always_comb begin
    data         = '0;
    final_status = status_q;
    if (status_q == StatusDone) begin
      if (is_read) begin
        data = in_buffer ? buffer_rdata_i : word_rdata_i;
      end else if (request_i.op == CommandEcho) begin
        data = ~request_i.data;
      end else if (is_access) begin
        data = sysreg_i.rdata;
        if (sysreg_i.verdict != AccessOk) begin
          final_status = StatusAccess;
          data         = {50'h0, sysreg_i.ec, 5'h00, sysreg_i.verdict};
        end
      end
    end
  end

  assign response_valid_o = (state_q == StAnswer);
  assign response_o       = '{data: data, status: final_status, seq: request_i.seq};

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StIdle:    if (pending_q && response_ready_i) state_d = StExecute;
      StExecute: state_d = StAccess;
      StAccess:  state_d = StAnswer;
      StAnswer:  state_d = StIdle;
      default:   state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q     <= StIdle;
      pending_q   <= 1'b0;
      access_q    <= 1'b0;
      word_we_o   <= 1'b0;
      buffer_we_o <= 1'b0;
      trace_we_o  <= 1'b0;
      reset_o     <= 1'b0;
    end else begin
      state_q     <= state_d;
      pending_q   <= request_valid_i || (pending_q && state_q != StExecute);
      access_q    <= execute && is_access;
      word_we_o   <= write && in_table;
      buffer_we_o <= write && in_buffer;
      trace_we_o  <= write && in_trace;
      reset_o     <= write && is_reset;
    end
  end

  always_ff @(posedge clk_i) begin
    if (request_valid_i)      crc_bad_q <= request_crc_bad_i;
    if (state_q == StExecute) status_q  <= status;
  end

endmodule
