# SPDX-License-Identifier: Apache-2.0
"""For tests: runs Linux perf and spe-dump, reads their output, and makes perf.data files.

This second writer of perf.data files follows the public description of the format (Linux Documentation,
perf.data-file-format) and not tb/programs/perf/perf_data_write.c, which may share a mistake with the reader.
"""

import functools
import re
import struct
import tempfile

from helpers import BUILD, equal, expect, needed, run

EXTENSION = b"\x20"  # an extended header's first byte, with the index's high bits zero
SPE_DUMP = f"{BUILD}/bin/spe-dump"


def spe_dump(*arguments, stdin=b""):
    needed(SPE_DUMP, "make")
    return run(SPE_DUMP, *arguments, stdin=stdin)


def perf(*arguments):
    """perf's stdout, as lines."""
    status, out, err = run("perf", *arguments)
    expect(status == 0, f"perf {' '.join(arguments)}: status {status}: {err.decode(errors='replace')[-300:]}")
    return out.decode(errors="replace").splitlines()


# A line of a raw dump: offset, up to 16 bytes in a column of 48 characters (more if there are more), text.
DUMP_LINE = re.compile(r"([0-9a-f]{8}):  ((?:[0-9a-f]{2} )*[0-9a-f]{2}) (.*)")


def read_dump(lines):
    """[(bytes, text)] of dump lines without perf's leading dot; runs of padding are joined."""
    packets = []
    for line in lines:
        match = DUMP_LINE.fullmatch(line)
        expect(match, f"not a dump line: {line!r}")
        data, text = bytes.fromhex(match[2]), match[3][max(0, 48 - 1 - len(match[2])):]
        if text == "PAD" and packets and packets[-1][1] == "PAD":
            packets[-1] = (packets[-1][0] + data, "PAD")
        else:
            packets.append((data, text))
    return packets


def perf_packets(path):
    """[(bytes, text)] of perf's raw dump of the file, over all its chunks."""
    return read_dump(line[3:] for line in perf("report", "-D", "-i", path)
                     if re.match(r"\.  [0-9a-f]{8}: ", line))


def spe_dump_packets(path):
    """[(bytes, text)] of spe-dump's output for the file."""
    status, out, err = spe_dump(path)
    expect(status == 0, f"spe-dump {path}: status {status}: {err.decode().strip()}")
    return read_dump(line for line in out.decode().splitlines() if line)


@functools.cache
def older_perf():
    """The words of later versions that the installed perf does not print."""
    probes = {"PBT": packet(0xB4, 0, 8), "MTE-TAG": b"\x49\x14", "GCS COMM": b"\x49\x44", "B GCS": b"\x4a\x04",
              "L2D-ACCESS": packet(0x62, 1 << 19, 4), "ASE FP": b"\x48\x06", "SME-OTHER": b"\x48\x88",
              "ALT_ISSUE": packet(0x9C, 0, 2), "EXPOSED": packet(0x9E, 0, 2)}
    with tempfile.TemporaryDirectory() as directory:
        path = f"{directory}/perf.data"
        with open(path, "wb") as file:
            file.write(perf_file([b"".join(probe + END for probe in probes.values())]))
        texts = dict(perf_packets(path))
    return {words for words, data in probes.items() if words not in texts[data]}


def in_perfs_words(packets):
    """spe-dump's text for packets, in the words of the installed perf."""
    return [(data, words_of_older_perf(data.removeprefix(EXTENSION), text)) for data, text in packets]


def words_of_older_perf(data, text):
    older = older_perf()
    if not data:
        return text
    if data[0] == 0xB4 and "PBT" in older:
        return f"ADDR 0x{int.from_bytes(data[1:], 'little'):x} (4)"
    if data[0] == 0x9C and "ALT_ISSUE" in older:
        return text.removesuffix("ALT_ISSUE")
    if data[0] == 0x9E and "EXPOSED" in older:
        return text.removesuffix("EXPOSED")
    if data[0] == 0x48 and data[1] & 0x89 == 0x88 and "SME-OTHER" in older:
        return "OTHER INSN-OTHER"
    if data[0] == 0x48 and data[1] & 0xF8 == 0 and "ASE FP" in older:
        return re.sub(" (ASE|FP)", "", text)
    if data[0] == 0x49:
        text = re.sub(" GCS( COMM)?", "", text) if "GCS COMM" in older else text
        return re.sub(" (MTE-TAG|MEMCPY|MEMSET)", "", text) if "MTE-TAG" in older else text
    if data[0] == 0x4A and "B GCS" in older:
        return "B" + (" COND" if data[1] & 1 else "") + (" IND" if data[1] & 0xFE == 2 else "")
    if data[0] & 0xCF == 0x42 and "L2D-ACCESS" in older:
        return re.sub(" (TXN|L2D-ACCESS|L2D-MISS|HITM|LFB|SNOOPED|STREAMING-SVE|SMCU|IMPDEF:[0-9,]*)(?= |$)", "", text)
    return text


def compare_packets(got, expected, got_name, expected_name):
    """Fails at the first packet that differs."""
    expect(expected, f"{expected_name} shows no packet")
    offset = 0
    for number, (one, other) in enumerate(zip(got, expected)):
        expect(one == other, f"packet {number} at offset 0x{offset:x}: {got_name} has {one[0].hex(' ')} {one[1]!r}, "
                             f"{expected_name} has {other[0].hex(' ')} {other[1]!r}")
        offset += len(one[0])
    equal(len(got), len(expected), f"packets of {got_name} and {expected_name}")


def count_records(packets):
    """A record ends with an End or a Timestamp packet (Arm ARM D18.1.2)."""
    return sum(data[0] in (0x01, 0x71) for data, _ in packets)


# ---------------------------------------------------------------------------------------------------------
# Bytes of packets (Arm ARM D18.2)

def packet(header, value, size):
    return bytes([header]) + value.to_bytes(size, "little")


def pc(address, el=0, ns=1):
    return packet(0xB0, address | el << 61 | ns << 63, 8)


def timestamp(value):
    return packet(0x71, value, 8)


END = b"\x01"

# ---------------------------------------------------------------------------------------------------------
# perf.data

SAMPLE_TYPE = 0x10087  # IP, TID, TIME, CPU, IDENTIFIER
PMU_TYPE = 9


def event(kind, body, misc=0):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def attribute(kind, config, flags):
    return struct.pack("<IIQQQQQ", kind, 128, config, 0, SAMPLE_TYPE, 4, flags | 1 << 18).ljust(128, b"\0")


def text_feature(text):
    data = text.encode() + b"\0"
    data += bytes(-len(data) % 64)
    return struct.pack("<I", len(data)) + data


def perf_file(chunks, pid=1000, kind=4, other=b""):
    """The bytes of a perf.data file with timestamps in nanoseconds, a trace of this kind, and `other` records before
    it."""

    def sample_id(number):
        return struct.pack("<IIQIIQ", pid, pid, 0, 0, 0, number)

    data_offset = 104 + 16 + 2 * 144
    data = event(79, struct.pack("<QQQQQQ", 31, 1 << 31, 0, 0, (1 << 56) - 1, 1))
    data += event(70, struct.pack("<IIQQ", kind, 0, PMU_TYPE, 0)) + other
    data += event(3, struct.pack("<II8s", pid, pid, b"test") + sample_id(2), 1 << 13)
    index = []
    parts = [data]
    size = len(data)
    aux = 0
    for chunk in chunks:
        head = event(11, struct.pack("<QQQ", aux, len(chunk), 0) + sample_id(1))
        index.append((data_offset + size + len(head), 48))
        parts += [head, event(71, struct.pack("<QQQIIII", len(chunk), aux, 0, 0, pid, 0, 0)), chunk]
        size += len(head) + 48 + len(chunk)
        aux += len(chunk)
    data = b"".join(parts)
    features = {6: text_feature("aarch64"), 7: struct.pack("<II", 1, 1), 9: text_feature("0x00000000000f0000"),
                18: struct.pack("<Q", len(index)) + b"".join(struct.pack("<QQ", *entry) for entry in index)}
    header = b"PERFILE2" + struct.pack("<12Q", 104, 144, 120, 288, data_offset, len(data), 0, 0,
                                       sum(1 << bit for bit in features), 0, 0, 0)
    attributes = (struct.pack("<QQ", 1, 2) + attribute(PMU_TYPE, 1, 0) + struct.pack("<QQ", 104, 8)
                  + attribute(1, 9, 1 << 8 | 1 << 9 | 1 << 23 | 1 << 24) + struct.pack("<QQ", 112, 8))
    table = contents = b""
    place = data_offset + len(data) + 16 * len(features)
    for _, content in sorted(features.items()):
        table += struct.pack("<QQ", place + len(contents), len(content))
        contents += content
    return header + attributes + data + table + contents
