# SPDX-License-Identifier: Apache-2.0
"""spu-host: talks to an FPGA board with the unit on it."""

import argparse
import os
import re
import signal
import subprocess
import sys

import board
import model
import player
import selftest
from problem import Problem, WrongUse

DESCRIPTION = """\
Talks to an FPGA board with the unit on it (docs/bring-up.md), or to a simulated
one.

commands
  info             identify the board
  selftest         test link, registers, memories and reset, and compare runs
                   with the model; one line per test
  run TRACE        a whole run: reset, write registers, load, play, drain,
                   download, compare with the model. TRACE is a file from
                   `spe-trace record` (docs/trace-format.md), or `builtin`
  reset            reset unit and player; memories keep their contents
  read NAME...     read words and registers: STATUS, PMBPTR_EL1,
                   S3_0_C9_C10_1, 0x4000 (address of a word)
  write NAME VALUE write a word or register
  status           show the board's state
"""
STATUS = """\
Status: 0 done; 1 the link failed, the board refused, or a result was
unexpected; 2 wrong use, or a port or file that cannot be used.
"""


class Parser(argparse.ArgumentParser):
    """Reports wrong use in one line."""

    def error(self, message):
        message = re.sub(r"^unrecognized arguments: (\S+).*", r"\1: no such option", message)
        raise WrongUse(re.sub(r"^argument (?:-\w[/,] ?)?", "", message) + "; see spu-host --help")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Shows the value of an option once: -p, --port PATH."""

    def _format_action_invocation(self, action):
        return ", ".join(action.option_strings) + (f" {action.metavar}" if action.metavar else "")


def whole(least, most, step=1):
    """The type of an option that is a number within limits."""
    def parse(text):
        try:
            value = int(text, 0)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text}: not a number from {least} to {most}")
        if value % step:
            raise argparse.ArgumentTypeError(f"{text}: not a multiple of {step}")
        return value
    return parse


def options_of(arguments):
    parser = Parser(prog="spu-host", usage="spu-host --port PATH [OPTION...] COMMAND [ARGUMENT...]", add_help=False,
                    description=DESCRIPTION, epilog=STATUS, formatter_class=Formatter)
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    parser.add_argument("arguments", nargs="*", help=argparse.SUPPRESS)
    add = parser.add_argument
    add("-p", "--port", metavar="PATH", help="serial port of the board")
    add("-b", "--baud", type=whole(1, 1 << 32), metavar="N", help="default: 1000000 or 2000000, whichever works")
    add("--attempts", type=whole(1, 255), default=8, metavar="N", help="attempts at each request (8)")
    add("--quick", action="store_true", help="selftest: test only parts of the memories")
    add("-n", "--interval", type=whole(256, 0xFFFF00, 256), metavar="N",
        help="run: PMSIRR_EL1.INTERVAL, a multiple of 256; default: the smallest possible")
    add("--random", action="store_true", help="run: set PMSIRR_EL1.RND")
    add("--passes", type=whole(1, player.MOST_PASSES), metavar="N",
        help="run: how often the trace is played; default: enough for --records")
    add("--records", type=whole(1, 1_000_000), metavar="N",
        help="run: approximate number of records; default: three quarters of the buffer")
    add("--el", type=whole(0, 1), default=0, metavar="N", help="run: Exception level of the program, 0 or 1 (0)")
    add("--set", action="append", default=[], metavar="NAME=VALUE",
        help="run: write a register before the run, after those that run itself writes; repeatable")
    add("-o", "--output", metavar="FILE", help="run: file for the records")
    add("--skip", type=whole(0, 1 << 63), default=0, metavar="N",
        help="run: operations to skip at the beginning of the trace")
    add("--ops", type=whole(1, 1 << 63), metavar="N",
        help="run: operations to load; default: as many as fit")
    add("-h", "--help", action="help", help="this text")
    add("--version", action="store_true", help="the version")
    options = parser.parse_intermixed_args(arguments)
    if not options.version:
        check(options)
    return options


def check(options):
    """The command and the number of its arguments."""
    if options.command is None:
        raise WrongUse("no command; see spu-host --help")
    if options.command not in COMMANDS:
        raise WrongUse(f"{options.command}: no such command; see spu-host --help")
    least, most, _ = COMMANDS[options.command]
    if not least <= len(options.arguments) <= most:
        raise WrongUse(f"{options.command}: {least} argument{'' if least == 1 else 's'}, not {len(options.arguments)}; "
                       "see spu-host --help")
    if options.port is None:
        raise WrongUse("no --port PATH; see spu-host --help")


def info(the_board, _options):
    print(f"board       {the_board}")


def reset(the_board, _options):
    the_board.reset()


def found(the_board, name):
    """(address of the word or None, register or None) with that name."""
    address = board.word_address(name)
    register = the_board.model.find(name) if address is None else None
    if address is None and register is None:
        raise WrongUse(f"{name}: neither a word nor a register")
    return address, register


def read(the_board, options):
    for address, register in [found(the_board, name) for name in options.arguments]:
        if register is None:
            print(f"{board.word_name(address)} 0x{the_board.read(address):016x}")
            continue
        value = the_board.mrs(register.name)
        print(f"{register.name} 0x{value:016x}")
        for name, part in register.values(value).items():
            print(f"  {name} {part} (0x{part:x})")


def write(the_board, options):
    address, register = found(the_board, options.arguments[0])
    value = player.number(options.arguments[1])
    if register is None:
        the_board.write_words(address, [value])
    else:
        the_board.msr(register.name, value)


def status(the_board, _options):
    now = the_board.status()
    print(f"player      {'running' if now.running else 'idle'}, run {now.run}")
    print(f"records     {'drained' if now.drained else 'not drained since the last run'}")
    print(f"PMBIRQ      {'high: a management event is pending' if now.pmbirq else 'low'}")
    print(f"SError      {'seen since reset' if now.serror else 'none'}")
    print(f"receiver    {now.framing_errors} framing errors, {now.bad_requests} requests with a bad CRC since power-on")


# Least and greatest number of arguments of each command, and its function.
COMMANDS = {"info": (0, 0, info), "selftest": (0, 0, selftest.command_selftest), "run": (1, 1, player.command_run),
            "reset": (0, 0, reset), "read": (1, 99, read), "write": (2, 2, write), "status": (0, 0, status)}


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        options = options_of(sys.argv[1:])
        if options.version:
            version = subprocess.check_output([f"{model.PROGRAMS}/spu-expect", "--version"], text=True)
            print(version.replace("spu-expect", "spu-host"), end="")
            return 0
        the_link = board.connect(options.port, options.baud, options.attempts)
        try:
            COMMANDS[options.command][2](board.Board(the_link), options)
        finally:
            the_link.close()
    except Problem as problem:
        print(f"spu-host: {problem}", file=sys.stderr)
        return problem.status
    except OSError as error:
        print(f"spu-host: {error.filename}: {os.strerror(error.errno)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
