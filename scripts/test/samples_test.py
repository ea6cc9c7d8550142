# SPDX-License-Identifier: Apache-2.0
"""The samples of output in the documents, which are fenced blocks, match the programs. demo_test.py compares those of
README.md and of statistics, failing_run_test.py those of failures, fpga_sim_test.py those of boards."""

import glob
import json
import pathlib
import re

import figures
from helpers import BUILD, needed, read, run, sample, samples
from lockstep_runs import program_run
from perf_tools import DUMP_LINE, SPE_DUMP, perf, spe_dump

SIM = f"{BUILD}/base/spu-sim"
DEMO = f"{BUILD}/workload/demo"
TOUR = "docs/tour.md"


def without_offsets(lines):
    return [line.partition(":")[2] for line in lines]


def test_dumped_packets_are_what_spe_dump_prints():
    """In every document, the bytes of a sample give its text."""
    found = {document: [lines for lines in samples(document) if all(DUMP_LINE.fullmatch(line) for line in lines)]
             for document in sorted(glob.glob("docs/*.md"))}
    assert {document for document, blocks in found.items() if blocks} == {"docs/perf.md", "docs/bring-up.md",
                                                                          "docs/tour.md"}
    for document, blocks in found.items():
        for lines in blocks:
            data = b"".join(bytes.fromhex(DUMP_LINE.fullmatch(line)[2][:48]) for line in lines)
            status, out, err = spe_dump("-", stdin=data)
            assert status == 0, f"{document}: status {status}: {err.decode()}"
            assert without_offsets(lines) == without_offsets(out.decode().splitlines()), document


def test_report_of_damage_is_what_spe_dump_prints(tmp_path):
    lines = sample("docs/perf.md", "payload bytes after the header")
    size = int(re.search(r"`head -c (\d+) ", read("docs/perf.md"))[1])
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
    source = read(message[1]).splitlines()
    assert source[int(message[2]) - 1].strip() == f'$error("{message[3]}");', f"{message[1]}:{message[2]}"
    model = re.fullmatch(r"spu-config: configuration big-core: (.+)", sample("docs/integration.md", "spu-config: ")[0])
    assert f'"{model[1]}"' in read("cmodel/config_check.c")


def test_injected_faults_of_a_report_have_the_names_of_the_sample(tmp_path):
    """The sample omits some names, and explains others in comments after them."""
    status, _, err = run(SIM, "--stimulus", "random", "--profile", "resets", "--cycles", "3000", "--out", str(tmp_path))
    assert status == 0, err.decode()
    injected = json.loads(read(tmp_path / "report.json"))["injected"]
    lines = sample("docs/verification.md", '"injected": {')
    outer = [name for line in lines[1:-1] for name in re.findall(r'"(\w+)":', re.sub(r"\{.*?\}", "0", line))]
    known = [name for name in injected if name in outer]
    assert len(outer) > 10 and outer == known, f"{outer} instead of {list(injected)}"
    for group, inner in re.findall(r'"(\w+)": \{(.*?)\}', "\n".join(lines[1:])):
        names = re.findall(r'"(\w+)":', inner)
        assert names and not set(names) - set(injected[group]), f"{group}: {names} instead of {list(injected[group])}"
        assert "..." in inner or names == list(injected[group])


def printed(*command):
    status, out, err = run(*command)
    assert status == 0, f"{command}: status {status}: {err.decode()}"
    return out.decode().splitlines()


def test_tour_shows_the_operation_of_the_program():
    source = read("tb/programs/demo/functions.h")
    assert "\n".join(sample(TOUR, "next_random(&state)")) in source
    command = re.search(r"`(build/bin/spe-trace .*?)`", read(TOUR))[1]
    operations = sample(TOUR, "b86178c3 0x")
    assert printed("bash", "-c", command.replace("build/", f"{BUILD}/")) == operations
    code = [line.split() for line in sample(TOUR, "udiv")]
    assert [f"0x{line[0].rstrip(':')} {line[1]}" for line in code] == [line.rsplit(" ", 1)[0] for line in operations]
    assert all(line in [other.split() for other in printed("aarch64-linux-gnu-objdump", "-d", DEMO)] for line in code)


def test_tour_shows_what_happens_at_the_pins():
    """The signal of each row of its table rises in that cycle; registers and burst are those of the run."""
    options = figures.tomllib.loads(read(figures.TABLE))["life"]["program"]
    pins = figures.Run(figures.simulate(needed(SIM, "make sim"), f"{BUILD}/test/tour", options))
    text = read(TOUR)
    rows = [(int(cycle), signal) for cycle, signal in re.findall(r"^\| (\d+) \| `(\S+)` \|", text, re.M)]
    assert len(rows) >= 12
    for cycle, signal in rows:
        assert [pins.value(signal, cycle + n) for n in (-1, 0)] == ["0", "1"], f"{signal} in cycle {cycle}"
    mark, start, commit = (next(cycle for cycle, signal in rows if signal == name)
                           for name in ("mark_valid_o", "axi_aw_o.valid", "vif_o.commit_valid"))
    assert f"COUNT is {int(pins.value('vif_o.pmsicr', mark), 2)}, " in text
    for cycle in (commit, commit + 1):
        assert f"0x{int(pins.value('vif_o.pmbptr', cycle), 2):x}" in text
    burst = int(pins.value("axi_aw_o.len", start), 2) + 1
    beats = [cycle for cycle in pins.highs("axi_wvalid_o") if cycle >= start][:burst]
    assert sample(TOUR, "AW  address") == [
        f"{start}  AW  address 0x{int(pins.value('axi_aw_o.addr', start), 2):x}, {burst} beats",
        *(f"{cycle}  W   {int(pins.value('axi_wdata_o', cycle), 2):032x}" for cycle in beats)]


def test_tour_shows_the_record_of_the_run():
    home = program_run("sim")
    text = read(TOUR)
    dump = sample(TOUR, "PC 0x400148")
    first = int(dump[0].partition(":")[0], 16)
    od = re.search(r"`(od .*) build/sim/records.spe`", text)[1]
    assert f"-j {first} " in od
    assert printed(*od.split(), f"{home}/records.spe") == sample(TOUR, "000040 64")
    assert "\n".join(dump) in "\n".join(printed(SPE_DUMP, f"{home}/records.spe"))
    records = printed(SPE_DUMP, "--csv", f"{home}/records.spe")[1:]
    number = [int(line.partition(",")[0]) for line in records].index(first)
    script = re.search(r"`perf script (.*) -i build/sim/perf.data`", text)[1].split()
    line = perf("script", *script, "-i", f"{home}/perf.data")[number]
    assert [line.split()] == [line.split() for line in sample(TOUR, "400148 main")]
    report = [line.split() for line in perf("report", "--stdio", "--itrace=i1i", "-i", f"{home}/perf.data")]
    share = sample(TOUR, "[.] main")[0].split()
    assert share in report and f"the {round(float(share[0].rstrip('%')) * len(records) / 100)} samples" in text
