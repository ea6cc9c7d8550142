# SPDX-License-Identifier: Apache-2.0
"""The targets of synthesis: the commands, and the kinds of cells in the result.

Depth is counted in levels of LUTs. The other cells of a slice (wide multiplexers) and the path along a carry chain add
none; entering a chain adds one, because its cell consists of LUTs.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Target:
    flat: tuple  # commands after the design is read flattened
    blocks: tuple  # the same with the hierarchy kept
    luts: tuple  # types of cells, or their beginnings
    flops: tuple
    carries: tuple = ()
    rams: tuple = ()


GENERIC_FLOPS = ("$_DFF", "$_SDFF", "$_ALDFF", "$_FF_", "$_DLATCH", "$_SR_")

# The last step of a vendor's flow names cells after distant nets. Only its handling of the library's models is kept.
NO_MODELS = "blackbox =A:whitebox"


def ecp5(*options):
    """Commands that map for ECP5. ABC counts a nanosecond for the wires of a level, which is what they take in the
    placed unit, where synth_ecp5 itself counts 0.3. It spends no LUTs on paths that take less than 8.6 ns: without that
    target its longest path decides how large all others are. Of its scripts, flow2 has the smallest result without a
    longer longest path."""
    command = " ".join(("synth_ecp5 -abc9", *options))
    return ("scratchpad -copy abc9.script.flow2 abc9.script", f"{command} -run :map_luts", "abc9 -W 1000 -D 8600",
            "clean", f"{command} -run map_cells:check")


TARGETS = {
    # LUTs with four inputs, no carry chains, no RAM: independent of any vendor's mapping.
    "generic": Target(("synth -flatten -lut 4",), ("synth -lut 4",), ("$lut",), GENERIC_FLOPS),
    "ecp5": Target((*ecp5(), NO_MODELS), (*ecp5("-noflatten"), NO_MODELS), ("LUT4",), ("TRELLIS_FF",),
                   ("CCU2C",), ("DP16KD", "PDPW16KD", "TRELLIS_DPR16X4")),
    "ice40": Target(("synth_ice40 -run :check", NO_MODELS), ("synth_ice40 -noflatten -run :check", NO_MODELS),
                    ("SB_LUT4",), ("SB_DFF",), ("SB_CARRY",), ("SB_RAM40", "SB_SPRAM")),
}

# The carry inputs of a carry cell: a path through them adds no level.
CHAIN_INPUTS = {"CCU2C": ("CIN",), "SB_CARRY": ("CI",)}
