# SPDX-License-Identifier: Apache-2.0
"""Netlists from Yosys' write_json: cells of each kind, and the longest path through LUTs."""

import collections
import json

from synthesis.targets import CHAIN_INPUTS

COUNTS = ("lut", "ff", "carry", "ram", "ram_bits", "depth")
RAM_BITS = {"DP16KD": 16384, "PDPW16KD": 16384, "TRELLIS_DPR16X4": 64, "SB_RAM40": 4096, "SB_SPRAM": 262144}


def load(path):
    """Modules of the netlist that are not library cells: {name: module}."""
    with open(path, encoding="utf-8") as file:
        modules = json.load(file)["modules"]
    return {name: module for name, module in modules.items()
            if not {"blackbox", "whitebox", "lib_whitebox", "abc9_box", "abc9_flop"} & set(module["attributes"])}


def plain(name):
    """The module's name in the source: spu_record for spu_record$spu_top.u_spu_record."""
    return name.partition("$")[0] or name


def names(module):
    """{bit: name of its net}; names in the source are preferred to generated ones, and short to long ones."""
    result = {}
    for name, net in sorted(module["netnames"].items(), key=lambda item: (item[1]["hide_name"], len(item[0]))):
        offset = net.get("offset", 0)
        for index, bit in enumerate(net["bits"]):
            result.setdefault(bit, f"{name}[{index + offset}]" if len(net["bits"]) > 1 else name)
    return result


def is_a(cell, beginnings):
    return cell["type"].startswith(tuple(beginnings)) if beginnings else False


def count(module, target):
    """Cells of each kind of one module, without those of the modules it instantiates."""
    result = collections.Counter(dict.fromkeys(COUNTS, 0))
    for cell in module["cells"].values():
        for kind, types in (("lut", target.luts), ("ff", target.flops), ("carry", target.carries),
                            ("ram", target.rams)):
            if is_a(cell, types):
                result[kind] += 1
        if is_a(cell, target.rams):
            result["ram_bits"] += next(bits for type_, bits in RAM_BITS.items() if cell["type"].startswith(type_))
    return result


def arcs(cell, target):
    """(outputs, [(input bit, levels)]) of a combinational cell; an instance of a module or a flip-flop has none."""
    outputs, inputs = [], []
    chain = CHAIN_INPUTS.get(cell["type"], ())
    level = 1 if is_a(cell, target.luts) or is_a(cell, target.carries) else 0
    for port, bits in cell["connections"].items():
        if cell["port_directions"][port] == "output":
            outputs += [bit for bit in bits if isinstance(bit, int)]
        else:
            inputs += [(bit, 0 if port in chain else level) for bit in bits if isinstance(bit, int)]
    return outputs, inputs


def longest_path(module, target, modules):
    """Levels of the longest path between flip-flops, ports and instances."""
    driver, depth = {}, {}
    for cell in module["cells"].values():
        if cell["type"] in modules or is_a(cell, target.flops) or is_a(cell, target.rams):
            continue
        outputs, inputs = arcs(cell, target)
        if outputs and inputs:
            for bit in outputs:
                driver[bit] = inputs
    for end in list(driver):
        stack = [end]
        while stack:
            bit = stack[-1]
            if bit in depth and depth[bit] is not None:
                stack.pop()
                continue
            if bit not in driver:
                depth[bit] = 0
                stack.pop()
                continue
            if bit not in depth:
                depth[bit] = None  # in progress; reached again only in a loop, which is a separate finding
                waiting = [source for source, _ in driver[bit] if source not in depth]
                if waiting:
                    stack += waiting
                    continue
            best = max(driver[bit], key=lambda arc: (depth[arc[0]] or 0) + arc[1])
            depth[bit] = (depth[best[0]] or 0) + best[1]
            stack.pop()
    return max((levels or 0 for levels in depth.values()), default=0)


def measure(modules, target):
    """{plain name: counts} of every module: sums over those of the same name (depth: the largest), and their number."""
    blocks, instances = {}, collections.Counter()
    for name, module in modules.items():
        counts = count(module, target)
        counts["depth"] = longest_path(module, target, modules)
        block = blocks.setdefault(plain(name), collections.Counter(dict.fromkeys(COUNTS, 0)))
        depth = max(block["depth"], counts["depth"])
        block.update(counts)
        block["depth"] = depth
        instances[plain(name)] += 1
    return {name: dict(block) for name, block in blocks.items()}, dict(instances)
