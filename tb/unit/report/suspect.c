// SPDX-License-Identifier: Apache-2.0
#include "unit/report/suspect.h"

#include <string.h>

#include "gen/blocks.h"
#include "gen/requirements.h"

#define ROW(enumerator, name, rtl, model) \
  {                                       \
    name, rtl, model                      \
  }
const struct suspect_block suspect_blocks[] = {BLOCKS(ROW)};
#undef ROW
const size_t suspect_block_count = sizeof suspect_blocks / sizeof suspect_blocks[0];

#define ENUMERATOR(enumerator, name, rtl, model) enumerator
enum block { BLOCKS(ENUMERATOR), NONE };
#undef ENUMERATOR

struct row {
  const char *signal;    // a pattern, as in suspect_fits()
  const char *function;  // null: any
  enum suspect_hint hint;
  const char *text;  // must occur in the mismatch's text; null: any
  enum block block;
  enum block other;
  const char *rtl;  // null: the block's files
  const char *model;
  const char *requirement;  // null: the requirement on the packet that the function writes
};

#define ANY SUSPECT_ANY, NULL
#define HOME NULL, NULL
#define HINT(hint) SUSPECT_##hint, NULL
#define SAYS(text) SUSPECT_ANY, text
// Assertions that no block has: of what puts blocks together.
#define CONTROL "rtl/spu_control.sv", "cmodel/spu.c"
#define SAMPLER "rtl/spu_sampler.sv", "cmodel/spu.c"
#define WRITER "rtl/spu_writer.sv", "cmodel/spu.c"
#define PMU_FILES(rtl, model) "rtl/spu_pmu_" rtl ".sv", "cmodel/pmu" model ".c"
// The files of the pmu block that can cause a wrong value.
#define PMU_COUNTS \
  "rtl/spu_pmu_count.sv rtl/spu_pmu_increment.sv rtl/spu_pmu_counters.sv", "cmodel/pmu.c cmodel/pmu_step.c"
#define PMU_WRITES "rtl/spu_pmu_regs.sv rtl/spu_pmu_counters.sv", "cmodel/pmu_regs.c cmodel/pmu_step.c"
#define PMU_REQUESTS "rtl/spu_pmu_exception.sv rtl/spu_pmu_overflow.sv", "cmodel/pmu_except.c cmodel/pmu.c"
#define ASSERTION(name, block, rtl, model, id)                 \
  {                                                            \
    "assertion", NULL, SAYS(name), block, NONE, rtl, model, id \
  }
#define ASSERTION_IN(file, block, rtl, model, id)                            \
  {                                                                          \
    "assertion", NULL, SAYS("assertion: " file), block, NONE, rtl, model, id \
  }

// The first row that matches applies, so special cases come before general ones.
static const struct row rows[] = {
    // Registers
    {"sysreg_rdata", NULL, HINT(MONITOR), PMU, NONE, PMU_FILES("regs", "_regs"), "P3"},
    {"sysreg_rdata", NULL, HINT(OTHER_REGISTER), ACCESS, REGS, HOME, "B3"},
    {"sysreg_rdata", NULL, HINT(OWNER), ENABLE, REGS, HOME, "B5 A1"},
    {"sysreg_rdata", NULL, ANY, REGS, NONE, HOME, "B1"},
    {"sysreg_*", "D24.5 (accessibility)", ANY, PMU, NONE, PMU_FILES("access", "_access"), "B4"},
    {"sysreg_*", NULL, ANY, ACCESS, NONE, HOME, "B2 B4"},
    // Enables
    {"profiling_enabled", NULL, HINT(REDIRECTED), ENABLE, ACCESS, HOME, "A3 B3"},
    {"buffer_enabled", NULL, HINT(CONTROL_WRITE), ENABLE, REGS, HOME, "A2"},
    {"buffer_enabled", NULL, ANY, ENABLE, NONE, HOME, "A2"},
    {"profiling_enabled", NULL, HINT(CONTROL_WRITE), ENABLE, REGS, HOME, "A3"},
    {"profiling_enabled", NULL, ANY, ENABLE, NONE, HOME, "A3"},
    // Choosing operations
    {"pmsicr", NULL, HINT(DIRECT_WRITE), REGS, INTERVAL, HOME, "B1 C1"},
    {"pmsicr", NULL, ANY, INTERVAL, NONE, HOME, "C1 C2"},
    {"mark_tag", NULL, ANY, SAMPLE, INTERVAL, HOME, "C3"},
    {"mark_valid", NULL, HINT(TAGS), SAMPLE, INTERVAL, HOME, "C3"},
    {"mark_ts", NULL, HINT(REDIRECTED), COLLECT, ACCESS, HOME, "D2 B3"},
    {"mark_*", NULL, HINT(REDIRECTED), COLLECT, ACCESS, HOME, "D1 B3"},
    {"mark_cx1", NULL, ANY, COLLECT, NONE, HOME, "D1"},
    {"mark_cx2", NULL, ANY, COLLECT, NONE, HOME, "D1"},
    {"mark_pa", NULL, ANY, COLLECT, ENABLE, HOME, "D1"},
    {"mark_ts", NULL, ANY, COLLECT, ENABLE, HOME, "D2"},
    {"mark_valid", NULL, ANY, INTERVAL, NONE, HOME, "C1"},
    {"mark_slot", NULL, ANY, INTERVAL, NONE, HOME, "C1"},
    {"sample_pop", NULL, ANY, INTERVAL, NONE, HOME, "C4"},
    {"sample_collision", "SPEBufferFilled", ANY, BUFFER, SAMPLE, HOME, "C3"},
    {"sample_collision", "DebugWriteFault", ANY, BUFFER, SAMPLE, HOME, "C3"},
    {"sample_collision", "DebugWriteExternalAbort", ANY, BUFFER, SAMPLE, HOME, "C3"},
    {"sample_collision", NULL, HINT(TAGS), SAMPLE, INTERVAL, HOME, "C3"},
    {"sample_collision", NULL, ANY, INTERVAL, NONE, HOME, "C3 C4"},
    {"filter_*", NULL, ANY, REGS, NONE, "rtl/spu_control.sv rtl/spu_regs.sv", "cmodel/spu.c cmodel/regs.c",
     "D7 B1"},
    // Decisions
    {"sample_feed", NULL, ANY, SAMPLE, NONE, HOME, "C4"},
    {"decide_valid", NULL, ANY, SAMPLE, NONE, HOME, "C6"},
    {"decide_tag", NULL, ANY, SAMPLE, NONE, HOME, "C6"},
    {"decide_discard", NULL, ANY, FILTER, BUFFER, "rtl/spu_filter.sv rtl/spu_control.sv",
     "cmodel/filter.c cmodel/spu.c", "E7"},
    {"decide_keep", NULL, HINT(SQUASHED), SAMPLE, FILTER, HOME, "D6 E6"},
    {"decide_keep", NULL, ANY, FILTER, SAMPLE, HOME, "E6"},
    {"sample_filtrate", NULL, HINT(SQUASHED), SAMPLE, FILTER, HOME, "D6 C4"},
    {"sample_filtrate", NULL, ANY, FILTER, SAMPLE, HOME, "E6 C4"},
    {"sample_feed_*", NULL, ANY, FILTER, SAMPLE, HOME, "C4"},
    // Records
    {"commit_valid", NULL, ANY, BUFFER, NONE, HOME, "G1"},
    {"commit_*", NULL, HINT(FORMAT), RECORD, NONE, HOME, "F1 F2"},
    {"commit_*", NULL, HINT(CUT), RECORD, SAMPLE, HOME, "F1"},
    {"commit_*", NULL, HINT(PRESENT), SAMPLE, RECORD, HOME, NULL},
    {"commit_*", "SPEEvent", HINT(SAMPLED), SAMPLE, RECORD, HOME, NULL},
    {"commit_*", NULL, HINT(SAMPLED), SAMPLE, NONE, HOME, NULL},
    {"commit_*", "SPESampleAddAddressPCVirtual", HINT(COLLECTED), COLLECT, SAMPLE, HOME, NULL},
    {"commit_*", NULL, HINT(COLLECTED), COLLECT, NONE, HOME, NULL},
    {"commit_*", NULL, ANY, RECORD, NONE, HOME, "F1 F2"},
    // Memory
    {"memory image", "SPEWriteToBuffer", ANY, AXI, BUFFER, "rtl/spu_axi_write.sv rtl/spu_record_store.sv",
     NULL, "G1"},
    {"memory image", NULL, HINT(FORMAT), RECORD, AXI, HOME, "F1"},
    {"memory image", NULL, HINT(CUT), RECORD, AXI, HOME, "F1"},
    {"memory image", NULL, HINT(COLLECTED), COLLECT, AXI, HOME, NULL},
    {"memory image", NULL, ANY, SAMPLE, AXI, HOME, NULL},
    {"AXI write", "ProfilingBufferEnabled", ANY, BUFFER, AXI, HOME, "G12"},
    {"AXI write", "ProfilingBufferOwner", SAYS("without stage 1"), BUFFER, REGS, HOME, "N3"},
    {"AXI write", "ProfilingBufferOwner", ANY, BUFFER, ENABLE, HOME, "A1 G12"},
    {"AXI write", NULL, SAYS("AWPROT"), AXI, BUFFER, HOME, "G11"},
    {"AXI write", NULL, ANY, AXI, BUFFER, HOME, "G1"},
    // Assertions, by name and by file
    BLOCK_ASSERTIONS(ASSERTION),
    BLOCK_FILES(ASSERTION_IN),
    {"assertion", NULL, SAYS("(MarksWhileEnabled_A)"), ENABLE, INTERVAL, SAMPLER, "H6"},
    {"assertion", NULL, SAYS("(Mark"), SAMPLE, INTERVAL, SAMPLER, "C3"},
    {"assertion", NULL, SAYS("(KeepsRoom_A)"), BUFFER, SAMPLE, WRITER, "C3"},
    {"assertion", NULL, SAYS("(FullLosesNothing_A)"), BUFFER, SAMPLE, WRITER, "C3"},
    {"assertion", NULL, SAYS("(Enabled"), ENABLE, REGS, CONTROL, "A2"},
    {"assertion", NULL, SAYS("(PointerMoves_A)"), BUFFER, REGS, CONTROL, "G1"},
    {"assertion", NULL, SAYS("(Stopped"), BUFFER, REGS, CONTROL, "G8"},
    {"assertion", NULL, SAYS("(EventIsFirst_A)"), BUFFER, EVENT_ROUTE, CONTROL, "G8"},
    {"assertion", NULL, SAYS("(InterruptIsStopped_A)"), EVENT_ROUTE, REGS, CONTROL, "G7"},
    {"assertion", NULL, SAYS("(InterruptOrException_A)"), EVENT_ROUTE, NONE, CONTROL, "N2"},
    {"assertion", NULL, SAYS("assertion: rtl/spu_sampler.sv:"), SAMPLE, BUFFER, SAMPLER, "C6"},
    {"assertion", NULL, ANY, BUFFER, SAMPLE, WRITER, "C6"},
    {"bus protocol", NULL, SAYS("assertion: tb/unit/formal/axi_write_rules.sv:"), AXI, NONE,
     "rtl/spu_axi_write.sv", "none (the AXI4 protocol; checked by tb/unit/formal/axi_write_rules.sv)", "G11"},
    {"bus protocol", NULL, SAYS("AXI AW: AWCACHE "), AXI, BUFFER, "rtl/spu_axi_write.sv rtl/spu_buffer.sv",
     "none (the interface's rules; checked by tb/unit/env/axi_memory.c)", "N3"},
    {"bus protocol", NULL, SAYS("AXI AW: a burst to "), AXI, BUFFER, "rtl/spu_axi_write.sv rtl/spu_buffer.sv",
     "none (the interface's rules; checked by tb/unit/env/axi_memory.c)", "G1"},
    {"bus protocol", NULL, SAYS("AXI"), AXI, NONE, "rtl/spu_axi_write.sv",
     "none (the AXI4 protocol; checked by tb/unit/env/axi_memory.c)", "G11"},
    {"bus protocol", NULL, SAYS("stage 1 translation"), BUFFER, NONE, "rtl/spu_buffer.sv",
     "none (the interface's rules; checked by tb/unit/env/mmu.c)", "N3"},
    {"bus protocol", NULL, SAYS("xlate"), BUFFER, NONE, "rtl/spu_buffer.sv",
     "none (the interface's rules; checked by tb/unit/env/mmu.c)", "G11"},
    {"bus protocol", NULL, SAYS("mark:"), SAMPLE, INTERVAL, HOME, "C3"},
    {"bus protocol", NULL, SAYS("agent: access"), ACCESS, NONE, HOME, "B2"},
    {"bus protocol", NULL, SAYS("PSB CSYNC is not done"), BARRIER, SAMPLE, HOME, "H1"},
    {"bus protocol", NULL, SAYS("DSB is not done"), BARRIER, AXI, HOME, "H2"},
    {"bus protocol", NULL, SAYS("drain"), BUFFER, AXI, HOME, "C5 C6"},
    {"bus protocol", NULL, ANY, BUFFER, NONE, HOME, "G1"},
    // The Profiling Buffer
    {"pmbptr", NULL, HINT(DIRECT_WRITE), REGS, BUFFER, HOME, "B1 H4"},
    {"pmbptr", NULL, ANY, BUFFER, REGS, HOME, "G1 G8"},
    {"pmbsr", NULL, HINT(DIRECT_WRITE), REGS, BUFFER, HOME, "B1"},
    {"pmbsr", NULL, HINT(MERGED), REGS, BUFFER, HOME, "C3 G6"},
    {"pmbsr", NULL, ANY, BUFFER, REGS, HOME, "G2 G3"},
    {"pmbsr_el*", NULL, HINT(DIRECT_WRITE), REGS, BUFFER, HOME, "B1"},
    {"pmbsr_el*", NULL, ANY, BUFFER, REGS, HOME, "G2 G3"},
    {"event_el", NULL, ANY, EVENT_ROUTE, ENABLE, HOME, "N1"},
    {"event_*", NULL, HINT(ROUTED), REGS, EVENT_ROUTE, HOME, "G6 N1"},
    {"event_*", NULL, HINT(MERGED), REGS, BUFFER, HOME, "G6"},
    {"event_*", "DebugWriteExternalAbort", HINT(DECERR), AXI, BUFFER, HOME, "G4"},
    {"event_*", "DebugWriteExternalAbort", ANY, BUFFER, AXI, HOME, "G4"},
    {"event_*", "DebugWriteFault", ANY, BUFFER, NONE, HOME, "G3"},
    {"event_*", "OtherSPEManagementEvent", ANY, BUFFER, NONE, HOME, "G5"},
    {"event_*", NULL, ANY, BUFFER, NONE, HOME, "G2"},
    {"serror", NULL, HINT(DECERR), AXI, BUFFER, HOME, "G4"},
    {"serror", NULL, ANY, BUFFER, AXI, HOME, "G4"},
    {"pmbirq", NULL, ANY, EVENT_ROUTE, ENABLE, HOME, "G7 N2"},
    {"exception_*", NULL, ANY, EVENT_ROUTE, ENABLE, HOME, "N2"},
    {"sample_buffer_full", NULL, ANY, BUFFER, NONE, HOME, "C4 G2"},
    {"cti_spe_sample", NULL, ANY, BUFFER, NONE, HOME, "P7"},
    {"start_valid", NULL, ANY, BUFFER, NONE, HOME, "G1"},
    {"burst_valid", NULL, ANY, AXI, BUFFER, HOME, "G11"},
    {"discard_*", NULL, ANY, BUFFER, NONE, HOME, "G8 U2"},
    // Barriers
    {"psb_done", NULL, ANY, BARRIER, NONE, HOME, "H1"},
    {"dsb_done", NULL, ANY, BARRIER, NONE, HOME, "H2"},
    {"rule", NULL, SAYS("a PSB waits although"), BARRIER, NONE, HOME, "H7"},
    {"rule", "ProfilingSynchronizationBarrier", HINT(UNDECIDED), BARRIER, SAMPLE, HOME, "H1"},
    {"rule", "ProfilingSynchronizationBarrier", ANY, BARRIER, NONE, HOME, "H1"},
    {"rule", "DataSynchronizationBarrier", ANY, BARRIER, NONE, HOME, "H2"},
    // Violated rules
    {"rule", NULL, SAYS("the filters did not keep"), FILTER, NONE, HOME, "E7"},
    {"rule", NULL, SAYS("a decision was made"), SAMPLE, NONE, HOME, "C6"},
    {"rule", NULL, SAYS("tag that is in use"), SAMPLE, INTERVAL, HOME, "C3"},
    {"rule", NULL, SUSPECT_WRITING, "bound", BUFFER, AXI, HOME, "C6"},
    {"rule", NULL, SUSPECT_WAITING, "bound", BUFFER, RECORD, HOME, "C6"},
    {"rule", NULL, SAYS("bound"), SAMPLE, FILTER, HOME, "C6"},
    {"rule", NULL, SAYS("more kept records wait"), BUFFER, RECORD, HOME, "C6"},
    {"rule", NULL, SAYS("had collided"), SAMPLE, BUFFER, HOME, "C3"},
    {"rule", NULL, SAYS("was answered that no write waits for"), BUFFER, AXI, HOME, "G11"},
    {"rule", NULL, SAYS("a page was translated before"), BUFFER, AXI, HOME, "G11"},
    {"rule", NULL, SAYS("a burst was"), AXI, BUFFER, HOME, "G1"},
    {"rule", NULL, SAYS("its bytes were taken"), AXI, BUFFER, HOME, "G1"},
    {"rule", NULL, SAYS("before the responses"), BUFFER, AXI, HOME, "G4"},
    {"rule", "DebugWriteExternalAbort", HINT(DECERR), AXI, BUFFER, HOME, "G4"},
    {"rule", "DebugWriteExternalAbort", ANY, BUFFER, AXI, HOME, "G4"},
    {"rule", "DebugWriteFault", ANY, BUFFER, NONE, HOME, "G3"},
    {"rule", "SPEBufferIsFull", ANY, BUFFER, NONE, HOME, "G1 G2"},
    {"rule", "SPEBufferFilled", ANY, BUFFER, NONE, HOME, "G2"},
    {"rule", "OtherSPEManagementEvent", ANY, BUFFER, NONE, HOME, "G5"},
    {"rule", "ProfilingBufferEnabled", ANY, BUFFER, ENABLE, HOME, "G8 U2"},
    {"rule", NULL, ANY, BUFFER, NONE, HOME, "G1 C6"},
    {"conservation", NULL, SAYS("population"), INTERVAL, NONE, HOME, "C6"},
    {"conservation", NULL, SAYS("marks + collisions"), INTERVAL, NONE, HOME, "C6"},
    {"conservation", NULL, SAYS("= marks"), SAMPLE, NONE, HOME, "C6"},
    {"conservation", NULL, SAYS("kept = decisions"), FILTER, SAMPLE, HOME, "C6"},
    {"conservation", NULL, SAYS("AXI"), AXI, BUFFER, HOME, "C6"},
    {"conservation", NULL, SAYS("flight"), SAMPLE, NONE, HOME, "C6"},
    {"conservation", NULL, ANY, BUFFER, NONE, HOME, "C6"},
    // Performance monitors and trace
    {"pmuirq", NULL, ANY, PMU, NONE, PMU_REQUESTS, "P2 N9"},
    {"cti_pmu_overflow", NULL, ANY, PMU, NONE, PMU_FILES("overflow", ""), "P2"},
    {"pmu_exception_*", NULL, ANY, PMU, NONE, PMU_REQUESTS, "N9"},
    {"pm*", NULL, HINT(DIRECT_WRITE), PMU, NONE, PMU_WRITES, "P3"},
    {"pm*", NULL, ANY, PMU, NONE, PMU_COUNTS, "P1 P3"},
    {"trace_self_hosted", NULL, ANY, TRACE, NONE, HOME, "T1"},
    {"trace_allowed", NULL, ANY, TRACE, NONE, HOME, "T2"},
    {"trace_cx2", NULL, ANY, TRACE, NONE, HOME, "T3"},
    {"trace_ts", NULL, ANY, TRACE, NONE, HOME, "T4"},
};

bool suspect_fits(const char *pattern, const char *name)
{
  const size_t length = strlen(pattern);
  return length != 0 && pattern[length - 1] == '*' ? strncmp(pattern, name, length - 1) == 0
                                                   : strcmp(pattern, name) == 0;
}

// The requirement on the contents of the packet that a function writes.
static const char *packet_requirement(const char *function)
{
  static const struct {
    const char *function;
    const char *requirement;
  } packets[] = {{"SPESampleAddAddressPCVirtual", "D4"},
                 {"SPESetDataVirtualAddress", "D4"},
                 {"SPESetDataPhysicalAddress", "D4"},
                 {"SPEBranch", "D4 D5"},
                 {"SPESampleAddOpOther", "D5"},
                 {"SPESampleLoadStore", "D5"},
                 {"SPEEvent", "D5"},
                 {"SPECycle", "D3"},
                 {"SPESampleAddTimeStamp", "D2"},
                 {"CollectContextIDR1", "D1"},
                 {"CollectContextIDR2", "D1"}};
  for (size_t i = 0; i < sizeof packets / sizeof packets[0]; i++) {
    if (strcmp(packets[i].function, function) == 0) {
      return packets[i].requirement;
    }
  }
  return "F1";
}

struct suspect suspect_find(const char *signal, const char *function, enum suspect_hint hint,
                            const char *text)
{
  struct row row = {.block = BUFFER, .other = NONE, .requirement = "C6"};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct row *at = &rows[i];
    if (suspect_fits(at->signal, signal) && (at->function == NULL || strcmp(at->function, function) == 0) &&
        (at->hint == SUSPECT_ANY || at->hint == hint) &&
        (at->text == NULL || strstr(text, at->text) != NULL)) {
      row = *at;
      break;
    }
  }
  const struct suspect_block *block = &suspect_blocks[row.block];
  return (struct suspect){.block = block,
                          .other = row.other != NONE ? &suspect_blocks[row.other] : NULL,
                          .rtl = row.rtl != NULL ? row.rtl : block->rtl,
                          .model = row.model != NULL ? row.model : block->model,
                          .requirement =
                              row.requirement != NULL ? row.requirement : packet_requirement(function)};
}

bool suspect_known(const char *signal, const char *function)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (suspect_fits(rows[i].signal, signal) &&
        (rows[i].function == NULL || strcmp(rows[i].function, function) == 0)) {
      return true;
    }
  }
  return false;
}

const char *suspect_requirement(const char *id)
{
#define ROW(id, sentence, bins) \
  {                             \
    id, sentence                \
  }
  static const struct {
    const char *id;
    const char *sentence;
  } requirements[] = {REQUIREMENTS(ROW)};
#undef ROW
  const size_t length = strcspn(id, " ");
  for (size_t i = 0; i < sizeof requirements / sizeof requirements[0]; i++) {
    if (strlen(requirements[i].id) == length && strncmp(requirements[i].id, id, length) == 0) {
      return requirements[i].sentence;
    }
  }
  return NULL;
}
