# SPDX-License-Identifier: Apache-2.0
"""Coverage of the model counts the lines with code, with any version of gcovr, and names each branch that was not
taken."""

import model_coverage


def test_lines_without_code_do_not_count():
    # gcovr 5.2 (Debian 12)
    report = {"gcovr/format_version": "0.3", "files": [{"file": "a.c", "lines": [
        {"line_number": 3, "count": 0, "branches": [], "gcovr/noncode": True, "gcovr/excluded": False},
        {"line_number": 4, "count": 1, "branches": [], "gcovr/noncode": False, "gcovr/excluded": False}]}]}
    assert [line["line_number"] for line in model_coverage.code_lines(report)["a.c"]] == [4]


def test_report_without_that_field_is_read():
    # gcovr 8.3 (Debian 13)
    report = {"gcovr/format_version": "0.11", "files": [{"file": "a.c", "lines": [
        {"line_number": 4, "count": 1, "branches": [], "gcovr/md5": "8e916d367c089de85ebeadbf102dfa22"}]}]}
    assert [line["line_number"] for line in model_coverage.code_lines(report)["a.c"]] == [4]


def test_branch_that_nothing_took_is_named(tmp_path, monkeypatch):
    (tmp_path / "a.c").write_text("int a;\nif (a) {\nif (b) {\n")
    monkeypatch.setattr(model_coverage, "FILES", [f"{tmp_path}/a.c"])
    files = {f"{tmp_path}/a.c": [{"line_number": number, "count": 1, "branches": [{"count": 3}, {"count": 0}]}
                                 for number in (2, 3)]}
    assert model_coverage.missing(files, ["a.c: if (a) {", "a.c: while (c) {"]) == [
        f"{tmp_path}/a.c:3: branch 1 not taken: if (b) {{",
        "scripts/model_coverage.toml: excuses nothing: a.c: while (c) {"]
