# SPDX-License-Identifier: Apache-2.0
"""For tests of programs with vectors: compiles them, records their operations under QEMU, and simulates them."""

import json
import os
import re
import subprocess

from helpers import BUILD, Scratch, needed, run

SPE_TRACE = f"{BUILD}/bin/spe-trace"
SPE_DUMP = f"{BUILD}/bin/spe-dump"
scratch = Scratch("workload-")


def compiled(name, *arguments, source=None):
    """Compiles C text, or the files among the arguments. Returns the path."""
    path = os.path.join(scratch.name, name)
    if not os.path.exists(path):
        subprocess.run(["aarch64-linux-gnu-gcc", "-static", *arguments, *(["-x", "c", "-"] if source else []),
                        "-o", path], input=source.encode() if source else None, check=True)
    return path


def recorded(path, cpu, *arguments):
    """(exit status of the program, its operations as (pc, opcode, address), the vector lengths in the trace, messages
    of spe-trace)."""
    trace = os.path.join(scratch.name, "trace")
    status, _, err = run(needed(SPE_TRACE, "make programs"), "record", "-o", trace, "--cpu", cpu, "--", path,
                         *arguments)
    assert status == 0, err
    match = re.search(rb"exited with status (\d+)", err)
    _, out, _ = run(SPE_TRACE, trace)
    rows = [line.split() for line in out.decode().splitlines()]
    operations = [(int(pc, 16), int(opcode, 16), None if address == "-" else int(address, 16))
                  for pc, opcode, address in rows]
    return int(match[1]) if match else 0, operations, vectors(trace), err.decode(errors="replace")


def vectors(path):
    """The vector lengths in a trace, in order: (bits), or with SME (bits, bits in Streaming SVE mode, mode)."""
    with open(path, "rb") as file:
        data = file.read()
    at, found = 16, []
    while at < len(data):
        size = int.from_bytes(data[at + 12:at + 16], "little")
        if data[at:at + 1] == b"V":
            found.append(tuple(int.from_bytes(data[at + 24 + i:at + 28 + i], "little") for i in range(0, size, 4)))
        at += 24 + size
    return found


def symbols(path):
    """{name: (address, size)}."""
    out = subprocess.run(["aarch64-linux-gnu-nm", "-S", path], capture_output=True, text=True, check=True).stdout
    return {name: (int(start, 16), int(size, 16))
            for start, size, name in re.findall(r"(?m)^(\w+) (\w+) \w (\w+)$", out)}


def executed(operations, path, function):
    """(opcode, address) of the operations of a function."""
    start, size = symbols(path)[function]
    return [(opcode, address) for pc, opcode, address in operations if start <= pc < start + size]


def simulated(path, config, cpu):
    """(report, output, the records as text, and as bytes)."""
    out = os.path.join(scratch.name, "sim")
    status, text, err = run(needed(f"{BUILD}/{config}/spu-sim", "make sim"), "--workload", path, "--interval", "256",
                            "--out", out, "--cpu", cpu)
    assert status == 0, f"{config} on {cpu}: {err!r}"
    with open(f"{out}/report.json", encoding="utf-8") as file:
        report = json.load(file)
    assert report["mismatches"] == 0
    _, dumped, _ = run(SPE_DUMP, f"{out}/records.spe")
    with open(f"{out}/records.spe", "rb") as file:
        return report, text.decode() + err.decode(), dumped.decode(), file.read()


def check_same_records(path, config, cpu):
    """The same program has the same records each time."""
    first, second = (simulated(path, config, cpu)[3] for _ in range(2))
    assert first == second
