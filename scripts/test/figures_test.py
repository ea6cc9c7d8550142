# SPDX-License-Identifier: Apache-2.0
"""The figures in docs/figures/ are made from their sources, and the modules, states and folders that they name exist.
Where make figures has installed the tools, the figures are drawn again and compared."""

import glob
import importlib.machinery
import os
import re
import shutil

import pytest

import figures
from helpers import BUILD, call, not_done, read, write
from util import packages

PYTHON = ".venv/bin/python"
# Blocks of docs/figures/unit.dot that are not the module spu_NAME.
MODULES = {"pmu": "spu_pmu_top", "trace": "spu_trace_control"}


def block_names():
    """The nodes of unit.dot above its comment `Outside`."""
    return re.findall(r'^  (\w+) +\[label="', read("docs/figures/unit.dot").partition("// Outside")[0], re.M)


def test_figures_are_up_to_date():
    assert len(figures.sources()) >= 9
    assert figures.problems() == []


@pytest.mark.parametrize("path, old, new, problem", [
    ("unit.dot", 'label="interval"', 'label="other"', "unit.svg: unit.dot has changed since"),
    ("unit.dot", 'label="interval"', 'label="other"', "unit.svg: does not show 'other'"),
    ("timing.events", "+33 dsb", "+34 dsb", "timing_barrier.svg: timing.events or timing.toml has changed since"),
    ("timing.toml", "[axi]", "[axi2]", "timing_axi2.svg: is missing"),
    ("timing.toml", '"op_i[0].how if', '"op_i[0].when if', "timing_op.svg: does not show 'op_i[0].when'"),
    ("buffer_states.svg", "waits for the translation", "waits",
     "buffer_states.svg: does not show 'waits for the translation'"),
    ("unit.dot", None, None, "unit.svg: has no source")])
def test_outdated_figure_is_named(path, old, new, problem, tmp_path):
    copy = shutil.copytree(figures.FIGURES, tmp_path / "figures")
    if old is None:
        (copy / path).unlink()
    else:
        text = read(copy / path)
        assert old in text
        write(copy / path, text.replace(old, new, 1))
    problems = figures.problems(str(copy))
    assert f"{copy}/{problem}" in problems and (old or len(problems) == 1)


def test_every_figure_is_in_a_document():
    text = "".join(read(path) for path in ["README.md", "CONTRIBUTING.md", *glob.glob("docs/*.md"),
                                              *glob.glob("tb/**/README.md", recursive=True)])
    missing = [svg for svg in figures.sources() if f"figures/{os.path.basename(svg)})" not in text]
    assert missing == []


def test_blocks_of_the_unit_are_modules():
    names = block_names()
    assert len(names) >= 12
    files = [f"rtl/{MODULES.get(name, f'spu_{name}')}.sv" for name in names]
    assert [path for path in files if not os.path.isfile(path)] == []


def test_states_are_those_of_the_module():
    drawn = set(re.findall(r"\bSt[A-Z]\w+", read("docs/figures/buffer_states.dot")))
    assert drawn == set(re.findall(r"\bSt[A-Z]\w+", read("rtl/spu_buffer.sv")))


def test_boxes_of_the_testbench_are_folders_and_files():
    places = []
    for path in glob.glob("docs/figures/testbench*.dot"):
        room = os.path.splitext(path)[0].partition("_")[2]
        for name in re.findall(r'label="([\w./]+)\\n', read(path)):
            places.append(name if os.path.exists(name) or name.startswith("tb/") else f"tb/{room}/{name}")
    assert len(places) >= 24
    assert [place for place in places if not os.path.exists(place)] == []


def has_tools():
    return os.path.isfile(PYTHON) and shutil.which("dot") and os.path.isfile(figures.FONT) and all(
        importlib.machinery.PathFinder.find_spec(name, [packages.PLACE])
        for name in ("fontTools", "wavedrom", "pylibfst"))


def test_figures_are_what_the_tools_make():
    if not has_tools():
        not_done("the figures were not drawn again: make figures installs the tools")
    result = call(PYTHON, "scripts/figures.py", "--check", "--simulator", f"{BUILD}/base/spu-sim", "--out",
                  f"{BUILD}/figures/test")
    assert (result.returncode, result.stderr) == (0, "")
