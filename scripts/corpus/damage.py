# SPDX-License-Identifier: Apache-2.0
"""Damaged recordings: whole ones that something is done to, and what a reader should say of it.

An entry of `damage` has

  files        that it is in
  kind         what was done
  says         what is wrong at `offset`: a reader that stops there, and says this, is right. Empty: the bytes are
               records, though other ones than were written, and nothing but their contents can give that away
  in           stream: offsets are those of the SPE data; file: they are those of perf.data
  offset       where
  record       where in the stream the record begins that the damage ends
  uncertain    offset and size of bytes in the stream that a reader may make anything of
  readable     chunks whose records can be read all the same; of damage to the file
  recoverable  chunks that can be found behind it

A record with `after` is behind what ends the stream for a reader that looks for nothing behind it.
"""

import struct

from corpus.packets import padding, unknown
from corpus.recording import Recording
from corpus.streams import branch, spread_load, whole_load

HEADER_SIZE = 104        # of a perf.data file
DATA_SECTION = 40        # in it: where the data are, and their size
AUXTRACE = 71            # type of the record that trace bytes follow
AUXTRACE_SIZE = 48
BOTH = ("records.spe", "perf.data")


def encoded(entries):
    return b"".join(packet.encode() for packet in entries)


class Damaged(Recording):
    def __init__(self, name, about, perf_data=False):
        super().__init__(name, about, perf_data=perf_data)

    def add(self, count, after=False):
        """Whole records, loads and branches in turn."""
        for _ in range(count):
            n = len(self.records)
            self.record(whole_load(n) if n % 2 else branch(n), **({"after": True} if after else {}))

    def damaged(self, kind, says, data, at, behind=b""):
        """The bytes of a record that is no longer one: a reader can read the first `at` of them. What follows of the
        damage is `behind`."""
        start = len(self.stream)
        self.bytes(data + behind)
        self.harm(kind, start + at, says, record=start, uncertain={"offset": start, "size": len(data) + len(behind)})

    def harm(self, kind, offset, says="", files=BOTH, **more):
        """An entry of damage to the stream."""
        self.damage.append({"files": list(files), "kind": kind, "says": says, "in": "stream", "offset": offset, **more})


# ---------------------------------------------------------------------------------------------------------
# Damage to the stream


def truncated_packet():
    recording = Damaged("damaged-truncated-packet", "the stream ends inside the payload of a Timestamp packet", True)
    recording.add(3)
    entries = whole_load(3)
    recording.damaged("truncated_packet", "ends_inside_packet", encoded(entries)[:-3], len(encoded(entries[:-1])))
    recording.take(lost=True)
    return recording


def truncated_header():
    recording = Damaged("damaged-truncated-header", "the stream ends behind the first byte of an extended header", True)
    recording.add(2)
    entries = branch(2)[:4]
    recording.damaged("truncated_packet", "ends_inside_packet", encoded(entries) + b"\x20", len(encoded(entries)))
    recording.take(lost=True)
    return recording


def record_cut():
    recording = Damaged("damaged-record-cut", "the stream ends between two packets of a record", True)
    recording.add(2)
    entries = whole_load(2)[:6]
    recording.damaged("record_cut", "no_end", encoded(entries), len(encoded(entries)))
    recording.take(lost=True)
    return recording


def bad_header():
    recording = Damaged("damaged-bad-header",
                        "two bytes that cannot begin a packet, in the middle of a record, twice", True)
    recording.add(2)
    for count in (3, 1):
        entries = whole_load(9)
        # Behind its PC, so that what is left of the record looks like none.
        head = encoded(entries[:6])
        recording.damaged("bad_header", "bad_extended_header", head, len(head), b"\x20\x3f" + encoded(entries[6:]))
        recording.add(count, after=True)
    recording.take(lost=True)
    return recording


def bad_header_between_paddings():
    recording = Damaged("damaged-padding-inside",
                        "two bytes that cannot begin a packet, in one of several records that "
                                                  "have padding inside", True)
    for more in ({}, {"after": True}):
        for n in range(3):
            recording.record(spread_load(n), **more)
        if not more:
            entries = spread_load(3)
            head = encoded(entries[:4])
            recording.damaged("bad_header", "bad_extended_header", head, len(head), b"\x20\x3f" + encoded(entries[4:]))
    recording.take(lost=True)
    return recording


def bad_padding():
    recording = Damaged("damaged-bad-padding",
                        "padding with a byte that is not zero: the record behind it begins there", True)
    for value in (0x05, 0xFF):
        n = len(recording.records)
        recording.record(branch(n))
        recording.pad(16)
        # 0xff says that it has 8 bytes of payload.
        stray = unknown(bytes([value]) + bytes(8 if value == 0xFF else 0))
        entry = recording.record([stray, padding(15), *whole_load(n + 1)])
        recording.harm("bad_padding", entry["offset"])
    recording.add(1)
    recording.take()
    return recording


def lost_packet():
    recording = Damaged("damaged-lost-packet", "a packet was lost: the record has no PC, and is a record", True)
    recording.add(1)
    entry = recording.record([packet for packet in whole_load(1) if packet.truth(0).get("name") != "pc"])
    recording.harm("lost_bytes", entry["offset"])
    recording.add(2)
    recording.take()
    return recording


def lost_tail():
    recording = Damaged("damaged-lost-tail",
                        "the end of a record was lost: the next one continues it, packets come twice", True)
    recording.add(1)
    entry = recording.record([*whole_load(1)[:6], *branch(2)])
    recording.harm("lost_bytes", entry["offset"])
    recording.add(2)
    recording.take()
    return recording


def changed(name, about, kind, change):
    """A record whose bytes are changed, and one behind it that may be read into it."""
    recording = Damaged(name, about, True)
    recording.add(2)
    start = len(recording.stream)
    recording.bytes(change(encoded(whole_load(2))) + encoded(branch(3)))
    recording.harm(kind, start, uncertain={"offset": start, "size": len(recording.stream) - start})
    recording.add(3)
    recording.take(lost=True)
    return recording


def lost_bytes():
    return changed("damaged-lost-bytes", "eight bytes were lost from the middle of a record", "lost_bytes",
                   lambda data: data[:18] + data[26:])


def zeroed_bytes():
    return changed("damaged-zeroed-bytes",
                   "sixteen bytes in the middle of a record are zero, as memory that was not written",
                   "zeroed_bytes", lambda data: data[:18] + bytes(16) + data[34:])


def cut_chunk():
    recording = Damaged("damaged-cut-chunk",
                        "data were lost at an interrupt: what software took ends inside a record, and the "
                                             "next data begin with a record", True)
    recording.add(2)
    start = len(recording.stream)
    cut = encoded(whole_load(2)[:6])
    recording.bytes(cut)
    recording.take(lost=True)
    recording.add(3)
    # Only perf.data says where the data end: without that, the next record continues the one that was cut.
    recording.harm("record_cut", start + len(cut), "no_end", ["perf.data"], record=start,
                   uncertain={"offset": start, "size": len(cut)})
    recording.harm("record_cut", start + len(cut), "", ["records.spe"],
                   uncertain={"offset": start, "size": len(cut) + recording.records[2]["size"]})
    recording.take()
    return recording


# ---------------------------------------------------------------------------------------------------------
# Damage to the file


def auxtrace_records(file):
    """Where the AUXTRACE records are; of a whole file."""
    offset, size = struct.unpack_from("<QQ", file, DATA_SECTION)
    found, at = [], offset
    while at < offset + size:
        kind, _, length = struct.unpack_from("<IHH", file, at)
        if kind == AUXTRACE:
            found.append(at)
            length += struct.unpack_from("<Q", file, at + 8)[0]
        at += length
    return found


def file_damage(name, about, says, change, readable=(), recoverable=()):
    """A recording of three chunks of two records. change(file) returns the damaged file and the place in it of what
    is wrong."""
    recording = Damaged(name, about, True)
    for _ in range(3):
        recording.add(2)
        recording.take()
    entry = {"files": ["perf.data"], "kind": "file", "says": says, "in": "file", "readable": list(readable),
             "recoverable": list(recoverable or readable)}
    recording.damage.append(entry)

    def damage(path):
        with open(path, "rb") as file:
            whole = bytearray(file.read())
        damaged, entry["offset"] = change(whole)
        with open(path, "wb") as file:
            file.write(damaged)

    recording.replaced["perf.data"] = damage
    return recording


def put(file, form, offset, *values):
    file = bytearray(file)
    struct.pack_into(form, file, offset, *values)
    return bytes(file)


def feature_of(file, bit):
    """(row in the table, offset, size) of a feature of the header."""
    start, size = struct.unpack_from("<QQ", file, DATA_SECTION)
    bits = [n for n in range(256) if file[72 + n // 8] >> n % 8 & 1]
    row = start + size + 16 * bits.index(bit)
    return (row, *struct.unpack_from("<QQ", file, row))


def longer(file, feature):
    """The feature, with one byte more; what is wrong is behind its contents."""
    row, offset, size = feature
    return put(file, "<Q", row + 8, size + 1), offset + size


def outside(file, feature):
    """The feature, at the end of the file; what is wrong is its row in the table."""
    return put(file, "<Q", feature[0], len(file)), feature[0]


def files():
    hostname = 3
    return [
        file_damage("damaged-file-header", "perf.data ends inside its header", "header_cut",
                    lambda file: (file[:60], 60)),
        file_damage("damaged-byte-order", "perf.data of a machine of the other byte order", "big_endian",
                    lambda file: (bytes(reversed(file[:8])) + file[8:], 0)),
        file_damage("damaged-data-section", "the header of perf.data says that the data are longer than the file",
                    "data_outside",
                    lambda file: (put(file, "<Q", DATA_SECTION + 8, 1 << 40), DATA_SECTION), recoverable=(0, 1, 2)),
        file_damage("damaged-not-closed", "perf record was killed: the header of perf.data has no size of the data",
                    "not_closed",
                    lambda file: (put(file, "<Q", DATA_SECTION + 8, 0), DATA_SECTION), recoverable=(0, 1, 2)),
        file_damage("damaged-auxtrace-size", "an AUXTRACE record says that more trace bytes follow than there are",
                    "auxtrace_size",
                    lambda file: (put(file, "<Q", auxtrace_records(file)[1] + 8, 1 << 40), auxtrace_records(file)[1]),
                    recoverable=(0, 1, 2)),
        file_damage("damaged-auxtrace-short", "an AUXTRACE record that is shorter than such a record is",
                    "auxtrace_short",
                    lambda file: (put(file, "<H", auxtrace_records(file)[1] + 6, 16), auxtrace_records(file)[1]),
                    recoverable=(0, 2)),
        file_damage("damaged-event-size", "a record of perf.data whose size is zero", "event_size",
                    lambda file: (put(file, "<H", auxtrace_records(file)[2] + 6, 0), auxtrace_records(file)[2]),
                    recoverable=(0, 1)),
        file_damage("damaged-trace-cut", "perf.data ends inside trace bytes, and its header says that there are more",
                    "data_outside", lambda file: (file[:auxtrace_records(file)[2] + AUXTRACE_SIZE + 20], DATA_SECTION),
                    recoverable=(0, 1)),
        file_damage("damaged-feature-size", "a feature of the header is one byte longer than its contents",
                    "feature_size",
                    lambda file: longer(file, feature_of(file, hostname)), readable=(0, 1, 2)),
        file_damage("damaged-feature-place", "a feature of the header is behind the end of the file", "feature_outside",
                    lambda file: outside(file, feature_of(file, hostname)), readable=(0, 1, 2)),
    ]


def recordings():
    return [truncated_packet(), truncated_header(), record_cut(), bad_header(), bad_header_between_paddings(),
            bad_padding(), lost_packet(), lost_tail(), lost_bytes(), zeroed_bytes(), cut_chunk(), *files()]
