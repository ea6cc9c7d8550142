# SPDX-License-Identifier: Apache-2.0
"""make install and make uninstall: installed files work without this tree, and all of them are removed again. No
requirement."""

import functools
import glob
import os
import re
import shutil
import tempfile

import helpers
from helpers import BUILD, Scratch, not_done, read, write
from version_test import version

# Without the variables of the make that runs this test, but with its lock.
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if not name.startswith(("MAKE", "MFLAGS"))}
# The tree's QEMU, if the distribution has none that can trace.
WITH_QEMU = {"PATH": f"{os.path.abspath(BUILD)}/lib:{ENVIRONMENT['PATH']}"}
DEMO = os.path.abspath(f"{BUILD}/workload/demo")
PROGRAMS = ["spe-dump", "spe-trace", "spu-config", "spu-expect", "spu-host", "spu-sim-base"]
HEADERS = ["spu.h", "spu_config.h", "spu_pins.h", "spu_sysreg.h"]
scratch = Scratch("install-")


def call(*command, cwd=None, **environment):
    """The output of a program, which must end with status 0."""
    done = helpers.call(*command, cwd=cwd, env={**ENVIRONMENT, **environment})
    assert done.returncode == 0, done
    return done.stdout


def make(target, *arguments):
    """With a umask that lets only the user read files."""
    return helpers.call("make", f"B={BUILD}", "CONFIGS=base", target, *arguments, env=ENVIRONMENT, umask=0o077)


def install_py(*arguments):
    return helpers.call("scripts/install.py", "install", *arguments)


def made(target, *arguments):
    done = make(target, *arguments)
    assert done.returncode == 0, done


@functools.cache
def installed():
    """A directory with a blank and a quote in its name, with an installation in usr/."""
    place = f"{scratch.name}/a user's"
    made("install", f"DESTDIR={place}", "PREFIX=/usr", "LIBDIR=/usr/lib/here")
    return place


def files_in(place):
    return sorted(f"{folder}/{name}".removeprefix(place) for folder, _, names in os.walk(place) for name in names)


def package(*options):
    """The output of pkg-config for the library, as if it were installed in /usr."""
    place = installed()
    link = f"{scratch.name}/sysroot"  # without blanks, at which the output is split
    if not os.path.islink(link):
        os.symlink(place, link)
    return call("pkg-config", *options, "spu", PKG_CONFIG_SYSROOT_DIR=link,
                PKG_CONFIG_LIBDIR=f"{link}/usr/lib/here/pkgconfig").split()


# ---------------------------------------------------------------------------------------------------------
# Files


def test_installed_files_are_listed_and_readable_by_all():
    place = installed()
    assert files_in(place) == read(f"{place}/usr/share/openspu/installed.txt").splitlines()
    for path in files_in(place):
        mode = os.stat(place + path).st_mode & 0o777
        assert oct(mode) == oct(0o755 if path.startswith("/usr/bin/") else 0o644)
    for folder, _, _ in os.walk(f"{place}/usr"):
        assert oct(os.stat(folder).st_mode & 0o777) == oct(0o755)
    assert sorted(os.listdir(f"{place}/usr/bin")) == PROGRAMS


def test_installed_headers_are_those_that_spu_h_includes():
    assert sorted(os.listdir(f"{installed()}/usr/include/openspu")) == HEADERS
    included = {name for header in HEADERS for name in re.findall(r'#include "(.+)"', read(f"cmodel/{header}"))}
    assert sorted(included | {"spu.h"}) == HEADERS


SOURCE = """
#include <stdio.h>
#include <string.h>
#include <spu.h>
int main(void)
{
  struct spu_config config;
  const int found = spu_config_by_name("base", &config) == SPU_OK;
  printf("%s %s %d\\n", spu_version(), SPU_VERSION, found);
  return found && strcmp(spu_version(), SPU_VERSION) == 0 ? 0 : 1;
}
"""


def compiled(compiler, language, *libraries):
    path = f"{scratch.name}/program"
    write(f"{path}.c", SOURCE)
    call(compiler, "-x", language, "-Wall", "-Wextra", "-Werror", f"{path}.c", "-x", "none", "-o", path,
         *package("--cflags"), *libraries)
    return path


def test_program_links_with_the_shared_library():
    for compiler, language in (("gcc", "c"), ("g++", "c++")):
        path = compiled(compiler, language, *package("--libs"))
        assert "[libspu.so.0]" in call("readelf", "-d", path), f"{compiler}: the program does not need libspu.so.0"
        printed = call(path, LD_LIBRARY_PATH=f"{installed()}/usr/lib/here")
        assert printed == f"{version()} {version()} 1\n"


def test_program_links_with_the_static_library():
    libraries = ["-Wl,-Bstatic", *package("--static", "--libs"), "-Wl,-Bdynamic"]
    path = compiled("gcc", "c", *libraries)
    assert "libspu" not in call("readelf", "-d", path)
    assert call(path) == f"{version()} {version()} 1\n"


def test_libraries_export_the_same_functions_with_the_prefix():
    libdir = f"{installed()}/usr/lib/here"
    exported = {}
    for name, option in (("libspu.a", "--extern-only"), ("libspu.so", "--dynamic")):
        lines = call("nm", "--defined-only", option, "--format=posix", f"{libdir}/{name}").splitlines()
        exported[name] = sorted(line.split()[0] for line in lines if re.search(r" [A-Z] [0-9a-f]+ ", line))
    assert len(exported["libspu.so"]) > 15
    wrong = [name for names in exported.values() for name in names if not name.startswith("spu_")]
    assert not wrong
    assert exported["libspu.so"] == exported["libspu.a"]
    assert [os.readlink(f"{libdir}/{name}") for name in ("libspu.so", "libspu.so.0")] == [
        "libspu.so.0", f"libspu.so.{version()}"]


def test_version_is_the_same_everywhere():
    assert package("--modversion") == [version()]
    for program in PROGRAMS:
        name = program.removesuffix("-base")
        printed = call(f"{installed()}/usr/bin/{program}", "--version", cwd="/")
        assert printed == f"{name} (OpenSPU) {version()}\n", f"{program} --version"
        page = read(f"{installed()}/usr/share/man/man1/{program}.1")
        assert f'"OpenSPU {version()}"' in page, f"{program}.1 has another version"


def test_manual_pages_and_completion_have_the_options_of_help():
    for program in PROGRAMS:
        shown = call(f"{installed()}/usr/bin/{program}", "--help", cwd="/")
        page = call("man", "--local-file", f"{installed()}/usr/share/man/man1/{program}.1", MANWIDTH="120", LC_ALL="C")
        assert " ".join(shown.split()) in " ".join(page.split())
        script = read(f"{installed()}/usr/share/bash-completion/completions/{program}")
        assert script == f"complete -F _longopt {program}\n"


# ---------------------------------------------------------------------------------------------------------
# Use


def test_programs_work_without_the_tree():
    tools, away = f"{installed()}/usr/bin", f"{scratch.name}/away"
    os.makedirs(away, exist_ok=True)
    shutil.copy(DEMO, f"{away}/demo")
    call(f"{tools}/spe-trace", "record", "-o", "demo.trace", "--limit", "20000", "demo", cwd=away, **WITH_QEMU)
    for how in ([], ["--trace", "demo.trace"]):
        out = call(f"{tools}/spu-sim-base", "--workload", "demo", *how, "--ops", "20000", "--out", "out", cwd=away,
                   **WITH_QEMU)
        assert re.search(r"^0 mismatches in [1-9]\d* cycles compared$", out, re.M)
    records = call(f"{tools}/spe-dump", "--json", "out/records.spe", cwd=away).splitlines()
    assert len(records) >= 10 and records[0].startswith("{")
    assert call(f"{tools}/spu-config", "base", cwd=away) == "base: largest record 64 bytes\n"


def test_verilator_reads_the_rtl_that_is_installed():
    installed()
    package("--exists")  # makes the link without blanks, at which Verilator splits too
    rtl = f"{scratch.name}/sysroot/usr/share/openspu/rtl"
    assert len(glob.glob(f"{rtl}/*.sv")) == len(glob.glob("rtl/*.sv"))
    call("verilator", "--lint-only", "-Wall", f"{rtl}/waivers.vlt", "-F", f"{rtl}/files.f", "--top-module", "spu_top",
         cwd="/")


def test_installed_checker_is_bound_to_the_installed_unit():
    """With the commands of docs/installing.md; its C side needs only installed files."""
    includes, share = package("--cflags"), f"{scratch.name}/sysroot/usr/share/openspu"
    checker, rtl = f"{share}/checker", f"{share}/rtl"
    assert sorted(os.listdir(checker)) == sorted(set(os.listdir("cmodel/checker")) - {"checker.mk"})
    vltstd = call("verilator", "--getenv", "VERILATOR_ROOT").strip() + "/include/vltstd"
    call("gcc", "-std=c11", "-fsyntax-only", *includes, f"-I{vltstd}", *glob.glob(f"{checker}/*.c"))
    write(f"{scratch.name}/bind.sv", "bind spu_top spu_checker #(.Cfg(Cfg)) u_spu_checker (.*);\n")
    call("verilator", "--lint-only", "-Wno-lint", "-Wno-style", "-F", f"{rtl}/files.f", f"{checker}/spu_checker_pkg.sv",
         f"{checker}/spu_checker.sv", "bind.sv", "--top-module", "spu_top", cwd=scratch.name)


def privately(script):
    """The output of a shell script that may mount file systems; $1 is a directory, `install` runs install.py."""
    directory = tempfile.mkdtemp(dir=scratch.name)
    install = f"install() {{ scripts/install.py install --build '{BUILD}' --programs spe-dump \"$@\"; }}"
    done = helpers.call("unshare", "--mount", "--map-root-user", "bash", "-c", f"{install}\n{script}", "bash",
                        directory)
    if "mount:" in done.stderr or "unshare:" in done.stderr:
        not_done(f"nothing can be mounted here: {done.stderr}")
    return done.stdout, done.stderr.replace(directory, "")


def test_installed_library_is_found_at_once():
    made("installable")
    out, err = privately('cp -a /etc "$1" 2>/dev/null; mount --bind "$1/etc" /etc && mount -t tmpfs tmpfs /usr/local &&'
                         ' install --prefix /usr/local && /sbin/ldconfig -p')
    assert "=> /usr/local/lib/libspu.so.0\n" in out and not err, f"not in ldconfig -p: {err}{out[-300:]}"


def test_full_disk_is_reported_with_the_path():
    made("installable")
    _, err = privately('mount -t tmpfs -o size=64k tmpfs "$1" && install --prefix /usr --destdir "$1"')
    assert err == "install.py: /usr/bin/spe-dump: No space left on device\n"


# ---------------------------------------------------------------------------------------------------------
# Reinstallation and removal


def test_uninstall_removes_its_files_and_no_others():
    place = f"{scratch.name}/gone"
    made("install", f"DESTDIR={place}", "PREFIX=/opt/spu")
    listed = f"{place}/opt/spu/share/openspu/installed.txt"
    older = f"{place}/opt/spu/lib/libspu.so.0.0.9"  # of an earlier version
    write(older, "")
    write(f"{place}/opt/spu/bin/other", "")
    with open(listed, "a", encoding="utf-8") as file:
        file.write("/opt/spu/lib/libspu.so.0.0.9\n")
    made("install", f"DESTDIR={place}", "PREFIX=/opt/spu")
    assert not os.path.exists(older)
    made("uninstall", f"DESTDIR={place}", "PREFIX=/opt/spu")
    assert files_in(place) == ["/opt/spu/bin/other"]
    assert glob.glob(f"{place}/opt/spu/*/openspu") == []
    done = make("uninstall", f"DESTDIR={place}", "PREFIX=/opt/spu")
    assert done.returncode == 2
    assert "install.py: nothing is installed in" in done.stderr


def test_unsafe_prefix_is_refused():
    refused = f"{scratch.name}/refused"
    for variable in ("PREFIX", "LIBDIR"):
        done = make("install", f"DESTDIR={refused}", f"{variable}=/it's; touch '{refused}'")
        assert done.returncode == 2, f"status with that {variable}"
        assert f"install.py: {variable}=/it's; touch '{refused}': not an absolute path" in done.stderr
    for text in ("relative", "/with blank", "/a/../b", "/a\n/b", "/a$b"):
        done = install_py("--prefix", text, "--destdir", refused)
        assert (done.returncode, done.stderr.count("not an absolute path")) == (2, 1), text
    assert not os.path.exists(refused)


def test_nothing_is_installed_without_a_file_that_is_built():
    build = f"{scratch.name}/build"
    shutil.copytree(f"{BUILD}/lib", f"{build}/lib", ignore=shutil.ignore_patterns("cmodel", "shared", "qemu-aarch64"))
    done = install_py("--build", build, "--programs", "spe-dump", "--prefix", "/usr", "--destdir",
                      f"{scratch.name}/none")
    assert (done.returncode, done.stderr) == (2, f"install.py: {build}/bin/spe-dump: No such file or directory\n")
    assert not os.path.exists(f"{scratch.name}/none")
