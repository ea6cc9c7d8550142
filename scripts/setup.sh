#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# setup.sh SET...: installs the Debian packages that the make targets of each SET need and this machine lacks.
# SET is sim, test, lint, coverage, fuzz, waves, screenshots or slurm. What is there is found by looking for it, not by
# a record of an earlier run, and costs a few milliseconds. Status 0: everything is there. Status 2: it cannot be installed.
set -euo pipefail

# What each set needs, as package:probe; the probe is the command or the file that shows it is there.
declare -A needs
needs[sim]="verilator:verilator g++:g++ gcc:gcc make:make python3:python3 qemu-user:qemu-aarch64
  gcc-aarch64-linux-gnu:aarch64-linux-gnu-gcc libc6-dev-arm64-cross:/usr/aarch64-linux-gnu/lib/libc.a
  zlib1g-dev:/usr/include/zlib.h"
needs[fuzz]="${needs[sim]} clang:clang llvm-14:/usr/lib/llvm-14/bin/llvm-symbolizer
  libclang-rt-14-dev:/usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-$HOSTTYPE.a"
needs[waves]="${needs[sim]} gtkwave:gtkwave"
needs[screenshots]="${needs[waves]} xvfb:Xvfb xauth:xauth imagemagick:import chromium:chromium"
needs[slurm]="${needs[sim]} slurm-wlm:sbatch munge:munged"
needs[test]="${needs[fuzz]} binutils:readelf libcmocka-dev:/usr/include/cmocka.h linux-perf:perf"
needs[coverage]="${needs[sim]} libcmocka-dev:/usr/include/cmocka.h gcovr:gcovr"
needs[lint]="verilator:verilator g++:g++ gcc:gcc make:make python3:python3 zlib1g-dev:/usr/include/zlib.h
  libcmocka-dev:/usr/include/cmocka.h clang-format:clang-format clang-tidy:clang-tidy shellcheck:shellcheck"

fail() {
  echo "setup.sh: $1" >&2
  exit 2
}

[ $# -gt 0 ] || fail "usage: setup.sh SET..."

missing=()
for set in "$@"; do
  [ -n "${needs[$set]:-}" ] || fail "$set: no such set (there are: ${!needs[*]})"
  for entry in ${needs[$set]}; do
    package=${entry%%:*} probe=${entry#*:}
    case "$probe" in
      /*) [ -e "$probe" ] || missing+=("$package") ;;
      *) command -v "$probe" >/dev/null || missing+=("$package") ;;
    esac
  done
done
[ ${#missing[@]} -gt 0 ] || exit 0
mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)

command -v apt-get >/dev/null \
  || fail "not a Debian-like machine (no apt-get): install yourself what provides ${missing[*]}"
as_root=()
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || fail "neither root nor sudo here: have an administrator install ${missing[*]}"
  sudo -n true 2>/dev/null || fail "sudo wants a password: run 'sudo apt-get install ${missing[*]}' first"
  as_root=(sudo -n)
fi

apt() {
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run() {
  apt "$@" >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    fail "apt-get $1 failed: ${missing[*]} could not be installed"
  }
}

echo "setup.sh: installing ${missing[*]}" >&2
run update
run install --yes --no-install-recommends "${missing[@]}"
echo "setup.sh: installed" >&2
