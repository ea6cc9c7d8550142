# SPDX-License-Identifier: Apache-2.0
"""The test runner (pytest_runner.py, tap_programs.py) counts no doubtful result as passed, and starts the longest
tests first. Each case is a tree with one test, in Python or as a program."""

import os
import re
import sys
import tempfile
import xml.etree.ElementTree

import pytest

from helpers import call, read, write, write_program

HELPERS = [*(f"scripts/test/{name}.py" for name in ("pytest_runner", "tap_programs", "helpers")), ".pytest.ini"]

ENVIRONMENT = {**{name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}, "BUILD": "build"}


def run_tests(files=(), script=None, options=(), change=lambda text: text):
    """(status, output, names of JUnit's test cases) of a tree with these files, {name: text}, and with this script as
    its program."""
    with tempfile.TemporaryDirectory() as directory:
        home = f"{directory}/scripts/test/one"
        os.makedirs(home)
        os.makedirs(f"{directory}/build/unit")
        for name in HELPERS:
            write(f"{directory}/{name}", change(read(name)))
        for name, text in dict(files).items():
            write(f"{home}/{name}", text)
        if script is not None:
            write(f"{home}/program_test.c", "")
            write_program(f"{directory}/build/unit/program_test", f"#!{sys.executable}\n{script}")
        done = call(sys.executable, "-m", "pytest", "scripts/test", "--junitxml=junit.xml", *options, cwd=directory,
                    env=ENVIRONMENT)
        cases = xml.etree.ElementTree.parse(f"{directory}/junit.xml").getroot().iter("testcase")
        return done.returncode, done.stdout, [case.get("name") for case in cases]


def passes(count, **tree):
    for options in ((), ("-n", "2")):
        status, out, cases = run_tests(**tree, options=options)
        assert (status, out.splitlines()[-1]) == (0, f"{count} passed, 0 failed")
        assert len(cases) == count


def test_good_tests_pass():
    passes(3, script="print('1..2\\nok 1 - a\\nok 2 - b')")
    passes(1, files={"a_test.py": "def test_a():\n    pass\n"})


FAILED = "print('1..2\\nok 1 - a\\nnot ok 2 - b\\n# 7 is not 8'); raise SystemExit(1)"
SLEEP = "print('1..1\\nok 1 - a', flush=True); time.sleep(60)"


def python(text):
    return {"files": {"a_test.py": text}}


@pytest.mark.parametrize("message, tree", [
    ("FAILED scripts/test/one/program_test.c::b", {"script": FAILED}),
    ("# 7 is not 8", {"script": FAILED, "options": ("-n", "2")}),
    ("SKIP no perf", {"script": "print('1..1\\nok 1 - a # SKIP no perf')"}),
    ("skipped: no perf", python("import pytest\ndef test_a():\n    pytest.skip('no perf')\n")),
    ("plan missing, 1 run", {"script": "print('ok 1 - a')"}),
    ("plan 2, 1 run", {"script": "print('1..2\\nok 1 - a')"}),
    ("it ran no test", {"script": "print('hello')"}),
    ("it ran no test", {"script": "print('1..0')"}),
    ("No such file or directory; make test makes it", {"files": {"a_test.c": ""}}),
    ("signal 6", {"script": "import os; print('1..1\\nok 1 - a', flush=True); os.abort()"}),
    ("still running after 1 s", {"script": f"import time; {SLEEP}", "change":
                                 lambda text: re.sub(r"^LIMIT = \d+", "LIMIT = 1", text, flags=re.M)}),
    ("Timeout", python("import time, pytest\n@pytest.mark.timeout(1)\ndef test_a():\n    time.sleep(60)\n")),
    ("no tests ran", {"files": {"other.py": ""}}),
    ("no_such_module", python("import no_such_module\n"))], ids=lambda row: row if isinstance(row, str) else "")
def test_doubtful_result_fails(message, tree):
    status, out, _ = run_tests(**tree)
    assert status != 0 and message in out, out
    assert re.fullmatch(r"\d+ passed, 1 failed", out.splitlines()[-1])


def test_tests_that_cannot_run_are_listed_and_not_counted():
    text = "from helpers import not_done\ndef test_a():\n    not_done('old compiler')\ndef test_b():\n    pass\n"
    status, out, _ = run_tests(files={"a_test.py": text}, options=("-rs",))
    assert (status, out.splitlines()[-1]) == (0, "1 passed, 0 failed")
    assert "not done: old compiler" in out


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
