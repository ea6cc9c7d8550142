# SPDX-License-Identifier: Apache-2.0
"""For tests: the truth of each recording of the corpus (docs/corpus.md), and its comparison with a reader's output.
Nothing here reads records: all expectations come from truth.json."""

import json

from helpers import BUILD, expect, needed, read

CORPUS = f"{BUILD}/corpus"
COMMITTED = "scripts/corpus/checksums.json"


def committed():
    return json.loads(read(COMMITTED))


NAMES = [name.removesuffix("/") for name in committed() if name.endswith("/")]


class Truth:
    """The truth of one file of a recording."""

    def __init__(self, name, file):
        self.name, self.file = name, file
        self.path = f"{CORPUS}/{name}/{file}"
        self.source = f"{CORPUS}/{name}/truth.json"
        self.all = json.loads(read(needed(self.source, "make corpus")))
        damage = [entry for entry in self.all["damage"] if file in entry["files"]]
        self.harm = [entry for entry in damage if entry["in"] == "stream"]
        self.file_harm = [entry for entry in damage if entry["in"] == "file"]
        self.said = [entry for entry in self.harm if entry["says"]]

    @property
    def records(self):
        """The records without uncertain bytes."""
        return [record for record in self.all["records"] if not self.uncertain(record["offset"])]

    def uncertain(self, offset):
        """True if a reader may interpret the bytes at this offset in any way."""
        ranges = [entry["uncertain"] for entry in self.harm if "uncertain" in entry]
        return any(one["offset"] <= offset < one["offset"] + one["size"] for one in ranges)

    def before(self):
        """The known records before the end of the stream."""
        end = min((entry["record"] for entry in self.said), default=self.all["size"])
        return [record for record in self.records if record["offset"] < end]

    def of_chunks(self, numbers):
        """The records of these chunks."""
        chunks = [self.all["chunks"][number] for number in numbers]
        return [record for record in self.all["records"]
                if any(chunk["offset"] <= record["offset"] < chunk["offset"] + chunk["size"] for chunk in chunks)]

    def bytes(self):
        with open(f"{CORPUS}/{self.name}/records.spe", "rb") as file:
            return file.read()

    def differs(self, reader, place, field, truth, got):
        expect(truth == got, f"{self.path}: {place}: {field}: {self.source} says {truth!r}, {reader} says {got!r}")


def truths(name):
    """The truth of each file of a recording."""
    first = Truth(name, "records.spe")
    return [first] + ([Truth(name, "perf.data")] if "chunks" in first.all else [])


def first_of(record, kind, index=None):
    """The record's first packet of a type, and of an index if one is given; None if it has none."""
    return next((packet for packet in record["packets"]
                 if packet["type"] == kind and (index is None or packet.get("index", 0) == index)), None)


def address(record, index):
    return first_of(record, "address", index)


def value(packet):
    return int(packet["value"], 16)


def events(record):
    packet = first_of(record, "events")
    return set(packet["bits"]) if packet else set()


# ---------------------------------------------------------------------------------------------------------
# The output of our reader for the known records, in each of its formats


def json_record(record):
    """A record in the format of spe-dump --json."""
    return {"offset": record["offset"], "size": record["size"],
            "packets": [{"offset": packet["offset"], "type": packet["type"], "index": packet.get("index", 0),
                         "value": packet["value"], "text": packet["words"]} for packet in record["packets"]]}


def compare_json(truth, reader, got, expected):
    """`got`: objects of spe-dump --json; expected: records of the truth."""
    for number, (one, other) in enumerate(zip(map(json_record, expected), got)):
        place = f"record {number} at 0x{one['offset']:x}"
        for field in ("offset", "size"):
            truth.differs(reader, place, field, one[field], other[field])
        for place_of, (mine, theirs) in enumerate(zip(one["packets"], other["packets"])):
            for field in mine:
                truth.differs(reader, f"{place}, packet {place_of} ({mine['type']})", field, mine[field],
                              theirs.get(field))
        truth.differs(reader, place, "number of packets", len(one["packets"]), len(other["packets"]))
    truth.differs(reader, "the stream", "number of records", len(expected), len(got))


def csv_record(record):
    """A record in the format of spe-dump --csv."""

    def of(kind, index, field=None, form=str):
        packet = first_of(record, kind, index)
        return "" if packet is None else str(packet[field]) if field else form(value(packet))

    operation, happened = first_of(record, "op_type"), first_of(record, "events")
    return {"offset": str(record["offset"]), "size": str(record["size"]),
            "timestamp": of("timestamp", None), "pc": of("address", 0, "address"), "el": of("address", 0, "el"),
            "ns": of("address", 0, "ns"), "operation": operation["words"] if operation else "",
            "events": of("events", None, form=hex),
            "event_names": happened["words"].partition(" ")[2] if happened else "",
            "total": of("counter", 0), "issue": of("counter", 1), "translation": of("counter", 2),
            "alternate_issue": of("counter", 4), "exposed_latency": of("counter", 6),
            "target": of("address", 1, "address"), "previous_target": of("address", 4, "address"),
            "va": of("address", 2, "address"), "pa": of("address", 3, "address"),
            "source": of("data_source", None, form=hex),
            "context_el1": of("context", 0, form=hex), "context_el2": of("context", 1, form=hex)}


def compare_csv(truth, got, expected):
    for number, (one, other) in enumerate(zip(map(csv_record, expected), got)):
        for column, cell in one.items():
            truth.differs("spe-dump --csv", f"record {number} at 0x{one['offset']}", f"column {column}", cell,
                          other.get(column))
        truth.differs("spe-dump --csv", f"record {number}", "columns", list(one), list(other))
    truth.differs("spe-dump --csv", "the stream", "number of records", len(expected), len(got))


def wire(truth):
    """[(bytes, words)] of all packets and padding of a stream without damage, in its order."""
    data = truth.bytes()
    places = [(one["offset"], "PAD") for one in truth.all["padding"]]
    places += [(packet["offset"], packet["words"]) for record in truth.all["records"] for packet in record["packets"]]
    places.sort()
    ends = [offset for offset, _ in places[1:]] + [len(data)]
    return [(data[start:end], words) for (start, words), end in zip(places, ends)]


def as_address(packet):
    """An address in a program's file: a packet has bits 55:0; the bits above equal bit 55."""
    low = int(packet["address"], 16)
    return low | 0xFF << 56 if low >> 55 & 1 else low


def branches(records):
    """The output of spe-dump --format bolt for the records (docs/perf.md)."""
    counts = {}

    def add(*line):
        counts[line] = counts.get(line, 0) + 1

    for record in records:
        operation, pc = first_of(record, "op_type"), address(record, 0)
        target, previous = address(record, 1), address(record, 4)
        happened = events(record)
        if operation is None or pc is None or operation["index"] != 2 or 1 not in happened or 0 in happened:
            continue
        here = as_address(pc)
        if 6 in happened:
            if not previous:
                add("F", here, here + 4)
            continue
        if previous and as_address(previous) <= here and all(previous[field] == pc[field]
                                                             for field in ("el", "ns", "nse")):
            add("F", as_address(previous), here)
        if target:
            add("B", here, as_address(target), int(7 in happened))
    return [f"{line[0]} {line[1]:x} {line[2]:x} {counts[line]}" +
            "".join(f" {mispredicted}" for mispredicted in line[3:])
            for line in sorted(counts)]


# ---------------------------------------------------------------------------------------------------------
# perf's view of a record


def sample(truth, record, process):
    """The sample of `instructions`: thread, nanoseconds, address of the operation, data address, latency, physical
    address."""
    contexts = [value(packet) for packet in record["packets"] if packet["type"] == "context"]
    stamp, pc, total = first_of(record, "timestamp"), address(record, 0), first_of(record, "counter", 0)
    virtual, physical = address(record, 2), address(record, 3)
    there = value(virtual) & (1 << 56) - 1 if virtual else 0  # without its tag
    here = int(pc["address"], 16) if pc else 0
    if pc and pc["ns"] and pc["el"] in (1, 2):
        here |= 0xFF << 56  # perf takes these levels for a kernel's
    return {"thread": contexts[-1] if contexts else process,
            "time": value(stamp) * 1_000_000_000 // truth.all["session"]["time_hz"] if stamp else 0,
            "ip": here, "addr": there | (0xFF << 56 if there >> 52 == 0xF else 0),
            "weight": value(total) if total else 0,
            "phys_addr": int(physical["address"], 16) if physical else 0}
