# SPDX-License-Identifier: Apache-2.0
"""One entry of the corpus: the records of a recording, its bytes, its truth and its files.

A Recording is filled in the order of the stream: records, padding, other bytes, and the points at which software took
data out of the buffer. Each has its offset, so the truth comes from what was added, never from reading it back. """

import dataclasses
import hashlib
import json
import os
import subprocess

from corpus.packets import padding
from util.problem import Problem

FORMAT = 1  # version of the truth

# The path of a program that does not exist, so that nothing depends on the machine that made the corpus.
PROGRAM = "/openspu/corpus/program"


def compact(value):
    return json.dumps(value, separators=(",", ":"))


@dataclasses.dataclass
class Mapping:
    address: int = 0x400000
    length: int = 0x10000
    offset: int = 0


@dataclasses.dataclass
class Session:
    """The contents of perf.data besides the records."""
    pid: int = 1000
    threads: tuple = ()  # contexts of the records, except the program's
    arguments: tuple = ()
    time_hz: int = 1_000_000_000
    metadata: int = 1
    midr: int = 0x000F0000
    min_interval: int = 256
    mappings: tuple = (Mapping(),)


class Recording:
    def __init__(self, name, about, origin="description", session=None, perf_data=True):
        self.name, self.about, self.origin = name, about, origin
        self.session = session or Session()
        self.perf_data = perf_data
        self.stream = bytearray()
        self.records, self.paddings, self.chunks, self.damage = [], [], [], []
        self.run = None  # the unit's counts
        self.replaced = {}  # {name of a file: its bytes}
        self.reader = {}  # what a reader should do with a damaged recording

    # -----------------------------------------------------------------------------------------------------
    # The stream

    def record(self, packets, **more):
        """Adds a record of these packets; `more` is added to its entry."""
        entry = {"offset": len(self.stream), "size": 0, **more, "packets": []}
        for packet in packets:
            entry["packets"].append(packet.truth(len(self.stream)))
            self.stream += packet.encode()
        entry["size"] = len(self.stream) - entry["offset"]
        self.records.append(entry)
        return entry

    def pad(self, count):
        if count:
            self.paddings.append({"offset": len(self.stream), "size": count})
            self.stream += padding(count).encode()

    def align(self, to):
        self.pad(-len(self.stream) % to)

    def bytes(self, data):
        """Adds bytes that are not a record, or not one that a reader can find."""
        self.stream += data

    def take(self, lost=False, collision=False):
        """Software takes the data in the buffer: the end of a chunk."""
        offset = sum(chunk["size"] for chunk in self.chunks)
        self.chunks.append({"offset": offset, "size": len(self.stream) - offset, "lost": lost, "collision": collision})

    # -----------------------------------------------------------------------------------------------------
    # The truth

    def truth(self):
        truth = {"format": FORMAT, "name": self.name, "about": self.about, "origin": self.origin,
                 "size": len(self.stream)}
        if self.run:
            truth["run"] = self.run
        if self.perf_data:
            session = dataclasses.asdict(self.session)
            session["program"] = PROGRAM
            session["midr"] = f"0x{self.session.midr:x}"
            truth["session"] = session
            truth["chunks"] = self.chunks
        if self.reader:
            truth["reader"] = self.reader
        truth["damage"] = self.damage
        truth["padding"] = self.paddings
        truth["records"] = self.records
        return truth

    def text(self):
        """The truth as JSON, one record per line."""
        truth = self.truth()
        rows = {key: truth.pop(key) for key in ("padding", "records")}
        head = json.dumps(truth, indent=1)[:-2]
        parts = [f' "{key}": [' + ",".join(f"\n  {compact(row)}" for row in values) + ("\n ]" if values else "]")
                 for key, values in rows.items()]
        return ",\n".join([head, *parts]) + "\n}\n"

    # -----------------------------------------------------------------------------------------------------
    # Files

    def write(self, root, writer):
        """Writes the directory; `writer` is the program that writes perf.data."""
        directory = os.path.join(root, self.name)
        os.makedirs(directory)
        records = os.path.join(directory, "records.spe")
        with open(records, "wb") as file:
            file.write(self.stream)
        if self.perf_data:
            self.write_perf_data(writer, records, os.path.join(directory, "perf.data"))
        for name, change in self.replaced.items():
            change(os.path.join(directory, name))
        with open(os.path.join(directory, "truth.json"), "w", encoding="utf-8") as file:
            file.write(self.text())

    def write_perf_data(self, writer, records, path):
        if not self.chunks or sum(chunk["size"] for chunk in self.chunks) != len(self.stream):
            raise Problem(f"{self.name}: the chunks are not the whole stream")
        session = self.session
        command = [writer, "--records", records, "--out", path, "--program", PROGRAM, "--pid", str(session.pid),
                   "--time-hz", str(session.time_hz), "--metadata", str(session.metadata), "--midr", hex(session.midr),
                   "--min-interval", str(session.min_interval)]
        for mapping in session.mappings:
            command += ["--map", f"{mapping.address:#x},{mapping.length:#x},{mapping.offset:#x}"]
        for argument in session.arguments:
            command += ["--argument", argument]
        for chunk in self.chunks:
            command += ["--chunk", str(chunk["size"]) + (",lost" if chunk["lost"] else "")
                        + (",collision" if chunk["collision"] else "")]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise Problem(f"{self.name}: perf.data was not written: {done.stderr.strip() or done.returncode}")


_fillers = []


def made(kind, *arguments, **more):
    """Decorator of a function that fills a recording of this kind. Recordings keep the order of the functions."""
    def remember(function):
        _fillers.append((kind, arguments, more, function))
        return function
    return remember


def recordings():
    """All recordings, filled."""
    found = []
    for kind, arguments, more, function in _fillers:
        found.append(kind(*arguments, **more))
        function(found[-1])
    return found


def files_below(root):
    return sorted(os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root)
                  for name in names)


def checksums(root):
    found = {}
    for path in files_below(root):
        with open(os.path.join(root, path), "rb") as file:
            found[path] = hashlib.sha256(file.read()).hexdigest()
    return found


def of_recordings(sums):
    """For each recording, `name/`, a checksum of its files' checksums as sha256sum prints them; for each other file,
    its checksum."""
    found = {}
    for path, value in sums.items():
        name, slash, _ = path.partition("/")
        found.setdefault(name + slash, hashlib.sha256()).update(f"{value}  {path}\n".encode())
    return {name: digest.hexdigest() for name, digest in found.items()}
