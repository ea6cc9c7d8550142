#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executes and profiles the programs of tb/workload/programs/programs.toml, unit and model in lockstep, and writes a table
of what came of each (docs/programs.md).

Debian's programs are downloaded for arm64 and only unpacked; the others are compiled. Everything is in --out: packages/,
programs/, a directory for each run, and table.md and table.json, which are there only if every program was tried.
Status 0: each had records, no mismatch, and ended and said what it should. 1: one did not. 2: wrong use, or a tool or a
package that is missing.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib

from util.arguments import Parser
from util.problem import Problem, read_json, write_whole

TABLE = "tb/workload/programs/programs.toml"
COMPILERS = {"gcc": ["aarch64-linux-gnu-gcc"], "g++": ["aarch64-linux-gnu-g++"],
             "clang": ["clang", "--target=aarch64-linux-gnu"]}
KINDS = {"name": str, "what": str, "package": str, "file": str, "source": str, "compiler": str, "options": str, "args": str,
         "env": list, "cpu": str, "config": str, "interval": int, "ops": int, "children": bool, "ends": str, "says": str,
         "varies": str}
INTERVAL = 256
LIMIT = 900  # seconds that a program may take
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
RELEASE = "bookworm"  # whose packages they are, whatever this machine's is


def parse():
    parser = Parser(prog="programs.py", description="Profiles the programs of a table, and says what came of each.")
    parser.add_argument("--table", default=TABLE, metavar="FILE", help="the programs (%(default)s)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="this program; may be given again")
    parser.add_argument("--build", default="build", metavar="DIR", help="where the simulators are (%(default)s)")
    parser.add_argument("--out", default="build/programs", metavar="DIR", help="where everything goes (%(default)s)")
    parser.add_argument("--check", action="store_true", help="only see whether the table has them")
    return parser.parse_args()


# ---------------------------------------------------------------------------------------------------------
# The table of programs


def wrong_with(row, names):
    """What is wrong with a row; "" if nothing."""
    name = row.get("name")
    if not isinstance(name, str) or not name:
        return "a program without a name"
    if name in names:
        return f"{name}: twice"
    for key, value in row.items():
        if key not in KINDS or not isinstance(value, KINDS[key]):
            return f"{name}: {key}: {'unknown' if key not in KINDS else f'must be {KINDS[key].__name__}'}"
    if "what" not in row or ("package" in row) == ("source" in row) or ("package" in row) != ("file" in row):
        return f"{name}: needs what, and either package and file, or source"
    if row.get("compiler", "gcc") not in COMPILERS:
        return f"{name}: compiler: must be {', '.join(COMPILERS)}"
    if not re.fullmatch(r"(status|signal) \d+", row.get("ends", "status 0")):
        return f"{name}: ends: must be status N or signal N"
    try:
        re.compile(row.get("says", ""))
    except re.error as error:
        return f"{name}: says: {error}"
    return ""


def read_table(path):
    try:
        with open(path, "rb") as file:
            rows = tomllib.load(file).get("program", [])
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Problem(f"{path}: {error}") from None
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise Problem(f"{path}: no [[program]] in it")
    names = set()
    for row in rows:
        if cause := wrong_with(row, names):
            raise Problem(f"{path}: {cause}")
        names.add(row["name"])
    return rows


def slug(name):
    """The name as that of a file: `busybox-awk`."""
    return re.sub("[^a-z0-9+]+", "-", name.lower()).strip("-")


def chosen(rows, names, path):
    def meant(row):
        return {row["name"], slug(row["name"])} & set(names)
    for name in names:
        if not any(name in (row["name"], slug(row["name"])) for row in rows):
            raise Problem(f"{path}: no program {name}")
    return [row for row in rows if not names or meant(row)]


# ---------------------------------------------------------------------------------------------------------
# Getting the programs


def said_by(command, what, **options):
    """What a command prints; a Problem with its first error, or its last line, if it fails."""
    try:
        result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, errors="replace", check=False, **options)
    except OSError as error:
        raise Problem(f"{what}: {command[0]}: {error.strerror}") from None
    if result.returncode != 0:
        lines = result.stdout.strip().splitlines() or ["it printed nothing"]
        errors = [line for line in lines if re.search(r"\berror\b|^E: ", line)]
        raise Problem(f"{what}: {os.path.basename(command[0])}: {(errors or lines[-1:])[0]}")
    return result.stdout


class Packages:
    """Debian's packages for arm64, in a place of their own: what this machine has installed stays as it is."""

    def __init__(self, home):
        self.home, self.indexed = os.path.abspath(home), False

    def apt(self, *arguments, cwd=None):
        place = self.home
        options = {"APT::Architecture": "arm64", "APT::Architectures": "arm64", "APT::Sandbox::User": "root",
                   "Acquire::Languages": "none", "Dir::Etc::sourcelist": f"{place}/sources.list",
                   "Dir::Etc::sourceparts": "-", "Dir::State::lists": f"{place}/lists",
                   "Dir::State::status": f"{place}/status", "Dir::Cache": f"{place}/cache"}
        words = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        return said_by(["apt-get", "-q", *words, *arguments], f"Debian's packages for arm64 ({' '.join(arguments)})", cwd=cwd)

    def index(self):
        if self.indexed:
            return
        for name in ("lists/partial", "cache/archives/partial"):
            os.makedirs(f"{self.home}/{name}", exist_ok=True)
        found = subprocess.run(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian"],
                               capture_output=True, text=True, check=False).stdout.splitlines()
        mirror = next((line for line in found if "security" not in line), "http://deb.debian.org/debian")
        write_whole(f"{self.home}/status", "")
        write_whole(f"{self.home}/sources.list", f"deb [arch=arm64 signed-by={KEYRING}] {mirror} {RELEASE} main\n")
        self.apt("update")
        self.indexed = True

    def unpacked(self, package):
        """The directory with what is in the package, and its version."""
        place = f"{self.home}/{package}"
        kept = read_json(f"{place}.json")
        if kept is None or not os.path.isdir(place):
            self.index()
            loading = f"{place}.new"
            shutil.rmtree(loading, ignore_errors=True)
            os.makedirs(loading)
            self.apt("download", package, cwd=loading)
            files = os.listdir(loading)
            said_by(["dpkg-deb", "-x", f"{loading}/{files[0]}", f"{loading}/root"], package)
            version = said_by(["dpkg-deb", "-f", f"{loading}/{files[0]}", "Version"], package).strip()
            shutil.rmtree(place, ignore_errors=True)
            os.rename(f"{loading}/root", place)
            shutil.rmtree(loading)
            kept = {"version": version}
            write_whole(f"{place}.json", json.dumps(kept))
        return place, kept["version"]


def compiled(row, home, sources):
    compiler = row.get("compiler", "gcc")
    path = f"{home}/{slug(row['name'])}"
    os.makedirs(home, exist_ok=True)
    options = shlex.split(row.get("options", "-O2 -static"))
    libraries = [word for word in options if word.startswith("-l")]
    options = [word for word in options if word not in libraries]
    said_by([*COMPILERS[compiler], *options, os.path.join(sources, row["source"]), "-o", path, *libraries], row["source"])
    return path


def obtained(row, packages, arguments):
    """The path of the program, and where it is from, in words."""
    if "package" in row:
        place, version = packages.unpacked(row["package"])
        path = f"{place}/{row['file']}"
        if not os.path.isfile(path):
            raise Problem(f"{row['name']}: package {row['package']} has no {row['file']}")
        return path, f"{row['package']} {version}"
    path = compiled(row, f"{arguments.out}/programs", os.path.dirname(arguments.table) or ".")
    return path, os.path.basename(row["source"])


# ---------------------------------------------------------------------------------------------------------
# Running them


def command_for(row, path, out, build):
    command = [f"{build}/{row.get('config', 'base')}/spu-sim", "--workload", path, "--out", out,
               "--interval", str(row.get("interval", INTERVAL)), "--args", row.get("args", "")]
    for name in ("cpu", "ops"):
        if name in row:
            command += [f"--{name}", str(row[name])]
    for variable in row.get("env", []):
        command += ["--env", variable]
    return [*command, "--children"] if row.get("children") else command


def profile(row, path, out, build):
    """(report or None, everything that it and spu-sim printed, status)."""
    shutil.rmtree(out, ignore_errors=True)
    try:
        result = subprocess.run(command_for(row, path, out, build), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                errors="replace", timeout=LIMIT, check=False)
    except OSError as error:
        raise Problem(f"{build}/{row.get('config', 'base')}/spu-sim: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        return None, "", f"none, it was still running after {LIMIT} s"
    return read_json(f"{out}/report.json"), result.stderr + result.stdout, result.returncode


def problems(row, report, printed, status):
    """What is not as it should be, in words."""
    found = []
    if status != 0 or report is None:
        lines = printed.strip().splitlines()
        return [f"spu-sim: status {status}{': ' + lines[-1] if lines else ''}"]
    kind, number = row.get("ends", "status 0").split()
    ended = ("signal", report["signal"]) if report["signal"] else ("status", report["exit_status"])
    if ended != (kind, int(number)):
        found.append(f"ended with {ended[0]} {ended[1]}, not with {kind} {number}")
    if not re.search(row.get("says", ""), printed, re.M):
        found.append(f"did not say {row['says']!r}")
    if report["records"] == 0:
        found.append("no record")
    if report["mismatches"] != 0:
        found.append(f"{report['mismatches']} mismatches")
    return found


def matched(row, printed):
    """The line that shows that it did what it should."""
    match = re.search(row["says"], printed, re.M) if "says" in row else None
    if not match:
        return ""
    start = printed.rfind("\n", 0, match.start()) + 1
    end = printed.find("\n", match.end())
    return printed[start:end if end >= 0 else None].strip()


def try_program(row, packages, arguments):
    path, origin = obtained(row, packages, arguments)
    out = f"{arguments.out}/runs/{slug(row['name'])}"
    report, printed, status = profile(row, path, out, arguments.build)
    wrong = problems(row, report, printed, status)
    report = report or {}
    ended = f"signal {report['signal']}" if report.get("signal") else f"status {report.get('exit_status', '?')}"
    return {"name": row["name"], "what": row["what"], "from": origin, "config": row.get("config", "base"),
            "cpu": row.get("cpu", ""), "operations": report.get("core", {}).get("executed"), "records": report.get("records"),
            "mismatches": report.get("mismatches"), "ended": ended, "said": matched(row, printed),
            "varies": row.get("varies", ""), "problems": wrong}


# ---------------------------------------------------------------------------------------------------------
# The table of results


def cell(text):
    return str(text).replace("|", "\\|")


def number(value, varies):
    return "-" if value is None else f"{'about ' if varies else ''}{value:,}"


def markdown(results):
    lines = ["| program | what it exercises | from | runs on | operations | records | mismatches | ends with | says |",
             "| --- | --- | --- | --- | --: | --: | --: | --- | --- |"]
    for result in results:
        runs = result["config"] + (f", `{result['cpu']}`" if result["cpu"] else "")
        said = result["said"] if len(result["said"]) <= 60 else result["said"][:57] + "..."
        cells = [result["name"], result["what"], result["from"], runs, number(result["operations"], result["varies"]),
                 number(result["records"], result["varies"]), result["mismatches"], result["ended"],
                 f"`{said}`" if said else ""]
        lines.append("| " + " | ".join(cell(text) for text in cells) + " |")
    return "\n".join(lines) + "\n"


def run(arguments):
    rows = chosen(read_table(arguments.table), arguments.only, arguments.table)
    if arguments.check:
        return 0
    os.makedirs(arguments.out, exist_ok=True)
    for name in ("table.md", "table.json"):
        if os.path.exists(f"{arguments.out}/{name}"):
            os.unlink(f"{arguments.out}/{name}")
    packages, results = Packages(f"{arguments.out}/packages"), []
    for count, row in enumerate(rows, 1):
        result = try_program(row, packages, arguments)
        results.append(result)
        words = "; ".join(result["problems"]) or f"{result['records']} records, 0 mismatches"
        print(f"[{count}/{len(rows)}] {row['name']}: {words}", flush=True)
    write_whole(f"{arguments.out}/table.json", json.dumps(results, indent=1) + "\n")
    write_whole(f"{arguments.out}/table.md", markdown(results))
    failed = [result for result in results if result["problems"]]
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed: {arguments.out}/table.md")
    return 1 if failed else 0


def main():
    try:
        return run(parse())
    except Problem as problem:
        print(f"programs.py: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
