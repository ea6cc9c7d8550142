# SPDX-License-Identifier: Apache-2.0
"""The configurations, rtl/data/configurations.toml: their fields, the named configurations, those of the sweep.

load() reads the table; configurations.py generates files from it.
"""

import dataclasses
import functools
import re

from facts import common

TABLE = "rtl/data/configurations.toml"
BITS = {"bool": 1, "uint32": 32, "uint64": 64, "pmu_events": 16}  # of a value, or of an element of a list
SECTIONS = ("groups", "fields", "values", "pmu", "events", "configuration", "part", "sweep")
NAME = re.compile(r"[a-z][a-z0-9]*(?:\.[0-9]+|-[a-z0-9]+)*")  # of a configuration
RANGE = re.compile(r"(?:\d+|\d+ to (?:\d+|[A-Z]\w*))(?:, (?:\d+|\d+ to \d+))*")
MODEL_NAME = re.compile(r"(?<!^)(?=[A-Z])")


@dataclasses.dataclass
class Value:
    """A named value of a field: a constant in the package, and an enumerator in the model."""

    name: str
    value: int
    c: str
    meaning: str


@dataclasses.dataclass
class Field:
    """A field of config_t and of struct spu_config (the head of the table describes the keys). `elements`: length of a
    list, else 0."""

    name: str
    group: str
    meaning: str
    type: str = "bool"
    base: bool | int | str = 0
    c: str = ""
    range: str = ""
    section: str = ""
    more: str = ""
    elements: int = dataclasses.field(init=False, default=0)
    values: list = dataclasses.field(init=False, default_factory=list)

    @property
    def bits(self):
        return BITS[self.type]


@dataclasses.dataclass
class Events:
    """A list of PMU events: its own {name: number}, on the pins that follow those of the list `after` (None: from
    pin 0)."""

    name: str
    what: str
    after: object
    own: dict

    @property
    def chain(self):
        """The lists that it consists of, the one on pin 0 first."""
        return [*(self.after.chain if self.after else []), self]

    @property
    def numbers(self):
        return [number for events in self.chain for number in events.own.values()]


@dataclasses.dataclass
class Configuration:
    """All fields as in the table: numbers, truth values, and names of lists."""

    name: str
    what: str
    given: dict

    @property
    def sv_name(self):
        return sv_name(self.name)


@dataclasses.dataclass
class Table:
    """The whole table. `named` and `swept`: {name: Configuration}, in order."""

    fields: list
    groups: dict
    events: dict
    named: dict
    swept: dict
    pins: int

    def values(self, configuration):
        """{field: number, or list of `elements` numbers}, in the order of the fields."""
        values = {}
        for field in self.fields:
            given = configuration.given[field.name]
            if field.elements:
                numbers = self.events[given].numbers
                values[field.name] = numbers + [0] * (field.elements - len(numbers))
            else:
                values[field.name] = int(given)
        return values

    def all_values(self, configurations):
        """{name: values()} of named or swept configurations."""
        return {name: self.values(configuration) for name, configuration in configurations.items()}


def sv_name(name):
    """The name of a configuration in the package: big-core is ConfigBigCore, v8.7 is ConfigV8p7."""
    return "Config" + "".join(part.capitalize() for part in re.sub(r"\.", "p", name).split("-"))


class Reader(common.Source):
    """Reads the table, and reports errors with their lines."""

    def __init__(self, path):
        super().__init__(path)
        self.fields = {}
        self.parts = {}
        for section in [*self.table, *SECTIONS]:
            if section not in SECTIONS or not isinstance(self.table.get(section, {}), dict):
                raise self.error(f"unknown [{section}]")
            if section not in self.table:
                raise self.error(f"no [{section}]")
        self.groups, self.pins = self.table["groups"], self.table["pmu"].get("pins")
        if type(self.pins) is not int or not 0 < self.pins <= 255:
            raise self.error("not a number from 1 to 255", "pins")

    def sections(self, kind):
        """[(name, entry, where it is)] of [kind.name]."""
        for name, entry in self.table[kind].items():
            where = f'{kind}."{name}"' if re.search(r"[^\w-]", name) else f"{kind}.{name}"
            if not isinstance(entry, dict):
                raise self.error("not a table", name)
            yield name, entry, where

    def check_words(self, entry, *where):
        """Checks that the texts of an entry are valid in every language and document."""
        for name, text in entry.items():
            if isinstance(text, str) and (not text.isascii() or not text.isprintable() or "|" in text or "*/" in text):
                raise self.error(f"`{name}` is not one line of plain text", *where)

    def read_fields(self):
        for group, entries, where in self.sections("fields"):
            if group not in self.groups:
                raise self.error(f"{group} is not in [groups]", where)
            for name, entry in entries.items():
                field = self.entry(Field, entry, where, name, name=name, group=group)
                self.check_words(entry, where, name)
                if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name):
                    raise self.error("the name of a field must be in CamelCase", where, name)
                if name in self.fields:
                    raise self.error("given twice", where, name)
                if field.type not in BITS:
                    raise self.error(f"no type {field.type} (there are: {' '.join(BITS)})", where, name)
                if not RANGE.fullmatch(field.range or "0"):
                    raise self.error(f"`{field.range}` is not a range", where, name)
                for other in re.findall(r"[A-Z]\w*", field.range):
                    if other not in self.fields:
                        raise self.error(f"{other}, in its range, is not a field before it", where, name)
                field.base = field.base or (False if field.type == "bool" else 0)
                field.c = field.c or MODEL_NAME.sub("_", name).lower()
                field.elements = self.pins if field.type == "pmu_events" else 0
                if field.c in [other.c for other in self.fields.values()]:
                    raise self.error(f"{field.c} is the name of another field in the model", where, name)
                self.fields[name] = field
        for name, entries, where in self.sections("values"):
            if name not in self.fields:
                raise self.error("not a field", where)
            for constant, entry in entries.items():
                self.fields[name].values.append(self.entry(Value, entry, where, constant, name=constant))
                self.check_words(entry, where, constant)

    def read_events(self):
        events = {}
        for name, entry, where in self.sections("events"):
            own = {key: value for key, value in entry.items() if key not in ("what", "after")}
            self.check_words(entry, where)
            if "after" in entry and entry["after"] not in events:
                raise self.error(f"no list {entry['after']} before it", where, "after")
            for event, number in own.items():
                if type(number) is not int or not 0 <= number < 1 << BITS["pmu_events"]:
                    raise self.error(f"`{number}` is not an event number", where, event)
            events[name] = Events(name, entry.get("what", ""), events.get(entry.get("after")), own)
            if len(events[name].numbers) > self.pins:
                raise self.error(f"{len(events[name].numbers)} events for {self.pins} pins", where)
        return events

    def check_value(self, field, value, events, *where):
        """Checks that the value fits the field."""
        if field.elements:
            good, cause = isinstance(value, str) and value in events, "is not a list of events"
        elif field.type == "bool":
            good, cause = isinstance(value, bool), "is not true or false"
        elif type(value) is not int or value < 0:
            good, cause = False, "is not a number"
        else:
            good, cause = not value >> field.bits, f"does not fit {field.bits} bits"
        if not good:
            shown = str(value).lower() if isinstance(value, bool) else value
            raise self.error(f"`{shown}` {cause}", *where, field.name)

    def own_values(self, entry, where, events):
        """Its fields, and those of the parts in `with`: a field is in only one of them, or has the same value."""
        values = {}
        for part in entry.get("with", []):
            if str(part) not in self.parts:
                raise self.error(f"no part {part} before it", where, "with")
            for name, value in self.parts[part].items():
                if values.setdefault(name, value) != value:
                    raise self.error(f"{part} and a part before it have different values of {name}", where, "with")
        for group, rows in entry.items():
            if group in ("what", "from", "with"):
                continue
            if group not in self.groups:
                raise self.error("not in [groups]", where, group)
            for name, value in [pair for row in (rows if isinstance(rows, list) else [rows]) for pair in row.items()]:
                if name not in self.fields or self.fields[name].group != group:
                    raise self.error(f"not in [fields.{group}]", where, name)
                self.check_value(self.fields[name], value, events, where)
                if values.setdefault(name, value) != value:
                    raise self.error("given twice", where, name)
        return values

    def read_configurations(self, kind, events, before):
        """{name: Configuration} of [configuration] or [sweep]; `before` are those that were read before. The rows of
        the fields have the values of the first configuration; others start from it unless they have a `from`."""
        known = dict(before)
        for name, entry, where in self.sections(kind):
            if not NAME.fullmatch(name):
                raise self.error("the name of a configuration must have the form of big-core or v8.7", where)
            if sv_name(name) in map(sv_name, known):
                raise self.error(f"another configuration is also called {sv_name(name)}", where)
            self.check_words(entry, where)
            if "from" in entry and entry["from"] not in known:
                raise self.error(f"no configuration {entry['from']} before it", where, "from")
            origin = entry.get("from", next(iter(known), None))
            given = known[origin].given if origin else {field.name: field.base for field in self.fields.values()}
            known[name] = Configuration(name, entry.get("what", ""), given | self.own_values(entry, where, events))
        return {name: known[name] for name in self.table[kind]}


def load(path=TABLE):
    """The table. Raises FactError with file, line and cause at its first error."""
    reader = Reader(path)
    reader.read_fields()
    events = reader.read_events()
    for field in reader.fields.values():
        reader.check_value(field, field.base, events, f"fields.{field.group}")
    for name, entry, where in reader.sections("part"):
        reader.parts[name] = reader.own_values(entry, where, events)
    named = reader.read_configurations("configuration", events, {})
    swept = reader.read_configurations("sweep", events, named)
    return Table(list(reader.fields.values()), reader.groups, events, named, swept, reader.pins)


@functools.cache
def table():
    """The table of this tree, read once."""
    return load()
