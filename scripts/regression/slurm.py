# SPDX-License-Identifier: Apache-2.0
"""Runs jobs as a Slurm job array.

Every task of the array is this program with --slice: it takes every n-th job of OUT/slurm/manifest.json and
leaves the results below OUT, which the nodes share. The engine waits for the results, not for the tasks; Slurm is
asked only whether tasks are left. Options for sbatch (partition, account, ...) come from its SBATCH_* variables.
"""

import os
import re
import shutil
import subprocess
import sys
import time

from regression import manifest, pass_fail
from regression.local import LocalEngine
from util.problem import Problem, read_json, write_whole
from regression.store import Store

RESULT_SECONDS = 1  # between two looks for results
QUEUE_SECONDS = 5  # between two questions to Slurm
PATIENCE = 300  # seconds for which Slurm may not answer
SETTLE = 10  # seconds for results of ended tasks to show in a shared file system
JOBS_PER_TASK = 50  # at least, unless that leaves fewer than 8 tasks
UNFINISHED = ("PENDING", "CONFIGURING", "RUNNING", "COMPLETING", "SUSPENDED", "REQUEUED", "RESIZING", "STOPPED")


def call(*command):
    """Standard output of a Slurm command."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                              check=False)
    except FileNotFoundError:
        raise Problem(f"ENGINE=slurm needs {command[0]}, which is not here") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Problem(f"{command[0]}: {error}") from None
    if done.returncode != 0:
        raise Problem(pass_fail.one_line(f"{command[0]}: {done.stderr or done.stdout or done.returncode}"))
    return done.stdout


def largest_array():
    """Slurm's MaxArraySize: the indices of an array are below it."""
    found = re.search(r"^MaxArraySize\s*=\s*(\d+)", call("scontrol", "show", "config"), re.M)
    return int(found[1]) if found else 1000


class SlurmEngine:
    """All jobs on a cluster. Iterating gives (job, result), or None about once a second."""

    def __init__(self, store, plan, tasks):
        self.store = store
        self.plan = plan
        self.tasks = tasks
        self.directory = f"{store.path}/slurm"
        self.array = ""  # Slurm's number of the array
        self.lost = {}

    def submit(self, jobs):
        """Hands the array to Slurm. The jobs of each task."""
        if not shutil.which("sbatch"):
            raise Problem("ENGINE=slurm needs sbatch, which is not here")
        tasks = self.tasks or max(8, len(jobs) // JOBS_PER_TASK)
        tasks = min(tasks, len(jobs), largest_array())
        self.end_earlier()
        shutil.rmtree(self.directory, ignore_errors=True)
        os.makedirs(self.directory)
        write_whole(f"{self.directory}/manifest.json", manifest.to_json(jobs, self.plan.identities, tasks))
        script = os.path.abspath(sys.argv[0])
        write_whole(f"{self.directory}/task.sh",
                    "#!/bin/bash\n# A task of the regression's job array.\n"
                    f"exec {manifest.quoted(sys.executable, script, '--out', self.store.path)} "
                    '--slice "$SLURM_ARRAY_TASK_ID" --jobs "${SLURM_CPUS_PER_TASK:-1}"\n')
        said = call("sbatch", "--parsable", "--job-name=openspu-regress", f"--array=0-{tasks - 1}",
                    f"--chdir={os.getcwd()}", f"--output={os.path.abspath(self.directory)}/task-%a.log",
                    f"{self.directory}/task.sh")
        self.array = said.strip().partition(";")[0]
        if not self.array.isdecimal():
            raise Problem(pass_fail.one_line(f"sbatch: not a job's number: {said}"))
        write_whole(f"{self.directory}/array", self.array)
        print(f"Slurm job {self.array}: {tasks} tasks", flush=True)
        return [jobs[i::tasks] for i in range(tasks)]

    def end_earlier(self):
        """Ends the array of a regression that was killed and could not."""
        try:
            with open(f"{self.directory}/array", encoding="ascii") as file:
                self.array = file.read()
        except OSError:
            return
        self.close()
        self.array = ""

    def states(self):
        """{task: (state, reason)} of what Slurm still knows of the array."""
        try:
            text = call("squeue", "--noheader", "--array", "--states=all", f"--jobs={self.array}",
                        "--format=%i|%T|%r")
        except Problem as problem:
            if "Invalid job id" in str(problem):
                return {}
            raise
        rows = [line.split("|", 2) for line in text.splitlines() if line.count("|") >= 2]
        return {int(row[0].rpartition("_")[2]): (row[1], row[2]) for row in rows
                if row[0].rpartition("_")[2].isdecimal()}

    def run(self, jobs):
        if not jobs:
            return
        slices = self.submit(jobs)
        asked = answered = time.monotonic()
        seen = {}  # task: the last state that Slurm told
        over = None  # since when no task is left
        while True:
            for own in slices:
                yield from self.take(own)
            now = time.monotonic()
            if not any(slices) or (over is not None and now - over > SETTLE):
                break
            if over is None and now - asked >= QUEUE_SECONDS:
                asked = now
                try:
                    states = self.states()
                    seen.update(states)
                    answered = now
                    if not any(state in UNFINISHED for state, _ in states.values()):
                        over = now
                except Problem as problem:
                    if now - answered > PATIENCE:
                        raise Problem(f"no answer from Slurm for {PATIENCE} s: {problem}") from None
            yield None
            time.sleep(RESULT_SECONDS)
        for task, own in enumerate(slices):
            for job in own:
                self.lost[job.key] = self.why(task, seen)

    def take(self, own):
        """Results that are there; their jobs leave the list. A task's jobs finish about in order."""
        waited = 0
        for job in list(own):
            result = self.store.load(job)
            if result is not None:
                own.remove(job)
                yield job, result
            else:
                waited += 1
                if waited >= 8:
                    return

    def why(self, task, seen):
        """Why a task ended without all its results."""
        state, reason = seen.get(task, ("ended", "None"))
        words = f"task {task} of Slurm job {self.array} {state.lower()}"
        if reason not in ("None", ""):
            words += f" ({reason})"
        try:
            with open(f"{self.directory}/task-{task}.log", encoding="utf-8", errors="replace") as file:
                lines = [line.strip() for line in file if line.strip()]
        except OSError:
            lines = []
        return pass_fail.one_line(words + (f": {lines[-1]}" if lines else ""))

    def close(self):
        """Ends what Slurm still runs of the array."""
        if self.array:
            try:
                call("scancel", self.array)
            except Problem as problem:
                if "Invalid job id" not in str(problem):
                    print(f"regress.py: {problem}; job {self.array} may still run", file=sys.stderr)
                    return
            if os.path.exists(f"{self.directory}/array"):
                os.unlink(f"{self.directory}/array")


def run_slice(out, index, processors):
    """What a task of the array does."""
    plan = read_json(f"{out}/slurm/manifest.json")
    if not isinstance(plan, dict) or not 0 <= index < plan["tasks"]:
        raise Problem(f"{out}/slurm/manifest.json: no slice {index}")
    jobs = [manifest.Job(**fields) for fields in plan["jobs"][index::plan["tasks"]]]
    identities = {path: plan["identities"][path] for job in jobs for path in job.command
                  if path in plan["identities"]}
    manifest.check_identities(identities)
    store = Store(out)
    jobs = [job for job in jobs if store.load(job) is None]  # all of them, unless Slurm started the task again
    engine = LocalEngine(store, manifest.Plan(jobs, [], [], identities), processors, f"task-{index}")
    failed = 0
    try:
        for item in engine.run(jobs):
            failed += item is not None and not item[1]["passed"]
    finally:
        engine.close()
    print(f"{len(jobs)} runs, {failed} failed")
    return 0
