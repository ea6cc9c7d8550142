# SPDX-License-Identifier: Apache-2.0
"""spe-dump (requirement F3): which records its filters choose, and whether its statistics are those of the records.
Real records are those of a run of the demonstration program."""

import collections
import csv
import io
import json
import math
import os
import re
import tempfile

from lockstep_runs import program_run
from helpers import BUILD, equal, expect
from perf_tools import END, packet, pc, perf_file, spe_dump, timestamp

SIM = "sim"  # of lockstep_runs
PROGRAM = f"{BUILD}/workload/demo"
MOVABLE = "tb/test/fuzz/corpus/elf/static-pie"  # functions work, 0x194 to 0x1b7, and _start, 0x1b8 to 0x1d7
MOVED = 0x5500000000

LOAD = (packet(0x64, 1000, 4) + packet(0x65, 7, 4) + packet(0x98, 85, 2) + packet(0x99, 3, 2) + packet(0x9A, 0, 2)
        + pc(0x4006E0) + packet(0xB2, 0xFFFF00007FFF1230, 8) + packet(0xB3, 0x8000000080001230, 8)
        + packet(0x43, 0x0D, 1) + packet(0x49, 0, 1) + packet(0x52, 0x16, 2) + timestamp(2**63 + 5))
BRANCH = (packet(0x98, 4, 2) + pc(0x400700, el=1, ns=0) + packet(0x4A, 1, 1) + packet(0x42, 0x82, 1) + END)
STORE = (packet(0x64, 7, 4) + packet(0x98, 300, 2) + pc(0xFFFF0000400710 & 2**56 - 1, el=2)
         + packet(0xB2, 0x1230, 8) + packet(0x49, 0x1F, 1) + packet(0x72, 1 << 40 | 2, 8) + timestamp(100))
ODD = packet(0x4A, 0, 1) + END  # says nearly nothing
NAMES = ["load", "branch", "store", "odd"]
PARTS = [LOAD, BRANCH, STORE, ODD]
STREAM = bytes(5).join(PARTS) + bytes(9)
STARTS = [sum(len(part) + 5 for part in PARTS[:number]) for number in range(len(PARTS))]


def output(*arguments, stdin=b""):
    status, out, err = spe_dump(*arguments, stdin=stdin)
    equal([status, err.decode()], [0, ""], f"status and standard error of {' '.join(arguments)}")
    return out.decode()


def chosen(*options):
    """Names of the records of STREAM that are chosen."""
    offsets = [json.loads(line)["offset"] for line in output(*options, "--json", "-", stdin=STREAM).splitlines()]
    return " ".join(NAMES[STARTS.index(offset)] for offset in offsets)


def real(*options):
    """The rows of the demonstration program's records, and their statistics."""
    path = f"{program_run(SIM)}/perf.data"
    rows = list(csv.DictReader(io.StringIO(output(*options, "--csv", path))))
    return rows, json.loads(output(*options, "--stats", "--json", "--elf", PROGRAM, "--top", "1000000", path))


def test_filter_chooses_the_selected_records():
    for options, expected in [
            ("--pc 0x4006e0", "load"), ("--pc 0x4006e0-0x400700", "load branch"), ("--pc 0x4006e1-0x4006ff", ""),
            ("--pc 0x4006e0 --pc 4196096", "load branch"), ("--pc 0-0xffffffffffffffff", "load branch store"),
            ("--pc 0xffff0000400710", "store"), ("--va 0x1230", "store"), ("--va 0-0xffffffffffffffff", "load store"),
            ("--pa 0x80001230-0x80001230", "load"), ("--pa 0x80001231-0x80002000", ""),
            ("--event RETIRED", "load branch store"), ("--event retired,mispred", "branch"), ("--event E[40]", "store"),
            ("--event impdef:40", "store"),
            ("--event 1 --event 2", "load"), ("--no-event MISPRED", "load store"), ("--no-event 40,7", "load"),
            ("--event RETIRED --no-event L1D-ACCESS", "branch store"), ("--op LD", "load"), ("--op ld,gp-reg", "load"),
            ("--op B", "branch odd"), ("--op B --op COND", "branch"), ("--op ST,AT,EXCL,AR", "store"),
            ("--op LD,ST", ""), ("--min-latency 85", "load store"), ("--max-latency 85", "load branch"),
            ("--min-latency 5 --max-latency 299", "load"), ("--el 1", "branch"), ("--el 0 --el 2", "load store"),
            ("--context 7", "load store"), ("--context 1000", "load"), ("--source 13", "load"), ("--source 1-12", ""),
            ("--from-time 100", "load store"), ("--to-time 100", "store"), ("--from-time 101 --to-time 1000", ""),
            ("--limit 2", "load branch"), ("--limit 0", ""), ("--min-latency 5 --limit 1", "load"),
            ("--min-latency 5 --el 2", "store"), ("", "load branch store odd")]:
        equal(chosen(*options.split()), expected, options)


def test_filtered_text_has_offsets():
    text = output("--op", "B", "-", stdin=STREAM)
    equal([int(line[:8], 16) for line in text.splitlines() if line],
          [STARTS[1] + place for place in (0, 3, 12, 14, 16)] + [STARTS[3], STARTS[3] + 2], "offsets")
    equal(text.splitlines()[5], "", "between the records")
    expect("PAD" not in text, "padding of records that are left out")
    equal(output("--limit", "9", "-", stdin=STREAM), "\n".join(
        line for line in output("-", stdin=STREAM).splitlines() if not line.endswith("PAD")) + "\n", "all records")


def test_damage_beyond_the_limit_is_ignored():
    equal(len(output("--limit", "4", "--json", "-", stdin=STREAM + b"\x20\x3f").splitlines()), 4, "records")


def test_statistics_of_few_records_are_exact():
    stats = json.loads(output("--stats", "--json", "-", stdin=STREAM))
    size = sum(map(len, PARTS))
    equal(stats["stream"], {"bytes": len(STREAM), "records": 4, "record_bytes": size,
                            "padding_bytes": len(STREAM) - size, "skipped_bytes": 0}, "stream")
    equal([stats["records"], stats["bytes"]], [4, size], "records")
    equal(stats["time"], {"records": 2, "first": "0x64", "last": "0x8000000000000005"}, "time")
    equal(stats["latency"]["total"], {"records": 3, "min": 4, "median": 85, "p90": 300, "p99": 300, "max": 300,
                                      "histogram": [{"from": 4, "to": 7, "records": 1},
                                                    {"from": 64, "to": 127, "records": 1},
                                                    {"from": 256, "to": 511, "records": 1}]}, "total latency")
    equal(stats["latency"]["translation"]["histogram"], [{"from": 0, "to": 0, "records": 1}], "translation latency")
    equal({row["bit"]: (row["name"], row["records"]) for row in stats["events"]},
          {1: ("RETIRED", 3), 2: ("L1D-ACCESS", 1), 4: ("TLB-ACCESS", 1), 7: ("MISPRED", 1), 40: ("IMPDEF:40", 1)},
          "events")
    equal({row["name"]: row["records"] for row in stats["operations"]},
          {"LD GP-REG": 1, "B COND": 1, "B": 1, "ST AT EXCL AR": 1}, "operations")
    equal(stats["sources"], [{"value": "0xd", "records": 1}], "sources")
    equal([stats["contexts_el1"], stats["contexts_el2"]],
          [[{"value": "0x7", "records": 1}, {"value": "0x3e8", "records": 1}], [{"value": "0x7", "records": 1}]],
          "contexts")
    equal({row["name"] for row in stats["levels"]}, {"el0 Non-secure", "el1 Secure", "el2 Non-secure"}, "levels")
    equal([row["pc"] for row in stats["pcs"]], ["0x4006e0", "0x400700", "0xffff0000400710"], "PCs")
    equal(stats["functions"], [], "functions without a program")
    few = json.loads(output("--stats", "--json", "--op", "LD", "-", stdin=STREAM))
    equal([few["stream"], few["records"], few["bytes"]], [stats["stream"], 1, len(LOAD)], "of chosen records")


def test_padding_inside_a_record_is_padding():
    stream = (LOAD[:5] + bytes(9) + LOAD[5:] + bytes(2)) * 3
    stats = json.loads(output("--stats", "--json", "-", stdin=stream))
    equal(stats["stream"], {"bytes": len(stream), "records": 3, "record_bytes": 3 * len(LOAD), "padding_bytes": 33,
                            "skipped_bytes": 0}, "stream")
    equal(stats["bytes"], 3 * len(LOAD), "bytes of the chosen records")


def test_alternate_issue_latency_has_statistics_where_there_is_one():
    equal(json.loads(output("--stats", "--json", "-", stdin=STREAM))["latency"]["alternate_issue"],
          {"records": 0, "histogram": []}, "of a stream without")
    expect("alternate" not in output("--stats", "-", stdin=STREAM), "in the text, of a stream without")
    stream = LOAD + packet(0x9C, 6, 2) + END + packet(0x9C, 2, 2) + packet(0x49, 0, 1) + END
    equal(json.loads(output("--stats", "--json", "-", stdin=stream))["latency"]["alternate_issue"],
          {"records": 2, "min": 2, "median": 2, "p90": 6, "p99": 6, "max": 6,
           "histogram": [{"from": 2, "to": 3, "records": 1}, {"from": 4, "to": 7, "records": 1}]}, "in JSON")
    expect("\nalternate issue latency, cycles: 2 records\n" in output("--stats", "-", stdin=stream), "in the text")


def test_operations_with_one_name_are_counted_together():
    data = b"".join(packet(0x49, kind, 1) + END for kind in (0x50, 0x60, 0x50, 0x51))
    equal(json.loads(output("--stats", "--json", "-", stdin=data))["operations"],
          [{"name": "LD", "records": 3}, {"name": "ST", "records": 1}], "operations")


def test_statistics_of_nothing_are_empty():
    for data in (b"", bytes(100)):
        status, out, _ = spe_dump("--stats", "--json", "-", stdin=data)
        equal([status, json.loads(out)["records"]], [1, 0], "status and records")
        status, out, _ = spe_dump("--stats", "-", stdin=data)
        equal(status, 1, "status of text")
        expect("0 records" in out.decode(), "text")


def test_statistics_report_damage():
    status, out, err = spe_dump("--stats", "--json", "--resync", "-", stdin=LOAD + b"\x20\x3f\x07" + LOAD)
    equal(status, 2, "status")
    equal(json.loads(out)["stream"], {"bytes": 2 * len(LOAD) + 3, "records": 2, "record_bytes": 2 * len(LOAD),
                                      "padding_bytes": 0, "skipped_bytes": 3}, "stream")
    expect(b"3 bytes skipped" in err, err.decode())


def percentile(values, percent):
    return sorted(values)[math.ceil(len(values) * percent / 100) - 1]


def test_statistics_are_those_of_the_records():
    rows, stats = real()
    expect(len(rows) > 1000, f"{len(rows)} records")
    equal([stats["records"], stats["bytes"]], [len(rows), sum(int(row["size"]) for row in rows)], "records, bytes")
    equal(stats["stream"]["bytes"], os.path.getsize(f"{program_run(SIM)}/records.spe"), "bytes of the stream")
    equal(stats["stream"]["record_bytes"] + stats["stream"]["padding_bytes"], stats["stream"]["bytes"], "all bytes")
    equal(stats["latency"].pop("alternate_issue")["records"], sum(row["alternate_issue"] != "" for row in rows),
          "records with an alternate issue latency")
    for name, latency in stats["latency"].items():
        values = [int(row[name]) for row in rows if row[name]]
        expected = {"records": len(values), "min": min(values), "median": percentile(values, 50),
                    "p90": percentile(values, 90), "p99": percentile(values, 99), "max": max(values)}
        equal({key: latency[key] for key in expected}, expected, f"{name} latency")
        equal(sum(bucket["records"] for bucket in latency["histogram"]), len(values), f"records in {name} histogram")
        for bucket in latency["histogram"]:
            equal(bucket["records"], sum(bucket["from"] <= value <= bucket["to"] for value in values),
                  f"{name} from {bucket['from']} to {bucket['to']}")
    equal({row["name"]: row["records"] for row in stats["operations"]},
          collections.Counter(row["operation"] for row in rows), "operations")
    equal({row["name"]: row["records"] for row in stats["events"]},
          collections.Counter(name for row in rows for name in row["event_names"].split()), "events")
    equal({row["value"]: row["records"] for row in stats["sources"]},
          collections.Counter(row["source"] for row in rows if row["source"]), "sources")
    equal({row["pc"]: row["records"] for row in stats["pcs"]}, collections.Counter(row["pc"] for row in rows), "PCs")


def test_filtered_statistics_match_filtered_records():
    rows, stats = real("--event", "L1D-REFILL", "--op", "LD", "--min-latency", "20")
    expect(0 < len(rows) < stats["stream"]["records"], f"{len(rows)} records")
    equal(stats["records"], len(rows), "records")
    expect(all(int(row["total"]) >= 20 for row in rows), "a record below the latency")


def test_hottest_functions_are_those_of_the_simulation():
    _, stats = real()
    with open(f"{program_run(SIM)}/report.json", encoding="utf-8") as file:
        functions = {one["name"]: one["samples"] for one in json.load(file)["functions"] if one["samples"]}
    equal({row["name"]: row["records"] for row in stats["functions"]}, functions, "functions")
    counts = [row["records"] for row in stats["functions"]]
    equal(counts, sorted(counts, reverse=True), "order")
    # The PCs of a function add up to it, and the hottest one is in a hot one.
    sums = collections.Counter()
    for row in stats["pcs"]:
        sums[row["symbol"].split("+0x")[0]] += row["records"]
    equal(dict(sums), functions, "PCs by symbol")
    hottest = stats["pcs"][0]
    expect(re.fullmatch(r"[\w.]+(\+0x[0-9a-f]+)?", hottest["symbol"]), hottest["symbol"])
    name = hottest["symbol"].split("+")[0]
    path = f"{program_run(SIM)}/records.spe"
    rows = list(csv.DictReader(io.StringIO(output("--csv", "--elf", PROGRAM, "--pc", name, path))))
    equal(len(rows), functions[name], f"records with --pc {name}")
    expect(all(row["symbol"].startswith(name) for row in rows), "symbols of the chosen records")


def test_text_statistics_match_json():
    _, stats = real()
    text = output("--stats", "--elf", PROGRAM, f"{program_run(SIM)}/perf.data")
    equal([int(line.split()[1]) for line in text.splitlines() if re.match(r" +\d+(-\d+)? +\d+ +[\d.]+ %", line)],
          [count for latency in stats["latency"].values() for count in shown(latency["histogram"])], "histograms")
    bars = {int(match[1]): len(match[2]) for match in re.finditer(r"(\d+) +[\d.]+ % \|(#+)$", text, re.M)}
    expect(max(bars.values()) == 40, f"longest bar: {max(bars.values())}")
    for name in ("copy_stream", "chase_pointers"):
        count = next(row["records"] for row in stats["functions"] if row["name"] == name)
        expect(re.search(rf"^ +{count} +[\d.]+ %  {name}$", text, re.M), f"no line for {name}")
    equal(len(re.findall(r"^ +\d+ +[\d.]+ %  0x[0-9a-f]+  \S+$", text, re.M)), 10, "hottest PCs")


def shown(histogram):
    """Records of the buckets from the first to the last, with the empty ones between them."""
    counts = {bucket["from"]: bucket["records"] for bucket in histogram}
    starts = [0] + [1 << power for power in range(16)]
    return [counts.get(start, 0) for start in starts if counts and min(counts) <= start <= max(counts)]


def with_file(data, function):
    with tempfile.TemporaryDirectory(dir=BUILD) as directory:
        path = f"{directory}/perf.data"
        with open(path, "wb") as file:
            file.write(data)
        return function(path)


def sampled(*addresses):
    return b"".join(pc(address) + END for address in addresses)


def test_moved_program_has_symbols():
    data = sampled(MOVED + 0x194, MOVED + 0x1B7, MOVED + 0x1B8, MOVED + 0x1DC, 0x194)
    expected = ["work", "work+0x23", "_start", None, None]
    recording = perf_file([data], program="/usr/bin/static-pie",
                          mappings=[(0x7000000000, 0x1000, 0x5000), (MOVED + 0x800, 0x800, 0x800)])

    def symbols(*arguments, stdin=b""):
        lines = output("--json", "--elf", MOVABLE, *arguments, stdin=stdin).splitlines()
        return [json.loads(line).get("symbol") for line in lines]

    equal(symbols("-", stdin=recording), expected, "of a recording")
    equal(symbols("--bias", hex(MOVED), "-", stdin=data), expected, "of bytes with --bias")
    equal(symbols("-", stdin=data), [None] * 4 + ["work"], "of bytes without")
    equal(symbols("--bias", "0", "-", stdin=recording), [None] * 4 + ["work"], "of a recording with --bias")
    equal(symbols("--pc", "work", "-", stdin=recording), ["work", "work+0x23"], "with --pc")
    # In the upper range of addresses, of which a packet has bits 55:0.
    equal(symbols("--bias", "0xffff800000000000", "--pc", "work", "-", stdin=sampled(0xFF8000000001A4)),
          ["work+0x10"], "of a kernel")
    rows = list(csv.DictReader(io.StringIO(output("--csv", "--elf", MOVABLE, "-", stdin=recording))))
    equal([row["symbol"] for row in rows], [name or "" for name in expected], "in CSV")
    text = output("--elf", MOVABLE, "-", stdin=recording)
    expect(f"PC 0x{MOVED + 0x1B7:x} el0 ns=1 <work+0x23>\n" in text, text)


def test_load_address_is_not_guessed():
    data = sampled(MOVED + 0x194)
    for mappings, program, cause in [
            ([], "/usr/bin/static-pie", "the recording does not say where it was loaded; use --bias"),
            ([(MOVED, 0x1000, 0)], "/usr/bin/other", "the recording does not say where it was loaded; use --bias"),
            ([(MOVED, 0x1000, 0), (MOVED + 0x10000, 0x1000, 0)], "static-pie",
             "the recording has it at several places (moved by 0x5500000000 and 0x5500010000); choose with --bias")]:
        status, out, err = spe_dump("--elf", MOVABLE, "-", stdin=perf_file([data], program=program, mappings=mappings))
        equal([status, out, err.decode()], [2, b"", f"spe-dump: {MOVABLE}: {cause}\n"], "place")


def test_recording_reads_like_its_bytes():
    # The program's run: perf.data says where it was loaded.
    run = program_run(SIM)
    for form in ("--json", "--csv", "--stats"):
        equal(output(form, "--elf", PROGRAM, f"{run}/perf.data"), output(form, "--elf", PROGRAM, f"{run}/records.spe"), form)
    equal(with_file(perf_file(PARTS), lambda path: output("--stats", path)),
          output("--stats", "-", stdin=b"".join(PARTS)), "a file")
