# SPDX-License-Identifier: Apache-2.0
"""Requirement F3: Linux perf and spe-dump decode packets alike: every kind of packet, and the records of a simulated
run of the demonstration program in each configuration (lockstep_runs)."""

import json
import tempfile

from lockstep_runs import CONFIGS, PROGRAM_RUNS, program_run
from helpers import BUILD, needed
from perf_tools import (END, compare_packets, count_records, in_perfs_words, packet, perf_file, perf_packets,
                        spe_dump_packets)

SIMULATIONS = [name for name in PROGRAM_RUNS if name.startswith("sim")]  # one run for each configuration

WORDS = (0, 1, 2**64 - 1, 2**63, 2**60, 0x00FFFFC012345678, 0xFFFFFFC012345678, 0x0123456789ABCDEF)


def same_in_perf_and_spe_dump(packets):
    """perf and spe-dump decode these packets alike, each in a record of its own."""
    with tempfile.TemporaryDirectory(dir=BUILD) as directory:
        path = f"{directory}/perf.data"
        with open(path, "wb") as file:
            file.write(perf_file([b"".join(one + END for one in packets)]))
        seen = perf_packets(path)
        for data, text in seen:
            assert text != "Bad packet!", f"perf does not know {data.hex(' ')}"
        assert count_records(seen) == len(packets)
        compare_packets(in_perfs_words(spe_dump_packets(path)), seen, "spe-dump", "perf")


def values(size):
    return [word % (1 << 8 * size) for word in WORDS]


def test_events_are_named_as_in_perf():
    sizes = {0x42: 1, 0x52: 2, 0x62: 4, 0x72: 8}
    same_in_perf_and_spe_dump([packet(header, value, size) for header, size in sizes.items()
                               for value in values(size) + [1 << bit for bit in range(8 * size)]])


def test_operation_types_are_named_as_in_perf():
    same_in_perf_and_spe_dump([bytes([header, value]) for header in (0x48, 0x49, 0x4A) for value in range(256)])


def test_addresses_are_split_as_in_perf():
    same_in_perf_and_spe_dump([extension + packet(header, value, 8) for extension in (b"", b"\x20")
                               for header in range(0xB0, 0xB5)
                               for value in values(8) + [1 << bit for bit in range(52, 64)]])


def test_counters_are_named_as_in_perf():
    same_in_perf_and_spe_dump([extension + packet(header, value, 2) for extension in (b"", b"\x20")
                               for header in (0x98, 0x99, 0x9A, 0x9C) for value in values(2)])


def test_contexts_sources_and_timestamps_read_as_in_perf():
    same_in_perf_and_spe_dump(
        [packet(header, value, 4) for header in (0x64, 0x65) for value in values(4)]
        + [packet(header, value, size) for header, size in ((0x43, 1), (0x53, 2)) for value in values(size)])
    # A timestamp ends its record: an End packet after it would be another record.
    stamps = [packet(0x71, value, 8) for value in values(8)]
    with tempfile.TemporaryDirectory(dir=BUILD) as directory:
        path = f"{directory}/perf.data"
        with open(path, "wb") as file:
            file.write(perf_file(stamps))
        compare_packets(in_perfs_words(spe_dump_packets(path)), perf_packets(path), "spe-dump", "perf")


def test_padding_is_read_as_in_perf():
    same_in_perf_and_spe_dump([bytes(run) + b"\x49\x00" for run in (1, 2, 15, 16, 17, 40, 127)])


def test_every_configuration_was_simulated():
    assert sorted(PROGRAM_RUNS[name][0] for name in SIMULATIONS) == sorted(CONFIGS)


def test_simulated_records_read_as_in_perf():  # F3, D18.1.3
    for directory in map(program_run, SIMULATIONS):
        path = needed(f"{directory}/perf.data", "make test")
        seen = perf_packets(path)
        for data, text in seen:
            assert text != "Bad packet!", f"{path}: perf does not know {data.hex(' ')}"
        compare_packets(in_perfs_words(spe_dump_packets(path)), seen, "spe-dump", "perf")
        compare_packets(in_perfs_words(spe_dump_packets(needed(f"{directory}/records.spe", "make test"))), seen,
                        "spe-dump of the raw records", "perf")


def test_simulated_records_reach_perf():  # F3
    for directory in map(program_run, SIMULATIONS):
        seen = perf_packets(needed(f"{directory}/perf.data", "make test"))
        with open(needed(f"{directory}/records.spe", "make test"), "rb") as file:
            assert file.read() == b"".join(data for data, _ in
                                           seen), f"{directory}: the bytes perf shows are not those of records.spe"
        with open(needed(f"{directory}/report.json", "make test"), encoding="utf-8") as file:
            records = json.load(file)["records"]
        assert records > 0, f"{directory}: the run recorded nothing"
        assert count_records(seen) == records, f"{directory}: records in perf's dump"
