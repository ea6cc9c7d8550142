# SPDX-License-Identifier: Apache-2.0
"""Waveforms, and their save files for GTKWave (scripts/gtkw.py, scripts/fst.py)."""

import json
import os
import pathlib
import re
import sys
import tempfile

import fst
import gtkw as save_files
import gtkw_groups
import helpers
from helpers import BUILD, call, not_done

SIM = f"{BUILD}/base/spu-sim"
DATAPATH = ["dispatch", "interval", "sample", "filter", "record", "buffer", "axi"]
ASIDE = ["event_route", "access", "regs", "enable", "collect", "barrier", "pmu", "trace", "pins"]
GROUP_FLAGS = ("800200", "c00200")


def spu_sim(directory, *arguments, waves="w.fst"):
    return call(SIM, "--stimulus", "directed", "--out", f"{directory}/out", "--waves", f"{directory}/{waves}",
                *arguments)


def simulate(directory, *arguments):
    """The path of the waveform of a run."""
    result = spu_sim(directory, *arguments)
    assert result.returncode == 0, result
    return f"{directory}/w.fst"


def gtkw(*arguments):
    return call(sys.executable, "scripts/gtkw.py", *arguments)


def save_of(path, *arguments):
    """The lines of the save file for a waveform."""
    result = gtkw(path, *arguments)
    assert result.returncode == 0, result
    return pathlib.Path(result.stdout.strip()).read_text(encoding="utf-8").splitlines()


def groups(lines):
    """[(name, open)] in order."""
    return [(lines[i + 1][1:], lines[i] == "@800200") for i, line in enumerate(lines) if line[1:] in GROUP_FLAGS]


def markers(lines):
    """Primary, A and B."""
    line = next(line for line in lines if line.startswith("*"))
    return [int(word) for word in line.split()[1:4]]


def traces(lines):
    """[(flags, alias, path with range)]."""
    found, flags = [], ""
    for line in lines:
        if line.startswith("@"):
            flags = line[1:]
        match = re.fullmatch(r"\+\{(.*)\} (\S+)", line)
        if match:
            found.append((flags, match[1], match[2]))
    return found


def test_waveform_has_the_times_of_its_cycles(tmp_path):
    waveform = fst.read(simulate(tmp_path, "--waves-from", "1000", "--waves-to", "1099"))
    clocks = (waveform.end - waveform.start + 1) / 2
    assert clocks == 100


def test_save_file_names_existing_signals(tmp_path):
    path = simulate(tmp_path, "--waves-to", "50")
    waveform = fst.read(path)
    names = {signal.path + re.sub(r"^\[(\d+):\1\]$", r"[\1]", signal.range) for signal in waveform.signals.values()}
    named = traces(save_of(path))
    assert len(named) > 120
    missing = [name for _, _, name in named if name not in names]
    assert not missing
    assert not [alias for _, alias, _ in named if "." in alias]


def test_every_row_of_a_group_shows_a_signal(tmp_path):
    save = save_files.Save(fst.read(simulate(tmp_path, "--waves-to", "50")), {})
    rows = [(name, row.path) for name, _, _, _, wanted in gtkw_groups.groups() for row in wanted
            if not save.expand(row)]
    rows += [(block, path) for block, paths in gtkw_groups.block_signals().items() for path in paths
             if save_files.UNIT + path not in save.waveform.signals]
    assert not rows


def test_groups_are_in_the_order_of_the_datapath(tmp_path):
    found = [name for name, _ in groups(save_of(simulate(tmp_path, "--waves-to", "50")))]
    assert found == DATAPATH + ASIDE


def test_failure_in_a_block_opens_its_group():
    for block, signals in gtkw_groups.block_signals().items():
        assert block in save_files.groups_near(block)
        assert signals, f"no signals for a failure in {block}"


def test_states_have_names(tmp_path):
    path = simulate(tmp_path, "--waves-to", "50")
    waveform = fst.read(path)
    signal = waveform.signals["TOP.tb_top.u_spu_top.u_spu_writer.u_spu_buffer.state_q"]
    _, names = waveform.enums[signal.enum]
    assert names.get("000") == "StIdle" and names.get("101") == "StCommit"
    flags = {name: flags for flags, _, name in traces(save_of(path))}
    assert flags[signal.path + signal.range] == "100000028"


def test_registers_have_names(tmp_path):
    path = simulate(tmp_path, "--waves-to", "50")
    lines = save_of(path)
    at = next(i for i, line in enumerate(lines) if line.startswith("+{sysreg_i_addr}"))
    file_name = next(line for line in reversed(lines[:at]) if line.startswith("^1 "))[3:]
    table = (tmp_path / file_name).read_text(encoding="utf-8").split("\n")
    # {op0, op1, CRn, CRm, op2} of PMBPTR_EL1 is {3, 0, 9, 10, 1}.
    assert "C4D1 PMBPTR_EL1" in table, f"{table[:4]}..."
    assert lines[at + 1] == "^0"
    assert not [line for line in lines if str(tmp_path) in line]


def test_mismatch_is_marked(tmp_path):
    path = simulate(tmp_path, "--waves-to", "400")
    facts = {"config": "base", "cycle": 178, "time": 361, "from_cycle": 0, "to_cycle": 228}
    mismatch = {"cycle": 178, "signal": "pmbptr", "pin": "vif_o.pmbptr", "function": "SPEWriteToBuffer",
                "block": "buffer", "expected": "0x40", "got": "0x80"}
    pathlib.Path(path + ".json").write_text(json.dumps(facts), encoding="utf-8")
    (tmp_path / "mismatch.json").write_text(json.dumps(mismatch), encoding="utf-8")
    lines = save_of(path)
    assert markers(lines) == [361, 361, 3]
    assert "[markername] Amismatch 178" in lines
    assert "-expected 0x40" in lines and "-got 0x80" in lines
    found = groups(lines)
    assert found[0] == ("mismatch", True)
    opened = [name for name, is_open in found if is_open]
    assert opened == ["mismatch", "record", "buffer", "axi"]
    named = [alias for _, alias, _ in traces(lines)[:2]]
    assert named == ["clk_i", "vif_o_pmbptr"]


def test_mismatch_of_another_run_is_ignored(tmp_path):
    path = simulate(tmp_path, "--waves-to", "400")
    pathlib.Path(path + ".json").write_text('{"cycle": 178, "time": 361}', encoding="utf-8")
    (tmp_path / "mismatch.json").write_text('{"cycle": 9, "block": "buffer"}', encoding="utf-8")
    lines = save_of(path)
    assert markers(lines)[:2] == [361, 361]
    assert "-MISMATCH in cycle 178" not in lines


def test_cycle_is_marked(tmp_path):
    lines = save_of(simulate(tmp_path, "--waves-from", "100", "--waves-to", "400"), "--cycle", "250")
    assert markers(lines) == [504, 504, 203]


def refused(path, cause):
    helpers.refused(gtkw(path), "gtkw.py", path, cause)


def test_bad_waveform_is_refused(tmp_path):
    refused(f"{tmp_path}/none.fst", "No such file")
    whole = pathlib.Path(simulate(tmp_path, "--waves-to", "50")).read_bytes()
    sizes = (9, 340, len(whole) // 2, len(whole) - 100, len(whole) - 5)  # the last crashes the reader
    for content in (b"", b"a text that is called a waveform\n", *(whole[:size] for size in sizes)):
        bad = tmp_path / "bad.fst"
        bad.write_bytes(content)
        refused(str(bad), "not an FST waveform")
    left = sorted(path.name for path in tmp_path.iterdir() if path.suffix in (".gtkw", ".txt"))
    assert not left


def test_bad_facts_are_refused(tmp_path):
    path = simulate(tmp_path, "--waves-to", "50")
    pathlib.Path(path + ".json").write_text('{"cycle": ', encoding="utf-8")
    refused(path, path + ".json")


def test_waveform_past_the_end_is_reported(tmp_path):
    assert "before --waves-from" in spu_sim(tmp_path, "--waves-from", "999999999").stderr
    assert not os.path.exists(f"{tmp_path}/w.fst")


def test_unwritable_waveform_is_an_error(tmp_path):
    result = spu_sim(tmp_path, waves="none/w.fst")
    assert result.returncode == 2 and len(result.stderr.splitlines()) == 1 and "none/w.fst" in result.stderr


def test_full_disk_is_an_error():
    """One line, status 2, and no incomplete file."""
    script = ('mount -t tmpfs -o size=64k tmpfs "$1" && "$2" --stimulus directed --out "$1/out" --waves "$1/w.fst"; '
              'echo "status $?"; find "$1" -type f')
    with tempfile.TemporaryDirectory() as directory:
        result = call("unshare", "--mount", "--map-root-user", "bash", "-c", script, "bash", directory, SIM)
        if "status" not in result.stdout or "mount:" in result.stderr:
            not_done(f"no file system can be mounted here: {result.stderr}")
        assert result.stdout == "status 2\n"
        assert result.stderr == f"spu-sim: {directory}/w.fst: no space left for the waveform\n"
