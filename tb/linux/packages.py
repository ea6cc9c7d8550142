# SPDX-License-Identifier: Apache-2.0
"""Debian packages for the guest: the host's apt finds and downloads them, with its own configuration, lists and state
in one directory, so that it needs neither root rights nor a foreign architecture on the host."""

import glob
import hashlib
import json
import os
import re
import subprocess
import urllib.parse

from util.problem import Problem, read_json, write_whole

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
MIRROR = "http://deb.debian.org/debian"


def mirror(paths=None):
    """The host's Debian mirror."""
    for path in paths or ["/etc/apt/sources.list", *sorted(glob.glob("/etc/apt/sources.list.d/*"))]:
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except OSError:
            continue
        found = re.search(r"^(?:URIs:|deb(?: \[[^]]*\])?)\s+(https?://\S+/debian)/?(?:\s|$)", text, re.M)
        if found:
            return found[1]
    return MIRROR


def version_of(file):
    """name=version of the package in the file of this name."""
    name, version, _ = file.split("_")
    return f"{name}={urllib.parse.unquote(version)}"


class Apt:
    """Packages of one release for arm64, or (`deb-src`) their sources."""

    def __init__(self, home, release, kind="deb"):
        self.home = os.path.abspath(f"{home}/apt/{release}{kind.removeprefix('deb')}")
        self.release, self.kind = release, kind

    def options(self):
        values = {"Dir": self.home, "Dir::Etc::sourceparts": "/dev/null", "Dir::Etc::parts": "/dev/null",
                  "Dir::State::status": f"{self.home}/status", "APT::Architecture": "arm64",
                  "APT::Architectures": "arm64", "APT::Install-Recommends": "false", "APT::Sandbox::User": "root",
                  "Debug::NoLocking": "true",
                  "Acquire::Languages": "none", "Acquire::Retries": "3"}
        return [f"-o{name}={value}" for name, value in values.items()]

    def call(self, *words, directory="/"):
        """The output of the command."""
        done = subprocess.run([words[0], *self.options(), *words[1:]], capture_output=True, text=True, check=False,
                              cwd=directory, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            lines = done.stderr.splitlines() or ["?"]
            cause = next((line for line in lines if line.startswith("E: ")), lines[0])
            raise Problem(f"packages of {self.release}: {words[0]}: {cause.removeprefix('E: ')}")
        return done.stdout

    def update(self):
        """Reads the lists of the mirror, once."""
        for name in ("etc/apt", "archives", "var/lib/apt/lists/partial",
                     "var/cache/apt/archives/partial"):
            os.makedirs(f"{self.home}/{name}", exist_ok=True)
        with open(f"{self.home}/etc/apt/sources.list", "w", encoding="utf-8") as file:
            file.write(f"{self.kind} [signed-by={KEYRING}] {mirror()} {self.release} main\n")
        with open(f"{self.home}/status", "w", encoding="utf-8"):
            pass
        if not os.path.exists(f"{self.home}/updated"):
            self.call("apt-get", "update", "--error-on=any")
            with open(f"{self.home}/updated", "w", encoding="utf-8"):
                pass

    def kept(self, key, download):
        """Paths of the files that download() names. The result is kept, and stays the same until the directory is
        removed."""
        path = f"{self.home}/{hashlib.sha256(repr(key).encode()).hexdigest()}.files"
        files = read_json(path)
        if files is None:
            files = download()
            write_whole(path, json.dumps(files))
        return [f"{self.home}/archives/{file}" for file in files]

    def files(self, names):
        """The packages and all their dependencies."""
        return self.kept(names, lambda: self.download(names, closure=True))

    def kernel(self, pattern):
        """The newest kernel image whose version matches the pattern."""
        return self.kept(("kernel", pattern), lambda: self.download([self.image(pattern)], closure=False))

    def source(self, name):
        """Path of the upstream archive of a source package."""
        self.update()
        self.call("apt-get", "source", "--download-only", name, directory=f"{self.home}/archives")
        found = glob.glob(f"{self.home}/archives/{name}_*.orig.tar.*[!c]")
        if not found:
            raise Problem(f"sources of {self.release}: {name} was not downloaded")
        return max(found, key=os.path.getmtime)

    def download(self, names, closure):
        """Downloads packages to archives/. Returns the names of the .deb files."""
        self.update()
        words = ["install", "--yes"] if closure else ["download"]
        uris = self.call("apt-get", *words, "--print-uris", *names, directory=self.home)
        files = re.findall(r"^'\S+' (\S+\.deb) \d+", uris, re.M)
        missing = [file for file in files if not os.path.exists(f"{self.home}/archives/{file}")]
        if missing:
            self.call("apt-get", "download", *map(version_of, missing), directory=f"{self.home}/archives")
        lost = [file for file in files if not os.path.exists(f"{self.home}/archives/{file}")]
        if lost or not files:
            raise Problem(f"packages of {self.release}: {(lost or names)[0]} was not downloaded")
        return files

    def image(self, pattern):
        """Name of that kernel's package."""
        self.update()
        names = self.call("apt-cache", "depends", "--no-recommends", "--no-suggests", "linux-image-arm64")
        found = re.search(rf"Depends: (linux-image-{pattern}\S*)", names)
        if not found:
            raise Problem(f"packages of {self.release}: linux-image-arm64 does not depend on linux-image-{pattern}*")
        return found[1]
