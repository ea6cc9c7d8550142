# SPDX-License-Identifier: Apache-2.0
"""The directory of a regression: a small JSON result per finished job, the evidence of failures, work in progress.

jobs/ab/<key>.json   result of a job
bins/<hash>.json     what the hit counts of a result stand for: the bins of functional coverage, once
rtl/<config>/        what Verilated units with coverage counted (rtl_counts.py)
failures/<name>/     what the simulator left, its output (log.txt) and the job (job.json)
work/                runs in progress; gone afterwards
"""

import fcntl
import json
import os
import shutil
import threading

from regression import manifest
from regression.hit_counts import HitCounts
from util.problem import Problem, read_json, write_whole

MAX_WAVEFORMS = 200  # failures whose waveform is kept, of each process that runs jobs


class Store:
    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.lock_file = None
        self.waveforms = 0
        self.hit_counts = HitCounts(f"{path}/bins")

    def claim(self):
        """Makes the directory; an error if another regression is using it."""
        try:
            os.makedirs(self.path, exist_ok=True)
            self.lock_file = open(f"{self.path}/lock", "w", encoding="ascii")
            fcntl.flock(self.lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.remove(f"{self.path}/work")
            for name in ("jobs", "bins", "failures", "work"):
                os.makedirs(f"{self.path}/{name}", exist_ok=True)
        except BlockingIOError:
            raise Problem(f"{self.path}: another regression is using it") from None
        except OSError as error:
            raise Problem(f"{error.filename or self.path}: {error.strerror}") from None

    @staticmethod
    def remove(path):
        shutil.rmtree(path, ignore_errors=True)

    def result_path(self, key):
        return f"{self.path}/jobs/{key[:2]}/{key}.json"

    def failure_path(self, job):
        return f"{self.path}/failures/{manifest.directory_name(job)}"

    def load(self, job):
        """The job's result; None if it has not finished, or what belongs to the result is not there any more."""
        result = read_json(self.result_path(job.key))
        if not isinstance(result, dict) or result.get("key") != job.key:
            return None
        if result["bins"] and not os.path.exists(f"{self.path}/bins/{result['bins']}.json"):
            return None
        if not result["passed"]:
            evidence = read_json(f"{self.failure_path(job)}/job.json")
            if not isinstance(evidence, dict) or evidence.get("key") != job.key:
                return None
        return result

    def forget(self, job):
        """Removes what an earlier run of the job left, before it runs again."""
        if os.path.exists(self.result_path(job.key)):
            os.unlink(self.result_path(job.key))
        self.remove(self.failure_path(job))

    def save(self, job, result):
        write_whole(self.result_path(job.key), json.dumps(result, separators=(",", ":")) + "\n")

    def keep_failure(self, job, work):
        """Moves what the simulator left to failures/."""
        with self.lock:
            self.waveforms += 1
            keep = self.waveforms <= MAX_WAVEFORMS
        if not keep:
            for name in os.listdir(work):
                if name.endswith(".fst"):
                    os.unlink(f"{work}/{name}")
        write_whole(f"{work}/job.json", json.dumps({"name": job.name, "key": job.key, "command": job.command,
                                                    "again": manifest.reproduction(job)}, indent=1) + "\n")
        path = self.failure_path(job)
        self.remove(path)
        os.rename(work, path)

    def bins(self, digest):
        return read_json(f"{self.path}/bins/{digest}.json")
