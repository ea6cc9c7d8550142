# SPDX-License-Identifier: Apache-2.0
"""The self-test of a board: steps that print one line each. A step raises Mismatch or returns what it did; only a
failing link ends the test."""

import random

import link
import player
from board import ALL_ONES, BUFFER
from problem import Problem

ECHOES = 256
PATTERNS = (ALL_ONES, 0x5555555555555555, 0xAAAAAAAAAAAAAAAA, 0x00FF00FF00FF00FF, 0x0F0F0F0FF0F0F0F0, 0)
MARK = 0x0123456789ABCDEF
PMBSR_S = 1 << 17
QUICK_WORDS, QUICK_RECORDS, QUICK_ENTRIES = 64, 24, 512

LONG_TOTAL = 530  # cycles: two selections fall within the life of an operation, the third is after it
COLLISION_INTERVAL = 256
COLLISION_ROWS = 8


class Mismatch(Exception):
    """An error that a step found, in one line."""


def demand(condition, words):
    if not condition:
        raise Mismatch(words)


class SelfTest:
    def __init__(self, board, quick):
        self.board, self.model, self.quick = board, board.model, quick
        entries = player.builtin(board.entries, board.model)
        self.entries = entries[:QUICK_ENTRIES] if quick else entries
        self.loaded = False

    # -----------------------------------------------------------------------------------------------------
    # Access

    def echoes(self):
        """Zeros, ones, the sync bytes, each bit alone, random words."""
        source = random.Random(1)
        data = [0, ALL_ONES, 0x5A5A5A5A5A5A5A5A, 0xA5A5A5A5A5A5A5A5, *(1 << bit for bit in range(64))]
        data += [source.getrandbits(64) for _ in range(ECHOES - len(data))]
        answers = self.board.perform([(link.ECHO, 0, word) for word in data])
        for sent, got in zip(data, answers):
            demand(got == sent ^ ALL_ONES, f"echo of 0x{sent:016x} is 0x{got:016x}")
        return f"{len(data)} echoes"

    def identity(self):
        (read, _), (write, _) = self.board.link.exchange([(link.READ, 0x3FFF, 0), (link.WRITE, 0, 0)])
        demand(read == link.NO_SUCH, f"a read of a nonexistent word returns status {read}")
        demand(write == link.NO_SUCH, f"a write of ID returns status {write}")
        return f"configuration {self.board.config}"

    def compare_accesses(self, accesses):
        """Makes accesses to board and model, both after a reset: (register, value, or None for a read)."""
        both = zip(accesses, self.model.accesses(accesses), self.board.accesses(accesses))
        for (register, value), (verdict, wanted), (got_verdict, got) in both:
            demand(verdict == got_verdict, f"{'MRS' if value is None else 'MSR'} of {register.name}: expected verdict "
                                           f"{verdict}, got {got_verdict}")
            demand(value is not None or verdict or wanted == got,
                   f"{register.name}: expected 0x{wanted:016x}, got 0x{got:016x}")

    def registers(self):
        """Writes a pattern to every register, then reads all of them: this finds a write that changes another
        register."""
        registers = self.model.profiling()
        accesses = []
        for pattern in PATTERNS:
            # The value differs between registers.
            step = 0 if pattern in (0, ALL_ONES) else 0x0101010101010101
            accesses += [(register, pattern ^ number * step) for number, register in enumerate(registers)]
            accesses += [(register, None) for register in registers]
        self.board.reset()
        self.compare_accesses(accesses)
        return f"{len(registers)} registers, {len(PATTERNS)} patterns, match the model"

    def interrupt(self):
        self.board.msr("PMBSR_EL1", PMBSR_S)
        high = self.board.status().pmbirq
        self.board.msr("PMBSR_EL1", 0)
        low = self.board.status().pmbirq
        demand(high and not low, f"PMBIRQ is {high:d} with PMBSR_EL1.S 1, {low:d} with 0")
        return "PMBIRQ follows PMBSR_EL1.S"

    def reset(self):
        for name, value in (("PMSCR_EL1", 3), ("PMBPTR_EL1", MARK), ("PMBSR_EL1", PMBSR_S)):
            self.board.msr(name, value)
        self.board.write_words(BUFFER, [MARK])
        self.board.reset()
        kept = self.board.read(BUFFER)
        self.compare_accesses([(register, None) for register in self.model.profiling()])
        status = self.board.status()
        demand(kept == MARK, f"the buffer memory has 0x{kept:016x} after it, not 0x{MARK:016x}")
        demand(not (status.running or status.pmbirq or status.run),
               f"after it: running {status.running:d}, PMBIRQ {status.pmbirq:d}, run {status.run}")
        return "registers have their power-on values, memory is unchanged"

    def buffer_memory(self):
        """Writes a value that depends on the address to every word, and then its inverse."""
        words = [i for i in range(self.board.buffer_bytes // 8)
                 if not self.quick or i < QUICK_WORDS or i & (i - 1) == 0]
        for flip in (0, ALL_ONES):
            values = {BUFFER + i: (i * 0x0001000100010001 + MARK ^ flip) & ALL_ONES for i in words}
            self.board.perform([(link.WRITE, address, value) for address, value in values.items()])
            answers = self.board.perform([(link.READ, address, 0) for address in values])
            for (address, value), got in zip(values.items(), answers):
                demand(got == value, f"byte 0x{(address - BUFFER) * 8:x}: expected 0x{value:016x}, got 0x{got:016x}")
        return f"{len(words)} words, written and read twice"

    # -----------------------------------------------------------------------------------------------------
    # Runs of the player, each compared with the model in every counter, register and byte

    def run_of(self, records, randomly=False, **settings):
        """A run of the built-in trace with enough passes for this many records."""
        interval = self.model.interval(self.entries, randomly)
        run = player.ordinary(self.board, self.entries, interval, randomly)
        run.passes = -(-records * (interval + 1) // len(self.entries))
        run.loaded = self.loaded
        run.settings |= {self.model.find(name): value for name, value in settings.items()}
        return run

    def compare(self, run, what=""):
        expected, observed = player.play(self.board, run)
        self.loaded = run.entries is self.entries
        demand(not (lines := player.differences(expected, observed, self.model)),
               "; ".join(line.strip() for line in lines[:3]))
        return (f"{len(expected.records)} records{what}, {expected.operations} operations, {expected.collisions} "
                "collisions, match the model")

    def most_records(self):
        room = self.board.buffer_bytes // self.model.largest_record - 2
        return min(room, QUICK_RECORDS) if self.quick else room

    def player(self):
        return self.compare(self.run_of(self.most_records()))

    def random_interval(self):
        run = self.run_of(self.most_records() // 2, randomly=True)
        run.el = 1
        return self.compare(run, " at EL1")

    def filter(self):
        longest = max(player.field_of(words, "total") for words in self.entries)
        # PMSFCR_EL1.FL
        run = self.run_of(self.most_records(), PMSLATFR_EL1=longest // 2, PMSFCR_EL1=4)
        return self.compare(run, " left by the latency filter")

    def buffer_full(self):
        room = 4
        start = self.board.buffer_bytes - room * self.model.largest_record
        return self.compare(self.run_of(2 * room, PMBPTR_EL1=start), " up to the management event")

    def fault(self):
        """Nothing is mapped after the buffer memory."""
        end = self.board.buffer_bytes
        return self.compare(self.run_of(4, PMBPTR_EL1=end, PMBLIMITR_EL1=end + 4096 | 1), " before a translation fault")

    def stop_and_drain(self):
        # The interval is so long that the buffer has room until the host stops the player.
        run = self.run_of(1, PMSIRR_EL1=0x10000)
        run.passes = player.MOST_PASSES
        player.start(self.board, run)
        self.board.write("STOP", 0)
        observed = player.finish(self.board, run)
        most = len(run.entries) // self.board.width * run.passes
        demand(0 < observed.cycles < most, f"STOP after {observed.cycles} of {most} cycles")
        pointer = observed.registers["PMBPTR_EL1"]
        demand(pointer == observed.kept * self.model.largest_record,
               f"PMBPTR_EL1 is 0x{pointer:x} with {observed.kept} records kept")
        return f"stopped in cycle {observed.cycles}, PSB CSYNC and DSB done"

    def collisions(self):
        entries = [(*words[:3], words[3] & ~0xFFFF | LONG_TOTAL)
                   for words in player.builtin(COLLISION_ROWS * self.board.width, self.model)]
        run = player.ordinary(self.board, entries, COLLISION_INTERVAL * self.board.width)
        run.passes = 3 * 8 * COLLISION_INTERVAL // COLLISION_ROWS
        return self.compare(run)


STEPS = {"link": SelfTest.echoes, "identity": SelfTest.identity, "registers": SelfTest.registers,
         "interrupt": SelfTest.interrupt, "reset": SelfTest.reset, "buffer memory": SelfTest.buffer_memory,
         "player": SelfTest.player, "random interval": SelfTest.random_interval, "filter": SelfTest.filter,
         "buffer full": SelfTest.buffer_full, "fault": SelfTest.fault, "stop and drain": SelfTest.stop_and_drain,
         "collisions": SelfTest.collisions}


def command_selftest(board, options):
    print(f"board       {board}", flush=True)
    test = SelfTest(board, options.quick)
    failed = []
    for name, step in STEPS.items():
        try:
            print(f"ok   {name:16} {step(test)}", flush=True)
        except Mismatch as mismatch:
            print(f"FAIL {name:16} {mismatch}", flush=True)
            failed.append(name)
    board.reset()
    print(f"link: {board.link.report()}")
    if failed:
        raise Problem(f"{board.name}: self-test: {len(failed)} of {len(STEPS)} steps failed: {', '.join(failed)}")
    print(f"all {len(STEPS)} steps passed")
