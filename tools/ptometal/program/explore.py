# SPDX-License-Identifier: Apache-2.0
"""`run --explore N program.json`: runs a program in other orders of its tasks and of the commands within them."""
import sys
import types

from ptometal.checker import explore, findings
from ptometal.common import DONE, FAULT, Stop
from ptometal.program import session


class Explorer(explore.Explorer):
    """All runs of one program, each in a boot of its own. `settings`: of its sessions, but for the policy."""

    def __init__(self, values, source, program, found, settings):
        self.job = types.SimpleNamespace(values=values, source=source, findings=found)
        self.program, self.settings = program, settings

    def run(self, policy, order=False, show=None, words=None):
        """As that of a kernel. `show` gets what the kernels print and the progress."""
        found = self.job.findings if show else findings.Findings(self.job.values.suppress)
        word = policy if policy.startswith("replay:") else None
        with session.Session(on_output=show or (lambda line: None), policy="eager" if word else policy, policy_word=word,
                             order=order, check=True, **self.settings) as boot:
            boot.findings = found
            try:
                result = boot.run(self.program)
            except Stop as stop:
                return self.failed(stop, policy, found, show)
        status = FAULT if any(not finding["suppressed"] for finding in found.all) else DONE
        return explore.Outcome(policy, types.SimpleNamespace(status=status), None, self.outputs(), found, result.order)

    def failed(self, stop, policy, found, show):
        """The outcome of a run that has ended with a fault; a first run that ends otherwise is no base for others."""
        if not isinstance(stop, session.Fault):
            if show:
                raise stop
            return explore.Outcome(policy, types.SimpleNamespace(status=stop.status), f"exit status {stop.status}", {}, found, [])
        if show:
            print(stop.report, file=sys.stderr)
            found.hear(stop.report)
        return explore.Outcome(policy, types.SimpleNamespace(status=FAULT), stop.report.splitlines()[0], {}, found, [])

    def outputs(self):
        return {buffer.name: buffer.output for buffer in self.program.buffers if buffer.stores}

    def keep(self, outputs):
        for buffer in self.program.buffers:
            buffer.output = outputs.get(buffer.name, buffer.output)

    def tell_findings(self):
        told = [finding["text"] for finding in self.job.findings.finish()]
        sys.stderr.write("".join(session.calls_of(told, self.program)))

    def search(self, base, limit, all_of_them=True):
        """As that of a kernel, by the pairs of a replay: which cores a task gets is part of a schedule."""
        base.pairs = self.run(explore.EMPTY).pairs
        return super().search(base, limit, all_of_them)
