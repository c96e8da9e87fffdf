# SPDX-License-Identifier: Apache-2.0
"""Groups findings by cause: one fix, a missing hand-over, is reported once.

A race of two accesses of a core is an interval of its program, from the first access to the second. Any flag from the
first pipe to the second that is set and waited for inside the interval orders them. So among the intervals of two
pipes, sorted by their ends, the first needs a flag just before its end. All intervals that begin before that end share
its cause.
"""
import itertools
import re

FLAG = r"flag (PIPE_\w+) -> (PIPE_\w+) EVENT_ID"
RAW, WAW = "race, read after write", "race, write after write"


class Cause:
    """Findings with one cause; the first is reported."""

    def __init__(self, finding):
        self.findings = [finding]
        self.end = finding["places"][-1]

    def add(self, other):
        self.findings += other.findings if isinstance(other, Cause) else [other]

    def told(self):
        """The reported finding: its count, and in `also` the other findings of the cause."""
        best = min(self.findings, key=lambda finding: not is_race(finding))
        also = [finding for finding in self.findings if finding is not best]
        return dict(best, also=also)


def is_race(finding):
    return finding["finding"].startswith("race")


def is_stretch(finding):
    places = finding["places"]
    return (finding["finding"].startswith("race,") or finding["finding"] == "flag reused") and \
        len(places) == 2 and places[0]["slot"] == places[1]["slot"]


def pipes(finding):
    first, second = finding["places"]
    return finding["core"], finding["block"], first["slot"], first["pipe"], second["pipe"]


def by_stretches(findings):
    """The causes of races between two pipes of a core."""
    causes = []
    for _, alike in itertools.groupby(sorted(findings, key=pipes), pipes):
        cause = None
        for finding in sorted(alike, key=lambda finding: finding["places"][1]["order"]):
            if cause and finding["places"][0]["order"] < cause.end["order"]:
                cause.add(finding)
            else:
                cause = Cause(finding)
                causes.append(cause)
    return causes


def follows(finding, cause):
    """Whether fixing a cause also orders a race: its first access completes before the cause's interval begins, and its
    second access starts after the interval's end has completed."""
    if not is_stretch(finding) or not is_stretch(cause.findings[0]) or pipes(finding)[:3] != pipes(cause.findings[0])[:3]:
        return False
    first, second = finding["places"]
    starts = [other["places"][0] for other in cause.findings]
    begins = any(first["pipe"] == start["pipe"] and first["order"] < cause.end["order"] or
                 start["known"][first["pipe"]] >= first["number"] for start in starts)
    ends = second["pipe"] == cause.end["pipe"] and second["order"] >= cause.end["order"] or \
        second["known"][cause.end["pipe"]] >= cause.end["number"]
    return begins and ends


def is_of(finding, cause):
    """Whether a finding at a single location results from a race: data read too early are still unwritten, an
    unconsumed flag stays set."""
    race = cause.findings[0]
    if finding["finding"] == "uninitialised":
        return any(other["finding"] == RAW and other["memory"] == finding["memory"] and
                   at(other["places"][1]) == at(finding["places"][-1]) for other in cause.findings)
    if finding["finding"] == "left over" and is_stretch(race):
        flag = re.search(FLAG, finding["text"])
        return bool(flag) and (finding["core"], finding["block"], *flag.groups()) == \
            (race["core"], race["block"], race["places"][0]["pipe"], race["places"][1]["pipe"])
    return False


def is_between_turns(cause, other):
    """Whether a pipe's two unordered writes follow from a race with another core's reads between them: waiting for
    these reads also orders the writes."""
    reads = other.findings[0]
    return not is_stretch(reads) and is_race(reads) and reads["finding"] != "race between blocks" and all(
        finding["finding"] == WAW and finding["places"][0]["pipe"] == finding["places"][1]["pipe"] and
        finding["memory"] == reads["memory"] and at(finding["places"][1]) in map(at, reads["places"])
        for finding in cause.findings)


def at(place):
    return place["slot"], place.get("file") or "", place.get("line") or 0


def group(findings):
    """One finding for each cause, by source location; `also` are the others."""
    causes = by_stretches([finding for finding in findings if is_stretch(finding)])
    for cause in list(causes):
        mother = next((other for other in causes if other is not cause and
                       all(follows(finding, other) for finding in cause.findings)), None)
        if mother:
            mother.add(cause)
            causes.remove(cause)
    between = {}
    # Races first: an uninitialised read may have been found before the race that causes it.
    for finding in sorted((other for other in findings if not is_stretch(other)), key=lambda other: not is_race(other)):
        key = (finding["finding"], finding["memory"])
        mother = between.get(key) if finding["finding"] == "race between blocks" else \
            next((cause for cause in causes if is_of(finding, cause)), None)
        if mother:
            mother.add(finding)
        else:
            between[key] = Cause(finding)
            causes.append(between[key])
    for cause in list(causes):
        mother = next((other for other in causes if other is not cause and is_between_turns(cause, other)), None)
        if mother:
            mother.add(cause)
            causes.remove(cause)
    return sorted((cause.told() for cause in causes), key=lambda finding: (at(finding["places"][-1])[1:], finding["text"]))
