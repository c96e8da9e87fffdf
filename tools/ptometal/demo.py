# SPDX-License-Identifier: Apache-2.0
"""`ptometal demo`: the example kernels on the data that comes with them."""
import importlib.util
import os
import subprocess
import sys

from ptometal import build, run
from ptometal.common import ROOT
from ptometal.options import Option, describe, parse

OPTIONS = [*build.CONFIGURATION, Option("--help", text="this help")]


def runner(chosen):
    """The function that a demo calls for each run: run(kernel, args, vlen=..., harts=..., ...)."""
    def run_kernel(kernel, args, **options):
        options = {**chosen, **options}
        words = [word for key, value in options.items() if value is not None
                 for word in (f"--{key.replace('_', '-')}", str(value))]
        # A process of its own, so that its output can be captured.
        return subprocess.run(
            [sys.executable, os.path.join(ROOT, "tools", "ptometal", "cli.py"), "run", kernel]
            + words + ["--"] + [str(arg) for arg in args],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            errors="replace", check=False)
    return run_kernel


def main(argv):
    values, words = parse(argv, OPTIONS)
    if values.help or words:
        print("ptometal demo [options]: run the example kernels and check their results\n")
        print(describe(OPTIONS))
        return 0 if values.help else 2
    build.ensure_runtime(build.Config.of(values))
    build.ensure_ptoc()
    spec = importlib.util.spec_from_file_location("demo", os.path.join(ROOT, "examples", "demo.py"))
    demo = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(demo)
    chosen = {"board": values.board, "vlen": values.vlen, "cc": values.cc, "backend": values.backend}
    return demo.main(runner(chosen))
