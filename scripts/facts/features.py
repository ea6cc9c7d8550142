# SPDX-License-Identifier: Apache-2.0
"""The rules that a configuration must keep, rtl/data/features.toml, and the files generated from them.

  rtl/spu_config_check.sv  the RTL's refusals
  cmodel/config_check.c    the model's
  docs/integration.md      the table between its marks

They are committed.
"""

import ast
import dataclasses
import re

from facts import common, configuration_table

TABLE = "rtl/data/features.toml"
RTL, MODEL, DOCUMENT = "rtl/spu_config_check.sv", "cmodel/config_check.c", "docs/integration.md"
# Names that are not fields: the expressions that compute them in SystemVerilog and in C.
COMPUTED = {"LargestRecord": ("largest_record(Cfg)", "spu_config_largest_record(config)"),
            "ListsOwnEvent": ("spu_pmu_pkg::lists_own_event(Cfg.PmuEvents)", "spu_config_lists_own_event(config)"),
            "LacksEvent": ("lacks_event()", "lacks_event(config)"),
            "ListsEventTwice": ("spu_pmu_pkg::lists_event_twice(Cfg.PmuEvents)",
                                "spu_config_lists_event_twice(config)")}
WIDTH = 120  # of lines
LONGEST = 110  # characters of a refusal, so that it fits in a line

COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=", ast.GtE: ">=", ast.Gt: ">"}
OPPOSITES = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.GtE: ast.Lt, ast.Gt: ast.LtE,
             ast.In: ast.NotIn, ast.NotIn: ast.In}
OPERATORS = {ast.BitAnd: "&", ast.LShift: "<<"}


class Condition:
    """A condition of the table: its text, its fields, and its form in Python, SystemVerilog and C."""

    def __init__(self, text):
        self.text = text
        tree = ast.parse(text, mode="eval")
        self.tree = tree.body
        self.names = list(dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)))
        fields = [field.name for field in configuration_table.table().fields if not field.elements]
        unknown = [name for name in self.names if name not in fields and name not in COMPUTED]
        if unknown:
            raise ValueError(f"`{text}`: {unknown[0]} is not a field of config_t with one number")
        emit(self.tree, SystemVerilog)
        self.computed = any(name in COMPUTED for name in self.names)
        self.code = compile(tree, text, "eval")

    def holds(self, config):
        return bool(eval(self.code, {"__builtins__": {}}, config))  # pylint: disable=eval-used


def conditions(text, operator):
    """The conditions that a text joins with `and` or `or`."""
    node = ast.parse(text, mode="eval").body
    joined = isinstance(node, ast.BoolOp) and isinstance(node.op, operator)
    return [Condition(ast.unparse(part)) for part in (node.values if joined else [node])]


class SystemVerilog:
    """How SystemVerilog writes names, numbers and sets."""

    @staticmethod
    def name(name):
        return COMPUTED[name][0] if name in COMPUTED else f"Cfg.{name}"

    @staticmethod
    def number(value):
        return str(value) if value < 1024 else f"{32 if value < 1 << 32 else 64}'h{value:x}"

    @staticmethod
    def one_of(name, values):
        return f"{name} inside {{{', '.join(values)}}}", None


class C:
    """The same for the model. `fields`: the C name of each field."""

    def __init__(self, fields):
        self.fields = fields

    def name(self, name):
        return COMPUTED[name][1] if name in COMPUTED else f"config->{self.fields[name]}"

    @staticmethod
    def number(value):
        return f"{value}U" if value < 1024 else f"0x{value:X}U" if value < 1 << 32 else f"UINT64_C(0x{value:X})"

    @staticmethod
    def one_of(name, values):
        return " || ".join(f"{name} == {value}" for value in values), ast.Or


def opposite(node):
    """The negation of a condition."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return ast.Compare(node.left, [OPPOSITES[type(node.ops[0])]()], node.comparators)
    return ast.UnaryOp(ast.Not(), node)


def combined(operator, nodes):
    return nodes[0] if len(nodes) == 1 else ast.BoolOp(operator, nodes)


def emit(node, language):
    """The text of a condition, and the kind of its outermost operator if it needs parentheses as part of another one.
    Raises ValueError for an operator that the table's language lacks."""
    def part(child, beside=None):
        text, kind = emit(child, language)
        return text if kind in (None, beside) else f"({text})"

    if isinstance(node, ast.Name):
        return language.name(node.id), None
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return language.number(node.value), None
    if isinstance(node, ast.BoolOp):
        kind = type(node.op)
        return (" && " if kind is ast.And else " || ").join(part(value, kind) for value in node.values), kind
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.Invert)):
        operand, kind = emit(node.operand, language)
        sign = "!" if isinstance(node.op, ast.Not) else "~"
        return f"{sign}({operand})" if kind or " " in operand else sign + operand, None
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return f"({part(node.left)} {OPERATORS[type(node.op)]} {part(node.right)})", None
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        operator, right = type(node.ops[0]), node.comparators[0]
        if operator in COMPARISONS:
            return f"{part(node.left)} {COMPARISONS[operator]} {part(right)}", None
        if operator in (ast.In, ast.NotIn) and isinstance(right, ast.Tuple):
            text, kind = language.one_of(part(node.left), [part(value) for value in right.elts])
            return (f"!({text})", None) if operator is ast.NotIn else (text, kind)
    raise ValueError(f"`{ast.unparse(node)}`: not allowed in the table")


def wrapped(text, first, last, indent):
    """Lines of at most WIDTH columns of first + text + last, broken before && and ||."""
    lines = [first]
    for word in re.split(r" (?=&&|\|\|)", text):
        blank = "" if lines[-1] == first else " "
        if len(lines[-1]) + len(blank) + len(word) > WIDTH:
            lines.append(indent + word)
        else:
            lines[-1] += blank + word
    if len(lines[-1]) + len(last) > WIDTH or len(lines) > 1:
        return [*lines, first[:len(first) - len(first.lstrip())] + last]
    return [*lines[:-1], lines[-1] + last]


@dataclasses.dataclass
class Rule:
    """A rule of the table (whose head describes the fields)."""

    name: str
    rule: str
    words: str
    source: str
    kept: list = dataclasses.field(default_factory=list)
    broken: list = dataclasses.field(default_factory=list)

    def __post_init__(self):
        when, _, need = self.rule.rpartition(" => ")
        self.when, self.need = conditions(when, ast.Or) if when else [], conditions(need, ast.And)
        if '"' in self.words or "\\" in self.words or "|" in self.words or not self.words.isascii():
            raise ValueError("its words are not a plain string in every language")
        if len(self.words) > LONGEST:
            raise ValueError(f"words of more than {LONGEST} characters")
        if self.computed and not (self.kept and self.broken):
            raise ValueError("neither kept nor broken shows how to test it")

    @property
    def computed(self):
        return any(condition.computed for condition in self.when + self.need)

    def is_kept(self, config):
        return (bool(self.when) and not any(condition.holds(config) for condition in self.when)) \
            or all(condition.holds(config) for condition in self.need)

    def broken_where(self):
        """The condition under which the rule is broken."""
        need = opposite(combined(ast.And(), [condition.tree for condition in self.need]))
        if not self.when:
            return need
        return combined(ast.And(), [combined(ast.Or(), [condition.tree for condition in self.when]), need])

    def edges(self):
        """[(condition under which the other is required, or None; required condition)]."""
        return [(when, need) for when in self.when or [None] for need in self.need]


@dataclasses.dataclass
class RequiredEvents:
    """PMU events that a configuration must list if `when` holds: one of them, all, or all or none."""

    when: str
    one_of: list = dataclasses.field(default_factory=list)
    each: list = dataclasses.field(default_factory=list)
    each_or_none: list = dataclasses.field(default_factory=list)

    def __post_init__(self):
        self.when = Condition(self.when)

    @property
    def numbers(self):
        return self.one_of or self.each or self.each_or_none

    def lacking(self, language, lists):
        """The condition that they are missing; `lists` is the call that looks for a number."""
        when, kind = emit(self.when.tree, language)
        calls = [lists.format(number) for number in self.numbers]
        lacks = f"!({(' || ' if self.one_of else ' && ').join(calls)})"
        lacks = f"({' || '.join(calls)}) && {lacks}" if self.each_or_none else lacks
        return f"({when}) && {lacks}" if kind is ast.Or else f"{when} && {lacks}"


def required_events(path=TABLE):
    """The required events of the table, in order."""
    source = common.Source(path)
    rows = [source.entry(RequiredEvents, entry, "required_events") for entry in source.table["required_events"]]
    numbers = [number for row in rows for number in row.numbers]
    if len(numbers) != len(set(numbers)):
        raise source.error("an event appears twice", "required_events")
    return rows


def load(path=TABLE):
    """The rules, in order."""
    source = common.Source(path)
    rules = [source.entry(Rule, entry, name, name=name) for name, entry in source.section("rule").items()]
    said = [rule.words for rule in rules]
    for rule in rules:
        if said.count(rule.words) > 1:
            raise source.error("another rule has the same words", rule.name)
    return rules


def rtl_text(rules):
    lines = [*common.made_from(TABLE), "//",
             "// A configuration that the architecture forbids, or that cannot work, fails here at elaboration, with a",
             "// message for each rule that it breaks. No logic. spu_config_check() of the model refuses the same",
             "// configurations in the same words.", "",
             "module spu_config_check", "  import spu_pkg::*;", "#(", "  parameter config_t Cfg", ") ();", "",
             "  function automatic bit lists(logic [15:0] number);",
             "    for (int unsigned n = 0; n < MaxPmuEvents; n++) if (Cfg.PmuEvents[n] == number) return 1'b1;",
             "    return 1'b0;", "  endfunction", "",
             "  // The core lacks a PMU event that D14.6 requires.",
             "  function automatic bit lacks_event();"]
    for row in required_events():
        lines += wrapped(row.lacking(SystemVerilog, "lists(16'h{:04x})"), "    if (", ") return 1'b1;", "        ")
    lines += ["    return 1'b0;", "  endfunction", ""]
    for rule in rules:
        text, _ = emit(rule.broken_where(), SystemVerilog)
        lines += [f"  // {rule.source}", *wrapped(text, "  if (", f") begin : gen_bad_{rule.name}", "      ")]
        words = f'    $error("{rule.words}");'
        lines += ([words] if len(words) <= WIDTH else ["    $error(", f'      "{rule.words}"', "    );"]) + ["  end"]
    return "\n".join([*lines, "", "endmodule", ""])


def c_text(rules, language):
    lines = [*common.made_from(TABLE), "//",
             "// A configuration that the architecture forbids, or that cannot work, is refused with the first rule",
             "// that it breaks. The RTL's spu_config_check refuses the same configurations in the same words.",
             '#include "spu_internal.h"', "",
             "// clang-format off",
             "static bool lists(const struct spu_config *config, uint16_t number)", "{",
             "  for (uint32_t i = 0; i < SPU_MAX_PMU_EVENTS; i++) {", "    if (config->pmu_events[i] == number) {",
             "      return true;", "    }", "  }", "  return false;", "}", "",
             "// The core lacks a PMU event that D14.6 requires.",
             "static bool lacks_event(const struct spu_config *config)", "{"]
    for row in required_events():
        lines += [*wrapped(row.lacking(language, "lists(config, 0x{:04x}U)"), "  if (", ") {", "      "),
                  "    return true;", "  }"]
    lines += ["  return false;", "}", "", "const char *spu_config_refusal(const struct spu_config *config)", "{"]
    for rule in rules:
        text, _ = emit(rule.broken_where(), language)
        lines += [f"  // {rule.source}", *wrapped(text, "  if (", ") {", "      "),
                  f'    return "{rule.words}";', "  }"]
    return "\n".join([*lines, "  return NULL;", "}", "// clang-format on", ""])


def document_text(rules, text):
    """The document with the table between its marks."""
    table = common.markdown(["message", "source"], [[rule.words, rule.source] for rule in rules])
    return common.in_document(DOCUMENT, text, TABLE, table)


def committed(made):
    """{path: text} of the committed files; `made` has the texts that other tables make."""
    rules = load()
    language = C({field.name: field.c for field in configuration_table.table().fields})
    document = made.get(DOCUMENT) or common.read(DOCUMENT)
    return {RTL: rtl_text(rules), MODEL: c_text(rules, language), DOCUMENT: document_text(rules, document)}
