// SPDX-License-Identifier: Apache-2.0
//
// Profiles the user program with the unit. An error of the driver ends the run with machine_fail().
#ifndef TB_CORES_SOFTWARE_PROFILE_H
#define TB_CORES_SOFTWARE_PROFILE_H

#include "cores/software/spu_driver.h"

struct profile {
  struct spu_driver driver;
  bool map;  // pages of the buffer are mapped as the unit faults on them
};

void profile_start(struct profile *profile);

// Serves PMBIRQ.
void profile_interrupt(struct profile *profile);

void profile_stop(struct profile *profile);

#endif  // TB_CORES_SOFTWARE_PROFILE_H
