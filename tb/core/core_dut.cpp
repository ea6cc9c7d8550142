// SPDX-License-Identifier: Apache-2.0
#include "core/core_dut.h"

#include "Vtb_top.h"
#include "dut/dut_top.h"
#include "dut/port_fields.h"

extern "C" void core_dut_drive(struct dut *dut, const struct core_in *in)
{
  Vtb_top &top = dut_top(dut);
  top.bus_ar_ready_i = in->ar_ready;
  top.bus_r_valid_i = in->r_valid;
  top.bus_r_id_i = in->r_id;
  top.bus_r_data_i = in->r_data;
  top.bus_r_resp_i = in->r_resp;
  top.bus_r_last_i = in->r_last;
  top.bus_aw_ready_i = in->aw_ready;
  top.bus_w_ready_i = in->w_ready;
  top.bus_b_valid_i = in->b_valid;
  top.bus_b_id_i = in->b_id;
  top.bus_b_resp_i = in->b_resp;
  top.window_req_valid_i = in->window_valid;
  top.window_req_write_i = in->window_write;
  top.window_req_addr_i = in->window_addr;
  top.window_req_wdata_i = in->window_wdata;
  top.window_req_strb_i = in->window_strb;
  top.timer_irq_i = in->timer_irq;
}

extern "C" void core_dut_read(struct dut *dut, struct core_out *out, struct core_events *events)
{
  const Vtb_top &top = dut_top(dut);
  out->ar_valid = top.bus_ar_valid_o;
  out->ar_id = top.bus_ar_id_o;
  out->ar_addr = top.bus_ar_addr_o;
  out->ar_len = top.bus_ar_len_o;
  out->ar_lock = top.bus_ar_lock_o;
  out->r_ready = top.bus_r_ready_o;
  out->aw_valid = top.bus_aw_valid_o;
  out->aw_id = top.bus_aw_id_o;
  out->aw_addr = top.bus_aw_addr_o;
  out->aw_lock = top.bus_aw_lock_o;
  out->aw_atop = top.bus_aw_atop_o;
  out->w_valid = top.bus_w_valid_o;
  out->w_data = top.bus_w_data_o;
  out->w_strb = top.bus_w_strb_o;
  out->b_ready = top.bus_b_ready_o;
  out->window_ready = top.window_req_ready_o;
  out->window_done = top.window_rsp_valid_o;
  out->window_error = top.window_rsp_error_o;
  out->window_rdata = top.window_rsp_rdata_o;
#define CORE_EVENT(name, low, width) \
  events->name = static_cast<decltype(events->name)>(get_field<low, width>(top.core_trace_o));
#include "gen/core_trace.def"
}

template <typename PORT> static void read_op(const PORT &port, struct spu_op *op)
{
#define PIN_OP(field, low, width) op->field = static_cast<decltype(op->field)>(get_field<low, width>(port));
#include "gen/pins.def"
}

extern "C" void core_dut_join(struct dut *dut, struct spu_in *in)
{
  const Vtb_top &top = dut_top(dut);
  in->sysreg_valid = top.unit_sysreg_valid_o;
  in->sysreg_write = top.unit_sysreg_write_o;
  in->sysreg_addr = top.unit_sysreg_addr_o;
  in->sysreg_wdata = top.unit_sysreg_wdata_o;
  in->pe_el = top.unit_el_o;
  in->dispatch_valid = top.unit_dispatch_valid_o;
  in->dispatch_pc[0] = top.unit_dispatch_pc_o;
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    read_op(top.unit_op_o[tag], &in->op[tag]);
  }
  in->psb_valid = top.unit_psb_valid_o;
  in->psb_older = top.unit_psb_older_o;
  in->dsb_valid = top.unit_dsb_valid_o;
  for (unsigned n = 0; n < SPU_MAX_PMU_EVENTS; n++) {
    in->pmu_event[n] = static_cast<uint8_t>(top.unit_pmu_event_o[n / 8] >> (n % 8 * 4) & 0xF);
  }
}
