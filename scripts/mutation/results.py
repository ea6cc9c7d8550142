# SPDX-License-Identifier: Apache-2.0
"""The results of each mutant, kept in a file so that an interrupted run can resume; sums, the table, and
comparisons."""

import json
import math
import os
import threading
import time

from mutation import equivalence
from util.problem import Problem, write_whole

WAITING, CAUGHT, EQUIVALENT, SURVIVED = "waiting", "caught", "equivalent", "survived"
STATES = (WAITING, CAUGHT, EQUIVALENT, SURVIVED)
NEEDED = 0.99  # share of those not shown equivalent that must be caught
Z = 1.959963984540054  # 95 % of a normal distribution are within this many standard deviations
SAVE_SECONDS = 2  # between two writes of the file
# What the results depend on: hashes of the netlist without mutants (draw.fingerprint), of the one with them, and of the
# simulator.
MADE_OF = ("gates", "netlist", "simulator")


def wilson(hits, total):
    """The 95 % Wilson score interval of `hits` of `total`: (lowest, highest) share."""
    if total == 0:
        return 0.0, 1.0
    share = hits / total
    scale = 1 + Z * Z / total
    middle = (share + Z * Z / (2 * total)) / scale
    half = Z / scale * math.sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    return (0.0 if hits == 0 else middle - half), (1.0 if hits == total else middle + half)


def check(path, found):
    """Raises Problem if the results do not have the form that this program writes."""
    def good():
        return (isinstance(found, dict) and isinstance(found["runs"], list) and
                {"config", "count", "seed", *MADE_OF} <= set(found) and
                all(isinstance(found[name], list) for name in ("unchanged", "without_record", "solver_tried")) and
                [mutant["number"] for mutant in found["mutants"]] == list(range(1, len(found["mutants"]) + 1)) and
                all(mutant["state"] in STATES and isinstance(mutant["passed"], list) and
                    {"mode", "type", "port", "cell", "wire", "module", "file", "line", "text", "solver", "seen"} <=
                    set(mutant) for mutant in found["mutants"]))
    try:
        if good():
            return found
    except (KeyError, TypeError):
        pass
    raise Problem(f"{path}: not a result of make mutate; without it all runs start anew")


def load(path):
    """The results in a file. Problem if it cannot be read, or is something else."""
    try:
        with open(path, encoding="utf-8") as file:
            return check(path, json.load(file))
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None
    except ValueError:
        return check(path, None)


def new(heading, mutants, runs):
    """Empty results. `heading`: config, count, seed, and MADE_OF. `runs`: names."""
    own = {"state": WAITING, "passed": [], "seen": None, "solver": None}
    return {**heading, "runs": runs, "complete": False, "unchanged": [], "without_record": [],
            "solver_tried": [],
            "mutants": [{**mutant, **own, "passed": []} for mutant in mutants]}


def opened(path, heading, mutants, runs):
    """(results, message): those in the file if they come from the same simulator and runs, else new ones."""
    fresh = new(heading, mutants, runs)
    if not os.path.exists(path):
        return fresh, ""
    found = load(path)
    if any(found[name] != fresh[name] for name in ("config", "count", "seed", *MADE_OF, "runs")):
        return fresh, "another simulator, or other runs than last time: all mutants are tried again"
    known = sum(mutant["state"] != WAITING for mutant in found["mutants"])
    return found, f"resumed: {known} of {len(mutants)} mutants are decided" if known < len(mutants) else ""


class Keeper:
    """Writes results to their file, at most every two seconds. Thread-safe."""

    def __init__(self, path, results):
        self.path, self.results = path, results
        self.lock = threading.Lock()
        self.saved = 0.0

    def save(self, now=False):
        with self.lock:
            if now or time.monotonic() - self.saved >= SAVE_SECONDS:
                self.saved = time.monotonic()
                write_whole(self.path, json.dumps({**self.results, **sums(self.results)}, indent=1) + "\n")


def of_state(results, *states):
    return [mutant for mutant in results["mutants"] if mutant["state"] in states]


def sums(results):
    """Counts, and the caught share of those not shown equivalent, with its interval; 0 if there are none."""
    count = {state: len(of_state(results, state)) for state in STATES}
    tried = count[CAUGHT] + count[SURVIVED]
    low, high = wilson(count[CAUGHT], tried)
    survivors = [mutant["solver"]["word"] for mutant in of_state(results, SURVIVED) if mutant["solver"]]
    return {"complete": count[WAITING] == 0, "caught": count[CAUGHT], "equivalent": count[EQUIVALENT],
            "survived": count[SURVIVED], "told_apart": survivors.count(equivalence.DIFFERENT),
            "unproved": count[SURVIVED] - survivors.count(equivalence.DIFFERENT),
            "share": count[CAUGHT] / tried if tried else 0.0, "low": low, "high": high}


def enough(results):
    """True if all mutants are decided and enough of them caught."""
    summed = sums(results)
    return summed["complete"] and summed["caught"] > 0 and summed["share"] >= NEEDED


def grouped(words):
    """"mismatch 470, hang 3", most frequent first."""
    counts = {word: words.count(word) for word in words}
    return ", ".join(f"{word} {number}" for word, number in sorted(counts.items(), key=lambda row: (-row[1], row[0])))


def place(mutant):
    return f"{mutant['file']}:{mutant['line']}" if mutant["file"] else mutant["module"]


def lines_of(mutant):
    """Two or three lines that help to find a mutant."""
    wire = f" {mutant['wire']}" if mutant["wire"] else ""
    lines = [f"  {mutant['number']:>5}  {mutant['mode']:<6} {mutant['type']}.{mutant['port']} of {mutant['module']}, "
             f"{place(mutant)}{wire}"]
    if mutant["text"]:
        lines.append(f"         {mutant['text']}")
    solver = mutant["solver"] or {"word": "not asked", "how": ""}
    how = f", {solver['how']}" if solver["how"] else ""
    lines.append(f"         {mutant['cell']}; solver: {solver['word']}{how}")
    return lines


def table(results):
    """The lines of the report."""
    summed = sums(results)
    caught, equal = of_state(results, CAUGHT), of_state(results, EQUIVALENT)
    survivors = of_state(results, SURVIVED)
    tried = len(caught) + len(survivors)
    lines = [f"{results['config']}, {len(results['mutants'])} mutants, seed {results['seed']}",
             f"caught     {len(caught):>6}  {grouped([mutant['seen']['kind'] for mutant in caught])}",
             f"equivalent {len(equal):>6}  {grouped([mutant['solver']['how'] for mutant in equal])}",
             f"survived   {len(survivors):>6}  {summed['told_apart']} told apart by the solver, "
             f"{summed['unproved']} unproved"]
    if not summed["complete"]:
        lines.append(f"not decided{len(of_state(results, WAITING)):>6}")
    lines.append(f"{100 * summed['share']:.1f} % of the {tried} not shown equivalent are caught "
                 f"(95 % interval {100 * summed['low']:.1f} % to {100 * summed['high']:.1f} %)")
    for mutant in survivors:
        lines += lines_of(mutant)
    return lines


def comparable(path, before, now):
    """Raises Problem if the results of that file belong to other mutants."""
    for name in ("config", "count", "seed"):
        if before[name] != now[name]:
            raise Problem(f"{path}: has {name} {before[name]}, not {now[name]}")
    changes = [[(mutant["mode"], mutant["cell"], mutant["port"]) for mutant in found["mutants"]]
               for found in (before, now)]
    if before["gates"] != now["gates"] or changes[0] != changes[1]:
        raise Problem(f"{path}: has other gates; DRAW= with the directory of that draw tries the same mutants here")


def lost(before, now):
    """The mutants that were caught before and are not caught now, whatever the solver's answer."""
    return [mutant for old, mutant in zip(before["mutants"], now["mutants"])
            if old["state"] == CAUGHT and mutant["state"] != CAUGHT]
