# SPDX-License-Identifier: Apache-2.0
"""The table of blocks (rtl/data/blocks.toml) has every file of the unit and of the model once, and other files use its
names; facts_test.py tests refusals. Requirement C6: reports name a block."""

import glob
import os
import re

import pytest

from facts import blocks, common, requirements
from facts_bench import link_tree

LIST = blocks.load()
OF_NONE = {"rtl": ["spu_sysreg_pkg.sv", "spu_pins_pkg.sv", "spu_pkg.sv", "spu_config_pkg.sv", "spu_config_check.sv",
                   "spu_top.sv", "spu_pins.sv", "spu_control.sv", "spu_sampler.sv", "spu_writer.sv", "spu_vif.sv"],
           "model": ["spu.c", "pins.c", "act.c", "config.c", "config_check.c", "decode.c"]}


def test_files_outside_the_blocks_are_listed():
    assert LIST.unit == OF_NONE


def test_every_file_of_the_unit_belongs_to_one_block():
    files = [line for line in common.read("rtl/files.f").splitlines() if line and not line.startswith("//")]
    assert len(files) > 30
    for file in files:
        of = [block.name for block in LIST.rows + LIST.beside if file in block.rtl]
        assert len(of) == (file not in OF_NONE["rtl"]), file
        assert blocks.block_of(LIST, f"rtl/{file}") == (of[0] if of else None), file


def test_every_file_of_the_model_belongs_to_one_block():
    for file in sorted(os.listdir("cmodel")):
        if file.endswith(".c"):
            of = [block.name for block in LIST.rows if file in block.model]
            assert len(of) == (file not in OF_NONE["model"]), file


def test_every_letter_has_a_block():
    letters = {letter for block in LIST.rows + LIST.beside for letter in block.letters}
    # U: choices, X: configurations; they are properties of the whole unit.
    assert letters | {"U", "X"} == set(requirements.load().letters)


def test_coverage_has_the_blocks_of_the_list():
    for name in {block.coverage for block in LIST.rows} - {""}:
        assert re.search(rf'\bcover_{name} = {{\s*"?{name}\b|\bcover_{name} = {{[^}}]*"{name}"',
                         common.read(f"tb/unit/cover/cover_{name}.c"))


def test_separately_checked_blocks_are_in_the_list():
    """Each wrapper in tb/unit/test/exhaustive has the name of a block or of a part of one."""
    wrappers = sorted(glob.glob(requirements.WRAPPER.format("*")))
    assert wrappers
    for path in wrappers:
        name = os.path.basename(path).removesuffix("_block.sv")
        rtl = [file for block in LIST.rows for place in [block, *block.parts] if place.name == name
               for file in place.rtl]
        assert any(re.search(rf"(?m)^ *{file.removesuffix('.sv')} #\(", common.read(path)) for file in rtl), path


@pytest.mark.parametrize("change, cause", [
    (lambda listed: f"{listed}spu_new.sv\n", "1: rtl/spu_new.sv: it belongs to no block"),
    (lambda listed: listed.replace("spu_random.sv\n", ""), r"\d+: spu_random.sv: it is not in rtl/files.f")])
def test_source_list_has_the_files_of_the_blocks(change, cause, tmp_path):
    for tree in ("rtl", "cmodel"):
        link_tree(tmp_path, tree, {blocks.SOURCES: change(common.read(blocks.SOURCES))})
    with pytest.raises(common.FactError, match=f"/{blocks.TABLE}:{cause}$"):
        blocks.load(str(tmp_path))
