// SPDX-License-Identifier: Apache-2.0
//
// Block D: the Operation Type packet and the filter type of every kind, with and without the feature that it needs, and
// the records of special kinds.
#include "unit/test/model/model_bench.h"

// Every feature that a kind needs, at the newest version.
static struct spu_config newest(void)
{
  return CHANGED(bench_base(), config.spe_version = 4, config.nested_virt = 2,
                 config.have_sve = config.have_mte = config.have_mops = config.have_gcs = config.have_crr =
                     true);
}

struct row {
  struct spu_op op;
  uint8_t op_class, subclass;
  enum OpType type;
};

static void expect_rows(const struct spu_config *config, const struct row *rows, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const struct spu_class class = spu_classify(config, &rows[i].op);
    if (class.op_class != rows[i].op_class || class.op_subclass != rows[i].subclass ||
        class.op_type != rows[i].type) {
      fail_msg("row %zu: class %u subclass 0x%02x type %d", i, class.op_class, class.op_subclass,
               (int)class.op_type);
    }
  }
}

#define EXPECT_ROWS(config, rows) expect_rows(config, rows, COUNT(rows))

// D5, D17.6.4.3, RMJQCL, D18.2.7 load/store general, D18.2.7 load/store extended, D18.2.7 load/store SVE or SME,
// D18.2.7 load/store Memory Copy, D18.2.7 load/store GCS: the payload of every load and store with all features.
TEST(load_or_store_has_its_subclass)
{
  const struct spu_config config = newest();
  static const struct row rows[] = {
      {{.kind = SPU_KIND_LDST_GENERAL, .predicated = 1, .evl = 7}, 1, 0x00, OpType_Load},
      {{.kind = SPU_KIND_LDST_GENERAL, .store = 1}, 1, 0x01, OpType_Store},
      {{.kind = SPU_KIND_LDST_SIMD_FP, .store = 1}, 1, 0x05, OpType_Store},
      {{.kind = SPU_KIND_LDST_EXTENDED, .atomic = 1}, 1, 0x06, OpType_LoadAtomic},
      {{.kind = SPU_KIND_LDST_SVE}, 1, 0x08, OpType_Load},
      {{.kind = SPU_KIND_LDST_SVE, .evl = 7, .atomic = 1}, 1, 0x78, OpType_Load},
      {{.kind = SPU_KIND_LDST_SVE, .evl = 2, .predicated = 1}, 1, 0x2C, OpType_Load},
      {{.kind = SPU_KIND_LDST_SVE, .evl = 5, .gather_scatter = 1, .store = 1, .fp = 1},
       1,
       0xD9,
       OpType_Store},
      {{.kind = SPU_KIND_LDST_UNSPECIFIED}, 1, 0x10, OpType_Load},
      {{.kind = SPU_KIND_LDST_UNSPECIFIED, .store = 1}, 1, 0x11, OpType_Store},
      {{.kind = SPU_KIND_LDST_NV2}, 1, 0x30, OpType_Load},
      {{.kind = SPU_KIND_LDST_NV2, .store = 1}, 1, 0x31, OpType_Store},
      {{.kind = SPU_KIND_LDST_TAG}, 1, 0x14, OpType_Load},
      {{.kind = SPU_KIND_LDST_TAG, .store = 1}, 1, 0x15, OpType_Store},
      {{.kind = SPU_KIND_LDST_MEM_COPY}, 1, 0x20, OpType_Load},
      {{.kind = SPU_KIND_LDST_MEM_COPY, .store = 1}, 1, 0x21, OpType_Store},
      {{.kind = SPU_KIND_LDST_MEM_SET}, 1, 0x25, OpType_Store},
      {{.kind = SPU_KIND_LDST_MEM_SET, .store = 1}, 1, 0x25, OpType_Store},
      {{.kind = SPU_KIND_LDST_GCS}, 1, 0x44, OpType_Load},
      {{.kind = SPU_KIND_LDST_GCS, .store = 1}, 1, 0x45, OpType_Store},
      {{.kind = SPU_KIND_LDST_GCS, .store = 1, .call = 1}, 1, 0x41, OpType_Store},
      {{.kind = SPU_KIND_LDST_GCS, .ret = 1}, 1, 0x40, OpType_Load},
      {{.kind = SPU_KIND_LDST_GCS, .atomic = 1}, 1, 0x44, OpType_LoadAtomic},
      {{.kind = SPU_KIND_LDST_GCS, .atomic = 1, .store = 1}, 1, 0x45, OpType_Store},
  };
  EXPECT_ROWS(&config, rows);
}

// D5, D17.6.5, RMDBYZ, D17.6.8, D18.2.7 header, D18.2.7 other, D18.2.7 SVE vector: data processing, and unnamed kinds.
TEST(other_operation_has_its_subclass)
{
  struct spu_config config = newest();
  static const struct row rows[] = {
      {{.kind = SPU_KIND_OTHER, .store = 1, .predicated = 1, .fp = 1, .evl = 7}, 0, 0x00, OpType_Other},
      {{.kind = SPU_KIND_OTHER, .cond = 1}, 0, 0x01, OpType_Other},
      {{.kind = SPU_KIND_SVE, .cond = 1}, 0, 0x08, OpType_Other},
      {{.kind = SPU_KIND_SVE, .evl = 6, .predicated = 1, .gather_scatter = 1}, 0, 0x6C, OpType_Other},
      {{.kind = SPU_KIND_SVE, .evl = 1, .fp = 1, .store = 1}, 0, 0x1A, OpType_Other},
      {{.kind = 13, .cond = 1, .store = 1, .va_valid = 1}, 0, 0x01, OpType_Other},
      {{.kind = 15}, 0, 0x00, OpType_Other},
  };
  EXPECT_ROWS(&config, rows);
  static const struct row without[] = {
      {{.kind = SPU_KIND_SVE, .evl = 6, .predicated = 1, .fp = 1}, 0, 0x00, OpType_Other},
      {{.kind = SPU_KIND_SVE, .cond = 1}, 0, 0x01, OpType_Other},
  };
  config.spe_version = 0;
  EXPECT_ROWS(&config, without);
  config.spe_version = 4;
  config.have_sve = false;
  EXPECT_ROWS(&config, without);
  for (uint8_t kind = 13; kind < 16; kind++) {
    const struct spu_op op = {.kind = kind, .store = true};
    assert_false(spu_classify(&config, &op).memory);
  }
}

// E3, D17.5.1: with FEAT_SPE_EFT the types SIMD and FP follow the reported kind and its two pins; without it both are
// zero. They do not depend on whether the kind's own format exists.
TEST(vector_types_follow_the_reported_kind)
{
  enum { NONE, AS_REPORTED, ONE };
  static const struct {
    uint8_t simd, fp;
  } kinds[16] = {[SPU_KIND_OTHER] = {AS_REPORTED, AS_REPORTED},
                 [SPU_KIND_BRANCH] = {NONE, NONE},
                 [SPU_KIND_LDST_GENERAL] = {NONE, NONE},
                 [SPU_KIND_LDST_SIMD_FP] = {AS_REPORTED, AS_REPORTED},
                 [SPU_KIND_LDST_EXTENDED] = {AS_REPORTED, AS_REPORTED},
                 [SPU_KIND_LDST_SVE] = {ONE, NONE},
                 [SPU_KIND_LDST_UNSPECIFIED] = {AS_REPORTED, AS_REPORTED},
                 [SPU_KIND_LDST_NV2] = {NONE, NONE},
                 [SPU_KIND_LDST_TAG] = {NONE, NONE},
                 [SPU_KIND_LDST_MEM_COPY] = {NONE, NONE},
                 [SPU_KIND_LDST_MEM_SET] = {NONE, NONE},
                 [SPU_KIND_LDST_GCS] = {NONE, NONE},
                 [SPU_KIND_SVE] = {ONE, AS_REPORTED},
                 [SPU_KIND_SME] = {ONE, AS_REPORTED},
                 [14] = {AS_REPORTED, AS_REPORTED},
                 [15] = {AS_REPORTED, AS_REPORTED}};
  for (uint32_t row = 0; row < 16 * 4 * 2 * 2 * 3; row++) {
    const uint32_t how = row / 256;
    const struct spu_op op = {.kind = row & 15U,
                              .simd = (row & 16U) != 0,
                              .fp = (row & 32U) != 0,
                              .how = how == 0   ? SPU_OP_RETIRED
                                     : how == 1 ? SPU_OP_EXCEPTION
                                                : SPU_OP_SQUASHED};
    struct spu_config config = (row & 64U) != 0 ? newest() : bench_base();
    config.have_eft = (row & 128U) != 0;
    const bool simd = kinds[op.kind].simd == ONE || (kinds[op.kind].simd == AS_REPORTED && op.simd);
    const bool fp = kinds[op.kind].fp == AS_REPORTED && op.fp;
    const struct spu_class class = spu_classify(&config, &op);
    assert_int_equal(class.simd, config.have_eft && simd);
    assert_int_equal(class.fp, config.have_eft && fp);
  }
}

// D5, D18.2.7: ASE and FP of an operation in the Other format are its types SIMD and FP (FEAT_SPE_FPF).
TEST(other_operation_has_ase_and_fp)
{
  struct spu_config config = newest();
  config.have_eft = true;
  static const struct row rows[] = {
      {{.kind = SPU_KIND_OTHER, .predicated = 1, .evl = 7, .ets = 15}, 0, 0x00, OpType_Other},
      {{.kind = SPU_KIND_OTHER, .fp = 1}, 0, 0x02, OpType_Other},
      {{.kind = SPU_KIND_OTHER, .simd = 1}, 0, 0x04, OpType_Other},
      {{.kind = SPU_KIND_OTHER, .simd = 1, .fp = 1, .cond = 1}, 0, 0x07, OpType_Other},
      {{.kind = 14, .fp = 1, .cond = 1}, 0, 0x03, OpType_Other},
      {{.kind = SPU_KIND_SVE, .simd = 1, .fp = 1}, 0, 0x0A, OpType_Other},
      {{.kind = SPU_KIND_SME}, 0, 0x04, OpType_Other},
      {{.kind = SPU_KIND_SME, .fp = 1, .cond = 1, .ets = 15}, 0, 0x07, OpType_Other},
      {{.kind = SPU_KIND_LDST_SIMD_FP, .simd = 1, .fp = 1}, 1, 0x04, OpType_Load},
      {{.kind = SPU_KIND_BRANCH, .simd = 1, .fp = 1, .how = SPU_OP_EXCEPTION}, 0, 0x00, OpType_Other},
  };
  EXPECT_ROWS(&config, rows);
  static const struct row without_sve[] = {
      {{.kind = SPU_KIND_SVE}, 0, 0x04, OpType_Other},
      {{.kind = SPU_KIND_SVE, .fp = 1, .cond = 1, .predicated = 1}, 0, 0x07, OpType_Other},
  };
  config.have_sve = false;
  EXPECT_ROWS(&config, without_sve);
  static const struct row without_fpf[] = {
      {{.kind = SPU_KIND_OTHER, .simd = 1, .fp = 1, .cond = 1}, 0, 0x01, OpType_Other},
      {{.kind = SPU_KIND_SVE, .fp = 1}, 0, 0x00, OpType_Other},
      {{.kind = SPU_KIND_SME, .fp = 1, .cond = 1}, 0, 0x01, OpType_Other},
  };
  config.have_eft = false;
  EXPECT_ROWS(&config, without_fpf);
}

// D5, D18.2.7: Data processing, SME array: ETS in bits 6:4 and 2, including reserved values, and FP, with and without
// FEAT_SPE_EFT and FEAT_SVE.
TEST(sme_array_has_its_subclass)
{
  static const uint8_t subclass[16] = {0x88, 0x8C, 0x98, 0x9C, 0xA8, 0xAC, 0xB8, 0xBC,
                                       0xC8, 0xCC, 0xD8, 0xDC, 0xE8, 0xEC, 0xF8, 0xFC};
  for (uint32_t row = 0; row < 16 * 8; row++) {
    struct spu_config config = newest();
    bool fp;
    config.have_spe_sme = true;
    SET_BITS(row >> 4, &config.have_eft, &config.have_sve, &fp);
    struct row expected[] = {
        {{.kind = SPU_KIND_SME, .cond = 1, .predicated = 1, .evl = 7, .store = 1}, 0, 0, 0}};
    expected[0].op.ets = row & 15U;
    expected[0].op.fp = fp;
    expected[0].subclass = (uint8_t)(subclass[row & 15U] + (fp ? 2 : 0));
    expected[0].type = OpType_Other;
    EXPECT_ROWS(&config, expected);
    assert_false(spu_classify(&config, &expected[0].op).memory);
  }
}

// D5, D18.2.7: the format of SVE or SME loads and stores exists with FEAT_SVE or FEAT_SME, both with FEAT_SPEv1p1; Data
// processing, SVE vector, only with FEAT_SVE.
TEST(sme_has_the_vector_loads_and_stores)
{
  struct spu_config config = newest();
  config.have_sve = false;
  config.have_sme = true;
  static const struct row rows[] = {
      {{.kind = SPU_KIND_LDST_SVE, .evl = 7, .store = 1, .predicated = 1}, 1, 0x7D, OpType_Store},
      {{.kind = SPU_KIND_LDST_SVE, .evl = 2, .gather_scatter = 1}, 1, 0xA8, OpType_Load},
      {{.kind = SPU_KIND_SVE, .evl = 2, .predicated = 1}, 0, 0x00, OpType_Other},
  };
  EXPECT_ROWS(&config, rows);
  static const struct row without[] = {
      {{.kind = SPU_KIND_LDST_SVE, .evl = 7, .store = 1, .predicated = 1}, 1, 0x05, OpType_Store}};
  config.spe_version = 0;
  EXPECT_ROWS(&config, without);
  config.spe_version = 4;
  config.have_sme = false;
  EXPECT_ROWS(&config, without);
}

// D5: the subclass of `kind` is `with` from version `version` on if `feature` (a field of *config) is set, and
// otherwise an unspecified access's.
static void expect_feature(struct spu_config *config, bool *feature, uint32_t version, uint8_t kind,
                           uint8_t with)
{
  const struct spu_op op = {.kind = kind};
  const uint8_t ldst = kind == SPU_KIND_LDST_MEM_SET ? 1 : 0;
  for (uint32_t at = 0; at <= 4; at++) {
    const uint8_t without = (uint8_t)((at >= 1 ? 0x10 : 0x00) | ldst);
    config->spe_version = at;
    if (spu_classify(config, &op).op_subclass != (at >= version ? with : without)) {
      fail_msg("kind %u at version %u: subclass 0x%02x", kind, at, spu_classify(config, &op).op_subclass);
    }
    if (feature != NULL) {
      *feature = false;
      assert_int_equal(spu_classify(config, &op).op_subclass, without);
      *feature = true;
    }
  }
}

// D5, ICKWPL, D18.2.7 SVE vector, D18.2.7 load/store general: a class is recorded only with the version and features
// that define it.
TEST(class_needs_its_feature)
{
  struct spu_config config = newest();
  expect_feature(&config, NULL, 5, SPU_KIND_LDST_UNSPECIFIED, 0xFF);
  expect_feature(&config, &config.have_mte, 3, SPU_KIND_LDST_TAG, 0x14);
  expect_feature(&config, &config.have_mops, 3, SPU_KIND_LDST_MEM_COPY, 0x20);
  expect_feature(&config, &config.have_mops, 3, SPU_KIND_LDST_MEM_SET, 0x25);
  expect_feature(&config, &config.have_gcs, 4, SPU_KIND_LDST_GCS, 0x44);
  expect_feature(&config, NULL, 0, SPU_KIND_LDST_NV2, 0x30);
  config.nested_virt = 1;
  expect_feature(&config, NULL, 5, SPU_KIND_LDST_NV2, 0xFF);

  const struct spu_op op = {.kind = SPU_KIND_LDST_SVE, .store = 1, .predicated = 1, .evl = 3};
  config.spe_version = 0;
  assert_int_equal(spu_classify(&config, &op).op_subclass, 0x05);
  config.spe_version = 1;
  assert_int_equal(spu_classify(&config, &op).op_subclass, 0x3D);
  config.have_sve = false;
  assert_int_equal(spu_classify(&config, &op).op_subclass, 0x05);
}

// D5, D18.2.7, D18.2.7 load/store SVE or SME: loads have PRED from FEAT_SPEv1p2 on, stores from FEAT_SPEv1p1 on.
TEST(predicated_load_needs_spev1p2)
{
  struct spu_config config = newest();
  struct spu_op op = {.kind = SPU_KIND_LDST_SVE, .predicated = true};
  for (uint32_t version = 1; version <= 4; version++) {
    config.spe_version = version;
    op.store = false;
    assert_int_equal(spu_classify(&config, &op).op_subclass, version >= 2 ? 0x0C : 0x08);
    op.store = true;
    assert_int_equal(spu_classify(&config, &op).op_subclass, 0x0D);
  }
}

// D5, D17.6.3, D18.2.7 branch: CR and GCS of a branch; a GCS access makes it a load or a store for the filter.
TEST(branch_has_its_subclass)
{
  struct spu_config config = newest();
  static const struct row rows[] = {
      {{.kind = SPU_KIND_BRANCH}, 2, 0x18, OpType_Branch},
      {{.kind = SPU_KIND_BRANCH, .cond = 1, .gcs = 1}, 2, 0x19, OpType_Branch},
      {{.kind = SPU_KIND_BRANCH, .indirect = 1}, 2, 0x1A, OpType_Branch},
      {{.kind = SPU_KIND_BRANCH, .call = 1, .store = 1}, 2, 0x08, OpType_Branch},
      {{.kind = SPU_KIND_BRANCH, .ret = 1, .indirect = 1}, 2, 0x12, OpType_Branch},
      {{.kind = SPU_KIND_BRANCH, .call = 1, .ret = 1}, 2, 0x08, OpType_Branch},
      {{.kind = SPU_KIND_BRANCH, .call = 1, .gcs = 1}, 2, 0x0C, OpType_BranchStore},
      {{.kind = SPU_KIND_BRANCH, .ret = 1, .gcs = 1, .store = 1}, 2, 0x14, OpType_BranchLoad},
      {{.kind = SPU_KIND_BRANCH, .call = 1, .ret = 1, .gcs = 1}, 2, 0x0C, OpType_BranchStore},
      {{.kind = SPU_KIND_BRANCH, .how = SPU_OP_SQUASHED, .ret = 1, .gcs = 1}, 2, 0x14, OpType_BranchLoad},
      {{.kind = SPU_KIND_BRANCH, .how = SPU_OP_EXCEPTION, .ret = 1, .gcs = 1, .cond = 1}, 0, 0, OpType_Other},
  };
  EXPECT_ROWS(&config, rows);
  static const struct row without_gcs[] = {
      {{.kind = SPU_KIND_BRANCH, .call = 1, .gcs = 1}, 2, 0x08, OpType_Branch},
      {{.kind = SPU_KIND_BRANCH, .ret = 1, .gcs = 1}, 2, 0x10, OpType_Branch},
  };
  config.spe_version = 3;
  EXPECT_ROWS(&config, without_gcs);
  config.spe_version = 4;
  config.have_gcs = false;
  EXPECT_ROWS(&config, without_gcs);
  static const struct row without_crr[] = {
      {{.kind = SPU_KIND_BRANCH, .call = 1, .gcs = 1}, 2, 0x04, OpType_BranchStore},
      {{.kind = SPU_KIND_BRANCH, .ret = 1}, 2, 0x00, OpType_Branch},
      {{.kind = SPU_KIND_BRANCH}, 2, 0x00, OpType_Branch},
  };
  config.have_gcs = true;
  config.have_crr = false;
  EXPECT_ROWS(&config, without_crr);
}

// A report with everything that a record may contain.
static struct spu_op full_op(uint8_t kind)
{
  return (struct spu_op){.finished = true,
                         .issued = true,
                         .kind = kind,
                         .va_valid = true,
                         .pa_valid = true,
                         .source_valid = true,
                         .source = 0x21,
                         .target_valid = true,
                         .va = 0x1000,
                         .pa = 0x2000,
                         .target = 0x3000};
}

enum { TARGET = 1U << 1, VA = 1U << 2, PA = 1U << 3 };

// Samples the report, and expects these addresses and counters, and a data source or none.
static struct spu_sample sample_of(struct spu_config config, struct spu_op op, bool el2_profiled,
                                   uint32_t addresses, uint32_t counters, bool source)
{
  bench_open(config);
  struct spu_sample sample = {.pa_allowed = true, .el2_profiled = el2_profiled};
  spu_sample_report(b.spu, &b.in, &op, &sample);
  assert_int_equal(sample.address_valid, addresses);
  assert_int_equal(sample.counter_valid, counters);
  assert_int_equal(sample.data_source_valid, source);
  return sample;
}

// D5, D6, D17.6.3, D17.6.4.5, D18.2.7 branch: a branch that accesses the Guarded Control Stack has the packets of both;
// one that ends with an exception, or did not retire, has neither.
TEST(gcs_branch_has_its_access)
{
  struct spu_config config = newest();
  config.max_size = 7;
  struct spu_op op = full_op(SPU_KIND_BRANCH);
  op.gcs = op.call = true;
  (void)sample_of(config, op, false, TARGET | VA | PA, 7, false);  // a store
  op.call = false;
  op.ret = op.store = true;  // `store` is ignored for a branch
  assert_int_equal(sample_of(config, op, false, TARGET | VA | PA, 7, true).data_source, 0x21);
  op.how = SPU_OP_SQUASHED;
  (void)sample_of(config, op, false, 0, 3, false);
  op.how = SPU_OP_EXCEPTION;
  assert_int_equal(sample_of(config, op, false, 0, 3, false).op_type, OpType_Other);
  op.how = SPU_OP_RETIRED;
  op.gcs = false;
  (void)sample_of(config, op, false, TARGET, 3, false);
}

// D4, D5, E3: SME data processing has no access, and a sample keeps its types for the filter.
TEST(sme_operation_has_no_access)
{
  const struct spu_config config = bench_named("v9.6");
  struct spu_op op = full_op(SPU_KIND_SME);
  struct spu_sample sample = sample_of(config, op, true, 0, 3, false);
  assert_true(sample.simd && !sample.fp);
  op.fp = true;
  op.how = SPU_OP_SQUASHED;
  sample = sample_of(config, op, true, 0, 3, false);
  assert_true(sample.simd && sample.fp);
}

// D5, D17.6.4.2: the address of a System register access that FEAT_NV2 made a memory access, while EL2 is not
// profiled.
TEST(nv2_access_hides_its_address_from_el1)
{
  struct spu_config config = newest();
  config.max_size = 7;
  struct spu_op op = full_op(SPU_KIND_LDST_NV2);
  (void)sample_of(config, op, true, VA | PA, 7, true);
  (void)sample_of(config, op, false, 0, 3, true);
  config.nested_virt = 1;  // an unspecified access then
  (void)sample_of(config, op, false, VA | PA, 7, true);
  op.kind = SPU_KIND_LDST_GENERAL;
  config.nested_virt = 2;
  (void)sample_of(config, op, false, VA | PA, 7, true);
}

// D5, D17.6.4.2: whether EL2 is profiled is read at the mark, for EL2 and not for the current level.
TEST(el2_profiling_is_read_at_the_mark)
{
  const struct spu_config config = bench_base();
  bench_open_enabled(config);
  bench_msr(SPU_PMSCR_EL2, SPU_PMSCR_EL2_E2SPE);
  (void)bench_mark(0);
  assert_false(b.spu->sample[0].el2_profiled);  // EL1 owns the buffer
  bench_open_enabled(config);
  bench_msr(SPU_PMSCR_EL2, SPU_PMSCR_EL2_E2SPE);
  b.in.mdcr_el2_e2pb = 0;
  const uint8_t tag = bench_mark(0);
  b.in.mdcr_el2_e2pb = 3;
  (void)bench_finish(tag, (struct spu_op){0});
  assert_true(b.spu->sample[0].el2_profiled);
}

// D5, D18.2.7 load/store Memory Set: Memory Set is always a store, so it has no data source.
TEST(memory_set_is_a_store)
{
  const struct spu_op op = full_op(SPU_KIND_LDST_MEM_SET);
  for (uint32_t version = 0; version <= 4; version += 2) {
    struct spu_config config = version == 4 ? newest() : bench_base();
    config.have_mops = version != 0;  // of SPEv1p2 or later, with a format of its own from SPEv1p3
    config.max_size = 7;
    const struct spu_sample sample = sample_of(config, op, false, VA | PA, 7, false);
    assert_int_equal(sample.op_type, OpType_Store);
    assert_int_equal(sample.op_subclass, version == 0 ? 0x01 : version == 2 ? 0x11 : 0x25);
  }
}
