# SPDX-License-Identifier: Apache-2.0
"""Writes test results as JUnit XML, which continuous integration reads."""

import re
import xml.etree.ElementTree


def write(path, results):
    """`results` have suite, name, passed, seconds and message; those of a suite keep their order."""
    suites = {}
    for result in results:
        suites.setdefault(result.suite, []).append(result)
    root = xml.etree.ElementTree.Element("testsuites")
    for suite, own in suites.items():
        element = xml.etree.ElementTree.SubElement(
            root, "testsuite", name=suite, tests=str(len(own)),
            failures=str(sum(not result.passed for result in own)),
            time=f"{sum(result.seconds for result in own):.3f}")
        for result in own:
            case = xml.etree.ElementTree.SubElement(element, "testcase", classname=suite, name=result.name,
                                                    time=f"{result.seconds:.3f}")
            if not result.passed:
                failure = xml.etree.ElementTree.SubElement(case, "failure")
                failure.text = re.sub(r"[^\t\n\x20-\uD7FF\uE000-\uFFFD]", "?", result.message) or "failed"
    xml.etree.ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
