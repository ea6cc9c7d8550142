# SPDX-License-Identifier: Apache-2.0
"""Status and messages of core-sim, with a core that only writes to devices (scripted_core.c). No requirement: this
tests a tool."""

import os
import struct
import subprocess

from helpers import BUILD, equal, expect, needed

SIM = f"{BUILD}/unit/scripted/core-sim"
EXIT, CONSOLE, GAVE_UP = 0x08, 0x00, 0x102  # tb/cores/core_map.h
RISCV, EXECUTABLE, RAM = 243, 2, 0x80000000
ELF = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\x02\x01\x01", EXECUTABLE, RISCV, 1, RAM, 0, 0, 0, 64, 56, 0, 64, 0, 0)


def ended(directory, *arguments, writes=(), fault="assertion_fails 0"):
    """(status, stdout, stderr) of a run in which the core makes the writes (offset, word)."""
    elf = directory / "nothing.elf"
    elf.write_bytes(ELF)
    environment = {**os.environ, "FAILING_DUT": fault,
                   "CORE_WRITES": " ".join(f"{offset}={word}" for offset, word in writes)}
    done = subprocess.run([needed(SIM, "make c-units"), "--program", elf, "--supervisor", elf, "--out",
                           directory / "out", *arguments],
                          capture_output=True, text=True, timeout=120, check=False, env=environment)
    return done.returncode, done.stdout, done.stderr


def test_run_without_records_is_no_success(tmp_path):
    status, _, words = ended(tmp_path, writes=[(EXIT, 0)])
    equal(status, 1, words)
    expect(words.startswith("core-sim: no record was checked against the core's trace\n"
                            "core-sim: to repeat it with a waveform: make core-sim "), words)


def test_status_of_the_program_is_not_a_mismatch(tmp_path):
    for status in (1, 2, 139, 255):
        equal(ended(tmp_path, writes=[(EXIT, status)]),
              (2, "", f"core-sim: the program ended with status {status} before a record was checked\n"),
              "status, output and words")
    equal(list((tmp_path / "out").iterdir()), [], "files")


def test_supervisor_that_gives_up_is_named(tmp_path):
    """The line that it printed before names the cause, such as a filter that the unit lacks."""
    status, out, words = ended(tmp_path, writes=[(CONSOLE, ord("w")), (CONSOLE, ord("\n")), (EXIT, GAVE_UP)])
    equal((status, out, words), (2, "w\n", "core-sim: the supervisor could not continue: see its last line\n"),
          "status, output and words")


def test_mismatch_comes_before_the_end_of_the_program(tmp_path):
    status, _, words = ended(tmp_path, writes=[(EXIT, 3)], fault="assertion_fails 1000")
    equal(status, 1, words)
    expect("assertion: rtl/spu_buffer.sv:436 failed" in words and "ended with status" not in words, words)


def test_link_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "out" / "trace_hart_00.dasm").mkdir(parents=True)
    status, _, words = ended(tmp_path, writes=[(EXIT, 0)])
    equal((status, words),
          (2, f"core-sim: {tmp_path}/out/trace_hart_00.dasm: cannot make a link: Is a directory\n"),
          "status and words")


def test_earlier_results_outlive_a_program_that_cannot_be_read(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "report.json").write_text("earlier")
    status, _, words = ended(tmp_path, "--program", __file__)
    equal((status, words.count("\n")), (2, 1), words)
    equal((tmp_path / "out" / "report.json").read_text(), "earlier", "report.json")


def test_wrong_use_is_reported_in_one_line(tmp_path):
    equal(ended(tmp_path, "--interval", "100"),
          (2, "", "core-sim: --interval (INTERVAL=): 100 must be a multiple of 256, at most 4294967040\n"),
          "status, output and words")
    expect(not (tmp_path / "out").exists(), "it leaves files")
