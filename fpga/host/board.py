# SPDX-License-Identifier: Apache-2.0
"""The board behind the link: its words, the unit's registers, its memories."""

import time

import link
from model import ACCESS_OK, Model, refusal
from problem import Problem, WrongUse

WORDS = ("ID", "CONFIG", "SIZES", "STATUS", "ROWS", "START", "STOP", "DRAIN", "RESET", "PE", "CYCLES", "POPULATION",
         "COLLISIONS", "KEPT")
BUFFER = 0x4000  # word i: bytes 8i to 8i+7 of the buffer memory
TRACE = 0x8000  # entry e, word w: 4e + w
BOARD_ID = int.from_bytes(b"OPENSPU1", "little")
RESET_KEY = int.from_bytes(b"RESETSPU", "big")
PROBE = 0x0123456789ABCDEF
ALL_ONES = (1 << 64) - 1
RUN_SECONDS = 120
DRAIN_SECONDS = 5


def word_address(name):
    """The address of a word, from its name in any case or its address 0x...; None if there is none."""
    if name.upper() in WORDS:
        return WORDS.index(name.upper())
    try:
        address = int(name, 16) if name.lower().startswith("0x") else -1
    except ValueError:
        return None
    return address if 0 <= address <= 0xFFFF else None


def word_name(address):
    return WORDS[address] if address < len(WORDS) else f"word 0x{address:04x}"


class Status:
    """The word STATUS."""

    def __init__(self, word):
        self.running, self.drained, self.pmbirq, self.serror = (bool(word >> bit & 1) for bit in range(4))
        self.run = word >> 8 & 0xFF
        self.framing_errors = word >> 16 & 0xFFFF
        self.bad_requests = word >> 32 & 0xFFFF


class Board:
    def __init__(self, the_link):
        self.link, self.name = the_link, the_link.name
        identity = self.read(WORDS.index("ID"))
        if identity != BOARD_ID:
            raise Problem(f"{self.name}: not a board of this project (its ID is 0x{identity:016x})")
        config, sizes = self.read_words(WORDS.index("CONFIG"), 2)
        self.config = config.to_bytes(8, "little").rstrip(b"\0").decode("ascii", "replace")
        width, entries, buffer, axi_bytes = sizes.to_bytes(8, "little")[:4]
        self.clock_hz = sizes >> 32
        try:
            self.model = Model(self.config)
        except WrongUse:
            raise Problem(f"{self.name}: this program does not know the board's configuration \"{self.config}\"; "
                          "build both from one tree") from None
        # The address space has 0x8000 words for the trace memory and 0x4000 for the buffer.
        if ((width, axi_bytes) != (self.model.width, self.model.axi_bytes) or not width <= 1 << entries <= 1 << 13
                or not 12 <= buffer <= 17):
            raise Problem(f"{self.name}: the board's sizes 0x{sizes:016x} do not match configuration "
                          f'"{self.config}"')
        self.width, self.entries, self.buffer_bytes = width, 1 << entries, 1 << buffer

    def __str__(self):
        return (f'"{self.config}" at {self.name}: {self.width} operation{"s" if self.width > 1 else ""} a cycle, '
                f"{self.entries} trace entries, {self.buffer_bytes} bytes of buffer, {self.clock_hz / 1e6:.3f} MHz")

    def perform(self, requests):
        """The data of the responses to requests that must succeed."""
        answers = self.link.exchange(requests)
        for (op, address, _), (status, data) in zip(requests, answers):
            if status != link.DONE:
                raise Problem(f"{self.name}: {link.NAMES[op]} of {self.name_of(op, address)}: "
                              f"{self.cause(op, address, status, data)}")
        return [data for _, data in answers]

    def name_of(self, op, address):
        return self.register(address).name if op in (link.MRS, link.MSR) else word_name(address)

    def register(self, encoding):
        fields = (encoding >> 14, encoding >> 11 & 7, encoding >> 7 & 15, encoding >> 3 & 15, encoding & 7)
        return self.model.find("S{}_{}_C{}_C{}_{}".format(*fields))

    def cause(self, op, address, status, data):
        if status == link.NO_SUCH:
            return "the board has no such word, or refuses this value"
        if status == link.RUNNING:
            return "not possible while the player runs"
        if status == link.NO_ACCESS:
            return refusal(data & 7, self.register(address), op == link.MSR)
        return f"the board answers with the undefined status {status}"

    def read_words(self, address, count):
        return self.perform([(link.READ, address + i, 0) for i in range(count)])

    def write_words(self, address, values):
        self.perform([(link.WRITE, address + i, value) for i, value in enumerate(values)])

    def read(self, address):
        return self.read_words(address, 1)[0]

    def write(self, name, value):
        self.write_words(WORDS.index(name), [value])

    def mrs(self, name):
        return self.perform([(link.MRS, self.model.find(name).encoding, 0)])[0]

    def msr(self, name, value):
        self.perform([(link.MSR, self.model.find(name).encoding, value)])

    def accesses(self, accesses):
        """Like Model.accesses."""
        answers = self.link.exchange([(link.MRS, register.encoding, 0) if value is None
                                      else (link.MSR, register.encoding, value) for register, value in accesses])
        return [(data & 7, 0) if status == link.NO_ACCESS else (ACCESS_OK, data) for status, data in answers]

    def status(self):
        return Status(self.read(WORDS.index("STATUS")))

    def reset(self):
        self.write("RESET", RESET_KEY)

    def start(self, rows, passes):
        status = self.status()
        if status.running:
            raise Problem(f"{self.name}: the player is already running")
        self.write("ROWS", rows | passes << 32)
        self.write("START", (status.run + 1) % 256)

    def wait(self):
        self.poll(lambda status: not status.running, RUN_SECONDS, "the player did not end")

    def drain(self):
        """PSB CSYNC, then DSB."""
        self.write("DRAIN", 0)
        self.poll(lambda status: status.drained, DRAIN_SECONDS, "PSB and DSB did not complete")

    def poll(self, reached, seconds, words):
        deadline = time.monotonic() + seconds
        while not reached(self.status()):
            if time.monotonic() > deadline:
                raise Problem(f"{self.name}: {words} in {seconds} s")

    def download(self, first, end):
        """Bytes [first, end) of the buffer memory, cut at its end."""
        end = min(end, self.buffer_bytes)
        if first >= end:
            return b""
        words = self.read_words(BUFFER + first // 8, (end + 7) // 8 - first // 8)
        data = b"".join(word.to_bytes(8, "little") for word in words)
        return data[first % 8:first % 8 + end - first]


def connect(path, baud, attempts):
    """The link at the rate at which a board answers."""
    rates = [baud] if baud else [1_000_000, 2_000_000]
    for rate in rates:
        the_link = link.Link(path, link.open_port(path, rate), attempts if baud else min(attempts, 3))
        try:
            (_, answer), = the_link.exchange([(link.ECHO, 0, PROBE)])
            if answer != PROBE ^ ALL_ONES:
                raise Problem(f"{path}: link: the device answers but does not echo")
        except Problem:
            the_link.close()
            if rate == rates[-1]:
                raise
            continue
        the_link.attempts = attempts
        return the_link
    return None
