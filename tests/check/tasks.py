#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs under --check: no findings originally, and one for each dependence that is removed; TAP.

    tasks.py [NUMBER of programs]      all run in one boot for each policy
"""
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]
from ptometal import program                       # noqa: E402 (the path is set above)
from ptometal.program import image, session        # noqa: E402
from tap import Tap                                # noqa: E402

KERNELS = """#include <pto/pto.h>
#define BODY                                                   \\
    for (int32_t i = 0; i < n; i++) {                          \\
        pto_store_scalar(pto_load_scalar(x, i) + 1, y, i);     \\
    }
PTO_KERNEL(vector, (const int32_t *, x), (int32_t *, y), (int32_t, n)) { BODY }
PTO_CUBE_KERNEL(cube, (const int32_t *, x), (int32_t *, y), (int32_t, n)) { BODY }
PTO_KERNEL(transfer, (const int32_t *, x), (int32_t *, y), (int32_t, n))
{
    pto_mte_gm_ub(x, pto_ub(int32_t, 0), 0, n * 4, .nburst = {1, n * 4, n * 4});
    pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(pto_ub(int32_t, 0), y, n * 4, .nburst = {1, n * 4, n * 4});
}
"""
NAMES, LINE, LINES, BUFFERS, TASKS_MAX = ("vector", "cube", "transfer"), 32, 12, 2, 9


class Task:
    """Reads some lines of a buffer, and writes as many other lines of the same or another buffer."""

    def __init__(self, draw):
        self.kernel, count = draw.choice(NAMES), draw.randint(1, 3)
        self.buffers = [draw.randrange(BUFFERS), draw.randrange(BUFFERS)]
        self.first = [draw.randrange(LINES - count + 1) for _ in range(2)]
        self.count = count
        if self.buffers[0] == self.buffers[1] and abs(self.first[0] - self.first[1]) < count:
            self.buffers[1] = (self.buffers[1] + 1) % BUFFERS

    def region(self, which):
        return {(self.buffers[which], self.first[which] + i) for i in range(self.count)}

    def conflicts(self, other):
        return self.region(1) & (other.region(0) | other.region(1)) or self.region(0) & other.region(1)


def reaches(edges, first, last):
    """Whether a task happens before another."""
    found = {first}
    for task in range(first + 1, last + 1):
        if any(one in found for one, other in edges if other == task):
            found.add(task)
    return last in found


def program_of(tasks, edges, kernels):
    one = program.Program(kernels["vector"].config)
    buffers = [one.add(program.Buffer(f"b{i}", LINES * LINE, data=bytes(LINES * LINE))) for i in range(BUFFERS)]
    launches = []
    for number, task in enumerate(tasks):
        views = [buffers[task.buffers[i]].part(task.first[i] * LINE, task.count * LINE) for i in range(2)]
        launches.append(one.launch(kernels[task.kernel], program.unordered(program.reads(views[0])),
                                   program.unordered(program.writes(views[1])), task.count * LINE // 4,
                                   after=[launches[i] for i, other in edges if other == number]))
    return one


def races(boot, tasks, edges, kernels):
    """The pairs of tasks reported as races."""
    pairs = set()
    for finding in boot.run(program_of(tasks, edges, kernels)).findings:
        assert finding["finding"] == "race between tasks", finding["text"]
        pairs.add(tuple(int(number) for number in re.findall(r"task (\d+), ", finding["text"])))
    return pairs


def judge(boot, seed, kernels):
    """The errors of a program and its mutants, and the number of mutants."""
    draw = random.Random(seed)
    tasks = [Task(draw) for _ in range(draw.randint(3, TASKS_MAX))]
    edges = {(i, j) for (i, a), (j, b) in itertools.combinations(enumerate(tasks), 2) if a.conflicts(b)}
    found = races(boot, tasks, edges, kernels)
    assert not found, f"nothing is missing, races found between {found}"
    lacking = [edge for edge in sorted(edges) if not reaches(edges - {edge}, *edge)]
    for edge in lacking:
        found = races(boot, tasks, edges - {edge}, kernels)
        assert found == {edge}, f"without {edge} races are found between {found or 'none'}"
    return len(lacking)


def crowd(folder):
    """What --check says of a write that comes behind more readers of a line than it remembers."""
    read = {"in": "x", "ordered": False}
    launches = [{"for": {"i": [0, 40]}, "do": [
        {"kernel": "transfer", "name": "read{i}", "args": [read, {"out": "y", "at": "i * 8", "count": 8}, 8]}]},
                {"kernel": "transfer", "after": ["read39"], "args": [{"in": "z"}, {"out": "x", "ordered": False}, 8]}]
    buffers = {name: {"type": "i32", "shape": [size]} for name, size in (("x", 8), ("y", 320), ("z", 8))}
    path = os.path.join(folder, "crowd.json")
    pathlib.Path(path).write_text(json.dumps({
        "ptometal": 1, "kernels": {"transfer": {"file": "kernels.c", "entry": "transfer"}},
        "buffers": dict(buffers, y=dict(buffers["y"], out="y.bin")), "launches": launches}), encoding="utf-8")
    command = [os.environ.get("PTOMETAL", str(ROOT / "ptometal")), "run", path, "--check", "--vlen",
               os.environ.get("PTO_VLEN", "512")]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def main():
    number, results = int(sys.argv[1]) if len(sys.argv) > 1 else 8, Tap()
    config = image.options(vlen=int(os.environ.get("PTO_VLEN", "512")), cc=os.environ.get("PTO_CC"))
    with tempfile.TemporaryDirectory(prefix="tasks-") as folder:
        source = os.path.join(folder, "kernels.c")
        pathlib.Path(source).write_text(KERNELS, encoding="utf-8")
        kernels = {name: image.Kernel(source, name, config) for name in NAMES}
        for policy in ("eager", "random:7"):
            with session.Session(check=True, policy=policy) as boot:
                for seed in range(number):
                    try:
                        lacking, problem = judge(boot, seed, kernels), ""
                    except AssertionError as wrong:
                        lacking, problem = 0, wrong
                    results.case(f"program {seed}, {policy}: {lacking} dependences taken away", problem)
                results.result(boot.boots == 1, f"{policy}: one boot", f"{boot.boots} boots")
        told = crowd(folder)
        results.result("check: note: not looked at: writes behind more readers than there is room for" in told and
                       "check: race between tasks: " in told, "a write behind many readers", told)
    return results.end()


if __name__ == "__main__":
    sys.exit(main())
