#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# bare_targets.sh [--release bookworm|trixie] [--list] [TARGET...]: tries each target that make prints, or those named,
# on a machine of its own that has nothing but make and git: a Debian in a directory, with a clone of what is committed
# here. As far as the target's first real work: with small parameters where there are such; else it is ended half a
# minute after the line that shows that work. Prints a line a target: whether it installed packages, how far it came,
# seconds. build/bare/RELEASE/ has the logs, and the packages that were downloaded. Needs root, debootstrap, and some
# gigabytes. Status 0: all work. 1: some do not. 2: wrong use, or there can be no such machine.
set -euo pipefail
cd "$(dirname "$0")/.."

# target: how it ends (done: status 0; cut: ended when its work has begun; refuses: status 2, for want of a board, of a
# run that fails, or of enough runs): what the log shows then: its arguments.
trials="
sim:done:0 mismatches in:OPS=100000
linux:done:^Linux$:RUN=uname
linux-qemu:cut:py. ninja$:
linux-test:cut:^[.]{4}:MACHINES=base-6.12-el1-1-model
core-sim:cut:cycles, [0-9]* per second:
core-mutants:cut:^(caught|MISSED):
pairs:cut:^caught:
features:refuses:required[:]: file
test:cut:^[.]{20}:
regress:done:report[.]html:SEEDS=1 CYCLES=20000 CONFIGS=base PROFILES=mixed
soak:done:0 mismatches:CYCLES=20000 CONFIGS=base
waves:done:gtkwave build/waves/waves[.]fst:OPS=1000
shrink:refuses:nothing to shrink:OPS=1000
fuzz:done:[a-z_]+:SECONDS=1
corpus:done:recordings, [1-9]:
lint:done:^lint. clean:
bench:cut:per second:
mutants:cut:^(caught|MISSED):
mutate:done:not shown equivalent are caught:CONFIG=small COUNT=10
localize:cut:^mutant :
exhaustive:cut:combinations, 0 differences:
vectors:cut:^ok .* on :
coverage:refuses:lines or branches below:SEEDS=1 CYCLES=20000 CONFIGS=base PROFILES=mixed
coverage-model:cut:^coverage. :CYCLES=20000
sweep:cut:^ok .*0 mismatches:CYCLES=20000
synth:done:[0-9]:CONFIG=small
synth-check:done:[0-9]:
timing:done:MHz:CONFIG=small FREQ=1
netlist-regress:done:report[.]html:CONFIG=small SEEDS=1 CYCLES=20000
formal:done:0 failed:PROOF=enable@small
fpga:done:of .*LUT:BOARD=hx8k
fpga:done:of .*LUT:BOARD=ulx3s-85f
program:refuses:no board hx8k:BOARD=hx8k
fpga-sim:done:[0-9]:
fpga-sim:done:0 contradictions:BOARD=ulx3s-85f CORE=vexriscv
spu-host:done:.:
install:done:installed OpenSPU:DESTDIR=build/there CONFIGS=none
uninstall:refuses:nothing is installed in:
checker-example:done:lines of code connect:
test-slurm:cut:^ok|passed:
screenshots:done:regression[.]png|report[.]html:
figures:done:timing_op[.]svg:
demo:done:demo.trace.xz:
docs-check:done:[1-9][0-9]* passed, 0 failed:
setup:done:installed:
generate:done:.:
format:done:.:
release:cut:^.*make lint -> :
clean:done:^find build:
"

fail() {
  echo "bare_targets.sh: $1" >&2
  exit 2
}

release=bookworm wanted=()
while [ $# -gt 0 ]; do
  case "$1" in
    --release) release=${2:-} && shift ;;
    --list) sed -n 's/^\([a-z-]*\):.*/\1/p' <<<"$trials" && exit 0 ;;
    -*) fail "$1: no such option (--release NAME, --list)" ;;
    *) grep -q "^$1:" <<<"$trials" || fail "$1: no such target" && wanted+=("$1") ;;
  esac
  shift
done
case "$release" in bookworm | trixie) ;; *) fail "$release: no such release (bookworm, trixie)" ;; esac
[ "$(id -u)" = 0 ] || fail "needs root"
command -v debootstrap >/dev/null || fail "no debootstrap (Debian package debootstrap)"
git diff --quiet HEAD || echo "bare_targets.sh: what is not committed is not tried" >&2

home=$PWD/build/bare/$release base=$PWD/build/bare/$release/base
mkdir -p "$home/archives/partial" "$home/pip"
limit=5400 # seconds a target may take
cut=30     # seconds that it goes on once its work has begun

# This machine's way to its package registries: names, certificates, settings of apt-get and pip.
copy_settings() {
  local file
  for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt \
    $(grep -lsE '^ *Acquire::(http|https|Check)' /etc/apt/apt.conf.d/* /etc/apt/apt.conf || true); do
    [ ! -e "$file" ] || install -D -m 644 "$(readlink -f "$file")" "$1$file"
  done
}

make_base() {
  local mirror=http://deb.debian.org/debian suite
  [ ! -e "$base.made" ] || return 0
  echo "bare_targets.sh: making a bare $release (a minute)" >&2
  rm -rf "$base"
  debootstrap --variant=minbase --include=ca-certificates,make,git "$release" "$base" "$mirror" \
    /usr/share/debootstrap/scripts/sid >"$home/debootstrap.log" 2>&1 || {
    tail -n 3 "$home/debootstrap.log" >&2
    fail "debootstrap failed ($home/debootstrap.log)"
  }
  for suite in "$mirror $release" "$mirror $release-updates" "$mirror-security $release-security"; do
    echo "deb $suite main"
  done >"$base/etc/apt/sources.list"
  # A machine that is thrown away need not wait for its disk.
  echo force-unsafe-io >"$base/etc/dpkg/dpkg.cfg.d/bare"
  copy_settings "$base"
  touch "$base.made"
}

# Settings of the network, for the environment inside.
inside=(HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
  PIP_CACHE_DIR=/var/cache/pip)
while IFS= read -r name; do
  inside+=("$name=${!name}")
done < <(compgen -e | grep \
  -E '^(PIP_(INDEX|EXTRA|CERT|TRUSTED).*|SSL_CERT_.*|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|[a-zA-Z]+_(proxy|PROXY))$' || \
    true)

machine=$home/machine
process=''
leave() {
  [ -z "$process" ] || { kill -KILL "$process" && wait "$process"; } 2>/dev/null || true
  process=''
  umount "$machine/root" 2>/dev/null || true
  rm -rf --one-file-system "$machine"
}
trap leave EXIT
trap 'exit 2' INT TERM HUP

# A machine that differs from the base by what happens to it.
new_machine() {
  leave
  mkdir -p "$machine"/{root,changes,work}
  mount -t overlay overlay -o "lowerdir=$base,upperdir=$machine/changes,workdir=$machine/work" "$machine/root" \
    2>/dev/null \
    || cp -a --reflink=auto "$base/." "$machine/root/"
  git -c advice.detachedHead=false clone -q --no-hardlinks . "$machine/root/srv/project"
  mkdir -p "$machine/root/var/cache/pip"
}

# Runs a command in it; everything that it starts ends with it.
in_machine() {
  # shellcheck disable=SC2016  # the variables are of the shell inside
  exec unshare --mount --pid --fork --kill-child sh -c '
    root=$1 home=$2 && shift 2
    mount -t proc proc "$root/proc" && mount --rbind /sys "$root/sys" && mount --rbind /dev "$root/dev" &&
    mount --bind "$home/archives" "$root/var/cache/apt/archives" && mount --bind "$home/pip" "$root/var/cache/pip" \
      || exit 99
    exec chroot "$root" /usr/bin/env -i "$@"' sh "$machine/root" "$home" "${inside[@]}" \
    sh -c 'cd /srv/project && exec "$@"' sh "$@" </dev/null
}

# TARGET END SHOWS ARGUMENTS: prints its line; status 1 if it does not work.
try() {
  local target=$1 end=$2 shows=$3 log=$home/$1${4:+-${4//[^a-z0-9]/}}.log status=0 began=$SECONDS seen='' how='' \
    installed=no
  new_machine
  read -r -a arguments <<<"$4"
  in_machine make "$target" "${arguments[@]}" >"$log" 2>&1 &
  process=$!
  while kill -0 "$process" 2>/dev/null; do
    sleep 1
    if [ -z "$seen" ] && [ "$end" = cut ] && grep -qE "$shows" "$log"; then
      seen=$SECONDS
    fi
    if [ -n "$seen" ] && [ $((SECONDS - seen)) -gt "$cut" ]; then
      how=works
    elif [ $((SECONDS - began)) -gt "$limit" ]; then
      how="FAILS: nothing within $limit s"
    fi
    [ -z "$how" ] || break
  done
  {
    [ -z "$how" ] || kill -KILL "$process" || true
    wait "$process" || status=$?
  } 2>/dev/null
  process=''
  ! grep -q '^setup.sh: installed' "$log" || installed=yes
  if [ -z "$how" ]; then
    if ! grep -qE "$shows" "$log" && [ "$shows" != . ]; then
      how="FAILS: status $status without '$shows'"
    elif { [ "$end" = refuses ] && [ "$status" = 2 ]; } || [ "$status" = 0 ]; then
      how="works"
    else
      how="FAILS: status $status: $(tail -n 1 "$log")"
    fi
  fi
  printf '%-16s %-9s %5s  %s\n' "$target" "$installed" "$((SECONDS - began))" "$how${4:+ ($4)}" | tee \
    -a "$home/table.txt"
  [[ $how = works* ]]
}

make_base
printf '%-16s %-9s %5s  %s\n' "$release" installs seconds result | tee "$home/table.txt"
failed=0 count=0
while IFS=: read -r target end shows arguments; do
  [ -n "$target" ] || continue
  [ ${#wanted[@]} = 0 ] || [[ " ${wanted[*]} " = *" $target "* ]] || continue
  count=$((count + 1))
  try "$target" "$end" "$shows" "$arguments" || failed=$((failed + 1))
done <<<"$trials"
echo "$((count - failed)) of $count work on a bare $release; $home/table.txt" | tee -a "$home/table.txt"
[ "$failed" = 0 ]
