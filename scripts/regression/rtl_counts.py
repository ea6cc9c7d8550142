# SPDX-License-Identifier: Apache-2.0
"""The coverage counts of a regression's Verilated units (coverage.dat), in a compact form.

Units of a configuration count the same points in the same order. So the points are kept once, and only the numbers of
each run: rtl/<config>/<hash>.points.gz and rtl/<config>/<hash>.<key>.counts.gz.
"""

import glob
import gzip
import hashlib
import os


def write(path, data):
    """Writes the file compressed, as a whole or not at all."""
    temporary = f"{path}.{os.getpid()}.new"
    with gzip.open(temporary, "wb", compresslevel=1) as file:
        file.write(data)
    os.replace(temporary, path)


def keep(source, directory, key):
    """Keeps the counts in the file `source` as those of run `key`. ValueError if it is not coverage data."""
    with open(source, "rb") as file:
        lines = [line.rpartition(b" ") for line in file.read().splitlines() if line.startswith(b"C '")]
    if not lines or not all(count.isdigit() for _, _, count in lines):
        raise ValueError("no coverage data")
    points = b"\n".join(point for point, _, _ in lines)
    digest = hashlib.sha256(points).hexdigest()[:16]
    os.makedirs(directory, exist_ok=True)
    if not os.path.exists(f"{directory}/{digest}.points.gz"):
        write(f"{directory}/{digest}.points.gz", points)
    write(f"{directory}/{digest}.{key}.counts.gz", b"\n".join(count for _, _, count in lines))


def merged(directory):
    """The points of each kind of unit in rtl/, and the sums over its runs. ValueError if a file is damaged."""
    for path in sorted(glob.glob(f"{directory}/*/*.points.gz")):
        try:
            with gzip.open(path, "rt", encoding="latin-1") as file:
                points = file.read().split("\n")
            sums = [0] * len(points)
            for counts in sorted(glob.glob(f"{path.removesuffix('.points.gz')}.*.counts.gz")):
                with gzip.open(counts, "rb") as file:
                    numbers = list(map(int, file.read().split(b"\n")))
                if len(numbers) != len(sums):
                    raise ValueError(f"{len(numbers)} counts of {len(sums)} points")
                sums = list(map(int.__add__, sums, numbers))
        except (OSError, EOFError, ValueError) as error:
            raise ValueError(f"{path}: damaged: {error}") from None
        yield points, sums
