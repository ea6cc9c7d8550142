# SPDX-License-Identifier: Apache-2.0
"""What a regression leaves: report.html, junit.xml and the sums of functional coverage (scripts/regress.py)."""

import html.parser
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

import regress_report
from helpers import equal, expect
from regress_bench import PROFILE, Bench


EVIL = "<script>alert('x')</script> & <b>\"bold\"</b>"
VOID = ("meta", "input", "br")


class Page(html.parser.HTMLParser):
    """The elements of a page; an error if they are not nested well."""

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.attributes = []  # (tag, name, value)
        self.tags = []
        self.shown = []
        self.feed(text)
        self.close()
        equal(self.open, [], "elements that are not closed")

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        expect(self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}")
        self.open.pop()

    def handle_data(self, data):
        self.shown.append(data)

    def text(self):
        return " ".join(" ".join(self.shown).split())


def page_of(bench):
    with open(f"{bench.out}/report.html", encoding="utf-8") as file:
        text = file.read()
    return Page(text), text


def coverage_script(hits):
    """Shell that writes coverage.json with these bins: {(block, name): shell expression of the hits}."""
    bins = ", ".join('{\\"block\\": \\"%s\\", \\"requirement\\": \\"E1\\", \\"name\\": \\"%s\\", \\"meaning\\": '
                     '\\"a < b\\", \\"hits\\": %s}' % (block, name, value) for (block, name), value in hits.items())
    return f'echo "{{\\"config\\": \\"$config\\", \\"bins\\": [{bins}]}}" >"$out/coverage.json"\n'


def evil_bench(bench):
    """A regression with a failure whose texts are markup, and coverage."""
    mismatch = json.dumps({"cycle": 1, "signal": EVIL, "expected": "1", "got": "0", "function": "F",
                           "requirement": "A1", "block": "buffer"})
    with open(f"{bench.root}/mismatch.json", "w", encoding="utf-8") as file:
        file.write(mismatch)
    with open(f"{bench.root}/mismatch.txt", "w", encoding="utf-8") as file:
        file.write(f"line one\n{EVIL}\n")
    bench.behave(coverage_script({("filter", "hit_by_two"): "$(( seed == 2 ))", ("pipeline<b>", "never"): "0"})
                 + f'if [ "$config.$seed" = base.1 ]; then cp {bench.root}/mismatch.* "$out"; '
                 'echo w >"$out/mismatch.fst"; exit 1; fi')
    return bench.run("--seeds", "3", "--profiles", PROFILE)


def test_page_is_complete_by_itself():
    with Bench() as bench:
        equal(evil_bench(bench).returncode, 1, "status")
        page, text = page_of(bench)
        equal(re.findall(r"https?:|//[a-z]|@import|url\(", text), [], "references")
        for tag, name, value in page.attributes:
            expect(name != "src" and not (tag == "link"), f"<{tag} {name}={value}>")
            if name == "href":
                expect(not os.path.isabs(value) and os.path.isfile(f"{bench.out}/{value}"), f"link to {value}")


def test_page_escapes_text():
    with Bench() as bench:
        evil_bench(bench)
        page, text = page_of(bench)
        equal(page.tags.count("script"), 1, "scripts")
        expect("alert" not in text.replace("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;", ""), "unescaped text")
        expect("pipeline<b>" in page.text() and "a < b" in page.text(), "a bin is not shown")


def test_page_shows_failures_and_missing_bins():
    with Bench() as bench:
        evil_bench(bench)
        text = page_of(bench)[0].text()
        name = f"base.{PROFILE}.seed1"
        for words in ("1 of 6 runs failed", name, f"cycle 1: {EVIL}: expected 1, got 0 (F, A1, block buffer)",
                      f"line one {EVIL}", f"make waves FILE={bench.out}/failures/{name}/mismatch.fst",
                      f"{bench.build}/base/spu-sim --stimulus random --seed 1", "mismatch.json",
                      "Functional coverage: 50.0 %", "Missing bins (1)", "faults, size", "seeds 1 to 3",
                      "SHA-256", "cycles/s"):
            expect(words in text, f"`{words}` is not in the page: {text}")
        expect(text.index("Missing bins") < text.index("all bins"), "missing bins come late")


def test_failures_of_one_cause_are_counted_together():
    """Assertions are told apart by their place, and names and requirements keep their digits."""
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
    equal([(count, words, example) for count, words, example in regress_report.alike(failures)],
          [(2, "cycle N: assertion: expected every assertion of the RTL, got assertion: rtl/spu_buffer.sv:464 "
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
               "(none, G1, block buffer)", "4")], "causes")


def test_cycles_before_a_failure_are_counted():
    """As the report of the failed run has them; not those of another run's."""
    for wrong, cycles in ("", 3000), ("seed=77; ", 0), ("config=other; ", 0):
        with Bench() as bench:
            bench.behave(f"mismatches=1; {wrong}write_report; sed -i 's/5000/3000/' $out/report.json; exit 1")
            equal(bench.run("--seeds", "1", "--configs", "base", "--profiles", PROFILE).returncode, 1, "status")
            row = bench.results()["matrix"][0]
            equal((row["failed"], row["cycles"]), (row["runs"], cycles * row["runs"]), f"failed and cycles, {wrong}")


def test_page_of_a_good_run_shows_no_failure():
    with Bench() as bench:
        bench.run("--seeds", "2", "--profiles", PROFILE)
        text = page_of(bench)[0].text()
        expect("all 4 runs passed" in text and "The runs measured none." in text, text)
        expect("Failures" not in text and "Coverage of the RTL" not in text, text)


def test_coverage_of_the_rtl_is_shown():
    with Bench() as bench:
        bench.run("--seeds", "1", "--profiles", PROFILE)
        with open(f"{bench.out}/rtl_coverage.json", "w", encoding="utf-8") as file:
            json.dump({"files": [{"file": "rtl/spu_filter.sv", "line": [9, 10], "branch": [4, 4], "toggle": [0, 0]}],
                       "missing": ["rtl/spu_filter.sv:12: <never>"]}, file)
        subprocess.run([sys.executable, "scripts/regress_report.py", bench.out], check=True, timeout=20,
                       capture_output=True)
        text = page_of(bench)[0].text()
        for words in ("Coverage of the RTL", "9 of 10, 90.0 %", "4 of 4, 100.0 %", "rtl/spu_filter.sv:12: <never>"):
            expect(words in text, f"`{words}` is not in the page: {text}")


def test_coverage_is_summed_and_reported():
    with Bench() as bench:
        bench.behave(coverage_script({("filter", "seeds"): "$seed", ("pmu", "wide"):
                                      "$([ $config = wide ] && echo 1 || echo 0)", ("pmu", "never"): "0"}))
        arguments = ("--seeds", "4", "--profiles", f"mixed,{PROFILE}")
        for _ in range(2):  # anew, and from the results
            done = bench.run(*arguments)
            equal(done.returncode, 0, "status")
            expect("functional coverage: 50.0 % (3 of 6 bins missing)" in done.stdout, done.stdout)
            with open(f"{bench.out}/coverage.json", encoding="utf-8") as file:
                bins = json.load(file)["bins"]
            equal({(entry["config"], entry["name"]): entry["hits"] for entry in bins},
                  {("base", "seeds"): 20, ("base", "wide"): 0, ("base", "never"): 0,
                   ("wide", "seeds"): 20, ("wide", "wide"): 8, ("wide", "never"): 0}, "sums")
        for path in bench.result_files():
            expect(os.path.getsize(path) < 1000 and "seeds" not in open(path, encoding="utf-8").read(),
                   f"{path} is not compact")


def test_share_below_all_is_not_rounded_up_to_all():
    with Bench() as bench:
        bench.behave(coverage_script({("filter", f"bin{i}"): "0" if i == 7 else "1" for i in range(3000)}))
        done = bench.run("--seeds", "1", "--configs", "base", "--profiles", PROFILE)
        expect("functional coverage: 99.9 % (1 of 3000 bins missing)" in done.stdout, done.stdout)


def test_junit_and_results_agree():
    with Bench() as bench:
        evil_bench(bench)
        suites = xml.etree.ElementTree.parse(f"{bench.out}/junit.xml").getroot()
        equal([(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in suites],
              [("base", "3", "1"), ("wide", "3", "0")], "suites")
        failed = suites.findall("./testsuite/testcase/failure/..")
        equal([case.get("name") for case in failed], [f"{PROFILE}.seed1"], "failures")
        expect(EVIL in failed[0].find("failure").text and "again: " in failed[0].find("failure").text, "its text")
        results = bench.results()
        equal([results[name] for name in ("end", "runs", "passed", "failed", "not_run", "seeds")],
              ["finished", 6, 5, 1, 0, [1, 3]], "results.json")
        equal([(row["config"], row["runs"], row["failed"], row["cycles"], row["records"])
               for row in results["matrix"]], [("base", 3, 1, 10000, 60), ("wide", 3, 0, 15000, 90)], "matrix")
        equal(results["injected"], {"resets": 10, "faults, size": 11, "pairs": 4, "pairs possible": 9}, "injected")


def test_page_without_results_fails_in_one_line():
    with Bench() as bench:
        done = subprocess.run([sys.executable, "scripts/regress_report.py", bench.root], check=False, timeout=20,
                              capture_output=True, text=True)
        equal(done.returncode, 2, "status")
        expect(done.stderr.count("\n") == 1 and bench.root in done.stderr, done.stderr)


def test_missing_package_is_named_with_what_installs_it():
    text = ("import sys; sys.path.insert(0, 'scripts'); from util import packages; packages.PLACE = '/nowhere'; "
            "import pages; pages.environment()")
    done = subprocess.run([sys.executable, "-S", "-c", text], check=False, timeout=20, capture_output=True, text=True)
    expect(re.search(r"^util\.problem\.Problem: jinja2 is not there for python3\.\d+ .*: make regress installs it",
                     done.stderr, re.M), done.stderr)
