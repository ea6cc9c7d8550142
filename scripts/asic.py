#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Maps the unit to the cells of a library, and computes its area and speed before wires (docs/synthesis.md).

The library is Debian's osu018 (180 nm), or any that --liberty names. Memories are flip-flops, and vif_o is open. Areas
are in gate equivalents: divided by that of the two-input NAND that --nand2 names. Adders are parallel-prefix
(Kogge-Stone), and ABC does not restructure them. OpenSTA times the netlist with an ideal clock, without wires and
without delays outside the unit.

Status 0: done. 2: wrong use, or a tool failed.
"""

import concurrent.futures
import os
import re
import shutil

from integration import sdc
from synthesis import critical, design
from synthesis.netlist import load, plain
from synthesis.tools import YOSYS, Yosys, program, run
from util import history
from util.arguments import Parser, chosen_names, positive
from util.problem import Problem, read_json, run_main, write_whole
from util.tables import table

OSU018, OSU018_NAND2 = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib", "NAND2X1"
PERIOD = 10.0  # ns, of the timing report only
ABC = "+strash;dch,-f;map,-B,0.9,-D,{ps};topo;buffer,-c;upsize,-D,{ps};dnsize,-D,{ps};stime,-p"
# Of the hierarchy, by the beginning of modules' names: what an integrator may leave out, or replace.
PARTS = {"monitors": "spu_pmu_", "record store": "spu_record_store"}


def parse():
    parser = Parser(prog="asic.py", description="Area and speed of the unit in the cells of a library.")
    parser.add_argument("--configs", default="base", metavar="A,B", help="configurations, or all (%(default)s)")
    parser.add_argument("--liberty", default=OSU018, metavar="FILE", help="the library (%(default)s)")
    parser.add_argument("--nand2", default=OSU018_NAND2, metavar="CELL", help="its two-input NAND (%(default)s)")
    parser.add_argument("--target", type=float, default=4.0, metavar="NS", help="the mapper's target (%(default)s)")
    parser.add_argument("--rtl", default="rtl", metavar="DIR", help="the sources (%(default)s)")
    parser.add_argument("--out", default="build/asic", metavar="DIR", help="results (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="configurations at a time (%(default)s)")
    return parser.parse_args()


def read_cells(liberty):
    """{cell of the library: (area, functions of its outputs)}."""
    with open(liberty, encoding="utf-8", errors="replace") as file:
        blocks = re.split(r"\bcell *\( *\"?(\w+)\"? *\)", file.read())
    return {name: (float(area[1]), re.findall(r"\bfunction *: *\"([^\"]*)\"", text))
            for name, text in zip(blocks[1::2], blocks[2::2]) if (area := re.search(r"\barea *: *([\d.]+)", text))}


def inverter(cells):
    """The smallest inverter, which ABC takes to drive the inputs."""
    found = [(area, name) for name, (area, functions) in cells.items()
             if len(functions) == 1 and re.fullmatch(r"\W*!\W*\w+\W*|\W*\w+'\W*", functions[0])]
    if not found:
        raise Problem("the library has no inverter")
    return min(found)[1]


class Mapping:
    """One configuration in the cells of a library, in a directory of its own."""

    def __init__(self, arguments, cells, unit):
        self.unit, self.cells, self.nand2 = unit, cells, cells[arguments.nand2][0]
        self.tool = Yosys(YOSYS, f"{arguments.out}/{unit.name}")
        # Yosys sees only what is below the current directory.
        self.library = shutil.copy(arguments.liberty, self.tool.file("cells.lib"))
        write_whole(self.tool.file("constraints"), f"set_driving_cell {inverter(cells)}\nset_load 20\n")
        self.target = round(1000 * arguments.target)

    def statistics(self, name, options, *then):
        """What Yosys' stat says of the unit, mapped with these options of synth: {module: counts}, and of all together.
        `then`: commands that follow."""
        path = self.tool.file(f"{name}.stat.json")
        self.tool.run(name, [*self.unit.read(hierarchy="-flatten" not in options), *self.unit.open_vif(),
                             f"synth -noabc -top {self.unit.top} -extra-map +/choices/kogge-stone.v {options}",
                             f"dfflibmap -liberty {self.library}",
                             f"abc -liberty {self.library} -constr {self.tool.file('constraints')} "
                             f"-D {self.target} -script {ABC.format(ps=self.target)}", "opt_clean -purge",
                             f"tee -q -o {path} stat -liberty {self.library} -json", *then])
        found = read_json(path)
        if found is None:
            raise Problem(f"{path}: not what Yosys' stat writes")
        return found["modules"], found["design"]

    def parts(self):
        """{part: gate equivalents} of PARTS, with the hierarchy kept."""
        modules, _ = self.statistics("blocks", "")
        # stat's area of a module includes those of its instances.
        own = {name: sum(number * self.cells[cell][0] for cell, number in counts["num_cells_by_type"].items()
                         if cell in self.cells) for name, counts in modules.items()}
        return {part: sum(area for name, area in own.items() if plain(name.lstrip("\\")).startswith(begin)) / self.nand2
                for part, begin in PARTS.items()}

    def whole(self):
        """(gate equivalents, share of flip-flops) of the flattened unit. Its netlist is written too."""
        _, counts = self.statistics("unit", "-flatten", "setundef -zero", "splitnets -ports", "opt_clean -purge",
                                    "rename -enumerate",
                                    f"write_verilog -noattr -noexpr -nohex -nodec {self.tool.file('unit.v')}",
                                    f"write_json {self.tool.file('unit.json')}")
        return counts["area"] / self.nand2, counts["sequential_area"] / counts["area"]

    def slowest(self):
        """(ns, register at the start, register at the end) of the slowest path of that netlist, setup included."""
        script = self.tool.file("sta.tcl")
        write_whole(script, "\n".join([
            f"read_liberty {self.library}", f"read_verilog {self.tool.file('unit.v')}", f"link_design {self.unit.top}",
            f"set spu_period {PERIOD}", "set spu_outside 0", sdc.text(),
            "report_checks -path_group clk_i -path_delay max -digits 3", ""]))
        log = self.tool.file("sta.log")
        text = run([program("sta"), "-no_splash", "-exit", script], script, log)
        slack = re.search(r"(-?[\d.]+) +slack", text)
        ends = re.findall(r"(?:Start|End)point: (\S+) \((.*)", text)
        if not slack or len(ends) != 2:
            raise Problem(f"{log}: OpenSTA reports no path")
        named = critical.classes(load(self.tool.file("unit.json"))[self.unit.top])
        return PERIOD - float(slack[1]), *(named.get(cell, cell) for cell, _ in ends)


def row(arguments, cells, unit):
    """The row of one configuration."""
    mapping = Mapping(arguments, cells, unit)
    gates, flops = mapping.whole()
    parts = mapping.parts()
    ns, start, end = mapping.slowest()
    return [unit.name, f"{gates / 1000:.1f}", f"{flops:.0%}", *(f"{parts[part] / 1000:.1f}" for part in PARTS),
            f"{ns:.2f}", f"{1000 / ns:.0f}", f"{start} -> {end}"]


def main():
    arguments = parse()
    cells = read_cells(arguments.liberty)
    if arguments.nand2 not in cells:
        raise Problem(f"{arguments.liberty}: no cell {arguments.nand2} with an area")
    rows = design.table(arguments.rtl)
    units = [design.of_configuration(arguments.rtl, name, rows)
             for name in chosen_names("configuration", arguments.configs, rows)]
    program("sta")
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        found = list(pool.map(lambda unit: row(arguments, cells, unit), units))
    print(f"{os.path.basename(arguments.liberty)}, {arguments.nand2}, mapped for {arguments.target} ns "
          f"({history.commit(arguments.rtl)})")
    text = table(found, ["", "kGE", "of it flip-flops", *(f"{part}, kGE" for part in PARTS), "ns", "MHz",
                         "slowest path"])
    print("\n".join(text))
    write_whole(f"{arguments.out}/asic.txt", "\n".join([*text, ""]))
    print(f"{arguments.out}/asic.txt")
    return 0


if __name__ == "__main__":
    run_main(main)
