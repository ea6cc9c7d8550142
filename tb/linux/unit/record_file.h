// SPDX-License-Identifier: Apache-2.0
//
// The file of a unit's records: FILE.n of the plugin's argument records=FILE.
#ifndef TB_LINUX_RECORD_FILE_H
#define TB_LINUX_RECORD_FILE_H

#include <stdbool.h>
#include <stdio.h>

// Opens the file of unit `number`; null without that argument. Ends QEMU if it cannot be opened.
FILE *spe_records_open(unsigned number);

// False, after a line on stderr, if not all of it was written. `file` may be null.
bool spe_records_close(FILE *file, unsigned number);

#endif  // TB_LINUX_RECORD_FILE_H
