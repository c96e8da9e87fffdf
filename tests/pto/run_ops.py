#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the image of tests/ptoc/gen_ops.py holds a kernel for each row of the op table, and one of them runs.

    run_ops.py IMAGE.elf        (the environment is that of pto_add_script_test)
"""
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests/ptoc")]
import gen_ops  # noqa: E402
import optable  # noqa: E402


def main():
    image = Path(sys.argv[1]).read_bytes()
    names = [name for row in optable.load_ops() for name, _ in gen_ops.kernels(row, False)]
    missing = [name for name in names if b"\0" + name.encode() + b"\0" not in image]
    print(f"{'not ok' if missing else 'ok'} 1 - {len(names)} kernels of the op table are in the image")
    for name in missing:
        print(f"# {name}")
    run = subprocess.run([os.environ["PTOMETAL"], "run", sys.argv[1], "--entry", "vadd_f32", "--vlen",
                          os.environ.get("PTO_VLEN", "512"), "--backend", os.environ.get("PTO_BACKEND", "rvv"), "--", "0"],
                         capture_output=True, text=True, timeout=50)
    print(f"{'not ok' if run.returncode else 'ok'} 2 - one of them runs")
    for line in (run.stdout + run.stderr).splitlines() if run.returncode else ():
        print(f"# {line}")
    print("1..2")
    return 1 if missing or run.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
