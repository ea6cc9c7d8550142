# SPDX-License-Identifier: Apache-2.0
"""Requests to the board and its responses, over a serial line (docs/bring-up.md, The serial line).

The board responds to every request, in order, and a repeated request is harmless. So requests are sent in bursts;
those without a good response in time are sent again."""

import binascii
import contextlib
import errno
import fcntl
import os
import struct
import termios
import time

from problem import Problem, WrongUse

READ, WRITE, MRS, MSR, ECHO = range(5)
NAMES = ("read", "write", "MRS", "MSR", "echo")
DONE, BAD_CRC, NO_SUCH, NO_ACCESS, RUNNING = range(5)

REQUEST_SYNC, RESPONSE_SYNC = b"\x5a", b"\xa5"
REQUEST = struct.Struct("<BBHQ")  # sequence number, operation, address, data
RESPONSE = struct.Struct("<BBQ")  # sequence number, status, data
CRC_BYTES = 2
FRAME = 1 + RESPONSE.size + CRC_BYTES
BURST = 16  # most requests without a response at a time
PATIENCE = 1.5  # seconds without a response, after which open requests count as lost


def crc(data):
    """CRC-16/CCITT-FALSE, in the byte order in which it follows the data."""
    return struct.pack("<H", binascii.crc_hqx(data, 0xFFFF))


def request_frame(sequence, op, address, data):
    body = REQUEST_SYNC + REQUEST.pack(sequence, op, address, data)
    return body + crc(body)


def open_port(path, baud):
    try:
        import serial  # --help works without it
    except ImportError:
        raise WrongUse("the Python package pyserial is missing (Debian: python3-serial)") from None
    try:
        port = serial.Serial(path, baud, timeout=0.05, write_timeout=10, exclusive=True)
        # The lock excludes other programs that lock, this excludes those that do not.
        fcntl.ioctl(port.fd, termios.TIOCEXCL)
        return port
    except (OSError, ValueError) as error:  # pyserial's SerialException is an OSError
        number = getattr(error, "errno", None)
        in_use = number in (errno.EAGAIN, errno.EBUSY)
        cause = "in use by another program" if in_use else os.strerror(number) if number else "not a serial port"
        raise WrongUse(f"{path}: {cause}") from None


class Link:
    def __init__(self, name, port, attempts):
        self.name, self.port, self.attempts = name, port, attempts
        self.sequence = 0
        self.received = bytearray()
        self.requests = self.answered = self.repeats = 0
        self.bad_at_board = self.bad_here = 0  # CRCs

    def close(self):
        with contextlib.suppress(OSError):  # the port may be gone
            fcntl.ioctl(self.port.fd, termios.TIOCNXCL)
        self.port.close()

    def report(self):
        if not self.repeats and not self.bad_here:
            return "no link errors"
        return (f"{self.repeats} repeats in {self.requests} requests "
                f"(bad CRC: {self.bad_at_board} at the board, {self.bad_here} here)")

    def exchange(self, requests):
        """[(status, data)] for [(op, address, data)]."""
        answers = {}
        self.requests += len(requests)
        for start in range(0, len(requests), BURST):
            burst = range(start, min(start + BURST, len(requests)))
            for attempt in range(self.attempts):
                self.try_once(requests, [i for i in burst if i not in answers], answers, again=attempt > 0)
                if all(i in answers for i in burst):
                    break
            else:
                self.give_up(requests[next(i for i in burst if i not in answers)])
        return [answers[i] for i in range(len(requests))]

    def try_once(self, requests, indices, answers, again):
        """Sends these requests and adds their responses to the answers."""
        flying = {}
        for index in indices:
            self.sequence = (self.sequence + 1) % 256
            flying[self.sequence] = index
        frames = [request_frame(sequence, *requests[index]) for sequence, index in flying.items()]
        if again:
            self.repeats += len(indices)
            # Zeros complete a request that the board has received only in part.
            frames.insert(0, bytes(len(frames[0])))
        self.send(b"".join(frames))
        last = self.sequence
        deadline = time.monotonic() + PATIENCE
        while flying and (answer := self.next_answer(deadline)):
            sequence, status, data = answer
            if sequence not in flying:
                continue
            deadline = time.monotonic() + PATIENCE
            index = flying.pop(sequence)
            if status == BAD_CRC:
                self.bad_at_board += 1
            else:
                answers[index] = (status, data)
                self.answered += 1
            if sequence == last:
                return  # responses come in order: open requests were lost

    def next_answer(self, deadline):
        """The next response with a good CRC; None if it is late. Other bytes do not extend the deadline: a line can
        deliver garbage forever."""
        while True:
            start = self.received.find(RESPONSE_SYNC)
            del self.received[:start if start >= 0 else len(self.received)]
            if len(self.received) >= FRAME:
                body, sent = bytes(self.received[:FRAME - CRC_BYTES]), self.received[FRAME - CRC_BYTES:FRAME]
                if sent == crc(body):
                    del self.received[:FRAME]
                    return RESPONSE.unpack(body[1:])
                self.bad_here += 1
                del self.received[:1]
            elif time.monotonic() > deadline:
                return None
            else:
                self.receive()

    def send(self, data):
        try:
            self.port.write(data)
        except OSError:
            self.gone()

    def receive(self):
        try:
            self.received += self.port.read(max(1, self.port.in_waiting))
        except OSError:
            self.gone()

    def gone(self):
        raise Problem(f"{self.name}: the port is gone (cable pulled, or the simulated board has ended)") from None

    def give_up(self, request):
        op, address, _ = request
        if not self.answered:
            raise Problem(f"{self.name}: link: no answer ({self.attempts} attempts; {self.report()}): "
                          "is the board configured, is this its port, and --baud right?")
        raise Problem(f"{self.name}: link: {NAMES[op]} 0x{address:04x} has no good answer after {self.attempts} "
                      f"attempts; {self.report()}: check the cable, the port and --baud")
