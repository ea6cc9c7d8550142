# SPDX-License-Identifier: Apache-2.0
"""Packets of the corpus: converts their contents to bytes and to entries of the truth, by the table packets.toml.
Nothing here reads bytes."""

import dataclasses
import os

from facts import common

TABLE = os.path.join(os.path.dirname(__file__), "packets.toml")
EXTENDED = 0x20  # first byte of an extended header, with bits 4:3 of the index zero
ADDRESS_BITS = (1 << 56) - 1

_table = common.load(TABLE)[0]
PACKETS = {row["type"]: row for row in _table["packet"]}
EVENTS = {row["bit"]: row["name"] for row in _table["event"]}
OPERATIONS = {(row["class"], row["name"]): row for row in _table["operation"]}
CLASSES = [row["words"] for row in _table["class"]]


@dataclasses.dataclass(frozen=True)
class Packet:
    """`about`: the fields of the value, for the truth; `words`: how the newest Linux perf prints it."""
    type: str
    value: int = 0
    index: int = 0
    size: int = 0  # bytes of payload
    about: dict = dataclasses.field(default_factory=dict)
    words: str = ""
    raw: bytes = b""  # of a packet whose header has no meaning
    extended: bool = False  # True: an extended header, even if the index needs none

    def encode(self):
        if self.raw:
            return self.raw
        if self.type == "padding":
            return bytes(self.value)
        row = PACKETS[self.type]
        indexes = row.get("indexes", 1)
        sz = self.size.bit_length() - 1 if self.size else 0
        header = row["header"] | sz << 4 | self.index % indexes
        extension = bytes([EXTENDED | self.index // indexes]) if self.extended or self.index >= indexes else b""
        return extension + bytes([header]) + self.value.to_bytes(self.size, "little")

    def truth(self, offset):
        index = {"index": self.index} if PACKETS.get(self.type, {}).get("indexes") else {}
        return {"offset": offset, "type": self.type, **index, "value": f"0x{self.value:x}", **self.about,
                "words": self.words}


def named(kind, index):
    """{"name": the name of the packet of this type and index}, or {} if it has none."""
    names = PACKETS[kind].get("names", [])
    return {"name": names[index]} if index < len(names) else {}


# ---------------------------------------------------------------------------------------------------------
# One function for each type


def padding(count):
    return Packet("padding", count, words="PAD")


def end():
    return Packet("end", words="END")


def timestamp(count):
    return Packet("timestamp", count, size=8, words=f"TS {count if count < 1 << 63 else count - (1 << 64)}")


def context(level, number):
    """CONTEXTIDR_EL1 or CONTEXTIDR_EL2."""
    return Packet("context", number, level - 1, 4, {**named("context", level - 1), "el": level},
                  f"CONTEXT 0x{number:x} el{level}")


def counter(index, cycles, extended=False):
    words = f"LAT {cycles} {dict(enumerate(('TOT', 'ISSUE', 'XLAT'))).get(index, '')}"
    return Packet("counter", cycles, index, 2, named("counter", index), words, extended=extended)


def code_address(name, address, el, ns, nse=0, extended=False):
    """The PC, a branch target or the previous target: an address with its Exception level and Security state."""
    index = PACKETS["address"]["names"].index(name)
    value = address & ADDRESS_BITS | ns << 63 | el << 61 | nse << 60
    short = {"pc": "PC", "target": "TGT", "previous_target": "PBT"}[name]
    return Packet("address", value, index, 8,
                  {"name": name, "address": f"0x{address & ADDRESS_BITS:x}", "el": el, "ns": ns, "nse": nse},
                  f"{short} 0x{address & ADDRESS_BITS:x} el{el} ns={ns}", extended=extended)


def virtual_address(address, extended=False):
    return Packet("address", address, 2, 8, {"name": "va", "address": f"0x{address:x}"}, f"VA 0x{address:x}",
                  extended=extended)


def physical_address(address, ns=1, nse=0, checked=0, tag=0, extended=False):
    """A data physical address. `checked`: against an Allocation Tag, with the Physical Address Tag `tag`."""
    value = address | ns << 63 | checked << 62 | nse << 60 | tag << 56
    return Packet("address", value, 3, 8,
                  {"name": "pa", "address": f"0x{address:x}", "ns": ns, "nse": nse, "ch": checked, "pat": tag},
                  f"PA 0x{address:x} ns={ns} ch={checked} pat={tag:x}", extended=extended)


def other_address(index, value):
    """An Address packet with a reserved index."""
    return Packet("address", value, index, 8, {}, f"ADDR 0x{value:x} ({index})")


def data_source(number, size):
    return Packet("data_source", number, size=size,
                  words=f"DATA-SOURCE {number if number < 1 << 63 else number - (1 << 64)}")


def events(bits, size):
    """An Events packet with these bits, a set of numbers."""
    names = [EVENTS[bit] for bit in sorted(bits) if bit in EVENTS]
    nameless = [bit for bit in sorted(bits) if bit not in EVENTS]
    words = ["EV", *names] + ([f"IMPDEF:{','.join(map(str, nameless))}"] if nameless else [])
    return Packet("events", sum(1 << bit for bit in bits), 0, size, {"bits": sorted(bits), "names": names},
                  " ".join(words))


def operation(number, name, store=False, flags=(), choice=None, evl=None):
    """An Operation Type packet of a form in the table, of class `number`; flags and choice by their names."""
    form = OPERATIONS[number, name]
    store = store or form.get("store", False)
    known = {flag["name"]: flag for flag in form.get("flags", [])}
    value = form["payload"] | (store << 0 if number == 1 else 0) | sum(1 << known[flag]["bit"] for flag in flags)
    words = [form.get("class_word", CLASSES[number][store if number == 1 else 0]), *form.get("words", [])]
    about = {"operation": ("store" if store else "load") if number == 1 else named("op_type", number)["name"],
             "form": name}
    if form.get("vector"):
        value |= evl << 4
        words.append(f"EVLEN {32 << evl}")
        about["vector_bits"] = 32 << evl
    words += [flag["word"] for flag in form.get("flags", []) if flag["name"] in flags]
    about["flags"] = [flag for flag in known if flag in flags]
    if "choice" in form:
        field = form["choice"]
        chosen = field["values"].index(choice or field["values"][0])
        value |= chosen << field["bit"]
        words.append(field["words"][chosen])
        about[field["name"]] = field["values"][chosen]
    return Packet("op_type", value, number, 1, about, " ".join(word for word in words if word))


def unknown(data):
    """A packet with a reserved header: the header, and a payload of the size that it declares."""
    header = data[:2] if data[0] & 0xE0 == EXTENDED else data[:1]
    return Packet("unknown", int.from_bytes(data[len(header):], "little"), 0, len(data) - len(header), {},
                  "Bad packet!", data)


def every_operation():
    """An Operation Type packet of each form with each combination of its flags, and each defined value of EVL."""
    found = []
    for (number, name), form in OPERATIONS.items():
        flags = [flag["name"] for flag in form.get("flags", [])]
        for store in ((False, True) if number == 1 and not form.get("store") else (False,)):
            for choice in form.get("choice", {}).get("values", [None]):
                for evl in range(7) if form.get("vector") else (None,):
                    for chosen in range(1 << len(flags)):
                        # Without a flag it is not an extended access.
                        if name != "extended" or chosen:
                            found.append(operation(number, name, store,
                                                   [flag for n, flag in enumerate(flags) if chosen >> n & 1], choice,
                                                   evl))
    return found
