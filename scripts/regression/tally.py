# SPDX-License-Identifier: Apache-2.0
"""Adds the results of a regression up: by configuration and profile, injected faults, functional coverage."""

import collections

SUMS = ("cycles", "operations", "samples", "records")


class Tally:
    def __init__(self, store, plan):
        self.store = store
        self.plan = plan
        self.results = {}  # key: result without its hits
        self.hits = {}  # (configuration, bins): sums of the hit counts
        self.injected = collections.Counter()
        self.without_coverage = 0  # passed, but measured none

    def add(self, job, result):
        self.results[job.key] = {name: value for name, value in result.items() if name != "hits"}
        self.count_injected(result["injected"])
        if not result["bins"]:
            self.without_coverage += result["passed"]
            return
        place = (job.config, result["bins"])
        old = self.hits.get(place)
        self.hits[place] = [a + b for a, b in zip(old, result["hits"])] if old else result["hits"]

    def count_injected(self, injected):
        """Adds the counts up; of a count that has a `possible` beside it, keeps the largest of any run instead."""
        for name, count in injected.items():
            if name.endswith(" possible") or f"{name} possible" in injected:
                self.injected[name] = max(self.injected[name], count)
            else:
                self.injected[name] += count

    def failures(self):
        """[(job, result)] in the order of the plan."""
        return [(job, self.results[job.key]) for job in self.plan.jobs
                if job.key in self.results and not self.results[job.key]["passed"]]

    def not_run(self):
        return [job for job in self.plan.jobs if job.key not in self.results]

    def matrix(self):
        """A row per configuration and profile: runs, failures, not run, seconds, and what SUMS names."""
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
            for (block, requirement, name, meaning), count in zip(self.store.bins(digest)["bins"], hits):
                entry = bins.setdefault((config, block, name), {
                    "config": config, "block": block, "requirement": requirement, "name": name, "meaning": meaning,
                    "hits": 0})
                entry["hits"] += count
        order = {config: number for number, config in enumerate(self.plan.configs)}
        return sorted(bins.values(), key=lambda entry: order[entry["config"]])
