// SPDX-License-Identifier: Apache-2.0
#include "cores/core_dut.h"

#include "Vtb_top.h"
#include "unit/dut/dut_top.h"
#include "unit/dut/port_fields.h"

extern "C" void core_dut_drive(struct dut *dut, const struct core_in *in)
{
  Vtb_top &top = dut_top(dut);
  top.host_i = {};
#define CORE_IN(name, low, width) set_field<low, width>(top.host_i, in->name);
#include "gen/core_trace.def"
}

extern "C" void core_dut_read(struct dut *dut, struct core_out *out, struct core_events *events)
{
  const Vtb_top &top = dut_top(dut);
#define CORE_OUT(name, low, width) \
  out->name = static_cast<decltype(out->name)>(get_field<low, width>(top.host_o));
#define CORE_EVENTS(name, low, width) \
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
  in->dispatch_empty = top.unit_dispatch_empty_o;
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
