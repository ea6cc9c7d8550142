# SPDX-License-Identifier: Apache-2.0
"""Damaged recordings: whole recordings with a deliberate damage, and how a reader should report it.

An entry of `damage` has

  files        the damaged files
  kind         the kind of damage
  says         the error at `offset`: a reader that stops there with this error is right. Empty: the bytes are valid
               records, but not those that were written, and only their contents can show it
  in           stream: offsets are into the SPE data; file: into perf.data
  offset       where the damage is
  record       where in the stream the record begins that the damage cuts short
  uncertain    offset and size of bytes in the stream that a reader may interpret in any way
  readable     for damage to the file: chunks whose records can still be read
  recoverable  chunks that a reader can find after the damage

A record with `after` follows a damage at which a reader that does not resynchronize stops.
"""

import struct

from corpus.packets import padding, unknown
from corpus.recording import Recording, made
from corpus.streams import branch, spread_load, whole_load

DATA_SECTION = 40        # in it: offset and size of the data
AUXTRACE = 71            # type of the record before trace bytes
AUXTRACE_SIZE = 48
BOTH = ("records.spe", "perf.data")


def encoded(entries):
    return b"".join(packet.encode() for packet in entries)


class Damaged(Recording):
    def add(self, count, after=False):
        """Adds whole records, alternately loads and branches."""
        for _ in range(count):
            n = len(self.records)
            self.record(whole_load(n) if n % 2 else branch(n), **({"after": True} if after else {}))

    def damaged(self, kind, says, data, at, behind=b""):
        """Adds the bytes of a broken record: a reader can read the first `at` of them. `behind` follows the damage."""
        start = len(self.stream)
        self.bytes(data + behind)
        self.harm(kind, start + at, says, record=start, uncertain={"offset": start, "size": len(data) + len(behind)})

    def harm(self, kind, offset, says="", files=BOTH, **more):
        """Adds an entry of damage to the stream."""
        self.damage.append({"files": list(files), "kind": kind, "says": says, "in": "stream", "offset": offset, **more})


# ---------------------------------------------------------------------------------------------------------
# Damage to the stream


@made(Damaged, "damaged-truncated-packet", "the stream ends inside the payload of a Timestamp packet")
def truncated_packet(recording):
    recording.add(3)
    entries = whole_load(3)
    recording.damaged("truncated_packet", "ends_inside_packet", encoded(entries)[:-3], len(encoded(entries[:-1])))
    recording.take(lost=True)


@made(Damaged, "damaged-truncated-header", "the stream ends after the first byte of an extended header")
def truncated_header(recording):
    recording.add(2)
    entries = branch(2)[:4]
    recording.damaged("truncated_packet", "ends_inside_packet", encoded(entries) + b"\x20", len(encoded(entries)))
    recording.take(lost=True)


@made(Damaged, "damaged-record-cut", "the stream ends between two packets of a record")
def record_cut(recording):
    recording.add(2)
    entries = whole_load(2)[:6]
    recording.damaged("record_cut", "no_end", encoded(entries), len(encoded(entries)))
    recording.take(lost=True)


@made(Damaged, "damaged-bad-header", "two bytes that cannot begin a packet, in the middle of a record, twice")
def bad_header(recording):
    recording.add(2)
    for count in (3, 1):
        entries = whole_load(9)
        # After its PC, so that the rest does not look like a record.
        head = encoded(entries[:6])
        recording.damaged("bad_header", "bad_extended_header", head, len(head), b"\x20\x3f" + encoded(entries[6:]))
        recording.add(count, after=True)
    recording.take(lost=True)


@made(Damaged, "damaged-padding-inside",
      "two bytes that cannot begin a packet, in one of several records that have padding inside")
def bad_header_between_paddings(recording):
    for more in ({}, {"after": True}):
        for n in range(3):
            recording.record(spread_load(n), **more)
        if not more:
            entries = spread_load(3)
            head = encoded(entries[:4])
            recording.damaged("bad_header", "bad_extended_header", head, len(head), b"\x20\x3f" + encoded(entries[4:]))
    recording.take(lost=True)


@made(Damaged, "damaged-bad-padding", "padding with a byte that is not zero: the next record begins there")
def bad_padding(recording):
    for value in (0x05, 0xFF):
        n = len(recording.records)
        recording.record(branch(n))
        recording.pad(16)
        # The header 0xff declares 8 bytes of payload.
        stray = unknown(bytes([value]) + bytes(8 if value == 0xFF else 0))
        entry = recording.record([stray, padding(15), *whole_load(n + 1)])
        recording.harm("bad_padding", entry["offset"])
    recording.add(1)
    recording.take()


@made(Damaged, "damaged-lost-packet", "a packet was lost: the record has no PC, and is a record")
def lost_packet(recording):
    recording.add(1)
    entry = recording.record([packet for packet in whole_load(1) if packet.truth(0).get("name") != "pc"])
    recording.harm("lost_bytes", entry["offset"])
    recording.add(2)
    recording.take()


@made(Damaged, "damaged-lost-tail", "the end of a record was lost: the next one continues it, packets come twice")
def lost_tail(recording):
    recording.add(1)
    entry = recording.record([*whole_load(1)[:6], *branch(2)])
    recording.harm("lost_bytes", entry["offset"])
    recording.add(2)
    recording.take()


def change(recording, kind, function):
    """Adds a record with changed bytes, and a second one, which a reader may take for part of the first."""
    recording.add(2)
    start = len(recording.stream)
    recording.bytes(function(encoded(whole_load(2))) + encoded(branch(3)))
    recording.harm(kind, start, uncertain={"offset": start, "size": len(recording.stream) - start})
    recording.add(3)
    recording.take(lost=True)


@made(Damaged, "damaged-lost-bytes", "eight bytes were lost from the middle of a record")
def lost_bytes(recording):
    change(recording, "lost_bytes", lambda data: data[:18] + data[26:])


@made(Damaged, "damaged-zeroed-bytes",
      "sixteen bytes in the middle of a record are zero, like memory that was not written")
def zeroed_bytes(recording):
    change(recording, "zeroed_bytes", lambda data: data[:18] + bytes(16) + data[34:])


@made(Damaged, "damaged-cut-chunk",
      "data were lost at an interrupt: the data that software took end inside a record, the next begin with a record")
def cut_chunk(recording):
    recording.add(2)
    start = len(recording.stream)
    cut = encoded(whole_load(2)[:6])
    recording.bytes(cut)
    recording.take(lost=True)
    recording.add(3)
    # Only perf.data has the end of the data: without it, the next record continues the one that was cut.
    recording.harm("record_cut", start + len(cut), "no_end", ["perf.data"], record=start,
                   uncertain={"offset": start, "size": len(cut)})
    recording.harm("record_cut", start + len(cut), "", ["records.spe"],
                   uncertain={"offset": start, "size": len(cut) + recording.records[2]["size"]})
    recording.take()


# ---------------------------------------------------------------------------------------------------------
# Damage to the file


def auxtrace_records(file):
    """The offsets of the AUXTRACE records of an undamaged file."""
    offset, size = struct.unpack_from("<QQ", file, DATA_SECTION)
    found, at = [], offset
    while at < offset + size:
        kind, _, length = struct.unpack_from("<IHH", file, at)
        if kind == AUXTRACE:
            found.append(at)
            length += struct.unpack_from("<Q", file, at + 8)[0]
        at += length
    return found


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
    """Makes a feature one byte longer; the error is after its contents."""
    row, offset, size = feature
    return put(file, "<Q", row + 8, size + 1), offset + size


def outside(file, feature):
    """Moves a feature to the end of the file; the error is in its row of the table."""
    return put(file, "<Q", feature[0], len(file)), feature[0]


HOSTNAME = 3  # a feature of the header
ALL = (0, 1, 2)
# Name and description of a recording of three chunks of two records; says, readable, recoverable; and a function that
# damages the file: it returns the damaged file and the offset of the error.
FILES = [
    ("damaged-file-header", "perf.data ends inside its header", "header_cut", (), (),
     lambda file: (file[:60], 60)),
    ("damaged-byte-order", "perf.data of a machine with the other byte order", "big_endian", (), (),
     lambda file: (bytes(reversed(file[:8])) + file[8:], 0)),
    ("damaged-data-section", "the header of perf.data says that the data are longer than the file",
     "data_outside", (), ALL, lambda file: (put(file, "<Q", DATA_SECTION + 8, 1 << 40), DATA_SECTION)),
    ("damaged-not-closed", "perf record was killed: the header of perf.data has no size of the data",
     "not_closed", (), ALL, lambda file: (put(file, "<Q", DATA_SECTION + 8, 0), DATA_SECTION)),
    ("damaged-auxtrace-size", "an AUXTRACE record says that more trace bytes follow than there are",
     "auxtrace_size", (), ALL,
     lambda file: (put(file, "<Q", auxtrace_records(file)[1] + 8, 1 << 40), auxtrace_records(file)[1])),
    ("damaged-auxtrace-short", "an AUXTRACE record that is too short", "auxtrace_short", (), (0, 2),
     lambda file: (put(file, "<H", auxtrace_records(file)[1] + 6, 16), auxtrace_records(file)[1])),
    ("damaged-event-size", "a record of perf.data whose size is zero", "event_size", (), (0, 1),
     lambda file: (put(file, "<H", auxtrace_records(file)[2] + 6, 0), auxtrace_records(file)[2])),
    ("damaged-trace-cut", "perf.data ends inside trace bytes, and its header says that there are more",
     "data_outside", (), (0, 1),
     lambda file: (file[:auxtrace_records(file)[2] + AUXTRACE_SIZE + 20], DATA_SECTION)),
    ("damaged-feature-size", "a feature of the header is one byte longer than its contents", "feature_size", ALL, ALL,
     lambda file: longer(file, feature_of(file, HOSTNAME))),
    ("damaged-feature-place", "a feature of the header is after the end of the file", "feature_outside", ALL, ALL,
     lambda file: outside(file, feature_of(file, HOSTNAME))),
]


def damage_file(recording, says, readable, recoverable, function):
    for _ in range(3):
        recording.add(2)
        recording.take()
    entry = {"files": ["perf.data"], "kind": "file", "says": says, "in": "file", "readable": list(readable),
             "recoverable": list(recoverable)}
    recording.damage.append(entry)

    def replace(path):
        with open(path, "rb") as file:
            damaged, entry["offset"] = function(bytearray(file.read()))
        with open(path, "wb") as file:
            file.write(damaged)

    recording.replaced["perf.data"] = replace


for _name, _about, *_damage in FILES:
    made(Damaged, _name, _about)(lambda recording, damage=tuple(_damage): damage_file(recording, *damage))
