# SPDX-License-Identifier: Apache-2.0
"""The result of a regression: results.json, coverage.json, junit.xml, and the tables at the end."""

import dataclasses
import datetime
import json

from util import history, junit
from regression import manifest
from util.problem import write_whole
from util.readable import readable

SHOWN_FAILURES = 20  # on the terminal; all are in the report


@dataclasses.dataclass
class Case:
    """What junit.write takes."""

    suite: str
    name: str
    passed: bool
    seconds: float
    message: str


def commit():
    """The commit the tree is at, and whether files differ from it."""
    name = history.git("rev-parse", "HEAD")
    if not name:
        return "unknown"
    return name + (" with changes" if history.git("status", "--porcelain", "--untracked-files=no") else "")


def failure_rows(tally, lost):
    """Failures, and what was to run but did not for a cause."""
    rows = []
    for job, result in tally.failures():
        rows.append({"name": job.name, "config": job.config, "profile": job.profile, "cause": result["cause"],
                     "seconds": result["seconds"], "again": manifest.reproduction(job),
                     "directory": f"failures/{manifest.directory_name(job)}"})
    for job in tally.not_run():
        if job.key in lost:
            rows.append({"name": job.name, "config": job.config, "profile": job.profile,
                         "cause": f"not run: {lost[job.key]}", "seconds": 0.0, "again": manifest.reproduction(job),
                         "directory": ""})
    return rows


def gather(tally, arguments, end, seconds, reused, lost):
    """What results.json holds. `lost`: key of a job that could not run: cause."""
    plan = tally.plan
    failures = failure_rows(tally, lost)
    bins = tally.coverage()
    done = [(job, tally.results[job.key]) for job in plan.jobs if job.key in tally.results]
    return {
        "end": end,
        "runs": len(plan.jobs),
        "passed": sum(result["passed"] for _, result in done),
        "failed": len(failures),
        "not_run": len(tally.not_run()) - sum(job.key in lost for job in tally.not_run()),
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
        "bins": bins,
        "failures": failures,
        "jobs": [{"name": job.name, "config": job.config, "passed": result["passed"], "seconds": result["seconds"],
                  "cause": result["cause"], **result["numbers"]} for job, result in done],
    }


def lines(rows):
    """A JSON list, a row a line."""
    return "[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n ]" if rows else "[]"


def as_json(fields):
    """A JSON object, a field a line; lists of objects a row a line."""
    def value(item):
        return lines(item) if isinstance(item, list) and item and isinstance(item[0], dict) else json.dumps(item)
    return "{\n" + ",\n".join(f" {json.dumps(name)}: {value(item)}" for name, item in fields.items()) + "\n}\n"


def write(store, result):
    """results.json, coverage.json, junit.xml."""
    bins = result.pop("bins")
    write_whole(f"{store.path}/coverage.json", as_json({**result["coverage"], "bins": bins}))
    write_whole(f"{store.path}/results.json", as_json(result))
    again = {row["name"]: row["again"] for row in result["failures"]}
    rows = result["jobs"] + [{**row, "passed": False} for row in result["failures"] if not row["directory"]]
    cases = [Case(row["config"], row["name"][len(row["config"]) + 1:], row["passed"], row["seconds"],
                  "" if row["passed"] else f"{row['cause']}\nagain: {again[row['name']]}") for row in rows]
    junit.write(f"{store.path}/junit.xml", cases or [Case("regress", "runs", False, 0.0, "nothing was run")])


def totals(result, **of):
    """Sums of the rows of the matrix that have these fields."""
    rows = [row for row in result["matrix"] if all(row[name] == value for name, value in of.items())]
    return {name: sum(row[name] for row in rows)
            for name in ("runs", "failed", "not_run", "cycles", "operations", "samples", "records", "seconds")}


def cell(row):
    """How many ran; `2/100 failed` with failures; `-` if nothing ran."""
    if row["runs"] == 0:
        return "-"
    return f"{row['failed']}/{row['runs']} failed" if row["failed"] else str(row["runs"])


def show(result, place):
    """The tables on stdout: a row a profile, a column a configuration. Failures are in `place`."""
    table = [["runs of", *result["configs"], "cycles", "records"]]
    for profile in result["profiles"]:
        sums = totals(result, profile=profile)
        table.append([profile, *[cell(totals(result, profile=profile, config=config)) for config in result["configs"]],
                      readable(sums["cycles"]), readable(sums["records"])])
    sums = totals(result)
    table.append(["cycles", *[readable(totals(result, config=config)["cycles"]) for config in result["configs"]],
                  readable(sums["cycles"]), readable(sums["records"])])
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    for row in table:
        print(f"{row[0]:<{widths[0]}}  " + "  ".join(f"{text:>{width}}" for text, width in zip(row[1:], widths[1:])))
    coverage = result["coverage"]
    if coverage["bins"]:
        print(f"functional coverage: {percent(coverage['hit'], coverage['bins'])} "
              f"({coverage['bins'] - coverage['hit']} of {coverage['bins']} bins missing)")
        if coverage["runs_without"]:
            print(f"{coverage['runs_without']} runs measured no functional coverage")
    else:
        print("functional coverage: not measured")
    for row in result["failures"][:SHOWN_FAILURES]:
        print(f"failed: {row['name']}: {row['cause']}\n        again: {row['again']}")
        if row["directory"]:
            print(f"        files: {place}/{row['directory']}")
    if len(result["failures"]) > SHOWN_FAILURES:
        print(f"        and {len(result['failures']) - SHOWN_FAILURES} more failures")


def percent(part, whole):
    """Never 100 % unless it is all."""
    return f"{int(1000 * part / whole) / 10:.1f} %" if whole else "-"


def headline(result):
    """The last line."""
    words = f"{result['passed']} passed, {result['failed']} failed"
    if result.get("soak"):
        words = (f"{totals(result)['cycles']} cycles in {totals(result)['runs']} runs over {len(result['configs'])} "
                 f"configurations, {result['failed']} {'failed' if result['failed'] else 'mismatches'}")
    if result["not_run"]:
        words += f", {result['not_run']} not run: {result['end']}; the same command goes on"
    return words
