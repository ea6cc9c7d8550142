#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fusesoc_testbench.py INPUT: the generator of openspu.core. FuseSoC calls it in a separate directory, with a file that
gives the path of this tree, the name of the core to write, and the configuration. It builds the model and the
testbench, which are C, in the tree's build/, and writes that core: the libraries, the headers, and the source that
drives the unit. Status 0: written. 2: wrong use. Another: make failed and printed why."""

import glob
import os
import re
import shutil
import subprocess
import sys

PARTS = ("build/obj/programs/tools/spu_sim_main.o", "build/lib/libtb.a", "build/lib/libspu.a")
HEADERS = {"cmodel": "cmodel/*.h", "tb": "tb/**/*.h", "build": "build/gen/*"}  # by the folder that sources include from
DRIVER = """// SPDX-License-Identifier: Apache-2.0
#define SPU_CONFIG_NAME "{config}"
#define SPU_NETLIST_NAME ""
#include "unit/dut/dut.cpp"
"""


def asked(path):
    """The contents of FuseSoC's file: one `name: value` per line."""
    with open(path, encoding="utf-8") as file:
        found = dict(re.findall(r"(?m)^ *(files_root|vlnv|config): *['\"]?(.*?)['\"]?$", file.read()))
    if set(found) != {"files_root", "vlnv", "config"}:
        sys.stderr.write(f"fusesoc_testbench.py: {path}: not files_root, vlnv and config, but {sorted(found)}\n")
        sys.exit(2)
    return found


def main():
    if len(sys.argv) != 2:
        sys.stderr.write("usage: fusesoc_testbench.py INPUT\n")
        return 2
    found = asked(sys.argv[1])
    root = os.path.abspath(found["files_root"])
    made = subprocess.run(["make", "-C", root, *PARTS], check=False)
    if made.returncode:
        return made.returncode
    lines = []
    for part in PARTS:  # into the program's directory, where its options look for them
        shutil.copy(f"{root}/{part}", ".")
        lines.append(f"{os.path.basename(part)}: {{file_type: user, copyto: {os.path.basename(part)}}}")
    for folder, pattern in HEADERS.items():
        for path in sorted(glob.glob(pattern, root_dir=root, recursive=True)):
            os.makedirs(os.path.dirname(f"include/{path}"), exist_ok=True)
            shutil.copy(f"{root}/{path}", f"include/{path}")
            lines.append(f"include/{path}: {{file_type: cppSource, is_include_file: true, "
                         f"include_path: include/{folder}}}")
    os.makedirs("include/tb/unit/dut", exist_ok=True)
    shutil.copy(f"{root}/tb/unit/dut/dut.cpp", "include/tb/unit/dut/dut.cpp")
    lines.append("include/tb/unit/dut/dut.cpp: {file_type: cppSource, is_include_file: true, include_path: include/tb}")
    with open("driver.cpp", "w", encoding="utf-8") as file:
        file.write(DRIVER.format(config=found["config"]))
    lines.append("driver.cpp: {file_type: cppSource}")
    with open("testbench.core", "w", encoding="utf-8") as file:
        file.write(f"CAPI=2:\nname: {found['vlnv']}\nfilesets:\n  testbench:\n    files:\n")
        file.write("".join(f"      - {line}\n" for line in lines) + "targets:\n  default:\n    filesets: [testbench]\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
