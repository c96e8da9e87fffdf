#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs on all kinds of cores; TAP.

    tasks.py [NUMBER of programs]      default PTO_TASKS, else a few

Each runs under every policy and on several harts, and leaves the bytes of a model that runs its tasks one after the other;
so does a large one, with more accesses to a buffer than a list holds (firmware/core/submit.c).
Under --check nothing is found, and one race for each dependence that is taken away. All programs share a boot for each policy.
"""
import array
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
from ptometal.common import Stop                    # noqa: E402
from ptometal.program import image, session        # noqa: E402
from tap import Tap                                # noqa: E402

KERNELS = """#include <pto/pto.h>
// y = 5 y + 3 x + k, dealt to the cores of the cluster and to the blocks
#define BODY(core, core_num)                                                                     \\
    for (int64_t i = pto_get_block_idx() * (core_num) + (core); i < n; i += pto_get_block_num() * (core_num)) { \\
        pto_store_scalar(5 * pto_load_scalar(y, i) + 3 * pto_load_scalar(x, i) + k, y, i);       \\
    }
#define PARAMS (const uint32_t *, x), (uint32_t *, y), (uint32_t, k), (int32_t, n)
PTO_KERNEL(vector, PARAMS) { BODY(0, 1) }
PTO_CUBE_KERNEL(cube, PARAMS) { BODY(0, 1) }
PTO_MIXED_KERNEL(mixed, PARAMS) { BODY(pto_on_cube_core() ? 2 : pto_get_subblock_idx(), 3) }
PTO_KERNEL(transfer, PARAMS)
{
    (void)k;
    pto_mte_gm_ub(x, pto_ub(uint32_t, 0), 0, n * 4, .nburst = {1, n * 4, n * 4});
    pto_set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    pto_mte_ub_gm(pto_ub(uint32_t, 0), y, n * 4, .nburst = {1, n * 4, n * 4});
}
"""
NAMES, LINE, LINES, BUFFERS, TASKS_MAX = ("vector", "cube", "mixed", "transfer"), 32, 12, 2, 12
LARGE, LARGE_LINES, LARGE_TASKS = -1, 1200, 700      # a seed, and its program
CHECKED = ("eager", "random:7")                                                     # policies of --check
RUN = (("eager", 1), ("lazy", 1), ("adverse", 1), ("random:3", 1), ("eager", 2), ("eager", 4))     # policies and harts


class Task:
    """Reads some lines of a buffer, and updates as many other lines of the same or another buffer."""

    def __init__(self, draw, lines):
        self.kernel, count = draw.choice(NAMES), draw.randint(1, 3)
        self.buffers = [draw.randrange(BUFFERS), draw.randrange(BUFFERS)]
        self.first = [draw.randrange(lines - count + 1) for _ in range(2)]
        self.count, self.k = count, draw.randrange(1 << 32)
        self.blocks = 1 if self.kernel == "transfer" else draw.choice((1, 1, 2))
        if self.buffers[0] == self.buffers[1] and abs(self.first[0] - self.first[1]) < count:
            self.buffers[1] = (self.buffers[1] + 1) % BUFFERS

    def region(self, which):
        return {(self.buffers[which], self.first[which] + i) for i in range(self.count)}

    def run(self, memory):
        """Do what the kernel does, to the words of all buffers."""
        words, (x, y) = LINE // 4, (memory[buffer] for buffer in self.buffers)
        source, target = (first * LINE // 4 for first in self.first)
        for i in range(self.count * words):
            plain = x[source + i]
            y[target + i] = plain if self.kernel == "transfer" else (5 * y[target + i] + 3 * plain + self.k) % (1 << 32)

    def conflicts(self, other):
        return self.region(1) & (other.region(0) | other.region(1)) or self.region(0) & other.region(1)


def reaches(edges, first, last):
    """Whether a task happens before another."""
    found = {first}
    for task in range(first + 1, last + 1):
        if any(one in found for one, other in edges if other == task):
            found.add(task)
    return last in found


def lines_of(seed):
    return LARGE_LINES if seed == LARGE else LINES


def contents(seed):
    """The words of the buffers before a program."""
    draw = random.Random(f"contents {seed}")
    return [array.array("I", (draw.randrange(1 << 32) for _ in range(lines_of(seed) * LINE // 4))) for _ in range(BUFFERS)]


def program_of(tasks, edges, kernels, memory):
    """A program whose tasks wait for others by `edges`, or by what they read and write if that is None."""
    one = program.Program(kernels["vector"].config)
    buffers = [one.add(program.Buffer(f"b{i}", 4 * len(words), data=bytes(words))) for i, words in enumerate(memory)]
    launches, ordered = [], (lambda view: view) if edges is None else program.unordered
    for number, task in enumerate(tasks):
        views = [buffers[task.buffers[i]].part(task.first[i] * LINE, task.count * LINE) for i in range(2)]
        way = program.writes if task.kernel == "transfer" else program.updates
        launches.append(one.launch(kernels[task.kernel], ordered(program.reads(views[0])), ordered(way(views[1])), task.k,
                                   task.count * LINE // 4, blocks=task.blocks,
                                   after=[launches[i] for i, other in edges or () if other == number]))
    for buffer in buffers:
        buffer.stores = True
    return one


def compare(boot, seed, kernels):
    """Run a program whose dependences the runtime finds, and compare with the model."""
    tasks, memory = tasks_of(seed), contents(seed)
    one = program_of(tasks, None, kernels, memory)
    for task in tasks:
        task.run(memory)
    boot.run(one)
    for buffer, words in zip(one.buffers, memory):
        assert buffer.output == bytes(words), f"{buffer.name} differs from the tasks run in order"


def races(boot, tasks, edges, kernels):
    """The pairs of tasks reported as races."""
    pairs = set()
    for finding in boot.run(program_of(tasks, edges, kernels, contents(0))).findings:
        assert finding["finding"] == "race between tasks", finding["text"]
        pairs.add(tuple(int(number) for number in re.findall(r"task (\d+), ", finding["text"])))
    return pairs


def tasks_of(seed):
    draw = random.Random(seed)
    return [Task(draw, lines_of(seed)) for _ in range(LARGE_TASKS if seed == LARGE else draw.randint(3, TASKS_MAX))]


def judge(boot, seed, kernels):
    """Check a program and its mutants; returns how many."""
    tasks = tasks_of(seed)
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
        {"kernel": "transfer", "name": "read{i}", "args": [read, {"out": "y", "at": "i * 8", "count": 8}, 0, 8]}]},
                {"kernel": "transfer", "after": ["read39"], "args": [{"in": "z"}, {"out": "x", "ordered": False}, 0, 8]}]
    buffers = {name: {"type": "i32", "shape": [size]} for name, size in (("x", 8), ("y", 320), ("z", 8))}
    path = os.path.join(folder, "crowd.json")
    pathlib.Path(path).write_text(json.dumps({
        "ptometal": 1, "kernels": {"transfer": {"file": "kernels.c", "entry": "transfer"}},
        "buffers": dict(buffers, y=dict(buffers["y"], out="y.bin")), "launches": launches}), encoding="utf-8")
    board = os.environ.get("PTO_BOARD", "native")
    command = [os.environ.get("PTOMETAL", str(ROOT / "ptometal")), "run", path, "--check", "--board", board]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def attempt(what, *args):
    """What a step returns, and what is wrong."""
    try:
        return what(*args), ""
    except (AssertionError, Stop) as wrong:
        return 0, wrong


def main():
    board = os.environ.get("PTO_BOARD", "native")
    few = 10 if board == "native" else 2
    number = int(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("PTO_TASKS", few))
    seeds = sorted(range(number), key=lambda seed: -len(tasks_of(seed)))     # a boot has memory for its first program
    results = Tap()
    config = image.options(board, vlen=int(os.environ.get("PTO_VLEN", "0")) or None, cc=os.environ.get("PTO_CC"))
    with tempfile.TemporaryDirectory(prefix="tasks-") as folder:
        source = os.path.join(folder, "kernels.c")
        pathlib.Path(source).write_text(KERNELS, encoding="utf-8")
        kernels = {name: image.Kernel(source, name, config) for name in NAMES}
        for policy, harts in RUN:
            with session.Session(policy=policy, harts=harts) as boot:
                for seed in [LARGE, *seeds]:
                    _, problem = attempt(compare, boot, seed, kernels)
                    results.case(f"program {seed}, {policy}, {harts} harts: as in order", problem)
        for policy in CHECKED:
            with session.Session(check=True, policy=policy) as boot:
                for seed in seeds:
                    lacking, problem = attempt(judge, boot, seed, kernels)
                    results.case(f"program {seed}, {policy}: {lacking} dependences taken away", problem)
                results.result(boot.boots == 1, f"{policy}: one boot", f"{boot.boots} boots")
        told = crowd(folder)
        results.result("check: note: not looked at: writes behind more readers than there is room for" in told and
                       "check: race between tasks: " in told, "a write behind many readers", told)
    return results.end()


if __name__ == "__main__":
    sys.exit(main())
