#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Profile-guided optimization of a program with its own SPE records: profiles it, has BOLT lay it out anew, and runs
both programs through the core model (docs/pgo.md).

Results are in --out: original/ and optimized/, each with the program, its output and the run; the profile; what BOLT
said; report.txt and report.json, which are there only if everything before was done. Status 0: done, and both programs
did the same. 1: they did not, or unit and model differ. 2: wrong use, or a tool that is missing or failed.
"""

import glob
import json
import os
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import time

from util.arguments import Parser
from util.problem import Problem, write_whole
from util.tables import table

STEPS = 7
SAID_EVERY = 5  # seconds between two lines of a step that takes long
CPU = "neoverse-n1"  # as make sim has it
NEWEST_OLD_PERF = (6, 13)  # the last that gives no branch stacks of SPE records
LAYOUT = ["--reorder-blocks=ext-tsp", "--reorder-functions=cdsort", "--split-functions", "--split-all-cold"]

FIGURES = [("operations", "executed"), ("branches", "branches"), ("taken branches", "taken"),
           ("mispredicted branches", "mispredicted"), ("instruction cache misses", "l1i_refills"),
           ("instruction TLB misses", "itlb_refills"), ("data TLB walks", "tlb_walks")]


class Different(Exception):
    """What the two programs, or unit and model, did differently: one line, with status 1."""


def parse():
    parser = Parser(prog="pgo.py", description="Optimizes a program by its own SPE records, and compares the two.")
    parser.add_argument("--workload", metavar="ELF", help="the program, linked with --emit-relocs")
    parser.add_argument("--args", default="", metavar="TEXT", help="its arguments, as a shell would read them")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE",
                        help="in its environment; may be given again")
    parser.add_argument("--cpu", default=CPU, metavar="NAME", help="QEMU's processor (%(default)s)")
    parser.add_argument("--interval", default="256", metavar="N", help="operations between samples (%(default)s)")
    parser.add_argument("--seed", default="1", metavar="N", help="of every random decision (%(default)s)")
    parser.add_argument("--via", default="spe-dump", metavar="TOOL",
                        help="who reads the records for BOLT: spe-dump (default) or perf")
    parser.add_argument("--config", default="v8.7", metavar="NAME", help="configuration (%(default)s)")
    parser.add_argument("--build", default="build", metavar="DIR", help="where the programs are (%(default)s)")
    parser.add_argument("--out", default="build/pgo", metavar="DIR",
                        help="results; what is there now is removed (%(default)s)")
    parser.add_argument("--check", action="store_true", help="only say what is wrong with these arguments")
    arguments = parser.parse_args()
    if not arguments.workload and not arguments.check:
        parser.error("--workload: missing; --help explains")
    return arguments


# ---------------------------------------------------------------------------------------------------------
# What can be wrong with the input

EXECUTABLE, SHARED, AARCH64 = 2, 3, 183  # e_type, e_machine
INTERPRETER = 3  # p_type
RELOCATIONS, ALLOCATED, CODE = 4, 2, 4  # sh_type; sh_flags


def rows(data, place, size, count, form):
    return [struct.unpack_from(form, data, place + i * size) for i in range(count)]


def wrong_with(data):
    """Why BOLT or QEMU could not take these bytes of a program; "" if they can."""
    if data[:6] != b"\x7fELF\x02\x01":
        return "not a 64-bit little-endian ELF file"
    kind, machine = struct.unpack_from("<HH", data, 16)
    if machine != AARCH64:
        return "not an AArch64 program"
    if kind not in (EXECUTABLE, SHARED):
        return "not an executable file"
    segments, sections = struct.unpack_from("<QQ", data, 32)
    segment_size, segment_count, section_size, section_count = struct.unpack_from("<HHHH", data, 54)
    if any(row[0] == INTERPRETER for row in rows(data, segments, segment_size, segment_count, "<I")):
        return "not static (link it with -static or -static-pie)"
    headers = rows(data, sections, section_size, section_count, "<IIQQQQII")
    if not any(header[1] == RELOCATIONS and not header[2] & ALLOCATED and header[7] < len(headers)
               and headers[header[7]][2] & CODE for header in headers):
        return "no relocations of its code (link it with -Wl,--emit-relocs)"
    return ""


def check_program(path):
    try:
        with open(path, "rb") as file:
            data = file.read()
        cause = wrong_with(data)
    except OSError as error:
        cause = error.strerror
    except struct.error:
        cause = "a damaged ELF file"
    if cause:
        raise Problem(f"{path}: {cause}")


def words_of(text):
    try:
        return shlex.split(text)
    except ValueError as error:
        raise Problem(f"ARGS={text}: {error}") from None


def inside(path, directory):
    return os.path.realpath(path).startswith(os.path.realpath(directory) + os.sep)


def check(arguments):
    if arguments.via not in ("spe-dump", "perf"):
        raise Problem(f"VIA={arguments.via}: must be spe-dump or perf")
    if not re.fullmatch("[1-9][0-9]*", arguments.interval) or int(arguments.interval) % 256:
        raise Problem(f"INTERVAL={arguments.interval}: must be a multiple of 256")
    if not arguments.seed.isdecimal():
        raise Problem(f"SEED={arguments.seed}: not a number")
    for variable in arguments.env:
        if not re.match("[^=]+=", variable):
            raise Problem(f"ENV={variable}: must be NAME=VALUE")
    words_of(arguments.args)
    if arguments.workload:
        check_program(arguments.workload)
    if arguments.via == "perf":
        check_perf(bolt_program("perf2bolt"))


# ---------------------------------------------------------------------------------------------------------
# Tools


def qemu_program(build):
    beside = os.path.abspath(f"{build}/lib/qemu-aarch64")  # as tb/workload/launch.c looks for it
    found = beside if os.path.exists(beside) else shutil.which("qemu-aarch64")
    if not found:
        raise Problem("qemu-aarch64 is not installed (Debian package qemu-user)")
    return found


def bolt_program(name):
    """llvm-bolt or perf2bolt: one program that goes by its name, so that Debian's link with a version would not do."""
    numbered = [path for place in os.get_exec_path() for path in glob.glob(f"{glob.escape(place)}/llvm-bolt-*")
                if path.rpartition("-")[2].isdecimal()]
    numbered.sort(key=lambda path: int(path.rpartition("-")[2]))
    found = shutil.which("llvm-bolt") or (numbered[-1] if numbered else None)
    if not found:
        raise Problem("llvm-bolt is not installed (Debian package bolt-22, or another number)")
    path = f"{os.path.dirname(os.path.realpath(found))}/{name}"
    if not os.path.exists(path):
        raise Problem(f"{path}: not there, beside llvm-bolt")
    return path


def version_of(bolt):
    match = re.search(r"version (\S+)", said_by([bolt, "--version"]))
    return match[1] if match else "unknown"


def check_perf(perf2bolt):
    perf = shutil.which("perf")
    match = re.search(r"version (\d+)\.(\d+)\S*", said_by([perf, "--version"])) if perf else None
    if not match or (int(match[1]), int(match[2])) <= NEWEST_OLD_PERF:
        there = f"this is {match[0]}" if match else "there is none"
        raise Problem(f"VIA=perf: needs perf 6.14 or newer, which knows branch stacks of SPE; {there}")
    if "--spe" not in said_by([perf2bolt, "--help"]):
        raise Problem(f"VIA=perf: needs a perf2bolt with --spe; {perf2bolt} has none")


def said_by(command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False).stdout


class Steps:
    """Starts programs one after the other, and says what is done and for how long."""

    def __init__(self):
        self.count = 0

    def say(self, what):
        self.count += 1
        print(f"pgo: [{self.count}/{STEPS}] {what}", file=sys.stderr, flush=True)

    def run(self, what, command, output, environment=None, errors=None):
        """Its status. What it prints is in the file `output`, and in `errors` if that is given."""
        self.say(what)
        began = time.monotonic()
        with open(output, "wb") as out, open(errors or os.devnull, "wb") as err:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, env=environment,
                                       stderr=err if errors else subprocess.STDOUT)
            try:
                while True:
                    try:
                        return process.wait(SAID_EVERY)
                    except subprocess.TimeoutExpired:
                        print(f"pgo: {time.monotonic() - began:.0f} s so far", file=sys.stderr, flush=True)
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()


def last_line(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    return lines[-1] if lines else "it printed nothing"


def needs(status, name, log):
    if status != 0:
        raise Problem(f"{name}: status {status}: {last_line(log)} ({log})")


# ---------------------------------------------------------------------------------------------------------
# The loop


class Loop:
    def __init__(self, arguments):
        self.arguments, self.build, self.out = arguments, arguments.build, arguments.out
        self.name = os.path.basename(arguments.workload)
        self.words = words_of(arguments.args)
        self.qemu = qemu_program(arguments.build)
        self.bolt, self.perf2bolt = bolt_program("llvm-bolt"), bolt_program("perf2bolt")
        self.steps = Steps()

    def program(self, which):
        return f"{self.out}/{which}/{self.name}"

    def execute(self, which):
        """(status, the bytes that it printed) of a program under QEMU, without any of ours."""
        command = [self.qemu, "-cpu", self.arguments.cpu, "-0", self.name, self.program(which), *self.words]
        output = f"{self.out}/{which}/output"
        environment = dict(variable.split("=", 1) for variable in self.arguments.env)
        status = self.steps.run(f"running the {which} program", command, output, environment)
        with open(output, "rb") as file:
            return status, file.read()

    def simulate(self, which):
        """What report.json says of a program that went through the core model, the unit and its model."""
        arguments, run, log = self.arguments, f"{self.out}/{which}/run", f"{self.out}/{which}/run.log"
        command = [f"{self.build}/{arguments.config}/spu-sim", "--stimulus", "program", "--out", run,
                   "--plugin", f"{self.build}/lib/spe_trace_plugin.so", "--workload", self.program(which),
                   "--args", shlex.join(self.words), "--cpu", arguments.cpu,
                   "--interval", arguments.interval, "--seed", arguments.seed]
        for variable in arguments.env:
            command += ["--env", variable]
        status = self.steps.run(f"profiling the {which} program in {arguments.config}", command, log)
        if status == 1:
            raise Different(f"{which} program: {last_line(log)} ({log})")
        needs(status, "spu-sim", log)
        with open(f"{run}/report.json", encoding="utf-8") as file:
            return json.load(file)

    def records_for_bolt(self):
        """The records as perf2bolt reads them: a file, and the option that says what it is."""
        records = f"{self.out}/original/run/perf.data"
        if self.arguments.via == "perf":
            self.steps.say("perf reads the records")
            return records, "--spe"
        source, errors = f"{self.out}/profile.preagg", f"{self.out}/spe-dump.log"
        command = [f"{self.build}/bin/spe-dump", "--format", "bolt", "--elf", self.program("original"), records]
        status = self.steps.run("spe-dump reads the records", command, source, errors=errors)
        if status == 1:
            raise Problem(f"{last_line(errors)}: a longer run, or a smaller INTERVAL, has more")
        needs(status, "spe-dump", errors)
        return source, "--pa"

    def convert(self):
        """Makes BOLT's own profile of the original program's records; how many branches it has, of how many places."""
        profile, log = f"{self.out}/profile.fdata", f"{self.out}/perf2bolt.log"
        source, option = self.records_for_bolt()
        command = [self.perf2bolt, option, "-p", source, "-o", profile, self.program("original")]
        needs(self.steps.run("perf2bolt maps them to the program", command, log), "perf2bolt", log)
        with open(log, encoding="utf-8", errors="replace") as file:
            wrong = re.search(r"traces mismatching disassembled function contents: (\d+)", file.read())
        with open(profile, encoding="utf-8", errors="replace") as file:
            branches = [int(line.split()[-1]) for line in file if len(line.split()) == 8]
        return {"branches": sum(branches), "places": len(branches), "mismatching": int(wrong[1]) if wrong else 0}

    def optimize(self):
        os.makedirs(f"{self.out}/optimized")
        log = f"{self.out}/llvm-bolt.log"
        command = [self.bolt, self.program("original"), "-o", self.program("optimized"), "--data",
                   f"{self.out}/profile.fdata", *LAYOUT]
        needs(self.steps.run("llvm-bolt lays the program out anew", command, log), "llvm-bolt", log)

    def run(self):
        os.makedirs(f"{self.out}/original")
        shutil.copyfile(self.arguments.workload, self.program("original"))
        os.chmod(self.program("original"), 0o755)
        first = self.execute("original")
        original = self.simulate("original")
        profile = self.convert()
        self.optimize()
        second = self.execute("optimized")
        if first != second:
            raise Different(f"the optimized program does not do the same: status {second[0]}, not {first[0]}; "
                            f"diff -a {self.out}/original/output {self.out}/optimized/output")
        optimized = self.simulate("optimized")
        arguments = self.arguments
        return {"program": self.name, "config": arguments.config, "interval": int(arguments.interval),
                "seed": int(arguments.seed), "via": arguments.via, "bolt": version_of(self.bolt),
                "records": original["records"], "profile": profile, "exit_status": first[0],
                "original": figures(original), "optimized": figures(optimized)}


# ---------------------------------------------------------------------------------------------------------
# The report


def figures(report):
    return {**{name: report["core"][name] for _, name in FIGURES}, "cycles": report["cycles"]}


def change(before, after):
    return f"{100 * (after - before) / before:+.1f} %" if before else ("" if after == before else "new")


def text_of(report):
    before, after = report["original"], report["optimized"]
    lines = [f"{report['program']}, configuration {report['config']}, one operation in {report['interval']} sampled: "
             f"{report['records']} records",
             f"BOLT {report['bolt']}, by {report['via']}: {report['profile']['branches']} branches at "
             f"{report['profile']['places']} places in the code, {report['profile']['mismatching']} mismatching", "",
             *table([[words, f"{before[name]:,}", f"{after[name]:,}", change(before[name], after[name])]
                     for words, name in [*FIGURES, ("cycles", "cycles")]],
                    ["", "original", "optimized", "change"]),
             "", f"both programs print the same and end with status {report['exit_status']}"]
    lines += [f"no fewer {words}: the new layout has not helped there"
              for words, name in (("taken branches", "taken"), ("cycles", "cycles")) if after[name] >= before[name]]
    return "\n".join(lines) + "\n"


def interrupt(_number, _frame):
    raise KeyboardInterrupt


def main():
    arguments = parse()
    signal.signal(signal.SIGTERM, interrupt)
    try:
        if arguments.workload and inside(arguments.workload, arguments.out):
            raise Problem(f"{arguments.workload}: in {arguments.out}, which is made anew; copy it elsewhere first")
        shutil.rmtree(arguments.out, ignore_errors=True)  # of an earlier run: nothing of it is this one's
        check(arguments)
        if not arguments.check:
            report = Loop(arguments).run()
            write_whole(f"{arguments.out}/report.json", json.dumps(report, indent=1) + "\n")
            write_whole(f"{arguments.out}/report.txt", text_of(report))
            print(text_of(report), end="")
    except Different as difference:
        print(f"pgo.py: {difference}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("pgo.py: interrupted", file=sys.stderr)
        return 2
    except (Problem, OSError) as problem:
        print(f"pgo.py: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
