# SPDX-License-Identifier: Apache-2.0
"""Requirement F3: spe-dump --header prints what the header of a perf.data file tells, and refuses a header whose
features are not of exactly the size that their contents have."""

import re
import struct
import tempfile

from lockstep_runs import PROGRAM, program_run
from helpers import BUILD, equal, expect, needed
from perf_tools import PMU_TYPE, perf_file, spe_dump

FEATURES = 72  # offset of the bitmap in the header
DATA = 40      # offset of the data section's place and size


def header_of(file, status=0):
    """(lines, message) of spe-dump --header."""
    with tempfile.NamedTemporaryFile(dir=BUILD) as data:
        data.write(file)
        data.flush()
        got, out, err = spe_dump("--header", data.name)
        message = err.decode().replace(data.name, "FILE")
    equal(got, status, f"status: {message}")
    return out.decode().splitlines(), message


def refused(file, words):
    lines, message = header_of(file, 2)
    equal(lines, [], "what is printed of a header that is refused")
    expect(re.fullmatch(r"spe-dump: FILE: .*\n", message) and words in message, f"expected {words!r}, got {message!r}")


def sections(file):
    """{bit: (offset of its row in the table, offset, size)} of the features."""
    start, size = struct.unpack_from("<QQ", file, DATA)
    bits = [bit for bit in range(256) if file[FEATURES + bit // 8] >> bit % 8 & 1]
    rows = [start + size + 16 * i for i in range(len(bits))]
    return {bit: (row, *struct.unpack_from("<QQ", file, row)) for bit, row in zip(bits, rows)}


def with_feature(bit, content, file=None):
    """A file in which this feature has that content, at the end of the file."""
    file = bytearray(file or recording())
    row, _, _ = sections(file)[bit]
    struct.pack_into("<QQ", file, row, len(file), len(content))
    return bytes(file + content)


def text(words):
    data = words.encode() + b"\0"
    data += bytes(-len(data) % 64)
    return struct.pack("<I", len(data)) + data


def recording():
    with open(needed(f"{program_run('sim')}/perf.data", "make test"), "rb") as data:
        return data.read()


def test_header_of_a_run_is_printed():
    lines, message = header_of(recording())
    equal(message, "", "words")
    times = [line for line in lines if line.startswith("sample time")]
    expect(len(times) == 1 and re.fullmatch(r"sample time    \d\.\d{9} to \d\.\d{9} s", times[0]), f"times: {times}")
    records = [line for line in lines if line.startswith("auxtrace")]
    expect(len(records) == 1 and re.fullmatch(r"auxtrace       [1-9]\d* records", records[0]), f"records: {records}")
    equal([line for line in lines if line not in times + records], [
        "hostname       openspu",
        "os release     6.1.0",
        "perf version   6.1.openspu",
        "arch           aarch64",
        "cpus           1 available, 1 online",
        "cpu name       OpenSPU simulation",
        "cpu id         0x00000000000f0000",
        "total memory   274877906944 kB",
        f"command        perf record -e arm_spe_0/ts_enable=1/u -- {PROGRAM}",
        "event          arm_spe_0/ts_enable=1/u: type 8, config 0x1, ID 1",
        "event          dummy:u: type 1, config 0x9, ID 2",
        "package        CPUs 0",
        "core           CPUs 0",
        "cpu            0: core 0, package 0",
        "node           0: 274877906944 kB, 274877906944 kB free, CPUs 0",
        "pmu            8 arm_spe_0",
        "memory         node 0, of blocks of 0x1000000000000 bytes: 1",
        "spe metadata   version 1",
    ], "lines")


def test_forms_of_other_files_are_read():
    lines, _ = header_of(perf_file([]))
    equal(lines, ["arch           aarch64", "cpus           1 available, 1 online", "cpu id         0x00000000000f0000",
                  "auxtrace       0 records", "spe metadata   version 1"], "a short header")
    words = struct.pack("<I", 3) + text("perf") + text("two words") + text("\x1b[2J")
    lines, _ = header_of(with_feature(11, words))
    expect('command        perf "two words" \\x1b[2J' in lines, f"command: {lines}")
    topology = struct.pack("<I", 1) + text("0") + struct.pack("<I", 1) + text("0")
    expect("core           CPUs 0" in header_of(with_feature(13, topology))[0], "an old topology")
    dies = topology + struct.pack("<II", 4, 5) + struct.pack("<I", 1) + text("0") + struct.pack("<I", 0)
    lines, _ = header_of(with_feature(13, dies))
    expect("cpu            0: core 4, package 5" in lines and "die            CPUs 0" in lines, f"with dies: {lines}")
    blocks = struct.pack("<QQQQQQ4Q", 1, 0x1000, 1, 7, 256, 256, *[0x3333333333333333] * 4)
    expect("memory         node 7, of blocks of 0x1000 bytes: 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29 and 112 more"
           in header_of(with_feature(22, blocks))[0], "many blocks of memory")
    file = perf_file([])
    # Features that only later ones know are told of by their number.
    start, size = struct.unpack_from("<QQ", file, DATA)
    one = bytearray(file[:start + size] + struct.pack("<QQ", start + size, 0))
    one[FEATURES:FEATURES + 32] = bytes(24) + b"\x80" + bytes(7)
    equal(header_of(bytes(one))[0], ["feature 199    0 bytes", "spe metadata   version 1"], "an unknown feature")


def build_id(size, name=b"/bin/x\0\0", misc=2 | 1 << 15, length=None):
    head = struct.pack("<IHHI", 0, misc, length or 36 + len(name), 0xFFFFFFFF)
    return head + bytes(range(1, 21)) + bytes([size, 0, 0, 0]) + name


def test_build_ids_are_printed():
    file = recording()
    expect(2 not in sections(file), "the demonstration program has a build ID")
    # In the place of the host's name.
    file = bytearray(file)
    file[FEATURES] = file[FEATURES] & ~(1 << 3) | 1 << 2
    row, _, _ = sections(file)[2]

    def having(content):
        changed = bytearray(file)
        struct.pack_into("<QQ", changed, row, len(changed), len(content))
        return bytes(changed + content)
    lines, _ = header_of(having(build_id(20) + build_id(4) + build_id(99, misc=2)))
    whole = bytes(range(1, 21)).hex()
    equal([line for line in lines if line.startswith("build id")],
          [f"build id       {number} /bin/x" for number in (whole, "01020304", whole)], "build IDs")
    refused(having(build_id(21)), "the feature build id has a build ID of more than 20 bytes")
    refused(having(build_id(20, length=35)), "the feature build id has an entry that is too short")
    refused(having(build_id(20, length=45)), "the feature build id has an entry that is too short, or longer")
    refused(having(build_id(20, name=b"/bin/x")), "the feature build id has a string without an end")
    refused(having(build_id(20)[:-9]), "the feature build id has an entry that is too short, or longer")


def test_feature_of_another_size_is_refused():
    file = recording()
    for bit, (row, offset, size) in sections(file).items():
        for change, words in ((-1, ""), (1, "has bytes behind its contents")):
            changed = bytearray(file)
            struct.pack_into("<QQ", changed, row, offset, size + change)
            refused(bytes(changed) + b"\0", words if bit != 13 or change < 0 else "the feature cpu topology ")


def test_string_of_another_length_is_refused():
    file = recording()
    longer = "has a string that is longer than what is left of it"
    for bit in (3, 4, 5, 6, 8, 9):
        _, offset, size = sections(file)[bit]
        for length, words in ((size - 3, longer), (0xFFFFFFFF, longer), (0, "has a string without an end"),
                              (1, "has a string without an end"), (size - 5, "has bytes behind its contents")):
            changed = bytearray(file)
            struct.pack_into("<I", changed, offset, length)
            refused(bytes(changed), words)
    refused(with_feature(11, struct.pack("<I", 2) + text("perf")), "the feature command ends inside a number")
    refused(with_feature(12, struct.pack("<II", 1, 47) + bytes(200)), "the feature event has an attribute that is too short")
    refused(with_feature(22, struct.pack("<QQQ", 2, 1, 0)), "the feature mem topology is of a version that is not known")


def test_feature_outside_the_file_is_refused():
    file = recording()
    row, offset, size = sections(file)[3]
    for place, length in ((len(file) - size + 1, size), (len(file) + 1, 0), (offset, 2**64 - 1), (2**64 - 1, size)):
        changed = bytearray(file)
        struct.pack_into("<QQ", changed, row, place, length)
        refused(bytes(changed),
                f"offset 0x{row:x}: the feature 3 (0x{length:x} bytes at 0x{place:x}) is not inside the file")
    refused(file[:row + 15], f"offset 0x{row:x}: the file ends inside the table of the features")


def info(content, kind=4):
    """A file without features and with this AUXTRACE_INFO."""
    old = perf_file([])
    start, size = struct.unpack_from("<QQ", old, DATA)
    record = struct.pack("<IHH", 70, 0, 16 + len(content)) + struct.pack("<II", kind, 0) + content
    file = bytearray(old[:start] + record)
    struct.pack_into("<QQ", file, DATA, start, len(record))
    file[FEATURES:FEATURES + 32] = bytes(32)
    return bytes(file)


def test_metadata_are_read():
    cpu = struct.pack("<6Q", 0x1010101010101010, 5, 3, 0x410FD490, PMU_TYPE, 1024)
    later = struct.pack("<7Q", 0x1010101010101010, 6, 4, 0x410FD0C0, PMU_TYPE, 256, 99)
    equal(header_of(info(struct.pack("<QQ", PMU_TYPE, 0)))[0], ["spe metadata   version 1"], "version 1")
    lines, _ = header_of(info(struct.pack("<5Q", 2, 5, PMU_TYPE, 2, 77) + cpu + later))
    equal(lines, ["spe metadata   version 2", "spe cpu        5: MIDR_EL1 0x410fd490, minimum interval 1024",
                  "spe cpu        6: MIDR_EL1 0x410fd0c0, minimum interval 256"], "version 2")
    refused(info(b"", kind=1), "a trace of kind 1; that of SPE is 4")
    for content, words in ((struct.pack("<4Q", 2, 3, PMU_TYPE, 0), "has a header that is too short"),
                           (struct.pack("<4Q", 2, 5, PMU_TYPE, 0), "longer than what is left"),
                           (struct.pack("<4Q", 2, 4, PMU_TYPE, 1), "ends inside a number"),
                           (struct.pack("<4Q", 2, 4, PMU_TYPE, 1) + cpu + cpu, "has bytes behind its contents"),
                           (struct.pack("<4Q", 2, 4, PMU_TYPE, 1) + struct.pack("<6Q", 0, 5, 2, 0, 0, 0),
                            "has too few parameters of a CPU"),
                           (struct.pack("<4Q", 2, 4, PMU_TYPE, 1) + later[:-8], "has too few parameters of a CPU, or more")):
        refused(info(content), f"the feature spe metadata {words}" if words[0] == "h" else words)


def test_other_files_are_refused():
    refused(b"\x01" * 200, "not a perf.data file")
    refused(perf_file([])[:103], "the file ends inside its header")


def test_header_goes_with_no_other_option():
    for option in ("--json", "--csv", "--stats", "--format bolt", "--elf x", "--resync", "--limit 1", "--op LD"):
        status, out, err = spe_dump("--header", *option.split(), "x")
        name = option.split()[0] if option.split()[0] not in ("--limit", "--op") else "an option that leaves records out"
        equal((status, out, err.decode()), (2, b"", f"spe-dump: --header and {name} exclude each other\n"), option)
