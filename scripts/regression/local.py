# SPDX-License-Identifier: Apache-2.0
"""Runs jobs on this machine, several at a time."""

import concurrent.futures
import os
import shutil
import subprocess
import time

from regression import jobs, pass_fail, rtl_counts
from util.problem import Problem
from util.processes import Processes


class LocalEngine:
    """All jobs on this machine's processors. Iterating gives (job, result)."""

    def __init__(self, store, plan, processors, name="local"):
        self.store, self.processors = store, processors
        self.work = f"{store.path}/work/{name}"
        self.processes = Processes()
        self.pool = None
        self.lost = {}  # nothing is lost here
        self.signatures = {path: jobs.signature(path) for path in plan.identities}

    def run(self, pending):
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(self.work)
        self.pool = concurrent.futures.ThreadPoolExecutor(self.processors)
        # No future keeps its result after it is taken: the hit counts of all runs are gigabytes.
        for future in concurrent.futures.as_completed([self.pool.submit(self.one, job) for job in pending]):
            yield future.result()

    def one(self, job):
        """Runs the job and saves its result. Returns both, or None if the jobs were stopped meanwhile."""
        work = f"{self.work}/{job.key}"
        os.makedirs(work)
        began = time.monotonic()
        with open(f"{work}/log.txt", "wb") as log:
            process = self.processes.start([*job.command, "--out", work], job.limit, stdout=log,
                                           stderr=subprocess.STDOUT)
        status = self.processes.wait(process)
        seconds = time.monotonic() - began
        if self.processes.stopped:
            return None
        if not os.path.exists(f"{work}/log.txt"):
            raise Problem(f"{work} was removed while the simulator was running")
        if jobs.signature(job.command[0]) != self.signatures[job.command[0]]:
            raise Problem(f"{job.command[0]} was replaced while the regression was running")
        cause, numbers, injected = pass_fail.decide(job, work, status, seconds)
        digest, hits = "", []
        try:
            digest, hits = self.store.keep_bins(f"{work}/coverage.json", job.config) if not cause else ("", [])
            if os.path.exists(f"{work}/coverage.dat"):
                rtl_counts.keep(f"{work}/coverage.dat", f"{self.store.path}/rtl/{job.config}", job.key)
                os.unlink(f"{work}/coverage.dat")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            cause = cause or f"coverage: {pass_fail.one_line(str(error))}"
        result = {"key": job.key, "name": job.name, "passed": not cause, "cause": cause, "seconds": round(seconds, 3),
                  "numbers": numbers, "injected": injected, "bins": digest, "hits": hits}
        if cause:
            self.store.keep_failure(job, work)
        else:
            shutil.rmtree(work)
        self.store.save(job, result)
        return job, result

    def close(self):
        """Ends running jobs."""
        self.processes.stop()
        if self.pool:
            self.pool.shutdown(wait=True, cancel_futures=True)
        shutil.rmtree(self.work, ignore_errors=True)
