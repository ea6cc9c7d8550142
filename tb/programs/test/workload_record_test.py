# SPDX-License-Identifier: Apache-2.0
"""Operation traces recorded from real programs under qemu-aarch64 are complete, and every operation is correct;
programs with several threads or processes are refused. Requirements C1, D4 and D5 are tested with such traces."""

import collections
import os
import re
import shutil
import signal
import subprocess
import sys

from helpers import BUILD, Scratch, cross_compile, equal, expect, needed, run

PROGRAM = f"{BUILD}/workload/demo"
PLUGIN = f"{BUILD}/lib/spe_trace_plugin.so"
# the order of launch.c
QEMU = f"{BUILD}/lib/qemu-aarch64" if os.path.exists(f"{BUILD}/lib/qemu-aarch64") else "qemu-aarch64"
SPE_TRACE = f"{BUILD}/bin/spe-trace"
FUNCTIONS = ("chase_pointers", "copy_stream", "sort_branchy", "multiply_matrix", "count_atomics")
OTHER_SOURCE = r"""
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int by_number(const void *a, const void *b)
{
  return strcmp(a, b);
}
static void *work(void *nothing)
{
  return nothing;
}
int main(int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "threads") == 0) {
    pthread_t thread;
    return pthread_create(&thread, NULL, work, NULL) || pthread_join(thread, NULL);
  } else if (strcmp(what, "words") == 0) {
    static char words[400][32];
    for (int i = 0; i < 400; i++) {
      snprintf(words[i], sizeof words[i], "%d %g", i * 7919 % 997, i / 7.0);
    }
    qsort(words, 400, sizeof words[0], by_number);
    return strcmp(words[0], words[399]) < 0 ? 0 : 1;
  } else if (strcmp(what, "fork") == 0) {
    return fork() < 0;
  } else if (strcmp(what, "abort") == 0) {
    abort();
  } else if (strcmp(what, "kill") == 0) {
    raise(SIGKILL);
  } else if (strcmp(what, "crash") == 0) {
    *(volatile int *)8 = 1;
  } else if (strcmp(what, "status") == 0) {
    return 7;
  } else if (strcmp(what, "exec") == 0) {
    execl("/bin/true", "true", (char *)NULL);
  } else if (strcmp(what, "sleep") == 0) {
    printf("asleep\n");
    fflush(stdout);
    sleep(60);
  }
  return 0;
}
"""
scratch = Scratch("workload-record-")
OTHER = os.path.join(scratch.name, "other")


def trace_path(name):
    return os.path.join(scratch.name, name)


def record(name, *arguments, program=PROGRAM, options=()):
    for path in (SPE_TRACE, PLUGIN, PROGRAM):
        needed(path, "make sim")
    return run(SPE_TRACE, "record", "-o", trace_path(name), *options, "--", program, *arguments)


def recorded(name, *arguments, program=PROGRAM, options=()):
    """Records, and returns the operations as (pc, opcode, address)."""
    status, out, err = record(name, *arguments, program=program, options=options)
    expect(status == 0, f"spe-trace record: status {status}: {err.decode(errors='replace')}")
    equal(out, b"", "stdout while recording")
    status, out, err = run(SPE_TRACE, trace_path(name))
    expect(status == 0, f"spe-trace: status {status}: {err.decode(errors='replace')}")
    operations = []
    for line in out.decode().splitlines():
        pc, opcode, address = line.split()
        operations.append((int(pc, 16), int(opcode, 16), None if address == "-" else int(address, 16)))
    return operations


def other():
    """A program of this test, with a C library, that ends in several ways."""
    if not os.path.exists(OTHER):
        cross_compile(OTHER_SOURCE, OTHER, "-static", "-march=armv8.1-a")
    return OTHER


def code_of(path):
    """{address: (opcode, mnemonic, operands)} and {function: (first, end)} of a program, by objdump and nm."""
    out = subprocess.run(["aarch64-linux-gnu-objdump", "-d", "-z", path], capture_output=True, text=True, check=True)
    code = {}
    for line in out.stdout.splitlines():
        if match := re.match(r"\s*([0-9a-f]+):\t([0-9a-f]{8}) ?\t(\S+)\s*(.*)", line):
            code[int(match[1], 16)] = (int(match[2], 16), match[3], match[4])
    out = subprocess.run(["aarch64-linux-gnu-nm", "-S", path], capture_output=True, text=True, check=True)
    functions = {}
    for line in out.stdout.splitlines():
        if match := re.match(r"([0-9a-f]+) ([0-9a-f]+) [tT] (\w+)$", line):
            functions[match[3]] = (int(match[1], 16), int(match[1], 16) + int(match[2], 16))
    return code, functions


def check_operations(operations, program):
    """Compares each operation with the program. Returns the number of stack frames made."""
    code, _ = code_of(program)
    previous, frames = None, 0
    for number, (pc, opcode, address) in enumerate(operations):
        expect(pc in code and code[pc][0] == opcode, f"operation {number}: {opcode:08x} at {pc:x}, not in the program")
        mnemonic = code[pc][1]
        memory = re.match(r"(ld|st|cas|swp)", mnemonic) is not None
        # The last operation of a limited recording may lack its address; a failed store exclusive has none.
        expect((address is not None) == memory or number + 1 == len(operations) or re.match(r"stl?x", mnemonic),
               f"operation {number}: {mnemonic} at {pc:x} has address {address}")
        if mnemonic == "stp" and code[pc][2].startswith("x29, x30, [sp, #-"):
            frames += 1
            equal(address % 16, 0, "address of a new stack frame, whose first part is the frame's start, modulo 16")
        if previous is not None and pc != previous + 4:
            expect(re.match(r"b|cb|tb|ret|br|bl", code[previous][1]),
                   f"operation {number}: {pc:x} follows {previous:x}, a {code[previous][1]}")
        previous = pc
    return frames


def test_recorded_operations_are_those_of_the_program():
    operations = recorded("limited", options=("--limit", "1500000"))
    equal(len(operations), 1500000, "operations with --limit")
    check_operations(operations, PROGRAM)
    operations = recorded("words", "words", program=other())  # with a C library
    expect(len(operations) > 300000, f"only {len(operations)} operations")
    frames = check_operations(operations, OTHER)
    expect(frames > 1000, f"only {frames} stack frames")


def test_demonstration_functions_have_sizeable_shares():
    status, _, err = record("whole")
    expect(status == 0, f"status {status}: {err.decode(errors='replace')}")
    for function in FUNCTIONS:
        expect(function.encode() in err, f"the program did not report {function}")
    listed = run(SPE_TRACE, trace_path("whole"))[1]
    counts = {int(pc, 16): count for pc, count in
              collections.Counter(line.partition(b" ")[0] for line in listed.splitlines()).items()}
    _, functions = code_of(PROGRAM)
    total = sum(counts.values())
    expect(2.8e6 <= total <= 3.3e6, f"{total} operations")
    for function in FUNCTIONS:
        first, end = functions[function]
        share = sum(count for pc, count in counts.items() if first <= pc < end) / total
        expect(0.10 <= share <= 0.30, f"{function} has {share:.3f} of the operations")


def test_limit_is_exact():
    for limit in range(1, 21):  # most of them inside a run
        equal(len(recorded("exact", options=("--limit", str(limit)))), limit, "operations with --limit")


def test_program_with_threads_or_processes_is_refused():
    for what in ("threads", "fork"):
        status, _, err = record(f"end-{what}", what, program=other())
        equal(status, 2, f"status after {what}")
        words = "spe_trace_plugin: the program starts a thread or a process: profile it under Linux (make linux)"
        expect(words.encode() in err.splitlines(), f"{what}: {err!r}")
        expect(not os.path.exists(trace_path(f"end-{what}")), "a file is left")


SVC = 0xD4000001


def test_program_that_fails_is_recorded_to_its_end():
    ends = {"abort": b"was ended by signal 6 (Aborted)", "kill": b"was ended by signal 9 (Killed)",
            "status": b"exited with status 7", "exec": None}
    for what, message in ends.items():
        status, _, err = record(f"end-{what}", what, program=other())
        assert status == 0, f"status after {what}: {err!r}"
        assert err == b"" if message is None else err.endswith(b"spe-trace: %s %s\n" % (OTHER.encode(), message)), what
        assert recorded(f"end-{what}", what, program=other())[-1][1] == SVC, f"the last operation of {what}"


def test_crash_is_the_last_operation():
    operations = recorded("crash", "crash", program=other())
    check_operations(operations, OTHER)
    code, functions = code_of(OTHER)
    pc, opcode, address = operations[-1]
    first, end = functions["main"]
    assert first <= pc < end and code[pc][1] == "str" and address is None, f"{opcode:08x} at {pc:#x}, {address}"


def test_trace_is_whole_when_qemu_is_killed():
    """Even if only the plugin is used."""
    path = trace_path("killed")
    with subprocess.Popen([QEMU, "-plugin", f"{needed(PLUGIN, 'make sim')},out={path}", other(), "sleep"],
                          stdout=subprocess.PIPE) as qemu:
        qemu.stdout.readline()
        qemu.send_signal(signal.SIGKILL)
        qemu.stdout.read()  # open until the rest is written
    status, out, err = run(SPE_TRACE, path)
    assert status == 0 and int(out.splitlines()[-1].split()[1], 16) == SVC, err


def test_trace_that_is_cut_is_refused():
    recorded("cut", options=("--limit", "10"))
    os.truncate(trace_path("cut"), os.path.getsize(trace_path("cut")) - 1)
    status, _, err = run(SPE_TRACE, trace_path("cut"))
    assert status == 2 and b"cut short" in err and err.count(b"\n") == 1, err


def test_program_that_cannot_run_is_named():
    text = trace_path("text")
    with open(text, "w", encoding="ascii") as file:
        file.write("no program\n")
    for program, cause in ((trace_path("missing"), b"No such file"), (text, b"not an ELF file"),
                           (os.path.realpath(sys.executable), b"not a little-endian AArch64 ELF file")):
        status, _, err = record("none", program=program)
        equal(status, 2, f"status of {program}")
        expect(program.encode() in err and cause in err and err.count(b"\n") == 1, f"{program}: {err!r}")
    status, _, err = record("none", options=("--plugin", trace_path("missing")))
    expect(status == 2 and b"plugin" in err, f"missing plugin: status {status}, {err!r}")
    assert record("none", options=("--cpu", "foo"))[2].splitlines()[-1] == (
        f"spe-trace: {PROGRAM}: exited with status 1 before anything was recorded".encode())
    plugin = trace_path("plugin.so")
    shutil.copy(PLUGIN, plugin)
    qemu = trace_path("qemu-aarch64")  # beside the plugin, but without support for plugins
    with open(qemu, "w", encoding="ascii") as file:
        file.write("#!/bin/sh\n")
    os.chmod(qemu, 0o755)
    status, _, err = record("none", options=("--plugin", plugin))
    expect(status == 2 and err.endswith(b": exited with status 0 before anything was recorded\n"),
           f"QEMU without plugins: {err!r}")
    os.remove(qemu)
    status, _, err = run("/usr/bin/env", "PATH=/nowhere", os.path.abspath(SPE_TRACE), "record", "--plugin", plugin,
                         "-o",
                         trace_path("none"), PROGRAM)
    expect(status == 2 and b"qemu-aarch64: cannot be started" in err, f"no QEMU: status {status}, {err!r}")
    expect(not os.path.exists(trace_path("none")), "a file is left")
