# SPDX-License-Identifier: Apache-2.0
"""Pieces of a drawing. Text is escaped here."""

import html

COLOURS = ["#b2182b", "#ef8a62", "#2166ac", "#67a9cf", "#555555", "#1b7837", "#762a83"]


def text(x, y, words, anchor="middle", size=10, weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
            f'font-weight="{weight}">{html.escape(words)}</text>')


def line(x1, x2, y1, y2, colour, width=1):
    return (f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" stroke="{colour}" '
            f'stroke-width="{width}"/>')


def polyline(points, colour, width=2):
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def drawing(width, height, pieces):
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                      f'height="{height}" font-family="sans-serif">',
                      f'<rect width="{width}" height="{height}" fill="white"/>', *pieces, "</svg>", ""])
