# SPDX-License-Identifier: Apache-2.0
"""Judged runs of one kernel from Python: --check, --explore, --time."""
import contextlib
import io
import linecache
import os

import numpy

from ptometal import child
from ptometal.common import DONE, FAULT, usage_error
from ptometal.options import Values
from ptometal.program import session
from ptometal.runs.boot import boot
from ptometal.runs.job import Job
from ptometal.runs.options import OPTIONS
from ptometal.timing.summary import Times


class Finding:
    """A finding of the checker: `kind` ("race, read after write"), `text`, `places` ("FILE:LINE"), `count`."""

    def __init__(self, entry):
        self.entry = entry
        self.kind, self.text, self.count = entry["finding"], entry["text"], entry["count"]
        self.places = [f"{place.get('file')}:{place.get('line')}" for place in entry["places"]]

    def report(self):
        """The text, and the source line of each place."""
        lines = [(place, linecache.getline(*split_place(place)).strip()) for place in self.places]
        return "\n".join([self.text, *(f"  {place}: {line}" for place, line in lines if line)])

    def __repr__(self):
        return f"<Finding {self.text}>"


def split_place(place):
    file, _, number = place.rpartition(":")
    return file, int(number) if number.isdigit() else 0


def options_of(kernel, settings):
    """The values of `ptometal run` options for a kernel."""
    values = Values(OPTIONS)
    config = kernel.config
    values.board, values.vlen, values.cc = config.board.name, config.vlen or None, config.compiler
    values.backend, values.libc, values.arch, values.entry = config.backend, config.libc, kernel.arch, kernel.entry
    values.D, values.W = list(kernel.flags), list(kernel.warnings)
    for name, value in settings.items():
        if not hasattr(values, name) or name in ("json", "trace", "timeline", "keep", "link"):
            raise usage_error(f"{name}: no such setting of a run")
        setattr(values, name, value)
    return values


def words_of(kernel, arguments, folder):
    """The words of `ptometal run` for arguments: numbers, and (mode, array) pairs, whose arrays become files."""
    words = []
    for param, argument in zip(kernel.params, arguments):
        if isinstance(argument, tuple):
            way, array = argument
            path = os.path.join(folder, f"{param.name}.npy")
            numpy.save(path, array)
            words.append(f"{way}:{path}")
        else:
            words.append(str(argument))
    return words


@contextlib.contextmanager
def judged(kernel, arguments, settings):
    """Run a job; raises Fault if the kernel faulted."""
    with child.scratch_folder("ptometal-") as folder:
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            job = Job(options_of(kernel, settings), [kernel.source, *words_of(kernel, arguments, folder)])
            with job:
                status = boot(job)
        reports = job.findings.reports
        if reports or status not in (DONE, FAULT):
            report = "".join(reports) or said.getvalue()
            raise session.Fault(report.replace(folder + os.sep, "").rstrip(), status)
        yield job


def check(kernel, arguments, **settings):
    """The findings of `run --check`, possibly none."""
    with judged(kernel, arguments, dict(settings, check=True)) as job:
        return [Finding(entry) for entry in job.findings.told()]


def time(kernel, arguments, **settings):
    """The times of `run --time`."""
    with judged(kernel, arguments, dict(settings, time=True)) as job:
        return Times(job.times.as_json())
