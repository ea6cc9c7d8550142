# SPDX-License-Identifier: Apache-2.0
"""The lists of registers in rtl/spu_sysreg_pkg.sv, made from rtl/data/registers.toml: the register that an encoding
names, what an access of each depends on, and the bits that can be written."""

import ast

from facts import features
from facts.structs import comment, enumeration, packed_struct

ONE, ZERO = "1'b1", "1'b0"


class Argument(features.SystemVerilog):
    """Conditions of a function whose argument `cfg` is the configuration."""

    @staticmethod
    def name(name):
        return f"cfg.{name}"


def holds(*conditions):
    """SystemVerilog: all of the conditions hold (registers.condition()); None always does."""
    trees = [condition.tree for condition in conditions if condition]
    return features.emit(features.combined(ast.And(), trees), Argument)[0] if trees else ONE


def aligned(rows, separator=" "):
    """The rows of a table, with columns of one width each."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [separator.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows]


def said(text):
    return comment(text, "  ")


def bit_of_each(registers):
    """Members of a struct with a bit for each register, by name."""
    return [("logic", name, "") for name in sorted(register.short for register in registers)]


def function(head, members):
    """A function that returns a struct, of which `members` are not zero."""
    kind, rest = head.split(" ", 1)
    rows = [(f"{name}:", f"{value},") for name, value in members]
    return [f"  function automatic {kind} {rest};", "    return '{", *("      " + line for line in aligned(rows)),
            f"      default: {ZERO}", "    };", "  endfunction", ""]


# ---------------------------------------------------------------------------------------------------------
# Statistical Profiling: a row for each name


def reached(register, registers):
    """The register that a name reaches: NAME_EL12 is a name of NAME_EL1."""
    name = register.name.removesuffix("2") if register.name.endswith("_EL12") else register.name
    return next(other for other in registers if other.name == name)


def trap_kind(register):
    if not register.trap:
        return "FgtNone"
    pair = "2" if register.trap["of"].endswith("2") else ""
    return f"Fgt{pair}{'Clear' if register.trap.get('zero') else 'Set'}"


def lowest_el(register):
    """The lowest Exception level that an encoding is for, by op1 (D22.3, the naming of System registers)."""
    return {3: 0, 4: 2, 5: 2, 6: 3}.get(register.encoding[1], 1)


def enable_name(register):
    return f"Enable{register.el3_enable.capitalize() or 'None'}"


def profiling_lines(profiling):
    own = [register for register in profiling if reached(register, profiling) is register]
    enables = dict.fromkeys(register.el3_enable for register in profiling if register.el3_enable)
    lines = [*packed_struct("selected_t", "A register of Statistical Profiling, one-hot. PMSCR_EL12 and PMBSR_EL12 are "
                            "names of PMSCR_EL1 and PMBSR_EL1.", bit_of_each(own)),
             *enumeration("check_e", "What an access of a register of Statistical Profiling depends on (D24.7).", 2, [
                 ("CheckNone", ""), ("CheckProfilingBuffer", "CheckProfilingBufferAccess()"),
                 ("CheckStatisticalProfiling", "CheckStatisticalProfilingAccess()")]),
             *enumeration("el3_enable_e", "", len(enables).bit_length(), [
                 ("EnableNone", ""), *((f"Enable{name.capitalize()}", f"MDCR_EL3.{name}") for name in enables)]),
             *enumeration("fgt_e", "Fine-grained traps (D24.2): of HDFGRTR_EL2 and HDFGWTR_EL2, or of HDFGRTR2_EL2 and "
                          "HDFGWTR2_EL2.", 2, [("FgtNone", ""), ("FgtSet", "1 traps"), ("FgtClear", "0 traps"),
                                               ("Fgt2Clear", "of the second pair, 0 traps")]),
             *packed_struct("register_t", "", [
                 ("sysreg_e", "name", ""), ("logic", "exists", "else the encoding is UNDEFINED"),
                 ("logic", "read_only", ""), ("logic [1:0]", "lowest_el", "the lowest EL that it is for"),
                 ("check_e", "check", ""), ("el3_enable_e", "el3_enable", "has to be nonzero below EL3"),
                 ("fgt_e", "fgt_kind", ""), ("logic [5:0]", "fgt", "bit number"),
                 ("logic [11:0]", "nvmem", "offset from VNCR_EL2 (D8.14), 0: none"),
                 ("selected_t", "selected", "the register that the name reaches")]),
             f"  localparam int unsigned Registers = {len(profiling)};", ""]
    rows = [("// name", "exists", "RO", "EL", "check", "el3_enable", "fgt_kind", "fgt", "nvmem", "selected")]
    for number, register in enumerate(profiling):
        rows.append((f"'{{{register.name},", f"{holds(register.existence)},",
                     f"{ONE if register.access == 'RO' else ZERO},", f"2'd{lowest_el(register)},",
                     f"Check{register.check or 'None'},", f"{enable_name(register)},", f"{trap_kind(register)},",
                     f"6'd{register.trap.get('bit', 0)},", f"12'h{register.memory.get('offset', 0):03x},",
                     f"'{{{reached(register, profiling).short}: {ONE}, default: {ZERO}}}}}"
                     + ("," if number < len(profiling) - 1 else "")))
    return [*lines, "  function automatic register_t [Registers-1:0] registers_of(config_t cfg);", "    return '{",
            *("      " + line for line in aligned(rows)), "    };", "  endfunction", ""]


# ---------------------------------------------------------------------------------------------------------
# Performance monitors: a mask of registers for each question


def mask(name, registers):
    members = "".join(f"{register.short}: {ONE}, " for register in registers)
    return [f"  localparam pmu_target_t {name} = '{{{members}default: {ZERO}}};", ""]


def trapped_lines(own, pair, when):
    """The function that says which registers the fine-grained traps of a pair of registers trap."""
    members = []
    for register in own:
        of = register.trap.get("of", "")
        if of and ("2_EL2" in of or of == "both2") == bool(pair):
            value = f"{'!' if register.trap.get('zero') else ''}traps{pair}[{register.trap['bit']}]"
            # Of a register that can be read and written, one direction may have a trap and not the other.
            if register.access == "RW" and not of.startswith("both"):
                value += f" && {'write' if 'W' in of else '!write'}"
            members.append((register.short, value))
    write = ", logic write" if any("write" in value for _, value in members) else ""
    return [*said(f"Those that a bit of HDFGRTR{pair}_EL2 (of a read) or HDFGWTR{pair}_EL2 (of a write) traps when it "
                  f"is {when} (D24.2). The bits are the same in both."),
            *function(f"pmu_target_t pmu_trapped{pair}(logic [63:0] traps{pair}{write})", members)]


def monitor_lines(monitors):
    own = [register for register in monitors if not register.first.startswith("PMX")]
    lines = [*packed_struct("pmu_target_t", "A register of the performance monitors, one-hot. PMEVCNTR<n> and "
                            "PMEVTYPER<n> are one each, and PMXEVCNTR_EL0 and PMXEVTYPER_EL0 other names of them.",
                            bit_of_each(own)),
             *said("The register that an encoding names, but for PMEVCNTR<n> and PMEVTYPER<n> and their other names."),
             *function("pmu_target_t pmu_named(logic [15:0] addr, config_t cfg)",
                       [(register.short, f"addr == {register.name}" + (f" && {holds(register.existence)}"
                                                                      if register.existence else ""))
                        for register in own if "<n>" not in register.name])]
    for name, what, chosen in (
            ("PmuReadOnly", "", lambda register: register.access == "RO"),
            ("PmuWriteOnly", "", lambda register: register.access == "WO"),
            ("PmuNotAtEl0", "By their encodings, of EL1 and above.", lambda register: lowest_el(register) > 0),
            ("PmuNotInAarch32", "No register of AArch32 state is mapped to these (G8.4).",
             lambda register: not register.aarch32)):
        lines += [*(said(what) if what else []), *mask(name, [register for register in own if chosen(register)])]
    for name in dict.fromkeys(register.el3_enable for register in own if register.el3_enable):
        lines += [*said(f"MDCR_EL3.{name} has to be 1 below EL3."),
                  *mask(f"PmuNeeds{name.capitalize()}", [register for register in own if register.el3_enable == name])]
    return [*lines, *trapped_lines(own, "", 1), *trapped_lines(own, "2", 0)]


# ---------------------------------------------------------------------------------------------------------
# Bits that can be written


def bits_of(name, high, low):
    return f"{name}[{high}:{low}]" if high > low else f"{name}[{high}]"


def all_of(condition, value):
    """`value` under a condition, else zero."""
    if condition == ONE:
        return value
    return f"({condition}) ? {value} : '0" if " " in condition else f"{condition} ? {value} : '0"


def field_lines(register, field):
    """[(bits, value)] of a field that can be written."""
    if field.access != "RW" or not field.unit:
        return []
    if field.parts:
        return [line for part in field.parts for line in field_lines(register, part)]
    place, low = f"bits.{register.short}", 0
    if register.struct:
        (name, _, low), = field.in_rtl()
        place += f".{name}"
    rows = []
    for part, need in [(field, None), *([(field.within, field.within.needs)] if field.within else [])]:
        value = holds(register.existence, register.needs, field.needs, need)
        if part.high > part.low:
            value = all_of(value, "'1")
        whole = register.struct and part is field
        rows.append((place if whole else bits_of(place, part.high - low, part.low - low),
                     f"= {value};" + ("" if register.struct else f"  // {field.name}")))
    return rows


def writable_lines(registers):
    """Lines for the registers that keep written values, except the counters, which are in spu_pmu_regs."""
    own = [register for register in registers if register.access == "RW" and not register.name.endswith("_EL12")
           and (register.group == "profiling" or register.struct or register.name == "PMCCFILTR_EL0")]
    rows = [row for register in own for field in register.fields for row in field_lines(register, field)]
    rows += [(f"bits.{register.short}", f"= {all_of(holds(register.existence, register.needs), value)};")
             for register in own if register.like for value in [f"bits.{register.layout.short}"]]
    return [*packed_struct("writable_t", "The bits of each register that can be written and keep what is written. The "
                           "others are RES0 or read-only, or a 1 does something once.",
                           [(register.layout.struct or "logic [63:0]", register.short, "") for register in own]),
            "  function automatic writable_t writable(config_t cfg);", "    writable_t bits;", "    bits = '0;",
            *(f"    {bits} {value}" for bits, value in rows), "    return bits;", "  endfunction"]


def lines(profiling, monitors, registers):
    return [*profiling_lines(profiling), *monitor_lines(monitors), *writable_lines(registers)]
