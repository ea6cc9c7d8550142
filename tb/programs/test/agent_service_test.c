// SPDX-License-Identifier: Apache-2.0
//
// The agent with a unit without RTL: starting a session, serving interrupts, resuming after every kind of event, and
// ending the session. Software's side of requirements G2, G3, G7, G9, N2 and H1 to H4.
#include "programs/stimulus/program.h"
#include "spu_sysreg.h"
#include "unit/env/aux_data.h"
#include "unit/test/bench/fake_dut.h"
#include "unit/test/test.h"

#include <string.h>

enum { OP_ADD = 0x8B010000, OP_LOAD = 0xF9400041, OP_LOOP = 0x17FFFF81 };

struct bench {
  uint64_t left;  // operations of the program
  uint64_t given;
  struct spu_config config;
  struct program_options options;
  struct stimulus stimulus;
  struct fake_dut *unit;
  struct spu_in in;
  struct spu_in last_in;               // in the previous cycle
  void (*disturb)(struct spu_in *in);  // changes the unit's inputs, unless null
  void (*falsify)(const struct spu_in *last_in, struct spu_out *out);  // changes its outputs, unless null
  struct tb_error error;
  uint64_t clocks;
  bool ran;  // the run reached its end
  // Rules of the handler, checked in every cycle.
  uint64_t dispatched_outside_el0;
  bool psb_since_run;  // PSB CSYNC completed since the program ran last
  bool dsb_since_psb;
  uint64_t early_reads;  // PMBSR_EL1 or PMBPTR_EL1 read before PSB and DSB
  uint64_t el2_writes;
  uint64_t enabled_writes;    // of PMBPTR_EL1 or PMBSR_EL1 while PMBLIMITR_EL1.E is 1
  uint64_t pmscr, pmblimitr;  // last written values
  uint64_t written;           // records
  struct tracker tracker;     // unused by this stimulus
};

static struct bench bench;

// A loop of 64 operations over 256 KB of data.
static enum trace_result next_op(void *context, struct trace_op *op, struct tb_error *error)
{
  (void)context;
  (void)error;
  if (bench.left == 0) {
    return TRACE_END;
  }
  bench.left--;
  const uint64_t n = bench.given++;
  const uint64_t pc = 0x400000 + n % 64 * 4;
  *op = (struct trace_op){.pc = pc, .next_pc = pc + 4, .opcode = OP_ADD};
  if (n % 64 == 63) {
    op->opcode = OP_LOOP;
    op->next_pc = 0x400000;
  } else if (n % 4 == 1) {
    op->opcode = OP_LOAD;
    op->has_address = true;
    op->address = 0x10000000 + n * 40 % (256 << 10);
  }
  return TRACE_OP;
}

static int setup(void **state)
{
  (void)state;
  bench = (struct bench){.left = 200000};
  assert_int_equal(spu_config_by_name("base", &bench.config), SPU_OK);
  bench.options = (struct program_options){
      .config = &bench.config, .interval = 256, .seed = 7, .buffer_bytes = 8192, .pid = 4711};
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  program_destroy(&bench.stimulus);
  fake_dut_destroy(bench.unit);
  return 0;
}

// Begins anew within a test.
static void again(void)
{
  (void)teardown(NULL);
  (void)setup(NULL);
}

static bool create(void)
{
  const struct core_source source = {.next = next_op};
  bench.unit = fake_dut_create(&bench.config);
  assert_non_null(bench.unit);
  return program_create_from(&bench.options, &source, &bench.stimulus, &bench.error);
}

static void watch(const struct spu_in *in, const struct spu_vif *vif)
{
  bench.dispatched_outside_el0 += in->pe_el != SPU_EL0 && in->dispatch_valid != 0;
  if (in->dispatch_valid != 0) {
    bench.psb_since_run = bench.dsb_since_psb = false;
  }
  bench.psb_since_run |= vif->psb_done;
  bench.dsb_since_psb |= bench.psb_since_run && vif->dsb_done;
  bench.early_reads += in->sysreg_valid && !in->sysreg_write && !bench.dsb_since_psb;
  bench.el2_writes += in->sysreg_valid && in->pe_el == SPU_EL2;
  bench.written += vif->commit_valid;
  if (in->sysreg_valid && in->sysreg_write) {
    bench.enabled_writes += (bench.pmblimitr & SPU_PMBLIMITR_EL1_E) != 0 &&
                            (in->sysreg_addr == SPU_PMBPTR_EL1 || in->sysreg_addr == SPU_PMBSR_EL1);
    bench.pmscr = in->sysreg_addr == SPU_PMSCR_EL1 ? in->sysreg_wdata : bench.pmscr;
    bench.pmblimitr = in->sysreg_addr == SPU_PMBLIMITR_EL1 ? in->sysreg_wdata : bench.pmblimitr;
  }
}

// One cycle. False with the agent's error.
static bool clock_bench(void)
{
  struct spu_out out;
  struct spu_vif vif;
  struct dut_bus bus;
  bench.last_in = bench.in;
  bench.stimulus.drive(bench.stimulus.context, bench.clocks++, &bench.in);
  if (bench.disturb != NULL) {
    bench.disturb(&bench.in);
  }
  fake_dut_eval(bench.unit, &bench.in, &out, &vif, &bus);
  if (bench.falsify != NULL) {
    bench.falsify(&bench.last_in, &out);
  }
  watch(&bench.in, &vif);
  const bool ok = bench.stimulus.observe(bench.stimulus.context, &bench.in, &out, &vif, &bus, &bench.tracker,
                                         &bench.error);
  fake_dut_clock(bench.unit);
  return ok;
}

// Runs to the end, or to the first error.
static void run(void)
{
  assert_true(create());
  while (!bench.stimulus.finished(bench.stimulus.context)) {
    if (!clock_bench()) {
      return;
    }
    assert_true(bench.clocks < 10000000);
  }
  bench.ran = true;
  assert_string_equal(bench.error.text, "");
}

// Checks that every collected record is whole and belongs to an operation of the program. Returns their number.
static uint64_t check_records(void)
{
  const size_t mask = ((size_t)1 << bench.config.record_align) - 1;
  uint64_t records = 0;
  for (size_t i = 0; i < program_chunk_count(&bench.stimulus); i++) {
    const struct aux_chunk chunk = program_chunk(&bench.stimulus, i);
    size_t offset = 0;
    while (offset < chunk.size) {
      struct spu_packet packet;
      size_t used = 0;
      assert_int_equal(spu_decode_packet(chunk.data + offset, chunk.size - offset, &packet, &used),
                       SPU_DECODE_OK);
      offset += used;
      if (packet.type == SPU_PACKET_ADDRESS && packet.index == 0) {
        assert_in_range(packet.value & 0xFFFFFFFFFFFFFF, 0x400000, 0x4000FC);
      }
      if (packet.type == SPU_PACKET_END || packet.type == SPU_PACKET_TIMESTAMP) {
        offset = (offset + mask) & ~mask;
        records++;
      }
    }
    assert_int_equal(offset, chunk.size);
  }
  return records;
}

// Number of chunks with this flag.
static uint64_t flagged(unsigned flag)
{
  uint64_t count = 0;
  for (size_t i = 0; i < program_chunk_count(&bench.stimulus); i++) {
    count += (program_chunk(&bench.stimulus, i).flags & flag) != 0;
  }
  return count;
}

TEST_WITH(full_buffer_loses_no_record, setup, teardown)  // G2, G7, G9
{
  run();
  const struct program_report report = program_get_report(&bench.stimulus);
  assert_int_equal(report.core.executed, 200000);
  assert_int_equal(check_records(), bench.written);
  assert_true(bench.written > 700);
  assert_int_equal(report.agent.bytes, 64 * bench.written);
  assert_true(report.agent.interrupts >= 5);
  assert_int_equal(report.agent.buffer_full, report.agent.interrupts);
  assert_int_equal(program_chunk_count(&bench.stimulus), report.agent.interrupts + 1);
  assert_int_equal(program_chunk(&bench.stimulus, 0).size, 8192);
  assert_int_equal(flagged(AUX_DATA_LOST | AUX_DATA_COLLISION), 0);
  // Operations dispatched between the event and the interrupt are not in the population.
  const struct core_counts *core = &report.core;
  assert_true(report.population <= core->executed + core->wrong_path + core->interrupted + core->refetched);
  assert_true(report.population > report.core.executed * 9 / 10);
}

TEST_WITH(program_waits_while_the_handler_runs, setup, teardown)  // H1, H2, H3
{
  run();
  assert_int_equal(bench.dispatched_outside_el0, 0);
  assert_int_equal(bench.early_reads, 0);
  assert_int_equal(bench.el2_writes, 1);
  assert_int_equal(bench.in.contextidr_el1, 4711);
  assert_int_equal(bench.pmscr, 0);  // off at the end
  assert_int_equal(bench.pmblimitr, 0);
}

// The seed selects the order in which the agent writes the buffer's registers. This unit permits both orders; another
// PE need not (DEN0154, SFDXJJ).
TEST_WITH(buffer_is_programmed_in_either_order, setup, teardown)
{
  run();
  const uint64_t interrupts = program_get_report(&bench.stimulus).agent.interrupts;
  assert_int_equal(bench.enabled_writes, 2 * interrupts);
  again();
  bench.options.seed = 8;
  run();
  assert_int_equal(program_get_report(&bench.stimulus).agent.interrupts, interrupts);
  assert_int_equal(bench.enabled_writes, 0);
  assert_int_equal(check_records(), bench.written);
}

TEST_WITH(same_seed_gives_the_same_run, setup, teardown)
{
  run();
  const uint64_t clocks = bench.clocks;
  const uint64_t written = bench.written;
  again();
  run();
  assert_int_equal(bench.clocks, clocks);
  assert_int_equal(bench.written, written);
  again();
  bench.options.seed = 8;
  run();
  assert_true(bench.clocks != clocks);
}

TEST_WITH(fault_without_loss_drops_nothing, setup, teardown)  // G3, G9: resumes at the saved write pointer
{
  bench.options.demand_map = true;
  run();
  const struct program_report report = program_get_report(&bench.stimulus);
  assert_int_equal(report.agent.faults, 2);  // one for each page
  assert_int_equal(report.agent.data_losses, 0);
  assert_int_equal(report.agent.partial_bytes, 0);
  assert_int_equal(check_records(), bench.written);
  assert_int_equal(program_chunk(&bench.stimulus, 0).size, 8192);
}

TEST_WITH(partial_record_is_not_collected, setup, teardown)  // G3: DL
{
  bench.options.demand_map = true;
  bench.options.buffer_bytes = 65536;
  assert_int_equal(spu_config_by_name("wide", &bench.config), SPU_OK);  // records begin at any multiple of 8
  run();
  const struct program_report report = program_get_report(&bench.stimulus);
  assert_true(report.agent.data_losses > 0);
  assert_true(report.agent.partial_bytes > 0 &&
              report.agent.partial_bytes <
                  spu_config_largest_record(&bench.config) * report.agent.data_losses);
  assert_int_equal(flagged(AUX_DATA_LOST), report.agent.data_losses);
  assert_int_equal(flagged(AUX_DATA_COLLISION), 0);
  assert_int_equal(check_records(), bench.written);
}

TEST_WITH(cut_off_record_is_left_out, setup, teardown)
{
  static const uint8_t record[] = {0x52, 0x02, 0x00, 0x01, 0, 0, 0, 0, 0x52, 0x02, 0x00, 0x01, 0, 0, 0, 0};
  assert_int_equal(aux_data_whole_records(record, 16, 3), 16);
  assert_int_equal(aux_data_whole_records(record, 15, 3), 8);  // without the last byte of padding
  assert_int_equal(aux_data_whole_records(record, 12, 2), 12);
  assert_int_equal(aux_data_whole_records(record, 10, 3), 8);
  assert_int_equal(aux_data_whole_records(record, 3, 3), 0);
  assert_int_equal(aux_data_whole_records(record, 0, 3), 0);
}

// True if a read of this register ends in this cycle.
static bool answers(const struct spu_in *last_in, const struct spu_out *out, uint16_t addr)
{
  return out->sysreg_done && !last_in->sysreg_write && last_in->sysreg_addr == addr;
}

// Sets PMBSR_EL1.COLL in every read.
static void report_collisions(const struct spu_in *last_in, struct spu_out *out)
{
  if (answers(last_in, out, SPU_PMBSR_EL1)) {
    out->sysreg_rdata |= SPU_PMBSR_EL1_COLL;
  }
}

// In all chunks but the last, which no management event ends.
TEST_WITH(chunk_flags_collisions, setup, teardown)
{
  bench.falsify = report_collisions;
  run();
  const uint64_t chunks = program_chunk_count(&bench.stimulus);
  assert_true(chunks > 1);
  assert_int_equal(flagged(AUX_DATA_COLLISION), chunks - 1);
  assert_int_equal(flagged(AUX_DATA_LOST), 0);
}

// The same, but only with a fault.
static void report_collisions_with_faults(const struct spu_in *last_in, struct spu_out *out)
{
  const uint64_t ec = out->sysreg_rdata >> 26 & 0x3F;
  if (ec == SPU_PMBSR_EL1_EC_STAGE1 || ec == SPU_PMBSR_EL1_EC_STAGE2) {
    report_collisions(last_in, out);
  }
}

// A collision that is found when the agent maps a page, and takes no data, is reported with the next chunk.
TEST_WITH(collision_before_a_fault_is_flagged, setup, teardown)
{
  bench.options.demand_map = true;
  bench.falsify = report_collisions_with_faults;
  run();
  const struct program_report report = program_get_report(&bench.stimulus);
  assert_int_equal(report.agent.faults, 2);
  assert_int_equal(report.agent.collisions, 2);
  assert_int_equal(program_chunk(&bench.stimulus, 0).flags, AUX_DATA_COLLISION);
  assert_int_equal(flagged(AUX_DATA_COLLISION), 1);
}

// Flags without data are a chunk, but not without flags.
TEST_WITH(loss_without_bytes_is_a_chunk, setup, teardown)
{
  struct aux_data aux_data = {0};
  assert_true(aux_data_close(&aux_data, 0, 0));
  assert_int_equal(aux_data.chunk_count, 0);
  assert_true(aux_data_close(&aux_data, 0, AUX_DATA_LOST));
  assert_non_null(aux_data_reserve(&aux_data, 3));
  assert_true(aux_data_close(&aux_data, 3, 0));
  assert_int_equal(aux_data.chunk_count, 2);
  assert_int_equal(aux_chunk(&aux_data, 0).size, 0);
  assert_int_equal(aux_chunk(&aux_data, 0).flags, AUX_DATA_LOST);
  assert_int_equal(aux_chunk(&aux_data, 1).size, 3);
  assert_int_equal(aux_chunk(&aux_data, 1).flags, 0);
  aux_data_free(&aux_data);
}

// A fault on a page that is mapped.
static void report_a_fault(const struct spu_in *last_in, struct spu_out *out)
{
  if (bench.written >= 3) {
    out->pmbirq = true;
    if (answers(last_in, out, SPU_PMBSR_EL1)) {
      out->sysreg_rdata = SPU_PMBSR_EL1_S | (uint64_t)0x24 << 26 | 7;
    }
  }
}

static void fault_every_answer(struct spu_in *in)
{
  if (in->xlate_rsp_valid) {
    in->xlate_rsp_fault = in->xlate_rsp_stage2 = true;
    in->xlate_rsp_fsc = 7;
  }
}

static void refuse_pointer(const struct spu_in *last_in, struct spu_out *out)
{
  if (out->sysreg_done && last_in->sysreg_addr == SPU_PMBPTR_EL1) {
    out->sysreg_verdict = SPU_ACCESS_TRAP_EL2;
  }
}

static void move_pointer(const struct spu_in *last_in, struct spu_out *out)
{
  if (answers(last_in, out, SPU_PMBPTR_EL1)) {
    out->sysreg_rdata = 0x1000;
  }
}

TEST_WITH(unserved_event_ends_the_run, setup, teardown)
{
  static const struct {
    void (*disturb)(struct spu_in *in);
    void (*falsify)(const struct spu_in *last_in, struct spu_out *out);
    bool demand_map;
    const char *words;
  } rows[] = {{NULL, report_a_fault, true, "unexpected management event"},
              {fault_every_answer, NULL, false,
               "unexpected management event: PMBSR_EL1 0x94020007"},  // no fault is expected
              {NULL, refuse_pointer, false, "agent: access to PMBPTR_EL1 at EL1 was refused (verdict 3)"},
              {NULL, move_pointer, false, "PMBPTR_EL1 is 0x1000, outside"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_int_equal(setup(state), 0);
    bench.left = 1000 * (rows[i].falsify == move_pointer ? 1U : 200U);
    bench.disturb = rows[i].disturb;
    bench.falsify = rows[i].falsify;
    bench.options.demand_map = rows[i].demand_map;
    assert_true(create());
    while (clock_bench()) {
      assert_true(bench.clocks < 100000);
    }
    assert_non_null(strstr(bench.error.text, rows[i].words));
    assert_int_equal(i + 1 < sizeof rows / sizeof rows[0] ? teardown(state) : 0, 0);
  }
}

// In every configuration the driver can access the unit, and records are written.
TEST_WITH(driver_works_in_every_configuration, setup, teardown)  // B2
{
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    again();
    bench.left = 20000;
    assert_int_equal(spu_config_by_name(spu_config_name(i), &bench.config), SPU_OK);
    run();
    if (!bench.ran) {
      fail_msg("%s: %s", spu_config_name(i), bench.error.text);
    }
    assert_true(bench.written > 20);
  }
}

TEST_WITH(bad_option_is_refused, setup, teardown)
{
  bench.options.interval = 100;
  assert_false(create());
  assert_non_null(strstr(bench.error.text, "interval 100"));
  again();
  bench.options.interval = 512;
  bench.options.buffer_bytes = 5000;
  assert_false(create());
  assert_non_null(strstr(bench.error.text, "buffer of 5000 bytes"));
}

TEST_WITH(operation_limit_is_exact, setup, teardown)
{
  bench.options.op_limit = 12345;
  bench.options.fast = true;
  bench.options.no_wrong_path = true;
  run();
  assert_int_equal(program_get_report(&bench.stimulus).core.executed, 12345);
  assert_int_equal(program_get_report(&bench.stimulus).core.wrong_path, 0);
}

// N2: with FEAT_SPE_EXC the seed selects PMBIRQ or an exception to EL1, EL2 or EL3 for management events; N3: and
// whether the buffer has stage 1 translation. Full buffers, and pages mapped on demand, lose nothing.
TEST_WITH(exceptions_are_served_as_the_interrupt_is, setup, teardown)
{
  for (uint64_t seed = 0; seed < 8; seed++) {
    for (int demand = 0; demand < 2; demand++) {
      again();
      assert_int_equal(spu_config_by_name("v9.6", &bench.config), SPU_OK);
      bench.left = 120000;
      bench.options.seed = seed;
      bench.options.demand_map = demand != 0;
      run();
      const struct agent_counts counts = program_get_report(&bench.stimulus).agent;
      assert_true(counts.interrupts > 2 && counts.buffer_full > 0);
      assert_true(demand == 0 || counts.faults > 0);
    }
  }
}
