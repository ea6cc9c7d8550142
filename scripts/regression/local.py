# SPDX-License-Identifier: Apache-2.0
"""Runs jobs on this machine, several at a time.

A thread per processor starts a simulator and sleeps until it ends; one more thread sleeps until the next time
limit. Nothing polls: between two runs of a processor there are a few milliseconds.
"""

import collections
import heapq
import os
import queue
import resource
import shutil
import signal
import subprocess
import threading
import time

from regression import manifest, pass_fail, rtl_counts
from util.problem import Problem


class Child:
    """A running simulator with everything it started, a process group of its own."""

    def __init__(self, process):
        self.process = process
        self.ended = False  # and reaped: the number may be another process's
        self.expired = False

    def kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Children:
    """Those that run, with their time limits."""

    def __init__(self):
        self.changed = threading.Condition()
        self.running = set()
        self.deadlines = []  # heap of (time, order, child)
        self.count = 0
        self.stopped = False
        threading.Thread(target=self.watch, daemon=True).start()

    def add(self, process, limit):
        child = Child(process)
        with self.changed:
            self.running.add(child)
            self.count += 1
            heapq.heappush(self.deadlines, (time.monotonic() + limit, self.count, child))
            if self.deadlines[0][2] is child:
                self.changed.notify()
            if self.stopped:
                child.kill()
        return child

    def wait(self, child):
        """Waits for its end and ends what it left running. Its status."""
        os.waitid(os.P_PID, child.process.pid, os.WEXITED | os.WNOWAIT)
        with self.changed:
            child.kill()  # its group cannot be another's yet
            child.ended = True
            self.running.discard(child)
            return child.process.wait()

    def stop(self):
        with self.changed:
            self.stopped = True
            for child in self.running:
                child.kill()

    def watch(self):
        with self.changed:
            while True:
                now = time.monotonic()
                while self.deadlines and (self.deadlines[0][2].ended or self.deadlines[0][0] <= now):
                    child = heapq.heappop(self.deadlines)[2]
                    if not child.ended:
                        child.expired = True
                        child.kill()
                self.changed.wait(self.deadlines[0][0] - now if self.deadlines else None)


class Runner:
    """Runs one job at a time for each caller."""

    def __init__(self, store, plan, name):
        self.store = store
        self.work = f"{store.path}/work/{name}"
        self.children = Children()
        self.signatures = {path: manifest.signature(path) for path in plan.identities}
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(self.work)

    def run(self, job):
        """The job's result, saved; None if the runner was stopped meanwhile."""
        work = f"{self.work}/{job.key}"
        os.makedirs(work)
        began = time.monotonic()
        with open(f"{work}/log.txt", "wb") as log:
            try:
                process = subprocess.Popen([*job.command, "--out", work], stdin=subprocess.DEVNULL, stdout=log,
                                           stderr=subprocess.STDOUT, start_new_session=True)
            except OSError as error:
                raise Problem(f"cannot run {job.command[0]}: {error.strerror}") from None
        child = self.children.add(process, job.limit)
        try:
            # If this program is killed, its time limits go with it, but this one stays.
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (job.limit + 10, job.limit + 10))
        except ProcessLookupError:
            pass
        status = self.children.wait(child)
        seconds = time.monotonic() - began
        if self.children.stopped:
            shutil.rmtree(work, ignore_errors=True)
            return None
        if not os.path.exists(f"{work}/log.txt"):
            raise Problem(f"{work} was removed while the simulator was running")
        if manifest.signature(job.command[0]) != self.signatures[job.command[0]]:
            raise Problem(f"{job.command[0]} was replaced while the regression was running")
        return self.finish(job, work, seconds, pass_fail.decide(job, work, status, child.expired))

    def finish(self, job, work, seconds, decision):
        cause, numbers, injected = decision
        digest, hits = "", []
        if not cause:
            try:
                digest, hits = self.store.hit_counts.read(f"{work}/coverage.json", job.config)
            except (ValueError, KeyError, TypeError) as error:
                cause = f"coverage.json: {pass_fail.one_line(str(error))}"
        if os.path.exists(f"{work}/coverage.dat"):
            try:
                rtl_counts.keep(f"{work}/coverage.dat", f"{self.store.path}/rtl/{job.config}", job.key)
                os.unlink(f"{work}/coverage.dat")
            except ValueError as error:
                cause = cause or f"coverage.dat cannot be read: {error}"
        result = {"key": job.key, "name": job.name, "passed": not cause, "cause": cause,
                  "seconds": round(seconds, 3), "numbers": numbers, "injected": injected, "bins": digest,
                  "hits": hits}
        if cause:
            self.store.keep_failure(job, work)
        else:
            shutil.rmtree(work)
        self.store.save(job, result)
        return result

    def stop(self):
        self.children.stop()

    def close(self):
        shutil.rmtree(self.work, ignore_errors=True)


class LocalEngine:
    """All jobs on this machine's processors. Iterating gives (job, result), or None about once a second."""

    def __init__(self, store, plan, processors, name="local"):
        self.runner = Runner(store, plan, name)
        self.processors = processors
        self.done = queue.SimpleQueue()
        self.lost = {}  # nothing is lost here
        self.threads = []

    def run(self, jobs):
        waiting = collections.deque(jobs)
        self.threads = [threading.Thread(target=self.work_off, args=(waiting,), daemon=True)
                        for _ in range(min(self.processors, len(jobs)))]
        for thread in self.threads:
            thread.start()
        left = len(jobs)
        while left:
            try:
                item = self.done.get(timeout=1)
            except queue.Empty:
                yield None
                continue
            if isinstance(item, Exception):
                raise item
            left -= 1
            yield item

    def work_off(self, waiting):
        """What each thread does."""
        try:
            while not self.runner.children.stopped:
                try:
                    job = waiting.popleft()
                except IndexError:
                    return
                result = self.runner.run(job)
                if result is not None:
                    self.done.put((job, result))
        except OSError as error:
            self.done.put(Problem(f"{error.filename or job.name}: {error.strerror}"))
        except Exception as error:  # whatever it is, the main thread must hear of it
            self.done.put(error)

    def close(self):
        """Ends what still runs."""
        self.runner.stop()
        for thread in self.threads:
            thread.join()
        self.runner.close()
