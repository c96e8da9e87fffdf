#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels as language models use them, under several schedules, against numpy; TAP on stdout.

    run.py --write FILE.pto                 the kernels as text
    run.py IMAGE.elf [--all] [NAME...]      run them (the environment is that of pto_add_script_test)
    run.py FILE.pto --check [NAME...]       run them with the checker

With --a2a3 they are those for A2 and A3, else those for A5.

A kernel runs eager and under one more schedule, its own; with --all eager, lazy, under 20 random policies, and on 4 and 16
harts. Whatever the schedule, the bytes of the outputs are those of the first.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(1, str(Path(__file__).resolve().parents[2]))

import clusters  # noqa: E402  (after the path is right)
import cube  # noqa: E402
import experts  # noqa: E402
import lowbits  # noqa: E402
import planned  # noqa: E402
import vector  # noqa: E402
from tap import Tap  # noqa: E402
from text import FORMATS  # noqa: E402

KERNELS = {"a5": vector.kernel + cube.kernel + lowbits.kernel + planned.kernel, "a2a3": experts.kernel + clusters.kernel}
SOME = [("lazy", 1), ("random:1", 1), ("eager", 4), ("random:2", 1), ("eager", 16)]
ALL = [("lazy", 1), ("eager", 4), ("eager", 16)] + [(f"random:{seed}", 1) for seed in range(20)]
BITS = {"i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "f16": "f2", "f32": "f4", "!pto.f8E8M0": "u1"}
LOW = {"bf16": "bf16", "f8E4M3FN": "e4m3"}


def encode(values, elem):
    if elem in LOW:
        bits = FORMATS[LOW[elem]].encode(np.asarray(values, float), saturate=True)
        return np.ascontiguousarray(bits).astype(f"u{FORMATS[LOW[elem]].bits // 8}").tobytes()
    return np.ascontiguousarray(values).astype(BITS[elem]).tobytes()


def decode(data, elem):
    if elem in LOW:
        return FORMATS[LOW[elem]].decode(np.frombuffer(data, f"u{FORMATS[LOW[elem]].bits // 8}"))
    return np.frombuffer(data, BITS[elem]).astype(float)


class Model:
    """A kernel, its files in a folder, and the expected results."""

    def __init__(self, function, folder):
        self.kernels, arguments, self.want, *unchecked = function()
        halves = len(self.kernels) > 1
        self.name = self.kernels[0].name.removesuffix("_aic") if halves else self.kernels[0].name
        self.words, self.outputs, self.inputs = [], {}, {}
        for number, (param, it) in enumerate(zip(self.kernels[0].params.values(), arguments)):
            if not isinstance(it, tuple):
                self.words.append(str(it))
                continue
            elem, path = param.kind.split("<")[1][:-1], folder / f"{self.name}.{number}"
            data = encode(it[-1], elem)
            if it[0] != "out":
                self.inputs[path] = data
            if it[0] != "in" and it[1] not in unchecked:
                self.outputs[it[1]] = (path, elem)
            self.words.append(f"{it[0]}:{path}" + (f"={len(data)}" if it[0] == "out" else ""))

    def run(self, image, options):
        """The bytes of the outputs, and the error."""
        for path, data in self.inputs.items():
            path.write_bytes(data)
        done = subprocess.run(
            [os.environ["PTOMETAL"], "run", image, "--entry", self.name, "--vlen", os.environ.get("PTO_VLEN", "512"), "--backend",
             os.environ.get("PTO_BACKEND", "rvv"), *options, "--", *self.words], capture_output=True, text=True, timeout=200)
        if done.returncode != 0:
            return b"", f"exit status {done.returncode}: {done.stderr.strip()[-500:]}"
        found = {name: path.read_bytes() for name, (path, _) in self.outputs.items()}
        return b"".join(found.values()), "; ".join(filter(None, (self.problem(name, data) for name, data in found.items())))

    def problem(self, name, data):
        want, relative, absolute = self.want[name]
        want, got = np.asarray(want, float).reshape(-1), decode(data, self.outputs[name][1])
        wrong = np.flatnonzero(~(np.abs(got - want) <= absolute + relative * np.abs(want)))
        return f"{name}: {wrong.size} wrong, element {wrong[0]} is {got[wrong[0]]}, not {want[wrong[0]]}" if wrong.size else ""


def outcomes(models, image, options):
    """(title, error) of each run."""
    for number, model in enumerate(models):
        if "--check" in options:
            yield f"{model.name}, checked", model.run(image, ["--check"])[1]
            continue
        first, problem = model.run(image, [])
        yield f"{model.name}, eager, 1 hart", problem
        for policy, harts in ALL if "--all" in options else [SOME[number % len(SOME)]]:
            data, problem = model.run(image, ["--policy", policy, "--harts", str(harts)])
            problem = problem or ("" if data == first else "other bytes than eager")
            yield f"{model.name}, {policy}, {harts} hart{'s' * (harts > 1)}", problem


def main():
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    file, *names = [word for word in sys.argv[1:] if not word.startswith("--")]
    with tempfile.TemporaryDirectory(prefix="model-") as folder:
        arch = "a2a3" if "--a2a3" in options else "a5"
        models = [Model(function, Path(folder)) for function in KERNELS[arch]]
        if "--write" in options:
            text = "\n".join(str(kernel) for model in models for kernel in model.kernels)
            Path(file).write_text(f'module attributes {{pto.target_arch = "{arch}"}} {{\n{text}\n}}\n')
            return 0
        tap = Tap()
        for what, problem in outcomes([model for model in models if not names or model.name in names], os.path.abspath(file), options):
            tap.case(what, problem)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
