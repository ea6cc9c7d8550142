# SPDX-License-Identifier: Apache-2.0
"""The design to synthesize: sources, top module, row of the configuration; and the Yosys commands that read it."""

import dataclasses
import os
import re

from facts import configuration_table
from util.problem import Problem
from synthesis.tools import below


@dataclasses.dataclass
class Design:
    name: str  # of the configuration, or of the top module
    files: str  # list of sources, relative to the list
    top: str = "spu_top"
    row: str = ""  # of spu_config_pkg, for the parameter Cfg

    def read(self, hierarchy=False):
        """Commands that read it, flattened or with a module for each instance, without properties."""
        options = "--threads 1" + (" --keep-hierarchy" if hierarchy else "")
        row = f" -G Cfg=spu_config_pkg::{self.row}" if self.row else ""
        return [f"read_slang {options} --top {self.top}{row} -F {self.files}",
                f"hierarchy -top {self.top}", "chformal -remove"]

    def open_vif(self):
        """The command that leaves port vif_o unconnected."""
        return [f"delete -port {self.top}/vif_o"] if self.row else []


def table(rtl):
    """Names of the configurations, and their constants in that RTL's package: {name: row}."""
    if not os.path.exists(f"{rtl}/files.f"):
        raise Problem(f"{rtl}/files.f: no such file")
    return {name: found.sv_name for name, found in configuration_table.table().named.items()}


def of_configuration(rtl, name, rows):
    return Design(name, below(f"{rtl}/files.f"), "spu_top", rows[name])


def without_vif(design, directory):
    """A copy of the sources in `directory`, without spu_top's section `// vif` and with vif_o 0."""
    root = os.path.dirname(design.files)
    os.makedirs(directory, exist_ok=True)
    with open(design.files, encoding="utf-8") as file:
        names = [line.strip() for line in file if line.strip() and not line.strip().startswith("//")]
    for name in names:
        with open(f"{root}/{name}", encoding="utf-8") as file:
            text = file.read()
        if os.path.basename(name) == "spu_top.sv":
            text, count = re.subn(r"(?ms)^  // vif\n.*?(?=^  // -{50,}|^  // Properties\b|^endmodule)",
                                  "  assign vif_o = '0;\n\n", text)
            if count != 1:
                raise Problem(f"{root}/{name}: not one section `// vif` to leave out")
        os.makedirs(os.path.dirname(f"{directory}/{name}"), exist_ok=True)
        with open(f"{directory}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    with open(f"{directory}/files.f", "w", encoding="utf-8") as file:
        file.write("\n".join(names) + "\n")
    return Design(design.name, f"{directory}/files.f", design.top, design.row)
