# SPDX-License-Identifier: Apache-2.0
"""spu-host against simulated boards (docs/bring-up.md): the self-test passes, records are the model's byte for byte,
noise on the line is repaired or reported, a wrong trace and a full buffer are reported, and wrong use ends with status
2."""

import csv
import fcntl
import io
import os
import re
import signal
import subprocess
import time

from helpers import BUILD, equal, expect, for_release, needed, run, sample
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
        expect(re.fullmatch(rf"board {board} at /dev/pts/\d+\n", line), f"fpga-sim says {line!r}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        died = self.process.poll()
        self.process.terminate()
        out, err = self.process.communicate(timeout=30)
        # An assertion of the RTL ends the simulation: that is the cause, whatever spu-host made of it.
        expect(died in (None, -signal.SIGKILL), f"fpga-sim ended with status {died}: {(out + err).decode()}")
        expect(not os.path.lexists(self.port), "fpga-sim left its symbolic link")

    def host(self, *arguments):
        return host("--port", self.port, *arguments)

    def done(self, *arguments):
        """What spu-host prints, if it ends well."""
        status, out, err = self.host(*arguments)
        expect(status == 0 and err == "", f"spu-host {' '.join(arguments)}: status {status}: {out}{err}")
        return out

    def failed(self, *arguments):
        """(stdout, the line on stderr) of spu-host, if it ends with status 1."""
        status, out, err = self.host(*arguments)
        expect(status == 1, f"spu-host {' '.join(arguments)}: status {status}: {out}{err}")
        equal(len(err.splitlines()), 1, f"lines on stderr ({err})")
        return out, err


def host(*arguments):
    needed(HOST, "make spu-host")
    status, out, err = run(HOST, *arguments)
    return status, out.decode(), err.decode()


def demo_trace():
    return needed(DEMO_TRACE, "make programs")


def without_places(lines):
    """Without the paths of ports and files, and the cycle in which a run was stopped, which depends on the host's
    speed."""
    return [re.sub(r"\S+/(?=port\b|records\.spe|demo\.trace)|(?<=stopped in cycle )\d+", "", line) for line in lines]


def operations(count):
    """The first operations of that trace: (pc, address or None)."""
    with subprocess.Popen([needed(SPE_TRACE, "make programs"), demo_trace()], stdout=subprocess.PIPE,
                          text=True) as process:
        rows = [process.stdout.readline().split() for _ in range(count)]
        process.kill()
    return [(int(row[1], 16), None if row[3] == "-" else int(row[3], 16)) for row in rows]


def records(name):
    status, out, err = spe_dump("--csv", name)
    expect(status == 0, f"spe-dump: {err.decode()}")
    return list(csv.DictReader(io.StringIO(out.decode())))


def field(text, name):
    found = re.search(name, text)
    expect(found, f"no {name!r} in:\n{text}")
    return found[1]


def check_records(name, count, width, interval):
    """Records of the demonstration program by what is known without a model: which operation, and when."""
    loaded = operations(256)
    rows = records(name)
    equal(len(rows), count, "records")
    for number, row in enumerate(rows):
        selected = (interval + 1) * (number + 1) - 1
        pc, address = loaded[selected % 256]
        equal(int(row["pc"], 16) & (2**56 - 1), pc, f"PC of record {number}")
        equal(int(row["timestamp"], 0), selected // width, f"time of record {number}")
        if address is not None:
            equal(int(row["va"], 16), address & (2**48 - 1), f"address of record {number}")


# ---------------------------------------------------------------------------------------------------------

def test_selftest_passes(tmp_path):
    with Board(tmp_path) as board:
        out = board.done("selftest")
    lines = out.splitlines()
    equal(without_places(lines), without_places(sample(BRING_UP, "256 echoes")), "what is printed, and the sample")
    equal(sum(line.startswith("ok ") for line in lines), 13, "steps")
    equal(lines[-2:], ["link: no link errors", "all 13 steps passed"], "end")


def test_run_prints_what_the_document_shows(tmp_path):
    for board, words, arguments in (("hx8k", "to build/records.spe",
                                     (demo_trace(), "--output", f"{tmp_path}/records.spe")),
                                    ("ulx3s-85f", '"base" at', ("builtin", "--ops", "256", "--records", "24"))):
        with Board(tmp_path, board) as simulated:
            out = simulated.done("run", *arguments)
        equal(without_places(out.splitlines()), without_places(sample(BRING_UP, words)), f"what is printed of {board}")


def test_records_of_a_program_match_the_model(tmp_path):
    with Board(tmp_path) as board:
        out = board.done("run", demo_trace(), "--interval", "768", "--records", "40", "-o", f"{tmp_path}/demo.spe")
    expect("result      records, counters and registers match the model" in out, out)
    equal(os.path.getsize(f"{tmp_path}/demo.spe"), 40 * RECORD, "bytes")
    check_records(f"{tmp_path}/demo.spe", 40, 1, 768)


def test_records_of_a_program_match_the_model_on_the_large_board(tmp_path):
    with Board(tmp_path, "ulx3s-85f") as board:
        expect('"base"' in board.done("info"), "not configuration base")
        out = board.done("run", demo_trace(), "--ops", "256", "--interval", "3072", "--records", "12",
                         "-o", f"{tmp_path}/large.spe")
    expect("result      records, counters and registers match the model" in out, out)
    check_records(f"{tmp_path}/large.spe", 12, 4, 3072)


def test_commands_by_hand_give_the_records_of_run(tmp_path):
    with Board(tmp_path) as board:
        board.done("run", "builtin", "--interval", "512", "--passes", "40", "-o", f"{tmp_path}/run.spe")
        board.done("reset")
        board.done("load", "builtin")
        for name, value in (("PMSIRR_EL1", "0x200"), ("PMBLIMITR_EL1", "0x1001"), ("S3_0_C9_C9_0", "0x7b"),
                            ("PE", "0x535000000000")):
            board.done("write", name, value)
        board.done("start", "--passes", "40")
        while "running" in board.done("status"):
            pass
        board.done("drain")
        expect("records     drained" in board.done("status"), "not drained")
        board.done("download", f"{tmp_path}/hand.spe")
        expect("PMBPTR_EL1 0x0000000000000" in board.done("read", "PMBPTR_EL1"), "PMBPTR_EL1 is not read")
        out = board.done("decode", f"{tmp_path}/hand.spe")
    with open(f"{tmp_path}/run.spe", "rb") as one, open(f"{tmp_path}/hand.spe", "rb") as other:
        equal(other.read(), one.read(), "records")
    expect("LAT" in out and "PC 0x" in out, out)


def test_light_noise_is_repaired(tmp_path):
    with Board(tmp_path, "hx8k", "--noise", "1e-4", "--seed", "5") as board:
        out = board.done("run", "builtin", "--records", "30")
        repeats = int(field(out, r"link        (\d+) repeats in"))
        status = board.done("status")
    expect(repeats >= 5, f"{repeats} repeats")
    expect(int(field(status, r"(\d+) requests with a bad CRC")) >= 1, status)


def test_heavy_noise_is_reported(tmp_path):
    for_release()
    with Board(tmp_path, "hx8k", "--noise", "1e-2") as board:
        _, err = board.failed("run", "builtin")
    expect(re.match(rf"spu-host: {board.port}: link: .*attempts.*bad CRC.*timeouts.*--baud", err), err)


def test_other_trace_in_the_board_is_reported(tmp_path):
    with Board(tmp_path) as board:
        board.done("load", demo_trace())
        out, err = board.failed("run", "builtin", "--keep-loaded", "--interval", "512", "--records", "4")
    expect(re.search(r"record 1 of 4 differs: byte 6 of it \(offset 0x6 of the records\), in packet 2\n"
                     r"  expected 98 .. .. \(LAT \d+ TOT\)\n  got      98 .. .. \(LAT \d+ TOT\)\n", out), out)
    expect("mismatch with the model: record 1 of 4 differs: byte 6" in err, err)


def test_buffer_full_during_the_download_is_reported(tmp_path):
    with Board(tmp_path) as board:
        out, err = board.failed("run", "builtin", "--serve", "--interval", "512", "--records", "1500",
                                "-o", f"{tmp_path}/serve.spe")
        board.done("status")
    expect(int(field(out, r"PMBIRQ      served (\d+) times")) >= 1, out)
    population, all_of_them = map(int, re.search(r"population  (\d+) of (\d+) operations", out).groups())
    expect(f"profiling stopped while records were downloaded: {all_of_them - population} of {all_of_them} operations "
           "ran unprofiled, their records are missing" in err, err)
    expect(len(records(f"{tmp_path}/serve.spe")) >= 64, "fewer records than the buffer holds")
    expect("records up to the first PMBIRQ match the model" in out, out)


def test_run_without_a_record_fails(tmp_path):
    with Board(tmp_path) as board:
        _, err = board.failed("run", "builtin", "--ops", "16", "--passes", "2")
    expect("no record was to be expected" in err, err)


def test_run_that_depends_on_timing_is_refused(tmp_path):
    with Board(tmp_path) as board:
        status, out, err = board.host("run", "builtin", "--interval", "256")
    equal((status, out), (2, ""), "status and output")
    expect("the run is not deterministic" in err and "--interval is needed (768 is enough" in err, err)


def test_dead_board_ends_the_command(tmp_path):
    with Board(tmp_path) as board:
        process = subprocess.Popen([HOST, "--port", board.port, "selftest"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdout.readline()
        board.process.kill()
        _, err = process.communicate(timeout=60)
        os.unlink(board.port)
    equal(process.returncode, 1, "status")
    expect(re.fullmatch(r"spu-host: \S+: (the port is gone|link: ).*\n", err.decode()), err.decode())


def test_port_of_another_program_is_refused(tmp_path):
    with Board(tmp_path) as board:
        terminal = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
        fcntl.flock(terminal, fcntl.LOCK_EX)
        status, _, err = board.host("info")
        os.close(terminal)
    equal((status, err), (2, f"spu-host: {board.port}: in use by another program\n"), "status and error")


def test_wrong_use_is_refused(tmp_path):
    with open(f"{tmp_path}/not-a-trace", "wb") as file:
        file.write(bytes(100))
    with open(f"{tmp_path}/not-records", "wb") as file:
        file.write(b"\xb0\x01\x02")
    cases = [([], "a command is needed"), (["info"], "--port PATH is needed"),
             (["--port", "/x", "inf"], "inf: no such command"), (["--port", "/x", "run"], "run: 1 argument, not 0"),
             (["--port", "/x", "--fast", "info"], "--fast: no such option"),
             (["--port", "/x", "info", "--baud"], "--baud: its value is missing"),
             (["--port", "/x", "run", "t", "--interval", "100"], "--interval: 100: not a number from 256"),
             (["--port", "/x", "run", "t", "-n", "300"], "300: not a multiple of 256"),
             (["--port", "/x", "run", "t", "--set", "PMFOO=1"], "--set: PMFOO: no such register"),
             (["--port", "/nonexistent", "info"], "/nonexistent: No such file or directory"),
             (["--port", "/dev/null", "info"], "/dev/null: not a serial port"),
             (["decode", f"{tmp_path}/missing"], "missing: No such file or directory"),
             (["decode", f"{tmp_path}/not-records"], "not-records: offset 0x0")]
    for arguments, words in cases:
        status, _, err = host(*arguments)
        expect(status == 2 and words in err and err.startswith("spu-host: ") and err.count("\n") == 1,
               f"{arguments}: status {status}: {err!r}")
    with Board(tmp_path) as board:
        for arguments, words in ((["run", f"{tmp_path}/not-a-trace"], "not-a-trace"),
                                 (["run", f"{tmp_path}/missing"], "missing: No such"),
                                 (["read", "PMFOO"], "PMFOO: no word and no register"),
                                 (["write", "PE", "x"], "x: not a number"),
                                 (["--baud", "12345", "info"], "12345 baud is none"),
                                 (["run", "builtin", "--rows", "300"], "--rows: 300"),
                                 (["run", "builtin", "-o", "/nonexistent/x"], "spu-host: /nonexistent/x: No such file"),
                                 (["run", "builtin", "--set", "PMBIDR_EL1=1"],
                                  "PMBIDR_EL1: UNDEFINED: it is read only"),
                                 (["run", "builtin", "--set", "PMSCR_EL2=1"], "PMSCR_EL2: UNDEFINED: this")):
            status, _, err = board.host(*arguments)
            expect(status == 2 and words in err and err.count("\n") == 1, f"{arguments}: status {status}: {err!r}")
        board.failed("read", "0x3fff")
        expect("PMBIDR_EL1: UNDEFINED: it is read only" in board.failed("write", "PMBIDR_EL1", "1")[1],
               "a register that is read only")
        board.failed("download", "/nonexistent/file")
    status, out, _ = host("--help")
    expect(status == 0 and "selftest" in out, "--help")


def test_wrong_use_of_the_simulator_is_refused(tmp_path):
    simulator = needed(f"{BUILD}/fpga/hx8k/fpga-sim", "make test")
    with open(f"{tmp_path}/file", "w", encoding="ascii"):
        pass
    for arguments in (["--noise", "2"], ["--noise", "x"], ["--seed", "-1"], ["--idle", "0x"], ["--fast"], ["port"],
                      ["--link", f"{tmp_path}/file"]):
        status, out, err = run(simulator, *arguments)
        expect(status == 2 and out == b"" and err.count(b"\n") == 1, f"{arguments}: status {status}: {err!r}")
    expect(os.path.isfile(f"{tmp_path}/file"), "a file was replaced by a symbolic link")
    process = subprocess.Popen([simulator], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    began = time.monotonic()
    process.communicate(timeout=60)
    equal(process.returncode, 0, "status after SIGTERM")
    expect(time.monotonic() - began < 30, "SIGTERM takes long")
