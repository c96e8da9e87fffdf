# SPDX-License-Identifier: Apache-2.0
"""Findings of `run --check`: printed, suppressed by a file, listed for JSON."""
import os
import sys

from ptometal.checker import causes, ends
from ptometal.common import coloured, numbered_lines, plural, say, usage_error

PREFIX = "check: {"


class Suppression:
    """A line of a suppression file: a pattern for the finding, and one for a source location, FILE:LINE.

    The words are those of the report (`race, read after write`); patterns have * ? and [...]. A file name without
    folders matches in any folder.
    """

    def __init__(self, line, number):
        self.finding, _, self.place = line.rpartition(" ")
        self.finding, self.number, self.used = self.finding.strip(), number, False

    def covers(self, finding):
        import fnmatch     # rarely needed
        places = [f"{place.get('file')}:{place.get('line')}" for place in finding["places"]]
        names = places if "/" in self.place else [os.path.basename(place) for place in places]
        found = fnmatch.fnmatchcase(finding["finding"], self.finding) and any(
            fnmatch.fnmatchcase(name, self.place) for name in names)
        self.used |= found
        return found


class Findings:
    """The findings of one run."""

    def __init__(self, suppress=None):
        self.path = suppress
        self.suppressions = read(suppress) if suppress else []
        self.all = []
        self.carried = []       # transfers that copied uninitialised bytes: fills.py
        self.reports = []       # of faults, deadlocks and time limits

    def take(self, line, translate):
        """Keep the finding in a line of the image. `translate` replaces names in a text by the user's.

        Returns whether the line is a complete finding: an image may end in the middle of a line.
        """
        import json     # rarely needed
        try:
            finding = json.loads(line[len(PREFIX) - 1:])
        except ValueError:
            return False
        finding = {key: translate(value) if isinstance(value, str) else value for key, value in finding.items()}
        for place in finding["places"]:
            if "pc" in place:
                _, _, where = translate(place.pop("pc")).partition(" (")
                file, _, line_number = where.split(" ")[0].rstrip(")").rpartition(":")
                place.update(file=file, line=int(line_number) if line_number.isdigit() else 0)
        if finding["finding"] == "carried":
            self.carried.append(finding)
        else:
            self.add(finding)
        return True

    def hear(self, line):
        """Keep the lines of the report that ends a run."""
        if line.startswith(ends.FAULT):
            self.reports.append(line)
        elif self.reports and line.startswith("  "):
            self.reports[-1] += line

    def add(self, finding):
        suppressed = any([suppression.covers(finding) for suppression in self.suppressions])
        self.all.append(dict(finding, suppressed=suppressed))

    def told(self):
        """One finding for each cause."""
        return causes.group([finding for finding in self.all if not finding["suppressed"]])

    def are_all_suppressed(self):
        return bool(self.all) and all(finding["suppressed"] for finding in self.all)

    def entries(self):
        """All that was found, for JSON: findings, bad ends, what is suppressed."""
        return self.told() + [ends.entry(report) for report in self.reports] + [one for one in self.all if one["suppressed"]]

    def finish(self):
        """Print the findings; list unused suppressions. Returns what was printed."""
        told = self.told()
        for finding in told:
            sys.stderr.write(coloured(f"check: {finding['text']}{counts(finding)}\n"))
        sys.stderr.flush()
        for suppression in self.suppressions:
            if not suppression.used:
                say(f"warning: {self.path}:{suppression.number}: nothing that this suppresses was found")
        return told


def counts(finding):
    """The number of occurrences, and other findings with the same cause."""
    times = f"; {finding['count']} times" if finding["count"] != 1 else ""
    return times + (f"; {plural(len(finding['also']), 'more finding')} of the same cause" if finding["also"] else "")


def read(path):
    """The suppressions of a file."""
    suppressions = [Suppression(line, number) for number, line in numbered_lines(path, f"--suppress {path}")]
    for suppression in suppressions:
        if not suppression.finding or ":" not in suppression.place:
            raise usage_error(f"{path}:{suppression.number}: a suppression is a finding and a place: "
                              "race, read after write  add.c:30")
    return suppressions
