# SPDX-License-Identifier: Apache-2.0
"""Times as Python programs see them."""


class Times:
    """The cycles of a run: `cycles`, `microseconds`, `pipes` ({"PIPE_V": {"busy", "wait", "idle"}} of the first core),
    `kernels` (sums by kernel, of a program), `table`: all of it, as `run --time --json` writes it."""

    def __init__(self, table):
        self.table, self.cycles = table, table["cycles"]
        self.microseconds = self.cycles / table["clock_mhz"]
        self.pipes = {pipe["pipe"]: {name: pipe[name] for name in ("busy", "wait", "idle")}
                      for pipe in reversed(table["pipes"])}
        self.kernels = table.get("kernels", [])

    def __repr__(self):
        return f"<Times {self.cycles} cycles>"
