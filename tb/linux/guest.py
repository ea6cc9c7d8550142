# SPDX-License-Identifier: Apache-2.0
"""The guest's kernel and file system, made from Debian's arm64 packages and kept under build/linux for later runs."""

import fcntl
import hashlib
import io
import lzma
import os
import re
import stat
import subprocess
import tarfile

from cpio import Cpio
from packages import Apt
from util.problem import Problem, write_whole

HERE = os.path.dirname(os.path.abspath(__file__))
# Debian 13's perf reads everything that this unit writes, with either kernel; its shell tests need the other packages.
USERLAND = "trixie"
PROGRAMS = ["linux-perf", "busybox-static", "dash", "coreutils", "gawk", "grep", "sed", "findutils", "binutils"]
KERNELS = {"6.12": "trixie", "6.1": "bookworm"}
MODULES = ["arm_spe_pmu", "virtio_mmio", "9pnet_virtio", "9p"]
# Files that the guest does not need.
LEFT_OUT = re.compile(
    r"usr/share/(?:doc|man|locale|info|icons|perl|i18n|zoneinfo|bash-completion|lintian|bug)/|usr/lib/python3"
    r"|usr/lib/aarch64-linux-gnu/(?:perl|gconv)|usr/lib/systemd/|var/|.*\.a$")
MODULE = re.compile(r".*/(?:perf|virtio|9p|netfs|fscache)/([^/]*)\.ko(\.xz)?$")
MERGED = ("bin", "sbin", "lib")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def tar_of(deb):
    """The files of a package."""
    done = subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], capture_output=True, check=False)
    if done.returncode != 0:
        raise Problem(f"{deb}: {done.stderr.decode().strip().splitlines()[0]}")
    return tarfile.open(fileobj=io.BytesIO(done.stdout))


def merged(name):
    """The path in a file system whose top folders are links into /usr."""
    name = name.removeprefix("./").strip("/")
    return f"usr/{name}" if name.split("/")[0] in MERGED else name


def unpack(deb, cpio):
    with tar_of(deb) as tar:
        for member in tar:
            name = merged(member.name)
            if LEFT_OUT.match(name) or name in MERGED:
                continue
            if member.isdir():
                cpio.directory(name)
            elif member.issym():
                cpio.link(name, member.linkname)
            elif member.isfile() or member.islnk():
                cpio.regular(name, tar.extractfile(member).read(), stat.S_IMODE(member.mode))


def base(debs, file):
    """The file system without kernel modules."""
    cpio = Cpio(file)
    for name in ("proc", "sys", "dev", "tmp", "run", "root", "mnt/share", "busybox", "etc"):
        cpio.directory(name)
    for name in MERGED:
        cpio.link(name, f"usr/{name}")
    cpio.device("dev/console", 5, 1)
    cpio.regular("init", read(f"{HERE}/init"), 0o755)
    cpio.regular("etc/passwd", b"root:x:0:0:root:/root:/bin/sh\nuser:x:1000:1000:user:/tmp:/bin/sh\n")
    for name, program in (("sh", "dash"), ("awk", "gawk")):  # as the packages' scripts would
        cpio.link(f"usr/bin/{name}", program)
    for deb in debs:
        unpack(deb, cpio)
    cpio.end()


def needs(module):
    """Names of the modules on which a module with these bytes depends."""
    found = re.search(rb"\0depends=([^\0]*)\0", module)
    return [name.replace("-", "_") for name in found[1].decode().split(",") if name] if found else []


def in_order(wanted, modules):
    """The wanted modules and their dependencies, in loading order. A missing module is built in."""
    order = []

    def add(name):
        if name in modules and name not in order:
            for other in needs(modules[name]):
                add(other)
            order.append(name)

    for name in wanted:
        add(name)
    return order


def kernel_of(debs):
    """(image, modules by name) of a kernel's packages."""
    image, modules = None, {}
    for deb in debs:
        with tar_of(deb) as tar:
            for member in tar:
                module = MODULE.match(member.name)
                if "/vmlinuz-" in member.name:
                    image = tar.extractfile(member).read()
                elif module:
                    data = tar.extractfile(member).read()
                    modules[module[1].replace("-", "_")] = lzma.decompress(data) if module[2] else data
    if image is None:
        raise Problem(f"{debs[0]}: no kernel in it")
    return image, modules


def modules_cpio(modules, file):
    order = in_order(MODULES, modules)
    cpio = Cpio(file)
    cpio.regular("modules/order", "".join(f"{name}\n" for name in order).encode())
    for name in order:
        cpio.regular(f"modules/{name}.ko", modules[name])
    cpio.end()


def made(path, key, make):
    """The file, made by make(file) unless it exists and was made from the same inputs."""
    stamp = hashlib.sha256("\n".join(key).encode()).hexdigest()
    try:
        with open(f"{path}.of", encoding="utf-8") as file:
            if file.read() == stamp and os.path.exists(path):
                return path
    except OSError:
        pass
    buffer = io.BytesIO()
    make(buffer)
    write_whole(path, buffer.getvalue())
    write_whole(f"{path}.of", stamp)
    return path


def prepare(home, version, say):
    """Paths of the kernel and of the parts of its initial file system. Concurrent calls wait for each other."""
    os.makedirs(home, exist_ok=True)
    with open(f"{home}/lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return prepare_alone(home, version, say)


def prepare_alone(home, version, say):
    apt = Apt(home, USERLAND)
    say(f"the guest's packages, of Debian {USERLAND}")
    debs = apt.files(PROGRAMS)
    key = [read(f"{HERE}/init").decode(), read(__file__).decode(), *map(os.path.basename, debs)]
    root = made(f"{home}/root.cpio", key, lambda file: base(debs, file))
    apt = Apt(home, KERNELS[version])
    kernel = apt.kernel(re.escape(version) + r"\.")
    kept = []

    def once():
        if not kept:
            say(f"the kernel, {os.path.basename(kernel[0])}")
            kept.append(kernel_of(kernel))
        return kept[0]

    key = list(map(os.path.basename, kernel))
    image = made(f"{home}/{version}/Image", key, lambda file: file.write(once()[0]))
    modules = made(f"{home}/{version}/modules.cpio", key, lambda file: modules_cpio(once()[1], file))
    return image, [root, modules]
