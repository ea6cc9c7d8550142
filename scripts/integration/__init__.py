# SPDX-License-Identifier: Apache-2.0
"""What make collateral writes: a module for each file."""

from facts.common import made_from


def head(source, name, sign="//"):
    """The first lines of a file about configuration `name`, made from `source`."""
    return made_from(f"{source}, for configuration {name}", sign, "scripts/collateral.py")
