#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# demo.sh compile FILE: compiles the demonstration program; the same compiler makes the same file on every machine.
# demo.sh all BUILD: compiles it and records its trace with BUILD/bin/spe-trace; a committed file is replaced if its
# contents differ. Status 0: done. 2: a tool is missing or failed.
set -euo pipefail

cd "${0%/*}/.."
home=tb/programs/demo

fail() {
  echo "demo.sh: $1" >&2
  exit 2
}

# Without a C library's startup code, and without what differs between machines: paths, a build ID.
compile() {
  local headers
  headers=$(aarch64-linux-gnu-gcc -print-file-name=include) || fail "aarch64-linux-gnu-gcc: not found"
  aarch64-linux-gnu-gcc -std=c11 -O2 -g -Wall -Wextra -Wconversion -Werror -march=armv8.1-a -mno-outline-atomics \
    -ffreestanding -nostdlib -static -no-pie -fno-tree-loop-distribute-patterns -fno-unwind-tables \
    -fno-asynchronous-unwind-tables -ffile-prefix-map="$PWD"=. -ffile-prefix-map="$headers"=include \
    -I tb -Wl,--build-id=none -o "$1" "$home/demo.c" \
    || fail "$home/demo.c: cannot compile"
}

replace() { # OLD NEW
  if cmp -s "$1" "$2"; then
    echo "$1: unchanged"
  else
    mv "$2" "$1"
    echo "$1: new"
  fi
}

all() {
  local new compiler qemu
  mkdir -p "$1/demo"
  new=$(mktemp -d "$1/demo/XXXXXX")
  # shellcheck disable=SC2064 # expanded now: it is local
  trap "rm -rf '$new'" EXIT
  compile "$new/demo.elf"
  "$1/bin/spe-trace" record -o "$new/demo.trace" -- "$new/demo.elf" || fail "$home/demo.c: cannot record"
  # Versions of xz compress differently, so compare the contents.
  if xz -dc "$home/demo.trace.xz" 2>/dev/null | cmp -s - "$new/demo.trace"; then
    cp "$home/demo.trace.xz" "$new/demo.trace.xz"
  else
    xz -9e <"$new/demo.trace" >"$new/demo.trace.xz"
  fi
  replace "$home/demo.trace.xz" "$new/demo.trace.xz"
  replace "$home/demo.elf" "$new/demo.elf"
  qemu=$1/lib/qemu-aarch64  # where launch.c looks for it
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
