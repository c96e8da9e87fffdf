# SPDX-License-Identifier: Apache-2.0
"""Runs scale on the target and checks what it wrote: check.py PTOMETAL IMAGE [OPTION...]"""
import array
import os
import subprocess
import sys
import tempfile

COUNT, FACTOR = 20001, 1.5


def main():
    ptometal, image, *options = sys.argv[1:]
    x = array.array("f", (i * 0.25 - 1000 for i in range(COUNT)))
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "x.f32"), os.path.join(folder, "y.f32")
        with open(source, "wb") as file:
            x.tofile(file)
        subprocess.run([ptometal, "run", image, *options, "--", f"in:{source}",
                        f"out:{target}={4 * COUNT}", str(FACTOR), str(COUNT)], check=True)
        y = array.array("f")
        with open(target, "rb") as file:
            y.frombytes(file.read())
    # Every product is exact in a float, so the comparison is too.
    wrong = [i for i in range(COUNT) if y[i] != x[i] * FACTOR]
    print(f"{COUNT} values, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
