# SPDX-License-Identifier: Apache-2.0
"""The groups pmu_count and pmu_ovf for flatten.py (README.md)."""

GROUPS = ["pmu_count", "pmu_ovf"]
INSTRUCTION_COUNTER = 32
CHECK_FOR_OVERFLOW = [1, 0, 1, 1, 1, 0, 0]  # how CheckForPMUOverflow() calls PMUOverflowCondition()


def reason_to_skip(line, feature_set):
    """The reason why the model cannot run this line, or None."""
    asked, feats = line["in"], feature_set["feats"]
    if 3 in feature_set["aa32"] and 3 not in feature_set["els"]:
        return "AArch32 only and no EL3: not a configuration"
    if "idx" in line and line["idx"] == INSTRUCTION_COUNTER:
        return "the instruction counter: there is none"
    if "idx" in line and "FEAT_PMUv3p1" not in feats and asked["PSTATE.EL"] == 2 and asked["MDCR_EL2.HPMD"]:
        return "HPMD before FEAT_PMUv3p1, the oldest that is a configuration"
    if "FEAT_PMUv3_ICNTR" in feats and asked["PMOVSCLR_EL0"] >> INSTRUCTION_COUNTER & 1:
        return "the instruction counter's overflow flag is set: there is none"
    if "idx" not in line or "cu" in line:  # the results depend on it
        counters, hpmn = asked["IMPDEF:Number of event counters"], asked["MDCR_EL2.HPMN"]
        unpredictable = 2 in feature_set["els"] and (hpmn > counters or (hpmn == 0 and "FEAT_HPMN0" not in feats))
        if unpredictable and asked["CU:Unpredictable_CounterReservedForEL2"] != (hpmn == 0):
            return "HPMN out of range and not compared as a number"
    return None


def fields(line, feature_set):
    """Further fields: the version, the inputs and the expected results."""
    feats = feature_set["feats"]
    result = {"cfg.pmu_version": max([1] + [n for n in (4, 5, 7) if f"FEAT_PMUv3p{n}" in feats])}
    if "idx" in line:
        return result | {"idx": line["idx"], "filter": line["filter"], "out.count": int(line["out"]["count"])}
    out = line["out"]
    signals = out["check"]["signals"]
    result |= {"out.irq": int("InterruptID_PMUIRQ=Signal_High" in signals),
               "out.cti": int("CrossTriggerIn_PMUOverflow=Signal_High" in signals),
               "out.is_hyp": out["is_hyp"]}
    if line["args"] == CHECK_FOR_OVERFLOW:
        result["out.condition"] = int(out["cond"])
    return result
