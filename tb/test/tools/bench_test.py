# SPDX-License-Identifier: Apache-2.0
"""scripts/bench.py and spu-bench: what wrong use is told, what is measured and remembered, that a comparison runs both
commits' simulators and leaves the checkout alone, and that docs/speed.md shows what its history has. Nothing here
depends on how fast anything is."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from benchmark import compare, machine, plot, rates, report
from helpers import BUILD, equal, expect, needed

SCRIPT = os.path.abspath("scripts/bench.py")
BENCH = os.path.abspath(f"{BUILD}/base/spu-bench")
DEMO, PLUGIN = os.path.abspath(f"{BUILD}/workload/demo"), os.path.abspath(f"{BUILD}/lib/spe_trace_plugin.so")
TRACE = os.path.abspath(f"{BUILD}/workload/demo.trace")
DOCUMENT, PUBLISHED = "docs/speed.md", "docs/speed.jsonl"
# Not what the make that runs this test was told; and no name or hook of the user's git.
ENVIRONMENT = {**compare.clean(os.environ), "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
               "GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@x", "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@x"}


def call(*command, cwd=None):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False,
                          cwd=cwd, env=ENVIRONMENT)


def bench(*arguments, cwd=None):
    return call(sys.executable, SCRIPT, *arguments, cwd=cwd)


def refused(result, cause):
    """Status 2 and one line."""
    equal(result.returncode, 2, f"status ({result.stderr.strip()})")
    equal(result.stdout, "", "stdout")
    equal(result.stderr.count("\n"), 1, f"lines of {result.stderr!r}")
    expect(cause in result.stderr, f"`{cause}` is not in {result.stderr!r}")


def write(path, text, executable=False):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if executable:
        os.chmod(path, 0o755)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rates_line(config="base", commit="aaaaaaaaaaaa", rate=400_000, cpu="Fast", loaded=False):
    """A line of the history."""
    both = {clock: {"median": rate, "best": rate * 1.1} for clock in rates.CLOCKS}
    ratio = {clock: 0.5 for clock in rates.CLOCKS}
    stimulus = {"pins": both, "unchecked": both, "lockstep": both, "lockstep_unchecked": ratio, "lockstep_pins": ratio}
    return {"kind": "rates", "config": config, "commit": commit, "dirty": False, "date": "2026-01-02T03:04:05+00:00",
            "machine": {"cpu": cpu, "cores": 2}, "compiler": "C 1", "verilator": "5.0", "random": stimulus,
            "program": stimulus, "model_operations": both, "waited": 0.0, "loaded": loaded}


# ---------------------------------------------------------------------------------------------------------
# Arithmetic


def test_ratio_compares_neighbouring_runs():
    new = [rates.Run(work=100, cpu=1, wall=2), rates.Run(work=100, cpu=10, wall=10), rates.Run(work=100, cpu=2, wall=4)]
    old = [rates.Run(work=100, cpu=2, wall=2), rates.Run(work=100, cpu=20, wall=30), rates.Run(work=200, cpu=4, wall=8)]
    equal(rates.ratios(new, old), {"cpu": {"best": 2.0, "median": 2.0}, "wall": {"best": 1.0, "median": 1.0}}, "ratios")


def test_summary_is_median_and_best():
    runs = [rates.Run(work=100, cpu=seconds, wall=2 * seconds) for seconds in (4, 1, 2)]
    equal(rates.summary(runs), {"cpu": {"median": 50.0, "best": 100.0}, "wall": {"median": 25.0, "best": 50.0}}, "summary")
    equal(rates.waited(runs), 1.0, "waited")


def test_compilers_of_a_program_are_named_once():
    dump = ("\nString dump of section '.comment':\n  [     0]  GCC: (Debian 12.2.0-14) 12.2.0\n"
            "  [    2f]  Debian clang version 14.0.6\n  [    4b]  GCC: (Debian 12.2.0-14) 12.2.0\n")
    equal(machine.compilers(dump), "GCC: (Debian 12.2.0-14) 12.2.0, Debian clang version 14.0.6", "compilers")
    equal(machine.compilers(""), "unknown", "compilers of nothing")


def test_other_build_gets_no_variable_of_our_make():
    passed = compare.clean({"PATH": "p", "COMPARE": "x", "B": "b", "CYCLES": "5", "MAKELEVEL": "1", "MFLAGS": "-j",
                            "SPU_LOCK": "/x", "MAKEFLAGS": " -j2 --jobserver-auth=3,4 -- COMPARE=x B=b CYCLES=5"})
    equal(passed, {"PATH": "p"}, "environment")


# ---------------------------------------------------------------------------------------------------------
# What is shown


def test_table_has_the_newest_figures():
    lines = [rates_line(rate=100_000), rates_line("wide", rate=200_000), rates_line(rate=300_000, commit="bbbbbbbbbbbb")]
    newest = report.newest(lines, "rates")
    equal([(line["config"], line["random"]["pins"]["cpu"]["median"]) for line in newest],
          [("base", 300_000), ("wide", 200_000)], "newest")
    text = "\n".join(report.document(lines, "x"))
    expect("| `base` | random | 300 k | 300 k | 300 k | 0.50 | 0.50 | 300 k | 300 k |" in text, text)
    expect("wide: commit aaaaaaaaaaaa, Fast, 2 processors, C 1, Verilator 5.0, 2026-01-02." in text, text)


def test_loaded_machine_shows_no_wall_clock():
    row = report.rates_rows(rates_line(loaded=True))[0]
    expect(row[report.RATES_HEAD.index("lockstep, wall clock")] == "loaded", row)
    expect("on a loaded machine" in report.origin([rates_line(loaded=True)])[0], "origin")


def test_drawing_has_one_machine():
    lines = [rates_line(cpu="Slow", rate=1), rates_line(), rates_line(commit="bbbbbbbbbbbb"), rates_line("wide")]
    drawing = plot.draw(lines, "x")
    expect("1 of other machines left out" in drawing and "Slow" not in drawing, drawing[-600:])
    equal(drawing.count("<circle"), 3 * 3, "dots: panels x lines")
    equal(drawing.count("<polyline"), 3, "lines: only base has two commits")
    expect(drawing.startswith("<svg") and drawing.endswith("</svg>\n"), "no whole drawing")


def test_empty_history_is_refused():
    with tempfile.TemporaryDirectory() as directory:
        path = f"{directory}/history.jsonl"
        for what in ("--table", "--plot"):
            refused(bench(what, "--history", path), f"{path}: No such file")
        write(path, "{}\n")
        refused(bench("--table", "--history", path), f"{path}: nothing measured")
        refused(bench("--plot", "--history", path, "--build", directory), f"{path}: no rates")
        write(path, "rubbish\n")
        refused(bench("--table", "--history", path), f"{path}: not lines of JSON")
        equal(os.listdir(directory), ["history.jsonl"], "files")


def test_document_is_changed_between_its_marks_only():
    with tempfile.TemporaryDirectory() as directory:
        write(f"{directory}/history.jsonl", json.dumps(rates_line()) + "\n")
        write(f"{directory}/doc.md", "text\n")
        show = ("--table", "--history", f"{directory}/history.jsonl", "--into", f"{directory}/doc.md")
        refused(bench(*show), "doc.md: no lines")
        equal(read(f"{directory}/doc.md"), "text\n", "document")
        write(f"{directory}/doc.md", f"a\n{report.BEGIN}\nold\n{report.END}\nb\n")
        equal(bench(*show).returncode, 0, "status")
        text = read(f"{directory}/doc.md")
        expect(text.startswith(f"a\n{report.BEGIN}\n| configuration ") and text.endswith(f".\n{report.END}\nb\n"), text)


def test_document_shows_the_figures_of_its_history():
    """docs/speed.md has what `scripts/bench.py --table` makes of the lines committed with it."""
    result = bench("--table", "--history", PUBLISHED)
    equal(result.returncode, 0, f"status ({result.stderr})")
    shown = read(DOCUMENT).partition(report.BEGIN + "\n")[2].partition(report.END)[0]
    equal(shown, result.stdout, f"{DOCUMENT}; `scripts/bench.py --table --history {PUBLISHED} --into {DOCUMENT}` makes it")


# ---------------------------------------------------------------------------------------------------------
# Another commit, with simulators that are small scripts

SIMULATOR = """#!/usr/bin/env python3
import json, os, sys
arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
out = arguments["--out"]
os.makedirs(out)
with open(out + "/records.spe", "w") as file:
    file.write("{records}" + arguments["--seed"])
with open(out + "/report.json", "w") as file:
    json.dump(dict(cycles=int(arguments["--cycles"])), file)
with open("{log}", "a") as file:
    file.write("{name} " + arguments["--stimulus"] + "\\n")
sys.exit({status})
"""
MAKEFILE = """SIMS := build
build/%/spu-sim: sim.py
\t@mkdir -p $(@D) && echo $* >>{built} && cp $< $@
ready:
\t@false
build/base/spu-sim build/wide/spu-sim: | ready
"""


class Checkout:
    """A repository of two commits: the first without `wide`, the second checked out and built."""

    def __init__(self, directory, old_status=0, new_records="same"):
        self.tree, self.log = f"{directory}/tree", f"{directory}/log"
        for path in ("rtl/files.f", "rtl/data/configurations.toml"):
            write(f"{self.tree}/{path}", read(path))
        write(f"{self.tree}/.gitignore", "/build/\n")
        write(f"{self.tree}/Makefile", MAKEFILE.format(built=f"{directory}/built"))
        self.git("init", "-q")
        self.commit("base other", "old", "same", old_status)
        self.commit("base wide", "new", new_records, 0)
        for config in ("base", "wide"):
            write(f"{self.tree}/build/{config}/spu-sim", read(f"{self.tree}/sim.py"), True)

    def git(self, *arguments):
        result = call("git", *arguments, cwd=self.tree)
        expect(result.returncode == 0, f"git {arguments}: {result.stderr}")
        return result.stdout

    def commit(self, configs, name, records, status):
        write(f"{self.tree}/scripts/configs.py", f"print('{configs}')\n")
        write(f"{self.tree}/sim.py", SIMULATOR.format(name=name, records=records, status=status, log=self.log), True)
        self.git("add", "-A")
        self.git("commit", "-qm", name)

    def bench(self, *arguments):
        return bench("--compare", "HEAD~1", "--rounds", "3", "--cycles", "1000", "--seed", "7", *arguments, cwd=self.tree)

    def history(self):
        return [json.loads(line) for line in read(f"{self.tree}/build/bench/history.jsonl").splitlines()]


def test_comparison_alternates_and_leaves_the_checkout_alone():
    with tempfile.TemporaryDirectory() as directory:
        checkout = Checkout(directory)
        before = checkout.git("rev-parse", "HEAD"), checkout.git("branch", "--list"), checkout.git("worktree", "list")
        result = checkout.bench("--configs", "base,wide")
        equal(result.returncode, 0, f"status ({result.stderr})")
        equal(read(checkout.log).split(), ["new", "random", "old", "random", "old", "random", "new", "random", "new",
                                           "random", "old", "random"], "order of the runs")
        short = checkout.git("rev-parse", "HEAD~1")[:12]
        expect(re.search(rf"^wide .* not in {short}$", result.stdout, re.M), result.stdout)
        expect(re.search(r"^base .* same$", result.stdout, re.M), result.stdout)
        line, = checkout.history()
        equal((line["kind"], line["config"], line["against"], line["clocks"], line["seed"], line["rounds"], line["dirty"],
               line["records_same"]), ("compare", "base", short, 1000, 7, 3, False, True), "line of the history")
        equal(sorted(line["ratio"]), ["cpu", "wall"], "ratios")
        after = checkout.git("rev-parse", "HEAD"), checkout.git("branch", "--list"), checkout.git("worktree", "list")
        equal(after, before, "the repository")
        equal(checkout.git("status", "--porcelain"), "", "changes of the checkout")


def test_simulator_of_a_commit_is_built_once():
    with tempfile.TemporaryDirectory() as directory:
        checkout = Checkout(directory)
        for _ in range(2):
            equal(checkout.bench().returncode, 0, "status")
        equal(read(f"{directory}/built"), "base\n", "builds")
        equal(len(checkout.history()), 2, "lines of the history")


def test_different_records_are_reported():
    with tempfile.TemporaryDirectory() as directory:
        result = Checkout(directory, new_records="other").bench()
        expect(result.returncode == 0 and re.search(r"^base .* differ$", result.stdout, re.M), repr(result))


def test_mismatch_has_no_rate():
    with tempfile.TemporaryDirectory() as directory:
        checkout = Checkout(directory, old_status=1)
        result = checkout.bench()
        equal(result.returncode, 1, f"status ({result.stderr})")
        expect(re.fullmatch(r"bench\.py: base: mismatch in [0-9a-f]{12}; \S+base-other\.log\n", result.stderr),
               repr(result.stderr))
        expect(not os.path.exists(f"{checkout.tree}/build/bench/history.jsonl"), "a line of the history")


def test_failing_simulator_has_no_rate():
    with tempfile.TemporaryDirectory() as directory:
        refused(Checkout(directory, old_status=2).bench(), "spu-sim: ended with status 2; ")


def test_wrong_commit_is_refused():
    with tempfile.TemporaryDirectory() as directory:
        checkout = Checkout(directory)
        for commit in ("nope", "--help", "HEAD:sim.py", "HEAD~9"):
            for more in ([], ["--check"]):
                refused(bench(f"--compare={commit}", *more, cwd=checkout.tree), f"COMPARE={commit}: no such commit")
        expect(not os.path.exists(f"{checkout.tree}/build/bench"), "something was written")
        refused(checkout.bench("--configs", "wide"), "has none of the configurations wide")
        write(f"{checkout.tree}/Makefile", "all:\n")
        checkout.git("commit", "-qam", "without a rule")
        checkout.git("commit", "-q", "--allow-empty", "-m", "top")
        refused(checkout.bench(), "does not build: make: *** No rule")


def test_wrong_use_is_refused():
    refused(bench("--configs", "huge"), "no configuration huge (there are: base ")
    refused(bench("--configs", ""), "no configuration is chosen")
    refused(bench("--rounds", "0"), "--rounds: '0' is not a number above 0")
    refused(bench("--cycles", "x"), "--cycles: 'x' is not a number above 0")
    refused(bench("--into", "x"), "--into: goes with --table")
    refused(bench("--table", "--plot"), "not allowed with")
    refused(bench("stray"), "stray")
    with tempfile.TemporaryDirectory() as directory:
        refused(bench("--build", directory), f"{directory}/base/spu-bench: No such file or directory; make bench builds")


# ---------------------------------------------------------------------------------------------------------
# spu-bench


def measured(directory, *arguments):
    return call(needed(BENCH, "make bench"), "--out", f"{directory}/out", *arguments)


def test_wrong_use_of_spu_bench_is_refused():
    with tempfile.TemporaryDirectory() as directory:
        write(f"{directory}/text", "not a trace")
        for arguments, cause in ((["--nonsense"], "--nonsense"), (["--cycles"], "--cycles"), (["stray"], "stray"),
                                 (["--cycles", "0"], "--cycles 0: not a number from 1 to 1000000"),
                                 (["--cycles", "1000001"], "--cycles 1000001"), (["--cycles", "-1"], "--cycles -1"),
                                 (["--seed", "0"], "--seed 0: not a number from 1"),
                                 (["--repetitions", "100"], "--repetitions 100: not a number from 1 to 99"),
                                 (["--repetitions", "1x"], "--repetitions 1x"),
                                 (["--trace", f"{directory}/missing"], f"{directory}/missing: No such file"),
                                 (["--trace", f"{directory}/text"], f"{directory}/text"),
                                 (["--trace", "x", "--workload", DEMO], "not with --trace"),
                                 (["--plugin", PLUGIN], "--plugin: goes with --workload"),
                                 (["--workload", "/no/such/program", "--plugin", PLUGIN], "/no/such/program")):
            result = measured(directory, *arguments)
            refused(result, cause)
            expect(result.stderr.startswith("spu-bench: "), result.stderr)
            expect(not os.path.isdir(f"{directory}/out") or not os.listdir(f"{directory}/out"), "something was written")
        write(f"{directory}/file", "")
        refused(call(BENCH, "--out", f"{directory}/file/below"), f"{directory}/file")


def test_every_rate_is_measured():
    with tempfile.TemporaryDirectory() as directory:
        # With this seed the unit is reset several times, which the recorded inputs have to repeat.
        result = measured(directory, "--cycles", "30000", "--seed", "7", "--repetitions", "2", "--trace",
                          needed(TRACE, "make programs"))
        equal(result.returncode, 0, f"status ({result.stderr})")
        equal(os.listdir(f"{directory}/out"), ["bench-base.json"], "files")
        figures = json.loads(read(f"{directory}/out/bench-base.json"))
        equal((figures["config"], figures["cycles"], figures["seed"], figures["repetitions"]), ("base", 30000, 7, 2),
              "what was measured")
        both = [figures[stimulus][kind][clock] for stimulus in report.STIMULI for kind in plot.PANELS
                for clock in rates.CLOCKS] + [figures["model_operations"][clock] for clock in rates.CLOCKS]
        for rate in both:
            expect(0 < rate["median"] <= rate["best"], figures)
        for stimulus in report.STIMULI:
            for ratio in ("lockstep_unchecked", "lockstep_pins"):
                expect(all(figures[stimulus][ratio][clock] > 0 for clock in rates.CLOCKS), figures)
        for words in ("pins and evaluation", "unchecked", "lockstep / pins", "model    alone"):
            expect(words in result.stdout, f"{words!r} is not in {result.stdout!r}")


def test_measurement_is_remembered():
    """bench.py: a table, and a line of the history that says what was measured and on what."""
    with tempfile.TemporaryDirectory() as directory:
        os.makedirs(f"{directory}/base")
        shutil.copy(needed(BENCH, "make bench"), f"{directory}/base/spu-bench")
        result = bench("--build", directory, "--rounds", "1", "--cycles", "20000", "--trace",
                       needed(TRACE, "make programs"))
        equal(result.returncode, 0, f"status ({result.stderr})")
        line = json.loads(read(f"{directory}/bench/history.jsonl"))
        equal((line["kind"], line["config"], line["cycles"], line["repetitions"]), ("rates", "base", 20000, 1), "line")
        for key, pattern in (("date", r"\d{4}-\d\d-\d\dT[\d:]{8}\+00:00"), ("commit", r"[0-9a-f]{12}|none"),
                             ("compiler", r".*(GCC|clang).*"), ("verilator", r"\d\.\d+")):
            expect(re.fullmatch(pattern, line[key]), f"{key}: {line[key]!r}")
        expect(line["machine"]["cpu"] and line["machine"]["cores"] >= 1, line["machine"])
        expect(re.search(r"^base +random ", result.stdout, re.M), result.stdout)


def test_limit_of_load_is_the_same_everywhere():
    """A loaded machine is the same to bench.py and to spu-bench."""
    limit = re.search(r"^#define BENCH_LOADED (\S+)$", read("tb/tools/bench_report.h"), re.M)
    equal(float(limit[1]), rates.LOADED, "BENCH_LOADED")
