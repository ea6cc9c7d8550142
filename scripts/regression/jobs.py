# SPDX-License-Identifier: Apache-2.0
"""The jobs of a regression: seeds x configurations x profiles, and scenarios and a program per configuration.

A job's key is a hash of its command and of the contents of the files that the command executes. Results are stored
under that key, so a job that has finished with the same simulator is not repeated.
"""

import dataclasses
import hashlib
import itertools
import json
import os
import shlex

from regression import stimuli
from util.arguments import chosen_names
from util.problem import Problem

MIXED = "mixed"  # random stimulus without --profile: a profile every few thousand cycles
DIRECTED = "directed"
PROGRAM = "program"


@dataclasses.dataclass
class Job:
    """One run of the simulator."""

    name: str  # base.faults.seed3, base.directed.full_event_keeps_dl, base.program
    config: str
    profile: str  # of the random stimulus; or mixed, directed, program
    seed: int
    command: list  # without --out
    limit: int  # seconds
    key: str = ""


@dataclasses.dataclass
class Plan:
    jobs: list
    configs: list
    profiles: list
    identities: dict  # path of each file that is executed: SHA-256 of its contents


def identity(path):
    """SHA-256 of the file."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}; make regress builds it") from None


def signature(path):
    """A value that changes when the file is replaced, without reading the file."""
    status = os.stat(path)
    return status.st_ino, status.st_size, status.st_mtime_ns


def all_profiles():
    names = stimuli.profiles()
    if not names:
        raise Problem("tb/unit/stimulus/random/random_profile.c: no profile of the random stimulus found")
    return [MIXED, *names, DIRECTED, PROGRAM]


def runs(options, configs, profiles):
    """(configuration, profile, seed, rest of the name, options of the simulator, limit in seconds) of each run: the
    longest first, then seed by seed, so that finished runs are spread evenly."""
    demo = f"{options.build}/workload/demo"
    for config in configs if PROGRAM in profiles else ():
        yield (config, PROGRAM, 1, "", ["--stimulus", "program", "--ops", str(options.ops), "--workload", demo,
                                        "--trace", f"{demo}.trace"], 60 + options.ops // 2000)
    for config, scenario in itertools.product(configs, stimuli.scenarios() if DIRECTED in profiles else ()):
        yield config, DIRECTED, 1, f".{scenario}", ["--stimulus", "directed", "--scenario", scenario], 60
    random = [name for name in profiles if name not in (DIRECTED, PROGRAM)]
    for seed, config, profile in itertools.product(range(options.seed, options.seed + options.seeds), configs, random):
        choice = [] if profile == MIXED else ["--profile", profile]
        yield (config, profile, seed, f".seed{seed}", ["--stimulus", "random", "--seed", str(seed),
                                                       "--cycles", str(options.cycles), *choice],
               60 + options.cycles // 2000)


def plan(options, known_configs):
    configs = chosen_names("configuration", options.configs, known_configs)
    profiles = chosen_names("profile", options.profiles, all_profiles())
    jobs, identities = [], {}
    for config, profile, seed, name, arguments, seconds in runs(options, configs, profiles):
        command = [f"{options.simulators}/{config}/spu-sim", *arguments, *([] if options.soak else ["--coverage"])]
        files = [word for word in command if word.startswith((f"{options.build}/", f"{options.simulators}/"))]
        for path in files:
            if path not in identities:
                identities[path] = identity(path)
        text = json.dumps([command, [identities[path] for path in files]])
        jobs.append(Job(f"{config}.{profile}{name}", config, profile, seed, command, options.limit or seconds,
                        hashlib.sha256(text.encode()).hexdigest()[:32]))
    return Plan(jobs, configs, profiles, identities)


def reproduction(job):
    """The make command that runs the job again."""
    if job.command[0] != f"build/{job.config}/spu-sim":
        return shlex.join(job.command)
    names = {"--stimulus": "STIMULUS", "--seed": "SEED", "--cycles": "CYCLES", "--profile": "PROFILE",
             "--scenario": "SCENARIO", "--ops": "OPS"}
    return f"make sim CONFIG={job.config} " + " ".join(
        f"{names[option]}={shlex.quote(value)}" for option, value in itertools.pairwise(job.command)
        if option in names)
