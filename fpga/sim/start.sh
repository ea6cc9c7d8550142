#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# For scripts that use a simulated board. Source it.
#
# require FILE...: ends the script with status 2 at the first that is missing.
# start_board DIRECTORY [OPTION OF fpga-sim]...: starts the simulated board that is built there, with DIRECTORY/port
# for its serial line, and returns when that is there. The board ends with the script; if it ends at once, so does the
# script, with status 2.

require() {
  local file
  for file in "$@"; do
    [ -e "$file" ] || { echo "fpga-sim: $file is missing" >&2; exit 2; }
  done
}

start_board() {
  local out=$1
  shift
  "$out/fpga-sim" --link "$out/port" --idle 60 "$@" >"$out/sim.log" 2>&1 &
  simulator=$!
  trap 'kill "$simulator" 2>/dev/null || true; wait "$simulator" 2>/dev/null || true' EXIT
  for _ in $(seq 100); do
    [ -L "$out/port" ] && return
    kill -0 "$simulator" 2>/dev/null || { cat "$out/sim.log" >&2; exit 2; }
    sleep 0.1
  done
}
