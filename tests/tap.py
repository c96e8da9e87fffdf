# SPDX-License-Identifier: Apache-2.0
"""The results of a script test: TAP on stdout, a line for each case as soon as it is known."""


class Tap:
    """Cases are counted; a script ends with what end() returns."""

    def __init__(self):
        self.number = self.failed = 0

    def case(self, title, problem=""):
        """A case has been tried; `problem` says in lines what is wrong, or nothing if it passed."""
        self.number += 1
        self.failed += bool(problem)
        print(f"{'not ok' if problem else 'ok'} {self.number} - {title}", flush=True)
        for line in str(problem or "").splitlines():
            print(f"# {line}", flush=True)

    def skip(self, title, why):
        """A case that could not be tried."""
        self.number += 1
        print(f"ok {self.number} - {title} # SKIP {why}", flush=True)

    def result(self, good, title, *details):
        """The same by whether it passed, with what helps to see why it did not."""
        self.case(title, "" if good else "\n".join(details) or "it is not so")

    def end(self):
        """The last line, and the exit status."""
        print(f"1..{self.number}", flush=True)
        return 1 if self.failed else 0
