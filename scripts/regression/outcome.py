# SPDX-License-Identifier: Apache-2.0
"""The result of a regression: sums over its runs, results.json, coverage.json, junit.xml, and the tables at the end."""

import collections
import dataclasses
import datetime
import json

from regression import jobs
from util import history, junit
from util.problem import write_whole
from util.readable import readable
from util.tables import table

SHOWN_FAILURES = 20  # on the terminal; all are in the report
SUMS = ("cycles", "operations", "samples", "records")


class Tally:
    """The results of a plan's runs so far."""

    def __init__(self, store, plan):
        self.store, self.plan = store, plan
        self.results = {}  # key: result without its hits
        self.hits = {}  # (configuration, bins): sums of the hit counts
        self.injected = collections.Counter()
        self.without_coverage = 0  # passed, but measured none

    def add(self, job, result):
        self.results[job.key] = {name: value for name, value in result.items() if name != "hits"}
        for name, count in result["injected"].items():
            # A count that comes with a `possible` is the largest of any run.
            largest = name.endswith(" possible") or f"{name} possible" in result["injected"]
            self.injected[name] = max(self.injected[name], count) if largest else self.injected[name] + count
        if not result["bins"]:
            self.without_coverage += result["passed"]
            return
        place = (job.config, result["bins"])
        old = self.hits.get(place)
        self.hits[place] = [a + b for a, b in zip(old, result["hits"])] if old else result["hits"]

    def done(self):
        return [(job, self.results[job.key]) for job in self.plan.jobs if job.key in self.results]

    def failures(self):
        return [(job, result) for job, result in self.done() if not result["passed"]]

    def not_run(self):
        return [job for job in self.plan.jobs if job.key not in self.results]

    def matrix(self):
        """A row per configuration and profile: runs, failures, not run, seconds, and the fields in SUMS."""
        rows = {}
        for job in self.plan.jobs:
            row = rows.setdefault((job.config, job.profile), {
                "config": job.config, "profile": job.profile, "runs": 0, "failed": 0, "not_run": 0, "seconds": 0.0,
                **dict.fromkeys(SUMS, 0)})
            result = self.results.get(job.key)
            if result is None:
                row["not_run"] += 1
                continue
            row["runs"] += 1
            row["failed"] += not result["passed"]
            row["seconds"] = round(row["seconds"] + result["seconds"], 3)
            for name in SUMS:
                row[name] += result["numbers"].get(name, 0)
        return list(rows.values())

    def coverage(self):
        """[{config, block, requirement, name, meaning, hits}]: each bin of each configuration once."""
        bins = {}
        for (config, digest), hits in self.hits.items():
            for (block, requirement, name, meaning), count in zip(self.store.bins(digest), hits):
                entry = bins.setdefault((config, block, name), {
                    "config": config, "block": block, "requirement": requirement, "name": name, "meaning": meaning,
                    "hits": 0})
                entry["hits"] += count
        return sorted(bins.values(), key=lambda entry: self.plan.configs.index(entry["config"]))


@dataclasses.dataclass
class Case:
    """The argument of junit.write."""

    suite: str
    name: str
    passed: bool
    seconds: float
    message: str


def commit():
    """The commit of the tree, and whether files differ from it."""
    name = history.git("rev-parse", "HEAD")
    changed = name and history.git("status", "--porcelain", "--untracked-files=no")
    return (name or "unknown") + (" with changes" if changed else "")


def failure_rows(tally, lost):
    """Failures, and jobs that could not run for a known cause."""
    found = [(job, result["cause"], result["seconds"], f"failures/{job.name}") for job, result in tally.failures()]
    found += [(job, f"not run: {lost[job.key]}", 0.0, "") for job in tally.not_run() if job.key in lost]
    return [{"name": job.name, "config": job.config, "profile": job.profile, "cause": cause, "seconds": seconds,
             "again": jobs.reproduction(job), "directory": directory} for job, cause, seconds, directory in found]


def gather(tally, arguments, end, seconds, reused, lost):
    """(contents of results.json, the bins with their hits). `lost`: {key of a job that could not run: cause}."""
    plan, done, bins = tally.plan, tally.done(), tally.coverage()
    failures = failure_rows(tally, lost)
    return {
        "end": end,
        "runs": len(plan.jobs),
        "passed": sum(result["passed"] for _, result in done),
        "failed": len(failures),
        "not_run": sum(job.key not in lost for job in tally.not_run()),
        "reused": reused,
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "seconds": round(seconds, 1),
        "run_seconds": round(sum(result["seconds"] for _, result in done), 1),
        "commit": commit(),
        "files": plan.identities,
        "engine": arguments.engine,
        "soak": arguments.soak,
        "seeds": [arguments.seed, arguments.seed + arguments.seeds - 1],
        "cycles": arguments.cycles,
        "configs": plan.configs,
        "profiles": plan.profiles,
        "matrix": tally.matrix(),
        "injected": dict(sorted(tally.injected.items())),
        "coverage": {"bins": len(bins), "hit": sum(entry["hits"] > 0 for entry in bins),
                     "runs_without": tally.without_coverage},
        "failures": failures,
        "jobs": [{"name": job.name, "config": job.config, "passed": result["passed"], "seconds": result["seconds"],
                  "cause": result["cause"], **result["numbers"]} for job, result in done],
    }, bins


def write(path, result, bins):
    """Writes results.json, coverage.json, junit.xml."""
    write_whole(f"{path}/coverage.json", json.dumps({**result["coverage"], "bins": bins}, indent=1) + "\n")
    write_whole(f"{path}/results.json", json.dumps(result, indent=1) + "\n")
    again = {row["name"]: row["again"] for row in result["failures"]}
    rows = result["jobs"] + [{**row, "passed": False} for row in result["failures"] if not row["directory"]]
    cases = [Case(row["config"], row["name"][len(row["config"]) + 1:], row["passed"], row["seconds"],
                  "" if row["passed"] else f"{row['cause']}\nagain: {again[row['name']]}") for row in rows]
    junit.write(f"{path}/junit.xml", cases or [Case("regress", "runs", False, 0.0, "nothing was run")])


def totals(result, **of):
    """Sums of the rows of the matrix that have these fields."""
    rows = [row for row in result["matrix"] if all(row[name] == value for name, value in of.items())]
    return {name: sum(row[name] for row in rows) for name in ("runs", "failed", "not_run", "seconds", *SUMS)}


def cell(row):
    """How many ran; `2/100 failed` with failures; `-` if nothing ran."""
    if row["runs"] == 0:
        return "-"
    return f"{row['failed']}/{row['runs']} failed" if row["failed"] else str(row["runs"])


def show(result, place):
    """Prints the tables: a row per profile, a column per configuration. Failures are in `place`."""
    sums = [(profile, totals(result, profile=profile)) for profile in result["profiles"]]
    rows = [[profile, *[cell(totals(result, profile=profile, config=config)) for config in result["configs"]],
             readable(row["cycles"]), readable(row["records"])] for profile, row in sums]
    rows.append(["cycles", *[readable(totals(result, config=config)["cycles"]) for config in result["configs"]],
                 readable(totals(result)["cycles"]), readable(totals(result)["records"])])
    print("\n".join(table(rows, ["runs of", *result["configs"], "cycles", "records"])))
    bins, hit, runs_without = (result["coverage"][name] for name in ("bins", "hit", "runs_without"))
    print("functional coverage: " + (f"{percent(hit, bins)} ({bins - hit} of {bins} bins missing)" if bins
                                     else "not measured"))
    if bins and runs_without:
        print(f"{runs_without} runs measured no functional coverage")
    for row in result["failures"][:SHOWN_FAILURES]:
        print(f"failed: {row['name']}: {row['cause']}\n        again: {row['again']}")
        if row["directory"]:
            print(f"        files: {place}/{row['directory']}")
    if len(result["failures"]) > SHOWN_FAILURES:
        print(f"        and {len(result['failures']) - SHOWN_FAILURES} more failures")


def percent(part, whole):
    """A share in per cent, rounded down, so that only all is 100 %."""
    return f"{int(1000 * part / whole) / 10:.1f} %" if whole else "-"


def headline(result):
    """The last line."""
    words = f"{result['passed']} passed, {result['failed']} failed"
    if result["soak"]:
        words = (f"{totals(result)['cycles']} cycles in {totals(result)['runs']} runs over {len(result['configs'])} "
                 f"configurations, {result['failed']} {'failed' if result['failed'] else 'mismatches'}")
    if result["not_run"]:
        words += f", {result['not_run']} not run: {result['end']}; the same command resumes"
    return words
