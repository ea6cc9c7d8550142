#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds a QEMU that the plugin supports, if the distribution has another one: Debian 13's, from its unmodified source
package, with only machine virt and with every function exported (docs/linux.md, QEMU). Takes minutes of processor
time. The build uses the packages of scripts/requirements-qemu.txt.

Status 2: something is missing, or it does not build; a line names the log."""

import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts"))
# pylint: disable=wrong-import-position
from guest import USERLAND  # noqa: E402
from packages import Apt  # noqa: E402
from util.arguments import Parser, positive  # noqa: E402
from util.problem import Problem, write_whole  # noqa: E402

PYTHON = os.path.abspath(".venv/bin/python3")
DEVICES = "CONFIG_ARM_VIRT=y\nCONFIG_VIRTIO_MMIO=y\nCONFIG_VIRTIO_9P=y\n"
PROGRAM = "qemu-system-aarch64"
OPTIONS = ["--target-list=aarch64-softmmu", "--with-devices-aarch64=spe", "--without-default-features",
           "--without-default-devices", "--disable-debug-info", "--disable-install-blobs", "--disable-docs",
           "--disable-tools", "--disable-user", "--enable-system", "--enable-tcg", "--enable-plugins",
           "--enable-fdt=system", "--enable-attr", "--enable-virtfs", "--extra-ldflags=-Wl,--export-dynamic"]
# Firmware that Debian's archive omits, and that this machine does not use.
FIRMWARE = "pc-bios/edk2-{}.fd.bz2"
FIRMWARES = ["aarch64-code", "arm-code", "arm-vars", "riscv-code", "riscv-vars", "i386-code", "i386-secure-code",
             "i386-vars", "x86_64-code", "x86_64-secure-code", "loongarch64-code", "loongarch64-vars"]


def call(log, directory, *words):
    print(f"build_qemu.py: {os.path.basename(words[0])}", file=sys.stderr, flush=True)
    with open(log, "ab") as file:
        status = subprocess.call(words, cwd=directory, stdin=subprocess.DEVNULL, stdout=file, stderr=file)
    if status != 0:
        raise Problem(f"{os.path.basename(words[0])} ended with status {status}: see {log}")


def build(home, jobs):
    """Path of the program."""
    archive = Apt(home, USERLAND, "deb-src").source("qemu")
    place, log = os.path.abspath(f"{home}/qemu.new"), os.path.abspath(f"{home}/qemu.log")
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(f"{place}/build")
    write_whole(log, "")
    call(log, place, "tar", "--extract", "--strip-components=1", "--file", archive)
    write_whole(f"{place}/configs/devices/aarch64-softmmu/spe.mak", DEVICES)
    for name in FIRMWARES:
        write_whole(f"{place}/{FIRMWARE.format(name)}", "")
    call(log, f"{place}/build", f"{place}/configure", f"--python={PYTHON}", *OPTIONS)
    call(log, f"{place}/build", "ninja", "-j", str(jobs), PROGRAM)
    os.replace(f"{place}/build/{PROGRAM}", f"{home}/{PROGRAM}")
    shutil.rmtree(place)
    return f"{home}/{PROGRAM}"


def main():
    parser = Parser(prog="build_qemu.py", description="Builds a QEMU that the plugin supports.")
    parser.add_argument("--home", default="build/linux", metavar="DIR", help="output directory (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count(), metavar="N", help="jobs (%(default)s)")
    options = parser.parse_args()
    try:
        print(build(options.home, options.jobs))
    except (Problem, OSError) as problem:
        print(f"build_qemu.py: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
