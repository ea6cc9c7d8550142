# SPDX-License-Identifier: Apache-2.0
"""scripts/regress.py, on a simulator of a few lines of shell: what fails is reported, what has finished is not
repeated, what cannot be is refused. tb/test/tools/regress_page_test.py has the pages, make test-slurm has Slurm."""

import json
import os
import re
import shlex
import signal
import subprocess
import time

from helpers import equal, expect
from regress_bench import PROFILE, Bench, is_running
from regression import manifest


def job_of(**fields):
    return manifest.Job(**{"name": "", "config": "base", "profile": PROFILE, "seed": 1, "command": [], "limit": 1,
                           "weight": 1.0, **fields})


# ---------------------------------------------------------------------------------------------------------
# What is run


def test_good_run_passes_and_runs_what_was_requested():
    with Bench() as bench:
        done = bench.run("--seeds", "2", "--seed", "5", "--profiles", f"mixed,{PROFILE},program")
        equal(done.returncode, 0, f"status ({done.stdout}{done.stderr})")
        equal(done.stdout.splitlines()[-1], "10 passed, 0 failed", "the last line")
        expected = sorted([f"{config}.{profile}.seed{seed}" for config in ("base", "wide")
                           for profile in ("mixed", PROFILE) for seed in (5, 6)] + ["base.program", "wide.program"])
        equal(sorted(job["name"] for job in bench.results()["jobs"]), expected, "runs")
        equal(len(bench.executions()), 10, "simulations")
        expect(not os.listdir(f"{bench.out}/failures") and not os.listdir(f"{bench.out}/work"), "files are left")


def test_every_profile_and_scenario_is_run():
    with Bench() as bench:
        equal(bench.run("--seeds", "1", "--configs", "base").returncode, 0, "status")
        said = " ".join(bench.executions())
    with open("tb/stimulus/random/random_profile.c", encoding="utf-8") as file:
        names = [line.split('"')[1] for line in file if line.startswith('    {"')]
    expect(names, "no profile in the source")
    for name in names:
        expect(f"--profile {name.replace(' ', '-')} " in said, f"--profile {name}")
    expect("--scenario full_event_keeps_dl " in said, "--scenario full_event_keeps_dl")


# ---------------------------------------------------------------------------------------------------------
# What fails


def fails_with(behaviour, cause, *arguments):
    """One run out of two fails, for this cause; the others' results stay good."""
    with Bench() as bench:
        bench.behave(f'if [ "$config.$seed" = wide.2 ]; then {behaviour}; fi')
        done = bench.run("--seeds", "2", "--profiles", PROFILE, *arguments)
        equal(done.returncode, 1, f"status ({done.stdout}{done.stderr})")
        equal(done.stdout.splitlines()[-1], "3 passed, 1 failed", "the last line")
        failures = bench.results()["failures"]
        equal([row["name"] for row in failures], [f"wide.{PROFILE}.seed2"], "failures")
        expect(cause in failures[0]["cause"], f"`{cause}` is not in `{failures[0]['cause']}`")
        expect(f"{failures[0]['name']}: {failures[0]['cause']}" in done.stdout, done.stdout)
        expect(f"again: {failures[0]['again']}" in done.stdout, done.stdout)
        again = subprocess.run([*shlex.split(failures[0]["again"]), "--out", f"{bench.root}/again"], check=False,
                               capture_output=True, timeout=10) if "running" not in cause else None
        expect(again is None or again.returncode == done_status(behaviour), f"the command does not repeat it: {again}")
        kept = f"{bench.out}/{failures[0]['directory']}"
        expect(os.path.isfile(f"{kept}/log.txt"), f"{kept}/log.txt is missing")
        return sorted(os.listdir(kept))


def done_status(behaviour):
    """What the shell itself gives for it."""
    return -9 if "kill -9" in behaviour else int(behaviour.rpartition("exit ")[2])


def test_mismatch_fails_and_keeps_its_cause_and_files():
    mismatch = {"cycle": 4711, "signal": "pmbptr", "function": "SPEWriteToBuffer", "block": "buffer",
                "requirement": "B3", "expected": "0x40", "got": "0x0"}
    kept = fails_with(f"echo '{json.dumps(mismatch)}' >$out/mismatch.json; echo text >$out/mismatch.txt; "
                      "echo wave >$out/mismatch.fst; exit 1",
                      "cycle 4711: pmbptr: expected 0x40, got 0x0 (SPEWriteToBuffer, B3, block buffer)")
    for name in ("mismatch.fst", "mismatch.json", "mismatch.txt", "job.json"):
        expect(name in kept, f"{name} is not kept: {kept}")


def test_mismatch_without_a_file_keeps_its_cause():
    fails_with("echo other; echo 'spu-sim: AXI W: WLAST in beat 3' >&2; exit 1", "spu-sim: AXI W: WLAST in beat 3")


def test_mismatch_of_no_signal_keeps_its_cause():
    fails_with("""echo '{"cycle": 7, "signal": null, "note": "WLAST in beat 3"}' >$out/mismatch.json; exit 1""",
               "cycle 7: WLAST in beat 3")


def test_crash_fails():
    fails_with("kill -9 $$", "ended by signal 9 (SIGKILL)")


def test_wrong_use_fails():
    fails_with("echo 'spu-sim: --cycles: bad' >&2; exit 2", "status 2: spu-sim: --cycles: bad")


def test_missing_report_fails():
    fails_with("exit 0", "report.json is missing")


def test_run_without_comparisons_fails():
    fails_with("compared=0; write_report; exit 0", "nothing was compared")


def test_report_of_another_run_fails():
    fails_with("seed=7; write_report; exit 0", "report.json is of configuration wide, seed 7")


def test_bad_coverage_fails():
    fails_with("write_report; echo '{\"bins\": [' >$out/coverage.json; exit 0", "coverage.json: ")
    fails_with("write_report; echo '{\"bins\": [], \"impossible\": [{\"block\": \"filter\", \"name\": \"rejects\"}]}' "
               ">$out/coverage.json; exit 0", "filter.rejects was hit and cannot happen in wide")


def test_endless_run_fails_and_is_ended():
    with Bench() as bench:
        mark = f"{300 + os.getpid() / 1e7:.6f}"
        bench.behave(f'if [ "$seed" = 2 ]; then sleep {mark} & wait; fi')
        began = time.monotonic()
        done = bench.run("--seeds", "2", "--configs", "base", "--profiles", PROFILE, "--limit", "1")
        expect(time.monotonic() - began < 8, "it took too long")
        equal((done.returncode, done.stdout.splitlines()[-1]), (1, "1 passed, 1 failed"), "result")
        equal(bench.results()["failures"][0]["cause"], "still running after 1 s", "cause")
        expect(not is_running(f"sleep\0{mark}\0"), "its child is still running")


def test_process_left_by_a_run_is_ended():
    with Bench() as bench:
        mark = f"{100 + os.getpid() / 1e7:.6f}"
        bench.behave(f"sleep {mark} &")
        equal(bench.run("--seeds", "1", "--configs", "base", "--profiles", PROFILE).returncode, 0, "status")
        expect(not is_running(f"sleep\0{mark}\0"), "it is still running")


def test_fail_fast_stops_at_the_first_failure():
    with Bench() as bench:
        bench.behave("[ $seed != 2 ] || exit 1")
        done = bench.run("--seeds", "200", "--configs", "base", "--profiles", PROFILE, "--jobs", "1", "--fail-fast")
        equal(done.returncode, 1, "status")
        expect(len(bench.executions()) < 20, f"{len(bench.executions())} simulations")
        expect("1 failed" in done.stdout.splitlines()[-1] and "not run: stopped" in done.stdout, done.stdout)


def test_soak_adds_runs_up_to_its_cycles_and_stops_at_a_mismatch():
    with Bench() as bench:
        for cycles, runs, simulated in ((20_000_000, 4, 4), (30_000_001, 8, 8), (30_000_001, 8, 8)):
            done = bench.run("--soak", str(cycles))
            equal((done.returncode, done.stdout.splitlines()[-1], len(bench.executions())), (
                0, f"{runs * 5000} cycles in {runs} runs over 2 configurations, 0 mismatches", simulated), done.stderr)
        expect("injected" not in done.stdout and "--cycles 5000000 " in bench.executions()[0], done.stdout)
        bench.behave("[ $config.$seed != wide.5 ] || exit 1")
        done = bench.run("--soak", "1000000000", "--jobs", "1")
        expect(done.returncode == 1 and 10 <= len(bench.executions()) < 20, f"{len(bench.executions())} simulations")
        expect(f"files: {bench.out}/failures/wide.mixed.seed5\n" in done.stdout and
               re.search(r" configurations, 1 failed, 1[89]\d not run: stopped", done.stdout.splitlines()[-1]),
               done.stdout)


# ---------------------------------------------------------------------------------------------------------
# What is repeated


def test_finished_run_is_not_repeated_after_a_kill():
    with Bench() as bench:
        bench.behave("sleep 0.03; [ $seed != 3 ] || exit 1")
        arguments = ("--seeds", "40", "--configs", "base", "--profiles", PROFILE, "--jobs", "2")
        with bench.start(*arguments) as process:
            while len(bench.finished()) < 10:
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
            process.wait(timeout=10)
        finished = bench.finished()
        expect(10 <= len(finished) < 40, f"{len(finished)} runs had finished")
        done = bench.run(*arguments)
        equal(done.stdout.splitlines()[-1], "39 passed, 1 failed", "the last line")
        names = bench.names()
        equal(sorted(set(names)), sorted(job["name"] for job in bench.results()["jobs"]), "simulated")
        for name in finished:
            equal(names.count(name), 1, f"simulations of {name}")
        expect(len(names) <= 42, f"{len(names)} simulations of 40 runs")


def test_truncated_result_is_run_again():
    with Bench() as bench:
        arguments = ("--seeds", "3", "--configs", "base", "--profiles", PROFILE)
        bench.run(*arguments)
        path = bench.result_files()[0]
        with open(path, "r+", encoding="utf-8") as file:
            file.truncate(20)
        equal(bench.run(*arguments).returncode, 0, "status")
        equal(len(bench.executions()), 4, "simulations")


def test_changed_simulator_discards_old_results():
    with Bench() as bench:
        arguments = ("--seeds", "2", "--profiles", PROFILE)
        bench.run(*arguments)
        bench.run(*arguments)
        equal(len(bench.executions()), 4, "simulations without a change")
        with open(bench.simulator("wide"), "a", encoding="utf-8") as file:
            file.write("# changed\n")
        done = bench.run(*arguments)
        equal(done.stdout.splitlines()[-1], "4 passed, 0 failed", "the last line")
        equal([name.partition(".")[0] for name in bench.names()[4:]], ["wide", "wide"], "simulated again")


def test_failure_is_repeated_only_on_request():
    with Bench() as bench:
        bench.behave("[ $seed != 2 ] || exit 1")
        arguments = ("--seeds", "3", "--configs", "base", "--profiles", PROFILE)
        equal(bench.run(*arguments).returncode, 1, "status")
        again = bench.run(*arguments)
        equal((again.returncode, len(bench.executions())), (1, 3), "status and simulations")
        expect("1 of them failed and are not repeated" in again.stdout, again.stdout)
        bench.behave("")
        equal(bench.run(*arguments, "--again", "failed").returncode, 0, "status of a good repetition")
        equal(bench.names()[3:], [f"base.{PROFILE}.seed2"], "simulated again")
        expect(not os.listdir(f"{bench.out}/failures"), "the failure's files are left")


def test_failure_without_its_files_is_run_again():
    with Bench() as bench:
        bench.behave("exit 1")
        arguments = ("--seeds", "1", "--configs", "base", "--profiles", PROFILE)
        bench.run(*arguments)
        subprocess.run(["rm", "-r", f"{bench.out}/failures"], check=True)
        bench.run(*arguments)
        equal(len(bench.executions()), 2, "simulations")


# ---------------------------------------------------------------------------------------------------------
# How it ends


def ends_cleanly(number):
    with Bench() as bench:
        mark = f"{200 + os.getpid() / 1e7 + number:.6f}"
        bench.behave(f"[ $seed -lt 3 ] || sleep {mark}")
        arguments = ("--seeds", "6", "--configs", "base", "--profiles", PROFILE, "--jobs", "2")
        with bench.start(*arguments) as process:
            while len(bench.executions()) < 4:
                time.sleep(0.01)
            process.send_signal(number)
            stdout, _ = process.communicate(timeout=10)
        equal(process.returncode, 1, "status")
        expect("2 passed, 0 failed, 4 not run: interrupted" in stdout, stdout)
        expect(not is_running(f"sleep\0{mark}\0"), "a simulator is still running")
        expect(not os.listdir(f"{bench.out}/work"), "files are left")
        equal((bench.results()["end"], bench.results()["not_run"]), ("interrupted", 4), "results.json")
        bench.behave("")
        equal(bench.run(*arguments).returncode, 0, "status of the rest")
        equal(len(bench.executions()), 8, "simulations")


def test_interrupt_fails_and_leaves_nothing():
    ends_cleanly(signal.SIGINT)


def test_termination_fails_and_leaves_nothing():
    ends_cleanly(signal.SIGTERM)


def test_directory_in_use_is_refused():
    with Bench() as bench:
        bench.behave("sleep 0.2")
        with bench.start("--seeds", "9", "--configs", "base", "--profiles", PROFILE) as process:
            while not bench.executions():
                time.sleep(0.01)
            bench.refused("another regression is using it", "--seeds", "1")
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=10)


def test_simulator_replaced_meanwhile_is_refused():
    with Bench() as bench:
        bench.behave(f"echo '# new' >>{bench.simulator('base')}")
        bench.refused("was replaced while the regression was running", "--seeds", "3", "--configs", "base",
                      "--profiles", PROFILE, "--jobs", "1")
        equal(bench.finished(), [], "results")


def test_wrong_use_is_refused_in_one_line():
    with Bench() as bench:
        for arguments, words in ((("--seeds", "0"), "--seeds"), (("--seeds", "x"), "--seeds"),
                                 (("--jobs", "-1"), "--jobs"), (("--cycles", "0"), "--cycles"),
                                 (("--nonsense",), "--nonsense"), (("stray",), "stray"),
                                 (("--configs", "no_such"), "no configuration no_such (there are: base "),
                                 (("--configs", ","), "no configuration is chosen"),
                                 (("--profiles", "no_such"), "no profile no_such (there are: mixed "),
                                 (("--engine", "other"), "--engine"), (("--slice", "0"), "no slice 0"),
                                 (("--configs", "v9"), "v9/spu-sim: No such file"),
                                 (("--profiles", "program", "--build", "/no/such"), "/no/such/base/spu-sim: No such"),
                                 (("--out", "/dev/null/x"), "/dev/null/x: Not a directory")):
            bench.refused(words, *arguments)
        equal(bench.executions(), [], "simulations")


def test_missing_slurm_is_reported_in_one_line():
    with Bench() as bench:
        bench.refused("ENGINE=slurm needs sbatch", "--engine", "slurm", "--seeds", "1", "--configs", "base",
                      environment={**os.environ, "PATH": bench.root})


def test_command_to_repeat_a_run_is_complete():
    command = ["build/v8.7/spu-sim", "--stimulus", "random", "--seed", "3", "--cycles", "5000", "--profile",
               "slow-memory", "--coverage"]
    equal(manifest.reproduction(job_of(config="v8.7", command=command)),
          "make sim CONFIG=v8.7 STIMULUS=random SEED=3 CYCLES=5000 PROFILE=slow-memory", "command")
    command = ["build/base/spu-sim", "--stimulus", "directed", "--scenario", "full_event_keeps_dl", "--coverage"]
    equal(manifest.reproduction(job_of(command=command)),
          "make sim CONFIG=base STIMULUS=directed SCENARIO=full_event_keeps_dl", "command")
