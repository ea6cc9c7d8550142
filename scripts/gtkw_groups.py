# SPDX-License-Identifier: Apache-2.0
"""The groups of signals in a waveform of the unit, by block, from rtl/data/blocks.toml. Both functions raise
facts.common.FactError if the list cannot be read."""

import collections
import functools
import os

from facts import blocks

# path as listed, path below UNIT (below TOP if it starts with `.`; `*` is any index), how ("": as its type says)
Row = collections.namedtuple("Row", "label path how")


@functools.cache
def listed():
    return blocks.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def group(name, opened, waves):
    below = f"{waves.below}." if waves.below else ""
    rows = [Row(path.lstrip("./"), path if path.startswith((".", "/")) else below + path, how)
            for path, how in waves.rows]
    return name, waves.colour, opened, waves.state_of, rows


@functools.cache
def groups():
    """[(group, colour, open at first, module whose other registers (*_q) follow, rows)]: the inputs of the datapath,
    the datapath, which is open at first, and the blocks beside it."""
    first, last = ([group(signals.name, place == "first", signals.waves) for signals in listed().signals
                    if signals.place == place] for place in ("first", "last"))
    return [*first, *(group(block.name, block.datapath, block.waves) for block in listed().rows), *last]


def block_signals():
    """{block: paths below UNIT of its key signals, which are shown with the signal that differs}."""
    return {block.name: block.look_at for block in listed().rows}
