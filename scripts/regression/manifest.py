# SPDX-License-Identifier: Apache-2.0
"""What a regression runs: seeds x configurations x profiles, and scenarios and a program per configuration.

A job's key is a hash of its command and of the contents of the files the command executes. Under that key its
result is found again, so what finished with the same simulator is not repeated.
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
    weight: float  # seconds it is expected to take; only for the time left
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


def all_profiles():
    names = stimuli.profiles()
    if not names:
        raise Problem("tb/stimulus/random/random_profile.c: no profile of the random stimulus found")
    return [MIXED, *names, DIRECTED, PROGRAM]


def random_job(options, config, profile, seed):
    choice = [] if profile == MIXED else ["--profile", profile]
    return Job(f"{config}.{profile}.seed{seed}", config, profile, seed,
               [f"{options.simulators}/{config}/spu-sim", "--stimulus", "random", "--seed", str(seed),
                "--cycles", str(options.cycles), *choice, *([] if options.soak else ["--coverage"])],
               options.limit or 60 + options.cycles // 2000, 0.02 + options.cycles / 180_000)


def directed_job(options, config, scenario):
    return Job(f"{config}.{DIRECTED}.{scenario}", config, DIRECTED, 1,
               [f"{options.simulators}/{config}/spu-sim", "--stimulus", "directed", "--scenario", scenario,
                "--coverage"],
               options.limit or 60, 0.05)


def program_job(options, config):
    return Job(f"{config}.{PROGRAM}", config, PROGRAM, 1,
               [f"{options.simulators}/{config}/spu-sim", "--stimulus", "program", "--ops", str(options.ops),
                "--workload",
                f"{options.build}/workload/demo", "--trace", f"{options.build}/workload/demo.trace",
                "--coverage"],
               options.limit or 60 + options.ops // 2000, options.ops / 50_000)


def plan(options, known_configs):
    """The plan: the longest jobs first, then seed by seed, so that what is finished is spread evenly."""
    configs = chosen_names("configuration", options.configs, known_configs)
    profiles = chosen_names("profile", options.profiles, all_profiles())
    random = [name for name in profiles if name not in (DIRECTED, PROGRAM)]
    jobs = [program_job(options, config) for config in configs if PROGRAM in profiles]
    jobs += [directed_job(options, config, scenario)
             for config in configs if DIRECTED in profiles for scenario in stimuli.scenarios()]
    jobs += [random_job(options, config, profile, seed)
             for seed in range(options.seed, options.seed + options.seeds) for config in configs for profile in random]
    identities = {}
    for job in jobs:
        files = [word for word in job.command if word.startswith((f"{options.build}/", f"{options.simulators}/"))]
        for path in files:
            if path not in identities:
                identities[path] = identity(path)
        text = json.dumps([job.command, [identities[path] for path in files]])
        job.key = hashlib.sha256(text.encode()).hexdigest()[:32]
    return Plan(jobs, configs, profiles, identities)


def reproduction(job):
    """The command that runs the job again, for people."""
    if job.command[0] != f"build/{job.config}/spu-sim":
        return shlex.join(job.command)
    names = {"--stimulus": "STIMULUS", "--seed": "SEED", "--cycles": "CYCLES", "--profile": "PROFILE",
             "--scenario": "SCENARIO", "--ops": "OPS"}
    return f"make sim CONFIG={job.config} " + " ".join(
        f"{names[option]}={shlex.quote(value)}" for option, value in itertools.pairwise(job.command)
        if option in names)


def to_json(jobs, identities, tasks):
    """The plan as a file: a job a line."""
    rows = ",\n".join(json.dumps(dataclasses.asdict(job)) for job in jobs)
    return f'{{"tasks": {tasks}, "identities": {json.dumps(identities)}, "jobs": [\n{rows}\n]}}\n'


def quoted(*words):
    return shlex.join(words)


def directory_name(job):
    """The job's name as one component of a path."""
    return "".join(letter if letter.isalnum() or letter in "._-" else "_" for letter in job.name).lstrip(".")


def check_identities(identities):
    """The files are what the plan was made for."""
    for path, expected in identities.items():
        if identity(path) != expected:
            raise Problem(f"{path} is not the file any more that the regression was started with")


def signature(path):
    """Changes when the file is replaced; costs no reading."""
    status = os.stat(path)
    return status.st_ino, status.st_size, status.st_mtime_ns
