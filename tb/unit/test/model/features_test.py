# SPDX-License-Identifier: Apache-2.0
"""Requirement X1: RTL and model refuse what the rules of configurations (rtl/data/features.toml) forbid, with the same
words, and nothing else. The cases come from the table: for each rule every edge (a condition that requires and one that
is required), once kept and once broken, in a configuration that is near a named or a swept one and breaks as few other
rules as possible."""

import ast
import re
import subprocess

from facts import configuration_table, configurations, features
from helpers import BUILD

PACKAGES = (configurations.RTL, "rtl/spu_sysreg_pkg.sv", "rtl/spu_pins_pkg.sv", "rtl/spu_pkg.sv", "rtl/spu_pmu_pkg.sv")
MOST_CHANGES = 8  # fields, between a case and the configuration that it starts from

rules = features.load()
table = configuration_table.load()
fields = {field.name: field for field in table.fields}
named, swept = table.all_values(table.named), table.all_values(table.swept)
COMPUTED = [rule.words for rule in rules if rule.computed]


def refusals(config):
    """Words of the rules that the configuration breaks, in order; only rules without computed values."""
    return [rule.words for rule in rules if not rule.computed and not rule.is_kept(config)]


# ---------------------------------------------------------------------------------------------------------
# Cases


def numbers_of():
    """{field: values to try}: those in conditions, and their neighbours."""
    found = {name: {0, 1} if field.bits == 1 else {0} for name, field in fields.items() if not field.elements}
    for condition in (condition for rule in rules for condition in rule.when + rule.need):
        constants = {node.value for node in ast.walk(condition.tree) if isinstance(node, ast.Constant)}
        for name in condition.names:
            if name in fields and fields[name].bits > 1:
                found[name] |= {value + step for value in constants for step in (-1, 0, 1)
                                if 0 <= value + step < 1 << fields[name].bits}
    return found


VALUES = numbers_of()


def wanted(config, rule, edge, keep):
    """The first condition that a case of this edge still lacks, or None. `keep` or break it; other conditions of the
    rule do not apply, or hold, where possible."""
    when, need = edge
    if when is not None and not when.holds(config):
        return when
    if need.holds(config) != keep:
        return need
    for other in rule.when:
        if other is not when and other.holds(config):
            return other
    for other in rule.need:
        if other is not need and not other.holds(config):
            return other
    return None


def near(start, rule, edge, keep, depth, changed=()):
    """A case of the edge with at most `depth` fields of `start` changed, and no other rule broken; or None."""
    lacking = wanted(start, rule, edge, keep)
    if lacking is None:
        broken = next((other for other in rules if other is not rule and not other.computed
                       and not other.is_kept(start)), None)
        if broken is None:
            return start
        names = [name for condition in broken.when + broken.need for name in condition.names]
    else:
        names = lacking.names
    if depth == 0:
        return None
    for name in dict.fromkeys(names):
        if name not in changed:
            for value in sorted(VALUES[name]):
                if value != start[name]:
                    found = near(start | {name: value}, rule, edge, keep, depth - 1, (*changed, name))
                    if found:
                        return found
    return None


def case_of(rule, edge, keep):
    """The nearest case: from any named or swept configuration, with room for the largest record for any events."""
    starts = [config | {"MaxSize": 7, "PmuEventsComplete": 0} for config in [*named.values(), *swept.values()]]
    for depth in range(MOST_CHANGES + 1):
        for start in starts:
            found = near(start, rule, edge, keep, depth)
            if found:
                return found
    return None


def changed(entry):
    """A named configuration with other fields, as in the table. Lists are padded with zeros."""
    config = dict(named[entry["row"]])
    for name, value in entry.items():
        if name != "row":
            config[name] = value + [0] * (fields[name].elements - len(value)) if fields[name].elements \
                else int(value)
    return config


def event_cases(rule):
    """For each row of required events: for one_of, none and each alone; for the others, all but one."""
    cases = []
    for row in features.required_events():
        config = named["v9.6"]
        assert row.when.holds(config), f"v9.6 is no PE that asks for {row.numbers}"
        lists = {tuple(other for other in row.numbers if other != number): False for number in row.numbers}
        if row.one_of:
            lists = {(number,): True for number in row.numbers}
        for listed, keep in {**lists, (): bool(row.each_or_none)}.items():
            numbers = [number for number in config["PmuEvents"] if number and number not in row.numbers] + list(listed)
            numbers += [0] * (len(config["PmuEvents"]) - len(numbers))
            cases.append((f"{rule.name}: {listed} of {row.numbers}", config | {"PmuEvents": numbers},
                          [] if keep else [rule.words]))
    return cases


def all_cases():
    """[(what, configuration, expected words)]."""
    cases = []
    for rule in rules:
        if rule.computed:
            for what, entries, words in (("kept", rule.kept, []), ("broken", rule.broken, [rule.words])):
                for entry in entries:
                    cases.append((f"{rule.name} {what}: {entry}", changed(entry), words))
            if rule.name == "pmu_events_complete":
                cases += event_cases(rule)
            continue
        for edge in rule.edges():
            for keep in (True, False):
                what = f"{rule.name}: {edge[0].text + ' -> ' if edge[0] else ''}{edge[1].text}, " \
                       f"{'kept' if keep else 'broken'}"
                config = case_of(rule, edge, keep)
                if config is None:
                    raise AssertionError(f"{what}: there is no case, so other rules say the same")
                assert refusals(config) == ([] if keep else [rule.words]), what
                cases.append((what, config, [] if keep else [rule.words]))
    return cases


# ---------------------------------------------------------------------------------------------------------
# Answers of RTL and model


def sv_value(name, value):
    field = fields[name]
    if field.elements:  # the last one written is index 0
        elements = ", ".join(f"{field.bits}'h{element:x}" for element in reversed(value))
        return f"{name}: {{{elements}}}"
    return f"{name}: {value}" if field.bits <= 32 else f"{name}: 64'h{value:x}"


def c_value(value):
    return f"{{{', '.join(map(str, value))}}}" if isinstance(value, list) else f"{value}ULL"


def elaborated(cases, directory):
    """(status, [words of the rules that each case breaks, according to the RTL]). Each case has its own copy of the
    check, in a file that errors name, so that one run distinguishes them."""
    with open(features.RTL, encoding="utf-8") as file:
        check = file.read()
    tops = []
    for index, (_, config, _) in enumerate(cases):
        row = ", ".join(sv_value(name, config[name]) for name in fields)
        copy, count = re.subn(r"^module spu_config_check$", f"module check_{index}", check, flags=re.MULTILINE)
        assert count == 1
        with open(f"{directory}/case_{index}.sv", "w", encoding="utf-8") as file:
            file.write(copy)
        tops.append(f"  localparam spu_config_pkg::config_t Row{index} = '{{{row}}};\n"
                    f"  check_{index} #(.Cfg(Row{index})) u_check_{index} ();\n")
    with open(f"{directory}/cases.sv", "w", encoding="utf-8") as file:
        file.write(f"module cases;\n{''.join(tops)}endmodule\n")
    done = subprocess.run(["verilator", "--lint-only", "-Wno-lint", "-Wno-style", "--error-limit", "1000000",
                           "--top-module", "cases", *PACKAGES,
                           *(f"{directory}/case_{index}.sv" for index in range(len(cases))), f"{directory}/cases.sv"],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)
    said = [set() for _ in cases]
    for line in done.stderr.splitlines():
        if re.match("%(Error|Warning)", line) and not line.startswith("%Error: Exiting"):
            place = re.search(r"/case_(\d+)\.sv:", line)
            words = next((rule.words for rule in rules if line.endswith(f": {rule.words}")), None)
            assert place and words, f"Verilator: {line}"
            said[int(place[1])].add(words)
    return done.returncode, [[rule.words for rule in rules if rule.words in words] for words in said]


def modelled(cases, directory):
    """[words with which the model refuses each case, or an empty string], from a program generated from the cases."""
    lines = ["#include <stdio.h>", '#include "spu.h"', "static const struct spu_config cases[] = {"]
    for _, config, _ in cases:
        values = ", ".join(f".{fields[name].c} = {c_value(config[name])}" for name in fields)
        lines.append(f"  {{{values}}},")
    lines += ["};", "int main(void)", "{", f"  for (int i = 0; i < {len(cases)}; i++) {{", '    const char *why = "";',
              "    (void)spu_config_check(&cases[i], &why);", "    puts(why);", "  }", "  return 0;", "}", ""]
    with open(f"{directory}/cases.c", "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    subprocess.run(["gcc", "-std=c11", "-w", "-I", "cmodel", "-o", f"{directory}/cases", f"{directory}/cases.c",
                    f"{BUILD}/lib/libspu.a"], check=True, timeout=120)
    done = subprocess.run([f"{directory}/cases"], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.splitlines()


# ---------------------------------------------------------------------------------------------------------


def test_named_and_swept_configurations_are_permitted():  # X1
    for name, config in [*named.items(), *swept.items()]:
        assert refusals(config) == [], name


def test_every_rule_refuses_in_rtl_and_model_alike(tmp_path):  # X1, IFDVRZ, ITCPLL
    cases = all_cases()
    assert len(cases) > 2 * len(rules), f"{len(cases)} cases of {len(rules)} rules"
    # Permitted cases are elaborated separately: errors in the others would end the run early.
    groups = {permitted: [case for case in cases if bool(case[2]) != permitted] for permitted in (True, False)}
    rtl = {permitted: elaborated(group, tmp_path) for permitted, group in groups.items()}
    model = modelled(cases, tmp_path)
    assert len(model) == len(cases)
    for (what, _, words), refusal in zip(cases, model):
        assert refusal == (words[0] if words else ""), f"model, {what}"
    for permitted, (status, all_said) in rtl.items():
        for (what, _, words), said in zip(groups[permitted], all_said, strict=True):
            # A case does not determine computed values, such as the largest record with that alignment.
            assert [word for word in said if word in words or word not in COMPUTED] == words, f"RTL, {what}"
        assert (status == 0) == permitted, f"RTL, configurations that are permitted: {permitted}, status {status}"


def numbers_in(text, config):
    """The numbers of a field's range, given the other fields of `config`."""
    found = set()
    for part in text.split(", "):
        first, _, last = part.partition(" to ")
        found |= set(range(int(first), 1 + int(config.get(last, last or first))))
    return found


def test_range_of_a_field_is_what_its_rules_permit():
    """Unconditional rules about this field, and the field that ends its range."""
    start = named["base"]
    for field in fields.values():
        names = {field.name, *re.findall(r"[A-Z]\w*", field.range)}
        alone = [rule for rule in rules if not rule.when and not rule.computed
                 and {name for condition in rule.need for name in condition.names} == names]
        if field.range:
            assert alone, f"{field.name} has the range {field.range}, and no rule"
            permitted = numbers_in(field.range, start)
            for value in [*range(1100), (1 << field.bits) - 1]:
                kept = all(rule.is_kept(start | {field.name: value}) for rule in alone)
                assert kept == (value in permitted), (field.name, value, [rule.name for rule in alone])
        elif alone:  # a rule about bits of it
            assert all("&" in condition.text for rule in alone for condition in rule.need), f"{field.name}: no range"
