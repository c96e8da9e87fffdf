#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples on the data in the repository and compares their outputs with digests.txt.

One set of digests holds for every VLEN, compiler, backend, hart map and policy, and for both the C and the .pto form.
`ptometal demo` checks that the results are right.

Usage: run.py [--cube] [--update] IMAGE.elf...     (the environment is that of pto_add_script_test; prints TAP)

--cube runs the examples of the cube core, on two blocks and more harts; --once those that other tests run under several
schedules. --update takes the digests from the first image.
With PTO_ALL_SCHEDULES (`ptometal test --all-schedules`) each form runs on 1 hart under eager, lazy and 20 random policies, and
on 4, 13 and 16 harts.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from tap import Tap

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent.parent / "examples" / "data"
DIGESTS = HERE / "digests.txt"

# kernel -> inputs, bytes of the output, scalars
KERNELS = {
    "add": (["gain.f32", "gain.f32"], 1000, ["250"]),
    "softmax": (["scores.f32"], 360000, ["300", "300"]),
    "rmsnorm": (["hidden.f32", "gain.f32"], 300000, ["300", "250", "1e-5"]),
}
CUBE_KERNELS = {
    "gemm": (["hidden.f16", "weights.f16", "bias.f32"], 162000, ["300", "135", "250"]),
    "flash_attention": (["q.f16", "k.f16", "v.f16"], 76800, ["1", "300", "0.5"]),
}
# The first input of a kernel without bytes of an output is changed in place.
ONCE_KERNELS = {
    "embedding": (["table.f32", "words.i32", "hidden.f32"], None, ["300", "-0.125"]),
    "attention_head": (["q.f16", "k.f16", "v.f16"], 16384, ["0.5"]),
    "matmul_gelu": (["q.f16", "k.f16", "gain.f32"], 16384, []),
    "histogram": (["words.i32"], 1024, ["1200"]),
    "layernorm": (["scores.f32"], 360000, ["300", "300"]),
}

sys.path.insert(0, str(HERE.parent.parent / "tools"))

from ptometal import boards  # noqa: E402  (after the path is right)

BOARD = os.environ["PTO_BOARD"]
ALL = "PTO_ALL_SCHEDULES" in os.environ
SCHEDULES = [["--policy", "eager"]] + [["--harts", "4"]] * (boards.load(BOARD).max_harts >= 4)
if os.environ["PTO_VLEN"] == "512":  # schedules do not depend on the register length
    SCHEDULES += [["--policy", "lazy"], ["--policy", "random:7"], ["--harts", "2"]]
CUBE_SCHEDULES = SCHEDULES + [["--harts", "13"], ["--harts", "16"]] * (["--harts", "2"] in SCHEDULES)
if ALL:
    SCHEDULES = [["--policy", policy] for policy in ["eager", "lazy"] + [f"random:{seed}" for seed in range(1, 21)]]
    SCHEDULES += [["--harts", str(harts)] for harts in (4, 13, 16) if harts <= boards.load(BOARD).max_harts]
    CUBE_SCHEDULES = SCHEDULES


def run_kernel(elf, name, schedule):
    """The digest of a kernel's output, or the driver's errors."""
    inputs, size, scalars = (KERNELS | CUBE_KERNELS | ONCE_KERNELS)[name]
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "out.bin")
        buffers = [f"in:{DATA / path}" for path in inputs] + [f"out:{out}={size}"]
        if size is None:
            shutil.copy(DATA / inputs[0], out)
            buffers = [f"inout:{out}"] + buffers[1:-1]
        command = [os.environ["PTOMETAL"], "run", elf, "--entry", name, "--board", BOARD,
                   "--backend", os.environ["PTO_BACKEND"], "--blocks", "2" if name in CUBE_KERNELS else "1", *schedule]
        if os.environ["PTO_VLEN"] != "0":
            command += ["--vlen", os.environ["PTO_VLEN"]]
        command += ["--", *buffers, *scalars]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        complaints = [line for line in done.stderr.splitlines() if not line.startswith("  ")]     # lines about progress
        if done.returncode or complaints:
            return f"status {done.returncode}: {complaints}"
        return hashlib.sha256(out.read_bytes()).hexdigest()


def update(elf, kernels, digests):
    digests |= {name: run_kernel(elf, name, SCHEDULES[0]) for name in kernels}
    DIGESTS.write_text("".join(f"{name} {digest}\n" for name, digest in digests.items()), encoding="utf-8")


def main():
    images = [word for word in sys.argv[1:] if not word.startswith("--")]
    kernels, schedules = (CUBE_KERNELS, CUBE_SCHEDULES) if "--cube" in sys.argv else \
        (ONCE_KERNELS, SCHEDULES[:1]) if "--once" in sys.argv else (KERNELS, SCHEDULES)
    digests = dict(line.split() for line in DIGESTS.read_text(encoding="utf-8").splitlines())
    if "--update" in sys.argv:
        return update(images[0], kernels, digests)
    tap = Tap()
    made = subprocess.run([sys.executable, DATA / "make_data.py", "--check"], check=False)
    tap.result(made.returncode == 0, "the data is what make_data.py makes")
    for elf in images:
        for name in kernels:
            # tests/cube runs the waits of both forms under every policy.
            for schedule in schedules if ALL or elf == images[0] or kernels is KERNELS else schedules[:1]:
                got = run_kernel(elf, name, schedule)
                tap.result(got == digests[name], f"{pathlib.Path(elf).stem} {name} {' '.join(schedule)}",
                           f"got {got}, expected {digests[name]}")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
