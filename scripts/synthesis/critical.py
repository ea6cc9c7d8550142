# SPDX-License-Identifier: Apache-2.0
"""The slowest path of a placed and routed design in terms of the RTL, from nextpnr's report and the source names that
the netlist still has for nets on the path.
"""

import re

from util.problem import Problem, read_json
from synthesis.netlist import names


def source_names(module):
    """{net of a netlist's module as nextpnr may call it: its name in the source}. Generated names begin with $."""
    of_bit = {}
    for name, net in sorted(module["netnames"].items(), key=lambda item: (-item[0].count("."), len(item[0]))):
        if name.startswith("$") or net["hide_name"]:
            continue
        for index, bit in enumerate(net["bits"]):
            of_bit.setdefault(bit, f"{name}[{index}]" if len(net["bits"]) > 1 else name)
    result = {}
    for name, net in module["netnames"].items():
        for index, bit in enumerate(net["bits"]):
            if bit in of_bit:
                result[f"{name}[{index}]" if len(net["bits"]) > 1 else name] = of_bit[bit]
    return result


def registers(module):
    """{name of a flip-flop's cell: the name of its value in the source, or the line that makes it}."""
    named = names(module)
    result = {}
    for label, cell in module["cells"].items():
        if "Q" in cell["connections"]:
            name = named.get(cell["connections"]["Q"][0], "$")
            source = re.search(r"[^|:]+\.sv:\d+", cell["attributes"].get("src", ""))
            result[label] = source[0] if name.startswith("$") and source else name
    return result


def short(name):
    """A register's name with its block, without numbers: sample.sample_q."""
    return ".".join(re.sub(r"\[\d+\]", "", part).removeprefix("u_").removeprefix("spu_")
                    for part in name.removeprefix("unit.").split(".")[-2:])


def classes(module):
    """{name of a flip-flop's cell: what it belongs to}: a register of the source, as block.name_q; a port of the unit
    or `outputs`, for the flip-flops of the harness; otherwise the name or line of registers()."""
    ports, held = {}, {}
    for name, net in module["netnames"].items():
        if re.fullmatch(r"unit\.\w+_[io]", name):
            ports |= dict.fromkeys(net["bits"], name)
        elif re.search(r"_q(\[\d+\])*$", name) and not name.startswith(("in_q", "out_q", "$")):
            held |= dict.fromkeys(net["bits"], name)
    result = {}
    for label, name in registers(module).items():
        bit = module["cells"][label]["connections"]["Q"][0]
        result[label] = "outputs" if name.startswith("out_q") else short(held.get(bit) or ports.get(bit) or name)
    return result


def block(name):
    """The innermost instance in a name: pmu_regs of unit.u_pmu_top.gen_pmu.u_pmu_regs.value."""
    instances = re.findall(r"\bu_(\w+)", name)
    if instances:
        return instances[-1]
    source = re.match(r"(?:.*/)?(\w+)\.sv:\d+$", name)
    if source:
        return source[1]
    return "harness" if name.startswith(("in_q", "out", "reset_q", "so")) else "spu_top"


def achieved(report, clock="clk"):
    """MHz of the clock."""
    rates = [rate["achieved"] for name, rate in report["fmax"].items() if clock in name]
    if not rates:
        raise Problem("nextpnr reports no frequency: nothing is clocked")
    return min(rates)


def slowest(report, named, held):
    """The steps of the slowest path between flip-flops: [(ns so far, ns, kind, name in the source or empty)]."""
    paths = [path for path in report["critical_paths"]
             if path["from"].startswith("posedge") and path["to"].startswith("posedge")]
    if not paths:
        raise Problem("nextpnr reports no path between flip-flops")
    steps, total = [], 0.0
    for step in max(paths, key=lambda path: sum(part["delay"] for part in path["path"]))["path"]:
        total += step["delay"]
        name = named.get(step.get("net", ""), "")
        if step["type"] in ("clk-to-q", "setup"):  # the flip-flops at its start and end
            name = held.get(step["to"]["cell"], "")
        steps.append((total, step["delay"], step["type"], name if not name.startswith("$") else ""))
    return steps


def blocks(steps):
    """The blocks on the path, in order, and the ns at which it leaves each: [(block, ns)]."""
    result = []
    for total, _, _, name in steps:
        if not name:
            continue
        if result and result[-1][0] == block(name):
            result[-1] = (result[-1][0], total)
        else:
            result.append((block(name), total))
    return result


def describe(steps):
    """Lines: start, the nets of the source on the path, end."""
    named = [(total, name) for total, _, _, name in steps if name]
    logic = sum(1 for step in steps if step[2] == "logic")
    routing = sum(step[1] for step in steps if step[2] == "routing")
    total = steps[-1][0]
    lines = [f"{total:.2f} ns: {logic} cells, {routing:.2f} ns of it routing"]
    lines += [f"  {at:6.2f} ns  {block(name):<16} {name}" for at, name in named]
    lines.append("through " + " -> ".join(name for name, _ in blocks(steps)))
    return lines


def read(path):
    report = read_json(path)
    if report is None:
        raise Problem(f"{path}: not a report of nextpnr")
    return report
