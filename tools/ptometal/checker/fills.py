# SPDX-License-Identifier: Apache-2.0
"""Whether results depend on what nobody has written.

Transfers take along what lies beside the data, into L0 or through a multiply, and most of it is never looked at. Whether
any of it matters shows a second run whose local memories begin with other values: the results have to be the same.
"""
from ptometal.checker import explore
from ptometal.common import DONE, FAULT, plural

FILL = "--fill"


def judge(job, boot, result):
    """After a run without findings: run it once more on the other fill if anything unwritten was taken along."""
    if result.status != DONE or not job.findings.carried or job.link.kind == "embedded":
        return
    explorer = explore.Explorer(job, boot)
    first = explorer.outputs()
    words = [word for word in job.words if word != FILL] if FILL in job.words else [FILL] + job.words
    second = explorer.run(None, words=words)
    explorer.keep(first)
    if second.fault or second.outputs != first:
        job.findings.add(finding(job.findings.carried, first, second))
        result.status = FAULT


def finding(carried, first, second):
    """What to tell: the byte of the results that differs first, and the transfers that took something along."""
    took = "; ".join(other["text"].partition(": ")[2] for other in carried[:3])
    more = f"; so do {plural(len(carried) - 3, 'more transfer')}" if len(carried) > 3 else ""
    return dict(carried[0], finding="uninitialised", count=1,
                text=f"uninitialised: {what_differs(first, second)} if local memories begin with other values: {took}{more}")


def what_differs(first, second):
    if second.fault:
        return "the run ends in a fault"
    path, data = next((path, data) for path, data in first.items() if data != second.outputs[path])
    places = [i for i, (a, b) in enumerate(zip(data, second.outputs[path])) if a != b]
    return f"{path}: {plural(len(places), 'byte')} from +{places[0]:#x} on {'is' if len(places) == 1 else 'are'} other ones"
