# SPDX-License-Identifier: Apache-2.0
"""`ptometal run --explore N`: runs the kernel in other orders, chosen by conflicts of its commands.

The checker reports unordered pairs of commands that access the same bytes or the same flag. Only the order of such a
pair can change a result. So each pair is reversed: the command that came first is held back until the other one has
completed (schedule.py). That run reports pairs of its own, which are reversed next. Shorter schedules come first, so
the first one that differs is a smallest one.
"""
import collections
import os
import re

from ptometal.binary import symbols
from ptometal.checker import findings, schedule
from ptometal.common import DONE, FAULT, plural, policies, say, usage_error

POLICIES = [name + argument.replace("SEED", "1") for name, argument in policies() if argument != ":FILE"]
EMPTY = "replay:"
ORDER = "order: "
SHOWN = 12      # lines of an order
TASK = re.compile(r"\btask (\d+), ")


class Outcome:
    """The end of a run."""

    def __init__(self, policy, result, fault, outputs, found, order):
        self.policy = policy      # for the image
        self.result = result
        self.fault = fault        # its first line, or None
        self.outputs = outputs    # bytes of each buffer
        self.findings = [finding["text"] for finding in found.all if not finding["suppressed"]]
        self.pairs = pairs_of(found)        # holds that reverse the conflicting pairs of this run
        self.order = order        # lines, if requested

    def differs(self, other):
        return (self.fault, self.outputs) != (other.fault, other.outputs)


def pairs_of(found):
    """The holds that reverse conflicting pairs: the first command waits for the second."""
    pairs = []
    for finding in found.all:
        tasks = TASK.findall(finding["text"]) if finding["finding"] == "race between tasks" else ()
        if finding["suppressed"]:
            continue
        if len(tasks) == 2:
            pairs.append(schedule.Hold(*(schedule.Task(int(number)) for number in tasks)))
        elif len(finding["commands"]) == 2:
            first, second = (schedule.Command(*command) for command in finding["commands"])
            if first[:3] != second[:3]:      # commands of one pipe start in order
                pairs.append(schedule.Hold(first, second))
    return pairs


class Explorer:
    """All runs of one job."""

    def __init__(self, job, boot):
        self.job, self.boot = job, boot
        self.names = symbols.Symbols(job.elf)

    def run(self, policy, order=False, show=None, words=None):
        """Run the job with holds, with its own words or with others. `show` gets the image's output; else it is
        dropped."""
        job, lines, faults = self.job, [], []
        found = job.findings if show else findings.Findings(job.values.suppress)

        def on_stderr(line):
            if line.startswith(ORDER):
                lines.append(job.with_file_names(self.names.annotate(line[len(ORDER):].rstrip())))
            elif line.startswith("fault: "):
                faults.append(job.with_file_names(line.rstrip()))
            elif line.startswith(findings.PREFIX) and not show:
                found.take(line, job.with_file_names)
            if show:
                show(line)

        self.stage()
        words = list(words or job.words)
        words[words.index("--policy") + 1] = policy or words[words.index("--policy") + 1]
        result = self.boot(job, (["--order"] if order else []) + words, lambda line: None, on_stderr)
        fault = faults[0] if faults else f"exit status {result.status}" if result.status not in (DONE, FAULT) else None
        return Outcome(policy, result, fault, {} if fault else self.outputs(), found, lines)

    def written(self):
        """The buffers that a run writes, and their files."""
        return [(buffer, os.path.join(self.job.folder, buffer.staged)) for buffer in self.job.arguments.buffers
                if buffer.written]

    def stage(self):
        """Restore the inputs of the first run."""
        for buffer, path in self.written():
            if os.path.lexists(path):
                os.unlink(path)
            if buffer.mode == "inout":
                buffer.stage(self.job.folder)

    def outputs(self):
        outputs = {}
        for buffer, path in self.written():
            with open(path, "rb") as file:
                outputs[buffer.path] = file.read()
        return outputs

    def keep(self, outputs):
        """Write the results of a run to the files that the driver expects."""
        for buffer, path in self.written():
            if buffer.path in outputs:
                with open(path, "wb") as file:
                    file.write(outputs[buffer.path])

    def tell_findings(self):
        self.job.findings.finish()

    def search(self, base, limit, all_of_them=True):
        """Reverse pairs in at most `limit` runs, or until one differs.

        Returns the outcomes with their holds, shortest first, and how many schedules are left.
        """
        waiting = collections.deque((hold,) for hold in base.pairs)
        seen, outcomes = {frozenset(holds) for holds in waiting}, []
        while waiting and len(outcomes) < limit:
            holds = waiting.popleft()
            outcome = self.run(schedule.word(holds))
            outcomes.append((holds, outcome))
            if outcome.differs(base) and not all_of_them:
                break
            for hold in outcome.pairs:
                longer = frozenset(holds) | {hold}
                turned_back = schedule.Hold(hold.until, hold.held) in holds
                if not turned_back and len(longer) <= schedule.HOLDS_MAX and longer not in seen:
                    seen.add(longer)
                    waiting.append(holds + (hold,))
        return outcomes, len(waiting)


def first_difference(one, other):
    """The first difference of two outcomes, as text."""
    if other.fault or one.fault:
        return other.fault or f"no fault; the first run had: {one.fault}"
    for path, data in one.outputs.items():
        theirs = other.outputs[path]
        if data != theirs:
            offset = next(i for i, (a, b) in enumerate(zip(data, theirs)) if a != b)
            start = offset & ~3
            number = sum(a != b for a, b in zip(data, theirs))
            return (f"{path}: {plural(number, 'byte')} {'differs' if number == 1 else 'differ'}, the first at "
                    f"+{offset:#x}: {data[start:start + 4].hex(' ')} and {theirs[start:start + 4].hex(' ')}")
    return "nothing"


def side_by_side(titles, left, right):
    """Two orders from their first difference on, as lines below their titles."""
    start = next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
    start = max(start - 1, 0)
    pairs = list(zip(left[start:], right[start:]))
    last = max((i for i, (a, b) in enumerate(pairs) if a != b), default=0)
    pairs = [titles] + pairs[:min(last + 2, SHOWN)]
    width = max((len(a) for a, _ in pairs), default=0)
    return [f"{a:{width}} | {b}" for a, b in pairs]


def tell(line):
    say("explore: " + line)


def explore(explorer, show_error):
    """Run a job in all orders worth trying; returns the result for the driver to judge."""
    job, values = explorer.job, explorer.job.values
    base = explorer.run(values.policy, show=show_error)
    explorer.tell_findings()
    policies = [explorer.run(policy) for policy in POLICIES if policy != values.policy]
    orders, left = explorer.search(base, values.explore)
    tell(f"{len(policies) + 1} policies and {plural(len(orders), 'order')} of conflicting commands" +
         (f"; {left} more are left" if left else ""))
    different = [(holds, outcome) for holds, outcome in orders if outcome.differs(base)]
    other_policies = [outcome for outcome in policies if outcome.differs(base)]
    if different:
        show(job, explorer, base, *different[0])
    for outcome in other_policies:
        tell(f"--policy {outcome.policy} gives another result: {first_difference(base, outcome)}")
    if not different and not other_policies:
        tell("all give the same result" if base.fault is None else "all end in the same fault")
        explorer.keep(base.outputs)
    elif base.result.status == DONE:
        base.result.status = FAULT
    return base.result


def show(job, explorer, base, holds, outcome):
    """Report the smallest schedule that differs: its file, the difference, and both orders."""
    path = os.path.splitext(os.path.basename(job.source))[0] + ".schedule"
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"# {os.path.basename(job.source)}: another result than that of --policy {base.policy}\n" +
                       schedule.text(holds))
    except OSError as error:
        raise usage_error(f"{path}: {error.strerror}") from None
    for hold in holds:
        tell(f"another result if {schedule.command_text(hold.held)} comes after {schedule.command_text(hold.until)}: "
             f"--policy replay:{path}")
    tell(first_difference(base, outcome))
    # The replay without holds uses the same stepping policy, so that there are no further differences.
    first, second = explorer.run(EMPTY, order=True), explorer.run(outcome.policy, order=True)
    if first.differs(base):
        first = explorer.run(base.policy, order=True)
    for line in side_by_side((base.policy, "replay"), first.order, second.order):
        tell("  " + line)
