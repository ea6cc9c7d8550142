# SPDX-License-Identifier: Apache-2.0
"""RTL and model in lockstep, in every named configuration: the demonstration program, random stimulus, every scenario."""

import pytest

from lockstep_runs import CONFIGS, PROGRAM_RUNS, program_run, simulate
from regression import stimuli

RANDOM_CYCLES = "300000"
RANDOM_SEEDS = ("1", "2", "3")


@pytest.mark.parametrize("name", PROGRAM_RUNS)
def test_program(name):
    program_run(name)


@pytest.mark.parametrize("seed", RANDOM_SEEDS)
@pytest.mark.parametrize("config", CONFIGS)
def test_random(config, seed):
    simulate(config, f"{config}-random{seed}", "--stimulus", "random", "--cycles", RANDOM_CYCLES, "--seed", seed)


@pytest.mark.parametrize("scenario", stimuli.scenarios())
@pytest.mark.parametrize("config", CONFIGS)
def test_directed(config, scenario):
    simulate(config, f"{config}-{scenario}", "--stimulus", "directed", "--scenario", scenario)
