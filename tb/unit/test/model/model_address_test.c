// SPDX-License-Identifier: Apache-2.0
//
// Block D: contents of Address packets besides the address: Security state or address space, Exception level, tags; and
// the previous branch target.
#include "unit/test/model/model_bench.h"

static uint64_t address_of(struct spu_config config, const struct spu_op *op, uint32_t index)
{
  bench_open(config);
  struct spu_sample sample = {.pa_allowed = true};
  spu_sample_report(b.spu, &b.in, op, &sample);
  assert_int_equal(sample.address_valid >> index & 1U, 1);
  return sample.address[index];
}

// D4, D18.2.1, D18.2.1 data virtual address, D18.2.1 data physical address: the top byte of targets and of the physical
// address, bit by bit, with and without FEAT_RME and FEAT_MTE2. The tag of an unchecked access is not recorded.
TEST(address_has_its_top_byte)
{
  for (uint32_t bits = 0; bits < 256; bits++) {
    struct spu_config config = bench_base();
    config.max_size = 7;
    config.debug_version = 4;
    const bool rme = config.have_rme = config.have_sel2 = (bits & 1U) != 0;
    const bool mte = config.have_mte = (bits & 2U) != 0;
    config.have_pbt = true;
    bool ns, nse, checked;
    SET_BITS(bits >> 2, &ns, &nse, &checked);
    const uint8_t number = (uint8_t)(bits >> 5);
    struct spu_op op = {.finished = true,
                        .kind = SPU_KIND_BRANCH,
                        .target_valid = true,
                        .target_ns = ns,
                        .target_nse = nse,
                        .target_el = number & 3U,
                        .target = UINT64_C(0xFFFF000012345678),
                        .previous_valid = true,
                        .previous_ns = !ns,
                        .previous_nse = !nse,
                        .previous_el = number >> 1,
                        .previous = UINT64_C(0xFFFF000087654321)};
    assert_int_equal(address_of(config, &op, SPEAddrPosBranchTarget),
                     (uint64_t)ns << 63 | (uint64_t)(number & 3U) << 61 | (uint64_t)(rme && nse) << 60 |
                         UINT64_C(0x00FF000012345678));
    assert_int_equal(address_of(config, &op, SPEAddrPosPrevBranchTarget),
                     (uint64_t)!ns << 63 | (uint64_t)(number >> 1) << 61 | (uint64_t)(rme && !nse) << 60 |
                         UINT64_C(0x00FF000087654321));
    op = (struct spu_op){.finished = true,
                         .kind = SPU_KIND_LDST_GENERAL,
                         .va_valid = true,
                         .pa_valid = true,
                         .pa_ns = ns,
                         .pa_nse = nse,
                         .pa_checked = checked,
                         .pa_tag = (uint8_t)(number | 8U),
                         .pa = UINT64_C(0x00FFEEDDCCBBAA99)};
    assert_int_equal(address_of(config, &op, SPEAddrPosDataPhysical),
                     (uint64_t)ns << 63 | (uint64_t)(mte && checked) << 62 | (uint64_t)(nse && rme) << 60 |
                         (mte && checked ? (uint64_t)(number | 8U) << 56 : 0) | UINT64_C(0x00FFEEDDCCBBAA99));
  }
}

// D4, D6, D17.6.3.1, D18.2.1 instruction addresses: any operation has a previous branch target, unless it is squashed.
TEST(previous_target_is_recorded_unless_squashed)
{
  for (uint32_t bits = 0; bits < 256; bits++) {
    const struct spu_op op = {.finished = true,
                              .kind = bits & 15U,
                              .how = (uint8_t)(bits >> 4 & 3U) % 3,
                              .previous_valid = (bits & 64U) != 0};
    bench_open(CHANGED(bench_base(), config.max_size = 7, config.have_pbt = (bits & 128U) != 0));
    struct spu_sample sample = {0};
    spu_sample_report(b.spu, &b.in, &op, &sample);
    assert_int_equal(sample.address_valid >> SPEAddrPosPrevBranchTarget & 1U,
                     bits >> 6 == 3 && op.how != SPU_OP_SQUASHED);
  }
}

// D4, D18.2.1 instruction addresses: the PC has the Security state of the sampled operation, not of its target.
TEST(pc_has_the_state_of_its_operation)
{
  bench_open_enabled(
      CHANGED(bench_base(), config.have_rme = config.have_sel2 = true, config.debug_version = 4));
  b.in.mdcr_el3_nspbe = true;
  b.in.scr_el3_nse = true;
  const struct spu_op op = {.kind = SPU_KIND_BRANCH, .target_valid = true, .target_ns = true};
  (void)bench_finish(bench_mark(0x1000), op);
  assert_int_equal(b.spu->sample[0].address[SPEAddrPosPCVirtual] >> 56, 0x90);
  assert_int_equal(b.spu->sample[0].address[SPEAddrPosBranchTarget] >> 56, 0x80);
}
