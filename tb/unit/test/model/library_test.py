# SPDX-License-Identifier: Apache-2.0
"""Names visible to a core or a program: the model's library exports only the functions of cmodel/spu.h, and every
module and package of the unit has the same prefix."""

import os
import re
import subprocess
import tempfile

from helpers import BUILD, equal, expect

LIBRARY, HEADER = f"{BUILD}/lib/libspu.a", "cmodel/spu.h"


def declared():
    """The functions that the header declares, according to the compiler."""
    with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
        file.write(f'#include "{os.path.abspath(HEADER)}"\n')
        file.flush()
        done = subprocess.run(["gcc", "-std=c11", "-aux-info", "/dev/stdout", "-fsyntax-only", "-I", "cmodel",
                               file.name], capture_output=True, text=True, check=True, timeout=60)
    return sorted(set(re.findall(r"/spu\.h:\d+:N[FC] \*/ extern .*?(\w+) \(", done.stdout)))


def test_library_exports_what_the_header_declares():
    done = subprocess.run(["nm", "--defined-only", "--extern-only", "--format=posix", LIBRARY], capture_output=True,
                          text=True, check=True, timeout=60)
    exported = sorted(line.split()[0] for line in done.stdout.splitlines() if len(line.split()) > 1)
    expect(len(exported) > 15, f"{len(exported)} symbols")
    expect(all(name.startswith("spu_") for name in exported), str(exported))
    equal(exported, declared(), "symbols")


def test_module_has_the_prefix_and_the_name_of_its_file():
    """They share the core's name space."""
    files = sorted(name for name in os.listdir("rtl") if name.endswith(".sv"))
    expect(len(files) > 30, str(files))
    for name in files:
        with open(f"rtl/{name}", encoding="utf-8") as file:
            defined = re.findall(r"^(?:module|package) (\w+)", file.read(), re.M)
        equal(defined, [name.removesuffix(".sv")], name)
        expect(name.startswith("spu_"), name)


def test_program_may_use_the_names_of_arm():
    """Like a core team's own model: the library neither defines these names nor uses the program's functions."""
    source = """
#include <stdio.h>
#include <stdlib.h>
#include "spu.h"
int StatisticalProfilingEnabled(void) { abort(); }
int SPECollectRecord(void) { abort(); }
int main(void)
{
  struct spu_config config;
  struct spu *spu = malloc(spu_size());
  struct spu_in in = {0};
  struct spu_vif seen = {0};
  struct spu_out out;
  struct spu_vif vif;
  if (spu == NULL || spu_config_by_name("base", &config) != SPU_OK || spu_init(spu, &config) != SPU_OK) {
    return 1;
  }
  spu_step(spu, &in, &seen, &out, &vif);
  puts(out.profiling_enabled ? "on" : "off");
  free(spu);
  return 0;
}
"""
    with tempfile.TemporaryDirectory() as directory:
        with open(f"{directory}/program.c", "w", encoding="utf-8") as file:
            file.write(source)
        subprocess.run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", "cmodel", "-o", f"{directory}/program",
                        f"{directory}/program.c", LIBRARY], check=True, timeout=60)
        done = subprocess.run([f"{directory}/program"], capture_output=True, text=True, check=True, timeout=60)
    equal(done.stdout, "off\n", "what it prints")
