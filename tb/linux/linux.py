#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs an unmodified Debian arm64 Linux in QEMU, each CPU of which has this Statistical Profiling Unit (docs/linux.md).

Status: that of the command in the guest; 1 if RTL and model differ; 2 if the guest could not run it: wrong use, no QEMU
that the plugin supports, or a guest that ends before its command."""

import argparse
import io
import os
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts"))
# pylint: disable=wrong-import-position
import guest  # noqa: E402
from cpio import Cpio  # noqa: E402
from util.arguments import Parser  # noqa: E402
from util.problem import Problem, write_whole  # noqa: E402

QEMU = "qemu-system-aarch64"
MISMATCH = 3  # its status if RTL and model differ
MEMORY = 2048  # MB
GREETING = """
A Statistical Profiling Unit profiles this machine. Try, for example:

  perf record -e arm_spe_0/period=1024,ts_enable=1/ -- perf test -w sqrtloop 1 && perf report --stdio
  perf mem record -- ls -R /usr/lib > /dev/null && perf mem report --stdio
  perf report -D | less

exit ends the machine; so does Ctrl-A X.

"""


def number_of_cpus(text):
    if not text.isdecimal() or not 1 <= int(text) <= 8:
        raise argparse.ArgumentTypeError(f"{text!r} must be 1 to 8")
    return int(text)


def parse(words=None):
    parser = Parser(prog="linux.py", description="Runs an arm64 Linux that this unit profiles.")
    parser.add_argument("--home", default="build/linux", metavar="DIR", help="packages and guest (%(default)s)")
    parser.add_argument("--plugin", default="build/linux/spe.so", metavar="FILE", help="default: %(default)s")
    parser.add_argument("--config", default="base", metavar="NAME", help="configuration of the unit (%(default)s)")
    parser.add_argument("--cpus", type=number_of_cpus, default=1, metavar="N", help="CPUs (CPUS=): 1 to 8")
    parser.add_argument("--kernel", default="6.12", metavar="K", help="6.12, 6.1, or an Image file (KERNEL=)")
    parser.add_argument("--el2", action="store_true", help="run the kernel at EL2 (EL2=1)")
    parser.add_argument("--icount", action="store_true", help="the same run every time (ICOUNT=1)")
    parser.add_argument("--unit", choices=("model", "rtl"), default="model", help="the unit in the plugin (UNIT=)")
    parser.add_argument("--waves", metavar="FILE", help="waveform of the RTL of CPU 0 (WAVES=)")
    parser.add_argument("--from", dest="first", type=int, metavar="CYCLE", help="first cycle of the waveform (FROM=)")
    parser.add_argument("--to", type=int, metavar="CYCLE", help="last cycle of the waveform (TO=)")
    parser.add_argument("--qemu", default=QEMU, metavar="FILE", help="QEMU= (%(default)s)")
    parser.add_argument("--share", metavar="DIR", help="folder that appears as /mnt/share in the guest (SHARE=)")
    parser.add_argument("--records", metavar="FILE", help="write the unit's records of CPU n to FILE.n")
    parser.add_argument("--counts", metavar="FILE", help="write QEMU's execution counts of 0x400000 to 0x4fffff")
    parser.add_argument("--log", metavar="FILE", help="log the driver's register accesses")
    parser.add_argument("--run", metavar="COMMAND", help="run it and end (RUN=); default: a shell")
    options = parser.parse_args(words)
    if options.kernel not in guest.KERNELS and not os.path.isfile(options.kernel):
        parser.error(f"--kernel (KERNEL=): {options.kernel} is neither {' nor '.join(guest.KERNELS)} nor a file")
    if options.waves is not None and options.unit != "rtl":
        parser.error("--waves (WAVES=): only with --unit rtl (UNIT=rtl)")
    if options.share is not None and not os.path.isdir(options.share):
        parser.error(f"--share (SHARE=): no directory {options.share}")
    if options.share is not None and "," in options.share:
        parser.error(f"--share (SHARE=): {options.share}: QEMU does not accept a comma")
    if options.icount and options.cpus != 1:
        parser.error("--icount (ICOUNT=): only with one CPU")
    return options


def command_part(command):
    """The files that are appended to the file system for this run."""
    buffer = io.BytesIO()
    cpio = Cpio(buffer)
    if command is not None:
        cpio.regular("run-command", f"{command}\n".encode())
    else:
        cpio.regular("greeting", GREETING.encode())
    cpio.end()
    return buffer.getvalue()


def qemu_command(options, kernel, initrd):
    """QEMU's command line."""
    plugin = [os.path.abspath(options.plugin), f"config={options.config}"]
    events = f"{options.home}/mismatch.events" if options.unit == "rtl" else None
    files = (("records", options.records), ("counts", options.counts), ("log", options.log), ("events", events),
             ("waves", options.waves))
    plugin += [f"{name}={os.path.abspath(path)}" for name, path in files if path]
    plugin += [f"{name}={cycle}" for name, cycle in (("from", options.first), ("to", options.to)) if cycle is not None]
    append = "console=ttyAMA0 panic=-1 quiet loglevel=3" + (" nokaslr" if options.icount else "")
    command = [options.qemu, "-M", f"virt,gic-version=3,virtualization={'on' if options.el2 else 'off'}",
               "-cpu", "max,pauth-impdef=on", "-accel", f"tcg,thread={'multi' if options.cpus > 1 else 'single'}",
               "-m", str(MEMORY), "-smp", str(options.cpus), "-nodefaults", "-display", "none", "-no-reboot",
               "-serial", "mon:stdio" if options.run is None else "stdio",
               "-kernel", kernel, "-initrd", initrd, "-append", append, "-plugin", ",".join(plugin)]
    if options.icount:
        command[2] += ",dtb-randomness=off"
        command += ["-icount", "shift=1,sleep=off", "-rtc", "base=2026-01-01,clock=vm", "-seed", "1"]
    if options.share is not None:
        command += ["-fsdev", f"local,id=share,path={os.path.abspath(options.share)},security_model=none",
                    "-device", "virtio-9p-device,fsdev=share,mount_tag=share"]
    return command


def guest_output(lines, write):
    """Forwards the command's output. Returns its status; Problem if it has not ended."""
    begun = False
    before = []
    for line in lines:
        if line.startswith(b"@guest begins"):
            begun = True
        elif line.startswith(b"@guest ends ") and begun:
            return int(line.split()[2])
        elif line.startswith(b"@guest "):
            print(f"linux.py: {line.decode(errors='replace').strip().removeprefix('@guest ')}", file=sys.stderr)
        elif begun:
            # The mark can follow a last line without a newline.
            text, mark, status = line.partition(b"@guest ends ")
            write(text)
            if mark:
                return int(status.split()[0])
        else:
            before.append(line)
    last = [line.decode(errors="replace").strip() for line in before if line.strip()]
    cause = "ended before its command" if begun or not last else f"did not start: {last[-1]}"
    raise Problem(f"the guest {cause}")


def run(command):
    """Runs QEMU for one command in the guest. Returns the status."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as qemu:
        def write(text):
            sys.stdout.buffer.write(text)
            sys.stdout.buffer.flush()

        try:
            status = guest_output(qemu.stdout, write)
        except Problem:
            if qemu.wait() == 0:
                raise
            return 1 if qemu.returncode == MISMATCH else 2  # QEMU has printed why
        except BaseException:
            qemu.terminate()
            raise
        qemu.stdout.read()
        if qemu.wait() != 0:
            print(f"linux.py: QEMU ended with status {qemu.returncode}", file=sys.stderr)
            return status or 1
        return status


def progress(words):
    print(f"linux.py: {words}", file=sys.stderr, flush=True)


def main():
    options = parse()
    try:
        if shutil.which(options.qemu) is None:
            raise Problem(f"no {options.qemu}; make linux installs {QEMU} (package qemu-system-arm)")
        version = options.kernel if options.kernel in guest.KERNELS else "6.12"
        kernel, parts = guest.prepare(options.home, version, progress)
        kernel = kernel if options.kernel == version else options.kernel
        initrd = f"{options.home}/initrd.{os.getpid()}"
        contents = b"".join(guest.read(part) for part in parts) + command_part(options.run)
        write_whole(initrd, contents)
        try:
            command = qemu_command(options, kernel, initrd)
            return run(command) if options.run is not None else subprocess.call(command)
        finally:
            os.unlink(initrd)
    except KeyboardInterrupt:
        print("linux.py: interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    except (Problem, OSError) as error:
        print(f"linux.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
