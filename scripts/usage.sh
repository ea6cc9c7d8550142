#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Prints and checks the help of the make targets, from lines in the makefiles that begin with `#: `. A target begins
# with `make TARGET  GROUP: what it does`; NAME= in its lines is a variable that it takes, `NAME=n` one that is a
# number, and `those of make OTHER` adds OTHER's variables. The target `...` has the variables that all targets take.
# The makefiles' other variables are internal.
#   usage.sh help             a line for each target, by group
#   usage.sh help TARGET...   the whole help of these targets; status 2: no such target
#   usage.sh check GOAL... NAME=VALUE...   prints the first wrong variable, or nothing
set -euo pipefail
shopt -s globstar nullglob

groups=("try:see the unit work, with your programs" "debug:find the cause of a failure"
  "regress:many runs, and how good the tests are" "prove:what holds for all inputs" "synthesize:size and speed"
  "board:FPGAs" "install:on this machine" "maintain:committed files")
makefiles=(Makefile {cmodel,fpga,scripts,tb}/**/*.mk)
declare -A first text takes like numbers documented
targets=()
variable='(^|[^"A-Z_])([A-Z][A-Z_]+)=([^ ]*)(.*)$'
while IFS= read -r line; do
  if [[ $line =~ ^make\ ([a-z.-]+)\ +([a-z]+):\ (.*)$ ]]; then
    target=${BASH_REMATCH[1]}
    targets+=("$target")
    first[$target]="${BASH_REMATCH[2]} ${BASH_REMATCH[3]}" text[$target]='' takes[$target]=' '
    line=${BASH_REMATCH[3]}
  else
    text[$target]+=$line$'\n'
  fi
  [[ ! $line =~ those\ of\ make\ ([a-z-]+) ]] || like[$target]=${BASH_REMATCH[1]}
  while [[ $line =~ $variable ]]; do
    name=${BASH_REMATCH[2]} value=${BASH_REMATCH[3]} line=${BASH_REMATCH[4]}
    takes[$target]+="$name " documented[$name]=1
    [[ ! $value =~ ^(n|[0-9]{2,})$ ]] || numbers[$name]=1
  done
done < <(sed -n 's/^#: //p' "${makefiles[@]}")

# All variables that a target takes.
taken_by() { # TARGET
  local target
  for target in "$1" ${like[$1]:-} ...; do
    echo "${takes[$target]:-}"
  done
}

help() { # [TARGET...]
  local group target
  if [ $# = 0 ]; then
    for group in "${groups[@]}"; do
      echo "${group%%:*}: ${group#*:}"
      for target in "${targets[@]}"; do
        [ "${first[$target]%% *}" != "${group%%:*}" ] || printf 'make %-15s %s\n' "$target" "${first[$target]#* }"
      done
    done
    echo "for a target's variables and details: make help TARGET"
  fi
  for target in "$@"; do
    if [ -z "${first[$target]:-}" ]; then
      echo "make help: no target $target" >&2
      exit 2
    fi
    printf 'make %s: %s\n%s' "$target" "${first[$target]#* }" "${text[$target]}"
  done
  [ $# = 0 ] || printf 'every target: %s\n%s' "${first[...]#* }" "${text[...]}"
}

check() { # WORD...
  local word name target goals='' taken=' ' takers='' others=0
  for word in "$@"; do
    [[ $word != *=* ]] || continue
    goals+=" $word" taken+=$(taken_by "$word")
    [ -n "${first[$word]:-}" ] || others=1 # a file takes any variable
  done
  for word in "$@"; do
    [[ $word = *=* ]] || continue
    name=${word%%=*}
    if [[ -n ${documented[$name]:-} && ($others = 1 || $taken = *" $name "*) ]]; then
      [[ -n ${numbers[$name]:-} ]] || continue
      [[ ${word#*=} =~ ^(0x[0-9A-Fa-f]+|[0-9]*)$ && ! $word =~ ^JOBS=0*$ ]] && continue
      echo "make$goals: $word is not a number"
      return
    elif [ -n "${documented[$name]:-}" ]; then
      for target in "${targets[@]}"; do
        [[ $(taken_by "$target") != *" $name "* ]] || takers+="$target "
      done
      echo "make$goals takes no $name= (${takers}take it)"
      return
    elif [[ ! $name =~ ^[A-Za-z_0-9]+$ ]] || ! grep -qE "^(override +)?$name *[:?+]?=" "${makefiles[@]}"; then
      echo "make$goals: no variable $name=; make help TARGET lists a target's variables"
      return
    fi
  done
}

"$@"
