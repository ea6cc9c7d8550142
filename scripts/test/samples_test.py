# SPDX-License-Identifier: Apache-2.0
"""What the documents show as printed is what the programs print today. Samples are fenced blocks. (Those of README.md
and of statistics are in demo_test.py, of failures in failing_run_test.py, of boards in fpga_sim_test.py.)"""

import glob
import json
import pathlib
import re

from helpers import BUILD, needed, run, sample, samples
from lockstep_runs import program_run
from perf_tools import DUMP_LINE, SPE_DUMP, spe_dump

SIM = f"{BUILD}/base/spu-sim"
DEMO = f"{BUILD}/workload/demo"


def without_offsets(lines):
    return [line.partition(":")[2] for line in lines]


def test_dumped_packets_are_what_spe_dump_prints():
    """Of every document: the bytes of the sample give its text."""
    found = {document: [lines for lines in samples(document) if all(DUMP_LINE.fullmatch(line) for line in lines)]
             for document in sorted(glob.glob("docs/*.md"))}
    assert {document for document, blocks in found.items() if blocks} == {"docs/perf.md", "docs/bring-up.md"}
    for document, blocks in found.items():
        for lines in blocks:
            data = b"".join(bytes.fromhex(DUMP_LINE.fullmatch(line)[2][:48]) for line in lines)
            status, out, err = spe_dump("-", stdin=data)
            assert status == 0, f"{document}: status {status}: {err.decode()}"
            assert without_offsets(lines) == without_offsets(out.decode().splitlines()), document


def test_report_of_damage_is_what_spe_dump_prints(tmp_path):
    lines = sample("docs/perf.md", "payload bytes behind the header")
    size = int(re.search(r"`head -c (\d+) ", pathlib.Path("docs/perf.md").read_text(encoding="utf-8"))[1])
    (tmp_path / "cut.spe").write_bytes(pathlib.Path(f"{program_run('sim')}/records.spe").read_bytes()[:size])
    status, _, err = run(SPE_DUMP, str(tmp_path / "cut.spe"))
    assert (status, err.decode().replace(f"{tmp_path}/", "").splitlines()) == (2, lines)


def test_refusal_of_a_profile_is_what_spu_sim_prints():
    """`...` stands for some of the names."""
    lines = sample("docs/verification.md", "no nope")
    status, _, err = run(needed(SIM, "make sim"), "--stimulus", "random", "--profile", "nope")
    first, _, last = lines[0].partition("...")
    assert (status == 2 and len(lines) == 1 and first and last and err.decode().startswith(first)
            and err.decode().endswith(f"{last}\n"))


def test_refusals_of_configurations_are_those_of_the_rtl_and_the_model():
    message = re.fullmatch(r"%Warning-USERERROR: (rtl/\w+\.sv):(\d+):5: (.+)",
                           sample("docs/integration.md", "USERERROR")[0])
    source = pathlib.Path(message[1]).read_text(encoding="utf-8").splitlines()
    assert source[int(message[2]) - 1].strip() == f'$error("{message[3]}");', f"{message[1]}:{message[2]}"
    model = re.fullmatch(r"spu-config: configuration big-core: (.+)", sample("docs/integration.md", "spu-config: ")[0])
    assert f'"{model[1]}"' in pathlib.Path("cmodel/config_check.c").read_text(encoding="utf-8")


def test_injected_faults_of_a_report_have_the_names_of_the_sample(tmp_path):
    """The sample leaves some out and explains others behind them."""
    status, _, err = run(SIM, "--stimulus", "random", "--profile", "resets", "--cycles", "3000", "--out", str(tmp_path))
    assert status == 0, err.decode()
    injected = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["injected"]
    lines = sample("docs/verification.md", '"injected": {')
    outer = [name for line in lines[1:-1] for name in re.findall(r'"(\w+)":', re.sub(r"\{.*?\}", "0", line))]
    assert len(outer) > 10 and outer == [name for name in injected if name in
                                         outer], f"{outer} instead of {list(injected)}"
    for group, inner in re.findall(r'"(\w+)": \{(.*?)\}', "\n".join(lines[1:])):
        names = re.findall(r'"(\w+)":', inner)
        assert names and not set(names) - set(injected[group]), f"{group}: {names} instead of {list(injected[group])}"
        assert "..." in inner or names == list(injected[group])
