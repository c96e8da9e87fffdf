#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation study: lines of synchronisation are removed or changed, and the checker must report the consequences; TAP.

    mutants.py                         CI's selection: some of the mutants of some kernels
    mutants.py --all [NAME...]         all mutants of all kernels, or of some files: softmax.pto
    mutants.py --every N [NAME...]     every N-th of them

A mutant can change a result if some order gives other bytes or a fault. Orders are those of the policies, and those
that reverse reported pairs (tools/ptometal/checker/explore.py). Overlapping transfers of one pipe count, too. Every
such mutant must be reported in a single run under eager, and no other, except for listed ones. For .pto kernels the C
made by ptoc is mutated, including planned synchronisation.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "tools")]
os.environ.setdefault("PTOMETAL_BUILD", str(ROOT / "build"))

from ptometal import options                # noqa: E402 (the path is set above)
from ptometal.checker import explore             # noqa: E402 (the path is set above)
from ptometal.runs.boot import boot_once         # noqa: E402 (the path is set above)
from ptometal.runs.job import Job                # noqa: E402 (the path is set above)
from ptometal.runs.options import OPTIONS        # noqa: E402 (the path is set above)
import mutation                                  # noqa: E402 (the path is set above)
import programs                                  # noqa: E402 (the path is set above)
from run import Tap                              # noqa: E402 (the path is set above)

ORDERS = 6
# The checker reports these, but no run can show them. Here transfers of one pipe begin in order, though they may
# overlap. A vector function loads and stores in order, and a launch follows all earlier stores of the scalar unit.
UNSEEN = re.compile(r"pipe_barrier PIPE_\w+ between them would|^unfenced: |set_flag PIPE_S -> PIPE_V behind the first")
JOBS = 2
CONFIGURATION = ["--vlen", os.environ.get("PTO_VLEN", "512"), "--backend", os.environ.get("PTO_BACKEND", "rvv"), "--cc",
                 os.environ.get("PTO_CC", "clang")]


def drive(*words):
    done = subprocess.run([os.environ["PTOMETAL"], *map(str, words), *CONFIGURATION], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Study:
    """A program, its mutants, and the image with all of them."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        path = program.path
        text = drive("check", path, "--emit", "c") if path.suffix == ".pto" else path.read_text()
        if program.small:
            text = re.sub(*program.small, text, count=1)
        lines = mutation.reached(text, program.entry) if program.entry else range(text.count("\n") + 1)
        everything = mutation.mutants(text, path.name)
        self.mutants = [mutant for mutant in everything if mutant.line in lines]
        source = folder / (path.stem + ".c")
        source.write_text(mutation.with_choices(text, everything, path.name))
        self.image = folder / "mutants.elf"
        # Mutants may leave variables unused.
        drive("image", source, "-o", self.image, "--check", "-I", path.parent, "-W", "no-unused-variable")

    def job(self, number):
        """A job of its own, so that several can run in parallel."""
        folder = self.folder / str(number)
        folder.mkdir()
        inout, out = folder / "inout.bin", folder / "out.bin"
        inout.write_bytes(bytes((i + i // 251 * 7) % 251 for i in range(self.program.size)))
        words = [str(self.image), "--check", "--timeout", "60", "--blocks", str(self.program.blocks), *CONFIGURATION]
        words += [] if self.program.path.suffix == ".pto" else ["--arch", self.program.arch]
        words += ["--entry", self.program.entry] if self.program.entry else []
        words += ["--gm", "granule"] if self.program.path.suffix == ".pto" else []
        words += ["--", *(word.format(inout=inout, out=out) for word in self.program.arguments)]
        return Job(*options.parse(words, OPTIONS))


class Verdict:
    """Whether a mutant is found, whether it can change a result, and the output."""

    def __init__(self, named, changed, said):
        self.named, self.changed, self.said = named, changed, said


class Judge:
    """Runs mutants of a study one by one."""

    def __init__(self, study, number):
        self.work = study.job(number)
        self.explorer = explore.Explorer(self.work, boot_once)
        self.wanted = None

    def judge(self, number):
        mutation.choose(self.work.elf, number)
        base = self.explorer.run("eager")
        # Leftover flags are reported, but change nothing in a single launch.
        named = base.fault is not None or not all(text.startswith("left over") for text in base.findings)
        changed = base.fault is not None or base.outputs != self.wanted or self.differs(base, named) or \
            any(UNSEEN.search(text) for text in base.findings)
        return Verdict(named, changed, [base.fault or ""] + base.findings)

    def as_it_is(self):
        mutation.choose(self.work.elf, 0)
        self.wanted = self.explorer.run("eager").outputs
        return self.judge(0)

    def differs(self, base, named):
        """Reported pairs are reversed first: usually the first order differs."""
        if named and any(outcome.differs(base) for _, outcome in self.explorer.search(base, ORDERS, False)[0]):
            return True
        return any(self.explorer.run(policy).differs(base) for policy in ("lazy", "adverse", "random:1", "random:2"))


def verdicts(study, chosen):
    """Whether the unchanged program has no findings, and the verdicts of mutants in order."""
    judges = [Judge(study, number) for number in range(JOBS)]
    first = [judge.as_it_is() for judge in judges][0]
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        parts = [pool.submit(lambda judge, part: [judge.judge(mutant.number) for mutant in part], judge, chosen[at::JOBS])
                 for at, judge in enumerate(judges)]
        found = [None] * len(chosen)
        for at, part in enumerate(parts):
            found[at::JOBS] = part.result()
    for judge in judges:
        judge.work.__exit__()
    return first, found


def main(every, *only):
    """Judge every `every`-th mutant of the files `only`, or of all; None: CI's selection."""
    tap = Tap()
    for program in programs.PROGRAMS:
        if only and program.path.name not in only or not every and program.name not in programs.SHARE:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            study = Study(program, pathlib.Path(scratch))
            chosen = study.mutants[::every or 4]
            first, found = verdicts(study, chosen)
            tap.result(not first.named and not first.changed, f"{program.name}: nothing to find", *first.said)
            equivalent = []
            for mutant, verdict in zip(chosen, found):
                if verdict.named or verdict.changed:
                    tap.result(verdict.named == verdict.changed, mutant.name,
                               f"a result can change: {verdict.changed}; named: {verdict.named}", *verdict.said)
                else:
                    equivalent.append(mutant.name)
        print(f"# | {program.name} | {len(chosen)} | {sum(verdict.named for verdict in found)} | {len(equivalent)} |")
        for mutant in equivalent:
            print(f"# changes nothing, and nothing is named: {mutant}")
    return tap.end()


if __name__ == "__main__":
    WORDS = sys.argv[1:]
    if WORDS[:1] == ["--every"]:
        sys.exit(main(int(WORDS[1]), *WORDS[2:]))
    sys.exit(main(1 if WORDS[:1] == ["--all"] else None, *WORDS[1:]))
