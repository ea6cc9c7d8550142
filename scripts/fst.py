#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads what an FST waveform says of itself: its time range, its signals, and the names of enumerated values.

Not the values: GTKWave shows those. An FST file is a sequence of blocks, each a type (1 byte), a length (8 bytes,
big-endian, its own included) and contents. Wanted are the header (type 0) and the hierarchy (type 4 with zlib,
6 with LZ4, 7 with LZ4 twice), a stream of tagged entries: scopes, attributes (tables of enumerated values, and
references to them) and variables. As a program it lists the signals.
"""

import argparse
import collections
import struct
import sys
import zlib

HEADER, HIERARCHY_ZLIB, HIERARCHY_LZ4, HIERARCHY_LZ4_TWICE = 0, 4, 6, 7
BLOCK_BEING_WRITTEN = 255
SCOPE, UPSCOPE, ATTRIBUTE, ATTRIBUTE_END = 254, 255, 252, 253
LAST_VARIABLE_TYPE = 29
MISCELLANEOUS, ENUM_TABLE = 0, 7  # an attribute's type and subtype

# path: scopes and name joined by dots, without the range. range: as "[15:0]", or "". enum: number of a table in
# Waveform.enums, 0 for none.
Signal = collections.namedtuple("Signal", "path range width enum")
# start, end: times. signals: {path: Signal}, in file order. enums: {number: (name, {value as bits: name})}.
Waveform = collections.namedtuple("Waveform", "start end signals enums")


class FstError(Exception):
    """One line: the file and the cause."""


def lz4_block(data, size):
    """The bytes of one LZ4 block (lz4_Block_format.md of the LZ4 project), `size` of them."""
    out = bytearray()
    at = 0
    while len(out) < size:
        token = data[at]
        at += 1
        length = token >> 4
        if length == 15:
            while data[at] == 255:
                length += 255
                at += 1
            length += data[at]
            at += 1
        out += data[at:at + length]
        at += length
        if len(out) >= size:
            break
        distance = data[at] | data[at + 1] << 8
        at += 2
        length = (token & 15) + 4
        if length == 19:
            while data[at] == 255:
                length += 255
                at += 1
            length += data[at]
            at += 1
        start = len(out) - distance
        if distance == 0 or start < 0:
            raise ValueError("LZ4 match outside the block")
        if distance >= length:
            out += out[start:start + length]
        else:  # the match overlaps what it makes
            for i in range(length):
                out.append(out[start + i])
    return bytes(out[:size])


def varint(data, at):
    """A number of 7 bits a byte, lowest first, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def string(data, at):
    end = data.index(0, at)
    return data[at:end].decode("utf-8", "replace"), end + 1


def blocks(data):
    at = 0
    while at < len(data):
        size = struct.unpack_from(">Q", data, at + 1)[0]
        if data[at] == BLOCK_BEING_WRITTEN or size < 8 or at + 1 + size > len(data):
            raise ValueError("it was not completed")
        yield data[at], data[at + 9:at + 1 + size]
        at += 1 + size


def hierarchy_bytes(kind, block):
    size = struct.unpack_from(">Q", block)[0]
    packed = block[8:]
    if kind == HIERARCHY_ZLIB:
        return zlib.decompress(packed, wbits=31)[:size]
    if kind == HIERARCHY_LZ4_TWICE:
        middle, at = varint(packed, 0)
        packed = lz4_block(packed[at:], middle)
    return lz4_block(packed, size)


def enum_table(text):
    """NAME COUNT name... bits...: the table's name and {bits: name}."""
    words = text.split()
    count = int(words[1])
    return words[0], dict(zip(words[2 + count:2 + 2 * count], words[2:2 + count]))


def parse_hierarchy(data):
    signals, enums, scopes = {}, {}, []
    enum = 0
    at = 0
    while at < len(data):
        tag = data[at]
        at += 1
        if tag == SCOPE:
            name, at = string(data, at + 1)
            _, at = string(data, at)
            scopes.append(name)
        elif tag == UPSCOPE:
            scopes.pop()
        elif tag == ATTRIBUTE:
            kind, subtype = data[at], data[at + 1]
            text, at = string(data, at + 2)
            number, at = varint(data, at)
            if (kind, subtype) == (MISCELLANEOUS, ENUM_TABLE):
                if text:
                    enums[number] = enum_table(text)
                else:
                    enum = number  # of the variable that follows
        elif tag <= LAST_VARIABLE_TYPE:
            label, at = string(data, at + 1)
            width, at = varint(data, at)
            _, at = varint(data, at)
            name, _, bits = label.partition(" ")
            path = ".".join(scopes + [name])
            signals[path] = Signal(path, bits, width, enum)
            enum = 0
        elif tag != ATTRIBUTE_END:
            raise ValueError(f"entry of unknown type {tag}")
    return signals, enums


def read(path):
    """The Waveform of a file. Raises FstError."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise FstError(f"{path}: {error.strerror}") from None
    times = hierarchy = None
    try:
        for kind, block in blocks(data):
            if kind == HEADER:
                times = struct.unpack_from(">QQ", block)
            elif kind in (HIERARCHY_ZLIB, HIERARCHY_LZ4, HIERARCHY_LZ4_TWICE):
                hierarchy = parse_hierarchy(hierarchy_bytes(kind, block))
        if times is None or hierarchy is None:
            raise ValueError("header or hierarchy is missing")
    except (ValueError, IndexError, struct.error, zlib.error) as error:
        raise FstError(f"{path}: no FST waveform: {error}") from None
    return Waveform(*times, *hierarchy)


def main():
    parser = argparse.ArgumentParser(description="Lists the signals of an FST waveform.")
    parser.add_argument("file")
    try:
        waveform = read(parser.parse_args().file)
    except FstError as error:
        print(f"fst.py: {error}", file=sys.stderr)
        return 2
    print(f"times {waveform.start} to {waveform.end}")
    for signal in waveform.signals.values():
        print(f"{signal.path}{signal.range}", waveform.enums.get(signal.enum, ("",))[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
