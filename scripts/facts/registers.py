# SPDX-License-Identifier: Apache-2.0
"""The System registers, rtl/data/registers.toml, and the files generated from them.

  rtl/spu_sysreg_pkg.sv      encodings, packed structs, values and PMU events, for the RTL; and its lists of
                             registers, which facts/register_lists.py writes
  cmodel/spu_sysreg.h        the same as a public header of the model
  docs/programmers-guide.md  tables of registers, traps, places in memory and PMU events, between their marks

They are committed. The build makes register_layouts.c, the names and fields for reports.
"""

import dataclasses
import functools
import re

from facts import common, features, register_lists
from facts.structs import comment

TABLE = "rtl/data/registers.toml"
RTL, HEADER, DOCUMENT = "rtl/spu_sysreg_pkg.sv", "cmodel/spu_sysreg.h", "docs/programmers-guide.md"
GROUPS = ("profiling", "monitors")
ACCESSES = ("RW", "RO", "WO")
CHECKS = ("", "ProfilingBuffer", "StatisticalProfiling")
WIDTH = 64  # bits of a register
FEATURES = "rtl/data/arm_features.toml"


@functools.cache
def feature_conditions():
    return common.Source(FEATURES).section("facts")


def condition(text):
    """The condition of features.toml that a text means which has names of features too. None: always."""
    facts = {name.removeprefix("FEAT_"): fact for name, fact in feature_conditions().items()}
    names = "|".join(sorted(map(re.escape, facts), key=len, reverse=True))
    text = re.sub(rf"\b(?:FEAT_)?({names})\b", lambda found: f"({facts[found[1]]})", text)
    return features.Condition(text) if text else None


@dataclasses.dataclass
class Value:
    """A named value of a field, or a bit of a field of single bits."""

    number: int
    constant: str | None  # its name in programs
    words: str


@dataclasses.dataclass
class Field:
    """A field (the head of the table describes the keys)."""

    name: str
    bits: str
    rtl: str = ""
    rtl_bits: str = ""
    unit: bool = True
    values: str = ""
    single: bool = False
    parts: list = dataclasses.field(default_factory=list)
    either: list = dataclasses.field(default_factory=list)
    events: bool = False
    access: str = "RW"
    needs: str = ""
    within: dict = dataclasses.field(default_factory=dict)

    def __post_init__(self):
        self.high, self.low = self.place(self.bits)
        if self.access not in ACCESSES:
            raise ValueError(f"access {self.access}")
        self.needs = condition(self.needs)
        if self.within:
            self.within = Field(self.name, **self.within)
        self.values = [self.value(item) for item in re.split("; *", " ".join(self.values.split())) if item]
        self.parts = [Field(**part) for part in self.parts]
        self.either = [Field(**part) for part in self.either]
        for part in self.parts + self.either + ([self.within] if self.within else []):
            if part.high > self.high or part.low < self.low:
                raise ValueError(f"{part.name} is not within {self.name}")
        numbers = [value.number for value in self.values]
        most = self.high + 1 if self.single else 1 << self.high - self.low + 1
        if len(set(numbers)) != len(numbers) or any(number >= most for number in numbers):
            raise ValueError(f"{self.name}: a value appears twice, or does not fit")

    @staticmethod
    def place(bits):
        parsed = re.fullmatch(r"(\d+)(?::(\d+))?", bits)
        if not parsed:
            raise ValueError(f"`{bits}` are not bits")
        high, low = int(parsed[1]), int(parsed[2] or parsed[1])
        if not low <= high < WIDTH:
            raise ValueError(f"`{bits}` are not bits of a register")
        return high, low

    @staticmethod
    def value(item):
        parsed = re.fullmatch(r"(0x[0-9A-Fa-f]+|\d+)(?: (\w+):)?(?: (.*))?", item)
        if not parsed:
            raise ValueError(f"`{item}` is not a value")
        return Value(int(parsed[1], 0), parsed[2], parsed[3] or "")

    @property
    def mask(self):
        return (1 << self.high + 1) - (1 << self.low)

    def in_rtl(self):
        """[(name, high, low)] of its members in the packed struct."""
        if not self.unit:
            return []
        if self.parts:
            return [place for part in self.parts for place in part.in_rtl()]
        return [(self.rtl or self.name.lower(), *self.place(self.rtl_bits or self.bits))]

    def shown(self):
        """[(name, field)] of the fields that reports show."""
        return [(f"{self.name}.{part.name}", part) for part in self.parts] or [(self.name, self)]


@dataclasses.dataclass
class Register:
    """A register (see the head of the table)."""

    name: str
    group: str
    encoding: list
    source: str
    access: str = "RW"
    exists: str = ""
    needs: str = ""
    aarch32: bool = True
    check: str = ""
    el3_enable: str = ""
    trap: dict = dataclasses.field(default_factory=dict)
    memory: dict = dataclasses.field(default_factory=dict)
    fields: dict | list = dataclasses.field(default_factory=dict)
    like: str = ""
    words: str = ""
    rtl: str = ""
    struct: str = ""
    struct_bits: int = WIDTH
    layout: object = None  # the register that has its fields

    def __post_init__(self):
        if self.access not in ACCESSES:
            raise ValueError(f"access {self.access}")
        if self.check not in CHECKS:
            raise ValueError(f"check {self.check}")
        self.existence, self.needs = condition(self.exists), condition(self.needs)
        if [number >> bits for number, bits in zip(self.encoding, (2, 3, 4, 4, 3), strict=True)] != [0] * 5:
            raise ValueError(f"{self.encoding} is not an encoding")
        self.fields = [Field(name, **(field if isinstance(field, dict) else {"bits": field}))
                       for name, field in self.fields.items()]
        below = WIDTH
        for field in self.fields:
            if field.high >= below:
                raise ValueError(f"{field.name} is not below the field before it")
            below = field.low

    @property
    def first(self):
        """Its name, or that of the first of several numbered registers."""
        return self.name.replace("<n>", "0")

    @property
    def address(self):
        op0, op1, crn, crm, op2 = self.encoding
        return op0 << 14 | op1 << 11 | crn << 7 | crm << 3 | op2

    @property
    def short(self):
        """Its name in the lists of the RTL."""
        return self.rtl or self.name.split("_")[0].split("<")[0].lower()


@dataclasses.dataclass
class Event:
    """A PMU event that the unit generates itself."""

    name: str
    number: int
    needs: str = ""
    counts: str = ""

    @property
    def camel(self):
        return "".join(word.capitalize() for word in self.name.split("_"))


def load(path=TABLE):
    """(registers, events), in the order of the table."""
    source = common.Source(path)
    for kind in source.table:
        if kind not in (*GROUPS, "event"):
            raise source.error("no such kind of entry", kind)
    registers = [register_of(source, group, name, entry)
                 for group in GROUPS for name, entry in source.section(group).items()]
    events = [source.entry(Event, entry, name, name=name) for name, entry in source.section("event").items()]
    check(source, registers, events)
    return registers, events


def register_of(source, group, name, entry):
    arm = entry.pop("arm", {})
    if not isinstance(arm, dict):
        raise source.error("arm is not a dict", name)
    return source.entry(Register, entry | arm, name, name=name, group=group)


def check(source, registers, events):
    """Checks across entries: nothing appears twice, and `like` names a register that has fields."""
    names = [f"{register.first.split('_')[0]} {field.name} {value.constant}"
             for register in registers for field, value in constants(register)]
    for name in names:
        if names.count(name) > 1:
            raise source.error("there twice", name)
    numbers = {}
    for entry in [*registers, *events]:
        number = entry.address if isinstance(entry, Register) else -1 - entry.number
        if number in numbers:
            raise source.error(f"{numbers[number]} has the same number", entry.name)
        numbers[number] = entry.name
    known = [register.name for register in registers if register.fields]
    for register in registers:
        if bool(register.like) == bool(register.fields) or (register.like and register.like not in known):
            raise source.error("needs fields of its own or those of one other register", register.name)
        register.layout = next(other for other in registers if other.name == (register.like or register.name))


def trapping(register):
    """The registers that share its fine-grained trap."""
    of = register.trap.get("of")
    both = {"both": ["HDFGRTR_EL2", "HDFGWTR_EL2"], "both2": ["HDFGRTR2_EL2", "HDFGWTR2_EL2"]}
    return both.get(of, [of] if of else [])


def constants(register):
    """[(field, value)] of the named values."""
    return [(field, value) for top in register.fields for field in (top, *top.parts, *top.either)
            for value in field.values if value.constant]


# ---------------------------------------------------------------------------------------------------------
# SystemVerilog


def struct_lines(register):
    """The packed struct of a register, RES0 bits included."""
    width = register.struct_bits
    rows, below = [], width

    def reserved(high, low):
        rows.append((f"res0_{high}_{low}" if high != low else f"res0_{high}", high, low))

    for name, high, low in (place for field in register.fields for place in field.in_rtl()):
        if high + 1 < below:
            reserved(below - 1, high + 1)
        rows.append((name, high, low))
        below = low
    if below > 0:
        reserved(below - 1, 0)
    types = [f"logic [{high - low}:0]" if high > low else "logic" for _, high, low in rows]
    longest = max(len(kind) for kind in types)
    return ["  typedef struct packed {",
            *(f"    {kind.ljust(longest)} {name};" for kind, (name, _, _) in zip(types, rows)),
            f"  }} {register.struct};"]


def enum_lines(name, registers):
    longest = max(len(register.first) for register in registers)
    rows = []
    for register in registers:
        op0, op1, crn, crm, op2 = register.encoding
        rows.append(f"    {register.first.ljust(longest)} = {{2'd{op0}, 3'd{op1}, 4'd{crn}, 4'd{crm}, 3'd{op2}}}")
    return ["  typedef enum logic [15:0] {", *(row + "," for row in rows[:-1]), rows[-1], f"  }} {name};"]


def camel(name):
    """A field's name as part of a SystemVerilog name: Fsc, CountSize, FnE."""
    return name.capitalize() if name.isupper() else name[0].upper() + name[1:]


def rtl_text(registers, events):
    monitors = [register for register in registers if register.group == "monitors"]
    profiling = [register for register in registers if register.group != "monitors"]
    lines = [*common.made_from(TABLE), "//",
             "// The System registers of the unit and of the performance monitors: encodings, fields, values, and the",
             "// numbers of the PMU events that the unit makes itself (Arm ARM D24.7, D24.5, D14.3). Names are Arm's.",
             "// Then lists of them: the register that an encoding names, what an access of it depends on, and the",
             "// bits that can be written. What a register means is in the modules that use it.",
             "",
             "package spu_sysreg_pkg;",
             "  import spu_config_pkg::config_t;", "",
             "  // Encodings {op0, op1, CRn, CRm, op2}.",
             *enum_lines("sysreg_e", profiling), "",
             "  // Only the first of PMEVCNTR<n>_EL0 and of PMEVTYPER<n>_EL0 is here: n = {CRm[1:0], op2}.",
             *enum_lines("pmu_sysreg_e", monitors), ""]
    for register in registers:
        if register.struct:
            lines += [f"  // {register.name} ({register.source})", *struct_lines(register), ""]
    lines += ["  // Values of fields."]
    for register in registers:
        for field, value in constants(register):
            bits = field.high - field.low + 1
            name = register.first.split("_")[0].capitalize() + camel(field.name) + value.constant
            lines.append(f"  localparam logic [{bits - 1}:0] {name} = {bits}'h{value.number:x};")
    lines += ["", "  // PMU events."]
    lines += [f"  localparam logic [15:0] Event{event.camel} = 16'h{event.number:04x};"
              + (f"  // {event.needs}" if event.needs else "") for event in events]
    lines += ["", *register_lists.lines(profiling, monitors, registers)]
    return "\n".join([*lines, "", "endpackage", ""])


# ---------------------------------------------------------------------------------------------------------
# C


def upper(name):
    """NotAllowed as part of a macro: NOT_ALLOWED."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()


def header_fields(register):
    lines = []
    prefix = "SPU_" + register.name.replace("<n>", "")
    for top in register.fields:
        for name, field in ((top.name, top), *((f"{top.name}_{part.name}", part) for part in top.parts),
                            *((part.name, part) for part in top.either)):
            if field.high - field.low + 1 == WIDTH:
                continue  # the whole register
            lines.append(f"#define {prefix}_{name} UINT64_C(0x{field.mask:X})")
            if field.high != field.low and not field.single and not field.parts:
                lines.append(f"#define {prefix}_{name}_SHIFT {field.low}")
            lines += [f"#define {prefix}_{name}_{upper(value.constant)} 0x{value.number:X}U"
                      for value in field.values if value.constant]
    return lines


# Functions of the header for encodings that are numbered or belong to a group.
HEADER_FUNCTIONS = """
// PMEVCNTR<n>_EL0 and PMEVTYPER<n>_EL0, n in 0 to 30.
static inline uint16_t spu_sysreg_pmevcntr(uint32_t n)
{
  return (uint16_t)(SPU_PMEVCNTR0_EL0 + n);
}

static inline uint16_t spu_sysreg_pmevtyper(uint32_t n)
{
  return (uint16_t)(SPU_PMEVTYPER0_EL0 + n);
}

// CRn of an encoding.
static inline uint32_t spu_sysreg_crn(uint16_t address)
{
  return (uint32_t)address >> 7 & 15U;
}

// Whether an encoding is in the space of the performance monitors: op0 3 and CRn 9 with CRm 12 to 14, or op1 3, CRn 14
// and CRm 8 to 15.
static inline bool spu_sysreg_is_monitor(uint16_t address)
{
  const uint32_t crn = spu_sysreg_crn(address);
  const uint32_t crm = (uint32_t)address >> 3 & 15U;
  const uint32_t op1 = (uint32_t)address >> 11 & 7U;
  return address >> 14 == 3 && ((crn == 14 && op1 == 3 && crm >= 8) || (crn == 9 && crm >= 12 && crm <= 14));
}""".splitlines()


def trap_mask(registers, of):
    """The fields of HDFGRTR_EL2 or HDFGWTR_EL2 that trap any of these registers when they are 1."""
    mask = 0
    for register in registers:
        trap = register.trap
        reached = register.access in ("RW", "RO" if of == "HDFGRTR_EL2" else "WO")
        if trap and not trap.get("zero") and trap["of"] in ("both", of) and reached:
            mask |= 1 << trap["bit"]
    return mask


def list_macro(name, registers):
    """A macro that names registers, one a line."""
    rows = [f"  X({register.name})" for register in registers]
    head = f"#define {name}(X)"
    width = max(len(row) for row in [head, *rows])
    return [f"{row.ljust(width)} \\" for row in [head, *rows[:-1]]] + [rows[-1], ""]


def header_text(registers, events):
    profiling = [register for register in registers if register.group != "monitors"]
    all_monitors = [register for register in registers if register.group == "monitors"]
    monitors = [register for register in all_monitors if "<n>" not in register.name]
    lines = [*common.made_from(TABLE), "//",
             *comment("The System registers of the unit and of the performance monitors (Arm ARM D24.7, D24.5): "
                      "encodings, in the form of sysreg_addr of spu_in, and fields, as masks in place. NAME_SHIFT "
                      "is the lowest bit of a field of several bits; a macro named after a field and a value is that "
                      "value, not shifted. NAME_TRAP is the bit of HDFGRTR_EL2 and HDFGWTR_EL2 that traps the register "
                      "(for PMSDSFR_EL1, of HDFGRTR2_EL2 and HDFGWTR2_EL2); NAME_MEMORY is its offset from VNCR_EL2 "
                      "(D8.14). A register with the fields of another register has none of its own here."),
             "#ifndef SPU_SYSREG_H", "#define SPU_SYSREG_H", "", "#include <stdbool.h>", "#include <stdint.h>", "",
             "// clang-format off",
             "// op0[15:14] op1[13:11] CRn[10:7] CRm[6:3] op2[2:0]", "enum spu_sysreg {"]
    longest = max(len(register.first) for register in registers) + 4
    lines += [f"  {('SPU_' + register.first).ljust(longest)} = 0x{register.address:04X},"
              + ("  // + n" if "<n>" in register.name else "") for register in registers]
    lines[-1] = lines[-1].replace(",", "", 1)
    lines += ["};", ""]
    for register in registers:
        own = header_fields(register)
        if register.trap:
            own.append(f"#define SPU_{register.first}_TRAP UINT64_C(0x{1 << register.trap['bit']:X})")
        if register.memory:
            own.append(f"#define SPU_{register.first}_MEMORY 0x{register.memory['offset']:X}U")
        if own:
            fields_as = f", fields as {register.like}" if register.like else ""
            lines += [f"// {register.name} ({register.source}), {register.access}{fields_as}", *own, ""]
    lines += ["// Fields of HDFGRTR_EL2 and HDFGWTR_EL2 that trap registers of a kind if they are 1.",
              *(f"#define SPU_{of}_{kind} UINT64_C(0x{trap_mask(listed, of):X})"
                for kind, listed in (("PROFILING", profiling), ("MONITORS", all_monitors))
                for of in ("HDFGRTR_EL2", "HDFGWTR_EL2")), ""]
    lines += ["// PMU events that the unit generates itself (D14.3).", "enum spu_pmu_event {"]
    longest = max(len(event.name) for event in events) + len("SPU_EVENT_")
    lines += [f"  {('SPU_EVENT_' + event.name).ljust(longest)} = 0x{event.number:04X}," for event in events]
    lines[-1] = lines[-1][:-1]
    lines += ["};", ""]
    for name, what, listed in (("PROFILING", "registers of Statistical Profiling", profiling),
                               ("MONITOR", "registers of the performance monitors that are not numbered", monitors)):
        lines += [f"// X(NAME) for the {what}: SPU_##NAME is its encoding.",
                  *list_macro(f"SPU_{name}_REGISTERS", listed)]
    return "\n".join([*lines, "// clang-format on", *HEADER_FUNCTIONS, "", "#endif  // SPU_SYSREG_H", ""])


def layouts_text(registers, events):
    """The rows of report/register_fields.h."""
    def words(name, values):
        return [f"static const struct register_word {name}[] = {{",
                *(f'    {{0x{number:X}, "{text}"}},' for number, text in values), "    {0, NULL}};"]

    lines = [*common.made_from(TABLE), '#include "unit/report/register_fields.h"', ""]
    rows = []
    for index, register in enumerate(registers):
        shown = [place for field in register.layout.fields for place in field.shown()]
        fields = []
        for number, (name, field) in enumerate(shown):
            values = [(value.number, value.words) for value in field.values if value.words]
            if field.events:
                values = [(event.number, event.name) for event in events]
            if values:
                lines += words(f"words_{index}_{number}", values)
            fields.append(f'    {{.name = "{name}", .high = {field.high}, .low = {field.low}'
                          + (", .bits = true" if field.single else "")
                          + (f", .words = words_{index}_{number}" if values else "")
                          + (", .syndrome = true" if field.either else "") + "},")
        lines += [f"static const struct register_field fields_{index}[] = {{", *fields, "};"]
        rows.append(f'    {{"{register.name}", 0x{register.address:04X}, fields_{index}, {len(shown)}, '
                    f'"{register.access}", "{" ".join(trapping(register))}", {register.trap.get("bit", 0)}, '
                    f'{int(register.trap.get("zero", False))}}},')
    return "\n".join([*lines, "", "const struct register_layout register_layouts[] = {", *rows, "};",
                      f"const size_t register_layout_count = {len(registers)};", ""])


# ---------------------------------------------------------------------------------------------------------
# Documents


def documented_name(register):
    return register.name.replace("<", "&lt;").replace(">", "&gt;")


def documented_fields(register):
    if register.words:
        return register.words
    if register.like:
        return f"as {register.like}"
    return " ".join(f"{field.name}[{field.bits}]" for field in reversed(register.fields) if field.unit)


def register_table(registers):
    rows = []
    for register in registers:
        _, op1, crn, crm, op2 = register.encoding
        if "<n>" in register.name:
            crm, op2 = f"{crm} + n / 8", "n mod 8"
        rows.append([documented_name(register), op1, crn, crm, op2, register.access, register.exists,
                     documented_fields(register)])
    return common.markdown(["register", "op1", "CRn", "CRm", "op2", "access", "exists", "fields"], rows)


def trap_table(registers):
    rows = sorted((register for register in registers if register.trap),
                  key=lambda register: (register.trap["of"] == "both2", register.trap["bit"]))
    return common.markdown(["register", "bit", "of", "traps if it is"],
                           [[documented_name(register), register.trap["bit"], ", ".join(trapping(register)),
                             0 if register.trap.get("zero") else 1] for register in rows])


def memory_table(registers):
    rows = sorted((register for register in registers if register.memory),
                  key=lambda register: register.memory["offset"])
    return common.markdown(["register", "NV1", "offset"],
                           [[register.name, register.memory.get("nv1", "any"), f"0x{register.memory['offset']:03X}"]
                            for register in rows])


def event_table(events):
    return common.markdown(["number", "event", "exists", "counts"],
                           [[f"0x{event.number:04X}", event.name, event.needs, event.counts]
                            for event in events if event.counts])


def committed(made):
    """{path: text} of the committed files; `made` has the texts that other tables make."""
    registers, events = load()
    monitors = [register for register in registers if register.group == "monitors"]
    profiling = [register for register in registers if register.group != "monitors"]
    document = made.get(DOCUMENT) or common.read(DOCUMENT)
    for part, lines in (("registers", register_table(profiling)), ("traps", trap_table(profiling)),
                        ("memory", memory_table(profiling)), ("events", event_table(events)),
                        ("monitors", register_table(monitors)), ("monitor traps", trap_table(monitors))):
        document = common.in_document(DOCUMENT, document, TABLE, lines, part)
    return {RTL: rtl_text(registers, events), HEADER: header_text(registers, events), DOCUMENT: document}


def built():
    """{name: text} of the files that the build makes."""
    return {"register_layouts.c": layouts_text(*load())}
