#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# session.sh BOARD BUILD [OPTION OF fpga-sim]...: starts the simulated board, tests it with spu-host, plays a part of
# the demonstration program on it, compares the records with the model's, and prints how to use the board. Status 0:
# all as expected. 1: not. 2: a file is missing.
set -euo pipefail

board=$1
build=$2
shift 2
out=$build/fpga/$board
port=$out/port
host=$build/bin/spu-host
trace=$build/workload/demo.trace

for file in "$out/fpga-sim" "$host" "$build/bin/spe-dump" "$trace"; do
  [ -e "$file" ] || { echo "fpga-sim: $file is missing" >&2; exit 2; }
done
# Testing a larger memory takes minutes in simulation.
quick=()
some=()
if [ "$board" != hx8k ]; then
  quick=(--quick)
  some=(--ops 256 --records 24)
fi

# The board ends with this script; if it ends early, so does the script.
"$out/fpga-sim" --link "$port" --idle 60 "$@" >"$out/sim.log" 2>&1 &
simulator=$!
trap 'kill "$simulator" 2>/dev/null || true; wait "$simulator" 2>/dev/null || true' EXIT
for _ in $(seq 100); do
  [ ! -L "$port" ] || break
  kill -0 "$simulator" 2>/dev/null || { cat "$out/sim.log" >&2; exit 2; }
  sleep 0.1
done

"$host" --port "$port" "${quick[@]}" selftest
echo
"$host" --port "$port" "${some[@]}" --output "$out/records.spe" run "$trace"
echo
"$build/bin/spe-dump" "$out/records.spe" | sed -n 1,12p
cat <<END

The same by hand, in two terminals:
  $out/fpga-sim --link $port
  $host --port $port info
  $host --port $port selftest${quick[*]:+ ${quick[*]}}
  $host --port $port --output $out/records.spe run $trace
  $build/bin/spe-dump $out/records.spe
END
