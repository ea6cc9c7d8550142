# SPDX-License-Identifier: Apache-2.0
"""Requirement F3 for any static AArch64 Linux program: perf and the summary also name the functions of a position
independent one, which is moved when it is loaded."""

import json
import os
import re
import subprocess

from helpers import BUILD, Scratch, cross_compile, equal, expect, needed, run
from perf_tools import perf

SIM = f"{BUILD}/base/spu-sim"
PLUGIN = f"{BUILD}/lib/spe_trace_plugin.so"
# Two loops, which run only with the expected arguments.
LOOPS = r"""
#include <stdlib.h>
#include <string.h>
static volatile long sums[2];
__attribute__((noinline)) static void add_up(volatile long *sum, long count)
{
  for (long i = 0; i < count; i++) {
    *sum += i;
  }
}
__attribute__((noinline)) static void mix(volatile long *sum)
{
  for (long i = 0; i < 150000; i++) {
    *sum ^= i;
  }
}
int main(int argc, char **argv)
{
  if (argc != 3 || strcmp(argv[1], "count") != 0) {
    return 9;
  }
  mix(&sums[0]);
  add_up(&sums[1], atol(argv[2]));
  return 0;
}
"""
# No C library.
FREESTANDING = r"""
__attribute__((noinline)) void spin(volatile long *sum)
{
  for (long i = 0; i < ROUNDS; i++) {
    *sum += i;
  }
}
__attribute__((used)) void begin(void)
{
  long sum = 0;
  spin(&sum);
  register long number __asm__("x8") = 93;
  register long status __asm__("x0") = 0;
  __asm__ volatile("svc 0" : : "r"(number), "r"(status));
}
__asm__(".globl _start\n_start: bl begin");
"""
PIE = ("-static-pie",)
scratch = Scratch("position-independent-")


def build(name, source, *options):
    return cross_compile(source, os.path.join(scratch.name, name), *options)


def simulate(path, *options):
    """(status, stderr, directory of the results)."""
    for made in (SIM, PLUGIN):
        needed(made, "make sim")
    out = path + ".sim"
    status, _, err = run(SIM, "--stimulus", "program", "--plugin", PLUGIN, "--workload", path, "--interval", "1024",
                         "--out", out, *options)
    return status, err.decode(errors="replace"), out


def simulated(path, *options):
    status, err, out = simulate(path, *options)
    expect(status == 0, f"spu-sim: status {status}: {err}")
    return out


def summary(out):
    """{function: (executed, samples)} of report.json."""
    with open(f"{out}/report.json", encoding="utf-8") as file:
        return {entry["name"]: (entry["executed"], entry["samples"]) for entry in json.load(file)["functions"]}


def perf_counts(out):
    """{(function, program): samples} from perf; the function is None without a name."""
    counts = {}
    for line in perf("script", "--itrace=i1i", "-F", "ip,sym,dso", "-i", f"{out}/perf.data"):
        match = re.fullmatch(r"\s*[0-9a-f]+ (.*) \((.*)\)", line)
        expect(match, f"not a sample: {line!r}")
        found = (None if match[1] == "[unknown]" else match[1], match[2])
        counts[found] = counts.get(found, 0) + 1
    return counts


def check_named(path, out, *functions):
    """Nearly all samples are in these functions, and perf and the summary have the same number of each."""
    named = summary(out)
    seen = perf_counts(out)
    total = sum(seen.values())
    for function in functions:
        expect(named.get(function, (0, 0))[1] > 100, f"the summary does not name {function}: {named}")
        equal(seen.get((function, path)), named[function][1], f"samples that perf finds in {function}")
    share = sum(named[function][1] for function in functions) / total
    expect(share > 0.9, f"{', '.join(functions)} have only {share:.2f} of the samples: {named}")
    return named


def test_functions_of_a_moved_program_are_named():
    path = build("moved", LOOPS, *PIE)
    named = check_named(path, simulated(path, "--args", "count 150000"), "add_up", "mix")
    for function in ("add_up", "mix"):
        expect(named[function][0] >= 4 * 150000, f"{function}: only {named[function][0]} operations in 150000 rounds")


def test_program_with_fixed_addresses_stays_in_place():
    path = build("fixed", LOOPS, "-static", "-no-pie")
    check_named(path, simulated(path, "--args", "count 150000"), "add_up", "mix")


def test_code_away_from_the_start_of_the_file_is_named():
    """The executable segment's address is not its offset in the file."""
    path = build("away", FREESTANDING, *PIE, "-nostdlib", "-DROUNDS=150000", "-Wl,--section-start=.text=0x350000")
    headers = subprocess.run(["aarch64-linux-gnu-readelf", "-lW", path], capture_output=True, text=True, check=True)
    segments = re.findall(r"LOAD +0x(\w+) 0x(\w+) .* R E ", headers.stdout)
    expect(any(int(offset, 16) != int(address, 16) for offset, address in segments), headers.stdout)
    check_named(path, simulated(path), "spin")


def test_arguments_reach_the_program():
    path = build("arguments", LOOPS, *PIE)
    less, more = (summary(simulated(path, "--args", f"count {count}"))["add_up"][0] for count in (20000, 40000))
    expect(more > less, f"{more} operations in 40000 rounds, {less} in 20000")
    equal((more - less) % 20000, 0, "remainder of the operations of 20000 more rounds")


def test_program_without_symbols_is_profiled():
    path = build("stripped", LOOPS, *PIE, "-s")
    out = simulated(path, "--args", "count 150000")
    equal(list(summary(out)), ["[unknown]"], "functions of a program without symbols")
    seen = perf_counts(out)
    equal(sum(seen.values()), summary(out)["[unknown]"][1], "samples in perf")


def test_program_too_short_for_a_sample_fails():
    path = build("short", FREESTANDING, *PIE, "-nostdlib", "-DROUNDS=1")
    status, err, out = simulate(path)
    equal((status, err), (1, "spu-sim: no record was written: nothing was tested\n"), "end without a sample")
    equal(os.listdir(out), [], "files left")


def test_dynamic_program_or_library_is_refused():
    dynamic = build("dynamic", LOOPS, "-pie", "-fPIE")
    library = build("library", LOOPS, "-shared", "-fPIC", "-nostdlib")
    cause = {dynamic: "dynamically linked; link it with -static",
             library: "position independent or a shared library; link it with -static -no-pie"}
    for path, words in cause.items():
        status, err, out = simulate(path)
        equal((status, err), (2, f"spu-sim: {path}: {words}\n"), "end of the simulation")
        equal(os.listdir(out) if os.path.isdir(out) else [], [], "files left")
