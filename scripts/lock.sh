#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# lock.sh BUILD PID: for a make, whose process is PID. Waits until no other make builds in BUILD, and keeps others from it
# until PID ends, or until the process ends whose number this prints. Status not 0: BUILD cannot be locked.
set -euo pipefail

mkdir -p "$1" 2>/dev/null || exit 2
while :; do
  { exec 9<>"$1/.lock"; } 2>/dev/null || exit 2
  if ! flock -w 0.5 9; then # who has ended keeps it a moment longer
    [ ! -d "/proc/$(cat "$1/.lock")" ] || echo "make: waiting for another make in this tree (process $(cat "$1/.lock"))" >&2
    flock 9
  fi
  # Whoever removed BUILD meanwhile removed the file that was waited for.
  [ ! "$1/.lock" -ef /proc/self/fd/9 ] || break
done
echo "$2" >"$1/.lock"
rm -f "$1/.steps" "$1/.steps.total" "$1/.steps.new"
# It has the file open, so that the lock is its; and not the terminal, whose Ctrl-C make has to see through first.
setsid tail -s 0.1 --pid="$2" -f /dev/null </dev/null >/dev/null 2>&1 &
echo $!
