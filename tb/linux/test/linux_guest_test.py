# SPDX-License-Identifier: Apache-2.0
"""Preparing and starting the guest (tb/linux), without network, QEMU or root. No requirement: this tests a tool."""

import concurrent.futures
import io
import os
import subprocess
import sys
import time

import pytest


sys.path[:0] = ["scripts", "tb/linux"]
# pylint: disable=wrong-import-position
import guest  # noqa: E402
import linux  # noqa: E402
import packages  # noqa: E402
from cpio import Cpio  # noqa: E402
from util.problem import Problem  # noqa: E402

MODULE = b"\x7fELF\0license=GPL\0depends=%s\0name=x\0"


def test_cpio_has_what_was_added(tmp_path):
    path = tmp_path / "a.cpio"
    with open(path, "wb") as file:
        cpio = Cpio(file)
        cpio.regular("usr/bin/program", b"12345", 0o755)
        cpio.regular("usr/bin/program", b"again", 0o755)
        cpio.link("bin", "usr/bin")
        cpio.device("dev/console", 5, 1)
        cpio.end()
    fields = entries(path.read_bytes())
    assert [(name, mode, data) for name, mode, data, _ in fields] == [
        ("usr", 0o40755, b""), ("usr/bin", 0o40755, b""), ("usr/bin/program", 0o100755, b"12345"),
        ("bin", 0o120777, b"usr/bin"), ("dev", 0o40755, b""), ("dev/console", 0o20600, b"")]
    assert fields[-1][3] == (5, 1)
    assert len({inode for inode in inodes(path.read_bytes())}) == 6
    assert os.path.getsize(path) % 512 == 0


def headers(data):
    """(fields, name, data) of each entry, read according to the description of the format."""
    at = 0
    while True:
        assert data[at:at + 6] == b"070701"
        fields = [int(data[at + 6 + 8 * i:at + 14 + 8 * i], 16) for i in range(13)]
        name = data[at + 110:at + 109 + fields[11]].decode()
        begin = (at + 110 + fields[11] + 3) // 4 * 4
        if name == "TRAILER!!!":
            return
        yield fields, name, data[begin:begin + fields[6]]
        at = (begin + fields[6] + 3) // 4 * 4


def entries(data):
    return [(name, fields[1], contents, (fields[9], fields[10])) for fields, name, contents in headers(data)]


def inodes(data):
    return [fields[0] for fields, _, _ in headers(data)]


def test_modules_follow_their_dependencies():
    modules = {"a": MODULE % b"b,c-d", "b": MODULE % b"c_d", "c_d": MODULE % b"", "e": MODULE % b""}
    assert guest.in_order(["a", "built_in", "e"], modules) == ["c_d", "b", "a", "e"]
    assert guest.needs(b"no such field") == []


def test_paths_of_merged_directories_are_in_usr():
    assert [guest.merged(name) for name in ("./bin/sh", "./lib/x.so", "./usr/bin/perf", "./library/x", "./")] == [
        "usr/bin/sh", "usr/lib/x.so", "usr/bin/perf", "library/x", ""]


def test_mirror_is_that_of_the_host(tmp_path):
    for text, url in (("deb http://a.example/debian bookworm main\n", "http://a.example/debian"),
                      ("deb [signed-by=/k.gpg] https://b.example/debian/ trixie main\n", "https://b.example/debian"),
                      ("Types: deb\nURIs: http://c.example/debian\nSuites: trixie\n", "http://c.example/debian"),
                      ("deb http://d.example/other stable main\n", packages.MIRROR), ("", packages.MIRROR)):
        path = tmp_path / "sources"
        path.write_text(text)
        assert packages.mirror([str(path)]) == url, text
    assert packages.mirror([str(tmp_path / "absent")]) == packages.MIRROR


def test_version_keeps_its_epoch():
    assert packages.version_of("libattr1_1%3a2.5.2-3_arm64.deb") == "libattr1=1:2.5.2-3"


def test_machine_has_the_selected_options():
    command = " ".join(linux.qemu_command(linux.parse(["--run", "true"]), "Image", "initrd"))
    for words in ("virt,gic-version=3,virtualization=off ", "-smp 1 ", "tcg,thread=single ", "-serial stdio ",
                  "/spe.so,config=base"):
        assert words in command
    assert "icount" not in command and "9p" not in command
    command = " ".join(linux.qemu_command(linux.parse(["--el2", "--cpus", "2", "--config", "v9.6", "--share", "/tmp",
                                                       "--log", "l"]), "Image", "i"))
    for words in ("virtualization=on ", "-smp 2 ", "thread=multi ", "mon:stdio", "config=v9.6", ",log=/",
                  "path=/tmp,", "virtio-9p-device"):
        assert words in command
    assert linux.qemu_command(linux.parse(["--qemu", "build/qemu"]), "Image", "i")[0] == "build/qemu"
    command = " ".join(linux.qemu_command(linux.parse(["--icount"]), "Image", "i"))
    for words in ("dtb-randomness=off", "-icount shift=1,sleep=off", "clock=vm", "-seed 1", "nokaslr"):
        assert words in command


@pytest.mark.parametrize("words, cause", [
    (["--cpus", "0"], "'0' must be 1 to 8"), (["--cpus", "x"], "'x' must be 1 to 8"),
    (["--kernel", "5.10"], "--kernel (KERNEL=): 5.10 is neither 6.12 nor 6.1 nor a file"),
    (["--share", "/no/such"], "--share (SHARE=): no directory /no/such"),
    (["--qemu", "no/qemu"], "no no/qemu; make linux installs qemu-system-aarch64"),
    (["--icount", "--cpus", "2"], "--icount (ICOUNT=): only with one CPU")])
def test_wrong_use_is_one_line(words, cause):
    done = subprocess.run(["tb/linux/linux.py", *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("linux.py: ") and cause in done.stderr


def guest_says(*lines):
    """(status or cause, output) for a guest with these lines on its console."""
    out = io.BytesIO()
    try:
        return linux.guest_output(iter(lines), out.write), out.getvalue()
    except Problem as problem:
        return str(problem), out.getvalue()


def test_two_machines_prepare_one_after_the_other(tmp_path, monkeypatch):
    inside = []

    def alone(_home, _version, say):
        inside.append(say)
        time.sleep(0.2)
        assert inside == [say]
        return inside.pop()

    monkeypatch.setattr(guest, "prepare_alone", alone)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        assert sorted(pool.map(lambda n: guest.prepare(str(tmp_path), "6.12", n), range(3))) == [0, 1, 2]


def test_status_is_the_commands(capsys):
    assert guest_says(b"noise\n", b"@guest begins\n", b"a\n", b"@guest ends 0\n", b"more\n") == (0, b"a\n")
    assert guest_says(b"@guest begins\n", b"no end@guest ends 3\n") == (3, b"no end")
    assert guest_says(b"@guest found nothing\n", b"@guest begins\n", b"@guest ends 1\n") == (1, b"")
    assert "linux.py: found nothing\n" in capsys.readouterr().err


def test_guest_that_ends_early_is_no_success():
    assert guest_says(b"@guest begins\n", b"a\n") == ("the guest ended before its command", b"a\n")
    assert guest_says(b"@guest ends 0\n", b"panic\n") == ("the guest did not start: panic", b"")
    assert guest_says() == ("the guest ended before its command", b"")
