# SPDX-License-Identifier: Apache-2.0
"""While profiling is off and no counter is enabled, no flip-flop toggles, however busy the core is, except those that
follow an access (docs/sign-off.md#power). Waveforms show it. No requirement: it is no matter of the architecture."""

import re

import pylibfst
import pytest

from helpers import BUILD, IN_TREE, Scratch, call, equal, expect, read, write
from synthesis import design, netlist
from synthesis.tools import YOSYS, Yosys, below

CONFIG = "v8.7"  # it has several tags, counters of two lengths, and AArch32
UNIT = "TOP.tb_top.u_spu_top."
ACTIVE = "3000"  # cycles
SETTLED = 500  # cycles in which what was sampled before ends

PMU_REGS = "u_pmu_top.gen_pmu.u_pmu_regs."
# The answer to an access, and what is captured of one before it is known which register it reaches.
ACCESS = {"u_spu_control.u_spu_regs.answer_q",
          *(f"{PMU_REGS}{name}" for name in ("last_q", "wdata_q", "pmcr_wdata_q"))}


def msr(register, data):
    return f"+1 msr reg={register} data={data} el=3"


NO_COUNTER = msr("PMCNTENCLR_EL0", 0xFFFFFFFF)


class Unit:
    """Runs of the simulator, and the unit's flip-flops."""

    def __init__(self):
        self.directory = below(Scratch("quiet-", IN_TREE).name)
        self.flops = self.read_flops()
        self.simulate("--stimulus", "random", "--profile", "counting", "--cycles", ACTIVE, "--record", self.file("on"))
        # A core that profiles and counts, as an event list; and the same core with accesses to another unit's register.
        self.on = [line for line in read(self.file("on")).splitlines() if re.match(r"\+\d+ (?!end)", line)]
        self.off = [re.sub(r"reg=\S+", "reg=0xc000", line) for line in self.on]

    def file(self, name):
        return f"{self.directory}/{name}"

    def read_flops(self):
        """Their names, from Yosys: without those of properties."""
        unit = design.of_configuration("rtl", CONFIG, design.table("rtl"))
        Yosys(YOSYS, self.directory).run("flops", [*unit.read(), *unit.open_vif(), "proc", "opt_clean",
                                                   f"write_json {self.file('flops')}"])
        module = netlist.load(self.file("flops"))[unit.top]
        bits = {bit for cell in module["cells"].values() if re.match(r"\$\w*dff", cell["type"])
                for bit in cell["connections"]["Q"]}
        nets = {name: bits.intersection(net["bits"]) for name, net in module["netnames"].items() if name.endswith("_q")}
        expect(bits == set().union(*nets.values()), "a flip-flop whose name does not end in _q")
        return {name for name, own in nets.items() if own}

    def simulate(self, *arguments):
        done = call(f"{BUILD}/{CONFIG}/spu-sim", "--out", self.file("out"), *arguments)
        equal(done.returncode, 0, done.stderr)

    def toggled(self, before, during):
        """{flip-flop: its parts whose values change} during events, after others, when these have settled."""
        write(self.file("events"), "\n".join(["events 1", *before, *during, ""]))
        first, last = (sum(int(line.split()[0]) for line in lines) for lines in (before, before + during))
        self.simulate("--stimulus", "events", "--events", self.file("events"), "--waves", self.file("waves"),
                      "--waves-from", str(first + SETTLED), "--waves-to", str(last))
        found = {}
        for signal in changing(self.file("waves")):
            flop = re.match(r"(?:.*?_q\b)?", signal)[0]
            if flop in self.flops:
                found.setdefault(flop, []).append(signal)
        return found

    def is_quiet_after(self, *before):
        found = self.toggled(list(before), self.off)
        signals = sorted(signal for flop in found.keys() - ACCESS for signal in found[flop])
        expect(not signals, "\n".join(["flip-flops that toggle:", *signals]))


def changing(path):
    """The unit's signals that have more than one value in a waveform."""
    context = pylibfst.lib.fstReaderOpen(path.encode())
    first, changed = {}, set()

    def see(_data, _time, handle, value):
        if first.setdefault(handle, pylibfst.string(value)) != pylibfst.string(value):
            changed.add(handle)

    pylibfst.lib.fstReaderSetFacProcessMaskAll(context)
    pylibfst.fstReaderIterBlocks(context, see)
    _, signals = pylibfst.get_scopes_signals2(context)
    return [name.partition(" ")[0].removeprefix(UNIT) for name, signal in signals.by_name.items()
            if signal.handle in changed]


@pytest.fixture(scope="module", name="unit")
def unit_fixture():
    return Unit()


def test_unit_is_quiet_after_reset(unit):
    unit.is_quiet_after()


def test_unit_is_quiet_without_buffer_and_counters(unit):
    unit.is_quiet_after(*unit.on, msr("PMBLIMITR_EL1", 0), NO_COUNTER)


def test_unit_is_quiet_without_a_profiled_level(unit):
    unit.is_quiet_after(*unit.on, msr("PMSCR_EL1", 0), msr("PMSCR_EL2", 0), msr("PMBSR_EL1", 0),
                        msr("PMBLIMITR_EL1", 1), NO_COUNTER)


def test_waveform_shows_the_flip_flops(unit):
    still = unit.flops - unit.toggled([], unit.on).keys()
    expect(len(still) < len(unit.flops) / 10, f"flip-flops that never toggle: {sorted(still)}")
