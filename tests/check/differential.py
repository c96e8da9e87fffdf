#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The checker against all orders of small random kernels; TAP.

    differential.py IMAGE NUMBER [SEED]      IMAGE: small.elf; all kernels run in it, each under one policy
    differential.py IMAGE 10000              the study described in docs/checking.md

One order of each kernel is run. The checker must report a finding if and only if some order has a race or a fault, and
every reported pair must be a race.
"""
import json
import os
import pathlib
import random
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent / "tools")]

from orders import ALL, MTE2, MTE3, PIPES, V, Orders   # noqa: E402 (the path is set above)
from ptometal import qemu                              # noqa: E402
from tap import Tap                                    # noqa: E402

COMMANDS_MAX = 8
BATCH = 1000


def random_kernel(draw):
    """Up to 8 commands on 3 pipes; sets and waits, gets and releases mostly in pairs."""
    kernel = []
    number = draw.randint(3, COMMANDS_MAX)
    while len(kernel) < number:
        kind = draw.random()
        if kind < 0.55:
            kernel.append(draw.choice([("l", draw.randrange(2), draw.randrange(3)), ("c", *draw.sample(range(3), 2)),
                                       ("s", draw.randrange(3), 1 + draw.randrange(2))]))
        elif kind < 0.85 and len(kernel) + 2 <= number:
            flag = (*draw.sample(PIPES, 2), draw.randrange(2))
            kernel += draw.choices([[("S", *flag), ("W", *flag)], [("S", *flag)], [("W", *flag)]], (20, 1, 1))[0]
        elif kind < 0.93:
            kernel.append(("b", draw.choice(PIPES + (ALL,))))
        elif len(kernel) + 4 <= number:
            buffer, mode = draw.randrange(2), int(draw.random() < 0.2)
            for pipe in draw.sample(PIPES, 2):
                body = {V: ("c", 0, 1), MTE2: ("l", 0, 0), MTE3: ("s", draw.randrange(2), 1)}[pipe]
                kernel += [("g", pipe, buffer, mode)] + ([body] if len(kernel) + 3 <= number else [])
                kernel.append(("r", pipe, buffer, mode))
    if draw.random() < 0.3:
        at = draw.randrange(len(kernel) - 1)
        if kernel[at][0] in "SW":
            kernel[at], kernel[at + 1] = kernel[at + 1], kernel[at]
    return kernel[:COMMANDS_MAX]


def encode(kernel):
    data = bytes([len(kernel)])
    for command in kernel:
        data += bytes([ord(command[0]), *command[1:]]).ljust(4, b"\0")
    return data


class Verdict:
    """The image's findings on one kernel."""

    def __init__(self):
        self.races, self.reused, self.fault = set(), set(), ""


def run_batch(image, kernels, folder):
    (folder / "kernels").write_bytes(b"".join(map(encode, kernels)))
    result = qemu.run(image, int(os.environ.get("PTO_VLEN", "512")), 1, ["kernels"], 600, cwd=folder,
                      backend=os.environ.get("PTO_BACKEND", "rvv"))
    verdicts, now = [], Verdict()
    for line in result.stderr.splitlines():
        if line.startswith("check: {"):
            finding = json.loads(line[len("check: "):])
            places = tuple(sorted(place["line"] - 1 for place in finding["places"]))
            if finding["finding"].startswith("race"):
                now.races.add(places)
            elif finding["finding"] == "flag reused":
                now.reused.add(finding["places"][1]["line"] - 1)
        elif line.startswith("end: "):
            now.fault = line.split(" ", 2)[2]
            verdicts.append(now)
            now = Verdict()
    assert result.status == 0 and len(verdicts) == len(kernels), f"status {result.status}: {result.stderr[-500:]}"
    return verdicts


def judge(kernel, verdict):
    """The error of a verdict, or None."""
    orders = Orders(kernel)
    fault = verdict.fault
    twice = "is set already" in fault
    if fault and not twice and "deadlock" not in fault:
        return f"unexpected: {fault}"
    if orders.twice:
        return None if twice or verdict.reused else f"flags can be set twice, at {sorted(orders.twice)}, and nothing says so"
    if twice or verdict.reused:
        return "no order sets a flag twice"
    if ("deadlock" in fault) != orders.deadlock or orders.deadlock == orders.complete:
        return f"deadlock: {orders.deadlock}"
    if not verdict.races <= orders.races:
        return f"no races: {sorted(verdict.races - orders.races)}"
    return "nothing is named" if orders.races and not verdict.races else None


def kinds(kernels):
    """Counts kernels by outcome: a study without any failing kernel would prove nothing."""
    found = {"races": 0, "flags set twice": 0, "deadlocks": 0, "nothing": 0}
    for orders in map(Orders, kernels):
        found["races"] += bool(orders.races)
        found["flags set twice"] += bool(orders.twice)
        found["deadlocks"] += orders.deadlock
        found["nothing"] += not (orders.races or orders.twice or orders.deadlock)
    return found


def main(image, number, seed=1):
    draw = random.Random(int(seed))
    kernels = [random_kernel(draw) for _ in range(int(number))]
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        for start in range(0, len(kernels), BATCH):
            batch = kernels[start:start + BATCH]
            for i, (kernel, verdict) in enumerate(zip(batch, run_batch(image, batch, pathlib.Path(scratch))), start):
                trouble = judge(kernel, verdict)
                if trouble:
                    wrong += 1
                    print(f"# kernel {i}: {trouble}; named: {sorted(verdict.races)} {sorted(verdict.reused)} "
                          f"{re.sub(';.*', '', verdict.fault)}\n#   {kernel}")
    found = kinds(kernels[:500])
    print("# of the first 500: " + ", ".join(f"{count} {what}" for what, count in found.items()))
    tap = Tap()
    tap.result(not wrong, f"{len(kernels)} kernels, {wrong} verdicts differ from those of all orders")
    tap.result(min(found.values()) > 0, "races, flags set twice, deadlocks and correct kernels among them")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
