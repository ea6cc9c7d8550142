# SPDX-License-Identifier: Apache-2.0
"""Recordings that are described packet by packet: everything in the format, even what this unit does not write."""

from corpus.packets import (code_address, context, counter, data_source, end, events, every_operation, operation,
                            other_address,
                            padding, physical_address, timestamp, unknown, virtual_address)
from corpus.recording import Mapping, Recording, Session, made

WORDS = (0, 1, 2**64 - 1, 2**63, 0x00FFFFC012345678, 0x0123456789ABCDEF)  # values of 64 bits that differ in every byte
CODE = 0x400000


def pc(n, el=0, ns=1):
    return code_address("pc", CODE + 4 * n, el, ns)


def whole_load(n):
    """A record of a load with every packet that a load can have."""
    return [context(1, 1000), counter(0, 20 + n), counter(1, 5), counter(2, n % 7), pc(n),
            virtual_address(0x7FFF0000 + 8 * n),
            physical_address(0x80000000 + 8 * n), data_source(n % 16, 1), operation(1, "general"), events({1, 2, 4}, 2),
            timestamp(5000 + 100 * n)]


def branch(n):
    return [context(1, 1000), counter(0, 4), counter(1, 2), pc(n), code_address("target", CODE + 0x100 + 4 * n, 0, 1),
            operation(2, "branch", flags=("conditional",)), events({1, 7}, 2), timestamp(5000 + 100 * n)]


def spread_load(n):
    """A load whose record is filled to 64 bytes with padding after its PC and before its timestamp."""
    _, total, issue, translation, place, virtual, physical, source, kind, happened, time = whole_load(n)
    behind = 1 + 3 * n % 11
    return [place, padding(behind), kind, happened, issue, total, virtual, translation, physical, source,
            padding(12 - behind), time]


@made(Recording, "packets", "each packet, with each of its indexes and sizes, and the smallest and largest values")
def every_packet(recording):
    """Puts each packet into its own record, with an End packet unless it is a timestamp."""
    found = [context(level, value) for level in (1, 2) for value in (0, 1, 1000, 2**32 - 1)]
    found += [counter(index, value, extended) for extended in (False, True) for index in (0, 1, 2)
              for value in (0, 1, 4095, 65535)]
    # Reserved indexes, with a header of one byte and of two.
    found += [counter(index, 0x123) for index in (3, 7, 8, 15, 31)]
    found += [other_address(index, WORDS[-1]) for index in (5, 7, 8, 12, 31)]
    for extended in (False, True):
        for name in ("pc", "target", "previous_target"):
            found += [code_address(name, 0x00FFFFC012345678, el, ns, nse, extended) for el in range(4) for ns, nse in
                      ((0, 0), (1, 0), (1, 1), (0, 1))]
        found += [virtual_address(word, extended) for word in WORDS]
        found += [physical_address(0x00FEDCBA98765432, ns, nse, checked, tag, extended) for ns, nse, checked, tag in
                  ((0, 0, 0, 0), (1, 0, 1, 5), (1, 1, 0, 0), (0, 1, 1, 15))]
    found += [data_source(word % (1 << 8 * size), size) for size in (1, 2, 4, 8) for word in WORDS[1:4]]
    for packet in found:
        recording.record([packet, end()])
    for word in WORDS:
        recording.record([timestamp(word)])
    recording.take()


@made(Recording, "operations", "each operation type, with each combination of its flags and each vector length")
def operations(recording):
    for n, packet in enumerate(every_operation()):
        recording.record([pc(n), packet, end()])
    recording.take()


@made(Recording, "events", "each event of Events packets of each size, alone; then none and all of them")
def all_events(recording):
    for size in (1, 2, 4, 8):
        for bits in [{bit} for bit in range(8 * size)] + [set(), set(range(8 * size))]:
            recording.record([events(bits, size), end()])
    recording.take()


@made(Recording, "padding", "padding of many lengths before, between and after records; two records without any")
def paddings(recording):
    recording.pad(24)
    for n, count in enumerate((0, 1, 7, 15, 16, 17, 31, 64, 200)):
        recording.record(whole_load(n) if n % 2 else branch(n))
        recording.pad(count)
    recording.take()


@made(Recording, "padding-inside",
      "padding after the PC and before the timestamp of each record, as some cores write it; then padding of many "
      "lengths between all packets")
def paddings_inside(recording):
    for n in range(12):
        recording.record(spread_load(n))
    for n, count in enumerate((1, 2, 8, 15, 16, 17, 20), 12):
        *packets, time = whole_load(n)
        recording.record([part for packet in packets for part in (packet, padding(count))] + [time])
        recording.pad(n)
    recording.take()


@made(Recording, "packet-order",
      "the PC after all packets but the timestamp, or packets in the reverse of the usual order; bits 63:56 of the "
      "data address have many values")
def other_orders(recording):
    for n in range(16):
        load = whole_load(n)
        load[5] = virtual_address(n * 0x11 << 56 | 0x1000)
        recording.record(load[9::-1] + load[10:] if n % 2 else load[:4] + load[5:10] + [load[4], load[10]])
        recording.align(8)
    recording.take()


@made(Recording, "unknown-packets", "reserved packets: their headers give their length (D18.1.3)")
def unknown_packets(recording):
    shapes = ("05", "1f", "44 01", "90 01 02", "e0 01 02 03 04", "f0 01 02 03 04 05 06 07 08", "24 98 01 02", "21 05",
              "3f 85 09")
    for n, shape in enumerate(shapes):
        recording.record([pc(n), unknown(bytes.fromhex(shape)), operation(0, "other"), events({1}, 1), end()])
    recording.take()
    recording.reader["perf"] = "perf 6.1 and 6.12 print Bad packet! and continue with the next byte"


@made(Recording, "threads",
      "a recording with three threads and the idle task, a counter of 25 MHz, two mappings and a command with blanks, "
      "in five chunks of which one has no bytes",
      session=Session(pid=4000, threads=(4001, 4002), arguments=("--size", "two words", ""),
                      time_hz=25_000_000, mappings=(Mapping(0x400000, 0x2000, 0), Mapping(0x500000, 0x3000, 0x2000))))
def threads(recording):
    n = 0
    for chunk, size in enumerate((4, 1, 0, 3, 2)):
        for _ in range(size):
            # The last but one belongs to the idle task, whose number is 0.
            packet = context(1, 4000 + n % 3 if n != 8 else 0)
            recording.record([packet, *(whole_load(n) if n % 2 else branch(n))[1:]])
            recording.align(64)
            n += 1
        # Data can be lost even in an empty chunk.
        recording.take(lost=size == 0, collision=chunk == 1)


@made(Recording, "metadata-2",
      "a recording like that of a Neoverse N2, with metadata of version 2, which perf 6.13 and later read",
      session=Session(metadata=2, midr=0x410FD490, min_interval=1024))
def metadata(recording):
    for n in range(4):
        recording.record(whole_load(n))
    recording.take()
    recording.reader["perf"] = "perf 6.1 and 6.12 find no sample in it"


@made(Recording, "empty", "a recording without a record: software only learned that data were lost")
def empty(recording):
    recording.take(lost=True)
