#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws what full dispatch loses: one panel per configuration, one line per sampling interval.

usage: losses.py OUT.svg LOSSES.json...

The inputs are what spu-losses wrote. Vertical: operations selected and not recorded (collisions and drops), in percent.
Horizontal: memory latency in cycles. Status 2 if an input cannot be read.
"""

import json
import os
import sys

from util.svg import COLOURS, drawing, line, polyline, text

COLUMNS = 4
WIDTH, HEIGHT = 250, 200          # of a panel
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 34, 34
PERCENT = [0, 25, 50, 75, 100]


def lost(cell):
    return 100 * (cell["collided"] + cell["dropped"]) / cell["selected"]


def panel(data, x0, y0):
    """One configuration, with its corner at x0, y0."""
    latencies = sorted({cell["latency"] for cell in data["cells"]})
    intervals = sorted({cell["interval"] for cell in data["cells"]})
    x = {value: x0 + LEFT + i * (WIDTH - LEFT - RIGHT) / (len(latencies) - 1) for i, value in enumerate(latencies)}

    def y(percent):
        return y0 + TOP + (HEIGHT - TOP - BOTTOM) * (1 - percent / 100)

    title = f'{data["config"]}: dispatch {data["dispatch_width"]}, {data["in_flight"]} in flight'
    out = [text(x0 + (WIDTH + LEFT) / 2, y0 + 20, title, size=11, weight="bold")]
    for percent in PERCENT:
        out.append(line(x0 + LEFT, x0 + WIDTH - RIGHT, y(percent), y(percent), "#ddd"))
        out.append(text(x0 + LEFT - 5, y(percent) + 3, f"{percent} %", "end", 9))
    for latency in latencies:
        out.append(text(x[latency], y0 + HEIGHT - BOTTOM + 14, str(latency), size=9))
    for colour, interval in zip(COLOURS, intervals):
        cells = sorted((c for c in data["cells"] if c["interval"] == interval), key=lambda c: c["latency"])
        out.append(polyline([(x[c["latency"]], y(lost(c))) for c in cells], colour))
    return out, intervals


def draw(panels):
    rows = -(-len(panels) // COLUMNS)
    width, height = COLUMNS * WIDTH, rows * HEIGHT + 40
    out, intervals = [], []
    for i, data in enumerate(panels):
        lines, intervals = panel(data, i % COLUMNS * WIDTH, i // COLUMNS * HEIGHT)
        out += lines
    legend = rows * HEIGHT + 22
    out.append(text(10, legend, "lost samples over memory latency (cycles), one line per interval:", "start", 11))
    for i, (colour, interval) in enumerate(zip(COLOURS, intervals)):
        x = 390 + i * 95
        out.append(line(x, x + 18, legend - 4, legend - 4, colour, 3))
        out.append(text(x + 23, legend, f"1 of {interval}", "start", 11))
    return drawing(width, height, out)


def main():
    if len(sys.argv) < 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    out, panels = sys.argv[1], []
    for path in sys.argv[2:]:
        try:
            with open(path, encoding="utf-8") as file:
                panels.append(json.load(file))
            lost(panels[-1]["cells"][0])
        except (OSError, ValueError, LookupError, ZeroDivisionError) as problem:
            print(f"losses.py: {path}: not a result of spu-losses ({problem})", file=sys.stderr)
            return 2
    try:
        with open(out + ".tmp", "w", encoding="utf-8") as file:
            file.write(draw(panels))
        os.replace(out + ".tmp", out)
    except OSError as problem:
        print(f"losses.py: {out}: {problem.strerror}", file=sys.stderr)
        return 2
    print(f"lost samples, drawn: {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
