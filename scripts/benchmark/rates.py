# SPDX-License-Identifier: Apache-2.0
"""From measured times to rates and their ratios.

Other programs on the machine only ever make a time longer: the best of some repetitions is closest to the truth, and
the median says what to expect.
"""

import dataclasses
import statistics

CLOCKS = ("cpu", "wall")  # processor time of all threads; what the user waits for
LOADED = 0.1  # waited(): on such a machine wall clock says nothing


@dataclasses.dataclass
class Run:
    """One run of a simulator."""
    work: int  # cycles simulated
    cpu: float  # seconds
    wall: float

    def rate(self, clock):
        return self.work / getattr(self, clock)


def summary(runs):
    """{clock: {median, best}}: cycles per second."""
    return {clock: {"median": statistics.median(run.rate(clock) for run in runs),
                    "best": max(run.rate(clock) for run in runs)} for clock in CLOCKS}


def ratios(new, old):
    """{clock: {best, median}}: how many times as fast as `old`. Best against best, and the median of the pairs."""
    return {clock: {"best": max(run.rate(clock) for run in new) / max(run.rate(clock) for run in old),
                    "median": statistics.median(a.rate(clock) / b.rate(clock) for a, b in zip(new, old, strict=True))}
            for clock in CLOCKS}


def waited(runs):
    """How much longer than their processor time they took, the median: 0.2 is 20 %."""
    return statistics.median(run.wall / run.cpu for run in runs) - 1
