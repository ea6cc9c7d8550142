// SPDX-License-Identifier: Apache-2.0
//
// The file of what a unit writes: FILE.n of the plugin's argument records=FILE.
#ifndef TB_LINUX_RECORD_FILE_H
#define TB_LINUX_RECORD_FILE_H

#include <stdbool.h>
#include <stdio.h>

// The file of unit `number`; null if none is asked for. It ends QEMU if that cannot be.
FILE *spe_records_open(unsigned number);

// False, after a line on stderr, if not all of it was written. `file` may be null.
bool spe_records_close(FILE *file, unsigned number);

#endif  // TB_LINUX_RECORD_FILE_H
