#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the fuzz targets (tb/programs/test/fuzz) that make has built: first on the committed inputs, then on
mutations of them.

Prints a line for each target: executions, executions per second, edges of the code that were reached, inputs that
reached new ones (kept in build/fuzz/corpus), and after a failure the cause and the command that repeats it. The failing
input is kept in build/fuzz/artifacts. Status 0: no failure. 1: a failure, or a target did nothing. 2: wrong use.
"""

import argparse
import concurrent.futures
import dataclasses
import glob
import os
import re
import subprocess
import sys

SOURCES = "tb/programs/test/fuzz"
LONGEST = 4096  # bytes of an input
INPUT_SECONDS = 20  # limit for one input
MEGABYTES = 2048


@dataclasses.dataclass
class Result:
    target: str
    executions: int = 0
    per_second: int = 0
    edges: int = 0
    new_inputs: int = 0
    cause: str = ""  # empty: no failure
    again: str = ""  # the command that repeats it
    output: str = ""

    def line(self):
        text = (f"{self.target:10} {self.executions:>10} executions {self.per_second:>7}/s {self.edges:>6} edges "
                f"{self.new_inputs:>5} new inputs")
        if self.cause:
            text += f"\n{self.target:10} BROKEN: {self.cause}" + (f"\n{self.target:10} again: {self.again}"
                                                                  if self.again else "")
        return text


def targets():
    return sorted(os.path.basename(path)[:-len("_fuzz.c")] for path in glob.glob(f"{SOURCES}/*_fuzz.c"))


def inputs(target):
    """The committed inputs of a target: small real files, and inputs that once failed."""
    return sorted(path for kind in ("corpus", "found") for path in glob.glob(f"{SOURCES}/{kind}/{target}/*"))


def number(pattern, text):
    """The last number that the pattern finds, or 0."""
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def cause_of(output, status):
    for pattern in (r"(\S+:\d+: does not hold: .*)", r"(\S+:\d+:\d+: runtime error: .*)",
                    r"ERROR: (AddressSanitizer: \S+)", r"ERROR: (libFuzzer: .*)", r"ERROR: (LeakSanitizer: .*)"):
        found = re.search(pattern, output)
        if found:
            return found[1]
    return f"status {status}"


def execute(command, target, limit):
    """A Result without numbers, and the output."""
    result = Result(target)
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        result.cause = f"still running after {limit} s"
        return result
    result.output = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        result.cause = cause_of(result.output, done.returncode)
        written = re.search(r"Test unit written to (\S+)", result.output)
        result.again = f"{command[0]} {written[1]}" if written else ""
    return result


def options(build, target):
    os.makedirs(f"{build}/fuzz/artifacts", exist_ok=True)
    return [f"-artifact_prefix={build}/fuzz/artifacts/{target}-", f"-timeout={INPUT_SECONDS}",
            f"-rss_limit_mb={MEGABYTES}"]


def replay(build, target):
    """Runs the committed inputs unchanged."""
    files = inputs(target)
    result = execute([f"{build}/fuzz/{target}", *options(build, target), *files], target,
                     60 + INPUT_SECONDS * len(files))
    result.executions = len(re.findall(r"^Executed ", result.output, re.M))
    if not result.cause and result.executions != len(files):
        result.cause = f"{result.executions} of {len(files)} committed inputs were run"
    if result.cause and not result.again:  # libFuzzer does not write an input that already is a file
        running = re.findall(r"^Running: (\S+)", result.output, re.M)
        result.again = f"{build}/fuzz/{target} {running[-1]}" if running else ""
    return result


def fuzz(build, target, seconds, corpus, seed):
    """Mutates inputs for a number of seconds; those that reach new code are kept in the directory `corpus`."""
    os.makedirs(corpus, exist_ok=True)
    directories = [path for path in (f"{SOURCES}/corpus/{target}", f"{SOURCES}/found/{target}") if os.path.isdir(path)]
    result = execute([f"{build}/fuzz/{target}", *options(build, target), f"-max_len={LONGEST}", "-len_control=0",
                      f"-seed={seed}", f"-max_total_time={seconds}", "-print_final_stats=1", corpus, *directories],
                     target,
                     seconds + 4 * INPUT_SECONDS)
    result.executions = number(r"stat::number_of_executed_units:\s*(\d+)", result.output)
    result.per_second = number(r"stat::average_exec_per_sec:\s*(\d+)", result.output)
    result.new_inputs = number(r"stat::new_units_added:\s*(\d+)", result.output)
    result.edges = number(r"cov: (\d+)", result.output)
    if not result.cause and (result.executions <= len(inputs(target)) or result.edges == 0):
        result.cause = "it tried no mutated input"
    return result


def run(build, target, seconds, corpus, seed=0):
    """Runs both; returns the first failure."""
    first = replay(build, target)
    return first if first.cause else fuzz(build, target, seconds, corpus, seed)


def wrong_use(text):
    print(f"fuzz.py: {text}", file=sys.stderr)
    return 2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", metavar="DIR", help="build directory (default: %(default)s)")
    parser.add_argument("--seconds", type=int, default=600, metavar="N", help="for each target (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="targets at a time")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="0: a new one each time (default)")
    parser.add_argument("--replay", action="store_true", help="only run the committed inputs")
    parser.add_argument("target", nargs="*", help="default: all")
    arguments = parser.parse_args()
    known = targets()
    chosen = arguments.target or known
    for target in chosen:
        if target not in known:
            return wrong_use(f"{target}: no such target (there are: {' '.join(known)})")
        if not os.access(f"{arguments.build}/fuzz/{target}", os.X_OK):
            return wrong_use(f"{arguments.build}/fuzz/{target}: not there; make fuzz makes it")
    if arguments.seconds < 1 or arguments.jobs < 1:
        return wrong_use("--seconds and --jobs must be at least 1")

    def one(target):
        if arguments.replay:
            return replay(arguments.build, target)
        return run(arguments.build, target, arguments.seconds, f"{arguments.build}/fuzz/corpus/{target}",
                   arguments.seed)

    broken = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for result in pool.map(one, chosen):
            print(result.line(), flush=True)
            broken += bool(result.cause)
            if result.cause and not result.again:
                print(result.output[-2000:])
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
