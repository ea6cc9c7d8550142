# SPDX-License-Identifier: Apache-2.0
"""Functional coverage of a run as a list of hit counts; the bins they stand for are kept once.

Runs of a configuration write the same text but for the counts. So a coverage.json is parsed only when that text
is new, which keeps the work for each run small.
"""

import hashlib
import json
import os
import re
import threading

from util.problem import write_whole

HITS = re.compile(rb'"hits": ?(\d+)')
FIELDS = ("block", "requirement", "name", "meaning")


class HitCounts:
    def __init__(self, directory):
        self.directory = directory  # of the files that hold bins
        self.lock = threading.Lock()
        self.known = {}  # configuration: (text between the counts, hash of the bins)

    def read(self, path, config):
        """(hash of the bins, hit counts in their order); ("", []) without the file. ValueError if it is not good."""
        try:
            with open(path, "rb") as file:
                text = file.read()
        except FileNotFoundError:
            return "", []
        pieces = HITS.split(text)
        with self.lock:
            known = self.known.get(config)
        if known is None or known[0] != pieces[::2]:
            known = pieces[::2], self.keep(json.loads(text), config, len(pieces) // 2)
            with self.lock:
                self.known[config] = known
        return known[1], [int(count) for count in pieces[1::2]]

    def keep(self, coverage, config, count):
        """Checks a coverage.json and writes its bins. Their hash."""
        bins = coverage.get("bins") if isinstance(coverage, dict) else None
        impossible = coverage.get("impossible") if isinstance(coverage, dict) else None
        if impossible:
            raise ValueError(f"{impossible[0]['block']}.{impossible[0]['name']} was hit and cannot happen in {config}")
        if not isinstance(bins, list) or len(bins) != count:
            raise ValueError("not as many bins as hits")
        for entry in bins:
            if not isinstance(entry, dict) or not isinstance(entry.get("hits"), int):
                raise ValueError("a bin without hits")
            if not all(isinstance(entry.get(name), str) for name in FIELDS):
                raise ValueError("a bin without a name")
        text = json.dumps({"config": config, "bins": [[entry[name] for name in FIELDS] for entry in bins]},
                          indent=0) + "\n"
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        if not os.path.exists(f"{self.directory}/{digest}.json"):
            write_whole(f"{self.directory}/{digest}.json", text)
        return digest
