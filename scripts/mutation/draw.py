# SPDX-License-Identifier: Apache-2.0
"""Draws random mutants of a netlist of the unit, and writes one netlist with all of them in it.

Yosys' command `mutate` makes the list: a mutation inverts one bit of a cell's port, or sets it to 0 or 1. It draws
from the cells in the cone of the outputs except vif_o, which only a testbench connects. Each mutation is enabled by a
comparison of the input `spu_mutant` with its number, from 1 on; 0 is the unchanged unit. Module spu_netlist around it
reads the number from the environment variable SPU_MUTANT when the simulation starts, and prints it on standard error,
so that the caller can check it.

Not drawn for flip-flops: mutations of the clock, because a clock edge that passes through logic is late in a
simulation, and the sampled values then prove nothing about the unit; and inversion of reset, which keeps the flip-flop
at its reset value: that is the same mutant as a constant Q. A reset that never or always acts is drawn.
"""

import hashlib
import json
import os
import random
import re

import netlist
from mutation.files import read, sha256
from util.arguments import chosen_names
from util.problem import Problem, read_json, write_if_changed, write_whole
from synthesis import design, harness
from synthesis.tools import Yosys, below

SELECT = "spu_mutant"  # the input that has the mutant's number
VARIABLE = "SPU_MUTANT"  # the environment variable that sets it
MOST = 9999
# The generic target's gates, but without ABC, which loses the gates' places in the source. Undefined bits are 0, in the
# simulator and for the solver.
MAPPING = ["synth -flatten -noabc", "setundef -zero", "opt -fast -full"]
# More are drawn than needed, because some are left out: a factor, and a number to add.
SPARE = (1.1, 20)
FLIP_FLOP = re.compile(r"\$_(DFF|DFFE|SDFF|SDFFE|SDFFCE|DFFSR|DFFSRE|ALDFF|ALDFFE)_")
OPTION = re.compile(r"-(\w+) (\S+)")


def parse(line):
    """A line of Yosys' list as a dictionary: mode, cell, port, portbit, wire (or none), src (all of them, in order).

    Problem if it is not such a line.
    """
    fields = OPTION.findall(line)
    found = {name: value for name, value in fields if name != "src"}
    if not line.startswith("mutate ") or not {"mode", "module", "cell", "port", "portbit"} <= set(found):
        raise Problem(f"not a mutation: {line.strip()!r}")
    wire = found.get("wire")
    if wire is not None and found.get("wirebit", "0") != "0":
        wire += f"[{found['wirebit']}]"
    return {"mode": found["mode"], "cell": found["cell"], "port": found["port"], "portbit": int(found["portbit"]),
            "ctrlbit": int(found["ctrlbit"]) if "ctrlbit" in found else None, "module": found["module"], "wire": wire,
            "src": [value for name, value in fields if name == "src"]}


def command(mutation, width, number):
    """The command that inserts a mutation, enabled by its number."""
    bit = "" if mutation["ctrlbit"] is None else f" -ctrlbit {mutation['ctrlbit']}"
    return (f"mutate -mode {mutation['mode']} -module {mutation['module']} -cell {mutation['cell']} "
            f"-port {mutation['port']} -portbit {mutation['portbit']}{bit} -ctrl {SELECT} {width} {number}")


def left_out(mutation, kind):
    """True if a mutation of a cell of that kind is not drawn (see above)."""
    return bool(FLIP_FLOP.match(kind)) and (mutation["port"] == "C" or
                                            (mutation["port"] == "R" and mutation["mode"] not in ("const0", "const1")))


def chosen(mutations, kinds, count, seed):
    """`count` of the mutations, in the list's order: a pure function of list and seed. `kinds`: {cell: type}.

    Problem if there are fewer.
    """
    fit = [mutation for mutation in mutations if not left_out(mutation, kinds.get(mutation["cell"], ""))]
    if len(fit) < count:
        raise Problem(f"there are only {len(fit)} mutations to draw {count} from")
    return [fit[at] for at in sorted(random.Random(seed).sample(range(len(fit)), count))]


def first_source(sources):
    """(file, line) of the first place in the project's sources, or None."""
    for place in sources:
        found = re.match(r"(?!/)([^|:]+):(\d+)", place)
        if found:
            return found[1], int(found[2])
    return None


def text_at(place, lines):
    """The source text of that line, stripped. `lines`: {file: its lines}, a cache."""
    file, line = place
    if file not in lines:
        with open(file, encoding="utf-8") as source:
            lines[file] = source.read().splitlines()
    return lines[file][line - 1].strip() if 0 < line <= len(lines[file]) else ""


def module_of(place, wire):
    """The module of a mutation: the file's name, else the innermost instance in the wire's name."""
    if place is not None:
        return os.path.basename(place[0]).rsplit(".", 1)[0]
    instances = re.findall(r"\bu_(\w+)\.", wire or "")
    return instances[-1] if instances else "?"


def describe(mutation, cell, number, lines):
    """The description of a mutation for results and reports. `cell`: its cell in the netlist, from write_json."""
    sources = [place for place in cell.get("attributes", {}).get("src", "").split("|") if place]
    place = first_source(sources) or first_source(mutation["src"])
    return {"number": number, "mode": mutation["mode"], "cell": mutation["cell"], "type": cell["type"],
            "port": mutation["port"], "wire": mutation["wire"], "module": module_of(place, mutation["wire"]),
            "file": place[0] if place else None, "line": place[1] if place else None,
            "text": text_at(place, lines) if place else None}


def fingerprint(module):
    """A hash of a netlist's ports and cells, from write_json, that does not depend on the names of nets. Two netlists
    with the same hash have the same gates under the same names, so a draw of one is also a draw of the other."""
    numbers = {}

    def numbered(bits):
        return [bit if isinstance(bit, str) else numbers.setdefault(bit, len(numbers)) for bit in bits]

    digest = hashlib.sha256()
    for name, port in sorted(module["ports"].items()):
        digest.update(repr((name, port["direction"], numbered(port["bits"]))).encode())
    for name, cell in sorted(module["cells"].items()):
        pins = [(pin, numbered(bits)) for pin, bits in sorted(cell["connections"].items())]
        digest.update(repr((name, cell["type"], pins)).encode())
    return digest.hexdigest()


def selection(width, count):
    """Lines of module spu_netlist that read the number."""
    read = f'std::getenv(\\"{VARIABLE}\\") ? std::strtoul(std::getenv(\\"{VARIABLE}\\"), nullptr, 10) : 0UL'
    return [f"  reg [31:0] {SELECT};",
            "  initial begin",
            f"    {SELECT} = $c32(\"({read})\");",
            f"    $fdisplay(32'h8000_0002, \"mutant %0d of {count}\", {SELECT});",
            "  end",
            f"  wire [{width - 1}:0] {SELECT}_number = {SELECT}[{width - 1}:0];"]


def draw(config, rtl, count, seed, home, yosys):
    """(descriptions of the mutants, from number 1 on; text of the netlist with all of them; fingerprint of the netlist
    without them). Writes home/mutants.aag and .map, the same logic for the solver. Problem if that fails."""
    rows = design.table(rtl)
    names = chosen_names("configuration", config, rows)
    if len(names) != 1:
        raise Problem("one configuration at a time")
    unit = design.of_configuration(rtl, names[0], rows)
    home = below(home)
    tool = Yosys(yosys, f"{home}/yosys")
    listed, mapped, cells = tool.file("list.txt"), tool.file("mapped.il"), tool.file("mapped.json")
    more = int(count * SPARE[0]) + SPARE[1]
    tool.run("mapped", [*unit.read(), *MAPPING, f"rename {unit.top} {netlist.BITS}", f"cd {netlist.BITS}",
                        "opt_clean -purge", "splitnets -ports", "opt_clean -purge", f"write_rtlil {mapped}",
                        f"write_json -selected {cells}", "select -set unit o:* o:vif_o* %d %ci*",
                        f"mutate -list {more} -seed {seed} -o {listed} @unit"])
    with open(listed, encoding="utf-8") as file:
        mutations = [parse(line) for line in file]
    module = read_json(cells)["modules"][netlist.BITS]
    found = module["cells"]
    picked = chosen(mutations, {name: cell["type"] for name, cell in found.items()}, count, seed)
    width = count.bit_length()
    plain = tool.file("plain.v")
    tool.run("mutated", [f"read_rtlil {mapped}", f"cd {netlist.BITS}",
                         *[command(mutation, width, number) for number, mutation in enumerate(picked, 1)],
                         "opt_clean", f"write_verilog -noattr -simple-lhs -selected {plain}",
                         "async2sync", "dffunmap", "simplemap", "aigmap", "opt_clean -purge",
                         f"write_aiger -zinit -ascii -map {home}/mutants.map {home}/mutants.aag"])
    lines = {}
    described = [describe(mutation, found[mutation["cell"]], number, lines)
                 for number, mutation in enumerate(picked, 1)]
    with open(plain, encoding="utf-8") as file:
        text = file.read()
    if not re.search(rf"^module {netlist.BITS}\(", text, re.M):
        raise Problem(f"{plain}: no module {netlist.BITS}")
    text += netlist.together(harness.ports(tool, unit, keep_vif=True), selection(width, count),
                             [f"    .{SELECT}({SELECT}_number)"])
    return described, text, fingerprint(module)


def write(home, heading, described, text):
    """Writes the results of draw() to files: mutants.json, with the heading, last. `heading`: config, count, seed,
    gates (the fingerprint) and made_of (a hash of the sources)."""
    path = f"{home}/{heading['config']}/netlist.v"
    write_if_changed(path, text)
    write_whole(f"{home}/mutants.json",
                json.dumps({**heading, "netlist": sha256(path), "mutants": described}, indent=1) + "\n")
    for name in ("mapped.il", "mapped.json", "plain.v", "ports.json"):  # large, and no longer needed
        path = f"{home}/yosys/{name}"
        if os.path.exists(path):
            os.unlink(path)


def load(home):
    """The contents of a draw's mutants.json. Problem if the draw is incomplete."""
    path = f"{home}/mutants.json"
    drawn = read_json(path)
    good = (isinstance(drawn, dict) and isinstance(drawn.get("mutants"), list)
            and isinstance(drawn.get("config"), str) and
            {"count", "seed", "gates", "made_of", "netlist"} <= set(drawn) and len(drawn["mutants"]) == drawn["count"])
    if not good:
        raise Problem(f"{path}: not there, or not what make mutate draws")
    of_netlist = f"{home}/{drawn['config']}/netlist.v"
    if sha256(of_netlist) != drawn["netlist"]:
        raise Problem(f"{of_netlist}: not the netlist that {path} is about")
    return drawn


def take(source, drawn, home, made_of):
    """Copies a draw that load() found in `source`."""
    for name in ("mutants.aag", "mutants.map"):
        write_if_changed(f"{home}/{name}", read(f"{source}/{name}").decode())
    heading = {name: drawn[name] for name in ("config", "count", "seed", "gates")}
    text = read(f"{source}/{drawn['config']}/netlist.v").decode()
    write(home, {**heading, "made_of": made_of}, drawn["mutants"], text)
