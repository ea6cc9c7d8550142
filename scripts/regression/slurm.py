# SPDX-License-Identifier: Apache-2.0
"""Runs jobs as a Slurm job array.

Each task of the array runs this program with the same arguments and --slice I/N: it takes every n-th job of the plan,
skips finished ones, and writes results below OUT, which the nodes share. Options for sbatch (partition, account, ...)
come from its SBATCH_* variables.
"""

import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

from regression import pass_fail
from regression.local import LocalEngine
from util.problem import Problem, write_whole

RESULT_SECONDS = 2  # between two checks for results
SETTLE = 10  # seconds for results of ended tasks to show in a shared file system
JOBS_PER_TASK = 50  # or more, unless that leaves fewer than 8 tasks


def largest_array():
    """Slurm's MaxArraySize: the indices of an array are below it."""
    said = subprocess.run(["scontrol", "show", "config"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"^MaxArraySize\s*=\s*(\d+)", said, re.M)
    return int(found[1]) if found else 1000


class SlurmEngine:
    """All jobs on a cluster. Iterating gives (job, result)."""

    def __init__(self, store, plan, tasks):
        self.store, self.jobs, self.tasks = store, plan.jobs, tasks
        self.directory = f"{store.path}/slurm"
        self.array = ""  # Slurm's number of the array
        self.lost = {}

    def run(self, jobs):
        """Submits the array to Slurm, and waits for it."""
        if not shutil.which("sbatch"):
            raise Problem("ENGINE=slurm needs sbatch, which is not installed")
        self.end_earlier()
        shutil.rmtree(self.directory, ignore_errors=True)
        os.makedirs(self.directory)
        tasks = min(self.tasks or max(8, len(jobs) // JOBS_PER_TASK), len(jobs), largest_array())
        task = shlex.join([sys.executable, *sys.argv])
        # sbatch ends when all tasks have ended; stdbuf, because it prints the array's number before that.
        process = subprocess.Popen(
            ["stdbuf", "-oL", "sbatch", "--wait", "--parsable", "--job-name=openspu-regress",
             f"--array=0-{tasks - 1}", f"--output={os.path.abspath(self.directory)}/task-%a.log",
             f'--wrap=exec {task} --slice "$SLURM_ARRAY_TASK_ID/{tasks}" --jobs "${{SLURM_CPUS_PER_TASK:-1}}"'],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True)
        said = process.stdout.readline()
        if not said.partition(";")[0].strip().isdecimal():
            raise Problem(pass_fail.one_line(said + process.stdout.read()))
        self.array = said.partition(";")[0].strip()
        write_whole(f"{self.directory}/array", self.array)
        print(f"Slurm job {self.array}: {tasks} tasks", flush=True)
        yield from self.results(process, {job.key: job for job in jobs}, tasks)

    def results(self, process, left, tasks):
        """Yields results until all are there, or the array has ended and no more arrive."""
        over = None
        while left and (over is None or time.monotonic() - over < SETTLE):
            time.sleep(RESULT_SECONDS)
            if over is None and process.poll() is not None:
                over = time.monotonic()
            for path in glob.glob(f"{self.store.path}/jobs/*/*.json"):
                job = left.get(os.path.basename(path).removesuffix(".json"))
                result = job and self.store.load(job)
                if result:
                    del left[job.key]
                    yield job, result
        for number, job in enumerate(self.jobs):
            if job.key in left:
                self.lost[job.key] = self.why(number % tasks)

    def why(self, task):
        """Why a task ended without all its results, as far as its output shows."""
        try:
            with open(f"{self.directory}/task-{task}.log", encoding="utf-8", errors="replace") as file:
                said = file.read().split("\n")[-2:]
        except OSError:
            said = []
        return pass_fail.one_line(f"task {task} of Slurm job {self.array} has ended: {' '.join(said)}")

    def end_earlier(self):
        """Cancels the array of a regression that was killed before it could do so."""
        if os.path.exists(f"{self.directory}/array"):
            with open(f"{self.directory}/array", encoding="ascii") as file:
                self.array = file.read()
            self.close()

    def close(self):
        """Cancels what Slurm still runs of the array."""
        if self.array:
            subprocess.run(["scancel", self.array], stdin=subprocess.DEVNULL, capture_output=True, check=False)
            self.array = ""


def run_slice(store, plan, which, processors):
    """Does the work of a task of the array."""
    index, tasks = which
    jobs = [job for job in plan.jobs[index::tasks] if store.load(job) is None]
    engine = LocalEngine(store, plan, processors, f"task-{index}")
    try:
        failed = sum(not result["passed"] for _, result in engine.run(jobs))
    finally:
        engine.close()
    print(f"{len(jobs)} runs, {failed} failed")
    return 0
