# SPDX-License-Identifier: Apache-2.0
"""Profile-guided optimization (make pgo): from records to an optimized program, its figures, what is refused."""

import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import time

import pgo
import pytest
from helpers import BUILD, Scratch, cross_compile, equal, expect, needed, not_done
from util.problem import Problem

PROGRAM = f"{BUILD}/workload/pgo"
RELOCATABLE = ("-nostdlib", "-static", "-Wl,--emit-relocs", "-mno-fix-cortex-a53-843419")
scratch = Scratch("pgo-", BUILD)

# Writes its arguments, one a line, and its own address if ADDRESS is defined; ends with status 3.
ARGUMENTS = """
static void out(const char *text, unsigned long size)
{
  register unsigned long x0 __asm__("x0") = 1, x2 __asm__("x2") = size, x8 __asm__("x8") = 64;
  register const char *x1 __asm__("x1") = text;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
}
__attribute__((noinline)) static int odd(unsigned x) { return x & 1 ? 7 : 5; }
__attribute__((noinline, used)) static void tell(char **arguments)
{
  for (; *arguments; arguments++) {
    unsigned long size = 0;
    while ((*arguments)[size]) {
      size++;
    }
    out(*arguments, size);
    out("\\n", 1);
  }
#ifdef ADDRESS
  int (*volatile own)(unsigned) = odd;
  out((const char *)&own, sizeof own);
#endif
}
__attribute__((used)) static void begin(unsigned long *stack)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 20000; i++) {
    sum += odd(i + sum / 3);
  }
  tell((char **)stack + 2);
  register unsigned long x0 __asm__("x0") = 3 + (sum == 1), x8 __asm__("x8") = 93;
  __asm__ volatile("svc 0" ::"r"(x0), "r"(x8));
}
__asm__(".globl _start\\n_start: mov x0, sp\\n b begin\\n");
"""


def bolt_is_there():
    try:
        pgo.bolt_program("llvm-bolt")
    except Problem as problem:
        not_done(str(problem))


def script(out, *arguments, path=None):
    environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}"} if path else None
    return subprocess.run([sys.executable, "scripts/pgo.py", "--build", BUILD, "--out", out, *arguments],
                          env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
                          check=False)


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def trace_of(program, limit):
    """[(PC, opcode)] of that many operations, as QEMU executes them."""
    path = f"{scratch.name}/trace"
    subprocess.run([f"{BUILD}/bin/spe-trace", "record", "-o", path, "--limit", str(limit), "--", program],
                   capture_output=True, check=True)
    text = subprocess.run([f"{BUILD}/bin/spe-trace", path], capture_output=True, text=True, check=True).stdout
    return [tuple(int(word, 16) for word in line.split()[1:3]) for line in text.splitlines()]


# ---------------------------------------------------------------------------------------------------------
# The loop


@pytest.fixture(scope="module", name="loop")
def fixture_loop():
    """Of the program that make pgo takes by default: its results, and what was printed."""
    bolt_is_there()
    out = f"{scratch.name}/loop"
    result = script(out, "--workload", needed(PROGRAM, "make test"))
    equal(result.returncode, 0, f"status ({result.stderr})")
    return out, result


def test_optimized_program_does_the_same(loop):
    out, _ = loop
    printed = contents(f"{out}/original/output")
    expect(re.fullmatch(rb"[0-9a-f]{16}\n0{14}[0-9a-f]{2}\n", printed), f"what it prints: {printed}")
    equal(contents(f"{out}/optimized/output"), printed, "what the optimized program prints")
    expect(contents(f"{out}/optimized/pgo") != contents(f"{out}/original/pgo"), "the program is as before")
    equal(contents(f"{out}/original/pgo"), contents(PROGRAM), "the original program")


def test_optimized_program_takes_fewer_branches(loop):
    out, _ = loop
    report = json.loads(contents(f"{out}/report.json"))
    before, after = report["original"], report["optimized"]
    for name, share in (("taken", 0.5), ("l1i_refills", 0.1), ("itlb_refills", 0.1), ("cycles", 0.6)):
        expect(after[name] < share * before[name], f"{name}: {before[name]} before, {after[name]} after")
    profile = report["profile"]
    expect(profile["branches"] > 1000 and profile["mismatching"] == 0, f"profile: {profile}")


def test_report_shows_the_figures_of_the_runs(loop):
    out, result = loop
    report = json.loads(contents(f"{out}/report.json"))
    for which in ("original", "optimized"):
        run = json.loads(contents(f"{out}/{which}/run/report.json"))
        equal(run["mismatches"], 0, f"mismatches of the {which} program")
        equal(report[which], {**{name: run["core"][name] for name in report[which] if name != "cycles"},
                              "cycles": run["cycles"]}, f"figures of the {which} program")
    text = contents(f"{out}/report.txt").decode()
    equal(result.stdout, text, "what is printed")
    rows = {line[:24].strip(): line[24:].split() for line in text.splitlines()}
    equal(rows["taken branches"][:2], [f"{report[which]['taken']:,}" for which in ("original", "optimized")],
          "in the table")
    equal(len(re.findall(r"^pgo: \[\d/7\]", result.stderr, re.M)), 7, f"lines about steps ({result.stderr})")


def test_document_quotes_the_report(loop):
    text = contents(f"{loop[0]}/report.txt").decode()
    compiler = subprocess.run(["aarch64-linux-gnu-gcc", "-dumpversion"], stdout=subprocess.PIPE, text=True,
                              check=True).stdout
    document = contents("docs/pgo.md").decode()
    quoted = re.findall(r"^```\n(pgo, .*?)^```", document, re.S | re.M)
    equal(len(quoted), 1, "reports in docs/pgo.md")
    bolt, here = (re.search(r"BOLT (\S+),", report)[1] for report in (quoted[0], text))
    if here != bolt or compiler.partition(".")[0].strip() not in ("12", "14"):  # those of Debian 12 and 13
        not_done(f"docs/pgo.md is about BOLT {bolt} and Debian's gcc; here are BOLT {here} and gcc {compiler.strip()}")
    equal(quoted[0], text, "the report in docs/pgo.md")


def test_figures_are_those_of_caches_counted_apart():
    """Least recently used lines and pages of the program's trace, and branches that go elsewhere."""
    limit, out = 60000, f"{scratch.name}/counted"
    program = needed(PROGRAM, "make test")
    subprocess.run([f"{BUILD}/v8.7/spu-sim", "--workload", program, "--ops", str(limit), "--unchecked", "--out", out,
                    "--plugin", f"{BUILD}/lib/spe_trace_plugin.so"], capture_output=True, check=True)
    core = json.loads(contents(f"{out}/report.json"))["core"]
    ops = trace_of(program, limit + 1)

    def misses(places, sets, ways):
        held, count = collections.defaultdict(collections.OrderedDict), 0
        for place in places:
            lines = held[place % sets]
            count += place not in lines
            lines[place] = None
            lines.move_to_end(place)
            if len(lines) > ways:
                lines.popitem(last=False)
        return count

    def physical(address):  # as tb/env/tlb.h says: pages in an order that looks random
        page = (address >> 12) * 0x9E3779B97F4A7C15 & (1 << 36) - 1
        return (page ^ page >> 18) << 12 | address & 0xFFF

    addresses = [address for address, _ in ops[:limit]]
    fetched = [after for before, after in zip([0, *addresses], addresses) if before >> 6 != after >> 6]
    counted = {"executed": limit, "taken": sum(pc + 4 != after for (pc, _), (after, _) in zip(ops, ops[1:])),
               "l1i_refills": misses([physical(address) >> 6 for address in fetched], 256, 4),
               "itlb_refills": misses([address >> 12 for address in fetched], 16, 4)}
    equal({name: core[name] for name in counted}, counted, "figures")


def test_arguments_and_status_are_the_programs_own():
    bolt_is_there()
    program, out = cross_compile(ARGUMENTS, f"{scratch.name}/arguments", *RELOCATABLE), f"{scratch.name}/run-arguments"
    result = script(out, "--workload", program, "--args=-x 'a  b' \"c'd\" $(exit 1)")
    equal(result.returncode, 0, f"status ({result.stderr})")
    equal(contents(f"{out}/optimized/output"), b"-x\na  b\nc'd\n$(exit\n1)\n", "arguments")
    equal(json.loads(contents(f"{out}/report.json"))["exit_status"], 3, "status of the program")


def test_program_that_prints_something_else_is_reported():
    """Where a function is depends on the layout."""
    bolt_is_there()
    out = f"{scratch.name}/run-address"
    program = cross_compile(ARGUMENTS, f"{scratch.name}/address", "-DADDRESS", *RELOCATABLE)
    result = script(out, "--workload", program)
    equal(result.returncode, 1, f"status ({result.stderr})")
    expect("the optimized program does not do the same" in result.stderr.splitlines()[-1], result.stderr)
    expect(not os.path.exists(f"{out}/report.json"), "there is a report")


def test_tool_that_fails_is_named_and_leaves_no_report(loop):
    out, tools = f"{scratch.name}/failing", f"{scratch.name}/failing-tools"
    shutil.copytree(loop[0], out)
    os.makedirs(tools)
    for name, status in (("perf2bolt", 0), ("llvm-bolt", 4)):
        with open(f"{tools}/{name}", "w", encoding="utf-8") as file:
            file.write('#!/bin/bash\nwhile [ "$1" != -o ]; do shift; done; : >"$2"\n'
                       f"echo {name} says this; exit {status}\n")
        os.chmod(f"{tools}/{name}", 0o755)
    program = cross_compile(ARGUMENTS, f"{scratch.name}/short", *RELOCATABLE)
    result = script(out, "--workload", program, path=os.path.abspath(tools))
    equal(result.returncode, 2, f"status ({result.stderr})")
    equal(result.stderr.splitlines()[-1],
          f"pgo.py: llvm-bolt: status 4: llvm-bolt says this ({out}/llvm-bolt.log)", "last line")
    left = [path for path in glob.glob(f"{out}/**", recursive=True) if os.path.basename(path) in ("report.txt", "pgo")]
    equal(left, [], "files of the run before")


def test_report_says_what_did_not_get_better():
    same = {name: 10 for _, name in pgo.FIGURES} | {"cycles": 100}
    report = {"program": "p", "config": "c", "interval": 256, "records": 5, "bolt": "22", "via": "perf",
              "exit_status": 0, "profile": {"branches": 3, "places": 2, "mismatching": 0},
              "original": same, "optimized": {**same, "taken": 9}}
    text = pgo.text_of(report)
    expect(text.endswith("\nno fewer cycles: the new layout has not helped there\n"), text)
    expect("no fewer taken" not in text and "taken branches                  10          9  -10.0 %\n" in text, text)


def test_nothing_goes_on_when_it_is_ended():
    """With a program that never ends."""
    bolt_is_there()
    source = "volatile int x; void _start(void) { for (;;) { x++; } }"
    program = cross_compile(source, f"{scratch.name}/endless", *RELOCATABLE)
    process = subprocess.Popen([sys.executable, "scripts/pgo.py", "--build", BUILD, "--out", f"{scratch.name}/ended",
                                "--workload", program], stderr=subprocess.PIPE, text=True)
    line = process.stderr.readline()
    expect("[1/7]" in line, f"it does not begin: {line}")
    started = f"/proc/{process.pid}/task/{process.pid}/children"
    while not contents(started):
        time.sleep(0.05)
    child = int(contents(started).split()[0])
    while b"qemu-aarch64" not in contents(f"/proc/{child}/cmdline"):
        time.sleep(0.05)
    time.sleep(0.5)  # until the script waits for it
    process.terminate()
    _, said = process.communicate(timeout=60)
    equal((process.returncode, said), (2, "pgo.py: interrupted\n"), "status and message")
    expect(not os.path.exists(f"/proc/{child}"), "QEMU goes on")


# ---------------------------------------------------------------------------------------------------------
# What is refused


def refused(words, *arguments, path=None):
    """Status 2, one line with these words, and no results of an earlier run are left."""
    out = f"{scratch.name}/refused"
    os.makedirs(out, exist_ok=True)
    with open(f"{out}/report.json", "w", encoding="utf-8") as file:
        file.write("{}")
    result = script(out, *arguments, path=path)
    equal((result.returncode, result.stdout), (2, ""), f"status and output of {arguments} ({result.stderr})")
    expect(result.stderr.count("\n") == 1 and result.stderr.startswith("pgo.py: ") and words in result.stderr,
           f"{arguments}: expected one line with {words!r}, got {result.stderr!r}")
    expect(not os.path.exists(out), f"{arguments}: results of an earlier run are still there")


def test_what_is_no_program_is_refused():
    refused("no-such-file: No such file or directory", "--workload", f"{scratch.name}/no-such-file")
    refused("Is a directory", "--workload", BUILD)
    refused("not a 64-bit little-endian ELF file", "--workload", "Makefile")
    refused("not an AArch64 program", "--workload", needed(f"{BUILD}/bin/spe-dump", "make test"))
    with open(f"{scratch.name}/cut", "wb") as file:
        file.write(contents(needed(PROGRAM, "make test"))[:200])
    refused("a damaged ELF file", "--workload", f"{scratch.name}/cut")


def test_program_that_bolt_or_qemu_cannot_take_is_refused():
    refused("link it with -Wl,--emit-relocs",
            "--workload", cross_compile(ARGUMENTS, f"{scratch.name}/plain", "-nostdlib", "-static"))
    refused("not static", "--workload",
            cross_compile(ARGUMENTS, f"{scratch.name}/dynamic", "-nostdlib", "-pie", "-Wl,--emit-relocs",
                          "-Wl,--dynamic-linker=/lib/ld-linux-aarch64.so.1"))
    refused("not an executable file", "--workload", cross_compile(ARGUMENTS, f"{scratch.name}/object.o", "-c"))


def test_wrong_values_are_refused_under_their_names():
    for words, argument in (("VIA=other: must be spe-dump or perf", "--via=other"),
                            ("INTERVAL=100: must be", "--interval=100"), ("INTERVAL=x: must be", "--interval=x"),
                            ("SEED=x: not a number", "--seed=x"), ("ENV=name: must be", "--env=name"),
                            ("ARGS='a: No closing quotation", "--args='a")):
        refused(words, "--workload", needed(PROGRAM, "make test"), argument)
    result = script(f"{scratch.name}/none")
    equal((result.returncode, result.stderr), (2, "pgo.py: --workload: missing; --help explains\n"), "no program")


def test_old_perf_is_refused():
    bolt_is_there()
    tools = f"{scratch.name}/old-perf"
    os.makedirs(tools)
    with open(f"{tools}/perf", "w", encoding="utf-8") as file:
        file.write("#!/bin/bash\necho perf version 6.12.48\n")
    os.chmod(f"{tools}/perf", 0o755)
    refused("needs perf 6.14 or newer, which knows branch stacks of SPE; this is version 6.12.48",
            "--workload", needed(PROGRAM, "make test"), "--via=perf", path=os.path.abspath(tools))


def test_program_among_the_results_is_kept_and_refused():
    out = f"{scratch.name}/inside"
    os.makedirs(f"{out}/optimized")
    shutil.copy(needed(PROGRAM, "make test"), f"{out}/optimized/pgo")
    result = script(out, "--workload", f"{out}/optimized/pgo")
    equal((result.returncode, result.stderr.count("\n")), (2, 1), f"status and lines ({result.stderr})")
    expect("which is made anew" in result.stderr and os.path.exists(f"{out}/optimized/pgo"), result.stderr)


def test_make_refuses_before_it_builds():
    """With a value that a shell must not read."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "SPU_"))}
    build = f"{scratch.name}/make"
    result = subprocess.run(["make", f"B={build}", "pgo", "WORKLOAD=it's `no` file"], env=environment, text=True,
                            capture_output=True, stdin=subprocess.DEVNULL, timeout=60, check=False)
    equal(result.returncode, 2, f"status ({result.stderr})")
    equal(result.stderr.splitlines()[0], "pgo.py: it's `no` file: No such file or directory", "the first line")
    expect(not set(os.listdir(build)) - {".lock", ".steps", ".steps.total"}, f"made: {os.listdir(build)}")
