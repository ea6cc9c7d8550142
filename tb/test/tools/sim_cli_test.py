#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""spu-sim's command line: wrong use is told in one line with status 2, and leaves nothing behind.

Runs from the repository root. SPU_SIM names the program (default build/base/spu-sim).
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path[:0] = [os.path.join(os.path.dirname(__file__), ".."), "scripts"]
from perf_tools import run_in_directories

SIM = os.path.abspath(os.environ.get("SPU_SIM", "build/base/spu-sim"))
PLUGIN = os.path.abspath("build/lib/spe_trace_plugin.so")
DEMO = os.path.abspath("build/workload/demo")
TRACE = os.path.abspath("build/workload/demo.trace")
SPE_TRACE = os.path.abspath("build/bin/spe-trace")


def run(*arguments, **options):
    return subprocess.run([SIM, *arguments], capture_output=True, text=True, timeout=120, check=False, **options)


def refused(directory, *arguments, words):
    """Status 2, one line that says what is wrong, nothing written."""
    out = pathlib.Path(directory) / "out"
    result = run(*arguments, "--out", str(out))
    lines = result.stderr.splitlines()
    written = sorted(path.name for path in out.iterdir()) if out.is_dir() else []
    problems = []
    if result.returncode != 2:
        problems.append(f"status {result.returncode}, expected 2")
    if len(lines) != 1 or not lines[0].startswith("spu-sim: "):
        problems.append(f"expected one line, got {result.stderr!r}")
    if words not in result.stderr:
        problems.append(f"expected {words!r} in {result.stderr!r}")
    if result.stdout:
        problems.append(f"unexpected output {result.stdout!r}")
    if written:
        problems.append(f"left {written}")
    return problems


def unknown_option_is_refused(directory):
    return refused(directory, "--nonsense", words="--nonsense")


def missing_value_is_refused(directory):
    result = run("--seed")
    return [] if result.returncode == 2 and "--seed" in result.stderr else [repr(result)]


def stray_argument_is_refused(directory):
    return refused(directory, "--stimulus", "random", "stray", words="stray")


def unknown_stimulus_is_refused(directory):
    return refused(directory, "--stimulus", "other", words="--stimulus other")


def bad_numbers_are_refused(directory):
    problems = []
    for value in ("", "x", "-1", "1x", "99999999999999999999999"):
        problems += refused(directory, "--stimulus", "random", "--cycles", value, words="--cycles")
    return problems


def bad_interval_is_refused(directory):
    problems = []
    for value in ("0", "100", "4294967296"):
        problems += refused(directory, "--workload", SIM, "--interval", value, words="--interval")
    return problems


def zero_cycles_are_refused(directory):
    return refused(directory, "--stimulus", "random", "--cycles", "0", words="nothing would be compared")


def option_of_another_stimulus_is_refused(directory):
    return (refused(directory, "--stimulus", "random", "--ops", "5", words="--ops")
            + refused(directory, "--stimulus", "directed", "--cycles", "5", words="--cycles"))


def unknown_scenario_is_refused(directory):
    return refused(directory, "--stimulus", "directed", "--scenario", "nothing", words="nothing")


def missing_workload_is_refused(directory):
    return (refused(directory, words="--workload")
            + refused(directory, "--workload", "/no/such/program", "--plugin", PLUGIN, words="/no/such/program"))


def workload_of_another_machine_is_refused(directory):
    return refused(directory, "--workload", SIM, "--plugin", PLUGIN, words=SIM)


def workload_that_is_no_program_is_refused(directory):
    path = pathlib.Path(directory) / "text"
    path.write_text("not a program", encoding="ascii")
    return refused(directory, "--workload", str(path), "--plugin", PLUGIN, words=str(path))


def record(directory, limit):
    """A trace of the demonstration program."""
    path = pathlib.Path(directory) / "demo.trace"
    subprocess.run([SPE_TRACE, "record", "-o", str(path), "--limit", str(limit), "--", DEMO], check=True, timeout=120,
                   capture_output=True)
    return path


def bad_trace_is_refused(directory):
    trace = pathlib.Path(directory) / "good"
    whole = pathlib.Path(TRACE).read_bytes()
    trace.write_bytes(whole)
    problems = refused(directory, "--workload", DEMO, "--trace", "/no/such/trace", words="/no/such/trace")
    for name, data, words in (("cut", whole[:100_000], "byte"),
                              ("corrupted", whole[:500] + bytes([whole[500] ^ 1]) + whole[501:], "checksum"),
                              ("other", b"something else", "other")):
        bad = trace.with_name(name)
        bad.write_bytes(data)
        problems += refused(directory, "--workload", DEMO, "--trace", str(bad), words=words)
    for option, value in (("--args", "x"), ("--env", "A=b"), ("--cpu", "max")):
        problems += refused(directory, "--workload", DEMO, "--trace", str(trace), option, value,
                            words=f"{option}: not with --trace")
    return problems


def bad_variables_are_refused(directory):
    problems = []
    for text in ("A", "=b", "", "A=b c"):
        problems += refused(directory, "--workload", DEMO, "--env", text, words=f"--env {text}: must be NAME=VALUE")
    many = [word for number in range(65) for word in ("--env", f"A{number}=b")]
    problems += refused(directory, "--workload", DEMO, *many, words="--env A64=b: more than 64")
    return problems + refused(directory, "--stimulus", "random", "--env", "A=b", words="--env: only with")


def command_that_repeats_a_run_has_every_option(directory):
    """As the event list of a run says it."""
    events = pathlib.Path(directory) / "run.events"
    result = run("--workload", DEMO, "--plugin", PLUGIN, "--out", str(pathlib.Path(directory) / "out"), "--record",
                 str(events), "--ops", "20000", "--args", "one two", "--env", "A=b", "--env", "C=d", "--cpu", "cortex-a76")
    if result.returncode != 0:
        return [repr(result)]
    command = events.read_text(encoding="utf-8").partition("\nevents")[0]
    words = f'WORKLOAD={DEMO} INTERVAL=1024 ARGS="one two" ENV="A=b C=d" CPU=cortex-a76 OPS=20000'
    return [] if words in command else [f"expected {words} in {command[:500]!r}"]


def unknown_memory_order_is_refused(directory):
    return (refused(directory, "--workload", DEMO, "--axi", "fast", words="--axi fast: must be free, together")
            + refused(directory, "--stimulus", "random", "--axi", "free", words="--axi: only with"))


def memory_order_does_not_change_the_records(directory):
    """For WVALID before AWREADY, for all data before AWREADY, for the address before WREADY: the records are the
    same, what happens at the pins is not."""
    records = set()
    pins = set()
    for order in ("free", "together", "data-first", "address-first"):
        out = pathlib.Path(directory) / order
        events = pathlib.Path(directory) / f"{order}.events"
        result = run("--workload", DEMO, "--trace", TRACE, "--ops", "200000", "--axi", order, "--out", str(out),
                     "--record", str(events))
        if result.returncode != 0:
            return [f"{order}: status {result.returncode}: {result.stderr}"]
        report = json.loads((out / "report.json").read_text(encoding="utf-8"))
        if report["mismatches"] != 0 or report["records"] < 50:
            return [f"{order}: report.json says {report}"]
        command, _, happened = events.read_text(encoding="utf-8").partition("\n+")
        if (f"AXI={order}" in command) != (order != "free"):
            return [f"{order}: the command that repeats the run is {command!r}"]
        records.add((out / "records.spe").read_bytes())
        pins.add(happened)
    return [] if (len(records), len(pins)) == (1, 4) else [f"{len(records)} different records, {len(pins)} pins of 4"]


def recorded_trace_gives_the_same_run(directory):
    """What a trace gives is what executing the program gives."""
    trace = record(directory, 200000)
    outputs = []
    for name, arguments in (("live", ["--ops", "200000"]), ("trace", ["--trace", str(trace)])):
        out = pathlib.Path(directory) / name
        result = run("--workload", DEMO, "--plugin", PLUGIN, "--out", str(out), *arguments)
        if result.returncode != 0:
            return [f"{name}: status {result.returncode}: {result.stderr}"]
        outputs.append((out / "records.spe").read_bytes())
    return [] if outputs[0] == outputs[1] and outputs[0] else ["the records differ"]


def unwritable_output_is_refused(directory):
    file = pathlib.Path(directory) / "file"
    file.write_text("", encoding="ascii")
    result = run("--stimulus", "random", "--cycles", "1000", "--out", str(file / "below"))
    ok = result.returncode == 2 and len(result.stderr.splitlines()) == 1 and str(file) in result.stderr
    return [] if ok else [repr(result)]


def help_explains_every_option(directory):
    result = run("--help")
    problems = [] if result.returncode == 0 else [f"status {result.returncode}"]
    for option in ("stimulus", "workload", "args", "interval", "seed", "ops", "cycles", "out", "plugin",
                   "unchecked", "scenario", "waves", "axi"):
        if f"--{option}" not in result.stdout:
            problems.append(f"--help does not mention --{option}")
    return problems


def random_run_writes_its_report(directory):
    out = pathlib.Path(directory) / "out" / "deep"
    result = run("--stimulus", "random", "--cycles", "20000", "--seed", "3", "--out", str(out))
    if result.returncode != 0:
        return [repr(result)]
    problems = []
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    for field in ("config", "workload", "seed", "cycles", "operations", "samples", "collisions", "records", "bytes",
                  "filtered", "mismatches", "cycles_per_second", "functions", "discarded", "events"):
        if field not in report:
            problems.append(f"report.json lacks {field}")
    if problems:
        return problems
    if report["mismatches"] != 0 or report["compared"] < 20000 or report["seed"] != 3 or report["records"] == 0:
        problems.append(f"report.json says {report}")
    if (out / "records.spe").stat().st_size != report["bytes"]:
        problems.append("records.spe has another size than report.json says")
    left = [path.name for path in out.iterdir() if path.name.startswith(".")]
    if left:
        problems.append(f"temporary files are left: {left}")
    return problems


def checking_changes_nothing(directory):
    """The same run without model and checks gives the same records."""
    data = []
    for name, options in (("checked", []), ("unchecked", ["--unchecked"])):
        out = pathlib.Path(directory) / name
        result = run("--stimulus", "random", "--cycles", "20000", "--out", str(out), *options)
        if result.returncode != 0:
            return [repr(result)]
        data.append((out / "records.spe").read_bytes())
    return [] if data[0] == data[1] and data[0] else ["the records differ"]


def results_of_an_earlier_run_are_removed(directory):
    """What an earlier run left is gone: its mismatch after a good run, its profile after one without a profile."""
    out = pathlib.Path(directory) / "out"
    out.mkdir()
    old = ["mismatch.txt", "mismatch.json", "mismatch.fst", "perf.data"]
    for name in [*old, "mine.txt"]:
        (out / name).write_text("old", encoding="utf-8")
    result = run("--stimulus", "random", "--cycles", "5000", "--out", str(out))
    left = sorted(path.name for path in out.iterdir())
    return [] if result.returncode == 0 and left == ["mine.txt", "records.spe", "report.json"] else [repr(result), str(left)]


def run_without_a_record_fails(directory):
    result = run("--stimulus", "random", "--cycles", "3", "--out", str(pathlib.Path(directory) / "out"))
    return [] if result.returncode == 1 and "no record" in result.stderr else [repr(result)]


def interrupt_fails_and_leaves_nothing(directory):
    out = pathlib.Path(directory) / "out"
    with subprocess.Popen([SIM, "--stimulus", "random", "--cycles", "1000000000", "--out", str(out)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
    problems = [] if process.returncode != 0 else ["status 0"]
    if "interrupted" not in stderr:
        problems.append(repr(stderr))
    if out.is_dir() and any(out.iterdir()):
        problems.append("files are left")
    return problems


TESTS = [
    unknown_option_is_refused, missing_value_is_refused, stray_argument_is_refused, unknown_stimulus_is_refused,
    bad_numbers_are_refused, bad_interval_is_refused, zero_cycles_are_refused, option_of_another_stimulus_is_refused,
    unknown_scenario_is_refused, missing_workload_is_refused, workload_of_another_machine_is_refused,
    workload_that_is_no_program_is_refused, bad_trace_is_refused, bad_variables_are_refused,
    command_that_repeats_a_run_has_every_option,
    unknown_memory_order_is_refused, memory_order_does_not_change_the_records, recorded_trace_gives_the_same_run,
    unwritable_output_is_refused, help_explains_every_option, random_run_writes_its_report,
    checking_changes_nothing, results_of_an_earlier_run_are_removed,
    run_without_a_record_fails, interrupt_fails_and_leaves_nothing,
]


if __name__ == "__main__":
    sys.exit(run_in_directories(TESTS))
