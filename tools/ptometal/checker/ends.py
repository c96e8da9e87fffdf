# SPDX-License-Identifier: Apache-2.0
"""Unsuccessful ends of a run, as entries beside the findings of `run --check --json`."""
import re

from ptometal.common import DONE, FAULT as FAULTED, TIME_LIMIT, USAGE

FAULT, LIMIT = "fault: ", "fault: no end within "
PLACE = r"; at (?P<file>\S+):(?P<line>\d+) in "
AGENT = r"core (?P<core>\d+)(?: \w+)?, block (?P<block>\d+), (?P<pipe>PIPE_\w+)"
STANDS = rf"^  {AGENT} (?:waits: |is at )(?P<command>.+), at (?P<file>\S+):(?P<line>\d+) in "


def unsaid(status, timeout):
    """The report of an end that the image could not write itself; empty for others."""
    return (f"{LIMIT}{timeout:g} s\n" if status == TIME_LIMIT else
            f"{FAULT}the image ended with status {status}\n" if status not in (DONE, FAULTED, USAGE) else "")


def kind_of(report):
    return ("deadlock" if report.startswith(FAULT + "deadlock: ") else
            "time limit" if report.startswith(LIMIT) else "fault")


def place(found):
    """The position of an agent, or of a fault."""
    words = found.groupdict()
    return {"command": words.get("command") or "", "file": words["file"], "line": int(words["line"]), "pipe": words.get("pipe")}


def entry(report):
    """The entry of a report: the text is its first line, `report` the lines after it."""
    text = report.partition("\n")[0].removeprefix(FAULT)
    agent = re.search(AGENT, report)
    where = agent.groupdict() if agent else {"core": 0, "block": 0, "pipe": ""}
    at = re.search(PLACE, text)
    places = [dict(place(at), pipe=where["pipe"])] if at else [place(found) for found in re.finditer(STANDS, report, re.M)]
    return {"finding": kind_of(report), "memory": "", "offset": 0, "pipe": where["pipe"], "core": int(where["core"]),
            "block": int(where["block"]), "count": 1, "places": places, "text": text, "report": report.rstrip("\n"), "also": [],
            "suppressed": False}
