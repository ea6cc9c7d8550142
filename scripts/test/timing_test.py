# SPDX-License-Identifier: Apache-2.0
"""make timing: classes of paths, from a file of delays as nextpnr writes it. No requirement."""

from helpers import Scratch, equal, write
from synthesis.paths import Delays, classes

CELL = """(CELL
 (CELLTYPE "{kind}")
 (INSTANCE {name})
 (DELAY
  (ABSOLUTE
{arcs}
 ))
{setup}
)
"""
FLOP = ("TRELLIS_FF", "   (IOPATH CLK Q (1:1:525) (1:1:525))",
        "   (SETUPHOLD (posedge M) (posedge CLK) (1:1:100) (1:1:300))")
LUT = ("TRELLIS_COMB", "   (IOPATH A F (1:1:236) (1:1:236))\n   (IOPATH A FCO (1:1:447) (1:1:447))", "")
CARRY = ("TRELLIS_COMB", "   (IOPATH FCI F (1:1:443) (1:1:443))", "")
WIRES = (("a\\[0\\]", "Q", "lut", "A", 1000), ("lut", "F", "b", "M", 2000), ("lut", "FCO", "carry", "FCI", 0),
         ("carry", "F", "c", "DI", 500), ("pad", "O", "a\\[0\\]", "M", 9000), ("clock", "O", "b", "CLK", 9000))


def delays():
    """Flip-flop a -> LUT -> b, and through a carry chain to c; another input of a comes from a pad."""
    wires = "\n".join(f"   (INTERCONNECT {source}/{out} {sink}/{pin} (1:1:{ns}) (1:1:{ns}))"
                      for source, out, sink, pin, ns in WIRES)
    cells = [("a\\[0\\]", FLOP), ("b", FLOP), ("c", FLOP), ("lut", LUT), ("carry", CARRY)]
    path = f"{Scratch('timing-').name}/design.sdf"
    write(path, CELL.format(kind="top", name="", arcs=wires, setup="") +
          "".join(CELL.format(kind=kind, name=name, arcs=arcs, setup=setup) for name, (kind, arcs, setup) in cells))
    return Delays(path)


def test_slow_paths_are_classed():
    rows = classes(delays(), {"a[0]": "block.a_q", "b": "block.b_q", "c": "block.c_q"}, 2.0)
    equal([(start, end, round(path.ns, 3), path.routing, path.levels, ends) for start, end, path, ends in rows],
          [("block.a_q", "block.b_q", 3.861, 3.0, 1, 1), ("block.a_q", "block.c_q", 2.915, 1.5, 1, 1)], "classes")


def test_faster_paths_are_left_out():
    equal([row[1] for row in classes(delays(), {}, 3.0)], ["b"], "classes slower than 3 ns")
