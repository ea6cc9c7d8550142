# SPDX-License-Identifier: Apache-2.0
"""docs/limits.md has the values in the sources that it names, and contains every constant that limits something."""

import os
import re

from helpers import equal, expect

DOCUMENT = "docs/limits.md"
# The sources of constants that limit what users give or get. Others are sizes that nobody sees.
NAMES = r"\w*(?:_MAX|MAX_\w+|Max\w+|_MOST|_QUEUE|MOST|_BURSTS)"
SOURCES = ["rtl/spu_pins_pkg.sv", "tb/unit/dut/tracker.h", "tb/unit/env/axi_memory.c", "tb/programs/core/core_events.c",
           "tb/programs/perf/perf_data_write.c", "tb/unit/stimulus/events/events.h",
           "tb/unit/stimulus/events/events_text.h", "tb/unit/stimulus/events/event_recorder_ports.c",
           "tb/programs/tools/sim_options.h", "tb/programs/trace/trace_format.h"]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rows(text):
    """[(limit, value, path, name or "")]."""
    found = re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \| `([\w./]+)(?::(\w+))?` \| [^|]+ \|$", text)
    return [row for row in found if "/" in row[2]]


def value_of(path, name):
    """The number that the file gives the name: digits, shifts and differences of them."""
    found = re.search(rf"\b{name}\b *= *([\dxA-F()<\- ]+?) *[,;}}/\n]", re.sub(r"//[^\n]*", "\n", read(path)))
    expect(found, f"{path} gives {name} no number")
    return eval(found[1], {"__builtins__": {}})  # pylint: disable=eval-used


def written(value):
    """How a value, or what so many bits hold, may be written."""
    forms = {str(value), f"{value:,}"}
    for shift in range(1, 64):
        forms |= {f"2^{shift}"} if value in (1 << shift, shift) else set()
        forms |= {f"2^{shift} - 1"} if value in ((1 << shift) - 1, shift) else set()
    return forms


def wrong(text):
    """Rows that do not say what their source says: lines."""
    found = []
    for limit, value, path, name in rows(text):
        if not os.path.exists(path):
            found.append(f"{limit}: no {path}")
        elif name and not written(value_of(path, name)) & set(re.findall(r"2\^\d+(?: - 1)?|\d[\d,]*", value)):
            found.append(f"{limit}: {value}; {path} has {name} = {value_of(path, name)}")
    return found


def test_values_are_those_of_the_sources():
    text = read(DOCUMENT)
    expect(sum(bool(name) for _, _, _, name in rows(text)) >= 25, f"rows found: {rows(text)}")
    equal(wrong(text), [], "rows that differ")


def test_every_limit_of_a_source_is_there():
    named = {(path, name) for _, _, path, name in rows(read(DOCUMENT))}
    missing = [f"{path}: {name}" for path in SOURCES for name in re.findall(rf"\b({NAMES})\b *= ", read(path))
               if (path, name) not in named]
    equal(missing, [], "constants that are not in it")


def test_wrong_value_is_caught():
    text = read(DOCUMENT)
    for old, new, line in (("| 64 | `tb/unit/dut/tracker.h", "| 32 | `tb/unit/dut/tracker.h",
                            "records that wait in any unit: 32; tb/unit/dut/tracker.h has TRACKER_QUEUE = 64"),
                           ("| 2^26 |", "| 2^27 |",
                            "events of an event list: 2^27; tb/unit/stimulus/events/events.h has EVENT_LIST_MOST = "
                            "67108864"),
                           ("`tb/unit/env/page_map.h:", "`tb/unit/env/pages.h:",
                            "pages of the MMU: no tb/unit/env/pages.h")):
        expect(old in text, old)
        equal(wrong(text.replace(old, new, 1)), [line], f"after a change of {old}")
