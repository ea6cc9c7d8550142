# SPDX-License-Identifier: Apache-2.0
"""Arguments of the scripts: wrong use prints one line and ends with status 2."""

import argparse

from util.problem import Problem


class Parser(argparse.ArgumentParser):
    def error(self, message):
        """One line, as everywhere."""
        self.exit(2, f"{self.prog}: {message}\n")


def positive(text):
    """The type of an argument that is a whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return int(text)


def chosen_names(what, asked, known):
    """The chosen names (separated by commas, or all), in the order of the known ones."""
    wanted = list(known) if asked == "all" else [name for name in asked.split(",") if name]
    for name in wanted:
        if name not in known:
            raise Problem(f"no {what} {name} (there are: {' '.join(known)})")
    if not wanted:
        raise Problem(f"no {what} is chosen")
    return [name for name in known if name in wanted]
