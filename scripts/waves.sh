#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# waves.sh FILE.fst [OPTION...]: makes the save file of a waveform (scripts/gtkw.py, which takes the options) and
# opens both in GTKWave, or without a display prints the command that does. Status 0: done. 2: not a waveform.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo "waves.sh: usage: waves.sh FILE.fst [OPTION...]" >&2
  exit 2
fi
save=$("$(dirname "$0")/gtkw.py" "$@")
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  setsid gtkwave "$1" "$save" >/dev/null 2>&1 </dev/null &
  echo "GTKWave shows $1"
else
  echo "no display; on a machine with one, run: gtkwave $1 $save"
fi
