// SPDX-License-Identifier: Apache-2.0
//
// The Verilated tb_top behind the C interface of dut.h. gen/pins.def lists the pins and their positions in the ports.
// Built once per configuration.
#include "unit/dut/dut.h"

#include <csetjmp>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <string>
#include <type_traits>

#include <sys/statvfs.h>
#include <unistd.h>

#include "Vtb_top.h"
#include "Vtb_top___024root.h"
#include "unit/dut/coverage.h"
#include "unit/dut/dut_top.h"
#include "unit/dut/port_fields.h"
#include "unit/dut/wave.h"
#include "unit/util/garbage.h"
#include "verilated.h"
#include "verilated_fst_c.h"

#ifndef VM_COVERAGE
#define VM_COVERAGE 0
#endif

#ifndef SPU_CONFIG_NAME
#error "define SPU_CONFIG_NAME as the name of the configuration, in quotes"
#endif

struct dut {
  VerilatedContext context;  // must be first: vl_stop() casts it to the unit
  char failed_assertion[256];
  std::unique_ptr<Vtb_top> top;
  std::unique_ptr<VerilatedFstC> wave;
  std::string wave_path;
  bool wave_lost;      // no room to write it
  struct spu_in pins;  // the present inputs of `top`, so that only changed ones are packed
  uint64_t resets;     // resets so far
};

namespace {

// Copies a port or field that starts at a byte. The host is little-endian, so the bytes are in the same order.
template <typename PORT> void copy_out(void *to, const PORT &port, unsigned low, std::size_t bytes)
{
  memcpy(to, reinterpret_cast<const char *>(&port) + low / 8, bytes);
}

// ---------------------------------------------------------------------------------------------------------
// The cycle

// Where to continue after a write to the waveform for which the disk has no room: libfst writes through mmap(), which
// reports this only by SIGBUS. Null outside a write.
jmp_buf *no_room = nullptr;

void on_no_room(int signal)
{
  if (no_room != nullptr) {
    longjmp(*no_room, 1);
  }
  (void)std::signal(signal, SIG_DFL);  // another cause: the repeated signal ends the program
}

// Removes a waveform that cannot be completed. libfst's object is leaked, since its state is inconsistent.
void lose_wave(struct dut *dut)
{
  (void)dut->wave.release();
  dut->wave_lost = true;
  (void)unlink(dut->wave_path.c_str());
  (void)unlink((dut->wave_path + ".hier").c_str());
}

// Calls `write`, which writes through libfst. False if the disk has no room.
template <typename WRITE> bool write_wave(struct dut *dut, WRITE write)
{
  jmp_buf here;
  struct sigaction before;
  struct sigaction action = {};
  action.sa_handler = on_no_room;
  action.sa_flags = SA_NODEFER;  // longjmp() does not restore the mask
  (void)sigaction(SIGBUS, &action, &before);
  const bool written = setjmp(here) == 0;
  if (written) {
    no_room = &here;
    write();
  }
  no_room = nullptr;
  (void)sigaction(SIGBUS, &before, nullptr);
  if (!written) {
    lose_wave(dut);
  }
  return written;
}

// Evaluates the unit with this level of the clock: one time step of a waveform.
void settle(struct dut *dut, bool clock)
{
  // Verilator keeps the current context per thread. With two units in one program it may be the other
  // unit's, which may no longer exist.
  Verilated::threadContextp(&dut->context);
  dut->top->clk_i = clock;
  dut->top->eval();
  dut->context.timeInc(1);
  if (dut->wave) {
    (void)write_wave(dut, [dut] { dut->wave->dump(dut->context.time()); });
  }
}

void set_pe(struct dut *dut)
{
  dut->top->pe_i = {};
#define PIN_PE(name, field, low, width) set_field<low, width>(dut->top->pe_i, dut->pins.name);
#include "gen/pins.def"
}

void set_op(struct dut *dut, unsigned tag)
{
  dut->top->op_i[tag] = {};
#define PIN_OP(field, low, width) set_field<low, width>(dut->top->op_i[tag], dut->pins.op[tag].field);
#include "gen/pins.def"
}

// Copies; true if the destination changed.
bool update(void *to, const void *from, std::size_t bytes)
{
  if (memcmp(to, from, bytes) == 0) {
    return false;
  }
  memcpy(to, from, bytes);
  return true;
}

// Packs one nibble per PMU event. Compilers take several words at a time, so that a comparison would cost more.
void set_events(Vtb_top___024root &top, const struct spu_in *in)
{
  EData packed[SPU_MAX_PMU_EVENTS / 8];
  static_assert(sizeof packed == sizeof top.pmu_event_i);
  for (unsigned i = 0; i < SPU_MAX_PMU_EVENTS / 8; i++) {
    uint64_t nibbles;  // one per byte
    memcpy(&nibbles, &in->pmu_event[8 * i], sizeof nibbles);
    nibbles = (nibbles | nibbles >> 4) & 0x00FF00FF00FF00FF;
    nibbles = (nibbles | nibbles >> 8) & 0x0000FFFF0000FFFF;
    packed[i] = static_cast<EData>(nibbles | nibbles >> 16);
  }
  memcpy(&top.pmu_event_i, packed, sizeof packed);
}

void set_inputs(struct dut *dut, const struct spu_in *in)
{
  Vtb_top___024root &top = *dut->top->rootp;  // the ports themselves; Vtb_top has pointers to them
#define PIN_IN(name, port, low, width) top.port = {};
#define PIN_PE(name, field, low, width)
#include "gen/pins.def"
#define PIN_IN(name, port, low, width) set_field<low, width>(top.port, in->name);
#define PIN_PE(name, field, low, width)
#include "gen/pins.def"
  memcpy(&top.dispatch_pc_i, in->dispatch_pc, sizeof in->dispatch_pc);
  if (update(reinterpret_cast<char *>(&dut->pins) + PINS_PE_BEGIN,
             reinterpret_cast<const char *>(in) + PINS_PE_BEGIN, PINS_PE_END - PINS_PE_BEGIN)) {
    set_pe(dut);
  }
  if (memcmp(dut->pins.op, in->op, sizeof in->op) != 0) {
    for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
      if (update(&dut->pins.op[tag], &in->op[tag], sizeof in->op[tag])) {
        set_op(dut, tag);
      }
    }
  }
  set_events(top, in);
}

void clock_with(struct dut *dut, const struct spu_in *in)
{
  settle(dut, false);
  set_inputs(dut, in);
  settle(dut, true);
}

// The label of the assertion in this line, in parentheses after a blank; empty if the source cannot be read. Verilator
// passes only file and line to vl_stop().
std::string label_at(const char *filename, int line)
{
  std::ifstream source(filename);
  std::string text;
  for (int i = 0; i < line; i++) {
    std::getline(source, text);
  }
  const std::size_t end = text.find(": assert");
  if (!source || end == std::string::npos) {
    return "";
  }
  const std::size_t begin = text.find_last_of(' ', end) + 1;  // an `if` may precede it
  return " (" + text.substr(begin, end - begin) + ")";
}

}  // namespace

// Drops Verilator's message for a failed assertion: the report says more, and a shrinker would print thousands.
void VL_PRINTF_MT(const char *format, ...)
{
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (strstr(text, "Assertion failed") == nullptr) {
    (void)fputs(text, stdout);
  }
}

// Verilator calls this when an assertion fails. Its own version aborts the program before the report.
void vl_stop(const char *filename, int line, const char *)
{
  struct dut *dut = reinterpret_cast<struct dut *>(Verilated::threadContextp());
  if (strstr(filename, "/.tools/") != nullptr) {
    return;  // in a core beside the unit: some of its assertions fail before reset
  }
  if (dut->failed_assertion[0] == '\0') {
    (void)snprintf(dut->failed_assertion, sizeof dut->failed_assertion, "%s:%d%s", filename, line,
                   label_at(filename, line).c_str());
    dut->context.assertOn(false);  // the rest of the run would report consequences
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
  dut->resets = 0;
  dut->wave_lost = false;
  // Registers without reset start with arbitrary values, the same in every run.
  dut->context.randReset(2);
  dut->context.randSeed(1);
  dut->context.traceEverOn(true);
  dut->top.reset(new (std::nothrow) Vtb_top(&dut->context));
  if (!dut->top) {
    delete dut;
    return nullptr;
  }
  memset(&dut->pins, 0, sizeof dut->pins);
  set_pe(dut);
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    set_op(dut, tag);
  }
  const struct spu_in idle = {};
  dut->top->rst_ni = 0;
  clock_with(dut, &idle);
  dut->top->rst_ni = 1;
  return dut;
}

extern "C" void dut_destroy(struct dut *dut)
{
  if (dut == nullptr) {
    return;
  }
  Verilated::threadContextp(&dut->context);
  (void)dut_wave_stop(dut);
  dut->top->final();
  delete dut;
}

Vtb_top &dut_top(struct dut *dut)
{
  return *dut->top;
}

extern "C" const char *dut_config_name(void)
{
  return SPU_CONFIG_NAME;
}

extern "C" const char *dut_netlist_name(void)
{
  return SPU_NETLIST_NAME;
}

extern "C" struct dut_reset_shape dut_reset(struct dut *dut)
{
  const uint64_t how = garbage_at(dut->resets++, GARBAGE_RESET);
  const bool from_low = (how & 1) != 0;  // reset begins while the clock is low; else as it rises
  const unsigned more = (how >> 3 & 3) + (from_low ? 1 : 0);
  const bool idle = (how >> 1 & 3) == 0;
  settle(dut, false);
  if (idle) {
    const struct spu_in idle = {};
    set_inputs(dut, &idle);
  }
  dut->top->rst_ni = from_low;
  settle(dut, true);
  dut->top->rst_ni = 0;
  for (unsigned clock = 0; clock < more; clock++) {
    settle(dut, false);
    settle(dut, true);
  }
  dut->top->rst_ni = 1;
  return {from_low, idle, more};
}

extern "C" void dut_clock(struct dut *dut, const struct spu_in *in)
{
  clock_with(dut, in);
}

extern "C" void dut_read(const struct dut *dut, struct spu_out *out, struct spu_vif *vif, struct dut_bus *bus)
{
  const Vtb_top___024root &top = *dut->top->rootp;
#define FIELD(target, port, low, width)                           \
  {                                                               \
    using value = std::remove_reference_t<decltype(target)>;      \
    target = static_cast<value>(get_field<low, width>(top.port)); \
  }
#define ARRAY(target, port, low, width)                           \
  static_assert((low) % 32 == 0 && (width) == 8 * sizeof target); \
  copy_out(target, top.port, low, sizeof target);
#define PIN_OUT(name, pin, port, low, width, function) FIELD(out->name, port, low, width)
#define PIN_OUT_ARRAY(name, pin, port, low, width, function) ARRAY(out->name, port, low, width)
#define PIN_VIF(name, pin, port, low, width, function) FIELD(vif->name, port, low, width)
#define PIN_VIF_ARRAY(name, pin, port, low, width, function) ARRAY(vif->name, port, low, width)
#define PIN_BUS(name, port, low, width) FIELD(bus->name, port, low, width)
#define PIN_BUS_ARRAY(name, port)                     \
  static_assert(sizeof top.port <= sizeof bus->name); \
  copy_out(bus->name, top.port, 0, sizeof top.port);
#include "gen/pins.def"
}

extern "C" bool dut_wave_start(struct dut *dut, const char *path)
{
  dut->wave.reset(new (std::nothrow) VerilatedFstC);
  if (!dut->wave) {
    return false;
  }
  dut->wave_path = path;
  dut->top->trace(dut->wave.get(), 99);
  if (!write_wave(dut, [dut] { dut->wave->open(dut->wave_path.c_str()); })) {
    return false;
  }
  if (!dut->wave->isOpen()) {
    dut->wave.reset();
    return false;
  }
  return true;
}

extern "C" bool dut_wave_lost(const struct dut *dut)
{
  return dut->wave_lost;
}

extern "C" uint64_t dut_wave_time(const struct dut *dut)
{
  return dut->context.time();
}

extern "C" bool dut_wave_stop(struct dut *dut)
{
  struct statvfs disk;
  if (dut->wave && write_wave(dut, [dut] { dut->wave->close(); })) {
    // libfst does not check its stdio writes: if the disk is full, the file is incomplete.
    if (statvfs(dut->wave_path.c_str(), &disk) != 0 || disk.f_bavail == 0) {
      lose_wave(dut);
    }
    dut->wave.reset();
  }
  return !dut->wave_lost;
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
