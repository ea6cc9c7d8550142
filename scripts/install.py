#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts what is useful without this tree under a prefix, or removes it again. A list of what was installed is kept
there, so that what an older version left goes too. Status 0: done. 2: wrong use, or a file that cannot be read,
written or removed."""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

SELF = "install.py"
HEADERS = ("spu.h", "spu_config.h", "spu_pins.h", "spu_sysreg.h")
LIST = "share/openspu/installed.txt"
# Directories that only this project has: removed when they are empty.
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
    """What is wrong, in a line."""


def read(path):
    with open(path, "rb") as file:
        return file.read()


def version():
    header = read("cmodel/spu.h").decode()
    return ".".join(re.search(rf"(?m)^#define SPU_VERSION_{part} (\d+)$", header)[1]
                    for part in ("MAJOR", "MINOR", "PATCH"))


def checked(name, path):
    """A directory that pkg-config's file and the list can say."""
    if not re.fullmatch(r"/[\w/.+,:@~=-]*", path) or ".." in path.split("/"):
        raise Refused(f"{name}={path}: not an absolute path of letters, digits and /._+,:@~=-")
    return os.path.normpath(path).replace("//", "/")


class Plan:
    """What is to be where: (path below DESTDIR, content, mode); a string instead of content: what a link points to."""

    def __init__(self, options):
        self.options, self.files = options, []
        self.build = options.build
        name = version()
        self.add_programs()
        self.add_library(name)
        plugin = "spe_trace_plugin.so"
        self.put(f"{options.prefix}/lib/openspu/{plugin}", read(f"{self.build}/lib/{plugin}"))
        for path in sorted(glob.glob("rtl/*.sv")) + ["rtl/files.f", "scripts/waivers.vlt"]:
            self.share("openspu/rtl", path)
        for path in sorted(glob.glob("cmodel/checker/**/*.*", recursive=True)):
            if not path.endswith(".mk"):
                self.share(f"openspu{os.path.dirname(path).removeprefix('cmodel')}", path)
        for path in ("LICENSE", "CHANGELOG.md", "README.md"):
            self.share("doc/openspu", path)
        for path in sorted(glob.glob("docs/*.md")):
            self.share("doc/openspu/docs", path)
        for path in sorted(glob.glob("docs/figures/*.svg") + glob.glob("docs/images/*")):
            self.share(f"doc/openspu/{os.path.dirname(path)}", path)

    def put(self, path, content, mode=0o644):
        self.files.append((path, content, mode))

    def share(self, folder, path):
        self.put(f"{self.options.prefix}/share/{folder}/{os.path.basename(path)}", read(path))

    def add_programs(self):
        built = {program: f"{self.build}/bin/{program}" for program in self.options.programs}
        built |= {f"spu-sim-{config}": f"{self.build}/{config}/spu-sim" for config in self.options.configs}
        for program, path in built.items():
            self.put(f"{self.options.prefix}/bin/{program}", read(path), 0o755)
            for folder, page in (("man/man1", f"{program}.1"), ("bash-completion/completions", program)):
                self.put(f"{self.options.prefix}/share/{folder}/{page}", read(f"{self.build}/install/{page}"))
        if self.options.configs:  # the others refer to it by that name
            self.put(f"{self.options.prefix}/share/man/man1/spu-sim.1", f"spu-sim-{self.options.configs[0]}.1")

    def add_library(self, name):
        prefix, libdir = self.options.prefix, self.options.libdir
        shared, soname = f"libspu.so.{name}", f"libspu.so.{name.split('.', maxsplit=1)[0]}"
        self.put(f"{libdir}/libspu.a", read(f"{self.build}/lib/libspu.a"))
        self.put(f"{libdir}/{shared}", read(f"{self.build}/lib/libspu.so"))
        self.put(f"{libdir}/{soname}", shared)
        self.put(f"{libdir}/libspu.so", soname)
        said = libdir.replace(f"{prefix}/", "${prefix}/", 1) if libdir.startswith(f"{prefix}/") else libdir
        self.put(f"{libdir}/pkgconfig/spu.pc", PKG_CONFIG.format(prefix=prefix, libdir=said, version=name).encode())
        for header in HEADERS:
            self.put(f"{prefix}/include/openspu/{header}", read(f"cmodel/{header}"))


def write(path, content, mode):
    """Under another name until it is whole: a program that runs keeps its file."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=".openspu-", dir=os.path.dirname(path))
    try:
        with open(descriptor, "wb") as file:
            if isinstance(content, bytes):
                file.write(content)
        if isinstance(content, str):
            os.unlink(temporary)
            os.symlink(content, temporary)
        else:
            os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException as error:
        if os.path.lexists(temporary):
            os.unlink(temporary)
        if isinstance(error, OSError):
            error.filename = path  # not the temporary one's; a full disk has none
        raise


def listed(options):
    """The paths that were installed; None: nothing was."""
    path = f"{options.destdir}{options.prefix}/{LIST}"
    if not os.path.exists(path):
        return None
    paths = read(path).decode().splitlines()
    for line in paths:
        checked(path, line)
    return paths


def remove(options, paths):
    """Removes these, and directories of ours that have become empty."""
    for path in paths:
        if os.path.lexists(options.destdir + path):
            os.unlink(options.destdir + path)
    for own in OWN:
        for folder, _, _ in os.walk(f"{options.destdir}{options.prefix}/{own}", topdown=False):
            if not os.listdir(folder):
                os.rmdir(folder)


def install(options):
    files = Plan(options).files
    paths = [path for path, _, _ in files]
    old = listed(options) or []
    own_list = f"{options.prefix}/{LIST}"
    # The list is first, so that an interrupted installation can be removed too.
    write(options.destdir + own_list, "".join(f"{path}\n" for path in sorted({*old, *paths, own_list})).encode(), 0o644)
    for path, content, mode in files:
        write(options.destdir + path, content, mode)
    remove(options, sorted(set(old) - {*paths, own_list}))
    write(options.destdir + own_list, "".join(f"{path}\n" for path in sorted({*paths, own_list})).encode(), 0o644)
    if not options.destdir and os.geteuid() == 0 and os.access("/sbin/ldconfig", os.X_OK):
        subprocess.run(["/sbin/ldconfig"], check=False)  # programs find the library at once
    print(f"installed OpenSPU {version()} in {options.destdir}{options.prefix}: {len(paths)} files")


def uninstall(options):
    paths = listed(options)
    if paths is None:
        raise Refused(f"nothing is installed in {options.destdir}{options.prefix} (no {LIST} there)")
    remove(options, paths)
    print(f"removed {len(paths)} files from {options.destdir}{options.prefix}")


def main():
    parser = argparse.ArgumentParser(prog=SELF, description=__doc__)
    parser.add_argument("action", choices=("install", "uninstall"))
    parser.add_argument("--build", default="build", help="where everything was built")
    parser.add_argument("--prefix", default="/usr/local")
    parser.add_argument("--libdir", default="", help="of the library; by default lib of the prefix")
    parser.add_argument("--destdir", default="", help="a directory to put before every path, as packages want it")
    parser.add_argument("--programs", nargs="*", default=[], help="what to install of its bin/")
    parser.add_argument("--configs", nargs="*", default=[], help="whose simulators to install")
    options = parser.parse_args()
    os.umask(0o022)  # others can use it, whatever the user's own files are like
    try:
        options.prefix = checked("PREFIX", options.prefix).rstrip("/")
        options.libdir = checked("LIBDIR", options.libdir or f"{options.prefix}/lib")
        if options.action == "install":
            install(options)
        else:
            uninstall(options)
    except Refused as error:
        sys.stderr.write(f"{SELF}: {error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"{SELF}: {error.filename}: {error.strerror}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
