# SPDX-License-Identifier: Apache-2.0
"""What ends a command: a line for stderr, and the exit status."""


class Problem(Exception):
    """The link failed, the board refused, or something is not as expected."""

    status = 1


class WrongUse(Problem):
    """Wrong use, or a port or file that cannot be used."""

    status = 2
