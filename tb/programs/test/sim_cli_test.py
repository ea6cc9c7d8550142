# SPDX-License-Identifier: Apache-2.0
"""spu-sim's command line. Wrong use ends with one line and status 2, and leaves no files."""

import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import time

import pytest

from helpers import BUILD, cross_compile, expect, not_done
from helpers import run as tools_run
from lockstep_runs import scenarios_of
from perf_tools import SPE_DUMP
from regression import stimuli

SIM = os.path.abspath(f"{BUILD}/base/spu-sim")
PLUGIN = os.path.abspath(f"{BUILD}/lib/spe_trace_plugin.so")
DEMO = os.path.abspath(f"{BUILD}/workload/demo")
TRACE = os.path.abspath(f"{BUILD}/workload/demo.trace")
SPE_TRACE = os.path.abspath(f"{BUILD}/bin/spe-trace")


def run(*arguments):
    return subprocess.run([SIM, *arguments], capture_output=True, text=True, timeout=120, check=False)


def refused(directory, *arguments, words):
    """Status 2, one line with these words, no files."""
    out = directory / "out"
    result = run(*arguments, "--out", str(out))
    written = sorted(path.name for path in out.iterdir()) if out.is_dir() else []
    assert result.returncode == 2, f"status of {arguments} ({result.stderr!r})"
    expect(len(result.stderr.splitlines()) == 1 and result.stderr.startswith("spu-sim: ") and words in result.stderr,
           f"{arguments}: expected one line with {words!r}, got {result.stderr!r}")
    assert result.stdout == "", f"output of {arguments}"
    assert written == [], f"files that {arguments} left"


def succeeds(*arguments):
    result = run(*arguments)
    assert result.returncode == 0, f"{arguments}: status {result.returncode}: {result.stderr}"


RANDOM, PROGRAM, DIRECTED = ("--stimulus", "random"), ("--workload", DEMO), ("--stimulus", "directed")
TYPED = {"random": "only with --stimulus random (STIMULUS=random)", "program": "only with --stimulus program (STIMULUS"}
MANY = [word for number in range(65) for word in ("--env", f"A{number}=b")]


# The message names an option as an option and as a variable of make.
@pytest.mark.parametrize("words, arguments", [
    ("--nonsense", ("--nonsense",)), ("stray", (*RANDOM, "stray")),
    ("--stimulus (STIMULUS=): other must be program, random, directed or events", ("--stimulus", "other")),
    *(("--cycles", (*RANDOM, "--cycles", value)) for value in ("", "x", "-1", "1x", "99999999999999999999999")),
    *(("--interval", ("--workload", SIM, "--interval", value)) for value in ("0", "100", "4294967296")),
    ("--cycles (CYCLES=): 0: nothing would be compared", (*RANDOM, "--cycles", "0")),
    (f"--cycles (CYCLES=): {2**64 - 1} is more than {2**63 - 1}", (*RANDOM, "--cycles", str(2**64 - 1))),
    ("--ops (OPS=): 0: nothing would be executed", (*PROGRAM, "--ops", "0")),
    ("--seed (SEED=): x is not a number", (*RANDOM, "--seed", "x")),
    ("--waves-from (FROM=): x is not a number", (*RANDOM, "--waves", "x", "--waves-from", "x")),
    ("--profile (PROFILE=): no x (there are: steady, ", (*RANDOM, "--profile", "x")),
    ("--scenario (SCENARIO=): no x; --scenario list prints the names", (*DIRECTED, "--scenario", "x")),
    ("--ops", (*RANDOM, "--ops", "5")), ("--cycles", (*DIRECTED, "--cycles", "5")),
    (f"--cycles (CYCLES=): {TYPED['random']}", (*PROGRAM, "--cycles", "3")),
    ("--plugin: only with --stimulus program", (*RANDOM, "--plugin", "x")),
    (f"--env (ENV=): {TYPED['program']}", (*RANDOM, "--env", "A=b")),
    ("--axi (AXI=): only with", (*RANDOM, "--axi", "free")),
    ("--perf-midr (PERF_MIDR=): only with", (*RANDOM, "--perf-midr", "neoverse-n1")),
    ("--perf-metadata (PERF_METADATA=): only with", (*RANDOM, "--perf-metadata", "1")),
    ("--workload", ()), ("/no/such/program", ("--workload", "/no/such/program", "--plugin", PLUGIN)),
    (SIM, ("--workload", SIM, "--plugin", PLUGIN)),  # for another machine
    *((f"--env (ENV=): {text} must be NAME=VALUE", (*PROGRAM, "--env", text)) for text in ("A", "=b", "", "A=b c")),
    ("--env (ENV=): A64=b: more than 64", (*PROGRAM, *MANY)),
    ("--args: it's: a quote is not closed", (*PROGRAM, "--plugin", PLUGIN, "--args", "it's")),
    ("--axi (AXI=): fast must be free, together", (*PROGRAM, "--axi", "fast")),
    ("--perf-midr (PERF_MIDR=): cortex-a76 must be neoverse-n1, neoverse-n2, neoverse-v1 or ampere1a",
     (*PROGRAM, "--perf-midr", "cortex-a76")),
    *((f"--perf-metadata (PERF_METADATA=): {value} must be 1 or 2", (*PROGRAM, "--perf-metadata", value))
      for value in ("", "0", "3", "02", "x")),
])
def test_wrong_use_is_refused(tmp_path, words, arguments):
    refused(tmp_path, *arguments, words=words)


def test_missing_value_is_refused():
    result = run("--seed")
    assert result.returncode == 2 and "--seed" in result.stderr, repr(result)


def test_workload_that_is_no_program_is_refused(tmp_path):
    path = tmp_path / "text"
    path.write_text("not a program", encoding="ascii")
    refused(tmp_path, "--workload", str(path), "--plugin", PLUGIN, words=str(path))


def record(directory, limit):
    """A trace of the demonstration program."""
    path = directory / "demo.trace"
    subprocess.run([SPE_TRACE, "record", "-o", str(path), "--limit", str(limit), "--", DEMO], check=True, timeout=120,
                   capture_output=True)
    return path


def test_bad_trace_is_refused(tmp_path):
    whole = pathlib.Path(TRACE).read_bytes()
    trace = tmp_path / "good"
    trace.write_bytes(whole)
    refused(tmp_path, "--workload", DEMO, "--trace", "/no/such/trace", words="/no/such/trace")
    for name, data, words in (("cut", whole[:100_000], "byte"),
                              ("corrupted", whole[:500] + bytes([whole[500] ^ 1]) + whole[501:], "checksum"),
                              ("other", b"something else", "other")):
        bad = tmp_path / name
        bad.write_bytes(data)
        refused(tmp_path, "--workload", DEMO, "--trace", str(bad), words=words)
    for option, value in (("--args", "x"), ("--env", "A=b"), ("--cpu", "max")):
        refused(tmp_path, "--workload", DEMO, "--trace", str(trace), option, value,
                words=f"{option} ({option[2:].upper()}=): not with --trace (TRACE=)")


def test_scenarios_are_listed():
    """Those that apply to the configuration: Discard mode needs FEAT_SPEv1p2."""
    known = set(stimuli.scenarios())
    for config, has in (("base", False), ("v9", True)):
        listed = scenarios_of(config)
        assert listed and set(listed) < known, f"{config}: {sorted(set(listed) - known)} are no scenarios"
        assert ("discard_mode_writes_nothing" in listed) == has, f"{config}: {listed}"


def test_command_that_repeats_a_run_has_every_option(tmp_path):
    """The command in the event list of a run."""
    events = tmp_path / "run.events"
    succeeds("--workload", DEMO, "--plugin", PLUGIN, "--out", str(tmp_path / "out"), "--record", str(events),
             "--ops", "20000", "--args", "one two", "--env", "A=b", "--env", "C=d", "--cpu", "cortex-a76")
    command = events.read_text(encoding="utf-8").partition("\nevents")[0]
    words = f'WORKLOAD={DEMO} INTERVAL=1024 ARGS="one two" ENV="A=b C=d" CPU=cortex-a76 OPS=20000'
    assert words in command, f"expected {words} in {command[:500]!r}"


def test_core_changes_nothing_but_data_sources(tmp_path):
    """perf.data names the chosen core. With a core that has the default's codes, the records are unchanged."""
    records = {}
    for core in (None, "neoverse-n1", "ampere1a"):
        out = tmp_path / str(core)
        events = tmp_path / f"{core}.events"
        chosen = ("--perf-midr", core, "--perf-metadata", "2") if core else ()
        succeeds("--workload", DEMO, "--trace", TRACE, "--ops", "100000", *chosen, "--out", str(out), "--record",
                 str(events))
        command = events.read_text(encoding="utf-8").partition("\n+")[0]
        assert (f"PERF_MIDR={core} PERF_METADATA=2" in command) == (core is not None) and ("PERF_" in command) == (
            core is not None)
        status, text, err = tools_run(SPE_DUMP, "--csv", str(out / "records.spe"))
        assert status == 0, f"status of spe-dump: {err}"
        records[core] = list(csv.DictReader(text.decode().splitlines()))
    assert records["neoverse-n1"] == records[None]
    codes = {"": "", "0x0": "0x8", "0x8": "0x9", "0xb": "0x3", "0xe": "0x7"}
    assert records["ampere1a"] == [{**record, "source": codes[record["source"]]} for record in records[None]]
    assert len({record["source"] for record in records[None]}) > 2


def test_memory_order_does_not_change_the_records(tmp_path):
    """The memory waits for WVALID before AWREADY, for all data before AWREADY, or for the address before WREADY: the
    records are the same, the activity at the pins differs."""
    records = set()
    pins = set()
    for order in ("free", "together", "data-first", "address-first"):
        out = tmp_path / order
        events = tmp_path / f"{order}.events"
        succeeds("--workload", DEMO, "--trace", TRACE, "--ops", "60000", "--axi", order, "--out", str(out),
                 "--record", str(events))
        report = json.loads((out / "report.json").read_text(encoding="utf-8"))
        assert report["mismatches"] == 0 and report["records"] >= 50, f"{order}: report.json says {report}"
        command, _, happened = events.read_text(encoding="utf-8").partition("\n+")
        assert (f"AXI={order}" in command) == (order != "free")
        records.add((out / "records.spe").read_bytes())
        pins.add(happened)
    assert (len(records), len(pins)) == (1, 4)


def test_recorded_trace_gives_the_same_run(tmp_path):
    """A recorded trace gives the same records as executing the program."""
    trace = record(tmp_path, 200000)
    outputs = []
    for name, arguments in (("live", ["--ops", "200000"]), ("trace", ["--trace", str(trace)])):
        out = tmp_path / name
        succeeds("--workload", DEMO, "--plugin", PLUGIN, "--out", str(out), *arguments)
        outputs.append((out / "records.spe").read_bytes())
    assert outputs[0]
    assert outputs[0] == outputs[1]


def test_unwritable_output_is_refused(tmp_path):
    file = tmp_path / "file"
    file.write_text("", encoding="ascii")
    result = run("--stimulus", "random", "--cycles", "1000", "--out", str(file / "below"))
    assert result.returncode == 2 and len(result.stderr.splitlines()) == 1 and str(file) in result.stderr, repr(result)


def test_help_explains_every_option():
    result = run("--help")
    assert result.returncode == 0
    for option in ("stimulus", "workload", "args", "interval", "seed", "ops", "cycles", "out", "plugin",
                   "unchecked", "scenario", "waves", "axi"):
        assert f"--{option}" in result.stdout


def test_program_run_reports_what_the_core_counted(tmp_path):
    """Counts of branches are those of the trace, where another address follows a taken branch."""
    out, limit = tmp_path / "out", 200000
    succeeds("--workload", DEMO, "--trace", TRACE, "--ops", str(limit), "--unchecked", "--out", str(out))
    core = json.loads((out / "report.json").read_text(encoding="utf-8"))["core"]
    with subprocess.Popen([SPE_TRACE, TRACE], stdout=subprocess.PIPE, text=True) as trace:
        ops = [[int(word, 16) for word in line.split()[:2]] for line, _ in zip(trace.stdout, range(limit + 1))]
        trace.kill()
    calls = [code & 0xFFE0001F == 0xD4000001 for _, code in ops]  # SVC: the program continues after the handler
    taken = sum(pc + 4 != after and not call for (pc, _), (after, _), call in zip(ops, ops[1:], calls))
    assert {name: core[name] for name in ("executed", "taken")} == {"executed": limit, "taken": taken}
    assert core["taken"] < core["branches"] and core["mispredicted"] < core["branches"]
    pages = {pc >> 12 for pc, _ in ops[:limit]}
    assert core["itlb_refills"] == len(pages)


def test_random_run_writes_its_report(tmp_path):
    out = tmp_path / "out" / "deep"
    succeeds("--stimulus", "random", "--cycles", "20000", "--seed", "3", "--out", str(out))
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    for field in ("config", "workload", "seed", "cycles", "operations", "samples", "collisions", "records", "bytes",
                  "filtered", "mismatches", "cycles_per_second", "functions", "discarded", "events"):
        assert field in report
    assert report["mismatches"] == 0 and report["compared"] >= 20000 and report["seed"] == 3 and report["records"] != 0
    assert (out / "records.spe").stat().st_size == report["bytes"]
    assert [path.name for path in out.iterdir() if path.name.startswith(".")] == []


def test_checking_changes_nothing(tmp_path):
    """The same run without model and checks gives the same records."""
    data = []
    for name, options in (("checked", []), ("unchecked", ["--unchecked"])):
        out = tmp_path / name
        succeeds("--stimulus", "random", "--cycles", "20000", "--out", str(out), *options)
        data.append((out / "records.spe").read_bytes())
    assert data[0]
    assert data[0] == data[1]


def test_results_of_an_earlier_run_are_removed(tmp_path):
    """A run without a mismatch removes the mismatch of an earlier run; one without a profile, its profile."""
    out = tmp_path / "out"
    out.mkdir()
    old = ["mismatch.txt", "mismatch.json", "mismatch.fst", "perf.data"]
    for name in [*old, "mine.txt"]:
        (out / name).write_text("old", encoding="utf-8")
    succeeds("--stimulus", "random", "--cycles", "5000", "--out", str(out))
    assert sorted(path.name for path in out.iterdir()) == ["mine.txt", "records.spe", "report.json"]


def test_results_of_an_earlier_run_do_not_stand_for_one_that_failed(tmp_path):
    out = tmp_path / "out"
    succeeds("--stimulus", "random", "--cycles", "5000", "--out", str(out))
    (out / "mine.txt").write_text("old", encoding="utf-8")
    result = run("--stimulus", "random", "--cycles", "3", "--out", str(out))
    assert result.returncode != 0
    assert sorted(path.name for path in out.iterdir()) == ["mine.txt"]


def test_input_that_cannot_be_used_removes_nothing(tmp_path):
    out, text = tmp_path / "out", tmp_path / "text"
    text.write_text("neither a program nor a list", encoding="utf-8")
    dynamic = cross_compile("int main(void) { return 0; }", str(tmp_path / "dynamic"))
    succeeds("--stimulus", "random", "--cycles", "5000", "--out", str(out))
    (out / "perf.data").write_text("old", encoding="utf-8")
    for options in (["--workload", str(tmp_path / "missing"), "--plugin", PLUGIN], ["--workload", dynamic],
                    ["--workload", DEMO, "--trace", str(text)],
                    ["--workload", DEMO, "--trace", str(tmp_path / "missing")],
                    ["--workload", DEMO, "--cpu", "nope"], ["--workload", DEMO, "--args", "it's"],
                    ["--stimulus", "events", "--events", str(text)], ["--stimulus", "random", "--profile", "x"],
                    ["--stimulus", "directed", "--scenario", "x"]):
        assert run(*options, "--out", str(out)).returncode == 2
        assert sorted(path.name for path in out.iterdir()) == [
            "perf.data", "records.spe", "report.json"], f"files after {options}"


def test_run_without_a_record_fails(tmp_path):
    result = run("--stimulus", "random", "--cycles", "3", "--out", str(tmp_path / "out"))
    assert result.returncode == 1 and "no record" in result.stderr, repr(result)


def test_interrupt_fails_and_leaves_nothing(tmp_path):
    out = tmp_path / "out"
    with subprocess.Popen([SIM, "--stimulus", "random", "--cycles", "1000000000", "--out", str(out)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
    assert process.returncode != 0 and "interrupted" in stderr
    assert ([path.name for path in out.iterdir()] if out.is_dir() else []) == []


ENDLESS = """#include <stdio.h>
static volatile unsigned work;
int main(void) { puts("runs"); fflush(stdout); for (;;) { work = work * 3 + 1; } }
"""


def interrupted(command):
    """(status, last line on stderr) of a program that is interrupted 2 seconds after the start of its workload."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr.readline() == "runs\n"
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
    return process.returncode, stderr.splitlines()[-1]


def test_interrupted_profile_is_that_of_as_many_operations(tmp_path):
    """It is kept, and equals that of a run with the printed limit."""
    out, again = tmp_path / "out", tmp_path / "again"
    endless = cross_compile(ENDLESS, str(tmp_path / "endless"), "-static")
    arguments = ["--workload", endless, "--plugin", PLUGIN, "--interval", "256", "--unchecked"]
    status, line = interrupted([SIM, *arguments, "--out", str(out)])
    assert status == 2, f"status ({line})"
    words = f"spu-sim: interrupted: {out} has the profile of the first operations, as with OPS="
    assert line.startswith(words)
    succeeds(*arguments, "--out", str(again), "--ops", line.removeprefix(words))
    for name in ("perf.data", "records.spe"):
        assert (out / name).read_bytes() == (again / name).read_bytes() != b""
    assert sorted(path.name for path in out.iterdir()) == ["perf.data", "records.spe", "report.json"]


def test_interrupted_recording_is_a_trace(tmp_path):
    trace = tmp_path / "endless.trace"
    endless = cross_compile(ENDLESS, str(tmp_path / "endless"), "-static")
    status, line = interrupted([SPE_TRACE, "record", "-o", str(trace), "--", endless])
    assert (status, line) == (2, f"spe-trace: interrupted: {trace} has the operations of {endless} up to there")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["endless", "endless.trace"]
    succeeds("--workload", endless, "--trace", str(trace), "--ops", "50000", "--out", str(tmp_path / "out"))


def test_waveform_behind_the_end_fails(tmp_path):
    result = run("--stimulus", "random", "--cycles", "5000", "--out", str(tmp_path / "out"), "--waves",
                 str(tmp_path / "w.fst"),
                 "--waves-from", "99999")
    assert result.returncode == 2
    assert ("w.fst: not written: the run ended in cycle" in result.stderr and "before --waves-from (FROM=) 99999\n" in
            result.stderr)


def test_full_disk_is_named(tmp_path):
    """With the file that could not be written, and the cause."""
    with open("/dev/full", "w", encoding="ascii") as full:
        for options in (["--stimulus", "random", "--cycles", "5000", "--out", str(tmp_path / "out")], ["--help"]):
            done = subprocess.run([SIM, *options], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120,
                                  check=False)
            assert (done.returncode, done.stderr) == (
                2, "spu-sim: stdout: No space left on device\n"), f"status and words of {options}"
    script = ('mount -t tmpfs -o size="$1" tmpfs "$2" && shift 2 && "$@"; echo "status $?"')
    program = ["--workload", DEMO, "--trace", TRACE, "--interval", "256", "--ops", "100000"]
    for size, name, options in (("12k", "records.spe", program), ("32k", "perf.data", program),
                                ("12k", "records.spe", ["--stimulus", "random", "--cycles", "100000"])):
        done = subprocess.run(["unshare", "--mount", "--map-root-user", "bash", "-c", script, "bash", size,
                               str(tmp_path), SIM,
                               "--unchecked", *options, "--out", str(tmp_path)], capture_output=True, text=True,
                              timeout=120, check=False)
        if "status" not in done.stdout or "mount:" in done.stderr:
            not_done(f"no file system can be mounted here: {done.stderr}")
        assert done.stdout.splitlines()[-1] == "status 2", f"status ({done.stderr})"
        assert re.fullmatch(rf"spu-sim: {tmp_path}/{name}: [\w ]+: No space left on device",
                            done.stderr.splitlines()[-1]), f"{size}: {done.stderr!r}"


@pytest.mark.parametrize("program", [f"{BUILD}/base/spu-sim", f"{BUILD}/base/spu-shrink",
                                     f"{BUILD}/base/spu-throughput",
                                     f"{BUILD}/bin/spe-trace", f"{BUILD}/bin/spe-dump", f"{BUILD}/bin/spu-config",
                                     f"{BUILD}/bin/perf-data", f"{BUILD}/bin/a64-classify", f"{BUILD}/bin/spu-host",
                                     f"{BUILD}/unit/scripted/core-sim"])
def test_help_fits_a_terminal(program):
    lines = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(lines) > 3 and [line for line in lines if len(line) > 80] == []
