#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of the proofs are complete; a proof runs; mutants are caught, and an empty proof is refused (scripts/formal.py,
tb/mutants/run.py)."""

import os
import subprocess
import sys

os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
sys.path[:0] = [os.path.join(os.path.dirname(__file__), ".."), "scripts", "tb/mutants"]
import formal  # noqa: E402
import proofs as mutant_proofs  # noqa: E402
from facts import mutants  # noqa: E402

ROOT = "build/unit/formal"


def run(*arguments, script="scripts/formal.py"):
    done = subprocess.run([sys.executable, script, "--jobs", "1", *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def every_property_has_a_proof_and_a_mutant():  # every *_A of rtl/ and tb/formal/ is in both tables
    proofs = formal.load_proofs()
    return "\n".join(formal.check_tables(proofs, formal.expectations_of(mutants.load(), proofs)))


def proof_runs():  # H1, H2
    status, output = run("--out", ROOT, "--proof", "barrier@base")
    return "" if status == 0 and "1 proved, 0 failed" in output else output


def mutant_is_caught():  # H1
    status, output = run("--proofs", "--build", ROOT, "--proof", "barrier@base", "--property", "PsbAfterEarlier_A",
                         script="tb/mutants/run.py")
    return "" if status == 0 and "barrier@base: PsbAfterEarlier_A fails in cycle" in output else output


def mutant_that_changes_nothing_fails():  # H1
    proof = next(proof for proof in formal.load_proofs() if proof.title == "barrier@base")
    mutant = next(mutant for mutant in mutants.load() if mutant.name == "barrier_forgets_kept")
    mutant.replace = f"{mutant.search}  "
    result = mutant_proofs.attempt(mutant, mutant.properties[0], proof, ROOT)
    return "" if not result.passed and result.message.startswith("SURVIVED barrier@base") else str(result)


def unknown_proof_is_refused():
    status, output = run("--out", ROOT, "--proof", "no-such-proof")
    return "" if status == 2 and "no proof no-such-proof" in output else output


def empty_proof_fails():  # a proof that is about nothing has failed
    proof = formal.load_proofs()[0]
    proof.of, proof.only = [], ["NoSuchProperty_A"]
    result = formal.prove(proof, None)
    return "" if not result.passed and result.message == "no assertion" else str(result)


TESTS = [every_property_has_a_proof_and_a_mutant, proof_runs, mutant_is_caught, mutant_that_changes_nothing_fails,
         unknown_proof_is_refused, empty_proof_fails]


def main():
    print(f"1..{len(TESTS)}")
    failed = 0
    for number, test in enumerate(TESTS, 1):
        try:
            message = test()
        except (formal.Problem, formal.FactError, OSError) as error:
            message = str(error)
        failed += bool(message)
        print(f"{'not ok' if message else 'ok'} {number} - {test.__name__}", flush=True)
        for line in message.splitlines():
            print(f"# {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
