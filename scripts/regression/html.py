# SPDX-License-Identifier: Apache-2.0
"""Pieces of an HTML page. Everything that goes in is escaped here, except what is named `markup`."""

import html


def escape(value):
    return html.escape(str(value), quote=True)


def section(title, markup, wrap="{}"):
    return f"<section><h2>{escape(title)}</h2>{wrap.replace('{}', markup)}</section>"


def tile(name, value, state=""):
    return f'<div class="tile {escape(state)}"><b>{escape(value)}</b><span>{escape(name)}</span></div>'


def bar(share, state="good"):
    """A bar of that share (0 to 1) of its place, as SVG."""
    width = max(0.0, min(1.0, share)) * 200
    return (f'<svg class="bar" width="200" height="12" role="img" aria-label="{share * 100:.1f} %">'
            f'<rect width="200" height="12" rx="3" class="ground"/>'
            f'<rect width="{width:.1f}" height="12" rx="3" class="{escape(state)}"/></svg>')


def table(heads, rows, numbers=(), attributes=""):
    """Rows of text; the columns `numbers` stand right."""
    def cells(tag, row):
        return "".join(f'<{tag}{" class=number" if i in numbers else ""}>{escape(text)}</{tag}>'
                       for i, text in enumerate(row))
    body = "".join(f'<tr class="item">{cells("td", row)}</tr>' for row in rows)
    return f"<table{attributes}><tr>{cells('th', heads)}</tr>{body}</table>"
