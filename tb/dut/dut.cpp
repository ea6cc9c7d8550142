// SPDX-License-Identifier: Apache-2.0
//
// The Verilated tb_top behind the C interface of dut.h: the project's only C++. Pins come from pins.def, so
// that none is typed twice. Built once per configuration.
#include "dut/dut.h"

#include <cstring>
#include <memory>
#include <new>

#include "Vtb_top.h"
#include "dut/wave.h"
#include "verilated.h"

#ifndef VM_TRACE
#define VM_TRACE 0
#endif
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

#ifndef SPU_CONFIG_NAME
#error "define SPU_CONFIG_NAME as the name of the configuration, in quotes"
#endif

struct dut {
  VerilatedContext context;
  std::unique_ptr<Vtb_top> top;
#if VM_TRACE
  std::unique_ptr<VerilatedVcdC> wave;
#endif
};

namespace {

// Half a clock has passed: a line in the waveform, if one is being written.
void tick(struct dut *dut)
{
#if VM_TRACE
  dut->context.timeInc(1);
  if (dut->wave) {
    dut->wave->dump(dut->context.time());
  }
#else
  (void)dut;
#endif
}

void settle(struct dut *dut, bool clock)
{
  dut->top->clk = clock;
  dut->top->eval();
  tick(dut);
}

}  // namespace

extern "C" struct dut *dut_create(void)
{
  struct dut *dut = new (std::nothrow) struct dut;
  if (dut == nullptr) {
    return nullptr;
  }
  // What reset does not set holds anything, the same in every run.
  dut->context.randReset(2);
  dut->context.randSeed(1);
#if VM_TRACE
  dut->context.traceEverOn(true);
#endif
  dut->top.reset(new (std::nothrow) Vtb_top(&dut->context));
  if (!dut->top) {
    delete dut;
    return nullptr;
  }
  dut_reset(dut);
  return dut;
}

extern "C" void dut_destroy(struct dut *dut)
{
  if (dut == nullptr) {
    return;
  }
  dut_wave_stop(dut);
  dut->top->final();
  delete dut;
}

extern "C" const char *dut_config_name(void)
{
  return SPU_CONFIG_NAME;
}

extern "C" void dut_reset(struct dut *dut)
{
  const struct spu_in idle = {};
  dut->top->rst_n = 1;  // the falling edge is what an asynchronous reset waits for
  dut_eval(dut, &idle);
  dut->top->rst_n = 0;
  dut_eval(dut, &idle);
  dut_clock(dut);
  dut->top->rst_n = 1;
  dut_eval(dut, &idle);
}

extern "C" void dut_eval(struct dut *dut, const struct spu_in *in)
{
  Vtb_top &top = *dut->top;
#define PIN_IN(name) top.name = in->name;
#define PIN_IN_ARRAY(name, count)     \
  for (int i = 0; i < (count); i++) { \
    top.name[i] = in->name[i];        \
  }
#define PIN_OP(field)                            \
  for (int tag = 0; tag < SPU_MAX_TAGS; tag++) { \
    top.op_##field[tag] = in->op[tag].field;     \
  }
#define PIN_OUT(name)
#define PIN_OUT_ARRAY(name, count)
#define PIN_VIF(name)
#define PIN_VIF_BYTES(name, count)
#define PIN_BUS(name)
#define PIN_BUS_BYTES(name, count)
#include "dut/pins.def"
  settle(dut, false);
}

extern "C" void dut_read(const struct dut *dut, struct spu_out *out, struct spu_vif *vif, struct dut_bus *bus)
{
  const Vtb_top &top = *dut->top;
  memset(out, 0, sizeof *out);
  memset(vif, 0, sizeof *vif);
  memset(bus, 0, sizeof *bus);
  // Wide pins are arrays of 32-bit words, least significant first: the same bytes on a little-endian host.
#define PIN_IN(name)
#define PIN_IN_ARRAY(name, count)
#define PIN_OP(field)
#define PIN_OUT(name) out->name = top.name;
#define PIN_OUT_ARRAY(name, count)    \
  for (int i = 0; i < (count); i++) { \
    out->name[i] = top.name[i];       \
  }
#define PIN_VIF(name) vif->name = top.vif_##name;
#define PIN_VIF_BYTES(name, count) memcpy(vif->name, &top.vif_##name[0], count);
#define PIN_BUS(name) bus->name = top.name;
#define PIN_BUS_BYTES(name, count) memcpy(bus->name, &top.name[0], count);
#include "dut/pins.def"
}

extern "C" void dut_clock(struct dut *dut)
{
  settle(dut, true);
}

extern "C" bool dut_wave_start(struct dut *dut, const char *path)
{
#if VM_TRACE
  dut->wave.reset(new (std::nothrow) VerilatedVcdC);
  if (!dut->wave) {
    return false;
  }
  dut->top->trace(dut->wave.get(), 99);
  dut->wave->open(path);
  if (!dut->wave->isOpen()) {
    dut->wave.reset();
    return false;
  }
  return true;
#else
  (void)dut;
  (void)path;
  return false;
#endif
}

extern "C" void dut_wave_stop(struct dut *dut)
{
#if VM_TRACE
  if (dut->wave) {
    dut->wave->close();
    dut->wave.reset();
  }
#else
  (void)dut;
#endif
}

extern "C" bool dut_wave_available(void)
{
  return VM_TRACE != 0;
}
