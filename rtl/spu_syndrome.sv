// SPDX-License-Identifier: Apache-2.0
//
// The syndrome of this cycle's faults and events: the fields that they set in PMBSR_ELx (Arm ARM D17.8; J1 and S0
// SPEBufferFilled(), DebugWriteFault(), DebugWriteExternalAbort()). Combinational.
//
// If several events occur in one cycle, the one with the highest priority is reported (D17.8.1): MMU fault, External
// abort, others. Each sets DL and EA on its own.

module spu_syndrome
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic           stopped_i,      // profiling is stopped at the start of the cycle

  // Events of this cycle; at most one of not_allowed, fault and abort.
  input  logic           async_abort_i,  // an External abort that is reported asynchronously
  input  logic           not_allowed_i,  // Access not allowed
  input  logic           fault_i,        // a fault of the translation xlate_i
  input  xlate_rsp_t     xlate_i,
  input  logic           abort_i,        // an External abort of the page being written
  input  logic           elsewhere_i,    // PMBPTR_EL1 does not become the aborted address
  input  logic           partial_i,      // PMBPTR_EL1 is not at the end of the last whole record
  input  logic           filled_i,       // SPEBufferFilled()

  // PMBPTR_EL1
  input  logic           ptr_we_i,
  input  logic [63:0]    ptr_i,

  output buffer_update_t update_o
);

  function automatic buffer_update_t other_spe_management_event(buffer_update_t update, logic [5:0] bsc);
    if (update.event_valid) return update;
    update.event_valid = 1'b1;
    update.ec          = PmbsrEcOther;
    update.status      = bsc;
    return update;
  endfunction

  localparam logic [3:0] FscPermission = 4'b0011;  // bits [5:2] of a fault status code: a Permission fault

  // Access not allowed (D17.8.5).
  function automatic buffer_update_t access_not_allowed(buffer_update_t update);
    update.dl_set = 1'b1;
    return other_spe_management_event(update, PmbsrBscNotAllowed);
  endfunction

  // DebugWriteExternalAbort(). If S is already 1 the syndrome is kept; EA and DL are set anyway.
  function automatic buffer_update_t debug_write_external_abort(buffer_update_t update, logic stopped,
                                                                logic asynchronous, logic partial);
    update.ea_set      = 1'b1;
    update.dl_set      = asynchronous || partial;
    update.event_valid = !stopped;
    update.ec          = PmbsrEcStage1;
    update.status      = asynchronous ? PmbsrFscAsyncAbort : PmbsrFscSyncAbort;
    return update;
  endfunction

  // DebugWriteFault(): DL unless the pointer is still at the end of the last whole record.
  function automatic buffer_update_t debug_write_fault(buffer_update_t update, xlate_rsp_t fault, logic partial);
    update.event_valid = 1'b1;
    update.dl_set      = update.dl_set || partial;
    update.ec          = fault.stage2 ? PmbsrEcStage2 : PmbsrEcStage1;
    update.status      = fault.fsc;
    // MSS2 (D24.7.5; D17.8.3): the cause of a Permission fault, 0b0011xx.
    if (fault.fsc[5:2] == FscPermission) begin
      update.top_level    = Cfg.HaveThe && fault.stage2 && fault.top_level;
      update.assured_only = Cfg.HaveThe && fault.stage2 && fault.assured_only;
      update.overlay      = Cfg.HavePoe && fault.overlay;
      update.dirty_bit    = Cfg.HavePie && fault.dirty_bit;
    end
    if (Cfg.HaveRme && fault.gpc) begin
      update.ec     = PmbsrEcGpc;
      update.status = '0;
      {update.top_level, update.assured_only, update.overlay, update.dirty_bit} = '0;
    end
    return update;
  endfunction

  always_comb begin
    update_o        = '0;
    update_o.ptr_we = ptr_we_i;
    update_o.ptr    = ptr_i;
    if (async_abort_i) update_o = debug_write_external_abort(update_o, stopped_i, 1'b1, 1'b0);
    if (not_allowed_i) update_o = access_not_allowed(update_o);
    if (fault_i)       update_o = debug_write_fault(update_o, xlate_i, partial_i);
    if (abort_i)       update_o = debug_write_external_abort(update_o, stopped_i, elsewhere_i, partial_i);
    if (filled_i)      update_o = other_spe_management_event(update_o, PmbsrBscFilled);  // DL is unchanged
  end

endmodule
