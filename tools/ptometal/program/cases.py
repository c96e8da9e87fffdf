# SPDX-License-Identifier: Apache-2.0
"""Many calls of kernels on any executor of concurrent.futures: ptometal.map() (docs/at-scale.md)."""
import concurrent.futures
import dataclasses
import os
import time

from ptometal.common import INTERNAL, Stop, usage_error
from ptometal.kernel import digest_of

ACTIONS = {"run": "__call__", "check": "check", "explore": "explore", "time": "time"}
TRIES = 3      # of a case whose worker ends


@dataclasses.dataclass
class Case:
    """A call of a kernel: `args` are its arrays and numbers, `out` and `settings` (blocks, policy, harts, ...) those of a call
    of ptometal.load(source, **load). `action`: run, check, explore or time.
    """
    source: str
    args: tuple = ()
    out: object = None
    action: str = "run"
    load: dict = dataclasses.field(default_factory=dict)
    settings: dict = dataclasses.field(default_factory=dict)
    name: str = ""

    def run(self):
        """The result of the call. Kernels are kept while their source is the same: an image is looked for once a process."""
        from ptometal.program import arrays    # needs numpy
        key = (os.path.abspath(self.source), digest_of(self.source), repr(sorted(self.load.items())))
        kernel = LOADED[key] = LOADED.get(key) or arrays.load(self.source, **self.load)
        return getattr(kernel, ACTIONS[self.action])(*self.args, out=self.out, **self.settings)


LOADED = {}


@dataclasses.dataclass
class Outcome:
    """The outcome of a case: its `value`, or the `error` that it ended with, and its `seconds`."""
    case: Case
    value: object = None
    error: Exception = None
    seconds: float = 0.0

    @property
    def is_good(self):
        """Whether it ended well, and the checker found nothing."""
        return self.error is None and not (self.case.action in ("check", "explore") and self.value)

    def text(self):
        """What is wrong, for reports."""
        return "\n".join(finding.report() for finding in self.value) if self.error is None else str(self.error)


def run_case(case):
    """One case, in a worker: (value, error, seconds)."""
    started = time.monotonic()
    try:
        value, error = case.run(), None
    except Exception as wrong:    # any: a wrong case must not end the others
        value, error = None, wrong if isinstance(wrong, Stop) else Stop(INTERNAL, f"{type(wrong).__name__}: {wrong}")
    return value, error, time.monotonic() - started


def run_all(cases, executor=None, on_outcome=lambda outcome: None):
    """The outcomes of cases, in their order; each case has one.

    `executor` is any of concurrent.futures or with its interface, such as that of a client of dask.distributed; None takes a
    process for each core. Where the worker of a case ends, an own executor and that of dask try it again, up to three times;
    on a pool of yours that breaks, the cases left have the error that says so. `on_outcome` hears each as it ends.
    """
    cases = list(cases)
    for case in cases:
        if case.action not in ACTIONS:
            raise usage_error(f"{case.name or case.source}: action {case.action}: there are {', '.join(ACTIONS)}")
    outcomes = [None] * len(cases)
    if executor is not None:
        submit(executor, cases, outcomes, on_outcome)
        return outcomes
    for _ in range(TRIES):
        left = [at for at, outcome in enumerate(outcomes) if outcome is None or is_broken(outcome)]
        if not left:
            break
        tried = [None] * len(left)
        with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
            submit(pool, [cases[at] for at in left], tried, on_outcome)
        for at, outcome in zip(left, tried):
            outcomes[at] = outcome
    return outcomes


def is_broken(outcome):
    return isinstance(outcome.error, concurrent.futures.BrokenExecutor)


def submit(executor, cases, outcomes, on_outcome):
    """Run cases on an executor; outcomes are stored at the places of their cases."""
    futures = {}
    for at, case in enumerate(cases):
        try:
            futures[executor.submit(run_case, case)] = at
        except concurrent.futures.BrokenExecutor as broken:
            outcomes[at] = Outcome(case, error=broken)
    for future in concurrent.futures.as_completed(futures):
        at = futures[future]
        try:
            outcome = Outcome(cases[at], *future.result())
        except Exception as lost:     # the worker has ended, or the result cannot be sent
            outcome = Outcome(cases[at], error=lost)
        outcomes[at] = outcome
        on_outcome(outcome)


def write_junit(path, outcomes, name="ptometal"):
    """Write outcomes as JUnit's XML, with the time of each."""
    from ptometal.results import junit
    cases = [{"name": outcome.case.name or f"{outcome.case.action} {outcome.case.source} {at}", "seconds": round(outcome.seconds, 3),
              "outcome": "passed" if outcome.is_good else "failed" if outcome.error is None else "error",
              "text": "" if outcome.is_good else outcome.text()} for at, outcome in enumerate(outcomes)]
    junit.publish(path, [junit.suite(name, {"cases": cases}, round(sum(outcome.seconds for outcome in outcomes), 3))])
