# SPDX-License-Identifier: Apache-2.0
"""How far it is: one line that is rewritten on a terminal, a line now and then in a log. On standard error."""

import sys
import time

from util.readable import duration

LOG_SECONDS = 30  # between two lines of a log


class Status:
    def __init__(self):
        self.terminal = sys.stderr.isatty()
        self.began = self.shown = time.monotonic()

    def text(self, what, done, total):
        """With the time left, if something is done already."""
        elapsed = time.monotonic() - self.began
        left = f", {duration(elapsed / done * (total - done))} left" if 0 < done < total else ""
        return f"{what} ({duration(elapsed)}{left})"

    def show(self, what, done=0, total=0):
        now = time.monotonic()
        if self.terminal:
            print(f"\r\x1b[K{self.text(what, done, total)[:160]}", end="", file=sys.stderr, flush=True)
        elif now - self.shown >= LOG_SECONDS:
            self.shown = now
            print(self.text(what, done, total), file=sys.stderr, flush=True)

    def clear(self):
        if self.terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
