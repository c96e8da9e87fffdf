# SPDX-License-Identifier: Apache-2.0
"""ptometal from Python: docs/programs.md. The command line uses the same modules."""

import os

# Of an installed package only this file and the tree are there, which all paths are relative to.
_TREE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "tree")
if os.path.isdir(_TREE):
    __path__ = [os.path.join(os.path.realpath(_TREE), "tools", "ptometal")]

# The module of each name. Modules are imported on first use: most commands need few of them, and no numpy.
_PLACES = {
    "load": "program.arrays", "Kernel": "program.arrays", "Program": "program.arrays", "Session": "program.session",
    "Fault": "program.session", "Error": "common", "CompileError": "compilers.calls",
    "map": "program.cases", "Case": "program.cases", "Outcome": "program.cases", "write_junit": "program.cases",
    "reads": "program", "writes": "program", "updates": "program",
    "unordered": "program",
    "BLOCK_IDX": "program", "BLOCK_NUM": "program", "SUBBLOCK_IDX": "program",
}
_NAMES = {"Error": "Stop", "CompileError": "NotCompiled", "map": "run_all"}


def __getattr__(name):
    if name not in _PLACES:
        raise AttributeError(f"module ptometal has no {name}")
    import importlib
    return getattr(importlib.import_module("ptometal." + _PLACES[name]), _NAMES.get(name, name))


def __dir__():
    return sorted(_PLACES)
