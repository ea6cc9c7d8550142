# SPDX-License-Identifier: Apache-2.0
"""make: two builds in one tree do not interfere, and nothing is built twice."""

import fcntl
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import release
import verilated
from helpers import BUILD, Scratch, call, read, write, write_program

# Without the variables of the make that runs this test.
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if not name.startswith(("MAKE", "MFLAGS", "SPU_", "BUILD"))}
TARGET = "build/bin/spu-config"  # three files, a table and a link
STEP = re.compile(r"  [A-Z]+ +(\S+)")
scratch = Scratch("make-", BUILD)


class Tree:
    """A copy of the tree with nothing built."""

    def __init__(self, prefix="tree-"):
        self.path = tempfile.mkdtemp(prefix=prefix, dir=os.path.abspath(scratch.name))
        for name in ("Makefile", "scripts", "rtl", "cmodel", "tb", "fpga", "docs"):
            (shutil.copytree if os.path.isdir(name) else shutil.copy)(name, f"{self.path}/{name}")

    def start(self, *arguments, environment=None):
        return subprocess.Popen(["make", *arguments], cwd=self.path, env={**ENVIRONMENT, **(environment or {})},
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                start_new_session=True)

    def make(self, *arguments, environment=None):
        """stdout and stderr of a make that must succeed within a minute."""
        return finish(self.start(*arguments, environment=environment))

    def hold(self):
        """The lock of another make."""
        os.makedirs(f"{self.path}/build", exist_ok=True)
        lock = open(f"{self.path}/build/.lock", "w", encoding="utf-8")
        fcntl.flock(lock, fcntl.LOCK_EX)
        return lock


def made_by(out):
    """The files of the steps in the output of make."""
    lines = [line for line in out.splitlines() if not line.endswith(" is up to date.")]
    steps = [(STEP.match(line), line) for line in lines]
    assert all(step for step, _ in steps), f"lines that are no steps: {[line for step, line in steps if not step]}"
    return [step[1] for step, _ in steps]


def finish(process):
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        assert False, f"make did not end: {out}{err}"
    assert process.returncode == 0, f"status ({out}{err})"
    return out, err


def test_two_makes_build_everything_once():
    tree = Tree()
    first = tree.start(TARGET)
    begun = first.stdout.readline()
    second = tree.start(TARGET)
    out = [begun + finish(first)[0], finish(second)[0]]
    made = made_by("".join(out))
    assert len(made) == len(set(made)), f"files made twice: {out}"
    assert "cmodel/config.c" in made and os.path.exists(f"{tree.path}/{TARGET}")


def test_path_of_the_tree_may_have_blanks():
    """Verilator's own makefile refuses it, so the tree's compiles the sources that Verilator writes."""
    tree = Tree("tree of mine ")
    tree.make(TARGET, "build/small/obj/groups")
    assert os.path.exists(f"{tree.path}/{TARGET}") and glob.glob(f"{tree.path}/build/small/obj/fast*.cpp")


def test_second_make_reports_that_it_waits():
    tree = Tree()
    with tree.hold():
        process = tree.start(TARGET)
        line = process.stderr.readline()
        assert line.startswith("make: waiting for another make in this tree")
        assert not os.path.exists(f"{tree.path}/build/bin")
    finish(process)


def test_unwritable_tree_is_reported_in_one_line():
    tree = Tree()
    os.makedirs(f"{tree.path}/build/.lock")  # root may write everywhere
    process = tree.start(TARGET)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err.count("\n"), "build/.lock: cannot be written" in err) == (2, 1, True)


def test_waveform_stays_until_another_run_has_begun():
    tree = Tree()
    simulator, waveform = f"{tree.path}/build/base/spu-sim", f"{tree.path}/build/waves/waves.fst"
    for path in (simulator, waveform):
        os.makedirs(os.path.dirname(path))
    write_program(simulator, '#!/bin/sh\n[ "$FAKE" ] || { echo "spu-sim: no scenario typo" >&2; exit 2; }\n')
    write_program(f"{tree.path}/scripts/setup.sh", "#!/bin/sh\n")
    write(waveform, "old")
    for fake, words in (("", "spu-sim: no scenario typo\n"),
                        ("ok", "make waves: no waveform: FROM=99999 is after the end of the run\n")):
        process = tree.start("-o", "build/base/spu-sim", "waves", "STIMULUS=random", "FROM=99999",
                             environment={"FAKE": fake})
        _, err = process.communicate(timeout=60)
        assert process.returncode == 2 and err.startswith(words) and "gtkw" not in err
        assert read(waveform) == "old"


def test_another_verilator_is_noticed():
    """make looks up the version each time, because the objects of the runtime depend on it."""
    tree = Tree()
    version = "build/verilator/version"
    os.makedirs(f"{tree.path}/bin")
    write_program(f"{tree.path}/bin/verilator", "#!/bin/bash\ncat number\n")
    for number in ("Verilator 5.006", "Verilator 5.048"):
        write(f"{tree.path}/number", number)
        tree.make(version, environment={"PATH": f"{tree.path}/bin:{os.environ['PATH']}"})
        assert read(f"{tree.path}/{version}").startswith(number)


def test_make_that_writes_nothing_does_not_wait():
    tree = Tree()
    with tree.hold():
        tree.make("help")
        tree.make("-n", TARGET)


def test_make_within_a_make_does_not_wait():
    tree = Tree()
    with tree.hold():
        out, _ = tree.make(TARGET, environment={"SPU_LOCK": f"{tree.path}/build"})
    assert "  CC " in out


def test_killed_make_leaves_no_lock():
    # The processes started here would inherit an ignored SIGINT, for example if this runs in the background.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGINT, signal.SIGKILL):
        tree = Tree()
        process = tree.start(TARGET)
        process.stdout.readline()
        os.killpg(process.pid, number)
        process.communicate(timeout=60)
        assert process.returncode != 0
        tree.make(TARGET)


def test_clean_keeps_the_lock_and_nothing_else():
    tree = Tree()
    tree.make(TARGET)
    tree.make("clean")
    assert os.listdir(f"{tree.path}/build") == [".lock"]


def test_finished_build_makes_nothing():
    tree = Tree()
    tree.make(TARGET)
    assert made_by(tree.make(TARGET)[0]) == []
    os.utime(f"{tree.path}/cmodel/config.c")
    out, _ = tree.make(TARGET)
    assert made_by(out) == ["cmodel/config.c", TARGET]


def test_verilated_files_are_compiled_once():
    """Every C++ file of Verilator is in exactly one group, and the runtime in none."""
    directories = [os.path.dirname(path) for path in glob.glob(f"{BUILD}/*/obj/groups")]
    assert directories
    for directory in directories:
        included = [name for path in glob.glob(f"{directory}/[a-z]*[0-9].cpp")
                    for name in re.findall(r'#include "(.*)"', read(path))]
        listed = {os.path.basename(path) for path in glob.glob(f"{directory}/Vtb_top*.cpp")}
        assert sorted(included) == sorted(listed), f"files of {directory}"
        assert not glob.glob(f"{directory}/verilated*.o")


def test_groups_have_similar_sizes():
    groups = verilated.grouped([(5, "a"), (9, "b"), (3, "c"), (6, "d")], 2)
    assert groups == [["b", "c"], ["d", "a"]]


def test_release_runs_existing_targets():
    targets = set(re.findall(r"^make (\S+)", call("make", env=ENVIRONMENT).stdout, re.M))
    assert {check.split()[0] for check in release.CHECKS} - targets == set()


def test_failed_check_fails_the_release():
    directory = tempfile.mkdtemp(dir=scratch.name)
    write_program(f"{directory}/make", '#!/bin/bash\n[ "$1" != vectors ]\n')
    environment = {**ENVIRONMENT, "PATH": f"{directory}:{os.environ['PATH']}"}
    done = call(sys.executable, "scripts/release.py", "--build", directory, env=environment)
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[-2:]) == (1, ["failed: make vectors", f"{len(release.CHECKS) - 1} passed, 1 failed"])
    assert "make formal MUTANTS=1" in done.stdout
