# SPDX-License-Identifier: Apache-2.0
"""Python packages that setup.sh installs into .venv, for scripts that any Python of the same version may run."""

import importlib
import os
import sys

from util.problem import Problem

VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
PLACE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".venv", "lib", VERSION, "site-packages")


def package(name, target):
    """The module of that name; Problem if this Python lacks it. `target` is the make target that installs it."""
    if PLACE not in sys.path:
        sys.path.insert(0, PLACE)
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Problem(f"{name} is not installed for {VERSION} ({error}): make {target} installs it for "
                      "/usr/bin/python3") from None
