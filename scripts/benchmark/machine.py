# SPDX-License-Identifier: Apache-2.0
"""What a rate depends on besides the commit."""

import datetime
import os
import re
import subprocess

from util import history

SOURCES = ("Makefile", "cmodel", "rtl", "scripts", "tb")  # what a simulator is made of


def output(*command):
    """What the command prints; nothing if it cannot be run."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = re.findall(r"^(?:model name|Model)\s*:\s*(.+)$", file.read(), re.M)
    except OSError:
        names = []
    return names[0] if names else os.uname().machine


def compilers(dump):
    """The compilers that readelf -p .comment shows: each once, in order."""
    names = [name.strip() for name in re.findall(r"^\s*\[\s*[0-9a-f]+\]\s+(.+)$", dump, re.M)]
    return ", ".join(dict.fromkeys(names)) or "unknown"


def compiler(program):
    return compilers(output("readelf", "-p", ".comment", program))


def facts():
    return {"cpu": processor(), "cores": len(os.sched_getaffinity(0))}


def provenance(program):
    """The part of a line of the history that says what was measured, and on what."""
    commit = history.commit(*SOURCES)
    return {"date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "commit": commit.removesuffix("-dirty"), "dirty": commit.endswith("-dirty"), "machine": facts(),
            "compiler": compiler(program),
            "verilator": " ".join(output("verilator", "--version").split()[1:2]) or "unknown"}
