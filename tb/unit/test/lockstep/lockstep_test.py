# SPDX-License-Identifier: Apache-2.0
"""RTL and model in lockstep, in every named configuration: the demonstration program, random stimulus, every
scenario."""

import json

import pytest

from lockstep_runs import CONFIGS, PROGRAM, PROGRAM_RUNS, program_run, scenarios_of, simulate
from regression import stimuli

RANDOM_CYCLES = "300000"
RANDOM_SEEDS = ("1", "2", "3")
# Scenarios of FEAT_EBEP and PMUv3p9 with AArch32, and of AbortPtrHeld. Only rows of the sweep have these.
SWEPT = {"pmu_exception_makes_the_cycle_counter_long", "user_enable_needs_el1_in_aarch64",
         "user_enable_allows_aarch32_at_el0", "abort_of_the_second_burst_with_the_buffer_off"}

# What the core does in a program, and the seeds with their exceptions (docs/verification.md).
COUNTED = ("at_retirement", "at_dispatch", "interrupted", "refetched")
HABITS = {"120": {}, "59": {"refetched": False}}
HABITS_CONFIGS = ("base", "wide", "v9.6", "el1only")
TIMING_OPERATIONS = "300000"


@pytest.mark.parametrize("name", PROGRAM_RUNS)
def test_program(name):  # C4-C6, D4, D5, G9, N2-N4
    program_run(name)


@pytest.mark.parametrize("seed", HABITS)
@pytest.mark.parametrize("config", HABITS_CONFIGS)
def test_program_with_core_timing(config, seed):
    """A core squashes operations of the right path and dispatches them again. The same operations retire."""
    run = simulate(config, f"{config}-timing{seed}", "--stimulus", "program", "--ops", TIMING_OPERATIONS, "--seed",
                   seed, "--speculative", "--workload", PROGRAM, "--trace", f"{PROGRAM}.trace")
    with open(f"{run}/report.json", encoding="utf-8") as file:
        core = json.load(file)["core"]
    assert core["executed"] == int(TIMING_OPERATIONS)
    assert {name: core[name] != 0 for name in COUNTED} == dict.fromkeys(COUNTED, True) | HABITS[seed]


@pytest.mark.parametrize("seed", RANDOM_SEEDS)
@pytest.mark.parametrize("config", CONFIGS)
# A1-A3, B1-B8, C1-C7, D1-D8, E1-E7, F1, F2, G1-G8, G10-G12, H1-H7, U1-U5, P1-P8, T1-T5, N1-N9, IGRLRX
def test_random(config, seed):
    simulate(config, f"{config}-random{seed}", "--stimulus", "random", "--cycles", RANDOM_CYCLES, "--seed", seed)


@pytest.mark.parametrize("config", CONFIGS)
def test_directed(config):
    simulate(config, f"{config}-directed", "--stimulus", "directed")


@pytest.mark.parametrize("scenario", [name for name in stimuli.scenarios() if name not in SWEPT])
def test_scenario_alone(scenario):
    """From reset, without the state that other scenarios leave, in the last configuration to which it applies."""
    config = [config for config in CONFIGS if scenario in scenarios_of(config)][-1]
    simulate(config, f"scenario-{scenario}", "--stimulus", "directed", "--scenario", scenario)


def test_every_scenario_applies_somewhere():
    assert set(stimuli.scenarios()).difference(*map(scenarios_of, CONFIGS)) == SWEPT
