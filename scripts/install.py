#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the files that work without this tree under a prefix, with a list of them, or removes the files of the list.
Status 0: done. 2: wrong use, or a file that cannot be read, written or removed."""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys

HEADERS = ("spu.h", "spu_config.h", "spu_pins.h", "spu_sysreg.h")
LIST = "share/openspu/installed.txt"
# Directories of this project alone: removed when they are empty.
OWN = ("include/openspu", "lib/openspu", "share/doc/openspu", "share/openspu")

PKG_CONFIG = """prefix={prefix}
libdir={libdir}
includedir=${{prefix}}/include/openspu

Name: OpenSPU
Description: Reference model of Arm's Statistical Profiling Unit (FEAT_SPE), and a decoder of its records
Version: {version}
Libs: -L${{libdir}} -lspu
Cflags: -I${{includedir}}
"""


class Refused(Exception):
    """An error in one line."""


def version():
    with open("cmodel/spu.h", encoding="utf-8") as file:
        return ".".join(re.findall(r"(?m)^#define SPU_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", file.read()))


def checked(name, path):
    """A directory that spu.pc and the list can contain."""
    if not re.fullmatch(r"/[\w/.+,:@~=-]*", path) or ".." in path.split("/"):
        raise Refused(f"{name}={path}: not an absolute path of letters, digits and /._+,:@~=-")
    return os.path.normpath(path).replace("//", "/")


def programs(options):
    """{name of each program: its path in the build}."""
    return ({name: f"{options.build}/bin/{name}" for name in options.programs}
            | {f"spu-sim-{name}": f"{options.build}/{name}/spu-sim" for name in options.configs})


def copies(options):
    """[(file, its path below the prefix)]."""
    found = [(path, f"bin/{name}") for name, path in programs(options).items()]
    for name in programs(options):
        found += [(f"{options.build}/install/{name}.1", f"share/man/man1/{name}.1"),
                  (f"{options.build}/install/{name}", f"share/bash-completion/completions/{name}")]
    found += [(f"cmodel/{header}", f"include/openspu/{header}") for header in HEADERS]
    found.append((f"{options.build}/lib/spe_trace_plugin.so", "lib/openspu/spe_trace_plugin.so"))
    for folder, paths in (("openspu/rtl", [*glob.glob("rtl/*.sv"), "rtl/files.f", "scripts/waivers.vlt"]),
                          ("doc/openspu", ["LICENSE", "CHANGELOG.md", "README.md"]),
                          ("doc/openspu/docs", glob.glob("docs/*.md")),
                          ("doc/openspu/docs/figures", glob.glob("docs/figures/*.svg")),
                          ("doc/openspu/docs/images", glob.glob("docs/images/*"))):
        found += [(path, f"share/{folder}/{os.path.basename(path)}") for path in paths]
    found += [(path, f"share/openspu/{path.removeprefix('cmodel/')}")
              for path in glob.glob("cmodel/checker/**/*.*", recursive=True) if not path.endswith(".mk")]
    return [(path, f"{options.prefix}/{place}") for path, place in found]


def made(options):
    """{path: text of a file, or target of a link}."""
    prefix, libdir, number = options.prefix, options.libdir, version()
    soname = f"libspu.so.{number.partition('.')[0]}"
    links = {f"{libdir}/{soname}": f"libspu.so.{number}", f"{libdir}/libspu.so": soname}
    if options.configs:  # other manual pages refer to it by that name
        links[f"{prefix}/share/man/man1/spu-sim.1"] = f"spu-sim-{options.configs[0]}.1"
    said = re.sub(f"^{re.escape(prefix)}/", "${prefix}/", libdir)
    return {f"{libdir}/pkgconfig/spu.pc": PKG_CONFIG.format(prefix=prefix, libdir=said, version=number)}, links


def place(options, path):
    """Opens a new file at that path; a running program keeps its old file."""
    path = options.destdir + path
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.lexists(path):
        os.unlink(path)
    return path


def install(options):
    library = [(f"{options.build}/lib/libspu.a", f"{options.libdir}/libspu.a"),
               (f"{options.build}/lib/libspu.so", f"{options.libdir}/libspu.so.{version()}")]
    files = copies(options) + library
    for path, _ in files:
        os.stat(path)  # before anything is installed
    texts, links = made(options)
    paths = sorted([place_of for _, place_of in files] + [*texts, *links, f"{options.prefix}/{LIST}"])
    old = listed(options)
    # First, so that an interrupted installation can also be removed.
    texts = {f"{options.prefix}/{LIST}": "\n".join(paths) + "\n"} | texts
    for path, text in texts.items():
        with open(place(options, path), "w", encoding="utf-8") as file:
            file.write(text)
    for path, target in links.items():
        os.symlink(target, place(options, path))
    for path, target in files:
        try:
            shutil.copyfile(path, place(options, target))
        except OSError as error:
            error.filename = options.destdir + target  # not the file that was read
            raise
        os.chmod(options.destdir + target, 0o755 if target.startswith(f"{options.prefix}/bin/") else 0o644)
    remove(options, set(old) - set(paths))  # files of an older version
    if not options.destdir and os.geteuid() == 0 and os.access("/sbin/ldconfig", os.X_OK):
        subprocess.run(["/sbin/ldconfig"], check=False)  # programs find the library at once
    print(f"installed OpenSPU {version()} in {options.destdir}{options.prefix}: {len(paths)} files")


def listed(options):
    """The installed paths."""
    path = f"{options.destdir}{options.prefix}/{LIST}"
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [checked(path, line) for line in file.read().splitlines()]


def remove(options, paths):
    """Removes these files, and directories of ours that are then empty."""
    for path in paths:
        if os.path.lexists(options.destdir + path):
            os.unlink(options.destdir + path)
    for own in OWN:
        for folder, _, _ in os.walk(f"{options.destdir}{options.prefix}/{own}", topdown=False):
            if not os.listdir(folder):
                os.rmdir(folder)


def uninstall(options):
    paths = listed(options)
    if not paths:
        raise Refused(f"nothing is installed in {options.destdir}{options.prefix} (no {LIST} there)")
    remove(options, paths)
    print(f"removed {len(paths)} files from {options.destdir}{options.prefix}")


def main():
    parser = argparse.ArgumentParser(prog="install.py", description=__doc__)
    parser.add_argument("action", choices=("install", "uninstall"))
    parser.add_argument("--build", default="build", help="build directory")
    parser.add_argument("--prefix", default="/usr/local")
    parser.add_argument("--libdir", default="", help="directory of the library (default: PREFIX/lib)")
    parser.add_argument("--destdir", default="", help="prefix of every path, for building packages")
    parser.add_argument("--programs", nargs="*", default=[], help="programs of bin/ to install")
    parser.add_argument("--configs", nargs="*", default=[], help="configurations whose simulators to install")
    options = parser.parse_args()
    os.umask(0o022)  # readable by others, whatever the user's umask is
    try:
        options.prefix = checked("PREFIX", options.prefix).rstrip("/")
        options.libdir = checked("LIBDIR", options.libdir or f"{options.prefix}/lib")
        (install if options.action == "install" else uninstall)(options)
    except (Refused, OSError) as error:
        print("install.py:", error if isinstance(error, Refused) else f"{error.filename}: {error.strerror}",
              file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
