# SPDX-License-Identifier: Apache-2.0
"""While profiling is off and no counter is enabled, no flip-flop toggles, however busy the core is, except those that
answer an access (docs/sign-off.md#power). Waveforms show it. No requirement: it is no matter of the architecture."""

import re

import pylibfst
import pytest

from helpers import BUILD, IN_TREE, Scratch, call, equal, expect, read, write
from synthesis import design, netlist
from synthesis.tools import YOSYS, Yosys, below

CONFIG = "v9.6"  # the most features
UNIT = "TOP.tb_top.u_spu_top."
ACTIVE = "3000"  # cycles
SETTLED = 500  # cycles in which what was sampled before ends
# What turns profiling off: the buffer, or every Exception level.
OFF = {"buffer": ["PMBLIMITR_EL1 data=0"], "levels": ["PMSCR_EL1 data=0", "PMSCR_EL2 data=0", "PMBLIMITR_EL1 data=1"]}
NO_COUNTER = ["PMCNTENCLR_EL0 data=0xffffffff", "PMUSERENR_EL0 data=0", "PMBSR_EL1 data=0"]

PMU = "u_pmu_top.gen_pmu."
MAY_TOGGLE = {
    # the answer to an access
    "u_spu_control.u_spu_regs.answer_q", f"{PMU}u_pmu_regs.answer_q", f"{PMU}u_pmu_regs.read_q",
    # still captured in every cycle
    f"{PMU}u_pmu_counters.write_q", "u_spu_writer.u_spu_buffer.el_q", "u_spu_writer.u_spu_buffer.ss_q",
    *(f"{PMU}u_pmu_increment.gen_event_counter[{n}].gen_counter.long_overflow_q" for n in range(8)),
}


class Unit:
    """Runs of the simulator, and the unit's flip-flops."""

    def __init__(self):
        self.directory = below(Scratch("quiet-", IN_TREE).name)
        self.flops = self.read_flops()
        self.simulate("--stimulus", "random", "--profile", "counting", "--cycles", ACTIVE, "--record", self.file("on"))
        # A core that profiles and counts, as an event list; and its accesses refused, because they come from EL0.
        self.on = [line for line in read(self.file("on")).splitlines() if re.match(r"\+\d+ (?!end)", line)]
        self.off = [re.sub(r"( m[rs][rs] reg=\S+(?: data=\S+)?).*", r"\1", line) for line in self.on]

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

    def is_quiet(self, before):
        found = self.toggled(before, self.off)
        signals = sorted(signal for flop in found.keys() - MAY_TOGGLE for signal in found[flop])
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
    unit.is_quiet([])


@pytest.mark.parametrize("off", OFF)
def test_unit_is_quiet_when_turned_off(unit, off):
    unit.is_quiet([*unit.on, "+1 pe scr_el3_rw=1", *(f"+1 msr reg={data} el=3" for data in NO_COUNTER + OFF[off])])


def test_waveform_shows_the_flip_flops(unit):
    still = unit.flops - unit.toggled([], unit.on).keys()
    expect(len(still) < len(unit.flops) / 20, f"flip-flops that never toggle: {sorted(still)}")
