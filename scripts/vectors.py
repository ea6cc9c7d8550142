#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The architecture's conformance vectors (tb/unit/test/vectors/lines/README.md) on the decision blocks of the RTL.

The feature sets of the vectors are unnamed configurations. For each block, every distinct set of configuration fields
that its lines need, including the implementation's choices, becomes a row in a copy of the package of configurations.
Up to 32 rows are Verilated together, and each line runs on its row.
Status 0: no difference. 1: a difference, or a block that does not build. 2: wrong use.
"""

import argparse
import concurrent.futures
import dataclasses
import glob
import gzip
import os
import re
import subprocess
import sys

from facts import configurations
from facts.common import FactError
from facts.configuration_table import table
from util.problem import write_if_changed

PACKAGE = os.path.basename(configurations.RTL)
ROWS_AT_ONCE = 32
BITS_31_24, BITS_63_48, BITS_15_12 = (f"IMPDEF:SPE_mask_{name}" for name in ("31:24", "63:48", "15:12"))
NONE_OF_THEM, ALL_OF_THEM = {"ImpdefEvents": 0, "OptionalFilter": 0}, {
    "ImpdefEvents": 0xffff_0000_ff00_f000, "OptionalFilter": 0x0000_0714}
NOT_RUN = {
    "record": "spu_record and its parts are sequential: lockstep with the model, which has run these lines",
    "fault": "spu_syndrome gets what spu_buffer finds, which is sequential: lockstep, likewise",
    "abort": "spu_syndrome gets what spu_buffer finds, which is sequential: lockstep, likewise",
    "samplectr": "spu_interval is sequential: interval_widths_test against the model, which has run these lines",
}


def number(line, key):
    return int(line.get(key, 0))


def choices_of_filter(line):
    """Whether PMSFCR_EL1's reserved combinations act, and which optional events exist: none or all, in a packet that
    has room for them."""
    optional = number(line, "IMPDEF:SPE_mask_10:8,4,2")
    none = not (optional or any(number(line, bits) for bits in (BITS_31_24, BITS_63_48, BITS_15_12)))
    rejects = ("ZeroEventsReject", "NoTypesReject", "ZeroLatencyReject", "BothEventsReject")
    reserved = {field: number(line, "CU:Unpredictable_BADPMSFCR") for field in rejects}
    payload = {"EventsBytes": int(line.get("IMPDEF:SPE_Events_packet_payload_size", 8))}
    return reserved | payload | (NONE_OF_THEM if none else ALL_OF_THEM)


def choices_of_trace(line):
    return {"HaveTrace": number(line, "IMPDEF:HaveTraceExt"),
            "ReservedTrfEl1": number(line, "CU:Unpredictable_EL1TIMESTAMP"),
            "ReservedTrfEl2": number(line, "CU:Unpredictable_EL2TIMESTAMP")}


def choice_of_owner(line):
    return {"ReservedNsxb": number(line, "CU:Unpredictable_RESERVEDNSxB")}


def choices_of_collect(line):
    return choice_of_owner(line) | {"ReservedPct": number(line, "CU:Unpredictable_PMSCR_PCT")}


def number_of_counters(line):
    return {"PmuCounters": number(line, "IMPDEF:Number_of_event_counters")}


# The lines do not determine which text a configuration follows: each runs with both.
TEXTS = {"trace": "cfg.trace_current_issue", "count": "cfg.count_current_issue"}

BLOCKS = {  # block: (groups, the configuration fields that an implementation chooses)
    "enable": (["decide", "helpers"], choice_of_owner),
    "collect": (["decide", "timestamp"], choices_of_collect),
    "filter": (["collect"], choices_of_filter),
    "trace": (["trace"], choices_of_trace),
    "count": (["pmu_count", "pmu_ovf"], number_of_counters),
}


class Failure(Exception):
    """An error in one line; `status` is the exit status."""

    def __init__(self, text, status=2):
        super().__init__(text)
        self.status = status


class Shard:
    """Up to ROWS_AT_ONCE rows of a block: one program."""

    def __init__(self, block, index):
        self.name = f"{block}-{index}"
        self.block = block
        self.rows = []  # fields that differ from ConfigBase
        self.lines = {}  # group: lines


def fields_of(line):
    """The fields of config_t that a feature set decides: cfg.have_el2 is HaveEl2."""
    return {"".join(part.capitalize() for part in key[len("cfg."):].split("_")): int(value)
            for key, value in line.items() if key.startswith("cfg.")}


def read_group(path):
    try:
        with gzip.open(path, "rt") as file:
            return file.read().splitlines()
    except OSError as error:
        raise Failure(f"{path}: {error.strerror or error}") from None


def make_shards(directory, blocks):
    """Shards with every line of the groups of these blocks, each line in the shard that has its row."""
    groups = {group: read_group(os.path.join(directory, f"{group}.txt.gz"))
              for group in sorted({group for block in blocks for group in BLOCKS[block][0]})}
    shards = []
    for block in blocks:
        names, choices = BLOCKS[block]
        places = {}  # row: (shard, its number there)
        for group in names:
            asked = [(place, text + suffix) for place, text in enumerate(groups[group])
                     for suffix in ([f" {TEXTS[block]}={value}" for value in (0, 1)] if block in TEXTS else [""])]
            for place, text in asked:
                line = dict(field.split("=", 1) for field in text.split())
                row = fields_of(line) | choices(line)
                key = tuple(sorted(row.items(), key=lambda item: item[0]))
                if key not in places:
                    if len(places) % ROWS_AT_ONCE == 0:
                        shards.append(Shard(block, len(places) // ROWS_AT_ONCE))
                    places[key] = (shards[-1], len(shards[-1].rows))
                    shards[-1].rows.append(row)
                shard, index = places[key]
                all_events = int(row.get("OptionalFilter", 0) != 0)
                shard.lines.setdefault(group, []).append(
                    f"line={place + 1} row={index} all_events={all_events} {text}")
    return shards


def package_text(rows):
    """The package of configurations with rows of a shard: ConfigBase with other values, as ConfigRow0 and so on."""
    base = table().named["base"]
    changed = []
    for index, row in enumerate(rows):
        unknown = [field for field in row if field not in base.given]
        if unknown:
            raise Failure(f"{unknown[0]} is not a field of config_t")
        changed.append(dataclasses.replace(base, name=f"row{index}", what="", given=base.given | row))
    return configurations.package_text(table(), [*table().named.values(), *changed])


def top_text(shard):
    """A module with the ports of every block; the last half-word of `more` selects the row."""
    blocks = "\n".join(f"  {shard.block}_block #(.Cfg(spu_config_pkg::ConfigRow{i})) "
                      f"u_row_{i} (.pe, .regs, .more, .result(results[{i}]));" for i in range(len(shard.rows)))
    return f"""// SPDX-License-Identifier: Apache-2.0
// Made by scripts/vectors.py.
module vectors_block (
  input  logic [1023:0] pe,
  input  logic [1023:0] regs,
  input  logic [2047:0] more,
  output logic [255:0]  result
);
  logic [255:0] results [{len(shard.rows)}];
{blocks}
  assign result = results[more[2047:2032]];
endmodule
"""


def write_sources(root, rtl, shards):
    """Writes the RTL, and the table and top of each shard. Verilator does not inline functions that take a whole pe_t
    or regs_t: inlined, they copy their arguments at every call, which makes a block four times as long."""
    for path in glob.glob(f"{rtl}/*.sv"):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if not path.endswith("_pkg.sv"):
            text = re.sub(r"^( *function automatic [^;]*\b(?:pe_t|regs_t)\b[^;]*;)", r"\1  // verilator no_inline_task",
                          text, flags=re.M)
        write_if_changed(f"{root}/rtl/{os.path.basename(path)}", text)
    for shard in shards:
        directory = f"{root}/{shard.name}"
        write_if_changed(f"{directory}/{PACKAGE}", package_text(shard.rows))
        write_if_changed(f"{directory}/top.sv", top_text(shard))
        for group, lines in shard.lines.items():
            write_if_changed(f"{directory}/{group}.txt", "".join(f"{line}\n" for line in lines))


def build(options, shards):
    programs = [f"{options.build}/vectors/{shard.name}/run" for shard in shards]
    environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL")}
    done = subprocess.run(["make", f"B={options.build}", f"RTL={options.rtl}", *programs], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, env=environment)
    if done.returncode != 0:
        raise Failure("the blocks do not build\n" + "\n".join(done.stdout.splitlines()[-30:]), 1)


def run(root, shard, group):
    """Runs a group's lines on a shard. Returns their number, and the notes."""
    program = f"{root}/{shard.name}/run"
    done = subprocess.run([program, group, f"{root}/{shard.name}/{group}.txt"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    output = done.stdout + done.stderr
    if done.returncode != 0:
        found = re.search(r"line (\d+): .*", output)
        if not found:
            raise Failure(f"{group} on {shard.block}: {program} ended with status {done.returncode}\n{output}", 1)
        rows = [int(re.search(r"\brow=(\d+)", line)[1]) for line in shard.lines[group]
                if line.startswith(f"line={found[1]} ")]  # one for each text
        fields = "".join(f"\n  row {row} of {shard.name}: " + " ".join(f"{field}={value}" for field, value in
                                                                        shard.rows[row].items()) for row in rows)
        raise Failure(f"{group} on {shard.block}: {found[0]}{fields}", 1)
    lines = re.search(r"^lines (\d+)$", output, re.M)
    if not lines or int(lines[1]) != len(shard.lines[group]):
        raise Failure(f"{group} on {shard.block}: not every line was run\n{output}", 1)
    return int(lines[1]), re.findall(r"^note (\d+) (.*)$", output, re.M)


def run_all(root, shards, jobs):
    """Runs every line; prints a line per block and group."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        started = [(shard.block, group, pool.submit(run, root, shard, group))
                   for shard in shards for group in shard.lines]
        for block in dict.fromkeys(shard.block for shard in shards):
            groups = BLOCKS[block][0]
            rows = sum(len(shard.rows) for shard in shards if shard.block == block)
            for group in groups:
                lines, notes = 0, {}
                for _, _, future in (item for item in started if item[:2] == (block, group)):
                    count, noted = future.result()
                    lines += count
                    for times, what in noted:
                        notes[what] = notes.get(what, 0) + int(times)
                left = sum(times for what, times in notes.items() if what.startswith("left out"))
                print(f"ok   {group:9} on {block:7} ({rows:3} rows) {lines - left:6} lines, "
                      "no unexplained difference" + "".join(f"; {times} {what}" for what, times in notes.items()),
                      flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="default: %(default)s")
    parser.add_argument("--rtl", default="rtl", help="default: %(default)s")
    parser.add_argument("--lines", default="tb/unit/test/vectors/lines",
                        help="directory with GROUP.txt.gz, default: %(default)s")
    parser.add_argument("--block", choices=sorted(BLOCKS), action="append", help="only this block; default: all")
    options = parser.parse_args()
    root = f"{options.build}/vectors"
    try:
        shards = make_shards(options.lines, options.block or BLOCKS)
        write_sources(root, options.rtl, shards)
        build(options, shards)
        run_all(root, shards, os.cpu_count() or 1)
    except Failure as failure:
        print(f"vectors: {failure}", file=sys.stderr)
        return failure.status
    except FactError as error:
        print(f"vectors: {error}", file=sys.stderr)
        return 2
    for group, reason in NOT_RUN.items():
        print(f"     {group:9} not run on the RTL: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
