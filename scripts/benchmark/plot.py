# SPDX-License-Identifier: Apache-2.0
"""Draws the rates over commits: a panel for each kind of rate, a line for each configuration."""

import statistics

from benchmark.report import commit
from util.problem import Problem
from util.readable import readable
from util.svg import COLOURS, dot, drawing, line, polyline, text

PANELS = {"pins": "pins and evaluation", "unchecked": "unchecked", "lockstep": "lockstep"}
WIDTH, HEIGHT = 330, 260  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 34, 74
TICKS = 5


def comparable(lines):
    """(rates of the machine that the newest line is of, oldest first; how many lines are of other machines)."""
    rates = [entry for entry in lines if entry.get("kind") == "rates"]
    if not rates:
        return [], 0
    mine = [entry for entry in rates if entry["machine"] == rates[-1]["machine"]]
    return mine, len(rates) - len(mine)


def round_up(value):
    """The next of 1, 2, 5 times a power of ten."""
    size = 1
    while size * 10 <= value:
        size *= 10
    return next(size * digit for digit in (1, 2, 5, 10) if size * digit >= value)


def panel(kind, lines, commits, colours, x0):
    # One scale for all panels: they are read side by side.
    most = round_up(max(entry["random"][name]["cpu"]["median"] for entry in lines for name in PANELS))
    step = (WIDTH - LEFT - RIGHT) / len(commits)
    place = {name: x0 + LEFT + (i + 0.5) * step for i, name in enumerate(commits)}

    def y(rate):
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - rate / most)

    out = [text(x0 + (WIDTH + LEFT) / 2, 20, PANELS[kind], size=11, weight="bold")]
    for i in range(TICKS + 1):
        rate = most * i / TICKS
        out += [line(x0 + LEFT, x0 + WIDTH - RIGHT, y(rate), y(rate), "#ddd"),
                text(x0 + LEFT - 5, y(rate) + 3, readable(rate), "end", 9)]
    for name, x in place.items():
        out.append(f'<g transform="rotate(-60 {x:.1f} {HEIGHT - BOTTOM + 10})">'
                   f'{text(x, HEIGHT - BOTTOM + 10, name.replace(" with changes", "*"), "end", 8)}</g>')
    for config, colour in colours.items():
        middle = []
        for name, x in place.items():
            rates = [entry["random"][kind]["cpu"]["median"] for entry in lines
                     if (entry["config"], commit(entry)) == (config, name)]
            out += [dot(x, y(rate), colour, f"{config}, {name}: {readable(rate)}") for rate in rates]
            if rates:
                middle.append((x, y(statistics.median(rates))))
        if len(middle) > 1:
            out.append(polyline(middle, colour, 1.5))
    return out


def draw(lines, path):
    """The drawing of a history. A commit measured several times has several dots, and the line goes by their median."""
    mine, others = comparable(lines)
    if not mine:
        raise Problem(f"{path}: no rates in it to draw")
    commits = list(dict.fromkeys(commit(entry) for entry in mine))
    names = list(dict.fromkeys(entry["config"] for entry in mine))
    colours = {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}
    out = []
    for i, kind in enumerate(PANELS):
        out += panel(kind, mine, commits, colours, i * WIDTH)
    machine = mine[-1]["machine"]
    words = (f"Cycles per second of processor time, random stimulus, medians; {machine['cpu']}, {machine['cores']} "
             "processors")
    if others:
        words += f"; {others} of other machines left out"
    out.append(text(10, HEIGHT + 12, words, "start", 11))
    x = 10
    for name, colour in colours.items():
        out += [line(x, x + 18, HEIGHT + 28, HEIGHT + 28, colour, 3), text(x + 23, HEIGHT + 32, name, "start", 11)]
        x += 45 + 7 * len(name)
    return drawing(len(PANELS) * WIDTH, HEIGHT + 44, out)
