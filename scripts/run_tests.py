#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every test of the project on what make has built, and says what passed.

Programs that print TAP (cmocka programs and tb/unit/*_test.py) give one test a TAP line; every simulation is
one test. Whatever is not a clear pass is a failure: a time limit, a signal, a missing plan, a skipped test, a
program without a test, or no test at all. Results: a line a test, build/test/results.json, build/test/junit.xml
and the whole output of each program in build/test/log/. Status 0: all passed. 1: not. 2: wrong use.
"""

import argparse
import concurrent.futures
import dataclasses
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import junit
import stimuli

PROGRAM_OPERATIONS = 1_000_000  # in every configuration but the first, which runs the whole program
PROGRAM_SEEDS = (2, 3)  # runs of base with other samples, and twice as many: for statistics
PROGRAM_INTERVAL = 512
RANDOM_CYCLES = 300_000
RANDOM_SEEDS = (1, 2, 3)
UNIT_LIMIT = 300  # seconds
SIMULATION_LIMIT = 600


@dataclasses.dataclass
class Job:
    """One program to run. A TAP program holds several tests; any other is one test, passed by status 0."""

    name: str
    command: list
    limit: int
    tap: bool = False
    environment: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Result:
    suite: str
    name: str
    passed: bool
    seconds: float
    message: str = ""


def simulation(build, config, name, *arguments):
    return Job(f"{config}.{name}", [f"{build}/{config}/spu-sim", *arguments], SIMULATION_LIMIT)


def first_jobs(build, configs):
    """What other tests read the result of: the demonstration program in every configuration, in base several times."""
    jobs = [program(build, configs[0], "program", "sim")]
    for seed in PROGRAM_SEEDS:
        jobs.append(program(build, configs[0], f"program-seed{seed}", f"program-seed{seed}", "--seed", str(seed),
                            "--interval", str(PROGRAM_INTERVAL)))
    return jobs + [program(build, config, "program", f"sim-{config}", "--ops", str(PROGRAM_OPERATIONS))
                   for config in configs[1:]]


def program(build, config, name, output, *options):
    return simulation(build, config, name, "--stimulus", "program", "--out", f"{build}/test/{output}", *options,
                      "--workload", f"{build}/workload/demo", "--trace", f"{build}/workload/demo.trace")


def all_jobs(build, configs):
    """Everything else; what takes longest first."""
    jobs = []
    for seed in RANDOM_SEEDS:
        for config in configs:
            jobs.append(simulation(build, config, f"random.seed{seed}", "--stimulus", "random",
                                   "--cycles", str(RANDOM_CYCLES), "--seed", str(seed),
                                   "--out", f"{build}/test/{config}-random{seed}"))
    for config in configs:
        for name in stimuli.scenarios():
            jobs.append(simulation(build, config, name, "--stimulus", "directed", "--scenario", name,
                                   "--out", f"{build}/test/{config}-{name}"))
    for path in sorted(glob.glob("tb/unit/*_test.py")):
        jobs.append(Job(os.path.basename(path)[:-len(".py")], [sys.executable, path], SIMULATION_LIMIT, tap=True,
                        environment={"BUILD": build}))
    for path in sorted(glob.glob("tb/unit/*_test.c") + glob.glob("tb/unit/*_test.sv")):
        name = os.path.basename(path).rpartition(".")[0]
        jobs.append(Job(name, [f"{build}/unit/{name}"], UNIT_LIMIT, tap=True,
                        environment={"CMOCKA_MESSAGE_OUTPUT": "TAP"}))
    return jobs


running = set()
running_lock = threading.Lock()


def execute(job, log):
    """Runs the program with its output in the file `log`. (status or cause, seconds)."""
    began = time.monotonic()
    with open(log, "wb") as output:
        try:
            process = subprocess.Popen(job.command, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, start_new_session=True,
                                       env={**os.environ, **job.environment})
        except OSError as error:
            return f"cannot run {job.command[0]}: {error.strerror}", 0.0
        with running_lock:
            running.add(process)
        try:
            status = process.wait(timeout=job.limit)
            cause = "" if status == 0 else f"status {status}" if status > 0 else f"signal {-status}"
        except subprocess.TimeoutExpired:
            cause = f"still running after {job.limit} s"
        finally:
            with running_lock:
                running.discard(process)
            end(process)
    return cause, time.monotonic() - began


def end(process):
    """Ends the program and everything it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


TAP_LINE = re.compile(r"(not )?ok\s+(\d+)?\s*(?:-\s*)?(.*)")
NOT_DONE = "# not done: "  # what a program could not test here, and does not count as a test
TAP_PLAN = re.compile(r"1\.\.(\d+)\s*")


def read_tap(job, cause, seconds, text):
    """The tests of a TAP program. The time is the program's, given to its first test."""
    results = []
    planned = None
    for line in text.splitlines():
        plan = TAP_PLAN.fullmatch(line)
        test = TAP_LINE.fullmatch(line)
        if plan:
            planned = int(plan[1])
        elif test:
            name, _, directive = test[3].partition(" # ")
            skipped = directive.strip().lower().startswith(("skip", "todo"))
            passed = not test[1] and not skipped
            message = "" if passed else "skipped: " + directive if skipped else ""
            results.append(Result(job.name, name.strip() or test[2] or "?", passed, 0.0, message))
        elif line.startswith("#") and results and not results[-1].passed:
            results[-1].message += line + "\n"
    if results:
        results[0].seconds = seconds
    if cause and all(result.passed for result in results):
        results.append(Result(job.name, "ends_well", False, seconds, cause))
    elif not results:
        results.append(Result(job.name, "has_tests", False, seconds, "it ran no test"))
    elif planned != len(results):
        results.append(Result(job.name, "runs_every_planned_test", False, seconds,
                              f"plan {'missing' if planned is None else planned}, {len(results)} run"))
    return results


def run(job, directory):
    log = f"{directory}/log/{job.name}.log"
    cause, seconds = execute(job, log)
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if job.tap:
        results = read_tap(job, cause, seconds, text)
    else:
        suite, _, name = job.name.partition(".")
        results = [Result(suite, name, not cause, seconds, cause)]
    return job, results, text


def report(job, results, text, colour):
    for result in results:
        word = "ok  " if result.passed else "FAIL"
        if colour:
            word = f"\x1b[3{2 if result.passed else 1}m{word}\x1b[0m"
        time_text = f"  ({result.seconds:.1f} s)" if result.seconds >= 0.1 else ""
        print(f"{word} {result.suite}.{result.name}{time_text}", flush=True)
    for line in text.splitlines():
        if line.startswith(NOT_DONE):
            print(f"     {line[2:]}")
    if not all(result.passed for result in results):
        for result in results:
            if result.message:
                print(f"     {result.name}: {result.message.rstrip()}")
        lines = text.splitlines()
        if len(lines) > 40:
            print(f"     ... {len(lines) - 40} lines before this")
        print("\n".join("     " + line for line in lines[-40:]))
        environment = "".join(f"{name}={value} " for name, value in job.environment.items())
        print(f"     again: {environment}{' '.join(job.command)}", flush=True)


def write_results(directory, results, seconds):
    with open(f"{directory}/results.json", "w", encoding="utf-8") as file:
        json.dump({"passed": sum(result.passed for result in results),
                   "failed": sum(not result.passed for result in results),
                   "seconds": round(seconds, 3),
                   "tests": [dataclasses.asdict(result) for result in results]}, file, indent=1)
        file.write("\n")
    junit.write(f"{directory}/junit.xml", results)


def interrupted(_number, _frame):
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(description="Runs every test on what make has built.")
    parser.add_argument("--build", default="build", metavar="DIR", help="default: %(default)s")
    parser.add_argument("--configs", nargs="+", default=["base"], metavar="NAME", help="default: base")
    parser.add_argument("--only", default="", metavar="TEXT", help="programs with TEXT in their name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="at a time (%(default)s)")
    arguments = parser.parse_args()
    build, directory = arguments.build, f"{arguments.build}/test"
    if not os.path.isdir(build) or arguments.jobs < 1:
        parser.error(f"{build}: no such directory" if arguments.jobs >= 1 else "--jobs: at least 1")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(f"{directory}/log")
    signal.signal(signal.SIGTERM, interrupted)

    began = time.monotonic()
    results = []
    colour = sys.stdout.isatty()
    batches = [[job for job in batch if arguments.only in job.name]
               for batch in (first_jobs(build, arguments.configs), all_jobs(build, arguments.configs))]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        try:
            for batch in batches:
                for done in concurrent.futures.as_completed([pool.submit(run, job, directory) for job in batch]):
                    job, own, text = done.result()
                    results += own
                    report(job, own, text, colour)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            with running_lock:
                for process in list(running):
                    end(process)
            results.append(Result("run_tests", "interrupted", False, 0.0, "the run was interrupted"))
    seconds = time.monotonic() - began
    results.sort(key=lambda result: result.suite)
    if not results:
        results.append(Result("run_tests", "has_tests", False, 0.0, "there was no test to run"))
        print("FAIL run_tests.has_tests: there was no test to run")
    write_results(directory, results, seconds)
    failed = [result for result in results if not result.passed]
    for result in failed:
        print(f"failed: {result.suite}.{result.name}")
    print(f"{seconds:.0f} s; {directory}/junit.xml, {directory}/results.json")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
