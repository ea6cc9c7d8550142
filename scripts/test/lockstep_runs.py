# SPDX-License-Identifier: Apache-2.0
"""For tests: runs of the simulators. Several tests read the records of the demonstration program."""

import fcntl
import functools
import os

from facts import configuration_table
from helpers import BUILD, SESSION, call, failure, needed, read, run_logged

CONFIGS = list(configuration_table.load().named)
OUT = f"{BUILD}/test"
PROGRAM = f"{BUILD}/workload/demo"
OTHER_SEEDS = ("2", "3")  # of two runs with other samples and twice as many, for statistics
OTHER_INTERVAL = "512"
FEWER_OPERATIONS = "1000000"  # in every configuration except the first, which runs the whole program
LIMIT = 570  # seconds

# Name, which is a directory in OUT: configuration and options.
PROGRAM_RUNS = {
    "sim": (CONFIGS[0], ()),
    **{f"program-seed{seed}": (CONFIGS[0], ("--seed", seed, "--interval", OTHER_INTERVAL)) for seed in OTHER_SEEDS},
    **{f"sim-{config}": (config, ("--ops", FEWER_OPERATIONS)) for config in CONFIGS[1:]},
}


@functools.cache
def scenarios_of(config):
    """The scenarios that apply to the configuration."""
    return call(needed(f"{BUILD}/{config}/spu-sim", "make test"), "--stimulus", "directed", "--scenario", "list",
                check=True).stdout.split()


def simulate(config, name, *options):
    """Runs the simulator with its results in OUT/name and its output in OUT/log/name.log; it must end with status 0.
    Returns the directory."""
    command = [f"{BUILD}/{config}/spu-sim", *options, "--out", f"{OUT}/{name}"]
    os.makedirs(f"{OUT}/log", exist_ok=True)
    cause, text = run_logged(command, f"{OUT}/log/{name}.log", LIMIT)
    if cause:
        raise AssertionError(failure(" ".join(command), cause, text))
    return f"{OUT}/{name}"


def program_run(name):
    """The directory of this run of PROGRAM_RUNS, which the first caller of a session makes."""
    config, options = PROGRAM_RUNS[name]
    os.makedirs(OUT, exist_ok=True)
    with open(f"{OUT}/{name}.ended", "a+", encoding="utf-8") as ended:  # the session, and the cause if the run failed
        fcntl.flock(ended, fcntl.LOCK_EX)
        ended.seek(0)
        session, _, cause = ended.read().partition("\n")
        if session != os.environ[SESSION]:
            cause = ""
            try:
                simulate(config, name, "--stimulus", "program", *options, "--workload", PROGRAM,
                         "--trace", f"{PROGRAM}.trace")
            except AssertionError as error:
                cause = str(error)
            ended.truncate(0)
            ended.write(f"{os.environ[SESSION]}\n{cause}")
    if cause:
        raise AssertionError(cause)
    return f"{OUT}/{name}"


def program_log(name):
    """The simulator's output in this run of PROGRAM_RUNS."""
    program_run(name)
    return read(f"{OUT}/log/{name}.log")
