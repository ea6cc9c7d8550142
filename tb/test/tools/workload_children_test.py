# SPDX-License-Identifier: Apache-2.0
"""Processes that a program forks, recorded and profiled with --children (what requirements D4 and D5 are profiled with): each
completely, with a context of its own, the same every time."""

import collections
import csv
import io
import itertools
import json
import os
import re
import shutil
import subprocess

from helpers import BUILD, Scratch, cross_compile, equal, expect, needed, not_done, run

SIM = f"{BUILD}/base/spu-sim"
SPE_TRACE = f"{BUILD}/bin/spe-trace"
SPE_DUMP = f"{BUILD}/bin/spe-dump"
PROGRAM_PID = 1000  # tb/tools/sim_source.h
SLICE = 20000       # tb/workload/trace_processes.h
# Two children, of which the first has one, too. Each waits for its own, so that no process depends on who is faster; how often
# pthread_join() looks for the end of the thread does, unless the word is "alone".
SOURCE = r"""
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile long sum;
#define WORK(name) __attribute__((noinline)) void name(void) { for (long i = 0; i < 5000; i++) { sum += i; } }
WORK(first) WORK(second) WORK(grandchild) WORK(own)
static void *in_thread(void *unused)
{
  grandchild();
  return unused;
}
int main(int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  int status = 0;
  if (fork() == 0) {
    first();
    for (int i = 0; strcmp(what, "long") == 0 && i < 9; i++) {
      first();
    }
    if (fork() == 0) {
      pthread_t thread;
      if (strcmp(what, "alone") == 0) {
        grandchild();
        _exit(0);
      }
      pthread_create(&thread, NULL, in_thread, NULL);
      pthread_join(thread, NULL);
      _exit(0);
    }
    wait(&status);
    _exit(4);
  }
  wait(&status);
  if (fork() == 0) {
    second();
    if (strcmp(what, "crash") == 0) {
      *(volatile int *)8 = 1;
    } else if (strcmp(what, "kill") == 0) {
      raise(SIGKILL);
    } else if (strcmp(what, "execute") == 0) {
      execl("/bin/true", "true", (char *)NULL);
    }
    _exit(5);
  }
  wait(&status);
  own();
  return WIFSIGNALED(status) ? 100 + WTERMSIG(status) : WEXITSTATUS(status);
}
"""
FUNCTIONS = {"own": 0, "first": 1, "grandchild": 2, "second": 3}  # and the process that executes it
scratch = Scratch("workload-children-")


def program():
    path = os.path.join(scratch.name, "program")
    return path if os.path.exists(path) else cross_compile(SOURCE, path, "-static", "-pthread", "-w")


def record(name, *arguments, options=("--children",), environment=None):
    return run(needed(SPE_TRACE, "make programs"), "record", "-o", os.path.join(scratch.name, name), *options, "--", program(),
               *arguments, environment=environment)


def printed(name, *options):
    """The operations of a trace: (process and thread, pc, opcode)."""
    status, out, err = run(SPE_TRACE, *options, os.path.join(scratch.name, name))
    equal(status, 0, f"status of printing {name} ({err!r})")
    return [line.split()[:3] for line in out.decode().splitlines()]


def recorded(name, *arguments, **keywords):
    status, _, err = record(name, *arguments, **keywords)
    equal(status, 0, f"status of recording ({err!r})")
    return printed(name, *keywords.get("options", ("--children",))[:1])


def executed(operations):
    """{function: {process: how many of its operations}}."""
    out = subprocess.run(["aarch64-linux-gnu-nm", "-S", program()], capture_output=True, text=True, check=True).stdout
    places = {name: (int(start, 16), int(start, 16) + int(size, 16)) for start, size, name in
              re.findall(r"(?m)^(\w+) (\w+) T (\w+)$", out) if name in FUNCTIONS}
    counts = {name: collections.Counter() for name in FUNCTIONS}
    for whose, pc, _ in operations:
        for name, (start, end) in places.items():
            if start <= int(pc, 16) < end:
                counts[name][int(whose.split(".")[0])] += 1
    return counts


def test_each_process_is_recorded_to_its_end():
    for what in ("", "crash", "kill", "execute"):
        counts = executed(recorded(f"ends-{what}", what))
        equal({name: list(count) for name, count in counts.items()}, {name: [process] for name, process in FUNCTIONS.items()},
              f"processes that execute each function ({what})")
        sizes = {count[FUNCTIONS[name]] for name, count in counts.items()}
        equal(len(sizes), 1, f"different numbers of operations of the same work ({what}: {counts})")
        expect(min(sizes) > 20000, counts)


def test_thread_of_a_process_is_its_own():
    operations = recorded("threads")
    equal(sorted({whose for whose, _, _ in operations}), ["0.0", "1.0", "2.0", "2.1", "3.0"], "processes and threads")


def test_program_alone_is_recorded_without_being_asked():
    with_children = recorded("with")
    alone = recorded("alone", options=())
    own = [[whose.split(".")[1], *rest] for whose, *rest in with_children if whose.startswith("0.")]
    # A process that waits may be interrupted before or after its child has ended; its operations are the same here.
    equal(len(own), len(alone), "operations of the program itself")
    expect(own == alone, "operations of the program itself differ")


def test_processes_take_turns_after_their_fork():
    turns = [(whose, len(list(group))) for whose, group in itertools.groupby(whose.split(".")[0] for whose, _, _ in recorded("turns"))]
    order = list(dict.fromkeys(whose for whose, _ in turns))
    expect(order[0] == "0" and order.index("1") < order.index("2"), f"a process before its parent: {turns}")
    left = collections.Counter()
    for whose, size in turns:
        left[whose] += size
    for number, (whose, size) in enumerate(turns):  # a turn is cut short only by the end of its process
        left[whose] -= size
        expect(size == SLICE or left[whose] == 0 or size % SLICE == 0, f"turn {number} of {turns}")
    expect(len(turns) >= 6, f"turns {turns}")


def test_same_program_gives_the_same_traces():
    for name in ("first", "second"):
        recorded(name, "alone")
    with open(f"{scratch.name}/first", "rb") as first, open(f"{scratch.name}/second", "rb") as second:
        expect(first.read() == second.read(), "two recordings differ")


def simulate(name, *options):
    out = os.path.join(scratch.name, name)
    status, text, err = run(needed(SIM, "make sim"), "--workload", program(), "--interval", "256", "--out", out, *options)
    equal(status, 0, f"status of spu-sim ({err!r})")
    with open(f"{out}/report.json", encoding="utf-8") as file:
        report = json.load(file)
    with open(f"{out}/records.spe", "rb") as file:
        return out, report, text.decode(), file.read()


def test_records_have_the_context_of_their_process():
    out, report, text, _ = simulate("sim", "--children")
    equal((report["processes"], report["mismatches"], report["exit_status"]), (4, 0, 5), "processes, mismatches, status")
    expect("  of 4 processes\n" in text and "the workload exited with status 5\n" in text, text)
    status, dumped, err = run(SPE_DUMP, "--csv", "--elf", program(), f"{out}/perf.data")
    equal(status, 0, f"status of spe-dump ({err!r})")
    listed = list(csv.DictReader(io.StringIO(dumped.decode())))
    for name, process in FUNCTIONS.items():
        rows = [row for row in listed if row["symbol"].partition("+")[0] == name]
        equal({int(row["context_el1"], 0) for row in rows}, {PROGRAM_PID + process}, f"contexts of {name}")
        expect(len(rows) > 100, f"{name}: {len(rows)} records")


def test_perf_sees_a_thread_for_each_process():
    if not shutil.which("perf"):
        not_done("no perf on this machine")
    out, _, _, _ = simulate("perf", "--children")
    text = subprocess.run(["perf", "script", "--itrace=i1i", "-F", "tid,ip,sym", "-i", f"{out}/perf.data"], capture_output=True,
                          text=True, check=True).stdout
    found = {(int(tid), name) for tid, name in re.findall(r"(?m)^\s*(\d+)\s+\w+\s+(\w+)", text) if name in FUNCTIONS}
    equal(found, {(PROGRAM_PID + process, name) for name, process in FUNCTIONS.items()}, "threads and functions that perf sees")


def test_trace_of_processes_has_the_same_records():
    recorded("replayed", "alone")
    _, _, _, live = simulate("live", "--children", "--args", "alone")
    _, report, _, again = simulate("again", "--children", "--trace", f"{scratch.name}/replayed")
    expect(live == again and report["processes"] == 4, "other records from the trace")


def test_trace_of_processes_needs_to_be_asked_for():
    recorded("unasked")
    trace = f"{scratch.name}/unasked"
    words = f"{trace}: a trace of several processes: --children reads it\n"
    status, _, err = run(SPE_TRACE, trace)
    expect(status == 2 and err.decode() == f"spe-trace: {words}", f"spe-trace: status {status}, {err!r}")
    status, _, err = run(SIM, "--workload", program(), "--trace", trace, "--out", f"{scratch.name}/refused")
    expect(status == 2 and err.decode() == f"spu-sim: {words}", f"spu-sim: status {status}, {err!r}")
    expect(not os.listdir(f"{scratch.name}/refused"), "files are left")


def test_what_cannot_be_recorded_leaves_nothing():
    place = os.path.join(scratch.name, "place")
    os.makedirs(place)
    environment = {**os.environ, "TMPDIR": place}
    status, _, err = record("tidy", environment=environment)
    equal((status, os.listdir(place)), (0, []), f"status and what is left in TMPDIR ({err!r})")
    status, _, err = record("nowhere", environment={**os.environ, "TMPDIR": f"{place}/missing"})
    expect(status == 2 and err.count(b"\n") == 1 and f"{place}/missing/openspu-".encode() in err and b"No such file" in err,
           f"status {status}, {err!r}")
    status, _, err = record("refused", options=("--children", "--cpu", "none"))
    expect(status == 2 and b"none" in err, f"status {status}, {err!r}")
    status, _, err = run(SIM, "--workload", program(), "--children", "--cpu", "none", "--out", f"{scratch.name}/none")
    expect(status == 2 and b"before anything was recorded" in err, f"status {status}, {err!r}")
    expect(not [name for name in os.listdir(scratch.name) if name.startswith(("nowhere", "refused."))], os.listdir(scratch.name))
    status, _, err = run(SIM, "--stimulus", "random", "--children")
    expect(status == 2 and b"--children (CHILDREN=): only with --stimulus program" in err, f"status {status}, {err!r}")


def test_limit_is_for_each_process():
    # The C library of Debian 13 takes more than 100,000 operations to start.
    operations = recorded("limited", "long", options=("--children", "--limit", "200000"))
    counts = collections.Counter(whose.split(".")[0] for whose, _, _ in operations)
    expect(counts["1"] == 200000 and max(counts.values()) <= 200000, counts)


def test_make_passes_it_on():
    command = ["make", "-n", "--no-print-directory", "sim", f"WORKLOAD={program()}"]
    environment = {**os.environ, "MAKEFLAGS": ""}
    for words, given in (([], False), (["CHILDREN=1"], True)):
        out = subprocess.run([*command, *words], capture_output=True, text=True, check=True, env=environment).stdout
        equal("--children" in out.splitlines()[-1], given, f"--children with {words}")
