# SPDX-License-Identifier: Apache-2.0
"""Runs scale on the target and checks what it wrote, as TAP: check.py IMAGE

The environment (pto_add_script_test) says which ./ptometal and which board.
"""
import array
import os
import subprocess
import sys
import tempfile

COUNT, FACTOR = 20001, 1.5


def main():
    image = sys.argv[1]
    ptometal, board = os.environ["PTOMETAL"], os.environ["PTO_BOARD"]
    x = array.array("f", (i * 0.25 - 1000 for i in range(COUNT)))
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "x.f32"), os.path.join(folder, "y.f32")
        with open(source, "wb") as file:
            x.tofile(file)
        subprocess.run([ptometal, "run", image, "--board", board, "--", f"in:{source}",
                        f"out:{target}={4 * COUNT}", str(FACTOR), str(COUNT)], check=True)
        y = array.array("f")
        with open(target, "rb") as file:
            y.frombytes(file.read())
    # Every product is exact in a float, so the comparison is too.
    wrong = [i for i in range(COUNT) if y[i] != x[i] * FACTOR]
    print(f"{'not ok' if wrong else 'ok'} 1 - {COUNT} values, {len(wrong)} wrong\n1..1")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
