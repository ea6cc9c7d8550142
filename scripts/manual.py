#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""manual.py man|completion NAME VERSION: a manual page, or the completion for bash, of the program NAME, made of what
its --help prints, which is read from standard input. The page or the script goes to standard output."""

import re
import sys

# What a program that is installed completes its arguments with, beside files: a command that prints a word a line.
WORDS = {"spu-config": "spu-config 2>/dev/null | cut -d: -f1"}
FILES = ("FILE", "PATH", "ELF", "DIR")  # as --help calls values that are files
SEE_ALSO = ("spe-dump", "spe-trace", "spu-config", "spu-host", "spu-sim")


def paragraphs(text):
    """What --help says behind the usage, as (term, text): of options and commands; term is "" for plain text."""
    parts = []
    for line in text.splitlines():
        entry = re.match(r" {2,6}(\S.*?)(?:(?: {2,}|(?<=\.\.\.) )(.*))?$", line)
        if not line.strip():
            parts.append(["", ""])
        elif entry:
            parts.append([entry[1], entry[2] or ""])
        elif line.startswith(" ") and parts and parts[-1][0]:
            parts[-1][1] += " " + line.strip()
        elif parts and goes_on(*parts[-1], line):
            parts[-1][1] += " " + line.strip()
        else:
            parts.append(["", line.strip()])
    return [(term, text.strip()) for term, text in parts if term or text.strip()]


def goes_on(term, text, line):
    """Whether the line belongs to that plain text."""
    return not term and text and not heading(text) and not re.match(r"Status: |\w+:$", line)


def heading(text):
    """Whether a paragraph announces what follows it."""
    return text.endswith(":") or re.fullmatch("[a-z]+", text) is not None


class Help:
    """A program's --help, taken apart."""

    def __init__(self, text):
        usage = re.match(r"usage: .*\n(?: +.*\n)*", text)
        if not usage:
            sys.exit("manual.py: what --help prints does not begin with its usage")
        self.usage = re.sub(r"(?m)^(usage:|      ) ", "", usage[0]).rstrip().splitlines()
        parts = paragraphs(text[usage.end():])
        first = next((i for i, (term, text) in enumerate(parts) if term or heading(text)), len(parts))
        self.description = [text for _, text in parts[:first] if not text.startswith("Status: ")]
        self.entries = [part for part in parts[first:] if not part[1].startswith("Status: ")]
        self.status = [text.removeprefix("Status: ") for _, text in parts if text.startswith("Status: ")]
        if not self.description or not self.status:
            sys.exit("manual.py: --help says nothing of what the program does, or of its status")

    def summary(self):
        """What it does, in the words of the first sentence."""
        sentence = re.split(r"[.:;](?: |$)", re.sub(r" \([^)]*\)", "", self.description[0]))[0]
        return sentence[0].lower() + sentence[1:]


def roff(text):
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", r"\e").replace("-", r"\-"))


def man(name, version, program):
    page = [f'.\\" Made of what {name} --help prints.', f'.TH {name.upper()} 1 "" "OpenSPU {version}" "OpenSPU"',
            ".SH NAME", f"{roff(name)} \\- {roff(program.summary())}", ".SH SYNOPSIS", ".nf"]
    page += [roff(line) for line in program.usage]
    page += [".fi", ".SH DESCRIPTION"]
    for text in program.description:
        page += [".PP", roff(text)]
    page.append(".SH OPTIONS")
    for term, text in program.entries:
        if term:
            page += [".TP", f"\\fB{roff(term)}\\fR", roff(text)]
        elif re.fullmatch(r"\w+:?", text):
            page.append(f".SS {text.removesuffix(':').capitalize()}")
        else:
            page += [".PP", roff(text)]
    page += [".SH EXIT STATUS"] + [roff(text) for text in program.status]
    others = [other for other in SEE_ALSO if other != re.sub(r"^spu-sim-.*", "spu-sim", name)]
    page += [".SH SEE ALSO", ",\n".join(f".BR {roff(other)} (1)" for other in others)]
    return "\n".join(page) + "\n"


def completion(name, program):
    options, with_file, with_other = [], [], []
    for term, _ in program.entries:
        names = re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", term)
        value = re.search(r"(?:--?[\w-]+) ([^-,\s]\S*)", term)
        options += [option for option in names if option.startswith("--")]
        if value and names:
            (with_file if value[1] in FILES else with_other).extend(names)
    commands = [term.split()[0] for term, _ in program.entries if term and not term.startswith("-")]
    words = f"$({WORDS[name]})" if name in WORDS else " ".join(dict.fromkeys(commands))
    function = "_openspu_" + re.sub(r"\W", "_", name)
    lines = [f"# Completion of {name} for bash, made of what {name} --help prints.", f"{function}() {{",
             "  local word=${COMP_WORDS[COMP_CWORD]}", "  COMPREPLY=()"]
    show_files = ["compopt -o filenames 2>/dev/null", 'mapfile -t COMPREPLY < <(compgen -f -- "$word")']
    if with_file or with_other:
        lines.append('  case "${COMP_WORDS[COMP_CWORD - 1]}" in')
        if with_file:
            lines.append(f"    {' | '.join(dict.fromkeys(with_file))})")
            lines += [f"      {line}" for line in show_files + ["return", ";;"]]
        if with_other:  # only the user knows these values
            others = dict.fromkeys(option for option in with_other if option not in with_file)
            lines.append(f"    {' | '.join(others)}) return ;;")
        lines.append("  esac")
    lines += ["  if [[ $word = -* ]]; then",
              f"    mapfile -t COMPREPLY < <(compgen -W '{' '.join(dict.fromkeys(options))}' -- \"$word\")", "  else"]
    if words:
        lines.append(f'    mapfile -t COMPREPLY < <(compgen -W "{words}" -- "$word")')
    if words and name not in WORDS:
        lines.append("    [ ${#COMPREPLY[@]} = 0 ] || return")
    if name not in WORDS:
        lines += [f"    {line}" for line in show_files]
    return "\n".join(lines + ["  fi", "}", f"complete -F {function} {name}"]) + "\n"


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("man", "completion"):
        sys.exit("usage: manual.py man|completion NAME VERSION")
    kind, name, version = sys.argv[1:]
    program = Help(sys.stdin.read())
    sys.stdout.write(man(name, version, program) if kind == "man" else completion(name, program))


if __name__ == "__main__":
    main()
