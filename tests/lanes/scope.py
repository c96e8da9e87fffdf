# SPDX-License-Identifier: Apache-2.0
"""A random vecscope as text."""


class Scope:
    """Its lines, and those before it; names end in its number."""

    def __init__(self, rng, number):
        self.rng, self.number, self.names = rng, number, 0
        self.head, self.lines = [], []

    def new(self):
        self.names += 1
        return f"%y{self.number}_{self.names}"

    def constant(self, value, kind):
        name = self.new()
        self.head.append(f"{name} = arith.constant {value} : {kind}")
        return name

    def say(self, text):
        """A line whose value has a new name."""
        name = self.new()
        self.lines.append(f"{name} = {text}")
        return name
