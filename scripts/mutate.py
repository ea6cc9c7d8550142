#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random mutants of the unit's netlist: how many do lockstep and scenarios catch? (docs/verification.md)

`mutate.py draw` draws them with Yosys and writes one netlist with all of them, from which make builds one simulator.
`mutate.py run` first runs that simulator without a mutation, then each mutant until a run catches it. Then it asks ABC
for a few seconds whether each of the others is equivalent to the unit, runs the rest for longer, and asks ABC again,
with more time, about those that still nothing caught. Each result is kept in results.json, in --home, at once: the same
command resumes after an interrupt. `mutate.py check` only checks the options.

--draw DIR: uses the mutants of another draw, possibly of other sources, with this testbench.
--compare FILE: another results.json, of the same mutants; names those that were caught there and are not caught here.
The same seed draws the same mutants as long as the netlist has the same gates, whatever the names of modules and
signals; if it has other gates, use --draw to get the same mutants.

Status 0: at least 99 % of those not shown equivalent are caught, and with --compare none is lost. 1: not, or
interrupted. 2: wrong use, or the unit without a mutation fails.
"""

import concurrent.futures
import hashlib
import os
import random
import signal
import sys
import threading

import netlist
from util.arguments import Parser, chosen_names, positive
from mutation import draw, equivalence, results, runs
from mutation.files import read, sha256
from util.problem import Problem, read_json
from util.processes import Processes
from util.progress import Progress
from synthesis import design
from synthesis.tools import YOSYS, program

SOLVER_SECONDS = {False: 10, True: 120}  # for each question about a mutant; True: second attempt
FEWEST = 5  # of this many mutants at least one must be caught, or the simulator contains none
TRIED = 10  # caught mutants that the solver is also asked about, to check its answers
TRIED_SECONDS = 5


def parse():
    parser = Parser(prog="mutate.py", description="Random mutants of the unit's netlist.")
    parser.add_argument("what", choices=("check", "draw", "run"))
    parser.add_argument("--config", default="base", metavar="NAME", help="configuration (%(default)s)")
    parser.add_argument("--count", type=positive, default=500, metavar="N", help="mutants (%(default)s)")
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="seed of the draw (%(default)s)")
    parser.add_argument("--rtl", default="rtl", metavar="DIR", help="the sources (%(default)s)")
    parser.add_argument("--home", required=True, metavar="DIR", help="directory of this draw and its results")
    parser.add_argument("--jobs", type=positive, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="runs at a time (%(default)s)")
    parser.add_argument("--draw", metavar="DIR", help="--home of another draw, whose mutants to use")
    parser.add_argument("--compare", metavar="FILE", help="name mutants that these results caught and this run did not")
    parser.add_argument("--yosys", default=YOSYS, metavar="FILE", help="default: %(default)s")
    arguments = parser.parse_args()
    if arguments.count > draw.MOST:
        parser.error(f"--count: {arguments.count} is more than {draw.MOST}")
    return arguments


def made_of(arguments):
    """A hash of everything that the netlist with its mutants depends on."""
    home = os.path.dirname(os.path.abspath(__file__))
    with open(f"{arguments.rtl}/files.f", encoding="utf-8") as file:
        names = [line.strip() for line in file if line.strip() and not line.strip().startswith("//")]
    paths = [f"{arguments.rtl}/{name}" for name in ["files.f", *names]]
    paths += [netlist.__file__, draw.__file__, f"{home}/requirements-synth.txt",
              *(f"{home}/synthesis/{name}.py" for name in ("design", "harness", "tools"))]
    digest = hashlib.sha256(repr((arguments.config, arguments.count, arguments.seed)).encode())
    for path in paths:
        digest.update(hashlib.sha256(read(path)).digest())
    return digest.hexdigest()


def drawing(arguments):
    """Draws, or copies another draw, unless that was already done with the same sources."""
    home = arguments.home
    hash_now = sha256(f"{arguments.draw}/mutants.json") if arguments.draw else made_of(arguments)
    known = read_json(f"{home}/mutants.json")
    if isinstance(known, dict) and known.get("made_of") == hash_now and is_whole(home):
        return
    if known is not None:  # it would not match the files beside it if this is interrupted
        os.unlink(f"{home}/mutants.json")
    if arguments.draw:
        draw.take(arguments.draw, other_draw(arguments), home, hash_now)
        return
    described, text, gates = draw.draw(arguments.config, arguments.rtl, arguments.count, arguments.seed, home,
                                       arguments.yosys)
    heading = {"config": arguments.config, "count": arguments.count, "seed": arguments.seed, "gates": gates,
               "made_of": hash_now}
    draw.write(home, heading, described, text)


def is_whole(home):
    try:
        draw.load(home)
    except Problem:
        return False
    return all(os.path.exists(f"{home}/mutants.{suffix}") for suffix in ("aag", "map"))


def other_draw(arguments):
    """The contents of --draw. Problem if they do not match the other options."""
    drawn = draw.load(arguments.draw)
    for name in ("config", "count", "seed"):
        if drawn[name] != getattr(arguments, name):
            raise Problem(f"{arguments.draw}: drawn with {name.upper()}={drawn[name]}, not {getattr(arguments, name)}")
    return drawn


class Trial:
    """Tries the mutants of one draw."""

    def __init__(self, arguments):
        self.arguments, self.home = arguments, arguments.home
        drawn = draw.load(self.home)
        self.simulator = f"{self.home}/{drawn['config']}/spu-sim"
        if not os.access(self.simulator, os.X_OK):
            raise Problem(f"{self.simulator}: not there; make mutate builds it")
        self.plan = runs.plan()
        self.count = len(drawn["mutants"])
        self.path = f"{self.home}/results.json"
        heading = {name: drawn[name] for name in ("config", "count", "seed", "gates", "netlist")}
        heading["simulator"] = sha256(self.simulator)
        names = [run.name for length in (runs.SHORT, runs.LONG) for run in self.plan[length]]
        self.results, words = results.opened(self.path, heading, drawn["mutants"], names)
        if words:
            print(words, flush=True)
        self.keeper = results.Keeper(self.path, self.results)
        self.processes = Processes()
        self.prover = None

    def work(self):
        """A directory for this thread."""
        return f"{self.home}/work/{threading.get_ident()}"

    def all_of(self, what, things, function, noun="mutants"):
        """Calls the function for each item, several at a time, and shows the progress. A Problem ends everything."""
        progress = Progress(len(things), f"{noun} ({what})")
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            try:
                for future in concurrent.futures.as_completed([pool.submit(function, thing) for thing in things]):
                    future.result()
                    progress.one()
                    self.keeper.save()
            except BaseException:
                self.processes.stop()
                pool.shutdown(wait=True, cancel_futures=True)
                raise
            finally:
                progress.clear()
                self.keeper.save(now=True)

    def unchanged(self, run):
        """Checks that the unit without a mutation passes a run. A run without a record in this configuration tests
        nothing, and is not used for mutants."""
        outcome = runs.try_mutant(self.simulator, 0, self.count, run, self.work(), self.processes)
        if outcome is None:
            return
        if outcome.kind and outcome.says != runs.NOTHING:
            drawn = f"; the draw of {self.arguments.draw} may have other pins" if self.arguments.draw else ""
            raise Problem(f"the unit without a mutation does not pass {run.name} ({outcome.says}): "
                          f"{runs.command(self.simulator, 0, run)}{drawn}")
        self.results["without_record" if outcome.kind else "unchanged"].append(run.name)

    def try_runs(self, mutant, length):
        for run in self.plan[length]:
            if run.name in mutant["passed"] or run.name in self.results["without_record"]:
                continue
            outcome = runs.try_mutant(self.simulator, mutant["number"], self.count, run, self.work(), self.processes)
            if outcome is None:
                return
            if outcome.kind:
                mutant["seen"] = {"kind": outcome.kind, "cycle": outcome.cycle, "says": outcome.says, "run": run.name,
                                  "again": runs.command(self.simulator, mutant["number"], run)}
                mutant["state"] = results.CAUGHT
                return
            mutant["passed"].append(run.name)

    def ask(self, mutant, patient):
        os.makedirs(self.work(), exist_ok=True)
        answer = self.prover.ask(mutant["number"], self.work(), SOLVER_SECONDS[patient], self.processes, patient)
        if self.processes.stopped:
            return
        mutant["solver"] = {"word": answer.word, "how": answer.how}
        if answer.word == equivalence.EQUIVALENT:
            mutant["state"] = results.EQUIVALENT
        elif patient:
            mutant["state"] = results.SURVIVED

    def try_solver(self, prover, mutant):
        """Checks that the solver does not call a caught mutant equivalent."""
        os.makedirs(self.work(), exist_ok=True)
        answer = prover.ask(mutant["number"], self.work(), TRIED_SECONDS, self.processes)
        if answer.word == equivalence.EQUIVALENT:
            raise Problem(f"the solver calls mutant {mutant['number']} equivalent ({answer.how}), which a run caught: "
                          f"{mutant['seen']['again']}")
        if not self.processes.stopped:
            self.results["solver_tried"].append(mutant["number"])

    def waiting(self):
        return results.of_state(self.results, results.WAITING)

    def solve(self, patient):
        """Asks about the mutants that no run has caught so far. With `patient`, those not shown equivalent survive."""
        files = f"{self.home}/mutants.aag", f"{self.home}/mutants.map"
        unsolved = [mutant for mutant in self.waiting() if patient or mutant["solver"] is None]
        if not unsolved:
            return
        caught = results.of_state(self.results, results.CAUGHT)
        tried = random.Random(self.results["seed"]).sample(caught, min(TRIED, len(caught)))
        tried = [mutant for mutant in tried if mutant["number"] not in self.results["solver_tried"]]
        if tried:
            # vif_o counts, as in a run.
            prover = equivalence.Prover(*files, draw.SELECT, everything=True)
            self.all_of("solver, checked with caught mutants", tried,
                        lambda mutant: self.try_solver(prover, mutant))
        self.prover = equivalence.Prover(*files, draw.SELECT)
        self.all_of("solver, second attempt" if patient else "solver", unsolved,
                    lambda mutant: self.ask(mutant, patient))

    def run(self):
        """Does everything that is not done yet."""
        every = [run for length in (runs.SHORT, runs.LONG) for run in self.plan[length]]
        done = self.results["unchanged"] + self.results["without_record"]
        self.all_of("without a mutation", [run for run in every if run.name not in done], self.unchanged, "runs")
        self.all_of("short runs", self.waiting(), lambda mutant: self.try_runs(mutant, runs.SHORT))
        if self.count >= FEWEST and not results.of_state(self.results, results.CAUGHT):
            raise Problem(f"short runs catch none of {self.count} mutants: {self.simulator} contains no mutation")
        self.solve(patient=False)
        self.all_of("long runs", self.waiting(), lambda mutant: self.try_runs(mutant, runs.LONG))
        self.solve(patient=True)


def trial(arguments):
    """Returns the exit status."""
    before = results.load(arguments.compare) if arguments.compare else None
    trying = Trial(arguments)
    if before is not None:
        results.comparable(arguments.compare, before, trying.results)
    try:
        trying.run()
    except KeyboardInterrupt:
        known = trying.count - len(results.of_state(trying.results, results.WAITING))
        print(f"mutate.py: interrupted; {known} of {trying.count} mutants are decided, the same command resumes",
              file=sys.stderr)
        return 1
    print("\n".join([*results.table(trying.results), trying.path]))
    if before is None:
        return 0 if results.enough(trying.results) else 1
    lost = results.lost(before, trying.results)
    print(f"caught in {arguments.compare}: {len(results.of_state(before, results.CAUGHT))}; not caught here: "
          f"{len(lost)}")
    for mutant in lost:
        print("\n".join(results.lines_of(mutant)))
    return 0 if results.enough(trying.results) and not lost else 1


def interrupted(*_):
    """Signals end running programs, even if a shell made this background job ignore them."""
    raise KeyboardInterrupt


def main():
    arguments = parse()
    signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGTERM, interrupted)
    try:
        chosen_names("configuration", arguments.config, design.table(arguments.rtl))
        program(arguments.yosys)
        if arguments.compare:
            results.load(arguments.compare)
        if os.path.exists(f"{arguments.home}/results.json"):
            results.load(f"{arguments.home}/results.json")
        if arguments.draw:
            other_draw(arguments)
        if arguments.what == "draw":
            drawing(arguments)
        return trial(arguments) if arguments.what == "run" else 0
    except KeyboardInterrupt:
        print("mutate.py: interrupted", file=sys.stderr)
        return 1
    except (Problem, OSError) as error:
        print(f"mutate.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
