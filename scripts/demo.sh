#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# demo.sh compile FILE: compiles the demonstration program; the same compiler makes the same file anywhere.
# demo.sh all BUILD: compiles it and records its trace with BUILD/bin/spe-trace; what is in the tree is replaced where
# the contents differ. Status 0: done. 2: a tool is missing or failed.
set -euo pipefail

cd "${0%/*}/.."
home=tb/programs/demo

fail() {
  echo "demo.sh: $1" >&2
  exit 2
}

# Without what a compiler adds for a C library or takes from the machine: its paths, an identifier of the build.
compile() {
  local headers
  headers=$(aarch64-linux-gnu-gcc -print-file-name=include) || fail "aarch64-linux-gnu-gcc: not there"
  aarch64-linux-gnu-gcc -std=c11 -O2 -g -Wall -Wextra -Wconversion -Werror -march=armv8.1-a -mno-outline-atomics \
    -ffreestanding -nostdlib -static -no-pie -fno-tree-loop-distribute-patterns -fno-unwind-tables \
    -fno-asynchronous-unwind-tables -ffile-prefix-map="$PWD"=. -ffile-prefix-map="$headers"=include \
    -I tb -Wl,--build-id=none -o "$1" "$home/demo.c" \
    || fail "$home/demo.c: not compiled"
}

replace() { # OLD NEW: both as they are in the tree
  if cmp -s "$1" "$2"; then
    echo "$1: as before"
  else
    mv "$2" "$1"
    echo "$1: new"
  fi
}

all() {
  local new compiler qemu
  mkdir -p "$1/demo"
  new=$(mktemp -d "$1/demo/XXXXXX")
  # shellcheck disable=SC2064 # now, not when it is gone
  trap "rm -rf '$new'" EXIT
  compile "$new/demo.elf"
  "$1/bin/spe-trace" record -o "$new/demo.trace" -- "$new/demo.elf" || fail "$home/demo.c: not recorded"
  # xz's versions compress differently: what the file holds counts.
  if xz -dc "$home/demo.trace.xz" 2>/dev/null | cmp -s - "$new/demo.trace"; then
    cp "$home/demo.trace.xz" "$new/demo.trace.xz"
  else
    xz -9e <"$new/demo.trace" >"$new/demo.trace.xz"
  fi
  replace "$home/demo.trace.xz" "$new/demo.trace.xz"
  replace "$home/demo.elf" "$new/demo.elf"
  qemu=$1/lib/qemu-aarch64  # as launch.c looks for it
  [ -x "$qemu" ] || qemu="qemu-aarch64"
  compiler=$(aarch64-linux-gnu-gcc --version) qemu=$("$qemu" --version)
  printf '%s\n' "Made by make demo:" "demo.elf       ${compiler%%$'\n'*}" "demo.trace.xz  ${qemu%%$'\n'*}" \
    >"$new/demo.origin"
  replace "$home/demo.origin" "$new/demo.origin"
}

case "${1:-}:$#" in
  compile:2) compile "$2" ;;
  all:2) all "$2" ;;
  *) fail "usage: demo.sh compile FILE, demo.sh all BUILD" ;;
esac
