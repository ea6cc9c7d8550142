#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Any bytes are safe (requirement F3): the fuzz targets, with the inputs in the tree and then changes of them.

FUZZ_SECONDS is the time for all targets together (default 12), two at a time; make fuzz gives each ten minutes. A failure names the input, which is
kept, and the command that repeats it.
"""

import concurrent.futures
import os
import random
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(os.path.dirname(__file__), ".."), "scripts"]
import fuzz
from perf_tools import BUILD, Tap, expect, needed

SECONDS = int(os.environ.get("FUZZ_SECONDS", "12"))
SEED = int(os.environ.get("FUZZ_SEED", "0")) or random.randrange(1, 2**31)
AT_A_TIME = 2

tap = Tap()
targets = fuzz.targets()


def add(target, future):
    def check():
        expect(fuzz.inputs(target), f"no input in the tree for {target}")
        needed(f"{BUILD}/fuzz/{target}", "make")
        result = future.result()
        expect(not result.cause, f"{result.cause}\nagain: {result.again or 'see the output'}\nseed {SEED}\n"
                                 f"{result.output[-1500:]}")
        print(f"# {result.line()}, seed {SEED}")

    check.__name__ = f"no_input_breaks_{target}"
    tap.test(check)


@tap.test
def every_target_is_fuzzed():
    expect(len(targets) >= 5, f"targets: {targets}")


with tempfile.TemporaryDirectory(dir=BUILD) as directory, \
        concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
    each = max(1, SECONDS * AT_A_TIME // max(1, len(targets)))
    for name in targets:
        add(name, pool.submit(fuzz.run, BUILD, name, each, f"{directory}/{name}", SEED))
    tap.run()
