# SPDX-License-Identifier: Apache-2.0
"""Coverage of the model counts the lines that hold code, whichever gcovr reports them."""

import model_coverage
from helpers import equal


def test_lines_without_code_do_not_count():
    # gcovr 5.2 (Debian 12)
    report = {"gcovr/format_version": "0.3", "files": [{"file": "a.c", "lines": [
        {"line_number": 3, "count": 0, "branches": [], "gcovr/noncode": True, "gcovr/excluded": False},
        {"line_number": 4, "count": 1, "branches": [], "gcovr/noncode": False, "gcovr/excluded": False}]}]}
    equal([line["line_number"] for line in model_coverage.code_lines(report)["a.c"]], [4], "lines")


def test_report_without_that_field_is_read():
    # gcovr 8.3 (Debian 13)
    report = {"gcovr/format_version": "0.11", "files": [{"file": "a.c", "lines": [
        {"line_number": 4, "count": 1, "branches": [], "gcovr/md5": "8e916d367c089de85ebeadbf102dfa22"}]}]}
    equal([line["line_number"] for line in model_coverage.code_lines(report)["a.c"]], [4], "lines")
