# SPDX-License-Identifier: Apache-2.0
"""Checks whether results depend on uninitialised memory.

Transfers copy bytes beside the data, into L0 or through a multiply, and most are never used. A second run with another
initial content of local memories shows whether any matter: the results must be equal. Uninitialised words that a store
copies to GM unchanged are no results.
"""
import re

from ptometal.checker import explore
from ptometal.common import DONE, FAULT, plural

FILL = "--fill"
FILLED, ZEROS = bytes.fromhex("c07fc07f"), bytes(4)      # initial words of memory, with --fill and without
STORES = re.compile(r"to_gm$|ub_gm$|l0c_gm$|^tstore")


def judge(job, boot, result):
    """After a run without findings: run it again with the other fill if uninitialised bytes were copied."""
    carried = job.findings.carried
    stores = [other for other in carried if STORES.search(other["places"][-1]["command"])]
    if result.status != DONE or len(stores) == len(carried) or job.link.kind == "embedded":
        return
    explorer = explore.Explorer(job, boot)
    first = explorer.outputs()
    words = [word for word in job.words if word != FILL] if FILL in job.words else [FILL] + job.words
    second = explorer.run(None, words=words)
    explorer.keep(first)
    if second.fault or any(differences(data, second.outputs[path], stores) for path, data in first.items()):
        others = [other for other in carried if other not in stores]
        job.findings.add(finding(others, what_differs(first, second, stores)))
        result.status = FAULT


def differences(first, second, stores):
    """The bytes that differ, ignoring whole words of initial memory if stores copied some."""
    if first == second:
        return []
    moved = {(FILLED, ZEROS), (ZEROS, FILLED)} if stores else ()
    return [i for i, (a, b) in enumerate(zip(first, second))
            if a != b and (first[i & ~3:(i | 3) + 1], second[i & ~3:(i | 3) + 1]) not in moved]


def finding(carried, what):
    """The finding: the first byte of the results that differs, and the transfers that copied uninitialised bytes."""
    took = "; ".join(other["text"].partition(": ")[2] for other in carried[:3])
    more = f"; so do {plural(len(carried) - 3, 'more transfer')}" if len(carried) > 3 else ""
    return dict(carried[0], finding="uninitialised", count=1,
                text=f"uninitialised: {what} if local memories begin with other values: {took}{more}")


def what_differs(first, second, stores):
    if second.fault:
        return "the run ends in a fault"
    path, places = next((path, places) for path, places in ((path, differences(data, second.outputs[path], stores))
                                                            for path, data in first.items()) if places)
    return f"{path}: {plural(len(places), 'byte')} from +{places[0]:#x} on {'is' if len(places) == 1 else 'are'} other ones"
