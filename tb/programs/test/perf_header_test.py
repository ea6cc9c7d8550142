# SPDX-License-Identifier: Apache-2.0
"""Requirement F3: the commands of Linux perf read the results of a simulated run without a warning."""

import csv
import os
import re
import tempfile

from lockstep_runs import CONFIGS, PROGRAM, program_run
from helpers import BUILD, cross_compile, needed, run
from perf_tools import perf, spe_dump

SPU_SIM = f"{BUILD}/{CONFIGS[0]}/spu-sim"
# perf on another architecture prints this when it looks for call chains in a recording of arm64.
FOREIGN = b"unwind: target platform=arm64 is not supported\n"
STATIC = ("-static", "-nostdlib", "-nostartfiles")
PROGRAM_TEXT = """
static volatile int cell[1024];
void _start(void) { for (int i = 0; i < 100000; i++) { cell[i % 1024] += i; }
  register long number __asm__("x8") = 93; register long status __asm__("x0") = 0;
  __asm__ volatile("svc 0" : : "r"(number), "r"(status)); for (;;) { } }
"""


def quiet(*command):
    """perf's output, without a warning."""
    status, out, err = run("perf", *command)
    assert status == 0, f"status of perf {' '.join(command)}: {err.decode(errors='replace')[-300:]}"
    words = err.replace(FOREIGN, b"")
    assert words == b"", f"warnings of perf {' '.join(command)}"
    return out.decode(errors="replace").splitlines()


def recording():
    return needed(f"{program_run('sim')}/perf.data", "make test")


def test_commands_of_perf_read_it_without_a_warning():  # F3
    commands = {
        ("report", "--stdio", "--itrace=i1i"): "demo",
        ("report", "--stdio", "--itrace=M", "--mem-mode", "--sort", "mem,sym"): "L1 hit",
        ("report", "--stdio", "--header", "--itrace=i1i"): "# hostname : openspu",
        ("script", "--itrace=i1i", "-F", "comm,tid,cpu,time,ip,sym"): "main",
        ("script", "--itrace=i1i", "--time", "10%-20%", "-F", "time,ip"): ".",
        ("mem", "report", "--stdio", "--itrace=M"): "L3 hit",
        ("mem", "report", "--stdio", "-p", "--itrace=M"): "L3 hit",
        ("c2c", "report", "--stdio"): "Shared Data Cache Line Table",
        ("annotate", "--stdio", "--itrace=i1i", "--objdump=aarch64-linux-gnu-objdump", "-s", "copy_stream"): "Percent",
        ("buildid-list",): None,
        ("evlist",): "arm_spe_0/ts_enable=1/u",
    }
    for command, word in commands.items():
        lines = quiet(*command, "-i", recording())
        assert word is None or any(word in line for line in lines), f"perf {' '.join(command)} does not print {word!r}"


def test_times_of_first_and_last_sample_are_those_of_the_samples():
    times = [float(line.strip().rstrip(":")) for line in perf("script", "--itrace=i1i", "-F", "time", "-i",
                                                              recording())]
    header = dict(line[2:].split(" : ") for line in perf("report", "--header-only", "-I", "-i", recording())
                  if line.startswith("# time of "))
    assert float(header["time of first sample"]) == min(times)
    assert float(header["time of last sample"]) == max(times)


def test_physical_addresses_are_in_the_memory_of_the_node():
    memory, = (int(line.split("block size ")[1].rstrip("):"), 16)
               for line in perf("report", "--header-only", "-I", "-i", recording()) if "memory nodes" in line)
    found = 0
    for line in perf("script", "--itrace=M", "-F", "phys_addr", "-i", recording()):
        address = int(line, 16)
        assert memory <= address < 2 * memory
        found += 1
    assert found > 100


def test_perf_names_the_data_sources_of_a_known_core():  # F3
    with tempfile.TemporaryDirectory(dir=BUILD) as directory:
        status, _, err = run(needed(SPU_SIM, "make"), "--stimulus", "program", "--workload", PROGRAM, "--trace",
                             f"{PROGRAM}.trace", "--ops", "1000000", "--perf-midr", "neoverse-n1", "--unchecked",
                             "--out",
                             directory)
        assert status == 0, f"status of the run: {err.decode()}"
        path = f"{directory}/perf.data"
        status, out, err = spe_dump("--csv", path)
        assert status == 0, f"status of spe-dump: {err.decode()}"
        sources = [int(record["source"], 16) for record in csv.DictReader(out.decode().splitlines())
                   if "LD" in record["operation"].split()]
        lines = [line for line in perf("script", "--itrace=M", "-F", "data_src", "-i", path) if "|OP LOAD|" in line]
        # perf 6.1 prints the level twice, later versions print it once.
        names = {0x0: r"\|LVL (L1 or )?L1 hit\|SNP None\|", 0x8: r"\|LVL (L2 or )?L2 hit\|SNP None\|",
                 0xB: r"\|LVL (L3 or )?L3 hit\|SNP Hit\|", 0xE: r"\|LVL (RAM or Local )?RAM hit\|SNP None\|"}
        assert len(lines) == len(sources)
        for source, line in zip(sources, lines):
            assert re.search(names[source], line), f"perf names source 0x{source:x} {line.strip()!r}"
        assert len(set(sources)) >= 3, f"only the sources {sorted(set(sources))}"


def test_build_id_and_arguments_are_the_programs():
    with tempfile.TemporaryDirectory(dir=BUILD) as directory:
        program = os.path.realpath(f"{directory}/small")
        for build_id in ("0x0123456789abcdef0123456789abcdef01234567", "0xfeedbeef", None):
            link = f"-Wl,--build-id={build_id}" if build_id else "-Wl,--build-id=none"
            cross_compile(PROGRAM_TEXT, program, *STATIC, link)
            status, _, err = run(needed(SPU_SIM, "make"), "--stimulus", "program", "--workload", program, "--args",
                                 "plain 'two words' \"$(x)\"", "--interval", "2048", "--unchecked", "--out", directory)
            assert status == 0, f"status of the run: {err.decode()}"
            path = f"{directory}/perf.data"
            listed = [line.split() for line in quiet("buildid-list", "-i", path)]
            assert listed == ([[build_id[2:], program]] if build_id else [])
            command, = (line for line in perf("report", "--header-only", "-i", path) if line.startswith("# cmdline"))
            assert command == f"# cmdline : perf record -e arm_spe_0/ts_enable=1/u -- {program} plain two words $(x) "
