# SPDX-License-Identifier: Apache-2.0
"""`run --json FILE`: how a run ended, as one object. docs/schemas/run.json is its schema."""
import os

from ptometal.checker import ends
from ptometal.common import DONE, FAULT, INTERNAL, NOT_COMPILED, TIME_LIMIT, USAGE, usage_error
from ptometal.compilers.calls import diagnostics

SCHEMA = 1     # incremented on incompatible changes
STATUSES = {DONE: "done", NOT_COMPILED: "not compiled", FAULT: "fault", TIME_LIMIT: "time limit", INTERNAL: "failed"}


class Outcome:
    """What is known of a run; it writes nothing where `path` is None."""

    def __init__(self, values):
        self.path, self.is_checked, self.timeout = values.json, bool(values.check or values.explore), values.timeout
        self.findings = self.times = self.instructions = None
        if self.path and not os.path.isdir(os.path.dirname(self.path) or "."):
            raise usage_error(f"--json {self.path}: No such file or directory")

    def facts(self, status, output):
        """The object for an exit status; `output` is that of the compilers, where they failed."""
        reports = self.findings.reports if self.findings else []
        reports = reports or list(filter(None, [ends.unsaid(status, self.timeout)] if status in (TIME_LIMIT, FAULT) else []))
        told = self.findings.entries() if self.findings and self.is_checked else None
        found = any(not entry["suppressed"] for entry in told or ())
        facts = {"schema": SCHEMA, "status": "findings" if status == FAULT and found and not reports else STATUSES[status],
                 "exit_status": status, "fault": ends.entry(reports[0]) if reports else None,
                 "instructions": self.instructions, "cycles": None}
        if status == NOT_COMPILED:
            facts["diagnostics"] = diagnostics(output)
        if told is not None:
            facts["findings"] = told
        if self.times and self.times.cycles is not None:
            facts.update(self.times.as_json())
        return facts

    def write(self, status, output=""):
        """Write the file. A run that could not begin has none: its line on stderr says all."""
        if not self.path or status == USAGE:
            return
        try:
            import json     # rarely needed
            with open(self.path, "w", encoding="utf-8") as file:
                json.dump(self.facts(status, output), file, indent=1)
                file.write("\n")
        except OSError as error:
            raise usage_error(f"--json {self.path}: {error.strerror}") from None
