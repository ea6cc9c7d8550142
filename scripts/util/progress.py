# SPDX-License-Identifier: Apache-2.0
"""Progress of a long job: one line that is rewritten on a terminal, or occasional lines in a log."""

import sys
import time

from util.readable import duration

LOG_SECONDS = 30  # between two lines of a log


class Progress:
    """Counts finished things of a total. The remaining time is estimated from those done so far."""

    def __init__(self, total, things, done=0, file=sys.stdout):
        self.total, self.things, self.file = total, things, file
        self.done = self.before = done
        self.failed = 0
        self.terminal = file.isatty()
        self.began = self.shown = time.monotonic()

    def text(self):
        words = f"{self.done}/{self.total} {self.things}" + (f", {self.failed} failed" if self.failed else "")
        if self.before < self.done < self.total:
            each = (time.monotonic() - self.began) / (self.done - self.before)
            words += f", {duration(each * (self.total - self.done))} left"
        return words

    def one(self):
        """Counts one more."""
        self.done += 1
        now = time.monotonic()
        if now - self.shown >= (0.2 if self.terminal else LOG_SECONDS):
            self.shown = now
            print(f"\r\x1b[K{self.text()}" if self.terminal else self.text(), end="" if self.terminal else "\n",
                  file=self.file, flush=True)

    def clear(self):
        if self.terminal:
            print("\r\x1b[K", end="", file=self.file, flush=True)

    def say(self, line):
        """Prints a line that stays."""
        self.clear()
        print(line, file=self.file, flush=True)
