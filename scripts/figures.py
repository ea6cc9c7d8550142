#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of the documents from their sources, which are beside them in docs/figures/.

Graphviz draws each NAME.dot, gnuplot each NAME.gp from accuracy.csv, which make accuracy CSV=file writes. The timing
diagrams show a run in lockstep with the model, of timing.events or of the
demonstration program: timing.toml says which signals to show in which cycles, and WaveDrom draws their values in the
waveform. Letters are drawn as outlines, so that a figure looks the same whatever fonts a reader has. Each drawing names
its sources with a checksum, which shows without the tools whether it is up to date.

make figures runs it with the Python packages of scripts/requirements-figures.txt. --check compares what is committed
with what the tools make: of a drawing only its texts, because their positions depend on the tool's version.
Status 0: done. 1: a figure is not what its source makes. 2: it cannot be made.
"""

import argparse
import functools
import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree

sys.dont_write_bytecode = True
import fst
from util.problem import Problem, run_main

FIGURES = "docs/figures"
EVENTS, TABLE = f"{FIGURES}/timing.events", f"{FIGURES}/timing.toml"
MEASURED = f"{FIGURES}/accuracy.csv"
UNIT = "TOP.tb_top.u_spu_top."
MARGIN = 8
FONT = "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"  # as wide as Arial, which both tools assume
TEXT_SIZE = 44 / 3  # pixels: WaveDrom's 11 points
LONGEST_STRETCH = 2  # cycles in which nothing changes: a longer one is cut
SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
xml.etree.ElementTree.register_namespace("", SVG.strip("{}"))
xml.etree.ElementTree.register_namespace("xlink", LINK[1:].partition("}")[0])


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def checksum(path):
    return hashlib.sha256(read(path).encode()).hexdigest()[:16]


def stamp(*paths):
    return "made by scripts/figures.py from " + ", ".join(f"{os.path.basename(path)} {checksum(path)}"
                                                          for path in paths)


def sources(directory=FIGURES):
    """{SVG file: its sources}."""
    run = (f"{directory}/{os.path.basename(EVENTS)}", f"{directory}/{os.path.basename(TABLE)}")
    timing = tomllib.loads(read(run[1]))
    graphs = {os.path.splitext(name)[0] + ".svg": (name,) for name in glob.glob(f"{directory}/*.dot")}
    plots = {os.path.splitext(name)[0] + ".svg": (name, f"{directory}/{os.path.basename(MEASURED)}")
             for name in glob.glob(f"{directory}/*.gp")}
    return graphs | plots | {f"{directory}/timing_{name}.svg": run[1:] if "program" in figure else run
                     for name, figure in timing.items()}


def pins(figure):
    return [row.split()[0] for rows in figure["rows"] for row in rows]


def names(svg, made_from):
    """The texts that a drawing must show: the pins of a timing diagram; a graph's labels and nodes."""
    text = read(made_from[-1])
    if made_from[0].endswith(".gp"):
        return set(re.findall(r'title "([^"]+)"', read(made_from[0])))
    if made_from[-1].endswith(".toml"):
        return set(pins(tomllib.loads(text)[re.search(r"timing_(\w+)\.svg$", svg)[1]]))
    text = re.sub(r"(?m)^ *//.*$", "", text)
    labels = {line.replace("&nbsp;", "").strip() for label in re.findall(r'label="([^"]*)"', text)
              for line in label.split("\\n")}
    nodes = set(re.findall(r"(?m)^ +(\w+) +\[", text)) - {"graph", "node", "edge"}
    return (labels | nodes) - {""}


def problems(directory=FIGURES):
    """Lines about outdated figures, found without the tools."""
    found, drawn = [], sources(directory)
    for path in sorted(set(drawn) ^ set(glob.glob(f"{directory}/*.svg"))):
        found.append(f"{path}: {'is missing' if path in drawn else 'has no source'}")
    for svg, made_from in drawn.items():
        if not os.path.isfile(svg):
            continue
        if read(svg).splitlines()[0] != f"<!-- {stamp(*made_from)} -->":
            found.append(f"{svg}: {' or '.join(map(os.path.basename, made_from))} has changed since")
        shown = "\n".join(texts(read(svg)))
        found += [f"{svg}: does not show {name!r}" for name in sorted(names(svg, made_from)) if name not in shown]
    return found


# -------------------------------------------------------------------------------------------------------------
# Drawing


@functools.cache
def letters():
    """Units per em of the font, its glyphs, and their names by character."""
    from fontTools import ttLib  # only here: pinned in scripts/requirements-figures.txt

    try:
        font = ttLib.TTFont(FONT)
    except OSError as error:
        raise Problem(f"{FONT}: {error.strerror}") from None
    return font["head"].unitsPerEm, font.getGlyphSet(), font.getBestCmap()


def outline(text, drawn):
    """Makes an element of the outlines of its letters; `drawn` gets those that it does not have."""
    from fontTools.pens import svgPathPen  # only here

    words, place = " ".join("".join(text.itertext()).split()), dict(text.attrib)
    units, glyphs, names = letters()
    scale, advance = float(place.get("font-size", TEXT_SIZE)) / units, 0
    text.clear()
    text.tag = f"{SVG}g"
    for letter in words:
        name = names.get(ord(letter), ".notdef")
        if name not in drawn:
            pen = svgPathPen.SVGPathPen(glyphs)
            glyphs[name].draw(pen)
            drawn[name] = xml.etree.ElementTree.Element(f"{SVG}path", {"id": f"letter-{name}", "d": pen.getCommands()})
        if letter != " ":
            xml.etree.ElementTree.SubElement(text, f"{SVG}use", {LINK: f"#letter-{name}", "x": str(advance)})
        advance += glyphs[name].width
    left = float(place["x"]) - advance * scale * {"middle": 0.5, "end": 1}.get(place.get("text-anchor"), 0)
    text.attrib.update({name: place[name] for name in ("class", "fill") if name in place})
    text.set("aria-label", words)
    text.set("transform", f"translate({left:.2f} {place['y']}) scale({scale:.5f} {-scale:.5f})")


def finished(svg, made_from):
    """With the stamp, on white, texts as outlines, without unused definitions, and an element a line."""
    root = xml.etree.ElementTree.fromstring(svg)
    used = {element.get(LINK).lstrip("#") for element in root.iter() if element.get(LINK)}
    for definitions in root.iter(f"{SVG}defs"):
        for symbol in list(definitions):
            if symbol.tag == f"{SVG}g" and symbol.get("id") not in used:
                definitions.remove(symbol)
    drawn = {}
    for element in list(root.iter(f"{SVG}text")):
        outline(element, drawn)
    xml.etree.ElementTree.SubElement(root, f"{SVG}defs").extend(drawn.values())
    left, top, width, height = (float(number) for number in re.split("[ ,]+", root.get("viewBox")))
    view = {"x": left - MARGIN, "y": top, "width": width + MARGIN, "height": height}
    root.set("viewBox", " ".join(f"{number:g}" for number in view.values()))
    for side in ("width", "height"):
        root.set(side, f"{view[side]:g}")
    root.insert(0, xml.etree.ElementTree.Element(f"{SVG}rect",
                                                 {**{name: f"{number:g}" for name, number in view.items()},
                                                  "fill": "white"}))
    xml.etree.ElementTree.indent(root, " ")
    return f"<!-- {stamp(*made_from)} -->\n{xml.etree.ElementTree.tostring(root, encoding='unicode')}\n"


def draw_graph(path):
    """Graphviz's drawing. The graph's attribute `layout` selects the engine."""
    try:
        result = subprocess.run(["dot", "-Tsvg", path], capture_output=True, text=True, check=False)
    except OSError as error:
        raise Problem(f"dot: {error.strerror}") from None
    if result.returncode != 0 or result.stderr:
        raise Problem(f"{path}: {result.stderr.strip()}")
    return finished(result.stdout, (path,))


def draw_plot(path, data):
    """gnuplot's drawing, whose texts are placed by the groups around them."""
    settings = f'set terminal svg size 640,320; set datafile separator ","; data = "{data}"'
    try:
        result = subprocess.run(["gnuplot", "-e", settings, path], capture_output=True, text=True, check=False)
    except OSError as error:
        raise Problem(f"gnuplot: {error.strerror}") from None
    if result.returncode != 0 or result.stderr:
        raise Problem(f"{path}: {result.stderr.strip()}")
    root = xml.etree.ElementTree.fromstring(result.stdout)
    for group in root.iter(f"{SVG}g"):
        for text in group.findall(f"{SVG}text"):
            text.attrib = {"x": "0", "y": "0", "text-anchor": group.get("text-anchor", "start"),
                           "font-size": group.get("font-size", str(TEXT_SIZE))}
    return finished(xml.etree.ElementTree.tostring(root, encoding="unicode"), (path, data))


def draw_waves(description, made_from):
    """What wavedrom draws of its description, a JSON text."""
    import wavedrom  # only here

    return finished(wavedrom.render(description).tostring(), made_from)


def texts(svg):
    """The texts of a drawing, and the names of its nodes and edges, sorted: positions depend on the tool."""
    root = xml.etree.ElementTree.fromstring(svg)
    return sorted(element.get("aria-label", element.text or "") for element in root.iter()
                  if "aria-label" in element.attrib or element.tag == f"{SVG}title")


# -------------------------------------------------------------------------------------------------------------
# The run


class Run:
    """The signals of the unit in each cycle: what they are just before the edge that ends it. A name is that of a pin,
    or the end of the path of one signal inside."""

    def __init__(self, path):
        import pylibfst  # only here

        self.lib, self.ffi = pylibfst.lib, pylibfst.ffi
        self.context = self.lib.fstReaderOpen(path.encode())
        if self.context == self.ffi.NULL:
            raise Problem(f"{path}: no FST waveform")
        _, signals = pylibfst.get_scopes_signals2(self.context)
        self.handles = {name.split(" ")[0]: signal.handle for name, signal in signals.by_name.items()}
        self.described = fst.read(path)
        self.buffer = self.ffi.new("char[4096]")
        start, end = (self.lib.fstReaderGetStartTime(self.context), self.lib.fstReaderGetEndTime(self.context))
        clock = [self.at("clk_i", time) for time in range(start, end + 1)]
        edges = [start + n for n in range(1, len(clock)) if clock[n] == "1" and clock[n - 1] == "0"]
        self.times = [edge - 1 for edge in edges[1:]]

    @functools.cache
    def path(self, pin):
        found = [UNIT + pin] if UNIT + pin in self.handles else [
            path for path in self.handles if path.startswith(UNIT) and path.endswith(f".{pin}")]
        if len(found) != 1:
            raise Problem(f"{TABLE}: the unit has {'no' if not found else 'more than one'} signal {pin}")
        return found[0]

    def at(self, pin, time):
        handle = self.handles[self.path(pin)]
        value = self.lib.fstReaderGetValueFromHandleAtTime(self.context, time, handle, self.buffer)
        return self.ffi.string(value).decode()

    def value(self, pin, cycle):
        return self.at(pin, self.times[cycle])

    def name(self, pin, bits):
        signal = self.described.signals.get(self.path(pin))
        names = self.described.enums.get(signal.enum, ("", {}))[1] if signal else {}
        if bits not in names:
            raise Problem(f"{TABLE}: no name for {pin} = {bits}")
        return names[bits]

    def highs(self, pin):
        return [cycle for cycle in range(len(self.times)) if self.value(pin, cycle) == "1"]


def simulate(simulator, directory, program):
    """The waveform of a run in which unit and model agree: of the demonstration program with the options `program`, or
    of timing.events."""
    path = f"{directory}/timing.fst"
    os.makedirs(directory, exist_ok=True)
    demo = f"{os.path.dirname(os.path.dirname(simulator))}/workload/demo"
    stimulus = ["--workload", demo, "--trace", f"{demo}.trace", *program.split()] if program else [
        "--stimulus", "events", "--events", EVENTS]
    command = [simulator, *stimulus, "--out", directory, "--waves", path]
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Problem(f"{simulator}: {error.strerror}") from None
    if result.returncode != 0:
        raise Problem(f"{' '.join(command)}: {(result.stderr or result.stdout).strip()}")
    return path


def place(run, words):
    """The cycle that `PIN -2`, `PIN +1` or `PIN#3 +1` names."""
    pin, number, distance = re.fullmatch(r"([^#\s]+)(?:#(\d+))? ([+-]\d+)", words).groups()
    highs = run.highs(pin)
    if len(highs) < int(number or 1):
        raise Problem(f"{TABLE}: {words}: the pin is high in {len(highs)} cycles")
    return highs[int(number or 1) - 1] + int(distance)


def written(run, pin, form, bits):
    if form == "bin":
        return bits
    if form == "name":
        return run.name(pin, bits)
    if form == "encoding":  # {op0, op1, CRn, CRm, op2} as Arm writes it
        return "S{}_{}_C{}_C{}_{}".format(*(int(bits[a:b], 2) for a, b in ((0, 2), (2, 5), (5, 9), (9, 13), (13, 16))))
    return f"0x{int(bits, 2):X}" if form == "hex" else str(int(bits, 2))


def row_values(run, row, cycles):
    """A row's label, and its value in each cycle: "0" or "1" of a single bit, text of others, None where it has no
    meaning."""
    match = re.fullmatch(r"(\S+)(?: as (\w+))?(?: if (.+))?", row)
    if not match:
        raise Problem(f"{TABLE}: {row!r}")
    pin, form, condition = match.groups()
    values = []
    for cycle in cycles:
        bits = run.value(pin, cycle)
        if condition and any(run.value(other, cycle) != "1" for other in condition.split(" and ")):
            values.append(None)
        else:
            values.append(bits if len(bits) == 1 and not form and not re.search(r"slot|tag", pin)
                          else f"={written(run, pin, form, bits)}")
    return pin, values


def wave(values, cuts):
    """WaveDrom's letters and words for these values; `cuts` are the columns that stand for a cut stretch."""
    letters, data, last = "", [], object()
    for column, value in enumerate(values):
        if column in cuts:
            letters += "|"
        elif value == last:
            letters += "."
        elif value is None:
            letters += "x"
        elif value.startswith("="):
            letters += "="
            data.append(value[1:])
        else:
            letters += value
        last = value
    return {"wave": letters, **({"data": data} if data else {})}


def columns(rows, count):
    """The cycles to show. Of a long stretch without a change, the first cycle stays, and the second represents the
    others."""
    change = [True] + [any(values[n] != values[n - 1] for _, values in rows) for n in range(1, count)]
    shown, cuts, n = [], [], 0
    while n < count:
        end = n + 1
        while end < count and not change[end]:
            end += 1
        if end - n > LONGEST_STRETCH:
            shown += [n, n + 1]
            cuts.append(len(shown) - 1)
        else:
            shown += range(n, end)
        n = end
    return shown, cuts


def waves(run, figure):
    """WaveDrom's description of one diagram."""
    first, last = place(run, figure["first"]), place(run, figure["last"])
    cycles = range(first, last + 1)
    groups = [[row_values(run, row, cycles) for row in rows] for rows in figure["rows"]]
    shown, cuts = columns([row for rows in groups for row in rows], len(cycles))
    numbers = [str(n) for n in shown]
    if "program" in figure:  # the run's own numbers; the first column is too narrow for one
        numbers = ["", *(str(first + n) for n in shown[1:])]
    signal = [{"name": "cycle", **wave([f"={number}" for number in numbers], cuts)},
              {"name": "clk_i", "wave": wave(["p"] * len(shown), cuts)["wave"]}]
    for rows in groups:
        signal += [{}, *({"name": pin, **wave([values[n] for n in shown], cuts)} for pin, values in rows)]
    return {"signal": signal, "config": {"hscale": figure.get("hscale", 1)}}


def drawings(simulator, directory):
    """{SVG file: its text} of every figure."""
    figures = tomllib.loads(read(TABLE))
    runs = {program: Run(simulate(simulator, f"{directory}/{number}", program))
            for number, program in enumerate(sorted({figure.get("program", "") for figure in figures.values()}))}
    draw = {".dot": draw_graph, ".gp": draw_plot}
    made = {path: draw[os.path.splitext(made_from[0])[1]](*made_from) for path, made_from in sources().items()
            if os.path.splitext(made_from[0])[1] in draw}
    for name, figure in figures.items():
        svg = f"{FIGURES}/timing_{name}.svg"
        made[svg] = draw_waves(json.dumps(waves(runs[figure.get("program", "")], figure)), sources()[svg])
    return made


def differences(simulator, directory):
    """Lines about figures that differ from new ones."""
    return problems() + [f"{svg}: differs from a new drawing of its source"
                         for svg, text in drawings(simulator, directory).items()
                         if os.path.isfile(svg) and texts(read(svg)) != texts(text)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulator", default="build/base/spu-sim", metavar="FILE", help="default: %(default)s")
    parser.add_argument("--out", default="build/figures", metavar="DIR",
                        help="directory of the run (default: %(default)s)")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    options = parser.parse_args()
    if not options.check:
        for svg, text in drawings(options.simulator, options.out).items():
            with open(svg, "w", encoding="utf-8") as file:
                file.write(text)
            print(svg)
        return 0
    found = differences(options.simulator, options.out)
    for line in found:
        print(f"figures.py: {line}: make figures", file=sys.stderr)
    if not found:
        print(f"{len(sources())} figures are up to date")
    return 1 if found else 0


if __name__ == "__main__":
    run_main(main)
