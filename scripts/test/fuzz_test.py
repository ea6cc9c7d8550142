# SPDX-License-Identifier: Apache-2.0
"""No input crashes a reader (requirement F3): the fuzz targets with the committed inputs, then with mutations of them.

FUZZ_SECONDS is the time for all targets together (default 12), two at a time; in make fuzz each has ten minutes. A
failure names the input, which is kept, and the command that repeats it.
"""

import os
import random

import pytest

import fuzz
from helpers import BUILD, expect, needed

SECONDS = int(os.environ.get("FUZZ_SECONDS", "12"))
SEED = int(os.environ.get("FUZZ_SEED", "0")) or random.randrange(1, 2**31)
AT_A_TIME = 2

targets = fuzz.targets()
each = max(1, SECONDS * AT_A_TIME // max(1, len(targets)))


def test_every_target_is_fuzzed():
    assert len(targets) >= 5


@pytest.mark.parametrize("target", targets)
def test_no_input_breaks(target, tmp_path):
    assert fuzz.inputs(target)
    needed(f"{BUILD}/fuzz/{target}", "make")
    result = fuzz.run(BUILD, target, each, str(tmp_path / target), SEED)
    expect(not result.cause, f"{result.cause}\nagain: {result.again or 'see the output'}\nseed {SEED}\n"
                             f"{result.output[-1500:]}")
    print(f"{result.line()}, seed {SEED}")
