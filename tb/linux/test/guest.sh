#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The part of guest_results.py that runs in the guest. Results go to the directory of this script, /mnt/share: NAME.data
# is a recording, NAME.out the output, and `statuses` has a line `NAME STATUS` for each step. Its arguments are the
# parts to run.
cd /mnt/share || exit
unit=/sys/bus/event_source/devices/arm_spe_0

step() {
  name=$1
  shift
  "$@" >"$name.out" 2>&1
  echo "$name $?" >>statuses
}

# NAME OPTIONS[/MODIFIERS] [OPTION...] -- COMMAND...
record() {
  name=$1 event=$2
  shift 2
  step "$name" perf record -o "$name.data" -e "arm_spe_0/period=1024,${event%%/*}/${event#*/}" "$@"
}

# The driver's description of the unit.
driver() {
  step caps grep -r . "$unit/caps"
}

# Six runs of the program, which QEMU also counts.
truth() {
  record truth jitter=1,ts_enable=1,pa_enable=1/u -- sh -c 'for i in 1 2 3 4 5 6; do ./demo; done'
  step tasks perf script -i truth.data --show-task-events -F comm,tid,time
  step times perf script -i truth.data --itrace=i1i -F comm,tid,time,ip
}

filters() {
  record loads load_filter=1/ -- ./demo
  record stores store_filter=1/ -- ./demo
  record branches branch_filter=1/ -- ./demo
  record mispredicted event_filter=0x80/ -- ./demo
  record slow min_latency=20/ -- ./demo
  if [ -e "$unit/format/inv_event_filter" ]; then record retired inv_event_filter=0x2/ -- ./demo; fi
}

# A buffer of four pages: it fills and wraps. If perf reads it too late, Linux records no more of that program.
small() {
  record small ts_enable=1/ -m 4,4 -- sh -c 'for i in 1 2 3; do ./demo; done'
}

tools() {
  step mem perf mem record -o mem.data -- ./demo
  step mem_report perf mem report --stdio -i mem.data --sort mem,sym
  step c2c perf c2c record -o c2c.data -- ./demo
  step c2c_report perf c2c report --stdio -i c2c.data
  step inject perf inject -i truth.data -o injected.samples --itrace=i1i
  step inject_report perf report --stdio -i injected.samples --sort sym
}

# A user who is not root, with a program of their own.
user() {
  echo 2 >/proc/sys/kernel/perf_event_paranoid
  mkdir -m 777 /tmp/user
  cp demo /tmp/user
  step user chroot --userspec=user / sh -c \
    'cd /tmp/user && perf record -e arm_spe_0/period=1024/u -- ./demo && perf report --stdio'
  step user_kernel chroot --userspec=user / sh -c 'cd /tmp/user && perf record -e arm_spe_0/period=1024/k -- ./demo'
}

# A CPU goes offline while it is profiled, and comes back.
offline() {
  (sleep 2 && echo 0 >/sys/devices/system/cpu/cpu1/online && sleep 1 && echo 1 >/sys/devices/system/cpu/cpu1/online) &
  record offline ts_enable=1/ -a -- sh -c 'for i in 1 2 3 4 5 6 7 8; do ./demo; done; sleep 4'
  wait
  record online ts_enable=1/ -C 1 -- taskset 2 ./demo
}

# perf's tests wait one second for perf to start, which takes longer in this guest.
own_test() {
  mkdir -p /tmp/slow
  # shellcheck disable=SC2016 # the written script expands it
  printf '#!/bin/sh\nexec /usr/bin/sleep $(($1 * 5))\n' >/tmp/slow/sleep
  chmod +x /tmp/slow/sleep
  step "$1" env "PATH=/tmp/slow:$PATH" timeout 400 sh "/usr/lib/perf-core/tests/shell/$1.sh"
}

own() {
  own_test test_arm_spe
}

fork() {
  own_test test_arm_spe_fork
}

for part in "$@"; do "$part"; done
step interrupts grep arm_spe /proc/interrupts
step complaints sh -c 'dmesg | grep -iE "warning|bug:|unexpected|oops|call trace"'
