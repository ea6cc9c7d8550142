# SPDX-License-Identifier: Apache-2.0
"""spu-host without a board: the link over a line that loses and damages frames, names, and the comparison with the
model. The expected results of runs (spu-expect), against numbers computed by hand from docs/bring-up.md, The player,
and docs/verification-interface.md."""

import csv
import io
import random
import re
import struct
import sys
import zlib

import pytest
from helpers import BUILD, needed
from perf_tools import spe_dump

sys.path.append(needed(f"{BUILD}/bin/spu-host", "make spu-host"))
import board  # noqa: E402
import link  # noqa: E402
import model  # noqa: E402
import player  # noqa: E402
from problem import Problem, WrongUse  # noqa: E402

model.PROGRAMS = f"{BUILD}/bin"
REQUEST_BYTES = 15
WORDS = 32
E0SPE_TS_PA_CX = 1 | 7 << 3

# ---------------------------------------------------------------------------------------------------------
# The link


class Line:
    """A board with a few words, behind a line that applies `fault` to transmission `at`, or any fault to `percent` of
    the transmissions."""

    faults = ("drop_request", "damage_request", "cut_request", "drop_response", "damage_response", "double_response",
              "swap_response")

    def __init__(self, fault=None, at=None, percent=0):
        self.fault, self.at, self.percent, self.random = fault, at, percent, random.Random(7)
        self.words, self.sent, self.partial, self.pending, self.held = {}, 0, bytearray(), bytearray(), b""
        self.dead = False

    in_waiting = property(lambda self: len(self.pending))

    def read(self, size):
        data = bytes(self.pending[:size])
        del self.pending[:size]
        return data

    def write(self, data):
        for start in range(0, 0 if self.dead else len(data), REQUEST_BYTES):
            frame = bytearray(data[start:start + REQUEST_BYTES])
            fault = ""
            if frame[:1] == link.REQUEST_SYNC:
                fault = self.fault if self.sent == self.at else ""
                if self.random.randrange(100) < self.percent:
                    fault = self.random.choice(self.faults)
                self.sent += 1
            if fault == "drop_request":
                continue
            if fault == "damage_request":
                frame[7] ^= 4
            if fault == "cut_request":
                del frame[4]
            for byte in frame:
                self.receive(byte, fault)

    def receive(self, byte, fault):
        if not self.partial and byte != link.REQUEST_SYNC[0]:
            return
        self.partial.append(byte)
        if len(self.partial) < REQUEST_BYTES:
            return
        frame, self.partial = bytes(self.partial), bytearray()
        sequence, op, address, data = struct.unpack("<BBHQ", frame[1:13])
        if link.crc(frame[:13]) != frame[13:]:
            return self.answer("", sequence, link.BAD_CRC, 0)
        if op == link.WRITE:
            self.words[address] = data
        return self.answer(fault, sequence, link.DONE, self.words.get(address, 0) if op == link.READ else 0)

    def answer(self, fault, *fields):
        body = b"\xa5" + struct.pack("<BBQ", *fields)
        frame = bytearray(body + link.crc(body))
        if fault == "swap_response":
            self.held = bytes(frame)
            return
        if fault == "damage_response":
            frame[6] ^= 0x10
        if fault != "drop_response":
            self.pending += frame * (2 if fault == "double_response" else 1) + self.held
            self.held = b""


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(link, "PATIENCE", 0.01)


def write_and_read(the_link, line):
    values = {i: i * 0x5A5A5A5A01010101 & board.ALL_ONES for i in range(WORDS)}
    the_link.exchange([(link.WRITE, address, value) for address, value in values.items()])
    assert line.words == values
    answers = the_link.exchange([(link.READ, address, 0) for address in values])
    assert answers == [(link.DONE, value) for value in values.values()]


def test_crc_is_ccitt_false():
    """The check value in catalogues of CRCs, and values computed by another program."""
    for data, expected in ((b"123456789", 0x29B1), (b"A", 0xB915), (b"", 0xFFFF), (bytes(4), 0x84C0)):
        assert link.crc(data) == struct.pack("<H", expected)


def test_frames_have_the_documented_layout():
    """Bytes and CRC were computed by another program."""
    assert link.request_frame(7, link.WRITE, 0x1234, 0x1122334455667788).hex() == "5a0701341288776655443322112f60"
    line = Line()
    line.pending += bytes.fromhex("a507008877665544332211c5a2")
    assert link.Link("port", line, 1).next_answer(float("inf")) == (7, link.DONE, 0x1122334455667788)


def test_clean_line_needs_no_repair():
    line = Line()
    the_link = link.Link("port", line, 8)
    write_and_read(the_link, line)
    assert (line.sent, the_link.report()) == (2 * WORDS, "no link errors")


@pytest.mark.parametrize("fault", Line.faults)
def test_fault_is_repaired(fault):
    """At every request, because only the timeout reveals a fault at the last one of a burst."""
    for at in range(2 * WORDS):
        line = Line(fault, at)
        the_link = link.Link("port", line, 8)
        write_and_read(the_link, line)
        assert the_link.repeats >= 1 or fault in ("double_response", "swap_response")
        assert the_link.bad_at_board >= (fault == "damage_request")
        assert the_link.bad_here >= (fault == "damage_response")


def test_many_faults_of_all_kinds_are_repaired():
    line = Line(percent=10)
    the_link = link.Link("port", line, 8)
    for _ in range(20):
        write_and_read(the_link, line)
    assert the_link.repeats > 100
    assert re.fullmatch(r"\d+ repeats in 1280 requests \(bad CRC: \d+ at the board, \d+ here\)", the_link.report())


def test_late_answer_is_not_taken_for_that_of_another_request():
    line = Line("drop_response", 0)
    the_link = link.Link("port", line, 8)
    the_link.exchange([(link.WRITE, 1, 5)])
    body = b"\xa5" + struct.pack("<BBQ", 1, link.DONE, 99)  # arrives after the request has been sent again
    line.pending += body + link.crc(body)
    assert the_link.exchange([(link.READ, 1, 0)]) == [(link.DONE, 5)]


def test_silence_is_reported():
    line = Line()
    line.dead = True
    with pytest.raises(Problem, match=r"port: link: no answer \(8 attempts; 7 repeats in 1 requests .*--baud right"):
        link.Link("port", line, 8).exchange([(link.READ, 3, 0)])


def test_dying_line_is_reported():
    line = Line()
    the_link = link.Link("port", line, 8)
    write_and_read(the_link, line)
    line.dead = True
    with pytest.raises(Problem, match="port: link: write 0x1234 has no good answer after 8 attempts; .*the cable"):
        the_link.exchange([(link.WRITE, 0x1234, 0)])


# ---------------------------------------------------------------------------------------------------------
# Names, and the comparison with the model


def test_names_mean_their_registers():
    small = model.Model("small")
    for text, address in (("STATUS", 3), ("status", 3), ("0x4001", 0x4001)):
        assert board.word_address(text) == address
    for text, encoding in (("PMSCR_EL1", 0xC4C8), ("pmbptr_el1", 0xC4D1), ("S3_0_C9_C10_1", 0xC4D1),
                           ("PMCR_EL0", 0xDCE0), ("S3_3_C14_C8_5", 0xDF45)):
        assert small.find(text).encoding == encoding
    assert small.find("s3_0_c9_c10_1").name == "PMBPTR_EL1"
    for text in ("", "STATU", "0x", "0x10000", "0x12g", "S4_0_C9_C9_0", "S3_0_C9_C9", "S3_0_C16_C9_0", "17"):
        assert board.word_address(text) is None and small.find(text) is None


def difference(records, got):
    return player.record_differences(records, got)[:1]


def test_record_that_differs_is_named():
    records = [bytes.fromhex("98b500990100"), bytes.fromhex("980400994900")]
    whole = b"".join(records)
    assert not difference(records, whole)
    assert difference(records, whole[:-6]) == ["records: expected 2, got only 6 bytes: the first missing one is "
                                               "number 2"]
    assert difference(records, whole + b"x") == ["records: expected 2, and got 1 more bytes"]
    assert difference([], b"x") == ["records: expected 0, and got 1 more bytes"]
    assert player.record_differences(records, whole[:10] + b"\x48\0") == [
        "record 2 of 2 differs: byte 4 of it (offset 0xa of the records)",
        "  expected 99 49 00  LAT 73 ISSUE", "  got      99 48 00  LAT 72 ISSUE",
        "the whole record, expected (-) and received (+):",
        "  98 04 00  LAT 4 TOT", "- 99 49 00  LAT 73 ISSUE", "+ 99 48 00  LAT 72 ISSUE"]


def test_counter_that_differs_is_named():
    small = model.Model("small")
    expected = model.Expected([line.split() for line in (
        "population 5", "population_most 7", "collisions 1", "kept 2", "cycles 9", "pmbptr 64", "pmbsr 0", "pmsicr 3",
        "stopped 0")])

    def found(pmbsr=0, pmsicr=3, **counters):
        values = {"population": 7, "collisions": 1, "kept": 2, "cycles": 9, **counters}
        registers = {"PMBPTR_EL1": 64, "PMBSR_EL1": pmbsr, "PMSICR_EL1": pmsicr}
        return player.differences(expected, player.Observed(registers=registers, **values), small)

    assert not found()
    for name, value in (("collisions", 2), ("kept", 1), ("cycles", 10)):
        assert found(**{name: value}) == [f"{name.upper()}: expected {getattr(expected, name)}, got {value}"]
    for value in (4, 8):
        assert found(population=value) == [f"POPULATION: expected 5 to 7, got {value}"]
    assert found(pmbsr=1 << 17) == ["PMBSR_EL1: expected 0x0 {}, got 0x20000 {'S': 1}"]
    assert found(pmsicr=4)
    expected.stopped = 1
    assert not found(pmsicr=4)


# ---------------------------------------------------------------------------------------------------------
# Runs on the model


LOAD = {"valid": 1, "pc": 0x400000, "kind": 2, "va_valid": 1, "source_valid": 1, "va": 0xFFFF12345678, "events": 0x14,
        "total": 40, "issue": 7, "xlate": 5, "source": 8}


def run_of(config, count, passes, settings=(), empty=None, **fields):
    """The model's results for `count` loads whose PCs are 4 apart, with a sample every 257 operations. Load number
    `empty` is an empty slot; `fields` replace fields of all loads."""
    the_model = model.Model(config)
    entries = [player.entry(**{**LOAD, "pc": LOAD["pc"] + 4 * i, "valid": i != empty, **fields}) for i in range(count)]
    values = {"PMSIRR_EL1": 0x100, "PMSICR_EL1": 0, "PMBPTR_EL1": 0, "PMBLIMITR_EL1": 4096 | 1,
              "PMSCR_EL1": E0SPE_TS_PA_CX, **dict(settings)}
    registers = {the_model.find(name): value for name, value in values.items()}
    return the_model.play(player.Run(entries, registers, passes, contextidr=0x1234), 4096)


def rows(expected):
    """The numbers that spe-dump prints for each record."""
    status, out, err = spe_dump("--csv", "-", stdin=b"".join(expected.records))
    assert status == 0, err
    return [{name: int(value, 0) for name, value in row.items() if value.startswith("0x") or value.isdigit()}
            for row in csv.DictReader(io.StringIO(out.decode()))]


def test_records_have_the_fields_of_the_entries():
    """8 rows of one operation. Operation 0 loads the counter with 256, operations 1 to 256 count it down: number 256 is
    selected, in cycle 256 and row 0, and then every 257th."""
    expected = run_of("small", 8, 100)
    assert (expected.operations, expected.population, expected.kept, expected.collisions) == (800, 800, 3, 0)
    assert expected.pmbptr == 3 * 64
    found = rows(expected)
    assert [row["timestamp"] for row in found] == [256, 513, 770]
    for row in found:
        wanted = {"total": 40, "issue": 7, "translation": 5, "va": 0xFFFF12345678, "pa": 0xFFFF12345678, "source": 8,
                  "events": 0x16, "context_el1": 0x1234, "pc": 0x400000 + 4 * (row["timestamp"] % 8)}
        assert {name: row[name] for name in wanted} == wanted


def test_slots_of_a_row_are_counted_in_order():
    """4 slots; 1025 operations are 256 cycles and a slot: operation 1024 is slot 0, number 2049 slot 1 of row 0."""
    found = rows(run_of("base", 8, 322, {"PMSIRR_EL1": 0x400}))
    assert [(row["timestamp"], row["pc"]) for row in found] == [(256, 0x400000), (512, 0x400004)]


def test_latencies_end_with_an_operation_never_issued():
    first = rows(run_of("small", 4, 100, issue=0, xlate=100, total=33))[0]
    assert (first["issue"], first["translation"]) == (33, 33)


def test_collisions_are_counted():
    """Selected in cycle 256; 513 and 770 collide with it, because it is in flight until cycle 786; then 1027, with
    which 1284 and 1541 collide."""
    expected = run_of("small", 8, 200, total=530)
    assert (expected.collisions, expected.cycles) == (4, 1600)
    assert [row["timestamp"] for row in rows(expected)] == [256, 1027]


def test_run_that_depends_on_the_unit_is_refused():
    """An operation that finishes in cycle 256 + 65 may wait 192 more cycles for its record, but the next one is
    selected in cycle 513."""
    with pytest.raises(WrongUse, match="an operation is selected in cycle 513, only 192 cycles after"):
        run_of("small", 8, 100, total=65)
    run_of("small", 8, 100, total=64)


@pytest.mark.parametrize("config", ("small", "base"))
def test_proposed_interval_is_accepted(config):
    the_model = model.Model(config)
    for total in (1, 61, 62, 63, 64, 65, 254, 318, 319, 320, 4095):
        for randomly in (False, True):
            interval = the_model.interval([player.entry(**{**LOAD, "total": total})], randomly)
            assert run_of(config, 8, 8000, {"PMSIRR_EL1": interval | randomly}, total=total).records


def test_full_buffer_stops_profiling():
    """64 records fill the buffer; profiling stops, the player does not. The 64th operation is marked in cycle
    257 * 64 - 1 and is in flight for 40 cycles."""
    expected = run_of("small", 8, 257 * 70 // 8)
    assert (len(expected.records), expected.stopped, expected.pmbptr) == (64, 1, 4096)
    assert expected.pmbsr == 1 << 17 | 1  # S; BSC: filled
    assert 257 * 64 + 39 <= expected.population <= 257 * 64 + 45
    assert expected.population_most == expected.population + 192


def test_fault_leaves_its_syndrome():
    expected = run_of("small", 8, 100, {"PMBPTR_EL1": 4096, "PMBLIMITR_EL1": 8192 | 1})
    assert (expected.records, expected.pmbptr) == ([], 4096)
    assert expected.pmbsr == 0x24 << 26 | 1 << 17 | 7  # stage 1, level 3 translation


def test_empty_slot_is_not_an_operation():
    """One of 8 cycles has no operation, so number 256 is in cycle 8 * 36 + 5."""
    expected = run_of("small", 8, 100, empty=3)
    assert (expected.operations, expected.population) == (700, 700)
    assert rows(expected)[0]["timestamp"] == 293


def test_access_that_the_unit_refuses_is_explained():
    for name, words in (("PMSCR_EL2", "this configuration has no such register"), ("PMBIDR_EL1", "it is read only")):
        with pytest.raises(WrongUse, match=f"{name}: UNDEFINED: {words}"):
            run_of("small", 8, 10, {name: 1})


# ---------------------------------------------------------------------------------------------------------
# Traces

NOP, LDR_X0_X1, ADD_X2_X0, STR_X2_X1, B_NE_BACK, SVC = (0xD503201F, 0xF9400020, 0x8B000002, 0xF9000022, 0x54FFFFE1,
                                                        0xD4000001)


def leb(number):
    """A signed number in the encoding of docs/trace-format.md, 7 bits per byte."""
    number = number * 2 if number >= 0 else -number * 2 - 1
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(data + bytes([number]))


def trace_file(path):
    """Three runs of two operations, each executed once; the first two end with an access."""
    def block(kind, number, payload):
        header = struct.pack("<c3xIIII", kind, number, 0, len(payload), zlib.crc32(payload))
        return header + struct.pack("<I", zlib.crc32(header)) + payload

    runs = ((0x1000, NOP, LDR_X0_X1), (0x1008, ADD_X2_X0, STR_X2_X1), (0x1010, B_NE_BACK, SVC))
    defined = b"".join(struct.pack("<QIII", pc, 2, *opcodes) for pc, *opcodes in runs)
    loaded, stored = 0x00123456789AB0, 0x2000
    executions = struct.pack("<Q", 0x1018) + b"\x01" + leb(loaded) + b"\x05" + leb(stored - loaded) + b"\x04"
    head = b"SPETRACE" + struct.pack("<HH", 1, 183)
    path.write_bytes(head + struct.pack("<I", zlib.crc32(head)) + block(b"R", 0, defined)
                     + block(b"X", 1, executions) + block(b"E", 2, struct.pack("<QQII", 6, 3, 0, 0)))
    return str(path)


def test_operations_become_their_entries(tmp_path):
    entries = model.Model("small").trace(trace_file(tmp_path / "trace"), 0, 100)
    nop, load, add, store, branch, svc = [{name: player.field_of(words, name) for name in player.FIELDS}
                                          for words in entries]
    for number, one in enumerate((nop, load, add, store, branch, svc)):
        assert one["valid"] and one["pc"] == 0x1000 + 4 * number
        assert 1 <= one["issue"] <= one["total"]
    assert not (nop["kind"] or nop["va_valid"] or nop["target_valid"] or nop["source_valid"])
    # A first access misses in the TLB and in every cache.
    assert (load["kind"], load["va_valid"], load["source_valid"], load["store"]) == (2, 1, 1, 0)
    assert (load["va"], load["source"], load["issue"]) == (0x123456789AB0, 0xE, 1)
    assert load["events"] == 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 8 | 1 << 9
    assert load["xlate"] > 0 and load["total"] >= load["xlate"] + 160
    assert add["issue"] == load["total"] - 1  # it waits for the load, dispatched one cycle earlier
    assert (store["store"], store["va_valid"], store["source_valid"]) == (1, 1, 0)
    assert (branch["kind"], branch["cond"], branch["target_valid"], branch["events"] >> 6 & 1) == (1, 1, 0, 1)
    assert svc["how"] == player.EXCEPTION


def test_only_whole_rows_are_loaded(tmp_path):
    path, base = trace_file(tmp_path / "trace"), model.Model("base")
    entries = base.trace(path, 1, 100)
    assert (len(entries), player.field_of(entries[0], "pc")) == (4, 0x1004)
    with pytest.raises(WrongUse, match="has no 4 operations from number 3 on"):
        base.trace(path, 3, 100)


def test_builtin_trace_has_every_kind():
    entries = player.builtin(256, model.Model("small"))
    assert len(set(entries)) == 256
    assert {player.field_of(words, "kind") for words in entries} == set(range(5))
    assert {player.field_of(words, "how") for words in entries} == set(range(3))
    ones = [0] * 4
    for words in entries:
        ones = [one | word for one, word in zip(ones, words)]
    assert (ones[0] >> 52, ones[1], ones[2]) == (0xFFF, 0xFFFCFFFFFFFFFFFF, 0x0000FFFFFFFFFFFC)


def test_wrong_use_of_spu_expect_is_refused():
    for config, command, words in (("nope", "config", 'unknown configuration "nope"'),
                                   ("small", "fly", "fly: no such command"),
                                   ("small", "entry 1 2 3", "entry 1 2 3: not four words"),
                                   ("small", "msr 1", "not an encoding and a value"),
                                   ("small", "play 1 1 0 0 4096", "play 1 1 0 0 4096: not ROWS"),
                                   ("small", "trace 0 9 /nonexistent", "/nonexistent: No such file or directory"),
                                   ("small", "trace 0 9 /proc/self/exe", "/proc/self/exe")):
        one = model.Model("small")
        one.config = config
        with pytest.raises(WrongUse, match=re.escape(words)):
            one.ask(command)
