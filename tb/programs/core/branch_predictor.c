// SPDX-License-Identifier: Apache-2.0
#include "programs/core/branch_predictor.h"

static struct branch_predictor_target *target_slot(struct branch_predictor *predictor, uint64_t pc)
{
  return &predictor->targets[((pc >> 2) ^ (pc >> 13)) % PREDICTOR_TARGETS];
}

// Predicts and learns the direction of a conditional branch; true if it predicted taken.
static bool direction(struct branch_predictor *predictor, uint64_t pc, bool taken)
{
  uint8_t *counter = &predictor->counters[((pc >> 2) ^ (predictor->history & 0xFFF)) % PREDICTOR_COUNTERS];
  const bool predicted = *counter >= 2;
  if (taken && *counter < 3) {
    (*counter)++;
  } else if (!taken && *counter > 0) {
    (*counter)--;
  }
  predictor->history = predictor->history << 1 | (taken ? 1U : 0U);
  return predicted;
}

// The predicted target of an indirect branch; 0 if there is none.
static uint64_t indirect_target(struct branch_predictor *predictor, const struct a64_class *class,
                                uint64_t pc)
{
  if (class->ret && predictor->return_count > 0) {
    predictor->return_count--;
    return predictor->returns[predictor->return_count % PREDICTOR_RETURNS];
  }
  const struct branch_predictor_target *slot = target_slot(predictor, pc);
  return slot->pc == pc ? slot->target : 0;
}

struct branch_prediction branch_predict(struct branch_predictor *predictor, const struct a64_class *class,
                                        uint64_t pc, uint64_t next_pc, uint64_t direct)
{
  struct branch_prediction result = {0};
  const bool taken = !class->cond || next_pc != pc + 4;
  if (class->indirect) {
    const uint64_t target = indirect_target(predictor, class, pc);
    result.mispredicted = target != next_pc;
    result.wrong_known = result.mispredicted && target != 0;
    result.wrong_pc = target;
  } else {
    const bool predicted = !class->cond || direction(predictor, pc, taken);
    if (predicted != taken) {
      result.mispredicted = true;
      result.wrong_pc = taken ? pc + 4 : direct;
      result.wrong_known = result.wrong_pc != 0;
    } else if (taken) {
      result.late = target_slot(predictor, pc)->pc != pc;
    }
  }
  if (class->call) {
    predictor->returns[predictor->return_count % PREDICTOR_RETURNS] = pc + 4;
    predictor->return_count++;
  }
  if (taken && !class->ret) {
    *target_slot(predictor, pc) = (struct branch_predictor_target){.pc = pc, .target = next_pc};
  }
  return result;
}
