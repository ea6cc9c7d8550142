# SPDX-License-Identifier: Apache-2.0
"""The configurations, rtl/data/configurations.toml: the fields that one has, those with a name, those of the sweep.

load() reads the table; what is made from it is in configurations.py.
"""

import dataclasses
import functools
import re

from facts import common
from facts.common import FactError

TABLE = "rtl/data/configurations.toml"
BITS = {"bool": 1, "uint32": 32, "uint64": 64, "pmu_events": 16}  # of a value, or of an element of a list
SECTIONS = ("groups", "fields", "values", "more", "pmu", "events", "configuration", "part", "sweep")
NAME = re.compile(r"[a-z][a-z0-9]*(?:\.[0-9]+|-[a-z0-9]+)*")  # of a configuration
RANGE = re.compile(r"(?:\d+|\d+ to (?:\d+|[A-Z]\w*))(?:, (?:\d+|\d+ to \d+))*")
MODEL_NAME = re.compile(r"(?<!^)(?=[A-Z])")


@dataclasses.dataclass
class Value:
    """A number of a field that has a name: in the package, and in the model's enum."""

    value: int
    name: str
    c: str
    meaning: str


@dataclasses.dataclass
class Field:
    """A field of config_t and of struct spu_config. `elements`: of a list, else 0."""

    name: str
    group: str
    type: str
    meaning: str
    c: str = ""
    range: str = ""
    section: str = ""
    more: str = ""
    elements: int = 0
    values: list = dataclasses.field(default_factory=list)

    @property
    def bits(self):
        return BITS[self.type]


@dataclasses.dataclass
class Events:
    """A list of PMU events: its own {name: number}, on the pins after those of the list `after` (None: from pin 0)."""

    name: str
    what: str
    after: object
    own: dict

    @property
    def chain(self):
        """The lists that it is made of, the one on pin 0 first."""
        return [*(self.after.chain if self.after else []), self]

    @property
    def numbers(self):
        return [number for events in self.chain for number in events.own.values()]


@dataclasses.dataclass
class Configuration:
    """All fields as they are in the table: numbers, truth values, and names of lists."""

    name: str
    what: str
    given: dict

    @property
    def sv_name(self):
        return sv_name(self.name)


@dataclasses.dataclass
class Table:
    """What load() returns. `named` and `swept`: {name: Configuration}, in order."""

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
        """{name: values()} of named or swept ones."""
        return {name: self.values(configuration) for name, configuration in configurations.items()}


def sv_name(name):
    """Of a configuration in the package: big-core is ConfigBigCore, v8.7 is ConfigV8p7."""
    return "Config" + "".join(part.capitalize() for part in re.sub(r"\.", "p", name).split("-"))


class Reader:
    """Reads the table, and names the line of what is wrong."""

    def __init__(self, path):
        self.path = path
        self.table, self.text = common.load(path)
        self.fields = {}
        self.parts = {}

    def fail(self, section, key, cause):
        """Raises it with the line of a key of a section, of the section, or of the file."""
        raise FactError(self.path, common.line_of_key(self.text, section, key), cause)

    def texts(self, section, key, entry, names):
        """What is said there is text that every language and document takes."""
        for name in names:
            text = entry.get(name, "")
            if not isinstance(text, str) or not text.isascii() or not text.isprintable() or "|" in text or "*/" in text:
                self.fail(section, key, f"{key}: `{name}` is not one line of plain text")

    def keys(self, section, key, entry, needed, optional):
        """It is a table with these keys."""
        if not isinstance(entry, dict):
            self.fail(section, key, f"{key}: not `{{ ... }}`")
        for name in needed:
            if name not in entry:
                self.fail(section, key, f"{key}: no `{name}`")
        for name in entry:
            if name not in needed and name not in optional:
                self.fail(section, key, f"{key}: unknown `{name}`")

    def read_sections(self):
        """All sections are there, and tables. The number of event pins."""
        for section in self.table:
            if section not in SECTIONS:
                self.fail(section, None, f"unknown [{section}]")
        for section in SECTIONS:
            entries = self.table.get(section)
            if not isinstance(entries, dict) or not entries:
                self.fail(section, None, f"no [{section}]")
            for name, entry in entries.items():
                if section in ("fields", "values", "events", "configuration", "part", "sweep") and \
                        not isinstance(entry, dict):
                    self.fail(section, name, f"{name}: not a table [{section}.{name}]")
        self.texts("groups", "groups", self.table["groups"], self.table["groups"])
        pins = self.table["pmu"].get("pins")
        if type(pins) is not int or not 0 < pins <= 255:
            self.fail("pmu", "pins", "pins: not a number from 1 to 255")
        return pins

    def read_fields(self, pins):
        for group, entries in self.table["fields"].items():
            section = f"fields.{group}"
            if group not in self.table["groups"]:
                self.fail(section, None, f"{group} is not in [groups]")
            for name, entry in entries.items():
                self.keys(section, name, entry, ("type", "meaning"), ("c", "range", "section"))
                self.texts(section, name, entry, entry)
                if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name):
                    self.fail(section, name, f"{name}: a field is named LikeThis")
                if name in self.fields:
                    self.fail(section, name, f"{name} is given twice")
                if entry["type"] not in BITS:
                    self.fail(section, name, f"{name}: no type {entry['type']} (there are: {' '.join(BITS)})")
                if not RANGE.fullmatch(entry.get("range", "0")):
                    self.fail(section, name, f"{name}: `{entry['range']}` is no range")
                field = Field(name, group, **entry)
                field.c = field.c or MODEL_NAME.sub("_", name).lower()
                field.elements = pins if field.type == "pmu_events" else 0
                for other in re.findall(r"[A-Z]\w*", field.range):
                    if other not in self.fields:
                        self.fail(section, name, f"{name}: {other}, in its range, is no field before it")
                if field.c in [other.c for other in self.fields.values()]:
                    self.fail(section, name, f"{name}: {field.c} is another field's name in the model")
                self.fields[name] = field
        self.read_names()

    def read_names(self):
        """Names of values, and what documents add."""
        for name, entries in self.table["values"].items():
            section = f"values.{name}"
            if name not in self.fields:
                self.fail(section, None, f"{name} is not a field")
            for constant, entry in entries.items():
                self.keys(section, constant, entry, ("value", "c", "meaning"), ())
                self.texts(section, constant, entry, ("c", "meaning"))
                self.check_value(section, constant, self.fields[name], entry["value"])
                self.fields[name].values.append(Value(name=constant, **entry))
        for name, more in self.table["more"].items():
            if name not in self.fields:
                self.fail("more", name, f"{name} is not a field")
            self.texts("more", name, self.table["more"], (name,))
            self.fields[name].more = more

    def read_events(self, pins):
        events = {}
        for name, entry in self.table["events"].items():
            section = f"events.{name}"
            own = {key: value for key, value in entry.items() if key not in ("what", "after")}
            self.texts(section, name, entry, ("what", "after"))
            if "after" in entry and entry["after"] not in events:
                self.fail(section, "after", f"{name}: no list {entry['after']} before it")
            for event, number in own.items():
                if type(number) is not int or not 0 <= number < 1 << BITS["pmu_events"]:
                    self.fail(section, event, f"{name}: {event}: `{number}` is no number of an event")
            events[name] = Events(name, entry.get("what", ""), events.get(entry.get("after")), own)
            if len(events[name].numbers) > pins:
                self.fail(section, None, f"{name}: {len(events[name].numbers)} events for {pins} pins")
        return events

    def check_value(self, section, key, field, value, events=()):
        """The value fits the field."""
        shown = str(value).lower() if isinstance(value, bool) else value
        if field.elements:
            good, cause = isinstance(value, str) and value in events, "is not a list of events"
        elif field.type == "bool":
            good, cause = isinstance(value, bool), "is not true or false"
        elif type(value) is not int or value < 0:
            good, cause = False, "is not a number"
        else:
            good, cause = not value >> field.bits, f"does not fit {field.bits} bits"
        if not good:
            self.fail(section, key, f"{key}: `{shown}` {cause}")

    def own_values(self, section, entry, events):
        """Its fields, and those of the parts that it is made `with`: a field is in one of them, or has one value."""
        values, giver = {}, {}
        parts = entry.get("with", [])
        for part in parts if isinstance(parts, list) else [parts]:
            if not isinstance(part, str) or part not in self.parts:
                self.fail(section, "with", f"no part {part} before it")
            for field, value in self.parts[part].items():
                if values.setdefault(field, value) != value:
                    self.fail(section, "with", f"{field} has other values in {giver[field]} and {part}")
                giver.setdefault(field, part)
        for name, value in entry.items():
            if name in ("what", "with") or (name == "from" and not section.startswith("part.")):
                continue
            if name not in self.fields:
                self.fail(section, name, f"{name} is not a field of config_t")
            self.check_value(section, name, self.fields[name], value, events)
            if values.setdefault(name, value) != value:
                self.fail(section, name, f"{name} has another value in {giver[name]}")
        return values

    def read_configurations(self, kind, events, before):
        """{name: Configuration} of [configuration] or [sweep]; `before` are those that there are already. The very
        first is what others are made from that do not say."""
        known = dict(before)
        for name, entry in self.table[kind].items():
            section = f"{kind}.{name}"
            if not NAME.fullmatch(name):
                self.fail(section, None, f"{name}: a configuration is named like big-core or v8.7")
            if sv_name(name) in [sv_name(other) for other in known]:
                self.fail(section, None, f"{name}: another one is {sv_name(name)} too")
            self.texts(section, name, entry, ("what", "from"))
            if "from" in entry and entry["from"] not in known:
                self.fail(section, "from", f"{name}: no configuration {entry['from']} before it")
            origin = entry.get("from", next(iter(known), None))
            given = (known[origin].given if origin else {}) | self.own_values(section, entry, events)
            for field in self.fields:
                if field not in given:
                    self.fail(section, None, f"{name}: {field} is missing")
            known[name] = Configuration(name, entry.get("what", ""), given)
        return {name: known[name] for name in self.table[kind]}


def load(path=TABLE):
    """The table. Raises FactError with file, line and cause for whatever is wrong with it."""
    reader = Reader(path)
    pins = reader.read_sections()
    reader.read_fields(pins)
    events = reader.read_events(pins)
    for name, entry in reader.table["part"].items():
        reader.parts[name] = reader.own_values(f"part.{name}", entry, events)
    named = reader.read_configurations("configuration", events, {})
    swept = reader.read_configurations("sweep", events, named)
    return Table(list(reader.fields.values()), reader.table["groups"], events, named, swept, pins)


@functools.cache
def table():
    """The table of this tree, read once."""
    return load()
