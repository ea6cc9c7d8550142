# SPDX-License-Identifier: Apache-2.0
"""Shows that the verification interface costs nothing: with vif_o unconnected, the unit has the same cells as one
without the interface in its source.
"""

import collections
import json

from synthesis.design import without_vif
from synthesis.findings import Finding

# Removes constants and dead cells, and restructures nothing: the remaining cells are those of the sources.
CLEAN = ("opt_expr", "opt_clean -purge")


def cells(yosys, name, design):
    """The word-level cells of the design with vif_o open: {type and parameters: how many}."""
    path = yosys.file(f"{name}.json")
    yosys.run(name, [*design.read(), *design.open_vif(), *CLEAN, f"write_json {path}"])
    with open(path, encoding="utf-8") as file:
        module = json.load(file)["modules"][design.top]
    return collections.Counter(
        " ".join([cell["type"], *(f"{key}={value}" for key, value in sorted(cell["parameters"].items()))])
        for cell in module["cells"].values())


def compare(yosys, design):
    """(cells with vif open, cells without vif in the source, a finding or None)."""
    bare = without_vif(design, yosys.file("without-vif"))
    opened, removed = cells(yosys, "vif-open", design), cells(yosys, "vif-removed", bare)
    finding = None
    if opened != removed:
        more, less = opened - removed, removed - opened
        kind = next(iter(more or less)).partition(" ")[0]
        finding = Finding("vif", design.top, "vif_o", f"unconnected, it leaves {sum(more.values())} cells that do not "
                          f"exist without it, and lacks {sum(less.values())} (first {kind})")
    return sum(opened.values()), sum(removed.values()), finding
