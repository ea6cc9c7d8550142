# SPDX-License-Identifier: Apache-2.0
"""Requirement X2: scripts/arm_features.py compares the rules of configurations with Arm's machine-readable list of
features. That list is not in this tree: the tests make a small one. With FEATURES=file, one test reads Arm's."""

import contextlib
import json
import os
import sys

import arm_features
from facts import common
from helpers import call, not_done, refused

table, _ = common.load(arm_features.TABLE)
RULES = {rule.name: rule for rule in arm_features.RULES}
CRR = [RULES["secure_only"], RULES["crr"]]


def constraint(text):
    """`A --> B` as the list has it."""
    left, right = text.split(" --> ")
    return {"_type": "AST.BinaryOp", "op": "-->", "left": {"_type": "AST.Identifier", "value": left},
            "right": {"_type": "AST.Identifier", "value": right}}


def document(*texts):
    """A list with every feature, and these constraints."""
    keys = " ".join([*table["facts"], *table["implied"]])
    names = {word for word in keys.split() if "FEAT_" in word}
    return {"_meta": {"version": {"architecture": "test", "build": "1"}},
            "constraints": [constraint(text) for text in texts],
            "parameters": [{"name": name.strip("()")} for name in sorted(names)]}


def answers(texts, rules):
    """The combinations that no PE has and the rules accept, and those that a PE can have and the rules refuse."""
    with contextlib.closing(arm_features.Arm(document(*texts), table | {"difference": []})) as arm:
        walk = arm_features.Walk(rules, arm, table["beside"], 1)
        found = list(arm_features.forbidden(arm, walk, 400))
        return found, list(arm_features.permitted(arm, walk, 400)[0]) if RULES["crr"] in rules else []


def test_rule_equal_to_arms_agrees():
    assert answers(["FEAT_SPE_CRR --> FEAT_SPEv1p4"], CRR) == ([], [])


def test_rule_that_is_missing_is_found():  # X2
    assert answers(["FEAT_SPE_CRR --> FEAT_SPEv1p4"], CRR[:1]) == (["no PE has no FEAT_SPEv1p4, FEAT_SPE_CRR"], [])


def test_rule_that_arm_does_not_have_is_found():  # X2
    over = ["crr: a PE can have HaveCrr 1, SpeVersion 3"]
    assert answers(["FEAT_SPE_CRR --> FEAT_SPEv1p3"], CRR) == ([], over)


def test_every_field_is_compared_or_listed_beside():  # X2
    """So that no new field is forgotten."""
    words = " ".join([*table["facts"].values(), *table["implied"].values()])
    for field in arm_features.FIELDS.values():
        if field.group in ("levels", "features"):
            assert (field.name in words) != (field.name in table["beside"]), f"{field.name}, {arm_features.TABLE}"


def compared(*arguments):
    return call(sys.executable, "scripts/arm_features.py", *arguments, timeout=600)


def test_other_file_is_refused(tmp_path):
    path = tmp_path / "list.json"
    for text, cause in (("{}", f"{path}: not a Features.json of AARCHMRS"),
                        (json.dumps(document()), f"{arm_features.TABLE}: the list has no constraint ((v8Ap9 && ")):
        path.write_text(text)
        refused(compared(str(path)), "arm_features.py", cause)
    refused(compared("/nonexistent.xz"), "arm_features.py", "/nonexistent.xz: No such file or directory\n")


def test_arms_list_permits_what_the_rules_permit():  # X2
    path = os.environ.get("FEATURES")
    if not path:
        not_done("no FEATURES=file, Arm's list of features")
    done = compared(path, "--count", "300")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
