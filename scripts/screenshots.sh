#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# screenshots.sh WAVES.fst REPORT.html DIRECTORY MUTANT: pictures of GTKWave with a waveform (gtkwave.png), which is
# of this mutant, and of the regression's report (regression.png), each with what it was made from
# (scripts/pictures.py). The waveform's save file is made anew. Needs no display of its own: GTKWave runs on a virtual
# one. Status 0: both pictures are there. 2: they are not, and the old ones are left alone.
set -euo pipefail

fail() {
  echo "screenshots.sh: $1" >&2
  exit 2
}

[ $# -eq 4 ] || fail "usage: screenshots.sh WAVES.fst REPORT.html DIRECTORY MUTANT"
waves=$1 report=$2 directory=$3 mutant=$4
width=1600 height=1000
[ -r "$waves" ] || fail "$waves: cannot be read"
[ -r "$report" ] || fail "$report: cannot be read (make regress writes it)"
mkdir -p "$directory" || fail "$directory: cannot be made"

work=$(mktemp -d)
started=()
cleanup() {
  for process in "${started[@]+"${started[@]}"}"; do
    kill "$process" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
# GTKWave and Chromium keep settings: here, and not in the user's home.
export HOME=$work XDG_CONFIG_HOME=$work XDG_CACHE_HOME=$work XDG_RUNTIME_DIR=$work NO_AT_BRIDGE=1 GDK_BACKEND=x11
unset WAYLAND_DISPLAY

save=$work/waves.gtkw
"$(dirname "$0")/gtkw.py" "$waves" --out "$save" --size "${width}x$height" >/dev/null || exit 2

Xvfb -displayfd 3 -screen 0 "${width}x${height}x24" -nolisten tcp 3>"$work/display" >"$work/xvfb.log" 2>&1 &
started+=($!)
for _ in $(seq 100); do
  [ -s "$work/display" ] && break
  sleep 0.1
done
[ -s "$work/display" ] || fail "Xvfb did not start: $(tail -n 1 "$work/xvfb.log")"
DISPLAY=:$(cat "$work/display")
export DISPLAY

# The window fills the screen; what is not about signals takes little room.
cat >"$work/gtkwaverc" <<'END'
hide_sst 1
fontname_waves Monospace 9
fontname_signals Monospace 9
initial_window_x 1600
initial_window_y 1000
splash_disable 1
fill_waveform 1
END
gtkwave --rcfile "$work/gtkwaverc" "$waves" "$save" >"$work/gtkwave.log" 2>&1 &
gtkwave=$!
started+=("$gtkwave")

# Drawn is what looks the same twice, and is not an empty screen.
last=
for _ in $(seq 60); do
  sleep 0.5
  kill -0 "$gtkwave" 2>/dev/null || fail "GTKWave ended: $(tail -n 1 "$work/gtkwave.log")"
  import -window root "$work/gtkwave.png" 2>"$work/import.log" || fail "import: $(tail -n 1 "$work/import.log")"
  now=$(identify -format '%#' "$work/gtkwave.png")
  colours=$(identify -format '%k' "$work/gtkwave.png")
  [ "$colours" -gt 16 ] && [ "$now" = "$last" ] && break
  last=$now
done
[ "$colours" -gt 16 ] || fail "GTKWave drew nothing"

timeout 60 chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1420,950 \
  --screenshot="$work/regression.png" "file://$(realpath "$report")" >"$work/chromium.log" 2>&1 \
  || fail "chromium: $(tail -n 1 "$work/chromium.log")"
[ -s "$work/regression.png" ] || fail "chromium made no picture of $report"

# Few colours: a palette makes the files small without changing what one sees.
for picture in gtkwave regression; do
  convert "$work/$picture.png" -strip -colors 256 -define png:compression-level=9 "PNG8:$work/$picture.small.png"
  mv "$work/$picture.small.png" "$work/$picture.png"
  "$(dirname "$0")/pictures.py" --stamp "$work/$picture.png" --mutant "$mutant" || exit 2
  mv "$work/$picture.png" "$directory/$picture.png"
  echo "$directory/$picture.png"
done
