# SPDX-License-Identifier: Apache-2.0
"""VexRiscv beside the unit on a simulated board (docs/bring-up.md): the program that it profiles boots, its records
contradict neither the program nor the core's counters, and what is not as expected is reported. Needs the core's
Verilog, which make fpga-sim BOARD=ulx3s-85f CORE=vexriscv fetches."""

import os
import re
import shutil

from fpga_sim_test import Board
from helpers import BUILD, equal, expect, needed, not_done, run

DESIGN = "ulx3s-85f-vexriscv"
VERILOG = ".tools/core/pythondata-cpu-vexriscv-1.0.1.post407/pythondata_cpu_vexriscv/verilog/VexRiscv_Full.v"
PROGRAM = f"{BUILD}/fpga/{DESIGN}/program.elf"
PROFILE = ("--interval", "256", "--passes", "1", "profile")


def there():
    if not os.path.exists(VERILOG):
        not_done(f"{VERILOG} is not here; make fpga-sim BOARD=ulx3s-85f CORE=vexriscv fetches it")
    if not shutil.which("riscv64-unknown-elf-gcc"):
        not_done("no riscv64-unknown-elf-gcc; make fpga-sim BOARD=ulx3s-85f CORE=vexriscv installs it")
    needed(PROGRAM, "make test")


def test_program_on_the_core_is_not_contradicted(tmp_path):
    there()
    records = f"{tmp_path}/records.spe"
    with Board(tmp_path, DESIGN) as board:
        # A damaged program: what has no symbols is refused, and the board is left alone.
        damaged = tmp_path / "damaged.elf"
        with open(PROGRAM, "rb") as file:
            damaged.write_bytes(file.read()[:3000])
        status, _, err = board.host(*PROFILE, str(damaged))
        equal(status, 2, err)
        # The host reaches RAM, and not the registers: those are the core's.
        board.done("write", "0x9000", "0x123456789abcdef0")
        expect("0x123456789abcdef0" in board.done("read", "0x9000"), "a word of RAM")
        board.failed("read", "PMSCR_EL1")
        out = board.done("--output", records, *PROFILE, PROGRAM)
        # The same once more, after what the first run left in unit, caches and memory.
        again = board.done(*PROFILE, PROGRAM)
    expect("result      0 contradictions" in out and "result      0 contradictions" in again, out + again)
    count = int(re.search(r"^records +(\d+) in", out, re.M)[1])
    expect(count > 100, out)
    equal(os.path.getsize(records), 64 * count, "bytes of the records")
    same = [re.findall(r"^(?:core|unit|records|kinds).*", text, re.M) for text in (out, again)]
    equal(same[0], same[1], "the two runs")


def test_players_board_has_no_core(tmp_path):
    with Board(tmp_path) as board:
        status, _, err = board.host("profile", "build/no-such-file")
        equal((status, len(err.splitlines())), (2, 1), err)


def test_core_is_for_one_board():
    for board, core, words in (("hx8k", "vexriscv", "core vexriscv is for ulx3s-85f"),
                               ("ulx3s-85f", "none", "no core 'none' (there are: vexriscv)")):
        status, _, err = run("python3", "scripts/fpga.py", "report", "--board", board, "--core", core)
        equal((status, err.decode()), (2, f"fpga: {words}\n"), "status and words")
