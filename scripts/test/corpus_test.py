# SPDX-License-Identifier: Apache-2.0
"""Requirement F3: spe-dump, in each of its formats, and Linux perf show each recording of the corpus as it was made,
field by field; spe-dump reports the damage of damaged ones, with its place (docs/corpus.md)."""

import csv
import io
import json
import os
import re
import shutil
import subprocess

import pytest

from corpus.recording import checksums, files_below, of_recordings
from corpus_truth import (COMMITTED, CORPUS, NAMES, Truth, branches, committed, compare_csv, compare_json, events,
                          sample, truths, value, wire)
from helpers import BUILD, Scratch, call, equal, expect, needed, not_done, read, refused, run
from perf_tools import compare_packets, in_perfs_words, perf, perf_packets, read_dump, spe_dump

scratch = Scratch("corpus-", BUILD)

# The messages of spe-dump.
WORDS = {
    "ends_inside_packet": "the stream ends inside a packet",
    "bad_extended_header": "the second byte of an extended header begins another one",
    "no_end": "no End or Timestamp packet",
    "header_cut": "offset 0x{offset:x}: the file ends inside its header",
    "big_endian": "perf.data from a big-endian machine",
    "data_outside": "offset 0x{offset:x}: the data section (",
    "not_closed": "an empty recording: its header has no size of the data",
    "auxtrace_size": "offset 0x{offset:x}: an AUXTRACE record with 0x",
    "auxtrace_short": "offset 0x{offset:x}: an AUXTRACE record of 16 bytes, too short",
    "event_size": "offset 0x{offset:x}: a record of 0 bytes where ",
}
OF_THE_HEADER = ("feature_size", "feature_outside")  # not needed to read the records


def dump(truth, *arguments):
    """(status, lines, first line of the message) of spe-dump."""
    status, out, err = spe_dump(*arguments, needed(truth.path, "make corpus"))
    return status, out.decode().splitlines(), (err.decode().splitlines() or [""])[0]


def whole(truth, *arguments):
    """The lines of spe-dump for a recording without damage."""
    status, lines, message = dump(truth, *arguments)
    empty = not truth.all["records"]
    expect(status == (1 if empty else 0) and (empty or message == ""),
           f"{truth.path}: spe-dump {' '.join(arguments)}: status {status}: {message}")
    return lines


def objects(lines):
    return [json.loads(line) for line in lines]


def readable(names, file=None):
    """The files of these recordings that consist of packets only."""
    found = [truth for name in names for truth in truths(name) if file in (None, truth.file)]
    return [truth for truth in found if not truth.said and not truth.file_harm
            and not any("uncertain" in entry for entry in truth.harm)]


def with_perf():
    if not shutil.which("perf"):
        not_done("no perf on this machine")


def perfs_own(names):
    """The recordings that perf can read to the end: it stops at a packet that it does not know."""
    return [truth for truth in readable(names, "perf.data") if truth.records and not any(
        packet["type"] == "unknown" for record in truth.all["records"] for packet in record["packets"])]


def makes_samples(truth):
    """True if perf can represent the threads and times: not those of damaged recordings or of extreme values."""
    packets = [packet for record in truth.records for packet in record["packets"]]
    return not truth.harm and all(value(packet) < {"context": 1 << 31, "timestamp": 1 << 56}.get(packet["type"],
                                                                                                 1 << 64)
                                  for packet in packets)


def names_of(condition):
    """The recordings in which a test has something to compare; all if there is no corpus: then every test fails."""
    return [name for name in NAMES if not os.path.isfile(f"{CORPUS}/{name}/truth.json") or condition(name)]


IN_THE_STREAM = names_of(lambda name: not Truth(name, "records.spe").file_harm)
WHOLE = names_of(lambda name: readable([name]))
WITH_PERF_DATA = names_of(lambda name: readable([name], "perf.data"))
FOR_PERF = names_of(lambda name: perfs_own([name]))
WITH_PERFS_SAMPLES = names_of(lambda name: any(map(makes_samples, perfs_own([name]))))
DAMAGED_FILES = names_of(lambda name: Truth(name, "perf.data").file_harm)

# ---------------------------------------------------------------------------------------------------------
# The corpus itself


def test_files_have_the_checksums_of_the_tree():
    found = checksums(CORPUS)
    now, kept = of_recordings(found), committed()
    assert now.keys() == kept.keys()
    wrong = [name for name in kept if now[name] != kept[name]]
    assert not wrong, f"other checksums than {COMMITTED}; if intended, scripts/corpus.py --accept keeps the new ones"
    assert json.loads(read(f"{CORPUS}/checksums.json")) == {path: sum for path, sum in found.items()
                                                            if path != "checksums.json"}


def test_corpus_is_small_and_names_its_licence_and_recordings():
    assert sum(os.path.getsize(f"{CORPUS}/{path}") for path in files_below(CORPUS)) < 1_000_000
    text = read(f"{CORPUS}/README.md")
    assert "Apache-2.0" in text
    for name in NAMES:
        assert f"| `{name}` |" in text


def test_corpus_is_the_same_when_it_is_made_again():
    status, _, err = run("scripts/corpus.py", "--build", BUILD, "--out", f"{scratch.name}/again")
    assert (status, err) == (0, b"")
    assert checksums(f"{scratch.name}/again") == checksums(CORPUS)


def test_corpus_that_cannot_be_made_is_refused():
    for arguments, words in ((("--build", "no/such"), "no/such"), (("--out", "/proc/corpus"), "/proc"),
                             (("--nonsense",), "--nonsense"), (("x",), "x"),
                             (("--out", "docs"), "docs: has files, and is not a corpus")):
        refused(call("scripts/corpus.py", *arguments), "corpus.py", words)
    assert not os.path.exists("no")


def test_perf_data_refuses_wrong_use():
    program, records = needed(f"{BUILD}/bin/perf-data", "make corpus"), f"{CORPUS}/lost/records.spe"
    size = os.path.getsize(records)
    out = f"{scratch.name}/perf.data"
    good = ("--records", records, "--out", out)
    for arguments, words in (
            ((), "--records or --out is missing"),
            (("--records", "no/such", "--out", out), "no/such: No such file or directory"),
            ((*good, "--chunk", "8"), f"{records}: {size} bytes, but only 8 in chunks"),
            ((*good, "--chunk", str(size + 1)), f"{records}: {size} bytes end inside chunk 1"),
            ((*good, "--chunk", f"{size},gone"), f"--chunk: {size},gone: not SIZE"),
            ((*good, "--map", "1,2"), "--map: 1,2: not ADDRESS,LENGTH,OFFSET"),
            ((*good, "--pid", "x"), "--pid: x is not a number"),
            ((*good, "--metadata", "3"), "--metadata: 3 must be 1 or 2"),
            ((*good, "--metadata", "0"), "--metadata: 0 must be 1 or 2"),
            ((*good, "--time-hz", "0"), "a counter of 0 Hz"), ((*good, "more"), "more: not an option"),
            (("--records", records, "--out", "no/such/file"), "no/such/file"), ((*good, "--chunk"), "--chunk")):
        refused(call(program, *arguments), "perf-data", words)
        assert not os.path.exists(out), f"{arguments} left a file"


def test_every_recording_is_compared():
    """The tests below have at least this many recordings each."""
    for what, names, least in (("files without damage to them", IN_THE_STREAM, 41), ("whole streams", WHOLE, 34),
                               ("perf.data with them", WITH_PERF_DATA, 24), ("for perf", FOR_PERF, 21),
                               ("samples of perf", WITH_PERFS_SAMPLES, 18), ("damaged files", DAMAGED_FILES, 10)):
        assert len(names) >= least, f"{what}: {len(names)} recordings, and not {least}: {names}"


def test_corpus_has_every_packet_level_event_and_damage():
    all_truths = [Truth(name, "records.spe").all for name in NAMES]
    packets = [packet for truth in all_truths for record in truth["records"] for packet in record["packets"]]
    for kind in ("context", "counter", "address", "data_source", "op_type", "events", "timestamp", "end", "padding",
                 "unknown"):
        assert any(packet["type"] == kind for packet in packets)
    assert {bit for packet in packets if packet["type"] == "events" for bit in packet["bits"]} == set(range(64))
    for index in range(5):
        assert any(packet["type"] == "address" and packet["index"] == index for packet in packets)
    levels = {(packet["el"], packet["ns"], packet["nse"]) for packet in packets if packet.get("name") == "pc"}
    assert {(0, 1, 0), (1, 1, 0), (2, 1, 0), (0, 0, 0), (1, 0, 0), (0, 1, 1), (1, 1, 1)} <= levels
    runs = [truth["run"] for truth in all_truths if "run" in truth]
    for what in ("collisions", "filtered", "events"):
        assert any(run[what] for run in runs)
    assert {reason for run in runs for reason in run["discarded"]} == {"discard mode", "fault"}
    assert any(chunk["lost"] for truth in all_truths for chunk in truth.get("chunks", []))
    said = {entry["says"] for truth in all_truths for entry in truth["damage"]}
    assert said == {*WORDS, *OF_THE_HEADER, ""}


# The lowest bit of each field of an address in its payload (Arm ARM D18.2.1).
CODE = {"ns": 63, "el": 61, "nse": 60, "address": 0}
ADDRESS_FIELDS = {"pc": CODE, "target": CODE, "previous_target": CODE, "va": {"address": 0},
                  "pa": {"ns": 63, "ch": 62, "nse": 60, "pat": 56, "address": 0}}


def number(field):
    return int(field, 16) if isinstance(field, str) else field


@pytest.mark.parametrize("name", NAMES)
def test_fields_of_a_packet_add_up_to_its_value(name):
    truth = Truth(name, "records.spe")
    for record in truth.all["records"]:
        for packet in record["packets"]:
            place = f"{truth.source}: the packet at 0x{packet['offset']:x}, {packet['words']!r}"
            if packet["type"] == "address" and "name" in packet:
                fields = {field: number(packet[field]) << bit for field, bit in ADDRESS_FIELDS[packet["name"]].items()}
                assert hex(sum(fields.values())) == packet["value"], f"{place}: value of {', '.join(fields)}"
            elif packet["type"] == "events":
                assert hex(sum(1 << bit for bit in packet["bits"])) == packet["value"], f"{place}: value of bits"
                assert [word for word in packet["words"].split()[1:] if ":" not in word] == packet["names"], (
                    f"{place}: names")
            elif packet["type"] == "context":
                assert packet["index"] + 1 == packet["el"], f"{place}: el of index"
            elif packet["type"] == "op_type":
                words, shown = packet["words"].split(), str(packet.get("vector_bits", ""))
                first = {"load": ("LD",), "store": ("ST",), "branch": ("B",), "other": ("OTHER", "SVE-OTHER")}
                assert words[0] in first[packet["operation"]], f"{place}: operation {packet['operation']}"
                assert ("EVLEN" in words and words[words.index("EVLEN") + 1] or "") == shown, f"{place}: vector_bits"


def test_records_after_the_end_of_a_stream_are_marked():
    marked = 0
    for name in NAMES:
        truth = Truth(name, "records.spe")
        before = [record["offset"] for record in truth.before()]
        for record in truth.records:
            assert record.get("after", False) == (record["offset"] not in before), (
                f"{truth.source}: record at {record['offset']}: after")
            marked += record.get("after", False)
    assert marked > 0


# ---------------------------------------------------------------------------------------------------------
# spe-dump


@pytest.mark.parametrize("name", NAMES)
def test_json_is_the_truth(name):  # F3
    for truth in truths(name):
        if truth.file_harm:
            continue  # below
        for arguments in (("--json",), ("--resync", "--json")):
            status, lines, message = dump(truth, *arguments)
            known = truth.records if len(arguments) == 2 else truth.before()
            got = [record for record in objects(lines) if not truth.uncertain(record["offset"])]
            if not truth.said and any("uncertain" in entry for entry in truth.harm) and len(arguments) == 1:
                known = known[:len(got)]  # it may have stopped in the uncertain bytes
            compare_json(truth, f"spe-dump {' '.join(arguments)}", got, known)
            if truth.said:
                first = truth.said[0]
                assert (status, message) == (
                    2, f"spe-dump: {truth.path}: offset 0x{first['offset']:x} of the SPE data: "
                    f"{WORDS[first['says']]}, in the record at 0x{first['record']:x}")
            elif not any("uncertain" in entry for entry in truth.harm):
                equal((status, message if truth.all["records"] else ""), (0 if truth.all["records"] else 1, ""),
                      f"status and message of spe-dump for {truth.path}")


@pytest.mark.parametrize("name", WHOLE)
def test_other_formats_are_the_truth(name):
    for truth in readable([name]):
        compare_csv(truth, list(csv.DictReader(io.StringIO("\n".join(whole(truth, "--csv"))))), truth.records)
        compare_packets(read_dump(line for line in whole(truth) if line), joined(wire(truth)), f"spe-dump {truth.path}",
                        truth.source) if truth.records else equal(whole(truth), [], f"text of {truth.path}")
        got = whole(truth, "--format", "bolt") if branches(truth.records) else []
        assert got == branches(truth.records), f"branches of {truth.path}"


def joined(packets):
    """With runs of padding joined, as read_dump() returns them."""
    found = []
    for data, words in packets:
        if words == "PAD" and found and found[-1][1] == "PAD":
            found[-1] = (found[-1][0] + data, "PAD")
        else:
            found.append((data, words))
    return found


@pytest.mark.parametrize("name", DAMAGED_FILES)
def test_damaged_files_are_refused(name):
    truth = Truth(name, "perf.data")
    for entry in truth.file_harm:
        status, lines, message = dump(truth, "--json")
        if entry["says"] in OF_THE_HEADER:
            assert (status, message) == (0, ""), f"status and message of spe-dump for {truth.path}"
        else:
            said = f"spe-dump: {truth.path}: {WORDS[entry['says']].format(**entry)}"
            expect(status == 2 and message.startswith(said),
                   f"{truth.path}: expected {said!r}, got status {status}: {message!r}")
        compare_json(truth, "spe-dump --json", objects(lines), truth.of_chunks(entry["readable"]))


# ---------------------------------------------------------------------------------------------------------
# perf


@pytest.mark.parametrize("name", FOR_PERF)
def test_perf_sees_the_packets_of_the_truth(name):  # F3
    with_perf()
    for truth in perfs_own([name]):
        compare_packets(perf_packets(truth.path), in_perfs_words(joined(wire(truth))),
                        f"perf report -D of {truth.path}", truth.source)


@pytest.mark.parametrize("name", WITH_PERFS_SAMPLES)
def test_perf_makes_the_samples_of_the_truth(name):
    with_perf()
    for truth in filter(makes_samples, perfs_own([name])):
        lines = perf("script", "--itrace=i1i", "-F", "comm,tid,time,event,addr,weight,ip,phys_addr", "-i", truth.path)
        if truth.all["session"]["metadata"] == 2 and not reads_metadata_2():
            assert lines == [], f"samples of {truth.path}, whose metadata this perf does not know"
            continue
        compare_samples(truth, map(sample_line, lines))
        for (option, event), bit in PERF_EVENTS.items():
            got = perf("script", f"--itrace={option}", "-F", "event", "-i", truth.path)
            known = sum(bit in events(record) for record in truth.records)
            truth.differs(f"perf script --itrace={option}", "the recording", f"samples of {event}", known,
                          sum(line.strip() == f"{event}:" for line in got))


def compare_samples(truth, got):
    """Samples of instructions: in the order of their times."""
    got = list(got)
    known = [sample(truth, record, truth.all["session"]["pid"]) for record in truth.records]
    known.sort(key=lambda one: one["time"])
    threads = {truth.all["session"]["pid"], *truth.all["session"]["threads"]}
    for number, (one, other) in enumerate(zip(known, got)):
        one["time"] //= 1000  # perf prints microseconds
        others = "swapper" if one["thread"] == 0 else f":{one['thread']}"
        one["comm"] = "program" if one["thread"] in threads else others
        for field in other:
            truth.differs("perf script", f"sample {number}", field, one[field], other[field])
    truth.differs("perf script", "the recording", "number of samples", len(known), len(got))


# The options of --itrace, the samples that each makes, and the event that makes them.
PERF_EVENTS = {("b", "branch-miss"): 7, ("f", "l1d-access"): 2, ("f", "l1d-miss"): 3, ("t", "tlb-access"): 4,
               ("t", "tlb-miss"): 5, ("m", "llc-access"): 8, ("m", "llc-miss"): 9, ("a", "remote-access"): 10}


def sample_line(line):
    match = re.fullmatch(r"\s*(?P<comm>\S+)\s+(?P<thread>-?\d+)\s+(?P<seconds>\d+)\.(?P<micro>\d{6}):"
                         r"\s+instructions:\s+"
                         r"(?P<addr>[0-9a-f]+)\s+(?P<weight>\d+)\s+(?P<ip>[0-9a-f]+)(?: \S+)*"
                         r"\s+(?P<phys_addr>[0-9a-f]+)\s*", line)
    assert match, f"not a line of perf script: {line!r}"
    return {"comm": match["comm"], "thread": int(match["thread"]), "time": int(match["seconds"] + match["micro"]),
            "ip": int(match["ip"], 16), "addr": int(match["addr"], 16), "weight": int(match["weight"]),
            "phys_addr": int(match["phys_addr"], 16)}


def reads_metadata_2():
    version = [int(number) for number in re.findall(r"\d+", " ".join(perf("--version")))[:2]]
    return version >= [6, 13]


@pytest.mark.parametrize("name", WITH_PERF_DATA)
def test_perf_shows_the_aux_records_of_the_truth(name):
    with_perf()
    for truth in readable([name], "perf.data"):
        lines = perf("report", "-D", "-i", truth.path)
        got = [tuple(int(number, 16) for number in found.groups()) for line in lines
               if (found := re.search(r"PERF_RECORD_AUX offset: (\S+) size: (\S+) flags: (\S+)", line))]
        # TRUNCATED and PARTIAL, COLLISION (linux/perf_event.h).
        flags = [5 * chunk["lost"] | 8 * chunk["collision"] for chunk in truth.all["chunks"]]
        truth.differs("perf report -D", "the recording", "AUX records", [
            (chunk["offset"], chunk["size"], flag) for chunk, flag in zip(truth.all["chunks"], flags)], got)
        warned = subprocess.run(["perf", "script", "--itrace=i1i", "-i", truth.path], capture_output=True, text=True,
                                check=False)
        for words, count in (("AUX data lost", sum(chunk["lost"] for chunk in truth.all["chunks"])),
                             ("AUX data detected collision", sum(chunk["collision"] for chunk in truth.all["chunks"]))):
            found = re.search(rf"{words}\s+(\d+) times", warned.stderr)
            truth.differs("perf script", "the recording", words, count, int(found[1]) if found else 0)


def test_perf_prints_the_header_of_the_truth():
    with_perf()
    for truth in readable(NAMES, "perf.data"):
        lines = perf("report", "--header-only", "-I", "-i", truth.path)
        session = truth.all["session"]
        command = " ".join(["perf record -e arm_spe_0/ts_enable=1/u --", session["program"], *session["arguments"]])
        for field, words in (("cmdline", command), ("cpuid", f"0x{int(session['midr'], 16):016x}"),
                             ("arch", "aarch64")):
            got = [line.partition(" : ")[2].strip() for line in lines if line.startswith(f"# {field} : ")]
            truth.differs("perf report --header-only", "the header", field, [words.strip()], got)


def test_perf_refuses_other_files():
    with_perf()
    for name in NAMES:
        for entry in Truth(name, "perf.data").file_harm:
            if entry["says"] in ("header_cut", "big_endian"):
                status, out, _ = run("perf", "script", "--itrace=i1i", "-i", f"{CORPUS}/{name}/perf.data")
                assert status != 0 and out == b"", f"{name}: perf script: status {status}, {out[:80]!r}"


def test_perf_stops_at_a_packet_that_it_does_not_know():
    with_perf()
    assert any(words == "Bad packet!" for _, words in perf_packets(f"{CORPUS}/unknown-packets/perf.data"))
