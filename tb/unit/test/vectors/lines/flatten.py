#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the files that vectors_test.c reads from the architecture's conformance vectors (README.md).

Each JSON line becomes one line of `key=value` fields: integers in decimal, names as they are, what is asked
under the pseudocode's names, the answer under `out.`, the configuration under `cfg.`. Lines that the model
cannot be asked are left out; the reason and their number are printed.
"""

import argparse
import collections
import gzip
import json
import os
import sys

import flatten_pmu

GROUPS = ["helpers", "decide", "timestamp", "collect", "samplectr", "record", "fault", "abort",
          "trace"] + flatten_pmu.GROUPS

SOURCE = {"abort": "fault"}  # groups that use lines of another group's file

WHOLE_SETS = ["helpers", "decide", "timestamp", "trace"] + flatten_pmu.GROUPS  # the feature sets name the levels

FSC = {  # statuscode: (value, whether the level is added)
    "Fault_AddressSize": (0b000000, True), "Fault_Translation": (0b000100, True),
    "Fault_AccessFlag": (0b001000, True), "Fault_Permission": (0b001100, True),
    "Fault_SyncExternal": (0b010000, False), "Fault_SyncExternalOnWalk": (0b010100, True),
    "Fault_SyncParity": (0b011000, False), "Fault_SyncParityOnWalk": (0b011100, True),
    "Fault_AsyncParity": (0b011001, False), "Fault_AsyncExternal": (0b010001, False),
    "Fault_TLBConflict": (0b110000, False), "Fault_HWUpdateAccessFlag": (0b110001, False),
    "Fault_Alignment": (0b100001, False), "Fault_GPCFOnWalk": (0b100100, True),
    "Fault_GPCFOnOutput": (0b101000, False), "Fault_Lockdown": (0b110100, False),
    "Fault_Exclusive": (0b110101, False), "Fault_Debug": (0b100010, False),
    "Fault_TagCheck": (0b010001, False)}
FSC_LOW = {  # (statuscode, negative level)
    ("Fault_AddressSize", -1): 0b101001, ("Fault_Translation", -1): 0b101011,
    ("Fault_SyncExternalOnWalk", -1): 0b010011, ("Fault_SyncParityOnWalk", -1): 0b011011,
    ("Fault_GPCFOnWalk", -1): 0b100011, ("Fault_AddressSize", -2): 0b101100,
    ("Fault_Translation", -2): 0b101010, ("Fault_SyncExternalOnWalk", -2): 0b010010,
    ("Fault_SyncParityOnWalk", -2): 0b011010, ("Fault_GPCFOnWalk", -2): 0b100010}


def config_fields(feature_set):
    """Fields of struct spu_config that a feature set decides."""
    feats = set(feature_set.get("feats", feature_set) if isinstance(feature_set, dict) else feature_set)
    fields = {"have_vhe": "FEAT_VHE" in feats, "have_sel2": "FEAT_SEL2" in feats,
              "have_rme": "FEAT_RME" in feats, "have_ecv": "FEAT_ECV" in feats,
              "have_fds": "FEAT_SPE_FDS" in feats, "have_sve": "FEAT_SVE" in feats,
              "have_tme": "FEAT_TME" in feats, "have_trf": "FEAT_TRF" in feats,
              # The vectors' pseudocode has no FEAT_ECV_POFF: CNTPOFF_EL2 exists with FEAT_ECV.
              "have_ecv_poff": "FEAT_ECV" in feats,
              "debug_version": max([0] + [n for n in (2, 4) if f"FEAT_Debugv8p{n}" in feats]),
              "spe_version": max([0] + [n for n in range(1, 5) if f"FEAT_SPEv1p{n}" in feats])}
    if isinstance(feature_set, dict):
        fields |= {"have_el2": 2 in feature_set["els"], "have_el3": 3 in feature_set["els"],
                   "secure_only": feature_set["sec_only"], "aarch32_el1": 1 in feature_set["aa32"],
                   "aarch32_el2": 2 in feature_set["aa32"], "aarch32_el3": 3 in feature_set["aa32"]}
    return {f"cfg.{name}": int(value) for name, value in fields.items()}


def reason_to_skip(group, line, sets):
    """The reason why the model cannot run this line, or None."""
    asked = line.get("in", {})
    if group in flatten_pmu.GROUPS:
        return flatten_pmu.reason_to_skip(line, sets[line["fs"]])
    if group == "helpers" and line["fs"] in ("A32only_noEL3_noEL2", "A32only_EL2"):
        return "AArch32 only and no EL3: not a configuration"
    if group == "timestamp" and line["type"] == "TimeStamp_CoreSight":
        return "trace only, and not a time that the unit knows"
    if group == "fault" and line["fn"] != "DebugWriteFault":
        return "group abort"
    if group == "abort" and line["fn"] != "DebugWriteExternalAbort":
        return "group fault"
    if group == "trace" and asked["IMPDEF:Restarting"] and asked["EDSCR.STATUS"] == 19:
        return "the PE is leaving Debug state: no pin says so"
    if group == "trace" and "TRBE" in line["fs"] and asked["IMPDEF:TraceBufferEnabled"]:
        return "the trace buffer is enabled: there is none"
    return None


def plain(value):
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list):
        return ",".join(":".join(map(str, item)) if isinstance(item, list) else str(item) for item in value)
    return str(value)


def fault_fields(line):
    fault = line["fault"]
    low = FSC_LOW.get((fault["statuscode"], fault["level"]))
    value, levels = FSC[fault["statuscode"]]
    mss2 = 0
    if fault["statuscode"] == "Fault_Permission":
        mss2 = fault["assuredonly"] << 7 | fault["overlay"] << 6 | fault["dirtybit"] << 5
    gpc = "RME" in line["fs"] and fault["gpf"] not in ("GPCF_None", "GPCF_Fail")
    return {"fsc": low if low is not None else value + (fault["level"] if levels else 0),
            "second_stage": fault["secondstage"], "gpc": int(gpc), "mss2": mss2}


def abort_fields(line):
    """Fields of an External abort on a translation table walk or, if there was none, on the write."""
    fault, memory = line["fault"], line["memstatus"]
    of_walk = fault["statuscode"] in ("Fault_SyncExternalOnWalk", "Fault_SyncParityOnWalk")
    status = fault["statuscode"] if of_walk else memory["statuscode"]
    return fault_fields(line | {"fault": fault | {"statuscode": status}}) | {
        "asynchronous": int(status.startswith("Fault_Async")),
        "at_start": int(line["vaddress"] == line["start_vaddr"]),
        "out.PMBSR_EL1": line["out"]["PMBSR_EL1"], "out.SError": int(line["out"]["SError"] is not None)}


def flatten(group, line, sets, base):
    fields = config_fields(sets[line["fs"]]) if "fs" in line and group in WHOLE_SETS \
        else config_fields(sets.get(line.get("fs"), []) if "fs" in line else [])
    fields |= base | line["in"]
    for name in ("events", "latency", "optype", "type", "kind", "steps", "rnd"):
        if name in line:
            fields[name] = line[name]
    if group in flatten_pmu.GROUPS:
        fields |= flatten_pmu.fields(line, sets[line["fs"]])
    elif group == "record":
        fields |= {f"counter.{n}": v for n, v in line["counters"].items()}
        # The core decides whether an operation other than a branch has a previous branch target.
        no_previous = "v1p4" in line["fs"] and line["optype"] != "OpType_Branch" and \
            not line["in"]["IMPDEF:SPE get prev br if not br"]
        fields |= {f"address.{n}": v for n, v in line["addresses"].items() if n != "4" or not no_previous}
        fields["out.bytes"] = line["sail"]["bytes"] or line["bytes_ext"]
    elif group == "fault":
        fields |= fault_fields(line)
        fields["out.PMBSR_EL1"] = line["out"]["PMBSR_EL1"]
    elif group == "abort":
        fields |= abort_fields(line)
    else:
        fields |= {f"out.{name}": value for name, value in line["out"].items() if not str(value).startswith("!")}
    if group == "helpers" and line["fs"].startswith("A32only"):
        del fields["out.EffectiveSCR_EL3_NS"]  # there is no SCR_EL3: its pin carries SCR.NS
    return " ".join(f"{name.replace(' ', '_')}={plain(value)}" for name, value in fields.items())


def convert(source, destination, every):
    with open(os.path.join(source, "features.json"), encoding="utf-8") as file:
        features = json.load(file)["groups"]
    for group in GROUPS:
        origin = SOURCE.get(group, group)
        sets = features.get(origin, {}).get("feature_sets", {})
        base = features.get(origin, {}).get("base_state", {})
        kept, skipped = [], collections.Counter()
        with gzip.open(os.path.join(source, f"{origin}.jsonl.gz"), "rt") as file:
            for text in file:
                line = json.loads(text)
                reason = reason_to_skip(group, line, sets)
                if reason:
                    skipped[reason] += 1
                else:
                    kept.append(flatten(group, line, sets, base))
        chosen = kept[::every.get(group, 1)]
        with open(os.path.join(destination, f"{group}.txt.gz"), "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=9, mtime=0, filename="") as file:
                file.write("".join(line + "\n" for line in chosen).encode())
        reasons = "".join(f"; {number} left out: {reason}" for reason, number in skipped.items())
        print(f"{group}: {len(chosen)} of {len(kept)} kept{reasons}")


def main():
    parser = argparse.ArgumentParser(description="Makes the files that vectors_test.c reads.")
    parser.add_argument("source", help="directory of the conformance vectors")
    parser.add_argument("destination", help="directory for GROUP.txt.gz")
    parser.add_argument("--all", action="store_true", help="every line, not the selection kept here")
    arguments = parser.parse_args()
    every = {} if arguments.all else {"decide": 16, "collect": 4, "record": 4, "fault": 4, "abort": 4, "trace": 8,
                                      "pmu_count": 6, "pmu_ovf": 4}
    try:
        convert(arguments.source, arguments.destination, every)
    except (OSError, ValueError, KeyError) as error:
        print(f"{arguments.source}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
