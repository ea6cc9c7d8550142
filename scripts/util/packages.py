# SPDX-License-Identifier: Apache-2.0
"""Python packages that setup.sh installs into .venv, for scripts that any Python of the same version may run."""

import importlib
import os
import sys

VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
PLACE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".venv", "lib", VERSION, "site-packages")


class Missing(Exception):
    """One line: the package, and what brings it."""


def package(name, target):
    """The module of that name; Missing if this Python has none. `target` is the one of make that installs it."""
    if PLACE not in sys.path:
        sys.path.insert(0, PLACE)
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Missing(f"{name} is not there for {VERSION} ({error}): make {target} installs it for "
                      "/usr/bin/python3") from None
