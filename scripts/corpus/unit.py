# SPDX-License-Identifier: Apache-2.0
"""Recordings by the unit, in a simulation of the RTL in lockstep with the model.

A description of the operations, the times at which they are sampled, and the PE's state makes an event list
(docs/event-list.md) and the records that it must lead to. spu-sim runs the list. The corpus is only written if the
unit's bytes and the counts of the run match the description.
"""

import dataclasses
import json
import os
import subprocess

from corpus import packets
from corpus.recording import Recording
from facts import common, registers
from util.problem import Problem

PINS = os.path.join(os.path.dirname(__file__), "../../rtl/data/pins.toml")
GAP = 120  # cycles in which a record is written and the unit becomes idle
BASE = 0x400000000000  # of the Profiling Buffer
PAGE = 0x1000
EL1, EL2 = 1, 2

_enums = {name: list(row["values"]) for name, row in common.load(PINS)[0]["type"].items() if "values" in row}
_registers = {register.first: register for register in registers.load()[0]}

# The names in the core's report of flags whose packets use other names.
FLAG_PINS = {"acquire_release": "acq_rel", "floating_point": "fp", "conditional": "cond",
             "guarded_control_stack": "gcs"}
CHOICE_PINS = {"yes": "cond", "call": "call", "return": "ret"}
KINDS = {"KindOther": (0, "other"), "KindBranch": (2, "branch"), "KindLdstGeneral": (1, "general"),
         "KindLdstSimdFp": (1, "simd_fp"), "KindLdstExtended": (1, "extended"), "KindLdstSve": (1, "sve"),
         "KindLdstUnspecified": (1, "unspecified"), "KindLdstNv2": (1, "system_register"), "KindLdstTag": (1, "tag"),
         "KindLdstMemCopy": (1, "memory_copy"), "KindLdstMemSet": (1, "memory_set"),
         "KindLdstGcs": (1, "guarded_control_stack"), "KindSve": (0, "sve")}


def register(name, **fields):
    """The value of a register with these fields."""
    found = {field.name: field for field in _registers[name].fields}
    return sum(value << found[field].low for field, value in fields.items())


@dataclasses.dataclass(frozen=True)
class Unit:
    """A configuration: the form of its records."""
    config: str
    align: int  # alignment of records
    events_size: int
    source_size: int
    pins: dict  # pins of the PE that are not zero in every state


UNITS = {
    "base": Unit("base", 64, 2, 1, {"scr_el3_rw": 1, "hcr_el2_rw": 1, "dbgen": 1, "niden": 1}),
    "v9": Unit("v9", 8, 8, 2, {"scr_el3_rw": 1, "hcr_el2_rw": 1, "dbgen": 1, "niden": 1}),
}


@dataclasses.dataclass(frozen=True)
class State:
    """The PE's state in which an operation executes, and the contexts that are collected."""
    el: int = 1
    ns: int = 1
    nse: int = 0
    context_el1: int = 1000
    context_el2: int = 0
    contexts: tuple = (EL1,)  # those in a record
    pins: tuple = (("scr_el3_ns", 1), ("mdcr_el2_e2pb", 3), ("mdcr_el3_nspb", 3))


@dataclasses.dataclass(frozen=True)
class Operation:
    """An operation of the core, and its report. Latencies are cycles after the mark."""
    kind: str = "KindOther"
    store: bool = False
    flags: tuple = ()
    choice: str = ""
    evl: int = 0
    total: int = 12
    issue: int = 3
    translation: int = 0
    how: str = "OpRetired"
    events: tuple = ()  # besides EXCEPTION-GEN and RETIRED, which the unit decides
    va: int = None
    pa: dict = None  # arguments of physical_address()
    source: int = None
    target: dict = None  # arguments of code_address()
    previous: dict = None

    @property
    def form(self):
        return KINDS[self.kind]

    @property
    def stores(self):
        return self.store or self.kind == "KindLdstMemSet"

    @property
    def loads(self):
        """True if it loads or stores. A return from the Guarded Control Stack is also a load."""
        number, _ = self.form
        return not self.stores if number == 1 else self.choice == "return" and "guarded_control_stack" in self.flags

    def pins(self):
        """The fields of the event `op`."""
        pins = {"kind": _enums["op_kind_e"].index(self.kind), "how": _enums["op_how_e"].index(self.how),
                "finish": self.total, "issue": self.issue, "store": int(self.store), "evl": self.evl,
                "events": sum(1 << bit for bit in self.events)}
        pins |= {FLAG_PINS.get(flag, flag): 1 for flag in self.flags if flag != "common"}
        if self.choice in CHOICE_PINS:
            pins[CHOICE_PINS[self.choice]] = 1
        if self.translation:
            pins |= {"xlate_from": 2, "xlate_to": 2 + self.translation}
        if self.va is not None:
            pins |= {"va_valid": 1, "va": self.va, "va_tbi": 1}
        if self.pa is not None:
            names = {"address": "pa", "ns": "pa_ns", "nse": "pa_nse", "checked": "pa_checked", "tag": "pa_tag"}
            pins |= {"pa_valid": 1} | {names[name]: value for name, value in ({"ns": 1} | self.pa).items()}
        if self.source is not None:
            pins |= {"source_valid": 1, "source": self.source}
        for name, address in (("target", self.target), ("previous", self.previous)):
            if address is not None:
                pins |= {f"{name}_valid": 1, name: address["address"]}
                pins |= {f"{name}_{part}": address.get(part, 0) for part in ("el", "ns", "nse")}
        return {name: value for name, value in pins.items() if value}

    def packets(self, unit, state, pc, time):
        """The packets of its record, in the architecture's order (D18.1)."""
        squashed, exception = self.how == "OpSquashed", self.how == "OpException"
        numbers = {EL1: state.context_el1, EL2: state.context_el2}
        found = [packets.context(level, numbers[level]) for level in state.contexts]
        found += [packets.counter(0, self.total), packets.counter(1, self.issue)]
        access = self.va is not None and not squashed
        if access:
            found.append(packets.counter(2, self.translation))
        found.append(packets.code_address("pc", pc, state.el, state.ns, state.nse))
        if self.target is not None and not squashed and not exception:
            found.append(packets.code_address("target", **self.target))
        if access:
            found.append(packets.virtual_address(self.va))
            if self.pa is not None:
                found.append(packets.physical_address(**self.pa))
        if self.previous is not None and not squashed:
            found.append(packets.code_address("previous_target", **self.previous))
        if self.source is not None and self.loads and not squashed:
            found.append(packets.data_source(self.source, unit.source_size))
        number, name = self.form
        if number == 2 and exception:
            found.append(packets.operation(0, "other"))
        else:
            found.append(packets.operation(number, name, self.stores and number == 1, self.flags, self.choice,
                                           self.evl if "evl" in self.shape() else None))
        events = set(self.events) - {0, 1}
        if squashed:
            events -= {6, 7, 17, 18}  # events of a condition or a predicate
        elif number == 2 and exception:
            events -= {6, 7}  # events of a branch, but it is recorded as OTHER (D17.6.3)
        events |= set() if squashed else {0, 1} if exception else {1}
        found.append(packets.events(events, unit.events_size))
        found.append(packets.timestamp(time))
        return found

    def shape(self):
        return {"evl"} if packets.OPERATIONS[self.form].get("vector") else set()


class Run(Recording):
    """A recording by the unit. Its steps are actions of the software and of the core."""

    def __init__(self, config, name, about, session=None):
        super().__init__(name, about, f"spu-sim, configuration {config}", session)
        self.unit = UNITS[config]
        self.lines = ["events 1", f"# {name}: {about}", "+1 axi", "+0 xlate ns=1"]
        self.state = State()
        self.time = 1_000_000  # the physical count
        self.run = {"samples": 0, "collisions": 0, "filtered": 0, "records": 0, "events": 0, "discarded": {}}
        self.bins = {}  # {bin of functional coverage: how often it must be hit}
        self.gap = 1

    # -----------------------------------------------------------------------------------------------------
    # Steps

    def event(self, what, wait=None, /, **fields):
        """Adds a line of the event list, `wait` cycles after the previous one."""
        wait = self.gap if wait is None else wait
        self.gap = 1
        self.lines.append(" ".join([f"+{wait} {what}", *(f"{name}={value:#x}" if value > 9 else f"{name}={value}"
                                                         for name, value in fields.items() if value)]))

    def write_register(self, name, value):
        """Software writes a register, at EL3, where it may write all of them."""
        self.lines.append(f"+{max(2, self.gap)} msr reg={name} el=3" + (f" data={value:#x}" if value else ""))
        self.gap = 1

    def pins(self, state):
        return dict(state.pins) | self.unit.pins | {"pe_el": state.el, "contextidr_el1": state.context_el1,
                                                    "contextidr_el2": state.context_el2}

    def enter(self, state):
        """From now on the PE is in this state."""
        self.state = state
        self.event("pe", **self.pins(state))

    def start(self, state=None, pointer=BASE, limit=BASE + 4 * PAGE, mode=0, filters=None, el2=None):
        """Software programs the unit. `mode` is PMBLIMITR_EL1.FM, `filters` the filter registers."""
        self.enter(state or self.state)
        self.write_register("PMSCR_EL1", 0)
        self.write_register("PMSCR_EL2", 0)
        self.write_register("PMBLIMITR_EL1", 0)
        self.write_register("PMBSR_EL1", 0)
        self.write_register("PMBPTR_EL1", pointer)
        self.write_register("PMSIRR_EL1", register("PMSIRR_EL1", INTERVAL=1))
        for name, value in ({"PMSFCR_EL1": 0} | (filters or {})).items():
            self.write_register(name, value)
        self.write_register("PMBLIMITR_EL1", limit | register("PMBLIMITR_EL1", E=1, FM=mode))
        self.write_register("PMSCR_EL2", register("PMSCR_EL2", PA=1, **(el2 or {})))
        self.write_register("PMSCR_EL1", register("PMSCR_EL1", E0SPE=1, E1SPE=1, CX=1, PA=1, TS=1))

    def sample(self, operation, pc, state=None, fate="record", wait=True):
        """Adds an operation that the unit samples. Its result is record, filtered, collision, or the reason for which
        its record is discarded."""
        if state is not None and state != self.state:
            self.enter(state)
        self.write_register("PMSICR_EL1", 1)
        self.time += 1000
        self.event("time", count=self.time, step=1, next=1, every=1)
        self.event("op", 0, **operation.pins())
        self.event("slots", 0, valid=1, pc0=pc)
        self.gap = GAP + operation.total if wait else 1
        if fate == "collision":
            self.run["collisions"] += 1
            return
        self.run["samples"] += 1
        if fate == "filtered":
            self.run["filtered"] += 1
        elif fate == "record":
            self.run["records"] += 1
            self.record(operation.packets(self.unit, self.state, pc, self.time))
            self.align(self.unit.align)
        else:
            self.run["discarded"][fate] = self.run["discarded"].get(fate, 0) + 1

    def interrupt(self, lost=False, collision=False, event=True):
        """Software takes the data in the buffer, after a management event or without one."""
        self.event("psb")
        self.event("dsb", GAP)
        self.gap = GAP
        self.run["events"] += event
        self.take(lost, collision)

    def continue_at(self, pointer, limit=None):
        """Software has taken the data and restarts the unit."""
        if limit is not None:
            self.write_register("PMBLIMITR_EL1", limit | register("PMBLIMITR_EL1", E=1))
        self.write_register("PMBPTR_EL1", pointer)
        self.write_register("PMBSR_EL1", 0)

    # -----------------------------------------------------------------------------------------------------
    # The run

    def simulate(self, simulator, directory):
        """Runs the event list. The unit's records and counts must match the description."""
        os.makedirs(directory, exist_ok=True)
        path = os.path.join(directory, f"{self.name}.events")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join([*self.lines, f"+{GAP} end", ""]))
        out = os.path.join(directory, self.name)
        command = [simulator, "--stimulus", "events", "--events", path, "--coverage", "--out", out]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise Problem(f"{self.name}: {' '.join(command)}: {(done.stderr.splitlines() or [done.returncode])[0]}")
        with open(os.path.join(out, "report.json"), encoding="utf-8") as file:
            report = json.load(file)
        with open(os.path.join(out, "records.spe"), "rb") as file:
            self.compare(file.read())
        for name, value in self.run.items():
            got = {key: count for key, count in report[name].items() if count} if name == "discarded" else report[name]
            if got != value:
                raise Problem(f"{self.name}: {name}: the unit counted {got}, the description says {value}")
        with open(os.path.join(out, "coverage.json"), encoding="utf-8") as file:
            hits = {row["name"]: row["hits"] for row in json.load(file)["bins"]}
        for name, value in self.bins.items():
            if hits[name] != value:
                raise Problem(f"{self.name}: the bin {name} was hit {hits[name]} times, the description says {value}")

    def compare(self, written):
        """Raises Problem, which names the first packet whose bytes differ from the description."""
        if written == self.stream:
            return
        at = next((n for n, (one, other) in enumerate(zip(written, self.stream)) if one != other),
                  min(len(written), len(self.stream)))
        place = f"{self.name}: byte 0x{at:x}"
        for number, entry in enumerate(self.records):
            for packet in entry["packets"]:
                if packet["offset"] <= at < entry["offset"] + entry["size"]:
                    place = (f"{self.name}: record {number}, packet {packet['words']!r} at 0x{packet['offset']:x}, "
                             f"byte 0x{at:x}")
        raise Problem(f"{place}: the unit wrote {bytes(written[at:at + 12]).hex(' ') or 'nothing'}, the description "
                      f"says {bytes(self.stream[at:at + 12]).hex(' ') or 'nothing'}")
