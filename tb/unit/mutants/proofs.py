# SPDX-License-Identifier: Apache-2.0
"""Checks that a mutant makes a property fail in its proof."""

import functools
import os
import time

import formal
from facts.mutants import changed_text


def attempt(mutant, expected, proof, out):
    """The assertion must fail when it is tried alone on the mutant: the Result, whose `how` is the mutant's name."""
    began = time.monotonic()
    name = expected.name
    home = f"{out}/mutants/{mutant.name}/{proof.title}-{name}"
    result = functools.partial(done, mutant, name, began)
    os.makedirs(home, exist_ok=True)
    changed = f"{home}/{os.path.basename(mutant.file)}"
    with open(changed, "w", encoding="utf-8") as file:
        file.write(changed_text(mutant))
    depth = 1 if proof.method == "comb" else expected.depth or proof.reach
    formal.write_sby(home, proof, "A", "bmc", depth, [name], {mutant.file: changed})
    status, output = formal.run_sby(home, proof.limit)
    if status == "PASS":
        return result(False, f"SURVIVED {proof.title}: still true within {depth} cycles")
    failed = formal.failed_in(output)
    if status != "FAIL" or [found for found, _ in failed] != [name] * len(failed) or not failed:
        return result(False, f"{status}: {formal.error_of(home, output)}")
    return result(True, f"{proof.title}: {name} fails in cycle {failed[0][1]}")


def done(mutant, name, began, passed, message):
    return formal.Result("mutants", f"{mutant.name}.{name}", passed, time.monotonic() - began, message, mutant.name)


def row(result):
    return f"{'caught' if result.passed else 'MISSED':<7} {result.how:<36} {result.message}"
