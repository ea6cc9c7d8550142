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
  info             what board it is
  selftest         link, registers, memories, reset, runs compared with the
                   model; a line each
  run TRACE        all of it: reset, registers, load, play, drain, download,
                   compare with the model. TRACE is what `spe-trace record`
                   makes (docs/trace-format.md), or `builtin`
  reset            unit and player; memories keep what they hold
  read NAME...     words and registers: STATUS, PMBPTR_EL1, S3_0_C9_C10_1,
                   0x4000 (address of a word)
  write NAME VALUE
  status           what the board is doing
"""
STATUS = """\
Status: 0 done; 1 the link failed, the board refused, or something is not as
expected; 2 wrong use, or a port or file that cannot be used.
"""


class Parser(argparse.ArgumentParser):
    """Complains in one line."""

    def error(self, message):
        message = re.sub(r"^unrecognized arguments: (\S+).*", r"\1: no such option", message)
        raise WrongUse(re.sub(r"^argument (?:-\w[/,] ?)?", "", message) + "; see spu-host --help")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Says the value of an option once: -p, --port PATH."""

    def _format_action_invocation(self, action):
        return ", ".join(action.option_strings) + (f" {action.metavar}" if action.metavar else "")


def whole(least, most, step=1):
    """A type of options: a number within limits."""
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
    add("-b", "--baud", type=whole(1, 1 << 32), metavar="N", help="default: 1000000 or 2000000, whichever is answered")
    add("--attempts", type=whole(1, 255), default=8, metavar="N", help="at a request, before the link is given up (8)")
    add("--quick", action="store_true", help="selftest: parts of the memories only")
    add("-n", "--interval", type=whole(256, 0xFFFF00, 256), metavar="N",
        help="run: PMSIRR_EL1.INTERVAL, a multiple of 256; default: the smallest that will do")
    add("--random", action="store_true", help="run: with PMSIRR_EL1.RND")
    add("--passes", type=whole(1, player.MOST_PASSES), metavar="N",
        help="run: how often the trace is played; default: as often as makes --records")
    add("--records", type=whole(1, 1_000_000), metavar="N",
        help="run: about how many; default: three quarters of the buffer")
    add("--el", type=whole(0, 1), default=0, metavar="N", help="run: Exception level of the program, 0 or 1 (0)")
    add("--set", action="append", default=[], metavar="NAME=VALUE",
        help="run: a register before the run, after those that run writes itself; repeatable")
    add("-o", "--output", metavar="FILE", help="run: the records")
    add("--skip", type=whole(0, 1 << 63), default=0, metavar="N",
        help="run: operations of the trace to leave out at its beginning")
    add("--ops", type=whole(1, 1 << 63), metavar="N",
        help="run: operations to load; default: as many as there is room for")
    add("-h", "--help", action="help", help="this text")
    add("--version", action="store_true", help="the version")
    options = parser.parse_intermixed_args(arguments)
    if not options.version:
        check(options)
    return options


def check(options):
    """The command and the number of its arguments."""
    if options.command is None:
        raise WrongUse("a command is needed; see spu-host --help")
    if options.command not in COMMANDS:
        raise WrongUse(f"{options.command}: no such command; see spu-host --help")
    least, most, _ = COMMANDS[options.command]
    if not least <= len(options.arguments) <= most:
        raise WrongUse(f"{options.command}: {least} argument{'' if least == 1 else 's'}, not {len(options.arguments)}; "
                       "see spu-host --help")
    if options.port is None:
        raise WrongUse("--port PATH is needed; see spu-host --help")


def info(the_board, _options):
    print(f"board       {the_board}")


def reset(the_board, _options):
    the_board.reset()


def found(the_board, name):
    """(address of a word or None, register or None) of that name."""
    address = board.word_address(name)
    register = the_board.model.find(name) if address is None else None
    if address is None and register is None:
        raise WrongUse(f"{name}: no word and no register of that name")
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
    print(f"PMBIRQ      {'high: a management event is to be served' if now.pmbirq else 'low'}")
    print(f"SError      {'seen since reset' if now.serror else 'none'}")
    print(f"receiver    {now.framing_errors} framing errors, {now.bad_requests} requests with a bad CRC since power-on")


# Of each: how many arguments it has, at least and at most, and what does it.
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
