# SPDX-License-Identifier: Apache-2.0
"""The examples of ranks in all ways to run them: {1 hart under each policy, 4, 16 harts} x {2, 3, 8 ranks} x {one image,
several} x {C, text}; and the checker on each of them without one of its lines of synchronisation.

    PTO_RANK_MATRIX=1 tests/driver/run.py ranks.proof    all of the matrix (some minutes); else a part
"""
import os
import re

import numpy

from harness import ROOT, run_native, test, write
from ranks import basics
from ranks.examples import EXAMPLES, FOLDER, expect_results, halo, run_example

SCHEDULES = [["--policy", name] for name in ("eager", "lazy", "adverse", "random:1", "random:7")] + [["--harts", "4"], ["--harts", "16"]]
PART = 17      # every 17th of the matrix: all values of all dimensions, not all pairs


def matrix():
    """Source, example (None: the ring), ranks, options; neighbours differ in their schedules."""
    for example in (*EXAMPLES, None):
        for suffix in (".c", ".pto"):
            for num in (2, 3, 8):
                for images in ([], ["--images"]):
                    for schedule in SCHEDULES:
                        name = ROOT / "examples/ring_allreduce" if example is None else FOLDER / example.__name__
                        yield name.with_suffix(suffix), example, num, [*images, *schedule]


@test
def every_way_to_run_gives_the_same_bytes(folder):
    whole = "PTO_RANK_MATRIX" in os.environ
    for number, (source, example, num, options) in enumerate(matrix()):
        if not whole and number % PART:
            continue
        if whole:
            print("#", source.name, num, *options, flush=True)
        if example is None:
            basics.reduce_on(folder, num, options, source.name)
            continue
        clusters = 3 if num == 3 and "--images" not in options else 1     # a rank of gather_matmul takes a cluster
        expect_results(folder, example, num, *options, *(["--board", "qemu-virt-8"] if clusters == 3 else []), source=source)


SYNC = r"\b(pto_comm_t(notify|wait)|pto_(set|wait)_flag|pto_pipe_barrier|pto\.comm\.t(notify|wait))\b"
LAST = "%back_here, %all"       # of experts.pto: nothing follows this wait, and the run ends with the last rank


def mutants(source):
    """The text without one line that synchronises, for each such line, which is a statement."""
    lines = source.read_text().splitlines(keepends=True)
    for number, line in enumerate(lines):
        if re.search(SYNC, line) and LAST not in line:
            yield number + 1, "".join((*lines[:number], "\n", *lines[number + 1:]))


FOUND = "deadlock|race between ranks|race,|uninitialised|left set"


@test
def the_checker_names_each_line_that_is_missing(folder):
    silent = []
    for example in EXAMPLES:
        for suffix in (".c", ".pto"):
            for line, text in mutants(FOLDER / f"{example.__name__}{suffix}"):
                source = write(folder, f"{example.__name__}{line}{suffix}", text)
                num = 3 if example is halo else 2     # of two, one signal of a rank tells of both its rows
                done, _ = run_example(folder, example, num, "--check", source=source, start=run_native)
                if done.status != 3 or not re.search(FOUND, done.stderr):
                    silent.append((source.name, done.status, done.stderr))
    assert not silent, silent


@test
def the_checker_names_each_line_of_the_ring_that_is_missing(folder):
    for suffix in (".c", ".pto"):
        for line, text in mutants(ROOT / f"examples/ring_allreduce{suffix}"):
            for rank in range(3):
                numpy.save(folder / f"x.{rank}.npy", numpy.ones(600, "f4"))
            done = run_native(folder, write(folder, f"ring{line}{suffix}", text), "--check", "--ranks", "3", "inout:x.{rank}.npy",
                       "out:s.{rank}=16", "600")
            assert done.status == 3 and re.search(FOUND, done.stderr), (suffix, line, done.status, done.stderr)
