// SPDX-License-Identifier: Apache-2.0
//
// The Verilated tb_top behind the C interface of dut.h: the project's only C++. Pins come from pins.def, so
// that none is typed twice. Built once per configuration.
#include "dut/dut.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

#include <unistd.h>

#include "Vtb_top.h"
#include "dut/coverage.h"
#include "dut/wave.h"
#include "verilated.h"
#include "verilated_fst_c.h"

#ifndef VM_COVERAGE
#define VM_COVERAGE 0
#endif

#ifndef SPU_CONFIG_NAME
#error "define SPU_CONFIG_NAME as the name of the configuration, in quotes"
#endif

struct dut {
  VerilatedContext context;  // first: vl_stop() finds the unit by it
  char failed_assertion[256];
  std::unique_ptr<Vtb_top> top;
  std::unique_ptr<VerilatedFstC> wave;
};

namespace {

// Half a clock has passed: a line in the waveform, if one is being written.
void tick(struct dut *dut)
{
  dut->context.timeInc(1);
  if (dut->wave) {
    dut->wave->dump(dut->context.time());
  }
}

// Verilator keeps, for the thread, the context it works in. With two units in a program it is the other one's, and
// may be gone.
void enter(struct dut *dut)
{
  Verilated::threadContextp(&dut->context);
}

void settle(struct dut *dut, bool clock)
{
  enter(dut);
  dut->top->clk = clock;
  dut->top->eval();
  tick(dut);
}

}  // namespace

// Verilator calls this when an assertion fails; its own would abort the program, and the report with it.
void vl_stop(const char *filename, int line, const char *)
{
  struct dut *dut = reinterpret_cast<struct dut *>(Verilated::threadContextp());
  if (dut->failed_assertion[0] == '\0') {
    (void)snprintf(dut->failed_assertion, sizeof dut->failed_assertion, "%s:%d", filename, line);
  }
}

extern "C" const char *dut_failed_assertion(const struct dut *dut)
{
  return dut->failed_assertion[0] != '\0' ? dut->failed_assertion : nullptr;
}

extern "C" struct dut *dut_create(void)
{
  struct dut *dut = new (std::nothrow) struct dut;
  if (dut == nullptr) {
    return nullptr;
  }
  dut->failed_assertion[0] = '\0';
  // What reset does not set holds anything, the same in every run.
  dut->context.randReset(2);
  dut->context.randSeed(1);
  dut->context.traceEverOn(true);
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
  enter(dut);
  dut_wave_stop(dut);
  dut->top->final();
  delete dut;
}

extern "C" const char *dut_config_name(void)
{
  return SPU_CONFIG_NAME;
}

extern "C" const char *dut_netlist_name(void)
{
  return SPU_NETLIST_NAME;
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
  dut->wave.reset(new (std::nothrow) VerilatedFstC);
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
}

extern "C" uint64_t dut_wave_time(const struct dut *dut)
{
  return dut->context.time();
}

extern "C" void dut_wave_stop(struct dut *dut)
{
  if (dut->wave) {
    dut->wave->close();
    dut->wave.reset();
  }
}

extern "C" bool dut_coverage_available(void)
{
  return VM_COVERAGE != 0;
}

extern "C" bool dut_coverage_write(struct dut *dut, const char *path)
{
#if VM_COVERAGE
  dut->context.coveragep()->write(path);
  return access(path, R_OK) == 0;
#else
  (void)dut;
  (void)path;
  return false;
#endif
}
