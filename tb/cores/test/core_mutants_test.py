# SPDX-License-Identifier: Apache-2.0
"""The mutants that run beside a real core: each change can be made. make core-mutants elaborates and runs them. No
requirement: they show that records of a real core are checked."""

import re
import sys

from helpers import expect

sys.path.insert(0, "tb/cores")
import mutants as core_mutants  # pylint: disable=wrong-import-position


def test_every_mutant_is_a_change():
    for name, mutant in core_mutants.load().items():
        file, text = core_mutants.changed(name, mutant)
        with open(file, encoding="utf-8") as original:
            expect(original.read() != text, name)
        re.compile(mutant["says"])
