# SPDX-License-Identifier: Apache-2.0
"""Tables as text."""


def table(rows, head):
    """Lines of a table: the first column left, the others right."""
    cells = [head, *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    return ["  ".join([row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])])
            for row in cells]
