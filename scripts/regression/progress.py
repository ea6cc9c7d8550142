# SPDX-License-Identifier: Apache-2.0
"""How far the regression is: one line that is rewritten on a terminal, a line now and then in a log."""

import sys
import time

from util.readable import duration

LOG_SECONDS = 30  # between two lines of a log


class Progress:
    """Time left is estimated from the expected times (weights) of the jobs done and not done yet."""

    def __init__(self, total, finished, weight):
        self.total = total
        self.finished = finished
        self.failed = 0
        self.weight = weight  # of what is left
        self.weight_done = 0.0
        self.terminal = sys.stdout.isatty()
        self.began = self.shown = time.monotonic()

    def text(self):
        words = f"{self.finished}/{self.total} runs"
        if self.failed:
            words += f", {self.failed} failed"
        if self.weight_done > 0 and self.finished < self.total:
            elapsed = time.monotonic() - self.began
            words += f", {duration(elapsed * (self.weight - self.weight_done) / self.weight_done)} left"
        return words

    def count(self, job, result):
        self.finished += 1
        self.weight_done += job.weight
        if not result["passed"]:
            self.failed += 1
            self.say(f"FAIL {job.name}: {result['cause']}")

    def say(self, line):
        """A line that stays."""
        print(("\r\x1b[K" if self.terminal else "") + line, flush=True)

    def show(self):
        now = time.monotonic()
        if now - self.shown < (0.2 if self.terminal else LOG_SECONDS):
            return
        self.shown = now
        if self.terminal:
            print(f"\r\x1b[K{self.text()}", end="", flush=True)
        else:
            self.say(self.text())

    def clear(self):
        if self.terminal:
            print("\r\x1b[K", end="", flush=True)
