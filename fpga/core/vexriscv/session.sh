#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# session.sh BUILD [OPTION OF fpga-sim]...: starts the simulated board with VexRiscv, lets spu-host load the program, run it and
# check what it profiled of itself, and says how to do it by hand. Status 0: no contradiction. 1: there is one, or the program
# did not end well. 2: something needed is missing.
set -euo pipefail

build=$1
shift
out=$build/fpga/ulx3s-85f-vexriscv
port=$out/port
host=$build/bin/spu-host
program=$out/program.elf

for file in "$out/fpga-sim" "$host" "$build/bin/spe-dump" "$program"; do
  [ -e "$file" ] || { echo "fpga-sim: $file is missing" >&2; exit 2; }
done

"$out/fpga-sim" --link "$port" --idle 60 "$@" >"$out/sim.log" 2>&1 &
simulator=$!
trap 'kill "$simulator" 2>/dev/null || true; wait "$simulator" 2>/dev/null || true' EXIT
for _ in $(seq 100); do
  [ -L "$port" ] && break
  kill -0 "$simulator" 2>/dev/null || { cat "$out/sim.log" >&2; exit 2; }
  sleep 0.1
done

"$host" --port "$port" --output "$out/records.spe" profile "$program"
echo
"$build/bin/spe-dump" --stats "$out/records.spe" | sed -n 1,12p
cat <<END

The same by hand, in two terminals:
  $out/fpga-sim --link $port
  $host --port $port --output $out/records.spe profile $program
  $host decode $out/records.spe
END
