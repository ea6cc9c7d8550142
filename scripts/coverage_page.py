# SPDX-License-Identifier: Apache-2.0
"""The coverage page: one HTML file that needs nothing else. What is missing comes first."""

import collections
import html
import os

import coverage_data as data

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1c2430; }
table { border-collapse: collapse; margin: .6rem 0 1.4rem; }
th, td { text-align: left; padding: .15rem .9rem .15rem 0; border-bottom: 1px solid #e3e7ec; vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.bar { display: inline-block; width: 9rem; height: .7rem; background: #f3c9c4; vertical-align: middle; }
.bar i { display: block; height: 100%; background: #4c9a6a; }
.good { color: #21713f; } .bad { color: #b3261e; }
pre { font: 12.5px/1.35 ui-monospace, monospace; overflow-x: auto; }
pre span { display: block; } pre .hit { background: #e9f5ec; } pre .miss { background: #fbdcd8; }
pre .out { background: #f0f0f0; } pre b { display: inline-block; width: 8rem; font-weight: normal; color: #778; }
summary { cursor: pointer; padding: .2rem 0; }
"""


def escape(text):
    return html.escape(str(text))


def bar(pair):
    share = 100.0 * pair[0] / pair[1] if pair[1] else 100.0
    return (f'<span class="bar"><i style="width:{share:.1f}%"></i></span> {share:.1f} % '
            f'<small>({pair[0]} of {pair[1]})</small>')


def table(head, rows):
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{cells}</tr>{body}</table>"


def bins_section(bins):
    missing = [(config, entry) for config, entry in bins if entry["hits"] == 0]
    parts = [f"<h2>Functional coverage</h2><p>{bar([len(bins) - len(missing), len(bins)])}</p>"]
    if missing:
        parts.append("<h3 class=bad>Bins not hit</h3>" + table(
            ("bin", "requirement", "configuration", "meaning"),
            [(f"{escape(entry['room'])}.{escape(entry['name'])}", escape(entry["requirement"]), escape(config),
              escape(entry["meaning"])) for config, entry in missing]))
    rooms = collections.defaultdict(lambda: [0, 0])
    names = collections.defaultdict(dict)
    for config, entry in bins:
        rooms[entry["room"]][0] += entry["hits"] > 0
        rooms[entry["room"]][1] += 1
        names[entry["room"]].setdefault(entry["name"], (entry, {}))[1][config] = entry["hits"]
    parts.append(table(("room", "bins hit, over all configurations"),
                       [(escape(room), bar(pair)) for room, pair in rooms.items()]))
    for room, own in names.items():
        rows = [(escape(name), escape(entry["requirement"]), escape(entry["meaning"]),
                 ", ".join(f"{escape(config)} {hits}" for config, hits in hits_of.items()))
                for name, (entry, hits_of) in own.items()]
        parts.append(f"<details><summary>{escape(room)}: {len(rows)} bins</summary>"
                     + table(("bin", "requirement", "meaning", "clocks"), rows) + "</details>")
    return "".join(parts)


def missing_section(left, sources):
    missing = sorted(point for point, count in left.counts.items() if count == 0 and point.kind != "toggle")
    if not missing:
        return "<p class=good>Every line and branch that is not excluded was executed.</p>"
    return "<h3 class=bad>Not executed</h3>" + table(
        ("place", "what", "source"),
        [(f"{escape(point.file)}:{point.line}", escape(point.what),
          f"<code>{escape(sources[point.file].splitlines()[point.line - 1].strip())}</code>") for point in missing])


def excluded_section(excluded):
    rows = collections.Counter((entry.file, entry.source, entry.kind, entry.reason) for entry in excluded.values())
    return "<h3>Excluded</h3>" + table(
        ("file", "source", "kind", "points", "reason"),
        [(escape(file), f"<code>{escape(source)}</code>", escape(kind), count, escape(reason))
         for (file, source, kind, reason), count in sorted(rows.items())])


def source_section(name, text, left, excluded):
    counts = data.line_counts(left, name)
    ways = {point.line for point, count in left.counts.items()
            if point.file == name and point.kind == "branch" and count == 0}
    out = {line for point in excluded if point.file == name and point.kind != "toggle" for line in [point.line]}
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        count = counts.get(number)
        look = ("miss" if number in ways or count == 0 else "hit" if count else "out" if number in out else "")
        shown = "" if count is None else str(count)
        lines.append(f'<span class="{look}"><b>{number:>4} {shown:>9}</b>{escape(line) or " "}</span>')
    return f"<details><summary>{escape(name)}</summary><pre>{''.join(lines)}</pre></details>"


def write(path, bins, left, excluded, files, whole, sources):
    """Writes the page as a whole or not at all."""
    rows = [(escape(name), *(bar(row[kind]) for kind in ("line", "branch", "toggle")))
            for name, row in [*files.items(), ("all", whole)]]
    text = "".join([
        "<!doctype html><html lang=en><meta charset=utf-8><title>OpenSPU coverage</title>",
        f"<style>{STYLE}</style><h1>OpenSPU coverage</h1>", bins_section(bins), "<h2>RTL</h2>",
        missing_section(left, sources), table(("file", "lines", "branches", "toggles"), rows),
        excluded_section(excluded), "<h3>Sources</h3>",
        *(source_section(name, sources[name], left, excluded) for name in files), "</html>\n"])
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(f"{path}.new", path)
