# SPDX-License-Identifier: Apache-2.0
"""spu-host with simulated boards (docs/bring-up.md). The self-test passes, and records match the model byte for byte.
Noise on the line is repaired or reported, a mismatch and a full buffer are reported, and wrong use has status 2."""

import csv
import fcntl
import io
import os
import re
import shutil
import signal
import subprocess
import time

import pytest
from helpers import BUILD, expect, for_release, needed, run, sample
from perf_tools import spe_dump

HOST = f"{BUILD}/bin/spu-host"
SPE_TRACE = f"{BUILD}/bin/spe-trace"
DEMO_TRACE = f"{BUILD}/workload/demo.trace"
RECORD = 64
BRING_UP = "docs/bring-up.md"


class Board:
    """A simulated board, for the length of a with statement."""

    def __init__(self, directory, board="hx8k", *options):
        self.port = f"{directory}/port"
        self.process = subprocess.Popen(
            [needed(f"{BUILD}/fpga/{board}/fpga-sim", "make test"), "--link", self.port, "--idle", "120", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline().decode()
        expect(re.fullmatch(rf"board {board} at /dev/pts/\d+\n", line), f"fpga-sim prints {line!r}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        died = self.process.poll()
        self.process.terminate()
        out, err = self.process.communicate(timeout=30)
        # A failed assertion of the RTL ends the simulation, and is the cause of any message of spu-host.
        expect(died in (None, -signal.SIGKILL), f"fpga-sim ended with status {died}: {(out + err).decode()}")
        expect(not os.path.lexists(self.port), "fpga-sim left its symbolic link")

    def host(self, *arguments, program=HOST):
        return host("--port", self.port, *arguments, program=program)

    def done(self, *arguments):
        """The output of spu-host, which must succeed."""
        status, out, err = self.host(*arguments)
        expect(status == 0 and err == "", f"spu-host {' '.join(arguments)}: status {status}: {out}{err}")
        return out

    def refused(self, status, *arguments, program=HOST):
        """(stdout, the line on stderr) of spu-host, which must end with this status."""
        got, out, err = self.host(*arguments, program=program)
        assert (got, err.count("\n")) == (status, 1), f"spu-host {' '.join(arguments)}: {out}{err}"
        return out, err


def host(*arguments, program=HOST):
    needed(program, "make spu-host")
    status, out, err = run(program, *arguments)
    return status, out.decode(), err.decode()


def demo_trace():
    return needed(DEMO_TRACE, "make programs")


def without_places(lines):
    """The lines without the paths of ports and files, and without the cycle of a stop, which depends on the host's
    speed."""
    return [re.sub(r"\S+/(?=port\b|records\.spe|demo\.trace)|(?<=stopped in cycle )\d+", "", line) for line in lines]


def operations(count):
    """The first operations of the demonstration program: (pc, address or None)."""
    with subprocess.Popen([needed(SPE_TRACE, "make programs"), demo_trace()], stdout=subprocess.PIPE,
                          text=True) as process:
        rows = [process.stdout.readline().split() for _ in range(count)]
        process.kill()
    return [(int(row[0], 16), None if row[2] == "-" else int(row[2], 16)) for row in rows]


def records(name):
    status, out, err = spe_dump("--csv", name)
    expect(status == 0, f"spe-dump: {err.decode()}")
    return list(csv.DictReader(io.StringIO(out.decode())))


# ---------------------------------------------------------------------------------------------------------

def test_selftest_passes(tmp_path):
    with Board(tmp_path) as board:
        lines = board.done("selftest").splitlines()
    assert without_places(lines) == without_places(sample(BRING_UP, "256 echoes"))
    assert sum(line.startswith("ok ") for line in lines) == 13
    assert lines[-2:] == ["link: no link errors", "all 13 steps passed"]


@pytest.mark.parametrize("board, words, arguments", (
    ("hx8k", "to build/records.spe", ("DEMO", "--output", "OUT")),
    ("ulx3s-85f", '"base" at', ("builtin", "--ops", "256", "--records", "24"))))
def test_run_prints_what_the_document_shows(tmp_path, board, words, arguments):
    names = {"DEMO": demo_trace(), "OUT": f"{tmp_path}/records.spe"}
    with Board(tmp_path, board) as simulated:
        out = simulated.done("run", *(names.get(word, word) for word in arguments))
    assert without_places(out.splitlines()) == without_places(sample(BRING_UP, words))


@pytest.mark.parametrize("board, width, interval, count", (("hx8k", 1, 768, 40), ("ulx3s-85f", 4, 3072, 12)))
def test_records_of_a_program_match_the_model(tmp_path, board, width, interval, count):
    """Each record also has the operation and the time that follow from the interval, without a model."""
    with Board(tmp_path, board) as simulated:
        out = simulated.done("run", demo_trace(), "--ops", "256", "--interval", str(interval), "--records", str(count),
                             "-o", f"{tmp_path}/demo.spe")
    assert f"result      {count} records, counters and registers match the model" in out
    assert os.path.getsize(f"{tmp_path}/demo.spe") == count * RECORD
    loaded = operations(256)
    rows = records(f"{tmp_path}/demo.spe")
    assert len(rows) == count
    for number, row in enumerate(rows):
        selected = (interval + 1) * (number + 1) - 1
        pc, address = loaded[selected % 256]
        assert (int(row["pc"], 16) & (2**56 - 1), int(row["timestamp"], 0)) == (pc, selected // width), row
        assert address is None or int(row["va"], 16) == address & (2**48 - 1), row


def test_commands_read_and_write_words_and_registers(tmp_path):
    """A run by single commands repeats the records of a run with the same trace."""
    with Board(tmp_path) as board:
        board.done("run", "builtin", "--interval", "768", "--passes", "40", "-o", f"{tmp_path}/run.spe")
        pointer = board.done("read", "PMBPTR_EL1")
        first = board.done("read", "0x4000")
        board.done("reset")
        assert "PMBPTR_EL1 0x0000000000000000" in board.done("read", "PMBPTR_EL1")
        board.done("write", "0x4000", "0")
        for name, value in (("PMSIRR_EL1", "0x300"), ("PMBLIMITR_EL1", "0x1001"), ("S3_0_C9_C9_0", "0x7b"),
                            ("PE", "0x535000000000"), ("ROWS", hex(256 | 40 << 32)), ("START", "1")):
            board.done("write", name, value)
        while "running" in board.done("status"):
            pass
        board.done("write", "DRAIN", "0")
        assert "player      idle, run 1\nrecords     drained\nPMBIRQ      low\n" in board.done("status")
        assert board.done("read", "PMBPTR_EL1", "0x4000") == pointer + first
        assert "  E 1 (0x1)\n" in board.done("read", "PMBLIMITR_EL1")


def test_light_noise_is_repaired(tmp_path):
    with Board(tmp_path, "hx8k", "--noise", "1e-4", "--seed", "5") as board:
        out = board.done("run", "builtin", "--records", "30")
        status = board.done("status")
    assert int(re.search(r"link        (\d+) repeats in", out)[1]) >= 5
    assert int(re.search(r"(\d+) requests with a bad CRC", status)[1]) >= 1


def test_heavy_noise_is_reported(tmp_path):
    for_release()
    with Board(tmp_path, "hx8k", "--noise", "1e-2") as board:
        _, err = board.refused(1, "run", "builtin")
    assert re.match(rf"spu-host: {board.port}: link: .*attempts.*bad CRC.*--baud", err)


def test_mismatch_is_reported(tmp_path):
    """The expected latency in the first record is changed."""
    for name in ("spu-host", "spe-dump", "spu-expect"):
        shutil.copy(f"{BUILD}/bin/{name}", tmp_path / (name if name != "spu-expect" else "right"))
    wrong = tmp_path / "spu-expect"
    wrong.write_text(f"#!/bin/sh\n{tmp_path}/right \"$@\" | sed -E 's/^(record .{{10}}98)..../\\1fe01/'\n")
    wrong.chmod(0o755)
    with Board(tmp_path) as board:
        out, err = board.refused(1, "run", "builtin", "--records", "4", program=f"{tmp_path}/spu-host")
        tested, failed = board.refused(1, "selftest", "--quick", program=f"{tmp_path}/spu-host")
    assert re.search(r"record 1 of 4 differs: byte 6 of it \(offset 0x6 of the records\)\n"
                     r"  expected 98 fe 01  LAT 510 TOT\n  got      98 .. 00  LAT \d+ TOT\n", out), out
    assert "mismatch with the model: record 1 of 4 differs: byte 6" in err
    assert re.search(r"FAIL player +record 1 of 24 differs: byte 6 .*expected 98 fe 01  LAT 510 TOT; got", tested)
    assert "self-test: 5 of 13 steps failed: player, random interval, filter, buffer full, collisions" in failed


@pytest.mark.parametrize("status, arguments, words", (
    (1, ("--records", "100"), "the buffer was full and profiling stopped"),
    (1, ("--ops", "16", "--passes", "2"), "no record was expected"),
    (2, ("--interval", "256"), "the run is not deterministic: .*--interval is needed \\(768 is enough"),
    (2, ("-o", "/nonexistent/x"), "spu-host: /nonexistent/x: No such file"),
    (2, ("--set", "PMBIDR_EL1=1"), "PMBIDR_EL1: UNDEFINED: it is read only"),
    (2, ("--set", "PMSCR_EL2=1"), "PMSCR_EL2: UNDEFINED: this"),
    (2, ("--set", "PMFOO=1"), "--set: PMFOO: no such register")))
def test_run_without_a_valid_profile_fails(tmp_path, status, arguments, words):
    with Board(tmp_path) as board:
        _, err = board.refused(status, "run", "builtin", *arguments)
    assert re.search(words, err), err


def test_dead_board_ends_the_command(tmp_path):
    with Board(tmp_path) as board:
        process = subprocess.Popen([HOST, "--port", board.port, "selftest"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdout.readline()
        board.process.kill()
        _, err = process.communicate(timeout=60)
        os.unlink(board.port)
    assert process.returncode == 1
    assert re.fullmatch(r"spu-host: \S+: (the port is gone|link: ).*\n", err.decode()), err


def test_port_of_another_program_is_refused(tmp_path):
    with Board(tmp_path) as board:
        terminal = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
        fcntl.flock(terminal, fcntl.LOCK_EX)
        _, err = board.refused(2, "info")
        os.close(terminal)
    assert err == f"spu-host: {board.port}: in use by another program\n"


@pytest.mark.parametrize("arguments, words", (
    ([], "no command; see"), (["info"], "no --port PATH"), (["--port", "/x", "inf"], "inf: no such command"),
    (["--port", "/x", "run"], "run: 1 argument, not 0"), (["--port", "/x", "--fast", "info"], "--fast: no such option"),
    (["--port", "/x", "info", "--baud"], "--baud: expected one argument"),
    (["--port", "/x", "run", "t", "--interval", "100"], "--interval: 100: not a number from 256"),
    (["--port", "/x", "run", "t", "-n", "300"], "300: not a multiple of 256"),
    (["--port", "/nonexistent", "info"], "/nonexistent: No such file or directory"),
    (["--port", "/dev/null", "info"], "/dev/null: not a serial port")))
def test_wrong_use_is_refused(arguments, words):
    status, out, err = host(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1) and err.startswith("spu-host: ") and words in err, err


def test_wrong_use_of_a_board_is_refused(tmp_path):
    (tmp_path / "not-a-trace").write_bytes(bytes(100))
    with Board(tmp_path) as board:
        for status, arguments, words in (
                (2, ["run", f"{tmp_path}/not-a-trace"], "not-a-trace"),
                (2, ["run", f"{tmp_path}/missing"], "missing: No such"),
                (2, ["read", "PMFOO"], "PMFOO: neither a word nor a register"),
                (2, ["write", "PE", "x"], "x: not a number"),
                (1, ["read", "0x3fff"], "read of word 0x3fff: the board has no such word"),
                (1, ["write", "PMBIDR_EL1", "1"], "MSR of PMBIDR_EL1: UNDEFINED: it is read only")):
            _, err = board.refused(status, *arguments)
            assert words in err


def test_wrong_use_of_the_simulator_is_refused(tmp_path):
    simulator = needed(f"{BUILD}/fpga/hx8k/fpga-sim", "make test")
    (tmp_path / "file").touch()
    for arguments in (["--noise", "2"], ["--noise", "x"], ["--seed", "-1"], ["--idle", "0x"], ["--fast"], ["port"],
                      ["--link", f"{tmp_path}/file"]):
        status, out, err = run(simulator, *arguments)
        assert (status, out, err.count(b"\n")) == (2, b"", 1), f"{arguments}: {err!r}"
    assert (tmp_path / "file").is_file(), "a file was replaced by a symbolic link"
    process = subprocess.Popen([simulator], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    began = time.monotonic()
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert time.monotonic() - began < 30, "SIGTERM takes long"
