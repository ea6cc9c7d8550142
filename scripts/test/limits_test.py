# SPDX-License-Identifier: Apache-2.0
"""docs/limits.md has the values in the sources that it names, and contains every constant that is a limit."""

import os
import re

from helpers import equal, expect, read

DOCUMENT = "docs/limits.md"
# The sources of limits that users can reach. Other constants are internal sizes.
NAMES = r"\w*(?:_MAX|MAX_\w+|Max\w+|_MOST|_QUEUE|MOST|_BURSTS)"
SOURCES = ["rtl/spu_pins_pkg.sv", "tb/unit/dut/tracker.h", "tb/unit/env/axi_memory.c", "tb/programs/core/core_events.c",
           "tb/programs/perf/perf_data_write.c", "tb/unit/stimulus/events/events.h",
           "tb/unit/stimulus/events/events_text.h", "tb/unit/stimulus/events/event_recorder_ports.c",
           "tb/programs/tools/sim_options.h", "tb/programs/trace/trace_format.h"]


def rows():
    """[(limit, value, path, name or "")]."""
    found = re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \| `([\w./]+)(?::(\w+))?` \| [^|]+ \|$", read(DOCUMENT))
    return [row for row in found if "/" in row[2]]


def value_of(path, name):
    """The value of a constant in a file: a number, a shift or a difference."""
    found = re.search(rf"\b{name}\b *= *([\dxA-F()<\- ]+?) *[,;}}/\n]", re.sub(r"//[^\n]*", "\n", read(path)))
    expect(found, f"{path}: no value of {name}")
    return eval(found[1], {"__builtins__": {}})  # pylint: disable=eval-used


def written(value):
    """The ways to write a value, or the number of values of so many bits."""
    forms = {str(value), f"{value:,}"}
    for shift in range(1, 64):
        forms |= {f"2^{shift}"} if value in (1 << shift, shift) else set()
        forms |= {f"2^{shift} - 1"} if value in ((1 << shift) - 1, shift) else set()
    return forms


def test_values_are_those_of_the_sources():
    assert sum(bool(name) for _, _, _, name in rows()) >= 25
    for limit, value, path, name in rows():
        expect(os.path.exists(path), f"{limit}: no {path}")
        expect(not name or written(value_of(path, name)) & set(re.findall(r"2\^\d+(?: - 1)?|\d[\d,]*", value)),
               f"{limit}: {value}; {path} has {name} = {name and value_of(path, name)}")


def test_every_limit_of_a_source_is_documented():
    named = {(path, name) for _, _, path, name in rows()}
    missing = [f"{path}: {name}" for path in SOURCES for name in re.findall(rf"\b({NAMES})\b *= ", read(path))
               if (path, name) not in named]
    equal(missing, [], "constants that are not documented")
