# SPDX-License-Identifier: Apache-2.0
"""The test runner (pytest_runner.py, tap_programs.py) counts no doubtful result as passed, and starts the longest
tests first. Each case is a tree with one test, in Python or as a program that make would have built."""

import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree


HELPERS = [*(f"scripts/test/{name}.py" for name in ("pytest_runner", "tap_programs", "helpers")), ".pytest.ini"]

ENVIRONMENT = {**{name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}, "BUILD": "build"}


def run_tests(files=(), script=None, options=(), change=lambda text: text):
    """(status, what is printed, names of JUnit's test cases) of a tree with these files, {name: text}, and with a
    program that is this script."""
    with tempfile.TemporaryDirectory() as directory:
        home = f"{directory}/scripts/test/one"
        os.makedirs(home)
        os.makedirs(f"{directory}/build/unit")
        for name in HELPERS:
            with open(name, encoding="utf-8") as file:
                text = change(file.read())
            with open(f"{directory}/{name}", "w", encoding="utf-8") as file:
                file.write(text)
        for name, text in dict(files).items():
            with open(f"{home}/{name}", "w", encoding="utf-8") as file:
                file.write(text)
        if script is not None:
            open(f"{home}/program_test.c", "w", encoding="utf-8").close()
            with open(f"{directory}/build/unit/program_test", "w", encoding="utf-8") as file:
                file.write(f"#!{sys.executable}\n{script}")
            os.chmod(f"{directory}/build/unit/program_test", 0o755)
        done = subprocess.run([sys.executable, "-m", "pytest", "scripts/test", "--junitxml=junit.xml", *options],
                              cwd=directory,
                              env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=120, check=False)
        cases = xml.etree.ElementTree.parse(f"{directory}/junit.xml").getroot().iter("testcase")
        return done.returncode, done.stdout, [case.get("name") for case in cases]


def passes(count, **tree):
    for options in ((), ("-n", "2")):
        status, out, cases = run_tests(**tree, options=options)
        assert (status, out.splitlines()[-1]) == (0, f"{count} passed, 0 failed")
        assert len(cases) == count


def fails(message, options=(), **tree):
    status, out, _ = run_tests(**tree, options=options)
    assert status != 0, f"status 0 of {out}"
    assert re.fullmatch(r"\d+ passed, 1 failed", out.splitlines()[-1])
    assert message in out


def test_good_tests_pass():
    passes(3, script="print('1..2\\nok 1 - a\\nok 2 - b')")
    passes(1, files={"a_test.py": "def test_a():\n    pass\n"})


def test_failed_line_fails():
    script = "print('1..2\\nok 1 - a\\nnot ok 2 - b\\n# 7 is not 8'); raise SystemExit(1)"
    fails("FAILED scripts/test/one/program_test.c::b", script=script)
    fails("# 7 is not 8", script=script, options=("-n", "2"))


def test_skipped_test_fails():
    fails("SKIP no perf", script="print('1..1\\nok 1 - a # SKIP no perf')")
    fails("skipped: no perf", files={"a_test.py": "import pytest\ndef test_a():\n    pytest.skip('no perf')\n"})


def test_mutants_that_cannot_run_are_listed_and_not_counted():
    text = "from helpers import not_done\ndef test_a():\n    not_done('old compiler')\ndef test_b():\n    pass\n"
    status, out, _ = run_tests(files={"a_test.py": text}, options=("-rs",))
    assert (status, out.splitlines()[-1]) == (0, "1 passed, 0 failed")
    assert "not done: old compiler" in out


def test_missing_plan_or_test_fails():
    fails("plan missing, 1 run", script="print('ok 1 - a')")
    fails("plan 2, 1 run", script="print('1..2\\nok 1 - a')")


def test_program_without_tests_fails():
    fails("it ran no test", script="print('hello')")
    fails("it ran no test", script="print('1..0')")


def test_program_that_is_not_built_fails():
    fails("No such file or directory; make test makes it", files={"a_test.c": ""})


def test_crash_after_the_last_test_fails():
    fails("signal 6", script="import os; print('1..1\\nok 1 - a', flush=True); os.abort()")


def test_endless_test_fails():
    fails("still running after 1 s", script="import time; print('1..1\\nok 1 - a', flush=True); time.sleep(60)",
          change=lambda text: re.sub(r"^LIMIT = \d+", "LIMIT = 1", text, flags=re.M))
    fails("Timeout",
          files={"a_test.py": "import time, pytest\n@pytest.mark.timeout(1)\ndef test_a():\n    time.sleep(60)\n"})


def test_run_without_tests_fails():
    fails("no tests ran", files={"other.py": ""})


def test_broken_test_file_fails():
    fails("no_such_module", files={"a_test.py": "import no_such_module\n"})


def test_longest_is_first():
    files = {f"{name}_test.py": "def test_a():\n    pass\n" for name in ("short", "long", "unknown")}
    files["long_test.py"] += "def test_b():\n    pass\n"
    files["many_test.py"] = "import pytest\n@pytest.mark.parametrize('n', (1, 2))\ndef test_a(n):\n    pass\n"

    def change(text):
        return text.replace("LONG = {", "LONG = {'scripts/test/one/short_test.py': -1, "
                            "'scripts/test/one/long_test.py': 50, "
                            "'scripts/test/one/many_test.py::test_a[2]': 60, "
                            "'scripts/test/one/many_test.py::test_a[1]': -0.5,")

    _, _, cases = run_tests(files=files, change=change)
    assert cases == ["test_a[2]", "test_a", "test_b", "test_a", "test_a[1]", "test_a"]
