# SPDX-License-Identifier: Apache-2.0
"""The names of stimuli for the simulator: directed scenarios and profiles of the random stimulus.

The names come from the C sources, so that a new one runs without being listed anywhere else.
"""

import glob
import re


def names(pattern, expression):
    found = []
    for path in sorted(glob.glob(pattern)):
        with open(path, encoding="utf-8") as file:
            found += re.findall(expression, file.read(), re.M)
    return found


def scenarios():
    """Names of the directed scenarios, for --scenario."""
    return names("tb/unit/stimulus/directed/directed_*.c", r"^SCENARIO(?:_IF)?\((\w+)")


def profiles():
    """Names of the profiles of the random stimulus, for --profile, which takes '-' for a blank."""
    return [name.replace(" ", "-")
            for name in names("tb/unit/stimulus/random/random_profile.c", r"^    \{\"([^\"]+)\"")]
