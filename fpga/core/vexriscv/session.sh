#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# session.sh BUILD [OPTION OF fpga-sim]...: starts the simulated board with VexRiscv, lets spu-host load the program,
# run it and check what it profiled of itself, and says how to do it by hand. Status 0: no contradiction. 1: there is
# one, or the program did not end well. 2: something needed is missing.
set -euo pipefail
# shellcheck source=fpga/sim/start.sh
. "$(dirname "$0")/../../sim/start.sh"

build=$1
shift
out=$build/fpga/ulx3s-85f-vexriscv
port=$out/port
host=$build/bin/spu-host
program=$out/program.elf

require "$out/fpga-sim" "$host" "$build/bin/spe-dump" "$program"

start_board "$out" "$@"

"$host" --port "$port" --output "$out/records.spe" profile "$program"
echo
"$build/bin/spe-dump" "$out/records.spe" | sed -n 1,12p
cat <<END

The same by hand, in two terminals:
  $out/fpga-sim --link $port
  $host --port $port --output $out/records.spe profile $program
  $host decode $out/records.spe
END
