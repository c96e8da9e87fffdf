#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation study: lines of synchronisation are taken away or changed, and the checker has to name what that breaks; TAP.

    mutants.py              what CI runs: each line left out, and every eighth other mutant
    mutants.py --all        all mutants of all kernels
    mutants.py --all NAME   those of one file: softmax.pto

A mutant can change a result if some order gives other bytes or a fault: the policies, and orders in which pairs that the
checker names are turned round (tools/ptometal/checker/explore.py). All that can must be named, in the one run under eager, and
none of those that cannot, which are listed by name. The kernels of a file in C are mutated in one image; texts, and files
whose synchronisation stands in functions, have an image for each mutant.
"""
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

from ptometal import options, run   # noqa: E402 (the path is set above)
from ptometal.checker import explore   # noqa: E402 (the path is set above)
from run import Tap                          # noqa: E402

KERNEL = re.compile(r"^(PTO_(?:\w+_)?KERNEL)\((\w+),(.*?)^}\n", re.M | re.S)
LINE = re.compile(r"\s*(pto[._](?:set|wait)_(?:flag|intra_block|intra_core|cross_core)\b|pto[._](?:get_buf|rls_buf|pipe_barrier)\b|"
                  r"pto\.sync\.(?:set|wait)\b)[^{}]*;?\s*(?://.*)?")
SYNC = re.compile(r"\s*(pto_(?:set_flag|wait_flag|get_buf|rls_buf|pipe_barrier|set_intra_block|wait_intra_block)|"
                  r"give|take|hand_over)\(.*\);\s*(?://.*)?")
STATEMENT = re.compile(r"\s*[\w.]+\(.*\);\s*(?://.*)?")
DATA = ROOT / "examples" / "data"
PIPES = ("PIPE_MTE2", "PIPE_V", "PIPE_MTE3")
ORDERS = 6


class Program:
    """A file, what is replaced in it to make it small, and the arguments of its kernels."""

    def __init__(self, path, arguments, size=None, small=(), entries=None, options=(), whole=False):
        self.path, self.arguments, self.size, self.small, self.entries = path, arguments, size, small, entries
        self.options, self.whole = options, whole or path.suffix == ".pto"


EXAMPLES = ROOT / "examples"
SMALL = (r"(BUFFER_BYTES\s*=?\s*)[^,;\n}/]+", r"\g<1>4096 ")
IN = f"in:{DATA}/"
# The rows that fit into a small buffer: three tiles of them and a rest, so that every buffer is used again.
PROGRAMS = [
    Program(EXAMPLES / "add.c", [f"{IN}gain.f32", f"{IN}gain.f32", "out:{out}=1000", "250"]),
    Program(EXAMPLES / "softmax.c", [f"{IN}scores.f32", "out:{out}=12000", "10", "300"], small=SMALL),
    Program(EXAMPLES / "rmsnorm.c", [f"{IN}hidden.f32", f"{IN}gain.f32", "out:{out}=14000", "14", "250", "1e-5"],
            small=SMALL)]
FLASH = [f"{IN}q.f16", f"{IN}k.f16", f"{IN}v.f16", "out:{out}=307200", "1", "300", "0.5"]
MORE = [
    Program(EXAMPLES / "add.pto", PROGRAMS[0].arguments),
    Program(EXAMPLES / "softmax.pto", [f"{IN}scores.f32", "out:{out}=240000", "200", "300"]),
    Program(EXAMPLES / "rmsnorm.pto", [f"{IN}hidden.f32", f"{IN}gain.f32", "out:{out}=200000", "200", "250", "1e-5"]),
    Program(EXAMPLES / "gemm.pto", [f"{IN}hidden.f16", f"{IN}weights.f16", f"{IN}bias.f32", "out:{out}=162000", "300",
                                    "135", "250"]),
    Program(EXAMPLES / "flash_attention.c", FLASH, whole=True),
    Program(EXAMPLES / "flash_attention.pto", FLASH)] + [
    Program(path, ["inout:{out}"], size=8192, entries=("fixed",)) for path in sorted((EXAMPLES / "bugs").glob("*.c"))
    if "--arch" not in path.read_text()] + [
    Program(EXAMPLES / "gemm.c", [f"{IN}hidden.f16", f"{IN}weights.f16", f"{IN}bias.f32", "out:{out}=21600", "40", "135",
                                  "250"], small=(r"(define TILE )128", r"\g<1>64"))]


def changes(lines, at, sync=SYNC):
    """The mutants of line `at`: pairs of a name and the lines."""
    line = lines[at]
    yield "left out", lines[:at] + [""] + lines[at + 1:]
    for name, other in (("moved up", at - 1), ("moved down", at + 1)):
        statement = STATEMENT if sync is SYNC else LINE if lines[at].lstrip().startswith("pto.") else STATEMENT
        if 0 <= other < len(lines) and statement.fullmatch(lines[other]) and indent(lines[other]) == indent(line):
            swapped = list(lines)
            swapped[at], swapped[other] = lines[other], lines[at]
            if name == "moved down" or not sync.fullmatch(lines[other]):      # two such lines are swapped once
                yield name, swapped
    for old, new in ((r"EVENT_ID0", "EVENT_ID5"), (r"\bTOKEN_\w+", "31")):
        if re.search(old, line):
            yield "another id", replaced(lines, at, re.sub(old, new, line))
    for pipe in re.findall(r"PIPE_MTE\d|PIPE_V", line):
        others = [other for other in PIPES if other not in line]
        if others:
            yield f"{others[0]} for {pipe}", replaced(lines, at, line.replace(pipe, others[0], 1))


def indent(line):
    return len(line) - len(line.lstrip())


def replaced(lines, at, line):
    return lines[:at] + [line] + lines[at + 1:]


class Mutants:
    """All mutants of a program, as kernels of one image: the kernel itself is the first."""

    def __init__(self, program, folder, everything):
        self.program, self.folder = program, folder
        self.names, self.image = {}, None     # entry: name
        text = program.path.read_text()
        for old, new in [program.small] if program.small else []:
            text = re.sub(old, new, text, count=1)
        for match in [found for found in KERNEL.finditer(text) if not program.entries or found[2] in program.entries]:
            text = text[:match.start()] + "".join(self.copies(text, match, everything)) + text[match.end():]
        # The folder of the file comes first, so that it finds its header.
        self.source = folder / program.path.name
        self.source.write_text(text)

    def copies(self, text, match, everything):
        first = text[:match.start()].count("\n") + 1
        lines = match[0].split("\n")
        number = 0
        yield self.copy(match, lines, f"{match[2]}_0", "as it is", first)
        for at, line in enumerate(lines):
            if not SYNC.fullmatch(line):
                continue
            for change, mutant in changes(lines, at):
                number += 1
                if everything or change == "left out" or number % 8 == 0:
                    name = f"{self.program.path.name}:{first + at} {line.split(';')[0].strip()}: {change}"
                    yield self.copy(match, mutant, f"{match[2]}_{number}", name, first)

    def copy(self, match, lines, entry, name, first):
        self.names[entry] = name
        body = "\n".join(lines).replace(f"{match[1]}({match[2]},", f"{match[1]}({entry},", 1)
        return f'#line {first} "{self.program.path.name}"\n{body}\n'

    def image_of(self, entry):
        if self.image is None:
            self.image = build(self.source, self.folder, self.program)
        return [str(self.image), "--entry", entry]


CONFIGURATION = ["--vlen", os.environ.get("PTO_VLEN", "512"), "--backend", os.environ.get("PTO_BACKEND", "rvv"), "--cc",
                 os.environ.get("PTO_CC", "clang")]


class FileMutants:
    """All mutants of a file, an image for each: its first is the file as it is."""

    def __init__(self, program, folder, everything):
        self.program, self.folder = program, folder
        text = program.path.read_text()
        for old, new in program.small and [program.small]:
            text = re.sub(old, new, text, count=1)
        lines = text.split("\n")
        self.names, self.texts, number = {"0": "as it is"}, {"0": lines}, 0
        for at, line in enumerate(lines):
            for change, mutant in changes(lines, at, LINE) if LINE.fullmatch(line) else ():
                number += 1
                if everything or change == "left out":
                    self.names[str(number)] = f"{program.path.name}:{at + 1} {line.strip().rstrip(';')}: {change}"
                    self.texts[str(number)] = mutant

    def image_of(self, entry):
        source = self.folder / self.program.path.name
        source.write_text("\n".join(self.texts[entry]))
        return [str(build(source, self.folder, self.program))]


def build(source, folder, program):
    image = folder / (source.stem + ".elf")
    # What a mutant no longer uses is no mistake here.
    done = subprocess.run([os.environ["PTOMETAL"], "image", str(source), "-o", str(image), "--check", "-I",
                           str(program.path.parent), *(("-W", "no-unused-variable") if source.suffix == ".c" else ()),
                           *CONFIGURATION], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return image


class Judge:
    """Runs mutants."""

    def __init__(self, mutants):
        self.mutants = mutants
        self.wanted = None

    def start(self, entry):
        out = self.mutants.folder / "out.bin"
        if self.mutants.program.size:
            out.write_bytes(bytes((i + i // 251 * 7) % 251 for i in range(self.mutants.program.size)))
        else:
            out.unlink(missing_ok=True)
        words = [*self.mutants.image_of(entry), "--check", "--timeout", "60", *CONFIGURATION, *self.mutants.program.options]
        words += ["--", *(word.format(out=out) for word in self.mutants.program.arguments)]
        return run.Job(*options.parse(words, run.OPTIONS))

    def judge(self, entry):
        """Whether a mutant is named, whether it can change a result, and what was said."""
        with self.start(entry) as job:
            explorer = explore.Explorer(job, run.boot_once)
            base = explorer.run("eager")
            if self.wanted is None:
                self.wanted = base.outputs
            # What is left over is named, and changes nothing in a launch.
            named = base.fault is not None or not all(text.startswith("left over") for text in base.findings)
            changed = base.fault is not None or base.outputs != self.wanted or self.differs(explorer, base, named)
            return named, changed, [base.fault or ""] + base.findings

    def differs(self, explorer, base, named):
        """What is named is turned round first: mostly the first order shows it."""
        if named and any(outcome.differs(base) for _, outcome in explorer.search(base, ORDERS, False)[0]):
            return True
        return any(explorer.run(policy).differs(base) for policy in ("lazy", "adverse", "random:1", "random:2"))


def main(everything, only=None):
    tap = Tap()
    equivalent = []
    for program in PROGRAMS + (MORE if everything else []):
        if only not in (None, program.path.name):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            mutants = (FileMutants if program.whole else Mutants)(program, pathlib.Path(scratch), everything)
            judge = Judge(mutants)
            for entry, name in mutants.names.items():
                named, changed, said = judge.judge(entry)
                if name == "as it is":
                    tap.result(not named and not changed, f"{program.path.name}: nothing to find", *said)
                    continue
                if not named and not changed:
                    equivalent.append(name)
                    continue
                tap.result(named == changed, name, f"a result can change: {changed}; named: {named}", *said)
    for name in equivalent:
        print(f"# changes nothing, and nothing is named: {name}")
    print(f"1..{tap.count}")
    return 1 if tap.failed else 0


if __name__ == "__main__":
    sys.exit(main("--all" in sys.argv[1:2], *sys.argv[2:3]))
