# SPDX-License-Identifier: Apache-2.0
"""scripts/model_coverage.py counts the lines with code in the reports of any gcovr, and names each branch that was not
taken."""

import model_coverage


def test_only_lines_with_code_count():
    for lines in ([{"line_number": 3, "count": 0, "branches": [], "gcovr/noncode": True},  # gcovr 5.2 (Debian 12)
                   {"line_number": 4, "count": 1, "branches": [], "gcovr/noncode": False}],
                  [{"line_number": 4, "count": 1, "branches": [], "gcovr/md5": "8e91"}]):  # gcovr 8.3 (Debian 13)
        report = {"files": [{"file": "a.c", "lines": lines}]}
        assert [line["line_number"] for line in model_coverage.code_lines(report)["a.c"]] == [4]


def test_branch_that_was_not_taken_is_named(tmp_path, monkeypatch):
    (tmp_path / "a.c").write_text("int a;\nif (a) {\nif (b) {\n")
    monkeypatch.setattr(model_coverage, "FILES", [f"{tmp_path}/a.c"])
    files = {f"{tmp_path}/a.c": [{"line_number": number, "count": 1, "branches": [{"count": 3}, {"count": 0}]}
                                 for number in (2, 3)]}
    assert model_coverage.missing(files, ["a.c: if (a) {", "a.c: while (c) {"]) == [
        f"{tmp_path}/a.c:3: branch 1 not taken: if (b) {{",
        "scripts/model_coverage.toml: excuses nothing: a.c: while (c) {"]
