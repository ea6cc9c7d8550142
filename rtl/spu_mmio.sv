// SPDX-License-Identifier: Apache-2.0
//
// MMIO bridge: registers, PSB CSYNC and DSB at bus addresses, for a core whose instructions cannot reach the unit. It
// connects a port of the core's bus to the sysreg and barrier pins of spu_top, beside which it is instantiated.
// docs/integration.md, "Cores without MRS and MSR", has the address map and the rules for software.
//
// One request at a time, and one response each. A register access waits for grant_i, takes one cycle, and waits for the
// unit's answer, which may take any number of cycles: there may be registers in between. A barrier is one request,
// whose response comes when the barrier is done. A refused access (Arm ARM D24.2: it is UNDEFINED or traps; or it would
// be a memory access) gets an error response and is recorded in STATUS, for cores that ignore error responses.
//
// A 32-bit bus accesses a register as two words, the low word first: the low word of an MSR is held until the high word
// comes, the high word of an MRS until it is read. The holding registers are shared by all software.
//
// Latency: a request that needs no access is answered in the next cycle. A register access is made in the next cycle
// with grant_i, and answered in the cycle after the unit's answer: three cycles after the request at the earliest. A
// barrier begins in the next cycle and is answered in the cycle after it is done.
//
// psb_valid_o and dsb_valid_o are low in the cycle after done. Registers drive them and the access: only grant_i has a
// combinational path to sysreg_o, and no input has one to the barriers. done may come in the first cycle of valid. An
// answer with no access waiting is ignored.

module spu_mmio
  import spu_pins_pkg::*;
#(
  parameter int unsigned DataWidth = 64  // of the bus: 64 or 32
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // bus: requests and their responses, in order. A response is held until it is accepted.
  input  logic                   req_valid_i,
  output logic                   req_ready_o,
  input  logic                   req_write_i,
  input  logic [17:0]            req_addr_i,   // byte offset; the bits below the word are ignored
  input  logic [DataWidth-1:0]   req_wdata_i,
  input  logic [DataWidth/8-1:0] req_strb_i,   // of a write
  input  logic [1:0]             req_el_i,     // Exception level of the software
  output logic                   rsp_valid_o,
  input  logic                   rsp_ready_i,
  output logic                   rsp_error_o,
  output logic [DataWidth-1:0]   rsp_rdata_o,

  // core: grant_i permits an access as el_o in this cycle. pe_i.el applies to the operations dispatched in the cycle
  // and to the access.
  input  logic                   grant_i,
  output logic [1:0]             el_o,

  // sysreg and barrier, of spu_top
  output sysreg_req_t            sysreg_o,
  input  sysreg_rsp_t            sysreg_i,
  output logic                   psb_valid_o,
  input  logic                   psb_done_i,
  output logic                   dsb_valid_o,
  input  logic                   dsb_done_i
);

  if (!(DataWidth inside {32, 64})) begin : gen_bad_data_width
    $error("DataWidth must be 32 or 64");
  end

  // Registers are above this offset, at the offset of their encoding; doublewords are below it.
  localparam int unsigned RegisterBit = 17;
  localparam logic [13:0] PsbWord    = 14'd0;
  localparam logic [13:0] DsbWord    = 14'd1;
  localparam logic [13:0] StatusWord = 14'd2;

  typedef enum logic [2:0] {
    StIdle,        // waits for a request
    StAccess,      // waits for grant_i, and makes the access
    StWaitSysreg,  // waits for the unit's answer
    StPsb,         // waits until PSB CSYNC is done
    StDsb,         // waits until DSB is done
    StRespond      // waits until the response is taken
  } state_e;

  // STATUS: the last refused access.
  typedef struct packed {
    logic [5:0] ec;
    verdict_e   verdict;
  } status_t;

  state_e      state_q, state_d;
  logic        write_q, write_d;
  logic [13:0] encoding_q, encoding_d;  // register encoding, without op0
  logic [1:0]  el_q, el_d;
  logic        error_q, error_d;
  status_t     status_q, status_d;
  logic [63:0] wdata_q, wdata_d;        // of an MSR; with a 32-bit bus its low word is held here
  logic [63:0] rdata_q, rdata_d;        // [DataWidth-1:0]: response; above, with a 32-bit bus: the held high word

  logic        high_word;  // the request is for the high word of a register or doubleword
  logic [13:0] word;
  assign high_word = (DataWidth == 32) && req_addr_i[2];
  assign word      = req_addr_i[16:3];

  always_comb begin
    state_d    = state_q;
    write_d    = write_q;
    encoding_d = encoding_q;
    el_d       = el_q;
    error_d    = error_q;
    status_d   = status_q;
    wdata_d    = wdata_q;
    rdata_d    = rdata_q;

    unique case (state_q)
      StIdle: begin
        if (req_valid_i) begin
          state_d    = StRespond;
          write_d    = req_write_i;
          encoding_d = word;
          el_d       = req_el_i;
          error_d    = 1'b0;
          rdata_d[DataWidth-1:0] = '0;
          if (req_write_i && req_strb_i != '1) begin
            error_d = 1'b1;
          end else if (req_addr_i[RegisterBit]) begin
            if (req_write_i) begin
              if (high_word) wdata_d[63:32] = req_wdata_i[31:0];
              else           wdata_d[DataWidth-1:0] = req_wdata_i;
              if (DataWidth == 64 || high_word) state_d = StAccess;
            end else begin
              if (high_word) rdata_d[31:0] = rdata_q[63:32];
              else           state_d = StAccess;
            end
          end else if (word == PsbWord) begin
            if (!high_word) state_d = StPsb;
          end else if (word == DsbWord) begin
            if (!high_word) state_d = StDsb;
          end else if (word == StatusWord) begin
            if (!high_word) begin
              if (req_write_i) status_d = '{verdict: AccessOk, default: '0};
              else             rdata_d[13:0] = {status_q.ec, 5'd0, status_q.verdict};
            end
          end else begin
            error_d = 1'b1;
          end
        end
      end
      StAccess:     if (grant_i) state_d = StWaitSysreg;
      StWaitSysreg: begin
        if (sysreg_i.done) begin
          state_d = StRespond;
          if (!write_q) rdata_d = (sysreg_i.verdict == AccessOk) ? sysreg_i.rdata : '0;
          if (sysreg_i.verdict != AccessOk) begin
            error_d  = 1'b1;
            status_d = '{ec: sysreg_i.ec, verdict: sysreg_i.verdict};
          end
        end
      end
      StPsb:     if (psb_done_i) state_d = StRespond;
      StDsb:     if (dsb_done_i) state_d = StRespond;
      StRespond: if (rsp_ready_i) state_d = StIdle;
      default:   state_d = StIdle;
    endcase
  end

  assign req_ready_o = (state_q == StIdle);
  assign rsp_valid_o = (state_q == StRespond);
  assign rsp_error_o = error_q;
  assign rsp_rdata_o = rdata_q[DataWidth-1:0];

  assign el_o        = el_q;
  assign sysreg_o    = '{valid: (state_q == StAccess) && grant_i, write: write_q, addr: {2'b11, encoding_q},
                         wdata: wdata_q};
  assign psb_valid_o = (state_q == StPsb);
  assign dsb_valid_o = (state_q == StDsb);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= StIdle;
      status_q <= '{verdict: AccessOk, default: '0};
      wdata_q  <= '0;
      rdata_q  <= '0;
    end else begin
      state_q  <= state_d;
      status_q <= status_d;
      wdata_q  <= wdata_d;
      rdata_q  <= rdata_d;
    end
  end

  always_ff @(posedge clk_i) begin
    write_q    <= write_d;
    encoding_q <= encoding_d;
    el_q       <= el_d;
    error_q    <= error_d;
  end

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  // Values of the previous cycle.
  logic        checked_q;  // it was not in reset
  logic        accessed_q, waited_q, error_before_q;
  logic        psb_waited_q, psb_ended_q, dsb_waited_q, dsb_ended_q;
  logic [DataWidth-1:0] rdata_before_q;

  always_ff @(posedge clk_i) begin
    checked_q      <= rst_ni;
    accessed_q     <= sysreg_o.valid;
    waited_q       <= rsp_valid_o && !rsp_ready_i;
    error_before_q <= rsp_error_o;
    rdata_before_q <= rsp_rdata_o;
    psb_waited_q   <= psb_valid_o && !psb_done_i;
    psb_ended_q    <= psb_valid_o && psb_done_i;
    dsb_waited_q   <= dsb_valid_o && !dsb_done_i;
    dsb_ended_q    <= dsb_valid_o && dsb_done_i;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      MmioDoesOneThing_A: assert ($onehot0({req_ready_o, sysreg_o.valid, psb_valid_o, dsb_valid_o, rsp_valid_o}));
      MmioAccessIsGranted_A: assert (!sysreg_o.valid || grant_i);
      MmioErrorReadsZero_A: assert (!(rsp_valid_o && rsp_error_o) || rsp_rdata_o == '0);
      if (checked_q) begin
        MmioAccessTakesACycle_A: assert (!accessed_q || !sysreg_o.valid);
        MmioResponseStays_A: assert (!waited_q
                                       || (rsp_valid_o && rsp_error_o == error_before_q
                                           && rsp_rdata_o == rdata_before_q));
        MmioBarrierIsHeld_A: assert ((!psb_waited_q || psb_valid_o) && (!dsb_waited_q || dsb_valid_o));
        MmioBarrierEnds_A: assert ((!psb_ended_q || (!psb_valid_o && rsp_valid_o))
                                     && (!dsb_ended_q || (!dsb_valid_o && rsp_valid_o)));
      end
    end
  end

endmodule
