#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the simulators under many seeds, configurations and profiles, and reports (docs/regression.md).

Status 0: everything passed. 1: a failure, an interrupt, or nothing was run. 2: wrong use.
"""

import argparse
import os
import signal
import time

import pages
import regress_report
from util.arguments import Parser, chosen_names, positive
from facts.configuration_table import table
from regression import jobs, outcome
from regression.local import LocalEngine
from regression.slurm import SlurmEngine, run_slice
from regression.store import Store
from util.problem import run_main
from util.progress import Progress
from util.readable import duration

CYCLES = 20_000  # of each run of random stimulus: in half as many, three of 18,072 runs wrote no record
OPERATIONS = 1_000_000  # of the demonstration program
SOAK_CYCLES = 5_000_000  # of each run of a soak


def slice_of(text):
    """Converts the value of --slice to two numbers."""
    index, _, tasks = text.partition("/")
    if not (index.isdecimal() and tasks.isdecimal() and int(index) < int(tasks)):
        raise argparse.ArgumentTypeError(f"{text!r} is not I/N")
    return int(index), int(tasks)


def parse():
    parser = Parser(prog="regress.py", description="Runs many simulations in lockstep, and reports.")
    parser.add_argument("--out", default="build/regress", metavar="DIR", help="results (%(default)s)")
    parser.add_argument("--build", default="build", metavar="DIR", help="program and simulators (%(default)s)")
    parser.add_argument("--simulators", metavar="DIR", help="directory of the simulators, if it is another one")
    parser.add_argument("--seeds", type=positive, default=100, metavar="N", help="number of seeds (%(default)s)")
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="the first seed (%(default)s)")
    parser.add_argument("--configs", default="all", metavar="A,B", help="configurations (%(default)s)")
    parser.add_argument("--profiles", default="all", metavar="A,B",
                        help="profiles of the random stimulus, mixed, directed, program (%(default)s)")
    parser.add_argument("--cycles", type=positive, default=CYCLES, metavar="N",
                        help="cycles of a random run (%(default)s)")
    parser.add_argument("--ops", type=positive, default=OPERATIONS, metavar="N",
                        help="operations of the program (%(default)s)")
    parser.add_argument("--soak", type=positive, metavar="N",
                        help="N cycles of mixed random stimulus over all configurations, up to the first failure")
    parser.add_argument("--jobs", type=positive, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="runs at a time (%(default)s)")
    parser.add_argument("--limit", type=positive, metavar="SECONDS", help="limit of a run (default: by its length)")
    parser.add_argument("--fail-fast", action="store_true", help="stop at the first failure")
    parser.add_argument("--again", choices=("failed", "all"), help="repeat what has finished")
    parser.add_argument("--engine", choices=("local", "slurm"), default="local", help="where (%(default)s)")
    parser.add_argument("--tasks", type=positive, metavar="N", help="slurm: most tasks of the array")
    parser.add_argument("--slice", type=slice_of, metavar="I/N", help="slurm: do the work of task I of N of the array")
    arguments = parser.parse_args()
    arguments.simulators = arguments.simulators or arguments.build
    return arguments


def soak(arguments, configs):
    """Sets the options of a soak of that many cycles. More cycles add runs to those that have finished. It measures no
    functional coverage, which would take more than half of the time."""
    count = len(chosen_names("configuration", arguments.configs, configs))
    arguments.cycles = min(SOAK_CYCLES, -(-arguments.soak // count))
    arguments.seeds = -(-arguments.soak // (arguments.cycles * count))
    arguments.profiles, arguments.fail_fast = jobs.MIXED, True


def collect(store, tally, again):
    """Takes the existing results. Returns the jobs that are still to do."""
    pending = []
    for job in tally.not_run():
        result = store.load(job)
        if result is None or again == "all" or (again == "failed" and not result["passed"]):
            pending.append(job)
        else:
            tally.add(job, result)
    return pending


def announce(tally, pending, arguments):
    finished, old = len(tally.results), len(tally.failures())
    print(f"{len(tally.plan.jobs)} runs" + (f", of which {finished} have finished before" if finished else "")
          + (f"; {arguments.jobs} at a time" if arguments.engine == "local" and pending else ""), flush=True)
    if old:
        print(f"{old} of them failed and are not repeated (RERUN=1 repeats failures)", flush=True)


def run_all(engine, pending, tally, fail_fast):
    """Runs the jobs. Returns how that ended."""
    progress = Progress(len(tally.plan.jobs), "runs", len(tally.results))
    try:
        if fail_fast and tally.failures():
            return "stopped"
        for job, result in engine.run(pending) if pending else ():
            tally.add(job, result)
            if not result["passed"]:
                progress.failed += 1
                progress.say(f"FAIL {job.name}: {result['cause']}")
                if fail_fast:
                    return "stopped"
            progress.one()
    except KeyboardInterrupt:
        return "interrupted"
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        engine.close()
        progress.clear()
    return "finished"


def interrupted(_number, _frame):
    raise KeyboardInterrupt


def regress(arguments):
    began = time.monotonic()
    pages.environment()  # fails now, not after hours, if the report cannot be made
    configs = list(table().named)
    if arguments.soak:
        soak(arguments, configs)
    plan = jobs.plan(arguments, configs)
    store = Store(arguments.out)
    if arguments.slice:
        return run_slice(store, plan, arguments.slice, arguments.jobs)
    store.claim()
    tally = outcome.Tally(store, plan)
    pending = collect(store, tally, arguments.again)
    announce(tally, pending, arguments)
    reused = len(tally.results)
    for job in pending:
        store.forget(job)
    engine = (SlurmEngine(store, plan, arguments.tasks) if arguments.engine == "slurm"
              else LocalEngine(store, plan, arguments.jobs))
    end = run_all(engine, pending, tally, arguments.fail_fast)
    collect(store, tally, None)  # jobs that finished meanwhile
    result, bins = outcome.gather(tally, arguments, end, time.monotonic() - began, reused, engine.lost)
    outcome.write(store.path, result, bins)
    regress_report.write(store.path)
    outcome.show(result, store.path)
    print(f"{arguments.out}/report.html, results.json, junit.xml; {duration(result['seconds'])}")
    print(outcome.headline(result), flush=True)
    return 0 if result["passed"] == result["runs"] > 0 else 1


def main():
    arguments = parse()
    signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGTERM, interrupted)
    return regress(arguments)


if __name__ == "__main__":
    run_main(main)
