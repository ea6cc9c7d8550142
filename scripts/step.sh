# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# step.sh KIND WHAT [SECONDS]: what a recipe of the Makefile says first (it sources this file, which starts no process).
# In the make that was called, SPU_STEPS names a file with a line for each step begun; then the line says how many of how
# many steps this is and about how long the rest takes, by what the steps so far took. SECONDS is what the step takes
# on a processor alone, if it is more than a third of one. The first step asks make -n how many there will be.
spu_step() {
  local kind=$1 what=$2 seconds=${3:-0.3}
  if [ -z "${SPU_STEPS:-}" ]; then
    printf '  %-8s %s\n' "$kind" "$what"
    return
  fi
  local waited=0
  if (set -o noclobber && : >"$SPU_STEPS.total") 2>/dev/null; then
    spu_step_total >"$SPU_STEPS.new" && mv "$SPU_STEPS.new" "$SPU_STEPS.total"
  fi
  while [ ! -s "$SPU_STEPS.total" ] && [ "$waited" -lt 600 ]; do # nothing is made while it is counted
    sleep 0.05
    waited=$((waited + 1))
  done
  local -a steps total
  printf '%s %s\n' "$EPOCHSECONDS" "$seconds" >>"$SPU_STEPS"
  mapfile -t steps <"$SPU_STEPS"
  read -r -a total <"$SPU_STEPS.total" || true
  local count=${#steps[@]} jobs=${SPU_JOBS:-1} done=0 step milliseconds
  # The steps that were begun last are not done yet. Five seconds at the expected speed keep the first estimates sane.
  for step in "${steps[@]:0:count > jobs ? count - jobs : 0}"; do
    spu_milliseconds "${step#* }"
    done=$((done + milliseconds))
  done
  # More than was foreseen, as where a make called by a recipe makes what the first one has made: no estimate.
  if [ "${#total[@]}" != 2 ] || [ "$count" -gt "${total[0]}" ] || [ "$done" -ge "${total[1]}" ]; then
    printf '[%s] %-8s %s\n' "$count" "$kind" "$what"
    return
  fi
  local elapsed=$(((EPOCHSECONDS - ${steps[0]%% *} + 5) * 1000)) expected=$((done / jobs + 5000))
  printf '[%*s/%s ~%s s left] %-8s %s\n' "${#total[0]}" "$count" "${total[0]}" \
    $(((total[1] - done) * elapsed / expected / jobs / 1000)) "$kind" "$what"
}

# 1.25 -> milliseconds=1250
spu_milliseconds() {
  local whole=${1%%.*} part=000
  [[ $1 != *.* ]] || part=${1#*.}000
  milliseconds=$((10#$whole * 1000 + 10#${part:0:3}))
}

# "COUNT MILLISECONDS" of the steps that make would take now: with DRY=1 every recipe has a line that says how long its takes.
spu_step_total() {
  local line count=0 sum=0 milliseconds
  local -a goals
  read -r -a goals <<<"${SPU_GOALS:-}"
  while IFS= read -r line; do
    [[ $line =~ ^': spu_step '([0-9.]+) ]] || continue
    spu_milliseconds "${BASH_REMATCH[1]}"
    count=$((count + 1)) sum=$((sum + milliseconds))
  done < <(make -n DRY=1 ${goals[@]+"${goals[@]}"} 2>/dev/null)
  echo "$count $sum"
}
