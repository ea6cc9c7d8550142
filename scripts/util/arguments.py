# SPDX-License-Identifier: Apache-2.0
"""Arguments of the scripts: wrong use is one line and status 2."""

import argparse


class Parser(argparse.ArgumentParser):
    def error(self, message):
        """One line, as everywhere."""
        self.exit(2, f"{self.prog}: {message}\n")


def positive(text):
    """A type of arguments: a whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return int(text)
