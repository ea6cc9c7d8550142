// SPDX-License-Identifier: Apache-2.0
//
// Requirements D: how an operation's kind and flags classify it (Arm ARM D17.5.1, D17.6.3-D17.6.8, D18.2.7): the
// Operation Type packet and the types that the filters see.
//
// kind              needs                                 without it
//   LDST_SVE        have_sve or have_sme,                 SIMD&FP
//                   FEAT_SPEv1p1
//   LDST_NV2        nested_virt = 2 (FEAT_NV2)            unspecified
//   LDST_TAG        have_mte, FEAT_SPEv1p3                unspecified
//   LDST_MEM_COPY   have_mops, FEAT_SPEv1p3               unspecified
//   LDST_MEM_SET    have_mops, FEAT_SPEv1p3               unspecified; always a store
//   LDST_GCS        have_gcs, FEAT_SPEv1p4                unspecified
//   unspecified     FEAT_SPEv1p1                          general-purpose
//   SVE             have_sve, FEAT_SPEv1p1                other, with ASE, FP, COND
//   SME             have_spe_sme                          other, with ASE, FP, COND
//   other ASE, FP   have_eft (FEAT_SPE_FPF)               zero
//   branch CR       have_crr                              zero
//   branch GCS      have_gcs, FEAT_SPEv1p4, call or ret   zero
//
// Unnamed kinds are recorded as other operations. EVL and ETS are recorded as reported, including reserved values.
//
// The types SIMD and FP (D17.5.1, have_eft) follow from the reported kind, regardless of the recorded format:
//
// kind                                                    SIMD   FP
//   SVE, SME                                              1      as reported
//   LDST_SVE                                              1      0
//   other, and unnamed kinds                              as reported
//   LDST_SIMD_FP, LDST_EXTENDED, LDST_UNSPECIFIED         as reported
//   the rest                                              0      0
#include "spu_internal.h"

enum { OP_CLASS_OTHER = 0, OP_CLASS_LOAD_STORE = 1, OP_CLASS_BRANCH = 2 };

// D18.2.7, SUBCLASS.
enum {
  SUBCLASS_COND = 0x01,
  SUBCLASS_OTHER_FP = 0x02,
  SUBCLASS_OTHER_ASE = 0x04,
  SUBCLASS_BRANCH_IND = 0x02,
  SUBCLASS_BRANCH_GCS = 0x04,
  SUBCLASS_BRANCH_CR_CALL = 0x08,
  SUBCLASS_BRANCH_CR_RET = 0x10,
  SUBCLASS_BRANCH_CR_NEITHER = 0x18,
  SUBCLASS_LDST = 0x01,
  SUBCLASS_GENERAL = 0x00,
  SUBCLASS_EXTENDED = 0x02,
  SUBCLASS_AT = 0x04,
  SUBCLASS_EXCL = 0x08,
  SUBCLASS_AR = 0x10,
  SUBCLASS_SIMD_FP = 0x04,
  SUBCLASS_UNSPECIFIED = 0x10,
  SUBCLASS_TAG = 0x14,
  SUBCLASS_MEM_COPY = 0x20,
  SUBCLASS_MEM_SET = 0x24,
  SUBCLASS_NV2 = 0x30,
  SUBCLASS_GCS = 0x40,
  SUBCLASS_GCS_COMM = 0x04,
  SUBCLASS_SVE = 0x08,
  SUBCLASS_SVE_FP = 0x02,
  SUBCLASS_SVE_PRED = 0x04,
  SUBCLASS_SVE_EVL_SHIFT = 4,
  SUBCLASS_SVE_SG = 0x80,
  SUBCLASS_SME = 0x88,
  SUBCLASS_SME_FP = 0x02,
  SUBCLASS_SME_ETS_0_SHIFT = 2,  // ETS[0]
  SUBCLASS_SME_ETS_31_SHIFT = 4  // ETS[3:1]
};

static int flag(bool set, int subclass)
{
  return set ? subclass : 0;
}

// Payload bits common to both SVE formats.
static int sve_subclass(const struct spu_op *op, bool predicated)
{
  return SUBCLASS_SVE | (op->evl & 7) << SUBCLASS_SVE_EVL_SHIFT | flag(predicated, SUBCLASS_SVE_PRED);
}

static int sme_subclass(const struct spu_op *op)
{
  return SUBCLASS_SME | (op->ets >> 1 & 7) << SUBCLASS_SME_ETS_31_SHIFT |
         (op->ets & 1) << SUBCLASS_SME_ETS_0_SHIFT | flag(op->fp, SUBCLASS_SME_FP);
}

// SPEOpAttr is_simd and is_floating_point of the reported kind.
static void vector_types(const struct spu_config *config, const struct spu_op *op, bool *simd, bool *fp)
{
  *simd = false;
  *fp = false;
  if (!config->have_eft) {
    return;
  }
  switch (op->kind) {
  case SPU_KIND_SVE:
  case SPU_KIND_SME:
    *simd = true;
    *fp = op->fp;
    break;
  case SPU_KIND_LDST_SVE:
    *simd = true;
    break;
  case SPU_KIND_LDST_GENERAL:
  case SPU_KIND_LDST_NV2:
  case SPU_KIND_LDST_TAG:
  case SPU_KIND_LDST_MEM_COPY:
  case SPU_KIND_LDST_MEM_SET:
  case SPU_KIND_LDST_GCS:
    break;
  default:
    *simd = op->simd;
    *fp = op->fp;
    break;
  }
}

// Data processing, SVE vector; Data processing, SME array; or Other (SPESampleAddOpOther).
static struct spu_class other(const struct spu_config *config, const struct spu_op *op, bool simd, bool fp)
{
  int subclass = flag(simd, SUBCLASS_OTHER_ASE) | flag(fp, SUBCLASS_OTHER_FP) | flag(op->cond, SUBCLASS_COND);
  if (op->kind == SPU_KIND_SVE && config->have_sve && config->spe_version >= 1) {
    subclass = sve_subclass(op, op->predicated) | flag(op->fp, SUBCLASS_SVE_FP);
  } else if (op->kind == SPU_KIND_SME && config->have_spe_sme) {
    subclass = sme_subclass(op);
  }
  return (struct spu_class){
      .op_class = OP_CLASS_OTHER, .op_subclass = (uint8_t)subclass, .op_type = OpType_Other};
}

// SPEBranch. A branch that accesses the Guarded Control Stack is also a memory access (D17.6.3): a branch with link
// stores the return address, a procedure return loads it.
static struct spu_class branch(const struct spu_config *config, const struct spu_op *op)
{
  const bool gcs = config->have_gcs && config->spe_version >= 4 && op->gcs && (op->call || op->ret);
  int subclass = flag(op->cond, SUBCLASS_COND) | flag(op->indirect, SUBCLASS_BRANCH_IND) |
                 flag(gcs, SUBCLASS_BRANCH_GCS);
  if (config->have_crr) {
    subclass |= op->call  ? SUBCLASS_BRANCH_CR_CALL
                : op->ret ? SUBCLASS_BRANCH_CR_RET
                          : SUBCLASS_BRANCH_CR_NEITHER;
  }
  struct spu_class class = {.op_class = OP_CLASS_BRANCH,
                            .op_subclass = (uint8_t)subclass,
                            .op_type = OpType_Branch,
                            .branch = true};
  if (gcs) {
    class.op_type = op->call ? OpType_BranchStore : OpType_BranchLoad;
    class.memory = true;
    class.store = op->call;
  }
  return class;
}

// Load/store format of a memory access, without LDST.
static int load_store_subclass(const struct spu_config *config, const struct spu_op *op)
{
  const bool v1p3 = config->spe_version >= 3;
  switch (op->kind) {
  case SPU_KIND_LDST_GENERAL:
    return SUBCLASS_GENERAL;
  case SPU_KIND_LDST_SIMD_FP:
    return SUBCLASS_SIMD_FP;
  case SPU_KIND_LDST_EXTENDED:
    return SUBCLASS_EXTENDED | flag(op->acq_rel, SUBCLASS_AR) | flag(op->exclusive, SUBCLASS_EXCL) |
           flag(op->atomic, SUBCLASS_AT);
  case SPU_KIND_LDST_SVE:
    if (!(config->have_sve || config->have_sme) || config->spe_version < 1) {
      return SUBCLASS_SIMD_FP;
    }
    // Loads have PRED from FEAT_SPEv1p2 on.
    return sve_subclass(op, op->predicated && (op->store || config->spe_version >= 2)) |
           flag(op->gather_scatter, SUBCLASS_SVE_SG);
  case SPU_KIND_LDST_NV2:
    if (config->nested_virt == 2) {
      return SUBCLASS_NV2;
    }
    break;
  case SPU_KIND_LDST_TAG:
    if (config->have_mte && v1p3) {
      return SUBCLASS_TAG;
    }
    break;
  case SPU_KIND_LDST_MEM_COPY:
    if (config->have_mops && v1p3) {
      return SUBCLASS_MEM_COPY;
    }
    break;
  case SPU_KIND_LDST_MEM_SET:
    if (config->have_mops && v1p3) {
      return SUBCLASS_MEM_SET;
    }
    break;
  case SPU_KIND_LDST_GCS:
    if (config->have_gcs && config->spe_version >= 4) {
      return SUBCLASS_GCS | flag(!op->call && !op->ret, SUBCLASS_GCS_COMM);
    }
    break;
  default:
    break;
  }
  return config->spe_version >= 1 ? SUBCLASS_UNSPECIFIED : SUBCLASS_GENERAL;
}

// SPESampleLoadStore, SPESampleGeneralPurposeLoadStore, SPESampleSIMDFPLoadStore, SPESampleExtendedLoadStore,
// SPESampleMemCopy, SPESampleMemSet.
static struct spu_class load_store(const struct spu_config *config, const struct spu_op *op)
{
  struct spu_class class = {.op_class = OP_CLASS_LOAD_STORE, .memory = true};
  class.store = op->store || op->kind == SPU_KIND_LDST_MEM_SET;
  class.nv2 = op->kind == SPU_KIND_LDST_NV2 && config->nested_virt == 2;
  class.op_subclass = (uint8_t)(load_store_subclass(config, op) | flag(class.store, SUBCLASS_LDST));
  if (class.store) {
    class.op_type = OpType_Store;
  } else {
    // D17.5.1: all atomic operations are also stores. The atomic access to the Guarded Control Stack is the swap.
    const bool atomic =
        op->kind == SPU_KIND_LDST_EXTENDED || (op->kind == SPU_KIND_LDST_GCS && config->have_gcs);
    class.op_type = atomic && op->atomic ? OpType_LoadAtomic : OpType_Load;
  }
  return class;
}

// The class of a finished operation. D17.6.3: a branch that generates an exception is not treated as a branch, nor as
// the memory access that it would have made; it is an unconditional other operation.
struct spu_class spu_classify(const struct spu_config *config, const struct spu_op *op)
{
  if (op->kind == SPU_KIND_BRANCH) {
    return op->how == SPU_OP_EXCEPTION ? (struct spu_class){.op_type = OpType_Other} : branch(config, op);
  }
  bool simd = false;
  bool fp = false;
  vector_types(config, op, &simd, &fp);
  const bool access = op->kind >= SPU_KIND_LDST_GENERAL && op->kind <= SPU_KIND_LDST_GCS;
  struct spu_class class = access ? load_store(config, op) : other(config, op, simd, fp);
  class.simd = simd;
  class.fp = fp;
  return class;
}
