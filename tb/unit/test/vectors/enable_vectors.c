// SPDX-License-Identifier: Apache-2.0
//
// Block A: the owner of the Profiling Buffer, buffer and profiling enabled, and the helpers of these decisions. The
// block has no outputs for EffectiveSCR_EL3_NS(), IsSecureEL2Enabled() and helpers that spu_enable does not use.
#include "gen/block_structs.h"
#include "unit/test/vectors/vectors_block.h"

static void check_decide(struct space *space, const struct line *line)
{
  vectors_eval(space, line);
  vectors_expect_state(space, line, enable_result_t_fields, "owner_ss", "owner_ss");
  vectors_expect(space, line, enable_result_t_fields, "owner_el", "owner_el");
  vectors_expect(space, line, enable_result_t_fields, "buffer_enabled", "buf_en");
  vectors_expect(space, line, enable_result_t_fields, "profiling_enabled", "spe_en");
  vectors_expect(space, line, enable_result_t_fields, "programming_not_allowed", "pmbidr_p");
  vectors_expect(space, line, enable_result_t_fields, "el2_enabled", "el2_en");
  vectors_expect(space, line, enable_result_t_fields, "in_host", "in_host");
  vectors_expect_state(space, line, enable_result_t_fields, "current_ss", "ss");
}

static void check_helpers(struct space *space, const struct line *line)
{
  vectors_eval(space, line);
  vectors_expect(space, line, enable_result_t_fields, "el2_enabled", "EL2Enabled");
  vectors_expect(space, line, enable_result_t_fields, "in_host", "IsInHost");
  vectors_expect_state(space, line, enable_result_t_fields, "current_ss", "CurrentSecurityState");
  vectors_expect(space, line, enable_result_t_fields, "el1_aarch32", "ELUsingAArch32(1)");
  vectors_expect(space, line, enable_result_t_fields, "el2_aarch32", "ELUsingAArch32(2)");
  vectors_expect(space, line, enable_result_t_fields, "el2_is_host", "ELIsInHost(2)");
}

// A1-A4, B5
const struct vectors_group vectors_groups[] = {
    {"decide", false, check_decide}, {"helpers", false, check_helpers}, {NULL, false, NULL}};
