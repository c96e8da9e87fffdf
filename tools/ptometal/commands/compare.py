# SPDX-License-Identifier: Apache-2.0
"""`ptometal compare`: the cycles of two kernels side by side, and the differences."""
import json

from ptometal.common import DONE, Stop, usage_error
from ptometal.options import Values
from ptometal.runs import options
from ptometal.runs.boot import boot
from ptometal.runs.job import Job
from ptometal.timing import comparison

SUMMARY = """ptometal compare A B [options] [--] ARG...

Count the cycles of A and of B as `ptometal run --time` does, and say what moved: the total, what each pipe does, and
the critical path. A and B are kernels, which run on the same ARG... one after the other, or files of
`ptometal run --time --json FILE`, which take none: so one kernel is compared with itself under other options.
"""
EPILOGUE = """
Exit status: that of the first run which does not end well, else 0, whatever has moved.
"""

OWN = (*options.REPORTED, "--time", "--check", "--zero-ub", "--explore", "--suppress", "--keep")
OPTIONS = [option for option in options.OPTIONS if option.name not in OWN]


def read_times(path):
    try:
        with open(path, encoding="utf-8") as file:
            times = json.load(file)
        comparison.Facts(times)
        return times
    except OSError as error:
        raise usage_error(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise usage_error(f"{path}: this is not what `ptometal run --time --json` writes") from None


def count(values, source, words):
    """The times of a kernel's run, without a report."""
    own = Values(options.OPTIONS)       # a copy: jobs modify their values
    vars(own).update(vars(values), time=True)
    with Job(own, [source, *words]) as job:
        job.times.is_quiet = True
        status = boot(job)
        if status != DONE:
            raise Stop(status)
        return job.times.as_json()


def main(values, words):
    if len(words) < 2:
        raise usage_error("compare takes two: ptometal compare A B [options] [--] ARG...")
    sources, words = words[:2], words[2:]
    if words and all(source.endswith(".json") for source in sources):
        raise usage_error(f"{words[0]}: nothing runs here, the cycles are in {' and '.join(sources)}")
    times = [read_times(source) if source.endswith(".json") else count(values, source, words) for source in sources]
    print(comparison.text(sources, times))
    return DONE
