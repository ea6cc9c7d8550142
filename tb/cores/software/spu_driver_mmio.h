// SPDX-License-Identifier: Apache-2.0
//
// The unit's bridge in the memory of a RISC-V core. The register width of the core must be the bridge's DataWidth.
#ifndef TB_CORES_SOFTWARE_SPU_DRIVER_MMIO_H
#define TB_CORES_SOFTWARE_SPU_DRIVER_MMIO_H

#include "cores/software/spu_driver.h"

// The bridge at these addresses: not cached, without speculative accesses, in 4 KB pages if translated.
struct spu_driver_bus spu_driver_mmio(void *registers);

#endif  // TB_CORES_SOFTWARE_SPU_DRIVER_MMIO_H
