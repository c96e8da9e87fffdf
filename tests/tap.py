# SPDX-License-Identifier: Apache-2.0
"""Results of a script test as TAP on stdout, one line for each case as soon as it ends."""


class Tap:
    """Counts cases; a script exits with the status of end()."""

    def __init__(self):
        self.number = self.failed = 0

    def case(self, title, problem=""):
        """Record a case; `problem` describes its failure in lines, or is empty if it passed."""
        self.number += 1
        self.failed += bool(problem)
        print(f"{'not ok' if problem else 'ok'} {self.number} - {title}", flush=True)
        for line in str(problem or "").splitlines():
            print(f"# {line}", flush=True)

    def skip(self, title, why):
        """A case that cannot run here."""
        self.number += 1
        print(f"ok {self.number} - {title} # SKIP {why}", flush=True)

    def result(self, good, title, *details):
        """Record a case by whether it passed, with details for a failure."""
        self.case(title, "" if good else "\n".join(details) or "it is not so")

    def end(self):
        """The last line, and the exit status."""
        print(f"1..{self.number}", flush=True)
        return 1 if self.failed else 0
