# SPDX-License-Identifier: Apache-2.0
"""Readable numbers and times."""


def throughput(cycles, seconds):
    return cycles / seconds if seconds > 0 else 0.0


def readable(number):
    """12345678 as 12.3 M."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.{1 if number < 100 * size else 0}f} {unit}"
    return str(int(number))


def duration(seconds):
    seconds = int(seconds + 0.5)
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60} s"
    return f"{seconds // 3600} h {seconds % 3600 // 60} min"
