# SPDX-License-Identifier: Apache-2.0
"""The directory of a regression: a small JSON result per finished job, the evidence of failures, work in progress.

jobs/ab/<key>.json   result of a job
bins/<hash>.json     the bins of functional coverage that the hit counts of results belong to
rtl/<config>/        coverage counts of Verilated units (rtl_counts.py)
failures/<name>/     the simulator's files, its output (log.txt) and the job (job.json)
work/                runs in progress; removed afterwards
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import threading

from regression import jobs
from util.problem import Problem, read_json, write_whole

MAX_WAVEFORMS = 200  # failures whose waveform is kept, for each process that runs jobs
HITS = re.compile(rb'"hits": ?(\d+)')
FIELDS = ("block", "requirement", "name", "meaning")  # of a bin


class Store:
    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.lock_file = None
        self.waveforms = 0

    def claim(self):
        """Makes the directory; an error if another regression is using it."""
        try:
            os.makedirs(self.path, exist_ok=True)
            self.lock_file = open(f"{self.path}/lock", "w", encoding="ascii")
            fcntl.flock(self.lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(f"{self.path}/work", ignore_errors=True)
            for name in ("jobs", "bins", "failures", "work"):
                os.makedirs(f"{self.path}/{name}", exist_ok=True)
        except BlockingIOError:
            raise Problem(f"{self.path}: another regression is using it") from None
        except OSError as error:
            raise Problem(f"{error.filename or self.path}: {error.strerror}") from None

    def result_path(self, job):
        return f"{self.path}/jobs/{job.key[:2]}/{job.key}.json"

    def failure_path(self, job):
        return f"{self.path}/failures/{job.name}"

    def load(self, job):
        """The job's result; None if it has not finished, or files of the result are missing."""
        result = read_json(self.result_path(job))
        if not isinstance(result, dict) or result.get("key") != job.key:
            return None
        if result["bins"] and not os.path.exists(f"{self.path}/bins/{result['bins']}.json"):
            return None
        evidence = None if result["passed"] else read_json(f"{self.failure_path(job)}/job.json")
        return result if result["passed"] or evidence and evidence["key"] == job.key else None

    def forget(self, job):
        """Removes the files of an earlier run of the job before it runs again."""
        if os.path.exists(self.result_path(job)):
            os.unlink(self.result_path(job))
        shutil.rmtree(self.failure_path(job), ignore_errors=True)

    def save(self, job, result):
        write_whole(self.result_path(job), json.dumps(result, separators=(",", ":")) + "\n")

    def keep_failure(self, job, work):
        """Moves the simulator's files to failures/."""
        with self.lock:
            self.waveforms += 1
            keep = self.waveforms <= MAX_WAVEFORMS
        for name in os.listdir(work):
            if name.endswith(".fst") and not keep:
                os.unlink(f"{work}/{name}")
        write_whole(f"{work}/job.json", json.dumps({"name": job.name, "key": job.key, "command": job.command,
                                                    "again": jobs.reproduction(job)}, indent=1) + "\n")
        shutil.rmtree(self.failure_path(job), ignore_errors=True)
        os.rename(work, self.failure_path(job))

    def keep_bins(self, path, config):
        """(hash of the bins, hit counts in their order) of a coverage.json; ("", []) without the file. ValueError if it
        is invalid. Runs of a configuration write the same text except for the counts: it is parsed, and its bins are
        kept, only if the text is new."""
        try:
            with open(path, "rb") as file:
                text = file.read()
        except FileNotFoundError:
            return "", []
        pieces = HITS.split(text)
        digest = hashlib.sha256(config.encode() + b"\0".join(pieces[::2])).hexdigest()[:16]
        kept = f"{self.path}/bins/{digest}.json"
        if not os.path.exists(kept):
            coverage = json.loads(text)
            for entry in coverage.get("impossible", ()):
                raise ValueError(f"{entry['block']}.{entry['name']} was hit but cannot happen in {config}")
            bins = [[entry[name] for name in FIELDS] for entry in coverage["bins"]]
            if len(bins) != len(pieces) // 2:
                raise ValueError("not as many bins as hits")
            write_whole(kept, json.dumps(bins))
        return digest, [int(count) for count in pieces[1::2]]

    def bins(self, digest):
        return read_json(f"{self.path}/bins/{digest}.json")
