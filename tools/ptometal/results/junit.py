# SPDX-License-Identifier: Apache-2.0
"""Results of tests as JUnit XML for CI servers: a suite for each test, a case for each line of TAP.

Not by `ctest --output-junit`: there a test is a case, without the cases that it prints, and a project that does not build is not
in it. TAP does not report times: a case takes the time since the previous line. Cases without lines get the rest.
"""
import re
import xml.etree.ElementTree as xml

from ptometal.common import usage_error

ELEMENTS = {"failed": "failure", "error": "error", "skipped": "skipped"}   # by outcome; none for passed
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")   # in XML, even escaped


def clean(text):
    return FORBIDDEN.sub("?", text)


def suite(name, results, seconds):
    """The element of one test; `results` were written by tap.py."""
    element = xml.Element("testsuite", name=clean(name), time=str(seconds))
    counts = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    rest = max(0, float(seconds) - sum(case.get("seconds", 0) for case in results["cases"]))
    for case in results["cases"]:
        counts["tests"] += 1
        entry = xml.SubElement(element, "testcase", classname=clean(name), name=clean(case["name"]) or "unnamed",
                               time=f"{case.get('seconds', rest):g}")
        kind = ELEMENTS.get(case["outcome"])
        if kind:
            counts[kind if kind == "skipped" else kind + "s"] += 1
            text = clean(case["text"]).strip()
            xml.SubElement(entry, kind, message=text.partition("\n")[0] or case["outcome"]).text = text
    for key, count in counts.items():
        element.set(key, str(count))
    return element


def write(path, suites):
    """Write the elements of all tests to a file."""
    root = xml.Element("testsuites")
    root.extend(suites)
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(element.get(key)) for element in suites)))
    root.set("time", f"{sum(float(element.get('time')) for element in suites):g}")
    tree = xml.ElementTree(root)
    xml.indent(tree)
    tree.write(path, encoding="utf-8", xml_declaration=True)


def publish(path, suites):
    """write() for an option --junit."""
    try:
        write(path, suites)
    except OSError as error:
        raise usage_error(f"--junit {path}: {error.strerror}") from None
