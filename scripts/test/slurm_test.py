# SPDX-License-Identifier: Apache-2.0
"""Regressions through Slurm (make release), on a cluster of this machine alone.

munged, slurmctld and slurmd have their own configuration, key, sockets and state, on free ports, without systemd,
cgroups and /etc/slurm. Needs root and Debian's package slurm-wlm.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time

import pytest

import helpers
from regress_bench import PROFILE, bench  # pylint: disable=unused-import

NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "sinfo")
ARRAY = 4  # MaxArraySize: the indices of an array are below it
CONFIGURATION = """ClusterName=openspu
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmdPort={node_port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={root}/munge.socket
CredType=cred/munge
StateSaveLocation={root}/state
SlurmdSpoolDir={root}/spool
SlurmctldPidFile={root}/slurmctld.pid
SlurmdPidFile={root}/slurmd.pid
SlurmctldLogFile={root}/slurmctld.log
SlurmdLogFile={root}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
MaxArraySize={array}
KillWait=2
JobRequeue=0
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=60 State=UP
"""


def output_of(*command):
    """The output of a command; empty if it fails."""
    done = helpers.call(*command)
    return done.stdout if done.returncode == 0 else ""


def wait_for(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"no {what} after {seconds} s"
        time.sleep(0.1)


@pytest.fixture(scope="module", autouse=True)
def cluster(tmp_path_factory):
    helpers.for_release()
    os.environ["PATH"] += ":/usr/sbin"  # where the daemons are
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing or os.getuid() != 0:
        helpers.not_done(f"needs {f'{missing[0]} (Debian: slurm-wlm)' if missing else 'root'}")
    root = tmp_path_factory.mktemp("slurm")
    host = socket.gethostname().partition(".")[0]
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        port, node_port = one.getsockname()[1], other.getsockname()[1]
    for name in ("state", "spool"):
        (root / name).mkdir()
    (root / "slurm.conf").write_text(CONFIGURATION.format(root=root, host=host, port=port, node_port=node_port,
                                                          array=ARRAY, cpus=os.cpu_count()))
    (root / "munge.key").touch(0o600)
    (root / "munge.key").write_bytes(os.urandom(128))
    os.environ["SLURM_CONF"] = f"{root}/slurm.conf"
    with contextlib.ExitStack() as daemons:
        def start(*command):
            process = daemons.enter_context(subprocess.Popen(command, stdin=subprocess.DEVNULL))
            daemons.callback(process.terminate)

        start("munged", "--foreground", "--force", *(f"--{option}={root}/{name}" for option, name in (
            ("key-file", "munge.key"), ("socket", "munge.socket"), ("pid-file", "munged.pid"),
            ("log-file", "munged.log"), ("seed-file", "munge.seed"))))
        wait_for("munged", (root / "munge.socket").exists)
        start("slurmctld", "-D", "-i")
        start("slurmd", "-D")
        wait_for("idle node", lambda: "idle" in output_of("sinfo", "--noheader", "--format=%t"))
        yield
        output_of("scancel", "--user=root")
        wait_for("empty queue", lambda: not output_of("squeue", "--noheader"))


def comparable(results):
    """The results that do not depend on the machine."""
    def timeless(rows):
        return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]

    same = {name: results[name] for name in ("end", "runs", "passed", "failed", "not_run", "seeds", "configs",
                                             "profiles", "files", "injected", "coverage")}
    return {**same, **{name: timeless(results[name]) for name in ("jobs", "matrix", "failures")}}


def test_slurm_gives_the_results_of_this_machine(bench):
    bench.behave("[ $config.$seed != wide.2 ] || kill -9 $$")
    arguments = ("--seeds", "2", "--profiles", f"mixed,{PROFILE}")
    assert bench.run(*arguments).returncode == 1
    expected = comparable(bench.results())
    bench.out = f"{bench.root}/by_slurm"
    done = bench.run(*arguments, "--engine", "slurm")
    assert done.returncode == 1 and f": {ARRAY} tasks\n" in done.stdout, done
    assert comparable(bench.results()) == expected and (expected["passed"], expected["failed"]) == (6, 2)
    assert "ended by signal 9 (SIGKILL)" in done.stdout and os.path.isfile(f"{bench.out}/report.html")
    again = bench.run(*arguments, "--engine", "slurm").stdout
    assert "8 have finished before" in again and "Slurm job" not in again


def test_task_that_dies_is_reported_and_run_again(bench):
    # The parent of the parent is the task, because timeout(1) is between.
    bench.behave("[ $seed != 2 ] || { kill -9 $(ps -o ppid= $PPID); sleep 100; }")
    arguments = ("--seeds", "4", "--configs", "base", "--profiles", PROFILE, "--engine", "slurm", "--tasks", "2")
    assert bench.run(*arguments).returncode == 1
    failures = bench.results()["failures"]
    assert [row["name"] for row in failures] == [f"base.{PROFILE}.seed{seed}" for seed in (2, 4)]
    assert all("not run: task 1 of Slurm job " in row["cause"] for row in failures), failures
    bench.behave("")
    assert bench.run(*arguments).returncode == 0
    assert sorted(bench.names()) == sorted(f"base.{PROFILE}.seed{seed}" for seed in (1, 2, 2, 3, 4))


def test_interrupt_cancels_the_array(bench):
    bench.behave("[ $seed != 2 ] || sleep 300")
    with bench.start("--seeds", "4", "--configs", "base", "--profiles", PROFILE, "--engine", "slurm", "--tasks",
                     "2") as process:
        wait_for("runs", lambda: len(bench.finished()) >= 2 and len(bench.executions()) >= 3)
        process.send_signal(signal.SIGINT)
        stdout, _ = process.communicate(timeout=30)
    assert process.returncode == 1 and "2 passed, 0 failed, 2 not run: interrupted" in stdout, stdout
    wait_for("empty queue", lambda: not output_of("squeue", "--noheader"))


def test_refused_array_is_reported_in_one_line(bench):
    bench.refused("sbatch: ", "--seeds", "1", "--profiles", PROFILE, "--engine", "slurm",
                  environment={**os.environ, "SBATCH_PARTITION": "no_such"})
