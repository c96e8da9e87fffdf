# SPDX-License-Identifier: Apache-2.0
"""`ptometal demo`: the example kernels on the supplied data."""
import importlib.util
import os
import subprocess
import sys

from ptometal import boards, build
from ptometal.common import BUILD, ROOT, usage_error
from ptometal.runs.options import OPTIONS as RUN_OPTIONS

SUMMARY = """ptometal demo [options]

Run the example kernels on real data and check their results.
"""
TAKEN = ("--harts", "--policy")
OPTIONS = [*build.CONFIGURATION, *[option for option in RUN_OPTIONS if option.name in TAKEN]]

OUTPUT = os.path.join(BUILD, "demo")


class Captured:
    """What a run printed, and how it ended."""

    def __init__(self, done):
        self.status = done.returncode
        self.stdout = done.stdout
        self.stderr = done.stderr


def run_kernel(kernel, args, **options):
    """`ptometal run`, captured: run_kernel("add.c", ["in:a", "out:b=4"], vlen=256, count=True)."""
    words = []
    if boards.load(options["board"]).is_host:
        options["count"] = False    # a process counts no instructions
    for key, value in options.items():
        if value is True:
            words.append(f"--{key}")
        elif value is not None and value is not False:
            words += [f"--{key}", str(value)]
    # A separate process, so that its output can be captured.
    return Captured(subprocess.run(
        [sys.executable, os.path.join(ROOT, "tools", "ptometal", "cli.py"), "run", str(kernel)]
        + words + ["--"] + [str(arg) for arg in args],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        errors="replace", check=False))


def main(values, words):
    if words:
        raise usage_error(f"demo takes no {words[0]}")
    build.ensure_runtime(build.Config.of(values))   # with progress, which the captured run hides
    build.ensure_ptoc()
    spec = importlib.util.spec_from_file_location("demo", os.path.join(ROOT, "examples", "demo.py"))
    demo = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(demo)
    os.makedirs(OUTPUT, exist_ok=True)
    return demo.main(run_kernel, vars(values), OUTPUT)
