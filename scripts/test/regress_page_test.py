# SPDX-License-Identifier: Apache-2.0
"""The results of a regression: report.html, junit.xml and the sums of functional coverage (scripts/regress.py)."""

import html.parser
import json
import os
import re
import sys
import xml.etree.ElementTree

import regress_report
from helpers import call, read, refused, write
from regress_bench import PROFILE, bench  # pylint: disable=unused-import

EVIL = "<script>alert('x')</script> & <b>\"bold\"</b>"
VOID = ("meta", "input", "br")


class Page(html.parser.HTMLParser):
    """The elements of a page, which must be nested correctly."""

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.attributes = []  # (tag, name, value)
        self.tags = []
        self.shown = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.shown.append(data)

    def text(self):
        return " ".join(" ".join(self.shown).split())


def page_of(bench):
    text = read(f"{bench.out}/report.html")
    return Page(text), text


def coverage_script(hits):
    """Shell that writes coverage.json with these bins: {(block, name): shell expression of the hits}."""
    bins = ", ".join('{\\"block\\": \\"%s\\", \\"requirement\\": \\"E1\\", \\"name\\": \\"%s\\", \\"meaning\\": '
                     '\\"a < b\\", \\"hits\\": %s}' % (block, name, value) for (block, name), value in hits.items())
    return f'echo "{{\\"config\\": \\"$config\\", \\"bins\\": [{bins}]}}" >"$out/coverage.json"\n'


def evil_bench(bench):
    """A regression with coverage and with a failure whose texts contain markup."""
    mismatch = json.dumps({"cycle": 1, "signal": EVIL, "expected": "1", "got": "0", "function": "F",
                           "requirement": "A1", "block": "buffer"})
    write(f"{bench.root}/mismatch.json", mismatch)
    write(f"{bench.root}/mismatch.txt", f"line one\n{EVIL}\n")
    bench.behave(coverage_script({("filter", "hit_by_two"): "$(( seed == 2 ))", ("pipeline<b>", "never"): "0"})
                 + f'if [ "$config.$seed" = base.1 ]; then cp {bench.root}/mismatch.* "$out"; '
                 'echo w >"$out/mismatch.fst"; exit 1; fi')
    return bench.run("--seeds", "3", "--profiles", PROFILE)


def test_page_needs_no_other_files(bench):
    assert evil_bench(bench).returncode == 1
    page, text = page_of(bench)
    assert not re.findall(r"https?:|//[a-z]|@import|url\(", text)
    for tag, name, value in page.attributes:
        assert name != "src" and tag != "link"
        assert name != "href" or (not os.path.isabs(value) and os.path.isfile(f"{bench.out}/{value}"))


def test_page_escapes_text(bench):
    evil_bench(bench)
    page, text = page_of(bench)
    assert page.tags.count("script") == 1
    assert "alert" not in text.replace("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;", "")
    assert "pipeline<b>" in page.text() and "a < b" in page.text()


def test_page_shows_failures_and_missing_bins(bench):
    evil_bench(bench)
    text = page_of(bench)[0].text()
    name = f"base.{PROFILE}.seed1"
    for words in ("1 of 6 runs failed", name, f"cycle 1: {EVIL}: expected 1, got 0 (F, A1, block buffer)",
                  f"line one {EVIL}", f"make waves FILE={bench.out}/failures/{name}/mismatch.fst",
                  f"{bench.build}/base/spu-sim --stimulus random --seed 1", "mismatch.json",
                  "Functional coverage: 50.0 %", "Missing bins (1)", "everywhere (base, wide)", "faults, size",
                  "seeds 1 to 3", "SHA-256", "cycles/s"):
        assert words in text
    assert text.index("Missing bins") < text.index("all bins")


def test_failures_of_one_cause_are_counted_together():
    """Assertions at different places are different causes; names and requirements keep their digits."""
    texts = [f"cycle {cycle}: assertion: expected every assertion of the RTL, got assertion: "
             f"rtl/spu_buffer.sv:{line}{name} failed "
             f"(none, G1, block buffer)" for cycle, line, name in
             ((5, 464, " (RecordFits_A)"), (70, 464, " (RecordFits_A)"), (70, 468, " (StaysAligned_A)"), (9, 333, ""),
              (9, 436, ""))]
    texts += [f"cycle 1: pmevcntr: expected {value}, got 0x5 (AArch64_CountEvents, P1, block pmu)"
              for value in ("0x6", "0xa1")]
    texts += [f"cycle 8: commit_data: expected {data} (TS {time}), got 01 (END) (SPESampleAddTimeStamp, F1 F2, "
              f"block record)"
              for data, time in (("71 f8 76 00", 30456), ("71 93 d0 a1", 99))]
    failures = [{"cause": text, "name": str(number)} for number, text in enumerate(texts)]
    assert regress_report.alike(failures) == [
        (2, "cycle N: assertion: expected every assertion of the RTL, got assertion: rtl/spu_buffer.sv:464 "
            "(RecordFits_A) failed "
            "(none, G1, block buffer)", "0"),
        (2, "cycle N: pmevcntr: expected N, got N (AArch64_CountEvents, P1, block pmu)", "5"),
        (2, "cycle N: commit_data: expected N (TS N), got N (END) (SPESampleAddTimeStamp, F1 F2, block record)",
         "7"),
        (1, "cycle N: assertion: expected every assertion of the RTL, got assertion: rtl/spu_buffer.sv:468 "
            "(StaysAligned_A) failed "
            "(none, G1, block buffer)", "2"),
        (1, "cycle N: assertion: expected every assertion of the RTL, got assertion: rtl/spu_buffer.sv:333 failed "
            "(none, G1, block buffer)", "3"),
        (1, "cycle N: assertion: expected every assertion of the RTL, got assertion: rtl/spu_buffer.sv:436 failed "
            "(none, G1, block buffer)", "4")]


def test_cycles_before_a_failure_are_counted(bench):
    """Those in the report of the failed run; not those in the report of another run."""
    for number, (wrong, cycles) in enumerate((("", 3000), ("seed=77; ", 0), ("config=other; ", 0))):
        bench.out = f"{bench.root}/out{number}"
        bench.behave(f"mismatches=1; {wrong}write_report; sed -i 's/5000/3000/' $out/report.json; exit 1")
        assert bench.run("--seeds", "1", "--configs", "base", "--profiles", PROFILE).returncode == 1
        row = bench.results()["matrix"][0]
        assert (row["runs"], row["failed"], row["cycles"]) == (1, 1, cycles)


def test_page_of_a_good_run_shows_no_failure(bench):
    bench.passes("--seeds", "2", "--profiles", PROFILE)
    text = page_of(bench)[0].text()
    assert "all 4 runs passed" in text and "The runs measured none." in text and "Failures" not in text


def test_coverage_is_summed_and_reported(bench):
    bench.behave(coverage_script({("filter", "seeds"): "$seed", ("pmu", "wide"):
                                  "$([ $config = wide ] && echo 1 || echo 0)", ("pmu", "never"): "0"}))
    for _ in range(2):  # from new runs, then from their results
        said = bench.passes("--seeds", "4", "--profiles", f"mixed,{PROFILE}")
        assert "functional coverage: 50.0 % (3 of 6 bins missing)" in said
        bins = json.loads(read(f"{bench.out}/coverage.json"))["bins"]
        assert {(entry["config"], entry["name"]): entry["hits"] for entry in bins} == {
            ("base", "seeds"): 20, ("base", "wide"): 0, ("base", "never"): 0,
            ("wide", "seeds"): 20, ("wide", "wide"): 8, ("wide", "never"): 0}
    for path in bench.result_files():
        assert os.path.getsize(path) < 1000 and "seeds" not in read(path)


def test_incomplete_coverage_is_not_rounded_to_100_percent(bench):
    bench.behave(coverage_script({("filter", f"bin{i}"): "0" if i == 7 else "1" for i in range(3000)}))
    said = bench.passes("--seeds", "1", "--configs", "base", "--profiles", PROFILE)
    assert "functional coverage: 99.9 % (1 of 3000 bins missing)" in said


def test_junit_and_results_agree(bench):
    evil_bench(bench)
    suites = xml.etree.ElementTree.parse(f"{bench.out}/junit.xml").getroot()
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in suites] == [
        ("base", "3", "1"), ("wide", "3", "0")]
    case, = suites.findall("./testsuite/testcase/failure/..")
    assert case.get("name") == f"{PROFILE}.seed1"
    assert EVIL in case.find("failure").text and "again: " in case.find("failure").text
    results = bench.results()
    assert [results[name] for name in ("end", "runs", "passed", "failed", "not_run", "seeds")] == [
        "finished", 6, 5, 1, 0, [1, 3]]
    assert [(row["config"], row["runs"], row["failed"], row["cycles"], row["records"])
            for row in results["matrix"]] == [("base", 3, 1, 10000, 60), ("wide", 3, 0, 15000, 90)]
    assert results["injected"] == {"resets": 10, "faults, size": 11, "pairs": 4, "pairs possible": 9}


def test_page_without_results_is_refused(tmp_path):
    refused(call(sys.executable, "scripts/regress_report.py", str(tmp_path)), "regress_report.py", str(tmp_path))


def test_missing_package_is_named_with_the_target_that_installs_it():
    text = ("import sys; sys.path.insert(0, 'scripts'); from util import packages; packages.PLACE = '/nowhere'; "
            "import pages; pages.environment()")
    done = call(sys.executable, "-S", "-c", text)
    assert re.search(r"^util\.problem\.Problem: jinja2 is not installed for python3\.\d+ .*: make regress installs it",
                     done.stderr, re.M), done
