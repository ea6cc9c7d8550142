// SPDX-License-Identifier: Apache-2.0
//
// DebugWriteExternalAbort() against the architecture's conformance vectors (tb/unit/test/vectors/lines/README.md,
// group abort). SPU_VECTORS in the environment names another directory of vectors, for example one with
// every line.
#include "unit/test/test.h"
#include "unit/test/vectors/vectors_group.h"

// The pseudocode has two IMPLEMENTATION DEFINED choices, which one choice of the configuration covers.
static uint32_t choice(const struct line *line)
{
  if (flag(line, "IMPDEF:SPE_SyncExternal_as_SError")) {
    return SPU_ABORT_SERROR;
  }
  return flag(line, "IMPDEF:SPE_async_External_abort") ? SPU_ABORT_REPORTED_ASYNC : SPU_ABORT_REPORTED_SYNC;
}

static void check_abort(struct spu *spu, struct spu_in *in, const struct line *line)
{
  (void)in;
  memset(spu, 0, spu_size());
  spu->config.have_rme = flag(line, "cfg.have_rme");
  spu->config.external_abort = choice(line);
  spu->regs.pmbsr = number(line, "PMBSR_EL1");
  spu->next = spu->regs;
  const struct spu_fault fault = {.fsc = (uint8_t)number(line, "fsc"),
                                  .second_stage = flag(line, "second_stage"),
                                  .gpc = flag(line, "gpc"),
                                  .asynchronous = flag(line, "asynchronous")};
  const bool serror = DebugWriteExternalAbort(spu, &fault, flag(line, "at_start"));
  expect_field(line, "SError", serror);
  // The vectors' pseudocode leaves MSS2 unchanged; the newest issue writes zero to it with the rest of the syndrome.
  const bool written = !serror && (spu->regs.pmbsr & SPU_PMBSR_EL1_S) == 0;
  assert_true(!written || (spu->next.pmbsr & SPU_PMBSR_EL1_MSS2) == 0);
  expect_field(line, "PMBSR_EL1", spu->next.pmbsr | (written ? spu->regs.pmbsr & SPU_PMBSR_EL1_MSS2 : 0));
}

// G4, H5, RBPFPN: the syndrome of an External abort, or an SError exception instead.
TEST(abort_syndrome_matches_vectors)
{
  run_group("abort", NULL, check_abort);
}
