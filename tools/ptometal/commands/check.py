# SPDX-License-Identifier: Apache-2.0
"""`ptometal check`: compile kernels without running them."""
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from ptometal import build, child, kernel
from ptometal.common import DONE, NOT_COMPILED, USAGE, Progress, Stop, plural, usage_error
from ptometal.compilers.calls import NotCompiled, diagnostics, without_colour
from ptometal.options import Option, named, positive
from ptometal.results import chosen, junit
from ptometal.runs import options

SUMMARY = """ptometal check KERNEL... [options]

Compile kernels (.c, .cpp or .pto) and run nothing. What is wrong with each goes to stderr, a line for each file and
a summary to stdout. With --emit, what ptoc makes of .pto files goes there instead: the kernel with the addresses and
the synchronisation that were planned for it (sync), the IR after each stage (ir), the C (c).

KERNEL may be a folder (all kernels in it), @FILE (a list of files and folders, one a line), or - (a list on stdin).
"""
EPILOGUE = """
Exit status: 0 all compile; 1 a kernel does not compile; 2 wrong usage, or a file that is no kernel; the others are judged.
"""

TAKEN = ("--arch", "--subc", "--sync", "-D", "-I", "-W")
OPTIONS = [*build.CONFIGURATION, *[option for option in options.OPTIONS if option.name in TAKEN],
           Option("--jobs", "N", os.cpu_count() or 1, kind=positive, text="files at a time (default: one a core)"),
           Option("--emit", "WHAT", choices=("sync", "ir", "c"), text="write what .pto files become: sync, ir or c"),
           Option("--json", text="write files, kernels, parameters and diagnostics as JSON to stdout"),
           Option("--shard", "I/N", kind=chosen.shard, text="only every N-th file, from the I-th on: for N machines"),
           Option("--junit", "FILE", kind=named, text="write the verdicts to FILE as JUnit's XML")]
SCHEMA = 1     # of --json; incremented on incompatible changes


class Verdict:
    """The result of checking one file, or a part of it."""

    def __init__(self, source, part=None):
        self.part = part
        self.source = source
        self.good = False
        self.refused = False  # usage error: nothing was compiled
        self.output = ""      # of the compilers
        self.kernels = []
        self.seconds = 0.0

    def judge(self, request):
        started = time.monotonic()
        try:
            self.output, self.kernels, _ = kernel.compiled(request)
            self.good = True
        except NotCompiled as failure:
            self.output = failure.output + (f"{failure.message}\n" if failure.message else "")
        self.seconds = time.monotonic() - started
        return self

    def refuse(self, message):
        """Record that a file is missing or not a kernel."""
        self.output, self.refused = f"ptometal: error: {message}\n", True
        return self

    @property
    def diagnostics(self):
        return diagnostics(self.output)

    def count(self, severity):
        return sum(diagnostic["severity"] == severity for diagnostic in self.diagnostics)

    @property
    def name(self):
        return f"{self.source}, part {self.part}" if self.part else self.source

    def line(self):
        if self.refused:
            return f"{self.source}: not a kernel that can be read"
        warnings = f", {plural(self.count('warning'), 'warning')}" if self.count("warning") else ""
        errors = plural(self.count("error") or 1, "error")
        return f"{self.name}: {'compiles' if self.good else errors}{warnings}"

    def case(self):
        """For --junit."""
        outcome = "passed" if self.good else "error" if self.refused else "failed"
        return {"name": self.name, "outcome": outcome, "text": without_colour(self.output), "seconds": self.seconds}

    def facts(self):
        """For --json."""
        kernels = [{"name": found.name, "parameters": [
            {"name": param.name, "type": param.spelling, "bytes": param.buffer_bytes} for param in found.params]}
            for found in self.kernels]
        part = {"part": self.part} if self.part else {}
        return {"file": self.source, **part, "compiles": self.good, "seconds": round(self.seconds, 3), "kernels": kernels,
                "diagnostics": self.diagnostics, "output": self.output}


def requests_of(source, config, values):
    """(file, request) of a file, or of each part of it; a message why it is not a kernel in place of the request."""
    try:
        kernel.check_source(source)
        if source.endswith(".elf"):
            raise usage_error(f"{source} is an image already")
    except Stop as stop:
        return [(source, stop.message)]
    request = kernel.Request.of(source, config, values)
    return [(source, request.of_part(part)) for part in kernel.part_numbers(source)]


def judge(pair):
    source, request = pair
    if isinstance(request, str):
        return Verdict(source).refuse(request)
    return Verdict(source, request.part).judge(request)


def verdicts(requests, values):
    """The verdict of each file or part, in order, as soon as it is available."""
    with ThreadPoolExecutor(values.jobs) as pool:
        try:
            yield from pool.map(judge, requests)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            child.stop_all()
            raise


def emit(sources, values):
    """Write ptoc's --emit output of the files to stdout."""
    if values.json:
        raise usage_error("--emit and --json exclude each other")
    profile = ["--arch", values.arch] if values.arch else []
    status, (ptoc, _) = DONE, build.ensure_ptoc()
    for source in sources:
        if not source.endswith(".pto"):
            raise usage_error(f"--emit is for .pto files, and {source} is none")
        done = subprocess.run([ptoc, f"--emit={values.emit}", *profile, *values.W, source], check=False)
        status = NOT_COMPILED if done.returncode else status
    return status


def report(found, values):
    """Write what is known when all is judged."""
    good = sum(verdict.good for verdict in found)
    if values.junit:
        junit.publish(values.junit, [junit.suite("check", {"cases": [verdict.case() for verdict in found]},
                                                 round(sum(verdict.seconds for verdict in found), 3))])
    if values.json:
        json.dump({"schema": SCHEMA, "files": [verdict.facts() for verdict in found], "compiled": good,
                   "failed": len(found) - good}, sys.stdout, indent=1)
        print()
    elif len(found) > 1:
        print(f"{good} of {plural(len(found), 'file')} compile")


def main(values, words):
    if not words:
        raise usage_error("check needs kernels: ptometal check KERNEL... [options]")
    config = build.Config.of(values)
    sources = chosen.of_shard(chosen.expand(words, chosen.kernels), values.shard, "files")
    requests = [pair for source in sources for pair in requests_of(source, config, values)]
    refused = [request for _, request in requests if isinstance(request, str)]
    if values.emit:
        if refused:
            raise usage_error(refused[0])
        return emit(sources, values)
    if len(refused) < len(requests):
        build.ensure_runtime(config)
        build.ensure_ptoc()
    found, progress = [], Progress()
    for verdict in verdicts(requests, values):
        found.append(verdict)
        progress.clear()
        kernel.show(verdict.output)
        if not values.json:
            print(verdict.line(), flush=True)
        progress.show(f"  {len(found)} of {len(requests)} files")
    progress.clear()
    report(found, values)
    if refused:
        return USAGE
    return DONE if all(verdict.good for verdict in found) else NOT_COMPILED
