#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# setup.sh SET...: installs the Debian packages that the make targets of each SET need and this machine lacks, and for
# those that synthesise or prove also the Python packages of scripts/requirements.txt, into .venv. SET is sim, test, lint,
# coverage, fuzz, waves, screenshots, slurm, synth, formal, fpga or program. What is there is found by looking for it, not
# by a record of an earlier run, and costs a few milliseconds. Status 0: everything is there. Status 2: it cannot be
# installed.
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
needs[synth]="${needs[sim]} python3-venv:/usr/lib/python3.11/ensurepip
  ca-certificates:/etc/ssl/certs/ca-certificates.crt"
needs[formal]="${needs[synth]} boolector:boolector z3:z3 berkeley-abc:berkeley-abc"
needs[fpga]="${needs[synth]} nextpnr-ice40:nextpnr-ice40 fpga-icestorm:icepack"
needs[program]="${needs[fpga]} openfpgaloader:openFPGALoader"
needs[test]="${needs[fuzz]} ${needs[formal]} binutils:readelf libcmocka-dev:/usr/include/cmocka.h linux-perf:perf"
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
wants_python=
for set in "$@"; do
  case "$set" in synth | formal | fpga | program | test) wants_python=1 ;; esac
done

# Every pinned package is in .venv: pip's own record of each says so.
requirements=${0%/*}/requirements.txt venv=${0%/*}/../.venv
python_there() {
  local name version
  while IFS='=' read -r name _ version; do
    [[ $name != '#'* ]] || continue
    compgen -G "$venv/lib/python3*/site-packages/${name//-/_}-$version.dist-info" >/dev/null || return 1
  done <"$requirements"
}

# With Debian's Python, whose venv module was just made sure of.
install_python() {
  local log
  log=$(mktemp)
  echo "setup.sh: installing $(grep -v '^#' "$requirements" | head -n 2 | tr '\n' ' ')into .venv" >&2
  if ! { /usr/bin/python3 -m venv --clear "$venv" \
      && "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements"; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    rm -rf "$venv" "$log"
    fail "the packages of scripts/requirements.txt could not be installed into .venv"
  fi
  rm -f "$log"
  echo "setup.sh: installed" >&2
}

finish() {
  [ -z "$wants_python" ] || python_there || install_python
  exit 0
}

[ ${#missing[@]} -gt 0 ] || finish
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
finish
