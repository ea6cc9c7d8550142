# SPDX-License-Identifier: Apache-2.0
"""Decides from the files of a simulator whether its run passed, and returns in one line why not."""

import os
import signal

from util.problem import read_json

NUMBERS = ("cycles", "operations", "samples", "collisions", "records", "bytes", "filtered", "dropped", "compared")
LONGEST = 240  # characters of a cause


def one_line(text):
    words = " ".join(text.split())
    return words if len(words) <= LONGEST else words[:LONGEST - 3] + "..."


def last_words(work):
    """The line of the simulator's output that best explains its end."""
    try:
        with open(f"{work}/log.txt", "rb") as file:
            file.seek(max(0, os.path.getsize(file.name) - 65536))
            lines = [line.strip() for line in file.read().decode(errors="replace").splitlines() if line.strip()]
    except OSError:
        lines = []
    said = [line for line in lines if line.startswith("spu-sim: ")]
    return (said or lines or ["no output"])[-1]


def mismatch_cause(work):
    """The cause from mismatch.json, otherwise from stderr."""
    found = read_json(f"{work}/mismatch.json")
    if not isinstance(found, dict):
        return last_words(work)
    if not found.get("signal"):
        return f"cycle {found.get('cycle', '?')}: {found.get('note') or last_words(work)}"
    place = ", ".join(str(found[field]) for field in ("function", "requirement") if found.get(field))
    block = f", block {found['block']}" if found.get("block") else ""
    return (f"cycle {found.get('cycle', '?')}: {found['signal']}: expected {found.get('expected', '?')}, "
            f"got {found.get('got', '?')} ({place}{block})")


def status_cause(status, work):
    if status < 0:
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = "unknown"
        return f"ended by signal {-status} ({name})"
    if status == 1:
        return mismatch_cause(work)
    return f"status {status}: {last_words(work)}"


def report_cause(job, report):
    """The error in the report of a run that ended with status 0, or empty."""
    if not isinstance(report, dict):
        return "status 0, but report.json is missing or cannot be read"
    numbers = {name: report.get(name) for name in (*NUMBERS, "mismatches")}
    bad = [name for name, value in numbers.items() if not isinstance(value, int) or value < 0]
    if bad:
        return f"report.json: no number of {bad[0]}"
    if report.get("config") != job.config or report.get("seed") != job.seed:
        return f"report.json is of configuration {report.get('config')}, seed {report.get('seed')}"
    if report["mismatches"]:
        return f"status 0, but report.json counts {report['mismatches']} mismatches"
    if report["compared"] == 0 or report.get("checked") is not True:
        return "nothing was compared"
    return ""


def counted(job, report):
    """The counts of a run until it failed, if its report has them."""
    if not isinstance(report, dict) or (report.get("config"), report.get("seed")) != (job.config, job.seed):
        return {}
    return {name: report[name] for name in NUMBERS if isinstance(report.get(name), int) and report[name] >= 0}


def flat(injected, group=""):
    """The counts of injected faults: {"faults": {"permission": 3}} as {"faults, permission": 3}."""
    counts = {}
    for name, value in injected.items() if isinstance(injected, dict) else ():
        if isinstance(value, dict):
            counts.update(flat(value, f"{group}{name}, "))
        elif isinstance(value, int):
            counts[f"{group}{name}".replace("_", " ")] = value
    return counts


def decide(job, work, status, seconds):
    """(cause, empty if passed; numbers; injected faults)."""
    if status == -signal.SIGKILL and seconds >= job.limit:
        return f"still running after {job.limit} s", {}, {}
    report = read_json(f"{work}/report.json")
    if status != 0:
        return one_line(status_cause(status, work)), counted(job, report) if status == 1 else {}, {}
    cause = report_cause(job, report)
    if cause:
        return one_line(cause), {}, {}
    return "", {name: report[name] for name in NUMBERS}, flat(report.get("injected"))
