# SPDX-License-Identifier: Apache-2.0
"""Tests perf and Linux's driver with the unit, in the guest (make linux-test): each machine boots once and runs
guest.sh, and the results are compared with the unit's records and with QEMU's own counts.

MACHINES=name,... selects machines by the names of their tests."""

import collections
import csv
import dataclasses
import hashlib
import io
import os
import re
import shutil
import struct
import subprocess
import sys

import pytest

sys.path[:0] = ["scripts/test", "tb/linux"]
# pylint: disable=wrong-import-position
from helpers import BUILD, expect  # noqa: E402

DEMO = "tb/programs/demo/demo.elf"
PERF_AUXTRACE, PERF_AUX = 71, 11
COUNTS = ("collided", "dropped", "filtered", "written", "discarded")
STANDARD_ERRORS = 4
SMALL_BUFFER = 4 * 4096  # guest.sh
SEVERAL_ZEROS = rb"\0{8,}"  # records are aligned to 8 bytes or more in these configurations


@dataclasses.dataclass(frozen=True)
class Machine:
    config: str = "base"
    kernel: str = "6.12"
    el2: bool = False
    cpus: int = 1
    unit: str = "model"

    def __str__(self):
        return f"{self.config}-{self.kernel}-{'el2' if self.el2 else 'el1'}-{self.cpus}-{self.unit}"

    def command(self):
        plugin = f"{BUILD}/linux/{self.config + '/spe-rtl' if self.unit == 'rtl' else 'spe'}.so"
        return ["tb/linux/linux.py", "--home", f"{BUILD}/linux", "--plugin", plugin,
                "--config", self.config, "--unit", self.unit, "--kernel", self.kernel, "--cpus", str(self.cpus),
                *["--el2"] * self.el2]


CONFIGS = ("base", "wide", "v8.7", "v9", "v9.6", "el1only", "small", "aarch32-el3")
MACHINES = [Machine(config) for config in CONFIGS]
MACHINES += [Machine("base", el2=True), Machine("v9.6", el2=True),
             Machine("base", "6.1"), Machine("v9.6", "6.1", el2=True),
             Machine("base", cpus=2), Machine("v9.6", el2=True, cpus=2),
             Machine("base", unit="rtl"), Machine("v9.6", el2=True, unit="rtl")]


def wanted():
    names = [name for name in os.environ.get("MACHINES", "").replace(",", " ").split() if name]
    unknown = set(names) - {str(machine) for machine in MACHINES}
    if unknown:
        pytest.exit(f"MACHINES={unknown.pop()}: no such machine; there are {' '.join(map(str, MACHINES))}", 2)
    return [pytest.param(machine, marks=pytest.mark.xdist_group(str(machine))) for machine in MACHINES
            if not names or str(machine) in names]


@dataclasses.dataclass
class Results:
    machine: Machine
    home: str
    statuses: dict
    log: str

    def said(self, name):
        with open(f"{self.home}/{name}.out", encoding="utf-8", errors="replace") as file:
            return file.read()

    def succeeded(self, name):
        if name not in self.statuses:
            pytest.skip("this machine does not run that part")
        assert self.statuses[name] == 0, f"status of {name}: {self.said(name)[-800:]}"
        return self.said(name)

    def samples(self, name):
        """The records of a recording."""
        self.succeeded(name)
        return records(f"{self.home}/{name}.data")


@pytest.fixture(scope="module", params=wanted(), ids=str)
def guest(request, tmp_path_factory):
    """The machine, after guest.sh."""
    machine, home = request.param, str(tmp_path_factory.mktemp("guest"))
    shutil.copy(DEMO, f"{home}/demo")
    shutil.copy("tb/linux/test/guest.sh", home)
    os.chmod(f"{home}/demo", 0o755)
    # The RTL is too slow for the other parts.
    parts = ["driver", "truth", "small"]
    parts += ["filters", "tools", "user", "own", *["offline"] * (machine.cpus > 1)] if machine.unit == "model" else []
    command = [*machine.command(), "--share", home, "--records", f"{home}/unit", "--counts", f"{home}/counts",
               "--log", f"{home}/log", "--run", f"sh /mnt/share/guest.sh {' '.join(parts)}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    with open(f"{home}/statuses", encoding="ascii") as file:
        statuses = {name: int(status) for name, status in map(str.split, file)}
    with open(f"{home}/log", encoding="utf-8") as file:
        return Results(machine, home, statuses, file.read())


def records(path, *options):
    done = subprocess.run([f"{BUILD}/bin/spe-dump", "--csv", *options, path], capture_output=True, text=True,
                          check=False)
    assert done.returncode in (0, 1) or "--resync" in options, done.stderr
    return list(csv.DictReader(io.StringIO(done.stdout)))


def perf_events(path):
    """(type, record, the data after an AUXTRACE record) of a perf.data file."""
    with open(path, "rb") as file:
        data = file.read()
    at, size = struct.unpack_from("<QQ", data, 40)
    end = at + size
    while at < end:
        kind, _, length = struct.unpack_from("<IHH", data, at)
        extra = struct.unpack_from("<Q", data, at + 8)[0] if kind == PERF_AUXTRACE else 0
        yield kind, data[at:at + length], data[at + length:at + length + extra]
        at += length + extra


def recordings(guest):
    """Paths of perf's recordings."""
    return [f"{guest.home}/{name}" for name in sorted(os.listdir(guest.home)) if name.endswith(".data")]


# ---------------------------------------------------------------------------------------------------------
# The profile is true


def test_linux_finds_the_unit(guest):
    guest.succeeded("caps")
    assert guest.said("complaints") == ""


def test_bytes_in_perf_data_are_the_units(guest):
    """In order, except for zeros: the driver pads the buffer with them if a record does not fit before its end."""
    written = {}
    for cpu in range(guest.machine.cpus):
        with open(f"{guest.home}/unit.{cpu}", "rb") as file:
            written[cpu] = file.read()
    total = 0
    for path in recordings(guest):
        for kind, record, data in perf_events(path):
            if kind != PERF_AUXTRACE:
                continue
            cpu = max(struct.unpack_from("<i", record, 40)[0], 0)
            at = 0
            for piece in re.split(SEVERAL_ZEROS, data):
                place = written[cpu].find(piece, at)
                assert place >= 0, f"{path}: {len(piece)} bytes of CPU {cpu} that the unit did not write"
                at, total = place + len(piece), total + len(piece)
    assert total > 100000


def test_every_selected_operation_is_accounted_for(guest):
    """The plugin also checks the model's rules, and sets the status of the run."""
    lines = [line for line in guest.log.splitlines() if " selected, " in line]
    assert len(lines) == guest.machine.cpus
    for line in lines:
        number = {words.split(" ", 1)[1]: int(words.split()[0]) for words in line.split(": ")[1].split(", ")}
        assert number["selected"] == sum(number[name] for name in COUNTS), line
        assert number["written"] > 0 or guest.machine.cpus > 1, line


def functions():
    """{name: addresses} of the program."""
    table = subprocess.run(["readelf", "-sW", DEMO], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in table.splitlines() if " FUNC " in line]
    return {row[7]: range(int(row[1], 16), int(row[1], 16) + int(row[2])) for row in rows}


def test_shares_of_functions_are_qemus_count(guest):
    with open(f"{guest.home}/counts", encoding="ascii") as file:
        counted = {int(address, 16): int(count) for address, count in map(str.split, file)}
    # Other programs use the addresses after those of the demonstration program.
    last = max(addresses.stop for addresses in functions().values())
    counted = {address: count for address, count in counted.items() if address < last}
    sampled = [int(record["pc"], 16) for record in guest.samples("truth") if "RETIRED" in record["event_names"]]
    sampled = [pc for pc in sampled if pc in counted]
    assert len(sampled) > 5000
    for name, addresses in functions().items():
        share = sum(count for address, count in counted.items() if address in addresses) / sum(counted.values())
        found = sum(pc in addresses for pc in sampled) / len(sampled)
        error = (share * (1 - share) / len(sampled)) ** 0.5
        expect(abs(found - share) <= STANDARD_ERRORS * error,
               f"{name}: {share:.4f} executed, {found:.4f} sampled, {error:.4f}")


def runs(guest):
    """{thread: (begin, end)} of the program's runs, by the guest's clock."""
    begin, end = {}, {}
    for line in guest.succeeded("tasks").splitlines():
        match = re.match(r"\s*demo\s+(\d+)\s+([\d.]+): PERF_RECORD_(COMM exec|EXIT)", line)
        if match:
            (begin if match[3] == "COMM exec" else end)[int(match[1])] = float(match[2])
    assert len(begin) == 6
    return {thread: (begin[thread], end[thread]) for thread in begin}


def test_contexts_are_threads(guest):
    threads = runs(guest)
    column = "context_el2" if guest.machine.el2 else "context_el1"
    contexts = {int(record[column], 16) for record in guest.samples("truth") if int(record["pc"], 16) < 0x500000}
    assert contexts == set(threads)


def test_times_are_the_guests(guest):
    threads = runs(guest)
    last = 0
    lines = [line.split() for line in guest.succeeded("times").splitlines() if re.match(r"\s*demo\s+\d+ ", line)]
    assert len(lines) > 5000
    for _, thread, time, _ in lines:
        begin, end = threads[int(thread)]
        assert begin <= float(time.rstrip(":")) <= end, f"thread {thread}: {begin} to {end}, {time}"
    for record in guest.samples("truth"):
        assert int(record["timestamp"]) >= last or guest.machine.cpus > 1
        last = int(record["timestamp"])


# ---------------------------------------------------------------------------------------------------------
# perf


@pytest.mark.parametrize("name, right", [
    ("loads", lambda record: record["operation"].startswith("LD")),
    ("stores", lambda record: record["operation"].startswith("ST") or "AT" in record["operation"].split()),
    ("branches", lambda record: record["operation"].startswith("B")),
    ("mispredicted", lambda record: "MISPRED" in record["event_names"]),
    ("slow", lambda record: int(record["total"]) >= 20),
    ("retired", lambda record: "RETIRED" not in record["event_names"])])
def test_filter_leaves_what_it_says(guest, name, right):
    found = guest.samples(name)  # `retired`: not before FEAT_SPEv1p2
    assert len(found) > 10
    wrong = [record for record in found if not right(record)]
    assert wrong == []


def test_small_buffer_wraps(guest):
    guest.succeeded("small")
    size, kinds = collections.Counter(), collections.Counter()
    for kind, record, data in perf_events(f"{guest.home}/small.data"):
        kinds[kind] += 1
        if kind == PERF_AUXTRACE:
            size[struct.unpack_from("<I", record, 32)[0]] += len(data)
    assert max(size.values()) > SMALL_BUFFER, f"bytes of each buffer: {dict(size)}"
    # With two CPUs perf may read too late; Linux then stops recording.
    assert kinds[PERF_AUX] > 20 or guest.machine.cpus > 1


def test_full_buffers_interrupt(guest):
    taken = re.match(r"\s*\d+:((?:\s+\d+)+) .* arm_spe_pmu", guest.succeeded("interrupts"))
    assert taken, guest.said("interrupts")
    assert sum(map(int, taken[1].split())) > 5, guest.said("interrupts")


def test_memory_tools_have_samples(guest):
    for name in ("mem", "c2c", "inject"):
        guest.succeeded(name)
    assert "chase_pointers" in guest.succeeded("mem_report"), guest.said("mem_report")
    assert re.search(r"Total records\s*:\s*[1-9]", guest.succeeded("c2c_report")), guest.said("c2c_report")[:800]
    assert "chase_pointers" in guest.succeeded("inject_report"), guest.said("inject_report")[:800]


def test_user_profiles_no_kernel(guest):
    assert "chase_pointers" in guest.succeeded("user"), guest.said("user")
    assert guest.statuses["user_kernel"] != 0, guest.said("user_kernel")


def test_cpu_goes_offline_and_comes_back(guest):
    """When the CPU goes offline, the driver sets PMBPTR_EL1 to 0 before it ends perf's event. The size of that AUX
    record is meaningless, and perf copies the buffer up to an arbitrary address."""
    guest.succeeded("offline")
    assert len(records(f"{guest.home}/offline.data", "--resync")) > 1000
    assert guest.samples("online")


def test_perfs_own_test_passes(guest):
    assert "FAIL" not in guest.succeeded("test_arm_spe"), guest.said("test_arm_spe")


# ---------------------------------------------------------------------------------------------------------
# ICOUNT=1


def by_instructions(*options):
    """Runs the machine with time measured in instructions."""
    done = subprocess.run([*Machine().command(), "--icount", *options], capture_output=True, text=True, timeout=900,
                          check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr


def test_two_boots_give_the_same_bytes(tmp_path):
    sums = []
    for run in ("first", "second"):
        by_instructions("--records", str(tmp_path / run),
                        "--run", "perf record -e arm_spe_0/period=1024,ts_enable=1/ -- ls")
        data = (tmp_path / f"{run}.0").read_bytes()
        assert len(data) > 10000
        sums.append(hashlib.md5(data).hexdigest())
    assert sums[0] == sums[1]


def test_perfs_fork_test_passes(tmp_path):
    """The test wants a buffer to fill within a second of guest time: 2.1e9 operations, however long the host takes."""
    shutil.copy("tb/linux/test/guest.sh", tmp_path)
    by_instructions("--share", str(tmp_path), "--run", "sh /mnt/share/guest.sh fork")
    said = (tmp_path / "test_arm_spe_fork.out").read_text()
    assert (tmp_path / "statuses").read_text().split()[:2] == ["test_arm_spe_fork", "0"], said
    assert "PASS" in said
