# SPDX-License-Identifier: Apache-2.0
"""Tables as text and as Markdown."""


def table(rows, head):
    """Lines of a table: the first column left, the others right."""
    cells = [head, *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    return ["  ".join([row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])])
            for row in cells]


def markdown(rows, head):
    """The same for a document: the first column as code, the others right."""
    lines = [head, ["---", *(["--:"] * (len(head) - 1))], *([f"`{row[0]}`", *row[1:]] for row in rows)]
    return ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]
