# SPDX-License-Identifier: Apache-2.0
"""scripts/regress.py, with a simulator of a few lines of shell: it reports failures, does not repeat finished runs, and
refuses impossible requests. regress_page_test.py tests the pages, slurm_test.py tests Slurm."""

import json
import os
import re
import shlex
import shutil
import signal
import time

import pytest

from helpers import call, read
from regress_bench import PROFILE, bench, is_running  # pylint: disable=unused-import
from regression import jobs

ONE = ("--configs", "base", "--profiles", PROFILE)


def until(condition):
    while not condition():
        time.sleep(0.01)


# ---------------------------------------------------------------------------------------------------------
# Runs


def test_good_run_passes_and_runs_what_was_requested(bench):
    said = bench.passes("--seeds", "2", "--seed", "5", "--profiles", f"mixed,{PROFILE},program")
    assert said.splitlines()[-1] == "10 passed, 0 failed"
    assert sorted(job["name"] for job in bench.results()["jobs"]) == sorted(
        [f"{config}.{profile}.seed{seed}" for config in ("base", "wide") for profile in ("mixed", PROFILE)
         for seed in (5, 6)] + ["base.program", "wide.program"])
    assert len(bench.executions()) == 10
    assert not os.listdir(f"{bench.out}/failures") and not os.listdir(f"{bench.out}/work")


def test_every_profile_and_scenario_is_run(bench):
    bench.passes("--seeds", "1", "--configs", "base")
    said = " ".join(bench.executions())
    names = re.findall(r'^    \{"([^"]+)"', read("tb/unit/stimulus/random/random_profile.c"), re.M)
    assert names
    for name in names:
        assert f"--profile {name.replace(' ', '-')} " in said
    assert "--scenario full_event_keeps_dl " in said


# ---------------------------------------------------------------------------------------------------------
# Failures

MISMATCH = json.dumps({"cycle": 4711, "signal": "pmbptr", "function": "SPEWriteToBuffer", "block": "buffer",
                       "requirement": "B3", "expected": "0x40", "got": "0x0"})
IMPOSSIBLE = '{"bins": [], "impossible": [{"block": "filter", "name": "rejects"}]}'


@pytest.mark.parametrize("behaviour, status, cause", [
    (f"echo '{MISMATCH}' >$out/mismatch.json; echo wave >$out/mismatch.fst; exit 1", 1,
     "cycle 4711: pmbptr: expected 0x40, got 0x0 (SPEWriteToBuffer, B3, block buffer)"),
    ("echo other; echo 'spu-sim: AXI W: WLAST in beat 3' >&2; exit 1", 1, "spu-sim: AXI W: WLAST in beat 3"),
    ("""echo '{"cycle": 7, "signal": null, "note": "WLAST in beat 3"}' >$out/mismatch.json; exit 1""", 1,
     "cycle 7: WLAST in beat 3"),
    ("kill -9 $$", -9, "ended by signal 9 (SIGKILL)"),
    ("echo 'spu-sim: --cycles: bad' >&2; exit 2", 2, "status 2: spu-sim: --cycles: bad"),
    ("exit 0", 0, "report.json is missing"),
    ("compared=0; write_report; exit 0", 0, "nothing was compared"),
    ("seed=7; write_report; exit 0", 0, "report.json is of configuration wide, seed 7"),
    ("""write_report; echo '{"bins": [' >$out/coverage.json; exit 0""", 0, "coverage: "),
    (f"write_report; echo '{IMPOSSIBLE}' >$out/coverage.json; exit 0", 0,
     "filter.rejects was hit but cannot happen in wide"),
])
def test_run_fails_with_its_cause(bench, behaviour, status, cause):
    """One run of four fails: its files are kept, and the printed command repeats it."""
    bench.behave(f'if [ "$config.$seed" = wide.2 ]; then {behaviour}; fi')
    done = bench.run("--seeds", "2", "--profiles", PROFILE)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "3 passed, 1 failed"), done
    row, = bench.results()["failures"]
    assert row["name"] == f"wide.{PROFILE}.seed2" and cause in row["cause"]
    assert f"{row['name']}: {row['cause']}" in done.stdout and f"again: {row['again']}" in done.stdout
    assert call(*shlex.split(row["again"]), "--out", f"{bench.root}/again").returncode == status
    kept = set(os.listdir(f"{bench.out}/{row['directory']}"))
    assert kept >= {"log.txt", "job.json", *re.findall(r"mismatch\.\w+", behaviour)}


def test_endless_run_fails_and_is_ended(bench):
    mark = f"{300 + os.getpid() / 1e7:.6f}"
    bench.behave(f'if [ "$seed" = 2 ]; then sleep {mark} & wait; fi')
    began = time.monotonic()
    done = bench.run("--seeds", "2", *ONE, "--limit", "1")
    assert time.monotonic() - began < 8
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "1 passed, 1 failed")
    assert bench.results()["failures"][0]["cause"] == "still running after 1 s"
    assert not is_running(mark)


def test_process_left_by_a_run_is_ended(bench):
    mark = f"{100 + os.getpid() / 1e7:.6f}"
    bench.behave(f"sleep {mark} &")
    bench.passes("--seeds", "1", *ONE)
    assert not is_running(mark)


def test_fail_fast_stops_at_the_first_failure(bench):
    bench.behave("[ $seed != 2 ] || exit 1")
    done = bench.run("--seeds", "200", *ONE, "--jobs", "1", "--fail-fast")
    assert done.returncode == 1 and len(bench.executions()) < 20
    assert "1 failed" in done.stdout.splitlines()[-1] and "not run: stopped" in done.stdout


def test_soak_adds_runs_up_to_its_cycles_and_stops_at_a_mismatch(bench):
    for cycles, runs in ((20_000_000, 4), (30_000_001, 8), (30_000_001, 8)):
        said = bench.passes("--soak", str(cycles))
        assert said.splitlines()[-1] == f"{runs * 5000} cycles in {runs} runs over 2 configurations, 0 mismatches"
        assert len(bench.executions()) == runs
    assert "injected" not in said and "--cycles 5000000" in bench.executions()[0]
    assert "--coverage" not in bench.executions()[0]
    bench.behave("[ $config.$seed != wide.5 ] || exit 1")
    done = bench.run("--soak", "1000000000", "--jobs", "1")
    assert done.returncode == 1 and 10 <= len(bench.executions()) < 20
    assert f"files: {bench.out}/failures/wide.mixed.seed5\n" in done.stdout
    assert re.search(r" configurations, 1 failed, 1[89]\d not run: stopped", done.stdout.splitlines()[-1])


# ---------------------------------------------------------------------------------------------------------
# Repetition


def test_finished_run_is_not_repeated_after_a_kill(bench):
    bench.behave("sleep 0.03; [ $seed != 3 ] || exit 1")
    arguments = ("--seeds", "40", *ONE, "--jobs", "2")
    with bench.start(*arguments) as process:
        until(lambda: len(bench.finished()) >= 10)
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=10)
    finished = bench.finished()
    assert 10 <= len(finished) < 40
    assert bench.run(*arguments).stdout.splitlines()[-1] == "39 passed, 1 failed"
    names = bench.names()
    assert sorted(set(names)) == sorted(job["name"] for job in bench.results()["jobs"])
    assert all(names.count(name) == 1 for name in finished) and len(names) <= 42


def test_truncated_result_is_run_again(bench):
    bench.passes("--seeds", "3", *ONE)
    os.truncate(bench.result_files()[0], 20)
    bench.passes("--seeds", "3", *ONE)
    assert len(bench.executions()) == 4


def test_changed_simulator_discards_old_results(bench):
    arguments = ("--seeds", "2", "--profiles", PROFILE)
    bench.passes(*arguments)
    bench.passes(*arguments)
    assert len(bench.executions()) == 4
    with open(bench.simulator("wide"), "a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert bench.passes(*arguments).splitlines()[-1] == "4 passed, 0 failed"
    assert [name.partition(".")[0] for name in bench.names()[4:]] == ["wide", "wide"]


def test_failure_is_repeated_only_on_request(bench):
    bench.behave("[ $seed != 2 ] || exit 1")
    assert bench.run("--seeds", "3", *ONE).returncode == 1
    again = bench.run("--seeds", "3", *ONE)
    assert again.returncode == 1 and "1 of them failed and are not repeated" in again.stdout
    assert len(bench.executions()) == 3
    bench.behave("")
    bench.passes("--seeds", "3", *ONE, "--again", "failed")
    assert bench.names()[3:] == [f"base.{PROFILE}.seed2"] and not os.listdir(f"{bench.out}/failures")


def test_failure_without_its_files_is_run_again(bench):
    bench.behave("exit 1")
    bench.run("--seeds", "1", *ONE)
    shutil.rmtree(f"{bench.out}/failures")
    bench.run("--seeds", "1", *ONE)
    assert len(bench.executions()) == 2


# ---------------------------------------------------------------------------------------------------------
# Interrupts and refusals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_fails_and_leaves_nothing(bench, number):
    mark = f"{200 + os.getpid() / 1e7 + number:.6f}"
    bench.behave(f"[ $seed -lt 3 ] || sleep {mark}")
    arguments = ("--seeds", "6", *ONE, "--jobs", "2")
    with bench.start(*arguments) as process:
        until(lambda: len(bench.executions()) >= 4)
        process.send_signal(number)
        stdout, _ = process.communicate(timeout=10)
    assert process.returncode == 1 and "2 passed, 0 failed, 4 not run: interrupted" in stdout, stdout
    assert not is_running(mark) and not os.listdir(f"{bench.out}/work")
    assert (bench.results()["end"], bench.results()["not_run"]) == ("interrupted", 4)
    bench.behave("")
    bench.passes(*arguments)
    assert len(bench.executions()) == 8


def test_directory_in_use_is_refused(bench):
    bench.behave("sleep 0.2")
    with bench.start("--seeds", "9", *ONE) as process:
        until(bench.executions)
        bench.refused("another regression is using it", "--seeds", "1")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=10)


def test_simulator_replaced_meanwhile_is_refused(bench):
    bench.behave(f"echo '# new' >>{bench.simulator('base')}")
    bench.refused("was replaced while the regression was running", "--seeds", "3", *ONE, "--jobs", "1")
    assert not bench.finished()


@pytest.mark.parametrize("words, arguments", [
    ("--seeds", "--seeds 0"), ("--seeds", "--seeds x"), ("--jobs", "--jobs -1"), ("--cycles", "--cycles 0"),
    ("--nonsense", "--nonsense"), ("stray", "stray"), ("--engine", "--engine other"), ("--slice", "--slice 2/2"),
    ("no configuration no_such (there are: base ", "--configs no_such"), ("no configuration is chosen", "--configs ,"),
    ("no profile no_such (there are: mixed ", "--profiles no_such"), ("v9/spu-sim: No such file", "--configs v9"),
    ("/no/such/base/spu-sim: No such", "--profiles program --build /no/such"),
    ("/dev/null/x: Not a directory", "--out /dev/null/x"),
    ("ENGINE=slurm needs sbatch", "--engine slurm"),
])
def test_wrong_use_is_refused_in_one_line(bench, words, arguments):
    bench.refused(words, *arguments.split(), environment={**os.environ, "PATH": bench.root})
    assert not bench.executions()


def test_command_to_repeat_a_run_is_complete():
    for config, options, command in (
            ("v8.7", "--stimulus random --seed 3 --cycles 5000 --profile slow-memory --coverage",
             "make sim CONFIG=v8.7 STIMULUS=random SEED=3 CYCLES=5000 PROFILE=slow-memory"),
            ("base", "--stimulus directed --scenario full_event_keeps_dl --coverage",
             "make sim CONFIG=base STIMULUS=directed SCENARIO=full_event_keeps_dl")):
        job = jobs.Job("", config, "", 1, [f"build/{config}/spu-sim", *options.split()], 1)
        assert jobs.reproduction(job) == command
