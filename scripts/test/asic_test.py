# SPDX-License-Identifier: Apache-2.0
"""scripts/asic.py: what it reads from a library, and its messages. No requirement."""

import pytest

import asic
from helpers import Scratch, call, equal, refused, write

LIBRARY = """library (small) {
  cell (BIG_INV) { area : 5.5; pin(Y) { direction : output; function : "(!A)"; } }
  cell ("INV") { area : 2; pin(Y) { direction : output; function : "A'"; } }
  cell (NAND2) { area : 4; pin(Y) { direction : output; function : "(!(A B))"; } }
  cell (BUF) { area : 3; pin(Y) { direction : output; function : "A"; } }
  cell (FILL) { }
}
"""


def library():
    path = f"{Scratch('asic-').name}/small.lib"
    write(path, LIBRARY)
    return path


def test_cells_of_a_library_are_read():
    cells = asic.read_cells(library())
    equal({name: area for name, (area, _) in cells.items()}, {"BIG_INV": 5.5, "INV": 2, "NAND2": 4, "BUF": 3}, "areas")
    equal(asic.inverter(cells), "INV", "the smallest inverter")


@pytest.mark.parametrize("end, nand2, words", [("", "NAND3", "no cell NAND3 with an area"),
                                               (".none", "NAND2", "No such file or directory")])
def test_wrong_use_is_refused(end, nand2, words):
    refused(call("scripts/asic.py", "--liberty", library() + end, "--nand2", nand2), "asic.py", words)
