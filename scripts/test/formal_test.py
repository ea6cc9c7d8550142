# SPDX-License-Identifier: Apache-2.0
"""The tables of the proofs are complete; a proof runs; mutants are caught, and an empty proof is refused
(scripts/formal.py, tb/unit/mutants/run.py)."""

import sys

import formal
import proofs as mutant_proofs
from facts import mutants
from helpers import call

ROOT = "build/unit/formal"


def run(*arguments, script="scripts/formal.py"):
    done = call(sys.executable, script, "--jobs", "1", *arguments)
    return done.returncode, done.stdout + done.stderr


def test_every_property_has_a_proof_and_a_mutant():  # every *_A of rtl/ and tb/unit/formal/ is in both tables
    proofs = formal.load_proofs()
    problems = formal.check_tables(proofs, formal.expectations_of(mutants.load(), proofs))
    assert not problems, "\n".join(problems)


def test_proof_runs():  # H1, H2
    status, output = run("--out", ROOT, "--proof", "barrier@base")
    assert status == 0 and "1 proved, 0 failed" in output


def test_mutant_is_caught():  # H1
    status, output = run("--proofs", "--build", ROOT, "--proof", "barrier@base", "--property", "PsbAfterEarlier_A",
                         script="tb/unit/mutants/run.py")
    assert status == 0 and "barrier@base: PsbAfterEarlier_A fails in cycle" in output


def test_mutant_that_changes_nothing_fails():  # H1
    proof = next(proof for proof in formal.load_proofs() if proof.title == "barrier@base")
    mutant = next(mutant for mutant in mutants.load() if mutant.name == "barrier_forgets_kept")
    mutant.replace = f"{mutant.search}  "
    result = mutant_proofs.attempt(mutant, mutant.properties[0], proof, ROOT)
    assert not result.passed and result.message.startswith("SURVIVED barrier@base")


def test_unknown_proof_is_refused():
    status, output = run("--out", ROOT, "--proof", "no-such-proof")
    assert status == 2 and "no proof no-such-proof" in output


def test_proof_without_assertions_fails():
    proof = formal.load_proofs()[0]
    proof.of, proof.only = [], ["NoSuchProperty_A"]
    result = formal.prove(proof, None)
    assert not result.passed and result.message == "no assertion"
