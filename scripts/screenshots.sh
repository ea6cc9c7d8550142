#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# screenshots.sh WAVES.fst REPORT.html DIRECTORY: takes pictures of GTKWave with a waveform and a new save file
# (gtkwave.png), and of a regression's report (regression.png). Needs no display. Status 0: both pictures are
# written.
set -euo pipefail

[ $# -eq 3 ] || { echo "usage: screenshots.sh WAVES.fst REPORT.html DIRECTORY" >&2; exit 2; }
waves=$1 report=$2 directory=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# GTKWave and Chromium store settings here, not in the user's home.
export HOME=$work XDG_CONFIG_HOME=$work XDG_CACHE_HOME=$work XDG_RUNTIME_DIR=$work NO_AT_BRIDGE=1 GDK_BACKEND=x11
unset WAYLAND_DISPLAY

"$(dirname "$0")/gtkw.py" "$waves" --out "$work/waves.gtkw" --size 1600x1000 >/dev/null
# The window fills the screen, and most of it shows signals.
cat >"$work/gtkwaverc" <<'END'
hide_sst 1
fontname_waves Monospace 9
fontname_signals Monospace 9
initial_window_x 1600
initial_window_y 1000
splash_disable 1
fill_waveform 1
END

# Runs in the virtual display. Drawing has finished when two pictures are equal and not empty.
cat >"$work/draw.sh" <<'END'
gtkwave --rcfile "$work/gtkwaverc" "$waves" "$work/waves.gtkw" >"$work/gtkwave.log" 2>&1 &
last='' now=''
for _ in $(seq 60); do
  sleep 0.5
  import -window root "$work/gtkwave.png"
  now=$(identify -format '%# %k' "$work/gtkwave.png")
  [ "${now#* }" -le 16 ] || [ "$now" != "$last" ] || break
  last=$now
done
kill %1
[ "${now#* }" -gt 16 ] || { echo "screenshots.sh: GTKWave drew nothing: $(tail -n 1 "$work/gtkwave.log")" >&2; exit 2; }
END
export work waves
xvfb-run -a -s "-screen 0 1600x1000x24" bash -euo pipefail "$work/draw.sh"

timeout 60 chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1740,950 \
  --screenshot="$work/regression.png" "file://$(realpath "$report")" 2>"$work/chromium.log"

# The pictures have few colours: a palette makes the files smaller without a visible change.
for picture in gtkwave regression; do
  convert "$work/$picture.png" -strip -colors 256 -define png:compression-level=9 "PNG8:$directory/$picture.png"
  echo "$directory/$picture.png"
done
