#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Regressions through Slurm (make test-slurm): a cluster of this machine alone, started for the test.

munged, slurmctld and slurmd run with a configuration, key, sockets and state of their own below build/slurm/, on
free ports, without systemd, cgroups or what /etc/slurm says; they are ended with the test. Needs root and Debian's
package slurm-wlm. Prints TAP. Status 0: passed. 1: not. 2: no Slurm here.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time

sys.path[:0] = ["tb/test", "tb/test/tools"]
from perf_tools import Tap, equal, expect
from regress_bench import CONFIGS, PROFILE, Bench

tap = Tap()
ROOT = os.path.abspath(f"{os.environ.get('BUILD', 'build')}/slurm")
SIMULATORS = os.path.abspath(os.environ.get("BUILD", "build"))
NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "sinfo")
START_SECONDS = 60
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


def free_ports(count):
    holders = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [holder.getsockname()[1] for holder in holders]
    for holder in holders:
        holder.close()
    return ports


class Cluster:
    """The daemons, from start to stop."""

    def __init__(self):
        self.daemons = []

    def start(self):
        shutil.rmtree(ROOT, ignore_errors=True)
        for name in ("state", "spool"):
            os.makedirs(f"{ROOT}/{name}")
        port, node_port = free_ports(2)
        with open(f"{ROOT}/slurm.conf", "w", encoding="ascii") as file:
            file.write(CONFIGURATION.format(root=ROOT, host=socket.gethostname().partition(".")[0], port=port,
                                            node_port=node_port, array=ARRAY, cpus=os.cpu_count()))
        with open(f"{ROOT}/munge.key", "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(os.urandom(128))
        os.environ["SLURM_CONF"] = f"{ROOT}/slurm.conf"
        self.daemon("munged", "--foreground", "--force", f"--key-file={ROOT}/munge.key",
                    f"--socket={ROOT}/munge.socket", f"--pid-file={ROOT}/munged.pid", f"--log-file={ROOT}/munged.log",
                    f"--seed-file={ROOT}/munge.seed")
        self.wait_for("munged", lambda: os.path.exists(f"{ROOT}/munge.socket"))
        self.daemon("slurmctld", "-D", "-i")
        self.daemon("slurmd", "-D")
        self.wait_for("slurmd", lambda: "idle" in said("sinfo", "--noheader", "--format=%t"))

    def daemon(self, name, *arguments):
        with open(f"{ROOT}/{name}.out", "wb") as output:
            self.daemons.append(subprocess.Popen([name, *arguments], stdin=subprocess.DEVNULL, stdout=output,
                                                 stderr=subprocess.STDOUT, start_new_session=True))

    def wait_for(self, name, ready):
        end = time.monotonic() + START_SECONDS
        while not ready():
            dead = [daemon.args[0] for daemon in self.daemons if daemon.poll() is not None]
            if dead or time.monotonic() > end:
                name = dead[0] if dead else name
                with open(f"{ROOT}/{name}.out", encoding="utf-8", errors="replace") as file:
                    raise RuntimeError(f"{name} does not start: {file.read()[-500:]} (logs: {ROOT})")
            time.sleep(0.1)

    def stop(self):
        if len(self.daemons) > 1:
            said("scancel", "--user=root")
            end = time.monotonic() + 10
            while said("squeue", "--noheader") and time.monotonic() < end:
                time.sleep(0.2)
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in reversed(self.daemons):
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(daemon.pid, signal.SIGKILL)
                daemon.wait()


def said(*command):
    """Its standard output; empty if it fails."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    return done.stdout if done.returncode == 0 else ""


def real_simulators(bench):
    """The fake simulators run the real ones; run 2 of the second configuration is killed meanwhile."""
    for config in CONFIGS:
        expect(os.access(f"{SIMULATORS}/{config}/spu-sim", os.X_OK), f"{SIMULATORS}/{config}/spu-sim is not built")
        with open(bench.simulator(config), "w", encoding="utf-8") as file:
            file.write(f"#!/bin/bash\n. {bench.root}/behave\nexec {SIMULATORS}/{config}/spu-sim \"$@\"\n")
    bench.behave(f'case "$0 $*" in */{CONFIGS[1]}/*"--seed 2 "*"--profile"*) kill -9 $$ ;; esac')


def comparable(results):
    """What has to be the same wherever it ran."""
    same = {name: results[name] for name in ("end", "runs", "passed", "failed", "not_run", "seeds", "configs",
                                             "profiles", "files", "injected", "coverage")}
    same["jobs"] = [{name: value for name, value in job.items() if name != "seconds"} for job in results["jobs"]]
    same["matrix"] = [{name: value for name, value in row.items() if name != "seconds"} for row in results["matrix"]]
    same["causes"] = [(row["name"], row["cause"], row["again"]) for row in results["failures"]]
    return same


@tap.test
def slurm_gives_the_results_of_this_machine():
    with Bench() as bench:
        real_simulators(bench)
        arguments = ("--seeds", "2", "--profiles", f"mixed,{PROFILE}", "--cycles", "5000")
        local = bench.run(*arguments)
        expected = comparable(bench.results())
        equal((local.returncode, expected["passed"], expected["failed"]), (1, 7, 1), "status, passed, failed here")
        bench.out = f"{bench.root}/by_slurm"
        done = bench.run(*arguments, "--engine", "slurm")
        equal(done.returncode, 1, f"status ({done.stdout}{done.stderr})")
        expect(f": {ARRAY} tasks\n" in done.stdout, f"tasks of an array of at most {ARRAY}: {done.stdout}")
        equal(comparable(bench.results()), expected, "results")
        expect("ended by signal 9 (SIGKILL)" in done.stdout, done.stdout)
        for name in ("report.html", "junit.xml", "coverage.json"):
            expect(os.path.isfile(f"{bench.out}/{name}"), name)
        again = bench.run(*arguments, "--engine", "slurm")
        expect("8 have finished before" in again.stdout and "Slurm job" not in again.stdout, again.stdout)


@tap.test
def task_that_dies_is_reported_and_run_again():
    with Bench() as bench:
        bench.behave("[ $seed != 2 ] || { kill -9 $PPID; sleep 100; }")
        arguments = ("--seeds", "4", "--configs", "base", "--profiles", PROFILE, "--engine", "slurm", "--tasks", "2")
        done = bench.run(*arguments)
        equal(done.returncode, 1, f"status ({done.stdout}{done.stderr})")
        failures = bench.results()["failures"]
        equal([row["name"] for row in failures], [f"base.{PROFILE}.seed{seed}" for seed in (2, 4)], "failures")
        for row in failures:
            expect("not run: task 1 of Slurm job " in row["cause"] and "failed" in row["cause"], row["cause"])
        bench.behave("")
        equal(bench.run(*arguments).returncode, 0, "status of the rest")
        equal(sorted(bench.names()), sorted(f"base.{PROFILE}.seed{seed}" for seed in (1, 2, 2, 3, 4)), "simulated")


@tap.test
def interrupt_cancels_the_array():
    with Bench() as bench:
        bench.behave("[ $seed != 2 ] || sleep 300")
        with bench.start("--seeds", "4", "--configs", "base", "--profiles", PROFILE, "--engine", "slurm", "--tasks",
                         "2") as process:
            end = time.monotonic() + 30
            while (len(bench.finished()) < 2 or len(bench.executions()) < 3) and time.monotonic() < end:
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            stdout, _ = process.communicate(timeout=30)
        equal(process.returncode, 1, "status")
        expect("2 passed, 0 failed, 2 not run: interrupted" in stdout, stdout)
        end = time.monotonic() + 20
        while said("squeue", "--noheader") and time.monotonic() < end:
            time.sleep(0.2)
        equal(said("squeue", "--noheader"), "", "left in the queue")


@tap.test
def refused_array_is_reported_in_one_line():
    with Bench() as bench:
        bench.refused("sbatch: ", "--seeds", "1", "--profiles", PROFILE, "--engine", "slurm",
                      environment={**os.environ, "SBATCH_PARTITION": "no_such"})


def terminated(_number, _frame):
    raise KeyboardInterrupt


def main():
    os.environ["PATH"] += ":/usr/sbin"  # where the daemons are
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing or os.getuid() != 0:
        print(f"slurm_test.py: needs {f'{missing[0]} (Debian: slurm-wlm)' if missing else 'root'}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, terminated)
    cluster = Cluster()
    try:
        cluster.start()
        tap.run()
    except RuntimeError as error:
        print(f"slurm_test.py: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print("slurm_test.py: interrupted", file=sys.stderr)
    finally:
        cluster.stop()
    return 1


if __name__ == "__main__":
    sys.exit(main())
