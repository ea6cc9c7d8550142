# SPDX-License-Identifier: Apache-2.0
"""The same program, arguments, variables and seed give the same records everywhere: in another directory and another
environment, with other descriptors, limits and kinds of output. Requirements C1 and F3 are tested with such runs."""

import hashlib
import json
import os
import pty
import resource
import shlex
import shutil
import subprocess
import tempfile
import threading

from helpers import BUILD, Scratch, cross_compile, equal, expect, needed

SIM = os.path.abspath(f"{BUILD}/base/spu-sim")
PLUGIN = os.path.abspath(f"{BUILD}/lib/spe_trace_plugin.so")
SPE_TRACE = os.path.abspath(f"{BUILD}/bin/spe-trace")
DEMO = os.path.abspath(f"{BUILD}/workload/demo")
# Prints its environment and everything else that a program receives at its start. The operations that it executes
# depend on these.
SOURCE = r"""
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>
extern char **environ;
int main(int argc, char **argv)
{
  struct utsname kernel;
  struct rlimit stack;
  size_t size = 0;
  int count = 0;
  printf("begin\n");
  for (char **variable = environ; *variable != NULL; variable++) {
    printf("%s\n", *variable);
    size += strlen(*variable) + 1;
    count++;
  }
  printf("%d variables, %zu bytes\n", count, size);
  for (int i = 0; i < argc; i++) {
    printf("argument %s\n", argv[i]);
  }
  uname(&kernel);
  getrlimit(RLIMIT_STACK, &stack);
  printf("executed as %s, kernel %s, stack limit %llu\n", (const char *)getauxval(AT_EXECFN), kernel.release,
         (unsigned long long)stack.rlim_cur);
  int last = 0;
  for (int i = 0; i < 20; i++) {
    last = open("/dev/null", O_RDONLY);
  }
  printf("%d terminals, twenty descriptors up to %d, read %zd\n", isatty(0) + isatty(1) + isatty(2), last,
         read(0, &kernel, 1));
  void *large = malloc(1 << 20);
  printf("at %p %p %p %p\n", (void *)main, (void *)&size, malloc(1), large);
  const uint64_t *random = (const uint64_t *)getauxval(AT_RANDOM);
  printf("random %llx %llx\n", (unsigned long long)random[0], (unsigned long long)random[1]);
  volatile int sum = 0;
  for (int i = 0; i < 3000; i++) {
    sum += i;
  }
  if (argc > 2 && strcmp(argv[1], "execute") == 0) {
    for (int i = 0; strcmp(argv[2], "late") == 0 && i < 20000; i++) {
      char text[16];
      sum += snprintf(text, sizeof text, "%d", i);
    }
    __asm__ volatile(".inst 0x1e7e0000" ::: "x0");  // fjcvtzs w0, d0, of Armv8.3
  }
  fprintf(stderr, "done\n");
  printf("end\n");
  return 0;
}
"""
FORMS = {"in place": ("-static", "-no-pie"), "position independent": ("-static-pie",)}
scratch = Scratch("workload-environment-")


def program(form):
    path = os.path.join(scratch.name, form.replace(" ", "-"))
    return path if os.path.exists(path) else cross_compile(SOURCE, path, *FORMS[form])


def moved(path, *directories):
    """A copy with the same name in another directory."""
    home = os.path.join(scratch.name, *directories)
    os.makedirs(home, exist_ok=True)
    return shutil.copy(path, home)


def digest(*path):
    with open(os.path.join(*path), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def small_limits():
    resource.setrlimit(resource.RLIMIT_STACK, (64 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))


def started(command, stderr, **options):
    """Runs the command. Returns its status."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, timeout=120,
                          check=False, **options).returncode


def in_a_file(command):
    """(status, stderr) with a minimal environment, and a file as stderr."""
    with tempfile.TemporaryFile() as file:
        status = started(command, file, env={"PATH": os.environ["PATH"]}, cwd="/")
        file.seek(0)
        return status, file.read().decode(errors="replace")


def in_a_terminal(command):
    """The same with another directory, environment, stack limit and descriptors, and a terminal."""
    printed = []
    master, slave = pty.openpty()

    def read():
        try:
            while data := os.read(master, 4096):
                printed.append(data)
        except OSError:  # the other end is closed
            pass
    reader = threading.Thread(target=read)
    reader.start()
    extra = [os.open("/dev/null", os.O_RDONLY) for _ in range(5)]
    status = started(command, slave, env={**os.environ, "LANG": "C.UTF-8", "SOME": "x" * 3000, "QEMU_STRACE_": "1"},
                     cwd=scratch.name, pass_fds=extra, preexec_fn=small_limits)
    for descriptor in (slave, *extra):
        os.close(descriptor)
    reader.join()
    os.close(master)
    return status, b"".join(printed).decode(errors="replace").replace("\r\n", "\n")


def simulated(start, path, name, *options):
    """(output of the program, sha256 of the records) in the environment of `start`."""
    out = os.path.join(scratch.name, f"{name}.sim")
    status, text = start([needed(SIM, "make sim"), "--plugin", needed(PLUGIN, "make programs"), "--workload", path,
                          "--interval", "256", "--seed", "5", "--out", out, *options])
    expect(status == 0, f"spu-sim: status {status}: {text}")
    expect(os.path.getsize(f"{out}/records.spe") >= 30 * 64, "hardly a record")
    return text[text.index("begin\n"):text.index("end\n")], digest(out, "records.spe")


def recorded(start, path, name, *options):
    """sha256 of the trace."""
    trace = os.path.join(scratch.name, f"{name}.trace")
    command = [needed(SPE_TRACE, "make programs"), "record", "-o", trace, *options, "--", path, "two", "words"]
    status, text = start(command)
    expect(status == 0, f"spe-trace: status {status}: {text}")
    return digest(trace)


def check_same(form):
    path = program(form)
    here = simulated(in_a_file, path, "here", "--args", "two words")
    there = simulated(in_a_terminal, moved(path, "some", "longer", "directory"), "there", "--args", "two words")
    expect("0 variables, 0 bytes\nargument " + os.path.basename(path) + "\nargument two\n" in here[0], here[0])
    expect("executed as /proc/self/fd/499, kernel 6.1.0, stack limit 8388608\n0 terminals, twenty descriptors up to "
           "22, read 0\n"
           in here[0], here[0])
    equal(there[0], here[0], "what the program saw")
    equal(there[1], here[1], "sha256 of the records")
    equal(recorded(in_a_terminal, moved(path, "other"), "there"), recorded(in_a_file, path, "here"),
          "sha256 of the trace")


def test_program_in_place_gives_the_same_records_everywhere():
    check_same("in place")


def test_movable_program_gives_the_same_records_everywhere():
    check_same("position independent")


def test_demonstration_gives_the_same_records_executed_anywhere():
    found = set()
    for start, path in ((in_a_file, DEMO), (in_a_terminal, moved(needed(DEMO, "make programs"), "demo", "elsewhere"))):
        out = os.path.join(scratch.name, "demo.sim")
        status, text = start([SIM, "--plugin", PLUGIN, "--workload", path, "--ops", "100000", "--out", out])
        expect(status == 0, f"spu-sim: status {status}: {text}")
        found.add(digest(out, "records.spe"))
    equal(len(found), 1, "different records of the demonstration program")


def test_variables_that_are_passed_reach_the_program():
    path = program("in place")
    options = ("--env", "A=b", "--env", "LONG=" + "x" * 100)
    without = simulated(in_a_file, path, "without")
    here = simulated(in_a_file, path, "here", *options)
    there = simulated(in_a_terminal, moved(path, "passed"), "there", *options)
    for line in ("A=b", "LONG=" + "x" * 100, "2 variables, 110 bytes"):
        assert f"\n{line}\n" in here[0], here[0]
    assert there == here, "with the same variables elsewhere"
    assert here[1] != without[1], "the records are the same with other variables"
    passed, not_passed = (recorded(in_a_file, path, "passed", *some) for some in (("--env", "A=b"), ()))
    assert passed != not_passed, "spe-trace passes no variable"


def test_another_processor_can_be_chosen():
    path = program("in place")
    command = [SIM, "--plugin", PLUGIN, "--workload", path, "--interval", "256", "--out", f"{scratch.name}/cpu.sim",
               "--args"]
    for when in ("late", "soon"):  # with much of the trace written, or hardly any
        status, text = in_a_file([*command, f"execute {when}"])
        assert status == 0, f"Armv8.3 on the usual one, {when}: status {status}, {text}"
        with open(f"{scratch.name}/cpu.sim/report.json", encoding="utf-8") as file:
            report = json.load(file)
        assert report["signal"] == 4 and report["records"] > 0 and report["mismatches"] == 0, f"{when}: {report}"
    command.append("execute soon")
    status, text = in_a_file([*command, "--cpu", "max,sve=off,sme=off"])
    assert status == 0, f"on max: status {status}, {text}"
    status, text = in_a_file([*command, "--cpu", "none"])
    assert status == 2 and "before anything was recorded" in text, f"on none: status {status}, {text}"


def asked(*words):
    """The commands of `make sim` with these words."""
    surroundings = {**os.environ, "ENV": "/shell=rc", "CPU": "other", "MAKEFLAGS": ""}
    command = ["make", "-n", "--no-print-directory", "sim", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=surroundings).stdout


def test_make_passes_on_what_was_typed():
    """Nothing in it is a command for make's shell."""
    for typed in ("it's", "' --ops 3; touch made; echo '", "a;b|c&d>e", '"two words"', "`date`", "\\", "* ?"):
        for name, option in (("ARGS", "--args"), ("WORKLOAD", "--workload"), ("STIMULUS", "--stimulus"),
                             ("PROFILE", "--profile")):
            words = shlex.split(asked(f"{name}={typed}").splitlines()[-1])
            expect(option in words and words[words.index(option) + 1] == typed, f"{name}={typed}: {words}")


def test_make_passes_only_the_given_variables():
    without, given = asked(f"WORKLOAD={DEMO}"), asked(f"WORKLOAD={DEMO}", "ENV=A=b C=d", "CPU=max")
    assert "--env" not in without and "--cpu" not in without, "the environment's ENV or CPU is passed on"
    assert "--env 'A=b' --env 'C=d'" in given and "--cpu 'max'" in given
