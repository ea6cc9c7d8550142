# SPDX-License-Identifier: Apache-2.0
"""Errors that end a command: a line for stderr, and the exit status."""


class Problem(Exception):
    """The link failed, the board refused, or a result was unexpected."""

    status = 1


class WrongUse(Problem):
    """Wrong use, or a port or file that cannot be used."""

    status = 2
